//! `kawara_pack.h` and the types of this crate are twins: a compiler of C holds each size, offset and number of ours against the header.

use std::fmt::Write as _;
use std::mem::offset_of;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

use kawara_abi as abi;

const HEADER: &str = include_str!("../include/kawara_pack.h");

/// A struct of the header, what our twin's size is, and where its fields are.
struct Twin {
    name: &'static str,
    size: usize,
    fields: Vec<(&'static str, usize)>,
}

macro_rules! twin {
    ($name:literal, $type:ty, [$($field:literal = $($ours:ident).+),* $(,)?]) => {
        Twin { name: $name, size: size_of::<$type>(), fields: vec![$(($field, offset_of!($type, $($ours).+))),*] }
    };
    ($name:literal, $type:ty, [$($field:ident),* $(,)?]) => {
        Twin { name: $name, size: size_of::<$type>(), fields: vec![$((stringify!($field), offset_of!($type, $field))),*] }
    };
}

fn twins() -> Vec<Twin> {
    vec![
        twin!("kawara_str", abi::Str, [ptr, len]),
        twin!("kawara_strs", abi::Strs, [ptr, len]),
        twin!("kawara_table", abi::Table, [ptr, len, stride]),
        twin!("kawara_message", abi::Message, [ptr, capacity, len, byte]),
        twin!("kawara_ends", abi::Ends, [host, push]),
        twin!("kawara_text_sink", abi::TextSink, [host, write]),
        twin!("kawara_option_spec", abi::OptionSpec, [name, doc, choices, kind]),
        twin!("kawara_option", abi::OptionValue, [name, text, list, number, kind]),
        twin!(
            "kawara_segmenter",
            abi::Segmenter,
            [
                id,
                languages,
                note,
                options,
                grains,
                context,
                open,
                close,
                identity,
                worker,
                close_worker,
                cuts,
                leans_back,
                goes_on
            ]
        ),
        twin!("kawara_counter_id", abi::CounterId, [name, version, vocabulary]),
        twin!("kawara_index", abi::Index, [index, slack, unknown, has_unknown]),
        twin!(
            "kawara_counter",
            abi::Counter,
            [
                scheme,
                names,
                options,
                context,
                open,
                close,
                id,
                specials,
                limit,
                count,
                unknown,
                index,
                close_index,
                before,
                exact
            ]
        ),
        twin!("kawara_host", abi::Host, [major, minor, size]),
        twin!(
            "kawara_pack",
            abi::Pack,
            [
                "magic" = head.magic,
                "major" = head.major,
                "minor" = head.minor,
                "needs_minor" = head.needs_minor,
                "reserved" = head.reserved,
                "size" = head.size,
                "name" = name,
                "version" = version,
                "notice" = notice,
                "segmenters" = segmenters,
                "counters" = counters,
            ]
        ),
    ]
}

/// The numbers of the header, by their names there.
fn numbers() -> Vec<(&'static str, u64)> {
    vec![
        ("KAWARA_PACK_MAJOR", abi::MAJOR.into()),
        ("KAWARA_PACK_MINOR", abi::MINOR.into()),
        ("KAWARA_OK", abi::OK as u64),
        ("KAWARA_FAILED", abi::FAILED as u64),
        ("KAWARA_UNSUPPORTED", abi::UNSUPPORTED as u64),
        ("KAWARA_STOPPED", abi::STOPPED as u64),
        ("KAWARA_NOWHERE", abi::NOWHERE as u64),
        ("KAWARA_OPTION_BOOL", abi::OPTION_BOOL.into()),
        ("KAWARA_OPTION_INT", abi::OPTION_INT.into()),
        ("KAWARA_OPTION_STR", abi::OPTION_STR.into()),
        ("KAWARA_OPTION_LIST", abi::OPTION_LIST.into()),
        ("KAWARA_OPTION_PATH", abi::OPTION_PATH.into()),
        ("KAWARA_OPTION_CHOICE", abi::OPTION_CHOICE.into()),
        ("KAWARA_WORD", abi::WORD.into()),
        ("KAWARA_CLAUSE", abi::CLAUSE.into()),
        ("KAWARA_SENTENCE", abi::SENTENCE.into()),
    ]
}

/// The header without its comments.
fn code() -> String {
    let mut parts = HEADER.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |code, part| code + part.split_once("*/").map_or("", |(_, code)| code))
}

#[test]
fn no_struct_field_or_number_is_left_out() {
    let code = code();
    let twins = twins();
    assert_eq!(code.matches("typedef struct").count(), twins.len());
    for twin in twins {
        let body = code.split(&format!("typedef struct {} {{", twin.name)).nth(1).unwrap();
        let body = body.split(&format!("}} {};", twin.name)).next().unwrap();
        assert_eq!(body.matches(';').count(), twin.fields.len(), "{}", twin.name);
    }
    // Numbers are what is defined to be one; the others are macros and the guard.
    let defined = code.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
    let defined =
        defined.filter(|(_, value)| value.starts_with(|c: char| c.is_ascii_digit()) || *value == "SIZE_MAX");
    assert_eq!(defined.map(|(name, _)| name).collect::<Vec<_>>().len(), numbers().len());
    assert!(code.contains(abi::ENTRY));
}

#[test]
fn a_compiler_of_c_agrees() {
    let mut source = String::from("#include \"kawara_pack.h\"\n");
    let mut hold = |what: String| {
        writeln!(source, "_Static_assert({what}, \"kawara_pack.h and kawara-abi differ\");").unwrap()
    };
    for twin in twins() {
        let name = twin.name;
        hold(format!("sizeof({name}) == {}", twin.size));
        for (field, at) in twin.fields {
            hold(format!("offsetof({name}, {field}) == {at}"));
        }
    }
    for (name, value) in numbers() {
        hold(format!("(uint64_t){name} == {value}u"));
    }
    // The macros that fill the first fields have to be initialisers.
    source.push_str("static const kawara_str languages[] = {KAWARA_STR(\"xx\")};\n");
    source.push_str("static const kawara_segmenter segmenters[] = {{.languages = KAWARA_STRS(languages), .grains = KAWARA_SENTENCE}};\n");
    source.push_str(
        "const kawara_pack *kawara_pack_v1(const kawara_host *host) {\n  static const kawara_pack pack = {KAWARA_PACK_HEAD, .name = KAWARA_STR(\"xx\"), \
         .segmenters = KAWARA_TABLE(segmenters)};\n  return host ? &pack : NULL;\n}\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("twins.c");
    fs::write(&file, source).unwrap();
    compile(&["-std=c11", "-Wno-missing-field-initializers"], &file);
    // C++ has the same layout; it has to be able to read the header.
    let plus = folder.path().join("twins.cpp");
    fs::write(&plus, "#include \"kawara_pack.h\"\nstatic_assert(sizeof(kawara_pack) > 0, \"\");\n").unwrap();
    compile(&["-std=c++11", "-xc++"], &plus);
}

fn compile(flags: &[&str], file: &Path) {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(&compiler);
    command
        .args(["-fsyntax-only", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I"])
        .arg(include)
        .args(flags)
        .arg(file);
    let output = command.output();
    if output.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        eprintln!("skipped: there is no C compiler called {}", compiler.display());
        return;
    }
    let said =
        output.map(|output| (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()));
    assert!(matches!(said, Ok((true, _))), "{said:?}");
}

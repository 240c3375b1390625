//! C programs linked with the libraries, and what they print against the engine in Rust.
//!
//! The libraries are built by cargo into the directory that this test lies in, in the profile of this test. Where a tool is missing, that is said
//! and passed over: a C compiler, make, sanitizers. With `KAWARA_VALGRIND` set, the programs run under valgrind too.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what is not there fails a test")]

mod built;

use std::fmt::Write as _;
use std::fs;

use kawara::output::write_record;
use kawara::policy::Policy;
use kawara::{Chunk, Chunks, Document, Flag};

use built::{Built, Linked, workspace};

/// What is chunked: Markdown, records, four languages.
const DOCUMENTS: [&str; 6] = [
    "docs/en/operations-handbook.md",
    "docs/ja/handbook.md",
    "docs/th/handbook.md",
    "faq/customers.zh.txt",
    "logs/telemetry.log",
    "mail/handover.txt",
];

fn corpus(path: &str) -> String {
    workspace().join("examples/corpus").join(path).to_str().unwrap().to_owned()
}

fn chunks(policy: Policy, document: &Document) -> Chunks {
    kawara::engine(policy).unwrap().chunk(document).unwrap()
}

#[test]
fn every_artefact_has_the_same_packs() {
    let Some(built) = Built::get() else { return };
    // This test is a program in Rust.
    let registry = kawara::registry().unwrap();
    let shown = |pack: &&kawara::Pack| {
        format!("{} {} [{}]\n", pack.name(), pack.version(), pack.known_notice().unwrap_or_default())
    };
    let packs: String = registry.packs().iter().map(shown).collect();
    for name in ["en", "zh", "ja", "th", "tiktoken", "huggingface", "formats"] {
        assert!(packs.lines().any(|line| line.starts_with(&format!("{name} "))), "no {name} in\n{packs}");
    }
    assert!(packs.contains("Attribution-ShareAlike"), "no notice in\n{packs}");
    for linked in Linked::BOTH {
        // Those of the library, then those of an engine.
        assert_eq!(built.program("packs", linked).run(&[]), packs.repeat(2), "{linked:?}");
    }
}

#[test]
fn chunks_are_those_of_the_engine_in_rust() {
    let Some(built) = Built::get() else { return };
    let programs = Linked::BOTH.map(|linked| built.program("records", linked));
    let mut count = 0;
    for path in DOCUMENTS {
        let (file, policy, title, meta) =
            (corpus(path), corpus("kawara.toml"), "A title", r#"{"tenant":  7}"#);
        let document = Document::new(format!("id of {path}"), fs::read_to_string(&file).unwrap())
            .with_path(path)
            .with_title(title)
            .with_meta(meta);
        let chunks = chunks(Policy::from_path(&policy).unwrap(), &document);
        let wanted: String = chunks.iter().map(shown).collect();
        for program in &programs {
            assert_eq!(program.run(&[&policy, &file, document.id(), path, title, meta]), wanted, "{path}");
        }
        count += chunks.len();
    }
    assert!(count > 30, "only {count} chunks");
}

/// What `records.c` prints of a chunk.
fn shown(chunk: Chunk<'_>) -> String {
    let mut record = Vec::new();
    write_record(chunk, &mut record).unwrap();
    let mut to = String::from_utf8(record).unwrap();
    let id_of = |id: Option<_>| id.map_or(String::new(), |id| format!("{id}"));
    let (source, chars) = (chunk.source_range(), chunk.char_range());
    let flags = [
        (Flag::ForcedSplit, 1),
        (Flag::OverBudget, 2),
        (Flag::CarryReduced, 4),
        (Flag::ContextReduced, 8),
        (Flag::FrameSplit, 16),
        (Flag::PackFault, 32),
        (Flag::OutsideReduced, 64),
    ];
    let flags: u32 = flags.iter().filter(|(flag, _)| chunk.flags().contains(*flag)).map(|(_, bit)| bit).sum();
    let units: String = chunk.units().map(|unit| format!(" {unit:?}")).collect();
    write!(to, "{} {} ", chunk.id(), chunk.parent().id()).unwrap();
    write!(to, "[{}] [{}] {} ", id_of(chunk.previous()), id_of(chunk.next()), chunk.language()).unwrap();
    write!(to, "{source:?} own {} chars {chars:?} carried {} ", chunk.own_start(), chunk.carried()).unwrap();
    writeln!(to, "tokens {}/{} flags {flags} units{units}", chunk.tokens(), chunk.max_tokens()).unwrap();
    writeln!(to, "{}|{}", chunk.context(), chunk.text()).unwrap();
    to
}

#[test]
fn the_example_prints_the_chunks_of_the_engine() {
    let Some(built) = Built::get() else { return };
    let (policy, file) = (workspace().join("examples/embed-in-c/policy.toml"), corpus(DOCUMENTS[0]));
    let document = Document::new(&*file, fs::read_to_string(&file).unwrap()).with_path(&*file);
    let wanted: String = chunks(Policy::from_path(&policy).unwrap(), &document)
        .iter()
        .map(|chunk| {
            let (id, source, text) = (chunk.id(), chunk.source_range(), chunk.text());
            let sizes = format!("{}/{} tokens", chunk.tokens(), chunk.max_tokens());
            format!("{id} {source:?} {sizes}\n{}{text}\n\n", chunk.context())
        })
        .collect();
    let policy = policy.to_str().unwrap();
    for linked in Linked::BOTH {
        let Some(example) = built.example(linked) else { return };
        assert_eq!(example.run(&[policy, &file]), wanted, "{linked:?}");
        let failed = example.done(&[&file, &file]);
        let said = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert!(failed.status.code() == Some(1) && said.contains("[policy::"), "{said}");
        if let Some(example) = example.under_valgrind() {
            assert_eq!(example.run(&[policy, &file]), wanted, "{linked:?}");
        }
    }
}

#[test]
fn the_header_shows_what_compiles_and_bears_the_other_header() {
    let Some(built) = Built::get() else { return };
    let header = fs::read_to_string(workspace().join("crates/kawara-capi/include/kawara.h")).unwrap();
    let shown: Vec<_> = header.lines().filter_map(|line| line.strip_prefix(" *     ")).collect();
    assert!(shown.len() > 10, "{shown:?}");
    let shown = shown.join("\n");
    let program = format!(
        "#include <kawara.h>\n#include <stdio.h>\nint shown(kawara_text text);\nint shown(kawara_text text) {{\n{shown}\nreturn 0;\n}}\n"
    );
    built.accepts(&program, "c").unwrap();
    // A program may embed the engine and be a pack, too.
    for (one, two) in [("kawara", "kawara_pack"), ("kawara_pack", "kawara")] {
        for language in ["c", "c++"] {
            built.accepts(&format!("#include <{one}.h>\n#include <{two}.h>\n"), language).unwrap();
        }
    }
}

#[test]
#[cfg(feature = "native")]
fn packs_are_loaded_when_the_program_says_so() {
    use sha2::{Digest, Sha256};

    let Some(built) = Built::get() else { return };
    let pack = built.pack("pack");
    let digest: String =
        Sha256::digest(fs::read(&pack).unwrap()).iter().map(|byte| format!("{byte:02x}")).collect();
    let arguments = [pack.to_str().unwrap(), &digest];
    for linked in Linked::BOTH {
        let plain = built.program("loaded", linked);
        assert_eq!(plain.run(&arguments), "loaded\n", "{linked:?}");
        for watched in built.sanitized("loaded", linked).into_iter().chain(plain.under_valgrind()) {
            assert_eq!(watched.run(&arguments), "loaded\n", "{linked:?}");
        }
    }
}

#[test]
fn wrong_calls_are_errors_and_memory_stays_clean() {
    let Some(built) = Built::get() else { return };
    for linked in Linked::BOTH {
        let plain = built.program("hostile", linked);
        assert_eq!(plain.run(&[]), "all held\n", "{linked:?}");
        for watched in built.sanitized("hostile", linked).into_iter().chain(plain.under_valgrind()) {
            assert_eq!(watched.run(&[]), "all held\n", "{linked:?}");
        }
    }
}

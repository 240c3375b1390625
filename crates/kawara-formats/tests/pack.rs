//! The readers as a host finds them.

#![allow(clippy::unwrap_used, reason = "a test")]

use kawara_core::{ErrorKind, Options, Registry, Result, Value};
use kawara_formats::PACK;

#[test]
fn every_reader_is_found_by_id_media_type_and_extension() -> Result<()> {
    let registry = Registry::collect(&[&PACK])?;
    let id = |name: &str| registry.reader(name).map(|(_, entry)| entry.id());
    let by_path = |path: &str| registry.reader_for_path(path).map(|(_, entry)| entry.id());
    for (name, media_type, path) in [
        ("markdown", "text/markdown; charset=utf-8", Some("docs/GUIDE.MD")),
        ("html", "application/xhtml+xml", Some("site/index.HTM")),
        ("faq", "text/x-faq", None),
        ("law", "text/x-law", None),
        ("log", "text/x-log", Some("a.log")),
        ("jsonl", "application/x-ndjson", Some("a.ndjson")),
        ("json", "application/json", Some("a.json")),
        ("docling", "application/vnd.docling+json", None),
        ("unstructured", "application/vnd.unstructured+json", None),
        ("chat", "text/x-chat", None),
        ("csv", "text/csv", Some("a.tsv")),
        ("code", "text/x-rust", Some("src/main.rs")),
        ("subtitle", "application/x-subrip", Some("a.vtt")),
        ("poem", "text/x-poem", None),
        ("rst", "text/x-rst", Some("docs/index.rst")),
        ("asciidoc", "text/asciidoc", Some("guide.adoc")),
        ("latex", "application/x-tex", Some("paper.tex")),
    ] {
        assert_eq!(id(name), Some(name));
        assert_eq!(id(media_type), Some(name));
        assert_eq!(path.and_then(by_path), path.map(|_| name));
    }
    assert_eq!(by_path("a.txt"), Some("text"), "plain text stays with the core");
    assert_eq!(
        registry.packs().iter().filter(|pack| pack.name() == "formats").count(),
        1,
        "named and submitted, it counts once"
    );
    Ok(())
}

#[test]
fn readers_refuse_words_they_do_not_know() {
    for entry in PACK.reader_entries() {
        let reader = entry.open(&Options::new()).unwrap();
        for key in ["text", "newline"] {
            let options = Options::new().with(key, Value::Str("loud".into()));
            let error = reader.open(&options).err().map(|error| (error.kind(), error.to_string()));
            assert!(matches!(error, Some((ErrorKind::Option, message)) if message.contains(key)));
        }
    }
}

#[test]
fn the_tables_in_the_documentation_are_complete() {
    let page = include_str!("../src/lib.rs");
    for entry in PACK.reader_entries() {
        let id = format!("`{}`", entry.id());
        let of = |line: &&str| line.starts_with("//! | ") && line.contains(&id);
        assert!(page.lines().filter(of).any(|line| line.contains("[`")), "{id}");
        for spec in entry.option_specs() {
            let option = format!("| `{}` |", spec.name());
            assert!(page.lines().filter(of).any(|line| line.contains(&option)), "{id} {option}");
        }
    }
}

#[test]
fn readers_describe_their_options() {
    for (id, key, value) in [("log", "start", "#"), ("csv", "delimiter", ";"), ("csv", "header", "no")] {
        let spec =
            PACK.reader_entries().iter().find(|entry| entry.id() == id).map(|entry| entry.option_specs());
        let options = Options::new().with(key, Value::Str(value.into()));
        assert!(spec.is_some_and(|spec| options.check(spec).is_ok()), "{id} {key}");
    }
}

//! Policies and documents for the tests.

#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::io;
use std::sync::Arc;

use kawara_core::{Document, Found, OptionKind, OptionSpec, Policy as _, Profile, Settings};
use kawara_policy::{Known, KnownCounter, KnownPack, KnownReader, Loader, Mistakes, Policy};

/// The policy called `main.toml` among files that are only in memory.
pub(crate) fn load(files: &[(&str, &str)]) -> Result<Policy, Mistakes> {
    load_as("main.toml", files)
}

/// The policy called `name` among files that are only in memory.
pub(crate) fn load_as(name: &str, files: &[(&str, &str)]) -> Result<Policy, Mistakes> {
    let loader = Loader::reading(|path| {
        let found = files.iter().find(|(name, _)| std::path::Path::new(name) == path);
        found.map(|(_, text)| format!("policy = 1\n{text}")).ok_or_else(|| io::ErrorKind::NotFound.into())
    });
    loader.path(name)
}

/// One policy, without its first line.
pub(crate) fn policy(text: &str) -> Policy {
    load(&[("main.toml", text)]).unwrap()
}

/// The settings of a document that is only a path.
pub(crate) fn at(policy: &Policy, path: &str) -> Arc<Settings> {
    policy.settings(&Profile::of(&Document::new(path, "").with_path(path))).unwrap()
}

/// The settings of a document about which nothing is known.
pub(crate) fn plain(policy: &Policy) -> Arc<Settings> {
    policy.settings(&Profile::of(&Document::new("", ""))).unwrap()
}

/// The settings of a document that was read and found to be in a language.
pub(crate) fn found(policy: &Policy, path: &str, language: &str) -> Arc<Settings> {
    let document = Document::new(path, "").with_path(path);
    let mut found = Found::default();
    found.language = language.into();
    let mut profile = Profile::of(&document);
    profile.found = Some(&found);
    policy.settings(&profile).unwrap()
}

/// The codes of the mistakes.
pub(crate) fn codes(refused: Result<Policy, Mistakes>) -> Vec<&'static str> {
    refused.unwrap_err().iter().map(|mistake| mistake.code).collect()
}

/// What a program with two readers, a language and two kinds of counters can do.
pub(crate) fn small_program() -> Known {
    const DELIMITER: OptionSpec =
        OptionSpec::new("delimiter", OptionKind::Str, "What stands between two cells.");
    const HEADER: OptionSpec =
        OptionSpec::new("header", OptionKind::Bool, "Whether the first row names the columns.");
    const DICTIONARY: OptionSpec = OptionSpec::new("dictionary", OptionKind::Path, "A file of words.");
    let mut known = Known::default();
    known.languages = vec!["en".into(), "ja".into()];
    known.readers = vec![
        KnownReader::new("csv").with_media_types(["text/csv"]).with_options([DELIMITER, HEADER]),
        KnownReader::new("markdown").with_media_types(["text/markdown", "text/x-markdown"]),
    ];
    known.packs = vec![
        KnownPack::new("csv", [DELIMITER, HEADER]),
        KnownPack::new("ja", [DICTIONARY]),
        KnownPack::new("plain", []).with_version("0.3.1"),
        KnownPack::new("ko", []).with_version("0.2.0").with_sha256("ab12".repeat(16)),
    ];
    known.counters = vec![
        KnownCounter::new("hf"),
        KnownCounter::new("tiktoken").with_names(["cl100k_base", "o200k_base"]),
        KnownCounter::new("words").with_names([""; 0]),
    ];
    known.counters[0].is_file = true;
    known.embedders = vec!["minilm".into(), "voyage".into()];
    known
}

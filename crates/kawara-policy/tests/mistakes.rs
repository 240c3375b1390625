//! Broken policies and what is said about them: each `mistakes/NAME.toml` with the exact text in `NAME.txt`.
//!
//! Those called `known-…` are held against what a small program can do. With `KAWARA_BLESS=1` the texts are written instead of compared; read the difference before keeping it.

mod common;

use std::fs;
use std::path::PathBuf;

use kawara_policy::{Loader, Severity};

#[test]
fn every_mistake_is_told_exactly() {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut names: Vec<_> = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    names.sort();
    assert!(names.len() >= 40, "only {} broken policies were found", names.len());
    let mut differ = Vec::new();
    for path in names {
        let name = path.file_name().unwrap().to_str().unwrap();
        // Read through a function, so that messages name files as they lie beside each other, wherever the tests run.
        let loader = Loader::reading(|path| fs::read_to_string(dir.join(path)));
        let loader =
            if name.starts_with("known-") { loader.with_known(common::small_program()) } else { loader };
        let mistakes = loader.path(name).expect_err(name);
        assert!(mistakes.iter().any(|mistake| mistake.severity == Severity::Error), "{name}");
        let told = format!("{mistakes}\n");
        let file = path.with_extension("txt");
        if std::env::var_os("KAWARA_BLESS").is_some() {
            fs::write(&file, &told).unwrap();
        } else if fs::read_to_string(&file).unwrap_or_default() != told {
            differ.push(format!("=== {name}\n{told}"));
        }
    }
    assert!(differ.is_empty(), "these are told otherwise than written down:\n{}", differ.join("\n"));
}

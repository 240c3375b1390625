//! Built as a library and loaded, the tokenizer counts what it counts when it is linked.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use kawara::{CounterEntry, Options, Pack};
use kawara_testkit::{CounterSubject, check_counter};

const TEXT: &str =
    "瓦片一片压着一片，雨水顺势而下。The eaves drip for an hour after the rain, 整整一个小时。";

/// The library, as `cargo xtask pack own-counter` builds it, but for the profile: where this test was built, since most of it is there.
fn library() -> PathBuf {
    let (own, target) =
        (Path::new(env!("CARGO_TARGET_TMPDIR")), Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap());
    let built = Command::new(env!("CARGO"))
        .env_remove("CARGO_BUILD_TARGET")
        .args([
            "rustc",
            "--quiet",
            "--offline",
            "--package",
            "own-counter",
            "--lib",
            "--crate-type",
            "cdylib",
            "--target-dir",
        ])
        .arg(target)
        .args(["--", "--cfg", "kawara_dylib"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let file = format!("{}own_counter{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let copy = own.join(&file);
    let _ = fs::remove_file(&copy);
    fs::copy(target.join("debug").join(file), &copy).unwrap();
    // What others may change is not loaded.
    #[cfg(unix)]
    fs::set_permissions(&copy, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    copy
}

/// Built once, since tests run side by side.
fn loaded() -> &'static CounterEntry {
    static LOADED: OnceLock<&Pack> = OnceLock::new();
    &LOADED.get_or_init(|| kawara_native::load(&library(), None).unwrap()).counter_entries()[0]
}

#[test]
fn it_counts_as_the_linked_one() {
    let (linked, loaded) = (&own_counter::PACK.counter_entries()[0], loaded());
    assert_eq!(loaded.scheme(), linked.scheme());
    let open = |entry: &CounterEntry| entry.open("", &Options::new()).unwrap();
    let (linked, loaded) = (open(linked), open(loaded));
    assert_eq!(loaded.id(), linked.id());
    assert_eq!((loaded.specials(), loaded.limit().unwrap()), (2, Some(512)));
    let (one, other) = (linked.index(TEXT, &[]).unwrap(), loaded.index(TEXT, &[]).unwrap());
    for (start, c) in TEXT.char_indices() {
        let end = start + c.len_utf8();
        assert_eq!(loaded.count(&TEXT[start..]).unwrap(), linked.count(&TEXT[start..]).unwrap());
        assert_eq!(
            other.exact("瓦 of", end..TEXT.len()).unwrap(),
            one.exact("瓦 of", end..TEXT.len()).unwrap()
        );
        assert_eq!(other.before(end), one.before(end));
    }
}

#[test]
fn loaded_it_keeps_the_contract_and_refuses_names() {
    let entry = loaded();
    check_counter(&CounterSubject::open(entry, "", &Options::new()).unwrap().with_texts(&[TEXT])).unwrap();
    let error = entry.open("x", &Options::new()).err().unwrap();
    assert!(error.to_string().contains("write `han-words`"), "{error}");
}

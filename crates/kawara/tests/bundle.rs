//! Policies that travel.

#![cfg(feature = "bundle")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use kawara::bundle::{self, Bundle, ErrorKind};
use kawara::policy::{Loader, Policy};
use kawara::{Document, Engine, Mistakes, Registry};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

fn registry() -> Registry {
    kawara::registry().unwrap()
}

fn loader() -> Loader<'static> {
    Loader::new().with_known(kawara::known(&registry()))
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    home
}

fn bundled(policy: &Policy, home: &TempDir) -> PathBuf {
    let file = home.path().join("made.bundle");
    bundle::write(policy, &registry(), &file).unwrap();
    file
}

fn open(file: &Path, into: &TempDir) -> Policy {
    let bundle = Bundle::open(file, into.path()).unwrap();
    bundle.policy(loader()).unwrap()
}

fn ids(policy: Policy) -> Vec<String> {
    let text =
        "The pump stopped. Nobody knew. It was noon, and the valve was shut. Then it ran again. ".repeat(9);
    let document = Document::new("d", text).with_path("faq/pump.txt");
    let chunks = Engine::new(registry(), policy).chunk(&document).unwrap();
    chunks.iter().map(|chunk| format!("{} {}", chunk.id(), chunk.tokens())).collect()
}

fn members(file: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut archive = ZipArchive::new(File::open(file).unwrap()).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let read = |name: String| {
        let mut data = Vec::new();
        archive.by_name(&name).unwrap().read_to_end(&mut data).unwrap();
        (name, data)
    };
    names.into_iter().map(read).collect()
}

/// A bundle with these members besides its own, which its manifest knows.
fn forged(file: &Path, more: &[(&str, Vec<u8>)]) -> PathBuf {
    let mut members = members(file);
    let mut manifest: serde_json::Value = serde_json::from_slice(&members["bundle.json"]).unwrap();
    for (name, data) in more {
        let digest: String = Sha256::digest(data).iter().map(|byte| format!("{byte:02x}")).collect();
        manifest["files"][*name] = digest.into();
        members.insert((*name).to_owned(), data.clone());
    }
    members.insert("bundle.json".into(), manifest.to_string().into_bytes());
    let forged = file.with_extension("forged");
    let mut zip = ZipWriter::new(File::create(&forged).unwrap());
    for (name, data) in members {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(&data).unwrap();
    }
    zip.finish().unwrap();
    forged
}

#[test]
fn a_dictionary_is_a_folder() {
    let home = folder(&[
        ("corpus/kawara.toml", "policy = 1\npacks.ja.dictionary = \"../words\"\n"),
        ("words/metadata.json", "{}"),
        ("words/dict.da", "x"),
        ("words/.hidden/more", "y"),
        ("other/secret", "z"),
    ]);
    let policy = loader().path(home.path().join("corpus/kawara.toml")).unwrap();
    let file = bundled(&policy, &home);
    let names: Vec<String> = members(&file).into_keys().collect();
    let tree = ["files/corpus/kawara.toml", "files/words/.hidden/more", "files/words/dict.da"];
    assert_eq!(names, [&["bundle.json"][..], &tree, &["files/words/metadata.json"]].concat());
    let needed = bundle::files(&policy, &registry()).unwrap();
    assert!(needed.len() == 4 && needed.iter().all(|path| path.is_file()), "{needed:?}");

    let into = tempfile::tempdir().unwrap();
    let again = open(&file, &into);
    assert!(bundle::files(&again, &registry()).unwrap().iter().all(|path| path.starts_with(into.path())));
}

#[test]
fn a_folder_that_is_no_dictionary_is_not_swallowed() {
    let home = folder(&[
        ("kawara.toml", "policy = 1\npacks.ja.dictionary = \"words\"\n"),
        ("words/metadata.json", "{}"),
    ]);
    for number in 0..1000 {
        fs::write(home.path().join(format!("words/{number}")), "").unwrap();
    }
    let policy = loader().path(home.path().join("kawara.toml")).unwrap();
    let error = bundle::write(&policy, &registry(), home.path().join("a.bundle")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Policy);
    assert!(error.to_string().contains("more than 1000 files"), "{error}");
    assert!(!home.path().join("a.bundle").exists());
}

#[test]
fn the_order_of_what_is_set_counts() {
    let home = folder(&[("kawara.toml", "policy = 1\nbudget = { counter = \"words\", max-tokens = 30 }\n")]);
    let set = ["units.overlap.en=3", "units.overlap=1", "units.overlap.en=2", "budget.max-tokens=40"];
    let policy = || -> Result<Policy, Mistakes> { loader().path(home.path().join("kawara.toml"))?.set(set) };
    let file = bundled(&policy().unwrap(), &home);
    let into = tempfile::tempdir().unwrap();
    let again = open(&file, &into);
    assert!(again.changes().eq(policy().unwrap().changes()));
    assert_eq!(ids(again), ids(policy().unwrap()));
}

#[test]
fn a_base_policy_stays_beneath() {
    // It extends what it is laid beneath, so that it is read last.
    let home = folder(&[
        (
            "base/base.toml",
            "policy = 1\nextends = \"../corpus/kawara.toml\"\nlock = [\"budget.max-tokens\"]\nbudget.max-tokens = 24\n",
        ),
        (
            "corpus/kawara.toml",
            "policy = 1\nbudget.counter = \"words\"\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0\n",
        ),
    ]);
    let (base, own) = (home.path().join("base/base.toml"), home.path().join("corpus/kawara.toml"));
    let policy = || loader().with_base(base.to_str().unwrap()).path(&own).unwrap();
    assert_eq!(policy().word().unwrap().canonicalize().unwrap(), own.canonicalize().unwrap());
    let file = bundled(&policy(), &home);
    let into = tempfile::tempdir().unwrap();
    let bundle = Bundle::open(&file, into.path()).unwrap();
    assert_eq!(bundle.base(), Some("files/base/base.toml"));
    let again = bundle.policy(loader()).unwrap();
    assert_eq!(ids(again), ids(policy()));
    let locked = bundle.policy(loader()).unwrap().set(["budget.max-tokens=99"]).unwrap_err();
    assert!(locked.to_string().contains("is locked"), "{locked}");
}

#[test]
fn texts_and_defaults_are_policies_too() {
    // A folder is called as the text is.
    let home =
        folder(&[("policy/base.toml", "policy = 1\nbudget = { counter = \"words\", max-tokens = 24 }\n")]);
    let text = "policy = 1\nextends = \"policy/base.toml\"\n";
    let policy = || loader().text(text, "policy", home.path()).unwrap();
    let file = bundled(&policy(), &home);
    let into = tempfile::tempdir().unwrap();
    assert_eq!(ids(open(&file, &into)), ids(policy()));
    let file = bundled(&Policy::default(), &home);
    assert_eq!(ids(open(&file, &into)), ids(Policy::default()));
}

#[test]
fn nothing_is_written_outside() {
    let home = folder(&[("kawara.toml", "policy = 1\n")]);
    let file = bundled(&loader().path(home.path().join("kawara.toml")).unwrap(), &home);
    let inside = home.path().join("deep/inside");
    for name in [
        "/stray",
        "../stray",
        "files/../stray",
        "files/../../stray",
        "files/a/../../../stray",
        "stray",
        "bundle.json",
        "files",
        "",
        "./stray",
        "tokenizers/../stray",
    ] {
        let forged = forged(&file, &[(name, b"stray".to_vec())]);
        let error = Bundle::open(&forged, &inside).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Damaged | ErrorKind::File(_)), "{name}: {error}");
        for place in [
            Path::new("/stray"),
            &home.path().join("stray"),
            &home.path().join("deep/stray"),
            &inside.join("stray"),
        ] {
            assert!(!place.exists(), "{name} is at {}", place.display());
        }
    }
    assert!(Bundle::open(forged(&file, &[("files/good", Vec::new())]), &inside).is_ok());
}

#[test]
fn what_unpacks_to_far_more_is_refused() {
    let home = folder(&[("kawara.toml", "policy = 1\n")]);
    let file = bundled(&loader().path(home.path().join("kawara.toml")).unwrap(), &home);
    let into = tempfile::tempdir().unwrap();
    let forged = forged(&file, &[("files/a", vec![0; 40 << 20]), ("files/b", vec![0; 40 << 20])]);
    assert!(fs::metadata(&forged).unwrap().len() < 1 << 20);
    let error = Bundle::open(&forged, into.path()).unwrap_err().to_string();
    assert!(error.contains("far larger"), "{error}");
}

#[test]
fn bytes_that_are_damaged_anywhere_panic_nowhere() {
    let home = folder(&[("kawara.toml", "policy = 1\n")]);
    let file = bundled(&loader().path(home.path().join("kawara.toml")).unwrap(), &home);
    let (whole, damaged, into) =
        (fs::read(&file).unwrap(), home.path().join("damaged"), tempfile::tempdir().unwrap());
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x41;
        fs::write(&damaged, &bytes).unwrap();
        // A bit that means nothing, such as a date, may change.
        if let Ok(bundle) = Bundle::open(&damaged, into.path()) {
            assert!(bundle.policy(loader()).is_ok(), "byte {at}");
        }
        fs::write(&damaged, &whole[..at]).unwrap();
        assert!(Bundle::open(&damaged, into.path()).is_err(), "{at} bytes");
    }
}

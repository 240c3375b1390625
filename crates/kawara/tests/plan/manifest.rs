//! The files of a manifest.

use std::fs;
use std::path::{Path, PathBuf};

use kawara::plan::{self, ErrorKind, Manifest, Operations, Options};

use crate::support::{apply, corpus, engine, folder, inputs, record, words};

fn made(name: &str) -> PathBuf {
    let home = folder(name);
    record(&home, &engine(&words("")), inputs(&corpus(&[("a", "One."), ("b", "Two."), ("c", "")])));
    home.join("manifest")
}

fn shards(manifest: &Path) -> Vec<PathBuf> {
    let mut all: Vec<_> =
        fs::read_dir(manifest.join("shards")).unwrap().map(|file| file.unwrap().path()).collect();
    all.sort();
    all
}

fn refused(manifest: &Path) -> (ErrorKind, String) {
    let error = Manifest::open(manifest).unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn a_manifest_is_lines_that_can_be_read_and_compared() {
    let manifest = made("readable");
    let opened = Manifest::open(&manifest).unwrap();
    assert_eq!((opened.documents(), opened.chunks(), opened.is_new()), (3, 2, false));
    let all: String = shards(&manifest).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert_eq!(all.lines().count(), 3);
    assert!(all.lines().all(|line| line.starts_with("{\"id\":\"")), "{all}");
    let head: serde_json::Value =
        serde_json::from_slice(&fs::read(manifest.join("manifest.json")).unwrap()).unwrap();
    assert_eq!((head["format"].as_u64(), head["documents"].as_u64()), (Some(1), Some(3)));
    // The same again is the same, byte for byte.
    let (before, names) = (fs::read(manifest.join("manifest.json")).unwrap(), shards(&manifest));
    made("readable");
    assert_eq!((fs::read(manifest.join("manifest.json")).unwrap(), shards(&manifest)), (before, names));
}

#[test]
fn what_is_damaged_is_named_with_a_remedy() {
    let manifest = made("damaged");
    let shard = shards(&manifest)[0].clone();
    let whole = fs::read(&shard).unwrap();
    fs::write(&shard, &whole[..whole.len() / 2]).unwrap();
    let (kind, message) = refused(&manifest);
    assert_eq!(kind, ErrorKind::Corrupt);
    assert!(
        message.contains(&*shard.to_string_lossy()) && message.contains("kawara chunk --manifest"),
        "{message}"
    );
    fs::remove_file(&shard).unwrap();
    assert!(refused(&manifest).1.contains("is missing"));
    fs::write(&shard, whole).unwrap();
    assert!(Manifest::open(&manifest).is_ok());

    let head = fs::read_to_string(manifest.join("manifest.json")).unwrap();
    let name = shard.file_name().unwrap().to_string_lossy().into_owned();
    for (content, says) in [
        ("{}".to_owned(), "not the head of a manifest"),
        ("nonsense".to_owned(), "not the head of a manifest"),
        (
            head.replacen("\"documents\": 3", "\"documents\": 4", 1),
            "it tells of 4 documents, and there are 3",
        ),
        (head.replacen(&name, "../../x.jsonl", 1), "no shard is called"),
    ] {
        fs::write(manifest.join("manifest.json"), content).unwrap();
        let (kind, message) = refused(&manifest);
        assert_eq!(kind, ErrorKind::Corrupt);
        assert!(message.contains("manifest.json") && message.contains(says), "{message}");
    }
    fs::write(manifest.join("manifest.json"), head.replacen("\"format\": 1", "\"format\": 3", 1)).unwrap();
    let (kind, message) = refused(&manifest);
    assert_eq!(kind, ErrorKind::Newer);
    assert!(message.contains("in format 3"), "{message}");
}

#[test]
fn one_program_writes_at_a_time() {
    let manifest = made("lock");
    let first = Manifest::open_to_write(&manifest).unwrap();
    assert_eq!(Manifest::open_to_write(&manifest).unwrap_err().kind(), ErrorKind::Busy);
    assert_eq!(Manifest::replace(&manifest).unwrap_err().kind(), ErrorKind::Busy);
    assert!(Manifest::open(&manifest).is_ok(), "it can be read meanwhile");
    drop(first);
    assert!(Manifest::open_to_write(&manifest).is_ok());
}

#[test]
fn nothing_is_true_before_it_is_committed() {
    let home = folder("uncommitted");
    let machine = engine(&words(""));
    record(&home, &machine, inputs(&corpus(&[("a", "One.")])));
    let head = fs::read(home.join("manifest/manifest.json")).unwrap();
    let manifest = Manifest::open_to_write(home.join("manifest")).unwrap();
    let mut operations = Operations::create(home.join("o.jsonl")).unwrap();
    let changed = || inputs(&corpus(&[("a", "Two.")]));
    let applied =
        plan::apply(&machine, changed(), &manifest, &Options::default(), &mut operations, &mut |_| {})
            .unwrap();
    assert!(applied.plan().is_change());
    drop((applied, operations));
    drop(manifest);
    assert_eq!(fs::read(home.join("manifest/manifest.json")).unwrap(), head);
    let mut left: Vec<_> = fs::read_dir(&home).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["manifest"], "what was not published is not there");
    let left_by_a_killed_program = home.join("manifest/.manifest.json.x1y2z3.partial");
    fs::write(&left_by_a_killed_program, "{").unwrap();
    let first = apply(&home, &machine, changed(), &Options::default());
    assert_eq!(first.plan.total.added, 1);
    assert!(!left_by_a_killed_program.exists());
    assert_eq!(shards(&home.join("manifest")).len(), 1, "old shards are taken away");
    let read_only = Manifest::open(home.join("manifest")).unwrap();
    let mut operations = Operations::create(home.join("o.jsonl")).unwrap();
    let refused =
        plan::apply(&machine, changed(), &read_only, &Options::default(), &mut operations, &mut |_| {});
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::Option);
}

#[test]
fn a_manifest_that_was_written_anew_meanwhile_is_no_longer_read() {
    let home = folder("meanwhile");
    let machine = engine(&words(""));
    record(&home, &machine, inputs(&corpus(&[("a", "One.")])));
    let old = Manifest::open(home.join("manifest")).unwrap();
    let changed = || inputs(&corpus(&[("a", "Two.")]));
    apply(&home, &machine, changed(), &Options::default());
    let refused = plan::plan(&machine, changed(), &old, &Options::default(), &mut |_| {}).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Busy, "{refused}");
}

#[test]
fn what_is_somebody_elses_stays() {
    let home = folder("strangers");
    let machine = engine(&words(""));
    let manifest = home.join("manifest");
    let documents = || inputs(&corpus(&[("a", "One.")]));
    fs::create_dir_all(manifest.join("shards")).unwrap();
    let other = manifest.join("shards/thesis.docx");
    fs::write(&other, "mine").unwrap();
    for opened in [Manifest::replace(&manifest), Manifest::open_to_write(&manifest)] {
        let error = opened.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Option);
        assert!(error.to_string().contains("thesis.docx"), "{error}");
    }
    assert!(!manifest.join("lock").exists());
    fs::remove_file(&other).unwrap();
    fs::write(manifest.join("manifest.json"), "{\"name\": \"a web page\"}").unwrap();
    for opened in [Manifest::replace(&manifest), Manifest::open_to_write(&manifest)] {
        assert!(opened.unwrap_err().to_string().contains("give the manifest a folder of its own"));
    }
    fs::remove_dir_all(&manifest).unwrap();
    // What is put into a manifest later is not taken away either.
    record(&home, &machine, documents());
    let late = [
        &other,
        &manifest.join("notes.txt"),
        &manifest.join("shards/0-1.jsonl"),
        &manifest.join(".x.partial"),
    ];
    late.iter().for_each(|file| fs::write(file, "mine").unwrap());
    record(&home, &machine, inputs(&corpus(&[("a", "Two.")])));
    assert!(late.iter().all(|file| file.exists()));
    assert_eq!(shards(&manifest).len(), 3, "the old shard is gone");
}

#[test]
fn without_its_head_a_manifest_is_damaged() {
    let manifest = made("headless");
    fs::remove_file(manifest.join("manifest.json")).unwrap();
    let (kind, message) = refused(&manifest);
    assert_eq!(kind, ErrorKind::Corrupt);
    assert!(message.contains("manifest.json: it is missing") && message.contains("anew"), "{message}");
    assert_eq!(Manifest::open_to_write(&manifest).unwrap_err().kind(), ErrorKind::Corrupt);
    // A program that was killed while it wrote the first leaves the lines that waited.
    fs::write(manifest.join("lines.partial"), "").unwrap();
    assert!(Manifest::open(&manifest).unwrap().is_new());
    fs::remove_file(manifest.join("lines.partial")).unwrap();
    assert!(Manifest::replace(&manifest).is_ok(), "made anew it may be");
}

#[cfg(unix)]
#[test]
fn what_comes_to_nothing_leaves_nothing() {
    let home = folder("nothing");
    let dir = home.join("manifest");
    let manifest = Manifest::replace(&dir).unwrap();
    assert_eq!(manifest.made(), [dir.join("lock"), dir.clone()]);
    drop(plan::Recording::begin(manifest).unwrap());
    assert!(!dir.exists());
    fs::create_dir(&dir).unwrap();
    drop(Manifest::open_to_write(&dir).unwrap());
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 0, "the folder was there before");
    record(&home, &engine(&words("")), inputs(&corpus(&[("a", "One.")])));
    let manifest = Manifest::replace(&dir).unwrap();
    assert!(manifest.made().is_empty());
    drop(manifest);
    assert!(Manifest::open(&dir).is_ok_and(|manifest| !manifest.is_new()));
}

#[cfg(unix)]
#[test]
fn what_a_killed_first_run_left_is_cleared() {
    let manifest = made("killed-first");
    fs::remove_file(manifest.join("manifest.json")).unwrap();
    fs::write(manifest.join("lines.partial"), "").unwrap();
    // The next run comes to nothing, and the one after it does not take the shards for a damaged manifest.
    drop(Manifest::open_to_write(&manifest).unwrap());
    assert_eq!(fs::read_dir(&manifest).unwrap().count(), 0);
    assert!(Manifest::open(&manifest).unwrap().is_new());
}

//! Nothing is lost that was not made here: documents, policies, other people's files, operations.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Outcome, directory, kawara};

const POLICY: &str = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 12\n";

fn corpus(name: &str) -> PathBuf {
    let home = directory(name);
    fs::create_dir(home.join("docs")).unwrap();
    fs::write(home.join("kawara.toml"), POLICY).unwrap();
    fs::write(home.join("docs/a.md"), "# Gate\n\nThe gate opens at six.\n").unwrap();
    fs::write(home.join("docs/b.json"), "{\"text\": \"The pump stopped.\"}\n").unwrap();
    home
}

fn run(home: &Path, words: &[&str]) -> Outcome {
    kawara(home, words, b"")
}

fn refused(home: &Path, words: &[&str], says: &str) {
    let outcome = run(home, words);
    assert_eq!(outcome.code, 2, "{words:?}: {}", outcome.err);
    assert!(outcome.err.contains(says), "{words:?}: {}", outcome.err);
}

#[test]
fn what_is_read_is_not_written_over() {
    let home = corpus("safe-inputs");
    let document = fs::read(home.join("docs/a.md")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("docs/a.md", home.join("link.jsonl")).unwrap();
    let read = "is to be read and written";
    refused(&home, &["chunk", "docs", "-o", "docs/a.md"], read);
    refused(&home, &["chunk", ".", "-o", "./docs/../docs/b.json"], read);
    refused(&home, &["chunk", "docs", "-o", "out.jsonl", "--parents=docs/b.json"], read);
    refused(&home, &["chunk", "docs", "-o", "out.jsonl", "--report", "docs/b.json"], read);
    refused(&home, &["apply", "docs", "--manifest", "m", "-o", "docs/a.md", "--overwrite"], read);
    if cfg!(unix) {
        refused(&home, &["chunk", "docs", "-o", "link.jsonl"], read);
    }
    fs::write(home.join("lines.jsonl"), "{\"id\":\"1\",\"text\":\"One.\"}\n").unwrap();
    refused(&home, &["chunk", "--documents", "lines.jsonl", "-o", "lines.jsonl"], read);
    for policy in ["kawara.toml", "./docs/../kawara.toml"] {
        refused(&home, &["chunk", "docs", "-o", policy], "is a policy");
        refused(&home, &["apply", "docs", "--manifest", "m", "-o", policy, "--overwrite"], "is a policy");
    }
    fs::write(home.join("base.toml"), POLICY).unwrap();
    fs::write(home.join("own.toml"), "policy = 1\nextends = \"base.toml\"\n").unwrap();
    for policy in ["own.toml", "base.toml"] {
        refused(&home, &["chunk", "docs", "--policy", "own.toml", "-o", policy], "is a policy");
    }
    assert_eq!(fs::read(home.join("docs/a.md")).unwrap(), document);
    assert_eq!(fs::read_to_string(home.join("kawara.toml")).unwrap(), POLICY);
    assert!(!home.join("out.jsonl").exists() && !home.join("m").exists(), "nothing is begun");
    // Its own earlier output is another matter, in any format.
    for output in ["docs/out.jsonl", "docs/out.csv", "docs/out.json", "docs/out.md", "docs/out.txt"] {
        for _ in 0..2 {
            let words = ["chunk", "docs", "-o", output, "--report", "docs/report.json"];
            let outcome = run(&home, &words);
            assert_eq!(outcome.code, 0, "{output}: {}", outcome.err);
        }
        fs::remove_file(home.join(output)).unwrap();
    }
}

#[test]
fn what_was_written_is_no_document() {
    let home = corpus("safe-own");
    let chunk = ["chunk", ".", "-o", "chunks.jsonl", "--parents=parents.csv", "--report", "report.json"];
    let outcome = run(&home, &[&chunk[..], &["--manifest", "manifest"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let plan = ["plan", ".", "--manifest", "manifest", "--detailed-exitcode"];
    let same = run(&home, &plan);
    assert_eq!(same.code, 0, "{}{}", same.out, same.err);
    assert!(same.err.contains("passed over 6 files that kawara wrote"), "{}", same.err);
    fs::write(home.join("docs/a.md"), "# Gate\n\nThe gate opens at seven.\n").unwrap();
    assert_eq!(run(&home, &["apply", ".", "--manifest", "manifest", "-o", "operations.jsonl"]).code, 0);
    assert_eq!(run(&home, &plan).code, 0);
    // Without a word of the manifest, too.
    let before = fs::read(home.join("chunks.jsonl")).unwrap();
    let again = run(&home, &["chunk", ".", "-q"]);
    let ids: Vec<_> = common::records(&again.out).iter().map(|record| record["doc_id"].clone()).collect();
    assert!(ids.iter().all(|id| id == "docs/a.md" || id == "docs/b.json"), "{ids:?}");
    // Named, it is read.
    assert!(!run(&home, &["chunk", "chunks.jsonl", "-q"]).out.is_empty());
    assert_eq!(fs::read(home.join("chunks.jsonl")).unwrap(), before);
}

#[test]
fn a_manifest_has_a_folder_of_its_own() {
    let home = corpus("safe-folder");
    let own = "a folder of its own";
    refused(&home, &["chunk", "docs", "-o", "all.jsonl", "--manifest", "."], own);
    refused(&home, &["chunk", "docs", "-o", "all.jsonl", "--manifest", "docs"], own);
    refused(&home, &["chunk", "docs/a.md", "-o", "all.jsonl", "--manifest", "docs"], own);
    refused(&home, &["apply", "docs", "--manifest", "."], own);
    refused(&home, &["plan", "docs", "--manifest", "docs"], own);
    fs::create_dir_all(home.join("other/shards")).unwrap();
    fs::write(home.join("other/shards/thesis.txt"), "mine").unwrap();
    refused(&home, &["chunk", "docs", "-o", "all.jsonl", "--manifest", "other"], "thesis.txt");
    assert!(home.join("other/shards/thesis.txt").exists() && !home.join("all.jsonl").exists());
    let chunk = ["chunk", "docs", "-o", "all.jsonl", "--manifest", "m"];
    assert_eq!(run(&home, &chunk).code, 0);
    for part in ["m/manifest.json", "./m/lock", "m/shards/x.jsonl"] {
        refused(&home, &["chunk", "docs", "-o", part, "--manifest", "m"], "is a part of the manifest");
        let apply = ["apply", "docs", "--manifest", "m", "-o", part, "--overwrite"];
        refused(&home, &apply, "is a part of the manifest");
    }
    refused(&home, &["chunk", "docs", "-o", "x", "--report", "./x"], "name one file");
    fs::remove_file(home.join("m/manifest.json")).unwrap();
    for command in ["plan", "apply"] {
        refused(&home, &[command, "docs", "--manifest", "m"], "manifest.json: it is missing");
    }
    assert_eq!(run(&home, &chunk).code, 0, "made anew");
    assert_eq!(run(&home, &["plan", "docs", "--manifest", "m", "--detailed-exitcode"]).code, 0);
}

#[cfg(unix)]
#[test]
fn a_run_that_cannot_begin_leaves_no_manifest() {
    let home = corpus("safe-nothing");
    for words in [
        &["chunk", "docs", "-o", "missing/all.jsonl"][..],
        &["chunk", "docs", "-o", "all.jsonl", "--set", "budget.max-tokens=0"],
        &["chunk", "missing.md", "-o", "all.jsonl"],
        &["apply", "docs", "--set", "budget.max-tokens=0"],
    ] {
        assert_ne!(run(&home, &[words, &["--manifest", "m"]].concat()).code, 0);
        assert!(!home.join("m").exists(), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn operations_do_not_go_nowhere() {
    let home = corpus("safe-nowhere");
    for to in [">&-", "> /dev/null"] {
        let line = format!("exec \"$0\" apply docs --manifest m {to}");
        let words = ["-c", &line, env!("CARGO_BIN_EXE_kawara")];
        let output = std::process::Command::new("sh").args(words).current_dir(&home).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && err.contains("would be lost"), "{to}: {err}");
        assert!(!home.join("m").exists(), "{to}");
    }
    let help = run(&home, &["apply", "--help"]).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("Only a file is safe"), "{help}");
}

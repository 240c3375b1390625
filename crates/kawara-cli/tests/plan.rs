//! `kawara plan`, `kawara apply`, `kawara chunk --manifest`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;

use common::{directory, kawara, records};

/// A corpus of three documents under a policy, chunked into `all.jsonl` with a manifest.
fn chunked(name: &str) -> PathBuf {
    let home = directory(name);
    fs::create_dir_all(home.join("corpus/faq")).unwrap();
    let policy = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 12\n[[match]]\nglob = [\"faq/*\"]\nread = { content-type = \"faq\" }\n\
                  units = { kind = \"record\", overlap = 0, records-per-chunk = 1 }\n";
    fs::write(home.join("corpus/kawara.toml"), policy).unwrap();
    fs::write(
        home.join("corpus/faq/gate.txt"),
        "Q: When does it open?\nA: At six.\n\nQ: When does it close?\nA: At ten.\n",
    )
    .unwrap();
    fs::write(home.join("corpus/guide.md"), "# Gate\n\nThe gate opens at six. Dogs travel free.\n").unwrap();
    fs::write(home.join("corpus/pump.txt"), "The pump stopped. Nobody noticed it.\n").unwrap();
    let outcome = run(&home, &["chunk", "corpus", "-o", "all.jsonl", "--manifest", "m"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    home
}

fn run(home: &Path, arguments: &[&str]) -> common::Outcome {
    kawara(home, arguments, b"")
}

fn plan(home: &Path, more: &[&str]) -> common::Outcome {
    run(home, &[&["plan", "corpus", "--manifest", "m"], more].concat())
}

fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_plan_says_what_changes_and_what_it_costs() {
    let home = chunked("plan-table");
    let same = plan(&home, &["--detailed-exitcode"]);
    assert_eq!(same.code, 0, "{}", same.err);
    assert!(same.out.contains("Nothing has changed: 3 documents are as remembered."), "{}", same.out);
    fs::write(home.join("corpus/pump.txt"), "The pump runs. Nobody noticed it.\n").unwrap();
    fs::remove_file(home.join("corpus/guide.md")).unwrap();
    let changed = plan(&home, &["--rate", "0.02", "--currency", "EUR"]);
    assert_eq!(changed.code, 0);
    let lines: Vec<&str> = changed.out.lines().collect();
    assert_eq!(
        lines,
        [
            "                                        chunks  to embed       EUR",
            "glob    documents  kept  moved  added  deleted    tokens     price",
            "*               2     0      0      1        2         6  < 0.0001",
            "faq/**          1     2      0      0        0         0    0.0000",
            "total           3     2      0      1        2         6  < 0.0001",
            "",
            "Documents: 1 source changed, 1 gone; 1 document is as remembered.",
            "",
            "Most changed:",
            "  pump.txt  6 tokens to embed: 1 added, 1 deleted (source changed)",
            "  guide.md  0 tokens to embed: 1 deleted (gone)",
            "",
            "Plan: 2 chunks kept, 0 moved, 1 added, 2 deleted; 6 tokens to embed.",
        ]
    );
    assert!(
        changed
            .err
            .contains("1 document is not among the inputs: their chunks are deleted; with --only they stay"),
        "{}",
        changed.err
    );
    assert_eq!(plan(&home, &["--detailed-exitcode"]).code, 3);
    assert_eq!(plan(&home, &["--rate", "-1"]).code, 2);
    let json = plan(&home, &["--json", "--rate", "2", "--glob", "faq/*", "--only"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        json["total"],
        serde_json::json!({"kept": 2, "moved": 0, "added": 1, "deleted": 1, "tokens": 6})
    );
    assert_eq!(json["globs"][0]["glob"], "faq/*");
    assert_eq!(json["price"], serde_json::json!({"amount": 0.000_012, "currency": "USD", "rate": 2.0}));
    assert_eq!(json["reasons"], serde_json::json!({"source": 1}));
    assert_eq!(json["documents"]["left"], 1);
}

#[test]
fn operations_are_what_was_planned() {
    let home = chunked("plan-apply");
    fs::write(
        home.join("corpus/guide.md"),
        "# Gate\n\nThe gate opens at six. Dogs travel free.\n\n## Tickets\n\nSold on board.\n",
    )
    .unwrap();
    fs::write(home.join("corpus/new.txt"), "One more.\n").unwrap();
    fs::remove_file(home.join("corpus/pump.txt")).unwrap();
    let total = plan(&home, &[])
        .out
        .lines()
        .last()
        .unwrap()
        .trim_start_matches("Plan: ")
        .trim_end_matches('.')
        .to_owned();
    let applied = run(&home, &["apply", "corpus", "--manifest", "m", "-o", "ops.jsonl"]);
    assert_eq!(applied.code, 0, "{}", applied.err);
    assert!(applied.err.contains(&total), "{} is not {total}", applied.err);
    let operations = fs::read_to_string(home.join("ops.jsonl")).unwrap();
    let mut replayed = Vec::new();
    let old = fs::read(home.join("all.jsonl")).unwrap();
    ::kawara::plan::replay(&old[..], operations.as_bytes(), &mut replayed).unwrap();
    let fresh = run(&home, &["chunk", "corpus"]);
    assert_eq!(sorted(&String::from_utf8(replayed).unwrap()), sorted(&fresh.out));
    assert!(
        records(&operations)
            .iter()
            .any(|operation| operation["op"] == "delete" && operation["doc_id"] == "pump.txt")
    );
    assert_eq!(plan(&home, &["--detailed-exitcode"]).code, 0);
    // On standard output they are the same.
    fs::write(home.join("corpus/new.txt"), "Once more.\n").unwrap();
    let applied = run(&home, &["apply", "corpus", "--manifest", "m", "-q"]);
    assert_eq!(records(&applied.out).len(), 2, "{}", applied.out);
    assert_eq!(plan(&home, &["--detailed-exitcode"]).code, 0);
    assert_eq!(
        run(&home, &["apply", "corpus", "--manifest", "m", "--mode", "full"]).out.lines().count(),
        fresh.out.lines().count()
    );
}

#[test]
fn operations_that_may_be_pending_are_not_written_over() {
    let home = chunked("plan-pending");
    fs::write(home.join("ops.jsonl"), "{}\n").unwrap();
    let arguments = ["apply", "corpus", "--manifest", "m", "-o", "ops.jsonl"];
    let refused = run(&home, &arguments);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("ops.jsonl already") && refused.err.contains("--overwrite"),
        "{}",
        refused.err
    );
    assert_eq!(run(&home, &[&arguments[..], &["--overwrite"]].concat()).code, 0);
    assert_eq!(fs::read(home.join("ops.jsonl")).unwrap(), b"");
    assert_eq!(run(&home, &arguments).code, 0, "nothing is pending in an empty file");
}

#[test]
fn all_is_not_deleted_by_accident() {
    let home = chunked("plan-empty");
    fs::create_dir(home.join("void")).unwrap();
    let arguments = ["apply", "void", "--manifest", "m"];
    let refused = run(&home, &arguments);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(
        refused.err.contains("3 would be deleted") && refused.err.contains("--allow-empty"),
        "{}",
        refused.err
    );
    assert_eq!(plan(&home, &["--detailed-exitcode"]).code, 0, "the manifest is as it was");
    let meant = run(&home, &[&arguments[..], &["--allow-empty"]].concat());
    assert_eq!((meant.code, records(&meant.out).len()), (0, 4));
}

#[test]
fn without_a_manifest_all_is_new() {
    let home = chunked("plan-new");
    let first = run(&home, &["plan", "corpus", "--manifest", "other"]);
    assert!(first.err.contains("there is no manifest in other yet"), "{}", first.err);
    assert!(first.out.contains("Documents: 3 new;"), "{}", first.out);
    assert!(!home.join("other").exists(), "a plan writes nothing");
    let applied = run(&home, &["apply", "corpus", "--manifest", "other"]);
    assert!(records(&applied.out).iter().all(|operation| operation["op"] == "add"));
    let whole: Vec<String> = sorted(&applied.out.replace("{\"op\":\"add\",", "{"));
    assert_eq!(whole, sorted(&fs::read_to_string(home.join("all.jsonl")).unwrap()));
}

#[test]
fn a_document_that_fails_is_named_and_stays() {
    let home = chunked("plan-fails");
    fs::write(home.join("corpus/pump.txt"), b"The pump \xff.").unwrap();
    let outcome = run(&home, &["apply", "corpus", "missing.md", "--manifest", "m"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (1, ""), "{}", outcome.err);
    assert!(
        outcome.err.contains("pump.txt: not UTF-8") && outcome.err.contains("missing.md: no such file"),
        "{}",
        outcome.err
    );
    assert!(outcome.err.contains("1 document failed and keeps its old chunks"), "{}", outcome.err);
    fs::write(home.join("corpus/pump.txt"), "The pump stopped. Nobody noticed it.\n").unwrap();
    assert_eq!(plan(&home, &["--detailed-exitcode"]).code, 0);
}

#[test]
fn a_manifest_among_the_documents_is_no_document() {
    let home = chunked("plan-inside");
    let inside = ["corpus", "--manifest", "corpus/manifest"];
    assert_eq!(run(&home, &[&["apply"], &inside[..]].concat()).code, 0);
    let again = run(&home, &[&["plan"], &inside[..], &["--detailed-exitcode"]].concat());
    assert_eq!(again.code, 0, "{}", again.out);
}

#[test]
fn documents_as_json_lines_are_planned_by_their_paths() {
    let home = directory("plan-documents");
    let line = |id: &str, text: &str, tenant: u32| {
        format!(
            "{{\"id\":\"{id}\",\"path\":\"faq/{id}.md\",\"text\":\"{text}\",\"meta\":{{\"tenant\":{tenant}}}}}\n"
        )
    };
    let with = |command: &[&str], lines: &str| {
        kawara(&home, &[command, &["--documents", "-", "--manifest", "m"]].concat(), lines.as_bytes())
    };
    let before = line("1", "One.", 1) + &line("2", "Two.", 1);
    assert_eq!(with(&["chunk", "-o", "all.jsonl"], &before).code, 0);
    let after = line("1", "One.", 2) + &line("3", "Three.", 1);
    let planned = with(&["plan", "--json"], &after);
    let json: serde_json::Value = serde_json::from_str(&planned.out).unwrap();
    assert_eq!(
        (json["total"]["moved"].as_u64(), json["total"]["added"].as_u64(), json["total"]["deleted"].as_u64()),
        (Some(1), Some(1), Some(1))
    );
    assert_eq!(with(&["apply"], &after).code, 0);
    assert_eq!(with(&["plan", "--detailed-exitcode"], &after).code, 0);
    assert!(with(&["plan"], "").out.contains("faq/**"), "the path is remembered of those that are gone");
    let broken = with(&["apply"], "{\n");
    assert_eq!((broken.code, broken.out.as_str()), (1, ""), "{}", broken.err);
}

/// Some systems give a program no more than 256 files, and a manifest has as many shards.
#[cfg(unix)]
#[test]
fn few_files_are_open_at_a_time() {
    let home = directory("plan-few-files");
    fs::create_dir(home.join("corpus")).unwrap();
    let write = |state: u32| {
        for nth in 0..300 {
            fs::write(home.join(format!("corpus/{nth}.txt")), format!("Pump {nth} stopped {state} times."))
                .unwrap();
        }
    };
    let limited = |words: &str| {
        let words =
            format!("ulimit -n 100 && exec \"$0\" {words} corpus --manifest m --set budget.counter=words");
        let program = env!("CARGO_BIN_EXE_kawara");
        let output = Command::new("sh").args(["-c", &words, program]).current_dir(&home).output().unwrap();
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stderr).unwrap()
    };
    write(1);
    limited("chunk -o all.jsonl");
    assert!(fs::read_dir(home.join("m/shards")).unwrap().count() > 150);
    write(2);
    limited("plan");
    assert!(limited("apply -o ops.jsonl").contains("300 added, 300 deleted"));
}

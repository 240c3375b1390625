//! What is written where: formats, files that are replaced as a whole, the report, the figures.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{directory, kawara, records};
use serde_json::Value;

/// The names of what lies in a directory.
fn names(home: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(home).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_extension_says_the_format() {
    let home = directory("extensions");
    fs::write(home.join("a.md"), "# Gate\n\nThe gate opens at six, sharp.\n").unwrap();
    for (file, begins) in [
        ("o.jsonl", &b"{\"id\":"[..]),
        ("o.ndjson", b"{\"id\":"),
        ("o.data", b"{\"id\":"),
        ("o.json", b"[\n{\"id\":"),
        ("o.csv", b"id,doc_id,ordinal,"),
        ("o.md", b"# `a.md`"),
        ("o.txt", "── a.md #0".as_bytes()),
        ("o.parquet", b"PAR1"),
        ("o.arrow", b"ARROW1"),
        ("o.feather", b"ARROW1"),
        ("o.ipc", b"ARROW1"),
        ("o.arrows", b"\xff\xff\xff\xff"),
    ] {
        let outcome = kawara(&home, &["chunk", "a.md", "-q", "-o", file], b"");
        assert_eq!(outcome.code, 0, "{file}: {}", outcome.err);
        let written = fs::read(home.join(file)).unwrap();
        assert!(written.starts_with(begins), "{file}: {}", String::from_utf8_lossy(&written));
        fs::remove_file(home.join(file)).unwrap();
    }
    let named = kawara(&home, &["chunk", "a.md", "-q", "-o", "o.csv", "--output-format", "json"], b"");
    assert_eq!((named.code, fs::read(home.join("o.csv")).unwrap()[0]), (0, b'['));
    let unknown = kawara(&home, &["chunk", "a.md", "--format", "cvs"], b"");
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("csv"), "{}", unknown.err);
}

#[test]
fn parents_have_a_format_of_their_own() {
    let home = directory("parent-files");
    fs::write(home.join("a.md"), "# Gate\n\nIt opens at six.\n").unwrap();
    let outcome = kawara(&home, &["chunk", "a.md", "-q", "--parents=p.csv", "-o", "c.parquet"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(fs::read_to_string(home.join("p.csv")).unwrap().starts_with("id,doc_id,kind,title,"));
    let within = kawara(&home, &["chunk", "a.md", "-q", "--parents", "-o", "c.json"], b"");
    assert_eq!(within.code, 0, "{}", within.err);
    let rows: Vec<Value> = serde_json::from_slice(&fs::read(home.join("c.json")).unwrap()).unwrap();
    assert!(
        rows.iter().any(|row| row["kind"] == "section") && rows.iter().any(|row| row["text"].is_string())
    );
    for arguments in [
        &["chunk", "a.md", "--parents", "-o", "n.csv"][..],
        &["chunk", "a.md", "--parents=n.md"],
        &["chunk", "a.md", "-o", "n.jsonl", "--parents=n.jsonl"],
        &["chunk", "a.md", "-o", "n.jsonl", "--report", "n.jsonl"],
    ] {
        let refused = kawara(&home, arguments, b"");
        assert_eq!(refused.code, 2, "{arguments:?}: {}", refused.err);
        assert!(!names(&home).iter().any(|name| name.starts_with(['n', '.'])), "{:?}", names(&home));
    }
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_done() {
    let home = directory("unwritable");
    fs::write(home.join("a.txt"), "The pump stopped.").unwrap();
    fs::create_dir(home.join("out")).unwrap();
    for (file, says) in [
        ("out", "name a file in it"),
        ("no/out.jsonl", "is there such a directory"),
        ("a.txt/out.jsonl", "cannot write"),
    ] {
        // The document is broken too, but that is not reached.
        let outcome = kawara(&home, &["chunk", "missing.txt", "-o", file], b"");
        assert_eq!(outcome.code, 2, "{file}: {}", outcome.err);
        assert!(
            outcome.err.contains(says) && !outcome.err.contains("missing.txt"),
            "{file}: {}",
            outcome.err
        );
    }
    assert_eq!(names(&home), ["a.txt", "out"]);
}

#[test]
fn a_run_without_documents_leaves_nothing_but_its_report() {
    let home = directory("nothing-done");
    let outcome = kawara(
        &home,
        &["chunk", "missing.txt", "-o", "c.parquet", "--parents=p.jsonl", "--report", "r.json"],
        b"",
    );
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    assert_eq!(names(&home), ["r.json"]);
    let report: Value = serde_json::from_slice(&fs::read(home.join("r.json")).unwrap()).unwrap();
    assert_eq!(report["failures"][0]["document"], "missing.txt");
}

#[test]
fn a_report_does_not_depend_on_threads_or_the_place() {
    let mut reports = Vec::new();
    for (place, jobs) in [("report-one", "1"), ("report-two", "3")] {
        let home = directory(place);
        fs::write(
            home.join("kawara.toml"),
            "policy = 1\nextends = \"kawara:docs\"\nbudget.max-tokens = 20\n",
        )
        .unwrap();
        for nth in 0..30 {
            fs::write(
                home.join(format!("{nth}.md")),
                format!("# {nth}\n\nThe gate opens at six. Dogs travel free. 水泵停了。\n"),
            )
            .unwrap();
        }
        fs::write(home.join("bad.txt"), b"\xb1\xc3").unwrap();
        let outcome = kawara(&home, &["chunk", ".", "-o", "c.jsonl", "--report", "r.json", "-j", jobs], b"");
        assert_eq!(outcome.code, 1, "{}", outcome.err);
        reports.push(fs::read_to_string(home.join("r.json")).unwrap());
    }
    assert_eq!(reports[0], reports[1]);
    let report: Value = serde_json::from_str(&reports[0]).unwrap();
    assert_eq!(report["policies"][0]["name"], "kawara.toml");
    assert_eq!(report["totals"]["documents"], 30);
    assert_eq!(report["totals"]["failed"], 1);
    assert_eq!(report["settings"][0]["settings"]["budget.max-tokens"], 20);
}

#[test]
fn figures_of_chunks() {
    let home = directory("stats");
    let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. Dogs travel free. Cats do not.";
    fs::write(home.join("a.txt"), text).unwrap();
    fs::write(home.join("b.txt"), text).unwrap();
    let mut pages = Vec::new();
    for file in ["c.jsonl", "c.json", "c.csv", "c.parquet", "c.arrow", "c.arrows"] {
        let made = kawara(
            &home,
            &[
                "chunk",
                "a.txt",
                "b.txt",
                "-q",
                "-o",
                file,
                "--set",
                "budget.max-tokens=15",
                "--set",
                "units.overlap=2",
            ],
            b"",
        );
        assert_eq!(made.code, 0, "{}", made.err);
        let page = kawara(&home, &["stats", file, "--max-tokens", "15"], b"");
        assert_eq!(page.code, 0, "{file}: {}", page.err);
        let json = kawara(&home, &["stats", file, "--json"], b"");
        pages.push((page.out, serde_json::from_str::<Value>(&json.out).unwrap()));
    }
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:?}");
    let (page, json) = &pages[0];
    for line in
        ["of 2 documents", "tokens ", "of 15: ", "carry_reduced", "en  ", "with the text of one before"]
    {
        assert!(page.contains(line), "{line}: {page}");
    }
    let written = records(&fs::read_to_string(home.join("c.jsonl")).unwrap());
    assert_eq!(json["chunks"], written.len());
    let tokens: u64 = written.iter().map(|record| record["tokens"].as_u64().unwrap()).sum();
    assert_eq!(json["tokens"]["total"], tokens);
    assert_eq!(json["duplicates"]["texts"], written.len() / 2);
    let reduced = written.iter().filter(|record| record["asked"] == 2).count();
    assert_eq!(json["asked"]["2"], reduced);
    let piped = kawara(&home, &["stats", "-", "--json"], &fs::read(home.join("c.arrows")).unwrap());
    assert_eq!(serde_json::from_str::<Value>(&piped.out).unwrap(), *json);
    let broken = kawara(&home, &["stats", "-"], b"broken\n{\"id\":1}\n");
    assert_eq!(broken.code, 2, "{}", broken.err);
    let partly = kawara(&home, &["stats", "-"], b"{\"id\":1}\n");
    assert_eq!(partly.code, 1, "{}", partly.err);
    assert_eq!(kawara(&home, &["stats", "none.jsonl"], b"").code, 2);
}

/// Documents as JSON lines.
fn documents(range: std::ops::Range<usize>) -> String {
    range
        .map(|nth| format!("{{\"id\":\"{nth}\",\"text\":\"The pump {nth} stopped. Nobody noticed it.\"}}\n"))
        .collect()
}

/// A run that waits for its documents, in a directory where an older output lies.
struct Waiting {
    child: Child,
    home: PathBuf,
}

impl Waiting {
    fn start(name: &str) -> Self {
        let home = directory(name);
        fs::write(home.join("out.jsonl"), "old\n").unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_kawara"))
            .args(["chunk", "--documents", "-", "-q", "-o", "out.jsonl", "--set", "budget.counter=words"])
            .current_dir(&home)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        Self { child, home }
    }

    fn give(&mut self, documents: &str) {
        self.child.stdin.as_mut().unwrap().write_all(documents.as_bytes()).unwrap();
    }

    /// The bytes that lie beside the output's place.
    fn begun(&self) -> u64 {
        let files = fs::read_dir(&self.home).unwrap().map(|entry| entry.unwrap());
        let beside = files.filter(|entry| entry.file_name().to_string_lossy().ends_with(".partial"));
        beside.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
    }

    fn until(&mut self, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "it did not come so far: {:?}",
                names(&self.home)
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn kill(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        fs::read_to_string(self.home.join("out.jsonl")).unwrap()
    }
}

const DOCUMENTS: usize = 5000;

#[test]
fn whoever_is_killed_leaves_the_old_output_or_the_new_one() {
    let mut whole = Waiting::start("killed-never");
    whole.give(&documents(0..DOCUMENTS));
    drop(whole.child.stdin.take());
    assert!(whole.child.wait().unwrap().success());
    let new = fs::read_to_string(whole.home.join("out.jsonl")).unwrap();
    assert_eq!(new.lines().count(), DOCUMENTS);
    assert_eq!(names(&whole.home), ["out.jsonl"]);

    // In the middle: some of the output is on the disk, and more documents would come.
    for given in [DOCUMENTS / 4, DOCUMENTS / 2, DOCUMENTS] {
        let mut run = Waiting::start("killed-midway");
        run.give(&documents(0..given));
        run.until(|run| run.begun() > 0);
        assert_eq!(run.kill(), "old\n");
    }
    // At the end, where the file takes its place: whenever that is.
    let mut seen = Vec::new();
    for micros in [0, 200, 1000, 3000, 10_000, 30_000, 1_000_000] {
        let mut run = Waiting::start("killed-late");
        run.give(&documents(0..DOCUMENTS));
        run.until(|run| run.begun() > new.len() as u64 * 9 / 10);
        drop(run.child.stdin.take());
        std::thread::sleep(Duration::from_micros(micros));
        let left = run.kill();
        assert!(left == "old\n" || left == new, "neither: {} bytes", left.len());
        seen.push(left == new);
    }
    assert!(seen.last().unwrap(), "after a second it is done");
    // What a killed run left lying does not hinder the next, and is no document.
    let mut run = Waiting::start("killed-then");
    run.give(&documents(0..DOCUMENTS));
    run.until(|run| run.begun() > 0);
    let home = run.home.clone();
    run.kill();
    fs::write(home.join("a.txt"), "The pump stopped.").unwrap();
    fs::write(home.join("out.jsonl"), &new).unwrap();
    let next = kawara(&home, &["chunk", ".", "-o", "out.jsonl"], b"");
    assert_eq!(next.code, 0, "{}", next.err);
    assert!(next.err.contains("1 document, 1 chunk"), "{}", next.err);
}

#[test]
fn two_runs_into_one_file_do_not_mix() {
    let mut one = Waiting::start("two-runs");
    one.give(&documents(0..DOCUMENTS));
    one.until(|run| run.begun() > 0);
    let other = kawara(
        &one.home,
        &["chunk", "--documents", "-", "-q", "-o", "out.jsonl", "--set", "budget.counter=words"],
        documents(0..3).as_bytes(),
    );
    assert_eq!(other.code, 0, "{}", other.err);
    assert_eq!(fs::read_to_string(one.home.join("out.jsonl")).unwrap().lines().count(), 3);
    drop(one.child.stdin.take());
    assert!(one.child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(one.home.join("out.jsonl")).unwrap().lines().count(), DOCUMENTS);
    assert_eq!(names(&one.home), ["out.jsonl"]);
}

//! `kawara sweep --modes`, with an embedder that is a program.

#![cfg(feature = "embed")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Outcome, directory, kawara_with};
use serde_json::{Value, json};

/// Counts letters: of a text, and of each token where it is started with `pools`.
const PROGRAM: &str = r#"
import json, sys

def letters(words):
    vector = [0.01] * 26
    for word, weight in words:
        for letter in word.lower():
            if "a" <= letter <= "z":
                vector[ord(letter) - 97] += weight
    return vector

def answer(request):
    if "about" in request:
        return {"name": "letters", "version": "1", "pools": "pools" in sys.argv}
    if "texts" in request:
        return {"vectors": [letters((word, 1) for word in text.split()) for text in request["texts"]]}
    words = request["pool"]["text"].split()
    if len(words) != request["pool"]["tokens"]:
        sys.exit("another tokenizer")
    rows = lambda chunk: ((words[row], weight) for start, end, weight in chunk for row in range(start, end))
    return {"vectors": [letters(rows(chunk)) for chunk in request["pool"]["chunks"]]}

for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
"#;

const POLICY: &str = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 24\n[units]\noverlap = 0\n";

fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no python3");
    }
    found
}

/// Four documents of nine sentences, and of each the sentences in threes as evidence.
fn home(name: &str) -> PathBuf {
    let home = directory(name);
    fs::create_dir(home.join("docs")).unwrap();
    fs::write(home.join("embedder.py"), PROGRAM).unwrap();
    fs::write(home.join("docs/kawara.toml"), POLICY).unwrap();
    let mut questions = String::new();
    for nth in 0..4 {
        let about = ["zebra", "quail", "ibex"];
        let sentences: Vec<String> = (0..9)
            .map(|at| format!("On day {nth}{at} the {} ate some more of the hay.", about[at / 3]))
            .collect();
        fs::write(home.join(format!("docs/d{nth}.txt")), sentences.join(" ")).unwrap();
        for (third, animal) in about.iter().enumerate() {
            let text = sentences[3 * third..3 * third + 3].join(" ");
            let start: usize = sentences[..3 * third].iter().map(|sentence| sentence.len() + 1).sum();
            questions += &json!({
                "id": format!("{nth}-{animal}"),
                "doc_id": format!("d{nth}.txt"),
                "question": format!("What did the {animal} do on day {nth}?"),
                "evidence": [{ "start": start, "end": start + text.len(), "text": text }],
            })
            .to_string();
            questions.push('\n');
        }
    }
    fs::write(home.join("questions.jsonl"), questions).unwrap();
    home
}

fn sweep(home: &Path, words: &[&str]) -> Outcome {
    let caches = home.join("caches");
    let variables =
        [("XDG_CACHE_HOME", caches.to_str().unwrap()), ("XDG_CONFIG_HOME", home.to_str().unwrap())];
    kawara_with(home, &variables, &[&["sweep", "questions.jsonl", "docs", "-k", "1"], words].concat(), b"")
}

const POOLS: &str = "letters=python3 embedder.py pools";

#[test]
fn all_modes_are_compared_on_one_plan() {
    if !has_python() {
        return;
    }
    let home = home("modes-all");
    let all = ["--modes", "all", "--embedder", POOLS, "--late-limit", "200"];
    let outcome = sweep(&home, &[&all[..], &["--json", "--csv", "out.csv", "--html", "out.html"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(
        outcome.err.contains("without the mode `contextual`: name contexts with --context-from"),
        "{}",
        outcome.err
    );
    let value: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!((&value["embedder"], &value["retriever"]), (&json!("letters 1"), &json!("bm25")));
    let points = value["points"].as_array().unwrap();
    let modes: Vec<&str> = points.iter().map(|it| it["point"]["mode"].as_str().unwrap()).collect();
    assert_eq!(modes, ["words", "text", "chunk", "late", "late-soft", "semantic", "parent"]);
    for point in points {
        let mode = &point["point"]["mode"];
        assert_eq!(point["cost"]["embedded"].is_null(), mode == "words", "{mode}");
        assert!(point["all"]["served"]["hit"].is_number(), "{mode}");
    }
    assert_eq!(points[5]["changes"], json!(["semantic.embedder=\"letters\""]));
    assert_eq!(points[6]["changes"], json!(["budget.max-tokens=24", "tiling.parents=[96]"]));
    assert!(
        value["advice"].as_array().unwrap().is_empty(),
        "modes are compared, and no carry is recommended"
    );
    let csv = fs::read_to_string(home.join("out.csv")).unwrap();
    let widths: Vec<usize> = csv.lines().take(2).map(|line| line.split(',').count()).collect();
    assert_eq!(widths[0], widths[1], "{csv}");
    assert!(csv.starts_with("policy,strategy,size,carry,window_overlap,wider,mode,"), "{csv}");
    assert!(fs::read_to_string(home.join("out.html")).unwrap().contains("boundary recall@1"));

    // With vectors at hand nothing is asked, and the same is said.
    fs::write(home.join("embedder.py"), PROGRAM.replace("if \"texts\" in request", "if sys.exit(\"asked\")"))
        .unwrap();
    let again = sweep(&home, &[&all[..], &["--json"]].concat());
    assert_eq!((again.code, again.out), (0, outcome.out), "{}", again.err);

    let table = sweep(&home, &all);
    for what in ["embedded", "boundary recall", "by bm25, and by vectors of letters 1", "late-soft"] {
        assert!(table.out.contains(what), "{}", table.out);
    }
}

#[test]
fn contexts_are_for_their_mode() {
    if !has_python() {
        return;
    }
    let home = home("modes-contexts");
    fs::write(home.join("contexts.jsonl"), "").unwrap();
    let outcome = kawara_with(&home, &[], &["chunk", "docs"], b"");
    let contexts: Vec<String> = common::records(&outcome.out)
        .iter()
        .map(|chunk| json!({ "id": chunk["id"], "context": "Of the farm." }).to_string())
        .collect();
    fs::write(home.join("contexts.jsonl"), contexts.join("\n")).unwrap();
    let words = ["--embedder", POOLS, "--context-from", "contexts.jsonl", "--json", "--modes"];
    let outcome = sweep(&home, &[&words[..], &["chunk,contextual"]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let value: Value = serde_json::from_str(&outcome.out).unwrap();
    let tokens = |nth: usize| value["points"][nth]["cost"]["embedded"]["tokens"].as_u64().unwrap();
    assert!(tokens(1) > tokens(0));
    let outcome = sweep(&home, &[&words[..], &["chunk"]].concat());
    assert!(outcome.err.contains("--context-from changes nothing"), "{}", outcome.err);
}

#[test]
fn what_a_mode_lacks_is_said_before_anything_is_cut() {
    if !has_python() {
        return;
    }
    let home = home("modes-lack");
    let plain = "letters=python3 embedder.py";
    for (words, what) in [
        (&["--modes", "chunk"][..], "define one with --embedder"),
        (&["--modes", "lat"], "there is no mode `lat`; there are words, text"),
        (&["--modes", "late", "--embedder", plain], "none of its tokens"),
        (&["--modes", "late", "--embedder", POOLS], "say the limit"),
        (&["--modes", "contextual", "--embedder", POOLS], "name contexts with --context-from"),
        (&["--modes", "words", "--retriever", "none"], "--retriever none finds nothing"),
        (
            &["--modes", "chunk", "--embedder", POOLS, "--embedder", "b=python3 embedder.py"],
            "choose one with --vectors",
        ),
        (&["--modes", "chunk", "--embedder", POOLS, "--vectors", "c"], "`c`"),
        (&["--modes", "chunk", "--embedder", POOLS, "--resume", "store"], "--resume"),
        (&["--vectors", "letters", "--embedder", POOLS], "--modes"),
        (&["--modes", "chunk", "--embedder", "letters=python3 nowhere.py"], "nowhere.py"),
    ] {
        let outcome = sweep(&home, words);
        assert_eq!(outcome.code, 2, "{words:?}: {}", outcome.err);
        assert!(outcome.err.contains(what), "{words:?}: {}", outcome.err);
    }
    let outcome = sweep(&home, &["--modes", "all", "--embedder", plain, "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.err.contains("without the mode `late`"), "{}", outcome.err);
}

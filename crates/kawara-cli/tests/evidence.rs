//! `kawara evidence check`
//!
//! With `KAWARA_BLESS=1` pages are written to `evidence/` instead of compared; look at the difference before keeping it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Outcome, corpus, directory, kawara, kawara_with};
use serde_json::{Value, json};

fn check(home: &Path, words: &[&str]) -> Outcome {
    kawara(home, &[&["evidence", "check"], words].concat(), b"")
}

fn as_json(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", outcome.out, outcome.err))
}

/// Held against what is written down.
fn golden(name: &str, page: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/evidence").join(name);
    if std::env::var_os("KAWARA_BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, page).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == page, "{name} is written otherwise than it was:\n{page}");
}

/// The questions of the example corpus, in four languages. A change of cuts shows here.
#[test]
fn the_example_corpus_is_checked() {
    let home = corpus("evidence-corpus");
    let outcome = check(&home, &["questions.jsonl", ".", "--retriever", "bm25", "--questions", "all"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    golden("corpus.txt", &outcome.out);
    assert!(
        outcome.err.contains(
            "questions.jsonl: 1 passage differs from the source in white space alone: taken for the same"
        ),
        "{}",
        outcome.err
    );
    let one =
        check(&home, &["questions.jsonl", ".", "--retriever", "bm25", "--jobs", "1", "--questions", "all"]);
    assert_eq!(one.out, outcome.out, "however many threads");
    // The questions are no document, even where nothing says so.
    fs::remove_file(home.join(".ignore")).unwrap();
    let again = check(&home, &["questions.jsonl", ".", "--retriever", "bm25", "--questions", "all"]);
    assert_eq!(again.out, outcome.out);
}

#[test]
fn a_program_gets_all_of_it() {
    let home = corpus("evidence-json");
    let words =
        ["questions.jsonl", ".", "--retriever", "bm25", "--k", "3", "--served-tokens", "500", "--json"];
    let json = as_json(&check(&home, &words));
    assert_eq!(json["verdict"], json!({"passed": true, "not_met": []}));
    assert_eq!(json["all"]["questions"], 20);
    assert_eq!(json["questions"].as_array().unwrap().len(), 20);
    assert_eq!((&json["offsets"], &json["retriever"]), (&json!("characters"), &json!("bm25")));
    let covered = json["questions"].as_array().unwrap().iter().filter(|q| q["verdict"] == "covered").count();
    assert_eq!(json["all"]["covered"], covered);
    assert_eq!(json["metrics"]["coverage"], json["all"]["coverage"]);
    for name in ["hit@3", "rrr@3", "effective_redundancy", "straddle_coverage"] {
        assert!(json["metrics"][name].is_number(), "{name}: {}", json["metrics"]);
    }
    let names = |groups: &str| -> Vec<String> {
        let groups = json[groups].as_array().unwrap().iter();
        groups.map(|group| group["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("classes"), ["broad", "narrow"]);
    assert_eq!(names("languages"), ["en", "ja", "th", "zh"]);
    assert_eq!(json["wider"].as_array().unwrap().len(), 5);
    // Ids are those of the chunks.
    let chunks = kawara(&home, &["chunk", ".", "-q"], b"").out;
    for question in json["questions"].as_array().unwrap() {
        for id in question["chunks"].as_array().unwrap() {
            assert!(chunks.contains(id.as_str().unwrap()), "{question}");
        }
    }
}

/// A corpus of one document in which a cut lies behind every second sentence.
fn pumps(name: &str) -> PathBuf {
    let home = directory(name);
    let text: String = (0..8).map(|nth| format!("Pump{nth} runs well. ")).collect();
    fs::write(home.join("pumps.txt"), text).unwrap();
    let policy = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 6\nmin-tokens = 0\n[units]\noverlap = 0\n[tiling]\nstability = \"size\"\n";
    fs::write(home.join("kawara.toml"), policy).unwrap();
    home
}

fn ask(home: &Path, questions: &[Value]) {
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    fs::write(home.join("q.jsonl"), lines).unwrap();
}

#[test]
fn thresholds_set_the_exit_code() {
    let home = pumps("evidence-thresholds");
    ask(
        &home,
        &[
            json!({"id": 1, "doc_id": "pumps.txt", "evidence": ["Pump0 runs well. Pump1"]}),
            json!({"id": 2, "doc_id": "pumps.txt", "evidence": ["Pump1 runs well. Pump2"]}),
        ],
    );
    for (words, code, first) in [
        (
            &[][..],
            0,
            "1 of 2 questions find their evidence whole in one chunk (50.0 %), with 0.0 % more tokens",
        ),
        (&["--min-coverage", "0.5"], 0, "Passed: 1 of 2 questions"),
        (
            &["--min-coverage", "51%"],
            1,
            "Not passed: coverage is 50.0 %, under the 51.0 % of --min-coverage.",
        ),
        (&["--min-coverage", "51 %", "--set", "units.overlap=1"], 0, "Passed: 2 of 2 questions"),
        (
            &["--max-redundancy", "20%", "--set", "units.overlap=1"],
            1,
            "Not passed: redundancy is 75.0 %, over the 20.0 %",
        ),
        (&["--max-redundancy", "0.75", "--set", "units.overlap=1"], 0, "Passed: 2 of 2 questions"),
    ] {
        let outcome = check(&home, &[&["q.jsonl", "pumps.txt"], words].concat());
        assert_eq!(outcome.code, code, "{words:?}: {}{}", outcome.out, outcome.err);
        assert!(outcome.out.starts_with(first), "{words:?}: {}", outcome.out);
        let json = as_json(&check(&home, &[&["q.jsonl", "pumps.txt", "--json"], words].concat()));
        assert_eq!(json["verdict"]["passed"], code == 0, "{words:?}");
    }
    for words in
        [&["--min-coverage", "2"][..], &["--max-redundancy", "-1"], &["--min-coverage", "x%"], &["--k", "0"]]
    {
        assert_eq!(check(&home, &[&["q.jsonl", "pumps.txt"], words].concat()).code, 2, "{words:?}");
    }
}

#[test]
fn a_baseline_is_chosen() {
    let home = pumps("evidence-baseline");
    ask(&home, &[json!({"id": 1, "doc_id": "pumps.txt", "evidence": ["Pump1 runs well. Pump2"]})]);
    let words = ["q.jsonl", "pumps.txt", "--set", "units.overlap=1"];
    let plain = as_json(&check(&home, &[&words[..], &["--json"]].concat()));
    assert_eq!(
        (&plain["all"]["baseline_broken"], &plain["all"]["straddle_coverage"]),
        (&json!(1), &json!(1.0))
    );
    let none = as_json(&check(&home, &[&words[..], &["--json", "--baseline", "none"]].concat()));
    assert_eq!(none["all"]["baseline_broken"], Value::Null);
    fs::write(home.join("wide.toml"), "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 30\n")
        .unwrap();
    let other = as_json(&check(&home, &[&words[..], &["--json", "--baseline", "wide.toml"]].concat()));
    assert_eq!(other["all"]["baseline_broken"], 0);
    let wrong = check(&home, &[&words[..], &["--baseline", "lost.toml"]].concat());
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("lost.toml"), "{}", wrong.err);
    // A platform that locks its overlap has a baseline too.
    fs::write(home.join("base.toml"), "policy = 1\nlock = [\"units.overlap\"]\n[units]\noverlap = 1\n")
        .unwrap();
    let sized = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 6\nmin-tokens = 0\n[tiling]\nstability = \"size\"\n";
    fs::write(home.join("sized.toml"), sized).unwrap();
    let locked = kawara_with(
        &home,
        &[("KAWARA_BASE_POLICY", "base.toml")],
        &["evidence", "check", "q.jsonl", "pumps.txt", "--policy", "sized.toml", "--json"],
        b"",
    );
    assert_eq!(as_json(&locked)["all"]["straddle_coverage"], 1.0, "{}", locked.err);
}

#[test]
fn evidence_that_is_nowhere_is_found_out() {
    let home = pumps("evidence-missing");
    fs::write(home.join("broken.txt"), b"\xff\xfe\xff").unwrap();
    ask(
        &home,
        &[
            json!({"id": "gone", "doc_id": "pumps.txt", "class": "narrow", "evidence": ["Pump0 runs badly."]}),
            json!({"id": "unread", "class": "broad", "doc_id": "broken.txt", "evidence": ["Pump0"]}),
            json!({"id": "there", "doc_id": "pumps.txt", "evidence": ["Pump0"]}),
        ],
    );
    let outcome = check(&home, &["q.jsonl", "pumps.txt", "broken.txt"]);
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    golden("missing.txt", &outcome.out);
    assert!(outcome.err.contains("error: broken.txt: not UTF-8"), "{}", outcome.err);
}

#[test]
fn mistakes_of_questions_are_told_all_at_once() {
    let home = pumps("evidence-mistakes");
    ask(
        &home,
        &[
            json!({"id": 1, "doc_id": "pump.txt", "evidence": ["Pump0"]}),
            json!({"id": 2, "doc_id": "pumps.txt", "evidence": ["runs well."]}),
            json!({"id": 3, "doc_id": "pumps.txt", "evidence": [{"start": 3, "end": 9, "text": "Pump3"}]}),
            json!({"id": 4, "doc_id": "pumps.txt", "evidence": []}),
            json!({"id": 4, "doc_id": "pumps.txt", "evidence": ["Pump0"]}),
        ],
    );
    let outcome = check(&home, &["q.jsonl", "pumps.txt"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    golden("mistakes.txt", &outcome.err);
    fs::write(home.join("q.jsonl"), "\n").unwrap();
    let empty = check(&home, &["q.jsonl", "pumps.txt"]);
    assert!(empty.code == 2 && empty.err.contains("there are no questions in q.jsonl"), "{}", empty.err);
    let lost = check(&home, &["lost.jsonl", "pumps.txt"]);
    assert!(lost.code == 2 && lost.err.contains("cannot read lost.jsonl"), "{}", lost.err);
    let folder = check(&home, &[".", "pumps.txt"]);
    assert!(folder.code == 2 && folder.err.contains("is a directory"), "{}", folder.err);
    let twice = check(&home, &["-", "-"]);
    assert!(twice.code == 2 && twice.err.contains("only once"), "{}", twice.err);
    let retriever = check(&home, &["q.jsonl", "pumps.txt", "--retriever", "bm52"]);
    assert!(retriever.code == 2 && retriever.err.contains("there are bm25, bm25:packs"), "{}", retriever.err);
}

/// Chunks of a file are judged as those that are cut; of others' chunks it is said what cutting by units would do.
#[test]
fn chunks_of_a_file_are_checked_too() {
    let home = corpus("evidence-chunks");
    let cut = as_json(&check(&home, &["questions.jsonl", ".", "--json"]));
    let chunks = kawara(&home, &["chunk", ".", "-q", "-o", "chunks.jsonl"], b"");
    assert_eq!(chunks.code, 0, "{}", chunks.err);
    let outcome = check(&home, &["questions.jsonl", ".", "--chunks", "chunks.jsonl", "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let given = as_json(&outcome);
    for what in ["coverage", "newly_broken", "straddle_coverage", "unfittable"] {
        assert_eq!(given["all"][what], cut["all"][what], "{what}");
    }
    assert_eq!(given["effective_redundancy"], cut["effective_redundancy"]);
    assert_eq!(given["questions"][0]["chunks"], cut["questions"][0]["chunks"]);

    let home = pumps("evidence-torn");
    ask(&home, &[json!({"id": 1, "doc_id": "pumps.txt", "evidence": ["Pump0 runs well."]})]);
    let torn =
        json!([{"id": "x", "text": "Pump0 runs"}, {"id": "y", "text": "well. Pump1"}, {"text": "Zebra."}, 7]);
    fs::write(home.join("chunks.json"), torn.to_string()).unwrap();
    let outcome = check(&home, &["q.jsonl", "pumps.txt", "--chunks", "chunks.json"]);
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    assert!(outcome.err.contains("1 chunk stands nowhere"), "{}", outcome.err);
    assert!(outcome.err.contains("error: chunks.json:1"), "{}", outcome.err);
    assert!(outcome.out.contains("between x and y; cutting between units keeps it whole"), "{}", outcome.out);
}

#[test]
fn questions_may_come_through_a_pipe() {
    let home = pumps("evidence-pipe");
    let questions = json!([{"doc_id": "pumps.txt", "evidence": "Pump0"}]).to_string();
    let outcome = kawara(&home, &["evidence", "check", "-", "pumps.txt", "--json"], questions.as_bytes());
    assert_eq!((outcome.code, &as_json(&outcome)["all"]["covered"]), (0, &json!(1)), "{}", outcome.err);
    let documents = json!({"id": 7, "text": "Pump0 runs."}).to_string();
    fs::write(home.join("q.jsonl"), json!({"doc_id": 7, "evidence": "Pump0"}).to_string()).unwrap();
    let outcome =
        kawara(&home, &["evidence", "check", "q.jsonl", "--documents", "-", "--json"], documents.as_bytes());
    assert_eq!((outcome.code, &as_json(&outcome)["all"]["covered"]), (0, &json!(1)), "{}", outcome.err);
}

/// A name that comes from anywhere does nothing to the terminal.
#[test]
fn nothing_in_a_question_acts_upon_the_terminal() {
    let home = pumps("evidence-hostile");
    ask(
        &home,
        &[
            json!({"id": "\u{1b}[31m", "class": "\u{1b}[2J", "question": "\u{1b}]0;x\u{7}", "doc_id": "pumps.txt", "evidence": ["Pump9 \u{1b}[5m"]}),
        ],
    );
    let outcome = check(&home, &["q.jsonl", "pumps.txt"]);
    assert_eq!(outcome.code, 1);
    let stray = |c: char| c.is_control() && c != '\n';
    assert!(!outcome.out.contains(stray) && !outcome.err.contains(stray), "{:?}", outcome.out);
}

/// Vectors of all chunks: how far apart those are that share a unit, beside those that do not.
#[test]
fn the_drift_of_carried_units_is_told() {
    let home = pumps("evidence-drift");
    ask(&home, &[json!({"id": 1, "doc_id": "pumps.txt", "evidence": ["Pump1 runs well. Pump2"]})]);
    let words = ["--set", "units.overlap=1"];
    let cut = kawara(&home, &[&["chunk", "pumps.txt", "-q"], &words[..]].concat(), b"");
    let ids: Vec<String> = cut
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(ids.len() > 3, "{}{}", cut.out, cut.err);
    let vector = |nth: usize| json!(if nth.is_multiple_of(2) { [3, 4] } else { [4, 3] });
    let line = |id: &str, vector: &Value| format!("{}\n", json!({"id": id, "vector": vector}));
    let all: String = ids.iter().enumerate().map(|(nth, id)| line(id, &vector(nth))).collect();
    let run = |vectors: &str, more: &[&str]| {
        fs::write(home.join("v.jsonl"), vectors).unwrap();
        check(&home, &[&["q.jsonl", "pumps.txt", "--vectors", "v.jsonl"], &words[..], more].concat())
    };

    let json = as_json(&run(&all, &["--json"]));
    let drift = &json["drift"];
    assert_eq!(drift["carried"]["pairs"], ids.len() - 1, "{drift}");
    assert!((drift["carried"]["distance"].as_f64().unwrap() - 0.04).abs() < 1e-6, "{drift}");
    assert_eq!((&drift["apart"]["pairs"], &drift["drift"]), (&json!(0), &Value::Null));
    let table = run(&all, &[]);
    assert_eq!(table.code, 0, "{}", table.err);
    let row = table.out.lines().find(|line| line.starts_with("with carried units")).unwrap();
    assert_eq!(row.split_whitespace().last(), Some("0.040"), "{}", table.out);
    let plain = as_json(&check(&home, &["q.jsonl", "pumps.txt", "--json"]));
    assert_eq!(plain["drift"], Value::Null);

    let stranger = run(&(all.clone() + &line("stranger", &vector(0))), &[]);
    assert_eq!(stranger.code, 0, "{}", stranger.err);
    assert!(
        stranger.err.contains("v.jsonl: 1 vector is of no chunk of these documents: stranger"),
        "{}",
        stranger.err
    );

    let first = line(&ids[0], &vector(0));
    let second = |vector: &str| format!("{first}{{\"id\": \"{}\", \"vector\": {vector}}}\n", ids[1]);
    let count = format!("{} chunks of {} have no vector in v.jsonl: ", ids.len() - 1, ids.len());
    for (vectors, what) in [
        (first.clone(), count.as_str()),
        (second("[1, 2, 3]"), "v.jsonl:2: a vector of 3 numbers, and those before have 2"),
        (second("[1, NaN]"), "v.jsonl:2: a vector with NaN in it"),
        (second("[0, 0]"), "v.jsonl:2: a vector without length"),
        (format!("{first}{first}"), "v.jsonl:2: the id "),
        (String::new(), "have no vector in v.jsonl"),
    ] {
        let outcome = run(&vectors, &[]);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{vectors}");
        assert!(outcome.err.contains(what), "{what}: {}", outcome.err);
    }
    assert!(run(&first, &[]).err.contains(&ids[1]), "those without are named");
    let lost = check(&home, &["q.jsonl", "pumps.txt", "--vectors", "lost.jsonl"]);
    assert!(lost.code == 2 && lost.err.contains("cannot read lost.jsonl"), "{}", lost.err);
    let both = run(&all, &["--chunks", "v.jsonl"]);
    assert!(both.code == 2 && both.err.contains("cannot be used with"), "{}", both.err);
}

/// An empty question was asked, and counts.
#[test]
fn an_empty_question_is_told() {
    let home = pumps("evidence-empty");
    let lines = [
        json!({"id": 1, "doc_id": "pumps.txt", "question": "", "evidence": ["Pump0"]}),
        json!({"id": 2, "doc_id": "pumps.txt", "evidence": ["Pump0"]}),
        json!({"id": 3, "doc_id": "pumps.txt", "question": "Pump0?", "evidence": ["Pump0"]}),
    ];
    ask(&home, &lines);
    let outcome = check(&home, &["q.jsonl", "pumps.txt", "--retriever", "bm25", "--json"]);
    assert_eq!(as_json(&outcome)["metrics"]["hit@1"], 0.5, "{}", outcome.out);
    assert!(outcome.err.contains("1 question is empty: nothing is found for that"), "{}", outcome.err);
    assert!(outcome.err.contains("1 question is not written down"), "{}", outcome.err);
}

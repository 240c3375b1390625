//! `kawara measure` and `kawara cost` as a user meets them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;

use common::{corpus, directory, kawara, kawara_with};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Two documents with a policy of their own that counts words.
fn words(name: &str) -> std::path::PathBuf {
    let home = directory(name);
    let policy = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 20\n[units]\noverlap = 1\n[context]\nprepend = []\n";
    fs::write(home.join("kawara.toml"), policy).unwrap();
    fs::write(home.join("a.txt"), "One two three. Four five. Six seven eight nine. Ten.").unwrap();
    fs::write(home.join("b.txt"), "He came. However, nobody saw him.").unwrap();
    home
}

#[test]
fn units_are_measured_by_hand_and_by_the_command_alike() {
    let home = words("measure-words");
    let outcome = kawara(&home, &["measure", ".", "--json"], b"");
    assert_eq!((outcome.code, outcome.err.contains("warning")), (0, false), "{}", outcome.err);
    let measured = json(&outcome.out);
    assert_eq!((measured["documents"].as_u64(), measured["failed"].as_u64()), (Some(2), Some(0)));
    let [group] = &measured["groups"].as_array().unwrap()[..] else { panic!("{measured}") };
    assert_eq!(
        (group["language"].as_str(), group["unit"].as_str(), group["carry"].as_u64()),
        (Some("en"), Some("sentence"), Some(1))
    );
    assert_eq!((group["documents"].as_u64(), group["units"].as_u64()), (Some(2), Some(6)));
    // Words: 3 2 4 1 and 2 4; characters: 14 10 21 4 and 8 24.
    assert_eq!((&group["tokens"]["p50"], &group["tokens"]["p90"]), (&2.into(), &4.into()));
    assert_eq!((&group["characters"]["p50"], &group["characters"]["p99"]), (&10.into(), &24.into()));
    assert!((group["tokens_per_character"].as_f64().unwrap() - 16.0 / 81.0).abs() < 1e-12);
    assert_eq!(group["leaning_share"].as_f64(), Some(2.0 / 6.0), "He, However");
    let counts: Vec<u64> =
        group["consecutive"].as_array().unwrap().iter().map(|one| one["count"].as_u64().unwrap()).collect();
    assert_eq!(counts, [6, 4, 2, 1], "none goes from one document into the next");
    assert_eq!(group["consecutive"][1]["p95"].as_u64(), Some(6), "of 5 6 5 6");
    assert_eq!((group["least_size"].as_u64(), group["exceeds_budget"].as_bool()), (Some(6), Some(false)));
    assert_eq!(
        (group["tenth"]["tokens"].as_u64(), group["tenth"]["whole_unit_share"].as_f64()),
        (Some(2), None),
        "both fit a chunk"
    );
    let mean = 16.0 / 6.0;
    assert!((group["tenth"]["units"].as_f64().unwrap() - 2.0 / mean).abs() < 1e-12);
}

#[test]
fn a_budget_that_two_units_do_not_fit_is_warned_of() {
    let home = words("measure-small");
    let outcome = kawara(&home, &["measure", ".", "--set", "budget.max-tokens=5", "-q"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let said = "warning: en sentences in text/plain: 2 of 4 stretches of 2 do not fit the budget of 5 tokens, so that fewer than 1 are carried; 95 of 100 fit 6\n";
    assert_eq!(outcome.err, said);
    let enough = kawara(&home, &["measure", ".", "--set", "budget.max-tokens=6", "-q"], b"");
    assert_eq!(enough.err, "");
}

#[test]
fn what_is_carried_nowhere_stands_apart() {
    let home = corpus("measure-kinds");
    let outcome = kawara(&home, &["measure", ".", "--json"], b"");
    let measured = json(&outcome.out);
    let groups = measured["groups"].as_array().unwrap();
    let find = |unit: &str| groups.iter().find(|group| group["unit"] == unit && group["language"] == "en");
    for unit in ["heading", "row", "code"] {
        let group = find(unit).unwrap_or_else(|| panic!("no {unit}"));
        assert_eq!((group["carry"].as_u64(), group["leaning_share"].as_f64()), (Some(0), None), "{unit}");
    }
    let zh = groups.iter().find(|group| group["unit"] == "sentence" && group["language"] == "zh").unwrap();
    assert_eq!(zh["carry"].as_u64(), Some(2), "as its policy says");
    let table = kawara(&home, &["measure", "."], b"").out;
    assert!(table.lines().any(|line| line.starts_with("zh text/markdown sentence ")), "{table}");
    assert_eq!(
        table.matches("heading").count(),
        groups.iter().filter(|group| group["unit"] == "heading").count(),
        "{table}"
    );
}

#[test]
fn the_page_is_one_file_and_the_same_every_time() {
    let home = words("measure-page");
    let page = |jobs: &str| {
        let outcome =
            kawara(&home, &["measure", "a.txt", "b.txt", "--html", "page.html", "-q", "-j", jobs], b"");
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
        let page = fs::read_to_string(home.join("page.html")).unwrap();
        page.replace(&format!("-j {jobs}"), "")
    };
    let one = page("1");
    assert_eq!(one, page("4"));
    for what in ["kawara measure a.txt b.txt --html page.html", "budget of 20", "en sentences in text/plain"]
    {
        assert!(one.contains(what), "no {what}");
    }
    assert!(!one.contains("http://") && !one.contains("https://"));
}

#[test]
fn mistakes_in_inputs_are_named() {
    let home = words("measure-mistakes");
    fs::write(home.join("bad.txt"), b"\xff\xfe\x00\xd8").unwrap();
    for command in ["measure", "cost"] {
        let outcome = kawara(&home, &[command, "."], b"");
        assert_eq!(outcome.code, 1, "{}", outcome.err);
        assert!(outcome.err.contains("bad.txt: "), "{}", outcome.err);
        assert!(!outcome.out.is_empty(), "the others are measured");
        let nothing = kawara(&home, &[command], b"");
        assert_eq!(nothing.code, 2);
        assert!(nothing.err.contains("name files or directories"), "{}", nothing.err);
        let wrong = kawara(&home, &[command, "a.txt", "--set", "budget.max-tokns=5"], b"");
        assert_eq!(wrong.code, 2);
        assert!(wrong.err.contains("max-tokens"), "{}", wrong.err);
    }
    let over = kawara(&home, &["measure", "a.txt", "--html", "a.txt"], b"");
    assert_eq!((over.code, fs::read_to_string(home.join("a.txt")).unwrap().len()), (2, 52), "{}", over.err);
    let json = json(&kawara(&home, &["cost", ".", "--json"], b"").out);
    assert_eq!(json["policies"][0]["failed"].as_u64(), Some(1));
}

#[test]
fn a_cost_is_what_a_run_writes() {
    let home = corpus("cost-run");
    let chunks = kawara(&home, &["chunk", "."], b"");
    let rows: Vec<Value> = chunks.out.lines().map(json).collect();
    let sum = |rows: &[Value]| rows.iter().map(|row| row["tokens"].as_u64().unwrap()).sum::<u64>();
    let outcome =
        kawara(&home, &["cost", ".", "--json", "--rate", "2", "--dimensions", "10", "--bytes", "2"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let cost = &json(&outcome.out)["policies"][0];
    assert_eq!(cost["chunks"].as_u64(), Some(rows.len() as u64));
    assert_eq!(cost["stored_tokens"].as_u64(), Some(sum(&rows)));
    assert_eq!(cost["vector_bytes"].as_u64(), Some(rows.len() as u64 * 20));
    assert!((cost["price"]["amount"].as_f64().unwrap() - sum(&rows) as f64 * 2.0 / 1e6).abs() < 1e-12);
    let reduced =
        rows.iter().filter(|row| row["flags"].as_array().unwrap().contains(&"carry_reduced".into())).count();
    assert_eq!(cost["flags"]["carry_reduced"].as_u64(), Some(reduced as u64));
    // The line that a run ends with says the same.
    let redundancy = format!("redundancy {:+.1} %", cost["effective_redundancy"].as_f64().unwrap() * 100.0);
    assert!(chunks.err.contains(&redundancy), "{redundancy}: {}", chunks.err);
}

#[test]
fn policies_and_trials_stand_side_by_side() {
    let home = corpus("cost-ways");
    let words = [
        "cost",
        "docs",
        "--policy",
        "kawara:docs",
        "--policy",
        "kawara:narrative",
        "--try",
        "units.overlap=0",
        "--json",
    ];
    let outcome = kawara_with(&home, &[("KAWARA_POLICY", "kawara:logs")], &words, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let costs = json(&outcome.out);
    let costs = costs["policies"].as_array().unwrap();
    let names: Vec<(Option<&str>, Option<&str>)> =
        costs.iter().map(|cost| (cost["policy"].as_str(), cost["try"].as_str())).collect();
    let none = Some("units.overlap=0");
    let (docs, narrative) = (Some("kawara:docs"), Some("kawara:narrative"));
    assert_eq!(names, [(docs, None), (docs, none), (narrative, None), (narrative, none)]);
    let carrying = |nth: usize| costs[nth]["carrying"].as_u64().unwrap();
    assert!(carrying(0) > 0 && carrying(1) == 0 && carrying(3) == 0, "{costs:?}");
    assert!(costs[0]["stored_tokens"].as_u64() > costs[1]["stored_tokens"].as_u64());
    // One is enough for a policy that holds for all.
    let twice =
        kawara(&home, &["measure", "docs", "--policy", "kawara:docs", "--policy", "kawara:logs"], b"");
    assert_eq!(twice.code, 2, "{}", twice.err);
    let piped = kawara(&home, &["cost", "-", "--try", "units.overlap=0"], b"One. Two.");
    assert_eq!(piped.code, 2);
    assert!(piped.err.contains("standard input can be read only once"), "{}", piped.err);
    assert_eq!(kawara(&home, &["cost", "-"], b"One. Two.").code, 0);
    // What is said of several policies is said once.
    let useless = [
        "cost",
        "docs",
        "--set",
        "tiling.strategy='token-window'",
        "--set",
        "budget.min-tokens=9",
        "--try",
        "budget.max-tokens=99",
    ];
    let useless = kawara(&home, &useless, b"");
    assert_eq!((useless.code, useless.err.matches("means nothing").count()), (0, 1), "{}", useless.err);
}

#[test]
fn the_size_of_vectors_is_that_of_the_model_unless_it_is_said() {
    let home = words("cost-model");
    let bytes = |more: &[&str]| {
        let words = [&["cost", "b.txt", "--json"], more].concat();
        json(&kawara(&home, &words, b"").out)["policies"][0]["vector_bytes"].as_u64()
    };
    assert_eq!(bytes(&[]), None);
    assert_eq!(bytes(&["--model", "text-embedding-3-small"]), Some(1536 * 4));
    assert_eq!(
        bytes(&["--model", "text-embedding-3-small", "--dimensions", "512", "--bytes", "1"]),
        Some(512)
    );
    let two = "text-embedding-3-small,text-embedding-3-large";
    assert_eq!(bytes(&["--model", two]), Some((1536 + 3072) * 4), "a vector for each");
}

#[test]
fn windows_need_no_documents() {
    let home = directory("cost-windows");
    let windows = [
        "--window", "256", "--window", "256,10%", "--window", "256, 51", "--window", "256,50%", "--window",
        "256,25%",
    ];
    let outcome = kawara(&home, &[&["cost", "--tokens", "50000", "--json"], &windows[..]].concat(), b"");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let windows = json(&outcome.out);
    let counts: Vec<u64> =
        windows["windows"].as_array().unwrap().iter().map(|one| one["chunks"].as_u64().unwrap()).collect();
    assert_eq!(counts, [196, 217, 244, 390, 261]);
    assert!(
        (windows["windows"][4]["redundancy_of_long"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-12,
        "not 25 %"
    );
    for (wrong, says) in [
        (&["--window", "256,256", "--tokens", "9"][..], "never moves on"),
        (&["--window", "256,110%", "--tokens", "9"], "never moves on"),
        (&["--window", "0", "--tokens", "9"], "holds nothing"),
        (&["--window", "256,x", "--tokens", "9"], "write a window as 256"),
        (&["--window", "256"], "--tokens"),
        (&["--tokens", "9"], "--window"),
        (&["--window", "256", "--tokens", "9", "docs"], "cannot be used with"),
    ] {
        let outcome = kawara(&home, &[&["cost"], wrong].concat(), b"");
        assert_eq!(outcome.code, 2, "{wrong:?}");
        assert!(outcome.err.contains(says), "{wrong:?}: {}", outcome.err);
    }
}

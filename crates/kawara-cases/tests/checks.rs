//! Every check passes where it should and fails where it should, and universal ones need no asking.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use kawara_cases::{Case, Outcome, check};
use serde_json::{Value, json};

/// A case with these checks, on a text.
fn case(text: &str, settings: Value, checks: Value) -> Case {
    let mut all = json!({"counter": "chars", "max_tokens": 12, "overlap_units": 0});
    all.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    let case = json!({"id": "x", "kind": "x", "severity": "must", "content_type": "prose", "settings": all,
        "check": checks, "text": text});
    serde_json::from_value(case).unwrap()
}

/// The outcome with chunks at these byte ranges; units are the same ranges unless said.
fn cut(text: &str, ranges: &[(usize, usize)]) -> Value {
    let chunk = |&(start, end): &(usize, usize)| {
        let slice = text.get(start..end).unwrap_or_default();
        json!({"start": start, "end": end, "text": slice, "tokens": slice.chars().count(), "flags": []})
    };
    json!({"id": "x", "chunks": ranges.iter().map(chunk).collect::<Vec<_>>(), "units": ranges, "seconds": 0.5,
        "total_tokens": text.chars().count()})
}

fn faults(case: &Case, outcome: &Value) -> Vec<String> {
    check(case, &serde_json::from_value::<Outcome>(outcome.clone()).unwrap()).unwrap()
}

/// A check that holds of the first cut of the text and not of the second.
fn tells_apart(text: &str, checks: Value, right: &[(usize, usize)], wrong: &[(usize, usize)], fault: &str) {
    let case = case(text, json!({}), checks);
    assert_eq!(faults(&case, &cut(text, right)), Vec::<String>::new());
    assert_eq!(faults(&case, &cut(text, wrong)), [fault]);
}

#[test]
fn invariants_are_always_checked() {
    let text = "ab e\u{301}d";
    let case = case(text, json!({}), json!({}));
    assert_eq!(faults(&case, &cut(text, &[(0, 2), (3, 7)])), Vec::<String>::new());
    for (ranges, fault) in [
        (&[(0, 2)][..], "U-lost"),
        (&[(0, 2), (2, 3), (3, 7)], "U-empty"),
        (&[(0, 7), (3, 7)], "U-order/contained"),
        (&[(0, 4), (4, 7)], "U-grapheme"),
        (&[(0, 5), (5, 7)], "U-charboundary"),
    ] {
        assert_eq!(faults(&case, &cut(text, ranges)), [fault], "{ranges:?}");
    }
    let mut other = cut(text, &[(0, 7)]);
    other["chunks"][0]["text"] = json!("ab \u{fffd}");
    assert_eq!(faults(&case, &other), ["U-slice", "U-fffd"]);
}

#[test]
fn the_budget_has_one_exception() {
    let family = "👨\u{200d}👩\u{200d}👧";
    let case = case(family, json!({}), json!({"max_tokens": 3, "reported_tokens_exact": true}));
    let mut alone = cut(family, &[(0, family.len())]);
    assert_eq!(faults(&case, &alone), ["max_tokens"]);
    alone["chunks"][0]["flags"] = json!(["over_budget"]);
    assert_eq!(faults(&case, &alone), Vec::<String>::new());
    alone["chunks"][0]["context"] = json!("x\n");
    assert_eq!(faults(&case, &alone), ["max_tokens", "reported_tokens"]);
}

#[test]
fn tokens_are_counted_by_the_cases_own_counters() {
    for (counter, text, tokens) in [
        ("utf8_bytes", "水を", 6),
        ("test:chars_plus2", "水を", 4),
        ("test:truncating128", "one two\nthree", 3),
        ("cl100k_base", "<|endoftext|>", 7),
    ] {
        let case = case(text, json!({"counter": counter}), json!({"reported_tokens_exact": true}));
        let mut outcome = cut(text, &[(0, text.len())]);
        outcome["chunks"][0]["tokens"] = json!(tokens);
        assert_eq!(faults(&case, &outcome), Vec::<String>::new(), "{counter}");
        outcome["chunks"][0]["tokens"] = json!(tokens + 1);
        assert_eq!(faults(&case, &outcome), ["reported_tokens"], "{counter}");
    }
}

#[test]
fn edges() {
    let text = "one two. three four";
    let (between, within) = ([(0, 8), (9, 19)], [(0, 6), (6, 19)]);
    tells_apart(text, json!({"no_split_inside": ["two."]}), &between, &within, "no_split_inside:two.");
    tells_apart(text, json!({"no_split_inside_regex": "o.*?w."}), &between, &within, "no_split_inside_regex");
    tells_apart(text, json!({"words_whole": true}), &between, &within, "words_whole");
    let lines = "a 1\nb 2\n";
    tells_apart(lines, json!({"line_whole": "^a"}), &[(0, 3), (4, 7)], &[(0, 1), (2, 7)], "line_whole");
    tells_apart(lines, json!({"line_once": "^b"}), &[(0, 3), (4, 7)], &[(0, 5), (4, 7)], "line_once");
}

#[test]
fn content() {
    let text = "Go on. ok. Stop!";
    let (right, wrong) = ([(0, 10), (11, 16)], [(0, 6), (7, 16)]);
    tells_apart(text, json!({"no_chunk_starts_with": "[a-z]"}), &right, &wrong, "no_chunk_starts_with");
    tells_apart(text, json!({"no_chunk_ends_with": "on\\.$"}), &right, &wrong, "no_chunk_ends_with");
    tells_apart(text, json!({"no_chunk_matches": "ok.*Stop"}), &right, &wrong, "no_chunk_matches");
    tells_apart(text, json!({"each_chunk_starts_with": "[A-Z]"}), &right, &wrong, "each_chunk_starts_with");
    tells_apart(text, json!({"same_chunk": [["Go", "ok"]]}), &right, &wrong, "same_chunk:ok");
    tells_apart(text, json!({"not_same_chunk": [["ok", "Stop"]]}), &right, &wrong, "not_same_chunk");
    tells_apart(
        text,
        json!({"chunk_count": {"min": 1, "max": 2}}),
        &right,
        &[(0, 2), (3, 10), (11, 16)],
        "chunk_count=3",
    );
    let last = case("Go. On", json!({}), json!({"last_chunk_ends_with": "On"}));
    assert_eq!(faults(&last, &cut("Go. On", &[(0, 6)])), Vec::<String>::new());
    assert_eq!(faults(&last, &cut("Go. On", &[(0, 5)])), ["U-lost", "last_chunk_ends_with"]);
}

#[test]
fn context_and_flags() {
    let text = "# Tea\nBoil it.\nPour it.";
    let case = case(
        text,
        json!({}),
        json!({"embed_has_if": [{"if": "^Pour", "has": "Tea"}], "embed_lacks_if": [{"if": "^Pour", "has": "Coffee"}],
               "flags_if": [{"if": "Pour", "flag": "context_reduced"}]}),
    );
    let mut outcome = cut(text, &[(0, 14), (15, 23)]);
    assert_eq!(faults(&case, &outcome), ["embed_has_if:Tea", "flag:context_reduced"]);
    outcome["chunks"][1]["context"] = json!("Tea\n");
    outcome["chunks"][1]["flags"] = json!(["context_reduced"]);
    assert_eq!(faults(&case, &outcome), Vec::<String>::new());
    outcome["chunks"][1]["context"] = json!("Tea > Coffee\n");
    assert_eq!(faults(&case, &outcome), ["embed_lacks_if:Coffee"]);
    assert_eq!(
        faults(&case, &cut(text, &[(0, 5), (6, 23)])).first().unwrap(),
        "embed_has_if:Tea",
        "lines are looked at"
    );
}

#[test]
fn units() {
    let text = "Go. On. Up.";
    let (right, wrong) = ([(0, 3), (4, 7), (8, 11)], [(0, 6), (6, 11)]);
    tells_apart(
        text,
        json!({"units": ["Go.", "On.", "Up."]}),
        &right,
        &wrong,
        "units:[\"Go. On\", \". Up.\"]",
    );
    tells_apart(text, json!({"min_units": 3}), &right, &wrong, "min_units");
    tells_apart(text, json!({"no_unit_boundary_inside": ["On."]}), &right, &wrong, "unit_inside:On.");
}

#[test]
fn overlap_is_of_whole_units() {
    let text = "Go. On. Up. By.";
    let units = json!([[0, 4], [4, 8], [8, 12], [12, 15]]);
    let case = case(text, json!({"overlap_units": 1}), json!({"overlap": {"units": 1, "mode": "exact"}}));
    let verdict = |ranges: &[(usize, usize)], flag: &str| {
        let mut outcome = cut(text, ranges);
        outcome["units"] = units.clone();
        outcome["chunks"][1]["flags"] = json!([flag]);
        faults(&case, &outcome)
    };
    assert_eq!(verdict(&[(0, 11), (8, 15)], ""), Vec::<String>::new());
    assert_eq!(verdict(&[(0, 3), (4, 15)], ""), Vec::<String>::new(), "a whole chunk is never carried");
    assert_eq!(verdict(&[(0, 11), (12, 15)], ""), ["overlap:0 of 1"]);
    assert_eq!(verdict(&[(0, 11), (12, 15)], "carry_reduced"), Vec::<String>::new());
    assert_eq!(verdict(&[(0, 11), (4, 15)], ""), ["overlap:2 of 1"]);
    assert_eq!(verdict(&[(0, 11), (9, 15)], ""), ["overlap:not whole units"]);
    assert_eq!(verdict(&[(0, 10), (10, 15)], "forced_split"), ["overlap:cut inside a unit"], "the unit fits");

    let none = self::case(text, json!({}), json!({"overlap": {"units": 0}}));
    assert_eq!(faults(&none, &cut(text, &[(0, 11), (8, 15)])), ["overlap0"]);
}

#[test]
fn cost_and_errors() {
    let text = "Go.";
    let costly = case(
        text,
        json!({}),
        json!({"max_seconds": 1, "count_at_least": 3, "scale": {"n": [1, 2], "ratio_max": 3}}),
    );
    let mut outcome = cut(text, &[(0, 3)]);
    outcome["scale_ratio"] = json!(2.0);
    assert_eq!(faults(&costly, &outcome), Vec::<String>::new());
    (outcome["seconds"], outcome["total_tokens"], outcome["scale_ratio"]) =
        (json!(1.5), json!(2), json!(4.0));
    assert_eq!(faults(&costly, &outcome), ["slow 1.5s", "scale 4.0", "count_at_least"]);

    let failed = json!({"id": "x", "error": "the budget max-tokens is 0"});
    let required = case(text, json!({}), json!({"error_required": "MAX.?tokens"}));
    assert_eq!(faults(&required, &failed), Vec::<String>::new());
    assert_eq!(faults(&required, &json!({"id": "x", "error": "no"})), ["error_text"]);
    assert_eq!(faults(&required, &cut(text, &[(0, 3)])), ["error_required"]);
    assert_eq!(faults(&case(text, json!({}), json!({"error_allowed": "."})), &failed), Vec::<String>::new());
    assert_eq!(faults(&case(text, json!({}), json!({})), &failed), ["error:the budget max-tokens is 0"]);
}

#[test]
fn wrong_cases_are_errors() {
    let text = "Go.";
    let verdict = |checks: Value| {
        check(&case(text, json!({}), checks), &serde_json::from_value(cut(text, &[(0, 3)])).unwrap())
            .unwrap_err()
    };
    assert!(verdict(json!({"no_such_check": 1})).contains("no_such_check"));
    assert!(verdict(json!({"no_split_inside": ["Stop"]})).contains("Stop"));
    assert!(verdict(json!({"no_chunk_matches": "("})).contains("pattern"));
}

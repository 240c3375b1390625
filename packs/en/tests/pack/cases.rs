//! The project's own table of English cases.

use kawara_core::Grain;

#[test]
fn every_case_of_the_table() {
    let table = include_str!("../data/en-cases.jsonl");
    let mut failures = Vec::new();
    for line in table.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = case["text"].as_str().unwrap();
        let wanted: Vec<_> =
            case["units"].as_array().unwrap().iter().map(|unit| unit.as_str().unwrap()).collect();
        let blocks = if case["newline"] == "soft" { vec![text] } else { lines(text) };
        let found: Vec<_> =
            blocks.into_iter().flat_map(|block| super::pieces(block, Grain::Sentence)).collect();
        if found != wanted {
            failures.push(format!("{}: {found:?}, not {wanted:?}", case["id"]));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The lines of a text; blank ones belong to the line before.
fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (end, _) in text.match_indices('\n') {
        if !text[end + 1..].starts_with('\n') {
            lines.push(&text[start..=end]);
            start = end + 1;
        }
    }
    lines.push(&text[start..]);
    lines
}

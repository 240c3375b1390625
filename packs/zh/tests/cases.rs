//! The project's own table of cases (`data/cases.jsonl`, see `data/SOURCES.md`): every row must come out as it stands there.

mod common;

use common::{ends_by_line, json_lines};

#[test]
fn every_case() {
    let rows = json_lines(include_str!("data/cases.jsonl"));
    assert!(!rows.is_empty());
    for row in rows {
        let text = row["text"].as_str().unwrap();
        let units: Vec<_> =
            row["units"].as_array().unwrap().iter().map(|unit| unit.as_str().unwrap()).collect();
        assert_eq!(row["level"], "sentence", "{row}");
        // Blank lines part the blocks of a document and belong to none of them.
        let blank = |range: &str| range.trim().is_empty();
        let mut start = 0;
        let mut found: Vec<String> = Vec::new();
        for end in ends_by_line(text) {
            let piece = &text[start..end];
            match found.last_mut() {
                Some(last) if blank(piece) => last.push_str(piece),
                _ => found.push(piece.to_owned()),
            }
            start = end;
        }
        assert_eq!(found, units, "{}: {}", row["id"], row["why"]);
    }
}

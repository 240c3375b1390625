//! The project's own table of cases (`data/cases.jsonl`, see `data/SOURCES.md`).
#![cfg(feature = "model")]

mod common;

use common::{blocks_by_line, json_lines, pieces};
use kawara_core::Grain;

/// What the model gets wrong: spaces at which nothing but sense tells whether a sentence ends.
const MISSED: &[&str] = &["th-001", "th-022", "th-034", "th-035"];

#[test]
fn every_case() {
    let rows = json_lines(include_str!("data/cases.jsonl"));
    assert!(!rows.is_empty());
    for row in rows {
        let text = row["text"].as_str().unwrap();
        let units: Vec<_> =
            row["units"].as_array().unwrap().iter().map(|unit| unit.as_str().unwrap()).collect();
        let grain = match row["level"].as_str().unwrap() {
            "sentence" => Grain::Sentence,
            "clause" => Grain::Clause,
            level => panic!("no such level: {level}"),
        };
        let found: Vec<_> = blocks_by_line(text).flat_map(|block| pieces(block, grain)).collect();
        let id = row["id"].as_str().unwrap();
        assert_eq!(found != units, MISSED.contains(&id), "{id}: {found:?}");
    }
}

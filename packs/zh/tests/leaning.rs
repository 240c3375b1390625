//! Which sentences lean back, against judgements on 200 sentences (`data/leans_back.tsv`) whose texts lie outside the repository.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

mod common;

use std::collections::BTreeMap;

use common::{json_lines, shared};
use kawara_core::Segmenter;
use kawara_pack_zh::Chinese;

/// Documents by file and id.
type Texts = BTreeMap<String, BTreeMap<String, String>>;

#[derive(Debug, Default)]
struct Tally {
    right: usize,
    wrong: usize,
    missed: usize,
}

impl Tally {
    fn precision(&self) -> f64 {
        self.right as f64 / (self.right + self.wrong) as f64
    }

    fn recall(&self) -> f64 {
        self.right as f64 / (self.right + self.missed) as f64
    }
}

#[test]
fn judged_sentences() {
    let judgements = include_str!("data/leans_back.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut texts = Texts::new();
    // The rules were tuned on the even rows; the odd ones are the check.
    let mut halves = [Tally::default(), Tally::default()];
    for (row, line) in judgements.enumerate() {
        let [file, id, start, end, leans] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five fields: {line}")
        };
        if !texts.contains_key(file) {
            let Some(path) = shared(file) else { return };
            texts.insert(file.to_owned(), read(&std::fs::read_to_string(path).unwrap()));
        }
        let unit = &texts[file][id][start.parse().unwrap()..end.parse().unwrap()];
        let tally = &mut halves[row % 2];
        match (Chinese.worker().leans_back(unit).unwrap(), leans == "1") {
            (true, true) => tally.right += 1,
            (true, false) => tally.wrong += 1,
            (false, true) => tally.missed += 1,
            (false, false) => {}
        }
    }
    for (name, tally) in ["tuned", "check"].iter().zip(&halves) {
        let (precision, recall) = (tally.precision(), tally.recall());
        println!("{name}: precision {precision:.3}, recall {recall:.3}");
        assert!(precision >= 0.9 && recall >= 0.6, "{name}: {tally:?}");
    }
}

fn read(text: &str) -> BTreeMap<String, String> {
    let field = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap().to_owned();
    json_lines(text).iter().map(|row| (field(row, "id"), field(row, "text"))).collect()
}

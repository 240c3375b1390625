//! Scores on data that is not part of the repository. `KAWARA_SHARED` says where it lies; without it these tests only say so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use kawara_core::{Grain, Segmenter};
use kawara_pack_ja::Japanese;
use serde_json::Value;

use super::{HAS_DICTIONARY, ends};

fn shared(file: &str) -> Option<Vec<Value>> {
    let near = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("KAWARA_SHARED").map_or(near, PathBuf::from);
    let path = root.join("data").join(file);
    let Ok(lines) = std::fs::read_to_string(&path) else {
        eprintln!(
            "skipped: there is no {}; set KAWARA_SHARED to the folder that holds data/{file}",
            path.display()
        );
        return None;
    };
    Some(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The boundaries within a text, each moved behind the white space that follows it, so that who owns it does not count.
fn inner(text: &str, ends: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    ends.map(|at| text.len() - text[at..].trim_start().len())
        .filter(|at| *at > 0 && *at < text.len())
        .collect()
}

/// Boundary F1, and how many documents are exactly right.
fn score(file: &str) -> Option<(f64, usize)> {
    let (mut right, mut found, mut expected, mut exact) = (0, 0, 0, 0);
    for row in shared(file)? {
        let text = row["text"].as_str().unwrap();
        let mut end = 0;
        let gold = inner(
            text,
            row["units"].as_array().unwrap().iter().map(|unit| {
                end += unit.as_str().unwrap().len();
                end
            }),
        );
        let mut start = 0;
        let ours = text.split_inclusive('\n').flat_map(|line| {
            let from = start;
            start += line.len();
            ends(line, Grain::Sentence).into_iter().map(move |end| from + end)
        });
        let ours = inner(text, ours);
        right += gold.intersection(&ours).count();
        found += ours.len();
        expected += gold.len();
        exact += usize::from(gold == ours);
    }
    Some((2.0 * right as f64 / (found + expected) as f64, exact))
}

#[test]
fn treebank() {
    let Some((f1, _)) = score("sbd/ja-gsd.jsonl") else { return };
    assert!(f1 >= 0.9985, "F1 {f1:.4}");
}

#[test]
fn golden_rules_are_all_kept() {
    let Some((_, exact)) = score("sbd/ja-goldenrules.jsonl") else { return };
    assert_eq!(exact, 4);
}

#[test]
fn judged_sentences_lean() {
    let labels = include_str!("../data/leans_back.tsv").lines().filter(|line| !line.starts_with('#'));
    let japanese = Japanese::default();
    let mut worker = japanese.worker();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    // The rules were tuned on the even rows; the odd ones are the check.
    let mut halves = [[0.0; 3]; 2];
    for (row, label) in labels.enumerate() {
        let [right, wrong, missed] = &mut halves[row % 2];
        let [file, id, start, end, leans] = label.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five fields: {label}")
        };
        let key = format!("{file} {id}");
        if !texts.contains_key(&key) {
            let Some(rows) = shared(file) else { return };
            let field = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
            texts.extend(rows.iter().map(|row| (format!("{file} {}", field(row, "id")), field(row, "text"))));
        }
        let unit = &texts[&key][start.parse().unwrap()..end.parse().unwrap()];
        match (worker.leans_back(unit).unwrap(), leans == "1") {
            (true, true) => *right += 1.0,
            (true, false) => *wrong += 1.0,
            (false, true) => *missed += 1.0,
            (false, false) => {}
        }
    }
    // Rules alone take the は of 場合は for a topic, and miss more.
    let least = if HAS_DICTIONARY { 0.5 } else { 0.45 };
    for (name, [right, wrong, missed]) in ["tuned", "check"].iter().zip(halves) {
        let (precision, recall) = (right / (right + wrong), right / (right + missed));
        println!("{name}: precision {precision:.3}, recall {recall:.3}");
        assert!(precision >= 0.9 && recall >= least, "{name}: precision {precision:.3}, recall {recall:.3}");
    }
}

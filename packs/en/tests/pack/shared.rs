//! Scores on data that is not part of the repository. `KAWARA_SHARED` says where it lies; without it these tests only say so.

use std::collections::BTreeMap;
use std::path::PathBuf;

use kawara_core::{Grain, Segmenter};
use kawara_pack_en::English;
use serde_json::Value;

/// Boundaries found and missed.
#[derive(Default)]
struct Score {
    hit: f64,
    extra: f64,
    missed: f64,
}

impl Score {
    fn f1(&self) -> f64 {
        2.0 * self.hit / (2.0 * self.hit + self.extra + self.missed)
    }
}

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

/// A boundary is where the next piece begins; white space before it does not count.
fn settle(text: &str, ends: impl Iterator<Item = usize>) -> Vec<usize> {
    let settled = |end: usize| text.len() - text[end..].trim_start().len();
    ends.map(settled).filter(|at| *at > 0 && *at < text.len()).collect()
}

/// Scores all boundaries of a set, those within a line, and the documents that are exactly right.
fn score(file: &str) -> Option<(Score, Score, usize)> {
    let (mut all, mut inner, mut exact) = (Score::default(), Score::default(), 0);
    for document in shared(file)? {
        let text = document["text"].as_str().unwrap();
        let mut end = 0;
        let ends = |unit: &Value| {
            end += unit.as_str().unwrap().len();
            end
        };
        let wanted = settle(text, document["units"].as_array().unwrap().iter().map(ends));
        let mut start = 0;
        let found = text.split_inclusive(['\n', '\r']).flat_map(|line| {
            let ends = super::cuts(line, Grain::Sentence);
            let from = start;
            start += line.len();
            ends.into_iter().map(move |end| from + end).collect::<Vec<_>>()
        });
        let mut found = settle(text, found);
        found.dedup();
        exact += usize::from(found == wanted);
        let within_line = |at: &usize| !text[text[..*at].trim_end().len()..*at].contains(['\n', '\r']);
        for (score, counts) in [(&mut all, false), (&mut inner, true)] {
            let counts = |at: &&usize| !counts || within_line(at);
            score.hit += found.iter().filter(counts).filter(|at| wanted.contains(at)).count() as f64;
            score.extra += found.iter().filter(counts).filter(|at| !wanted.contains(at)).count() as f64;
            score.missed += wanted.iter().filter(counts).filter(|at| !found.contains(at)).count() as f64;
        }
    }
    Some((all, inner, exact))
}

#[test]
fn sentence_sets() {
    for (file, least, least_inner) in [
        ("sbd/en-ewt.jsonl", 0.93, 0.90),
        ("sbd/en-pud.jsonl", 0.998, 0.998),
        ("sbd/en-pragspec.jsonl", 0.99, 0.99),
    ] {
        let Some((all, inner, _)) = score(file) else { return };
        assert!(
            all.f1() >= least && inner.f1() >= least_inner,
            "{file}: {:.4}, inner {:.4}",
            all.f1(),
            inner.f1()
        );
    }
}

#[test]
fn golden_rules_are_all_kept() {
    let Some((_, _, exact)) = score("sbd/en-goldenrules.jsonl") else { return };
    assert_eq!(exact, 48);
}

#[test]
fn labelled_sentences_lean() {
    let Some(documents) = shared("corpora/en.jsonl") else { return };
    let texts: BTreeMap<&str, &str> = documents
        .iter()
        .map(|document| (document["id"].as_str().unwrap(), document["text"].as_str().unwrap()))
        .collect();
    let labels: Vec<_> =
        include_str!("../data/leaning.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(labels.len(), 200);
    let english = English::default();
    let mut worker = english.worker();
    for (name, half) in [("tuning", &labels[..100]), ("check", &labels[100..])] {
        let mut score = Score::default();
        for label in half {
            let fields: Vec<_> = label.split('\t').collect();
            let sentence = &texts[fields[0]][fields[1].parse().unwrap()..fields[2].parse().unwrap()];
            match (worker.leans_back(sentence).unwrap(), fields[3] == "1") {
                (true, true) => score.hit += 1.0,
                (true, false) => score.extra += 1.0,
                (false, true) => score.missed += 1.0,
                (false, false) => {}
            }
        }
        let (precision, recall) =
            (score.hit / (score.hit + score.extra), score.hit / (score.hit + score.missed));
        assert!(precision >= 0.9 && recall >= 0.6, "{name}: precision {precision:.3}, recall {recall:.3}");
    }
}

//! An edit reaches the next cheap cuts and no further, even where nothing but sentences stands in the text.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;
use std::sync::Arc;

use kawara_core::{Document, Engine, Registry, Settings, Stability};

/// A small deterministic generator: the same cases on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn sentence(&mut self) -> String {
        let words: Vec<String> = (0..3 + self.below(24)).map(|_| format!("w{}", self.below(5000))).collect();
        format!("The {}.", words.join(" "))
    }
}

fn engine(stability: Stability) -> Engine {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = 160;
    settings.tiling.stability = stability;
    Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings))
}

fn document(random: &mut Random, sentences: usize, paragraphs: bool) -> Vec<String> {
    (0..sentences)
        .map(|_| random.sentence() + if paragraphs && random.below(6) == 0 { "\n\n" } else { " " })
        .collect()
}

fn ids(engine: &Engine, sentences: &[String]) -> BTreeSet<String> {
    let chunks = engine.chunk(&Document::new("d", sentences.concat())).unwrap();
    chunks.iter().map(|chunk| chunk.id().to_string()).collect()
}

/// The new chunks of 150 edits, in ascending order: a sentence is exchanged, inserted or deleted.
fn embedded(stability: Stability, paragraphs: bool) -> Vec<usize> {
    let (engine, mut random) = (engine(stability), Random(9));
    let sentences = document(&mut random, 700, paragraphs);
    let before = ids(&engine, &sentences);
    let mut new: Vec<usize> = (0..150)
        .map(|nth| {
            let (mut edited, at) = (sentences.clone(), random.below(sentences.len()));
            match nth % 3 {
                0 => edited[at] = random.sentence() + " ",
                1 => edited.insert(at, random.sentence() + " "),
                _ => drop(edited.remove(at)),
            }
            ids(&engine, &edited).difference(&before).count()
        })
        .collect();
    new.sort_unstable();
    new
}

fn p95(new: &[usize]) -> usize {
    new[new.len() * 95 / 100]
}

#[test]
fn an_edit_stays_local_among_paragraphs() {
    let new = embedded(Stability::Balanced, true);
    assert!(p95(&new) <= 4 && new[new.len() - 1] <= 10, "{new:?}");
}

#[test]
fn an_edit_stays_local_where_nothing_but_sentences_stands() {
    let (new, of_fewest) = (embedded(Stability::Balanced, false), embedded(Stability::Size, false));
    assert!(p95(&new) <= 6 && new[new.len() - 1] <= 14, "{new:?}");
    assert!(p95(&of_fewest) > 2 * p95(&new), "{of_fewest:?}");
}

#[test]
fn stability_is_paid_in_chunks() {
    let sentences = document(&mut Random(4), 2000, true);
    let chunks = |stability| ids(&engine(stability), &sentences).len();
    let (size, balanced, anchored) =
        (chunks(Stability::Size), chunks(Stability::Balanced), chunks(Stability::Anchored));
    assert!(size < balanced && balanced < anchored, "{size} {balanced} {anchored}");
    assert!(balanced * 100 <= size * 112, "{balanced} for {size}");
}

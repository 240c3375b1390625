//! An edit reaches the next cheap cuts and no further, even where nothing but sentences stands in the text.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;
use std::sync::Arc;

use kawara_core::{Document, Engine, Registry, Settings, Stability, UnitKind};

/// A small deterministic generator: the same cases on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn sentence(&mut self) -> String {
        let words: Vec<String> = (0..3 + self.below(24)).map(|_| format!("w{}", self.below(5000))).collect();
        format!("{}.", words.join(" "))
    }
}

fn engine(kind: UnitKind, stability: Stability) -> Engine {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = 160;
    settings.units.kind = kind;
    settings.tiling.stability = stability;
    Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings))
}

fn ids(engine: &Engine, sentences: &[String], between: &str) -> BTreeSet<String> {
    let chunks = engine.chunk(&Document::new("d", sentences.join(between))).unwrap();
    chunks.iter().map(|chunk| chunk.id().to_string()).collect()
}

/// The new chunks of 200 edits, in ascending order: a sentence is exchanged, inserted or deleted.
fn embedded(engine: &Engine, between: &str) -> Vec<usize> {
    let mut random = Random(9);
    let sentences: Vec<String> = (0..1500).map(|_| random.sentence()).collect();
    let before = ids(engine, &sentences, between);
    let mut new: Vec<usize> = (0..200)
        .map(|nth| {
            let (mut edited, at) = (sentences.clone(), random.below(sentences.len()));
            match nth % 3 {
                0 => edited[at] = random.sentence(),
                1 => edited.insert(at, random.sentence()),
                _ => drop(edited.remove(at)),
            }
            ids(engine, &edited, between).difference(&before).count()
        })
        .collect();
    new.sort_unstable();
    new
}

#[test]
fn an_edit_stays_local_where_nothing_but_sentences_stands() {
    let new = embedded(&engine(UnitKind::Sentence, Stability::Balanced), " ");
    assert!(new[new.len() * 95 / 100] <= 4 && new[new.len() - 1] <= 10, "{new:?}");
}

#[test]
fn an_edit_stays_local_among_units_that_stand_alone() {
    let new = embedded(&engine(UnitKind::Paragraph, Stability::Balanced), "\n\n");
    assert!(new[new.len() * 95 / 100] <= 4 && new[new.len() - 1] <= 10, "{new:?}");
}

#[test]
fn stability_is_paid_in_chunks() {
    let mut random = Random(4);
    let sentences: Vec<String> = (0..3000).map(|_| random.sentence()).collect();
    let chunks = |stability| ids(&engine(UnitKind::Sentence, stability), &sentences, " ").len();
    let (size, balanced, anchored) =
        (chunks(Stability::Size), chunks(Stability::Balanced), chunks(Stability::Anchored));
    assert!(size < balanced && balanced < anchored, "{size} {balanced} {anchored}");
    assert!(balanced * 100 <= size * 110, "{balanced} for {size}");
}

//! Edits of one sentence, and the chunks that have to be embedded for them.

use std::collections::BTreeSet;
use std::ops::Range;

use kawara::Engine;
use kawara_benches::{Random, Text};

use crate::cutters::{Cutter, document};

#[derive(Clone, Copy)]
pub enum Edit {
    /// A sentence is exchanged for another of the same document.
    Exchange,
    /// A copy of another is put before it.
    Insert,
    Delete,
}

impl Edit {
    pub const ALL: [Self; 3] = [Self::Exchange, Self::Insert, Self::Delete];
}

/// The documents that are edited, and their sentences.
pub struct Pool<'a> {
    texts: Vec<(&'a Text, Vec<Range<usize>>)>,
}

impl<'a> Pool<'a> {
    /// The documents over 4,000 bytes; if none is, all.
    pub fn new(texts: &'a [Text], engine: &Engine, as_named: bool) -> Self {
        let long: Vec<&Text> = texts.iter().filter(|text| text.text.len() > 4000).collect();
        let pool = if long.is_empty() { texts.iter().collect() } else { long };
        let mut worker = engine.worker();
        let mut sentences = |text: &Text| -> Vec<Range<usize>> {
            let units = worker.units(&document(text, &text.text, as_named), None).expect("units");
            let ranges = units.into_iter().map(|unit| unit.source);
            ranges.filter(|range| !as_named || is_sentence(&text.text, range)).collect()
        };
        let texts: Vec<_> = pool.into_iter().map(|text| (text, sentences(text))).collect();
        Self { texts: texts.into_iter().filter(|(_, sentences)| !sentences.is_empty()).collect() }
    }

    /// For each of so many edits, the same for every cutter, the chunks whose ids were not there before.
    pub fn embedded(&self, edit: Edit, edits: usize, seed: u64, cut: &Cutter<'_>) -> Vec<usize> {
        let mut random = Random(seed);
        let mut known: Vec<Option<BTreeSet<String>>> = vec![None; self.texts.len()];
        let ids = |text: &Text, content: &str| cut(text, content).into_iter().map(|piece| piece.id).collect();
        let mut embed = || {
            let at = random.below(self.texts.len());
            let (text, sentences) = &self.texts[at];
            let before = known[at].get_or_insert_with(|| ids(text, &text.text));
            let one = sentences[random.below(sentences.len())].clone();
            let other = &text.text[sentences[random.below(sentences.len())].clone()];
            let mut edited = text.text.clone();
            match edit {
                Edit::Exchange => edited.replace_range(one, other),
                Edit::Insert => edited.insert_str(one.start, &format!("{other} ")),
                Edit::Delete => edited.replace_range(one, ""),
            }
            let after: BTreeSet<String> = ids(text, &edited);
            after.difference(before).count()
        };
        (0..edits).map(|_| embed()).collect()
    }
}

/// Whether a unit of marked-up text is one that can stand in another's place: within a line, and no heading, fence or row. A
/// heading that is exchanged changes the context of all chunks under it, whatever the tiling.
fn is_sentence(text: &str, range: &Range<usize>) -> bool {
    let line = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let is_marked = text[line..].trim_start().starts_with(['#', '|', '`', '<', ':']);
    !is_marked && !text[range.clone()].contains('\n')
}

//! Parts of a long document, each made by itself, become one: offsets, ordinals, neighbours, and which of equal chunks is which.

use std::sync::Arc;

use super::Flag;
use super::chunk::{Chunks, Place};
use super::ids::{Ids, Named};
use super::parent::{ParentKind, ParentRow};
use crate::blocks::{SourceMap, fits};
use crate::{Error, ErrorKind, PackFault, Result};

/// The chunks of one part of a document, before it is known what stands before them. A [`Joiner`] makes them whole.
#[derive(Debug)]
pub struct Part {
    pub(crate) chunks: Chunks,
    pub(crate) names: Vec<Named>,
    pub(crate) namespace: String,
    /// Bytes and characters of the source.
    pub(crate) size: (usize, usize),
    /// Whether the part ends inside of something that should be whole.
    pub(crate) torn: bool,
}

/// Joins the parts of one document, which come in order: chunks get their ids, offsets and neighbours. It remembers eight bytes or so of
/// each chunk, and holds back one part, until it is known what follows.
#[derive(Default)]
pub struct Joiner {
    ids: Option<Numbers>,
    place: Place,
    torn: bool,
    waiting: Option<Chunks>,
}

struct Numbers {
    chunks: Ids,
    parents: Ids,
}

impl Joiner {
    /// Before the first part.
    pub fn new() -> Self {
        Self::default()
    }

    /// Joins the next part, and returns the one before it, which is now whole.
    pub fn join(&mut self, part: Part) -> Option<Chunks> {
        let Part { mut chunks, names, namespace, size, torn } = part;
        let ids = self.ids.get_or_insert_with(|| Numbers {
            chunks: Ids::new(&namespace, &chunks.doc_id),
            parents: Ids::new("kawara:parent", &chunks.doc_id),
        });
        number(&mut chunks, &names, &mut ids.chunks);
        number_parents(&mut chunks.parents, &mut ids.parents);
        for skip in &mut chunks.skipped {
            skip.range = skip.range.start + self.place.source..skip.range.end + self.place.source;
        }
        let faults = std::mem::take(&mut chunks.pack_faults);
        chunks.pack_faults = faults.into_iter().map(|fault| fault.moved(self.place.source)).collect();
        chunks.place = self.place.clone();
        self.place.source += size.0;
        self.place.chars += size.1;
        self.place.ordinal += chunks.len();
        self.place.before = chunks.rows.last().map(|row| row.id).or(self.place.before);
        match chunks.place.before {
            // Before the first chunk of a document nothing stands that it could carry or be torn from.
            None => {
                chunks.flag(0, Flag::CarryReduced, false);
                if let Some(first) = chunks.rows.first_mut() {
                    first.asked = first.carried;
                }
            }
            Some(_) if self.torn => chunks.flag(0, Flag::FrameSplit, true),
            Some(_) => {}
        }
        if torn && let Some(last) = chunks.len().checked_sub(1) {
            chunks.flag(last, Flag::FrameSplit, true);
        }
        self.torn = torn;
        let Some(mut before) = self.waiting.take() else {
            self.waiting = Some(chunks);
            return None;
        };
        let Some(first) = chunks.rows.first() else {
            before.absorb(chunks);
            self.waiting = Some(before);
            return None;
        };
        before.place.after = Some(first.id);
        self.waiting = Some(chunks);
        Some(before)
    }

    /// The last part, once all are joined.
    pub fn finish(self) -> Option<Chunks> {
        let mut last = self.waiting?;
        last.place.whole = Some((self.place.source, self.place.chars));
        Some(last)
    }
}

impl std::fmt::Debug for Joiner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Joiner").field("place", &self.place).finish_non_exhaustive()
    }
}

fn number(chunks: &mut Chunks, names: &[Named], ids: &mut Ids) {
    let (text, contexts) = (&chunks.text, &chunks.contexts);
    for (row, name) in chunks.rows.iter_mut().zip(names) {
        let fields = || [&*contexts[row.context as usize], &text[row.start as usize..row.end as usize]];
        row.id = ids.number(*name, fields);
    }
}

/// The ids of parents: known before a section ends, and the same whatever is in it.
fn number_parents(parents: &mut [ParentRow], ids: &mut Ids) {
    for at in 0..parents.len() {
        // The id of the section above stands for its heading path.
        let above = if at == 0 { String::new() } else { parents[parents[at].above as usize].id.to_string() };
        let name = &parents[at].name;
        parents[at].id = match parents[at].kind {
            ParentKind::Document => ids.name(&[&above, name]).first,
            ParentKind::Section => ids.next([&above, name]),
            ParentKind::Record => ids.next([&format!("{above} record"), name]),
            // Larger passages change with every edit in them, so that nothing above may count.
            ParentKind::Passage => {
                let level = parents[at].passage.map_or(0, |passage| passage.level);
                ids.next([&format!("passage {level}"), name])
            }
        };
    }
}

/// The parts of a document that is at hand, as if it had been chunked at once.
///
/// # Errors
/// When there is no part, or their text is longer than offsets can tell.
pub(crate) fn merge(parts: Vec<Part>, source: &Arc<str>) -> Result<Chunks> {
    let mut joiner = Joiner::new();
    let mut joined: Vec<Chunks> = parts.into_iter().filter_map(|part| joiner.join(part)).collect();
    joined.extend(joiner.finish());
    let is_source = joined.iter().all(|chunks| chunks.map.is_identity());
    let mut joined = joined.into_iter();
    let nothing = || Error::new(ErrorKind::Read, "the reader framed no part of the document");
    let mut whole = joined.next().ok_or_else(nothing)?;
    if joined.len() == 0 {
        return Ok(whole);
    }
    let mut text = if is_source { String::new() } else { String::from(&*whole.text) };
    if !is_source && whole.map.is_identity() {
        whole.map.copy(0..whole.text.len());
    }
    for part in joined {
        fits(text.len() + part.text.len())?;
        let at = if is_source { part.place.source } else { text.len() };
        if !is_source {
            text.push_str(&part.text);
        }
        whole.append(part, at, is_source);
    }
    whole.text = if is_source { Arc::clone(source) } else { Arc::from(text) };
    Ok(whole)
}

impl Chunks {
    /// Takes over what a part without chunks says.
    fn absorb(&mut self, blank: Self) {
        self.skipped.extend(blank.skipped);
        PackFault::add(&mut self.pack_faults, blank.pack_faults);
        self.compared_tokens += blank.compared_tokens;
        self.count_in(blank.document_tokens, blank.unknown_tokens, blank.moved_cuts);
    }

    fn count_in(&mut self, tokens: u32, unknown: Option<u32>, moved: usize) {
        self.document_tokens = self.document_tokens.saturating_add(tokens);
        self.unknown_tokens = self.unknown_tokens.zip(unknown).map(|(a, b)| a.saturating_add(b));
        self.moved_cuts += moved;
    }

    /// Takes over the next part, whose text begins at byte `at` of the text of all.
    fn append(&mut self, part: Self, at: usize, is_source: bool) {
        let (source, chars) = (part.place.source, part.place.chars);
        let (units, contexts, settings) =
            (self.unit_starts.len() as u32, self.contexts.len() as u32, self.in_force.len() as u32);
        // The document is the same; what else a part has comes behind what is known.
        let parents = self.parents.len() as u32;
        let parent = |of: u32| if of == 0 { 0 } else { of - 1 + parents };
        let languages: Vec<u8> = part.languages.iter().map(|tag| self.language(tag)).collect();
        let shift = at as u32;
        self.rows.extend(part.rows.into_iter().map(|row| super::chunk::Row {
            start: row.start + shift,
            end: row.end + shift,
            own_start: row.own_start + shift,
            source: row.source.start + source as u32..row.source.end + source as u32,
            chars: row.chars.start + chars as u32..row.chars.end + chars as u32,
            units: row.units.start + units..row.units.end + units,
            context: row.context + contexts,
            parent: parent(row.parent),
            language: languages[row.language as usize],
            settings: row.settings + settings,
            ..row
        }));
        self.unit_starts.extend(part.unit_starts.into_iter().map(|start| start + shift));
        self.unit_joints.extend(part.unit_joints);
        self.contexts.extend(part.contexts);
        self.in_force.extend(part.in_force);
        self.parents.extend(part.parents.into_iter().skip(1).map(|row| ParentRow {
            above: parent(row.above),
            source: row.source.start + source..row.source.end + source,
            chars: row.chars.start + chars..row.chars.end + chars,
            ..row
        }));
        if !is_source {
            self.map.append(&part.map, part.text.len(), source);
        }
        self.skipped.extend(part.skipped);
        self.notes.append(part.notes, at);
        PackFault::add(&mut self.pack_faults, part.pack_faults);
        self.compared_tokens += part.compared_tokens;
        self.count_in(part.document_tokens, part.unknown_tokens, part.moved_cuts);
        (self.place.after, self.place.whole) = (part.place.after, part.place.whole);
    }

    fn language(&mut self, tag: &str) -> u8 {
        let known = self.languages.iter().position(|known| known == tag);
        known.unwrap_or_else(|| {
            self.languages.push(tag.to_owned());
            self.languages.len() - 1
        }) as u8
    }
}

impl SourceMap {
    /// Says that the text goes on with a text of `len` bytes that leads back by `later` to the source from byte `source` on.
    fn append(&mut self, later: &Self, len: usize, source: usize) {
        if later.is_identity() {
            self.copy(source..source + len);
        }
        for span in later.spans() {
            let from = source + span.source;
            self.replace(from..from + span.source_len, span.text_len);
        }
    }
}

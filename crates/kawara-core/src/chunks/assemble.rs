use std::ops::Range;
use std::sync::Arc;

use uuid::Uuid;

use super::chunk::{Chunks, Row};
use super::ids::Ids;
use super::{Flag, Flags};
use crate::Document;
use crate::blocks::{Blocks, Section};
use crate::tiling::{Context, Laid, LaidTile};
use crate::units::{Rank, Unit};

/// What tiles are made into chunks with.
pub(crate) struct Assembly<'a> {
    pub(crate) document: &'a Document,
    pub(crate) text: Arc<str>,
    pub(crate) blocks: Blocks,
    pub(crate) laid: Laid,
    pub(crate) contexts: Vec<Context>,
    pub(crate) languages: Vec<String>,
    pub(crate) moved_cuts: usize,
    pub(crate) content_type: String,
    pub(crate) namespace: &'a str,
    pub(crate) settings: Arc<str>,
    pub(crate) specials: u32,
    pub(crate) max_tokens: u32,
    pub(crate) document_tokens: u32,
    pub(crate) unknown_tokens: Option<u32>,
}

/// Makes the chunks of a document.
pub(crate) fn assemble(assembly: Assembly<'_>) -> Chunks {
    let Assembly { document, text, blocks, laid, contexts, .. } = assembly;
    let mut ids = Ids::new(assembly.namespace, document.id());
    let mut chars = CharOffsets::new(document.text());
    let languages = assembly.languages.len();
    let rows = laid
        .tiles
        .iter()
        .map(|tile| {
            let units = &laid.units[tile.start..tile.end];
            let (start, end) = (units[0].start, units[units.len() - 1].end);
            let context = &contexts[laid.contexts[tile.own].0 as usize];
            let source = blocks.map.source_range(start as usize..end as usize);
            Row {
                id: ids.next(&[&context.text, &text[start as usize..end as usize]]),
                start,
                end,
                own_start: laid.units[tile.own].start,
                chars: chars.range(&source),
                source: source.start as u32..source.end as u32,
                units: tile.start as u32..tile.end as u32,
                carried: (tile.own - tile.start) as u32,
                tokens: tile.tokens + assembly.specials,
                context: laid.contexts[tile.own].0,
                parent: laid.units[tile.own].section.0,
                language: main_language(&laid.units[tile.own..tile.end], languages),
                flags: flags(tile, units, context, tile.tokens + assembly.specials > assembly.max_tokens),
            }
        })
        .collect();
    Chunks {
        doc_id: document.id().to_owned(),
        parents: parents(document.id(), &blocks.sections),
        text,
        content_type: assembly.content_type,
        title: document.title().map(str::to_owned).or(blocks.title),
        meta: document.meta().cloned(),
        settings: assembly.settings,
        rows,
        unit_starts: laid.units.iter().map(|unit| unit.start).collect(),
        contexts: contexts.into_iter().map(|context| context.text).collect(),
        languages: assembly.languages,
        map: blocks.map,
        skipped: blocks.skipped,
        notes: blocks.notes,
        max_tokens: assembly.max_tokens,
        document_tokens: assembly.document_tokens,
        unknown_tokens: assembly.unknown_tokens,
        moved_cuts: assembly.moved_cuts,
    }
}

fn flags(tile: &LaidTile, units: &[Unit], context: &Context, over_budget: bool) -> Flags {
    let mut flags = Flags::default();
    flags.set(Flag::ForcedSplit, units.iter().any(|unit| matches!(unit.rank, Rank::Part | Rank::Shard)));
    flags.set(Flag::OverBudget, over_budget);
    flags.set(Flag::CarryReduced, tile.carry_reduced);
    flags.set(Flag::ContextReduced, context.reduced);
    flags
}

/// The language with the most bytes; of equals the first.
fn main_language(units: &[Unit], languages: usize) -> u8 {
    if languages == 1 {
        return 0;
    }
    let mut bytes = vec![0u32; languages];
    for unit in units {
        bytes[unit.language as usize] += unit.end - unit.start;
    }
    let most = bytes.iter().max().copied().unwrap_or(0);
    bytes.iter().position(|count| *count == most).unwrap_or(0) as u8
}

/// The ids of sections: known before a section ends, and the same whatever is in it.
fn parents(document: &str, sections: &[Section]) -> Vec<Uuid> {
    let mut ids = Ids::new("kawara:parent", document);
    let mut paths: Vec<Uuid> = Vec::with_capacity(sections.len());
    for (at, section) in sections.iter().enumerate() {
        // The id of the section above stands for its heading path.
        let above = if at == 0 { String::new() } else { paths[section.parent.0 as usize].to_string() };
        paths.push(ids.next(&[&above, &section.title]));
    }
    paths
}

/// Characters before ascending bytes of the source, each byte looked at twice at most: once for starts, once for ends.
struct CharOffsets<'t> {
    source: &'t str,
    start: (usize, usize),
    end: (usize, usize),
}

impl<'t> CharOffsets<'t> {
    fn new(source: &'t str) -> Self {
        Self { source, start: (0, 0), end: (0, 0) }
    }

    fn range(&mut self, bytes: &Range<usize>) -> Range<u32> {
        let advance =
            |from: (usize, usize), to: usize| (to, from.1 + self.source[from.0..to].chars().count());
        self.start = advance(self.start, bytes.start);
        self.end = advance(self.end, bytes.end);
        self.start.1 as u32..self.end.1 as u32
    }
}

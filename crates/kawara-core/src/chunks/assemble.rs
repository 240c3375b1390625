use std::ops::Range;
use std::sync::Arc;

use uuid::Uuid;

use super::chunk::{Chunks, Place, Row};
use super::ids::{Ids, fingerprint};
use super::in_force::InForce;
use super::join::Part;
use super::parent::{ParentKind, ParentRow, PassageRow};
use super::{Flag, Flags};
use crate::blocks::{Block, BlockKind, Blocks, Joint, Section};
use crate::tiling::{Context, Laid, LaidPassage, LaidTile};
use crate::units::{Faults, Rank, Unit};
use crate::{Document, Found};

/// What tiles are made into chunks with.
pub(crate) struct Assembly<'a> {
    pub(crate) document: &'a Document,
    pub(crate) found: &'a Arc<Found>,
    /// The source of this part; all of the document, usually.
    pub(crate) source: &'a str,
    pub(crate) text: Arc<str>,
    pub(crate) blocks: Blocks,
    pub(crate) laid: Laid,
    pub(crate) contexts: Vec<Context>,
    pub(crate) languages: Vec<String>,
    pub(crate) moved_cuts: usize,
    pub(crate) faults: Faults,
    pub(crate) content_type: String,
    pub(crate) namespace: &'a str,
    pub(crate) in_force: InForce,
    pub(crate) specials: u32,
    pub(crate) max_tokens: u32,
    pub(crate) document_tokens: u32,
    pub(crate) unknown_tokens: Option<u32>,
    /// Whether the part ends inside of something that should be whole.
    pub(crate) torn: bool,
}

/// Makes the chunks of a document, or of a part of one.
pub(crate) fn assemble(assembly: Assembly<'_>) -> Part {
    let Assembly { document, source, text, blocks, laid, contexts, .. } = assembly;
    let ids = Ids::new(assembly.namespace, document.id());
    let mut chars = CharOffsets::new(source);
    let mut parents = Parents::of(&blocks, source.len());
    let languages = assembly.languages.len();
    let (at_fault, pack_faults) = assembly.faults.finish();
    let mut names = Vec::with_capacity(laid.tiles.len());
    let rows = laid
        .tiles
        .iter()
        .map(|tile| {
            let units = &laid.units[tile.start..tile.end];
            let (start, end) = (units[0].start, units[units.len() - 1].end);
            let context = &contexts[laid.contexts[tile.own].0 as usize];
            let spans = blocks.map.source_range(start as usize..end as usize);
            names.push(ids.name(&[&context.text, &text[start as usize..end as usize]]));
            Row {
                id: Uuid::nil(),
                start,
                end,
                own_start: laid.units[tile.own].start,
                chars: chars.range(&spans),
                source: spans.start as u32..spans.end as u32,
                units: tile.start as u32..tile.end as u32,
                carried: (tile.own - tile.start) as u32,
                asked: tile.asked,
                before: tile.start.checked_sub(1).map(|before| kind_of(&laid.units[before])),
                joint: laid.units[tile.own].joint,
                tokens: tile.tokens + assembly.specials,
                context: laid.contexts[tile.own].0,
                outside: 0,
                parent: parents.of_tile(tile, &laid, &text, &blocks),
                language: main_language(&laid.units[tile.own..tile.end], languages),
                settings: 0,
                flags: flags(tile, units, context)
                    .with(Flag::OverBudget, tile.tokens + assembly.specials > assembly.max_tokens)
                    .with(Flag::PackFault, at_fault.touch(start as usize..end as usize)),
            }
        })
        .collect();
    let chars = chars.end();
    let chunks = Chunks {
        doc_id: document.id().to_owned(),
        parents: parents.into_rows(source),
        text,
        content_type: assembly.content_type,
        found: Arc::clone(assembly.found),
        meta: document.meta().cloned(),
        in_force: vec![assembly.in_force],
        rows,
        unit_starts: laid.units.iter().map(|unit| unit.start).collect(),
        unit_joints: laid.units.iter().map(|unit| unit.joint).collect(),
        contexts: contexts.into_iter().map(|context| context.text).collect(),
        languages: assembly.languages,
        map: blocks.map,
        skipped: blocks.skipped,
        notes: blocks.notes,
        max_tokens: assembly.max_tokens,
        document_tokens: assembly.document_tokens,
        compared_tokens: laid.compared_tokens,
        unknown_tokens: assembly.unknown_tokens,
        moved_cuts: assembly.moved_cuts,
        pack_faults: pack_faults.into_iter().map(|fault| fault.in_document(document.id())).collect(),
        place: Place::default(),
    };
    Part {
        chunks,
        names,
        namespace: assembly.namespace.to_owned(),
        size: (source.len(), chars),
        torn: assembly.torn,
    }
}

fn kind_of(unit: &Unit) -> &'static str {
    match (unit.rank, unit.kind) {
        (Rank::Heading, _) | (_, BlockKind::Heading) => "heading",
        (Rank::Shard, _) => "shard",
        (_, BlockKind::Prose) => "prose",
        (_, BlockKind::Row) => "row",
        (_, BlockKind::Code) => "code",
        (_, BlockKind::Opaque) => "opaque",
    }
}

fn flags(tile: &LaidTile, units: &[Unit], context: &Context) -> Flags {
    let is_split = units.iter().any(|unit| matches!(unit.rank, Rank::Part | Rank::Shard));
    Flags::default()
        .with(Flag::ForcedSplit, tile.is_cut || is_split)
        .with(Flag::CarryReduced, tile.asked > (tile.own - tile.start) as u32)
        .with(Flag::ContextReduced, context.reduced)
}

/// The language with the most bytes; of equals the first. Code and formulas count only where there is nothing else.
fn main_language(units: &[Unit], languages: usize) -> u8 {
    if languages == 1 {
        return 0;
    }
    let mut bytes = vec![(0u32, 0u32); languages];
    for unit in units {
        let (said, other) = &mut bytes[unit.language as usize];
        let is_said = !matches!(unit.kind, BlockKind::Code | BlockKind::Opaque);
        *if is_said { said } else { other } += unit.end - unit.start;
    }
    if bytes.iter().all(|(said, _)| *said == 0) {
        bytes.iter_mut().for_each(|(said, other)| *said = *other);
    }
    let most = bytes.iter().map(|(said, _)| *said).max().unwrap_or(0);
    bytes.iter().position(|(said, _)| *said == most).unwrap_or(0) as u8
}

/// The document, its sections, the records that were cut, and passages.
struct Parents {
    rows: Vec<ParentRow>,
    /// The row of the record that the last tile is a part of, if that was cut.
    record: Option<u32>,
    /// The unit at which what the last tile begins with ends: its record, or what stands before the first.
    end: usize,
    /// How many passages have a row.
    passages: usize,
    /// The rows of the last of them and of those that it stands in, the largest first.
    within: Vec<u32>,
}

impl Parents {
    fn of(blocks: &Blocks, source: usize) -> Self {
        let ranges = section_ranges(&blocks.sections, &blocks.kept);
        let mut rows: Vec<ParentRow> = blocks
            .sections
            .iter()
            .zip(ranges)
            .map(|(section, range)| ParentRow {
                id: Uuid::nil(),
                kind: ParentKind::Section,
                above: section.parent.0,
                name: section.title.clone(),
                source: blocks.map.source_range(range),
                chars: 0..0,
                passage: None,
            })
            .collect();
        if let Some(root) = rows.first_mut() {
            (root.kind, root.source) = (ParentKind::Document, 0..source);
        }
        Self { rows, record: None, end: 0, passages: 0, within: Vec::new() }
    }

    /// The parent of a tile: the smallest passage that has it, if there are any; else its record, if that was cut, else the section of its
    /// first own unit.
    fn of_tile(&mut self, tile: &LaidTile, laid: &Laid, text: &str, blocks: &Blocks) -> u32 {
        let place = self.place_of(tile, &laid.units, text, blocks);
        while let Some(passage) = laid.passages.get(self.passages).filter(|it| it.units.start <= tile.own) {
            self.passages += 1;
            // A passage comes behind those that it stands in; the first of all is of the largest size.
            let largest = laid.passages.first().map_or(passage.level, |first| first.level);
            self.within.truncate((largest - passage.level) as usize);
            let above = self.within.last().copied().unwrap_or(place);
            self.within.push(self.rows.len() as u32);
            self.rows.push(passage_row(passage, above, &laid.units[passage.units.clone()], text, blocks));
        }
        self.within.last().copied().unwrap_or(place)
    }

    /// What a tile stands in but for passages.
    fn place_of(&mut self, tile: &LaidTile, units: &[Unit], text: &str, blocks: &Blocks) -> u32 {
        let section = units[tile.own].section.0;
        if tile.own >= self.end {
            let is_start = |unit: &Unit| unit.joint == Joint::Record;
            self.record = None;
            self.end = (tile.own + 1..units.len()).find(|at| is_start(&units[*at])).unwrap_or(units.len());
            if !is_start(&units[tile.own]) {
                // What stands before the first record is none.
                return section;
            }
            if self.end <= tile.end {
                return section;
            }
            let range = units[tile.own].start as usize..units[self.end - 1].end as usize;
            self.record = Some(self.rows.len() as u32);
            self.rows.push(ParentRow {
                id: Uuid::nil(),
                kind: ParentKind::Record,
                above: section,
                name: fingerprint(&text[units[tile.own].range()]),
                source: blocks.map.source_range(range),
                chars: 0..0,
                passage: None,
            });
        }
        self.record.unwrap_or(section)
    }

    /// The rows, with their ranges in characters as well.
    fn into_rows(mut self, source: &str) -> Vec<ParentRow> {
        let mut bytes: Vec<usize> =
            self.rows.iter().flat_map(|row| [row.source.start, row.source.end]).collect();
        bytes.sort_unstable();
        bytes.dedup();
        let mut counted = (0, 0);
        let chars: Vec<usize> = bytes
            .iter()
            .map(|byte| {
                counted = (*byte, counted.1 + source[counted.0..*byte].chars().count());
                counted.1
            })
            .collect();
        let at = |byte: usize| chars[bytes.partition_point(|known| *known < byte)];
        for row in &mut self.rows {
            row.chars = at(row.source.start)..at(row.source.end);
        }
        self.rows
    }
}

fn passage_row(passage: &LaidPassage, above: u32, units: &[Unit], text: &str, blocks: &Blocks) -> ParentRow {
    let range = units[0].start as usize..units[units.len() - 1].end as usize;
    ParentRow {
        id: Uuid::nil(),
        kind: ParentKind::Passage,
        above,
        name: fingerprint(&text[range.clone()]),
        source: blocks.map.source_range(range),
        chars: 0..0,
        passage: Some(PassageRow { level: passage.level, tokens: passage.tokens }),
    }
}

/// From the first block of each section to the last below it, in bytes of the text.
fn section_ranges(sections: &[Section], kept: &[Block]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Option<Range<usize>>> = vec![None; sections.len()];
    let widen = |range: &mut Option<Range<usize>>, by: Range<usize>| {
        *range = Some(match range.take() {
            Some(range) => range.start.min(by.start)..range.end.max(by.end),
            None => by,
        });
    };
    for block in kept {
        widen(&mut ranges[block.section.0 as usize], block.range());
    }
    // Sections come after those that they stand in.
    for at in (1..sections.len()).rev() {
        if let Some(range) = ranges[at].clone() {
            widen(&mut ranges[sections[at].parent.0 as usize], range);
        }
    }
    ranges.into_iter().map(Option::unwrap_or_default).collect()
}

/// Characters before ascending bytes of the source, each byte looked at twice at most: once for starts, once for ends.
struct CharOffsets<'t> {
    source: &'t str,
    start: (usize, usize),
    end: (usize, usize),
    /// The characters before every so many bytes, from when the text first leads far back: such a text leads back again and again.
    marks: Vec<usize>,
}

/// Bytes between marks.
const MARK: usize = 1 << 12;

impl<'t> CharOffsets<'t> {
    fn new(source: &'t str) -> Self {
        Self { source, start: (0, 0), end: (0, 0), marks: Vec::new() }
    }

    fn range(&mut self, bytes: &Range<usize>) -> Range<u32> {
        self.start = self.after(self.start, bytes.start);
        self.end = self.after(self.end, bytes.end);
        self.start.1 as u32..self.end.1 as u32
    }

    /// The characters of the whole source.
    fn end(mut self) -> usize {
        self.after(self.end, self.source.len()).1
    }

    /// A place that lies before the last one is counted back from it: the map of a projection may lead back.
    fn after(&mut self, from: (usize, usize), to: usize) -> (usize, usize) {
        if to + MARK < from.0 && self.marks.is_empty() {
            let ends = (0..=self.source.len() / MARK).map(|nth| self.source.floor_char_boundary(nth * MARK));
            let mut last = (0, 0);
            self.marks.extend(ends.map(|end| {
                last = (end, last.1 + self.source[last.0..end].chars().count());
                last.1
            }));
        }
        let from = match self.marks.get(to / MARK) {
            Some(chars) => (self.source.floor_char_boundary(to / MARK * MARK), *chars),
            None => from,
        };
        match self.source.get(from.0..to) {
            Some(between) => (to, from.1 + between.chars().count()),
            None => (to, from.1 - self.source[to..from.0].chars().count()),
        }
    }
}

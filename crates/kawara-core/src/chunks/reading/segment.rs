//! A stretch of a document as far as it is known, laid on a line of bytes: the source's own offsets where the text is the source, else the
//! text's.

use std::borrow::Cow;
use std::ops::Range;

use uuid::Uuid;

use super::Stored;
use crate::blocks::{SourceMap, Span};
use crate::units::{is_blank, trim};
use crate::{Chunks, Error, ErrorKind, Result};

/// Text without a hole in it, save white space that is not known.
pub(super) struct Segment<'a> {
    pub(super) doc_id: Cow<'a, str>,
    /// By where they end, which rises.
    pieces: Vec<Piece<'a>>,
    /// Where units start.
    starts: Vec<usize>,
    /// Where the last unit ends.
    end: usize,
    /// Whether something stands before and behind it that is not known.
    pub(super) is_open: (bool, bool),
    ordinal: usize,
    is_scattered: bool,
}

/// What is known as one text: a document, or a chunk.
struct Piece<'a> {
    at: usize,
    text: Cow<'a, str>,
    /// Where the source begins that the map, or the text itself, counts from.
    source: usize,
    map: Cow<'a, SourceMap>,
    parent: Option<Uuid>,
    /// From the first to the last piece around it with this parent.
    family: Range<usize>,
}

impl Piece<'_> {
    fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// The stretches of the source that a range of the piece's own text stands for.
    fn spans(&self, range: Range<usize>) -> Vec<Span> {
        if self.map.is_identity() {
            let len = range.len();
            return vec![Span {
                text: range.start,
                source: self.source + range.start,
                text_len: len,
                source_len: len,
            }];
        }
        self.map.clip(range).map(|span| Span { source: self.source + span.source, ..span }).collect()
    }
}

impl<'a> Segment<'a> {
    /// A document, or a part of one, that is at hand.
    pub(super) fn of_chunks(chunks: &'a Chunks) -> Self {
        let end = chunks.rows.last().map_or(0, |row| row.end as usize);
        let piece = Piece {
            at: 0,
            text: Cow::Borrowed(&chunks.text),
            source: chunks.place.source,
            map: Cow::Borrowed(&chunks.map),
            parent: None,
            family: 0..end,
        };
        Self {
            doc_id: Cow::Borrowed(&chunks.doc_id),
            pieces: vec![piece],
            starts: chunks.unit_starts.iter().map(|start| *start as usize).collect(),
            end,
            is_open: (chunks.place.before.is_some(), chunks.place.after.is_some()),
            ordinal: 0,
            is_scattered: chunks.map.is_scattered(),
        }
    }

    /// A segment that begins with a chunk of which no more is known than its record, and where the chunk lies.
    ///
    /// # Errors
    /// When the record contradicts itself.
    pub(super) fn of_stored(stored: Stored<'a>) -> Result<(Self, Range<usize>)> {
        check(&stored)?;
        let mut segment = Self {
            doc_id: stored.doc_id.clone(),
            pieces: Vec::new(),
            starts: Vec::new(),
            end: 0,
            is_open: (stored.ordinal > 0, false),
            ordinal: stored.ordinal,
            is_scattered: false,
        };
        let at = if stored.map.is_empty() { stored.source.start } else { 0 };
        let range = segment.place(stored, at);
        Ok((segment, range))
    }

    /// Lays the next chunk of the document beside the last one, and says where; hands it back where it is not known how far it is away, or
    /// where the two disagree on the text that they share.
    ///
    /// # Errors
    /// When the record contradicts itself.
    pub(super) fn join(&mut self, stored: Stored<'a>) -> Result<Result<Range<usize>, Stored<'a>>> {
        check(&stored)?;
        Ok(match self.beside(&stored) {
            Some(at) => Ok(self.place(stored, at)),
            None => Err(stored),
        })
    }

    fn beside(&self, stored: &Stored<'_>) -> Option<usize> {
        let last = self.pieces.last()?;
        let at = if stored.map.is_empty() {
            last.map.is_identity().then_some(stored.source.start)?
        } else {
            let within = (!last.map.is_identity()).then(|| shared(&last.map, &stored.map))?;
            within.map_or(Some(last.end() + 1), |(there, here)| (last.at + there).checked_sub(here))?
        };
        if at >= last.end() {
            return (stored.ordinal == self.ordinal + 1).then_some(at);
        }
        let both = last.text.get(at.checked_sub(last.at)?..)?;
        let is_next = at > last.at && both.len() < stored.text.len();
        (is_next && stored.text.starts_with(both)).then_some(at)
    }

    fn place(&mut self, stored: Stored<'a>, at: usize) -> Range<usize> {
        let mut map = SourceMap::default();
        for span in &stored.map {
            map.replace(span.source..span.source + span.source_len, span.text_len);
        }
        let source = if stored.map.is_empty() { stored.source.start } else { 0 };
        for cut in cuts(&stored, &map) {
            // Between two records that place a unit's start differently stands nothing but white space.
            let is_new = match (self.starts.last(), self.pieces.last()) {
                (Some(last), _) if *last >= at + cut => false,
                (Some(last), _) if *last >= at => !is_blank_text(stored.text.get(last - at..cut)),
                (Some(last), Some(piece)) => {
                    !is_blank_text(piece.text.get(last - piece.at..at + cut - piece.at))
                }
                _ => true,
            };
            if is_new {
                self.starts.push(at + cut);
            }
        }
        let range = at..at + stored.text.len();
        let family = match self.pieces.last() {
            Some(last) if last.parent == stored.parent && stored.parent.is_some() => {
                last.family.start..range.end
            }
            _ => range.clone(),
        };
        self.is_scattered |= map.is_scattered();
        self.ordinal = stored.ordinal;
        self.is_open.1 = stored.next.is_some();
        self.end = range.end;
        self.pieces.push(Piece {
            at,
            text: stored.text,
            source,
            map: Cow::Owned(map),
            parent: stored.parent,
            family,
        });
        range
    }

    /// Once all are placed: every piece learns where its family ends.
    pub(super) fn close(&mut self) {
        let mut after: Option<Range<usize>> = None;
        for piece in self.pieces.iter_mut().rev() {
            match &after {
                Some(family) if family.start == piece.family.start => piece.family.end = family.end,
                _ => after = Some(piece.family.clone()),
            }
        }
    }

    /// How many units it has.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The units that a range of the line touches.
    pub(super) fn units(&self, range: Range<usize>) -> Range<usize> {
        let first = self.starts.partition_point(|start| *start <= range.start).saturating_sub(1);
        let end = self.starts.partition_point(|start| *start < range.end);
        first..end.max(first)
    }

    /// The units that lie in a range of the source, and whether the range goes on where nothing is known.
    pub(super) fn units_of_source(&self, source: &Range<usize>) -> (Range<usize>, bool) {
        let within = if self.is_scattered {
            let mut within =
                (0..self.len()).filter(|unit| source.contains(&self.source_of(self.starts[*unit])));
            let first = within.next().unwrap_or(0);
            first..within.next_back().unwrap_or(first) + 1
        } else {
            let before = |limit: usize| self.starts.partition_point(|start| self.source_of(*start) < limit);
            before(source.start)..before(source.end)
        };
        let begins = self.starts.first().map_or(0, |start| self.source_of(*start));
        let ends = self.source_of(self.end.saturating_sub(1)).saturating_add(1);
        let is_short = (self.is_open.0 && begins > source.start) || (self.is_open.1 && ends < source.end);
        (within, is_short)
    }

    /// The line from the first to the last chunk around a place that have one parent.
    pub(super) fn family(&self, at: usize) -> Range<usize> {
        let nth = self.pieces.partition_point(|piece| piece.at <= at).saturating_sub(1);
        self.pieces.get(nth).map_or(at..at, |piece| piece.family.clone())
    }

    /// Where in the source a place of the line lies.
    fn source_of(&self, at: usize) -> usize {
        let nth = self.pieces.partition_point(|piece| piece.end() <= at);
        self.pieces.get(nth).map_or(usize::MAX, |piece| {
            let from = at.saturating_sub(piece.at);
            if piece.map.is_identity() {
                return piece.source + from;
            }
            let here = piece.map.clip(from..piece.text.len()).find(|span| span.source_len > 0);
            piece.source + here.map_or(0, |span| span.source)
        })
    }

    /// Units as they are read, and which stretches of the source they stand for.
    pub(super) fn read(&self, units: Range<usize>) -> (String, Vec<Span>) {
        let Some(from) = self.starts.get(units.start).copied() else { return Default::default() };
        let to = self.starts.get(units.end).copied().unwrap_or(self.end);
        let mut parts: Vec<(&Piece<'_>, Range<usize>, usize)> = Vec::new();
        let mut text = String::new();
        let mut upto = from;
        let first = self.pieces.partition_point(|piece| piece.end() <= from);
        for piece in self.pieces.iter().skip(first).take_while(|piece| piece.at < to) {
            let within = upto.max(piece.at) - piece.at..to.min(piece.end()).saturating_sub(piece.at);
            let Some(slice) = piece.text.get(within.clone()).filter(|slice| !slice.is_empty()) else {
                continue;
            };
            if piece.at > upto && !text.is_empty() {
                text.push('\n');
            }
            parts.push((piece, within, text.len()));
            text.push_str(slice);
            upto = piece.end();
        }
        text.truncate(trim(&text, 0..text.len()).end);
        let mut spans: Vec<Span> = Vec::new();
        for (piece, within, at) in parts {
            let end = within.end.min(within.start + text.len().saturating_sub(at));
            for span in piece.spans(within.start..end) {
                push(&mut spans, Span { text: span.text - within.start + at, ..span });
            }
        }
        (text, spans)
    }
}

/// Adds a stretch; one that goes on where the last ends becomes a part of it.
fn push(spans: &mut Vec<Span>, span: Span) {
    let is_verbatim = |span: &Span| span.text_len == span.source_len;
    match spans.last_mut() {
        Some(last)
            if is_verbatim(last)
                && is_verbatim(&span)
                && last.text + last.text_len == span.text
                && last.source + last.source_len == span.source =>
        {
            last.text_len += span.text_len;
            last.source_len += span.source_len;
        }
        _ if span.text_len > 0 => spans.push(span),
        _ => {}
    }
}

fn is_blank_text(text: Option<&str>) -> bool {
    text.is_some_and(|text| text.chars().all(is_blank))
}

/// What a record says of itself has to agree.
fn check(stored: &Stored<'_>) -> Result<()> {
    let text: usize = stored.map.iter().map(|span| span.text_len).sum();
    let len = if stored.map.is_empty() { stored.source.len() } else { text };
    if len == stored.text.len() {
        return Ok(());
    }
    let (id, doc, has) = (stored.id, &stored.doc_id, stored.text.len());
    let message = format!(
        "chunk {id} of {doc:?} has a text of {has} bytes and stands for {len}; its record is not as it was written"
    );
    Err(Error::new(ErrorKind::Read, message))
}

/// A byte of the source that stands in both of two texts: where in the one, and where in the other.
fn shared(one: &SourceMap, other: &[Span]) -> Option<(usize, usize)> {
    let first = other.iter().find(|span| span.source_len > 0)?;
    let there = one.spans().iter().find(|span| {
        span.source_len > 0 && (span.source..span.source + span.source_len).contains(&first.source)
    })?;
    let within = if there.text_len == there.source_len { first.source - there.source } else { 0 };
    Some((there.text + within, first.text))
}

/// Where units start in the text of a chunk; the first at 0. Where the text has an order of its own, all of it is taken for one unit.
fn cuts(stored: &Stored<'_>, map: &SourceMap) -> Vec<usize> {
    let mut cuts = vec![0];
    if map.is_scattered() {
        return cuts;
    }
    for unit in stored.units.iter().skip(1) {
        let cut = if stored.map.is_empty() {
            unit.start.saturating_sub(stored.source.start)
        } else {
            text_at(&stored.map, unit.start)
        };
        let is_after = cuts.last().is_some_and(|last| *last < cut);
        if is_after && cut < stored.text.len() && stored.text.is_char_boundary(cut) {
            cuts.push(cut);
        }
    }
    cuts
}

/// Where the text of a byte of the source begins, with what was put in right before it.
fn text_at(map: &[Span], source: usize) -> usize {
    let nth = map.partition_point(|span| span.source + span.source_len <= source);
    let Some(span) = map.get(nth) else { return usize::MAX };
    if span.text_len == span.source_len && span.source < source {
        return span.text + (source - span.source);
    }
    let put_in = map[..nth].iter().rev().take_while(|span| span.source_len == 0);
    put_in.last().map_or(span.text, |first| first.text)
}

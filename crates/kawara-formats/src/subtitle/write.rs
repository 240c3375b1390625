//! The text: what is said, in stretches that a language can cut into sentences.

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Joint, Note};

use super::markup::Bit;
use super::rolling::repeated;
use super::seam::{Seam, by_text, by_time};
use super::speech::{Cue, Line};
use crate::draft::Draft;
use crate::entity::without_entities;
use crate::mode::Newline;

/// Writes the text and tells its blocks.
pub(super) fn text<'t>(
    source: &'t str,
    cues: &[Cue<'t>],
    newline: Newline,
    out: &mut Blocks,
) -> Cow<'t, str> {
    let mut writer = Writer {
        draft: Draft::new(source, "line break"),
        out,
        newline,
        block: 0,
        joint: Joint::Paragraph,
        voice: None,
        last: None,
        shown: None,
        note: None,
    };
    for (cue, repeated) in cues.iter().zip(repeated(cues)) {
        writer.cue(cue, repeated);
    }
    writer.finish()
}

struct Writer<'t, 'o> {
    draft: Draft<'t>,
    out: &'o mut Blocks,
    newline: Newline,
    /// Where the block being written begins in the text, and the cut before it.
    block: usize,
    joint: Joint,
    voice: Option<&'t str>,
    /// What was said last.
    last: Option<String>,
    /// When the cues of this stretch were shown.
    shown: Option<Range<u64>>,
    /// The cue written last: its range of the text and its time.
    note: Option<(Range<usize>, Range<u64>)>,
}

impl<'t> Writer<'t, '_> {
    fn cue(&mut self, cue: &Cue<'t>, repeated: usize) {
        for (to, why) in &cue.above {
            self.draft.skip(0..*to, why);
        }
        let mut seam = self.last.as_ref().and_then(|_| by_time(self.shown.as_ref(), cue.time.as_ref()));
        let (mut begin, mut repeats, mut inside) = (None, repeated, false);
        for line in &cue.lines {
            if line.said.is_empty() {
                self.draft.skip(line.source.clone(), "markup");
                continue;
            }
            if repeats > 0 {
                repeats -= 1;
                self.draft.skip(line.source.clone(), "repeated");
                continue;
            }
            let at = self.line(line, seam.take(), inside);
            begin.get_or_insert(at);
            inside = true;
        }
        let Some(time) = &cue.time else { return };
        match begin {
            Some(begin) => {
                self.tell_note();
                self.note = Some((begin..self.draft.text().len(), time.clone()));
            }
            // What it shows again stays on the screen.
            None if repeated > 0 => {
                if let Some((_, shown)) = &mut self.note {
                    shown.end = shown.end.max(time.end);
                }
            }
            None => return,
        }
        self.shown = match self.shown.take() {
            Some(shown) if time.start >= shown.start => Some(time.start..time.end.max(shown.end)),
            _ => Some(time.clone()),
        };
    }

    /// Writes a line and returns where it begins in the text.
    fn line(&mut self, line: &Line<'t>, by_time: Option<Seam>, inside: bool) -> usize {
        let seam = match &self.last {
            None => Seam::Paragraph,
            Some(last) => {
                let seam = by_time.unwrap_or_else(|| by_text(last, &line.said, inside, self.newline));
                if line.voice != self.voice && seam != Seam::Paragraph { Seam::Line } else { seam }
            }
        };
        let (between, joint) = match seam {
            Seam::Paragraph => ("\n\n", Some(Joint::Paragraph)),
            Seam::Line => ("\n", Some(Joint::Line)),
            Seam::Wrap => ("\n", Some(Joint::Wrap)),
            Seam::Space => (" ", None),
            Seam::Nothing => ("", None),
        };
        if joint.is_some() {
            self.keep();
        }
        if self.last.is_some() {
            self.draft.insert(between);
        }
        let begin = self.draft.text().len();
        if let Some(joint) = joint {
            (self.block, self.joint) = (begin, joint);
            if line.voice != self.voice {
                self.voice = line.voice;
                match line.voice {
                    Some(voice) => self.out.lead(without_entities(voice), begin),
                    None => self.out.end_lead(),
                }
            }
        }
        for bit in &line.bits {
            match bit {
                Bit::Said(range) => self.draft.copy(range.clone()),
                Bit::Stands(range, c) => self.draft.replace(range.clone(), c.encode_utf8(&mut [0; 4])),
                Bit::Left(range, why) => self.draft.skip(range.clone(), why),
                Bit::Voice(range, _) => self.draft.skip(range.clone(), "markup"),
            }
        }
        self.last = Some(line.said.clone());
        begin
    }

    fn keep(&mut self) {
        self.out.keep(self.block..self.draft.text().len(), BlockKind::Prose, self.joint);
    }

    fn tell_note(&mut self) {
        if let Some((range, time)) = self.note.take() {
            self.out.note(range, Note::Time(time));
        }
    }

    fn finish(mut self) -> Cow<'t, str> {
        self.keep();
        self.tell_note();
        self.draft.finish(self.out)
    }
}

//! Subtitles: what is said, with the time it is said at.
//!
//! `cues` sorts the lines of a file, those of timing with `time`; `speech` makes cues of them, whose lines `markup` takes apart. `write`
//! runs the cues together: `rolling` finds what is shown again, `seam` says what goes between two lines.

mod cues;
mod markup;
mod rolling;
mod seam;
mod speech;
mod time;
mod write;

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Joint, Note, Options, PlainText, Reader, Reading, Result};

use crate::lines::{bom, trim};
use crate::mode::Mode;
use cues::{Role, Told, is_vtt, told};

/// The reader of subtitles, WebVTT and SubRip alike.
///
/// The text is what is said, run together so that sentences stay whole over cues; a speaker (`<v Name>`) comes along as context, and each
/// cue's time as a [`Note::Time`]. With `text = "source"` each cue is a record, with its time in the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subtitle;

impl Reader for Subtitle {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        let mode = Mode::of(options)?;
        Ok(Box::new(SubtitleReading { mode, options: options.clone() }))
    }
}

struct SubtitleReading {
    mode: Mode,
    options: Options,
}

impl Reading for SubtitleReading {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let lines = told(piece);
        let has_cue = lines.iter().any(|told| told.time.is_some());
        if !(has_cue || self.mode.plain && is_vtt(piece)) {
            let mut inner = Blocks::new();
            let start = bom(piece);
            PlainText.open(&self.options)?.read(&piece[start..], &mut inner)?;
            for block in inner.kept() {
                let range = block.range();
                out.keep(range.start + start..range.end + start, block.kind(), block.joint());
            }
            return Ok(Cow::Borrowed(piece));
        }
        if !is_vtt(piece) {
            out.content_type("application/x-subrip");
        }
        if self.mode.plain {
            return Ok(write::text(piece, &speech::cues(piece, &lines), self.mode.newline, out));
        }
        rows(piece, &lines, out);
        Ok(Cow::Borrowed(piece))
    }
}

/// Each cue as a row of its own, with what stands above it: the header, its name.
fn rows(text: &str, lines: &[Told], out: &mut Blocks) {
    let mut row: Option<(Range<usize>, Option<Range<u64>>)> = None;
    for told in lines {
        if told.role != Role::Said && row.as_ref().is_some_and(|(_, time)| time.is_some()) {
            row.take().into_iter().for_each(|row| keep(text, row, out));
        }
        let (range, time) = row.get_or_insert((told.line.start..told.line.end, None));
        range.end = told.line.end;
        *time = time.take().or_else(|| told.time.clone());
    }
    row.into_iter().for_each(|row| keep(text, row, out));
}

fn keep(text: &str, (range, time): (Range<usize>, Option<Range<u64>>), out: &mut Blocks) {
    let range = trim(text, range);
    out.keep(range.clone(), BlockKind::Row, Joint::Record);
    if let Some(time) = time {
        out.note(range, Note::Time(time));
    }
}

#[cfg(test)]
mod tests;

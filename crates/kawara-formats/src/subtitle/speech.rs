//! Cues as what is said in them, by whom and when.

use std::ops::{ControlFlow, Range};

use super::cues::{Role, Told, is_vtt};
use super::markup::{Bit, bits};
use crate::lines::{is_blank, trim};

/// A cue, and what is left out before it.
#[derive(Debug, Default)]
pub(super) struct Cue<'t> {
    /// What stands above what is said, as far as a byte of the source, and why it is left out.
    pub(super) above: Vec<(usize, &'static str)>,
    /// In milliseconds; none where something is said before the first timing line.
    pub(super) time: Option<Range<u64>>,
    pub(super) lines: Vec<Line<'t>>,
}

/// A line of a cue, or the part of it that one speaker says.
#[derive(Debug)]
pub(super) struct Line<'t> {
    pub(super) source: Range<usize>,
    pub(super) bits: Vec<Bit<'t>>,
    /// What is said, without blanks at its ends; may be empty.
    pub(super) said: String,
    pub(super) voice: Option<&'t str>,
}

/// The cues of a file; the last one has no lines if something is left out behind what is said last.
pub(super) fn cues<'t>(text: &'t str, told: &[Told]) -> Vec<Cue<'t>> {
    let vtt = is_vtt(text);
    let mut cues: Vec<Cue<'t>> = vec![Cue::default()];
    let mut voice = None;
    for Told { line, role, time } in told {
        let begins = *role != Role::Said;
        if begins && cues.last().is_some_and(|cue| cue.time.is_some() || !cue.lines.is_empty()) {
            cues.push(Cue::default());
        }
        let Some(cue) = cues.last_mut() else { continue };
        match *role {
            Role::Apart(why) | Role::Name(why) => cue.above.push((line.end, why)),
            Role::Timing => {
                cue.above.push((line.end, "cue timing"));
                cue.time = time.clone();
                voice = None;
            }
            Role::Said => add(text, trim(text, line.start..line.end), vtt, &mut voice, &mut cue.lines),
        }
    }
    cues
}

/// Adds a line, in parts where the speaker changes inside it.
fn add<'t>(
    text: &'t str,
    range: Range<usize>,
    vtt: bool,
    voice: &mut Option<&'t str>,
    lines: &mut Vec<Line<'t>>,
) {
    let mut part = Vec::new();
    for bit in bits(text, range, vtt) {
        if let Bit::Voice(_, name) = bit {
            lines.extend(line(text, std::mem::take(&mut part), *voice));
            *voice = Some(name);
        }
        part.push(bit);
    }
    lines.extend(line(text, part, *voice));
}

fn line<'t>(text: &'t str, mut bits: Vec<Bit<'t>>, voice: Option<&'t str>) -> Option<Line<'t>> {
    let source = range_of(bits.first()?).start..range_of(bits.last()?).end;
    let _ = bits.iter_mut().try_for_each(|bit| strip(text, bit, true));
    let _ = bits.iter_mut().rev().try_for_each(|bit| strip(text, bit, false));
    let mut said = String::new();
    for bit in &bits {
        match bit {
            Bit::Said(range) => said.push_str(&text[range.clone()]),
            Bit::Stands(_, c) => said.push(*c),
            Bit::Left(..) | Bit::Voice(..) => {}
        }
    }
    if is_blank(&said) {
        said.clear();
    }
    Some(Line { source, bits, said, voice })
}

/// Leaves out the blanks at one end of a stretch; breaks where something is said.
fn strip(text: &str, bit: &mut Bit<'_>, at_start: bool) -> ControlFlow<()> {
    match bit {
        Bit::Said(range) => {
            let inner = trim(text, range.clone());
            if inner.is_empty() {
                *bit = Bit::Left(range.clone(), "line break");
                return ControlFlow::Continue(());
            }
            *range = if at_start { inner.start..range.end } else { range.start..inner.end };
            ControlFlow::Break(())
        }
        Bit::Stands(range, c) if kawara_core::is_blank(*c) => {
            *bit = Bit::Left(range.clone(), "markup");
            ControlFlow::Continue(())
        }
        Bit::Stands(..) => ControlFlow::Break(()),
        Bit::Left(..) | Bit::Voice(..) => ControlFlow::Continue(()),
    }
}

fn range_of<'b>(bit: &'b Bit<'_>) -> &'b Range<usize> {
    match bit {
        Bit::Said(range) | Bit::Stands(range, _) | Bit::Left(range, _) | Bit::Voice(range, _) => range,
    }
}

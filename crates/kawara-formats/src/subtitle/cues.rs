//! A file's cues: which lines are said, which belong to the format.

use std::ops::Range;

use super::time::timing;
use crate::lines::{Line, bom, is_blank, line_start, lines};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Left out, for this reason.
    Apart(&'static str),
    /// Begins a cue: its number or name.
    Name(&'static str),
    /// Begins a cue, or follows its name.
    Timing,
    Said,
}

/// A line that is not blank, and the cue it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) line: Line,
    pub(super) role: Role,
    /// The time of the cue, where this is its timing line.
    pub(super) time: Option<Range<u64>>,
}

/// Whether a file is WebVTT and not SubRip.
pub(super) fn is_vtt(text: &str) -> bool {
    text[bom(text)..]
        .strip_prefix("WEBVTT")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// The lines that are not blank, with their roles.
pub(super) fn told(text: &str) -> Vec<Told> {
    let vtt = is_vtt(text);
    let mut told: Vec<Told> = Vec::new();
    // What the lines up to the next blank one are, if the first of them says so.
    let mut block = vtt.then_some("header");
    let (mut begins, mut has_cue, mut is_numbered) = (true, false, false);
    for line in lines(text, bom(text)..text.len()) {
        let said = line.of(text);
        if is_blank(said) {
            (block, begins) = (None, true);
            continue;
        }
        let time = timing(said);
        let role = if time.is_some() {
            if let Some(before) = told.last_mut() {
                let directly = text[before.line.end..line.start].bytes().filter(|b| *b == b'\n').count() == 1;
                if directly && matches!(before.role, Role::Said | Role::Apart(_)) && before.time.is_none() {
                    name(text, before, vtt, is_numbered || !has_cue);
                    is_numbered |= before.role == Role::Name("cue number");
                }
            }
            (block, has_cue) = (None, true);
            Role::Timing
        } else {
            if vtt && begins {
                block = block.or_else(|| kind_of_block(said)).or((!has_cue).then_some("header"));
            }
            block.map_or(Role::Said, Role::Apart)
        };
        begins = false;
        told.push(Told { line, role, time });
    }
    told
}

/// Makes the line directly before a timing line the name of its cue, if it is one and not the last words of the cue before.
fn name(text: &str, line: &mut Told, vtt: bool, is_numbered: bool) {
    let begins_block = is_blank(line_before(text, line.line.start));
    let said = line.line.of(text).trim_matches(kawara_core::is_blank);
    let is_number = !said.is_empty() && said.bytes().all(|b| b.is_ascii_digit());
    let is_header = said.starts_with("WEBVTT") || line.role == Role::Apart("header") && !begins_block;
    if is_header {
        return;
    }
    if is_number && (begins_block || is_numbered) {
        line.role = Role::Name("cue number");
    } else if vtt && begins_block {
        line.role = Role::Name("cue id");
    }
}

/// The line that ends where another one starts; empty at the start of the text.
fn line_before(text: &str, start: usize) -> &str {
    let before = text[..start].strip_suffix('\n').unwrap_or_default();
    &before[line_start(before, 0..before.len())..]
}

/// The blocks of WebVTT that are no cues.
fn kind_of_block(first: &str) -> Option<&'static str> {
    let first = first.trim_end();
    match first {
        "STYLE" => Some("style"),
        "REGION" => Some("region"),
        _ => first
            .strip_prefix("NOTE")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
            .then_some("note"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(text: &str) -> Vec<(Role, &str)> {
        told(text).iter().map(|told| (told.role, told.line.of(text))).collect()
    }

    #[test]
    fn headers_notes_styles_and_names_are_told_from_what_is_said() {
        use Role::{Apart, Name, Said, Timing};
        let text = "WEBVTT - x\nKind: captions\n\nSTYLE\n::cue {}\n\nNOTE a\nb\n\nintro\n00:01.000 --> 00:02.000\nNOTE this\n\n00:03.000 --> 00:04.000\nTwo\n\nlines\n";
        assert_eq!(
            roles(text),
            [
                (Apart("header"), "WEBVTT - x"),
                (Apart("header"), "Kind: captions"),
                (Apart("style"), "STYLE"),
                (Apart("style"), "::cue {}"),
                (Apart("note"), "NOTE a"),
                (Apart("note"), "b"),
                (Name("cue id"), "intro"),
                (Timing, "00:01.000 --> 00:02.000"),
                (Said, "NOTE this"),
                (Timing, "00:03.000 --> 00:04.000"),
                (Said, "Two"),
                (Said, "lines"),
            ]
        );
    }

    #[test]
    fn numbers_can_be_said() {
        use Role::{Name, Said, Timing};
        let text = "1\n00:00:01,000 --> 00:00:02,000\n1945\n\n2\n00:00:03,000 --> 00:00:04,000\n1946\n3\n00:00:05,000 --> 00:00:06,000\n7\n";
        assert_eq!(
            roles(text).iter().filter(|(role, _)| *role != Timing).copied().collect::<Vec<_>>(),
            [
                (Name("cue number"), "1"),
                (Said, "1945"),
                (Name("cue number"), "2"),
                (Said, "1946"),
                (Name("cue number"), "3"),
                (Said, "7"),
            ]
        );
        let bare = "00:01 --> 00:02\n1945\n00:03 --> 00:04\n1946\n";
        assert_eq!(roles(bare)[1], (Said, "1945"), "without numbers, the number before a time is said");
    }
}

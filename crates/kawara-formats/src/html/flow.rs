//! Running text as a browser shows it: white space folded, references decoded, every byte leading back to the source.

use std::ops::Range;

use super::tokens::decode;
use crate::draft::Draft;

/// The longest stretch in which a named reference is looked for; the longest name has 31 letters.
const LONGEST_NAME: usize = 40;

/// White space that is written when more text follows.
#[derive(Clone, Debug)]
pub(super) enum Gap {
    /// A space, unless it is a line break between two letters of a script that has no spaces.
    Space(Range<usize>),
    /// A space in any case: an edge of a block or an image.
    Edge,
    /// A line break of the author's.
    Break(Range<usize>),
}

/// A part of a text.
pub(super) enum Part {
    Space(Range<usize>),
    Word(Range<usize>),
    /// A reference and what it stands for.
    Reference(Range<usize>, String),
    /// Bytes that a browser passes over.
    Nothing(Range<usize>),
}

/// What white space is in HTML.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// The part of the text that begins at byte `at`, `end` being where the text ends.
pub(super) fn part(source: &str, at: usize, end: usize, is_raw: bool, is_preformatted: bool) -> Part {
    let bytes = &source.as_bytes()[at..end];
    let first = bytes.first().copied().unwrap_or(b' ');
    if is_space(first) && !is_preformatted {
        let len = bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len());
        return Part::Space(at..at + len);
    }
    if first == b'&' && !is_raw {
        let len = reference(bytes);
        let decoded = decode(&source[at..at + len]);
        return match decoded.as_bytes() {
            [byte] if is_space(*byte) && !is_preformatted => Part::Space(at..at + len),
            _ => Part::Reference(at..at + len, decoded),
        };
    }
    if bytes.starts_with(b"</>") && !is_raw {
        return Part::Nothing(at..at + 3);
    }
    let ends = |byte: u8| is_space(byte) && !is_preformatted || !is_raw && matches!(byte, b'&' | b'<');
    let len = bytes.iter().skip(1).position(|byte| ends(*byte)).map_or(bytes.len(), |len| len + 1);
    Part::Word(at..at + len)
}

/// The length of what may be a reference, from its `&` on.
fn reference(bytes: &[u8]) -> usize {
    let is_number = bytes.get(1) == Some(&b'#');
    let skipped = if is_number { 2 } else { 1 };
    let most = if is_number { bytes.len() } else { LONGEST_NAME };
    let body = bytes.iter().skip(skipped).take(most).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = (skipped + body).min(bytes.len());
    end + usize::from(body > 0 && bytes.get(end) == Some(&b';'))
}

/// Writes the gap before a word that begins with this character.
pub(super) fn write_gap(source: &str, draft: &mut Draft<'_>, gap: Gap, next: Option<char>) {
    match gap {
        Gap::Edge => draft.insert(" "),
        Gap::Break(range) => draft.replace(range, "\n"),
        Gap::Space(range) => {
            let run = &source[range.clone()];
            let is_joint = run.contains(['\n', '\r'])
                && draft.text().chars().next_back().is_some_and(is_wide)
                && next.is_some_and(is_wide);
            match run.find(' ') {
                _ if is_joint => draft.skip(range, "markup"),
                Some(at) => draft.replace(range.start + at..range.start + at + 1, " "),
                None => {
                    draft.skip(range, "markup");
                    draft.insert(" ");
                }
            }
        }
    }
}

/// Scripts that are written without spaces, so that a line break between two of their letters says nothing.
fn is_wide(c: char) -> bool {
    matches!(
        c,
        '\u{2e80}'..='\u{312f}'
            | '\u{31a0}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{a4cf}'
            | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe4f}'
            | '\u{ff00}'..='\u{ffef}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_end_where_they_cannot_go_on() {
        for (text, len) in
            [("&amp;x", 5), ("&#65;", 5), ("&#x4e2d", 7), ("& b", 1), ("&;", 1), ("&ampx y", 5), ("&", 1)]
        {
            assert_eq!(reference(text.as_bytes()), len, "{text}");
        }
        assert_eq!(reference("&a".repeat(9).as_bytes()), 2);
        assert_eq!(reference(format!("&{}", "a".repeat(99)).as_bytes()), LONGEST_NAME + 1);
    }

    #[test]
    fn line_breaks_between_wide_letters_say_nothing() {
        for (source, text) in [("中\n文", "中文"), ("中 文", "中 文"), ("a\n文", "a 文"), ("a\r\n\tb", "a b")]
        {
            let mut draft = Draft::new(source, "markup");
            let mut at = 0;
            let mut gap = None;
            while at < source.len() {
                let part = part(source, at, source.len(), false, false);
                let (Part::Space(range)
                | Part::Word(range)
                | Part::Nothing(range)
                | Part::Reference(range, _)) = &part;
                at = range.end;
                match part {
                    Part::Space(range) => gap = Some(Gap::Space(range)),
                    Part::Word(range) => {
                        if let Some(gap) = gap.take() {
                            write_gap(source, &mut draft, gap, source[range.clone()].chars().next());
                        }
                        draft.copy(range);
                    }
                    _ => {}
                }
            }
            assert_eq!(draft.text(), text);
        }
    }
}

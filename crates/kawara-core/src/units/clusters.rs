//! Grapheme clusters: where a chunk may begin and end at all.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Finds cluster borders near given bytes in one forward sweep: asking for ascending bytes costs linear time in all, however
/// long the clusters or runs of flags are.
pub(crate) struct Clusters<'t> {
    text: &'t str,
    /// A border that is known, at or before every byte that may still be asked for.
    known: usize,
}

/// How many characters back a certain border is looked for before the sweep goes on from the last known one.
const LOOK_BACK: usize = 16;

impl<'t> Clusters<'t> {
    /// Starts at `from`, which must be a cluster border of `text`.
    pub(crate) fn new(text: &'t str, from: usize) -> Self {
        Self { text, known: from }
    }

    /// `at` itself if it is a cluster border, else the end of the cluster it lies in. Bytes are asked for in ascending order
    /// and lie on character boundaries.
    pub(crate) fn align(&mut self, at: usize) -> usize {
        if at <= self.known {
            return self.known;
        }
        if is_certain(self.text, at) {
            self.known = at;
            return at;
        }
        let mut from = at;
        for (byte, _) in self.text[self.known..at].char_indices().rev().take(LOOK_BACK) {
            from = self.known + byte;
            if is_certain(self.text, from) {
                break;
            }
        }
        if from <= self.known || !is_certain(self.text, from) {
            from = self.known;
        }
        for cluster in self.text[from..].graphemes(true) {
            if from >= at {
                break;
            }
            from += cluster.len();
        }
        self.known = from;
        from
    }
}

/// Whether the border before byte `at` holds whatever stands further away.
fn is_certain(text: &str, at: usize) -> bool {
    let (Some(before), Some(after)) = (text[..at].chars().next_back(), text[at..].chars().next()) else {
        return true;
    };
    if before < '\u{80}' && after < '\u{80}' {
        return !(before == '\r' && after == '\n');
    }
    stands_alone(after) && !may_prepend(before)
}

/// Characters that never continue a cluster: no marks, joiners, emoji, jamo or letters of Indic scripts. Incomplete on purpose.
fn stands_alone(c: char) -> bool {
    match c {
        '\n' => false, // may follow a carriage return
        '\0'..='\u{7f}' => true,
        '\u{a0}'..='\u{24f}' => !matches!(c, '\u{a9}' | '\u{ad}' | '\u{ae}'),
        '\u{400}'..='\u{482}' | '\u{48a}'..='\u{52f}' => true,
        '\u{e01}'..='\u{e30}' | '\u{e32}' | '\u{e40}'..='\u{e46}' => true,
        '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{203b}' => true,
        '\u{3000}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{309b}'..='\u{30ff}' => true,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => true,
        '\u{ff01}'..='\u{ff9d}' => true,
        _ => false,
    }
}

/// Characters that may draw the next one into their cluster (`Prepend`), and a few more that don't.
fn may_prepend(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{d4e}' | '\u{10000}'..='\u{1efff}')
}

/// Whether a character is blank: white space, the byte order mark, the zero-width space. Blank text belongs to no unit.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}')
}

/// Where a piece that ends in punctuation or white space at byte `at` really ends: behind what is blank, which belongs to it, and behind
/// all marks that belong to its last grapheme cluster. What a language takes for blank is for it to say: [`is_blank`], or more.
///
/// ```
/// use kawara_core::{is_blank, settle};
///
/// assert_eq!(settle("It rains. \r\nIt pours.", 9, is_blank), 12);
/// assert_eq!(settle("ok.\u{301} b", 3, is_blank), 6, "an accent on a full stop, and the space behind it");
/// ```
pub fn settle(text: &str, at: usize, is_blank: impl Fn(char) -> bool) -> usize {
    let mut at = at;
    while let Some((head, rest)) = text.split_at_checked(at) {
        let blanks = rest.len() - rest.trim_start_matches(&is_blank).len();
        at = head.len() + blanks;
        if is_certain(text, at) {
            break;
        }
        // Punctuation and white space join little before them, so few characters tell: asking for the clusters of the whole text at each
        // cut would take quadratic time.
        let near = text[..at].char_indices().rev().take(LOOK_BACK).map(|(byte, _)| byte);
        let start = near.clone().find(|byte| is_certain(text, *byte)).or_else(|| near.clone().next());
        let end = Clusters::new(text, start.unwrap_or(at)).align(at);
        if end == at {
            break;
        }
        at = end;
    }
    at
}

/// `range` without the clusters at its ends that are wholly blank. The ends of `range` are cluster borders.
pub(crate) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let slice = &text[range.clone()];
    let kept = slice.trim_matches(is_blank);
    if kept.is_empty() {
        return range.start..range.start;
    }
    let mut start = range.start + (slice.len() - slice.trim_start_matches(is_blank).len());
    let mut end = start + kept.len();
    // A mark on a blank, or a blank drawn in by the character before it, makes one cluster that is not blank.
    if start > range.start && !is_certain(text, start) {
        start = Clusters::last_border(text, range.start, start);
    }
    if end < range.end && !is_certain(text, end) {
        end = Clusters::new(text, Clusters::last_border(text, start, end)).align(end);
    }
    start..end
}

impl Clusters<'_> {
    /// The last cluster border at or before `at`, found from the border `from`.
    pub(crate) fn last_border(text: &str, from: usize, at: usize) -> usize {
        let mut start = from;
        for (byte, _) in text[from..at].char_indices().rev().take(LOOK_BACK) {
            if is_certain(text, from + byte) {
                start = from + byte;
                break;
            }
        }
        let mut border = start;
        for cluster in text[start..].graphemes(true) {
            if border + cluster.len() > at {
                break;
            }
            border += cluster.len();
        }
        border
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_waits_for_white_space_and_marks() {
        for (text, at, end) in [
            ("a. \r\n b", 2, 6),
            ("a.\u{301} b", 2, 5),
            ("a. \u{301}b", 2, 5),
            ("a. \u{301} \u{301}b", 2, 8),
            ("!\u{fe0f}\u{200b}b", 1, 7),
            ("是。\u{3000}\u{3099}次", 6, 12),
            ("👍\u{200d}👎。", 4, 11),
            ("👍\u{200d}👎。", 7, 11),
            ("。👍\u{200d}\u{1fd71}次", 10, 14),
            ("a.", 2, 2),
            ("a.", 3, 3),
            ("。", 1, 1),
            ("", 0, 0),
        ] {
            assert_eq!(settle(text, at, is_blank), end, "{text:?} {at}");
        }
        assert_eq!(settle("a.\u{2060}b", 2, |c| c == '\u{2060}'), 5, "as the language says");
    }

    #[test]
    fn certain_borders_are_borders() {
        // Every pair of a character of each block before and after, against the full rules.
        let all: Vec<char> =
            (0..0x3_0000u32).step_by(7).chain(0..0x3100).filter_map(char::from_u32).collect();
        let befores = [
            'a', '\r', '\n', ' ', 'é', 'ก', 'ั', '。', '字', '한', '👩', '\u{200d}', '🇯', '\u{301}',
            '\u{600}', 'क', '\u{94d}',
        ];
        for before in befores {
            for &after in &all {
                let text: String = [before, after].iter().collect();
                let at = before.len_utf8();
                if is_certain(&text, at) {
                    assert_eq!(text.graphemes(true).count(), 2, "{before:?} {after:?}");
                }
            }
        }
    }

    #[test]
    fn alignment_agrees_with_the_full_rules() {
        let text = "a👨‍👩‍👧‍👦b🇯🇵🇹🇭🇯e\u{301}\u{301} \u{301}\r\nก็ำ字。\u{fe0f}ｶﾞ";
        let borders: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
        let mut clusters = Clusters::new(text, 0);
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let expected = *borders.iter().find(|border| **border >= at).unwrap();
            assert_eq!(clusters.align(at), expected, "{at}");
        }
    }

    #[test]
    fn trimming_keeps_a_mark_with_its_blank() {
        let text = "  \u{301}x \u{200b}\u{feff}\n";
        assert_eq!(&text[trim(text, 0..text.len())], " \u{301}x");
        assert_eq!(trim(" \u{3000}\n", 0..5), 0..0);
    }
}

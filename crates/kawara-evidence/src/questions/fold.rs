use std::ops::Range;

use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical, decompose_compatible};

use crate::Chars;

/// In what evidence may differ from the source without anybody being at fault. It is held to be the same, and that is said.
///
/// Of the first four, each forgives those before it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// CRLF or CR for LF, or a byte order mark.
    LineEnds,
    /// Another normal form of Unicode: é as one character or as two.
    Normalization,
    /// White space: its kind, its length, or whether there is any.
    WhiteSpace,
    /// Compatibility characters: full width or half width, ligatures.
    Width,
    /// The text is there, and its offsets are right if line ends, a byte order mark or composed characters are counted otherwise.
    Offsets,
    /// The text stands in what the reader makes of the source: without tags, timings, escapes.
    Markup,
}

impl Difference {
    /// What can be taken out of a text, from the least to the most forgiving.
    pub(super) const OF_TEXT: [Self; 4] =
        [Self::LineEnds, Self::Normalization, Self::WhiteSpace, Self::Width];

    /// As a sentence says it.
    ///
    /// ```
    /// use kawara_evidence::Difference;
    ///
    /// assert_eq!(Difference::LineEnds.as_str(), "line ends");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LineEnds => "line ends",
            Self::Normalization => "Unicode normalisation",
            Self::WhiteSpace => "white space",
            Self::Width => "the width of characters",
            Self::Offsets => "how offsets are counted",
            Self::Markup => "markup",
        }
    }
}

/// A text without a kind of difference, and for each of its characters where it is from.
#[derive(Debug)]
pub(super) struct Folded {
    text: String,
    chars: Chars,
    /// The bytes of the original that a character stands for.
    origins: Vec<(u32, u32)>,
}

impl Folded {
    pub(super) fn of(original: &str, forgiving: Difference) -> Self {
        let (mut text, mut origins) = (String::with_capacity(original.len()), Vec::new());
        let mut marks: Vec<(char, (u32, u32))> = Vec::new();
        let mut all = original.char_indices().peekable();
        while let Some((at, c)) = all.next() {
            let mut end = at + c.len_utf8();
            if c == '\u{feff}' && at == 0 {
                continue;
            }
            let mut c = c;
            if c == '\r' {
                c = '\n';
                if all.next_if(|(_, next)| *next == '\n').is_some() {
                    end += 1;
                }
            }
            if forgiving >= Difference::WhiteSpace && c.is_whitespace() {
                continue;
            }
            let origin = (at as u32, end as u32);
            let mut each = |c: char| {
                // Marks on one letter stand in the order of their classes.
                if forgiving < Difference::Normalization || canonical_combining_class(c) == 0 {
                    settle(&mut marks, &mut text, &mut origins);
                    text.push(c);
                    origins.push(origin);
                } else {
                    marks.push((c, origin));
                }
            };
            match forgiving {
                Difference::LineEnds => each(c),
                Difference::Width => decompose_compatible(c, |c| {
                    if !c.is_whitespace() {
                        each(c);
                    }
                }),
                _ => decompose_canonical(c, each),
            }
        }
        settle(&mut marks, &mut text, &mut origins);
        Self { chars: Chars::of(&text), text, origins }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the original that a range of bytes of the folded text stands for.
    pub(super) fn original(&self, range: Range<usize>) -> Range<usize> {
        let chars = self.chars.chars(&self.text, range);
        let origins = self.origins.get(chars).unwrap_or_default();
        let start = origins.iter().map(|origin| origin.0).min().unwrap_or(0);
        let end = origins.iter().map(|origin| origin.1).max().unwrap_or(0);
        start as usize..end as usize
    }
}

fn settle(marks: &mut Vec<(char, (u32, u32))>, text: &mut String, origins: &mut Vec<(u32, u32)>) {
    marks.sort_by_key(|(mark, _)| canonical_combining_class(*mark));
    for (mark, origin) in marks.drain(..) {
        text.push(mark);
        origins.push(origin);
    }
}

/// How long the beginning of a text is to a program that counts it otherwise than it stands: line ends as one character, no byte order
/// mark, composed characters, or single spaces. Each in characters and bytes.
pub(super) fn otherwise_counted(beginning: &str) -> Vec<(usize, usize)> {
    let unmarked = beginning.strip_prefix('\u{feff}').unwrap_or(beginning);
    let lines = unmarked.replace("\r\n", "\n");
    let composed: String = lines.nfc().collect();
    let sizes = |text: &str| (text.chars().count(), text.len());
    let mut counts = vec![sizes(unmarked), sizes(&lines), sizes(&composed)];
    let decomposed = lines.nfd().fold((0, 0), |(chars, bytes), c| (chars + 1, bytes + c.len_utf8()));
    counts.push(decomposed);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(original: &str, quote: &str, forgiving: Difference) -> Option<String> {
        let (text, quote) = (Folded::of(original, forgiving), Folded::of(quote, forgiving));
        let at = text.text().find(quote.text())?;
        original.get(text.original(at..at + quote.text().len())).map(str::to_owned)
    }

    #[test]
    fn a_quote_is_found_in_spite_of_what_nobody_did() {
        use Difference::{LineEnds, Normalization, WhiteSpace, Width};
        let original = "\u{feff}One.\r\nTwo  cafe\u{301}s,\r\nthree ａｂ ﬁ。\r\n次の\r\n行。";
        for (quote, by, is) in [
            ("One.\nTwo", LineEnds, "One.\r\nTwo"),
            ("cafés", Normalization, "cafe\u{301}s"),
            ("Two cafés, three", WhiteSpace, "Two  cafe\u{301}s,\r\nthree"),
            ("次の行。", WhiteSpace, "次の\r\n行。"),
            ("ab fi。", Width, "ａｂ ﬁ。"),
        ] {
            assert_eq!(found(original, quote, by).as_deref(), Some(is), "{quote}");
            for less in Difference::OF_TEXT.into_iter().filter(|less| *less < by) {
                assert_eq!(found(original, quote, less), None, "{quote} by {less:?}");
            }
        }
    }

    #[test]
    fn marks_in_another_order_are_the_same() {
        let (one, other) = ("a\u{323}\u{302}", "a\u{302}\u{323}");
        assert_eq!(found(one, other, Difference::Normalization).as_deref(), Some(one));
        assert_eq!(found(one, "ậ", Difference::Normalization).as_deref(), Some(one));
    }

    #[test]
    fn programs_count_a_beginning_in_other_ways() {
        let counts = otherwise_counted("\u{feff}e\u{301}\r\n");
        assert_eq!(counts, [(4, 5), (3, 4), (2, 3), (3, 4)]);
    }
}

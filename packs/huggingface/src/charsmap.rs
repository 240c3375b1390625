//! SentencePiece's table of replacements, applied character by character where that is the same.
//!
//! The library looks each grapheme cluster up and then its characters. Most characters are a cluster by themselves whatever stands
//! beside them, so that for them a table says the same; what lies between is left to the library.

use std::borrow::Cow;

use tokenizers::normalizers::precompiled::PrecompiledNormalizer;
use tokenizers::pipeline::Normalizer;
use unicode_segmentation::UnicodeSegmentation;

/// Replacements of the characters of the basic plane.
pub(crate) struct Charsmap {
    /// By character: `MIXED`, `SAME`, or one more than these for each of the replacements.
    kinds: Box<[u16]>,
    replacements: Vec<String>,
}

/// Perhaps part of a larger cluster.
const MIXED: u16 = 0;
/// Alone, and left as it is.
const SAME: u16 = 1;

impl Charsmap {
    pub(crate) fn new(library: &PrecompiledNormalizer) -> Self {
        let mut map = Self { kinds: vec![MIXED; 1 << 16].into_boxed_slice(), replacements: Vec::new() };
        for c in ('\0'..='\u{ffff}').filter(|c| is_alone(*c)) {
            let replaced = library.parsed().transform(c.encode_utf8(&mut [0; 4]));
            map.kinds[c as usize] = match (replaced, u16::try_from(map.replacements.len() + 2)) {
                (None, _) => SAME,
                (Some(text), Ok(kind)) => {
                    map.replacements.push(text.to_owned());
                    kind
                }
                (Some(_), Err(_)) => MIXED,
            };
        }
        map
    }

    /// What the library makes of a text.
    ///
    /// # Errors
    /// As the library's.
    pub(crate) fn normalize<'t>(
        &self,
        library: &PrecompiledNormalizer,
        text: &'t str,
    ) -> tokenizers::Result<Cow<'t, str>> {
        let mut out = String::new();
        // What lies from here to where the text is read stays as it is.
        let mut kept = 0;
        let mut rest = text.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            let kind = self.kind(c);
            let goes_on = rest.peek().is_some_and(|&(_, next)| self.kind(next) == MIXED);
            if kind == SAME && !goes_on {
                continue;
            }
            out.push_str(&text[kept..at]);
            kept = if kind == MIXED || goes_on {
                let end = self.end_of_mixed(text, at);
                out.push_str(&library.normalize(&text[at..end], at)?);
                while rest.next_if(|&(next, _)| next < end).is_some() {}
                end
            } else {
                out.push_str(self.replacements.get(usize::from(kind - 2)).map_or("", String::as_str));
                at + c.len_utf8()
            };
        }
        if kept == 0 {
            return Ok(Cow::Borrowed(text));
        }
        out.push_str(&text[kept..]);
        Ok(Cow::Owned(out))
    }

    /// Where two characters that are alone stand side by side behind `from`: before the second of them.
    fn end_of_mixed(&self, text: &str, from: usize) -> usize {
        let mut was_alone = false;
        for (at, c) in text[from..].char_indices().skip(1) {
            let is_alone = self.kind(c) != MIXED;
            if is_alone && was_alone {
                return from + at;
            }
            was_alone = is_alone;
        }
        text.len()
    }

    fn kind(&self, c: char) -> u16 {
        self.kinds.get(c as usize).copied().unwrap_or(MIXED)
    }
}

/// Whether a character is no part of a cluster with any other of this kind: no mark, nothing that is put before others, no half
/// of a flag or of a syllable.
fn is_alone(c: char) -> bool {
    let breaks = |pair: [char; 2]| {
        let mut text = [0; 8];
        let len = pair[0].encode_utf8(&mut text).len();
        let end = len + pair[1].encode_utf8(&mut text[len..]).len();
        std::str::from_utf8(&text[..end]).is_ok_and(|text| text.graphemes(true).nth(1).is_some())
    };
    c != '\r' && breaks(['a', c]) && breaks([c, 'a']) && breaks([c, c])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alone_parts_from_all_that_is_alone() {
        let some = ['\n', ' ', 'a', '。', '中', 'が', '각', 'ก', '\u{200b}', 'क', '☎', '\u{915}'];
        for c in ('\0'..='\u{ffff}').filter(|c| is_alone(*c)) {
            for other in some.into_iter().filter(|other| is_alone(*other)) {
                for before in ["", "\u{301}", "\u{200d}", "\u{94d}", "\u{600}", "☎\u{200d}"] {
                    let text = format!("{before}{c}{other}");
                    let border = before.len() + c.len_utf8();
                    assert!(text.grapheme_indices(true).any(|(at, _)| at == border), "{text:?}");
                }
            }
        }
        for c in ['\r', '\u{301}', '\u{e33}', '\u{600}', '\u{200d}', '\u{1100}', '\u{1161}', '\u{11a8}'] {
            assert!(!is_alone(c), "{c:?}");
        }
    }
}

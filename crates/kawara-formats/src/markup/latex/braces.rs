//! Which braces belong together.

use std::ops::Range;

/// Pairs of braces, found in one pass. A blank line ends every group: no heading or caption goes over one.
#[derive(Debug)]
pub(super) struct Braces(Vec<(usize, Option<usize>)>);

impl Braces {
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut pairs, mut open): (Vec<(usize, Option<usize>)>, Vec<usize>) = (Vec::new(), Vec::new());
        let (mut at, mut blank) = (0, false);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'%' => {
                    at += memchr::memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at);
                    blank = false;
                    continue;
                }
                b'\n' if blank => open.clear(),
                b'{' => {
                    open.push(pairs.len());
                    pairs.push((at, None));
                }
                b'}' => {
                    if let Some(pair) = open.pop().and_then(|nth| pairs.get_mut(nth)) {
                        pair.1 = Some(at);
                    }
                }
                _ => {}
            }
            blank = *byte == b'\n' || blank && matches!(byte, b' ' | b'\t' | b'\r');
            at += 1;
        }
        pairs.retain(|(_, close)| close.is_some());
        Self(pairs)
    }

    /// What stands between the brace at `open` and its partner.
    pub(super) fn inside(&self, open: usize) -> Option<Range<usize>> {
        let nth = self.0.binary_search_by_key(&open, |(at, _)| *at).ok()?;
        self.0.get(nth).and_then(|(at, close)| close.map(|close| at + 1..close))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_comments_and_blank_lines_pair_nothing() {
        let text = "{a{b}\\} % }\n}{c\n\n}{d}";
        let braces = Braces::new(text);
        let said = |open| braces.inside(open).map(|range| &text[range]);
        assert_eq!(said(0), Some("a{b}\\} % }\n"));
        assert_eq!(said(2), Some("b"));
        assert_eq!(said(13), None);
        assert_eq!(said(18), Some("d"));
    }
}

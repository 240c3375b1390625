//! A block as stretches of text between spaces, each read with the lexicon. What is asked of a space is asked of the gap between
//! two stretches.

use crate::chars::{is_blank, is_mark};
use crate::lexicon::{Class, Token, lexicon};

/// What stands between two gaps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// Where it begins, in bytes of the block.
    pub(crate) start: usize,
    /// Where it ends, half-open; the gap after it goes on to the start of the next.
    pub(crate) end: usize,
    /// Its first token.
    first: usize,
    /// The token after its last.
    last: usize,
    /// How many of its tokens are of a verbal class, up to 2.
    pub(crate) verbs: u8,
    /// Its length in characters.
    pub(crate) len: usize,
}

/// A block, read. One is kept a thread, for its memory.
#[derive(Debug, Default)]
pub(crate) struct Stretches {
    list: Vec<Stretch>,
    tokens: Vec<Token>,
}

impl Stretches {
    /// Reads a block.
    pub(crate) fn read(&mut self, text: &str) {
        self.list.clear();
        self.tokens.clear();
        let mut at = 0;
        for piece in text.split(is_gap) {
            let start = at + piece.len() - piece.trim_start_matches(is_blank).len();
            let end = at + piece.trim_end_matches(is_blank).len();
            at += piece.len();
            at += text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            match self.list.last_mut() {
                _ if start >= end => {}
                // เด็ก ๆ is one word.
                Some(last) if piece.starts_with(is_mark) => last.end = end,
                _ => self.list.push(Stretch { start, end, first: 0, last: 0, verbs: 0, len: 0 }),
            }
        }
        let lexicon = lexicon();
        for stretch in &mut self.list {
            stretch.first = self.tokens.len();
            lexicon.read(text, stretch.start, stretch.end, &mut self.tokens);
            stretch.last = self.tokens.len();
            let own = self.tokens.get(stretch.first..).unwrap_or_default();
            let verbs = own.iter().filter(|token| token.class.is_verbal()).take(2).count();
            stretch.verbs = u8::try_from(verbs).unwrap_or(2);
            stretch.len = text.get(stretch.start..stretch.end).unwrap_or_default().chars().count();
        }
    }

    /// The stretches in order.
    pub(crate) fn list(&self) -> &[Stretch] {
        &self.list
    }

    /// The tokens of a stretch, one at least.
    pub(crate) fn tokens(&self, stretch: &Stretch) -> &[Token] {
        self.tokens.get(stretch.first..stretch.last).unwrap_or_default()
    }

    /// The `nth` token of a stretch from its head, or an edge.
    pub(crate) fn head(&self, stretch: &Stretch, nth: usize) -> (Class, u16) {
        self.tokens(stretch).get(nth).map_or((Class::Edge, 0), |token| (token.class, token.word))
    }

    /// The `nth` token of a stretch from its tail, or an edge.
    pub(crate) fn tail(&self, stretch: &Stretch, nth: usize) -> (Class, u16) {
        self.tokens(stretch).iter().nth_back(nth).map_or((Class::Edge, 0), |token| (token.class, token.word))
    }
}

/// White space that parts stretches. A zero-width space or a byte order mark only says where a word may end.
fn is_gap(c: char) -> bool {
    is_blank(c) && !matches!(c, '\u{200b}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::Stretches;

    #[test]
    fn repetition_is_no_stretch_of_its_own() {
        let text = "เด็ก ๆ  วิ่ง \u{200b} ไป";
        let mut stretches = Stretches::default();
        stretches.read(text);
        let pieces: Vec<_> = stretches.list().iter().map(|s| &text[s.start..s.end]).collect();
        assert_eq!(pieces, ["เด็ก ๆ", "วิ่ง", "ไป"]);
        assert_eq!(stretches.tokens(&stretches.list()[0]).len(), 1);
    }

    #[test]
    fn gaps_are_runs_of_spaces() {
        let text = " ผมไป\n บ้าน\u{3000}แล้ว\u{200b}นะ ";
        let mut stretches = Stretches::default();
        stretches.read(text);
        let pieces: Vec<_> = stretches.list().iter().map(|s| &text[s.start..s.end]).collect();
        assert_eq!(pieces, ["ผมไป", "บ้าน", "แล้ว\u{200b}นะ"]);
        assert!(stretches.list().iter().all(|s| !stretches.tokens(s).is_empty()));
    }
}

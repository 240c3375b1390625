//! A block as stretches of text between spaces, each read with the lexicon. What is asked of a space is asked of the gap between
//! two stretches.

use crate::lexicon::{Class, Token, lexicon};
use crate::spelling::{Letter, Spelling};

/// What stands between two gaps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// Where it begins, in bytes of the block.
    pub(crate) start: usize,
    /// Where it ends, half-open; the gap after it goes on to the start of the next.
    pub(crate) end: usize,
    /// Its first letter.
    from: usize,
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
    spelling: Spelling,
    list: Vec<Stretch>,
    tokens: Vec<Token>,
}

impl Stretches {
    /// Reads a block.
    pub(crate) fn read(&mut self, text: &str) {
        self.spelling.read(text);
        self.list.clear();
        self.tokens.clear();
        self.part();
        let lexicon = lexicon();
        for stretch in &mut self.list {
            stretch.first = self.tokens.len();
            lexicon.read(&self.spelling, stretch.from, stretch.from + stretch.len, &mut self.tokens);
            stretch.last = self.tokens.len();
            let own = self.tokens.get(stretch.first..).unwrap_or_default();
            let verbs = own.iter().filter(|token| token.class.is_verbal()).take(2).count();
            stretch.verbs = u8::try_from(verbs).unwrap_or(2);
        }
    }

    /// Finds the stretches.
    fn part(&mut self) {
        let letters = self.spelling.letters();
        let mut at = 0;
        while at < letters.len() {
            let piece = letters.get(at..).unwrap_or_default();
            let len = piece.iter().position(|letter| letter.is_gap()).unwrap_or(piece.len());
            let piece = piece.get(..len).unwrap_or_default();
            // There may be white space of no width.
            let head = piece.iter().take_while(|letter| letter.is_blank()).count();
            let tail = piece.iter().rev().take_while(|letter| letter.is_blank()).count();
            let (from, to) = (at + head, at + len - tail.min(len - head));
            at += len + 1;
            if from == to {
                continue;
            }
            let (start, end) = (self.spelling.start(from), self.spelling.start(to));
            match self.list.last_mut() {
                // เด็ก ๆ is one word.
                Some(last) if piece.first().is_some_and(|first| first.is_mark()) => {
                    (last.end, last.len) = (end, to - last.from);
                }
                _ => {
                    self.list.push(Stretch { start, end, from, first: 0, last: 0, verbs: 0, len: to - from })
                }
            }
        }
    }

    /// The characters of the block.
    pub(crate) fn spelling(&self) -> &Spelling {
        &self.spelling
    }

    /// Those characters of a stretch that may pair or end a sentence.
    pub(crate) fn marks_of(&self, stretch: &Stretch) -> impl Iterator<Item = Letter> {
        self.spelling.marks(stretch.from..stretch.from + stretch.len)
    }

    /// The characters of a stretch.
    pub(crate) fn letters_of(&self, stretch: &Stretch) -> &[Letter] {
        self.spelling.letters().get(stretch.from..stretch.from + stretch.len).unwrap_or_default()
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

use super::Unigram;
use super::memo::Memo;
use crate::tokenizer::Tally;

/// What the search works in, kept from word to word.
#[derive(Default)]
pub(crate) struct Search {
    /// By byte: the best way to get there. Between characters nothing ends.
    ends: Vec<End>,
    memo: Memo,
}

/// The best way to the end of a piece.
#[derive(Clone, Copy)]
struct End {
    score: f64,
    /// Where its last piece begins; `NOWHERE` until something ends here.
    start: u32,
    piece: u32,
    /// Tokens up to here along the best way, once it is known.
    tokens: u32,
    unknown: u32,
}

const NOWHERE: u32 = u32::MAX;

/// What the library says as well, in other words.
const NAMELESS: &str =
    "a character has no piece, and the vocabulary has no `unk_id` to stand for it; complete the file";
const NEW: End = End { score: 0.0, start: NOWHERE, piece: 0, tokens: 0, unknown: 0 };

impl Unigram {
    /// The tokens of one word. `along` is told, character by character, how many tokens end before it on the best way there; of a
    /// word that is remembered, none.
    ///
    /// # Errors
    /// When a character has no piece and the vocabulary no name for the unknown.
    pub(crate) fn tally(
        &self,
        word: &str,
        search: &mut Search,
        mut along: impl FnMut(u32),
    ) -> Result<Tally, &'static str> {
        let key = Memo::key(word);
        if let Some(known) = key.and_then(|key| search.memo.get(key)) {
            word.chars().for_each(|_| along(0));
            return Ok(known);
        }
        let tally = self.search(word, &mut search.ends, along)?;
        if let Some(key) = key {
            search.memo.put(key, tally);
        }
        Ok(tally)
    }

    fn search(
        &self,
        word: &str,
        ends: &mut Vec<End>,
        mut along: impl FnMut(u32),
    ) -> Result<Tally, &'static str> {
        ends.clear();
        ends.resize(word.len() + 1, NEW);
        for (at, c) in word.char_indices() {
            let here = self.settle(ends, at);
            along(here.tokens);
            let next = at + c.len_utf8();
            let mut is_known = false;
            for (piece, len) in self.trie.prefixes(&word[at..]) {
                let score = self.scores[piece as usize] + here.score;
                ends[at + len].offer(score, at, piece);
                is_known |= len == c.len_utf8();
            }
            let score = self.unknown_score + here.score;
            if !is_known && ends[next].takes(score) {
                ends[next].offer(score, at, self.unknown.ok_or(NAMELESS)?);
            }
        }
        let End { tokens, unknown, .. } = self.settle(ends, word.len());
        Ok(Tally { tokens, unknown })
    }

    /// Counts the tokens on the best way to `at`, which nothing can change any more.
    fn settle(&self, ends: &mut [End], at: usize) -> End {
        if at > 0 {
            let last = ends[at];
            let before = ends[last.start as usize];
            let (mut tokens, mut unknown) = (before.tokens, before.unknown);
            if Some(last.piece) != self.unknown {
                tokens += 1;
            } else if last.start == 0 || Some(before.piece) != self.unknown {
                // Unknown neighbours are one token together.
                (tokens, unknown) = (tokens + 1, unknown + 1);
            }
            (ends[at].tokens, ends[at].unknown) = (tokens, unknown);
        }
        ends[at]
    }
}

impl End {
    fn takes(&self, score: f64) -> bool {
        self.start == NOWHERE || score > self.score
    }

    /// Of two equally likely ways, the one that was found first stays.
    fn offer(&mut self, score: f64, start: usize, piece: u32) {
        if self.takes(score) {
            (self.score, self.start, self.piece) = (score, start as u32, piece);
        }
    }
}

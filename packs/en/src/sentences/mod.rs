//! Sentences: one pass of rules over the characters that may end one.
//!
//! The scanner stops only at bytes of a class that matters ([`bytes`]). At a terminator it looks at the word [`before`], at
//! what comes [`after`], and decides. Quotations and brackets are kept whole by taking cuts back when they close.

mod after;
mod before;
mod bytes;
mod lists;
mod quotes;
mod run;
mod signs;
mod stop;
mod tail;
mod wide;

use bytes::{BYTES, Byte};
use lists::Item;

use crate::abbreviations::Abbreviations;
use crate::clusters::is_cluster_edge;
use crate::marks::{closer_of, is_bracket_closer, is_bullet, is_quote_closer, is_stop, is_wide_stop};
use crate::pairs::Pairs;
use crate::text::{char_at, char_before, gap, is_blank};

/// The longest quotation or bracket, in bytes, that is kept whole although sentences end in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptWhole {
    /// One that stands alone.
    pub(crate) alone: usize,
    /// One that is part of a sentence.
    pub(crate) embedded: usize,
}

impl KeptWhole {
    /// What a sentence keeps: at most the length of a long sentence.
    pub(crate) const SENTENCE: Self = Self { alone: 250, embedded: 400 };
}

/// Adds the end of every sentence of `text` to `cuts`, the end of the text last; nothing for an empty text.
pub(crate) fn sentences(text: &str, known: &Abbreviations, kept: KeptWhole, cuts: &mut Vec<usize>) {
    let first = gap(text, 0).end;
    let before = cuts.len();
    let mut scanner = Scanner {
        text,
        known,
        kept,
        before,
        cuts,
        first,
        start: first,
        pairs: Pairs::default(),
        item: None,
        bulleted: false,
        link_end: 0,
    };
    scanner.bulleted = char_at(text, first).is_some_and(is_bullet);
    let mut at = first;
    while let Some((event, class)) = next_event(text.as_bytes(), at) {
        at = scanner.event(event, class).max(event + 1);
    }
    if !text.is_empty() {
        cuts.push(text.len());
    }
}

fn next_event(bytes: &[u8], at: usize) -> Option<(usize, Byte)> {
    let tail = bytes.get(at..)?;
    let i = tail.iter().position(|byte| BYTES[usize::from(*byte)] != Byte::Other)?;
    Some((at + i, BYTES[usize::from(*tail.get(i)?)]))
}

struct Scanner<'t, 'c> {
    text: &'t str,
    known: &'c Abbreviations,
    kept: KeptWhole,
    cuts: &'c mut Vec<usize>,
    /// The cuts that were there already.
    before: usize,
    /// The first byte that is not blank.
    first: usize,
    /// Where the sentence so far begins.
    start: usize,
    pairs: Pairs,
    /// The last item counted in this paragraph.
    item: Option<Item>,
    /// Whether the paragraph begins with a bullet.
    bulleted: bool,
    /// The end of the last link.
    link_end: usize,
}

impl Scanner<'_, '_> {
    /// Handles the byte `at` and says where to go on.
    fn event(&mut self, at: usize, class: Byte) -> usize {
        match class {
            Byte::Stop => self.stop(at),
            Byte::Pair | Byte::Wide => self.sign(at),
            Byte::Break => self.line_break(at),
            Byte::Colon => self.colon(at),
            Byte::Rule => self.rule(at),
            Byte::Other => at + 1,
        }
    }

    fn sign(&mut self, at: usize) -> usize {
        let Some(c) = char_at(self.text, at) else { return at + 1 };
        let end = at + c.len_utf8();
        match c {
            '"' | '\'' => self.straight_quote(c, at),
            '“' if self.pairs.has('“') => {
                self.close('“', end);
            }
            '»' | '«' => self.angle_quote(c, at, end),
            '„' => self.pairs.open('“', at, self.start),
            '’' => self.apostrophe(c, at, end),
            ')' if !self.pairs.has(')') => self.bracketed_item(at),
            '\u{85}' | '\u{2028}' | '\u{2029}' => return self.line_break(at),
            c if is_stop(c) => return self.stop(at),
            c if is_wide_stop(c) => return self.wide_stop(at),
            c if is_bullet(c) && self.bulleted => self.cut_before(at),
            c if is_bracket_closer(c) || is_quote_closer(c) => {
                self.close(c, end);
            }
            c => {
                if let Some(closer) = closer_of(c) {
                    self.pairs.open(closer, at, self.start);
                }
            }
        }
        end
    }

    /// Ends the sentence at byte `at`, which is not blank.
    fn cut(&mut self, at: usize) {
        if at > self.start && at < self.text.len() && is_cluster_edge(self.text, at) {
            self.cuts.push(at);
            self.start = at;
        }
    }

    /// Ends the sentence before something that stands behind blanks.
    fn cut_before(&mut self, at: usize) {
        if char_before(self.text, at).is_some_and(is_blank) {
            self.cut(at);
        }
    }

    fn line_break(&mut self, at: usize) -> usize {
        let gap = gap(self.text, at);
        if gap.parts_paragraphs() {
            self.paragraph(gap.end);
        }
        gap.end
    }

    /// A paragraph begins at byte `at`.
    fn paragraph(&mut self, at: usize) {
        self.cut(at);
        self.pairs.clear();
        self.item = None;
        self.bulleted = char_at(self.text, at).is_some_and(is_bullet);
    }

    fn colon(&mut self, at: usize) -> usize {
        if let Some(link) = signs::link(self.text, at) {
            let between = self.text.get(self.link_end..link.start).unwrap_or_default();
            if self.link_end > 0 && !between.is_empty() && between.chars().all(is_blank) {
                self.cut(link.start);
            }
            self.link_end = link.end;
            return link.end;
        }
        let Some(end) = signs::emoticon(self.text, at) else { return at + 1 };
        let next = gap(self.text, end).end;
        if next > end && char_at(self.text, next).is_some_and(char::is_uppercase) {
            self.cut(next);
        }
        end
    }

    fn rule(&mut self, at: usize) -> usize {
        if let Some(end) = signs::drawn_line(self.text, at) {
            self.cut(at);
            self.cut(gap(self.text, end).end);
            return end;
        }
        if char_at(self.text, at) == Some('=') { self.colon(at) } else { at + 1 }
    }
}

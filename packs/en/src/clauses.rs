//! Clauses: the parts of a sentence that is too long to be kept.
//!
//! Every sentence ends a clause, and so do the sentences inside a long quotation. Within a sentence a clause ends at a mark that
//! has enough before it: the weaker the mark, the more.

use crate::abbreviations::Abbreviations;
use crate::clusters::is_cluster_edge;
use crate::marks::{closer_of, is_bracket_closer, is_dash, is_opener, is_quote_closer, leads};
use crate::pairs::Pairs;
use crate::sentences::{KeptWhole, sentences};
use crate::text::{char_at, char_before, gap, is_blank};
use crate::vocabulary::{CLAUSE_OPENERS, JOINERS, NAME_SUFFIXES, STARTERS};

/// Quotations and brackets up to this many bytes are not cut.
const KEPT: usize = 80;

/// The shortest bracket, in bytes, that its closing mark may end a clause for; `(2)` may not.
const SHORT_BRACKET: usize = 10;

/// The least that must stand before a mark, in bytes.
const BEFORE_DASH: usize = 15;
const BEFORE_CLAUSE: usize = 20;
const BEFORE_COMMA: usize = 40;

/// The least that may be left at the end of a sentence, in bytes.
const LEFT_OVER: usize = 12;

/// Adds the end of every clause of `text` to `cuts`, the end of the text last; nothing for an empty text.
pub(crate) fn clauses(text: &str, known: &Abbreviations, cuts: &mut Vec<usize>) {
    let mut ends = Vec::new();
    sentences(text, known, KeptWhole::SENTENCE, &mut ends);
    sentences(text, known, KeptWhole { alone: KEPT, embedded: KEPT }, &mut ends);
    ends.sort();
    ends.dedup();
    let mut start = 0;
    for end in ends {
        Clauses { text, cuts, start, last: start, end, pairs: Pairs::default() }.cut_sentence();
        cuts.push(end);
        start = end;
    }
}

struct Clauses<'t, 'c> {
    text: &'t str,
    cuts: &'c mut Vec<usize>,
    /// The sentence, half-open.
    start: usize,
    end: usize,
    /// The last cut.
    last: usize,
    pairs: Pairs,
}

impl Clauses<'_, '_> {
    fn cut_sentence(&mut self) {
        for (i, c) in self.text.get(self.start..self.end).unwrap_or_default().char_indices() {
            let at = self.start + i;
            let end = at + c.len_utf8();
            let bracketed = self.pair(c, at, end);
            if let Some(least) = self.least_before(c, at, end, bracketed) {
                self.cut_behind(end, least, !c.is_ascii() && !is_dash(c));
            }
        }
        if self.last > self.start && self.end - self.last < LEFT_OVER {
            self.cuts.pop();
        }
    }

    /// How much must stand before `c` for a clause to end behind it; none if `c` ends none.
    fn least_before(&self, c: char, at: usize, end: usize, bracketed: bool) -> Option<usize> {
        let enclosed = |end: usize| {
            char_at(self.text, end).is_some_and(|c| is_closing(c, char_at(self.text, end + c.len_utf8())))
        };
        match c {
            ';' | '；' => Some(1),
            '-' | '–' | '—' if self.is_set_off(at, end) => Some(BEFORE_DASH),
            // A comma inside a quotation counts once the quotation is closed.
            ',' | '，' if !enclosed(end) => self.least_before_comma(end),
            '、' => Some(BEFORE_COMMA),
            _ if enclosed(at) && char_before(self.text, at) == Some(',') => self.least_before_comma(end),
            _ if bracketed => Some(BEFORE_COMMA),
            _ => None,
        }
    }

    /// Keeps account of quotations and brackets; a short one that closes takes back the cuts inside. Whether a bracket that is
    /// worth a cut closed.
    fn pair(&mut self, c: char, at: usize, end: usize) -> bool {
        let opens = closer_of(c).filter(|_| c != '\'' && (c != '"' || leads(char_before(self.text, at))));
        if let Some(closer) = opens {
            self.pairs.open(closer, at, self.start);
            return false;
        }
        if c == '\'' || c == '’' || !(is_bracket_closer(c) || is_quote_closer(c)) {
            return false;
        }
        let Some(open) = self.pairs.close(c) else { return false };
        if end - open.at <= KEPT {
            while self.last > open.at {
                self.cuts.pop();
                self.last = self.cuts.last().copied().unwrap_or(0).max(self.start);
            }
        }
        is_bracket_closer(c) && end - open.at >= SHORT_BRACKET
    }

    /// Cuts behind the mark that ends at byte `mark`, its closing marks and its white space, if `least` bytes stand before.
    fn cut_behind(&mut self, mark: usize, least: usize, wide: bool) {
        let mut end = mark;
        while let Some(c) =
            char_at(self.text, end).filter(|c| is_closing(*c, char_at(self.text, end + c.len_utf8())))
        {
            end += c.len_utf8();
        }
        let next = gap(self.text, end).end;
        let set_off = wide || next > end;
        let stray =
            char_at(self.text, next).is_some_and(|c| is_closing(c, char_at(self.text, next + c.len_utf8())));
        if set_off
            && !stray
            && mark >= self.last + least
            && next < self.end
            && is_cluster_edge(self.text, next)
        {
            self.cuts.push(next);
            self.last = next;
        }
    }

    /// Whether a dash, or the second of two hyphens, stands between blanks.
    fn is_set_off(&self, at: usize, end: usize) -> bool {
        let head = self.text.get(..at).unwrap_or_default();
        let head = head.strip_suffix('-').unwrap_or(head);
        head.ends_with(is_blank) && char_at(self.text, end).is_some_and(is_blank)
    }

    /// How much must stand before the comma that ends at byte `end`: less before a conjunction that opens a clause.
    fn least_before_comma(&self, end: usize) -> Option<usize> {
        let tail = self.text.get(gap(self.text, end).end..self.end).unwrap_or_default();
        let tail = tail.trim_start_matches(is_opener);
        let mut words = tail.split(|c: char| !c.is_alphanumeric());
        let first = words.next().unwrap_or_default();
        let date = first.starts_with(|c: char| c.is_ascii_digit())
            && char_before(self.text, end.saturating_sub(1)).is_some_and(|c| c.is_ascii_digit());
        if date || NAME_SUFFIXES.has(first) {
            return None;
        }
        let clause = CLAUSE_OPENERS.has(first)
            || (JOINERS.has(first) && STARTERS.has(words.next().unwrap_or_default()));
        Some(if clause { BEFORE_CLAUSE } else { BEFORE_COMMA })
    }
}

/// Whether `c` closes what stands before it; a straight mark does unless a letter follows.
fn is_closing(c: char, next: Option<char>) -> bool {
    is_bracket_closer(c) || (is_quote_closer(c) && !next.is_some_and(char::is_alphanumeric))
}

//! Quotations and brackets: what is kept whole, and which mark an apostrophe or a straight quote is.

use super::Scanner;
use super::after::After;
use crate::marks::{is_dash, is_quote_closer, is_stop, leads};
use crate::pairs::Open;
use crate::text::{char_at, char_before, gap, is_blank};
use crate::vocabulary::ELIDED;

impl Scanner<'_, '_> {
    /// Closes what `closer` closes and takes back the cuts inside, unless it is long.
    pub(super) fn close(&mut self, closer: char, end: usize) -> Option<Open> {
        let open = match self.pairs.close(closer) {
            None if closer == '”' => self.pairs.close('“')?,
            found => found?,
        };
        let longest = if open.embedded { self.kept.embedded } else { self.kept.alone };
        if end - open.at <= longest {
            let own = self.cuts.get(self.before..).unwrap_or_default();
            let outside = own.iter().rposition(|cut| *cut <= open.at);
            self.start = outside.and_then(|i| own.get(i)).copied().unwrap_or(self.first);
            self.cuts.truncate(self.before + outside.map_or(0, |i| i + 1));
        }
        if is_quote_closer(closer) {
            self.broken_off(closer, end);
        }
        Some(open)
    }

    /// Speech that a dash breaks off ends without a terminator: `"But then--" The door opened.`
    fn broken_off(&mut self, closer: char, end: usize) {
        let dashed = char_before(self.text, end - closer.len_utf8()).is_some_and(is_dash);
        let next = gap(self.text, end).end;
        if dashed && next > end && After::read(self.text, next).is_starter() {
            self.cut(next);
        }
    }

    pub(super) fn straight_quote(&mut self, c: char, at: usize) {
        let before = char_before(self.text, at);
        let after = char_at(self.text, at + 1);
        let leads = leads(before);
        let trails = after.is_none_or(is_blank);
        if c == '\'' {
            if leads && after.is_some_and(char::is_alphabetic) && !self.is_elision(at + 1) {
                self.pairs.open('\'', at, self.start);
            } else if !leads && !after.is_some_and(char::is_alphanumeric) {
                self.apostrophe(c, at, at + 1);
            }
        } else if leads && !trails {
            self.pairs.open('"', at, self.start);
        } else if self.pairs.has('"') {
            self.close('"', at + 1);
        } else if !trails && !before.is_some_and(|c| c.is_ascii_digit()) {
            self.pairs.open('"', at, self.start);
        }
    }

    /// `'tis`, `'em`, `'nineties`: an apostrophe that opens nothing.
    fn is_elision(&self, at: usize) -> bool {
        let tail = self.text.get(at..).unwrap_or_default();
        let word =
            tail.get(..tail.find(|c: char| !c.is_alphabetic()).unwrap_or(tail.len())).unwrap_or_default();
        ELIDED.has(word)
    }

    /// A mark that is an apostrophe or closes a single quotation; only behind punctuation is it surely the latter.
    pub(super) fn apostrophe(&mut self, c: char, at: usize, end: usize) {
        let closes = char_before(self.text, at).is_some_and(|c| matches!(c, ',' | '—' | '–') || is_stop(c));
        if closes {
            self.close(c, end);
        } else if !char_at(self.text, end).is_some_and(char::is_alphanumeric) {
            self.pairs.close(c);
        }
    }

    /// Angle marks open and close either way round.
    pub(super) fn angle_quote(&mut self, c: char, at: usize, end: usize) {
        if self.pairs.has(c) {
            self.close(c, end);
        } else if c == '«' {
            self.pairs.open('»', at, self.start);
        } else if !char_at(self.text, end).is_none_or(is_blank) {
            self.pairs.open('«', at, self.start);
        }
    }
}

//! What stands before a full stop: a word, a number, an initial, an abbreviation.

use super::after::{After, First};
use crate::abbreviations::{Abbreviations, Kind, LONGEST};
use crate::marks::{is_bullet, is_dash, is_opener};
use crate::text::{char_before, is_blank, token_end, token_start};
use crate::vocabulary::{
    BEFORE_ORDINAL, BEFORE_PRONOUN, BEFORE_TIME, CALENDAR, IN_TIME, LABELLED, NAME_LIKE, ORDINAL_MONTHS,
    ZONES,
};

/// The word that a full stop follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before<'t> {
    text: &'t str,
    /// Where the sentence so far begins.
    sentence: usize,
    /// Where the word begins.
    pub(super) start: usize,
    /// Letters, digits, inner stops and apostrophes; empty behind anything else, and when it is too long to be looked at.
    pub(super) word: &'t str,
}

impl<'t> Before<'t> {
    /// Reads back from the full stop at byte `at`.
    pub(super) fn read(text: &'t str, at: usize, sentence: usize) -> Self {
        let mut start = at;
        let head = text.get(..at).unwrap_or_default();
        for (i, c) in head.char_indices().rev() {
            if !(c.is_alphanumeric() || matches!(c, '.' | '\'' | '’' | '&' | '°' | 'º')) {
                break;
            }
            if at - i > LONGEST {
                start = at;
                break;
            }
            start = i;
        }
        let word = text.get(start..at).unwrap_or_default();
        let trimmed = word.trim_start_matches(['.', '\'', '’', '&']);
        Self { text, sentence, start: at - trimmed.len(), word: trimmed }
    }

    /// Whether a single full stop here ends a sentence that `after` could follow.
    pub(super) fn ends(&self, after: &After<'_>, known: &Abbreviations) -> bool {
        let Some(first) = self.word.chars().next() else { return true };
        if self.word.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.number_ends(after);
        }
        let kinds = known.kinds(self.word);
        if !kinds.is_empty() {
            let acronym = self.is_acronym_before(after);
            return kinds.iter().all(|entry| {
                (acronym && entry.kind != Kind::Title) || self.kind_ends(entry.kind, first, after)
            });
        }
        if self.word.len() == first.len_utf8() && first.is_alphabetic() {
            return self.initial_ends(first, after);
        }
        if is_dotted(self.word) {
            return tail_ends(after);
        }
        let last = self.word.rsplit('.').next().unwrap_or_default();
        !known.kinds(last).iter().any(|entry| entry.kind == Kind::Title)
    }

    /// Whether the word counts an item: a short number or one letter, with nothing before it in its sentence but a bullet.
    pub(super) fn is_enumerator(&self) -> bool {
        let short = self.word.chars().count() <= 3 && self.word.chars().all(char::is_numeric);
        let letter = self.word.len() == 1 && self.word.bytes().all(|byte| byte.is_ascii_alphabetic());
        !self.word.is_empty() && (short || letter) && self.begins_sentence()
    }

    /// Whether only bullets and the like stand between the start of the sentence and the word.
    pub(super) fn begins_sentence(&self) -> bool {
        let lead = self.text.get(self.sentence..self.start).unwrap_or_default();
        let is_lead = |c: char| {
            is_blank(c) || is_bullet(c) || is_dash(c) || is_opener(c) || matches!(c, '*' | '#' | '>')
        };
        lead.len() <= 12 && lead.chars().all(is_lead)
    }

    /// A short number may be an ordinal of a neighbouring language: `3. Oktober`, `der 2. Weltkrieg`, `2. del`.
    fn number_ends(&self, after: &After<'_>) -> bool {
        if self.word.len() > 2 {
            return true;
        }
        match after.first {
            First::Lower => false,
            First::Upper if ORDINAL_MONTHS.has(after.word) => false,
            First::Upper => !BEFORE_ORDINAL.has(self.previous()) || after.is_starter(),
            _ => true,
        }
    }

    fn kind_ends(&self, kind: Kind, first: char, after: &After<'_>) -> bool {
        let capital = first.is_uppercase();
        match kind {
            Kind::Title | Kind::Inner => false,
            Kind::InnerCapital => !capital,
            Kind::Tail => tail_ends(after),
            Kind::TailCapital => !capital || tail_ends(after),
            Kind::Date => !capital || (after.first == First::Upper && !CALENDAR.has(after.word)),
            Kind::Numbered => !is_numeral(after) && tail_ends(after),
            Kind::Digits => {
                after.first != First::Digit && !(capital && is_numeral(after) && after.word != "I")
            }
            Kind::Unit => !self.follows_number() || after.first != First::Lower,
            Kind::Clock => {
                after.first == First::Upper && !after.bracket && !is_time_zone(after) && !self.is_fronted()
            }
            Kind::Series => after.first == First::Upper && !after.bracket,
        }
    }

    /// `QX. Robot` ends, `MR. SMITH` does not: capitals are an abbreviation only among capitals.
    fn is_acronym_before(&self, after: &After<'_>) -> bool {
        let capitals = self.word.len() >= 2 && self.word.bytes().all(|byte| byte.is_ascii_uppercase());
        capitals && after.first == First::Upper && after.word.bytes().any(|byte| byte.is_ascii_lowercase())
    }

    /// One letter: an initial, the pronoun, or a label as in `plan B`.
    fn initial_ends(&self, letter: char, after: &After<'_>) -> bool {
        match char_before(self.text, self.start) {
            Some('-' | '/') if char_before(self.text, self.start.saturating_sub(1)) == Some('.') => {}
            None => {}
            Some(c) if is_blank(c) || is_opener(c) || is_dash(c) || c == '.' => {}
            Some(_) => return true,
        }
        let previous = self.previous();
        let pronoun = letter == 'I' && BEFORE_PRONOUN.has(previous);
        match after.first {
            First::Lower => pronoun,
            First::Upper if pronoun || LABELLED.has(previous) || self.follows_number() => true,
            First::Upper => !after.bracket && after.is_starter() && !NAME_LIKE.has(after.word),
            First::Link => true,
            _ => false,
        }
    }

    /// The word before, empty if none is near.
    fn previous(&self) -> &'t str {
        let end = self.text.get(..self.start).unwrap_or_default().trim_end_matches(' ').len();
        self.text.get(token_start(self.text, end, LONGEST)..end).unwrap_or_default()
    }

    fn follows_number(&self) -> bool {
        char_before(self.text, self.start).is_some_and(|c| c.is_ascii_digit())
            || self.previous().ends_with(|c: char| c.is_ascii_digit())
    }

    /// `At 5 a.m. Mr. Smith left`: a sentence that so far says only when has no verb yet.
    fn is_fronted(&self) -> bool {
        let so_far = self.text.get(self.sentence..self.start).unwrap_or_default();
        let mut words = so_far.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        so_far.len() <= 40
            && words.next().is_some_and(|word| BEFORE_TIME.has(word))
            && words.all(|word| word.bytes().all(|byte| byte.is_ascii_digit()) || IN_TIME.has(word))
    }

    /// Whether the word is plain, as at the end of a sentence that the next one was glued to.
    pub(super) fn is_plain(&self) -> bool {
        let from = token_start(self.text, self.start, LONGEST);
        let to = token_end(self.text, self.start, 2 * LONGEST);
        let (first, others) = self.word.split_at(self.word.chars().next().map_or(0, char::len_utf8));
        let least = if first.chars().all(char::is_lowercase) { 2 } else { 3 };
        let letters =
            others.len() >= least && others.chars().all(|c| c.is_lowercase() || matches!(c, '\'' | '’'));
        let amount = self.word.bytes().all(|byte| byte.is_ascii_digit()) && self.word.len() >= 3;
        let token = self.text.get(from..to).unwrap_or_default();
        (letters || amount) && !token.contains(['/', '\\', '@', '_', '=', '&', '<', '>', '(', ')', '`', '#'])
    }
}

/// An abbreviation that may end a sentence does so before a word that begins one.
fn tail_ends(after: &After<'_>) -> bool {
    !after.bracket && (after.is_starter() || matches!(after.first, First::Caseless | First::Link))
}

/// `U.S`, `i.v`, `W.H.S`: single letters with stops between.
fn is_dotted(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|part| part.chars().count() == 1 && part.chars().all(char::is_alphabetic))
}

/// A number in digits, a roman numeral, or a letter as a number.
fn is_numeral(after: &After<'_>) -> bool {
    let roman = !after.word.is_empty()
        && after.word.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X' | b'L' | b'C'));
    let letter = after.word.len() == 1 && !matches!(after.word, "A" | "I");
    let label = after.word.contains(|c: char| c.is_ascii_digit());
    after.first == First::Digit || (after.first == First::Upper && (roman || letter || label))
}

/// `5 p.m. EST`, `5 p.m. Monday`, `5 p.m. Eastern`.
fn is_time_zone(after: &After<'_>) -> bool {
    after.is_acronym() || CALENDAR.has(after.word) || ZONES.has(after.word)
}

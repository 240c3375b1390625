//! Terminators: whether one ends a sentence.

use super::Scanner;
use super::after::{After, First};
use super::before::Before;
use super::run::{Kind, Run};
use super::tail::{Tail, cites};
use crate::text::{Gap, char_at, gap, token_end, token_start};
use crate::vocabulary::{EXCLAIMED, INTERJECTIONS, REPORTING};

impl Scanner<'_, '_> {
    /// Handles the terminators that begin at byte `at` and says where to go on.
    pub(super) fn stop(&mut self, at: usize) -> usize {
        let run = Run::read(self.text, at);
        if run.begins_with_full_stop(self.text)
            && After::read(self.text, gap(self.text, run.end).end).first == First::Upper
        {
            self.cut(at + 2);
            return run.end;
        }
        let mut tail = self.tail(&run);
        if gap(self.text, tail.end).end == tail.end {
            self.glued(&run, &tail);
            return tail.end;
        }
        let space = self.space_behind(&mut tail);
        if space.parts_paragraphs() {
            self.paragraph(space.end);
        } else if run.start > self.start && self.ends(&run, &tail, space.end) {
            self.cut(space.end);
        }
        space.end
    }

    /// The white space behind `tail`, once everything that stands detached has been added to it.
    fn space_behind(&mut self, tail: &mut Tail) -> Gap {
        loop {
            let space = gap(self.text, tail.end);
            if space.parts_paragraphs() || !self.detached(space.end, tail) {
                return space;
            }
        }
    }

    /// Whether the run ends a sentence, with white space behind it and the next word at byte `next`.
    fn ends(&mut self, run: &Run, tail: &Tail, next: usize) -> bool {
        if next >= self.text.len() || tail.omission {
            return false;
        }
        let after = After::read(self.text, next);
        if after.first == First::Pause || (after.dash && after.first == First::Lower) {
            return false;
        }
        if tail.quote && after.bracket && cites(self.text, next) {
            return false;
        }
        if tail.settled {
            return true;
        }
        if tail.inside && matches!(after.first, First::Digit | First::Sign) {
            return false;
        }
        let closed = tail.quote || tail.bracket;
        match run.kind {
            Kind::Full => {
                let before = Before::read(self.text, run.start, self.start);
                let goes_on = closed && after.first == First::Lower;
                !self.is_item(&before, tail.bracket, &after) && !goes_on && before.ends(&after, self.known)
            }
            Kind::Dots { count, .. } => match after.first {
                First::Upper => after.word != "I" || count < 3,
                First::Caseless | First::Link => true,
                _ => false,
            },
            Kind::Exclamation | Kind::Marks => {
                let goes_on = match after.first {
                    First::Lower => closed || (run.kind == Kind::Exclamation && self.is_exclaimed(run.start)),
                    First::Upper => tail.quote && is_reported(&after),
                    _ => false,
                };
                !goes_on
            }
        }
    }

    /// Whether the exclamation mark at byte `at` belongs to a name: a capital in the middle of a sentence, or a known name.
    fn is_exclaimed(&self, at: usize) -> bool {
        let before = Before::read(self.text, at, self.start);
        EXCLAIMED.has(before.word)
            || INTERJECTIONS.has(before.word)
            || (before.word.chars().any(char::is_lowercase)
                && before.word.starts_with(char::is_uppercase)
                && !before.begins_sentence())
    }

    /// A run without white space behind it ends a sentence only where the next one was plainly glued to it.
    fn glued(&mut self, run: &Run, tail: &Tail) {
        let before = Before::read(self.text, run.start, self.start);
        if run.start <= self.start || tail.end > run.end || before.word.is_empty() {
            return;
        }
        let after = After::read(self.text, tail.end);
        let begins = char_at(self.text, tail.end).is_some_and(char::is_alphanumeric);
        let cut = match run.kind {
            _ if !begins => false,
            Kind::Full | Kind::Exclamation => before.is_plain() && begins_word(&after),
            Kind::Dots { .. } => after.first == First::Upper && !is_address(self.text, before.start),
            Kind::Marks => {
                before.is_plain() && matches!(after.first, First::Upper | First::Lower | First::Caseless)
            }
        };
        if cut {
            self.cut(tail.end);
        }
    }
}

/// Whether a whole word follows that begins sentences, or a title.
fn begins_word(after: &After<'_>) -> bool {
    let whole = after.rest.starts_with([' ', '\n', '\u{a0}', '\'', '’', ',']);
    (whole && after.is_starter()) || (after.rest.starts_with(". ") && is_title(after.word))
}

fn is_title(word: &str) -> bool {
    matches!(word, "Mr" | "Mrs" | "Ms" | "Dr" | "Prof")
}

/// Whether a reporting clause follows whose subject is a name: `Alice asked`, `Mrs. Smith said`.
fn is_reported(after: &After<'_>) -> bool {
    if after.is_starter() {
        return false;
    }
    let rest = if is_title(after.word) { after.rest.trim_start_matches('.') } else { after.rest };
    for word in rest.split_whitespace().take(3) {
        if REPORTING.has(word.trim_end_matches([',', '.', ':'])) {
            return true;
        }
        if !word.starts_with(char::is_uppercase) {
            return false;
        }
    }
    false
}

/// Whether the token at byte `at` looks like an address or a path.
fn is_address(text: &str, at: usize) -> bool {
    let token = text.get(token_start(text, at, 64)..token_end(text, at, 64)).unwrap_or_default();
    token.contains(['/', '\\', '@', '=', '_'])
}

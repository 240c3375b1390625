//! Items that are counted up in running text: `1) Boil the water 2) Add the rice`.

use super::Scanner;
use super::after::{After, First};
use super::before::Before;
use crate::text::{char_at, char_before, is_blank, token_start};

/// How the number of an item is set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `1.`
    Stop,
    /// `1)`
    Bracket,
    /// `1.)`
    Both,
}

/// The number of an item and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    style: Style,
    /// Letters count from 1,000 so that they are not taken for numbers.
    value: u32,
    pub(super) at: usize,
}

impl Item {
    /// Reads `word`, which begins at byte `at`, as a number of up to three digits or a lower-case letter.
    pub(super) fn read(word: &str, at: usize, style: Style) -> Option<Self> {
        let value = match word.as_bytes() {
            [letter @ b'a'..=b'z'] => 1000 + u32::from(letter - b'a'),
            digits if digits.len() <= 3 => word.parse().ok()?,
            _ => return None,
        };
        Some(Self { style, value, at })
    }

    /// Whether this item is the one behind `other`.
    pub(super) fn follows(&self, other: &Self) -> bool {
        self.style == other.style && self.value == other.value + 1
    }

    /// Whether counting may begin here, in the middle of a sentence.
    pub(super) fn is_first(&self) -> bool {
        matches!(self.value, 1 | 1000)
    }
}

impl Scanner<'_, '_> {
    /// Whether a full stop belongs to the number of an item, which stands at the front of its sentence or counts up from
    /// the last.
    pub(super) fn is_item(&mut self, before: &Before<'_>, bracketed: bool, after: &After<'_>) -> bool {
        let style = if bracketed { Style::Both } else { Style::Stop };
        let item = Item::read(before.word, before.start, style);
        if before.is_enumerator() {
            self.item = item.or(self.item);
            return true;
        }
        let set_off = char_before(self.text, before.start).is_none_or(is_blank);
        let Some(item) = item.filter(|item| set_off && self.item.is_some_and(|last| item.follows(&last)))
        else {
            return false;
        };
        if after.first == First::Upper {
            self.count(item);
        }
        after.first == First::Upper
    }

    /// A bracket that nothing opened may follow the number of an item.
    pub(super) fn bracketed_item(&mut self, at: usize) {
        let start = token_start(self.text, at, 4);
        let word = self.text.get(start..at).unwrap_or_default();
        let (word, style) = word.strip_suffix('.').map_or((word, Style::Bracket), |word| (word, Style::Both));
        if !char_at(self.text, at + 1).is_none_or(is_blank)
            || !char_before(self.text, start).is_none_or(is_blank)
        {
            return;
        }
        if let Some(item) = Item::read(word, start, style) {
            self.count(item);
        }
    }

    /// Takes note of an item; one that counts up begins a sentence.
    fn count(&mut self, item: Item) {
        let begins = item.at == self.start;
        if let Some(last) = self.item.filter(|last| item.follows(last)) {
            if !begins && !self.is_enumeration(item.at) {
                if last.at > self.start && !self.is_enumeration(last.at) {
                    self.cut(last.at);
                }
                self.cut(item.at);
            }
            self.item = Some(item);
        } else if begins || item.is_first() {
            self.item = Some(item);
        }
    }

    /// Whether the item at byte `at` is one of several within a sentence: `either 1) red, 2) green or 3) blue`.
    fn is_enumeration(&self, at: usize) -> bool {
        let head = self.text.get(..at).unwrap_or_default().trim_end_matches(is_blank);
        let word = head.get(token_start(head, head.len(), 8)..).unwrap_or_default();
        head.ends_with([',', ';', ':', '(', '—', '–', '-']) || matches!(word, "and" | "are" | "is" | "or")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_count_up_in_one_style() {
        let item = |word, style| Item::read(word, 0, style).unwrap();
        assert!(item("2", Style::Stop).follows(&item("1", Style::Stop)));
        assert!(item("b", Style::Bracket).follows(&item("a", Style::Bracket)));
        assert!(!item("2", Style::Stop).follows(&item("1", Style::Bracket)));
        assert!(!item("3", Style::Stop).follows(&item("1", Style::Stop)));
        assert!(item("1", Style::Both).is_first() && item("a", Style::Both).is_first());
        assert!(Item::read("1998", 0, Style::Stop).is_none() && Item::read("ab", 0, Style::Stop).is_none());
    }
}

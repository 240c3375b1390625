//! What the model knows of a gap: each feature is a number of its own, made of a template and what fills it, never a hash.

use crate::lexicon::{CLASSES, Class, Token};
use crate::stretches::{Stretch, Stretches};

/// Calls `emit` with every feature of the gap behind stretch `nth`. A feature may come more than once.
pub(crate) fn of_gap(stretches: &Stretches, nth: usize, first: usize, mut emit: impl FnMut(u64)) {
    let list = stretches.list();
    let (Some(left), Some(right)) = (list.get(nth), list.get(nth + 1)) else { return };
    let gap = Gap {
        stretches,
        before: nth.checked_sub(1).and_then(|nth| list.get(nth)),
        left,
        right,
        after: list.get(nth + 2),
        last: [0, 1, 2, 3].map(|nth| stretches.tail(left, nth)),
        next: [0, 1, 2, 3].map(|nth| stretches.head(right, nth)),
    };
    gap.characters(&mut emit);
    gap.classes(&mut emit);
    gap.words(&mut emit);
    gap.neighbours(&mut emit);
    gap.verbs(&mut emit);
    gap.lengths(&mut emit);
    gap.sentence(list.get(first..=nth).unwrap_or_default(), &mut emit);
    gap.contents(left, 0, &mut emit);
    gap.contents(right, 1, &mut emit);
}

/// What fills a template has at most so many bits, and a template eight: a feature has [`BITS`].
const ROOM: u32 = 40;
/// Of a feature.
pub(crate) const BITS: u32 = ROOM + 8;

/// The feature of a template and what fills it.
fn feature(template: u8, filling: u64) -> u64 {
    u64::from(template) << ROOM | filling & ((1 << ROOM) - 1)
}

/// The template of a feature and what fills it.
pub(crate) fn parts(feature: u64) -> (u8, u64) {
    ((feature >> ROOM) as u8, feature & ((1 << ROOM) - 1))
}

struct Gap<'a> {
    stretches: &'a Stretches,
    before: Option<&'a Stretch>,
    left: &'a Stretch,
    right: &'a Stretch,
    after: Option<&'a Stretch>,
    /// The words before the gap, the nearest first.
    last: [Word; 4],
    /// The words behind it.
    next: [Word; 4],
}

type Word = (Class, u16);

const EDGE: Word = (Class::Edge, 0);

impl Gap<'_> {
    /// The last and the first characters, one to four of them.
    fn characters(&self, emit: &mut impl FnMut(u64)) {
        let left = self.stretches.letters_of(self.left);
        let right = self.stretches.letters_of(self.right);
        let mut filling = 0;
        for (nth, letter) in (1..=4).zip(left.iter().rev()) {
            filling = filling << 7 | u64::from(letter.code());
            emit(feature(1, filling << 3 | nth));
        }
        filling = 0;
        for (nth, letter) in (1..=4).zip(right) {
            filling = filling << 7 | u64::from(letter.code());
            emit(feature(2, filling << 3 | nth));
        }
        let [last, first] =
            [left.last(), right.first()].map(|letter| letter.map_or(0, |letter| letter.code()));
        emit(feature(3, u64::from(kind(last)) << 7 | u64::from(kind(first))));
    }

    /// The classes of the words on both sides, one to four of them.
    fn classes(&self, emit: &mut impl FnMut(u64)) {
        let (mut left, mut right) = (0, 0);
        for nth in 0..4_u8 {
            left = left << 6 | class(self.tail(usize::from(nth)));
            right = right << 6 | class(self.head(usize::from(nth)));
            emit(feature(4, left << 3 | u64::from(nth)));
            emit(feature(5, right << 3 | u64::from(nth)));
            if nth >= 1 && self.tail(usize::from(nth)) == EDGE && self.head(usize::from(nth)) == EDGE {
                break;
            }
        }
        let [l1, l2] = [0, 1].map(|nth| class(self.tail(nth)));
        let [r1, r2] = [0, 1].map(|nth| class(self.head(nth)));
        emit(feature(6, l1 << 6 | r1));
        emit(feature(7, l2 << 12 | l1 << 6 | r1));
        emit(feature(8, l1 << 12 | r1 << 6 | r2));
    }

    /// The words themselves, two on each side.
    fn words(&self, emit: &mut impl FnMut(u64)) {
        let [l1, l2] = [0, 1].map(|nth| word(self.tail(nth)));
        let [r1, r2] = [0, 1].map(|nth| word(self.head(nth)));
        emit(feature(10, l1));
        emit(feature(11, r1));
        emit(feature(12, l2));
        emit(feature(13, r2));
        emit(feature(14, l2 << 16 | l1));
        emit(feature(15, r1 << 16 | r2));
    }

    /// How the stretches on both sides begin and end, and those beyond.
    fn neighbours(&self, emit: &mut impl FnMut(u64)) {
        let [opening, second] = [0, 1].map(|nth| self.stretches.head(self.left, nth));
        let next = self.head(0);
        let closing = self.stretches.tail(self.right, 0);
        let after = self.after.map_or(EDGE, |stretch| self.stretches.head(stretch, 0));
        let before = self
            .before
            .map_or([EDGE; 2], |stretch| [self.stretches.head(stretch, 0), self.stretches.tail(stretch, 0)]);
        emit(feature(20, class(opening)));
        emit(feature(21, word(opening)));
        emit(feature(22, class(opening) << 6 | class(next)));
        emit(feature(23, word(opening) << 16 | word(next)));
        emit(feature(24, class(opening) << 6 | class(second)));
        emit(feature(25, class(after)));
        emit(feature(26, class(next) << 6 | class(after)));
        emit(feature(27, class(closing)));
        emit(feature(28, word(closing)));
        emit(feature(29, class(before[1])));
        emit(feature(30, word(before[1])));
        emit(feature(31, word(before[0])));
        let size = self.stretches.tokens(self.right).len().min(3) as u64;
        let own = self.stretches.tokens(self.left).len().min(3) as u64;
        emit(feature(32, (class(next) << 8) | (size << 6) | class(after)));
        emit(feature(33, (class(self.tail(0)) << 8) | (size << 6) | class(next)));
        emit(feature(34, (class(before[1]) << 8) | (own << 6) | class(opening)));
        emit(feature(35, (class(closing) << 6) | class(after)));
    }

    /// Where there are verbs.
    fn verbs(&self, emit: &mut impl FnMut(u64)) {
        let (left, right) = (u64::from(self.left.verbs), u64::from(self.right.verbs));
        let after = u64::from(self.after.is_some_and(|stretch| stretch.verbs > 0));
        let (l, r) = (u64::from(left > 0), u64::from(right > 0));
        emit(feature(40, left));
        emit(feature(41, right));
        emit(feature(42, left << 2 | right));
        emit(feature(43, right << 6 | class(self.head(0))));
        emit(feature(44, left << 6 | class(self.stretches.head(self.left, 0))));
        emit(feature(45, (l << 2) | (r << 1) | after));
        emit(feature(46, (r << 7) | (after << 6) | class(self.head(0))));
        emit(feature(47, (l << 7) | (r << 6) | class(self.tail(0))));
    }

    fn lengths(&self, emit: &mut impl FnMut(u64)) {
        let (left, right) = (step(self.left.len), step(self.right.len));
        emit(feature(50, left));
        emit(feature(51, right));
        emit(feature(52, ((left / 2) << 4) | (right / 2)));
        emit(feature(53, self.after.map_or(15, |stretch| step(stretch.len))));
        emit(feature(54, self.before.map_or(15, |stretch| step(stretch.len))));
    }

    /// What the sentence holds so far, if it began at the first of `own`.
    fn sentence(&self, own: &[Stretch], emit: &mut impl FnMut(u64)) {
        let Some(first) = own.first() else { return };
        let opening = self.stretches.head(first, 0);
        let count = own.len().min(4) as u64;
        let verbs = own.iter().take(16).map(|stretch| u64::from(stretch.verbs)).sum::<u64>().min(3);
        let len = long_step(self.left.end - first.start);
        let right = u64::from(self.right.verbs > 0);
        emit(feature(70, (class(opening) << 3) | count));
        emit(feature(71, (word(opening) << 1) | u64::from(count > 1)));
        emit(feature(72, (verbs << 3) | count));
        emit(feature(73, len));
        emit(feature(74, (class(opening) << 6) | class(self.head(0))));
        emit(feature(75, (class(opening) << 3) | (verbs.min(2) << 1) | right));
        emit(feature(76, (len << 6) | class(self.head(0))));
        emit(feature(77, (class(opening) << 6) | class(self.tail(0))));
        emit(feature(78, (verbs.min(2) << 7) | (right << 6) | class(self.head(0))));
    }

    /// The words of a stretch wherever they stand in it, and how many there are of each class that tells something.
    fn contents(&self, stretch: &Stretch, side: u64, emit: &mut impl FnMut(u64)) {
        let tokens = self.stretches.tokens(stretch);
        // A very long stretch says no more than a long one.
        let tokens = tokens.get(..MOST).unwrap_or(tokens);
        let mut counts = [0_u8; CLASSES];
        let mut before: Option<&Token> = None;
        for token in tokens {
            if let Some(count) = counts.get_mut(token.class as usize) {
                *count = (*count + 1).min(2);
            }
            if token.word > 0 {
                emit(feature(60, u64::from(token.word) << 1 | side));
            }
            if let Some(before) = before {
                emit(feature(61, (before.class as u64) << 7 | (token.class as u64) << 1 | side));
            }
            before = Some(token);
        }
        for class in COUNTED {
            let count = counts.get(class as usize).copied().unwrap_or(0);
            if count > 0 {
                emit(feature(62, (class as u64) << 3 | u64::from(count) << 1 | side));
            }
        }
    }

    fn tail(&self, nth: usize) -> Word {
        self.last.get(nth).copied().unwrap_or(EDGE)
    }

    fn head(&self, nth: usize) -> Word {
        self.next.get(nth).copied().unwrap_or(EDGE)
    }
}

/// As many tokens as a long sentence has.
const MOST: usize = 64;

const COUNTED: [Class; 16] = [
    Class::Verb,
    Class::Auxiliary,
    Class::Negation,
    Class::Copula,
    Class::Say,
    Class::Pronoun,
    Class::Relative,
    Class::Demonstrative,
    Class::Contrast,
    Class::Coordinator,
    Class::Outcome,
    Class::Condition,
    Class::That,
    Class::Unknown,
    Class::Adverb,
    Class::Preposition,
];

fn class((class, _): Word) -> u64 {
    class as u64
}

/// The number of a word; what is not in the lexicon goes by its class.
fn word((class, word): Word) -> u64 {
    if word == 0 { class as u64 } else { u64::from(word) + CLASSES as u64 }
}

/// Thai letters go by one code where only the kind of a character counts.
fn kind(code: u8) -> u8 {
    if (9..=100).contains(&code) { 0 } else { code }
}

/// A length in characters, in steps that grow.
fn step(len: usize) -> u64 {
    const STEPS: [usize; 12] = [2, 4, 6, 9, 13, 18, 25, 35, 50, 75, 110, 160];
    STEPS.iter().take_while(|step| len > **step).count() as u64
}

fn long_step(bytes: usize) -> u64 {
    const STEPS: [usize; 13] = [20, 40, 60, 90, 120, 160, 210, 270, 340, 430, 550, 700, 1000];
    STEPS.iter().take_while(|step| bytes > **step).count() as u64
}

//! Pronouns and demonstratives that nothing before them in the sentence explains.

use super::impersonal::is_impersonal;
use super::opening::{Opening, Word};
use crate::vocabulary::{CALENDAR, Words, words};

/// Words that a subject may begin with.
pub(super) static SUBJECTS: Words = words(
    "a all an any both each every he her his i if in it its many most my no not on one our she some such \
     that the their there these they this those we when you your",
);

/// Pronouns of the third person, save `it`.
static PERSONS: Words = words("he hers herself him himself she theirs them themselves they");

/// Possessives of the third person.
static POSSESSIVES: Words = words("her his its their");

/// Nouns that a text names itself and its parts by: `this chapter` stands on its own.
static SELF: Words = words(
    "appendix article blog book chapter course document documentation essay figure file guide handbook \
     lesson list manual module note overview page paper post publication readme reference report section \
     series site specification survey table thesis tutorial volume website work",
);

/// Words that begin a phrase before the subject.
static PREPOSITIONS: Words = words(
    "about above across after against along among around as at before behind below beside between beyond \
     by despite during following for from in inside into like near of off on over prior since through \
     throughout to toward towards under unlike until upon with within without",
);

/// Words that begin a clause before the main one.
static SUBORDINATORS: Words =
    words("although because if once that though unless when whenever where whereas whether which while who");

/// Prepositions of place, time and manner.
static OF_CIRCUMSTANCE: Words = words("as at by during for from in of on since to until with");

static ARTICLES: Words = words("a an another any each every no one some the");

/// Whether the sentence begins with a word that points back, or has one as the subject behind its first phrase.
pub(super) fn points_back(opening: &Opening<'_>) -> bool {
    let (first, second) = (opening.word(0), opening.word(1));
    if first.is_in(&PERSONS) || first.is_in(&POSSESSIVES) {
        return !second.is_one_of(&["who"]);
    }
    if first.is_one_of(&["it"]) {
        return !is_impersonal(opening, 1);
    }
    if first.is_one_of(&["another", "other", "others", "such"]) {
        return !second.is_one_of(&["as", "than"]) && !second.is_capitalised();
    }
    if first.is_one_of(&["both", "neither"]) {
        return both(opening);
    }
    if let Some(points) = demonstrates(opening, 0) {
        return points;
    }
    subject_points_back(opening) || phrase_points_back(opening)
}

/// Whether the demonstrative at `i` points back; none if there is no demonstrative.
fn demonstrates(opening: &Opening<'_>, i: usize) -> Option<bool> {
    let (word, next) = (opening.word(i), opening.word(i + 1));
    if word.is_one_of(&["this", "these"]) {
        return Some(!next.is_in(&SELF));
    }
    if word.is_one_of(&["those"]) {
        return Some(!next.is_one_of(&["of", "that", "who", "whose", "with", "without"]));
    }
    if word.is_one_of(&["that"]) {
        return Some(!(next.is_in(&SUBJECTS) || next.is_capitalised()));
    }
    None
}

/// `Both were sold` points back, `both pumps and valves` does not.
fn both(opening: &Opening<'_>) -> bool {
    !opening.words.iter().skip(1).take(8).any(|word| word.is_one_of(&["and", "nor"]))
}

/// `In 2010 it expanded`, `As a writer, he runs`: a pronoun is the subject, and nothing it could stand for has been named.
fn subject_points_back(opening: &Opening<'_>) -> bool {
    let first = opening.word(0);
    let participle = first.text.len() > 4 && (first.text.ends_with("ing") || first.text.ends_with("ed"));
    if !(participle || first.is_in(&PREPOSITIONS)) {
        return false;
    }
    // Behind these a capital is a place or a time, not the person spoken of.
    let circumstance = first.is_in(&OF_CIRCUMSTANCE);
    let (mut named, mut nouns) = (false, false);
    for (i, word) in opening.words.iter().enumerate().skip(1) {
        if word.is_in(&SUBORDINATORS) {
            return false;
        }
        if word.is_one_of(&["he", "she"]) {
            return !named;
        }
        if word.is_one_of(&["it", "they"]) {
            return !named && !nouns && !is_impersonal(opening, i + 1);
        }
        if word.is_in(&POSSESSIVES) && opening.word(i - 1).pause {
            return !named && !nouns;
        }
        nouns |= word.is_in(&ARTICLES) || word.is_in(&POSSESSIVES);
        named |= word.is_capitalised() && !circumstance && !word.is_in(&CALENDAR);
    }
    false
}

/// `In this case`, `Implementations of these methods`, `As per another legend`: something points back within the first phrase.
fn phrase_points_back(opening: &Opening<'_>) -> bool {
    let governs = |word: Word<'_>| {
        word.is_in(&PREPOSITIONS) || word.is_one_of(&["based", "compared", "given", "only", "per"])
    };
    let phrase = (1..6).take_while(|i| *i < opening.words.len() && !opening.word(i - 1).pause);
    phrase.filter(|i| governs(opening.word(i - 1))).any(|i| {
        let (word, next) = (opening.word(i), opening.word(i + 1));
        if word.is_one_of(&["another", "such", "that"]) {
            return i <= 2 && !next.is_in(&SUBJECTS) && !next.is_capitalised();
        }
        !next.is_one_of(&["day", "days", "moment", "morning", "week", "year"])
            && demonstrates(opening, i) == Some(true)
    })
}

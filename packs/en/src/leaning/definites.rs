//! Nouns that have been introduced before: `The former`, `The pump was sold`.

use super::opening::{Opening, Word};
use crate::vocabulary::{Words, words};

/// Adjectives that compare with something said before.
static COMPARING: Words = words(
    "above aforementioned aforesaid foregoing former last latter other others preceding previous \
     remaining rest result resulting same",
);

/// Nouns that everyone knows the bearer of.
static UNIQUE: Words = words(
    "air army brain climate country crown dead earth economy environment eye future government heart \
     human internet king law market media moon nation navy ocean past people police poor present \
     president press public queen rich sea sky soul state sun truth universe user weather web word world \
     young",
);

/// Verbs that follow a subject; others are known by their ending.
static VERBS: Words = words(
    "also are became began came can could did didn does doesn ended first got had has have is isn later \
     made may might must never now often ran sank should soon still then took undertook was wasn went \
     were will won would wouldn",
);

/// Participles that more often describe the noun before them: `the time required by`.
static DESCRIBING: Words = words("based called described given involved listed needed required used");

/// Whether the sentence speaks of something as known that its reader has not met in it.
pub(super) fn was_introduced(opening: &Opening<'_>) -> bool {
    let (first, noun, verb) = (opening.word(0), opening.word(1), opening.word(2));
    if !first.is_one_of(&["the"]) {
        return false;
    }
    if noun.is_in(&COMPARING) {
        return !verb.is_one_of(&["of"]) || noun.is_one_of(&["former", "latter", "rest"]);
    }
    let plain = !noun.text.is_empty() && noun.text.chars().all(char::is_lowercase) && !noun.pause;
    plain && !noun.is_in(&UNIQUE) && is_verb(&verb) && !is_genitive(&verb, &opening.word(3))
}

fn is_verb(word: &Word<'_>) -> bool {
    let text = word.text;
    let past = text.ends_with("ed") && !text.ends_with("eed") && !word.is_in(&DESCRIBING);
    let present = text.ends_with('s') && !text.ends_with("ss");
    word.is_in(&VERBS) || (text.len() >= 4 && (past || present) && text.chars().all(char::is_lowercase))
}

/// `The engine parts of`: a plural that looks like a verb.
fn is_genitive(verb: &Word<'_>, next: &Word<'_>) -> bool {
    verb.text.ends_with('s') && !verb.is_one_of(&["consists", "is", "was"]) && next.is_one_of(&["of"])
}

//! Words that tie a sentence to the one before: `However`, `For example`, `Yes`.

use super::opening::Opening;
use super::pronouns::SUBJECTS;
use crate::vocabulary::{Words, words};

/// Connectives wherever they begin a sentence.
static ALWAYS: Words = words(
    "accordingly additionally also afterward afterwards alternatively and but consequently \
     correspondingly furthermore hence hereby hereupon lastly likewise meantime meanwhile moreover \
     nevertheless nonetheless nor or otherwise secondly subsequently then thereafter thereby \
     therefore thereupon thirdly thus",
);

/// Connectives when a pause follows; else they may be something other.
static BEFORE_PAUSE: Words = words(
    "also anyway besides equally eventually finally first firstly further however indeed later next \
     rather second so still third though too yet",
);

/// Answers when a pause follows.
static ANSWERS: Words =
    words("absolutely agreed correct exactly indeed maybe nah no nope ok okay right sure true yeah yep yes");

/// Phrases that tie a sentence to the one before, separated by commas.
const PHRASES: [&str; 4] = [
    // Sequence.
    "after that, after this, at the same, at that time, at that point, at this point, at this time, by \
     then, by that time, by this time, before that, before this, from then, from there, from this, in the \
     meantime, in turn, since then, soon after, soon afterwards, shortly after, shortly afterwards, \
     shortly thereafter, until then, a year later",
    // Contrast and reason.
    "by contrast, even so, even then, in any case, in that case, in this case, on the contrary, on the \
     other hand, that said, as a consequence, as a result, because of that, because of this, due to this, \
     for that, for these, for this, given this, if so, if not, in so doing, in doing so, doing so, to do \
     so, to that end, to this end, that is why, this is why, which is why, with that, with this, without \
     this",
    // Example and reference.
    "as an example, for example, for instance, in fact, in other words, in particular, as above, as \
     before, as described, as mentioned, as noted, as shown, as stated, as discussed, as such, in \
     addition, in contrast, so do, so did, so does, so was, so were, so too",
    // A part of what was named.
    "of these, of those, of them, among them, among these, in both, all of these, all of them, all of \
     this, all these, both of them, both of these, each of them, each of these, either of them, either of \
     these, many of them, many of these, most of them, most of these, most of this, neither of them, \
     neither of these, none of them, none of these, none of this, one of his, one of her, one of its, one \
     of them, one of their, one of these, some of them, some of these, some of this, two of them, two of \
     these, several of them, several of these, much of this, part of this, part of these",
];

/// Phrases that tie to nothing before when `of` or `to` follows: `as a result of`.
const UNTIEABLE: [&str; 5] = ["as a consequence", "as a result", "as shown", "in addition", "in contrast"];

/// Whether a connective or an answer begins the sentence.
pub(super) fn connects(opening: &Opening<'_>) -> bool {
    let (first, second) = (opening.word(0), opening.word(1));
    if first.text.is_empty() {
        return false;
    }
    if first.pause && (first.is_in(&ANSWERS) || first.is_in(&BEFORE_PAUSE)) {
        return true;
    }
    if first.is_one_of(&["conversely", "instead", "similarly"]) {
        return !second.is_one_of(&["of", "to"]);
    }
    if first.is_one_of(&["however", "so"]) && !second.is_one_of(&["many", "that"]) {
        return second.is_in(&SUBJECTS);
    }
    let agrees = opening.begins("of course") && (second.pause || opening.word(2).is_one_of(&["not"]));
    agrees || first.is_in(&ALWAYS) || begins_with_phrase(opening)
}

fn begins_with_phrase(opening: &Opening<'_>) -> bool {
    let mut phrases = PHRASES.iter().flat_map(|phrases| phrases.split(", "));
    phrases.any(|phrase| opening.begins(phrase) && !is_untied(opening, phrase))
}

/// `as a result of the storm`, `soon after the war`: what it is tied to is named in the sentence itself.
fn is_untied(opening: &Opening<'_>, phrase: &str) -> bool {
    let length = phrase.split(' ').count();
    let (last, next) = (opening.word(length - 1), opening.word(length));
    if phrase.ends_with(" after") {
        return !last.pause && !next.is_one_of(&["that", "this"]);
    }
    UNTIEABLE.contains(&phrase) && !last.pause && next.is_one_of(&["from", "of", "to"])
}

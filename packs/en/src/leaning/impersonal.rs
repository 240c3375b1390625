//! `It` that stands for nothing before: `It is raining`, `It is clear that the lid was open`.

use super::opening::{Opening, Word};
use crate::vocabulary::{Words, words};

static BE: Words = words("are be been being is isn s was wasn were");

/// Adverbs and helping verbs between a pronoun and what is said of it.
static BETWEEN: Words = words(
    "almost also always can could did does especially had has may might must never not often perhaps \
     quite rather really should still therefore thus usually very widely will would",
);

/// What `it is` may say of a clause that follows: `it is clear that`.
static OF_A_CLAUSE: Words = words(
    "advisable agreed alleged apparent argued assumed believed best better certain claimed clear common \
     conceivable crucial customary decided desirable difficult doubtful easier easy essential estimated \
     evident expected fair feared felt good hard helpful hoped imperative important impossible \
     interesting known likely necessary noted obvious ok okay permissible plausible possible practical \
     preferable probable proposed recommended reported required rumored rumoured safe said shown \
     suggested supposed surprising tempting thought time told true typical unclear understood unknown \
     unlikely useful usual vital wise worth wrong",
);

/// What `it is` may say of nothing in particular.
static OF_NOTHING: Words = words(
    "autumn christmas cold dark dawn early evening foggy freezing hot late midnight monday morning night \
     noon raining snowing spring summer sunday sunny warm windy winter",
);

/// Verbs whose `it` stands for a clause: `it seems that`.
static IMPERSONAL: Words = words(
    "appeared appears follows hailed happened happens rained rains seemed seems snowed snows takes took \
     turned turns",
);

/// Words that the clause begins with which `it` announces.
static COMPLEMENT: Words = words("as for how if like out that to what when where whether which who why");

/// Whether the `it` before the word at `i` is impersonal: weather, time, or a clause that follows.
pub(super) fn is_impersonal(opening: &Opening<'_>, i: usize) -> bool {
    let mut words = opening.words.iter().skip(i).skip_while(|word| word.is_in(&BETWEEN));
    let Some(verb) = words.next() else { return false };
    let said = if verb.is_in(&BE) { words.find(|word| !is_filler(word)) } else { Some(verb) };
    let Some(said) = said else { return false };
    let announces = said.is_in(&OF_A_CLAUSE) || said.is_in(&IMPERSONAL);
    said.is_in(&OF_NOTHING) || (announces && words.any(|word| word.is_in(&COMPLEMENT)))
}

/// What may stand between `it is` and what is said.
fn is_filler(word: &Word<'_>) -> bool {
    word.is_in(&BETWEEN) || word.is_in(&BE) || word.is_one_of(&["a", "an", "no", "the"])
}

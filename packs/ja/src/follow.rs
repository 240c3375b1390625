//! Whether what follows the end of a sentence takes it up again: 「…。」と言った, 本当か？という疑問, モーニング娘。の歌.
//!
//! A table of beginnings decides, the longest that fits; what it leaves open is asked of the dictionary.

mod table;

use kawara_core::Result;

use crate::chars::{
    first_chars, goes_on, is_blank, is_closer, is_hiragana, is_katakana, is_latin, is_terminator,
};
use crate::morphology::{Class, Morphology};

/// What a sentence may have ended in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// A quotation with an end of its own. `led`: words of the sentence stand before it.
    Quote { led: bool },
    /// `！`, `？` or a feeling.
    Loud,
    /// `。`
    Stop,
}

/// What the table says about a beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It takes up what stands before.
    Continues,
    /// A new sentence starts.
    Starts,
    /// It takes up a quotation that stands in a sentence already begun.
    IfLed,
    /// A particle, if what follows it is not part of the same word.
    Ask,
}

/// First characters of verbs that と leads to.
const SPEECH: &str = "言思聞答叫呼書述話告尋問語考感笑泣怒頼命伝説主張信";

/// How many characters of what follows decide.
const REACH: usize = 24;

/// Whether `after`, which has no white space before it, goes on with a sentence that might have ended.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(crate) fn continues(after: &str, ended: Ended, morphology: &mut Morphology<'_>) -> Result<bool> {
    let Some((word, verdict)) = table::look_up(after, ended) else { return Ok(false) };
    match verdict {
        Verdict::Continues => Ok(true),
        Verdict::Starts => Ok(false),
        Verdict::IfLed => Ok(ended == Ended::Quote { led: true }),
        Verdict::Ask => {
            let rest = after.get(word.len()..).unwrap_or_default();
            let next = rest.chars().next();
            let pauses = next.is_none_or(|c| is_terminator(c) || is_closer(c) || goes_on(c) || is_blank(c));
            match next {
                _ if pauses => Ok(ended != Ended::Stop),
                Some(c) if !is_hiragana(c) && (ended != Ended::Stop || is_sure(word, c)) => Ok(true),
                _ => by_class(after, word, ended, morphology),
            }
        }
    }
}

/// Behind a `。` that is part of a name, or that a forgotten bracket should have hidden: 娘。の歌, 娘。とABC, 来た。と言った.
fn is_sure(word: &str, next: char) -> bool {
    word == "の" || word == "と" && (SPEECH.contains(next) || is_latin(next) || is_katakana(next))
}

fn by_class(after: &str, word: &str, ended: Ended, morphology: &mut Morphology<'_>) -> Result<bool> {
    let near = first_chars(after, REACH);
    let head = near.split(|c| is_terminator(c) || goes_on(c)).next().unwrap_or_default();
    let Some(tokens) = morphology.tokens(head)? else {
        return Ok(ended != Ended::Stop && matches!(word, "と" | "に" | "の" | "を" | "が" | "は"));
    };
    let Some(first) = tokens.first() else { return Ok(false) };
    // At the head of a text the dictionary takes bare particles for other small words.
    let bare = matches!(
        head.get(first.start..first.end),
        Some("と" | "って" | "が" | "で" | "に" | "は" | "も" | "の")
    );
    let small = matches!(first.class, Class::Filler | Class::Conjunction | Class::Interjection);
    Ok(first.class.is_particle()
        || first.class == Class::Auxiliary
        || first.class == Class::DependentNoun
        || bare && small && ended != Ended::Stop)
}

/// Whether what follows a chain of quotations takes up all of them: 「はい」「いいえ」の二つ.
pub(crate) fn takes_all(after: &str) -> bool {
    crate::words::starts_with_any(after, "という といった との とか とも として とする となる といい")
}

//! Whether words on both sides of a line break belong together, as the dictionary sees them.

use kawara_core::Result;

use crate::chars::{char_at, char_before, first_chars, is_hiragana, is_kanji, is_terminator, last_chars};
use crate::morphology::{Class, Form, Morphology, Token};
use crate::words::{ends_with_any, listed, starts_with_any};

/// How many characters on each side decide.
const REACH: usize = 24;

/// Whether the last word of `line` and the first of `next` belong together.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(super) fn hold(line: &str, next: &str, morphology: &mut Morphology<'_>) -> Result<bool> {
    let tail = last_chars(line, REACH);
    let head = first_chars(next, REACH);
    let head = head.split(is_terminator).next().unwrap_or_default();
    let joined = format!("{tail}{head}");
    let Some(tokens) = morphology.tokens(&joined)? else { return Ok(ends_with_any(line, PROBABLY)) };
    let at = tokens.partition_point(|token| token.end <= tail.len());
    let Some(after) = tokens.get(at) else { return Ok(false) };
    if after.start < tail.len() {
        return Ok(lies_across(&joined, after, tail.len()));
    }
    let Some(before) = at.checked_sub(1).and_then(|at| tokens.get(at)) else { return Ok(false) };
    let is_alone = before.start == 0 && tail.len() == line.len();
    Ok(needs_another(&joined, before, is_alone) || takes_up(line, before, next, after))
}

/// 行⏎う, 管⏎理: a word with the break inside. Of words in kana alone, and of long ones in kanji, nobody can be sure.
fn lies_across(joined: &str, word: &Token, at: usize) -> bool {
    let (Some(last), Some(next)) = (char_before(joined, at), char_at(joined, at)) else { return false };
    let one_kanji = is_kanji(last) && word.start + last.len_utf8() == at;
    let parted = !char_before(joined, word.start).is_some_and(is_kanji);
    if is_hiragana(next) {
        return is_kanji(last) && (word.class.is_predicate() || one_kanji && parted);
    }
    one_kanji && parted && is_kanji(next) && matches!(word.class, Class::Noun | Class::VerbalNoun)
}

/// Whether nothing can end in a word.
fn needs_another(joined: &str, token: &Token, is_alone: bool) -> bool {
    let word = joined.get(token.start..token.end).unwrap_or_default();
    match token.class {
        // The ご of りんご is none.
        Class::Prefix => {
            !(word.starts_with(is_hiragana) && char_before(joined, token.start).is_some_and(is_hiragana))
        }
        Class::Adnominal => true,
        Class::Adverb => !is_alone,
        Class::Final => false,
        // か ends questions too.
        class if class.is_particle() => !matches!(word, "か" | "ね" | "よ"),
        Class::DependentNoun => listed("ため とき 際 場合 よう まま うえ うち").any(|noun| noun == word),
        _ => false,
    }
}

/// Whether the word after the break needs the one before it.
fn takes_up(line: &str, before: &Token, next: &str, after: &Token) -> bool {
    if after.class == Class::Suru && before.class == Class::VerbalNoun {
        return next.starts_with(['し', 'す', 'さ', 'せ']);
    }
    if !before.class.is_predicate() {
        return false;
    }
    let bound = before.form == Form::Final && starts_with_any(next, BOUND) && !super::is_finished(line);
    let hangs = next.starts_with(is_hiragana)
        && matches!(after.class, Class::Auxiliary | Class::DependentVerb | Class::Conjunctive);
    bound || hangs && before.form != Form::Final
}

/// What is usually a particle, where no dictionary can be asked.
const PROBABLY: &str =
    "が に へ して ため とき 際 場合 まま さんと さんは さんも さんの たちは たちと ことは ものは";

/// Words that need a verb before them.
const BOUND: &str = "
    こと もの ため とき ところ ほう よう わけ はず つもり うち まま とおり 場合 際 ので のに のは のが のを のも のだ のです のか
    んだ んです かどうか だけ ほど ばかり まで
";

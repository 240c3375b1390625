//! Whether words on both sides of a line break belong together, as the dictionary sees them.

use kawara_core::Result;

use super::shape;
use crate::chars::{
    char_at, char_before, first_chars, is_hiragana, is_kanji, is_katakana, is_terminator, last_chars,
};
use crate::morphology::{Class, Form, Morphology, Token};
use crate::words::{ends_with_any, listed, starts_with_any};

/// How many characters on each side decide.
const REACH: usize = 24;

/// The dictionary takes longer runs of katakana that it does not know for one word: 10 characters.
const LONGEST: usize = 30;

/// Whether the last word of `line` and the first of `next` belong together.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(super) fn hold(line: &str, next: &str, morphology: &mut Morphology<'_>) -> Result<bool> {
    let tail = last_chars(line, REACH);
    let head = first_chars(next, REACH);
    let head = head.split(is_terminator).next().unwrap_or_default();
    let joined = format!("{tail}{head}");
    let Some(tokens) = morphology.tokens(&joined)? else { return Ok(goes_on_probably(line, next)) };
    let at = tokens.partition_point(|token| token.end <= tail.len());
    let Some(after) = tokens.get(at) else { return Ok(false) };
    if after.start < tail.len() {
        let after = *after;
        return Ok(lies_across(&joined, &after, tail.len())
            || shape::is_wrapped(line)
                && lies_across_in_kana(&joined, &after, tail.len())
                && !is_complete(tail, morphology)?);
    }
    let Some(before) = at.checked_sub(1).and_then(|at| tokens.get(at)) else { return Ok(false) };
    let led = at.checked_sub(2).and_then(|at| tokens.get(at)).map(|token| token.class);
    let needs = needs_another(&joined, before, led) && !may_end(&joined, before, line, next);
    Ok(needs || takes_up(line, before, next, after))
}

/// Where no dictionary can be asked.
fn goes_on_probably(line: &str, next: &str) -> bool {
    let is_whole = shape::is_short(line)
        && !shape::are_even(line, next)
        && (line.ends_with('へ') || !shape::is_prose(next));
    ends_with_any(line, PROBABLY) && !is_whole
}

/// コンピュー⏎タ, ありま⏎せん: a word of one kind of kana with the break inside.
fn lies_across_in_kana(joined: &str, word: &Token, at: usize) -> bool {
    let inside =
        |of: fn(char) -> bool| char_before(joined, at).is_some_and(of) && char_at(joined, at).is_some_and(of);
    inside(is_katakana) && word.class.is_noun() && word.end - word.start <= LONGEST
        || inside(is_hiragana) && (word.class.is_predicate() || word.class.is_particle())
}

/// Whether the words of a line end in a predicate that may end a sentence.
fn is_complete(tail: &str, morphology: &mut Morphology<'_>) -> Result<bool> {
    let Some(tokens) = morphology.tokens(tail)? else { return Ok(true) };
    Ok(tokens.last().is_some_and(|last| last.class.is_predicate() && last.form == Form::Final))
}

/// 筆記用具など, 手が届かないとき: a short line that ends like this may be an item or a label.
fn may_end(joined: &str, token: &Token, line: &str, next: &str) -> bool {
    let word = joined.get(token.start..token.end).unwrap_or_default();
    let loose = listed("など だけ のみ ほど くらい ぐらい ばかり ずつ へ").any(|known| known == word);
    let label = loose
        || token.class == Class::DependentNoun
        || matches!(token.class, Class::Case) && matches!(word, "から" | "より" | "まで" | "に");
    label && shape::is_short(line) && !shape::are_even(line, next) && (loose || !shape::is_prose(next))
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

/// Whether nothing can end in a word that follows one of the class `led`.
fn needs_another(joined: &str, token: &Token, led: Option<Class>) -> bool {
    let word = joined.get(token.start..token.end).unwrap_or_default();
    match token.class {
        // The ご of りんご is none, nor is the 超 of ３万円超.
        Class::Prefix => {
            let before = char_before(joined, token.start);
            let in_kana = word.starts_with(is_hiragana) && before.is_some_and(is_hiragana);
            let behind_noun = led.is_some_and(Class::is_noun) && before.is_some_and(char::is_alphanumeric);
            !in_kana && !behind_noun
        }
        Class::Adnominal => true,
        // 塩 少々 is a cell of a table.
        Class::Adverb => {
            led.is_some_and(|class| class.is_particle() || class.is_predicate())
                || matches!(char_before(joined, token.start), Some('、' | '，'))
        }
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

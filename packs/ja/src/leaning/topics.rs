//! Sentences that do not say what they are about.

use kawara_core::Result;

use crate::chars::{is_blank, is_closer, is_hiragana, is_opener, is_terminator, last_chars};
use crate::morphology::{Class, Form, Morphology, Token};
use crate::words::{ends_with_any, listed};

/// Longer sentences are taken to have a topic.
const LONGEST: usize = 1200;

/// Whether a sentence that states something has no topic and no subject.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(super) fn is_missing(unit: &str, morphology: &mut Morphology<'_>) -> Result<bool> {
    let words = unit.trim_end_matches(|c| is_blank(c) || is_terminator(c) || is_closer(c));
    let Some(last) = words.chars().next_back() else { return Ok(false) };
    let asks = unit.trim_end_matches(|c| is_blank(c) || is_closer(c)).ends_with(['？', '?', '！', '!']);
    // A heading ends in a noun, and a sentence of the writer's own needs no topic.
    if !is_hiragana(last) || asks || words.len() > LONGEST || speaks_for_itself(words) {
        return Ok(false);
    }
    let outside = without_brackets(words);
    if has_topic_by_script(&outside) {
        return Ok(false);
    }
    if !outside.contains(['は', 'が', 'も']) {
        return Ok(true);
    }
    Ok(morphology.tokens(&outside)?.is_some_and(|tokens| !has_topic(&outside, tokens)))
}

/// Requests, greetings and the like.
fn speaks_for_itself(words: &str) -> bool {
    ends_with_any(words, ENDINGS)
        || listed(POLITE).any(|word| last_chars(words, 14).contains(word))
        || listed(FIRST_PERSON).any(|word| words.contains(word))
}

const ENDINGS: &str = "
    ください こと なさい ましょう でしょうか か ね よ な ように しよう しろ せよ とき もの ところ まで から など という もう はい いいえ ありがとう
    おはよう さようなら こんにちは こんばんは ごめん すみません わけ ため まま たち たら れば のに けど ので
";

const POLITE: &str = "いたし 致し お願い ござい おりま 申し いただ 頂き 頂い くださ 存じ お待ち お世話 お疲れ ありがとう 失礼 恐れ入 しましょう たいです";

const FIRST_PERSON: &str =
    "私は 私が 私の 私も 私に 私を 私と 私た 私ど 僕 俺 我々 わたし ぼく われわれ 当社 弊社 当店 当館";

fn has_topic(words: &str, tokens: &[Token]) -> bool {
    let mut paused = false;
    for (nth, token) in tokens.iter().enumerate() {
        let word = words.get(token.start..token.end).unwrap_or_default();
        let before = nth.checked_sub(1).and_then(|nth| tokens.get(nth));
        let after_noun = before.is_some_and(|token| {
            token.class.is_noun() || matches!(token.class, Class::Sign | Class::DependentNoun)
        });
        match (word, token.class) {
            ("は", Class::Topic)
                if after_noun && !before.is_some_and(|before| is_occasion(words, before)) =>
            {
                return true;
            }
            ("も", Class::Topic) if after_noun && !paused => return true,
            ("が", Class::Case) if !describes_a_noun(tokens, nth) => return true,
            ("、" | "，", _) => paused = true,
            _ => {}
        }
    }
    false
}

/// 場合は, 際は, 日中は: a time or an occasion, not a topic.
fn is_occasion(words: &str, token: &Token) -> bool {
    let word = words.get(token.start..token.end).unwrap_or_default();
    listed(OCCASIONS).any(|occasion| occasion == word)
}

const OCCASIONS: &str = "
    場合 とき 時 際 後 前 中 頃 ころ 間 以降 以後 以前 当時 今 現在 年 月 日 代 時代 期 うち
";

/// Whether the predicate of the subject at `nth` describes a noun: 中居が務める番組を
fn describes_a_noun(tokens: &[Token], nth: usize) -> bool {
    let rest = tokens.get(nth + 1..).unwrap_or_default();
    let Some(first) = rest.iter().position(|token| token.class.is_predicate()) else { return false };
    let group = rest.get(first..).unwrap_or_default();
    let size = group
        .iter()
        .take_while(|token| token.class.is_predicate() || token.class == Class::Conjunctive)
        .count();
    let last = size.checked_sub(1).and_then(|last| group.get(last));
    let finite = last.is_some_and(|token| matches!(token.form, Form::Final | Form::Attributive));
    let next = group.get(size);
    finite
        && next.is_some_and(|token| {
            token.class.is_noun() || matches!(token.class, Class::DependentNoun | Class::Prefix)
        })
}

/// A は behind a letter of another script or a bracket, and no occasion before it: no dictionary is needed to see a topic.
fn has_topic_by_script(words: &str) -> bool {
    words.match_indices('は').any(|(at, _)| {
        let head = words.get(..at).unwrap_or_default();
        let plain = head.ends_with(|c: char| is_closer(c) || c.is_alphanumeric() && !is_hiragana(c));
        plain && !ends_with_any(head, OCCASIONS)
    })
}

/// The words outside brackets, whose closing ones stay in their place.
fn without_brackets(words: &str) -> String {
    let mut depth = 0usize;
    let mut outside = String::with_capacity(words.len());
    for c in words.chars() {
        if is_opener(c) {
            depth += 1;
        } else if is_closer(c) && depth > 0 {
            depth -= 1;
            if depth == 0 {
                outside.push(c);
            }
        } else if depth == 0 {
            outside.push(c);
        }
    }
    outside
}

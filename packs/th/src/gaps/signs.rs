//! Marks on either side of a gap: what can neither end nor begin a sentence, and what ends one.

use super::{Sides, Verdict};
use crate::attached::is_attached;
use crate::chars::{
    is_closer, is_dependent, is_digit, is_emoji, is_emoji_part, is_leading, is_mark, is_opener,
};
use crate::lexicon::{Class, Token};

pub(super) fn verdict(sides: &Sides<'_>) -> Option<Verdict> {
    let (last, first) = (sides.last()?, sides.first()?);
    if is_attached(sides.behind) && !is_picture(last) && !matches!(last, '!' | '?' | '！' | '？' | '。') {
        return Some(Verdict::Inside);
    }
    if cannot_begin(first) && !sides.behind.starts_with("..") || cannot_end(last) {
        return Some(Verdict::Inside);
    }
    // [4] and (…) are notes to what stands before.
    if is_picture(first) || laughs(sides.behind) || matches!(first, '[' | '(') {
        return Some(Verdict::Inside);
    }
    if is_picture(last) {
        return Some(Verdict::End);
    }
    if laughs(sides.before) && !is_digit(first) {
        // Before anything was said it laughs at what comes.
        return Some(if sides.nth == 0 { Verdict::Inside } else { Verdict::End });
    }
    if matches!(sides.bare().chars().next_back()?, '!' | '?' | '！' | '？' | '。') {
        // Yahoo! ตอบ, and “…!” he said.
        let goes_on =
            first.is_lowercase() || closes_quotation(last) && !is_announced(sides) && is_reported(sides);
        return Some(if goes_on { Verdict::Inside } else { Verdict::End });
    }
    quotation(sides).or_else(|| politeness(sides))
}

/// What stands around what somebody said.
fn quotation(sides: &Sides<'_>) -> Option<Verdict> {
    if !closes_quotation(sides.last()?) {
        return None;
    }
    if opens_quotation(sides.first()?) && sides.right.verbs > 0 && sides.left.verbs > 0 {
        return Some(Verdict::End);
    }
    (!is_announced(sides) && is_reported(sides)).then_some(Verdict::Inside)
}

/// Before the quotation it was said whose it is: เธอถามว่า "…".
fn is_announced(sides: &Sides<'_>) -> bool {
    let head = sides.quoted_from.and_then(|from| sides.text.get(..from)).unwrap_or_default().trim_end();
    let ends = |words: &[&str]| words.iter().any(|word| head.ends_with(word));
    ends(&["ว่า", ":", ",", "คือ"])
        || ends(&["ถาม", "ตอบ", "บอก", "พูด", "กล่าว", "ตะโกน"]) && !follows_quotation(sides, head.len())
}

/// Whether the words that end at byte `at` say whose the quotation before them is: “…” แม่ถาม.
fn follows_quotation(sides: &Sides<'_>, at: usize) -> bool {
    let list = sides.stretches.list();
    let nth = list.partition_point(|stretch| stretch.end < at);
    let Some(own) = list.get(nth) else { return false };
    let before = nth.checked_sub(1).and_then(|nth| list.get(nth));
    let closed = before
        .and_then(|before| sides.text.get(..before.end)?.chars().next_back())
        .is_some_and(closes_quotation);
    closed || sides.text.get(own.start..at).is_some_and(|own| own.contains(closes_quotation))
}

fn closes_quotation(c: char) -> bool {
    matches!(c, '”' | '’' | '"' | '»' | '」')
}

fn opens_quotation(c: char) -> bool {
    matches!(c, '“' | '‘' | '"' | '«' | '「')
}

fn cannot_begin(c: char) -> bool {
    is_mark(c)
        || is_dependent(c)
        || is_closer(c)
        || matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '%' | '…' | '/' | '=')
}

fn cannot_end(c: char) -> bool {
    is_leading(c) || is_opener(c) || matches!(c, ',' | ';' | ':' | '/' | '=' | '&' | '+')
}

fn is_picture(c: char) -> bool {
    is_emoji(c) || is_emoji_part(c)
}

/// 555: ห้า, five, sounds like laughing.
fn laughs(stretch: &str) -> bool {
    let fives = stretch.trim_end_matches('+');
    fives.len() >= 3 && fives.bytes().all(|byte| byte == b'5')
}

/// What follows a quotation says whose it is: เขาถาม.
fn is_reported(sides: &Sides<'_>) -> bool {
    let tokens = sides.words_behind();
    tokens.iter().take(8).any(|token| token.class == Class::Say)
}

/// ครับ and the like end a sentence, but not where somebody is called: คุณหมอคะ.
fn politeness(sides: &Sides<'_>) -> Option<Verdict> {
    // Whatever stands before them: the lexicon need not know it.
    const SUFFIXES: [&str; 4] = ["ครับ", "ค่ะ", "คะ", "จ้ะ"];
    const WORDS: [&str; 5] = ["ครับผม", "คร้าบ", "จ้า", "จ๊ะ", "ฮะ"];
    let polite = SUFFIXES.iter().any(|suffix| sides.before.ends_with(suffix));
    if !polite && !WORDS.contains(&sides.last_word()) {
        return None;
    }
    let (_, others) = sides.words_before().split_last()?;
    let person =
        |token: &Token| matches!(token.class, Class::Pronoun | Class::Person | Class::Title | Class::Office);
    let called = others.len() <= 2 && others.first().is_some_and(person);
    let goes_on = called || sides.first_class() == Class::Particle || sides.first()?.is_lowercase();
    Some(if goes_on { Verdict::Inside } else { Verdict::End })
}

//! Words that cannot end a sentence, words that cannot begin one, and words that always do.

use super::{Sides, Verdict};
use crate::chars::{is_digit, is_foreign};
use crate::lexicon::Class;
use crate::open::OPEN;
use crate::words::Words;

pub(super) fn verdict(sides: &Sides<'_>) -> Option<Verdict> {
    let last = sides.last_word();
    let first = sides.first_word();
    let class = sides.first_class();
    if is_open(sides) || last == "นั้น" && sides.before == last {
        return Some(Verdict::Inside);
    }
    if class == Class::Demonstrative && POINTING.contains(&first) || sides.first().is_some_and(is_digit) {
        return Some(Verdict::Inside);
    }
    if matches!(class, Class::Then | Class::Preposition | Class::Purpose | Class::Coordinator)
        && is_address(sides.before)
    {
        return Some(Verdict::Inside);
    }
    if class == Class::By || CONTINUE.has(first) || sides.behind.starts_with("ต้องระวางโทษ")
    {
        return Some(Verdict::GoesOn);
    }
    (ANEW.has(first) || is_foreign_sentence(sides)).then_some(Verdict::End)
}

/// Whether the last word before cannot end a sentence.
pub(super) fn is_open(sides: &Sides<'_>) -> bool {
    OPEN.has(sides.last_word())
}

/// They go on from a clause before them.
static CONTINUE: Words<15> = Words::new([
    "ซึ่ง",
    "ทำให้",
    "ทำให้เกิด",
    "ส่งผลให้",
    "จึง",
    "ก็",
    "จนกระทั่ง",
    "จนถึง",
    "รวมถึง",
    "รวมทั้ง",
    "รวมไปถึง",
    "ตลอดจน",
    "ก่อให้เกิด",
    "เป็นผลให้",
    "เป็นเหตุให้",
]);

/// They belong to the noun before them.
const POINTING: [&str; 8] = ["นี้", "นั้น", "ดังกล่าว", "ต่างๆ", "ต่าง ๆ", "อื่นๆ", "อื่น ๆ", "เดียวกัน"];

/// They go on from a whole sentence.
static ANEW: Words<20> = Words::new([
    "นอกจากนี้",
    "นอกจากนั้น",
    "นอกเหนือจากนี้",
    "อย่างไรก็ตาม",
    "อย่างไรก็ดี",
    "ทั้งนี้",
    "ดังนั้น",
    "ฉะนั้น",
    "เพราะฉะนั้น",
    "ด้วยเหตุนี้",
    "ด้วยเหตุนั้น",
    "ด้วยเหตุดังกล่าว",
    "จากนั้น",
    "หลังจากนั้น",
    "ต่อจากนั้น",
    "ขณะเดียวกัน",
    "ในขณะเดียวกัน",
    "ในเวลาเดียวกัน",
    "ในทางกลับกัน",
    "อนึ่ง",
]);

/// Of a page or a mailbox: what a sentence does with it often follows.
fn is_address(stretch: &str) -> bool {
    stretch.contains("://") || stretch.starts_with("www.") || stretch.contains('@') && stretch.contains('.')
}

/// An English sentence in Thai text: a capital, some words, a stop.
fn is_foreign_sentence(sides: &Sides<'_>) -> bool {
    const LEAST: usize = 4;
    const MOST: usize = 40;
    let begins = sides.first().is_some_and(char::is_uppercase) && !sides.last().is_some_and(is_foreign);
    if !begins {
        return false;
    }
    let words = sides.stretches.list().get(sides.nth + 1..).unwrap_or_default();
    for (count, word) in (1..=MOST).zip(words) {
        let word = sides.text.get(word.start..word.end).unwrap_or_default();
        if !word.starts_with(is_foreign) {
            return false;
        }
        if word.ends_with(['.', '!', '?']) {
            return count >= LEAST;
        }
    }
    false
}

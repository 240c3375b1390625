//! Pronouns and demonstratives.

use super::{Head, starts_with_any};
use crate::lexicon::{Class, Token};

pub(super) fn points_back(head: &Head<'_>) -> bool {
    if starts_with_any(head.text, WHOLE) {
        return true;
    }
    let theme = head.theme();
    let opening = [0, theme].into_iter().chain((theme > 0).then_some(theme));
    opening
        .into_iter()
        .any(|nth| is_pronoun(head, head.tokens(nth)) || names_by_pointing(head, head.tokens(nth)))
}

/// เขา…: but not เขาใหญ่, a mountain, and not เรา, which means everybody.
fn is_pronoun(head: &Head<'_>, tokens: &[Token]) -> bool {
    // เมื่อเขา…, แม้ว่ามัน…
    let lead = tokens
        .iter()
        .take_while(|token| {
            matches!(token.class, Class::When | Class::Condition | Class::Cause | Class::Contrast)
        })
        .count();
    let Some(first) = tokens.get(lead.min(1)) else { return false };
    let behind = head.text.get(first.start..).unwrap_or_default();
    PRONOUNS.split_whitespace().any(|word| word == head.word(first)) && !starts_with_any(behind, MOUNTAINS)
}

/// อัลบั้มนี้…, ปลาชนิดนี้…: before the verb of the sentence there is a word that points.
fn names_by_pointing(head: &Head<'_>, tokens: &[Token]) -> bool {
    const NEAR: usize = 12;
    let phrase = tokens.iter().take(NEAR).take_while(|token| {
        !matches!(token.class, Class::Copula | Class::Auxiliary | Class::Negation | Class::That)
    });
    let mut before: Option<&Token> = None;
    for token in phrase {
        let word = head.word(token).replace(' ', "");
        let points = POINTERS.split_whitespace().any(|pointer| word == pointer);
        if points && before.is_none_or(|before| before.class != Class::Time) {
            return true;
        }
        before = Some(token);
    }
    false
}

const PRONOUNS: &str = "
    เขา เธอ มัน แก หล่อน ท่าน พวกเขา พวกเธอ พวกมัน พวกท่าน พระองค์ พระนาง นี่ นั่น สิ่งนี้ สิ่งนั้น เหล่านี้ เหล่านั้น พวกนี้ พวกนั้น ที่นี่ ที่นั่น ฉัน ผม ดิฉัน เค้า
";

/// เขา is also a mountain, and a horn.
const MOUNTAINS: &str = "เขาใหญ่ เขาหลวง เขาสก เขาค้อ เขาดิน เขาพระ เขาพนม เขาควาย เขาวัว เขาสัตว์ เขากวาง";

const POINTERS: &str = "นี้ นี้เอง เหล่านี้ เหล่านั้น ดังกล่าว เช่นนี้ เช่นนั้น อื่น อื่นๆ";

/// All of what was named.
const WHOLE: &str = "ทั้งหมด ทั้งสอง ทั้งสาม ทั้งสี่ ทั้งคู่ ต่าง อีกคน อีกฝ่าย อีกประการ ประการที่ ข้อนี้ คนแรก คนที่สอง คนหนึ่ง";

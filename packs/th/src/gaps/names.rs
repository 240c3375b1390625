//! Titles, names and surnames.

use super::{Sides, Verdict};
use crate::lexicon::{Class, Token};

pub(super) fn verdict(sides: &Sides<'_>) -> Option<Verdict> {
    let tokens = sides.words_before();
    let next = sides.words_behind();
    let inside = ends_in_title(tokens)
        || is_given_name(sides)
        || is_kind(sides) && may_name(next)
        || sides.last_word() == "ชื่อ"
        || is_limited(sides.behind)
        || is_name(next) && is_first_name(tokens)
        || is_office(next) && (is_first_name(tokens) || is_surname(sides));
    inside.then_some(Verdict::Inside)
}

/// นาย สมชาย. A title that is the end of a word which is not known (ขุนนาง) is none.
fn ends_in_title(tokens: &[Token]) -> bool {
    let Some((last, others)) = tokens.split_last() else { return false };
    last.class == Class::Title && others.last().is_none_or(|before| before.class != Class::Unknown)
}

/// นายสมชาย, with a surname to come: a title and then nothing that is known.
fn is_first_name(tokens: &[Token]) -> bool {
    let Some(title) = tokens.iter().rposition(|token| token.class == Class::Title) else { return false };
    let name = tokens.get(title + 1..).unwrap_or_default();
    let starts = title
        .checked_sub(1)
        .and_then(|nth| tokens.get(nth))
        .is_none_or(|before| before.class != Class::Unknown);
    starts && name.len() == 1 && name.iter().all(|token| token.class == Class::Unknown)
}

/// The มานะ of นาย มานะ รักไทย: whatever its letters mean as words.
fn is_given_name(sides: &Sides<'_>) -> bool {
    const LONG: usize = 12;
    let before = sides.nth.checked_sub(1).and_then(|nth| sides.stretches.list().get(nth));
    let titled = before.is_some_and(|before| {
        let tokens = sides.stretches.tokens(before);
        tokens.len() == 1 && ends_in_title(tokens)
    });
    titled && sides.left.len <= LONG
}

/// บริษัท, จังหวัด: what comes before the name of one.
fn is_kind(sides: &Sides<'_>) -> bool {
    matches!(
        sides.last_word(),
        "บริษัท"
            | "ห้างหุ้นส่วน"
            | "หจก."
            | "บมจ."
            | "บจก."
            | "จังหวัด"
            | "อำเภอ"
            | "ตำบล"
            | "ถนน"
            | "แขวง"
            | "โรงแรม"
            | "โรงพยาบาล"
            | "มหาวิทยาลัย"
            | "วิทยาลัย"
            | "โรงเรียน"
            | "ธนาคาร"
    )
}

/// … จำกัด (มหาชน): a firm's name ends so.
fn is_limited(behind: &str) -> bool {
    behind.starts_with("จำกัด") || behind.starts_with("(มหาชน)")
}

/// Whatever its letters mean as words; but no name begins with เขา, แล้ว, ไม่ or วันนี้.
fn may_name(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(|token| {
        !token.class.is_function()
            && !matches!(
                token.class,
                Class::Pronoun
                    | Class::Time
                    | Class::Particle
                    | Class::Question
                    | Class::Quantifier
                    | Class::Title
                    | Class::Say
            )
    })
}

/// Nothing that is known, one word.
fn is_name(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(|token| token.class == Class::Unknown)
}

/// The second half of นายสมชาย ใจดี.
fn is_surname(sides: &Sides<'_>) -> bool {
    let before = sides.nth.checked_sub(1).and_then(|nth| sides.stretches.list().get(nth));
    let tokens = sides.words_before();
    tokens.len() == 1
        && is_name(tokens)
        && before.is_some_and(|before| is_first_name(sides.stretches.tokens(before)))
}

/// … ผู้อำนวยการ: what somebody is follows the name.
fn is_office(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(|token| token.class == Class::Office)
}

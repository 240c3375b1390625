//! Full stops. In Thai they mark abbreviations; a sentence ends at one only where somebody writes as in English.

use super::{Sides, Verdict};
use crate::chars::{is_dependent, is_digit, is_foreign, is_leading, is_thai};
use crate::lexicon::Class;

pub(super) fn verdict(sides: &Sides<'_>) -> Option<Verdict> {
    let body = sides.bare().strip_suffix('.')?;
    let last = body.chars().next_back()?;
    if last == '.' {
        return None;
    }
    if is_thai(last) {
        return thai(sides, body);
    }
    if is_foreign(last) {
        let first = sides.first_inside()?;
        let ends = !is_abbreviation(body) && (first.is_uppercase() || is_thai(first));
        return Some(if ends { Verdict::End } else { Verdict::Inside });
    }
    None
}

fn thai(sides: &Sides<'_>, body: &str) -> Option<Verdict> {
    let tail = body.rsplit(|c| !is_thai(c)).next().unwrap_or_default();
    let short = tail.chars().count() <= 4 && !tail.chars().any(|c| is_dependent(c) || is_leading(c));
    if INITIALS.contains(&tail) {
        return Some(Verdict::Inside);
    }
    if !short && tail != "โทร" {
        return Some(Verdict::End);
    }
    let next = sides.first_inside()?;
    let class = sides.last_class();
    let numbered = is_digit(next) && !matches!(class, Class::Unit) && !body.ends_with('น');
    (class == Class::Title || numbered).then_some(Verdict::Inside)
}

/// The letters of the alphabet as they are called: จอห์น เอฟ. เคนเนดี.
const INITIALS: [&str; 26] = [
    "เอ",
    "บี",
    "ซี",
    "ดี",
    "อี",
    "เอฟ",
    "จี",
    "เอช",
    "ไอ",
    "เจ",
    "เค",
    "แอล",
    "เอ็ม",
    "เอ็น",
    "โอ",
    "พี",
    "คิว",
    "อาร์",
    "เอส",
    "ที",
    "ยู",
    "วี",
    "ดับเบิลยู",
    "เอ็กซ์",
    "วาย",
    "แซด",
];

/// Mr., e.g., U.S.: the last word has a stop in it, is one letter or is known.
fn is_abbreviation(body: &str) -> bool {
    const KNOWN: [&str; 22] = [
        "mr", "mrs", "ms", "dr", "prof", "st", "no", "vs", "etc", "co", "ltd", "inc", "corp", "fig", "jr",
        "sr", "vol", "pp", "ed", "al", "gen", "sen",
    ];
    let word = body.rsplit(|c: char| !is_foreign(c) && c != '.').next().unwrap_or_default();
    word.contains('.')
        || word.chars().count() == 1
        || KNOWN.iter().any(|known| word.eq_ignore_ascii_case(known))
}

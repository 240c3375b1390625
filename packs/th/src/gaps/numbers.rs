//! Numbers with what they count, dates, and foreign words in a row.

use super::{Sides, Verdict};
use crate::chars::{is_digit, is_foreign};
use crate::lexicon::Class;

pub(super) fn verdict(sides: &Sides<'_>) -> Option<Verdict> {
    let (last, first) = (sides.last()?, sides.first()?);
    let class = sides.last_class();
    let next = sides.first_class();
    let together = match (is_digit(last), is_digit(first)) {
        (true, true) => true,
        (true, false) => {
            matches!(next, Class::Unit | Class::Month) || counted(sides.first_word()) || scales(sides.behind)
        }
        (false, true) => {
            class == Class::Month || sides.before.ends_with("ที่") && sides.before.len() > "ที่".len()
        }
        (false, false) => class == Class::Month && is_era(sides.behind),
    };
    let foreign = is_foreign(last) && is_foreign(first);
    (together || foreign || is_era(sides.before) && is_digit(first)).then_some(Verdict::Inside)
}

/// 25 ปี
fn counted(word: &str) -> bool {
    matches!(
        word,
        "ปี" | "เดือน"
            | "สัปดาห์"
            | "วัน"
            | "น."
            | "นาฬิกา"
            | "ศตวรรษ"
            | "ทศวรรษ"
            | "ไตรมาส"
    )
}

/// 16,000 ล้านยูโร
fn scales(behind: &str) -> bool {
    ["ล้าน", "แสน", "หมื่น", "พัน", "ร้อยล้าน", "สิบล้าน"].iter().any(|word| behind.starts_with(word))
}

fn is_era(stretch: &str) -> bool {
    ["พ.ศ.", "ค.ศ.", "ร.ศ.", "จ.ศ.", "ฮ.ศ.", "ศ.ศ."].iter().any(|era| stretch.ends_with(era))
}

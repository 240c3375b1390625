//! Numbers with what they count, dates, and foreign words in a row.

use super::{Sides, Verdict};
use crate::chars::{is_dependent, is_digit, is_foreign, is_thai};
use crate::lexicon::Class;

pub(super) fn verdict(sides: &Sides<'_>) -> Option<Verdict> {
    let (last, first) = (sides.last()?, sides.first()?);
    let class = sides.last_class();
    let next = sides.first_class();
    let together = match (is_digit(last), is_digit(first)) {
        (true, true) => true,
        (true, false) => {
            matches!(next, Class::Unit | Class::Month)
                || is_time(sides.behind)
                || scales(sides.behind)
                || counts(sides)
        }
        (false, true) => {
            class == Class::Month || sides.before.ends_with("ที่") && sides.before.len() > "ที่".len()
        }
        (false, false) => class == Class::Month && is_era(sides.behind),
    };
    let foreign = is_foreign(last) && is_foreign(first);
    (together || foreign || is_digit(first) && is_era(sides.before)).then_some(Verdict::Inside)
}

/// 25 ปี, 10 ปีต่อมา, but no วันนี้.
pub(crate) fn is_time(behind: &str) -> bool {
    const UNITS: [&str; 12] =
        ["ปี", "เดือน", "สัปดาห์", "วัน", "ชั่วโมง", "นาที", "วินาที", "น.", "นาฬิกา", "ศตวรรษ", "ทศวรรษ", "ไตรมาส"];
    // วันจันทร์, วันที่ 5: what day it is.
    const NAMES: [&str; 10] = ["ที่", "จันทร์", "อังคาร", "พุธ", "พฤหัส", "ศุกร์", "เสาร์", "อาทิตย์", "เกิด", "หยุด"];
    let Some(rest) = UNITS.iter().find_map(|unit| behind.strip_prefix(unit)) else { return false };
    let named = behind.starts_with("วัน") && NAMES.iter().any(|name| rest.starts_with(name));
    // ปีก, a wing, ปี่, a pipe, and น.ส., a title.
    let other = rest.starts_with(is_dependent) || behind.starts_with("น.ส.") || is_wing(behind);
    !other && !named && !["นี้", "หน้า", "นั้น"].iter().any(|which| rest.starts_with(which))
}

fn is_wing(behind: &str) -> bool {
    behind.starts_with("ปีก") && !behind.starts_with("ปีก่อน")
}

/// ระหว่าง 8 หน่วยงาน, เกียร์ธรรมดา 5 สปีด: a number between what it is said of and what it counts.
fn counts(sides: &Sides<'_>) -> bool {
    const DIGITS: usize = 3;
    // They have a number for a name.
    const NAMED: [&str; 14] =
        ["ปี", "ห้อง", "ชั้น", "หน้า", "ข้อ", "บท", "ตอน", "รุ่น", "ภาค", "เลข", "เบอร์", "อายุ", "ราคา", "ที่"];
    let bare = sides.left.len <= DIGITS && sides.before.chars().all(is_digit);
    let before = sides.nth.checked_sub(1).and_then(|nth| sides.stretches.list().get(nth));
    let (Some(before), true) = (before, bare) else { return false };
    let text = sides.text.get(before.start..before.end).unwrap_or_default();
    match sides.stretches.tail(before, 0).0 {
        _ if NAMED.iter().any(|name| text.ends_with(name)) => false,
        Class::Preposition => sides.first().is_some_and(is_thai),
        Class::Noun | Class::Adjective => {
            sides.first().is_some_and(is_thai)
                && matches!(sides.first_class(), Class::Unknown | Class::Noun | Class::Person | Class::Place)
        }
        _ => false,
    }
}

/// 16,000 ล้านยูโร
pub(crate) fn scales(behind: &str) -> bool {
    // พันธุ์, a breed, and ranks.
    const OTHER: [&str; 4] = ["พันธ", "พันตรี", "พันโท", "พันเอก"];
    ["ล้าน", "แสน", "หมื่น", "พัน", "ร้อยล้าน", "สิบล้าน"].iter().any(|word| behind.starts_with(word))
        && !OTHER.iter().any(|word| behind.starts_with(word))
}

fn is_era(stretch: &str) -> bool {
    ["พ.ศ.", "ค.ศ.", "ร.ศ.", "จ.ศ.", "ฮ.ศ.", "ศ.ศ."].iter().any(|era| stretch.ends_with(era))
}

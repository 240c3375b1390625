//! Headings of laws, contracts and agendas that stand in one line with their text: มาตรา ๑๑๓ ผู้ใด…

use super::{Sides, words};
use crate::chars::{is_digit, is_thai};

const KINDS: [&str; 6] = ["มาตรา", "ข้อ", "หมวด", "ระเบียบวาระที่", "วาระที่", "ส่วนที่"];

/// Where a number like this is only spoken of, one of these is before it.
const REFER: [&str; 33] = [
    "ตาม",
    "ใน",
    "และ",
    "หรือ",
    "ของ",
    "แห่ง",
    "กับ",
    "ถึง",
    "จาก",
    "ว่า",
    "ต่อ",
    "ผิด",
    "แต่",
    "ยกเว้น",
    "นอกจาก",
    "อาศัย",
    "แก้ไข",
    "ยกเลิก",
    "เพิ่ม",
    "ผ่าน",
    "ใช้",
    "ข้อหา",
    "ความผิด",
    "คดี",
    "อาญา",
    "กฎหมาย",
    "พระราชบัญญัติ",
    "พ.ร.บ.",
    "รัฐธรรมนูญ",
    "สัญญา",
    "ประกอบ",
    "ทำ",
    "เช่น",
];

/// And one of these behind it.
const GO_ON: [&str; 24] = [
    "แห่ง",
    "และ",
    "หรือ",
    "ของ",
    "ใน",
    "ที่",
    "ซึ่ง",
    "ตาม",
    "กับ",
    "ถึง",
    "วรรค",
    "มาตรา",
    "ข้อ",
    "ว่า",
    "เป็น",
    "คือ",
    "จะ",
    "ก็",
    "ได้",
    "แล้ว",
    "โดย",
    "จึง",
    "นี้",
    "ดังกล่าว",
];

/// The last stretch of the heading that begins with stretch `nth`, where text follows.
pub(super) fn end(sides: &Sides<'_>, nth: usize) -> Option<usize> {
    let list = sides.stretches.list();
    let stretch = |nth: usize| list.get(nth).and_then(|stretch| sides.text.get(stretch.start..stretch.end));
    let own = stretch(nth)?;
    let rest = KINDS.iter().find_map(|kind| own.strip_prefix(kind))?;
    let last = if rest.is_empty() { nth + 1 } else { nth };
    let number = if rest.is_empty() { stretch(last)? } else { rest };
    let text = stretch(last + 1)?;
    let goes_on = GO_ON.iter().any(|word| text.starts_with(word)) && !text.starts_with("ในพระราชบัญญัติ");
    (is_number(number) && text.starts_with(is_thai) && !goes_on).then_some(last)
}

/// Whether what stands before the gap speaks of the number behind it: ผิดตาม มาตรา 5, มาตรา 4 มาตรา 5.
pub(super) fn is_reference(sides: &Sides<'_>) -> bool {
    words::is_open(sides)
        || sides.last().is_some_and(|last| is_digit(last) || last == ',')
        || REFER.iter().any(|word| sides.before.ends_with(word))
}

/// 5, ๑๑๓, 5/1, 3.
fn is_number(text: &str) -> bool {
    text.starts_with(is_digit)
        && text.strip_suffix('.').unwrap_or(text).chars().all(|c| is_digit(c) || c == '/')
}

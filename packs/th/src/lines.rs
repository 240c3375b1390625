//! Line breaks that may only wrap a sentence.

use crate::attached::is_that;
use crate::chars::{is_blank, is_closer, is_dependent, is_digit, is_leading, is_mark, is_opener};
use crate::gaps::{is_item, is_time, scales};
use crate::lexicon::{Class, lexicon};
use crate::open::{AT_A_LINE_BREAK, OPEN};
use crate::word;

/// Whether a sentence goes on from `line` to `next`: only on strong evidence, as a line break usually ends one.
pub(crate) fn goes_on(line: &str, next: &str) -> bool {
    let (line, next) = (line.trim_end_matches(is_blank), next.trim_start_matches(is_blank));
    let (Some(last), Some(first)) = (line.chars().next_back(), next.chars().next()) else { return false };
    if is_item(next) {
        return false;
    }
    is_mark(first)
        || is_dependent(first)
        || is_closer(first)
        || is_leading(last)
        || is_opener(last)
        || last == ','
        || is_era(line) && is_digit(first)
        || is_digit(last) && is_counted(line, next)
        || is_that(next)
        || ends_open(line)
}

fn is_era(line: &str) -> bool {
    line.ends_with("พ.ศ.") || line.ends_with("ค.ศ.")
}

/// 16,000 / ล้านบาท. บทที่ 5 counts nothing, but วันที่ 5 is of a month.
fn is_counted(line: &str, next: &str) -> bool {
    // Longer than any unit with the word after it.
    const HEAD: usize = 90;
    let from =
        (next.len().min(HEAD)..=next.len()).find(|at| next.is_char_boundary(*at)).unwrap_or(next.len());
    let head = next.get(..from).unwrap_or_default();
    let tokens = lexicon().tokens(head);
    let class = tokens.first().map_or(Class::Edge, |token| token.class);
    let number = line.trim_end_matches(|c| is_digit(c) || matches!(c, '.' | ',')).trim_end_matches(is_blank);
    if number.is_empty() || number.ends_with("ที่") {
        return class == Class::Month;
    }
    let whole = || tokens.first().is_some_and(|token| word::breaks(head).any(|at| at == token.end));
    next.starts_with('%')
        || class == Class::Month
        || scales(next)
        || is_time(next)
        || class == Class::Unit && whole()
}

/// Whether the last word of `line` cannot be the last of a sentence. Lexicon and dictionary must agree on what that word is, as
/// สถานที่ may well be the last.
fn ends_open(line: &str) -> bool {
    // Longer than any word of the list with the words before it that tell where it begins.
    const TAIL: usize = 120;
    let from = (line.len().saturating_sub(TAIL)..).find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let tail = line.get(from..).unwrap_or_default();
    let tail = tail.rsplit(is_blank).next().unwrap_or_default();
    let tokens = lexicon().tokens(tail);
    let Some(last) = tokens.last() else { return false };
    let word = tail.get(last.start..).unwrap_or_default();
    (OPEN.has(word) || AT_A_LINE_BREAK.has(word)) && word::breaks(tail).any(|at| at == last.start)
}

#[cfg(test)]
mod tests {
    use super::goes_on;

    #[test]
    fn goes_on_behind_a_word_that_cannot_end_a_sentence() {
        for (line, next) in [
            ("บริษัทจะเปิดสาขาใหม่ที่", "เชียงใหม่ในเดือนหน้า"),
            ("เขาอธิบายว่า", "ระบบจะหยุดทำงาน"),
            ("มีทั้งข้าว ขนม และ", "ผลไม้"),
            ("ก่อตั้งเมื่อปี พ.ศ.", "2490"),
            ("เด็ก", "ๆ วิ่งเล่น"),
            ("งบประมาณรวม 16,000", "ล้านบาท"),
            ("สัญญามีอายุ 5", "ปีนับจากวันนี้"),
            ("ปลาหนัก 25", "กิโลกรัม"),
            ("ประชุมวันที่ 9", "เมษายน 2568"),
            ("ยอดขายเพิ่มขึ้น 12.5", "% จากเดิม"),
            ("ผู้จัดการฝ่ายขายยืนยัน", "ว่าสินค้าจะถึงพรุ่งนี้"),
            ("ราคา 1,250 บาท,", "รวมภาษี"),
        ] {
            assert!(goes_on(line, next), "{line} / {next}");
        }
    }

    #[test]
    fn else_a_line_break_means_something() {
        for (line, next) in [
            ("นักเรียนกลับถึงสถานที่", "ครูรออยู่แล้ว"),
            ("หัวข้อที่ 1 บทนำ", "งานวิจัยนี้ศึกษาการใช้น้ำ"),
            ("สิ่งที่ต้องเตรียม ได้แก่", "1. น้ำ"),
            ("ต้องใช้", "- ข้าว"),
            ("บทที่ 5", "ปีแห่งการเปลี่ยนแปลง"),
            ("รหัสสินค้า 4471", "ว่างให้บริการทุกวัน"),
            ("รหัสห้อง 4471", "วันนี้ปิดปรับปรุง"),
            ("2567", "ปีที่ดีที่สุด"),
            ("", "ข้าว"),
            ("และ", ""),
        ] {
            assert!(!goes_on(line, next), "{line} / {next}");
        }
    }
}

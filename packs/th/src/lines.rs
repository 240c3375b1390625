//! Line breaks that may only wrap a sentence.

use crate::chars::{is_blank, is_closer, is_dependent, is_digit, is_leading, is_mark, is_opener};
use crate::gaps::is_item;
use crate::lexicon::lexicon;
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
        || ends_open(line)
}

fn is_era(line: &str) -> bool {
    line.ends_with("พ.ศ.") || line.ends_with("ค.ศ.")
}

/// Whether the last word of `line` cannot be the last of a sentence. Lexicon and dictionary must agree on what that word is, as
/// สถานที่ may well be the last.
fn ends_open(line: &str) -> bool {
    // Longer than any word of the list with the words before it that tell where it begins.
    const TAIL: usize = 120;
    let from = (line.len().saturating_sub(TAIL)..).find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    let tail = line.get(from..).unwrap_or_default();
    let tail = tail.rsplit(is_blank).next().unwrap_or_default();
    let mut tokens = Vec::new();
    lexicon().read(tail, 0, tail.len(), &mut tokens);
    let Some(last) = tokens.last() else { return false };
    let word = tail.get(last.start..).unwrap_or_default();
    OPEN.split_whitespace().any(|open| open == word) && word::breaks(tail).any(|at| at == last.start)
}

const OPEN: &str = "
    และ หรือ ที่ ซึ่ง ว่า ของ แห่ง ใน บน จาก กับ โดย เพื่อ เพื่อให้ เพื่อที่จะ เมื่อ คือ เป็น ไม่ จะ ต้อง ควร อาจ คง ย่อม มัก กำลัง
    แต่ ถ้า หาก แม้ แม้ว่า เพราะ เพราะว่า เนื่องจาก เนื่องด้วย ระหว่าง ภายใน ภายใต้ สำหรับ เกี่ยวกับ ตั้งแต่ จนถึง จนกระทั่ง
    ต่อ แก่ แด่ ณ สู่ การ ความ ผู้ที่ ทั้ง ทุก แต่ละ บาง รวมถึง รวมทั้ง ตลอดจน พร้อมทั้ง นาย นาง นางสาว ได้แก่ เช่น อาทิ
    ก่อนที่ หลังจาก หลังจากที่ ขณะที่ ในขณะที่ ทำให้ ส่งผลให้ หมายถึง ซึ่งเป็น
";

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
            ("", "ข้าว"),
            ("และ", ""),
        ] {
            assert!(!goes_on(line, next), "{line} / {next}");
        }
    }
}

//! What belongs to the words before it whatever the grain: ว่า with what was said, ที่ with what tells which one.

/// Words that begin with the letters of ว่า and are none, or open a sentence of their own.
const NO_THAT: [&str; 9] = ["ว่าแต่", "ว่าด้วย", "ว่าที่", "ว่ากันว่า", "ว่าจ้าง", "ว่าง", "ว่าย", "ว่าน", "ว่าว"];

/// Nouns and adverbs that begin with ที่. ที่ทำงาน is none: it is as often who works.
const NO_RELATIVE: [&str; 33] = [
    "ที่มา",
    "ที่อยู่",
    "ที่นั่ง",
    "ที่สุด",
    "ที่ประชุม",
    "ที่ปรึกษา",
    "ที่ดิน",
    "ที่พัก",
    "ที่ตั้ง",
    "ที่ราบ",
    "ที่สูง",
    "ที่หมาย",
    "ที่นอน",
    "ที่จอดรถ",
    "ที่ทำการ",
    "ที่ว่าการ",
    "ที่ว่าง",
    "ที่ระลึก",
    "ที่รัก",
    "ที่บ้าน",
    "ที่ร้าน",
    "ที่โรงเรียน",
    "ที่นี่",
    "ที่นี้",
    "ที่นั่น",
    "ที่นั้น",
    "ที่โน่น",
    "ที่ไหน",
    "ที่จริง",
    "ที่แท้",
    "ที่แรก",
    "ที่ผ่านมา",
    "ที่สำคัญ",
];

/// Whether `text` begins with one of them.
pub(crate) fn is_attached(text: &str) -> bool {
    is_that(text) || is_relative(text)
}

/// ว่า, that.
pub(crate) fn is_that(text: &str) -> bool {
    text.starts_with("ว่า") && !NO_THAT.iter().any(|word| text.starts_with(word))
}

/// ที่, unless a noun begins with it. Where it says where something is (ที่เชียงใหม่) it seldom opens a sentence either.
fn is_relative(text: &str) -> bool {
    text.starts_with("ที่") && !NO_RELATIVE.iter().any(|word| text.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::{is_relative, is_that};

    #[test]
    fn words_that_only_begin_alike_are_free() {
        assert!(is_that("ว่าจะไป") && is_that("ว่า"));
        assert!(!is_that("ว่าแต่คุณล่ะ") && !is_that("ว่างไหม") && !is_that("ว่าที่ร้อยตรี"));
        assert!(is_relative("ที่เขาซื้อ") && is_relative("ที่ทำงานช้า"));
        assert!(!is_relative("ที่ประชุมเห็นชอบ") && !is_relative("ที่นี่อากาศดี"));
    }
}

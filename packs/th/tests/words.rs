//! Word grain. `|` stands where a word must end.

mod common;

use common::check;
use kawara_core::Grain;

fn words(marked: &str) {
    check(Grain::Word, marked);
}

#[test]
fn words_of_the_dictionary() {
    words("ผม|อ่าน|หนังสือ|อยู่|ที่|บ้าน");
}

#[test]
fn marks_and_white_space_stay_with_the_word_before_and_openers_with_the_word_after() {
    words("เด็ก ๆ |กิน|ขนม |(อร่อย) |“ไป|เถอะ!” |\"จบ\" |กรุงเทพ ฯ |ฝน ๆ");
}

#[test]
fn numbers_abbreviations_and_latin_words() {
    words("ราคา |฿1,250.50 |บาท |เพิ่ม |5% |พ.ศ. |2567 |Python |3.11");
}

#[test]
fn what_must_not_be_broken() {
    words("a\u{a0}b |ใน\u{2060}นี้ |👩\u{200d}👩\u{200d}👧 |🇹🇭");
}

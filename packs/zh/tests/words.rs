//! Word grain. `|` stands where a word must end.

mod common;

use common::check;
use kawara_core::Grain;

fn words(marked: &str) {
    check(Grain::Word, marked);
}

#[test]
fn both_scripts() {
    words("值班|员|记录|水位。\n門衛|核對|訪客|證件。");
}

#[test]
fn punctuation_and_white_space_stay_with_the_word_before_and_openers_with_the_word_after() {
    words("他|说：|“你好，|世界！”|（见|《目录》）  |\"结束\"|了……");
}

#[test]
fn numbers_and_latin_words() {
    words("售价|￥100，|涨了|20%。|Node.js|和|C++|都是|3.5|版");
}

#[test]
fn what_must_not_be_broken() {
    words("约翰·史密斯|来|了——|好");
    words("a\u{a0}b|的\u{2060}值");
    words("𠮷|田家|的|葛\u{e0100}|城|👩\u{200d}👩\u{200d}👧|好|🇨🇳|🇯🇵");
}

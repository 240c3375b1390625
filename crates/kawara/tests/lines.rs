//! Line breaks of a text file that the layout leaves undecided: the language of the text decides.

#![cfg(all(feature = "zh", feature = "ja"))]
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::sentences;
use kawara::Newline;

#[track_caller]
fn check(newline: Newline, text: &str, expected: &[&str]) {
    let found: Vec<&str> = sentences(text, newline).iter().map(|unit| &text[unit.source.clone()]).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_sentence_goes_on_behind_a_particle_or_a_comma() {
    let text = "本製品は屋内で使うことを前提に\n設計されています。屋外では使えません。";
    let joined = ["本製品は屋内で使うことを前提に\n設計されています。", "屋外では使えません。"];
    check(Newline::Auto, text, &joined);
    check(Newline::Soft, text, &joined);
    check(
        Newline::Hard,
        text,
        &["本製品は屋内で使うことを前提に", "設計されています。", "屋外では使えません。"],
    );
    check(Newline::Auto, "水泵在凌晨停了，\n没有人知道。", &["水泵在凌晨停了，\n没有人知道。"]);
}

#[test]
fn lines_that_stand_for_themselves_are_kept() {
    check(Newline::Auto, "東京本社\n大阪支社\n福岡支社", &["東京本社", "大阪支社", "福岡支社"]);
    check(Newline::Auto, "持ち物は、\n・水筒\n・上履き", &["持ち物は、", "・水筒", "・上履き"]);
    check(Newline::Auto, "この窯は\n　昔からある。", &["この窯は", "昔からある。"]);
    check(Newline::Auto, "Dear Ada,\nthe pump stopped.", &["Dear Ada,", "the pump stopped."]);
}

#[test]
fn a_break_between_languages_is_kept() {
    check(Newline::Auto, "部品の名前は、\nThe pump stopped.", &["部品の名前は、", "The pump stopped."]);
}

/// Marks of Markdown inside running text, whatever its language.
#[test]
fn code_is_not_cut_and_emphasis_closes_with_its_sentence() {
    check(
        Newline::Soft,
        "`println!`は画面に出す。`?`演算子は、`empty?`と違う。",
        &["`println!`は画面に出す。", "`?`演算子は、`empty?`と違う。"],
    );
    check(
        Newline::Soft,
        "用`println!`打印。`a.is_ok()?`返回。",
        &["用`println!`打印。", "`a.is_ok()?`返回。"],
    );
    check(Newline::Soft, "Run `ls. Now` twice. `Ok?` is code.", &["Run `ls. Now` twice.", "`Ok?` is code."]);
    check(Newline::Soft, "**开发教材。** 学习很重要。", &["**开发教材。**", "学习很重要。"]);
    check(Newline::Soft, "**学習教材を作る。** 学ぶ人が使う。", &["**学習教材を作る。**", "学ぶ人が使う。"]);
    check(Newline::Soft, "**Read this.** _Then go._ Done.", &["**Read this.**", "_Then go._", "Done."]);
}

//! Documents that mix languages: each sentence is cut by the rules of its own language.

#![cfg(all(feature = "en", feature = "zh", feature = "ja", feature = "th"))]
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{expected, rows, sentences};
use kawara::{Newline, is_blank};

#[test]
fn every_case() {
    let mut wrong = Vec::new();
    for row in rows(include_str!("data/mixed-cases.jsonl")) {
        let text = row["text"].as_str().unwrap();
        let found: Vec<&str> =
            sentences(text, Newline::Hard).iter().map(|unit| &text[unit.source.clone()]).collect();
        // Units are reported without the white space around them.
        let expected: Vec<&str> = expected(&row)
            .iter()
            .map(|unit| unit.trim_matches(is_blank))
            .filter(|unit| !unit.is_empty())
            .collect();
        if found != expected {
            wrong.push(format!("{}, {}: {found:?}", row["id"], row["why"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each sentence with its language.
#[track_caller]
fn check(expected: &[(&str, &str)]) {
    let text: String = expected.iter().map(|(_, sentence)| *sentence).collect();
    let found = sentences(&text, Newline::Soft);
    let found: Vec<(&str, &str)> =
        found.iter().map(|unit| (unit.language.as_ref(), &text[unit.source.clone()])).collect();
    let trimmed: Vec<(&str, &str)> =
        expected.iter().map(|(language, sentence)| (*language, sentence.trim_matches(is_blank))).collect();
    assert_eq!(found, trimmed);
}

#[test]
fn sentences_of_other_languages_in_a_paragraph() {
    check(&[
        ("zh", "值班员在记录里写道，水泵在凌晨两点停了。"),
        ("en", "Dr. Lee restarted it at 2.30 a.m. without waiting. "),
        ("en", "Nobody was told. "),
        ("zh", "现在一切正常。"),
    ]);
    check(&[
        ("ja", "「部品は木曜日に届く。」とソムチャイさん（สมชาย ใจดี）から連絡がありました。"),
        ("ja", "写真を送ってください。"),
        ("en", "The name plate is on the left side. "),
        ("ja", "よろしくお願いします。"),
    ]);
    check(&[
        ("th", "อะไหล่จะถึงคลังวันพฤหัสบดี "),
        ("en", "He asked for photos of the name plate. "),
        ("th", "ช่วยถ่ายรูปหมายเลขเครื่องให้ด้วยนะครับ"),
    ]);
    check(&[
        ("en", "The notice says three things. "),
        ("zh", "退款期限为30天，逾期不予受理。"),
        ("zh", "请保留收据。"),
        ("en", "Keep it, e.g. in a drawer."),
    ]);
    check(&[
        ("ja", "朝の挨拶を集めました。"),
        ("th", "สวัสดี. "),
        ("en", "Hello. "),
        ("ko", "안녕. "),
        ("zh", "你好。"),
    ]);
    check(&[
        ("und", "Насос остановился ночью. "),
        ("ja", "ポンプは夜に止まった。"),
        ("und", "Остальное без изменений."),
    ]);
}

#[test]
fn words_of_another_language_do_not_tear_a_sentence() {
    check(&[("zh", "请把 config.toml 放到 No. 5 机柜，然后重启 systemd-networkd。"), ("zh", "很快。")]);
    check(&[("ja", "この README.md は v1.2.3 から U.S. 版に合わせた。"), ("ja", "以上。")]);
    check(&[("en", "The sign 「立入禁止。」 was hung on the door. "), ("en", "It fell.")]);
}

/// Text in languages without a pack keeps every letter and is cut where Unicode says so.
#[test]
fn languages_without_a_pack() {
    for (text, count) in [
        ("펌프가 멈췄다. 아무도 몰랐다.", 2),
        ("पंप रुक गया। किसी को पता नहीं चला।", 2),
        ("توقفت المضخة. هل علم أحد؟ لا.", 3),
        ("Насос встал. Никто не заметил.", 2),
        ("ម៉ាស៊ីនឈប់។ គ្មានអ្នកដឹងទេ។", 2),
        ("ຈັກສູບຢຸດ. ບໍ່ມີໃຜຮູ້.", 2),
        ("စက်ရပ်သွားတယ်။ ဘယ်သူမှမသိဘူး။", 2),
    ] {
        let found = sentences(text, Newline::Hard);
        assert_eq!(found.len(), count, "{text}");
        let kept: String = found.iter().map(|unit| &text[unit.source.clone()]).collect();
        assert_eq!(kept.replace(' ', ""), text.replace(' ', ""), "{text}");
    }
}

#[test]
fn code_does_not_name_the_language_of_a_chunk() {
    let code = "```rust\nfn stop_the_pump(valve: &mut Valve) { valve.close(); valve.report(); }\n```\n";
    let engine = kawara::engine(kawara::policy::Policy::builtin("docs").unwrap()).unwrap();
    for (text, language) in [(format!("水泵停了。\n\n{code}"), "zh"), (code.to_owned(), "en")] {
        let chunks =
            engine.chunk(&kawara::Document::new("a", text).with_content_type("text/markdown")).unwrap();
        assert_eq!(chunks.get(0).unwrap().language(), language);
    }
}

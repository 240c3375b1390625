//! Texts that break other counters: no panic, no time that grows faster than the text, and the right count.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::path::PathBuf;
use std::time::Duration;

use cpu_time::ThreadTime;

use common::{Random, SMALL, expected, open, real, small, stable};

fn cases(len: usize) -> Vec<(String, String)> {
    let repeated = [
        " ", "a", "A", "是", "ก", "กา", "^", "\n", "\r\n", " \n", "\t", "😀", "\u{301}", "é", "1", "'", "aB",
        "\u{a0}", "。", "▁", "\u{200b}", "\u{0}", "[SEP]", "<think>", "a\u{301}", "\u{1100}",
    ];
    let mut cases: Vec<_> =
        repeated.iter().map(|unit| (format!("{unit:?}"), unit.repeat(len / unit.len()))).collect();
    let mut random = Random(7);
    let mut of = |alphabet: &str| -> String {
        let chars: Vec<char> = alphabet.chars().collect();
        let each = alphabet.len() / chars.len();
        (0..len / each).map(|_| chars[random.below(chars.len())]).collect()
    };
    cases.push(("random letters".into(), of("abcdefghijklmnopqrstuvwxyz")));
    cases.push(("base64".into(), of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")));
    cases.push(("marks".into(), of("!@#$%^&*()_+-=[]{};:,.<>/?|~`")));
    cases.push(("han".into(), of(&('\u{4e00}'..'\u{9fff}').collect::<String>())));
    cases.push(("thai".into(), of(&('\u{e01}'..='\u{e3a}').collect::<String>())));
    cases.push(("spaces and a letter".into(), " ".repeat(len) + "x"));
    cases
}

fn all() -> Vec<(&'static str, PathBuf)> {
    SMALL.iter().map(|name| (*name, small(name))).chain(real()).collect()
}

#[test]
fn counts_are_right() {
    for (name, file) in all() {
        let (counter, reference) = (open(&file), stable(&file));
        for (what, text) in cases(12_000) {
            let count = expected(&reference, &text);
            assert_eq!(counter.count(&text).unwrap(), count, "{name} {what}");
            let index = counter.index(&text, &[]).unwrap();
            assert_eq!(index.exact("", 0..text.len()).unwrap(), count, "{name} {what}");
            let middle = text.floor_char_boundary(text.len() / 2);
            let half = expected(&reference, &["query: ", &text[middle..]].concat());
            assert_eq!(index.exact("query: ", middle..text.len()).unwrap(), half, "{name} {what}");
        }
    }
}

#[test]
fn time_grows_with_the_text() {
    for (name, file) in all() {
        let counter = open(&file);
        for ((what, short), (_, long)) in cases(1 << 17).into_iter().zip(cases(1 << 19)) {
            let time = |text: &str| {
                let start = ThreadTime::now();
                let index = counter.index(text, &[]).unwrap();
                index.exact("", 0..text.len()).unwrap();
                start.elapsed()
            };
            let (less, more) = (time(&short), time(&long));
            // Four times the text; a quadratic path would take sixteen times as long.
            assert!(more < less * 10 + Duration::from_millis(500), "{name} {what}: {less:?}, then {more:?}");
        }
    }
}

#[test]
fn four_megabytes_are_counted() {
    // Every counter gets every other text, so that the test stays short.
    for (first, (name, file)) in all().into_iter().enumerate() {
        let counter = open(&file);
        for (what, text) in cases(4 << 20).into_iter().skip(first % 3).step_by(3) {
            assert!(counter.count(&text).is_ok(), "{name} {what}");
        }
    }
}

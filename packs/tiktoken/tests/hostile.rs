//! Texts that break other counters: no panic, no time that grows faster than the text, and the right count.

mod common;

use std::time::Duration;

use cpu_time::ThreadTime;

use common::{Random, expected};

fn cases(len: usize) -> Vec<(String, String)> {
    let repeated = [
        " ",
        "a",
        "A",
        "是",
        "ก",
        "กา",
        "^",
        "\n",
        "\r\n",
        " \n",
        "\t",
        "😀",
        "\u{301}",
        "é",
        "1",
        "'",
        "aB",
        "\u{a0}",
        "/",
        "<|endoftext|>",
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
    cases.push(("two letters".into(), of("ab")));
    cases.push(("base64".into(), of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")));
    cases.push(("marks".into(), of("!@#$%^&*()_+-=[]{};:,.<>/?|~`")));
    cases.push(("han".into(), of(&('\u{4e00}'..'\u{9fff}').collect::<String>())));
    cases.push(("thai".into(), of(&('\u{e01}'..='\u{e3a}').collect::<String>())));
    cases.push(("beyond the plane".into(), of(&('\u{20000}'..'\u{21000}').collect::<String>())));
    cases.push(("spaces and a letter".into(), " ".repeat(len) + "x"));
    cases
}

#[test]
fn counts_are_right() {
    for (what, text) in cases(60_000) {
        for name in ["cl100k_base", "o200k_base", "r50k_base"] {
            let counter = kawara_pack_tiktoken::open(name).unwrap();
            let count = expected(name, &text);
            assert_eq!(counter.count(&text).unwrap(), count, "{name} {what}");
            let index = counter.index(&text, &[]).unwrap();
            assert_eq!(index.exact("", 0..text.len()).unwrap(), count, "{name} {what}");
            let middle = text.floor_char_boundary(text.len() / 2);
            let half = expected(name, &["query: ", &text[middle..]].concat());
            assert_eq!(index.exact("query: ", middle..text.len()).unwrap(), half, "{name} {what}");
        }
    }
}

#[test]
fn time_grows_with_the_text() {
    let counter = kawara_pack_tiktoken::open("o200k_base").unwrap();
    for ((what, short), (_, long)) in cases(1 << 18).into_iter().zip(cases(1 << 20)) {
        let time = |text: &str| {
            let start = ThreadTime::now();
            let index = counter.index(text, &[]).unwrap();
            (index.exact("", 0..text.len()).unwrap(), start.elapsed())
        };
        let ((few, less), (many, more)) = (time(&short), time(&long));
        assert!(many > few, "{what}");
        // Four times the text; a quadratic path would take sixteen times as long.
        assert!(more < less * 10 + Duration::from_millis(500), "{what}: {less:?}, then {more:?}");
    }
}

#[test]
fn four_megabytes_are_counted() {
    // Every other text by one encoding, the rest by the other, so that the test stays short.
    for (first, name) in ["cl100k_base", "o200k_base"].into_iter().enumerate() {
        let counter = kawara_pack_tiktoken::open(name).unwrap();
        for (what, text) in cases(4 << 20).into_iter().skip(first).step_by(2) {
            let count = counter.count(&text).unwrap();
            assert!(count as usize >= text.len() / 128, "{name} {what}: no token is longer than 128 bytes");
        }
    }
}

#[test]
fn a_million_spaces_are_counted_where_the_reference_gives_up() {
    for (name, count) in [("cl100k_base", 7814), ("o200k_base", 7814)] {
        let text = " ".repeat(1_000_000) + "x";
        assert_eq!(kawara_pack_tiktoken::open(name).unwrap().count(&text).unwrap(), count);
        #[cfg(feature = "reference")]
        assert_eq!(kawara_pack_tiktoken::open_reference(name).unwrap().count(&text).unwrap(), count);
    }
}

#[test]
#[cfg(feature = "reference")]
fn the_reference_never_panics() {
    let near = 99_999;
    let texts = [
        (" ".repeat(near) + "x").repeat(3),
        ("a".repeat(near) + " ").repeat(3),
        ("是".repeat(near / 3) + " ").repeat(3),
        (" ".repeat(near + 2) + "x").repeat(3),
        ("aB".repeat(near) + " ").repeat(3),
        "words and words ".repeat(50_000),
    ];
    for name in ["cl100k_base", "o200k_base", "p50k_base"] {
        let reference = kawara_pack_tiktoken::open_reference(name).unwrap();
        let own = kawara_pack_tiktoken::open(name).unwrap();
        for text in &texts {
            let start = text.floor_char_boundary(20);
            assert_eq!(
                reference.count(text).unwrap(),
                own.count(text).unwrap(),
                "{name} {:?}",
                &text[..start]
            );
        }
    }
}

#[test]
#[cfg(feature = "others")]
fn other_encodings_survive_too() {
    for name in ["qwen2", "mistral_v3"] {
        let counter = kawara_pack_tiktoken::open(name).unwrap();
        for (what, text) in cases(1 << 18) {
            let count = counter.count(&text).unwrap();
            assert!(count as usize >= text.len() / 512, "{name} {what}: no token is longer than 512 bytes");
        }
    }
}

//! Parting a text where the index parts it changes no count: over pipelines that look across, too.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs;
use std::path::PathBuf;

use common::{Random, check_ranges, open, small};
use serde_json::{Value, json};

/// A small tokenizer with something else in its file.
fn bent(name: &str, from: &str, bend: impl FnOnce(&mut Value)) -> PathBuf {
    let mut file: Value = serde_json::from_str(&fs::read_to_string(small(from)).unwrap()).unwrap();
    bend(&mut file);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bent-{name}"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("tokenizer.json"), file.to_string()).unwrap();
    folder
}

fn normalizers(list: Value) -> Value {
    json!({"type": "Sequence", "normalizers": list})
}

fn added(content: &str, special: bool, normalized: bool) -> Value {
    json!({"id": 90_000, "content": content, "single_word": false, "lstrip": false, "rstrip": false, "normalized": normalized, "special": special})
}

/// Texts in which what stands before a mark or a space changes with it.
const TEXTS: [&str; 14] = [
    "İ. ",
    "é. ",
    "が。",
    "ŀ. ",
    "ŀ\n",
    "don＇t ",
    "中. ",
    "x y ",
    "foo bar ",
    "foo▁bar ",
    "[A] B ",
    "a  b ",
    "x, y ",
    "ﬁ， ½ ",
];

#[test]
fn no_pipeline_is_parted_where_it_looks_across() {
    let lower = json!({"type": "Lowercase"});
    let replace =
        |content: &str| json!({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": content});
    let word =
        json!({"type": "Split", "pattern": {"String": "▁"}, "behavior": "MergedWithNext", "invert": false});
    let white = json!({"type": "WhitespaceSplit"});
    // As the library's newest form of the files writes it.
    let dropped = |prepend: &str| json!({"type": "MetaspaceNormalizer", "replacement": "▁", "prepend": prepend, "drop_whitespace": true});
    let bert = json!({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true});
    let files = [
        bent("lower", "gpt2", |file| file["normalizer"] = lower.clone()),
        bent("nfd", "qwen", |file| file["normalizer"] = json!({"type": "NFD"})),
        bent("nfkc", "qwen", |file| file["normalizer"] = json!({"type": "NFKC"})),
        bent("bert-gpt", "qwen", |file| file["normalizer"] = bert.clone()),
        bent("bare-split", "metaspace", |file| {
            (file["normalizer"], file["pre_tokenizer"]) = (Value::Null, word.clone())
        }),
        bent("never", "unigram", |file| {
            (file["normalizer"], file["pre_tokenizer"]) = (dropped("never"), word.clone());
        }),
        bent("first", "unigram", |file| {
            (file["normalizer"], file["pre_tokenizer"]) = (dropped("first"), word.clone());
        }),
        bent("joined", "metaspace", |file| {
            file["normalizer"] = normalizers(json!([{"type": "NFKC"}, replace("")]))
        }),
        bent("sign", "unigram", |file| {
            (file["normalizer"], file["pre_tokenizer"]) = (normalizers(json!([replace("▁")])), white.clone());
        }),
        bent("bert-pieces", "metaspace", |file| {
            file["normalizer"] = normalizers(json!([bert, replace(" ")]))
        }),
        bent("added", "metaspace", |file| {
            file["added_tokens"].as_array_mut().unwrap().push(added("foo▁bar", false, true))
        }),
        bent("spaced", "wordlevel", |file| {
            file["added_tokens"].as_array_mut().unwrap().push(added("foo\u{a0}bar", false, true));
        }),
        bent("hidden", "unigram", |file| {
            let tokens = file["added_tokens"].as_array_mut().unwrap();
            tokens.extend([added("[A] B", true, false), added("B", false, false)]);
        }),
        bent("nameless", "unigram", |file| file["model"]["unk_id"] = Value::Null),
        bent("strip", "metaspace", |file| {
            file["normalizer"] = normalizers(
                json!([{"type": "NFKC"}, {"type": "Strip", "strip_left": true, "strip_right": true}]),
            );
        }),
    ];
    let mut random = Random(23);
    for file in files {
        let counter = open(&file);
        for _ in 0..12 {
            let text: String = (0..400).map(|_| TEXTS[random.below(TEXTS.len())]).collect();
            let Ok(count) = counter.count(&text) else { continue };
            assert_eq!(
                counter.index(&text, &[]).unwrap().exact("", 0..text.len()).unwrap(),
                count,
                "{}",
                file.display()
            );
            check_ranges(&*counter, &text, 20, &mut random);
        }
        for text in TEXTS {
            let text = text.repeat(300);
            let Ok(count) = counter.count(&text) else { continue };
            let exact = counter.index(&text, &[]).unwrap().exact("", 0..text.len()).unwrap();
            assert_eq!(exact, count, "{}: {:?}", file.display(), &text[..12.min(text.len())].to_owned());
        }
    }
}

#[test]
fn long_texts_are_counted_in_parts_that_add_up() {
    let mut random = Random(29);
    for name in common::SMALL {
        let (counter, reference) = (open(&small(name)), common::stable(&small(name)));
        let text: String = (0..12_000).map(|_| TEXTS[random.below(TEXTS.len())]).collect();
        assert!(text.len() > 40_000);
        assert_eq!(counter.count(&text).unwrap(), common::expected(&reference, &text), "{name}");
    }
}

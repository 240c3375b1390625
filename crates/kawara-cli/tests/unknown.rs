//! What every command says of text that a model's vocabulary does not know.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::PathBuf;

use common::{directory, kawara, records};
use serde_json::json;

/// A WordPiece that knows four words, with two special tokens an input.
fn home(name: &str) -> PathBuf {
    let home = directory(name);
    let token = |id: u32, content: &str| json!({ "id": id, "content": content, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true });
    let tokenizer = json!({
        "version": "1.0", "truncation": null, "padding": null,
        "added_tokens": [token(0, "[UNK]"), token(1, "[CLS]"), token(2, "[SEP]")],
        "normalizer": { "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": { "type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1] },
        "decoder": null,
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
            "vocab": { "[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "the": 3, "pump": 4, "stopped": 5, ".": 6 },
        },
    });
    fs::create_dir(home.join("small")).unwrap();
    fs::write(home.join("small/tokenizer.json"), tokenizer.to_string()).unwrap();
    fs::write(home.join("en.txt"), "The pump stopped. ".repeat(30)).unwrap();
    fs::write(home.join("th.txt"), "เครื่องสูบน้ำหยุดทำงาน ไม่มีใครสังเกต").unwrap();
    home
}

#[test]
fn count_shows_the_share_and_names_special_tokens() {
    let home = home("unknown-count");
    let outcome = kawara(&home, &["count", "th.txt", "en.txt", "--counter", "hf:small"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.out.contains("100.0 %") && outcome.out.contains("1.6 %"), "{}", outcome.out);
    assert!(outcome.err.contains("hf:small adds 2 special tokens"), "{}", outcome.err);
    assert!(
        outcome.err.contains("note: hf:small cannot read all of the text")
            && outcome.err.contains("most in th.txt: 100.0 %"),
        "{}",
        outcome.err
    );
    let thai = kawara(&home, &["count", "-q", "th.txt", "--counter", "hf:small", "--json"], b"");
    assert!(thai.err.starts_with("warning: 100.0 % of the tokens of hf:small are [UNK]"), "{}", thai.err);
    assert_eq!(records(&thai.out)[1]["total"]["counts"][0]["unknown"], 2);
}

#[test]
fn chunk_warns_of_it_and_quiet_does_not_hide_that() {
    let home = home("unknown-chunk");
    let chunk = ["chunk", "th.txt", "--set", "budget.counter=hf:small", "--set", "budget.max-tokens=20"];
    let outcome = kawara(&home, &chunk, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(
        outcome.err.contains("100.0 % [UNK]") && outcome.err.contains("warning: 100.0 % of the tokens"),
        "{}",
        outcome.err
    );
    let quiet = kawara(&home, &[&chunk[..], &["-q"]].concat(), b"");
    assert!(quiet.err.starts_with("warning:") && quiet.err.lines().count() == 1, "{}", quiet.err);
    let known = kawara(
        &home,
        &["chunk", "en.txt", "--set", "budget.counter=hf:small", "--set", "budget.max-tokens=20"],
        b"",
    );
    assert!(!known.err.contains("UNK"), "{}", known.err);
}

#[test]
fn guard_counts_special_tokens_and_warns_of_chunks_that_only_seem_to_fit() {
    let home = home("unknown-guard");
    let chunks = "{\"id\": \"en\", \"text\": \"The pump stopped.\"}\n{\"id\": \"th\", \"text\": \"เครื่องสูบน้ำหยุดทำงาน\"}\n";
    let run = |limit: &str| {
        kawara(&home, &["guard", "-", "--counter", "hf:small", "--limit", limit], chunks.as_bytes())
    };
    let fits = run("6");
    assert_eq!(fits.code, 0, "{}", fits.out);
    assert!(fits.out.contains("the largest has 6 with 2 special tokens"), "{}", fits.out);
    assert!(fits.err.contains("1 of 2 texts over 5 %, most in th"), "{}", fits.err);
    let over = run("5");
    assert_eq!(over.code, 1);
    assert!(
        over.out.contains("line 1  en  hf:small  6/5 tokens: loses 1, 5.9 % of the text, from “.”"),
        "{}",
        over.out
    );
}

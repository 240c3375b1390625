//! `kawara models`, `--model` and `--tokenizers` as a user meets them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Outcome {
    code: i32,
    out: String,
    err: String,
}

/// Runs the command where no tokenizer is to be found but those that a test puts there.
fn kawara(directory: &Path, arguments: &[&str], folders: &str) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_kawara"))
        .args(arguments)
        .current_dir(directory)
        .env_remove("HF_HUB_CACHE")
        .env("HF_HOME", directory.join("cache"))
        .env("KAWARA_TOKENIZERS", folders)
        .output()
        .unwrap();
    Outcome {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A fresh directory for one test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn put(directory: &Path, folder: &str) {
    fs::create_dir_all(directory.join(folder)).unwrap();
    fs::write(directory.join(folder).join("tokenizer.json"), "{}").unwrap();
}

fn lines(out: &str) -> Vec<serde_json::Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_table_has_a_line_a_model_and_says_what_was_not_checked() {
    let home = directory("table");
    put(&home, "tokenizers/bge-m3");
    put(&home, "cache/hub/models--intfloat--e5-base-v2/snapshots/1");
    put(&home, "mine/all-MiniLM-L6-v2");
    let outcome = kawara(&home, &["models"], "mine");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let line = |name: &str| {
        let mut lines = outcome.out.lines();
        let found = lines.find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        found.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        line("text-embedding-3-small"),
        "text-embedding-3-small 8191 error - tokenizer tiktoken:cl100k_base"
    );
    assert_eq!(line("bge-m3"), "bge-m3 8192 truncates - no hf:tokenizers/bge-m3/tokenizer.json");
    assert!(line("all-MiniLM-L6-v2").starts_with("all-MiniLM-L6-v2 256 truncates - tokenizer hf:mine/"));
    assert!(line("e5-base-v2").ends_with("snapshots/1/tokenizer.json"), "{}", line("e5-base-v2"));
    assert!(line("e5-base-v2").contains("512 truncates \"passage: \", \"query: \" no"));
    assert!(
        line("bge-large-zh-v1.5").ends_with("vocabulary not found: tokenizer.json of BAAI/bge-large-zh-v1.5")
    );
    assert!(line("voyage-3").contains("(\"Represent t…\", "), "what the service adds stands in brackets");
    let json = lines(&kawara(&home, &["models", "--json"], "").out);
    let rows = outcome.out.lines().take_while(|line| !line.is_empty()).count() - 1;
    assert_eq!(rows, json.len());
}

#[test]
fn a_name_tells_everything_with_sources() {
    let home = directory("record");
    let outcome = kawara(&home, &["models", "intfloat/multilingual-e5-small", "Text-Embedding-Ada-002"], "");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    for says in [
        "multilingual-e5-small\n  counted by  tokenizer.json of https://huggingface.co/intfloat/multilingual-e5-small\n",
        "  found       no: looked in tokenizers, ",
        "  limit       512 tokens, special tokens and prefix included\n",
        "  passages    \"passage: \", put before each by the caller\n",
        "  checked     vocabulary: ",
        "  source      https://",
        "text-embedding-ada-002\n  also        openai/text-embedding-ada-002\n",
    ] {
        assert!(outcome.out.contains(says), "{says:?} is not in\n{}", outcome.out);
    }
    let json = lines(&kawara(&home, &["models", "--json", "voyage-3"], "").out);
    assert_eq!((json.len(), &json[0]["limit"], &json[0]["prefix_by"]), (1, &32000.into(), &"service".into()));
    assert_eq!(json[0]["counter"], serde_json::Value::Null);
    let unknown = kawara(&home, &["models", "bge-m4"], "");
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("no model is called `bge-m4`; did you mean `bge-m3`?"), "{}", unknown.err);
}

#[test]
fn a_model_on_the_command_line_is_a_setting() {
    let home = directory("argument");
    fs::create_dir(home.join("shelf")).unwrap();
    fs::write(home.join("a.txt"), "The gate opens at six. Dogs travel free.").unwrap();
    let outcome = kawara(&home, &["chunk", "a.txt", "-q", "--model", "text-embedding-3-small"], "");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let plain = kawara(&home, &["chunk", "a.txt", "-q"], "");
    assert_eq!(
        lines(&outcome.out)[0]["id"],
        lines(&plain.out)[0]["id"],
        "the same vocabulary gives the same ids"
    );
    let two = ["chunk", "a.txt", "--model", "text-embedding-3-small", "--model", "bge-m3"];
    for (arguments, says) in [
        (&two[..], "the tokenizer file of `bge-m3` is not at hand\n   ,-[--set:1:41]"),
        (&["chunk", "a.txt", "--model", "bge-m3"], "https://huggingface.co/BAAI/bge-m3"),
        (&["chunk", "a.txt", "--model", "bge-m3", "--tokenizers", "shelf"], "`shelf`,"),
        (&["units", "a.txt", "--model", "text-embeding-3-small"], "did you mean `text-embedding-3-small`?"),
        (
            &["chunk", "a.txt", "--model", "text-embedding-3-small", "--set", "budget.max-tokens=8192"],
            "`max-tokens` (8192) is over the limit of `text-embedding-3-small` (8191)",
        ),
    ] {
        let outcome = kawara(&home, arguments, "");
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.out);
        assert!(outcome.err.contains(says), "{arguments:?} says\n{}\nwithout {says:?}", outcome.err);
    }
}

#[test]
fn a_model_of_the_command_line_finds_its_tokenizer_beside_the_nearest_policy() {
    let home = directory("beside");
    put(&home, "tokenizers/bge-m3");
    fs::create_dir(home.join("docs")).unwrap();
    fs::write(home.join("kawara.toml"), "policy = 1\n").unwrap();
    fs::write(home.join("docs/a.txt"), "The gate opens at six.").unwrap();
    let docs = home.join("docs");
    let outcome = kawara(&docs, &["chunk", "a.txt", "--model", "bge-m3"], "");
    assert!(
        !outcome.err.contains("not at hand"),
        "the empty file is found, whatever the counter says of it: {}",
        outcome.err
    );
    fs::write(home.join("docs/kawara.toml"), "policy = 1\n").unwrap();
    let nearer = kawara(&docs, &["chunk", "a.txt", "--model", "bge-m3"], "");
    assert_eq!(nearer.code, 2);
    assert!(nearer.err.contains("not at hand"), "{}", nearer.err);
    let listed = kawara(&home, &["models"], "");
    assert!(listed.out.contains("/tokenizers/bge-m3/tokenizer.json"), "{}", listed.out);
}

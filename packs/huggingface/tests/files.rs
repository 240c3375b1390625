//! What lies at a path, and what is said where it is no tokenizer.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs;
use std::path::PathBuf;

use common::small;
use kawara_pack_huggingface::open;

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn with(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder(name);
    for (file, content) in files {
        fs::write(folder.join(file), content).unwrap();
    }
    folder
}

fn refusal(path: impl AsRef<std::path::Path>) -> String {
    open(path).err().unwrap().to_string()
}

#[test]
fn a_file_or_its_folder() {
    let folder = with("folder", &[]);
    fs::copy(small("wordpiece"), folder.join("tokenizer.json")).unwrap();
    let (by_folder, by_file) = (open(&folder).unwrap(), open(folder.join("tokenizer.json")).unwrap());
    assert_eq!(by_folder.id(), by_file.id());
    assert_eq!(by_folder.id().name(), "hf:WordPiece");
    // Where it lies changes nothing.
    assert_eq!(by_folder.id(), open(small("wordpiece")).unwrap().id());
    assert_ne!(by_folder.id(), open(small("cased")).unwrap().id());
}

#[test]
fn truncation_and_padding_are_left_aside_and_special_tokens_counted() {
    let counter = open(small("wordpiece")).unwrap();
    assert_eq!(counter.specials(), 2);
    assert_eq!(counter.count("").unwrap(), 0);
    assert_eq!(counter.count(".").unwrap(), 1);
    assert_eq!(counter.count(&". ".repeat(1000)).unwrap(), 1000);
    assert!(counter.count("[SEP]").unwrap() > 1, "a special string in a text is text");
    let specials = |name: &str| open(small(name)).unwrap().specials();
    assert_eq!((specials("unigram"), specials("llama"), specials("qwen"), specials("cased")), (2, 1, 0, 0));
}

#[test]
fn what_is_unknown_is_told() {
    let counter = open(small("wordpiece")).unwrap();
    assert_eq!(counter.unknown("pump . \u{13080} \u{13081}").unwrap(), Some(2));
    assert_eq!(open(small("unigram")).unwrap().unknown("\u{13080}\u{13081}").unwrap(), Some(1));
    assert_eq!(open(small("qwen")).unwrap().unknown("\u{13080}").unwrap(), None);
    let text = "pump \u{13080} . ".repeat(400);
    let index = counter.index(&text, &[]).unwrap();
    assert_eq!(index.unknown(), counter.unknown(&text).unwrap());
    assert_eq!(index.unknown(), Some(400));
}

#[test]
fn the_limit_is_read_beside_it() {
    let limit = |name: &str, files: &[(&str, &str)]| {
        let folder = with(name, files);
        fs::copy(small("wordpiece"), folder.join("tokenizer.json")).unwrap();
        open(folder).unwrap().limit().map_err(|error| error.to_string())
    };
    assert_eq!(limit("none", &[]), Ok(None));
    let config = ("tokenizer_config.json", r#"{"model_max_length": 512}"#);
    assert_eq!(limit("config", &[config]), Ok(Some(512)));
    // What the library cuts at, not what the tokenizer was saved with.
    assert_eq!(
        limit("both", &[config, ("sentence_bert_config.json", r#"{"max_seq_length": 256}"#)]),
        Ok(Some(256))
    );
    assert_eq!(
        limit("null", &[("sentence_bert_config.json", r#"{"max_seq_length": null}"#), config]),
        Ok(Some(512))
    );
    let endless = limit(
        "endless",
        &[("tokenizer_config.json", r#"{"model_max_length": 1000000000000000019884624838656}"#)],
    );
    let endless = endless.unwrap_err();
    assert!(
        endless.contains("tokenizer_config.json: `model_max_length` is 1e+30, which is no limit"),
        "{endless}"
    );
    assert!(endless.contains("set `hard-limit` in [budget]"), "{endless}");
    let broken = limit("broken", &[("tokenizer_config.json", "{")]).unwrap_err();
    assert!(broken.contains("not JSON"), "{broken}");
    for odd in ["0", "-1", "\"many\"", "[]"] {
        let text = format!("{{\"model_max_length\": {odd}}}");
        let odd = limit("odd", &[("tokenizer_config.json", text.as_str())]).unwrap_err();
        assert!(odd.contains("which is no limit"), "{odd}");
    }
}

#[test]
fn nothing_there_is_said_with_the_remedy() {
    assert!(refusal("").contains("`hf` needs a path behind the colon"));
    let missing = refusal("no/such/folder");
    assert!(missing.contains("there is no file or directory no/such/folder"), "{missing}");
    assert!(missing.contains("Download the model's tokenizer.json"), "{missing}");
    let empty = with("empty", &[]);
    assert!(refusal(&empty).contains("has no tokenizer.json"));
    let old = with("old", &[("vocab.txt", "a\n")]);
    assert!(refusal(&old).contains("save_pretrained"));
}

#[test]
fn what_is_no_tokenizer_is_refused_by_name() {
    let cases = [
        ("pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "a pointer of Git LFS"),
        ("page", "\n<!DOCTYPE html>", "a web page"),
        ("nothing", "", "not JSON"),
        ("torn", r#"{"version": "1.0", "model": {"type": "BPE", "vocab": {"#, "not JSON"),
        ("list", "[1, 2]", "it has no `model`"),
        ("config", r#"{"hidden_size": 384}"#, "is it another file of the repository?"),
        ("kind", r#"{"model": {"type": "Magic", "vocab": {}}}"#, "cannot be run"),
        (
            "vocab",
            r#"{"model": {"type": "Unigram", "vocab": [["a"]], "unk_id": 0}}"#,
            "entry 0 of the vocabulary",
        ),
        ("unk", r#"{"model": {"type": "Unigram", "vocab": [["a", -1.0]], "unk_id": 7}}"#, "`unk_id` is 7"),
    ];
    for (name, content, expected) in cases {
        let folder = with(name, &[("tokenizer.json", content)]);
        let said = refusal(&folder);
        assert!(said.contains(expected), "{name}: {said}");
        assert!(said.contains("tokenizer.json"), "{name}: {said}");
    }
}

/// Bits of a good file changed one by one: it opens or is refused, and whatever opens counts.
#[test]
fn no_file_makes_it_panic() {
    let folder = folder("bent");
    let good = fs::read_to_string(small("wordlevel")).unwrap();
    let mut random = common::Random(5);
    let pieces = ["null", "{}", "[]", "-1", "1e30", "\"\"", "true", "18446744073709551616", "\"▁\"", "}"];
    for nth in 0..300 {
        let at = good.floor_char_boundary(random.below(good.len()));
        let to = good.floor_char_boundary((at + random.below(12)).min(good.len()));
        let bent = [&good[..at], pieces[nth % pieces.len()], &good[to..]].concat();
        fs::write(folder.join("tokenizer.json"), bent).unwrap();
        if let Ok(counter) = open(&folder) {
            let _ = counter.count("The pump stopped. 水泵停了。");
        }
    }
}

//! `kawara policy` as a user meets it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::Path;

use common::{directory, kawara, kawara_with, records};
use serde_json::{Value, json};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/corpus");

#[test]
fn check_finds_the_nearest_policy_and_all_below() {
    let home = directory("policy-check");
    fs::create_dir_all(home.join("a/b")).unwrap();
    fs::write(home.join("kawara.toml"), "policy = 1\n").unwrap();
    fs::write(home.join("a/kawara.toml"), "policy = 1\n[unit]\n").unwrap();
    let good = kawara(&home, &["policy", "check"], b"");
    assert_eq!((good.code, good.out.as_str(), good.err.as_str()), (0, "", "1 policy, no mistakes\n"));
    let nearest = kawara(&home.join("a/b"), &["policy", "check"], b"");
    assert_eq!(nearest.code, 1);
    assert!(nearest.out.contains("a/kawara.toml:2:2]"), "{}", nearest.out);
    let below = kawara(&home, &["policy", "check", "."], b"");
    assert_eq!((below.code, below.err.as_str()), (1, "2 policies, 1 mistake\n"), "{}", below.out);
    assert!(below.out.contains("[a/kawara.toml:2:2]") && below.out.contains("did you mean `units`?"));
    assert_eq!(kawara(&home, &["policy", "check", "kawara:docs", "kawara:faq"], b"").code, 0);
    assert_eq!(kawara(&home, &["policy", "check", "absent.toml"], b"").code, 1);
    let json = records(&kawara(&home, &["policy", "check", "a/kawara.toml", "--json"], b"").out);
    assert_eq!(json[0]["code"], "policy::unknown_key");
    assert_eq!(
        (&json[0]["line"], &json[0]["column"], &json[0]["start"], &json[0]["end"]),
        (&json!(2), &json!(2), &json!(12), &json!(16))
    );
    assert_eq!((&json[0]["severity"], &json[0]["label"]), (&json!("error"), &json!("did you mean `units`?")));
    assert_eq!(json[1]["total"], json!({ "policies": 1, "errors": 1, "warnings": 0, "notes": 0 }));
}

#[test]
fn check_measures_a_corpus() {
    let home = directory("policy-corpus");
    let sentence = |nth: usize| {
        format!(
            "This sentence, which is number {nth}, says at some length that the pump of the upper works stopped again. "
        )
    };
    let text: String = (0..120).map(sentence).collect();
    fs::write(home.join("long.txt"), text).unwrap();
    fs::write(home.join("ko.txt"), "펌프가 멈췄습니다. 다시 켰습니다.\n").unwrap();
    let policy = "policy = 1\n[budget]\nmax-tokens = 60\n[units]\noverlap = 2\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0\n";
    fs::write(home.join("kawara.toml"), policy).unwrap();
    let outcome = kawara(&home, &["policy", "check", "--corpus", "."], b"");
    assert_eq!(outcome.code, 0, "{}{}", outcome.out, outcome.err);
    assert!(
        outcome.out.contains("corpus::carry_reduced") && outcome.out.contains("(100 %)"),
        "{}",
        outcome.out
    );
    assert!(outcome.out.contains("[kawara.toml:5:11]"), "{}", outcome.out);
    assert!(
        outcome.out.contains("1 of 60 chunks are in `ko`, which no pack segments")
            || outcome.out.contains("are in `ko`"),
        "{}",
        outcome.out
    );
    assert!(
        outcome.out.contains("corpus::unmet") && outcome.out.contains("[kawara.toml:6:1]"),
        "{}",
        outcome.out
    );
    assert!(outcome.out.contains("cuts with carry"), "{}", outcome.out);
    let json = records(&kawara(&home, &["policy", "check", "--corpus", ".", "--json"], b"").out);
    let group = json.iter().find_map(|line| line.get("group")).unwrap();
    assert_eq!((&group["documents"], &group["tokens"]["max"]), (&json!(2), &json!(60)));
    assert_eq!(group["boundaries"], group["reduced"], "two such sentences never fit beside a third");

    fs::write(
        home.join("kawara.toml"),
        policy.replace("overlap = 2", "overlap = 1").replace("= 60", "= 256"),
    )
    .unwrap();
    let outcome = kawara(&home, &["policy", "check", "--corpus", "."], b"");
    assert!(!outcome.out.contains("carry_reduced"), "one fits: {}", outcome.out);
}

#[test]
fn check_takes_the_policies_of_a_corpus_where_none_is_named() {
    let home = directory("policy-corpus-nearest");
    fs::create_dir_all(home.join("docs/deep")).unwrap();
    fs::create_dir_all(home.join("empty")).unwrap();
    fs::create_dir_all(home.join("bare")).unwrap();
    fs::write(home.join("docs/a.md"), "# Pump\n\nThe pump stopped.\n").unwrap();
    fs::write(home.join("docs/deep/b.md"), "# Pump\n\nThe pump stopped.\n").unwrap();
    fs::write(home.join("bare/c.md"), "# Pump\n\nThe pump stopped.\n").unwrap();
    fs::write(home.join("docs/kawara.toml"), "policy = 1\nbudget.max-tokens = 300\n").unwrap();
    fs::write(home.join("docs/deep/kawara.toml"), "policy = 1\nbudget.max-tokens = 500\n").unwrap();
    let check = |words: &[&str]| kawara(&home, &[&["policy", "check"], words].concat(), b"");
    let outcome = check(&["--corpus", "docs"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, "2 policies, no mistakes\n"), "{}", outcome.out);
    assert!(outcome.out.contains("docs/kawara.toml") && outcome.out.contains("docs/deep/kawara.toml"));
    let outcome = check(&["--corpus", "bare"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.out.contains("kawara:docs"), "{}", outcome.out);

    let outcome = check(&["docs/kawara.toml", "--corpus", "nosuch"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{}", outcome.err);
    assert!(outcome.err.contains("nosuch"), "{}", outcome.err);
    let outcome = check(&["docs/kawara.toml", "--corpus", "empty"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("error: empty: no document was measured"), "{}", outcome.err);
}

#[test]
fn check_opens_what_settings_name() {
    let home = directory("policy-opens");
    fs::write(home.join("a.txt"), "One.").unwrap();
    for (policy, wanted) in [
        ("[packs]\nja = { dictionary = \"x\" }\n", "[kawara.toml:3:21]"),
        ("[read]\noptions = { start = \"((\" }\n", "[kawara.toml:3:21]"),
        ("[budget]\ncounter = \"cmd:none\"\n", "[kawara.toml:3:11]"),
        ("[[match]]\nglob = \"never/**\"\nbudget.counter = \"cmd:none\"\n", "[kawara.toml:2:1]"),
    ] {
        fs::write(home.join("kawara.toml"), format!("policy = 1\n{policy}")).unwrap();
        assert_eq!(kawara(&home, &["chunk", "a.txt"], b"").code, 2);
        let outcome = kawara(&home, &["policy", "check"], b"");
        assert_eq!(
            (outcome.code, outcome.err.as_str()),
            (1, "1 policy, 1 mistake\n"),
            "{policy}: {}",
            outcome.out
        );
        assert!(
            outcome.out.contains("policy::cannot_use") && outcome.out.contains(wanted),
            "{}",
            outcome.out
        );
    }
}

#[test]
fn check_names_the_variable_of_a_wrong_base() {
    let home = directory("policy-base-variable");
    fs::write(home.join("kawara.toml"), "policy = 1\n").unwrap();
    let outcome = kawara_with(&home, &[("KAWARA_BASE_POLICY", "none.toml")], &["policy", "check"], b"");
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("the environment variable KAWARA_BASE_POLICY says so"), "{}", outcome.err);
}

#[test]
fn explain_tells_three_layers_and_what_an_overlap_became() {
    let home = directory("policy-explain");
    fs::create_dir_all(home.join("faq")).unwrap();
    fs::write(home.join("base.toml"), "policy = 1\nextends = \"kawara:docs\"\n[budget]\nmax-tokens = 300\n[units]\noverlap = { percent = 15 }\n").unwrap();
    fs::write(home.join("kawara.toml"), "policy = 1\nextends = \"base.toml\"\n[budget]\nmax-tokens = 120\n[[match]]\nlanguage = \"ja\"\nunits.overlap = 2\n").unwrap();
    let text: String = (0..40).map(|n| format!("The pump of works {n} stopped at noon. ")).collect();
    fs::write(home.join("en.txt"), text).unwrap();
    fs::write(home.join("ja.txt"), "ポンプが止まった。それは古い。").unwrap();
    let outcome = kawara(&home, &["policy", "explain", "en.txt", "--set", "context.max-tokens=32"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let line = |key: &str| {
        let line = outcome.out.lines().find(|line| line.trim_start().starts_with(key));
        line.unwrap_or_else(|| panic!("{key}: {}", outcome.out))
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(line("policy"), "policy kawara.toml");
    assert_eq!(
        line("budget.max-tokens"),
        "budget.max-tokens 120 kawara.toml:4, over 300 from base.toml:4, over 400 from kawara:docs:15"
    );
    assert_eq!(line("context.max-tokens"), "context.max-tokens 32 --set:1");
    assert!(
        line("units.overlap = ").starts_with("units.overlap = { percent = 15 } of 120 = 18 tokens, at "),
        "{}",
        outcome.out
    );

    // The language is known only when the document is read.
    let read = records(&kawara(&home, &["policy", "explain", "ja.txt", "none.ja.txt", "--json"], b"").out);
    let overlap = |told: &Value| {
        let settings = told["settings"].as_array().unwrap();
        settings.iter().find(|setting| setting["key"] == "units.overlap").unwrap()["value"].clone()
    };
    assert_eq!(
        (&read[0]["exists"], &read[0]["language"], overlap(&read[0])),
        (&json!(true), &json!("ja"), json!("2"))
    );
    assert_eq!(read[0]["matches"][0]["line"], 5);
    assert_eq!(
        (&read[1]["exists"], &read[1]["language"], overlap(&read[1])),
        (&json!(false), &json!(null), json!("{ percent = 15 }"))
    );
    let shown = kawara(&home, &["policy", "explain", "none.ja.txt"], b"").out;
    assert!(shown.contains("there is no such file"), "{shown}");
}

#[test]
fn a_base_policy_holds_for_check_and_explain() {
    let home = directory("policy-base");
    fs::write(
        home.join("platform.toml"),
        "policy = 1\nlock = [\"budget.max-tokens\"]\nbudget.max-tokens = 200\n",
    )
    .unwrap();
    fs::write(home.join("kawara.toml"), "policy = 1\nunits.overlap = 2\n").unwrap();
    let base = ["--base-policy", "platform.toml"];
    let shown = kawara(&home, &[&["policy", "explain", "a.txt"][..], &base].concat(), b"").out;
    let line = shown.lines().find(|line| line.starts_with("  budget.max-tokens")).unwrap();
    assert!(line.ends_with("platform.toml:3, locked by platform.toml:2"), "{shown}");
    assert_eq!(kawara(&home, &[&["policy", "check"][..], &base].concat(), b"").code, 0);
    fs::write(home.join("kawara.toml"), "policy = 1\nbudget.max-tokens = 900\n").unwrap();
    let refused = kawara(&home, &[&["policy", "check"][..], &base].concat(), b"");
    assert_eq!(refused.code, 1);
    assert!(
        refused.out.contains("policy::locked") && refused.out.contains("platform.toml:2:9"),
        "{}",
        refused.out
    );
}

#[test]
fn the_schema_is_the_one_that_is_checked_in() {
    let outcome = kawara(Path::new("."), &["policy", "schema"], b"");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../policies/kawara.schema.json");
    assert_eq!(outcome.out, fs::read_to_string(path).unwrap().replace("\r\n", "\n"));
}

/// The sample corpus, in a folder of its own.
fn copied(to: &Path) {
    let walk =
        |from: &Path| fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let mut left = vec![Path::new(CORPUS).to_path_buf()];
    while let Some(folder) = left.pop() {
        let target = to.join(folder.strip_prefix(CORPUS).unwrap());
        fs::create_dir_all(&target).unwrap();
        for path in walk(&folder) {
            if path.is_dir() {
                left.push(path);
            } else if path.file_name().unwrap() != "kawara.toml" {
                fs::copy(&path, target.join(path.file_name().unwrap())).unwrap();
            }
        }
    }
}

#[test]
fn init_writes_a_policy_that_passes_and_chunks() {
    let home = directory("policy-init");
    copied(&home.join("files"));
    let arguments = ["policy", "init", "files", "--output", "own.toml"];
    let outcome = kawara(&home, &arguments, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let text = fs::read_to_string(home.join("own.toml")).unwrap();
    for part in [
        "extends = [\"kawara:docs\"]",
        "glob = [\"files/faq/**\"]",
        "glob = [\"files/logs/**\"]",
        "# 12 documents",
        "characters a token",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let check = kawara(&home, &["policy", "check", "own.toml", "--corpus", "files", "--json"], b"");
    assert_eq!(check.code, 0, "{}{}", check.out, check.err);
    let met = records(&check.out)
        .iter()
        .filter(|line| line["group"]["matches"] != json!([]) && line["group"]["matches"] != Value::Null)
        .count();
    assert!(met >= 2 && !check.out.contains("corpus::unmet"), "every glob meets a file: {}", check.out);
    let chunk = kawara(&home, &["chunk", "files", "--policy", "own.toml", "-q"], b"");
    assert_eq!(chunk.code, 0, "{}", chunk.err);
    assert!(records(&chunk.out).len() > 50);

    let again = kawara(&home, &arguments, b"");
    assert_eq!(again.code, 2);
    assert!(again.err.contains("is there already and is left alone"), "{}", again.err);
    assert_eq!(fs::read_to_string(home.join("own.toml")).unwrap(), text);

    fs::create_dir_all(home.join("else")).unwrap();
    let beside = kawara(&home, &["policy", "init", "files", "--output", "else/own.toml"], b"");
    assert!(beside.code == 2 && beside.err.contains("reach no files outside of it"), "{}", beside.err);
    assert!(!home.join("else/own.toml").exists());
}

#[test]
fn init_counts_units_as_they_are_whatever_the_size() {
    let home = directory("policy-init-units");
    copied(&home.join("files"));
    let units = |size: &str| {
        let words = [
            "policy",
            "init",
            "files",
            "-o",
            "-",
            "--from",
            "langchain",
            "--chunk-overlap",
            "10",
            "--chunk-size",
            size,
        ];
        let text = kawara(&home, &words, b"").out;
        text.lines().filter(|line| line.contains(" units, half")).map(str::to_owned).collect::<Vec<_>>()
    };
    let told = units("200");
    assert_eq!(told, units("4000"));
    let sum: usize =
        told.iter().map(|line| line.split_whitespace().nth(2).unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(kawara(&home, &["policy", "init", "files"], b"").code, 0);
    assert_eq!(kawara(&home, &["units", "files"], b"").out.lines().count(), sum);
}

#[test]
fn init_names_what_it_could_not_read_and_what_it_left_out() {
    let home = directory("policy-init-unread");
    fs::create_dir_all(home.join("files/own")).unwrap();
    fs::write(home.join("files/y.md"), b"\xe9t\xe9 \xff").unwrap();
    let init =
        |words: &[&str]| kawara(&home, &[&["policy", "init", "files", "-o", "-"], words].concat(), b"");
    let nothing = init(&[]);
    assert_eq!(nothing.code, 1);
    assert!(
        nothing.err.contains("files/y.md") && nothing.err.contains("no document has text"),
        "{}",
        nothing.err
    );
    for part in ["# 0 documents", "could not be read (1): files/y.md", "Nothing was measured"] {
        assert!(nothing.out.contains(part), "{part}: {}", nothing.out);
    }
    assert!(!nothing.out.contains("0 chunks"), "{}", nothing.out);

    fs::write(home.join("files/a.md"), "# Pump\n\nThe pump stopped. It was old.\n").unwrap();
    fs::write(home.join("files/own/b.md"), "# Pump\n\nThe pump stopped. It was old.\n").unwrap();
    fs::write(home.join("files/own/kawara.toml"), "policy = 1\n").unwrap();
    fs::write(home.join("kawara.toml"), "policy = 1\n").unwrap();
    let some = init(&[]);
    assert!(some.code == 1 && some.out.contains("# 1 document,"), "{}", some.out);
    assert!(some.out.contains("Left out, since policies of their own lie there: files/own."), "{}", some.out);
    assert!(some.err.contains("files/own has a policy of its own"), "{}", some.err);
    fs::remove_file(home.join("files/y.md")).unwrap();
    let written = kawara(&home, &["policy", "init", "files"], b"");
    assert!(
        written.code == 0 && written.err.contains("kawara.toml no longer holds for these files"),
        "{}",
        written.err
    );
}

#[test]
fn init_leaves_out_what_the_base_policy_locks() {
    let home = directory("policy-init-locked");
    copied(&home.join("files"));
    let base = "policy = 1\nlock = [\"budget.max-tokens\", \"budget.counter\", \"units\"]\nbudget.max-tokens = 300\n";
    fs::write(home.join("base.toml"), base).unwrap();
    let words = [
        "policy",
        "init",
        "files",
        "--base-policy",
        "base.toml",
        "--model",
        "text-embedding-3-small,text-embedding-ada-002",
        "--from",
        "langchain",
    ];
    let outcome = kawara(&home, &words, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let text = fs::read_to_string(home.join("files/kawara.toml")).unwrap();
    let said = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    assert!(
        !said.contains("max-tokens =") && !said.contains("units =") && !said.contains("overlap"),
        "{said}"
    );
    assert!(
        text.contains("since the base policy locks it") && outcome.err.contains("`budget.max-tokens`"),
        "{text}"
    );
    assert_eq!(kawara(&home, &["chunk", "files", "--base-policy", "base.toml", "-q"], b"").code, 0);
}

#[test]
fn init_takes_several_models_and_a_tokenizer_from_here() {
    let home = directory("policy-init-models");
    fs::create_dir_all(home.join("files")).unwrap();
    fs::write(home.join("files/a.md"), "# Pump\n\nThe pump stopped. It was old.\n").unwrap();
    let models = [("KAWARA_MODEL", "text-embedding-3-small,text-embedding-ada-002")];
    let outcome = kawara_with(&home, &models, &["policy", "init", "files", "-o", "-"], b"");
    let line = "model = [\"text-embedding-3-small\", \"text-embedding-ada-002\"]";
    assert!(outcome.code == 0 && outcome.out.contains(line), "{}{}", outcome.out, outcome.err);

    let tokenizer = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
        "pre_tokenizer": { "type": "Whitespace" }, "post_processor": null, "decoder": null,
        "model": { "type": "WordLevel", "vocab": { "[UNK]": 0, "pump": 1 }, "unk_token": "[UNK]" },
    });
    fs::write(home.join("files/tok.json"), tokenizer.to_string()).unwrap();
    fs::write(home.join("tok.json"), tokenizer.to_string()).unwrap();
    let from = |file: &str| {
        let words = ["policy", "init", "files", "-o", "-", "--from", "langchain", "--length-function", file];
        kawara(&home, &words, b"")
    };
    let inside = from("hf:files/tok.json");
    assert!(
        inside.code == 0 && inside.out.contains("counter = \"hf:tok.json\""),
        "{}{}",
        inside.out,
        inside.err
    );
    assert!(inside.err.contains("are [UNK]"), "{}", inside.err);
    let outside = from("hf:tok.json");
    assert!(outside.code == 0 && outside.out.contains("counter = \"hf:/"), "{}{}", outside.out, outside.err);
}

#[test]
fn init_takes_over_what_langchain_was_told() {
    let home = directory("policy-langchain");
    fs::write(
        home.join("a.md"),
        "# Pump\n\nThe pump stopped. It was old. Nobody had looked at it for years.\n",
    )
    .unwrap();
    let arguments = [
        "policy",
        "init",
        "--output",
        "-",
        "--from",
        "langchain",
        "--chunk-size",
        "900",
        "--chunk-overlap",
        "90",
    ];
    let outcome = kawara(&home, &arguments, b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.out.contains("overlap = { percent = 10 }"), "{}", outcome.out);
    assert!(
        outcome.err.contains("chunk_size 900 characters becomes ")
            && outcome.err.contains("characters a token in `en`"),
        "{}",
        outcome.err
    );
    assert!(
        outcome.err.contains("here a chunk that has `min-tokens` ends with its section")
            && outcome.err.contains("measured: 1 chunk, half of them up to "),
        "{}",
        outcome.err
    );
    assert!(
        outcome.err.contains("the separator \"\\n\\n\" becomes the edge of a paragraph"),
        "{}",
        outcome.err
    );
    let tokens = [
        &arguments[..4],
        &[
            "--from",
            "langchain",
            "--chunk-size",
            "512",
            "--chunk-overlap",
            "0",
            "--length-function",
            "tiktoken:o200k_base",
            "--separators",
            "[\"====\"]",
        ],
    ]
    .concat();
    let outcome = kawara(&home, &tokens, b"");
    assert!(
        outcome.out.contains("counter = \"tiktoken:o200k_base\"")
            && outcome.out.contains("max-tokens = 512")
            && outcome.out.contains("overlap = 0"),
        "{}",
        outcome.out
    );
    assert!(
        outcome.err.contains("the separator \"====\": what it marks is for a reader to know"),
        "{}",
        outcome.err
    );
    let nothing_new = [&arguments[..6], &["--chunk-size", "100", "--chunk-overlap", "100"]].concat();
    assert_eq!(kawara(&home, &nothing_new, b"").code, 2);
    assert_eq!(kawara(&home, &["policy", "init", "--chunk-size", "5"], b"").code, 2, "without --from");
}

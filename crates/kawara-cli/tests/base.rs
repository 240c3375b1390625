//! A platform's base policy, and mistakes that are found before any document is read.

mod common;

use std::fs;

use common::{directory, kawara};

#[test]
fn a_base_policy_is_laid_beneath_every_policy_that_is_found() {
    let home = directory("base-policy");
    fs::write(
        home.join("platform.toml"),
        "policy = 1\nlock = \"budget.counter\"\nbudget.counter = \"words\"\n",
    )
    .unwrap();
    fs::create_dir_all(home.join("one")).unwrap();
    fs::create_dir_all(home.join("two")).unwrap();
    fs::write(home.join("one/kawara.toml"), "policy = 1\nextends = \"kawara:docs\"\n").unwrap();
    fs::write(home.join("two/kawara.toml"), "policy = 1\nbudget.counter = \"chars\"\n").unwrap();
    for name in ["one/a.txt", "two/a.txt", "a.txt"] {
        fs::write(home.join(name), "One two three.").unwrap();
    }
    let base = ["chunk", "--base-policy", "platform.toml"];
    for path in ["one/a.txt", "a.txt"] {
        let outcome = kawara(&home, &[&base[..], &[path]].concat(), b"");
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert!(outcome.out.contains("\"tokens\":3,"), "{}", outcome.out);
    }
    let outcome = kawara(&home, &[&base[..], &["two"]].concat(), b"");
    assert_eq!(outcome.code, 2);
    for wanted in ["two/kawara.toml:2:18]", "`budget.counter` is locked", "platform.toml:2:8]", "locked here"]
    {
        assert!(outcome.err.contains(wanted), "{}", outcome.err);
    }
    let model = [&base[..], &["--model", "text-embedding-3-small", "a.txt"]].concat();
    let outcome = kawara(&home, &model, b"");
    assert!(outcome.code == 2 && outcome.err.contains("a model names its counter"), "{}", outcome.err);
    let outcome = kawara(&home, &["chunk", "--base-policy", "none.toml", "a.txt"], b"");
    assert!(outcome.code == 2 && outcome.err.contains("none.toml"), "{}", outcome.err);
}

#[test]
fn what_is_wrong_in_a_rule_is_found_before_the_run() {
    let home = directory("rule-before-run");
    fs::write(home.join("a.txt"), "One two three.").unwrap();
    fs::write(home.join("broken.json"), "{}").unwrap();
    for (rule, wanted) in [
        (
            "budget.counter = \"tiktoken:cl100k\"",
            "no counter is called `tiktoken:cl100k`\n   ,-[kawara.toml:4:18]",
        ),
        ("budget.counter = \"hf:gone.json\"", "gone.json` is no tokenizer file"),
        ("budget.counter = \"cmd:none\"", "kawara.toml:2:1: no command is defined under the name `none`"),
        ("budget.counter = \"hf:broken.json\"", "kawara.toml:2:1: "),
        ("read.options.start = \"((\"", "kawara.toml:2:1: "),
    ] {
        let policy = format!("policy = 1\n[[match]]\nglob = \"never/**\"\n{rule}\n");
        fs::write(home.join("kawara.toml"), policy).unwrap();
        let outcome = kawara(&home, &["chunk", "a.txt"], b"");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{rule}: {}", outcome.err);
        assert!(outcome.err.contains(wanted), "{rule}: {}", outcome.err);
    }
}

#[test]
fn metadata_of_documents_decides() {
    let home = directory("by-tenant");
    let policy = "policy = 1\nbudget = { counter = \"words\", max-tokens = 3 }\n[[match]]\nmeta.tenant = \"acme\"\nbudget.max-tokens = 9\n";
    fs::write(home.join("kawara.toml"), policy).unwrap();
    let line = |tenant: &str| {
        format!(
            "{{\"id\":\"{tenant}\",\"text\":\"One two. Three four.\",\"meta\":{{\"tenant\":\"{tenant}\"}}}}\n"
        )
    };
    let input = line("acme") + &line("other");
    fs::write(home.join("documents.jsonl"), input).unwrap();
    let outcome = kawara(&home, &["chunk", "--documents", "documents.jsonl"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let of = |tenant: &str| outcome.out.matches(&format!("\"doc_id\":\"{tenant}\"")).count();
    assert_eq!((of("acme"), of("other")), (1, 2), "{}", outcome.out);
}

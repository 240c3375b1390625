//! What is locked stays as it is, whatever is laid over it; and a base is laid beneath everything.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where it cannot go on")]

mod common;

use std::io;
use std::path::Path;

use common::{at, codes, load, plain};
use kawara_core::{Carry, UnitKind};
use kawara_policy::{Loader, Mistakes, Policy};

const PLATFORM: (&str, &str) = (
    "platform.toml",
    "lock = [\"units\", \"budget.max-tokens\"]\nbudget.max-tokens = 300\nunits.overlap = { default = 1, ja = 2 }\n[[match]]\nglob = \"faq/**\"\nunits = { kind = \"record\", overlap = 0 }",
);

fn over(text: &str) -> Result<Policy, Mistakes> {
    load(&[PLATFORM, ("main.toml", text)])
}

#[test]
fn what_says_the_same_is_no_mistake() {
    for same in [
        "budget.max-tokens = 300",
        "budget.max-tokens = 0x12c",
        "units.kind = \"sentence\"",
        "units.overlap = { default = 1, ja = 2 }",
        "units.overlap = { ja = 2 }",
        "units.overlap = { th = 1 }",
        "budget.min-tokens = 20",
        "[[match]]\nglob = \"a/**\"\nunits.overlap = { default = 1, ja = 2 }",
    ] {
        let policy = over(&format!("extends = \"platform.toml\"\n{same}"));
        assert!(policy.is_ok(), "{same}: {}", policy.unwrap_err());
    }
}

#[test]
fn what_says_otherwise_is_one() {
    for other in [
        "budget.max-tokens = 301",
        "units.overlap = 1",
        "units.overlap = { default = 2, ja = 2 }",
        "units.overlap = { default = 1 }",
        "units.overlap = { th = 2 }",
        "units.records-per-chunk = 1",
        "units.split = \"never\"",
        "[[match]]\nglob = \"faq/**\"\nunits.overlap = 1",
    ] {
        assert_eq!(
            codes(over(&format!("extends = \"platform.toml\"\n{other}"))),
            ["policy::locked"],
            "{other}"
        );
    }
}

#[test]
fn who_locks_may_match_and_so_may_what_it_extends() {
    let policy = load(&[
        ("ground.toml", "units.kind = \"clause\"\n[[match]]\nglob = \"logs/**\"\nunits.overlap = 3"),
        ("platform.toml", &format!("extends = \"ground.toml\"\n{}", PLATFORM.1)),
        // Reached here first, it is what the platform extends all the same.
        ("main.toml", "extends = [\"ground.toml\", \"platform.toml\"]"),
    ])
    .unwrap();
    assert_eq!(at(&policy, "faq/a").units.kind, UnitKind::Record);
    assert_eq!(at(&policy, "logs/a").units.overlap.default, Carry::Units(3));
    assert_eq!(plain(&policy).units.kind, UnitKind::Clause);
}

#[test]
fn two_may_lock_one_over_the_other() {
    let middle = ("middle.toml", "extends = \"platform.toml\"\nlock = \"context\"\ncontext.max-tokens = 20");
    let policy = |text: &str| load(&[PLATFORM, middle, ("main.toml", text)]);
    assert_eq!(codes(policy("extends = \"middle.toml\"\ncontext.max-tokens = 21")), ["policy::locked"]);
    assert_eq!(codes(policy("extends = \"middle.toml\"\nunits.kind = \"clause\"")), ["policy::locked"]);
    let broken = ("middle.toml", "extends = \"platform.toml\"\nlock = \"units\"\nunits.kind = \"clause\"");
    assert_eq!(
        codes(load(&[PLATFORM, broken, ("main.toml", "extends = \"middle.toml\"")])),
        ["policy::locked"]
    );
}

#[test]
fn what_is_overruled_by_who_locks_changes_nothing() {
    let policy = load(&[
        ("mine.toml", "budget.max-tokens = 500\nunits.overlap = { default = 1, ja = 2 }"),
        PLATFORM,
        ("main.toml", "extends = [\"mine.toml\", \"platform.toml\"]"),
    ])
    .unwrap();
    assert_eq!(plain(&policy).budget.max_tokens, 300);
}

#[test]
fn values_that_are_set_keep_locks() {
    let policy = || over("extends = \"platform.toml\"").unwrap();
    let refused = policy().set(["budget.max-tokens=200", "context.max-tokens=10"]).unwrap_err().to_string();
    assert_eq!(
        refused,
        "\
--set:1:19: `budget.max-tokens` is locked [policy::locked]
  platform.toml:2:18: locked here
  help: leave it out: `platform.toml` keeps `budget.max-tokens = 300`"
    );
    assert!(policy().set(["budget.max-tokens=300", "units.overlap.ja=2"]).is_ok());
}

#[test]
fn models_counters_and_their_files() {
    let lock = |lock: &str, ground: &str, over: &str| {
        load(&[
            ("p.toml", &format!("lock = \"{lock}\"\n{ground}")),
            ("main.toml", &format!("extends = \"p.toml\"\n{over}")),
        ])
    };
    let small = "budget.model = \"text-embedding-3-small\"";
    let told = |lock: &str, over: &str| match self::load(&[
        ("p.toml", &format!("lock = \"{lock}\"\n{small}")),
        ("main.toml", &format!("extends = \"p.toml\"\n{over}")),
    ]) {
        Ok(_) => String::new(),
        Err(mistakes) => mistakes.to_string(),
    };
    for key in ["budget.model", "budget.counter", "budget"] {
        let refused = told(key, "budget.counter = \"chars\"");
        assert!(refused.contains("`budget.counter` is locked"), "{refused}");
        assert!(refused.contains("keeps `budget.model = \"text-embedding-3-small\"`"), "{refused}");
        assert_eq!(told(key, small), "");
        assert!(
            !told(key, "budget.model = [\"text-embedding-3-small\", \"text-embedding-3-large\"]").is_empty()
        );
    }
    assert!(lock("budget.tokenizers", "", "budget.tokenizers = { bge-m3 = \"x\" }").is_err());
    assert!(
        lock("budget.tokenizers.bge-m3", "", "budget.tokenizers = { multilingual-e5-small = \"x\" }").is_ok()
    );
    // A path means another file elsewhere.
    let hf = "budget.counter = \"hf:models/a.json\"";
    assert!(lock("budget.counter", hf, hf).is_ok());
    let elsewhere = load(&[
        ("sub/p.toml", &format!("lock = \"budget.counter\"\n{hf}")),
        ("main.toml", &format!("extends = \"sub/p.toml\"\n{hf}")),
    ]);
    assert_eq!(codes(elsewhere), ["policy::locked"]);
}

fn based(base: &'static str, main: &'static str) -> Result<Policy, Mistakes> {
    let loader = Loader::reading(move |path: &Path| match kawara_policy::paths::normal(path).to_str() {
        Some("etc/base.toml") => Ok(format!("policy = 1\n{base}")),
        Some("etc/more.toml") => {
            Ok("policy = 1\nbudget.max-tokens = 250\n[[match]]\nglob = \"more/**\"\nunits.overlap = 4".into())
        }
        Some("corpus/main.toml") => Ok(format!("policy = 1\n{main}")),
        _ => Err(io::ErrorKind::NotFound.into()),
    });
    loader.with_base("etc/base.toml").path("corpus/main.toml")
}

#[test]
fn a_base_is_beneath_everything() {
    let policy = based(
        "extends = [\"kawara:docs\", \"more.toml\"]\nunits.overlap = 2\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0",
        "extends = \"kawara:faq\"\nbudget.reserve-tokens = 5",
    )
    .unwrap();
    assert_eq!(policy.base(), Some("etc/base.toml"));
    let settings = plain(&policy);
    assert_eq!(
        (settings.budget.max_tokens, settings.budget.reserve_tokens),
        (250, 5),
        "docs counts once, beneath"
    );
    assert_eq!(settings.units.kind, UnitKind::Record, "what the policy extends is laid over the base");
    assert_eq!(at(&policy, "faq/a").units.overlap.default, Carry::Units(0));
    assert_eq!(
        at(&policy, "more/a").units.overlap.default,
        Carry::Units(4),
        "seen from the policy that is loaded"
    );
    let counted_once =
        based("units.overlap = 2", "extends = \"../etc/base.toml\"\nunits.kind = \"clause\"").unwrap();
    assert_eq!(plain(&counted_once).units.overlap.default, Carry::Units(2));
    let alone = Loader::new().with_base("kawara:docs").open("kawara:docs").unwrap();
    assert_eq!(plain(&alone).budget.min_tokens, 64);
}

#[test]
fn built_in_policies_give_way_and_others_do_not() {
    let base = "lock = [\"budget.counter\", \"units.overlap\"]\nbudget.counter = \"words\"";
    let policy = based(base, "extends = \"kawara:docs\"").unwrap();
    assert_eq!(plain(&policy).budget.counter, "words");
    assert_eq!(plain(&policy).budget.min_tokens, 64, "what is not locked is taken");
    assert_eq!(codes(based(base, "budget.counter = \"chars\"")), ["policy::locked"]);
    // Extended by who locks, a built-in policy says what is locked.
    let base = "extends = \"kawara:docs\"\nlock = \"budget.counter\"";
    assert_eq!(plain(&based(base, "").unwrap()).budget.counter, "tiktoken:cl100k_base");
}

#[test]
fn what_of_a_built_in_policy_gives_way_is_noted() {
    let locked =
        "lock = [\"budget.max-tokens\", \"units.overlap\"]\nbudget.max-tokens = 300\nunits.overlap = 1";
    let main = "extends = [\"kawara:docs\", \"locked.toml\", \"kawara:narrative\"]";
    let policy = load(&[("main.toml", main), ("locked.toml", locked)]).unwrap();
    let notes: Vec<_> = policy.notes().iter().filter(|note| note.code == "policy::gave_way").collect();
    let [docs, note] = notes[..] else { panic!("{notes:?}") };
    // What is laid before the lock is overridden anyway, but for its `[[match]]`.
    assert_eq!(docs.message, "`units.overlap = 0` of `kawara:docs` gives way to what is locked");
    assert_eq!(note.place.file(), "kawara:narrative");
    assert!(note.message.contains("`budget.max-tokens = "), "{note}");
    assert_eq!((note.also[0].place.file(), note.also[0].place.line()), ("locked.toml", 2));
}

#[test]
fn a_base_that_is_not_there_is_a_mistake() {
    let told = |word: &str| Loader::new().with_base(word).open("kawara:docs").unwrap_err().to_string();
    assert_eq!(
        told("kawara:dosc").lines().next(),
        Some("kawara:dosc: no built-in policy is called `dosc` [policy::unknown_policy]")
    );
    assert!(told("no/such.toml").contains("no/such.toml: the policy `no/such.toml` does not exist"));
}

#[test]
fn circles_through_a_base_are_named() {
    let refused =
        based("extends = \"../corpus/main.toml\"", "extends = \"../etc/base.toml\"").unwrap_err().to_string();
    assert!(refused.contains("policies extend each other in a circle"), "{refused}");
}

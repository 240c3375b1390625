//! What policies say of semantic boundaries, and what is said about it.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{at, codes, load, plain, policy};
use kawara_core::{Breaks, Document, Profile, SemanticSettings, Settings, Threshold};
use kawara_policy::{Explained, Known, Policy};

fn semantic(policy: &Policy) -> SemanticSettings {
    plain(policy).semantic.clone().unwrap()
}

#[test]
fn every_key_arrives_in_the_settings() {
    let policy = policy(
        r#"
        [semantic]
        embedder = "minilm"
        window = 3
        threshold = { interquartile = 1.5 }
        breaks = "prefer"
        [[match]]
        glob = "other/**"
        semantic = { embedder = "ada", breaks = "cut" }
        [[match]]
        glob = "none/**"
        semantic.embedder = ""
        "#,
    );
    assert!(policy.warnings().is_empty(), "{:?}", policy.warnings());
    let mut wanted = SemanticSettings::new("minilm");
    wanted.window = 3;
    wanted.threshold = Threshold::Interquartile(1.5);
    wanted.breaks = Breaks::Prefer;
    assert_eq!(semantic(&policy), wanted);
    wanted.embedder = "ada".into();
    wanted.breaks = Breaks::Cut;
    assert_eq!(at(&policy, "other/a.md").semantic.as_ref(), Some(&wanted));
    assert_eq!(at(&policy, "none/a.md").semantic, None);
}

#[test]
fn an_embedder_alone_has_the_engines_defaults() {
    assert_eq!(semantic(&policy("semantic.embedder = \"a\"")), SemanticSettings::new("a"));
    assert_eq!(
        semantic(&Policy::default().set(["semantic.embedder=a"]).unwrap()),
        SemanticSettings::new("a")
    );
}

#[test]
fn each_threshold_has_its_word_and_its_edges_are_in() {
    let threshold = |text: &str| {
        let set =
            Policy::default().set(["semantic.embedder=a".to_owned(), format!("semantic.threshold.{text}")]);
        semantic(&set.unwrap()).threshold
    };
    assert_eq!(threshold("percentile=100"), Threshold::Percentile(100.0));
    assert_eq!(threshold("percentile=0"), Threshold::Percentile(0.0));
    assert_eq!(threshold("deviations=2.5"), Threshold::Deviations(2.5));
    assert_eq!(threshold("interquartile=0x2"), Threshold::Interquartile(2.0));
    assert_eq!(threshold("gradient=9.5e1"), Threshold::Gradient(95.0));
    for wrong in ["percentile=-0.1", "deviations=100.1", "gradient=inf", "percentile=nan", "interquartile=a"]
    {
        let set =
            Policy::default().set(["semantic.embedder=a".to_owned(), format!("semantic.threshold.{wrong}")]);
        assert!(set.is_err(), "{wrong}");
    }
}

#[test]
fn what_nothing_asks_is_refused_once_all_layers_are_laid() {
    let window = ("base.toml", "semantic.window = 2");
    assert_eq!(codes(load(&[("main.toml", "extends = \"base.toml\""), window])), ["policy::no_embedder"]);
    let over = load(&[("main.toml", "extends = \"base.toml\"\nsemantic.embedder = \"a\""), window]).unwrap();
    assert_eq!((semantic(&over).window, semantic(&over).embedder.as_str()), (2, "a"));
    // One entry names it, another says more of it: which documents meet both, nobody knows beforehand.
    let entries = policy(
        "[[match]]\nglob = \"a/**\"\nsemantic.embedder = \"a\"\n[[match]]\nglob = \"a/b/**\"\nsemantic.window = 0",
    );
    assert_eq!(*plain(&entries), Settings::default());
    assert_eq!(at(&entries, "a/b/c").semantic.as_ref().unwrap().window, 0);
    assert!(policy("semantic = { embedder = \"\", window = 2 }").warnings().is_empty());
    let set = policy("").set(["semantic.window=2"]).unwrap_err();
    assert_eq!(set.iter().map(|it| it.code).collect::<Vec<_>>(), ["policy::no_embedder"]);
}

#[test]
fn windows_ask_no_embedder_and_that_is_told() {
    let text = "tiling.strategy = \"token-window\"\n[semantic]\nembedder = \"a\"\nbreaks = \"cut\"";
    let said: Vec<_> =
        policy(text).warnings().iter().map(|it| (it.code, it.place.line(), it.message.clone())).collect();
    let wanted = [(4, "semantic.embedder"), (5, "semantic.breaks")].map(|(line, key)| {
        ("policy::no_effect", line, format!("`{key}` means nothing with the strategy `token-window`"))
    });
    assert_eq!(said, wanted);
    let none = "tiling.strategy = \"token-window\"\nsemantic.embedder = \"\"";
    assert!(policy(none).warnings().is_empty());
}

fn explained(policy: &Policy) -> Vec<String> {
    let all = policy.explain(&Profile::of(&Document::new("", "")));
    all.iter().filter(|it| it.key.starts_with("semantic.")).map(Explained::to_string).collect()
}

#[test]
fn every_key_is_explained() {
    let none = ["embedder", "window", "threshold", "breaks"]
        .map(|key| format!("# semantic.{key} is not set: default"));
    assert_eq!(explained(&policy("")), none);
    let base = ("base.toml", "semantic.embedder = \"b\"\nsemantic.threshold.percentile = 90");
    let over = "extends = \"base.toml\"\nsemantic = { embedder = \"a\", threshold.deviations = 2.5 }";
    let over = load(&[("main.toml", over), base]).unwrap();
    assert_eq!(
        explained(&over),
        [
            "semantic.embedder = \"a\"  # main.toml:3, over \"b\" from base.toml:2",
            "semantic.window = 1  # default",
            "semantic.threshold = { deviations = 2.5 }  # main.toml:3, over { percentile = 90 } from base.toml:3",
            "semantic.breaks = \"cut\"  # default",
        ]
    );
}

#[test]
fn locks_hold() {
    let base = ("base.toml", "lock = \"semantic\"\nsemantic.embedder = \"a\"");
    let over = |text: &str| load(&[("main.toml", &format!("extends = \"base.toml\"\n{text}")), base]);
    assert_eq!(codes(over("semantic.embedder = \"b\"")), ["policy::locked"]);
    assert_eq!(codes(over("semantic.window = 2")), ["policy::locked"]);
    assert_eq!(codes(over("[[match]]\nglob = \"a\"\nsemantic.threshold.gradient = 95")), ["policy::locked"]);
    assert_eq!(
        semantic(&over("semantic = { embedder = \"a\", window = 1, breaks = \"cut\" }").unwrap()).embedder,
        "a"
    );
    let key = ("base.toml", "lock = [\"semantic.embedder\"]");
    let over = load(&[("main.toml", "extends = \"base.toml\"\nsemantic.embedder = \"b\""), key]);
    assert_eq!(codes(over), ["policy::locked"]);
}

#[test]
fn an_embedder_that_nobody_defined_is_told_with_its_line() {
    let mut known = Known::default();
    known.counters.push(kawara_policy::KnownCounter::new("tiktoken"));
    let asks = policy("semantic.embedder = \"a\"");
    let mistakes = asks.check_against(&known).unwrap_err();
    let told: Vec<_> = mistakes.iter().map(|it| (it.code, it.place.line())).collect();
    assert_eq!(told, [("policy::unknown_embedder", 2)]);
    known.embedders.push("a".into());
    assert!(asks.check_against(&known).unwrap().is_empty());
    known.embedders.clear();
    assert!(policy("semantic.embedder = \"\"").check_against(&known).is_ok());
}

//! What policies say of windows, and what is said about it.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{at, load, plain, policy};
use kawara_core::{Strategy, WindowOverlap};
use kawara_policy::Policy;

#[test]
fn every_key_arrives_in_the_settings() {
    let policy = policy(
        r#"
        [tiling]
        strategy = "recursive"
        window = 200
        window-overlap = { percent = 12.5 }
        separators = ["\n\n", "。", ""]
        [[match]]
        glob = "words/**"
        tiling = { strategy = "word-window", window-overlap = 30 }
        [[match]]
        glob = "units/**"
        tiling.strategy = "units"
        "#,
    );
    assert!(policy.warnings().is_empty(), "{:?}", policy.warnings());
    let tiling = &plain(&policy).tiling;
    assert_eq!((tiling.strategy, tiling.window), (Strategy::Recursive, Some(200)));
    assert_eq!(tiling.window_overlap, WindowOverlap::Share(0.125));
    assert_eq!(tiling.separators, ["\n\n", "。", ""]);
    let words = at(&policy, "words/a.md");
    assert_eq!((words.tiling.strategy, words.tiling.window), (Strategy::WordWindow, Some(200)));
    assert_eq!(words.tiling.window_overlap, WindowOverlap::Count(30));
    assert_eq!(at(&policy, "units/a.md").tiling.strategy, Strategy::Units);
}

#[test]
fn every_strategy_has_its_word() {
    for strategy in Strategy::ALL {
        let text = format!("tiling.strategy = \"{}\"", strategy.as_str());
        assert_eq!(plain(&policy(&text)).tiling.strategy, strategy);
        let set = Policy::default().set([format!("tiling.strategy={}", strategy.as_str())]).unwrap();
        assert_eq!(plain(&set).tiling.strategy, strategy);
    }
}

#[test]
fn an_overlap_of_nothing_is_a_count_of_nothing() {
    for nothing in ["0", "{ percent = 0 }", "{ percent = 0.0 }"] {
        let policy =
            policy(&format!("tiling.strategy = \"token-window\"\ntiling.window-overlap = {nothing}"));
        assert_eq!(plain(&policy).tiling.window_overlap, WindowOverlap::Count(0), "{nothing}");
    }
}

/// The code, line and message of every warning.
fn warned(policy: &Policy) -> Vec<(&'static str, usize, String)> {
    policy.warnings().iter().map(|it| (it.code, it.place.line(), it.message.clone())).collect()
}

#[test]
fn keys_that_mean_nothing_beside_a_strategy_are_told() {
    let said = warned(&policy(
        "units = { overlap = { default = 1, ja = 2 }, split = \"never\", kind = \"record\" }\n[tiling]\nstrategy = \"token-window\"\nseparators = [\"\"]\nstability = \"size\"",
    ));
    let wanted = [
        (2, "units.overlap"),
        (2, "units.overlap.ja"),
        (2, "units.split"),
        (5, "tiling.separators"),
        (6, "tiling.stability"),
    ];
    let wanted = wanted.map(|(line, key)| {
        ("policy::no_effect", line, format!("`{key}` means nothing with the strategy `token-window`"))
    });
    assert_eq!(said, wanted);
    let recursive = "tiling = { strategy = \"recursive\", separators = [\"\"] }";
    assert!(warned(&policy(recursive)).is_empty());
}

#[test]
fn what_another_file_or_another_entry_says_of_units_is_no_mistake() {
    let base = ("base.toml", "units.overlap = 2\nbudget.min-tokens = 64");
    let over = load(&[("main.toml", "extends = \"base.toml\"\ntiling.strategy = \"sentence-window\""), base]);
    assert!(warned(&over.unwrap()).is_empty());
    let entry =
        policy("units.overlap = 2\n[[match]]\nglob = \"a/**\"\ntiling.strategy = \"sentence-window\"");
    assert!(warned(&entry).is_empty());
    let set = policy("units.overlap = 2").set(["tiling.strategy=token-window", "tiling.window=100"]).unwrap();
    assert!(warned(&set).is_empty());
    let set = set.set(["units.overlap=1"]).unwrap();
    assert_eq!(warned(&set).len(), 1);
}

#[test]
fn windows_without_a_strategy_that_has_any_are_told() {
    let said = warned(&policy("[tiling]\nwindow = 200\nwindow-overlap = 20"));
    assert_eq!(
        said.iter().map(|it| (it.0, it.1)).collect::<Vec<_>>(),
        [("policy::no_effect", 3), ("policy::no_effect", 4)]
    );
    let set = policy("tiling.window = 200").set(["tiling.strategy=word-window"]).unwrap();
    assert!(warned(&set).is_empty(), "what is set can settle a doubt");
    let entry = policy("tiling.window = 200\n[[match]]\nglob = \"a/**\"\ntiling.strategy = \"word-window\"");
    assert!(warned(&entry).is_empty());
}

#[test]
fn a_separator_behind_every_character_is_told() {
    let said = warned(&policy("tiling = { strategy = \"recursive\", separators = [\"\", \" \"] }"));
    assert_eq!(said, [("policy::no_effect", 2, "`tiling.separators` never comes to \" \"".to_owned())]);
}

#[test]
fn what_is_set_is_held_against_the_file() {
    let windows = || policy("tiling = { strategy = \"word-window\", window = 40 }");
    assert!(windows().set(["tiling.window-overlap=39"]).is_ok());
    let refused = windows().set(["tiling.window-overlap=40"]).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "\
--set:1:23: `window-overlap` (40 words) is not less than a window (40) [policy::overlap_over_window]
  repeated from window to window
  main.toml:2:47: a whole window
  help: no window would get anywhere: 10 to 25 % of a window is what is usual"
    );
    let percent = windows().set(["tiling.window-overlap={percent=90}"]).unwrap();
    assert_eq!(plain(&percent).tiling.window_overlap, WindowOverlap::Share(0.9));
}

//! The policies that come with kawara.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::sync::Arc;

use common::{at, found, plain};
use kawara_core::{Carry, ContextPart, Found, Policy as _, Profile, Settings, Strategy, UnitKind};
use kawara_policy::Policy;

#[test]
fn all_load_without_a_word_and_are_files_of_their_names() {
    for name in Policy::builtin_names() {
        let policy = Policy::open(&format!("kawara:{name}")).unwrap();
        assert!(policy.warnings().is_empty(), "{name}: {:?}", policy.warnings());
        assert_eq!(plain(&policy).budget.counter, "tiktoken:cl100k_base", "{name}");
    }
}

#[test]
fn docs() {
    let settings = plain(&Policy::builtin("docs").unwrap());
    assert_eq!((settings.budget.max_tokens, settings.budget.min_tokens), (400, 64));
    assert_eq!((settings.units.kind, settings.units.overlap.default), (UnitKind::Sentence, Carry::Units(1)));
    assert_eq!(settings.context.prepend[..2], [ContextPart::Title, ContextPart::HeadingPath]);
}

#[test]
fn cjk_anaphora() {
    let policy = Policy::builtin("cjk-anaphora").unwrap();
    let overlap = &found(&policy, "a.md", "zh").units.overlap;
    assert_eq!((overlap.default, overlap.by_language.len()), (Carry::Units(1), 2));
    assert_eq!((overlap.by_language["zh"], overlap.by_language["ja"]), (Carry::Units(2), Carry::Units(2)));
}

#[test]
fn faq_and_logs() {
    for (name, reads) in [("faq", "faq"), ("logs", "log")] {
        let policy = Policy::builtin(name).unwrap();
        let settings = at(&policy, "x/a.txt");
        assert_eq!(
            (settings.units.kind, settings.units.overlap.default),
            (UnitKind::Record, Carry::Units(0)),
            "{name}"
        );
        assert_eq!(settings.read.content_type.as_deref(), Some(reads));
        assert_eq!(at(&policy, "x/a.md").read.content_type, None, "{name}: Markdown stays Markdown");
        assert_eq!(at(&policy, "x/a.md").units.kind, UnitKind::Record);
    }
    assert_eq!(at(&Policy::builtin("logs").unwrap(), "app.log.1").read.content_type.as_deref(), Some("log"));
    assert_eq!(plain(&Policy::builtin("faq").unwrap()).units.records_per_chunk, Some(1));
}

#[test]
fn sizes_and_overlaps_are_those_of_the_table() {
    for (name, tokens, overlap) in [
        ("technical-reference", 256, Carry::Units(1)),
        ("knowledge-base", 400, Carry::Units(1)),
        ("narrative", 512, Carry::Auto { max: 2 }),
        ("legal", 300, Carry::Units(0)),
        ("transcript", 400, Carry::Units(2)),
        ("catalogue", 400, Carry::Units(0)),
        ("code", 512, Carry::Units(1)),
    ] {
        let settings = plain(&Policy::builtin(name).unwrap());
        assert_eq!((settings.budget.max_tokens, settings.units.overlap.default), (tokens, overlap), "{name}");
    }
}

#[test]
fn articles_and_turns_are_records_and_other_texts_prose() {
    for (name, reads) in [("legal", "law"), ("transcript", "chat")] {
        let policy = Policy::builtin(name).unwrap();
        assert_eq!(at(&policy, "x/a.txt").read.content_type.as_deref(), Some(reads), "{name}");
        assert_eq!(read_by(&policy, reads).units.kind, UnitKind::Record, "{name}");
        assert_eq!(read_by(&policy, "html").units.kind, UnitKind::Sentence, "{name}");
    }
    assert_eq!(at(&Policy::builtin("legal").unwrap(), "a.md").read.content_type.as_deref(), Some("law"));
    assert_eq!(at(&Policy::builtin("transcript").unwrap(), "a.md").read.content_type, None);
}

#[test]
fn code_is_not_carried_and_prose_beside_it_is() {
    let policy = Policy::builtin("code").unwrap();
    assert_eq!(read_by(&policy, "code").units.overlap.default, Carry::Units(0));
    assert_eq!(read_by(&policy, "code").context.prepend, [ContextPart::Title, ContextPart::Lead]);
    assert_eq!(read_by(&policy, "markdown").units.overlap.default, Carry::Units(1));
}

/// The settings of a document that this reader has read.
fn read_by(policy: &Policy, reader: &str) -> Arc<Settings> {
    let found = Found::default();
    let mut about = Profile::default();
    (about.path, about.reader, about.found) = (Some("x"), Some(reader), Some(&found));
    policy.settings(&about).unwrap()
}

#[test]
fn they_can_be_mixed() {
    let policy = common::policy("extends = [\"kawara:cjk-anaphora\", \"kawara:logs\"]");
    let settings = plain(&policy);
    assert_eq!((settings.budget.max_tokens, settings.units.kind), (512, UnitKind::Record));
    assert!(settings.units.overlap.by_language.is_empty(), "logs repeat nothing in any language");
}

#[test]
fn what_is_found_small_is_read_wide() {
    let settings = plain(&Policy::builtin("parent-child").unwrap());
    assert_eq!((settings.budget.max_tokens, &settings.tiling.parents[..]), (128, &[2048, 512][..]));
    assert_eq!(settings.units.overlap.default, Carry::Units(0));
    assert_eq!(at(&Policy::builtin("parent-child").unwrap(), "a.md").units.kind, UnitKind::Sentence);
    let tiling = &plain(&Policy::builtin("sentence-window").unwrap()).tiling;
    assert_eq!((tiling.strategy, tiling.window), (Strategy::SentenceWindow, Some(1)));
    assert!(tiling.window_overlap.is_none() && tiling.parents.is_empty());
}

//! The policies that come with kawara.

mod common;

use common::{at, found, plain};
use kawara_core::{Carry, ContextPart, UnitKind};
use kawara_policy::Policy;

#[test]
fn all_load_without_a_word_and_are_files_of_their_names() {
    let names: Vec<_> = Policy::builtin_names().collect();
    assert_eq!(names, ["cjk-anaphora", "docs", "faq", "logs"]);
    for name in names {
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
fn they_can_be_mixed() {
    let policy = common::policy("extends = [\"kawara:cjk-anaphora\", \"kawara:logs\"]");
    let settings = plain(&policy);
    assert_eq!((settings.budget.max_tokens, settings.units.kind), (512, UnitKind::Record));
    assert!(settings.units.overlap.by_language.is_empty(), "logs repeat nothing in any language");
}

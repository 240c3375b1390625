//! Which `[[match]]` entries hold for which documents, and when.

mod common;

use std::sync::Arc;

use common::{at, found, load, load_as, plain, policy};
use kawara_core::{Document, Policy as _, Profile, UnitKind};
use kawara_policy::Policy;

fn hits(policy: &Policy, path: &str) -> bool {
    at(policy, path).units.kind == UnitKind::Record
}

#[test]
fn globs_know_directories() {
    for (glob, hit, miss) in [
        ("faq/**", "faq/a/b.md", "other/faq/a.md"),
        ("./faq/*", "faq/a.md", "faq/a/b.md"),
        ("././faq/**", "faq/a/b.md", "other/faq/a.md"),
        ("*.md", "a.md", "faq/a.md"),
        ("**/*.md", "a.md", "a.markdown"),
        ("**/*.{md,txt}", "x/y/a.txt", "x/y/a.log"),
        ("日本語/**", "日本語/a", "日本/a"),
        ("[ab]?.txt", "a1.txt", "c1.txt"),
        ("a\\*b", "a*b", "axb"),
    ] {
        let policy = policy(&format!("[[match]]\nglob = '{glob}'\nunits.kind = \"record\""));
        assert!(hits(&policy, hit), "{glob} {hit}");
        assert!(hits(&policy, &format!("./{hit}")), "{glob} ./{hit}");
        assert!(!hits(&policy, miss), "{glob} {miss}");
        assert_eq!(plain(&policy).units.kind, UnitKind::Sentence, "a document without a path");
    }
}

#[test]
fn paths_may_be_absolute() {
    let policy = Policy::from_str(
        "policy = 1\n[[match]]\nglob = \"./faq/**\"\nunits.kind = \"record\"\n",
        "/corpus/kawara.toml",
        "/corpus",
    )
    .unwrap();
    assert!(hits(&policy, "faq/a.md"));
    assert!(hits(&policy, "/corpus/faq/a.md"));
    assert!(hits(&policy, "guide/../faq/a.md"));
    assert!(!hits(&policy, "/corpus/guide/faq/a.md"));
    assert!(!hits(&policy, "/faq/a.md"));
}

#[test]
fn globs_are_relative_to_the_policy_that_they_stand_in() {
    let rule = "[[match]]\nglob = \"faq/**\"\nunits.kind = \"record\"";
    let above = load_as(
        "/c/one/main.toml",
        &[("/c/one/main.toml", "extends = \"../base.toml\""), ("/c/one/../base.toml", rule)],
    )
    .unwrap();
    assert!(hits(&above, "../faq/a.md"));
    assert!(hits(&above, "/c/faq/a.md"));
    assert!(!hits(&above, "faq/a.md"), "this is one/faq/a.md for base.toml");
    let below = load_as(
        "/c/main.toml",
        &[("/c/main.toml", "extends = \"sub/base.toml\""), ("/c/sub/base.toml", rule)],
    )
    .unwrap();
    assert!(hits(&below, "sub/faq/a.md"));
    assert!(!hits(&below, "faq/a.md"));
    let beside = load_as(
        "/c/one/main.toml",
        &[("/c/one/main.toml", "extends = \"../two/base.toml\""), ("/c/one/../two/base.toml", rule)],
    )
    .unwrap();
    assert!(hits(&beside, "../two/faq/a.md"));
    assert!(!hits(&beside, "faq/a.md"));
}

#[test]
fn a_built_in_policy_lies_where_the_policy_lies() {
    let policy = load_as("/c/main.toml", &[("/c/main.toml", "extends = \"kawara:faq\"")]).unwrap();
    assert_eq!(at(&policy, "deep/a.txt").read.content_type.as_deref(), Some("faq"));
    assert_eq!(at(&policy, "deep/a.md").read.content_type, None);
    let alone = Policy::builtin("faq").unwrap();
    assert_eq!(at(&alone, "deep/a.txt").read.content_type.as_deref(), Some("faq"));
    assert_eq!(at(&alone, "/somewhere/else/a.txt").read.content_type.as_deref(), Some("faq"));
}

#[test]
fn all_conditions_have_to_hold() {
    let policy = policy(
        "[[match]]\nglob = \"faq/**\"\ncontent-type = [\"text/markdown\", \"text/html\"]\nlanguage = \"ja\"\nunits.kind = \"record\"",
    );
    let kind = |path: &str, content_type: &str, language: &str| {
        let document =
            Document::new("1", "").with_path(path).with_content_type(content_type).with_language(language);
        policy.settings(&Profile::of(&document)).unwrap().units.kind
    };
    assert_eq!(kind("faq/a", "text/html", "ja-JP"), UnitKind::Record);
    assert_eq!(kind("faq/a", "text/markdown; charset=utf-8", "ja"), UnitKind::Record);
    assert_eq!(kind("b", "text/html", "ja"), UnitKind::Sentence);
    assert_eq!(kind("faq/a", "text/plain", "ja"), UnitKind::Sentence);
    assert_eq!(kind("faq/a", "text/html", "jam"), UnitKind::Sentence);
}

#[test]
fn a_language_is_known_when_declared_or_found() {
    let policy = policy("[[match]]\nlanguage = \"ja\"\nunits.kind = \"record\"");
    assert_eq!(at(&policy, "a").units.kind, UnitKind::Sentence, "before reading");
    assert_eq!(found(&policy, "a", "ja").units.kind, UnitKind::Record);
    assert_eq!(found(&policy, "a", "en").units.kind, UnitKind::Sentence);
    let declared = Document::new("1", "").with_language("ja");
    assert_eq!(policy.settings(&Profile::of(&declared)).unwrap().units.kind, UnitKind::Record);
}

#[test]
fn reading_is_decided_before_the_language_is_known() {
    let policy = policy(
        "[[match]]\nglob = \"*.qa\"\nread.content-type = \"faq\"\n[[match]]\nlanguage = \"ja\"\nunits.overlap = 2",
    );
    let (first, second) = (at(&policy, "a.qa"), found(&policy, "a.qa", "ja"));
    assert_eq!(first.read, second.read);
    assert_ne!(first.units, second.units);
}

#[test]
fn equal_settings_are_one_allocation() {
    let policy = policy(
        "[[match]]\nglob = \"a/**\"\nunits.overlap = 0\n[[match]]\nglob = \"b/**\"\nunits.overlap = 2\n[[match]]\nlanguage = \"ja\"\nunits.overlap = 3",
    );
    assert!(Arc::ptr_eq(&at(&policy, "a/1"), &at(&policy, "a/2")));
    assert!(Arc::ptr_eq(&at(&policy, "c"), &plain(&policy)));
    assert!(
        Arc::ptr_eq(&at(&policy, "a/1"), &found(&policy, "a/1", "en")),
        "reading found nothing that matters"
    );
    assert!(!Arc::ptr_eq(&at(&policy, "a/1"), &at(&policy, "b/1")));
    assert!(!Arc::ptr_eq(&at(&policy, "a/1"), &found(&policy, "a/1", "ja")));
    let policy = &policy;
    let all: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(move || found(policy, "b/9", "ja"))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(all.windows(2).all(|pair| Arc::ptr_eq(&pair[0], &pair[1])));
}

#[test]
fn fields_hold_only_after_reading_and_all_of_them() {
    let policy = policy(
        "[[match]]\nglob = \"**/*.md\"\nlanguage = \"en\"\nfields = { status = [\"draft\", \"new\"], \"dc.type\" = 7 }\nunits.kind = \"record\"",
    );
    let kind = |path: &str, language: &str, fields: &[(&str, &[&str])]| {
        let document = Document::new(path, "").with_path(path);
        let mut found = kawara_core::Found::default();
        found.language = language.into();
        for (name, values) in fields {
            found.fields.insert((*name).into(), values.iter().map(|value| (*value).to_owned()).collect());
        }
        let mut profile = Profile::of(&document);
        profile.found = Some(&found);
        policy.settings(&profile).unwrap().units.kind
    };
    let fields: &[(&str, &[&str])] = &[("status", &["old", "new"]), ("dc.type", &["7"])];
    assert_eq!(kind("a.md", "en", fields), UnitKind::Record);
    assert_eq!(kind("a.txt", "en", fields), UnitKind::Sentence);
    assert_eq!(kind("a.md", "ja", fields), UnitKind::Sentence);
    assert_eq!(kind("a.md", "en", &fields[..1]), UnitKind::Sentence);
    assert_eq!(kind("a.md", "en", &[("status", &["NEW"]), ("dc.type", &["7"])]), UnitKind::Sentence);
    assert_eq!(at(&policy, "a.md").units.kind, UnitKind::Sentence, "before reading");
}

#[test]
fn later_entries_win_whatever_their_conditions() {
    let policy = policy(
        "[[match]]\nmeta.tenant = \"acme\"\nnamespace = \"acme\"\nunits.overlap = 2\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0",
    );
    let of = |path: &str, meta: &str| {
        let document = Document::new("1", "").with_path(path).with_meta(meta);
        let settings = policy.settings(&Profile::of(&document)).unwrap();
        (settings.namespace.clone(), settings.units.overlap.default)
    };
    use kawara_core::Carry;
    assert_eq!(of("faq/a", r#"{"tenant":"acme"}"#), (Some("acme".into()), Carry::Units(0)));
    assert_eq!(of("a", r#"{"tenant":"acme"}"#), (Some("acme".into()), Carry::Units(2)));
    assert_eq!(of("a", r#"{"tenant":"x"}"#), (None, Carry::Units(1)));
}

#[test]
fn metadata_is_only_read_where_a_rule_asks() {
    let document = Document::new("1", "").with_path("a").with_meta("{no json");
    let silent = policy("[[match]]\nglob = \"a\"\nunits.kind = \"record\"");
    assert_eq!(silent.settings(&Profile::of(&document)).unwrap().units.kind, UnitKind::Record);
    let asking = policy("[[match]]\nmeta.tenant = \"acme\"\nunits.kind = \"record\"");
    let error = asking.settings(&Profile::of(&document)).unwrap_err().to_string();
    assert!(error.starts_with("the metadata is not JSON (key must be a string"), "{error}");
    assert!(error.ends_with("and main.toml:2:1 asks what it says"), "{error}");
}

#[test]
fn an_entry_that_later_ones_cover_is_noted() {
    let noted = |text: &str| -> Vec<(&'static str, usize, usize)> {
        let policy = policy(text);
        let covered = policy.notes().iter().filter(|note| note.code == "policy::covered");
        covered.map(|note| (note.code, note.place.line(), note.also[0].place.line())).collect()
    };
    let entry = |condition: &str, setting: &str| format!("[[match]]\n{condition}\n{setting}\n");
    let zh = "language = \"zh\"";
    let (one, two, ja) = ("units.overlap = 1", "units.overlap = 2", "units.overlap.ja = 2");
    let both = "units = { overlap = 1, kind = \"record\" }";
    assert_eq!(noted(&[entry(zh, one), entry(zh, two)].concat()), [("policy::covered", 2, 5)]);
    assert_eq!(
        noted(&[entry(zh, ja), entry(zh, two)].concat()).len(),
        1,
        "that of all languages is over that of one"
    );
    assert_eq!(noted(&[entry(zh, one), entry(zh, ja)].concat()), [], "and not the other way round");
    assert_eq!(noted(&[entry(zh, both), entry(zh, two)].concat()), [], "the kind is left");
    assert_eq!(noted(&[entry(zh, one), entry("language = \"ja\"", two)].concat()), []);
    assert_eq!(noted(&[entry(zh, one), entry("language = [\"zh\", \"ja\"]", two)].concat()), []);
    let many = noted(&entry(zh, one).repeat(900));
    assert_eq!((many.len(), many[49]), (50, ("policy::covered", 149, 152)), "the first are kept");
    // A policy may change what one beneath it says of the same documents.
    let base = entry(zh, one);
    let above = format!("extends = \"base.toml\"\n{}", entry(zh, two));
    let laid = load(&[("main.toml", &above), ("base.toml", &base)]).unwrap();
    assert!(laid.notes().is_empty(), "{:?}", laid.notes());
}

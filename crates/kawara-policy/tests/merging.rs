//! What wins over what: extended policies, the policy itself, rules, and `set`.

mod common;

use common::{at, codes, found, load, load_as, plain, policy};
use kawara_core::{Carry, UnitKind, Value};

#[test]
fn later_parents_win_over_earlier_ones_and_the_policy_over_both() {
    let policy = load(&[
        ("a.toml", "budget = { max-tokens = 100, min-tokens = 10, counter = \"a\" }"),
        ("b.toml", "budget = { min-tokens = 20, counter = \"b\" }"),
        ("main.toml", "extends = [\"a.toml\", \"b.toml\"]\nbudget.counter = \"main\""),
    ]);
    let budget = &plain(&policy.unwrap()).budget;
    assert_eq!((budget.max_tokens, budget.min_tokens, budget.counter.as_str()), (100, 20, "main"));
}

#[test]
fn lists_replace_and_tables_join() {
    let policy = load(&[
        (
            "a.toml",
            "context.prepend = [\"title\", \"lead\"]\npacks.ja = { x = 1, y = [1, 2] }\nread.options.z = true",
        ),
        (
            "main.toml",
            "extends = \"a.toml\"\ncontext.prepend = [\"lead\"]\npacks.ja = { y = [3] }\nread.options.w = false",
        ),
    ]);
    let settings = plain(&policy.unwrap());
    assert_eq!(settings.context.prepend.len(), 1);
    assert_eq!(settings.packs["ja"].int("x"), Some(1));
    let y = settings.packs["ja"].iter().find(|(key, _)| *key == "y").map(|(_, value)| value.clone());
    assert_eq!(y, Some(Value::List(vec![Value::Int(3)])));
    assert_eq!((settings.read.options.bool("z"), settings.read.options.bool("w")), (Some(true), Some(false)));
}

#[test]
fn an_overlap_for_all_drops_what_was_said_of_languages() {
    let base = "units.overlap = { default = 1, ja = 2, zh = 3 }";
    let over = |overlap: &str| {
        let main = format!("extends = \"a.toml\"\nunits.overlap = {overlap}");
        plain(&load(&[("a.toml", base), ("main.toml", &main)]).unwrap()).units.overlap.clone()
    };
    assert_eq!((over("0").default, over("0").by_language.len()), (Carry::Units(0), 0));
    let named = over("{ default = 0, zh = 1 }");
    assert_eq!(
        (named.default, named.by_language.len(), named.by_language["zh"]),
        (Carry::Units(0), 1, Carry::Units(1))
    );
    // Without a default only the languages that are named change, whichever way they come in the alphabet.
    let one = over("{ ja = 5, de = 4 }");
    assert_eq!(
        (one.default, one.by_language["ja"], one.by_language["zh"]),
        (Carry::Units(1), Carry::Units(5), Carry::Units(3))
    );
    let early = over("{ default = 0, de = 4 }");
    assert_eq!((early.default, early.by_language["de"]), (Carry::Units(0), Carry::Units(4)));
}

#[test]
fn a_policy_that_is_reached_twice_counts_once() {
    let policy = load(&[
        ("base.toml", "budget.max-tokens = 100"),
        ("large.toml", "extends = \"base.toml\"\nbudget.max-tokens = 900"),
        ("records.toml", "extends = \"./base.toml\"\nunits.kind = \"record\""),
        ("main.toml", "extends = [\"large.toml\", \"records.toml\"]"),
    ]);
    let settings = plain(&policy.unwrap());
    assert_eq!((settings.budget.max_tokens, settings.units.kind), (900, UnitKind::Record));
}

#[test]
fn rules_win_over_settings_and_later_rules_over_earlier_ones() {
    let policy = load(&[
        ("a.toml", "[[match]]\nglob = \"**/*.md\"\nbudget.max-tokens = 1\nunits.overlap = 7"),
        (
            "main.toml",
            "extends = \"a.toml\"\nbudget.max-tokens = 2\n[[match]]\nglob = \"faq/**\"\nbudget.max-tokens = 3\n\
             [[match]]\nglob = [\"x\", \"faq/x*\"]\nbudget.max-tokens = 4",
        ),
    ])
    .unwrap();
    assert_eq!(plain(&policy).budget.max_tokens, 2);
    assert_eq!(at(&policy, "guide.md").budget.max_tokens, 1);
    assert_eq!(at(&policy, "faq/a.md").budget.max_tokens, 3);
    assert_eq!(at(&policy, "faq/x.md").budget.max_tokens, 4);
    assert_eq!(at(&policy, "faq/x.md").units.overlap.default, Carry::Units(7));
    assert_eq!(at(&policy, "faq/x.txt").units.overlap.default, Carry::Units(1));
}

#[test]
fn what_is_set_wins_over_everything() {
    let policy = policy(
        "units.overlap = 1\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0\nbudget.counter = \"chars\"",
    )
    .set(["units.overlap=3", "budget.max-tokens = 99"])
    .unwrap()
    .set(vec!["budget.max-tokens=98".to_owned()])
    .unwrap();
    let settings = at(&policy, "faq/a");
    assert_eq!((settings.units.overlap.default, settings.budget.max_tokens), (Carry::Units(3), 98));
    assert_eq!(settings.budget.counter, "chars");
}

#[test]
fn rules_that_contradict_each_other_only_together_are_refused_when_they_meet() {
    use kawara_core::{Document, ErrorKind, Policy as _, Profile};

    let policy = policy(
        "budget.min-tokens = 0\n[[match]]\nglob = \"a/**\"\nbudget.max-tokens = 50\n\
         [[match]]\nglob = \"**/*.md\"\nbudget.min-tokens = 60",
    );
    assert_eq!(at(&policy, "a/x.txt").budget.max_tokens, 50);
    assert_eq!(at(&policy, "b/x.md").budget.min_tokens, 60);
    for _ in 0..2 {
        let document = Document::new("1", "").with_path("a/x.md");
        let error = policy.settings(&Profile::of(&document)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        assert!(
            error.to_string().contains("main.toml:8:21: `min-tokens` (60) is over `max-tokens` (50)"),
            "{error}"
        );
    }
}

#[test]
fn a_rule_is_held_against_the_overlaps_of_languages_that_it_leaves() {
    let base = "units.overlap = { ja = { tokens = 40 }, th = 2, zh = { tokens = 90 } }\n[[match]]\nglob = \"a\"\nbudget.max-tokens = 50";
    let told = |more: &str| load(&[("main.toml", &format!("{base}\n{more}"))]).err().map(|it| it.to_string());
    let refused = told("").unwrap();
    assert!(refused.contains("90 tokens, and `max-tokens` is 50"), "{refused}");
    assert_eq!(told("units.overlap.zh = 1"), None);
    assert_eq!(told("units.overlap = 1"), None);
    assert!(told("units.overlap.ja = 1").is_some());
    let warned = policy("units.overlap = { th = 2 }\n[[match]]\nglob = \"a\"\nbudget.counter = \"chars\"");
    assert_eq!(warned.warnings().len(), 1);
}

#[test]
fn files_are_found_beside_the_policy_that_names_them() {
    let files = [
        ("corpora/one/kawara.toml", "extends = \"../shared/base.toml\""),
        ("corpora/one/../shared/base.toml", "extends = [\"deep/more.toml\", \"kawara:logs\"]"),
        ("corpora/one/../shared/deep/more.toml", "units.records-per-chunk = 9"),
    ];
    let policy = load_as("corpora/one/kawara.toml", &files).unwrap();
    assert_eq!(policy.dir(), "corpora/one");
    let settings = plain(&policy);
    assert_eq!((settings.units.records_per_chunk, settings.units.kind), (Some(9), UnitKind::Record));
}

#[test]
fn a_circle_is_refused_wherever_it_closes() {
    let circle = [
        ("main.toml", "extends = \"a.toml\""),
        ("a.toml", "extends = \"b.toml\""),
        ("b.toml", "extends = \"sub/../a.toml\""),
    ];
    let mistakes = load(&circle).unwrap_err().to_string();
    assert!(
        mistakes.contains("b.toml:2:11: policies extend each other in a circle: a.toml -> b.toml -> a.toml"),
        "{mistakes}"
    );
    assert_eq!(
        codes(load(&[("main.toml", "extends = [\"./main.toml\", \"no.toml\"]")])),
        ["policy::circle", "policy::unreadable"]
    );
}

#[test]
fn endless_chains_and_too_many_files_end() {
    // A directory link to itself makes every policy extend another one.
    let loader = kawara_policy::Loader::reading(|_| Ok("policy = 1\nextends = \"again/p.toml\"\n".into()));
    assert_eq!(codes(loader.path("p.toml")), ["policy::too_large"]);
    let many: Vec<_> = (0..100).map(|number| format!("\"{number}.toml\"")).collect();
    let text = format!("policy = 1\nextends = [{}]\n", many.join(", "));
    let loader = kawara_policy::Loader::reading(|path| match path.to_str() {
        Some("main.toml") => Ok(text.clone()),
        _ => Ok("policy = 1".into()),
    });
    assert!(codes(loader.path("main.toml")).iter().all(|code| *code == "policy::too_large"));
}

#[test]
fn mistakes_of_all_files_come_together() {
    let refused = load(&[
        ("a.toml", "unit = 1"),
        ("main.toml", "extends = [\"a.toml\", \"b.toml\"]\nbudgets = 1"),
        ("b.toml", "[units\n"),
    ]);
    let told: Vec<_> = refused.unwrap_err().iter().map(|it| format!("{} {}", it.place, it.code)).collect();
    assert_eq!(
        told,
        ["main.toml:3:1 policy::unknown_key", "a.toml:2:1 policy::unknown_key", "b.toml:2:7 policy::syntax"]
    );
}

#[test]
fn languages_of_rules_set_more_than_the_overlap() {
    let policy =
        policy("[[match]]\nlanguage = [\"ja\", \"zh\"]\nbudget.max-tokens = 512\nnamespace = \"cjk\"");
    assert_eq!(found(&policy, "a", "zh-Hant").budget.max_tokens, 512);
    assert_eq!(found(&policy, "a", "en").namespace, None);
}

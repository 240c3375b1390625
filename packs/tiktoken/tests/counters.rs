//! The counters that the pack offers: names, ids, errors, threads.

mod common;

use common::Random;
use kawara_core::{ErrorKind, Registry};
use kawara_pack_tiktoken::{PACK, open};

#[test]
fn the_pack_is_registered_once_and_its_names_open() {
    let registry = Registry::collect(&[&PACK]).unwrap();
    let source = registry.counter("tiktoken:cl100k_base").unwrap();
    assert_eq!(source.pack().unwrap().name(), "tiktoken");
    for name in source.entry().unwrap().known_names() {
        let counter = open(name).unwrap();
        assert_eq!(counter.id().name(), format!("tiktoken:{name}"));
        assert_eq!(counter.id().version(), env!("CARGO_PKG_VERSION"));
        assert_eq!((counter.limit().unwrap(), counter.specials()), (None, 0));
        assert_eq!(counter.unknown("text").unwrap(), None);
        assert_eq!(counter.count("").unwrap(), 0);
        assert!(counter.count("Roof tiles overlap.").unwrap() >= 4);
    }
    let names = registry.counter_names();
    assert!(
        names.contains(&"tiktoken:cl100k_base".to_owned())
            && names.contains(&"tiktoken:o200k_base".to_owned())
    );
}

#[test]
fn one_vocabulary_is_one_space() {
    let space = |name: &str| open(name).unwrap().id().space().to_owned();
    assert_eq!(space("cl100k_base"), "223921b76ee99bde");
    assert_eq!(space("o200k_base"), "446a9538cb6c348e");
    assert_eq!(space("o200k_base"), space("o200k_harmony"));
    assert_eq!(space("gpt2"), space("r50k_base"));
    assert_ne!(space("p50k_base"), space("r50k_base"));
    #[cfg(feature = "reference")]
    for name in ["cl100k_base", "o200k_base", "o200k_harmony", "p50k_base", "p50k_edit", "r50k_base"] {
        let reference = kawara_pack_tiktoken::open_reference(name).unwrap();
        assert_eq!(reference.id().name(), format!("tiktoken-rs:{name}"));
        assert_eq!(reference.id().space(), space(name));
    }
}

#[test]
fn unknown_names_are_errors_that_help() {
    let error = open("cl100k").err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Open);
    assert!(error.to_string().contains("did you mean `tiktoken:cl100k_base`?"), "{error}");
    assert!(open("").err().unwrap().to_string().contains("known: cl100k_base, o200k_base"));
    #[cfg(feature = "reference")]
    assert!(
        kawara_pack_tiktoken::open_reference("gpt2")
            .err()
            .unwrap()
            .to_string()
            .contains("`tiktoken-rs` knows no encoding")
    );
}

#[test]
fn special_strings_are_plain_text() {
    for name in ["cl100k_base", "o200k_base", "o200k_harmony", "p50k_base"] {
        let counter = open(name).unwrap();
        for special in ["<|endoftext|>", "<|fim_prefix|>", "<|endofprompt|>", "<|start|>"] {
            assert_eq!(counter.count(special).unwrap(), common::expected(name, special), "{name} {special}");
            assert!(counter.count(special).unwrap() > 1, "{name} {special}");
        }
    }
}

#[test]
fn ranges_that_are_none_are_errors() {
    let text = "屋根の瓦";
    let counter = open("cl100k_base").unwrap();
    let index = counter.index(text, &[1, 2, 3, 99]).unwrap();
    #[allow(clippy::reversed_empty_ranges, reason = "that is the point")]
    for range in [1..3, 0..4, 3..99, 6..3] {
        let error = index.exact("", range).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Count);
        assert!(error.to_string().contains("is no range of characters of a text of 12 bytes"), "{error}");
    }
    assert_eq!(index.before(1), index.before(0));
    assert_eq!(index.before(usize::MAX), counter.count(text).unwrap());
}

#[test]
fn threads_count_alike() {
    let mut random = Random(9);
    let texts: Vec<String> = (0..8).map(|_| random.text(5000)).collect();
    let alone: Vec<u32> = texts.iter().map(|text| open("o200k_base").unwrap().count(text).unwrap()).collect();
    let counter = open("o200k_base").unwrap();
    let index = counter.index(&texts[0], &[]).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for (text, &count) in texts.iter().zip(&alone) {
                    assert_eq!(counter.count(text).unwrap(), count);
                }
                assert_eq!(index.exact("", 0..texts[0].len()).unwrap(), alone[0]);
                // Two vocabularies in one thread do not disturb each other.
                let other = open("cl100k_base").unwrap();
                assert_eq!(other.count(&texts[0]).unwrap(), common::expected("cl100k_base", &texts[0]));
            });
        }
    });
}

#[test]
#[cfg(feature = "others")]
fn qwen_composes_before_it_counts() {
    let counter = open("qwen2").unwrap();
    for (decomposed, composed) in
        [("cafe\u{301}", "café"), ("か\u{3099}", "が"), ("\u{1112}\u{1161}\u{11ab}", "한")]
    {
        assert_ne!(decomposed, composed);
        assert_eq!(counter.count(decomposed).unwrap(), counter.count(composed).unwrap(), "{composed}");
    }
}

#[test]
fn estimates_rise_all_through_a_long_piece() {
    let counter = open("cl100k_base").unwrap();
    for run in ["`${", "=", "ab", "是", "\\"] {
        let text = run.repeat(20_000);
        let index = counter.index(&text, &[]).unwrap();
        let total = f64::from(index.before(text.len()));
        for tenth in 1..10 {
            let at = text.len() / 10 * tenth;
            let share = f64::from(index.before(at)) / total;
            assert!(
                (share - tenth as f64 / 10.0).abs() < 0.02,
                "{run}: {share} of the tokens before {tenth}/10"
            );
        }
    }
}

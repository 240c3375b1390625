//! What holds for any text whatever, at every grain.

use kawara_core::{Cuts, Grain, Segmenter};
use kawara_pack_ja::Japanese;
use kawara_testkit::hostile::JOINERS;
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

use super::{GRAINS, ends, ends_with};

/// Pieces that are hard to put together: marks of all kinds, particles, joiners, flags, combining marks, letters that combine.
const PARTS: &[&str] = &[
    "い",
    "た",
    "です",
    "が",
    "は",
    "を",
    "と",
    "って",
    "ので",
    "て",
    "し",
    "係",
    "一",
    "十",
    "第",
    "条",
    "ア",
    "。",
    "！",
    "？",
    "｡",
    "!",
    "?",
    ".",
    "．",
    "…",
    "……",
    "・",
    "・・・",
    "‼",
    "、",
    "､",
    "，",
    ",",
    ";",
    "：",
    ":",
    "://",
    "「",
    "」",
    "『",
    "』",
    "｢",
    "｣",
    "（",
    "）",
    "(",
    ")",
    "【",
    "】",
    "《",
    "》",
    "[",
    "]",
    "“",
    "”",
    "\"",
    "'",
    "1",
    "０",
    "a",
    "A",
    "No",
    "Dr",
    "w",
    "ｗ",
    "^",
    "_",
    "(^_^)",
    "（笑）",
    "♪",
    "☆",
    "😊",
    "🍣",
    "🇯",
    "🇵",
];

fn hostile() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select([PARTS, JOINERS].concat()), 0..60)
        .prop_map(|parts| parts.concat())
}

fn check(text: &str) {
    let edges: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
    for grain in GRAINS {
        // The gate refuses cuts that do not increase, are inside a character, or do not reach the end.
        let ends = ends(text, grain);
        assert_eq!(ends.is_empty(), text.is_empty());
        for end in &ends {
            assert!(edges.binary_search(end).is_ok(), "{grain:?} {end} is inside a cluster of {text:?}");
            let next = text[*end..].graphemes(true).next().unwrap_or("x");
            assert!(!next.chars().all(char::is_whitespace), "{grain:?} white space after {end} in {text:?}");
        }
    }
    Japanese::default().worker().leans_back(text).unwrap();
}

/// Every end in `coarse` is one in `fine`.
fn contains(fine: &[usize], coarse: &[usize]) -> bool {
    coarse.iter().all(|end| fine.binary_search(end).is_ok())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn hostile_text(text in hostile()) {
        check(&text);
    }

    #[test]
    fn a_used_worker_cuts_like_a_new_one(first in hostile(), second in hostile()) {
        let japanese = Japanese::default();
        let mut worker = japanese.worker();
        for text in [&first, &second] {
            for grain in GRAINS {
                let mut cuts = Cuts::new(text);
                worker.cuts(text, grain, &mut cuts).unwrap();
                prop_assert_eq!(cuts.finish().unwrap(), ends(text, grain));
            }
            prop_assert_eq!(worker.leans_back(text).unwrap(), japanese.worker().leans_back(text).unwrap());
            prop_assert_eq!(worker.goes_on(&first, text).unwrap(), japanese.worker().goes_on(&first, text).unwrap());
        }
    }

    #[test]
    fn ends_of_sentences_are_ends_of_clauses_and_those_of_words(text in hostile()) {
        for japanese in [Japanese::default(), Japanese::default().splitting_quotes()] {
            let clauses = ends_with(&japanese, &text, Grain::Clause);
            prop_assert!(contains(&clauses, &ends_with(&japanese, &text, Grain::Sentence)), "{:?}", text);
            prop_assert!(contains(&ends_with(&japanese, &text, Grain::Word), &clauses), "{:?}", text);
        }
    }

    #[test]
    fn brackets_do_not_change_what_stands_behind_their_paragraph(text in hostile()) {
        // A blank line closes everything, so that a stray bracket cannot reach past it.
        let tail = "一つ目の文。二つ目の文！";
        let whole = format!("{text}\n\n{tail}");
        let from = whole.len() - tail.len();
        let found: Vec<_> = ends(&whole, Grain::Sentence).into_iter().filter(|end| *end > from).map(|end| end - from).collect();
        prop_assert_eq!(found, ends(tail, Grain::Sentence));
    }
}

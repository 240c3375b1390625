//! What holds for any text whatever, at every grain.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

mod common;

use common::ends;
use kawara_core::{Cuts, Grain, Segmenter};
use kawara_pack_zh::Chinese;
use kawara_testkit::hostile::JOINERS;
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

const GRAINS: [Grain; 3] = [Grain::Sentence, Grain::Clause, Grain::Word];

/// Pieces that are hard to put together: marks of all kinds, joiners, flags, combining marks, letters that combine.
fn hostile() -> impl Strategy<Value = String> {
    let own = [
        "是", "的", "他说", "问", "一", "十", "第", "。", "！", "？", "｡", "!", "?", ".", "．", "…", "……",
        "⋯", "‼", "，", "、", "；", "：", ",", ";", ":", "“", "”", "‘", "’", "「", "」", "『", "』", "（",
        "）", "(", ")", "《", "》", "〈", "〉", "[", "]", "\"", "'", "1", "０", "a", "A", "etc", "No",
    ];
    let parts = prop::sample::select([&own, JOINERS].concat());
    prop::collection::vec(parts, 0..60).prop_map(|parts| parts.concat())
}

fn check(text: &str) {
    let edges: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
    for grain in GRAINS {
        // The gate refuses cuts that do not increase, are inside a character, or do not reach the end.
        let ends = ends(text, grain);
        assert_eq!(ends.is_empty(), text.is_empty());
        for end in &ends {
            assert!(edges.binary_search(end).is_ok(), "{grain:?} {end} is inside a cluster of {text:?}");
        }
        if grain != Grain::Word {
            for end in &ends[..ends.len().saturating_sub(1)] {
                let next = text[*end..].chars().next();
                assert!(
                    next.is_some_and(|c| !c.is_whitespace()),
                    "{grain:?} white space after {end} in {text:?}"
                );
            }
        }
    }
    Chinese.worker().leans_back(text).unwrap();
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
        let mut worker = Chinese.worker();
        for text in [&first, &second] {
            for grain in GRAINS {
                let mut cuts = Cuts::new(text);
                worker.cuts(text, grain, &mut cuts).unwrap();
                prop_assert_eq!(cuts.finish().unwrap(), ends(text, grain));
            }
        }
    }

    #[test]
    fn ends_of_sentences_are_ends_of_clauses_and_those_of_words(text in hostile()) {
        let clauses = ends(&text, Grain::Clause);
        for end in ends(&text, Grain::Sentence) {
            prop_assert!(clauses.contains(&end), "{} in {:?}", end, text);
        }
        let words = ends(&text, Grain::Word);
        prop_assert!(clauses.iter().all(|end| words.contains(end)), "{:?}", text);
    }
}

//! What holds for any text.

use kawara_core::Grain;
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

use super::{GRAINS, cuts};

/// Scraps that rules look at, and scraps that make clusters.
const SCRAPS: [&str; 58] = [
    ". ",
    ".",
    "! ",
    "?",
    "...",
    " . . .",
    "…",
    "。",
    "！",
    "．",
    "؟ ",
    "।",
    ", ",
    "; ",
    ": ",
    " — ",
    "—",
    "--",
    "\"",
    "'",
    "“",
    "”",
    "„",
    "’",
    "«",
    "»",
    "(",
    ")",
    "[",
    "]",
    "[12]",
    "「",
    "」",
    " ",
    "\u{a0}",
    "\u{200b}",
    "\n",
    "\r\n",
    "\n\n",
    "\u{2029}",
    "The ",
    "and ",
    "Mr",
    "e.g",
    "U.S",
    "a.m",
    "5",
    "1) ",
    "2. ",
    "• ",
    ":) ",
    "http://a.b/c ",
    "***",
    "\u{301}",
    "\u{200d}",
    "👍",
    "🇯🇵",
    "水",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![3 => prop::sample::select(&SCRAPS[..]).prop_map(str::to_owned), 1 => "\\PC{1,3}"],
        0..40,
    )
    .prop_map(|scraps| scraps.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![soup(), any::<String>(), "[a-zA-Z .,!?()\"'\n]{0,80}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// `cuts` unwraps what the gate says.
    #[test]
    fn the_gate_passes_and_no_cluster_is_cut(text in any_text()) {
        let clusters: Vec<usize> = text.grapheme_indices(true).map(|(i, _)| i).chain([text.len()]).collect();
        for grain in GRAINS {
            for cut in cuts(&text, grain) {
                prop_assert!(clusters.binary_search(&cut).is_ok(), "{grain:?} cut {cut} inside a cluster");
            }
        }
    }

    #[test]
    fn coarser_cuts_are_finer_cuts(text in any_text()) {
        let [sentences, clauses, words] = GRAINS.map(|grain| cuts(&text, grain));
        prop_assert!(sentences.iter().all(|cut| clauses.contains(cut)));
        prop_assert!(clauses.iter().all(|cut| words.contains(cut)));
    }

    #[test]
    fn white_space_belongs_to_the_piece_before(text in any_text()) {
        for grain in GRAINS {
            for cut in cuts(&text, grain) {
                prop_assert!(!text[cut..].starts_with(char::is_whitespace), "{grain:?} cut {cut} before white space");
            }
        }
    }

    /// A worker carries nothing from one text to the next.
    #[test]
    fn a_worker_forgets(first in soup(), second in soup()) {
        use kawara_core::{Cuts, Segmenter};
        let english = kawara_pack_en::English::default();
        let mut worker = english.worker();
        for text in [&first, &second] {
            let mut out = Cuts::new(text);
            worker.cuts(text, Grain::Word, &mut out).unwrap();
            prop_assert_eq!(out.as_slice(), cuts(text, Grain::Word));
        }
    }

    #[test]
    fn leaning_judges_any_text(text in any_text()) {
        use kawara_core::Segmenter;
        prop_assert!(kawara_pack_en::English::default().worker().leans_back(&text).is_ok());
    }
}

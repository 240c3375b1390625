//! Counts equal those of `tiktoken-rs`, of whole texts and of ranges.

mod common;

use common::{BEFORE, Random, check_ranges, expected, text};
use proptest::prelude::*;

const OPENAI: [&str; 7] =
    ["cl100k_base", "o200k_base", "o200k_harmony", "p50k_base", "p50k_edit", "r50k_base", "gpt2"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_count_is_that_of_the_reference(text in text()) {
        for name in OPENAI {
            prop_assert_eq!(kawara_pack_tiktoken::open(name)?.count(&text)?, expected(name, &text), "{}", name);
        }
    }

    #[test]
    fn a_range_is_counted_as_its_text(
        text in text(),
        before in proptest::sample::select(BEFORE),
        ends in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 8),
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&borders)).collect();
        cuts.sort_unstable();
        for name in ["cl100k_base", "o200k_base", "p50k_base"] {
            let counter = kawara_pack_tiktoken::open(name)?;
            let index = counter.index(&text, &cuts)?;
            prop_assert_eq!(index.exact(before, 0..text.len())?, counter.count(&[before, &text].concat())?);
            for (a, b) in &ends {
                let (a, b) = (*a.get(&borders), *b.get(&borders));
                let range = a.min(b)..a.max(b);
                let joined = [before, &text[range.clone()]].concat();
                prop_assert_eq!(index.exact(before, range.clone())?, expected(name, &joined), "{} {:?}", name, range);
                index.before(a);
            }
            prop_assert_eq!(index.before(0), 0);
            prop_assert_eq!(index.before(text.len()), counter.count(&text)?);
        }
    }

    #[test]
    fn any_text_is_counted_as_by_the_reference(text in any::<String>()) {
        for name in OPENAI {
            prop_assert_eq!(kawara_pack_tiktoken::open(name)?.count(&text)?, expected(name, &text), "{}", name);
        }
    }
}

#[test]
fn random_ranges_of_longer_texts_are_exact() {
    let mut random = Random(3);
    for name in ["cl100k_base", "o200k_base", "p50k_base", "r50k_base"] {
        let counter = kawara_pack_tiktoken::open(name).unwrap();
        for _ in 0..10 {
            let text = random.text(20_000);
            check_ranges(&*counter, name, &text, 100, &mut random);
        }
    }
}

#[test]
fn ranges_inside_one_long_piece_are_exact() {
    let mut random = Random(4);
    for unit in ["a", "是", "ก", "กา", " ", "\n", "^", "😀", "Ab", "\r\n ", "é"] {
        let text = format!("start {} end", unit.repeat(6000 / unit.len()));
        for name in ["cl100k_base", "o200k_base"] {
            let counter = kawara_pack_tiktoken::open(name).unwrap();
            check_ranges(&*counter, name, &text, 10, &mut random);
        }
    }
}

#[test]
fn estimates_are_near_at_cuts() {
    let mut random = Random(5);
    let sentences = [
        "The roof was laid in rows. ",
        "It didn't leak.\n\n",
        "雨水顺势而下。",
        "瓦は一枚ずつ重ねて葺く。",
        "น้ำฝนจึงไหลลงไปได้ ",
    ];
    for name in ["cl100k_base", "o200k_base"] {
        let counter = kawara_pack_tiktoken::open(name).unwrap();
        let (mut text, mut cuts) = (String::new(), vec![0]);
        while text.len() < 50_000 {
            text.push_str(random.pick(&sentences));
            cuts.push(text.len());
        }
        let index = counter.index(&text, &cuts).unwrap();
        let (mut near, mut all) = (0, 0);
        for pair in cuts.windows(12).step_by(5) {
            let range = pair[0]..pair[11];
            let exact = index.exact("", range.clone()).unwrap();
            let estimate = index.before(range.end) - index.before(range.start);
            near += usize::from(estimate.abs_diff(exact) <= index.slack());
            all += 1;
        }
        assert!(near * 100 >= all * 95, "{name}: {near} of {all} within the slack");
    }
}

#[test]
fn estimates_never_fall() {
    let mut random = Random(6);
    let long_pieces = [
        "a".repeat(700),
        " ".repeat(700),
        "\n".repeat(90) + &" ".repeat(300),
        "是".repeat(200),
        "中".to_owned() + &"A".repeat(500),
    ];
    for name in ["cl100k_base", "o200k_base", "r50k_base"] {
        let counter = kawara_pack_tiktoken::open(name).unwrap();
        for round in 0..60 {
            let mut text = random.text(200 + 40 * round);
            for piece in &long_pieces {
                if random.below(4) == 0 {
                    text.push_str(piece);
                    text.push_str(&random.text(100));
                }
            }
            let stride = 1 + random.below(100);
            let cuts = random.cuts(&text, stride);
            let index = counter.index(&text, &cuts).unwrap();
            let estimates: Vec<u32> = (0..=text.len()).map(|at| index.before(at)).collect();
            let fall = estimates.windows(2).position(|pair| pair[1] < pair[0]);
            assert_eq!(
                fall,
                None,
                "{name}: {:?} in {text:?} cut at {cuts:?}",
                fall.map(|at| &estimates[at.saturating_sub(3)..at + 3])
            );
            assert_eq!(estimates.last().copied(), Some(counter.count(&text).unwrap()));
        }
    }
}

#[test]
fn estimates_never_cost_more_than_their_surroundings() {
    // One piece of a megabyte, and an estimate at each of many bytes that are no cuts.
    let text = "a".repeat(1 << 20);
    let counter = kawara_pack_tiktoken::open("cl100k_base").unwrap();
    let index = counter.index(&text, &[]).unwrap();
    let estimates: Vec<u32> = (0..text.len()).step_by(64).map(|at| index.before(at)).collect();
    assert!(estimates.is_sorted());
    assert_eq!(index.before(text.len()), counter.count(&text).unwrap());
    let middle = index.before(text.len() / 2).abs_diff(index.before(text.len()) / 2);
    assert!(middle < 100, "off by {middle} in the middle");
}

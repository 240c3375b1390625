//! The scanners against the regular expressions that they stand for.

use fancy_regex::Regex;
use proptest::prelude::*;

use super::classes::{CASELESS, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER, class};
use super::{Cl100k, O200k, Pattern, R50k};

const CL100K: &str = r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s";
const O200K: &str = concat!(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
);
const R50K: &str = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s";

/// Characters at which the patterns decide: of every class, and those that they name.
const DECISIVE: &str = "aZsStTmMdDlLvVrReEſK漢あกé'’ \t\u{a0}\u{3000}\n\r/\\.,!0٣²½\u{301}\u{e31}\u{20dd}ǅʰ\u{200d}\u{378}😀\u{85}\u{2028}";

fn pieces<P: Pattern>(text: &str) -> Vec<&str> {
    let (mut at, mut pieces) = (0, Vec::new());
    while at < text.len() {
        let end = P::piece_end(text.as_bytes(), at);
        pieces.push(&text[at..end]);
        at = end;
    }
    pieces
}

fn matches<'t>(regex: &Regex, text: &'t str) -> Vec<&'t str> {
    regex.find_iter(text).map(|found| found.unwrap().as_str()).collect()
}

fn assert_alike(text: &str) {
    thread_local! {
        static REGEXES: [Regex; 3] = [CL100K, O200K, R50K].map(|pattern| Regex::new(pattern).unwrap());
    }
    REGEXES.with(|[cl100k, o200k, r50k]| {
        assert_eq!(pieces::<Cl100k>(text), matches(cl100k, text), "cl100k");
        assert_eq!(pieces::<O200k>(text), matches(o200k, text), "o200k");
        assert_eq!(pieces::<R50k>(text), matches(r50k, text), "r50k");
    });
}

#[test]
fn every_code_point_has_the_class_that_the_regular_expressions_give_it() {
    let classes = [
        (r"[\r\n]", NEWLINE),
        (r"[\s--[\r\n]]", SPACE),
        (r"\p{N}", NUMBER),
        (r"[\p{Lu}\p{Lt}]", UPPER),
        (r"\p{Ll}", LOWER),
        (r"[\p{Lm}\p{Lo}]", CASELESS),
        (r"\p{M}", MARK),
        (r"[^\s\p{L}\p{N}\p{M}]", OTHER),
    ];
    let all: String = (0..=u32::from(char::MAX)).filter_map(char::from_u32).collect();
    let mut seen = 0;
    for (pattern, expected) in classes {
        for found in regex::Regex::new(pattern).unwrap().find_iter(&all) {
            let c = found.as_str().chars().next().unwrap();
            assert_eq!(class(c.into()), expected, "{c:?} of {pattern}");
            seen += 1;
        }
    }
    assert_eq!(seen, all.chars().count(), "each code point is in one class");
}

#[test]
fn short_texts_of_decisive_characters_split_alike() {
    let chars: Vec<char> = DECISIVE.chars().collect();
    let mut buffer = String::new();
    for &a in &chars {
        for &b in &chars {
            for &c in &chars {
                buffer.clear();
                buffer.extend([a, b, c]);
                assert_alike(&buffer);
            }
        }
    }
}

#[test]
fn words_of_any_length_split_alike() {
    for len in 0..40 {
        for (word, end) in
            [("a", "B"), ("a", " "), ("Ab", "1"), ("é", "'"), ("a", "é"), ("", "'ſa"), ("Z", "z")]
        {
            assert_alike(&format!(" {}{end}{} ", word.repeat(len), "x".repeat(len % 11)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn texts_of_decisive_characters_split_alike(
        picks in proptest::collection::vec(proptest::sample::select(DECISIVE.chars().collect::<Vec<_>>()), 0..40)
    ) {
        assert_alike(&picks.into_iter().collect::<String>());
    }

    #[test]
    fn any_text_splits_alike(text in any::<String>()) {
        assert_alike(&text);
    }
}

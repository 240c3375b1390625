//! Text made by rule: the same for the same seed, on every machine.

mod prose;
mod random;

pub use prose::{LANGUAGES, prose};

pub(crate) use random::Random;

use crate::hostile::FRAGMENTS;

/// Paragraphs of English, Chinese, Japanese and Thai sentences with [hostile fragments](FRAGMENTS) in between: at least `bytes`
/// bytes of them.
///
/// ```
/// use kawara_testkit::mixed_text;
///
/// assert_eq!(mixed_text(7, 500), mixed_text(7, 500));
/// assert_ne!(mixed_text(7, 500), mixed_text(8, 500));
/// assert!(mixed_text(7, 500).len() >= 500);
/// ```
pub fn mixed_text(seed: u64, bytes: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    if random.one_in(8) {
        text.push('\u{feff}');
    }
    let newline = if random.one_in(4) { "\r\n" } else { "\n" };
    let mut language = random.pick(LANGUAGES);
    while text.len() < bytes {
        if random.one_in(3) {
            language = random.pick(LANGUAGES);
        }
        prose::sentence(&mut random, language, &mut text);
        match random.below(10) {
            0 => text.push_str(random.pick(FRAGMENTS)),
            1 => text.push_str(newline),
            2 => text.extend([newline, newline]),
            3 => text.extend([newline, "- "]),
            _ => text.push_str(prose::joint(language)),
        }
    }
    text
}

/// A number of [hostile fragments](FRAGMENTS) in random order, with nothing in between.
pub fn soup(seed: u64, fragments: usize) -> String {
    let mut random = Random::new(seed);
    (0..fragments).map(|_| random.pick(FRAGMENTS)).collect()
}

/// `text` with a few hostile fragments put in between its characters.
pub(crate) fn blend(seed: u64, text: &str) -> String {
    let mut random = Random::new(seed);
    let mut blended = text.to_owned();
    for _ in 0..=random.below(6) {
        let at = blended.floor_char_boundary(random.below(blended.len() + 1));
        blended.insert_str(at, random.pick(FRAGMENTS));
    }
    blended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_text_has_all_scripts() {
        let text = mixed_text(1, 20_000);
        for (script, range) in
            [("Latin", 'a'..='z'), ("Han", '一'..='龥'), ("kana", 'ぁ'..='ん'), ("Thai", 'ก'..='ฮ')]
        {
            assert!(text.chars().filter(|c| range.contains(c)).count() > 200, "{script} is missing");
        }
        assert!(text.contains("\n\n") && text.contains("\n- "));
    }

    #[test]
    fn every_fragment_turns_up_in_soup() {
        let text = soup(1, 40 * FRAGMENTS.len());
        for fragment in FRAGMENTS {
            assert!(text.contains(fragment), "{fragment:?} never turns up");
        }
    }

    #[test]
    fn prose_is_of_its_language_alone() {
        let thai = prose(3, "th", 2000);
        assert!(!thai.contains(|c: char| ('一'..='龥').contains(&c) || ('ぁ'..='ん').contains(&c)));
        assert_eq!(prose(3, "xx", 500), prose(3, "en", 500), "unknown languages are English");
    }
}

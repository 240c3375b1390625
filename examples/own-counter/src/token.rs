/// The bytes at which tokens begin; white space belongs to none. `is_within` says that a word goes on into the text.
pub(crate) fn starts(text: &str, is_within: bool) -> impl Iterator<Item = usize> {
    let mut is_within = is_within;
    text.char_indices().filter_map(move |(at, c)| {
        let goes_on = is_within && is_of_word(c);
        is_within = is_of_word(c);
        (!goes_on && !c.is_whitespace()).then_some(at)
    })
}

/// Whether a word goes on after the text.
pub(crate) fn ends_within(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_of_word)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn han_one_by_one_and_words_whole() {
        let starts: Vec<usize> = starts("瓦 roof-tile 3mm", false).collect();
        assert_eq!(starts, [0, 4, 8, 9, 14]);
        assert_eq!(super::starts("of tile", true).count(), 1, "the first word began before");
        assert!(ends_within("roof") && !ends_within("瓦") && !ends_within("roof "));
    }
}

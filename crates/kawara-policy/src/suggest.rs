//! Did you mean …?

/// Longer words are not compared: the comparison is quadratic, and nobody misspells a key that long.
const LONGEST: usize = 40;

/// The known word that `word` is most likely a misspelling of. Of two equally near, the one that is listed first; of a word over 40
/// characters, none.
///
/// ```
/// assert_eq!(kawara_policy::nearest("max_tokns", ["min-tokens", "max-tokens"]), Some("max-tokens"));
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().count() > LONGEST {
        return None;
    }
    let word = plain(word);
    let near = |candidate: &&str| {
        let distance = strsim::osa_distance(&word, &plain(candidate));
        let most = (candidate.chars().count().min(word.chars().count()) / 3).max(1);
        (distance <= most).then_some(distance)
    };
    let found = known.into_iter().filter_map(|candidate| Some((near(&candidate)?, candidate)));
    found.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

fn plain(word: &str) -> String {
    word.to_lowercase().replace(['_', ' '], "-")
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_misspellings_and_nothing_far_off() {
        let known = ["max-tokens", "min-tokens", "counter", "hard-limit"];
        assert_eq!(nearest("max_tokens", known), Some("max-tokens"));
        assert_eq!(nearest("MaxTokens", known), Some("max-tokens"));
        assert_eq!(nearest("conuter", known), Some("counter"));
        assert_eq!(nearest("m-tokens", known), Some("max-tokens"));
        assert_eq!(nearest("overlap", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"x".repeat(1_000_000), known), None);
    }
}

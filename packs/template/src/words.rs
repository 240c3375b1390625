//! Word lists, which are files in `data`.

use std::collections::BTreeSet;

/// The words of a file: one or more a line; what stands behind `#` is a comment.
pub(crate) fn listed(file: &str) -> impl Iterator<Item = &str> {
    file.lines().flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace())
}

/// Words that are found whatever the case they are written in.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    /// In lower case, without a full stop at the end.
    words: BTreeSet<String>,
    /// The bytes of the longest: nobody needs to look back further.
    longest: usize,
}

impl Words {
    pub(crate) fn new<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let words: BTreeSet<String> = words
            .map(|word| word.trim().trim_end_matches('.').to_lowercase())
            .filter(|word| !word.is_empty())
            .collect();
        let longest = words.iter().map(String::len).max().unwrap_or(0);
        Self { words, longest }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.contains(&word.to_lowercase())
    }

    pub(crate) fn longest(&self) -> usize {
        self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_full_stops_do_not_matter() {
        let words = Words::new(listed("Dr. prof # titles\n\ne.g.").chain(["Kap.", ""]));
        assert!(["dr", "DR", "Prof", "e.g", "kap"].iter().all(|word| words.has(word)));
        assert!(!words.has("titles") && !words.has(""));
        assert_eq!(words.longest(), 4);
    }
}

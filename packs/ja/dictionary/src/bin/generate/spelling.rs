//! Signs that EUC-JP has once and Unicode twice.

/// Tables for EUC-JP disagree about these (of the signs that IPADIC uses): the first is what the WHATWG Encoding Standard and Microsoft
/// read, the second what glibc, Python or Apple read. Both stand in texts.
const TWINS: [[char; 2]; 5] = [
    ['\u{2015}', '\u{2014}'],
    ['\u{2225}', '\u{2016}'],
    ['\u{FF0D}', '\u{2212}'],
    ['\u{FF5E}', '\u{301C}'],
    ['\u{FFE1}', '\u{00A3}'],
];

/// `word` in every way in which its signs can be encoded, itself among them.
pub(crate) fn spellings(word: &str) -> Vec<String> {
    let mut spellings = vec![String::new()];
    for sign in word.chars() {
        match TWINS.iter().find(|twins| twins.contains(&sign)) {
            None => spellings.iter_mut().for_each(|spelling| spelling.push(sign)),
            Some(twins) => {
                spellings =
                    spellings.iter().flat_map(|start| twins.map(|twin| format!("{start}{twin}"))).collect();
            }
        }
    }
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_without_twins_has_one_spelling() {
        assert_eq!(spellings("東京ー・-~"), ["東京ー・-~"]);
    }

    #[test]
    fn each_twin_doubles_them_whichever_it_is() {
        let both = ["パ\u{FF0D}マ", "パ\u{2212}マ"];
        assert_eq!(spellings(both[0]), both);
        assert_eq!(spellings(both[1]), both);
        assert_eq!(spellings("\u{2014}\u{301C}").len(), 4);
    }
}

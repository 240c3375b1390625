use unicode_segmentation::UnicodeSegmentation;

/// Which scripts have words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Script {
    /// Latin and Cyrillic words; pairs of characters of Han, kana and Thai. What many evaluations of chunking use.
    #[default]
    Basic,
    /// Words of every script: runs of letters and digits, with the marks that stand on them; pairs of characters of the scripts that
    /// write no spaces, and of Hangul, whose particles are written onto their words.
    All,
}

/// The terms of a text, in lower case: first its words, then pairs of neighbouring characters of scripts that write no spaces, and of
/// Hangul where all scripts are read, each in the
/// order of the text.
///
/// ```
/// use kawara_evidence::retrieve::{Script, analyze};
///
/// assert_eq!(analyze("東京タワー abc", Script::Basic), ["abc", "東京", "京タ", "タワ", "ワー"]);
/// assert_eq!(analyze("서울 타워", Script::All), ["서울", "타워"]);
/// assert_eq!(analyze("서울은", Script::All), ["서울", "울은"]);
/// assert!(analyze("서울 타워", Script::Basic).is_empty());
/// ```
pub fn analyze(text: &str, script: Script) -> Vec<String> {
    let text = text.to_lowercase();
    let mut terms = Vec::new();
    match script {
        Script::Basic => basic_words(&text, &mut terms),
        Script::All => all_words(&text, &mut terms),
    }
    pairs(&text, script, &mut terms);
    terms
}

/// Whether a text has letters and yet not one term of the basic analysis.
pub(super) fn is_beyond_basic(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && analyze(text, Script::Basic).is_empty()
}

/// As [`analyze`] with [`Script::All`], but with given words: what is left of each when pairs are taken out and its edges are trimmed.
pub(super) fn analyze_words<'t>(text: &str, words: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut terms = Vec::new();
    for word in words {
        for part in word.split(|c| is_paired(c, Script::All)) {
            let part = part.trim_matches(|c: char| !c.is_alphanumeric() && !is_mark(c));
            if part.contains(char::is_alphanumeric) {
                terms.push(part.to_lowercase());
            }
        }
    }
    pairs(&text.to_lowercase(), Script::All, &mut terms);
    terms
}

/// Whether a character stands on the one before it.
fn is_mark(c: char) -> bool {
    let mut text = String::from("a");
    text.push(c);
    text.graphemes(true).count() == 1
}

fn basic_words(text: &str, terms: &mut Vec<String>) {
    let words = text.split(|c| !is_basic(c)).filter(|word| !word.is_empty());
    terms.extend(words.map(str::to_owned));
}

/// Marks stand in the cluster of their letter, so that a decomposed word is whole.
fn all_words(text: &str, terms: &mut Vec<String>) {
    let mut start = None;
    for (at, cluster) in text.grapheme_indices(true) {
        let is_word =
            cluster.chars().next().is_some_and(|c| c.is_alphanumeric() && !is_paired(c, Script::All));
        match (is_word, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                terms.extend(text.get(from..at).map(str::to_owned));
                start = None;
            }
            _ => (),
        }
    }
    terms.extend(start.and_then(|from| text.get(from..)).map(str::to_owned));
}

/// Of each run its pairs; of a run of one character that one.
fn pairs(text: &str, script: Script, terms: &mut Vec<String>) {
    for run in text.split(|c| !is_paired(c, script)).filter(|run| !run.is_empty()) {
        let second = run.char_indices().nth(1).map_or(run.len(), |(at, _)| at);
        let ends = run.char_indices().map(|(at, c)| at + c.len_utf8());
        let pair = |(start, end): (usize, usize)| run.get(start..end).map(str::to_owned);
        if second == run.len() {
            terms.push(run.to_owned());
        } else {
            let starts = run.char_indices().map(|(at, _)| at);
            terms.extend(starts.zip(ends.skip(1)).filter_map(pair));
        }
    }
}

/// Of words that the basic analysis knows.
fn is_basic(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '\u{c0}'..='\u{24f}' | '\u{400}'..='\u{4ff}')
}

/// Of scripts that write no spaces, and Hangul: a word with another particle is another word, and shares all pairs but one with it. Punctuation of Han and kana is among them, as it is in the evaluations that this agrees with.
fn is_paired(c: char, script: Script) -> bool {
    let is_basic = matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{e00}'..='\u{e7f}');
    is_basic
        || script == Script::All
            // Lao, Tibetan, Burmese, Khmer, Hangul, and the rarer Han.
            && matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{e80}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_basic_terms_are_those_of_the_reference() {
        let basic = |text| analyze(text, Script::Basic);
        assert_eq!(basic("ไทย"), ["ไท", "ทย"]);
        assert_eq!(basic("Café Über 3.14 Жизнь x_y"), ["café", "über", "3", "14", "жизнь", "x", "y"]);
        assert_eq!(basic("瓦 a 瓦、葺"), ["a", "瓦", "瓦、", "、葺"]);
        assert_eq!(basic("ΟΔΟΣ — 서울"), Vec::<String>::new());
        assert_eq!(basic("İx"), ["i", "x"], "a dot above is no letter");
        assert_eq!(basic(""), Vec::<String>::new());
    }

    #[test]
    fn every_script_has_words() {
        let all = |text| analyze(text, Script::All);
        assert_eq!(all("ΟΔΟΣ και"), ["οδος", "και"], "as an ending sigma is written");
        assert_eq!(all("हिन्दी भाषा"), ["हिन्दी", "भाषा"]);
        assert_eq!(all("مرحبا بالعالم"), ["مرحبا", "بالعالم"]);
        assert_eq!(all("cafe\u{301}s 3.14"), ["cafe\u{301}s", "3", "14"]);
        assert_eq!(all("東京 서울 ไท"), ["東京", "서울", "ไท"]);
        assert_eq!(all("우산이 K팝"), ["k", "우산", "산이", "팝"]);
        assert_eq!(all("ລາວ"), ["ລາ", "າວ"]);
    }

    #[test]
    fn a_question_that_the_basic_analysis_cannot_read_is_told() {
        for (text, is_beyond) in [
            ("서울은 어디?", true),
            ("Πού είναι;", true),
            ("Where?", false),
            ("어디 is it", false),
            ("?!", false),
            ("", false),
            ("東京", false),
        ] {
            assert_eq!(is_beyond_basic(text), is_beyond, "{text}");
        }
    }
}

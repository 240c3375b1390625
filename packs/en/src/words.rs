//! Words: what stands between white space, with the white space that follows.

use unicode_segmentation::UnicodeSegmentation;

use crate::clusters::is_cluster_edge;
use crate::marks::{is_dash, is_opener};
use crate::text::{gap, is_blank};

/// The longest token, in bytes, that is one word whatever it is made of.
const LONGEST: usize = 30;

/// Adds the end of every word of `text` to `cuts`, the end of the text last; nothing for an empty text.
pub(crate) fn words(text: &str, cuts: &mut Vec<usize>) {
    let first = gap(text, 0).end;
    let mut start = 0;
    let mut before = 'x';
    for (at, c) in text.char_indices() {
        if at > first && is_break(before) && !is_blank(c) && !is_glue(c) && is_cluster_edge(text, at) {
            parts(text, start, at, cuts);
            cuts.push(at);
            start = at;
        }
        before = c;
    }
    if start < text.len() {
        parts(text, start, text.len(), cuts);
        cuts.push(text.len());
    }
}

/// White space that may part words.
fn is_break(c: char) -> bool {
    is_blank(c) && !is_glue(c)
}

/// What holds its neighbours together: no-break spaces and joiners.
fn is_glue(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{2060}' | '\u{feff}')
}

/// Cuts a token that is more than one word: words joined by a dash, scripts without spaces, long strings of data.
fn parts(text: &str, start: usize, end: usize, cuts: &mut Vec<usize>) {
    let token = text.get(start..end).unwrap_or_default().trim_end_matches(is_blank);
    let unspaced = token.chars().any(is_unspaced);
    if is_address(token) || !(unspaced || token.len() > LONGEST || token.contains(['—', '―'])) {
        return;
    }
    let data = unspaced || !is_compound(token);
    let mut clusters = token.grapheme_indices(true).map(|(i, _)| i).peekable();
    let mut before = None;
    for (i, word) in token.split_word_bound_indices() {
        while clusters.next_if(|cluster| *cluster < i).is_some() {}
        let whole = clusters.peek() == Some(&i);
        if let Some(before) = before.filter(|_| whole)
            && parts_between(before, word.chars().next().unwrap_or(' '), data)
        {
            cuts.push(start + i);
        }
        before = word.chars().next_back();
    }
}

/// Whether a word ends between two characters inside a token: never before punctuation, behind an opening mark or at glue.
fn parts_between(before: char, after: char, data: bool) -> bool {
    let dash = matches!(before, '—' | '―') && !is_dash(after);
    let begins =
        after.is_alphanumeric() || is_unspaced(after) || (is_opener(after) && after != '"' && after != '\'');
    let held = is_opener(before) || is_glue(before) || is_glue(after) || matches!(before, '\'' | '’' | '-');
    (dash || data) && begins && !held && !(is_thai(before) && is_thai(after))
}

/// Thai words take a dictionary; letter by letter, vowels would be torn off.
fn is_thai(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e5b}')
}

/// Words joined by hyphens and apostrophes alone.
fn is_compound(token: &str) -> bool {
    token.chars().all(|c| {
        c.is_alphanumeric()
            || matches!(c, '-' | '\'' | '’' | '\u{2010}' | '\u{2011}' | '\u{ad}' | '\u{300}'..='\u{36f}')
    })
}

/// A web or e-mail address.
fn is_address(token: &str) -> bool {
    token.contains("://") || token.contains('@') || token.starts_with("www.")
}

/// Scripts that are written without spaces, and pictures.
fn is_unspaced(c: char) -> bool {
    matches!(
        c,
        '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
            | '々'
            | '〇'
            | '〡'..='〩'
            | 'ぁ'..='ヿ'
            | '\u{3400}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | 'ｦ'..='ﾝ'
            | '\u{1f000}'..='\u{1faff}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        let mut cuts = Vec::new();
        words(text, &mut cuts);
        let mut start = 0;
        cuts.iter().map(|end| text.get(std::mem::replace(&mut start, *end)..*end).unwrap()).collect()
    }

    #[test]
    fn white_space_stays_with_the_word_before() {
        assert_eq!(
            cut("  The  well-known \n pump, isn't it?"),
            ["  The  ", "well-known \n ", "pump, ", "isn't ", "it?"]
        );
    }

    #[test]
    fn glue_is_never_cut() {
        assert_eq!(
            cut("5\u{a0}000\u{202f}EUR for No.\u{2007}7"),
            ["5\u{a0}000\u{202f}EUR ", "for ", "No.\u{2007}7"]
        );
        assert_eq!(cut("a \u{2060}b"), ["a \u{2060}b"]);
        assert_eq!(cut("a \u{a0}b"), ["a \u{a0}b"]);
    }

    #[test]
    fn long_strings_are_cut_at_word_borders() {
        assert_eq!(
            cut("{\"id\":1,\"sku\":\"KW-00001\",\"ok\":true}"),
            ["{\"id\":", "1,\"sku\":\"KW-00001\",\"ok\":", "true}"]
        );
        assert_eq!(
            cut("https://example.org/a/very/long/path/to/a/page,now"),
            ["https://example.org/a/very/long/path/to/a/page,now"]
        );
        assert_eq!(cut("mother-in-law's-great-grandfather's"), ["mother-in-law's-great-grandfather's"]);
    }

    #[test]
    fn a_dash_between_words_parts_them() {
        assert_eq!(cut("which—however—was"), ["which—", "however—", "was"]);
    }

    #[test]
    fn scripts_without_spaces() {
        assert_eq!(cut("他说「好」。"), ["他", "说", "「好」。"]);
    }
}

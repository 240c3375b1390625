//! Punctuation.

use crate::text::is_blank;

/// Ends that need no white space after them.
pub(crate) fn is_wide_stop(c: char) -> bool {
    matches!(
        c,
        '。' | '！'
            | '？'
            | '｡'
            | '．'
            | '।'
            | '॥'
            | '؟'
            | '۔'
            | '။'
            | '។'
            | '៕'
            | '։'
            | '።'
            | '፧'
            | '\u{37e}'
            | '܀'
            | '᙮'
            | '᠃'
    )
}

/// Ends that an English sentence may have, besides the full stop.
pub(crate) fn is_stop(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '‼' | '⁇' | '⁈' | '⁉' | '‽')
}

/// Whether `c` may open something, so that a sentence may begin with it.
pub(crate) fn is_opener(c: char) -> bool {
    closer_of(c).is_some() || matches!(c, '¿' | '¡' | '‚' | '‹')
}

/// The mark that closes what `c` opens.
pub(crate) fn closer_of(c: char) -> Option<char> {
    Some(match c {
        '"' => '"',
        '\'' => '\'',
        '“' | '„' => '”',
        '‘' => '’',
        '«' => '»',
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '「' => '」',
        '『' => '』',
        '《' => '》',
        '〈' => '〉',
        '（' => '）',
        '【' => '】',
        '〔' => '〕',
        '［' => '］',
        '｢' => '｣',
        _ => return None,
    })
}

/// Whether a straight quotation mark behind `before` opens.
pub(crate) fn leads(before: Option<char>) -> bool {
    before.is_none_or(|c| is_blank(c) || is_opener(c) || is_dash(c) || matches!(c, '/' | '='))
}

/// Whether `c` closes a quotation; straight marks may open one as well.
pub(crate) fn is_quote_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | '›' | '」' | '』' | '》' | '〉' | '｣')
}

/// Whether `c` closes a bracket.
pub(crate) fn is_bracket_closer(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '）' | '】' | '〕' | '］')
}

/// Bullets that stand before an item, also in the middle of a line.
pub(crate) fn is_bullet(c: char) -> bool {
    matches!(c, '•' | '‣' | '⁃' | '◦' | '▪' | '▫' | '●' | '○' | '■' | '□' | '➢' | '➤' | '►')
}

/// Dashes between words.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '―')
}

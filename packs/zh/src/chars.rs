//! What characters are to a Chinese reader.

/// A Han character, or another letter that is written without spaces beside it.
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fd5}' | '々' | '〇' | '\u{3021}'..='\u{3029}' | '\u{3041}'..='\u{30ff}' | '\u{3105}'..='\u{312f}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// A digit, half or full width.
pub(crate) fn is_digit(c: char) -> bool {
    matches!(c, '0'..='9' | '０'..='９')
}

/// A Latin letter, half or full width.
pub(crate) fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '\u{c0}'..='\u{24f}')
}

/// White space, or a character of no width that is written like it.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Punctuation after which a sentence goes on.
pub(crate) fn goes_on(c: char) -> bool {
    matches!(c, '，' | '、' | '；' | '：' | ',' | ';' | ':' | '､' | '﹐' | '﹑' | '﹔' | '﹕' | '︰')
}

/// A mark that opens a quotation, a title or an aside.
pub(crate) fn is_opener(c: char) -> bool {
    matches!(
        c,
        '“' | '‘'
            | '「'
            | '『'
            | '｢'
            | '﹁'
            | '﹃'
            | '〝'
            | '（'
            | '('
            | '《'
            | '〈'
            | '【'
            | '〔'
            | '〖'
            | '［'
            | '['
    )
}

/// A mark that closes one.
pub(crate) fn is_closer(c: char) -> bool {
    matches!(
        c,
        '”' | '’'
            | '」'
            | '』'
            | '｣'
            | '﹂'
            | '﹄'
            | '〞'
            | '〟'
            | '）'
            | ')'
            | '》'
            | '〉'
            | '】'
            | '〕'
            | '〗'
            | '］'
            | ']'
    )
}

/// The character that starts at byte `at`.
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The character that ends at byte `at`.
pub(crate) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

/// The first byte at or after `at` that is not white space.
pub(crate) fn skip_blank(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + (rest.len() - rest.trim_start_matches(is_blank).len())
}

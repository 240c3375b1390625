//! What marks mean in the language. Change: all of it; look at real text before you leave a mark out.

/// A mark that ends a sentence wherever it stands.
pub(crate) fn is_end(c: char) -> bool {
    matches!(c, '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।')
}

/// A mark that ends a sentence, and also stands in numbers, names and abbreviations.
pub(crate) fn is_full_stop(c: char) -> bool {
    c == '.'
}

/// An end of full width, behind which the next sentence follows without a space.
pub(crate) fn is_wide(c: char) -> bool {
    matches!(c, '。' | '！' | '？')
}

/// A mark that closes a quotation or an aside: behind an end it belongs to the sentence.
pub(crate) fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '」' | '』' | '）')
}

/// A mark that may stand before the first letter of a sentence.
pub(crate) fn is_opener(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '‘' | '«' | '(' | '[' | '「' | '『' | '（' | '¿' | '¡' | '—' | '-')
}

/// A mark behind which a clause may end.
pub(crate) fn is_comma(c: char) -> bool {
    matches!(c, ',' | ';' | '，' | '；' | '、' | '،' | '؛')
}

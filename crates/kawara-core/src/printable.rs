use std::fmt::Write as _;

/// The text without anything that a terminal would act upon, such as what came with a document, or what a program or a library says:
/// control characters, and marks that turn the direction of what follows, are written out.
///
/// ```
/// assert_eq!(kawara_core::printable("roof\u{1b}[2J"), "roof\\u{1b}[2J");
/// ```
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

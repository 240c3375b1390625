//! Text in messages.

use kawara::policy::printable;

/// The beginning of a text on one line, for a message.
pub(crate) fn excerpt(text: &str) -> String {
    let mut words = String::new();
    let mut left = SHOWN;
    for c in text.trim().chars() {
        if left == 0 {
            words.push('…');
            break;
        }
        if !c.is_whitespace() {
            words.push(c);
            left -= 1;
        } else if !words.ends_with(' ') {
            words.push(' ');
            left -= 1;
        }
    }
    printable(&words)
}

/// How many characters of a text are shown.
const SHOWN: usize = 48;

/// `1 question`, `2 questions`.
pub(crate) fn counted(many: usize, what: &str) -> String {
    if many == 1 { format!("1 {what}") } else { format!("{many} {what}s") }
}

//! Text on a terminal: how wide it is, and its beginning in so many columns.

use kawara::policy::printable;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The beginning of a text in so many columns, in one line, with … where more follows.
pub(crate) fn beginning(text: &str, columns: usize) -> String {
    let mut shown = String::new();
    let mut taken = 0;
    let mut after_space = true;
    for c in text.chars() {
        let is_space = c.is_whitespace();
        if is_space && after_space {
            continue;
        }
        after_space = is_space;
        let piece = if is_space { " ".to_owned() } else { printable(c.encode_utf8(&mut [0; 4])) };
        let needed = if piece.chars().count() == 1 { c.width().unwrap_or(1) } else { piece.len() };
        // Marks without a width of their own can be piled up without end.
        if taken + needed > columns || shown.len() > columns * BYTES_A_COLUMN {
            return shown.trim_end().to_owned() + "…";
        }
        taken += needed;
        shown.push_str(&piece);
    }
    shown.trim_end().to_owned()
}

/// The most bytes of a column of real text, roughly.
const BYTES_A_COLUMN: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns() {
        assert_eq!((width("水厂.md"), width("คู่มือ"), width("e\u{301}")), (7, 3, 1));
    }

    #[test]
    fn a_beginning_is_one_line_of_whole_letters() {
        assert_eq!(beginning("\n The  pump\r\nstopped. ", 40), "The pump stopped.");
        assert_eq!(beginning("The pump stopped.", 9), "The pump…");
        assert_eq!(beginning("水泵停了。", 7), "水泵停…");
        assert_eq!(beginning("水泵停了。", 10), "水泵停了。");
        assert_eq!(beginning("\u{1b}[2J", 20), "\\u{1b}[2J");
        assert_eq!(beginning("", 5), "");
        assert!(beginning(&format!("a{}", "\u{301}".repeat(1 << 20)), 5).len() < 100);
    }
}

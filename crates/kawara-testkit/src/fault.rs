//! A broken promise, told so that the author of a pack can mend it.

use std::fmt;

/// A promise of the contract that a pack does not keep: what is wrong, on which input, at which byte, and what to do.
///
/// `Debug` prints the same as `Display`, so that a test that returns it reads well.
///
/// ```
/// use kawara_testkit::Fault;
///
/// let fault = Fault::new("the last cut is 4, the text ends at 7", "push `text.len()` last")
///     .in_check("passes_the_gate")
///     .in_text("a BOM", "\u{feff}Hi. ")
///     .at(4);
/// let message = fault.to_string();
/// assert!(message.starts_with("the last cut is 4, the text ends at 7\n"));
/// assert!(message.contains(r#"input  a BOM, 7 bytes: "\u{feff}Hi. ""#));
/// assert!(message.contains(r#"place  byte 4: "\u{feff}H" | "i. ""#));
/// assert!(message.contains("to do  push `text.len()` last"));
/// ```
#[derive(Clone)]
pub struct Fault(Box<Inner>);

#[derive(Clone)]
struct Inner {
    what: String,
    remedy: String,
    check: &'static str,
    text: Option<(String, String)>,
    byte: Option<usize>,
}

impl Fault {
    /// A fault and its remedy, both as a clause without a full stop.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self(Box::new(Inner { what: what.into(), remedy: remedy.into(), check: "", text: None, byte: None }))
    }

    /// Names the check that found it.
    pub fn in_check(mut self, check: &'static str) -> Self {
        self.0.check = check;
        self
    }

    /// The text on which it happened, and what that text is called; the first text given stays.
    pub fn in_text(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.0.text.get_or_insert_with(|| (name.into(), text.into()));
        self
    }

    /// The byte of the text at which it happened; the first byte given stays.
    pub fn at(mut self, byte: usize) -> Self {
        self.0.byte.get_or_insert(byte);
        self
    }

    /// Says under which circumstances it happened.
    pub(crate) fn under(mut self, circumstances: &str) -> Self {
        self.0.what = format!("{circumstances}: {}", self.0.what);
        self
    }

    /// What is wrong.
    pub fn what(&self) -> &str {
        &self.0.what
    }

    /// What to do about it.
    pub fn remedy(&self) -> &str {
        &self.0.remedy
    }

    /// The check that found it.
    pub fn check(&self) -> &'static str {
        self.0.check
    }

    /// What that text is called.
    pub fn name(&self) -> Option<&str> {
        self.0.text.as_ref().map(|(name, _)| name.as_str())
    }

    /// The text on which it happened, as short as the test kit could make it.
    pub fn text(&self) -> Option<&str> {
        self.0.text.as_ref().map(|(_, text)| text.as_str())
    }

    /// The byte of [`Fault::text`] at which it happened.
    pub fn byte(&self) -> Option<usize> {
        self.0.byte
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { what, remedy, check, text, byte } = &*self.0;
        write!(f, "{what}")?;
        if let Some((name, text)) = text {
            let bytes = if text.len() == 1 { "byte" } else { "bytes" };
            write!(f, "\n  input  {name}, {} {bytes}: {}", text.len(), quote(text))?;
        }
        match (text, byte) {
            (Some((_, text)), Some(byte)) => write!(f, "\n  place  byte {byte}: {}", around(text, *byte))?,
            (None, Some(byte)) => write!(f, "\n  place  byte {byte}")?,
            _ => {}
        }
        write!(f, "\n  to do  {remedy}")?;
        if !check.is_empty() {
            write!(f, "\n  check  {check}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for Fault {}

/// The most characters of a text that a message shows in one piece.
const SHOWN: usize = 60;

/// A text in quotes: invisible and combining characters escaped, the middle of a long one left out.
pub(crate) fn quote(text: &str) -> String {
    let count = text.chars().count();
    if count <= 2 * SHOWN {
        return format!("\"{}\"", text.escape_debug());
    }
    let left_out = count - 2 * SHOWN;
    format!("{} … {left_out} characters … {}", quote(head(text, SHOWN)), quote(tail(text, SHOWN)))
}

/// What stands before and after a byte; inside a character, that character stands after it.
fn around(text: &str, byte: usize) -> String {
    if byte > text.len() {
        return format!("past the end, after {}", quote(tail(text, SHOWN / 2)));
    }
    let at = text.floor_char_boundary(byte);
    let inside = if at == byte { "" } else { " (inside its first character)" };
    format!("{} | {}{inside}", quote(tail(&text[..at], SHOWN / 2)), quote(head(&text[at..], SHOWN / 2)))
}

fn head(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}

fn tail(text: &str, chars: usize) -> &str {
    text.char_indices().rev().take(chars).last().map_or("", |(start, _)| &text[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        assert_eq!(quote("a\u{200b}\r\n\u{a0}"), r#""a\u{200b}\r\n\u{a0}""#);
        assert_eq!(around("cafe\u{301}.", 4), r#""cafe" | "\u{301}.""#);
    }

    #[test]
    fn long_text_loses_its_middle() {
        let shown = quote(&"是".repeat(1000));
        assert!(shown.contains("… 880 characters …") && shown.chars().count() < 160, "{shown}");
        assert_eq!(quote(&"x".repeat(120)).len(), 122);
    }

    #[test]
    fn places_outside_the_text_are_told() {
        assert_eq!(around("ab", 7), r#"past the end, after "ab""#);
        assert_eq!(around("a是", 2), r#""a" | "是" (inside its first character)"#);
        assert_eq!(around("ab", 2), r#""ab" | """#);
    }
}

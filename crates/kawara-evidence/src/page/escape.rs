use std::fmt::Write as _;

use serde::Serialize;

use crate::{Error, ErrorKind, Result};

/// Text as it may stand between tags and in quoted attributes.
///
/// Characters that HTML forbids or changes become something that is seen: a carriage return its reference, other controls their pictures.
///
/// ```
/// use kawara_evidence::page::escape;
///
/// assert_eq!(escape("</script> & \"瓦\""), "&lt;/script&gt; &amp; &quot;瓦&quot;");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' | '\n' => escaped.push(c),
            '\0'..='\u{1f}' => escaped.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}')),
            '\u{7f}' => escaped.push('\u{2421}'),
            '\u{80}'..='\u{9f}' => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// A value as JSON that may stand in a `<script>` element: nothing in it ends the element, begins a comment, or breaks a line of JavaScript.
///
/// ```
/// use kawara_evidence::page::json;
///
/// assert_eq!(json(&["</script>"])?, r#"["\u003c/script\u003e"]"#);
/// # Ok::<(), kawara_evidence::Error>(())
/// ```
///
/// # Errors
///
/// If the value has no JSON, such as a map whose keys are no strings.
pub fn json(value: &impl Serialize) -> Result<String> {
    let plain = serde_json::to_string(value)
        .map_err(|error| Error::new(ErrorKind::Page, format!("cannot write JSON: {error}")))?;
    let mut escaped = String::with_capacity(plain.len());
    for c in plain.chars() {
        // Outside strings JSON has none of these, and inside them every character may be written so.
        match c {
            '<' | '>' | '&' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(escaped, "\\u{:04x}", u32::from(c));
            }
            _ => escaped.push(c),
        }
    }
    Ok(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_place() {
        let hostile = "</script><!--<img src=x onerror='a()'>\"&\r\0\u{1b}\u{85}\u{2028}";
        assert_eq!(
            escape(hostile),
            "&lt;/script&gt;&lt;!--&lt;img src=x onerror=&#39;a()&#39;&gt;&quot;&amp;&#13;␀␛\u{fffd}\u{2028}"
        );
        let written = json(&hostile).unwrap();
        assert!(!written.contains(['<', '>', '&', '\r', '\0', '\u{1b}', '\u{85}', '\u{2028}']), "{written}");
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), hostile, "and nothing is lost");
    }

    #[test]
    fn what_has_no_json_is_refused() {
        let odd = std::collections::BTreeMap::from([((1, 2), 3)]);
        assert_eq!(json(&odd).unwrap_err().kind(), ErrorKind::Page);
    }
}

//! Sentences that announce a list: "The kit contains:", 「手順は次のとおりです：」.

use crate::lines::{is_lead_in, one_line};

/// The longest sentence that the items of a list bring along, in characters.
const MAX_CHARS: usize = 120;

/// The last sentence of a paragraph, given without markup, if it announces what follows and is short enough.
pub(crate) fn sentence(paragraph: &str) -> Option<String> {
    let said = paragraph.trim_end();
    if !is_lead_in(said) {
        return None;
    }
    // A byte more than the longest sentence can take is enough to see that it is too long.
    let tail = &said[said.ceil_char_boundary(said.len().saturating_sub(MAX_CHARS * 4 + 16))..];
    let whole = tail.len() == said.len();
    let start = tail.char_indices().rev().find_map(|(at, c)| {
        let behind = &tail[at + c.len_utf8()..];
        let ends = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => {
                behind.starts_with(char::is_whitespace) && !is_abbreviation(&tail[..at], behind)
            }
            _ => false,
        };
        ends.then_some(at + c.len_utf8())
    });
    let sentence = match start {
        Some(start) => &tail[start..],
        None if whole => tail,
        None => return None,
    };
    let sentence = sentence
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '」' | '』' | '”' | '）' | ')'));
    let sentence = one_line(sentence);
    let chars = sentence.chars().count();
    (chars > 1 && chars <= MAX_CHARS).then_some(sentence)
}

/// Whether a full stop ends an abbreviation or a number rather than a sentence.
fn is_abbreviation(before: &str, behind: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
    letters <= 1 || word.contains('.') || behind.trim_start().starts_with(|c: char| c.is_lowercase())
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn the_last_sentence_announces() {
        for (said, expected) in [
            ("The kit contains:", "The kit contains:"),
            ("Open the box. It holds\nthese parts: ", "It holds these parts:"),
            ("Tools, e.g. saws, are here:", "Tools, e.g. saws, are here:"),
            ("箱を開けます。手順は次のとおりです：", "手順は次のとおりです："),
            ("他说「好。」步骤如下：", "步骤如下："),
        ] {
            assert_eq!(sentence(said).as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_announces_nothing_or_is_long_is_no_context() {
        for said in ["", ":", "The kit is complete.", "As literal block::", "no end"] {
            assert_eq!(sentence(said), None, "{said:?}");
        }
        assert_eq!(sentence(&format!("{}:", "word ".repeat(40))), None);
        assert_eq!(sentence(&format!("{}：", "字".repeat(200))), None);
        assert_eq!(sentence(&format!("{}。内訳：", "字".repeat(100_000))).as_deref(), Some("内訳："));
    }
}

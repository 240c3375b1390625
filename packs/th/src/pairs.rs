//! Quotations and asides: matched pairs of marks, inside which no sentence ends.

use crate::chars::{char_at, char_before, is_blank, is_closer, is_digit, is_opener};
use crate::spelling::Spelling;

/// What is longer, in bytes, is text of its own: about 300 Thai characters.
const LONG: usize = 900;
/// Openers that wait for a closer; beyond, the oldest is given up.
const DEPTH: usize = 16;

/// The outermost pairs of `text`, which is spelled so, that are not long, half-open from opener to closer, in order.
pub(crate) fn find(text: &str, spelling: &Spelling, pairs: &mut Vec<(usize, usize)>) {
    pairs.clear();
    let mut open: Vec<(char, usize)> = Vec::new();
    let marks = spelling.marks(0..spelling.letters().len()).filter(|mark| mark.may_pair());
    for at in marks.map(|mark| mark.start()) {
        let Some(c) = char_at(text, at) else { continue };
        let end = at + c.len_utf8();
        let closes = match c {
            '"' => straight(text, at, open.iter().any(|(opener, _)| *opener == '"')),
            _ if is_opener(c) => Some(false),
            _ if is_closer(c) => Some(true),
            _ => None,
        };
        match closes {
            Some(false) => {
                open.retain(|(opener, _)| *opener != '"' || c != '"');
                if open.len() == DEPTH {
                    open.remove(0);
                }
                open.push((c, at));
            }
            Some(true) => {
                if let Some(nth) = open.iter().rposition(|(opener, _)| matches(*opener, c)) {
                    let start = open.get(nth).map_or(at, |(_, start)| *start);
                    open.truncate(nth);
                    if end - start <= LONG {
                        while pairs.last().is_some_and(|(inner, _)| *inner > start) {
                            pairs.pop();
                        }
                        pairs.push((start, end));
                    }
                }
            }
            None => {}
        }
    }
}

/// Whether a straight mark closes a quotation; `None` if it is no quotation mark.
fn straight(text: &str, at: usize, open: bool) -> Option<bool> {
    let before = char_before(text, at);
    let begins = before.is_none_or(|c| is_blank(c) || is_opener(c));
    let ends = char_at(text, at + 1).is_none_or(|c| is_blank(c) || is_closer(c) || ",.!?:;".contains(c));
    match (begins, ends) {
        (true, false) => Some(false),
        (false, true) if open => Some(true),
        // 5" is a measure.
        (false, _) if !open && before.is_some_and(is_digit) => None,
        _ => Some(open),
    }
}

fn matches(opener: char, closer: char) -> bool {
    matches!(
        (opener, closer),
        ('(' | '（', ')' | '）')
            | ('[' | '［', ']' | '］')
            | ('{', '}')
            | ('“', '”')
            | ('‘', '’')
            | ('«', '»')
            | ('「', '」')
            | ('『', '』')
            | ('【', '】')
            | ('《', '》')
            | ('"', '"')
    )
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::spelling::Spelling;

    fn found(text: &str) -> Vec<&str> {
        let (mut spelling, mut pairs) = (Spelling::default(), Vec::new());
        spelling.read(text);
        find(text, &spelling, &mut pairs);
        pairs.into_iter().map(|(start, end)| &text[start..end]).collect()
    }

    #[test]
    fn the_outermost_pairs() {
        assert_eq!(found("เขา “พูด (เบา) ว่า” ไป (จริง)"), ["“พูด (เบา) ว่า”", "(จริง)"]);
        assert_eq!(found("เธอถามว่า \"คุณมาจากไหน\" ผม \"ไม่\"ตอบ"), ["\"คุณมาจากไหน\"", "\"ไม่\""]);
        assert_eq!(found("ของ\"ประเทศชาติ\"มา"), ["\"ประเทศชาติ\""]);
    }

    #[test]
    fn what_has_no_mate_is_a_plain_character() {
        assert!(found("ก) ข) “ค (ง ”").iter().all(|pair| *pair == "“ค (ง ”"));
        assert!(found("จอ 24\" ราคา").is_empty());
    }

    #[test]
    fn a_long_pair_gives_way_to_those_in_it() {
        let text = format!("“{} (สั้น) {}”", "ยาว".repeat(90), "ยาว".repeat(90));
        assert_eq!(found(&text), ["(สั้น)"]);
    }
}

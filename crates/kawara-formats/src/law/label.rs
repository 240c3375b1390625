//! What a part of an article brings along: its number, its caption, what leads up to an enumeration.

use crate::lines::one_line;
use std::ops::Range;

use super::scan::{Line, columns, is_filler};

/// The columns of the longest lead-in that is brought along: a line.
const LONGEST: usize = 100;

/// Where the number of an article ends, and the caption or title right behind it, as a byte of the text.
pub(super) fn label_end(text: &str, line: &Line, titled: bool) -> usize {
    let number = line.words + line.form.as_ref().map_or(0, |form| form.end);
    let said = &text[line.words..line.range.end];
    if titled && columns(said) <= LONGEST {
        return line.range.end;
    }
    let behind = &text[number..line.range.end];
    // `**Article 5 Definitions.** The words`
    let is_bold = text[line.range.start..line.words].ends_with("**");
    let bold = behind.find("**").filter(|at| is_bold && columns(&behind[..*at]) <= LONGEST);
    let from = number + bold.map_or(0, |at| at + 2);
    let rest = text[from..line.range.end].trim_start_matches(|c: char| c.is_whitespace());
    caption(rest).map_or(from, |len| line.range.end - rest.len() + len)
}

/// The bytes of a caption in brackets: （目的）, 【立法目的】; a number in them is that of an item.
fn caption(rest: &str) -> Option<usize> {
    let close = match rest.chars().next()? {
        '（' => '）',
        '【' => '】',
        '〔' => '〕',
        _ => return None,
    };
    let (at, _) = rest.char_indices().take(LONGEST / 2).find(|(_, c)| *c == close)?;
    let is_number = super::item::item(rest).is_some();
    (!is_number).then_some(at + close.len_utf8())
}

/// Words on one line, without signs of Markdown and without the stop at their end.
pub(super) fn clean(words: &str) -> String {
    let words = words.replace(['*', '_', '#'], "");
    let line = one_line(&words);
    line.trim_end_matches(|c| is_filler(c) && c != '）').to_owned()
}

/// The last sentence of a range; of a long one, the clauses that it begins with.
pub(super) fn lead_in(text: &str, range: Range<usize>) -> Option<String> {
    let said = text.get(range)?.trim();
    // Sentences that are longer than this are looked at no further.
    let near = &said[said.ceil_char_boundary(said.len().saturating_sub(LONGEST * 16))..];
    let body = near.trim_end_matches(['。', '.', '！', '？']);
    let start = body
        .rfind(['。', '！', '？', '\n'])
        .map_or(0, |at| at + body[at..].chars().next().map_or(0, char::len_utf8));
    let start = start.max(body.rfind(". ").map_or(0, |at| at + 2));
    let is_whole = start > 0 || near.len() == said.len();
    let sentence = one_line(&near[start..]);
    if !is_whole || sentence.is_empty() {
        return None;
    }
    if columns(&sentence) <= LONGEST {
        return Some(sentence);
    }
    let (mut width, mut end) = (0, 0);
    for (at, c) in sentence.char_indices() {
        width += columns(c.encode_utf8(&mut [0; 4]));
        if width > LONGEST {
            break;
        }
        if matches!(c, '，' | '；' | '：' | '、' | ',' | ';' | ':') {
            end = at;
        }
    }
    (end > 0).then(|| format!("{}…", &sentence[..end]))
}

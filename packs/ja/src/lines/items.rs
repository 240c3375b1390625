//! Lines that begin something of their own.

use crate::chars::{
    first_chars, is_blank, is_closer, is_digit, is_hiragana, is_katakana, is_latin, is_numeral, is_opener,
    is_terminator,
};

/// A bullet, a number, a label, the name of a speaker, a heading.
pub(super) fn starts_anew(next: &str) -> bool {
    let head = first_chars(next, 16);
    let Some(first) = head.chars().next() else { return true };
    if is_bullet(first) || matches!(first, '【' | '〔' | '〈' | '《' | '［' | '[') {
        return true;
    }
    numbered(head) || labelled(head)
}

fn is_bullet(c: char) -> bool {
    matches!(
        c,
        '・' | '･'
            | '•'
            | '●'
            | '○'
            | '◯'
            | '◎'
            | '■'
            | '□'
            | '◆'
            | '◇'
            | '▼'
            | '▽'
            | '▲'
            | '△'
            | '▶'
            | '►'
            | '★'
            | '☆'
            | '※'
            | '→'
            | '⇒'
            | '➡'
            | '✅'
            | '✔'
            | '✓'
            | '☑'
            | '-'
            | '－'
            | '*'
            | '＊'
            | '–'
            | '—'
            | '―'
            | '#'
            | '＃'
            | '>'
            | '＞'
            | '|'
            | '｜'
            | '='
            | '＝'
            | '+'
            | '＋'
            | '♪'
            | '①'..='⓿'
            | '㈠'..='㊿'
            | '❶'..='➓'
    )
}

/// `1.` `（２）` `一、` `第三条` `10:30` `2026年`
fn numbered(head: &str) -> bool {
    let bare = head.trim_start_matches(is_opener);
    let opened = bare.len() < head.len();
    let rest = bare.strip_prefix('第').unwrap_or(bare);
    let number = rest.trim_start_matches(is_numeral);
    let count = rest.chars().count() - number.chars().count();
    if count == 0 {
        // （ア） and ア．
        let mut chars = bare.chars();
        let letter = chars
            .next()
            .is_some_and(|c| is_katakana(c) || is_latin(c) || matches!(c, 'あ'..='こ' | 'イ' | 'ロ' | 'ハ'));
        let after = chars.next().unwrap_or(' ');
        return letter && (opened && is_closer(after) || matches!(after, '.' | '．' | ')' | '）'));
    }
    let after = number.chars().next().unwrap_or(' ');
    let article = rest.len() < bare.len()
        && matches!(after, '条' | '章' | '節' | '項' | '号' | '編' | '款' | '回' | '話' | '部' | '問');
    article
        || count < 5
            && (is_closer(after)
                || is_blank(after)
                || matches!(after, '.' | '．' | '、' | '：' | ':' | '，' | ')'))
}

/// `議長：` `Q.` `件名:` at the head of a line.
fn labelled(head: &str) -> bool {
    for (count, (at, c)) in head.char_indices().enumerate() {
        match c {
            '：' | ':' => return count > 0,
            '.' | '．' => return count == 1 && head.starts_with(is_latin),
            '「' => {
                return count > 0
                    && count < 8
                    && !head.get(..at).is_some_and(|name| name.contains(is_hiragana));
            }
            _ if is_blank(c)
                || is_terminator(c)
                || is_closer(c)
                || matches!(c, '、')
                || is_digit(c) && count == 0 =>
            {
                return false;
            }
            _ => {}
        }
    }
    false
}

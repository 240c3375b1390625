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
    let addressed =
        head.strip_prefix(['@', '＠']).is_some_and(|name| name.starts_with(char::is_alphanumeric));
    addressed || numbered(head) || labelled(head) || is_dated(head) || is_speaker(next)
}

/// 佐藤 10:06, 田中 太郎　2024/05/10 9:30: who speaks, and when.
pub(super) fn is_speaker(line: &str) -> bool {
    let head = first_chars(line, 32);
    let mut words = head.split(is_blank).filter(|word| !word.is_empty());
    let Some(name) = words.next() else { return false };
    let is_name = |word: &str| {
        word.chars().count() <= 12
            && !word.ends_with(['は', 'が', 'を', 'に', 'の', '、', ','])
            && !word.contains(is_terminator)
    };
    is_name(name) && words.take(2).take_while(|word| is_name(word)).any(|word| is_time(word) || is_date(word))
}

/// `2024-05-10 10:00:01 INFO`: a record of a log.
fn is_dated(head: &str) -> bool {
    let end = head.find(|c| is_blank(c) || c == 'T').unwrap_or(head.len());
    head.get(..end).is_some_and(is_date)
}

/// `10:06`, `9：30：15`
fn is_time(word: &str) -> bool {
    let mut count = 0;
    let two = word.split([':', '：']).all(|part| {
        count += 1;
        (1..=2).contains(&part.chars().count()) && part.chars().all(is_digit)
    });
    two && (2..=3).contains(&count)
}

/// `2024-05-10`, `2024/5/10`, `2024.5.10`
fn is_date(word: &str) -> bool {
    let mut count = 0;
    let numbers = word.split(['-', '/', '.']).all(|part| {
        count += 1;
        let wanted = if count == 1 { 4..=4 } else { 1..=2 };
        wanted.contains(&part.chars().count()) && part.chars().all(is_digit)
    });
    numbers && count == 3
}

fn is_bullet(c: char) -> bool {
    BULLETS.contains(c) || matches!(c, '①'..='⓿' | '㈠'..='㊿' | '❶'..='➓')
}

const BULLETS: &str = "・･•●○◯◎■□◆◇▼▽▲△▶►★☆※→⇒➡✅✔✓☑-－*＊–—―#＃>＞|｜=＝+＋♪";

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

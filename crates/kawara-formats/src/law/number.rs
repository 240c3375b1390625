//! Numbers as laws write them: Han, Arabic in both widths, Thai, Roman.

/// The number of an article and of its branches: 第十二条之一 is 12 and 1, § 5a is 5 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number(pub(super) [u32; 4]);

impl Number {
    /// Adds a branch; those beyond what is remembered change nothing.
    pub(super) fn push(&mut self, branch: u32) {
        if let Some(free) = self.0.iter_mut().skip(1).find(|part| **part == 0) {
            *free = branch;
        }
    }

    pub(super) fn of(main: u32) -> Self {
        Self([main, 0, 0, 0])
    }

    /// Whether it comes right after another one, branches between them aside.
    pub(super) fn follows(self, last: Self) -> bool {
        self.0[0] == last.0[0].saturating_add(1) || self.0[0] == last.0[0] && self > last
    }
}

/// A number at the start, in digits of any of the scripts or in Han numerals, and its bytes.
pub(super) fn numeral(text: &str) -> Option<(u32, usize)> {
    digits(text).or_else(|| han(text))
}

/// Digits: ASCII, full-width or Thai.
pub(super) fn digits(text: &str) -> Option<(u32, usize)> {
    let (mut value, mut len) = (0_u32, 0);
    for c in text.chars() {
        let Some(digit) = digit(c) else { break };
        value = value.checked_mul(10)?.checked_add(digit)?;
        len += c.len_utf8();
    }
    (len > 0).then_some((value, len))
}

fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        '๐'..='๙' => Some(c as u32 - '๐' as u32),
        _ => None,
    }
}

/// Han numerals, by place (一〇三) or with units (一百零三).
fn han(text: &str) -> Option<(u32, usize)> {
    let (mut total, mut part, mut len) = (0_u32, 0_u32, 0);
    for c in text.chars() {
        if let Some(at) = "〇一二三四五六七八九".chars().position(|numeral| numeral == c) {
            part = part.checked_mul(10)?.checked_add(at as u32)?;
        } else if let Some(unit) = unit(c) {
            total = total.checked_add(part.max(1).checked_mul(unit)?)?;
            part = 0;
        } else if c == '两' {
            part = 2;
        } else if c != '零' {
            break;
        }
        len += c.len_utf8();
    }
    (len > 0).then_some((total.checked_add(part)?, len))
}

fn unit(c: char) -> Option<u32> {
    match c {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1000),
        _ => None,
    }
}

/// A Roman numeral in capitals that is a word of its own.
pub(super) fn roman(text: &str) -> Option<(u32, usize)> {
    let len = text.bytes().take(16).take_while(|b| b"IVXLC".contains(b)).count();
    if len == 0 || text[len..].starts_with(char::is_alphanumeric) {
        return None;
    }
    let value = |b: u8| match b {
        b'I' => 1_i64,
        b'V' => 5,
        b'X' => 10,
        b'L' => 50,
        _ => 100,
    };
    let bytes = &text.as_bytes()[..len];
    let mut total = 0_i64;
    for (at, b) in bytes.iter().enumerate() {
        let is_less = bytes.get(at + 1).is_some_and(|next| value(*b) < value(*next));
        total = if is_less { total - value(*b) } else { total + value(*b) };
    }
    u32::try_from(total).ok().filter(|value| *value > 0).map(|value| (value, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_all_scripts() {
        for (text, value) in [
            ("12", 12),
            ("１２", 12),
            ("๑๒", 12),
            ("十二", 12),
            ("四百六十三", 463),
            ("一百零三", 103),
            ("一〇三", 103),
            ("千二百", 1200),
            ("二十", 20),
        ] {
            assert_eq!(numeral(text), Some((value, text.len())), "{text}");
        }
        assert_eq!(roman("XIV."), Some((14, 3)));
        assert_eq!(roman("Is it"), None);
        assert_eq!(numeral("99999999999"), None, "too large for any law");
        assert_eq!(numeral("条"), None);
    }

    #[test]
    fn branches_follow_their_article() {
        let branch = |main, second| Number([main, second, 0, 0]);
        assert!(branch(3, 2).follows(Number::of(3)) && Number::of(4).follows(branch(3, 2)));
        assert!(!Number::of(5).follows(Number::of(3)) && !Number::of(3).follows(Number::of(3)));
    }
}

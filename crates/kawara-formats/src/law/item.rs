//! Items of an enumeration and numbered paragraphs of an article, by the mark that their line begins with.

use super::number::{numeral, roman};

/// How the marks of an enumeration are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    numerals: Numerals,
    close: Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numerals {
    Han,
    Ascii,
    Wide,
    Thai,
    Circled,
    Letter,
    Capital,
    Roman,
    Kana,
    Decimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Close {
    /// `（一）`
    Both,
    /// `1)`
    After,
    /// `1.`, `一、`
    Stop,
    /// `２　`
    Space,
}

/// The style of a line's mark, and the number that it says.
pub(super) fn item(line: &str) -> Option<(Style, u32)> {
    let opened = line.strip_prefix(['（', '(']);
    let inner = opened.unwrap_or(line);
    let (numerals, ordinal, len) = ordinal(inner)?;
    let rest = inner.get(len..)?;
    let next = rest.chars().next()?;
    let close = match next {
        ')' | '）' if opened.is_some() => Close::Both,
        _ if opened.is_some() => return None,
        _ if numerals == Numerals::Circled => Close::Space,
        ')' | '）' => Close::After,
        '、' | '．' => Close::Stop,
        '.' if rest[1..].starts_with(char::is_whitespace) => Close::Stop,
        '\u{3000}' => Close::Space,
        ' ' | '\t' if matches!(numerals, Numerals::Wide | Numerals::Decimal | Numerals::Kana) => Close::Space,
        _ => return None,
    };
    Some((Style { numerals, close }, ordinal))
}

fn ordinal(text: &str) -> Option<(Numerals, u32, usize)> {
    let first = text.chars().next()?;
    if let Some((value, len)) = numeral(text) {
        let decimal = decimal(text);
        let numerals = match first {
            _ if decimal > len => return Some((Numerals::Decimal, 0, decimal)),
            '0'..='9' => Numerals::Ascii,
            '０'..='９' => Numerals::Wide,
            '๐'..='๙' => Numerals::Thai,
            _ => Numerals::Han,
        };
        return (value < 1000).then_some((numerals, value, len));
    }
    if ('①'..='⑳').contains(&first) {
        return Some((Numerals::Circled, first as u32 - '①' as u32 + 1, first.len_utf8()));
    }
    if let Some(at) = "イロハニホヘトチリヌルヲ".chars().position(|kana| kana == first) {
        return Some((Numerals::Kana, at as u32 + 1, first.len_utf8()));
    }
    if let Some(at) = "กขคงจฉชซฌญ".chars().position(|letter| letter == first) {
        return Some((Numerals::Letter, at as u32 + 1, first.len_utf8()));
    }
    let letters = text.bytes().take(6).take_while(u8::is_ascii_alphabetic).count();
    if letters == 1 && first != 'i' && first != 'I' {
        let numerals = if first.is_ascii_lowercase() { Numerals::Letter } else { Numerals::Capital };
        return Some((numerals, first.to_ascii_lowercase() as u32 - 'a' as u32 + 1, 1));
    }
    let (value, len) = roman(&text[..letters].to_ascii_uppercase())?;
    Some((Numerals::Roman, value, len))
}

/// The bytes of a number of several parts, such as `4.1.2`.
fn decimal(text: &str) -> usize {
    let parts = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    text[..parts].trim_end_matches('.').len()
}

#[cfg(test)]
mod tests {
    use super::item;

    #[test]
    fn marks_of_items_are_known_by_their_form() {
        for (line, ordinal) in [
            ("（一）氏名", 1),
            ("(b) rent", 2),
            ("(iv) rent", 4),
            ("2. Rent", 2),
            ("２　前項の届出", 2),
            ("三　理由", 3),
            ("三、理由", 3),
            ("③理由", 3),
            ("ロ　その他", 2),
            ("(๒) ข้อความ", 2),
            ("(ข) ดูแลบ้าน", 2),
        ] {
            assert_eq!(item(line).map(|(_, ordinal)| ordinal), Some(ordinal), "{line}");
        }
        for line in ["二人以上共同犯罪", "2031年の", "A tenant", "(rent) is", "3.5 metres", "", "(", "1.5"]
        {
            let found = item(line).map(|(_, ordinal)| ordinal);
            assert!(found.is_none_or(|ordinal| ordinal == 0), "{line}");
        }
        assert_ne!(item("一　a").map(|(style, _)| style), item("１　a").map(|(style, _)| style));
    }
}

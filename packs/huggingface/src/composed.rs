//! Text that is composed (Unicode's form NFC) for sure, seen at a glance.

/// Whether a text is sure to be in NFC. `false` says nothing: whoever wants to know asks the library, which looks up each character.
pub(crate) fn is_composed(text: &str) -> bool {
    let mut class = 0;
    text.chars().all(|c| {
        let before = class;
        class = match u32::from(c) {
            // Thai marks below and above have an order: phinthu, the short vowels, the tones.
            0xE3A => 9,
            0xE38 | 0xE39 => 103,
            0xE48..=0xE4B => 107,
            // Latin, Thai, general punctuation, kana, Han and syllables of Hangul: nothing combines, nothing has another form.
            0..0x300
            | 0xE01..=0xE5B
            | 0x2010..=0x2027
            | 0x3000..=0x3029
            | 0x3041..=0x3096
            | 0x30A0..=0x30FF
            | 0x4E00..=0x9FFF
            | 0xAC00..=0xD7A3
            | 0xFF01..=0xFF9D => 0,
            _ => return false,
        };
        class == 0 || before <= class
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokenizers::normalizers::NFC;
    use tokenizers::pipeline::Normalizer;

    fn holds(text: &str) {
        assert!(!is_composed(text) || NFC.normalize(text, 0).unwrap() == text, "{text:?}");
    }

    #[test]
    fn what_is_called_composed_is() {
        for c in '\0'..=char::MAX {
            holds(&String::from(c));
            for before in ['a', 'ก', 'が', '가'] {
                holds(&format!("{before}{c}"));
            }
        }
        let thai: Vec<char> = ('\u{e01}'..='\u{e5b}').collect();
        for (one, two) in thai.iter().flat_map(|one| thai.iter().map(move |two| (one, two))) {
            holds(&format!("ก{one}{two}"));
        }
    }

    #[test]
    fn ordinary_text_is_seen_to_be() {
        for text in
            ["Roof tiles — “overlap”.", "น้ำผึ้งป่า ปู่ กู้", "屋顶的瓦片，重叠。", "ポンプが止まった。", "지붕"]
        {
            assert!(is_composed(text), "{text}");
        }
        for text in ["cafe\u{301}", "ก\u{e48}\u{e38}", "か\u{3099}", "\u{212b}"] {
            assert!(!is_composed(text), "{text}");
        }
    }
}

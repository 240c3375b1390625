//! Characters that are written by name or number, in files that hold a little markup: `&amp;`, `&#39;`, `&#x4e2d;`. Pages of HTML have
//! two thousand more names, and rules for those that do not end; the parser of HTML knows them.

/// The character that an entity at the start of a text stands for, and the entity's length.
pub(crate) fn entity(rest: &str) -> Option<(usize, char)> {
    const NAMED: [(&str, char); 8] = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("nbsp", '\u{a0}'),
        ("lrm", '\u{200e}'),
        ("rlm", '\u{200f}'),
        ("quot", '"'),
        ("apos", '\''),
    ];
    let end = rest.bytes().take(12).position(|b| b == b';')?;
    let name = rest.get(1..end)?;
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            code.ok().and_then(char::from_u32).filter(|c| !c.is_control())?
        }
        None => NAMED.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((end + 1, c))
}

/// A text with the characters that its entities stand for.
pub(crate) fn without_entities(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        let (len, c) = entity(&rest[at..]).unwrap_or((1, '&'));
        plain.push(c);
        rest = &rest[at + len..];
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::entity;

    #[test]
    fn names_and_numbers_stand_for_characters() {
        for (written, c) in [("&amp;", '&'), ("&nbsp;", '\u{a0}'), ("&#39;", '\''), ("&#x4e2d;", '中')] {
            assert_eq!(entity(&format!("{written}; x")), Some((written.len(), c)));
        }
        for other in ["&", "& ", "&copy;", "&amp", "&#10;", "&#xd800;", "&#;", "é;"] {
            assert_eq!(entity(other), None, "{other}");
        }
    }
}

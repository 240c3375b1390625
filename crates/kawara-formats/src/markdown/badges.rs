//! Rows of badges: images that are links, which say how a project does, not what it is about.

/// Whether a paragraph is nothing but two or more images that are links: `[![build](…)](…) [![docs](…)](…)`.
pub(crate) fn only(paragraph: &str) -> bool {
    let mut rest = paragraph.trim();
    let mut badges = 0;
    while let Some(behind) = badge(rest) {
        rest = behind.trim_start();
        badges += 1;
    }
    badges > 1 && rest.is_empty()
}

/// What stands behind an image that is a link.
fn badge(text: &str) -> Option<&str> {
    let (_, behind) = text.strip_prefix("[![")?.split_once(']')?;
    target(target(behind)?.strip_prefix(']')?)
}

/// What stands behind the target of a link, `(address)` or `[name]`.
fn target(text: &str) -> Option<&str> {
    let close = match text.as_bytes().first() {
        Some(b'(') => ')',
        Some(b'[') => ']',
        _ => return None,
    };
    text.split_once(close).map(|(_, behind)| behind)
}

#[cfg(test)]
mod tests {
    use super::only;

    #[test]
    fn a_row_of_linked_images_is_badges() {
        assert!(only("[![a](https://x.example/a.svg)](https://x.example)\n[![b][b]][c]"));
        for said in [
            "",
            "[![alone](a.png)](b)",
            "![pump](a.png) ![valve](b.png)",
            "[![a](a.svg)](b) [![c](c.svg)](d) and more",
            "[![a](a.svg)](b) [![c](c.svg",
        ] {
            assert!(!only(said), "{said}");
        }
    }
}

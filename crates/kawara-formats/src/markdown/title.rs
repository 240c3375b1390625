//! Titles of headings as a person reads them.

/// A title without the attributes that documentation tools put behind it: `{#id}`, `{.class}`, `{: #id}`, `{/*id*/}`.
pub(crate) fn clean(words: &str) -> String {
    let mut title = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.ends_with('}')
        && let Some(open) = title.rfind('{')
        && title[open + 1..].trim_start().starts_with(['#', '.', ':', '/'])
    {
        title.truncate(title[..open].trim_end().len());
    }
    title
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn attributes_are_left_out_and_braces_are_not() {
        assert_eq!(clean("谁在维护 Vue？ {#who}"), "谁在维护 Vue？");
        assert_eq!(clean("Setup {/setup-for-it/}"), "Setup");
        assert_eq!(clean("Use of {braces}"), "Use of {braces}");
        assert_eq!(clean("{#only}"), "");
    }
}

//! Titles of headings as a person reads them.

use crate::lines::one_line;

/// A title without the attributes that documentation tools put behind it: `{#id}`, `{.class}`, `{: #id}`, `{/*id*/}`.
pub(crate) fn clean(words: &str) -> String {
    let mut title = one_line(words);
    if let Some(attributes) = attributes(&title) {
        title.truncate(attributes);
    }
    title
}

/// Where the attributes at the end of a line begin, white space before them included.
pub(crate) fn attributes(line: &str) -> Option<usize> {
    let open = line.strip_suffix('}')?.rfind('{')?;
    let are_attributes = line[open + 1..].trim_start().starts_with(['#', '.', ':', '/']);
    are_attributes.then(|| line[..open].trim_end().len())
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

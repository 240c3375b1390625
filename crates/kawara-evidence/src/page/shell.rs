use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use super::escape;

/// The document around a body: everything that a browser needs, and a policy that lets it fetch nothing and run only what is ours.
pub(crate) struct Shell<'s> {
    pub(crate) title: &'s str,
    pub(crate) style: &'s str,
    /// HTML, already escaped.
    pub(crate) body: &'s str,
    /// Data for the script to read, by the id of the element, as [`json`](super::json) writes it.
    pub(crate) data: &'s [(&'s str, &'s str)],
    pub(crate) script: &'s str,
}

impl Shell<'_> {
    pub(crate) fn to_html(&self) -> String {
        let Self { title, style, body, data, script } = self;
        let data: Vec<String> = data
            .iter()
            .map(|(id, json)| format!("<script type=\"application/json\" id=\"{id}\">{json}</script>\n"))
            .collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
            <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action 'none'; \
            style-src '{}'; script-src '{}'\">\n\
            <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
            <meta name=\"color-scheme\" content=\"light dark\">\n\
            <meta name=\"generator\" content=\"kawara\">\n\
            <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}{}<script>{script}</script>\n</body>\n</html>\n",
            source(style),
            source(script),
            escape(title),
            data.concat(),
        )
    }
}

/// How a content security policy names text that may stand in the page.
fn source(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_by_its_hash_may_run() {
        let page = Shell { title: "<t>", style: "", body: "", data: &[("d", "[]")], script: "" }.to_html();
        // The hash of nothing, as anybody has it.
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert!(page.contains(&format!(
            "default-src 'none'; base-uri 'none'; form-action 'none'; style-src {empty}; script-src {empty}\""
        )));
        assert!(page.contains("<title>&lt;t&gt;</title>"));
        assert!(page.contains("<script type=\"application/json\" id=\"d\">[]</script>"));
    }
}

//! Directives by what their text is.

/// What a directive makes of the text under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Code, as it stands.
    Code,
    /// No text: a formula, a picture, a list of contents.
    Opaque,
    /// What follows on its line is text already.
    Words,
    /// What follows is a name, or several, and then text.
    Signature,
    /// Rows of comma-separated values.
    CsvTable,
    /// Rows made of nested lists.
    ListTable,
    /// Text, perhaps with an argument.
    Text,
}

const CODE: &[&str] = &[
    "code",
    "code-block",
    "sourcecode",
    "parsed-literal",
    "doctest",
    "testcode",
    "testoutput",
    "testsetup",
    "testcleanup",
    "prompt",
    "ipython",
    "ipython3",
    "jupyter-execute",
    "productionlist",
    "highlight",
    "literalinclude",
    "code-cell",
    "command-output",
    "plot",
    "exec",
];
const OPAQUE: &[&str] = &[
    "math",
    "raw",
    "image",
    "graphviz",
    "digraph",
    "graph",
    "mermaid",
    "uml",
    "plantuml",
    "toctree",
    "include",
    "contents",
    "sectnum",
    "autosummary",
    "index",
    "meta",
    "default-role",
    "role",
    "tabularcolumns",
    "currentmodule",
    "default-domain",
    "sectionauthor",
    "moduleauthor",
    "codeauthor",
    "rst-class",
    "title",
    "target-notes",
    "header",
    "footer",
    "unicode",
    "date",
    "bibliography",
];
const WORDS: &[&str] = &[
    "note",
    "warning",
    "tip",
    "hint",
    "important",
    "caution",
    "danger",
    "attention",
    "error",
    "seealso",
    "todo",
    "versionadded",
    "versionchanged",
    "versionremoved",
    "deprecated",
    "epigraph",
    "highlights",
    "pull-quote",
    "centered",
    "replace",
];
const SIGNATURES: &[&str] = &[
    "function",
    "method",
    "attribute",
    "data",
    "exception",
    "decorator",
    "describe",
    "object",
    "option",
    "cmdoption",
    "program",
    "envvar",
    "module",
    "classmethod",
    "staticmethod",
    "property",
    "macro",
    "type",
    "struct",
    "union",
    "enum",
    "enumerator",
    "member",
    "var",
    "opcode",
    "directive",
    "confval",
    "setting",
];

impl Use {
    pub(super) fn of(name: &str) -> Self {
        // A domain comes first: `py:function`, `c:type`.
        let bare = name.rsplit(':').next().unwrap_or(name);
        let is = |names: &[&str]| names.contains(&bare);
        match bare {
            "csv-table" => Self::CsvTable,
            "list-table" | "flat-table" => Self::ListTable,
            _ if is(CODE) => Self::Code,
            _ if is(WORDS) => Self::Words,
            _ if is(SIGNATURES) || bare.starts_with("auto") && bare != "autosummary" => Self::Signature,
            // `class` sets a style in docutils and describes a class in Sphinx; what is under it is text both ways.
            "class" => Self::Signature,
            _ if is(OPAQUE) => Self::Opaque,
            _ => Self::Text,
        }
    }
}

/// The name of a directive and what stands behind its colons, of a line without indentation: `.. name:: words`.
pub(super) fn parse(said: &str) -> Option<(&str, &str)> {
    let inner = said.strip_prefix("..")?;
    let inner = inner.strip_prefix([' ', '\t'])?.trim_start();
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'+' | b':');
    let len = inner.bytes().take(80).take_while(is_name).count();
    let (name, rest) = match inner[..len].strip_suffix("::") {
        Some(name) => (name, &inner[len..]),
        None => (&inner[..len], inner[len..].strip_prefix(" ::")?),
    };
    let is_marked = rest.is_empty() || rest.starts_with([' ', '\t']);
    (is_marked && name.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some((name, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_told_from_comments_and_targets() {
        assert_eq!(parse(".. note::"), Some(("note", "")));
        assert_eq!(parse("..  code-block:: python"), Some(("code-block", "python")));
        assert_eq!(parse(".. py:function:: f(a) -> b"), Some(("py:function", "f(a) -> b")));
        assert_eq!(parse(".. versionadded :: 3"), Some(("versionadded", "3")));
        for said in [".. see a::b", ".. _target: x", ".. [1] note", "..", "...", ".. |x| image:: y", ".. ::"]
        {
            assert_eq!(parse(said), None, "{said}");
        }
    }

    #[test]
    fn domains_do_not_matter() {
        assert_eq!(Use::of("py:function"), Use::Signature);
        assert_eq!(Use::of("autoclass"), Use::Signature);
        assert_eq!(Use::of("autosummary"), Use::Opaque);
        assert_eq!(Use::of("unheard-of"), Use::Text);
    }
}

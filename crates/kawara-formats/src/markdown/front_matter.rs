//! Metadata at the head of a document: YAML between `---`, TOML between `+++`, JSON between `{` and `}`.

use std::ops::Range;

use kawara_core::{BlockKind, Joint};

use crate::lines::{is_blank, lines, trim};
use crate::mode::Mode;
use crate::outline::{Outline, Piece, Removal};

/// Front matter and what it says.
pub(crate) struct FrontMatter {
    range: Range<usize>,
    /// The byte behind its last line, where the document begins.
    pub(crate) end: usize,
    fields: Vec<(String, String)>,
}

/// Looks for front matter at byte `start` of the text.
pub(crate) fn find(text: &str, start: usize) -> Option<FrontMatter> {
    let mut all = lines(text, start..text.len());
    let first = all.next()?;
    let (fence, sign) = match first.of(text).trim_end() {
        "---" => ("---", ':'),
        "+++" => ("+++", '='),
        "{" => ("}", ':'),
        _ => return None,
    };
    let is_json = fence == "}";
    let mut fields = Vec::new();
    let mut is_first = true;
    let mut is_top = true;
    let mut indent = 0;
    for line in all {
        let said = line.of(text).trim_end();
        if said == fence || fence == "---" && said == "..." {
            // Where nothing follows the braces, they are the document.
            let is_all = is_json && is_blank(&text[line.next..]);
            return (!is_first && !is_all).then(|| FrontMatter {
                range: trim(text, first.start..line.end),
                end: line.next,
                fields,
            });
        }
        let field = if is_json {
            let name = said.trim_start();
            if is_first {
                indent = said.len() - name.len();
            }
            is_top = said.len() - name.len() == indent;
            field(name.trim_end_matches(','), sign).filter(|_| name.starts_with('"'))
        } else {
            field(said, sign)
        };
        // Two rules with text between them are no front matter: that begins with a key, a comment or a table.
        if is_first && field.is_none() && (is_json || !said.starts_with(['#', '['])) {
            return None;
        }
        is_first = false;
        is_top &= !(sign == '=' && said.starts_with('['));
        if let Some((key, value)) = field
            && is_top
            && let Some(value) = scalar(value)
            && !(is_json && value.contains('\\'))
        {
            fields.push((key.to_owned(), value.to_owned()));
        }
    }
    None
}

impl FrontMatter {
    /// Puts it into the outline: kept as code, or left out. Its title and fields are the document's in both cases.
    pub(crate) fn put(self, mode: Mode, outline: &mut Outline) {
        if mode.plain {
            outline.removed.push(Removal { range: self.range, why: "front matter" });
        } else {
            outline.pieces.insert(0, Piece::new(self.range, BlockKind::Code, Joint::Paragraph));
        }
        outline.title = self.fields.iter().find(|(key, _)| key == "title").map(|(_, value)| value.clone());
        outline.fields = self.fields;
    }
}

/// A key at the start of a line, and what stands behind the sign.
fn field(line: &str, sign: char) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(sign)?;
    let key = key.trim_end();
    let is_key = key.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"')
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '"'));
    let ends = sign == '=' || value.is_empty() || value.starts_with([' ', '\t']);
    (is_key && ends).then(|| (key.trim_matches('"'), value.trim()))
}

/// A simple value without its quotes or the comment behind it; `None` for one that goes on over several lines.
fn scalar(value: &str) -> Option<&str> {
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote) {
            return rest.find(quote).map(|end| &rest[..end]);
        }
    }
    let value = value.find(" #").map_or(value, |comment| value[..comment].trim_end());
    (!value.is_empty() && !value.starts_with(['|', '>', '&', '*', '{'])).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Option<Vec<(String, String)>> {
        find(text, 0).map(|front| front.fields)
    }

    #[test]
    fn simple_fields_are_read() {
        let yaml = "---\r\ntitle: \"A: b\" # c\r\nlang: zh\r\ntags:\r\n  - x\r\nempty:\r\nlist: [a, b]\r\n---\r\n# H\r\n";
        let expected = [("title", "A: b"), ("lang", "zh"), ("list", "[a, b]")];
        assert_eq!(fields(yaml).unwrap(), expected.map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert_eq!(&yaml[find(yaml, 0).unwrap().end..], "# H\r\n");
        let toml = "+++\ntitle = 'T'\ndraft = false\n[extra]\nlang = \"ja\"\n+++\n";
        assert_eq!(
            fields(toml).unwrap(),
            [("title", "T"), ("draft", "false")].map(|(k, v)| (k.to_owned(), v.to_owned()))
        );
    }

    #[test]
    fn fields_of_json_are_read_at_the_first_level() {
        let json = "{\n  \"title\": \"A: b\",\n  \"draft\": false,\n  \"menu\": {\n    \"title\": \"x\"\n  },\n  \"said\": \"\\\"q\\\"\"\n}\n\n# H\n";
        assert_eq!(
            fields(json).unwrap(),
            [("title", "A: b"), ("draft", "false")].map(|(k, v)| (k.to_owned(), v.to_owned()))
        );
        assert_eq!(&json[find(json, 0).unwrap().end..], "\n# H\n");
        for text in ["{\n  \"a\": 1\n}\n", "{\n  a\n}\ntext", "{\n  \"a\": 1\n", "{ \"a\": 1 }\ntext"] {
            assert!(find(text, 0).is_none(), "{text:?}");
        }
    }

    #[test]
    fn rules_are_not_front_matter() {
        for text in [
            "---\n\n# Title\n\n---\n",
            "---\nno end: x\n",
            "---\n---\n",
            "text\n---\na: b\n---\n",
            "---\nJust text\n---\n",
        ] {
            assert!(find(text, 0).is_none(), "{text:?}");
        }
    }
}

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
    let mut said = Said::new(sign);
    let mut is_first = true;
    for line in all {
        let text_of = line.of(text).trim_end();
        if text_of == fence || fence == "---" && text_of == "..." {
            // Where nothing follows the braces, they are the document.
            let is_all = is_json && is_blank(&text[line.next..]);
            return (!is_first && !is_all).then(|| FrontMatter {
                range: trim(text, first.start..line.end),
                end: line.next,
                fields: said.fields,
            });
        }
        // Two rules with text between them are no front matter: that begins with a key, a comment or a table.
        let begins = || if is_json { member(text_of.trim_start()) } else { field(text_of, sign) };
        if is_first && begins().is_none() && (is_json || !text_of.starts_with(['#', '['])) {
            return None;
        }
        is_first = false;
        said.line(text_of);
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

/// More tables inside of each other are not followed.
const DEEPEST: usize = 8;

/// The fields found so far, and where the next line stands.
struct Said {
    sign: char,
    fields: Vec<(String, String)>,
    /// Names of the tables that are open, each with the indent of the line that names it.
    open: Vec<(usize, String)>,
    /// The indent of the first field.
    outermost: Option<usize>,
    /// What the names of fields begin with in this table of TOML; `None` in a list of tables.
    table: Option<String>,
    pending: Pending,
}

/// A value that goes on over several lines.
enum Pending {
    No,
    /// A list: its name, and its text so far.
    List(String, String),
    /// Text between these quotes, which is no field.
    Quoted(&'static str),
    /// Text that is indented more than this, which is no field.
    Indented(usize),
}

impl Said {
    fn new(sign: char) -> Self {
        let (fields, open) = (Vec::new(), Vec::new());
        Self { sign, fields, open, outermost: None, table: Some(String::new()), pending: Pending::No }
    }

    fn line(&mut self, line: &str) {
        let rest = line.trim_start();
        let indent = line.len() - rest.len();
        match &mut self.pending {
            Pending::No => {}
            Pending::List(name, list) => {
                let rest = uncommented(rest);
                list.push(' ');
                list.push_str(rest);
                if is_closed(rest) {
                    let (name, list) = (std::mem::take(name), std::mem::take(list));
                    self.pending = Pending::No;
                    self.list(&name, &list);
                }
                return;
            }
            Pending::Quoted(quotes) => {
                if line.contains(*quotes) {
                    self.pending = Pending::No;
                }
                return;
            }
            Pending::Indented(less) if rest.is_empty() || indent > *less => return,
            Pending::Indented(_) => self.pending = Pending::No,
        }
        if rest.is_empty() || rest.starts_with('#') {
            return;
        }
        if self.sign == '=' && rest.starts_with('[') {
            let table =
                rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(name, _)| name.trim());
            self.table = table.filter(|name| !name.starts_with('[')).map(|name| format!("{name}."));
            return;
        }
        if let Some(item) = rest.strip_prefix("- ") {
            self.open.retain(|(open, _)| *open <= indent);
            let value = item.trim();
            if let Some(value) = scalar(value).filter(|_| field(value, self.sign).is_none()) {
                let name = self.name("");
                self.add(name.map(|name| name.trim_end_matches('.').to_owned()), value);
            }
            return;
        }
        self.open.retain(|(open, _)| *open < indent);
        let found = if rest.starts_with('"') { member(rest) } else { field(rest, self.sign) };
        let Some((key, value)) = found else { return };
        let is_inside = *self.outermost.get_or_insert(indent) != indent;
        if is_inside && self.open.is_empty() && self.sign != '=' {
            return;
        }
        let Some(name) = self.name(key) else { return };
        match value {
            "" | "{" if self.sign == ':' => {
                if self.open.len() < DEEPEST {
                    self.open.push((indent, key.to_owned()));
                }
            }
            _ if value.starts_with(['|', '>']) => self.pending = Pending::Indented(indent),
            _ if value.starts_with('[') => match uncommented(value) {
                list if is_closed(list) => self.list(&name, list),
                list => self.pending = Pending::List(name, list.to_owned()),
            },
            _ => {
                for quotes in ["\"\"\"", "'''"] {
                    if let Some(rest) = value.strip_prefix(quotes) {
                        if !rest.contains(quotes) {
                            self.pending = Pending::Quoted(quotes);
                        }
                        return;
                    }
                }
                if let Some(value) = scalar(value) {
                    self.add(Some(name), value);
                }
            }
        }
    }

    /// The dotted name of a key in the tables that are open.
    fn name(&self, key: &str) -> Option<String> {
        let table = self.table.as_ref()?;
        let open: String = self.open.iter().map(|(_, name)| format!("{name}.")).collect();
        Some(format!("{table}{open}{key}"))
    }

    fn add(&mut self, name: Option<String>, value: &str) {
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            self.fields.push((name, value.to_owned()));
        }
    }

    /// A list of simple values between brackets; one that holds lists or tables is passed over.
    fn list(&mut self, name: &str, list: &str) {
        let list = list.trim_end_matches(',');
        let Some(inside) = list.strip_prefix('[').and_then(|list| list.strip_suffix(']')) else { return };
        let mut quote = None;
        let items = inside.split(|c| {
            match (quote, c) {
                (Some(open), _) if open == c => quote = None,
                (None, '"' | '\'') => quote = Some(c),
                _ => {}
            }
            c == ',' && quote.is_none()
        });
        let items: Vec<&str> = items.map(str::trim).filter(|item| !item.is_empty()).collect();
        if items.iter().any(|item| item.starts_with(['[', '{'])) {
            return;
        }
        for item in items.into_iter().filter_map(scalar) {
            self.add(Some(name.to_owned()), item);
        }
    }
}

/// Whether a list ends on this line.
fn is_closed(line: &str) -> bool {
    line.trim_end_matches(',').ends_with(']')
}

/// A line without the comment at its end.
fn uncommented(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match quote {
            None if c == '#' && before == ' ' => return line[..at].trim_end(),
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
        before = c;
    }
    line
}

/// A member of a JSON object on a line of its own.
fn member(line: &str) -> Option<(&str, &str)> {
    field(line.trim_end_matches(','), ':').filter(|_| line.starts_with('"'))
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
            // What is escaped is not read, rather than read wrong.
            let inside = rest.find(quote).map(|end| &rest[..end]);
            return inside.filter(|inside| quote == '\'' || !inside.contains('\\'));
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
        let yaml = "---\r\ntitle: \"A: b\" # c\r\nlang: zh\r\ntags:\r\n  - x\r\nempty:\r\nlist: [a, b]\r\npath: C:\\x\r\nsaid: \"a \\\"b\\\"\"\r\n---\r\n# H\r\n";
        let expected = [
            ("title", "A: b"),
            ("lang", "zh"),
            ("tags", "x"),
            ("list", "a"),
            ("list", "b"),
            ("path", "C:\\x"),
        ];
        assert_eq!(fields(yaml).unwrap(), expected.map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert_eq!(&yaml[find(yaml, 0).unwrap().end..], "# H\r\n");
        let toml = "+++\ntitle = 'T'\ndraft = false\n[extra]\nlang = \"ja\"\n+++\n";
        assert_eq!(
            fields(toml).unwrap(),
            [("title", "T"), ("draft", "false"), ("extra.lang", "ja")]
                .map(|(k, v)| (k.to_owned(), v.to_owned()))
        );
    }

    #[test]
    fn lists_and_tables_are_read() {
        for (text, expected) in [
            (
                "---\ntags:\n- a\n- 'b, c' # d\nauthor:\n  name: A\n  links:\n    - x\n  team: t\ndate: 2024-01-01\n---\n",
                "tags=a tags=b, c author.name=A author.links=x author.team=t date=2024-01-01",
            ),
            (
                "---\nnote: |\n  status: x\n\n  more: y\ntags: [\n  a, # of two\n  \"b, c\",\n]\nstatus: draft\n---\n",
                "tags=a tags=b, c status=draft",
            ),
            (
                "---\na: x\n   b: y\nlist:\n  - name: n\n  - z\nrows: [[1], [2]]\nempty: []\n---\n",
                "a=x list=z",
            ),
            (
                "+++\ntags = [\"a\", 'b'] # c\ntext = \"\"\"\nstatus = \"x\"\n\"\"\"\n[extra.more]\nlevel = 3\n[[menu]]\nname = \"n\"\n+++\n",
                "tags=a tags=b extra.more.level=3",
            ),
            (
                "{\n  \"tags\": [\n    \"a\",\n    \"b\"\n  ],\n  \"menu\": {\n    \"title\": \"x\"\n  },\n  \"list\": [\"c\", \"d\"]\n}\ntext\n",
                "tags=a tags=b menu.title=x list=c list=d",
            ),
        ] {
            let found: Vec<_> =
                fields(text).unwrap().iter().map(|(name, value)| format!("{name}={value}")).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn deep_tables_cost_no_more_than_they_are_long() {
        let deep: String =
            (0..20_000).map(|depth| format!("{:depth$}k:\n", "", depth = depth % 400)).collect();
        assert!(fields(&format!("---\n{deep}a: b\n---\n")).unwrap().len() < 2);
        let lists = "tags: [\n".repeat(50_000);
        assert!(fields(&format!("---\n{lists}]\n---\n")).unwrap().len() < 2);
    }

    #[test]
    fn what_is_escaped_in_json_is_passed_over() {
        let json = "{\n  \"title\": \"A: b\",\n  \"draft\": false,\n  \"menu\": {\n    \"title\": \"x\"\n  },\n  \"said\": \"\\\"q\\\"\"\n}\n\n# H\n";
        assert_eq!(
            fields(json).unwrap(),
            [("title", "A: b"), ("draft", "false"), ("menu.title", "x")]
                .map(|(k, v)| (k.to_owned(), v.to_owned()))
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

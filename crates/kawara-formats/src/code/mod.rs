//! Source code: top-level items as blocks, long ones divided at their blank lines.

mod items;
mod languages;

use kawara_core::{BlockKind, Joint, Options, Reader, Reading, Result};

use crate::lines::{bom, trim_lines};
use crate::mode::Mode;
use crate::outline::{Outline, Piece, Whole};
use items::{Run, divide, items, runs, signature};

pub(crate) use languages::{EXTENSIONS, MEDIA_TYPES};

/// The reader of source code in any language that indents.
///
/// A block begins at the margin behind a blank line and holds the comments above it and all that is indented below.
/// One that no chunk would hold is divided at its own blank lines; its parts bring its first line along.
#[derive(Clone, Copy, Debug, Default)]
pub struct Code;

impl Reader for Code {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Mode::of(options)?;
        Ok(Box::new(Whole(outline)))
    }
}

fn outline(text: &str) -> Outline {
    let mut outline = Outline::default();
    let runs = runs(text, bom(text)..text.len());
    for item in items(&runs) {
        let item = Item { runs: item, joint: Joint::Paragraph, head: "", lead: None };
        add(text, item, MAX_DEPTH, &mut outline);
    }
    outline
}

/// The largest item that stays one block, in bytes: about what a chunk of 400 to 500 tokens holds.
const LARGE: usize = 2_000;
/// How often items are divided: a class, its methods, their blocks.
const MAX_DEPTH: usize = 3;

/// Runs of lines that belong together, and the first lines of what they stand in.
struct Item<'r> {
    runs: &'r [Run],
    joint: Joint,
    head: &'r str,
    lead: Option<u32>,
}

fn add(text: &str, item: Item<'_>, depth: usize, outline: &mut Outline) {
    let Some((first, inner)) = item.runs.split_first() else { return };
    let end = item.runs.last().map_or(first.end, |last| last.end);
    let is_whole = inner.is_empty() || end - first.start <= LARGE || depth == 0;
    let block = trim_lines(text, first.start..if is_whole { end } else { first.end });
    outline.pieces.push(Piece::new(block, BlockKind::Code, item.joint).with_lead(item.lead));
    if is_whole {
        return;
    }
    let (head, lead) = match signature(text, first) {
        None => (item.head.to_owned(), item.lead),
        Some(line) => {
            let above = if item.head.is_empty() { String::new() } else { format!("{}\n", item.head) };
            let head = format!("{above}{}", text[line.clone()].trim_end());
            let lead = outline.lead(head.as_str(), line.end);
            (head, lead)
        }
    };
    for part in divide(inner) {
        add(text, Item { runs: part, joint: Joint::Line, head: &head, lead }, depth - 1, outline);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Vec<&str> {
        outline(text).pieces.iter().map(|piece| &text[piece.range.clone()]).collect()
    }

    #[test]
    fn an_item_holds_its_comments_and_all_that_is_indented() {
        let text = "// licence\n\nuse a;\nuse b;\n\n// section\n\n/// Doc.\nfn f() {\n    a();\n\n    b();\n\n}\n\n#[test]\nfn g() {}\n";
        assert_eq!(
            blocks(text),
            [
                "// licence",
                "use a;\nuse b;",
                "// section\n\n/// Doc.\nfn f() {\n    a();\n\n    b();\n\n}",
                "#[test]\nfn g() {}"
            ]
        );
    }

    #[test]
    fn a_large_item_is_divided_and_its_parts_know_where_they_stand() {
        let body = "        x = 1\n".repeat(100);
        let text = format!(
            "# doc\nclass A:\n    \"\"\"Doc.\"\"\"\n\n    def f(self):\n{body}\n{body}\n    # note\n\n    def g(self):\n        pass\n"
        );
        let found = outline(&text);
        let starts: Vec<_> =
            found.pieces.iter().map(|p| text[p.range.clone()].lines().next().unwrap()).collect();
        assert_eq!(starts, ["# doc", "    def f(self):", "        x = 1", "    # note"]);
        let lead = |nth: usize| found.pieces[nth].lead.map(|lead| found.leads[lead as usize].text.as_str());
        assert_eq!(
            [0, 1, 2, 3].map(lead),
            [None, Some("class A:"), Some("class A:\n    def f(self):"), Some("class A:")]
        );
        assert_eq!(found.pieces[3].joint, Joint::Line);
    }

    #[test]
    fn blank_lines_inside_a_string_end_nothing() {
        let text = "\"\"\"\nDoc.\n\nMore.\n\n\"\"\"\n\nimport a\n\nx = '''\nb\n\nc'''\n";
        assert_eq!(blocks(text), ["\"\"\"\nDoc.\n\nMore.\n\n\"\"\"", "import a", "x = '''\nb\n\nc'''"]);
        let never_closed = "a = 1\n\nb = \"\"\"\n\nc = 2\n\nd = 3\n";
        assert_eq!(blocks(never_closed).len(), 4);
        let long = format!("\"\"\"\n{}\"\"\"\n", "A paragraph of the manual.\n\n".repeat(100));
        assert_eq!(blocks(&long).len(), 101);
    }

    #[test]
    fn nothing_is_lost_without_blank_lines_or_with_nothing_else() {
        assert_eq!(blocks("\u{feff}    a\nb\r\n"), ["    a\nb"]);
        assert!(blocks("\n \n").is_empty());
        let steps: String = (0..2000).map(|n| format!("{}x\n\n", " ".repeat(n))).collect();
        assert_eq!(blocks(&steps).concat().matches('x').count(), 2000);
    }
}

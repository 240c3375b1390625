//! Source code: top-level items as blocks, long ones divided at their blank lines.
//!
//! `syntax` knows the marks of the language, `spans` the strings and comments over several lines, `items` what belongs together;
//! here items become blocks, and `docs` finds the comments that are running text.

mod docs;
mod items;
mod languages;
mod spans;
mod syntax;

use std::ops::Range;

use kawara_core::{BlockKind, Joint, Options, Reader, Reading, Result};

use crate::lines::{bom, is_blank, line_end, line_start, lines, trim_lines};
use crate::mode::Mode;
use crate::outline::{Outline, Piece, Whole};
use docs::paragraphs;
use items::{Run, divide, items, runs, signature};
use spans::{Span, spans};
use syntax::Syntax;

pub(crate) use languages::{EXTENSIONS, MEDIA_TYPES};

/// The reader of source code in any language that indents.
///
/// A block begins at the margin behind a blank line and holds the comments above it and all that is indented below.
/// One that no chunk would hold is divided at its own blank lines; its parts bring its first line along. Strings and comments that
/// span lines are kept whole, and long ones that are running text are read as such.
#[derive(Clone, Copy, Debug, Default)]
pub struct Code;

impl Reader for Code {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Mode::of(options)?;
        Ok(Box::new(Whole(outline)))
    }
}

fn outline(text: &str) -> Outline {
    let range = bom(text)..text.len();
    let spans = spans(text, range.clone(), Syntax::of(text));
    let runs = runs(text, range, &spans);
    let mut file = File { text, spans: &spans, outline: Outline::default() };
    for item in items(&runs) {
        file.add(Item { runs: item, joint: Joint::Paragraph, head: "", lead: None }, MAX_DEPTH);
    }
    file.outline
}

/// The largest item that stays one block, in bytes: about what a chunk of 400 to 500 tokens holds.
const LARGE: usize = 2_000;
/// The least that a chunk of that size may not hold, in bytes: code in a script of three bytes a letter, or all signs.
const MAY_BE_CUT: usize = 1_000;
/// How often items are divided: a class, its methods, their blocks.
const MAX_DEPTH: usize = 3;

/// Runs of lines that belong together, and the first lines of what they stand in.
struct Item<'r> {
    runs: &'r [Run],
    joint: Joint,
    head: &'r str,
    lead: Option<u32>,
}

struct File<'t> {
    text: &'t str,
    spans: &'t [Span],
    outline: Outline,
}

impl File<'_> {
    fn add(&mut self, item: Item<'_>, depth: usize) {
        // What begins with a string or comment holds all of it.
        let inside = item.runs.iter().skip(1).take_while(|run| run.in_span).count();
        let (Some(first), inner) = (item.runs.first(), item.runs.get(inside + 1..).unwrap_or_default())
        else {
            return;
        };
        let end = item.runs.last().map_or(first.end, |last| last.end);
        let head_end = item.runs.get(inside).map_or(first.end, |run| run.end);
        let is_whole = inner.is_empty() || end - first.start <= LARGE || depth == 0;
        let (head, lead) = self.lead(&item, first);
        let block = trim_lines(self.text, first.start..if is_whole { end } else { head_end });
        // One that is small enough not to be cut says itself what it is: then what it stands in is worth more.
        let line_end =
            lead.and_then(|lead| self.outline.leads.get(lead as usize)).map_or(0, |lead| lead.body);
        if item.lead.is_none() {
            self.keep(block, item.joint, lead);
        } else if block.len() > MAY_BE_CUT && lead != item.lead && block.contains(&line_end) {
            self.keep(block.start..line_end, item.joint, item.lead);
            self.keep(line_end..block.end, Joint::Sentence, lead);
        } else {
            self.keep(block, item.joint, item.lead);
        }
        if !is_whole {
            for part in divide(inner) {
                self.add(Item { runs: part, joint: Joint::Line, head: &head, lead }, depth - 1);
            }
        }
    }

    /// What the parts of an item bring along: the first lines of it and of what it stands in, as one line.
    fn lead(&mut self, item: &Item<'_>, first: &Run) -> (String, Option<u32>) {
        let end = item.runs.last().map_or(first.end, |last| last.end);
        // What is small is not cut, nor is it divided.
        let line = signature(self.text, first, self.spans)
            .filter(|line| end - first.start > LEAST_LED && heads(&self.text[line.start..end], line.len()));
        let Some(line) = line else { return (item.head.to_owned(), item.lead) };
        let said = self.text[line.clone()].trim();
        let tail = if said.ends_with('(') { "…)" } else { "" };
        let above = if item.head.is_empty() { String::new() } else { format!("{} > ", item.head) };
        let head = format!("{above}{said}{tail}");
        let lead = self.outline.lead(head.as_str(), line.end);
        (head, lead)
    }

    /// Keeps lines as code: one block, or if there are many, what spans lines in blocks of its own.
    fn keep(&mut self, block: Range<usize>, joint: Joint, lead: Option<u32>) {
        let (mut from, mut joint) = (block.start, joint);
        if block.len() > LARGE {
            let first = self.spans.partition_point(|span| span.range.start < block.start);
            for span in self.spans[first..].iter().take_while(|span| span.range.end <= block.end) {
                let (start, end) = whole_lines(self.text, span.range.clone(), &block);
                if start < from {
                    continue;
                }
                self.push(from..start, BlockKind::Code, &mut joint, lead);
                if span.range.len() >= LONG_DOC {
                    for paragraph in paragraphs(self.text, start..end) {
                        // What announces an example stays with it.
                        joint = if paragraph.is_announced { joint.max(Joint::Sentence) } else { joint };
                        self.push(paragraph.range, paragraph.kind, &mut joint, lead);
                    }
                } else {
                    self.push(start..end, BlockKind::Code, &mut joint, lead);
                }
                from = end;
            }
        }
        self.push(from..block.end, BlockKind::Code, &mut joint, lead);
    }

    fn push(&mut self, range: Range<usize>, kind: BlockKind, joint: &mut Joint, lead: Option<u32>) {
        let range = trim_lines(self.text, range);
        if !range.is_empty() {
            let joint = std::mem::replace(joint, Joint::Line);
            self.outline.pieces.push(Piece::new(range, kind, joint).with_lead(lead));
        }
    }
}

/// Whether the first line of a text, which has this length, has others under it.
fn heads(text: &str, len: usize) -> bool {
    let (line, below) = text.split_at(len);
    let Some(next) = lines(below, 0..below.len()).map(|line| line.of(below)).find(|line| !is_blank(line))
    else {
        return false;
    };
    let column = |line: &str| line.len() - line.trim_start().len();
    line.trim_end().ends_with(['{', ':', '(', '['])
        || column(next) > column(line)
        || next.trim_start().starts_with('{')
}

/// The shortest item that may have to be cut, in bytes.
const LEAST_LED: usize = 400;
/// The shortest comment or string that is read as language, in bytes.
const LONG_DOC: usize = 600;

/// The lines that a span touches, within those of its block.
fn whole_lines(text: &str, span: Range<usize>, lines: &Range<usize>) -> (usize, usize) {
    (line_start(text, lines.start..span.start), line_end(text, span.end..lines.end))
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
        let body = "        x = 1";
        assert_eq!(starts, ["# doc", "    def f(self):", body, body, "    # note"]);
        let lead = |nth: usize| found.pieces[nth].lead.map(|lead| found.leads[lead as usize].text.as_str());
        assert_eq!(
            [1, 2, 3, 4].map(lead),
            ["class A:", "class A: > def f(self):", "class A: > def f(self):", "class A:"].map(Some)
        );
        assert_eq!(found.pieces[4].joint, Joint::Line);
    }

    #[test]
    fn a_method_that_may_be_cut_is_led_by_its_class_and_then_by_itself() {
        let body = "        x = 1\n".repeat(90);
        let text = format!(
            "class A:\n    \"\"\"Doc.\"\"\"\n\n    def f(self):\n{body}\n    def g(self):\n        y\n{body}"
        );
        let found = outline(&text);
        let led = found.pieces.iter().map(|piece| {
            let said = text[piece.range.clone()].lines().next().unwrap().trim();
            (said, found.leads[piece.lead.unwrap() as usize].text.as_str(), piece.joint)
        });
        assert_eq!(
            led.collect::<Vec<_>>(),
            [
                ("class A:", "class A:", Joint::Paragraph),
                ("def f(self):", "class A:", Joint::Line),
                ("x = 1", "class A: > def f(self):", Joint::Sentence),
                ("def g(self):", "class A:", Joint::Line),
                ("y", "class A: > def g(self):", Joint::Sentence),
            ]
        );
    }

    #[test]
    fn blank_lines_inside_a_string_end_nothing() {
        let text = "\"\"\"\nDoc.\n\nMore.\n\n\"\"\"\n\nimport a\n\nx = '''\nb\n\nc'''\n";
        assert_eq!(blocks(text), ["\"\"\"\nDoc.\n\nMore.\n\n\"\"\"", "import a", "x = '''\nb\n\nc'''"]);
        let never_closed = "a = 1\n\nb = \"\"\"\n\nc = 2\n\nd = 3\n";
        assert_eq!(blocks(never_closed).len(), 4);
        let long = format!("\"\"\"\n{}\"\"\"\n", "A paragraph of the manual.\n\n".repeat(100));
        assert_eq!(blocks(&long).len(), 100);
    }

    #[test]
    fn definitions_are_items_without_blank_lines_too() {
        let text = "fn a() {\n    b();\n}\n/// Doc.\n#[inline]\nfn c() {\n    d();\n} \nfn e() {}\n";
        assert_eq!(blocks(text).len(), 3);
        assert!(blocks(text)[1].starts_with("/// Doc.\n#[inline]\nfn c()"));
        let python = "import a\n\nfrom b import (\n    c,\n)\n\nimport d\n\nx = 1\ndef f():\n    if g:\n        h()\n    else:\n        i()\n@j\ndef k():\n    pass\n";
        let found = blocks(python);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].starts_with("import a") && found[0].ends_with("import d"));
        assert!(found[1].ends_with("i()") && found[2].starts_with("@j"));
    }

    #[test]
    fn a_long_comment_is_read_as_language_and_a_string_is_kept_whole() {
        use BlockKind::{Code, Prose};
        let doc = " * 弁を閉じる。すでに閉じていれば何もしない。\n".repeat(30);
        let rows = "    x\n".repeat(10);
        let body = "    a();\n".repeat(200);
        let text = format!(
            "use a;\n\n/**\n{doc} */\nfn close(v: &mut Valve) {{\n{body}    let s = r#\"\n{rows}\"#;\n{body}}}\n"
        );
        let found = outline(&text);
        let kinds: Vec<_> = found.pieces.iter().map(|piece| piece.kind).collect();
        assert_eq!(kinds, [Code, Prose, Code, Code, Code]);
        let said = blocks(&text);
        assert!(said[1].starts_with("/**") && said[1].ends_with("*/"));
        assert!(said[3].starts_with("    let s = r#\"") && said[3].ends_with("\"#;"));
        let lead = &found.leads[found.pieces[4].lead.unwrap() as usize];
        assert_eq!(lead.text, "fn close(v: &mut Valve) {");
        assert_eq!(blocks("/**\n * Short.\n */\nfn a() {}\n").len(), 1);
    }

    #[test]
    fn nothing_is_lost_without_blank_lines_or_with_nothing_else() {
        assert_eq!(blocks("\u{feff}    a\nb\r\n"), ["    a\nb"]);
        assert!(blocks("\n \n").is_empty());
        let steps: String = (0..2000).map(|n| format!("{}x\n\n", " ".repeat(n))).collect();
        assert_eq!(blocks(&steps).concat().matches('x').count(), 2000);
    }
}

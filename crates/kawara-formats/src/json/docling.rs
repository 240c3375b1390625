//! The document that Docling makes of a PDF or Office file: a tree of references into lists of texts, tables and pictures.

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Error, ErrorKind, Joint, Options, Reader, Reading, Result};

use super::document::{Document, Form};
use super::page::Page;
use super::place::{of_prov, page_number};
use super::table::docling_rows;
use super::tape::{Kind, Node, Tape};
use crate::lines::trim;

/// The reader of Docling's documents (`DoclingDocument` as JSON), in the order of reading: headings, paragraphs, list items, code, formulas,
/// rows of tables and captions, with the page and the place of each.
///
/// Running heads and feet are skipped, and so is all that says how a page looks. Where the order of reading is not that of the source, such
/// as where a table stands between paragraphs, the map back to the source is [scattered](kawara_core::SourceMap::is_scattered).
#[derive(Clone, Copy, Debug, Default)]
pub struct Docling;

impl Reader for Docling {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(Document::open(options, Form::Docling)?))
    }
}

/// Whether a document says that it is Docling's.
pub(super) fn is_docling(source: &str, tape: &Tape) -> bool {
    tape.member(source, 0, "schema_name")
        .is_some_and(|at| source.get(tape.node(at).inner()) == Some("DoclingDocument"))
}

/// The lists that references lead into.
const LISTS: [&str; 6] = ["texts", "tables", "pictures", "groups", "key_value_items", "form_items"];

/// Reads the body in its order.
pub(super) fn read<'t>(source: &'t str, tape: &Tape, out: &mut Blocks) -> Result<Cow<'t, str>> {
    let body = tape.member(source, 0, "body");
    let Some(body) = body.filter(|body| tape.member(source, *body, "children").is_some()) else {
        let message =
            "not a Docling document: it has no `body` with `children`; JSON of your own is read as `json`";
        return Err(Error::new(ErrorKind::Read, message));
    };
    out.content_type("application/vnd.docling+json");
    let list =
        |name| tape.member(source, 0, name).map_or_else(Vec::new, |list| tape.children(list).collect());
    let page = Page::scattered(source, out, "layout");
    let mut walk =
        Walk { source, tape, page, lists: LISTS.map(list), seen: vec![false; tape.len()], was_item: false };
    let mut open = walk.references(body, "children");
    open.reverse();
    while let Some(at) = open.pop() {
        let from = open.len();
        open.extend(walk.element(at));
        open[from..].reverse();
    }
    walk.leave_out_the_rest();
    Ok(walk.page.finish())
}

struct Walk<'w, 't, 'b> {
    source: &'t str,
    tape: &'w Tape,
    page: Page<'t, 'b>,
    lists: [Vec<usize>; LISTS.len()],
    /// Elements that were read, by their place on the tape.
    seen: Vec<bool>,
    was_item: bool,
}

impl<'t> Walk<'_, 't, '_> {
    /// Writes an element, and says what stands below it.
    fn element(&mut self, at: usize) -> Vec<usize> {
        if std::mem::replace(&mut self.seen[at], true) {
            return Vec::new();
        }
        let label = self.string(at, "label");
        if self.string(at, "content_layer") == "furniture" || matches!(label, "page_header" | "page_footer") {
            self.leave_out(at);
            return Vec::new();
        }
        let is_item = std::mem::replace(&mut self.was_item, label == "list_item");
        match self.list_of(at) {
            Some("tables") => self.table(at),
            Some("pictures") => {
                self.captions(at);
                Vec::new()
            }
            Some("key_value_items" | "form_items") => {
                self.pairs(at);
                Vec::new()
            }
            Some("groups") if label == "inline" => {
                self.inline(at);
                Vec::new()
            }
            Some("groups") => {
                self.was_item = is_item;
                self.references(at, "children")
            }
            _ => {
                self.text(at, label, is_item);
                // Captions of code stand below it.
                self.references(at, "children")
            }
        }
    }

    fn text(&mut self, at: usize, label: &str, is_item: bool) {
        let Some(text) = self.said(at) else { return };
        let range = match label {
            "title" => self.page.heading(&text, 1),
            "section_header" => {
                let level = page_number(self.source, self.tape, self.tape.member(self.source, at, "level"));
                self.page.heading(&text, level.unwrap_or(1).clamp(1, 98) as u8 + 1)
            }
            "code" => self.page.block(&text, BlockKind::Code, Joint::Paragraph),
            "formula" => self.page.block(&text, BlockKind::Opaque, Joint::Paragraph),
            "list_item" if is_item => self.page.block(&text, BlockKind::Prose, Joint::Line),
            _ => self.page.block(&text, BlockKind::Prose, Joint::Paragraph),
        };
        self.pages(at, range);
    }

    fn table(&mut self, at: usize) -> Vec<usize> {
        self.captions(at);
        if let Some(data) = self.tape.member(self.source, at, "data") {
            let range = docling_rows(&mut self.page, self.tape, data);
            self.pages_of_whole(at, range);
        }
        self.references(at, "footnotes")
    }

    fn captions(&mut self, at: usize) {
        for caption in self.references(at, "captions") {
            if !std::mem::replace(&mut self.seen[caption], true) {
                self.text(caption, "caption", false);
            }
        }
    }

    /// Texts that make up one paragraph.
    fn inline(&mut self, at: usize) {
        let mut start = None;
        for child in self.references(at, "children") {
            if self.list_of(child) != Some("texts") || std::mem::replace(&mut self.seen[child], true) {
                continue;
            }
            let Some(text) = self.said(child) else { continue };
            match start {
                None => start = Some(self.page.begin_block(Joint::Paragraph)),
                Some(_) => self.page.insert(" "),
            }
            let from = self.page.len();
            self.page.value(&text);
            self.pages(child, from..self.page.len());
        }
        if let Some(start) = start {
            self.page.end_block(start, BlockKind::Prose, Joint::Paragraph);
        }
    }

    /// Keys with the values that they are linked to, then what is linked to nothing.
    fn pairs(&mut self, at: usize) {
        let (source, tape) = (self.source, self.tape);
        let Some(graph) = tape.member(source, at, "graph") else { return };
        let members =
            |name| tape.member(source, graph, name).into_iter().flat_map(|list| tape.children(list));
        let id = |of, name| page_number(source, tape, tape.member(source, of, name));
        let cells: std::collections::BTreeMap<u32, usize> =
            members("cells").filter_map(|cell| Some((id(cell, "cell_id")?, cell))).collect();
        let links = members("links").filter(|link| self.string(*link, "label") == "to_value");
        let pairs: Vec<_> = links
            .filter_map(|link| {
                Some([*cells.get(&id(link, "source_cell_id")?)?, *cells.get(&id(link, "target_cell_id")?)?])
            })
            .collect();
        let start = self.page.len();
        let mut joint = Joint::Paragraph;
        for pair in pairs.iter().map(|pair| &pair[..]).chain(cells.values().map(std::slice::from_ref)) {
            if pair.iter().any(|cell| self.seen[*cell]) || pair.first() == pair.get(1) {
                continue;
            }
            let from = self.page.begin_block(joint);
            for (nth, cell) in pair.iter().enumerate() {
                self.seen[*cell] = true;
                if nth > 0 {
                    self.page.insert(": ");
                }
                if let Some(text) = self.said(*cell) {
                    self.page.value(&text);
                }
            }
            self.page.end_block(from, BlockKind::Row, joint);
            joint = Joint::Line;
        }
        self.pages_of_whole(at, start..self.page.len());
    }

    /// Notes the pages of an element, each for the characters that stand on it.
    fn pages(&mut self, at: usize, range: Range<usize>) {
        let text = self.page.since(range.start).to_owned();
        let (mut chars, mut rest) = (0, text.char_indices().peekable());
        let mut provs = Vec::new();
        for prov in self.provs(at) {
            let Some((note, span)) = of_prov(self.source, self.tape, prov) else { continue };
            let mut byte_of = |to: usize| {
                while chars < to && rest.next().is_some() {
                    chars += 1;
                }
                rest.peek().map_or(text.len(), |(byte, _)| *byte)
            };
            let from = byte_of(span.start);
            provs.push((range.start + from..range.start + byte_of(span.end), note));
        }
        for (range, note) in provs {
            self.page.note(range, note);
        }
    }

    /// A table or a form is wherever its first part is.
    fn pages_of_whole(&mut self, at: usize, range: Range<usize>) {
        let first = self.provs(at).into_iter().find_map(|prov| of_prov(self.source, self.tape, prov));
        if let Some((note, _)) = first {
            self.page.note(range, note);
        }
    }

    fn provs(&self, at: usize) -> Vec<usize> {
        self.tape
            .member(self.source, at, "prov")
            .map_or_else(Vec::new, |provs| self.tape.children(provs).collect())
    }

    /// What the body does not lead to.
    fn leave_out_the_rest(&mut self) {
        for at in std::mem::take(&mut self.lists[0]) {
            if !self.seen[at] {
                self.leave_out(at);
            }
        }
    }

    fn leave_out(&mut self, at: usize) {
        let why = match self.string(at, "label") {
            "page_header" => "page header",
            "page_footer" => "page footer",
            _ if self.string(at, "content_layer") == "furniture" => "furniture",
            _ => "not in the body",
        };
        if let Some(text) = self.said(at) {
            self.page.skip(text.range(), why);
        }
    }

    /// The text of an element: as it was found, where nothing was made of it.
    fn said(&self, at: usize) -> Option<Node> {
        let said = |name| {
            let node = self.tape.node(self.tape.member(self.source, at, name)?);
            let is_text = node.kind == Kind::String && !trim(self.source, node.inner()).is_empty();
            is_text.then_some(node)
        };
        said("text").or_else(|| said("orig"))
    }

    fn string(&self, at: usize, name: &str) -> &'t str {
        let node = self.tape.member(self.source, at, name).map(|at| self.tape.node(at));
        node.filter(|node| node.kind == Kind::String).map_or("", |node| &self.source[node.inner()])
    }

    /// The elements that a member refers to.
    fn references(&self, at: usize, name: &str) -> Vec<usize> {
        let list = self.tape.member(self.source, at, name);
        let references = list.into_iter().flat_map(|list| self.tape.children(list));
        references.filter_map(|reference| self.resolve(self.string(reference, "$ref"))).collect()
    }

    fn resolve(&self, reference: &str) -> Option<usize> {
        let (list, nth) = reference.strip_prefix("#/")?.split_once('/')?;
        let list = LISTS.iter().position(|name| *name == list)?;
        self.lists[list].get(nth.parse::<usize>().ok()?).copied()
    }

    fn list_of(&self, at: usize) -> Option<&'static str> {
        LISTS.iter().zip(&self.lists).find(|(_, list)| list.binary_search(&at).is_ok()).map(|(name, _)| *name)
    }
}

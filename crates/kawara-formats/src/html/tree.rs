//! Which elements are open: the rules of HTML for tags that are left out or stand wrong, as far as blocks depend on them.

use std::collections::HashMap;
use std::ops::Range;

use super::tag::Tag;
use super::tokens::{Kind, Token, tokens};
use crate::lines::is_blank;

/// An open element, with what it has from those around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub(super) tag: Tag,
    /// Why its text is never read.
    pub(super) unread: Option<&'static str>,
    /// Why its text is not read if there is any other.
    pub(super) aside: Option<&'static str>,
    pub(super) in_main: bool,
    pub(super) in_article: bool,
    /// Whether it is part of an article or section, which have headers of their own.
    in_section: bool,
    /// Whether a heading in it heads an item, a quote or a cell and no section.
    pub(super) in_container: bool,
    pub(super) is_preformatted: bool,
    name: usize,
    /// Place of the next outer element of the same name, counted from 1.
    outer: usize,
    nearest: Nearest,
}

/// Places of the innermost open elements of some kinds, counted from 1; 0 if there is none.
#[derive(Clone, Copy, Debug, Default)]
struct Nearest {
    scope: usize,
    block: usize,
    list: usize,
    /// What an item left open does not reach beyond.
    item_stop: usize,
    table: usize,
    heading: usize,
    foreign: usize,
    /// A place for HTML in a drawing or formula.
    integration: usize,
}

const ROOT: Element = Element {
    tag: Tag::Other,
    unread: None,
    aside: None,
    in_main: false,
    in_article: false,
    in_section: false,
    in_container: false,
    is_preformatted: false,
    name: 0,
    outer: 0,
    nearest: Nearest {
        scope: 0,
        block: 0,
        list: 0,
        item_stop: 0,
        table: 0,
        heading: 0,
        foreign: 0,
        integration: 0,
    },
};

/// What is told about a page, in its order.
pub(super) trait Visit {
    /// An element begins; `around` is the one that it stands in.
    fn open(&mut self, element: &Element, around: &Element, token: &Token);
    /// An element ends before byte `at` of the source.
    fn close(&mut self, element: &Element, at: usize);
    /// An element without content.
    fn void(&mut self, tag: Tag, around: &Element, token: &Token);
    /// Text, its references not decoded.
    fn text(&mut self, range: Range<usize>, around: &Element);
    /// A comment, a doctype, an end tag, what the end of the page cuts off.
    fn other(&mut self, token: &Token, around: &Element);
}

/// Why what a page does not show is left out.
pub(super) const HIDDEN: &str = "hidden";

/// Tells a visitor what a page is made of; with `keeps_hidden`, what the page does not show counts as what it shows.
pub(super) fn visit(source: &str, keeps_hidden: bool, visitor: &mut impl Visit) {
    let mut tree = Tree {
        open: Vec::new(),
        innermost: vec![0; Tag::COUNT],
        names: HashMap::new(),
        had_head: false,
        keeps_hidden,
        visitor,
    };
    let mut done = 0;
    for token in tokens(source) {
        if done < token.range.start {
            let is_blank = is_blank(&source[done..token.range.start]);
            tree.text(done..token.range.start, is_blank);
        }
        done = token.range.end;
        match token.kind {
            Kind::Start => tree.start(&token),
            Kind::End => tree.end(&token),
            _ => tree.visitor.other(&token, &tree.open.last().copied().unwrap_or(ROOT)),
        }
    }
    tree.close_to(0, source.len());
}

struct Tree<'v, V> {
    open: Vec<Element>,
    /// For each name, the place of its innermost open element, counted from 1.
    innermost: Vec<usize>,
    /// Names without rules, after those that have some.
    names: HashMap<Vec<u8>, usize>,
    had_head: bool,
    keeps_hidden: bool,
    visitor: &'v mut V,
}

impl<V: Visit> Tree<'_, V> {
    fn top(&self) -> Element {
        self.open.last().copied().unwrap_or(ROOT)
    }

    fn innermost(&self, tag: Tag) -> usize {
        self.innermost[tag as usize]
    }

    fn text(&mut self, range: Range<usize>, is_blank: bool) {
        if !is_blank {
            self.end_head(range.start);
        }
        let top = self.top();
        self.visitor.text(range, &top);
    }

    /// What is no head matter ends a head that was left open.
    fn end_head(&mut self, at: usize) {
        if self.top().tag == Tag::Head {
            self.close_to(self.open.len() - 1, at);
        }
        if self.open.is_empty() {
            self.had_head = true;
        }
    }

    fn start(&mut self, token: &Token) {
        let tag = Tag::of(&token.name);
        let at = token.range.start;
        let is_foreign = self.leave_foreign(tag, at);
        if !is_foreign {
            if tag == Tag::Head && self.had_head || matches!(tag, Tag::Html | Tag::Body) {
                if tag == Tag::Body {
                    self.end_head(at);
                }
                let top = self.top();
                return self.visitor.void(tag, &top, token);
            }
            if !tag.is_head_matter() {
                self.end_head(at);
            }
            self.had_head |= tag == Tag::Head;
            self.imply_ends(tag, at);
        }
        let top = self.top();
        if tag.is_void() && !is_foreign || token.is_empty {
            return self.visitor.void(tag, &top, token);
        }
        let element = self.element(tag, token, is_foreign);
        // Elements of the running text need no place unless text is left out until they end.
        if tag == Tag::Other && element.unread.is_none() && element.aside.is_none() {
            return self.visitor.void(tag, &top, token);
        }
        self.innermost[element.name] = self.open.len() + 1;
        self.open.push(element);
        self.visitor.open(&element, &top, token);
    }

    /// Whether the tag is part of a drawing or formula; a tag of the page itself ends one that was left open.
    fn leave_foreign(&mut self, tag: Tag, at: usize) -> bool {
        let nearest = self.top().nearest;
        if nearest.foreign == 0 || nearest.integration > nearest.foreign {
            return false;
        }
        if tag.is_block()
            || tag.heading().is_some()
            || matches!(tag, Tag::Br | Tag::Img | Tag::Body | Tag::Head)
        {
            self.close_to(nearest.foreign - 1, at);
            return false;
        }
        true
    }

    /// Ends what cannot go on at a start tag.
    fn imply_ends(&mut self, tag: Tag, at: usize) {
        let nearest = self.top().nearest;
        if tag.closes_heading() && nearest.heading > nearest.scope {
            self.close_to(nearest.heading - 1, at);
        }
        if tag.closes_p() {
            self.close_inner(Tag::P, at, |nearest| nearest.scope);
        }
        match tag {
            Tag::Li => self.close_inner(Tag::Li, at, |nearest| nearest.item_stop),
            Tag::Dd | Tag::Dt => {
                self.close_inner(Tag::Dd, at, |nearest| nearest.item_stop);
                self.close_inner(Tag::Dt, at, |nearest| nearest.item_stop);
            }
            Tag::Rt | Tag::Rp | Tag::Rb | Tag::Rtc => {
                for tag in [Tag::Rt, Tag::Rp, Tag::Rb] {
                    let ruby = self.innermost(Tag::Ruby);
                    self.close_inner(tag, at, |_| ruby);
                }
            }
            Tag::Td | Tag::Th => self.close_cells(&[Tag::Td, Tag::Th, Tag::Caption], at),
            Tag::Tr => self.close_cells(&[Tag::Td, Tag::Th, Tag::Tr, Tag::Caption], at),
            Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Caption | Tag::Colgroup => {
                use Tag::*;
                self.close_cells(&[Td, Th, Tr, Tbody, Thead, Tfoot, Caption, Colgroup], at);
            }
            _ => {}
        }
    }

    fn close_cells(&mut self, tags: &[Tag], at: usize) {
        for tag in tags {
            self.close_inner(*tag, at, |nearest| nearest.table);
        }
    }

    /// Closes the innermost element of a name if it is inside of a limit.
    fn close_inner(&mut self, tag: Tag, at: usize, limit: impl Fn(Nearest) -> usize) {
        let place = self.innermost(tag);
        if place > limit(self.top().nearest) {
            self.close_to(place - 1, at);
        }
    }

    fn end(&mut self, token: &Token) {
        let tag = Tag::of(&token.name);
        let at = token.range.end;
        let nearest = self.top().nearest;
        let mut closed = None;
        if tag.heading().is_some() {
            if nearest.heading > nearest.scope {
                closed = Some(nearest.heading - 1);
            }
        } else {
            let name = match tag {
                Tag::Other => self.names.get(&token.name).copied(),
                _ => Some(tag as usize),
            };
            let place = name.and_then(|name| self.innermost.get(name)).copied().unwrap_or(0);
            let limit = match tag {
                Tag::Table => 0,
                _ if is_table_part(tag) => nearest.table,
                Tag::Li => nearest.scope.max(nearest.list),
                _ if tag.is_scope() => 0,
                _ if tag.is_block() || matches!(tag, Tag::Svg | Tag::Math) => nearest.scope,
                _ if tag.unread().is_some() => nearest.scope,
                _ => nearest.block,
            };
            if place > limit {
                closed = Some(place - 1);
            }
        }
        // The tag belongs to the element that it ends.
        let of = closed.and_then(|place| self.open.get(place)).copied().unwrap_or_else(|| self.top());
        if let Some(place) = closed {
            self.close_to(place, at);
        }
        self.visitor.other(token, &of);
    }

    fn close_to(&mut self, len: usize, at: usize) {
        while self.open.len() > len
            && let Some(element) = self.open.pop()
        {
            self.innermost[element.name] = element.outer;
            self.visitor.close(&element, at);
        }
    }

    fn element(&mut self, tag: Tag, token: &Token, is_foreign: bool) -> Element {
        let place = self.open.len() + 1;
        let top = self.top();
        let role = token.value("role").unwrap_or("");
        let unread = top.unread.or(match tag {
            Tag::Title if is_foreign => Some("drawing"),
            Tag::Math => token.value("alttext").filter(|text| !text.is_empty()).map(|_| "markup"),
            _ => tag.unread(),
        });
        let is_hidden = !self.keeps_hidden && is_hidden(tag, token);
        let aside = top.aside.or(is_hidden.then_some(HIDDEN)).or_else(|| navigation(tag, role, &top));
        let name = self.name(tag, &token.name, unread.is_some() || aside.is_some());
        let mut nearest = top.nearest;
        let mark = |is: bool, at: &mut usize| *at = if is { place } else { *at };
        mark(tag.is_scope(), &mut nearest.scope);
        mark(tag.is_block(), &mut nearest.block);
        mark(tag.is_list(), &mut nearest.list);
        let lets_items_end = matches!(tag, Tag::Address | Tag::Div | Tag::P | Tag::Li | Tag::Dd | Tag::Dt);
        mark(tag.is_block() && !lets_items_end || tag.is_scope(), &mut nearest.item_stop);
        mark(matches!(tag, Tag::Table | Tag::Template), &mut nearest.table);
        mark(tag.heading().is_some(), &mut nearest.heading);
        mark(matches!(tag, Tag::Svg | Tag::Math), &mut nearest.foreign);
        mark(matches!(tag, Tag::ForeignObject | Tag::AnnotationXml), &mut nearest.integration);
        Element {
            tag,
            unread,
            aside,
            in_main: top.in_main || tag == Tag::Main || role.eq_ignore_ascii_case("main"),
            in_article: top.in_article || tag == Tag::Article,
            in_section: top.in_section || matches!(tag, Tag::Article | Tag::Section | Tag::Main),
            in_container: top.in_container
                || matches!(tag, Tag::Li | Tag::Blockquote | Tag::Dd | Tag::Figure),
            is_preformatted: top.is_preformatted || tag.is_preformatted(),
            name,
            outer: self.innermost.get(name).copied().unwrap_or(0),
            nearest,
        }
    }

    /// The number of a name; those without rules get one where they have a place among the open elements.
    fn name(&mut self, tag: Tag, name: &[u8], has_place: bool) -> usize {
        if tag != Tag::Other || !has_place {
            return if tag == Tag::Other { 0 } else { tag as usize };
        }
        if let Some(number) = self.names.get(name) {
            return *number;
        }
        let number = self.innermost.len();
        self.innermost.push(0);
        self.names.insert(name.to_vec(), number);
        number
    }
}

fn is_table_part(tag: Tag) -> bool {
    use Tag::*;
    matches!(tag, Caption | Colgroup | Tbody | Thead | Tfoot | Tr | Td | Th)
}

/// Whether the page says not to show an element.
fn is_hidden(tag: Tag, token: &Token) -> bool {
    let is_true = |value: &str| value.eq_ignore_ascii_case("true");
    let is_not_displayed = |style: &str| {
        let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
        style.to_ascii_lowercase().contains("display:none")
    };
    token.attribute("hidden").is_some()
        || token.value("aria-hidden").is_some_and(is_true)
        || token.value("style").is_some_and(is_not_displayed)
        || tag == Tag::Dialog && token.attribute("open").is_none()
}

/// What leads through a site and is no part of the page.
fn navigation(tag: Tag, role: &str, around: &Element) -> Option<&'static str> {
    let of_the_page = !around.in_section && matches!(tag, Tag::Header | Tag::Footer | Tag::Aside);
    let by_role = ["navigation", "banner", "contentinfo", "search"]
        .iter()
        .any(|leads| role.eq_ignore_ascii_case(leads));
    (of_the_page || by_role || matches!(tag, Tag::Nav | Tag::Search)).then_some("navigation")
}

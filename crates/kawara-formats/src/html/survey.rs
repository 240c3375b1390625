//! A first look at a page: how much of its text stands where, so that a second one knows what to leave out.

use std::ops::Range;

use super::tag::Tag;
use super::tokens::Token;
use super::tree::{Element, HIDDEN, Visit, visit};

/// Which part of a page is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// What is marked as the main content.
    Main,
    /// The one article.
    Article,
    /// All but navigation and what is hidden.
    Content,
    /// All that is text: nothing else would be left.
    Body,
}

impl Scope {
    /// Why the text of an element is left out.
    pub(super) fn leaves_out(self, element: &Element) -> Option<&'static str> {
        let aside = if self == Self::Body { None } else { element.aside };
        let outside = match self {
            Self::Main => !element.in_main,
            Self::Article => !element.in_article,
            Self::Content | Self::Body => false,
        };
        element.unread.or(aside).or(outside.then_some("outside of main"))
    }
}

/// What was found.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) scope: Scope,
    /// For each table, in order, whether it lays out the page: its cells hold tables or headings.
    pub(super) layout: Vec<bool>,
    /// Whether more of the text is hidden than shown: it waits for a program to show it, or the page was put aside as it is.
    pub(super) mostly_hidden: bool,
}

/// Looks at a page; with `narrow`, only its main content is read if it has any.
pub(super) fn survey(source: &str, narrow: bool, keeps_hidden: bool) -> Survey {
    let mut count = Count { source, ..Count::default() };
    visit(source, keeps_hidden, &mut count);
    let scope = if narrow && count.main > 0 {
        Scope::Main
    } else if narrow && count.articles == 1 && count.article > 0 && count.article * 2 >= count.content {
        Scope::Article
    } else if count.content > 0 {
        Scope::Content
    } else {
        Scope::Body
    };
    Survey { scope, layout: count.layout, mostly_hidden: count.hidden > count.content }
}

/// Characters of text that are not blank.
#[derive(Default)]
struct Count<'s> {
    source: &'s str,
    content: usize,
    hidden: usize,
    main: usize,
    article: usize,
    /// Articles that are not in another one.
    articles: usize,
    layout: Vec<bool>,
    /// The tables that are open.
    tables: Vec<usize>,
}

impl Visit for Count<'_> {
    fn open(&mut self, element: &Element, around: &Element, token: &Token) {
        let is_read = element.unread.is_none() && element.aside.is_none();
        if is_read && element.tag == Tag::Article && !around.in_article {
            self.articles += 1;
        }
        let divides = element.tag == Tag::Table || element.tag.heading().is_some();
        if divides && let Some(table) = self.tables.last() {
            self.layout[*table] = true;
        }
        if element.tag == Tag::Table {
            self.tables.push(self.layout.len());
            self.layout.push(matches!(token.value("role"), Some("presentation" | "none")));
        }
    }

    fn close(&mut self, element: &Element, _: usize) {
        if element.tag == Tag::Table {
            self.tables.pop();
        }
    }

    fn void(&mut self, _: Tag, _: &Element, _: &Token) {}

    fn text(&mut self, range: Range<usize>, around: &Element) {
        // White space is not counted: line ends may be of one character or two.
        let said = self.source[range].chars().filter(|c| !kawara_core::is_blank(*c)).count();
        match around.aside {
            _ if around.unread.is_some() => return,
            Some(HIDDEN) => {
                self.hidden += said;
                return;
            }
            Some(_) => return,
            None => {}
        }
        self.content += said;
        self.main += if around.in_main { said } else { 0 };
        self.article += if around.in_article { said } else { 0 };
    }

    fn other(&mut self, _: &Token, _: &Element) {}
}

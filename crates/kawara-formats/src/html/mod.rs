//! HTML: the text of a page and its blocks, without what leads to other pages.
//!
//! `tokens` finds the tags; `tree` walks over them and knows which elements are open, by the names in `tag`. It walks twice: `survey`
//! looks where the text is, then `build` takes it, with `flow` for white space and references and `rows` for tables. `made` tells the
//! blocks to the engine.

mod build;
mod flow;
mod made;
mod rows;
mod survey;
mod tag;
mod tokens;
mod tree;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use kawara_core::{Blocks, Joint, OptionKind, OptionSpec, Options, Reader, Reading, Result};

use crate::mode::{Mode, Newline, choice};
use build::{Breaks, Builder};

/// The options of the reader.
pub(crate) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "main",
        OptionKind::Choice(MAIN),
        "Whether only the main content is read where a page marks it (`auto`, the default), or all but navigation (`off`).",
    ),
    OptionSpec::new(
        "hidden",
        OptionKind::Choice(HIDDEN),
        "Whether what a page does not show (`hidden`, `aria-hidden`, `display:none`) is left out (`skip`), read (`keep`), or read where it is \
         more than what is shown (`auto`, the default).",
    ),
];

const MAIN: &[&str] = &["auto", "off"];
const HIDDEN: &[&str] = &["auto", "skip", "keep"];

/// The reader of HTML and XHTML.
///
/// Headings open sections; paragraphs, items of lists, definitions and quotes are prose, `<pre>` is code, and each row of a table is a
/// row that brings the table's header along. With `text = "plain"`, the text is what a browser shows: references are decoded, white
/// space is folded, cells are set apart by ` | `; left out are tags, scripts, the head, what is hidden, forms, readings of ruby, and
/// navigation: `<nav>`, the header, footer and asides of the page. Of a page that marks its main content (`<main>`, a single `<article>`)
/// only that is read, unless the option `main` is `"off"`; what is hidden is read
/// where it is more than what is shown, or where `hidden` is `"keep"`. A page that has no other text keeps what else would be left out.
///
/// The title of the page is the title of the document; its language (`lang`) and its `<meta>` data are fields.
///
/// ```
/// use kawara_core::{BlockKind, Blocks, Options, Reader};
/// use kawara_formats::Html;
///
/// let source = "<title>Tanks</title><nav><a href=/>Home</a></nav><h1>Levels</h1><p>Tank&nbsp;4 is <b>full</b>.";
/// let mut blocks = Blocks::new();
/// let text = Html.open(&Options::new())?.read(source, &mut blocks)?;
/// assert_eq!(text, "Levels\n\nTank\u{a0}4 is full.");
/// let kinds: Vec<_> = blocks.kept().iter().map(|block| block.kind()).collect();
/// assert_eq!(kinds, [BlockKind::Heading, BlockKind::Prose]);
/// let navigation = blocks.skipped().iter().find(|skipped| skipped.why == "navigation");
/// assert_eq!(navigation.map(|skipped| &source[skipped.range.clone()]), Some("<nav><a href=/>Home</a></nav>"));
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Html;

impl Reader for Html {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        let mode = Mode::of(options)?;
        let breaks = match mode.newline {
            Newline::Soft => Breaks::Soft,
            Newline::Hard => Breaks::Cut(Joint::Line),
            Newline::Auto => Breaks::Cut(Joint::Wrap),
        };
        let narrow = choice(options, "main", MAIN)? == "auto";
        let keeps_hidden = match choice(options, "hidden", HIDDEN)? {
            "keep" => Some(true),
            "skip" => Some(false),
            _ => None,
        };
        Ok(Box::new(Page { plain: mode.plain, breaks, narrow, keeps_hidden }))
    }
}

/// A reading of one page, which is always read whole: what is main content shows only at its end.
struct Page {
    plain: bool,
    breaks: Breaks,
    narrow: bool,
    /// `None` where the page decides.
    keeps_hidden: Option<bool>,
}

impl Reading for Page {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let mut keeps_hidden = self.keeps_hidden.unwrap_or(false);
        let mut survey = survey::survey(piece, self.narrow, keeps_hidden);
        if self.keeps_hidden.is_none() && survey.mostly_hidden {
            keeps_hidden = true;
            survey = survey::survey(piece, self.narrow, keeps_hidden);
        }
        let mut builder = Builder::new(piece, survey, self.breaks);
        tree::visit(piece, keeps_hidden, &mut builder);
        if let Some(title) = builder.title.take() {
            out.title(title);
        }
        for (name, value) in builder.fields.drain(..) {
            out.field(name, value);
        }
        let page = builder.finish();
        Ok(if self.plain { page.tell_plain(out) } else { page.tell_source(out) })
    }
}

//! Pages for people: one HTML file that asks nothing of the network.
//!
//! A [`Page`] is a title and sections of text, [tables](Table) and figures ([`Plot`], [`Bars`]). Everything that is given to it is text, never
//! markup. Its content security policy lets a browser fetch nothing, and run only the script that sorts tables and changes between light and
//! dark. The same content gives the same bytes.
//!
//! ```
//! use kawara_evidence::page::{Axis, Bars, Cell, Page, Plot, Series, Table};
//!
//! let mut page = Page::new("Two policies");
//! page.text("On 12 documents.");
//!
//! let mut table = Table::new(["policy", "covered"]);
//! table.row([Cell::text("docs"), Cell::percent(0.958)]);
//! page.section("Coverage").table(table).text("Covered by one chunk.");
//!
//! let mut docs = Series::new("docs").with_line();
//! docs.point(0.12, 0.91, "256 tokens")?.marked_point(0.18, 0.95, "512 tokens")?;
//! let plot = Plot::new("What overlap buys", Axis::share("redundancy"), Axis::share("coverage")).series(docs);
//! page.section("Trade-off").plot(plot);
//!
//! let bars = Bars::new("Units", "characters", "units").bar("0–40", 12.0)?.bar("41–80", 30.0)?;
//! page.section("Lengths").bars(bars);
//! assert!(page.to_string().starts_with("<!DOCTYPE html>"));
//! # Ok::<(), kawara_evidence::Error>(())
//! ```

mod escape;
mod plot;
mod shell;
mod table;

use std::fmt;
use std::fmt::Write as _;

pub use escape::{escape, json};
pub use plot::{Axis, Bars, Plot, Series};
pub(crate) use shell::Shell;
pub use table::{Cell, Table};

/// What all pages look like: colours, letters, tables.
pub(crate) const STYLE: &str = include_str!("page.css");
/// What all pages can do: light and dark, sorted tables.
pub(crate) const SCRIPT: &str = include_str!("page.js");

/// A page; [`Display`](fmt::Display) writes its HTML.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    head: Section,
    sections: Vec<Section>,
}

/// A part of a [`Page`] under its own heading.
#[derive(Clone, Debug, Default)]
pub struct Section {
    title: String,
    html: String,
}

impl Page {
    /// A page with a title and nothing else.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), head: Section::default(), sections: Vec::new() }
    }

    /// A paragraph under the title.
    pub fn text(&mut self, text: impl AsRef<str>) -> &mut Self {
        self.head.text(text);
        self
    }

    /// The command that makes the page again, under the title.
    pub fn command(&mut self, command: impl AsRef<str>) -> &mut Self {
        self.head.command(command);
        self
    }

    /// Begins a section, after those before.
    pub fn section(&mut self, title: impl Into<String>) -> &mut Section {
        self.sections.push_mut(Section { title: title.into(), html: String::new() })
    }
}

impl Section {
    /// A paragraph.
    pub fn text(&mut self, text: impl AsRef<str>) -> &mut Self {
        let _ = writeln!(self.html, "<p>{}</p>", escape(text.as_ref()));
        self
    }

    /// A paragraph that should not be overlooked.
    pub fn warning(&mut self, text: impl AsRef<str>) -> &mut Self {
        let text = escape(text.as_ref());
        let _ = writeln!(self.html, "<p class=\"warning\"><strong>Note:</strong> {text}</p>");
        self
    }

    /// A list of things.
    pub fn list<T: AsRef<str>>(&mut self, items: impl IntoIterator<Item = T>) -> &mut Self {
        let items = items.into_iter().map(|item| format!("<li>{}</li>\n", escape(item.as_ref())));
        let _ = writeln!(self.html, "<ul>\n{}</ul>", items.collect::<String>());
        self
    }

    /// A command, or any text whose spaces and lines count.
    pub fn command(&mut self, command: impl AsRef<str>) -> &mut Self {
        let command = escape(command.as_ref());
        let _ = writeln!(self.html, "<pre tabindex=\"0\"><code>{command}</code></pre>");
        self
    }

    /// A table.
    pub fn table(&mut self, table: Table) -> &mut Self {
        table.write(&mut self.html);
        self
    }

    /// A plot of points.
    pub fn plot(&mut self, plot: Plot) -> &mut Self {
        plot.write(&mut self.html);
        self
    }

    /// A chart of bars.
    pub fn bars(&mut self, bars: Bars) -> &mut Self {
        bars.write(&mut self.html);
        self
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut body =
            format!("<header><h1>{}</h1>{TOGGLE}</header>\n<main>\n{}", escape(&self.title), self.head.html);
        for section in &self.sections {
            let _ =
                write!(body, "<section>\n<h2>{}</h2>\n{}</section>\n", escape(&section.title), section.html);
        }
        body.push_str("</main>\n");
        let shell = Shell { title: &self.title, style: STYLE, body: &body, data: &[], script: SCRIPT };
        f.write_str(&shell.to_html())
    }
}

/// The button between the browser's choice, light and dark.
pub(crate) const TOGGLE: &str = "<button type=\"button\" id=\"theme\" title=\"Light, dark, or as the system has it\">Theme: system</button>";

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "</script></title></style><script>alert(\"1\")</script>'\u{2028}";

    #[test]
    fn nothing_given_becomes_markup() -> crate::Result<()> {
        let mut page = Page::new(HOSTILE);
        page.text(HOSTILE).command(HOSTILE);
        let mut table = Table::new([HOSTILE]).caption(HOSTILE);
        table.row([HOSTILE]).marked_row(HOSTILE, [HOSTILE]);
        let mut series = Series::new(HOSTILE);
        series.point(1.0, 2.0, HOSTILE)?.marked_point(2.0, 3.0, HOSTILE)?;
        let plot = Plot::new(HOSTILE, Axis::new(HOSTILE), Axis::new(HOSTILE)).series(series);
        let bars = Bars::new(HOSTILE, HOSTILE, HOSTILE).bar(HOSTILE, 1.0)?;
        let section = page.section(HOSTILE);
        section
            .text(HOSTILE)
            .warning(HOSTILE)
            .list([HOSTILE])
            .command(HOSTILE)
            .table(table)
            .plot(plot)
            .bars(bars);
        let html = page.to_string();
        assert!(!html.contains("alert(\""), "a quote is never left as it was");
        assert_eq!(html.matches("<script").count(), 1, "ours");
        assert_eq!(html.matches("</script").count(), 1);
        assert_eq!(html.matches("</style").count(), 1);
        assert_eq!(html.matches("</title>\n").count(), 1);
        assert!(html.matches("&lt;/script&gt;&lt;/title&gt;").count() >= 18, "and all of it is there");
        Ok(())
    }

    #[test]
    fn the_same_content_gives_the_same_bytes_and_no_address() {
        let mut page = Page::new("t");
        page.section("s").text("x");
        assert_eq!(page.to_string(), page.clone().to_string());
        assert!(!page.to_string().contains("://"), "nothing to fetch");
        assert!(!page.to_string().contains(" style=\""), "its policy would not let it apply");
    }
}

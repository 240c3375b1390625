//! Mistakes drawn for a person: the lines quoted, the spans underlined. The library tells them as data; this is the only place that draws.

use std::fmt;
use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use kawara::policy::{Label, Mistake, Mistakes, Severity, printable};
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles,
};

use super::quote::Quote;
use crate::End;
use crate::style::ERROR;

/// Columns where no terminal says how many it has.
const COLUMNS: usize = 100;
/// Of a terminal, the most and the fewest columns that are used.
const MOST_COLUMNS: usize = 120;
const FEWEST_COLUMNS: usize = 50;

/// Draws for one stream, as that stream can show it.
pub(crate) struct Pen(GraphicalReportHandler);

impl Pen {
    /// For what is said to a person.
    pub(crate) fn of_errors() -> Self {
        let stream = io::stderr();
        Self::new(stream.is_terminal(), AutoStream::choice(&stream))
    }

    /// For what a command was asked for.
    pub(crate) fn of_output() -> Self {
        let stream = io::stdout();
        Self::new(stream.is_terminal(), AutoStream::choice(&stream))
    }

    /// Lines and colours on a terminal; plain ASCII elsewhere.
    fn new(is_terminal: bool, choice: ColorChoice) -> Self {
        let is_coloured = !matches!(choice, ColorChoice::Never);
        let theme = GraphicalTheme {
            characters: if is_terminal { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
            styles: if is_coloured { ThemeStyles::ansi() } else { ThemeStyles::none() },
        };
        let columns = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0));
        let columns = columns.filter(|_| is_terminal).unwrap_or(COLUMNS);
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(columns.clamp(FEWEST_COLUMNS, MOST_COLUMNS))
            .with_break_words(false)
            .with_word_separator(textwrap::WordSeparator::AsciiSpace)
            .with_word_splitter(textwrap::WordSplitter::NoHyphenation)
            .with_show_related_as_nested(true)
            .with_links(false)
            .without_syntax_highlighting();
        Self(handler)
    }

    /// One mistake, ending with a line feed.
    pub(crate) fn mistake(&self, mistake: &Mistake) -> String {
        let mut drawn = String::new();
        // Writing to a string does not fail, and what is quoted was put together here; the short form says the same.
        if self.0.render_report(&mut drawn, &Picture::of(mistake)).is_err() {
            return format!("{mistake}\n");
        }
        drawn.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// All mistakes, with a blank line between two.
    pub(crate) fn mistakes<'m>(&self, mistakes: impl IntoIterator<Item = &'m Mistake>) -> String {
        mistakes.into_iter().map(|mistake| self.mistake(mistake)).collect::<Vec<_>>().join("\n")
    }

    /// All mistakes of a policy that was refused.
    pub(crate) fn refused(&self, mistakes: &Mistakes) -> String {
        let more = match mistakes.more() {
            0 => String::new(),
            1 => "\nand one more mistake\n".to_owned(),
            more => format!("\nand {more} more mistakes\n"),
        };
        self.mistakes(mistakes) + &more
    }
}

/// The end of a command whose policy is refused.
pub(crate) fn refused(mistakes: &Mistakes) -> End {
    let drawn = Pen::of_errors().refused(mistakes);
    End::Drawn(format!("{ERROR}error:{ERROR:#} a policy or a setting has mistakes\n{drawn}"))
}

/// What is shown of a mistake: its labels in its own file, and those in other files as pictures of their own.
struct Picture {
    message: String,
    code: Option<&'static str>,
    severity: Severity,
    help: Option<String>,
    quote: Option<Quote>,
    related: Vec<Picture>,
}

impl Picture {
    fn of(mistake: &Mistake) -> Self {
        let first = Label::new(mistake.place.clone(), mistake.label.clone());
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            mistake.also.iter().partition(|label| label.place.same_file(&mistake.place));
        let labels: Vec<_> = std::iter::once(&first).chain(here).collect();
        let quote = mistake.place.is_read().then(|| Quote::of(&labels));
        // A file that could not be read has nothing to quote; its name may not be part of the message.
        let named = |message: &str| {
            let file = printable(mistake.place.file());
            if message.contains(&file) { message.to_owned() } else { format!("{file}: {message}") }
        };
        Self {
            message: if quote.is_some() { mistake.message.clone() } else { named(&mistake.message) },
            code: Some(mistake.code),
            severity: mistake.severity,
            help: match (&mistake.help, quote.is_some() || mistake.label.is_empty()) {
                (help, true) => help.clone(),
                // There is no line to show the label at.
                (Some(help), false) => Some(format!("{}\n{help}", mistake.label)),
                (None, false) => Some(mistake.label.clone()),
            },
            quote,
            related: elsewhere.into_iter().map(Self::of_label).collect(),
        }
    }

    fn of_label(label: &Label) -> Self {
        let unmarked = Label::new(label.place.clone(), String::new());
        Self {
            message: label.text.clone(),
            code: None,
            severity: Severity::Note,
            help: None,
            quote: label.place.is_read().then(|| Quote::of(&[&unmarked])),
            related: Vec::new(),
        }
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Picture {}

impl Diagnostic for Picture {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match (self.code, self.severity) {
            (None, _) | (_, Severity::Note) => miette::Severity::Advice,
            (_, Severity::Error) => miette::Severity::Error,
            (_, Severity::Warning) => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.quote.as_ref().map(|quote| quote as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let marks = self.quote.as_ref()?.marks();
        Some(Box::new(marks.enumerate().map(|(nth, (at, text))| {
            let text = Some(text.to_owned()).filter(|text| !text.is_empty());
            let (start, len) = (at.start, at.len());
            match nth {
                0 => LabeledSpan::new_primary_with_span(text, (start, len)),
                _ => LabeledSpan::new_with_span(text, (start, len)),
            }
        })))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        Some(Box::new(self.related.iter().map(|picture| picture as &dyn Diagnostic)))
    }
}

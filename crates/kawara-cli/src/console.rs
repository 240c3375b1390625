//! What is said to a person: standard error, never standard output. Nothing else in the command writes there.

mod progress;

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use anstyle::Style;
use kawara::policy::printable;
pub(crate) use progress::Progress;

use crate::args::GlobalArguments;
use crate::style;

/// Says as much as was asked for, in colour where the terminal or the command line wants it.
#[derive(Debug)]
pub(crate) struct Console {
    /// 0 is usual; below, less is said, above, more.
    level: i16,
    /// What is being drawn: it makes room for what is said.
    progress: RefCell<Progress>,
}

impl Console {
    pub(crate) fn new(arguments: &GlobalArguments) -> Self {
        let level = i16::from(arguments.verbose) - i16::from(arguments.quiet);
        Self { level, progress: RefCell::default() }
    }

    /// Whether notes are said.
    pub(crate) fn notes(&self) -> bool {
        self.level >= 0
    }

    /// Something failed. This is said however quiet a run is to be.
    pub(crate) fn error(&self, what: impl Display) {
        self.say("error", style::ERROR, what);
    }

    /// Something is probably not as meant.
    pub(crate) fn warning(&self, what: impl Display) {
        if self.warns() {
            self.say("warning", style::WARNING, what);
        }
    }

    /// Whether warnings are said.
    pub(crate) fn warns(&self) -> bool {
        self.level >= -1
    }

    /// Something that is good to know.
    pub(crate) fn note(&self, what: impl Display) {
        if self.level >= 0 {
            self.say("note", style::NOTE, what);
        }
    }

    /// What was done.
    pub(crate) fn summary(&self, what: impl Display) {
        if self.level >= 0 {
            self.write(&format!("{what}\n"));
        }
    }

    /// What was decided: `-v`.
    pub(crate) fn info(&self, what: impl Display) {
        if self.informs() {
            self.say("info", style::INFO, what);
        }
    }

    /// Whether what was decided is said, for whoever would have to find it out first.
    pub(crate) fn informs(&self) -> bool {
        self.level >= 1
    }

    /// What became of each document: `-vv`.
    pub(crate) fn detail(&self, what: impl Display) {
        if self.details() {
            self.say("detail", style::FAINT, what);
        }
    }

    /// Whether what became of each document is said.
    pub(crate) fn details(&self) -> bool {
        self.level >= 2
    }

    /// Something that was drawn elsewhere and begins as it should.
    pub(crate) fn drawn(&self, text: &str) {
        self.write(&format!("{}\n", text.trim_end()));
    }

    /// A bar on a terminal, nothing elsewhere; `bytes` is how many there are to do, where that is known. Results go to a file, or
    /// come at the end.
    pub(crate) fn progress(&self, bytes: Option<u64>) -> Progress {
        self.progress_of(bytes, "documents")
    }

    /// As [`Console::progress`], of so-called things, while results go to standard output: on one terminal with them the bar would only be in
    /// their way.
    pub(crate) fn progress_beside_output(&self, bytes: Option<u64>, what: &'static str) -> Progress {
        if io::stdout().is_terminal() { Progress::default() } else { self.progress_of(bytes, what) }
    }

    /// As [`Console::progress`], of so-called things.
    pub(crate) fn progress_of(&self, bytes: Option<u64>, what: &'static str) -> Progress {
        let progress = if self.level < 0 { Progress::default() } else { Progress::on_terminal(bytes, what) };
        self.progress.replace(progress.clone());
        progress
    }

    fn say(&self, label: &str, style: Style, what: impl Display) {
        self.write(&line(label, style, what));
    }

    /// All at once, so that lines of several processes do not mix. Who does not listen is told nothing.
    fn write(&self, text: &str) {
        self.progress.borrow().suspend(|| {
            let _ = anstream::stderr().lock().write_all(text.as_bytes());
        });
    }
}

/// A note from beside the run: by a thread that has no console.
pub(crate) fn note(what: &str) {
    let _ = anstream::stderr().lock().write_all(line("note", style::NOTE, what).as_bytes());
}

/// What is said when a signal ends the program: nothing is waited for.
pub(crate) fn last_word(what: &str) {
    let _ = anstream::stderr().write_all(format!("\n{}", line("note", style::NOTE, what)).as_bytes());
}

/// Names of files come from anywhere: nothing in them acts upon the terminal.
fn line(label: &str, style: Style, what: impl Display) -> String {
    let lines: Vec<String> = what.to_string().split('\n').map(printable).collect();
    format!("{style}{label}:{style:#} {}\n", lines.join("\n"))
}

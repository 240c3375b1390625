//! Files of questions, as every command takes them.

use std::fs;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use kawara::input::Input;
use kawara_evidence::{Corpus, ErrorKind, QuestionOptions, Questions, read_questions};

use crate::End;
use crate::args::InputArguments;
use crate::console::Console;
use crate::figures::counted;
use crate::paths::tell_waiting;
use crate::source::Source;

/// How many mistakes in a file are said one by one; all are counted.
pub(crate) const SHOWN_MISTAKES: usize = 10;

/// How many more there were than were said.
pub(crate) fn tell_more(count: usize, what: &str, console: &Console) {
    if count > SHOWN_MISTAKES {
        console.error(format_args!("{} more {what}", count - SHOWN_MISTAKES));
    }
}

/// A file of questions that can be read.
pub(crate) struct QuestionFile {
    from: BufReader<Box<dyn Read + Send>>,
    /// What messages call it.
    pub(crate) name: String,
}

impl QuestionFile {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// When it cannot be read, or standard input is a document already.
    pub(crate) fn open(path: &PathBuf, inputs: &InputArguments, console: &Console) -> Result<Self, End> {
        tell_waiting(std::iter::once(path), console);
        if path.as_path() == Path::new("-") && inputs.reads_stdin() {
            return Err(End::Usage("standard input can be read only once".into()));
        }
        let source = Source::open(path, "a file of questions first, then documents")?;
        Ok(Self { name: source.name.clone(), from: source.lines() })
    }

    /// The questions. Every mistake in them is found, and the first are said; `vain` is what then was not done.
    ///
    /// # Errors
    /// When it cannot be read, or there are mistakes.
    pub(crate) fn read(
        &mut self,
        corpus: &Corpus,
        options: QuestionOptions<'_>,
        vain: &str,
        console: &Console,
    ) -> Result<Questions, End> {
        let Self { from, name } = self;
        read_questions(corpus, from, name, options).map_err(|error| {
            let mistakes = error.to_string();
            if error.kind() != ErrorKind::Questions {
                return End::Usage(mistakes);
            }
            let count = mistakes.lines().count();
            mistakes.lines().take(SHOWN_MISTAKES).for_each(|mistake| console.error(mistake));
            tell_more(count, "mistakes", console);
            let many = counted(count as u64, "mistake");
            End::Usage(format!("{many} in {name}: {vain}"))
        })
    }
}

/// Files that stand beside the documents, and are none.
pub(crate) struct Asides(Vec<PathBuf>);

impl Asides {
    pub(crate) fn of<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        Self(paths.into_iter().filter_map(|path| fs::canonicalize(path).ok()).collect())
    }

    pub(crate) fn has(&self, input: &Input) -> bool {
        match input {
            Input::File { path, .. } => fs::canonicalize(path).is_ok_and(|path| self.0.contains(&path)),
            _ => false,
        }
    }
}

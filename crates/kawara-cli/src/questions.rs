//! Files of questions, as every command takes them.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use kawara::input::Input;
use kawara::policy::printable;
use kawara_evidence::{Corpus, ErrorKind, QuestionOptions, Questions, read_questions};

use crate::End;
use crate::args::InputArguments;
use crate::compare::counted;
use crate::console::Console;
use crate::paths::tell_waiting;

/// A file of questions that can be read.
pub(crate) struct QuestionFile {
    from: Box<dyn BufRead>,
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
        let is_stdin = |path: &PathBuf| path.as_path() == Path::new("-");
        if is_stdin(path) {
            if inputs.paths.iter().chain(&inputs.documents).any(is_stdin) {
                return Err(End::Usage("standard input can be read only once".into()));
            }
            return Ok(Self { from: Box::new(BufReader::new(io::stdin())), name: "-".into() });
        }
        let name = printable(&path.display().to_string());
        let cannot = |error: io::Error| End::Usage(format!("cannot read {name}: {error}"));
        let file = File::open(path).map_err(cannot)?;
        if file.metadata().is_ok_and(|about| about.is_dir()) {
            return Err(End::Usage(format!(
                "{name} is a directory; name a file of questions first, then documents"
            )));
        }
        Ok(Self { from: Box::new(BufReader::with_capacity(1 << 16, file)), name })
    }

    /// The questions. Every mistake in them is said; `vain` is what then was not done.
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
            mistakes.lines().for_each(|mistake| console.error(mistake));
            let (many, _) = counted(mistakes.lines().count() as u64, "mistake", ["", ""]);
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

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kawara_core::{Error, ErrorKind, Result};

/// A program under the name by which policies know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    timeout: Option<Duration>,
    processes: NonZeroUsize,
    origin: String,
}

impl Definition {
    /// A program and its arguments, started as they are: no shell looks at them.
    ///
    /// # Errors
    /// When the name is none, or there is no program.
    pub fn new(name: impl Into<String>, words: impl IntoIterator<Item = impl Into<String>>) -> Result<Self> {
        let (name, mut words) = (name.into(), words.into_iter().map(Into::into));
        check_name(&name)?;
        let Some(program) = words.next().filter(|program| !program.trim().is_empty()) else {
            return refuse(format!("the command `{name}` names no program"));
        };
        Ok(Self {
            name,
            program: program.into(),
            arguments: words.collect(),
            directory: None,
            timeout: None,
            processes: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            origin: "in the program".into(),
        })
    }

    /// Reads `NAME=PROGRAM ARGUMENT…`. Quotes and backslashes hold words together as in a shell, and nothing else of a shell is done;
    /// a path with backslashes stands between single quotes.
    ///
    /// ```
    /// use kawara::command::Definition;
    ///
    /// let definition = Definition::parse("mytok=python3 tok.py --model 'my model'")?;
    /// assert_eq!(definition.name(), "mytok");
    /// # Ok::<(), kawara::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not of this form.
    pub fn parse(text: &str) -> Result<Self> {
        let Some((name, line)) = text.split_once('=') else {
            return refuse(format!(
                "a command is defined as NAME='PROGRAM ARGUMENT…', and `{text}` has no `=`"
            ));
        };
        let Some(words) = shlex::split(line) else {
            return refuse(format!(
                "in the command `{name}` a quote is not closed, or a backslash ends it: {line}"
            ));
        };
        Ok(Self::new(name.trim(), words)?.with_origin("with --command"))
    }

    /// Starts it in a directory; a program that is given as a relative path lies there too.
    pub fn in_directory(mut self, directory: &Path) -> Self {
        if self.program.components().count() > 1 {
            self.program = directory.join(&self.program);
        }
        self.directory = Some(directory.to_owned());
        self
    }

    /// How long it may take over one answer; if not given, a counter has a minute, and in a [`Dialogue`](super::Dialogue) it has ten.
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How many may run at once, each for one thread; as many as there are cores if not given.
    pub fn with_processes(mut self, processes: NonZeroUsize) -> Self {
        self.processes = processes;
        self
    }

    /// Says where it was defined, for messages: `in config.toml`.
    pub fn with_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = origin.into();
        self
    }

    /// The name that policies and command lines know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program and its arguments.
    #[cfg(feature = "embed")]
    pub(crate) fn line(&self) -> String {
        let words = std::iter::once(self.program.display().to_string()).chain(self.arguments.iter().cloned());
        words.collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    pub(super) fn program(&self) -> &Path {
        &self.program
    }

    pub(super) fn arguments(&self) -> &[String] {
        &self.arguments
    }

    pub(super) fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    pub(super) fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    pub(super) fn processes(&self) -> usize {
        self.processes.get()
    }

    /// An error that says which command did what.
    pub(super) fn error(&self, kind: ErrorKind, what: &str) -> Error {
        let (name, program, origin) = (&self.name, self.program.display(), &self.origin);
        Error::new(kind, format!("the command `{name}` ({program}, defined {origin}) {what}"))
    }
}

pub(crate) fn check_name(name: &str) -> Result<()> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_plain) {
        let what = "a command is named with letters, digits, `-`, `_` and `.`";
        return refuse(format!("`{name}` is no name for a command: {what}"));
    }
    Ok(())
}

fn refuse<T>(message: String) -> Result<T> {
    Err(Error::new(ErrorKind::Settings, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_as_a_shell_would_and_no_further() {
        let definition = Definition::parse(r#"t = py "my tok.py" '$HOME' a\ b *.txt "#).unwrap();
        assert_eq!(definition.name(), "t");
        assert_eq!(definition.program(), Path::new("py"));
        assert_eq!(definition.arguments(), ["my tok.py", "$HOME", "a b", "*.txt"]);
    }

    #[test]
    fn what_is_no_definition_is_refused() {
        for (text, what) in [
            ("tok", "has no `=`"),
            ("tok=", "names no program"),
            ("tok=''", "names no program"),
            ("tok='a", "a quote is not closed"),
            ("=tok", "is no name"),
            ("a b=tok", "is no name"),
            ("a:b=tok", "is no name"),
        ] {
            let error = Definition::parse(text).unwrap_err().to_string();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn a_program_of_a_directory_is_not_looked_for_elsewhere() {
        let program = |line| Definition::parse(line).unwrap().in_directory(Path::new("/home")).program;
        assert_eq!(program("t=./tok"), Path::new("/home/./tok"));
        assert_eq!(program("t=bin/tok"), Path::new("/home/bin/tok"));
        assert_eq!(program("t=/bin/tok"), Path::new("/bin/tok"));
        assert_eq!(program("t=tok"), Path::new("tok"));
    }
}

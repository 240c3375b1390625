use kawara::command::{Configuration, Definition, user_file};

use super::{Bm25, Program, Retriever};
use crate::{Error, ErrorKind, Result};

/// The retrievers that can be had by name: `bm25`, `bm25:packs`, and the programs that whoever runs kawara defines.
///
/// ```
/// use kawara::command::Definition;
/// use kawara_evidence::retrieve::Retrievers;
///
/// let mut retrievers = Retrievers::new();
/// retrievers.define(Definition::parse("minilm=python3 retriever.py")?)?;
/// assert_eq!(retrievers.open("bm25")?.name(), "bm25");
/// let error = retrievers.open("minilmm").err().map(|error| error.to_string());
/// assert!(error.is_some_and(|error| error.contains("there are bm25, bm25:packs, minilm")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Retrievers {
    programs: Vec<Definition>,
}

/// What is built in.
const BM25: &str = "bm25";
const BM25_PACKS: &str = "bm25:packs";

impl Retrievers {
    /// Those that are built in.
    pub fn new() -> Self {
        Self::default()
    }

    /// Those that are built in, and those of the user's configuration file.
    ///
    /// # Errors
    /// As [`Configuration::of_user`].
    pub fn of_user() -> Result<Self> {
        let mut retrievers = Self::new();
        for definition in Configuration::of_user()?.retrievers {
            retrievers.define(definition)?;
        }
        Ok(retrievers)
    }

    /// Adds a program.
    ///
    /// # Errors
    /// When the name is taken.
    pub fn define(&mut self, definition: Definition) -> Result<()> {
        let name = definition.name();
        if name == BM25 || self.find(name).is_some() {
            let message = format!("the retriever `{name}` is defined already; choose another name");
            return Err(Error::new(ErrorKind::Settings, message));
        }
        self.programs.push(definition);
        Ok(())
    }

    /// These and others; where both have a name, these win.
    pub fn or(mut self, others: Self) -> Self {
        for other in others.programs {
            if self.find(other.name()).is_none() {
                self.programs.push(other);
            }
        }
        self
    }

    /// The names.
    pub fn names(&self) -> Vec<&str> {
        [BM25, BM25_PACKS].into_iter().chain(self.programs.iter().map(Definition::name)).collect()
    }

    /// Makes a retriever ready; a program is started.
    ///
    /// # Errors
    /// When there is none of that name, or its program cannot be started.
    pub fn open(&self, name: &str) -> Result<Box<dyn Retriever>> {
        match (name, self.find(name)) {
            (BM25, _) => Ok(Box::new(Bm25::new())),
            (BM25_PACKS, _) => Ok(Box::new(Bm25::by_packs()?)),
            (_, Some(definition)) => Ok(Box::new(Program::start(definition)?)),
            _ => {
                let file =
                    user_file().map_or_else(|| "config.toml".to_owned(), |file| file.display().to_string());
                let names = self.names().join(", ");
                Err(Error::new(
                    ErrorKind::Retriever,
                    format!(
                        "there is no retriever `{name}`; there are {names}. Define a program with --retriever-command \
                         {name}='PROGRAM ARGUMENT…', or in {file} with\n    [retrievers.{name}]\n    command = [\"PROGRAM\", \"ARGUMENT\"]"
                    ),
                ))
            }
        }
    }

    fn find(&self, name: &str) -> Option<&Definition> {
        self.programs.iter().find(|program| program.name() == name)
    }
}

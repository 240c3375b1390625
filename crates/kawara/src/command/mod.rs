//! Programs that whoever runs kawara defines: counters, a team's tokenizer in whatever language it is written in; and by the same means
//! [whatever else](Dialogue) is asked in lines, as the retrievers of `kawara-evidence` are.
//!
//! A policy names a counter, `counter = "cmd:NAME"`; which program that is, whoever runs kawara says: a [`Definition`] on the
//! command line, in the user's [configuration file](user_file), or in a program's own code. Never a policy, or chunking a cloned
//! repository would run its code.
//!
//! ```no_run
//! use kawara::command::{Commands, Definition};
//!
//! let mut commands = Commands::new();
//! commands.define(Definition::parse("mytok=python3 tok.py --fast")?)?;
//! let registry = kawara::Additions::new().with_commands(commands).registry()?;
//! assert!(registry.counter_names().contains(&"cmd:mytok".to_owned()));
//! # Ok::<(), kawara::Error>(())
//! ```
//!
//! # The protocol
//!
//! JSON lines in UTF-8: a request a line on standard input, an answer a line on standard output, flushed at once. Nothing is said
//! before the first request, and nothing else is ever written to standard output; standard error is free, and its last lines are
//! quoted when something fails.
//!
//! | request | answer |
//! |---|---|
//! | `{"about":true}`, always the first | `{}`, or what is known of `{"name":"acme","version":"3","vocabulary":"9f2c…","specials":2,"limit":512}` |
//! | `{"texts":["a roof","瓦"]}` | `{"counts":[2,1]}`, and where there are such tokens `"unknown":[0,1]` |
//!
//! - `counts`: tokens of each text, in order, without special tokens, truncation or padding. A text may be empty, and then has none;
//!   it may be a megabyte of spaces.
//! - `specials`: tokens that the model adds once per input. `limit`: the most it takes, those included.
//! - `name` and `vocabulary` (a hash) say who counts: ids and fingerprints depend on them, not on the program's path. Without a
//!   name it is `cmd:NAME`. Change `version` when counts change: `kawara plan` knows of it by that alone.
//! - When standard input ends, so should the program. It is killed when it is no longer needed.
//!
//! # What it costs
//!
//! A document is measured in one request, or one per mebibyte; then each finished chunk is counted: 1.1 requests a chunk in all.
//! On two busy cores a round trip of a short text took 25 to 50 µs. 1.2 MB of English in 1,137 chunks took 0.18 s with the script
//! of `examples/own-counter`, which needs 0.05 s to count it once, and 0.03 s with the pack beside it. Three to four times
//! the text is sent: its units, the seams between them, and the chunks with what they repeat.
//!
//! A thread has a process to itself for a request. Another is started only while all are busy, at most one a core, or as many as
//! the definition allows: a vocabulary may take a second to load, and a gigabyte.
//!
//! # When it fails
//!
//! The document at hand fails, with what the program said last. The next one starts the program again; after a second failure it is
//! left alone, and documents that need it fail at once. A program that cannot be started, or does not answer the first
//! request, is tried once.

mod batches;
mod config;
mod counter;
mod definition;
mod dialogue;
mod last_words;
mod pool;
mod process;
mod protocol;

use std::sync::{Arc, OnceLock};

pub use batches::batches;
pub use config::{Configuration, user_file};
pub use definition::Definition;
#[cfg(feature = "embed")]
pub(crate) use definition::check_name;
pub use dialogue::{About, Dialogue};

use kawara_core::{Counter, Error, ErrorKind, HostCounter, Result};

use counter::CommandCounter;

/// The scheme of counters that are programs.
const SCHEME: &str = "cmd";

/// The programs that policies may name as counters. Each is started when settings first name it, and once, however many do.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    list: Vec<Arc<Command>>,
}

impl Commands {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    ///
    /// # Errors
    /// When the name is taken.
    pub fn define(&mut self, definition: Definition) -> Result<()> {
        if let Some(known) = self.find(definition.name()) {
            let (name, one, two) = (definition.name(), known.definition.origin(), definition.origin());
            let message = format!("the command `{name}` is defined twice, {one} and {two}; leave one out");
            return Err(Error::new(ErrorKind::Registry, message));
        }
        self.list.push(Arc::new(Command { definition, opened: OnceLock::new() }));
        Ok(())
    }

    /// These and others; where both have a name, these win.
    pub fn or(mut self, others: Self) -> Self {
        for other in others.list {
            if self.find(other.definition.name()).is_none() {
                self.list.push(other);
            }
        }
        self
    }

    /// What a registry knows them as.
    pub(crate) fn counter(self) -> HostCounter {
        let names: Vec<String> =
            self.list.iter().map(|command| command.definition.name().to_owned()).collect();
        HostCounter::new(SCHEME, move |name| self.open(name)).names(names)
    }

    fn find(&self, name: &str) -> Option<&Arc<Command>> {
        self.list.iter().find(|command| command.definition.name() == name)
    }

    fn open(&self, name: &str) -> Result<Arc<dyn Counter>> {
        match self.find(name) {
            Some(command) => command.open(),
            None => Err(Error::new(ErrorKind::Registry, self.undefined(name))),
        }
    }

    fn undefined(&self, name: &str) -> String {
        let names: Vec<_> = self.list.iter().map(|command| command.definition.name()).collect();
        let known =
            if names.is_empty() { "none is".to_owned() } else { format!("defined: {}", names.join(", ")) };
        if name.is_empty() {
            return format!(
                "`cmd` alone is no counter; write `cmd:NAME` with the name of a command; {known}"
            );
        }
        let file = user_file().map_or_else(|| "config.toml".to_owned(), |file| file.display().to_string());
        format!(
            "no command is defined under the name `{name}` ({known}); a policy only names a command, whoever runs kawara defines it: \
             with --command {name}='PROGRAM ARGUMENT…', or in {file} with\n    [counters.{name}]\n    command = [\"PROGRAM\", \"ARGUMENT\"]"
        )
    }
}

#[derive(Debug)]
struct Command {
    definition: Definition,
    opened: OnceLock<Result<Arc<CommandCounter>>>,
}

impl Command {
    fn open(&self) -> Result<Arc<dyn Counter>> {
        let opened = self.opened.get_or_init(|| CommandCounter::start(&self.definition).map(Arc::new));
        opened.clone().map(|counter| counter as Arc<dyn Counter>)
    }
}

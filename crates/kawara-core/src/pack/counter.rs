use std::fmt;
use std::sync::Arc;

use crate::{Counter, OptionSpec, Options, Result};

/// Opens counters that no function of a linked pack opens: those of a library that was loaded at run time.
pub trait OpenCounter: Send + Sync {
    /// Opens one by the part of its name behind the colon; called when settings that name it are made ready.
    ///
    /// # Errors
    /// What keeps it from opening.
    fn open(&self, name: &str, options: &Options) -> Result<Arc<dyn Counter>>;
}

/// Who opens a counter.
#[derive(Clone, Copy)]
enum Opener {
    Function(fn(&str, &Options) -> Result<Arc<dyn Counter>>),
    Host(&'static dyn OpenCounter),
}

impl fmt::Debug for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Function(_) => "Function",
            Self::Host(_) => "Host",
        })
    }
}

/// A tokenizer, or a family of them, that a pack offers under a scheme: `tiktoken:cl100k_base`.
#[derive(Debug)]
pub struct CounterEntry {
    pub(crate) scheme: &'static str,
    pub(crate) names: &'static [&'static str],
    pub(crate) options: &'static [OptionSpec],
    opener: Opener,
}

impl CounterEntry {
    /// Counters called `scheme:NAME`, or `scheme` alone.
    pub const fn new(scheme: &'static str, open: fn(&str, &Options) -> Result<Arc<dyn Counter>>) -> Self {
        Self { scheme, names: &[], options: &[], opener: Opener::Function(open) }
    }

    /// The same, opened by what was made at run time.
    pub const fn hosted(scheme: &'static str, host: &'static dyn OpenCounter) -> Self {
        Self { scheme, names: &[], options: &[], opener: Opener::Host(host) }
    }

    /// The names known beforehand; empty where any name may be asked for, such as a path.
    pub const fn names(mut self, names: &'static [&'static str]) -> Self {
        self.names = names;
        self
    }

    /// The options it takes.
    pub const fn options(mut self, options: &'static [OptionSpec]) -> Self {
        self.options = options;
        self
    }

    /// The scheme, unique among counters.
    pub const fn scheme(&self) -> &'static str {
        self.scheme
    }

    /// The names known beforehand.
    pub const fn known_names(&self) -> &'static [&'static str] {
        self.names
    }

    /// The options it takes.
    pub const fn option_specs(&self) -> &'static [OptionSpec] {
        self.options
    }

    /// The names as a policy writes them.
    pub(crate) fn full_names(&self) -> Vec<String> {
        match self.names {
            [] => vec![self.scheme.to_owned()],
            names => names.iter().map(|name| format!("{}:{name}", self.scheme)).collect(),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the pack returns.
    pub fn open(&self, name: &str, options: &Options) -> Result<Arc<dyn Counter>> {
        match self.opener {
            Opener::Function(open) => open(name, options),
            Opener::Host(host) => host.open(name, options),
        }
    }
}

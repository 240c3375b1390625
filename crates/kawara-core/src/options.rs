//! Options of packs: an ordered map of plain values, free of TOML.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::{Error, ErrorKind, Result};

/// The value of an option.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text, a path or a choice.
    Str(String),
    /// A list of values.
    List(Vec<Value>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Str(value) => write!(f, "{value:?}"),
            Self::List(values) => {
                f.write_str("[")?;
                for (nth, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if nth == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
        }
    }
}

/// Options given to a pack when it is opened. They are the key under which the opened pack is kept
/// and part of the fingerprint of the settings, so they are ordered and comparable.
///
/// ```
/// use kawara_core::{Options, Value};
///
/// let options = Options::new().with("newline", Value::Str("hard".into()));
/// assert_eq!(options.str("newline"), Some("hard"));
/// assert_eq!(options.bool("newline"), None);
///
/// let mut options = Options::new();
/// options.set_in("corpus", "dictionary", Value::Str("words/ipadic".into()));
/// assert_eq!(options.path("dictionary"), Some("corpus/words/ipadic".into()));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Options {
    values: BTreeMap<String, Value>,
    /// What relative paths are relative to, where that is not the current directory.
    dirs: BTreeMap<String, PathBuf>,
}

impl Options {
    /// No options.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same options with one more, or with another value for it.
    pub fn with(mut self, key: impl Into<String>, value: Value) -> Self {
        self.set(key, value);
        self
    }

    /// Sets an option.
    pub fn set(&mut self, key: impl Into<String>, value: Value) {
        let key = key.into();
        self.dirs.remove(&key);
        self.values.insert(key, value);
    }

    /// Sets an option that was written in a file of this directory: a relative path is relative to it.
    pub fn set_in(&mut self, dir: impl Into<PathBuf>, key: impl Into<String>, value: Value) {
        let (dir, key) = (dir.into(), key.into());
        let may_be_path = matches!(value, Value::Str(_)) && !dir.as_os_str().is_empty();
        self.set(key.clone(), value);
        if may_be_path {
            self.dirs.insert(key, dir);
        }
    }

    /// Takes over another's options whose keys are wanted.
    pub(crate) fn take(&mut self, other: &Self, wanted: impl Fn(&str) -> bool) {
        for (key, value) in other.iter().filter(|(key, _)| wanted(key)) {
            match other.dirs.get(key) {
                Some(dir) => self.set_in(dir, key, value.clone()),
                None => self.set(key, value.clone()),
            }
        }
    }

    /// The path under `key`; a relative one from where it was written.
    pub fn path(&self, key: &str) -> Option<PathBuf> {
        let path = Path::new(self.str(key)?);
        Some(self.dirs.get(key).map_or_else(|| path.to_owned(), |dir| dir.join(path)))
    }

    /// The value under `key`, if it is a text.
    pub fn str(&self, key: &str) -> Option<&str> {
        match self.values.get(key) {
            Some(Value::Str(value)) => Some(value),
            _ => None,
        }
    }

    /// The value under `key`, if it is a whole number.
    pub fn int(&self, key: &str) -> Option<i64> {
        match self.values.get(key) {
            Some(Value::Int(value)) => Some(*value),
            _ => None,
        }
    }

    /// The value under `key`, if it is `true` or `false`.
    pub fn bool(&self, key: &str) -> Option<bool> {
        match self.values.get(key) {
            Some(Value::Bool(value)) => Some(*value),
            _ => None,
        }
    }

    /// Whether no option is set.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All options in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Refuses options that no spec describes and values of the wrong kind.
    ///
    /// # Errors
    /// [`ErrorKind::Option`], naming the key, the known keys and what the value must be.
    pub fn check(&self, specs: &[OptionSpec]) -> Result<()> {
        for (key, value) in self.iter() {
            let Some(spec) = specs.iter().find(|spec| spec.name == key) else {
                let known: Vec<_> = specs.iter().map(|spec| spec.name).collect();
                let known = if known.is_empty() {
                    "it takes no options".into()
                } else {
                    format!("known: {}", known.join(", "))
                };
                return Err(Error::new(ErrorKind::Option, format!("no option is called `{key}`; {known}")));
            };
            if !spec.kind.accepts(value) {
                return Err(Error::new(
                    ErrorKind::Option,
                    format!("option `{key}` must be {}, not {value}", spec.kind),
                ));
            }
        }
        Ok(())
    }
}

/// What was said, not where: equal options print the same on every machine.
impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}

/// One option that a pack understands.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    name: &'static str,
    kind: OptionKind,
    doc: &'static str,
}

impl OptionSpec {
    /// An option, what it takes, and a sentence of documentation.
    pub const fn new(name: &'static str, kind: OptionKind, doc: &'static str) -> Self {
        Self { name, kind, doc }
    }

    /// The key.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the option takes.
    pub const fn kind(&self) -> OptionKind {
        self.kind
    }

    /// One sentence for `kawara packs` and the schema.
    pub const fn doc(&self) -> &'static str {
        self.doc
    }
}

/// What an option takes.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int,
    /// Any text.
    Str,
    /// A list of texts.
    List,
    /// A file or directory, as the pack reads it.
    Path,
    /// One of these words.
    Choice(&'static [&'static str]),
}

impl OptionKind {
    /// Whether a value is of this kind.
    pub fn accepts(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Bool, Value::Bool(_))
            | (Self::Int, Value::Int(_))
            | (Self::Str | Self::Path, Value::Str(_)) => true,
            (Self::List, Value::List(values)) => values.iter().all(|value| matches!(value, Value::Str(_))),
            (Self::Choice(words), Value::Str(word)) => words.contains(&word.as_str()),
            _ => false,
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Int => f.write_str("a whole number"),
            Self::Str => f.write_str("a text"),
            Self::List => f.write_str("a list of texts"),
            Self::Path => f.write_str("a path"),
            Self::Choice(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

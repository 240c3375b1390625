//! What Python calls a policy, and how it becomes one.

use std::path::{Path, PathBuf};

use kawara::policy::{Loader, Policy, Tokenizers};
use kawara::{Mistakes, Registry};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::arguments::entries;
use crate::error::{of_policy, said, value};
use crate::plain::plain;

/// A policy as it is given: TOML, the name of a built-in one, or a file.
pub(crate) enum Source {
    /// TOML.
    Text(String),
    /// What [`Loader::open`] takes: `kawara:NAME`, or the path of a file.
    Word(String),
}

impl Source {
    /// A string that has a line break or an `=` is TOML; any other is a name or a path, as is what `os.fspath` takes.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_cow()?.into_owned();
            let is_toml = text.contains(['\n', '=']) || text.trim().is_empty();
            return Ok(if is_toml { Self::Text(text) } else { Self::Word(text) });
        }
        let path: PathBuf = given.extract().map_err(|_| {
            let kind = given.get_type();
            value(format!("a policy is TOML, \"kawara:NAME\" or the path of a file, and not {kind}"))
        })?;
        let word = path.into_os_string().into_string();
        word.map(Self::Word)
            .map_err(|path| value(format!("the path {} is not UTF-8", path.to_string_lossy())))
    }
}

/// What a policy in a text is called in messages.
pub(crate) const TEXT: &str = "policy";

/// What else is said about a policy.
pub(crate) struct Around {
    /// What relative paths in a text are relative to.
    pub(crate) directory: PathBuf,
    /// What is laid beneath.
    pub(crate) base: Option<String>,
    /// Where tokenizers lie, before the environment is asked.
    pub(crate) tokenizers: Vec<PathBuf>,
    /// What is laid over everything: each `key=value`, and the argument that says so.
    pub(crate) changes: Vec<(&'static str, String)>,
}

impl Around {
    /// The policy, held against the packs.
    pub(crate) fn load(self, source: &Source, registry: &Registry) -> PyResult<Policy> {
        self.loaded(source, registry).map_err(|mistakes| of_policy(&mistakes))
    }

    fn loaded(self, source: &Source, registry: &Registry) -> Result<Policy, Mistakes> {
        let named = self.tokenizers.into_iter().fold(Tokenizers::none(), Tokenizers::with_folder);
        let environment = kawara::tokenizers::from_environment();
        let tokenizers = environment.folders().fold(named, |all, folder| all.with_folder(folder));
        let loader = Loader::new().with_tokenizers(tokenizers).with_known(kawara::known(registry));
        let loader = self.base.into_iter().fold(loader, Loader::with_base);
        let policy = match source {
            Source::Text(text) => loader.text(&versioned(text), TEXT, &self.directory),
            Source::Word(word) => loader.open(word),
        }?;
        policy.set_by(self.changes)
    }
}

/// A policy in a file says which language of policies it is in; one in a program may leave that out.
fn versioned(text: &str) -> String {
    let says = |line: &str| {
        line.trim_start().strip_prefix("policy").is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let version = if text.lines().any(says) { "" } else { "policy = 1\n" };
    format!("{version}{text}")
}

/// `settings={"budget.max-tokens": 256}` as the command's `--set` has it.
pub(crate) fn changes(
    settings: Option<&Bound<'_, PyMapping>>,
    model: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(&'static str, String)>> {
    let mut changes = Vec::new();
    for (key, given) in entries("settings", "strings such as \"budget.max-tokens\"", settings)? {
        let told = |error| value(format!("settings[{key:?}]: {}", said(given.py(), &error)));
        changes.push(("settings", format!("{key}={}", toml(&given, DEEPEST).map_err(told)?)));
    }
    if let Some(model) = model {
        let told = |error| value(format!("`model`: {}", said(model.py(), &error)));
        changes.push(("model", format!("budget.model={}", toml(model, DEEPEST).map_err(told)?)));
    }
    Ok(changes)
}

/// How many lists and dicts of a setting may be in each other: more than any setting has.
const DEEPEST: usize = 16;

/// A value as TOML writes it.
fn toml(given: &Bound<'_, PyAny>, deepest: usize) -> PyResult<String> {
    if let Ok(text) = given.cast::<PyString>() {
        // What JSON escapes, TOML escapes alike.
        return serde_json::to_string(&*text.to_cow()?).map_err(|error| value(error.to_string()));
    }
    if let Ok(truth) = given.cast::<PyBool>() {
        return Ok(truth.is_true().to_string());
    }
    if given.is_instance_of::<PyInt>() || given.is_instance_of::<PyFloat>() {
        return Ok(given.str()?.to_cow()?.into_owned());
    }
    let Some(deepest) = deepest.checked_sub(1) else {
        return Err(value("it has lists in lists without end"));
    };
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let values = given.try_iter()?.map(|value| toml(&value?, deepest)).collect::<PyResult<Vec<_>>>()?;
        return Ok(format!("[{}]", values.join(", ")));
    }
    if let Ok(table) = given.cast::<PyMapping>() {
        let pairs = entries("settings", "strings", Some(table))?.into_iter().map(|(key, given)| {
            let key = serde_json::to_string(&key).map_err(|error| value(error.to_string()))?;
            Ok(format!("{key} = {}", toml(&given, deepest)?))
        });
        return Ok(format!("{{ {} }}", pairs.collect::<PyResult<Vec<_>>>()?.join(", ")));
    }
    let own = plain(given.py())?.call1((given,)).map_err(|_| {
        let what = "a setting is a string, a number, a bool, a list or a dict, and not";
        value(format!("{what} {}", given.get_type()))
    })?;
    toml(&own, deepest)
}

/// Where a policy in a text stands, if that is not said.
pub(crate) fn here(directory: Option<PathBuf>) -> PathBuf {
    directory.unwrap_or_else(|| Path::new("").to_owned())
}

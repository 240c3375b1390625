//! Tokenizers that are Python objects.

use std::sync::Arc;

use kawara::{Counted, Counter, CounterId, Error, ErrorKind, HostCounter, Result};
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::arguments::entries;
use crate::error::{kind_of, value};

/// Counters by their names, as `counters={"mytok": tokenizer}` has them. Policies then call them by these.
pub(crate) fn hosts(counters: Option<&Bound<'_, PyMapping>>) -> PyResult<Vec<HostCounter>> {
    let hosted = entries("counters", "their names", counters)?.into_iter().map(|(name, object)| {
        let counter: Arc<dyn Counter> = Arc::new(PythonCounter::new(&name, object)?);
        let scheme = name.clone();
        Ok(HostCounter::new(name, move |rest| match rest {
            "" => Ok(Arc::clone(&counter)),
            rest => Err(Error::new(
                ErrorKind::Open,
                format!("there is one such counter: write `{scheme}`, not `{scheme}:{rest}`"),
            )),
        }))
    });
    hosted.collect()
}

/// An object with `count(texts) -> list of counts`. Every call holds the interpreter's lock, so calls are few: all texts that are
/// known to be needed go into one.
struct PythonCounter {
    id: CounterId,
    specials: u32,
    limit: Option<u32>,
    object: Py<PyAny>,
}

impl PythonCounter {
    fn new(name: &str, object: Bound<'_, PyAny>) -> PyResult<Self> {
        if !object.hasattr("count")? {
            let message =
                format!("the counter {name:?} has no method `count(texts: list[str]) -> list[int]`");
            return Err(value(message));
        }
        let version: Option<String> = attribute(&object, name, "version")?;
        let id = CounterId::new(name, version.unwrap_or_else(|| "1".into()));
        let vocabulary: Option<String> = attribute(&object, name, "vocabulary")?;
        Ok(Self {
            id: vocabulary.into_iter().fold(id, CounterId::with_vocabulary),
            specials: attribute(&object, name, "specials")?.unwrap_or(0),
            limit: attribute(&object, name, "limit")?,
            object: object.unbind(),
        })
    }

    fn counts(&self, texts: &[&str]) -> Result<Vec<u32>> {
        let counts: Vec<u32> = Python::attach(|py| {
            self.object
                .bind(py)
                .call_method1("count", (texts.to_vec(),))
                .and_then(|said| said.extract())
                .map_err(|error| {
                    let what = format!("the counter `{}` failed: {error}", self.id.name());
                    Error::caused_by(kind_of(py, &error, ErrorKind::Count), what, error)
                })
        })?;
        if counts.len() == texts.len() {
            return Ok(counts);
        }
        let (asked, got) = (texts.len(), counts.len());
        let what = format!(
            "the counter `{}` gave {got} counts for {asked} texts: `count` returns one for each",
            self.id.name()
        );
        Err(Error::new(ErrorKind::Count, what))
    }
}

/// An attribute that may be left out.
pub(crate) fn attribute<'py, T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>>(
    object: &Bound<'py, PyAny>,
    whose: &str,
    name: &str,
) -> PyResult<Option<T>> {
    let Some(found) = object.getattr_opt(name)?.filter(|found| !found.is_none()) else { return Ok(None) };
    let kind = found.get_type();
    found.extract().map(Some).map_err(|_| value(format!("`{name}` of {whose:?} cannot be {kind}")))
}

impl Counter for PythonCounter {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn limit(&self) -> Result<Option<u32>> {
        Ok(self.limit)
    }

    fn specials(&self) -> u32 {
        self.specials
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok(self.counts(&[text])?.first().copied().unwrap_or(0))
    }

    fn count_all(&self, texts: &[&str]) -> Result<Vec<Counted>> {
        Ok(self.counts(texts)?.into_iter().map(Counted::of).collect())
    }
}

//! Contexts from outside, and the prompts for them.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use kawara::contextual::{Contexts as Read, OfDocument};
use kawara::input::Failure;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping};

use crate::arguments::{is_path, path_string};
use crate::error::{kind, said, value};
use crate::plain::identified;

/// How many mistakes are named; all are counted.
const SHOWN: usize = 5;

/// What is read of a context; by the last three it is told what somebody has taken for one.
const MEMBERS: [&str; 9] = ["key", "doc_id", "id", "start", "end", "context", "prompt", "ordinal", "text"];

/// Contexts by the chunks that they are for: what a language model says of each chunk in its document. Made once, for any number of calls.
///
/// `given` is the path of a file of JSON lines, as `kawara context ask` writes them; or a mapping from ids of chunks to texts; or an iterable of dicts with
/// "context" and "id", or "key", or "doc_id", "start" and "end" (bytes).
///
/// Raises ValueError with what is wrong and where, and TypeError for a context that is no string.
#[pyclass(frozen, module = "kawara")]
pub(crate) struct Contexts(Arc<Read>);

#[pymethods]
impl Contexts {
    #[new]
    fn new(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if is_path(given)? {
            let path: PathBuf = path_string("given", given)?.extract()?;
            let read = py.detach(|| {
                let name = path.display().to_string();
                let file = File::open(&path);
                let file = file.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
                Ok::<_, io::Error>(Read::read(BufReader::new(file), name))
            });
            return read?.map(|read| Self(Arc::new(read))).map_err(|failures| wrong(&failures));
        }
        let dumps = py.import("json")?.getattr("dumps")?;
        let options = PyDict::new(py);
        options.set_item("default", identified(py)?)?;
        let (mut lines, mut nth) = (String::new(), 0);
        let mut add = |line: &Bound<'_, PyAny>| {
            nth += 1;
            // What only looks like a text, such as the answer of a client, would stand there as Python prints it.
            let json = dumps.call((line,), Some(&options)).map_err(|error| {
                let told = format!("contexts:{nth}: {}", said(py, &error));
                match error {
                    error if error.is_instance_of::<PyTypeError>(py) => {
                        kind(format!("{told}; a context is the text itself"))
                    }
                    error if error.is_instance_of::<PyValueError>(py) => value(told),
                    error => error,
                }
            })?;
            lines.push_str(json.extract()?);
            lines.push('\n');
            Ok::<(), PyErr>(())
        };
        if let Ok(mapping) = given.cast::<PyMapping>() {
            for item in mapping.items()?.iter() {
                let (id, context): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
                let line = PyDict::new(py);
                line.set_item("id", id)?;
                line.set_item("context", context)?;
                add(&line)?;
            }
        } else {
            let told = |_| {
                kind(format!(
                    "`contexts` are a path, a mapping from ids of chunks to texts, or dicts with \"id\" and \"context\", and not {}",
                    given.get_type()
                ))
            };
            for line in given.try_iter().map_err(told)? {
                let line = line?;
                let line = line.cast::<PyMapping>().map_err(|_| {
                    kind(format!(
                        "a context is a dict with \"id\" and \"context\", and not {}",
                        line.get_type()
                    ))
                })?;
                let plain = PyDict::new(py);
                for item in line.items()?.iter() {
                    let (name, member): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
                    // Others, such as when it was asked, may be whatever they are.
                    if name.extract::<&str>().is_ok_and(|name| MEMBERS.contains(&name)) {
                        plain.set_item(name, member)?;
                    }
                }
                add(&plain)?;
            }
        }
        let read = py.detach(|| Read::read(lines.as_bytes(), "contexts"));
        read.map(|read| Self(Arc::new(read))).map_err(|failures| wrong(&failures))
    }

    /// What became of them so far: "given", the chunks that have one; "earlier", those of them whose context was made when their document was another; "without",
    /// the chunks that have none; "unmet", the contexts that were for no chunk.
    fn told<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = self.0.told();
        let dict = PyDict::new(py);
        for (name, count) in [
            ("given", told.given),
            ("earlier", told.earlier),
            ("without", told.without),
            ("unmet", told.unmet),
        ] {
            dict.set_item(name, count)?;
        }
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<kawara.Contexts {}>", self.0.len())
    }
}

/// Contexts that were made already, or whatever they can be made of.
pub(crate) fn contexts(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Arc<Read>>> {
    let Some(given) = given else { return Ok(None) };
    if let Ok(contexts) = given.cast::<Contexts>() {
        return Ok(Some(Arc::clone(&contexts.get().0)));
    }
    Contexts::new(given.py(), given).map(|contexts| Some(contexts.0))
}

/// Requests as Python's dicts.
pub(crate) fn requests<'py>(py: Python<'py>, requests: &OfDocument<'_>) -> PyResult<Bound<'py, PyList>> {
    let loads = py.import("json")?.getattr("loads")?;
    let list = PyList::empty(py);
    for request in requests.iter() {
        let json = serde_json::to_string(&request).map_err(|error| value(error.to_string()))?;
        list.append(loads.call1((json,))?)?;
    }
    Ok(list)
}

fn wrong(failures: &[Failure]) -> PyErr {
    let mut lines: Vec<String> = failures.iter().take(SHOWN).map(ToString::to_string).collect();
    if failures.len() > SHOWN {
        lines.push(format!("and {} mistakes more", failures.len() - SHOWN));
    }
    value(lines.join("\n"))
}

//! Embedding models: Python objects, and programs and services that are told in words.

use std::path::PathBuf;
use std::sync::Arc;

use kawara::embed::{Cache, Model};
use kawara::{Additions, Error, ErrorKind, Result};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

use crate::arguments::entries;
use crate::counter::attribute;
use crate::error::{kind_of, of_engine, value};

/// Embedders by their names, as `embedders={"minilm": model}` has them.
#[derive(Default)]
pub(crate) struct Embedders {
    objects: Vec<(String, Arc<dyn kawara::Embedder>)>,
    models: Vec<Model>,
    cache: Option<PathBuf>,
}

impl Embedders {
    pub(crate) fn of(embedders: Option<&Bound<'_, PyMapping>>, cache: Option<PathBuf>) -> PyResult<Self> {
        if cache.as_ref().is_some_and(|folder| folder.as_os_str().is_empty()) {
            return Err(value("`embedding_cache` is empty: name a folder, or leave it out"));
        }
        let mut all = Self { cache, ..Self::default() };
        for (name, given) in entries("embedders", "their names", embedders)? {
            match given.cast::<PyString>() {
                Ok(words) => {
                    let model = Model::parse(&format!("{name}={}", words.to_str()?));
                    let model = model.map_err(|error| of_engine(&error))?.with_origin("with embedders=");
                    // A name with an equals sign would be another name, and a part of the program.
                    if model.name() != name {
                        let what = "cannot be called so: names have letters, digits, `-`, `_` and `.`";
                        return Err(value(format!("the embedder {name:?} {what}")));
                    }
                    all.models.push(model);
                }
                Err(_) => all.objects.push((name.clone(), Arc::new(PythonEmbedder::new(name, given)?))),
            }
        }
        Ok(all)
    }

    pub(crate) fn add_to(self, additions: Additions) -> Additions {
        let additions = additions.with_embedders(self.objects).with_models(self.models);
        self.cache.into_iter().map(Cache::in_folder).fold(additions, Additions::with_embedding_cache)
    }
}

/// An object with `embed(texts) -> list of vectors`, or a matrix. It is asked for a document's texts in one call.
struct PythonEmbedder {
    name: String,
    id: String,
    object: Py<PyAny>,
}

impl PythonEmbedder {
    fn new(name: String, object: Bound<'_, PyAny>) -> PyResult<Self> {
        if !object.getattr_opt("embed")?.is_some_and(|embed| embed.is_callable()) {
            let what = "has no method `embed(texts: list[str])`, which returns a vector for each, and is no string that names a program or a \
                        service";
            return Err(value(format!("the embedder {name:?} {what}")));
        }
        let id: Option<String> = attribute(&object, &name, "id")?;
        let Some(id) = id.filter(|id| !id.trim().is_empty()) else {
            let what = "has no `id`, a string that says which model it is: another one when vectors change";
            return Err(value(format!("the embedder {name:?} {what}")));
        };
        Ok(Self { name, id, object: object.unbind() })
    }
}

impl kawara::Embedder for PythonEmbedder {
    fn id(&self) -> &str {
        &self.id
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        Python::attach(|py| {
            let answer = self.object.bind(py).call_method1("embed", (texts.to_vec(),));
            answer.and_then(|answer| vectors(&answer)).map_err(|error| {
                let what = format!("the embedder `{}` failed: {error}", self.name);
                Error::caused_by(kind_of(py, &error, ErrorKind::Embed), what, error)
            })
        })
    }
}

/// Rows of numbers: lists, or arrays of NumPy and whatever else can make a list of itself.
fn vectors(answer: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<f32>>> {
    listed(answer)?.try_iter()?.map(|row| listed(&row?)?.extract()).collect()
}

fn listed<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match given.getattr_opt("tolist")? {
        Some(list) => list.call0(),
        None => Ok(given.clone()),
    }
}

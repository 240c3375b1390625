//! Whether texts fit a model.

use kawara::guard::Fit;
use kawara::{ErrorKind, Gauge, Registry};
use pyo3::prelude::*;

use crate::arguments::small;
use crate::error::{PolicyError, of_engine, value};

/// What holds texts against a model: a counter by name, or a model, and perhaps a limit.
fn gauge(
    registry: &Registry,
    counter: Option<&str>,
    model: Option<&str>,
    limit: Option<u32>,
) -> PyResult<Gauge> {
    let opened = match (counter, model) {
        (Some(counter), None) => Gauge::open(registry, counter),
        (None, Some(model)) => Gauge::of_model(registry, model, &kawara::tokenizers::from_environment()),
        _ => return Err(value("give either `model` or `counter`")),
    };
    let gauge = opened.map_err(|error| match error.kind() {
        // As a policy says it that names a model.
        ErrorKind::Registry if model.is_some() => PolicyError::new_err(error.to_string()),
        _ => of_engine(&error),
    })?;
    Ok(limit.into_iter().fold(gauge, Gauge::with_limit))
}

/// For each text: tokens, limit, characters that the model sees.
#[pyfunction]
#[pyo3(signature = (texts, *, counter, model, limit))]
pub(crate) fn _guard(
    py: Python<'_>,
    texts: Vec<String>,
    counter: Option<&str>,
    model: Option<&str>,
    limit: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(u32, u32, usize)>> {
    let limit = limit.map(|limit| small("limit", limit, 1)).transpose()?;
    py.detach(|| {
        let registry = kawara::registry().map_err(|error| of_engine(&error))?;
        let gauge = gauge(&registry, counter, model, limit)?;
        let fits = texts.iter().map(|text| {
            let fit = Fit::of(&gauge, text).map_err(|error| of_engine(&error))?;
            let kept = text.get(..fit.kept).unwrap_or(text).chars().count();
            Ok((fit.tokens, fit.limit, kept))
        });
        fits.collect()
    })
}

/// Tokens of each text, without special tokens.
#[pyfunction]
#[pyo3(signature = (texts, *, counter, model))]
pub(crate) fn _count(
    py: Python<'_>,
    texts: Vec<String>,
    counter: Option<&str>,
    model: Option<&str>,
) -> PyResult<Vec<u32>> {
    py.detach(|| {
        let registry = kawara::registry().map_err(|error| of_engine(&error))?;
        let gauge = gauge(&registry, counter, model, None)?;
        let counts = texts.iter().map(|text| gauge.counter().count(text));
        counts.collect::<kawara::Result<_>>().map_err(|error| of_engine(&error))
    })
}

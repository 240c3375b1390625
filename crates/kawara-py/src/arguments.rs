//! What functions are given, where Python has more than one way to say it.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyString};

use crate::error::{kind, value};

/// More threads than any machine makes use of, as for the command.
const MOST_THREADS: u64 = 1024;

/// A whole number: anything with `__index__`, NumPy's too. `name` is what the argument is called.
pub(crate) fn whole(name: &str, given: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let index = given.py().import("operator")?.call_method1("index", (given,));
    let index =
        index.map_err(|_| kind(format!("`{name}` is a whole number, and not {}", given.get_type())))?;
    index.extract().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        // One of thousands of digits is not spelt out.
        let number = index.extract::<i128>().map_or_else(|_| "that".to_owned(), |number| number.to_string());
        value(format!("`{name}` cannot be {number}: it is from {} to {}", range.start(), range.end()))
    })
}

/// The same, of 32 bits.
pub(crate) fn small(name: &str, given: &Bound<'_, PyAny>, least: u32) -> PyResult<u32> {
    let number = whole(name, given, least.into()..=u32::MAX.into())?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The same, of things in memory.
pub(crate) fn amount(name: &str, given: &Bound<'_, PyAny>, least: u32) -> PyResult<usize> {
    let number = whole(name, given, least.into()..=i64::MAX.unsigned_abs())?;
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

/// How many threads.
pub(crate) fn threads(given: &Bound<'_, PyAny>) -> PyResult<NonZeroUsize> {
    let number = whole("threads", given, 1..=MOST_THREADS)?;
    Ok(usize::try_from(number).ok().and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN))
}

/// The entries of a mapping whose keys are strings. `name` is what the argument is called, and `keys` what is to be its keys.
pub(crate) fn entries<'py>(
    name: &str,
    keys: &str,
    given: Option<&Bound<'py, PyMapping>>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let entry = |item: Bound<'py, PyAny>| {
        let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item.extract()?;
        let Ok(text) = key.cast::<PyString>() else {
            return Err(kind(format!("the keys of `{name}` are {keys}, and not {}", key.get_type())));
        };
        // A string that is none in Unicode says so itself.
        Ok((text.extract()?, value))
    };
    given.items()?.iter().map(entry).collect()
}

/// Whether it is a path, or a word in the place of one: a string, or what `os.fspath` takes.
pub(crate) fn is_path(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(given.is_instance_of::<PyString>()
        || given.is_instance_of::<PyBytes>()
        || given.hasattr("__fspath__")?)
}

/// A path as a string of Python. `name` is what it is called.
pub(crate) fn path_string<'py>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    if !is_path(given)? {
        let what = "is a path: a string or an `os.PathLike`, and not";
        return Err(kind(format!("`{name}` {what} {}", given.get_type())));
    }
    Ok(given.py().import("os")?.call_method1("fsdecode", (given,))?.cast_into()?)
}

/// A path as a string.
pub(crate) fn path(name: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    let path = path_string(name, given)?;
    path.extract().map_err(|_| value(format!("`{name}`: {path:?} is not UTF-8")))
}

/// Paths as strings: several, or one alone.
pub(crate) fn paths(name: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    match given {
        None => Ok(Vec::new()),
        Some(one) if is_path(one)? => Ok(vec![path(name, one)?]),
        Some(several) => {
            let not_several =
                |_| kind(format!("`{name}` is a list of paths, and not {}", several.get_type()));
            several.try_iter().map_err(not_several)?.map(|each| path(name, &each?)).collect()
        }
    }
}

/// Folders that have to be there.
pub(crate) fn folders(name: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<PathBuf>> {
    let folder = |path: String| match std::fs::metadata(&path) {
        Ok(about) if about.is_dir() => Ok(path.into()),
        Ok(_) => Err(value(format!("`{name}`: {path} is not a directory"))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(value(format!("`{name}`: there is no such directory: {path}")))
        }
        Err(error) => Err(value(format!("`{name}`: {path}: {error}"))),
    };
    paths(name, given)?.into_iter().map(folder).collect()
}

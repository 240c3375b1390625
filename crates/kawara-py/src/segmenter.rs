//! Languages that are Python objects.

use std::sync::Arc;

use kawara::{
    Cuts, Error, ErrorKind, Grain, OpenSegmenter, Options, Pack, Result, SegmentWorker, Segmenter,
    SegmenterEntry,
};
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::arguments::entries;
use crate::counter::attribute;
use crate::error::{PackError, kind_of, value};

/// All grains, as Python calls them.
const GRAINS: [Grain; 3] = [Grain::Sentence, Grain::Clause, Grain::Word];

/// Packs of languages by their tags, as `segmenters={"ko": segmenter}` has them. A pack is for ever, and so are these.
pub(crate) fn packs(segmenters: Option<&Bound<'_, PyMapping>>) -> PyResult<Vec<&'static Pack>> {
    let packs = entries("segmenters", "languages", segmenters)?.into_iter().map(|(language, object)| {
        let is_tag =
            (2..=8).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase());
        if !is_tag {
            let message = format!("{language:?} is no primary language subtag (BCP 47), such as \"ko\"");
            return Err(value(message));
        }
        if let Some(taken) = builtin(&language) {
            let message = format!(
                "`segmenters` has {language:?}, which the pack `{taken}` of kawara cuts, and one language has one segmenter: \
                 use a tag for private use, such as {{\"qaa\": …}}, and say language=\"qaa\" of the documents that it is to cut"
            );
            return Err(PackError::new_err(message));
        }
        pack(language, object)
    });
    packs.collect()
}

/// The pack that comes with kawara and cuts a language.
fn builtin(language: &str) -> Option<&'static str> {
    let cuts =
        |pack: &&&Pack| pack.segmenter_entries().iter().any(|entry| entry.languages().contains(&language));
    kawara::builtin().iter().find(cuts).map(|pack| pack.name())
}

fn pack(language: String, object: Bound<'_, PyAny>) -> PyResult<&'static Pack> {
    if !object.hasattr("cuts")? {
        let message =
            format!("the segmenter {language:?} has no method `cuts(text: str, grain: str) -> list[int]`");
        return Err(value(message));
    }
    let version: String = attribute(&object, &language, "version")?.unwrap_or_else(|| "1".into());
    let grains: Vec<String> =
        attribute(&object, &language, "grains")?.unwrap_or_else(|| vec!["sentence".into()]);
    let grains = grains.iter().map(|word| {
        let known = GRAINS.into_iter().find(|grain| grain.as_str() == word);
        known.ok_or_else(|| value(format!("{word:?} of the segmenter {language:?} is no grain; there are \"sentence\", \"clause\" and \"word\"")))
    });
    let grains = grains.collect::<PyResult<Vec<_>>>()?.leak();
    let (language, version): (&'static str, &'static str) = (language.leak(), version.leak());
    let leans = object.hasattr("leans_back")?;
    let host: &PythonSegmenter =
        Box::leak(Box::new(PythonSegmenter(Arc::new(Object { language, leans, object: object.unbind() }))));
    let entry = SegmenterEntry::hosted(language, vec![language].leak(), host).grains(grains);
    Ok(Box::leak(Box::new(Pack::new(language, version).segmenters(vec![entry].leak()))))
}

struct Object {
    language: &'static str,
    /// Whether it knows which units lean back.
    leans: bool,
    object: Py<PyAny>,
}

struct PythonSegmenter(Arc<Object>);

impl OpenSegmenter for PythonSegmenter {
    fn open(&self, _: &Options) -> Result<Arc<dyn Segmenter>> {
        Ok(Arc::new(Opened(Arc::clone(&self.0))))
    }
}

struct Opened(Arc<Object>);

impl Segmenter for Opened {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Worker(&self.0))
    }
}

/// Every question holds the interpreter's lock: one a paragraph.
struct Worker<'s>(&'s Object);

impl Worker<'_> {
    fn fails(&self, py: Python<'_>, error: PyErr) -> Error {
        let what = format!("the segmenter `{}` failed: {error}", self.0.language);
        Error::caused_by(kind_of(py, &error, ErrorKind::Segment), what, error)
    }
}

impl SegmentWorker for Worker<'_> {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        let ends: Vec<usize> = Python::attach(|py| {
            let said = self.0.object.bind(py).call_method1("cuts", (text, grain.as_str()));
            said.and_then(|said| said.extract()).map_err(|error| self.fails(py, error))
        })?;
        // Python counts characters, the gate bytes.
        let (mut at, mut chars) = (0, 0);
        for end in ends {
            let ahead = end.checked_sub(chars).filter(|ahead| *ahead > 0).ok_or_else(|| {
                let what =
                    format!("the segmenter `{}` cuts at character {end} after {chars}", self.0.language);
                Error::new(ErrorKind::Gate, what).at_byte(at)
            })?;
            let rest = text.get(at..).unwrap_or_default();
            let step =
                rest.char_indices().nth(ahead - 1).map(|(byte, c)| byte + c.len_utf8()).ok_or_else(|| {
                    let what = format!(
                        "the segmenter `{}` cuts at character {end}, past the end of its text",
                        self.0.language
                    );
                    Error::new(ErrorKind::Gate, what).at_byte(at)
                })?;
            (at, chars) = (at + step, end);
            out.push(at)?;
        }
        Ok(())
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        if !self.0.leans {
            return Ok(false);
        }
        Python::attach(|py| {
            let said = self.0.object.bind(py).call_method1("leans_back", (unit,));
            said.and_then(|said| said.is_truthy()).map_err(|error| self.fails(py, error))
        })
    }
}

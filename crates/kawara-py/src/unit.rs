use kawara::UnitSpan;
use pyo3::prelude::*;

/// A unit of a document: a sentence, a clause, a record. `text[unit.start:unit.end]` is what it says. It can be compared, hashed, pickled.
#[pyclass(frozen, get_all, eq, hash, module = "kawara")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Unit {
    /// Where it begins, in characters of the document, as Python indexes.
    start: usize,
    /// Where it ends, exclusive.
    end: usize,
    /// Where it begins, in bytes of the document in UTF-8.
    byte_start: usize,
    /// Where it ends, exclusive.
    byte_end: usize,
    /// Its language, as a BCP 47 tag.
    language: String,
}

#[pymethods]
impl Unit {
    #[new]
    fn new(start: usize, end: usize, byte_start: usize, byte_end: usize, language: String) -> Self {
        Self { start, end, byte_start, byte_end, language }
    }

    fn __getnewargs__(&self) -> (usize, usize, usize, usize, &str) {
        (self.start, self.end, self.byte_start, self.byte_end, &self.language)
    }

    fn __repr__(&self) -> String {
        let Self { start, end, byte_start, byte_end, language } = self;
        format!(
            "Unit(start={start}, end={end}, byte_start={byte_start}, byte_end={byte_end}, language={language:?})"
        )
    }
}

/// Units with their characters: one pass over the text.
pub(crate) fn units(text: &str, spans: Vec<UnitSpan>) -> Vec<Unit> {
    let (mut at, mut chars) = (0, 0);
    let mut to = |byte: usize| {
        // Units ascend, but for the odd one that a reader has moved.
        if byte < at {
            (at, chars) = (0, 0);
        }
        chars += text.get(at..byte).map_or(0, |between| between.chars().count());
        at = byte;
        chars
    };
    let unit = |span: UnitSpan| {
        let (start, end) = (to(span.source.start), to(span.source.end));
        Unit { start, end, byte_start: span.source.start, byte_end: span.source.end, language: span.language }
    };
    spans.into_iter().map(unit).collect()
}

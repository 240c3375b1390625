//! Reading wider, over records as they are stored.

use kawara::Gauge;
use kawara::input::Failure;
use kawara::reading::{
    Order, Row, Shelf, StitchOptions, Stored, StoredParent, Widen, read_rows, stitched_json,
};
use pyo3::prelude::*;

use crate::arguments::{amount, small};
use crate::error::{of_document, of_engine, value};

/// Passages of hits, as JSON. `hits` and `chunks` are rows as JSON lines: records, `{"id", "score"}`, or ids.
#[pyfunction]
#[pyo3(signature = (hits, chunks, *, back, forward, parent, order, alike, separator, max_tokens, counter))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn _stitch(
    py: Python<'_>,
    hits: &str,
    chunks: &str,
    back: &Bound<'_, PyAny>,
    forward: &Bound<'_, PyAny>,
    parent: &Bound<'_, PyAny>,
    order: &str,
    alike: Option<f64>,
    separator: String,
    max_tokens: Option<&Bound<'_, PyAny>>,
    counter: Option<&str>,
) -> PyResult<String> {
    let order = match order {
        "rank" => Order::Rank,
        "document" => Order::Document,
        other => return Err(value(format!("order={other:?} is neither \"rank\" nor \"document\""))),
    };
    if let Some(alike) = alike
        && !(alike > 0.0 && alike <= 1.0)
    {
        return Err(value(format!("`alike` cannot be {alike}: it is a share over 0 up to 1, or None")));
    }
    let (back, forward) = (amount("before", back, 0)?, amount("after", forward, 0)?);
    let max_tokens = max_tokens.map(|most| small("max_tokens", most, 1)).transpose()?;
    let widen = match amount("parent", parent, 0)? {
        0 => Widen::Units { back, forward },
        levels => Widen::Above(levels),
    };
    let options = StitchOptions { widen, order, alike, separator, max_tokens };
    py.detach(|| {
        let (mut found, mut stored, mut parents) = (Vec::new(), Vec::new(), Vec::new());
        read(hits, "hits", &mut stored, None, |hit| found.push(hit))?;
        read(chunks, "chunks", &mut stored, Some(&mut parents), |_| ())?;
        let engine_says = |error: kawara::Error| of_engine(&error);
        let shelf = Shelf::of_stored(stored, parents).map_err(engine_says)?;
        let registry = kawara::registry().map_err(engine_says)?;
        let gauge = counter.map(|name| Gauge::open(&registry, name)).transpose().map_err(engine_says)?;
        let counter = gauge.as_ref().map(Gauge::counter);
        let stitched = kawara::reading::stitch(&shelf, &found, &options, counter).map_err(engine_says)?;
        Ok(stitched_json(&stitched).to_string())
    })
}

fn read(
    lines: &str,
    name: &str,
    stored: &mut Vec<Stored<'static>>,
    mut parents: Option<&mut Vec<StoredParent>>,
    mut found: impl FnMut(kawara::reading::Hit),
) -> PyResult<()> {
    for (nth, row) in read_rows(lines.as_bytes(), name).enumerate() {
        match row.map_err(|failure| of_document(&failure))? {
            Row::Parent(parent) => match &mut parents {
                Some(parents) => parents.push(parent),
                None => {
                    let what = "a parent, which no chunk is: give it among `chunks`";
                    return Err(of_document(&Failure::new(format!("{name}:{}", nth + 1), what)));
                }
            },
            Row::Chunk(chunk, hit) => {
                stored.push(*chunk);
                found(hit);
            }
            Row::Id(hit) => found(hit),
        }
    }
    Ok(())
}

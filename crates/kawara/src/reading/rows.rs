use std::borrow::Cow;
use std::io::BufRead;

use kawara_core::Span;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::{Hit, Stored, StoredParent};
use crate::guard::{Record, Records};
use crate::input::Failure;

/// A line of a file of hits or of chunks.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A record of a chunk, as `kawara chunk` writes it; a retriever may have put a `score` to it.
    Chunk(Box<Stored<'static>>, Hit),
    /// A record of a parent.
    Parent(StoredParent),
    /// No more than an id, and perhaps a score.
    Id(Hit),
}

/// Reads rows: JSON lines or an array of records, of objects `{"id", "score"}`, or of ids, with quotation marks or without.
///
/// ```
/// use kawara::reading::{Row, read_rows};
///
/// let hits = "0a1f8c5e-0000-5000-8000-000000000000\n{\"id\": \"0a1f8c5e-0000-5000-8000-000000000001\", \"score\": 0.7}\n";
/// let rows: Vec<Row> = read_rows(hits.as_bytes(), "hits").collect::<Result<_, _>>()?;
/// assert!(matches!(&rows[1], Row::Id(hit) if hit.score == Some(0.7)));
/// # Ok::<(), kawara::input::Failure>(())
/// ```
pub fn read_rows(from: impl BufRead, name: impl Into<String>) -> impl Iterator<Item = Result<Row, Failure>> {
    Records::new(from, name).map(|record| record.and_then(|record| row(&record)))
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line<'a> {
    Id(Uuid),
    #[serde(borrow)]
    Object(Box<Fields<'a>>),
}

/// What matters of a record; the rest may be whatever it is.
#[derive(Deserialize)]
struct Fields<'a> {
    id: Uuid,
    score: Option<Value>,
    #[serde(borrow)]
    doc_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    text: Option<Cow<'a, str>>,
    ordinal: Option<usize>,
    start: Option<usize>,
    end: Option<usize>,
    units: Option<Vec<[usize; 2]>>,
    parent: Option<Uuid>,
    next: Option<Uuid>,
    map: Option<Vec<[usize; 4]>>,
}

fn row(record: &Record) -> Result<Row, Failure> {
    let fail = |message: &str| Failure::new(record.place(), message);
    let bare = std::str::from_utf8(&record.json).ok().and_then(|line| Uuid::try_parse(line.trim()).ok());
    if let Some(id) = bare {
        return Ok(Row::Id(id.into()));
    }
    let fields = match serde_json::from_slice(&record.json) {
        Ok(Line::Id(id)) => return Ok(Row::Id(id.into())),
        Ok(Line::Object(fields)) => fields,
        Err(error) if error.is_data() => {
            return Err(fail(
                "neither the id of a chunk nor a record with one; ids are UUIDs, as kawara gives them",
            ));
        }
        Err(error) => return Err(Failure::new(record.place(), format!("not JSON: {error}"))),
    };
    let source =
        fields.start.zip(fields.end).filter(|(start, end)| start <= end).map(|(start, end)| start..end);
    let score = match fields.score {
        None | Some(Value::Null) => None,
        Some(score) => Some(score.as_f64().ok_or_else(|| fail("its `score` is not a number"))?),
    };
    let hit = Hit { chunk: fields.id, score };
    if fields.kind.is_some() && fields.text.is_none() {
        let source = source.ok_or_else(|| fail("a parent without `start` and `end`"))?;
        return Ok(Row::Parent(StoredParent { id: fields.id, source, above: fields.parent }));
    }
    let Some(text) = fields.text else { return Ok(Row::Id(hit)) };
    let all = (fields.doc_id, fields.ordinal, source);
    let (Some(doc_id), Some(ordinal), Some(source)) = all else {
        return Err(fail(
            "a record with a text but without `doc_id`, `ordinal`, `start` or `end`; give whole records, or ids and --chunks",
        ));
    };
    // Rows of a table have all columns, with null where there is nothing to say.
    let (units, map) = (fields.units.unwrap_or_default(), fields.map.unwrap_or_default());
    if map.iter().any(|[from, to, source, end]| from > to || source > end) {
        return Err(fail("a stretch of its `map` ends before it begins"));
    }
    let units = units.iter().map(|[start, end]| *start..*end);
    let map = map.iter().map(|[from, to, source, end]| Span {
        text: *from,
        source: *source,
        text_len: to - from,
        source_len: end - source,
    });
    let stored = Stored {
        id: fields.id,
        doc_id: Cow::Owned(doc_id.into_owned()),
        ordinal,
        text: Cow::Owned(text.into_owned()),
        source,
        units: units.collect(),
        parent: fields.parent,
        next: fields.next,
        map: map.collect(),
    };
    Ok(Row::Chunk(Box::new(stored), hit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(line: &str) -> String {
        let mut rows = read_rows(line.as_bytes(), "hits");
        rows.next().unwrap().unwrap_err().to_string()
    }

    #[test]
    fn what_a_table_leaves_null_is_not_there() {
        let line = "{\"id\": \"0a1f8c5e-0000-5000-8000-000000000000\", \"doc_id\": \"a\", \"ordinal\": 0, \"start\": 0, \"end\": 1, \
                    \"text\": \"a\", \"units\": null, \"parent\": null, \"next\": null, \"map\": null, \"score\": null}";
        let rows: Vec<_> = read_rows(line.as_bytes(), "hits").collect();
        let [Ok(Row::Chunk(stored, hit))] = rows.as_slice() else { panic!("{rows:?}") };
        assert!(stored.units.is_empty() && stored.map.is_empty() && hit.score.is_none());
    }

    #[test]
    fn what_is_no_row_is_told_with_its_line() {
        assert!(message("{\"text\": \"It stopped.\"}").starts_with("hits:1: neither the id"));
        assert!(message("{\"id\": 7}").starts_with("hits:1: neither the id"));
        assert!(message("{\"id\"").starts_with("hits:1: not JSON"));
        let id = "\"id\": \"0a1f8c5e-0000-5000-8000-000000000000\"";
        assert!(message(&format!("{{{id}, \"text\": \"a\"}}")).contains("give whole records"));
        assert!(message(&format!("{{{id}, \"score\": \"NaN\"}}")).ends_with("its `score` is not a number"));
        let backwards = format!(
            "{{{id}, \"doc_id\": \"a\", \"ordinal\": 0, \"text\": \"a\", \"start\": 0, \"end\": 1, \"map\": [[1, 0, 0, 1]]}}"
        );
        assert!(message(&backwards).contains("ends before it begins"));
    }
}

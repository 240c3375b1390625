use std::io::{self, Write};

use kawara_core::Flag;
use serde::Serialize;
use uuid::Uuid;

use super::record::{each_page, each_span};
use super::{ParentRecord, Record};

/// The names of the columns of chunks, in their order.
const CHUNKS: [&str; 25] = [
    "id",
    "doc_id",
    "ordinal",
    "start",
    "end",
    "own_start",
    "char_start",
    "char_end",
    "context",
    "text",
    "tokens",
    "language",
    "content_type",
    "units",
    "carried",
    "asked",
    "parent",
    "prev",
    "next",
    "flags",
    "settings",
    "pages",
    "meta",
    "map",
    "outside",
];

/// The names of the columns of parents.
const PARENTS: [&str; 12] = [
    "id",
    "doc_id",
    "kind",
    "title",
    "parent",
    "start",
    "end",
    "char_start",
    "char_end",
    "meta",
    "level",
    "tokens",
];

/// Comma-separated values: a field with a comma, a quotation mark or a line break stands in quotation marks, lines end with CR LF, and what
/// JSON leaves out or calls null is empty.
pub(super) struct Csv<W: Write>(csv::Writer<W>);

impl<W: Write> Csv<W> {
    pub(super) fn of_chunks(to: W) -> io::Result<Self> {
        Self::open(to, &CHUNKS)
    }

    pub(super) fn of_parents(to: W) -> io::Result<Self> {
        Self::open(to, &PARENTS)
    }

    fn open(to: W, names: &[&str]) -> io::Result<Self> {
        let mut to = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(to);
        to.write_record(names).map_err(of_csv)?;
        Ok(Self(to))
    }

    pub(super) fn chunk(&mut self, row: &Record<'_>) -> io::Result<()> {
        let units: Vec<[usize; 2]> = row.units.units().map(|unit| [unit.start, unit.end]).collect();
        let flags: Vec<&str> = row.flags.flags().iter().map(Flag::as_str).collect();
        let pages: Vec<_> = each_page(&row.pages).collect();
        let map: Vec<[usize; 4]> = each_span(&row.map).collect();
        self.0
            .write_record([
                &*row.id.to_string(),
                row.doc_id,
                &row.ordinal.to_string(),
                &row.start.to_string(),
                &row.end.to_string(),
                &row.own_start.to_string(),
                &row.char_start.to_string(),
                &row.char_end.to_string(),
                row.context,
                row.text,
                &row.tokens.to_string(),
                row.language,
                row.content_type,
                &json(&units)?,
                &row.carried.to_string(),
                &number(row.asked),
                &row.parent.to_string(),
                &shown(row.prev),
                &shown(row.next),
                &json(&flags)?,
                row.settings,
                &some_json(&pages)?,
                row.meta.as_ref().map_or("", |json| json.get()),
                &some_json(&map)?,
                &number(row.outside),
            ])
            .map_err(of_csv)
    }

    pub(super) fn parent(&mut self, row: &ParentRecord<'_>) -> io::Result<()> {
        self.0
            .write_record([
                &*row.id.to_string(),
                row.doc_id,
                row.kind,
                row.title.unwrap_or_default(),
                &shown(row.parent),
                &row.start.to_string(),
                &row.end.to_string(),
                &row.char_start.to_string(),
                &row.char_end.to_string(),
                row.meta.map_or("", |json| json.get()),
                &row.level.map_or(String::new(), |level| level.to_string()),
                &row.tokens.map_or(String::new(), |tokens| tokens.to_string()),
            ])
            .map_err(of_csv)
    }

    pub(super) fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

fn shown(id: Option<Uuid>) -> String {
    id.map_or(String::new(), |id| id.to_string())
}

fn number(number: Option<usize>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

fn json(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)?)
}

fn some_json<T: Serialize>(list: &[T]) -> io::Result<String> {
    if list.is_empty() { Ok(String::new()) } else { json(&list) }
}

/// A broken pipe stays one.
fn of_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

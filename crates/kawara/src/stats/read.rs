use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use super::facts::places;
use super::{Facts, Stats};
use crate::guard::{Record, Records};
use crate::input::Failure;
use crate::output::Format;

/// What a file begins with, as far as that tells its format.
const HEAD: usize = 16;

/// Reads chunks from a file and counts them; the content tells the format. `failed` is told of every row that cannot be read.
///
/// # Errors
/// When the file cannot be read, or is not one of chunks.
pub fn read_file(path: &Path, failed: impl FnMut(Failure)) -> Result<Stats, Failure> {
    let name = path.display().to_string();
    let fail = |error: std::io::Error| Failure::new(&name, format!("cannot be read: {error}"));
    let mut file = File::open(path).map_err(fail)?;
    if file.metadata().is_ok_and(|about| about.is_dir()) {
        return Err(Failure::new(&name, "is a directory; name a file of chunks"));
    }
    let mut head = Vec::new();
    (&mut file).take(HEAD as u64).read_to_end(&mut head).map_err(fail)?;
    match format(&head) {
        format @ (Format::Parquet | Format::Arrow) => of_table(format, file, &name),
        _ => read(BufReader::with_capacity(1 << 16, std::io::Cursor::new(head).chain(file)), name, failed),
    }
}

/// Reads chunks and counts them; the content tells the format. `failed` is told of every row that cannot be read.
///
/// # Errors
/// When nothing more can be read; and for Parquet and Arrow files, which have to be files.
pub fn read(
    mut from: impl BufRead,
    name: impl Into<String>,
    failed: impl FnMut(Failure),
) -> Result<Stats, Failure> {
    let name = name.into();
    let head = from.fill_buf().map_err(|error| Failure::new(&name, format!("cannot be read: {error}")))?;
    match format(head) {
        Format::Csv => of_csv(from, &name, failed),
        Format::ArrowStream => of_stream(from, &name),
        format @ (Format::Parquet | Format::Arrow) => Err(Failure::new(
            name,
            format!("{format} is read from its end: give it as a file, not as a pipe"),
        )),
        _ => Ok(of_json(Records::new(from, name), failed)),
    }
}

/// The format by what the content begins with.
fn format(head: &[u8]) -> Format {
    let text = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head).trim_ascii_start();
    match text.first() {
        _ if head.starts_with(b"PAR1") => Format::Parquet,
        _ if head.starts_with(b"ARROW1") => Format::Arrow,
        _ if head.starts_with(&[0xff; 4]) => Format::ArrowStream,
        None | Some(b'{' | b'[') => Format::Jsonl,
        Some(_) => Format::Csv,
    }
}

fn of_json<R: BufRead>(records: Records<R>, mut failed: impl FnMut(Failure)) -> Stats {
    let mut stats = Stats::new();
    for record in records {
        let result = record.and_then(|record| add_json(&mut stats, &record));
        if let Err(failure) = result {
            stats.failed();
            failed(failure);
        }
    }
    stats
}

/// A row that has a kind and no text is a parent.
#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(borrow)]
    kind: Option<&'a str>,
    text: Option<serde::de::IgnoredAny>,
}

fn add_json(stats: &mut Stats, record: &Record) -> Result<(), Failure> {
    match serde_json::from_slice::<Facts<'_>>(&record.json) {
        Ok(facts) => stats.add(&facts),
        Err(error) => match serde_json::from_slice(&record.json) {
            Ok(Kind { kind: Some(_), text: None }) => stats.add_parent(),
            _ => return Err(Failure::new(record.place(), format!("not a chunk: {error}"))),
        },
    }
    Ok(())
}

fn of_csv(from: impl BufRead, name: &str, mut failed: impl FnMut(Failure)) -> Result<Stats, Failure> {
    let mut rows = csv::Reader::from_reader(from);
    let header = rows.headers().map_err(|error| Failure::new(name, format!("cannot be read: {error}")))?;
    let places = places(|wanted| header.iter().position(|name| name == wanted));
    let places = places.map_err(|what| {
        Failure::new(name, format!("not a file of chunks: it begins like CSV, and {what}"))
    })?;
    let mut stats = Stats::new();
    let mut row = csv::StringRecord::new();
    loop {
        let more = rows.read_record(&mut row);
        let line = row.position().map_or(0, csv::Position::line);
        let result = match more {
            Ok(false) => return Ok(stats),
            Ok(true) => add_row(&mut stats, &places.map(|at| row.get(at?))),
            Err(error) if error.is_io_error() => {
                return Err(Failure::new(name, format!("cannot read on: {error}")));
            }
            Err(error) => Err(error.to_string()),
        };
        if let Err(message) = result {
            stats.failed();
            failed(Failure::new(format!("{name}:{line}"), message));
        }
    }
}

fn add_row(stats: &mut Stats, fields: &[Option<&str>; 14]) -> Result<(), String> {
    let [
        id,
        doc_id,
        text,
        tokens,
        context,
        language,
        content_type,
        settings,
        start,
        end,
        own,
        carried,
        asked,
        flags,
    ] = fields.map(Option::unwrap_or_default);
    let number = |text: &str| match text {
        "" => Ok(None),
        text => text.parse::<u64>().map(Some).map_err(|_| format!("not a chunk: {text:?} is no number")),
    };
    let known = |text| (!str::is_empty(text)).then_some(std::borrow::Cow::Borrowed(text));
    let flags = if flags.is_empty() { "[]" } else { flags };
    let tokens = number(tokens)?.and_then(|tokens| u32::try_from(tokens).ok());
    stats.add(&Facts {
        id: id.into(),
        doc_id: doc_id.into(),
        context: context.into(),
        text: text.into(),
        tokens: tokens.ok_or("not a chunk: nothing says how many tokens it has")?,
        language: known(language),
        content_type: known(content_type),
        settings: known(settings),
        start: number(start)?.unwrap_or(0),
        end: number(end)?.unwrap_or(0),
        own_start: number(own)?.unwrap_or(0),
        carried: number(carried)?.unwrap_or(0),
        asked: number(asked)?,
        flags: serde_json::from_str(flags).map_err(|error| format!("not a chunk: its flags: {error}"))?,
    });
    Ok(())
}

#[cfg(feature = "arrow")]
fn of_stream(from: impl Read, name: &str) -> Result<Stats, Failure> {
    super::tables::of_stream(from).map_err(|message| Failure::new(name, message))
}

#[cfg(feature = "arrow")]
fn of_table(format: Format, file: File, name: &str) -> Result<Stats, Failure> {
    super::tables::of_file(format, file).map_err(|message| Failure::new(name, message))
}

#[cfg(not(feature = "arrow"))]
fn of_stream(_: impl Read, name: &str) -> Result<Stats, Failure> {
    Err(Failure::new(name, "this build cannot read Arrow: it was made without the feature `arrow`"))
}

#[cfg(not(feature = "arrow"))]
fn of_table(format: Format, _: File, name: &str) -> Result<Stats, Failure> {
    let message = format!("this build cannot read {format}: it was made without the feature `{format}`");
    Err(Failure::new(name, message))
}

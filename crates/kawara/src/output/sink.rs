use std::fmt;
use std::io::{self, Write};

use kawara_core::Chunks;
use serde::Serialize;

#[cfg(feature = "arrow")]
use super::columns::{ChunkColumns, Columns, ParentColumns};
use super::csv::Csv;
use super::markdown::Markdown;
use super::{Format, Paint, ParentRecord, Record, write_human};

/// Where chunks go: the same for the command and for every host.
///
/// Chunks are written as they come. What is held back for columns is at most a row group (32 MiB) and a batch (8 MiB).
///
/// ```
/// use kawara::output::{Format, Sink};
/// use kawara::{Document, policy::Policy};
///
/// let engine = kawara::engine(Policy::open("kawara:docs")?)?;
/// let mut sink = Sink::open(Format::Json, Vec::new())?;
/// sink.write(&engine.chunk(&Document::new("pump", "The pump stopped."))?)?;
/// let json: serde_json::Value = serde_json::from_slice(&sink.finish()?)?;
/// assert_eq!(json[0]["text"], "The pump stopped.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sink<W: Write + Send> {
    shape: Shape<W>,
    paint: Paint,
    has_parents: bool,
}

enum Shape<W: Write + Send> {
    Lines(W),
    Array(Array<W>),
    Csv(Box<Csv<W>>),
    Text(W),
    Markdown(Markdown<W>),
    #[cfg(feature = "arrow")]
    Columns(Box<Columns<W, ChunkColumns>>),
}

impl<W: Write + Send> Sink<W> {
    /// A sink that writes chunks in a format. Formats with a head write it now.
    ///
    /// # Errors
    /// What the writer returns; and when this build is without the format.
    pub fn open(format: Format, to: W) -> io::Result<Self> {
        let shape = match format {
            Format::Jsonl => Shape::Lines(to),
            Format::Json => Shape::Array(Array { to, is_empty: true }),
            Format::Csv => Shape::Csv(Box::new(Csv::of_chunks(to)?)),
            Format::Text => Shape::Text(to),
            Format::Markdown => Shape::Markdown(Markdown::new(to)),
            #[cfg(feature = "arrow")]
            columns => Shape::Columns(Box::new(Columns::open(columns, to)?)),
            #[cfg(not(feature = "arrow"))]
            other => return Err(other.missing()),
        };
        Ok(Self { shape, paint: Paint::Plain, has_parents: false })
    }

    /// How text for a person is coloured; plain if not said. No other format has colours.
    #[must_use]
    pub fn with_paint(mut self, paint: Paint) -> Self {
        self.paint = paint;
        self
    }

    /// Behind the chunks of each document their parents are written too; `kind` tells them from chunks.
    ///
    /// # Errors
    /// When the format has one shape for all rows, so that parents need a [`ParentSink`] of their own.
    pub fn with_parents(mut self) -> io::Result<Self> {
        if !matches!(self.shape, Shape::Lines(_) | Shape::Array(_)) {
            let message = "only JSON takes chunks and parents together; write parents to a file of their own";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.has_parents = true;
        Ok(self)
    }

    /// Writes the chunks of a document, or of a part of one.
    ///
    /// # Errors
    /// What the writer returns; and for columns, when a chunk is longer than 2 GiB.
    pub fn write(&mut self, chunks: &Chunks) -> io::Result<()> {
        for chunk in chunks.iter() {
            match &mut self.shape {
                Shape::Lines(to) => line(to, &Record::of(chunk))?,
                Shape::Array(array) => array.push(&Record::of(chunk))?,
                Shape::Csv(csv) => csv.chunk(&Record::of(chunk))?,
                Shape::Text(to) => write_human(chunk, self.paint, to)?,
                Shape::Markdown(markdown) => markdown.chunk(chunk)?,
                #[cfg(feature = "arrow")]
                Shape::Columns(columns) => columns.push(&Record::of(chunk))?,
            }
        }
        if self.has_parents {
            for parent in chunks.parents() {
                match &mut self.shape {
                    Shape::Lines(to) => line(to, &ParentRecord::of(parent))?,
                    Shape::Array(array) => array.push(&ParentRecord::of(parent))?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Writes what is left and the end of the format, flushes, and gives the writer back.
    ///
    /// # Errors
    /// What the writer returns.
    pub fn finish(self) -> io::Result<W> {
        let mut to = match self.shape {
            Shape::Lines(to) | Shape::Text(to) => to,
            Shape::Array(array) => array.finish()?,
            Shape::Csv(csv) => csv.finish()?,
            Shape::Markdown(markdown) => markdown.finish(),
            #[cfg(feature = "arrow")]
            Shape::Columns(columns) => columns.finish()?,
        };
        to.flush()?;
        Ok(to)
    }
}

impl<W: Write + Send> fmt::Debug for Sink<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink").field("has_parents", &self.has_parents).finish_non_exhaustive()
    }
}

/// Where the parents of chunks go, when they go elsewhere than the chunks.
///
/// ```
/// use kawara::output::{Format, ParentSink};
/// use kawara::{Document, policy::Policy};
///
/// let engine = kawara::engine(Policy::open("kawara:docs")?)?;
/// let mut sink = ParentSink::open(Format::Csv, Vec::new())?;
/// sink.write(&engine.chunk(&Document::new("pump", "The pump stopped."))?)?;
/// let csv = String::from_utf8(sink.finish()?)?;
/// assert!(csv.contains(",pump,document,,,0,17,0,17,,,\r\n"), "{csv}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ParentSink<W: Write + Send>(ParentShape<W>);

enum ParentShape<W: Write + Send> {
    Lines(W),
    Array(Array<W>),
    Csv(Box<Csv<W>>),
    #[cfg(feature = "arrow")]
    Columns(Box<Columns<W, ParentColumns>>),
}

impl<W: Write + Send> ParentSink<W> {
    /// A sink that writes parents in a format.
    ///
    /// # Errors
    /// What the writer returns; when the format is one for people; and when this build is without it.
    pub fn open(format: Format, to: W) -> io::Result<Self> {
        Ok(Self(match format {
            Format::Jsonl => ParentShape::Lines(to),
            Format::Json => ParentShape::Array(Array { to, is_empty: true }),
            Format::Csv => ParentShape::Csv(Box::new(Csv::of_parents(to)?)),
            Format::Text | Format::Markdown => {
                let message = format!("parents are no text to read: {format} is a format for chunks alone");
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
            #[cfg(feature = "arrow")]
            columns => ParentShape::Columns(Box::new(Columns::open(columns, to)?)),
            #[cfg(not(feature = "arrow"))]
            other => return Err(other.missing()),
        }))
    }

    /// Writes the parents of a document's chunks, or of those of a part of it.
    ///
    /// # Errors
    /// What the writer returns.
    pub fn write(&mut self, chunks: &Chunks) -> io::Result<()> {
        chunks.parents().map(ParentRecord::of).try_for_each(|parent| match &mut self.0 {
            ParentShape::Lines(to) => line(to, &parent),
            ParentShape::Array(array) => array.push(&parent),
            ParentShape::Csv(csv) => csv.parent(&parent),
            #[cfg(feature = "arrow")]
            ParentShape::Columns(columns) => columns.push(&parent),
        })
    }

    /// Writes what is left and the end of the format, flushes, and gives the writer back.
    ///
    /// # Errors
    /// What the writer returns.
    pub fn finish(self) -> io::Result<W> {
        let mut to = match self.0 {
            ParentShape::Lines(to) => to,
            ParentShape::Array(array) => array.finish()?,
            ParentShape::Csv(csv) => csv.finish()?,
            #[cfg(feature = "arrow")]
            ParentShape::Columns(columns) => columns.finish()?,
        };
        to.flush()?;
        Ok(to)
    }
}

impl<W: Write + Send> fmt::Debug for ParentSink<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParentSink").finish_non_exhaustive()
    }
}

fn line(to: &mut impl Write, row: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *to, row)?;
    to.write_all(b"\n")
}

/// One JSON array, an element a line.
struct Array<W> {
    to: W,
    is_empty: bool,
}

impl<W: Write> Array<W> {
    fn push(&mut self, row: &impl Serialize) -> io::Result<()> {
        self.to.write_all(if std::mem::take(&mut self.is_empty) { b"[\n" } else { b",\n" })?;
        Ok(serde_json::to_writer(&mut self.to, row)?)
    }

    fn finish(mut self) -> io::Result<W> {
        self.to.write_all(if self.is_empty { b"[]\n" } else { b"\n]\n" })?;
        Ok(self.to)
    }
}

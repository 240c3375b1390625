//! The operations, as they are written.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::json;
use uuid::Uuid;

use super::error::{Error, Result};
use super::fields::Fields;
use super::pending::Witness;
use crate::output::AtomicFile;

/// A file of operations in the making. It is not there until it is complete: it is written beside its place and
/// [published](super::Applied::publish) at the end, or dropped.
#[derive(Debug)]
pub struct Operations {
    to: BufWriter<AtomicFile>,
    path: PathBuf,
    /// Bytes that were written, and up to where documents are whole.
    written: u64,
    whole: u64,
}

impl Operations {
    /// Begins a file at `path`. What is there stays until this is published.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let file = AtomicFile::create(path).map_err(|error| Error::file("write", path, &error))?;
        let to = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { to, path: path.to_path_buf(), written: 0, whole: 0 })
    }

    /// Where the operations are until they are published. Whoever stops half-way may take this file away.
    pub fn unfinished(&self) -> &Path {
        self.to.get_ref().unfinished()
    }

    pub(super) fn add(&mut self, record: &Fields<'_>) -> Result<()> {
        let all = record.0.iter().map(|(name, value)| (&**name, value.get()));
        self.line("add", all)
    }

    /// The id stands in front, as in a record.
    pub(super) fn moved(&mut self, record: &Fields<'_>) -> Result<()> {
        let id = record.get("id").map(|id| ("id", id));
        self.line("move", id.into_iter().chain(record.payload()))
    }

    pub(super) fn delete(&mut self, id: Uuid, document: &str) -> Result<()> {
        let (id, document) = (json!(id).to_string(), json!(document).to_string());
        self.line("delete", [("id", id.as_str()), ("doc_id", document.as_str())])
    }

    fn line<'f>(&mut self, op: &str, fields: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<()> {
        let mut line = format!("{{\"op\":\"{op}\"");
        for (name, value) in fields {
            line.push(',');
            line.push_str(&serde_json::Value::from(name).to_string());
            line.push(':');
            line.push_str(value);
        }
        line.push_str("}\n");
        self.written += line.len() as u64;
        self.to.write_all(line.as_bytes()).map_err(|error| self.failed(&error))
    }

    /// The document is whole.
    pub(super) fn document_ends(&mut self) {
        self.whole = self.written;
    }

    /// The document failed: nothing of it stays.
    pub(super) fn take_back(&mut self) -> Result<()> {
        if self.whole < self.written {
            self.written = self.whole;
            let whole = self.whole;
            let cut = self.to.flush().and_then(|()| self.to.get_mut().file_mut().set_len(whole));
            cut.and_then(|()| self.to.get_mut().file_mut().seek(SeekFrom::Start(whole)))
                .map_err(|error| self.failed(&error))?;
        }
        Ok(())
    }

    /// What the file will be known by.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn witness(&mut self) -> Result<Witness> {
        let flushed = self.to.flush();
        flushed.and_then(|()| Witness::of(self.to.get_ref())).map_err(|error| self.failed(&error))
    }

    /// Puts the file into its place, safe from a power cut.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn publish(self) -> Result<()> {
        let Self { to, path, .. } = self;
        let file = to.into_inner().map_err(io::IntoInnerError::into_error);
        file.and_then(AtomicFile::place).map_err(|error| Error::file("write", &path, &error))
    }

    /// Copies all operations to a stream, such as standard output, and flushes it; there will be no file.
    ///
    /// # Errors
    /// What the stream returns, or the file.
    pub fn copy_to(mut self, mut to: impl Write) -> io::Result<()> {
        self.to.flush()?;
        let file = self.to.get_mut().file_mut();
        file.seek(SeekFrom::Start(0))?;
        io::copy(&mut file.take(self.written), &mut to)?;
        to.flush()
    }

    /// Reads all operations from the first on, for a host that carries them out itself and lets go of this afterwards. Any number of times.
    ///
    /// # Errors
    /// What the file system returns.
    pub fn reader(&mut self) -> io::Result<impl BufRead + Send + use<>> {
        self.to.flush()?;
        Ok(BufReader::new(File::open(self.unfinished())?.take(self.written)))
    }

    fn failed(&self, error: &io::Error) -> Error {
        Error::file("write", &self.path, error)
    }
}

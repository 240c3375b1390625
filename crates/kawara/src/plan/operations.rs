//! The operations, as they are written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::json;
use uuid::Uuid;

use super::error::{Error, ErrorKind, Result};
use super::fields::Fields;
use super::lock::sync_folder;

/// A file of operations in the making. It is not there until it is complete: it is written beside its place and
/// [published](Self::publish) at the end, or dropped.
#[derive(Debug)]
pub struct Operations {
    to: BufWriter<File>,
    beside: PathBuf,
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
        let mut beside = path.as_os_str().to_owned();
        beside.push(".partial");
        let beside = PathBuf::from(beside);
        let file = File::options().create(true).truncate(true).read(true).write(true).open(&beside);
        let file = file.map_err(|error| Error::file("write", path, &error))?;
        let to = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { to, beside, path: path.to_path_buf(), written: 0, whole: 0 })
    }

    /// Where the operations are until they are published. Whoever stops half-way may take this file away.
    pub fn unfinished(&self) -> &Path {
        &self.beside
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
            let cut = self.to.flush().and_then(|()| self.to.get_mut().set_len(whole));
            cut.and_then(|()| self.to.get_mut().seek(SeekFrom::Start(whole)))
                .map_err(|error| self.failed(&error))?;
        }
        Ok(())
    }

    /// Puts the file into its place, safe from a power cut.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn publish(mut self) -> Result<()> {
        let folder =
            self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let flushed = self.to.flush().and_then(|()| self.to.get_ref().sync_all());
        let moved = flushed.and_then(|()| fs::rename(&self.beside, &self.path));
        moved.and_then(|()| sync_folder(folder)).map_err(|error| self.failed(&error))
    }

    /// Copies all operations to a stream, such as standard output, and flushes it; there will be no file.
    ///
    /// # Errors
    /// What the stream returns, or the file.
    pub fn copy_to(mut self, mut to: impl Write) -> io::Result<()> {
        self.to.flush()?;
        let file = self.to.get_mut();
        file.seek(SeekFrom::Start(0))?;
        io::copy(&mut file.take(self.written), &mut to)?;
        to.flush()
    }

    fn failed(&self, error: &io::Error) -> Error {
        Error::new(ErrorKind::File, format!("cannot write {}: {error}", self.path.display()))
    }
}

impl Drop for Operations {
    fn drop(&mut self) {
        // Gone already where it was published.
        let _ = fs::remove_file(&self.beside);
    }
}

//! Reading what was remembered.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::draft::{clear_unfinished, place_head};
use super::entry::{Entry, IdOnly};
use super::error::{Error, ErrorKind, Result};
use super::folder::{HEAD, LINES, NEXT, SHARDS, has_lost_its_head, is_head, is_shard, refuse_strangers};
use super::lock::Lock;
use super::pending;
use crate::digest::Digest;

/// The format that is written. A change that older programs would misread makes it higher.
const FORMAT: u32 = 1;

/// The format of a manifest that remembers contexts from outside.
pub(super) const CONTEXTUAL: u32 = 2;

/// What was chunked and where it went: a folder with a head, `manifest.json`, and up to 256 shards with a line for each document.
///
/// Shards are called by their content. A new manifest is written beside the old one and becomes true when its head is renamed, so a program
/// that is killed leaves the one or the other.
///
/// In memory it is some forty bytes for each document; lines are read when they are asked for, from one open file at a time.
#[derive(Debug)]
pub struct Manifest {
    pub(super) dir: PathBuf,
    pub(super) head: Head,
    is_new: bool,
    /// The files of the shards.
    shards: Vec<PathBuf>,
    /// The shard that was read last: many systems give a program no more than 256 files.
    open: Mutex<Option<(u32, File)>>,
    /// In the order of their keys.
    places: Vec<Place>,
    pub(super) lock: Option<Lock>,
}

/// `manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) format: u32,
    /// The version that wrote it.
    pub(super) kawara: String,
    pub(super) documents: u64,
    pub(super) chunks: u64,
    /// Of all chunks.
    pub(super) tokens: u64,
    pub(super) shards: Vec<ShardHead>,
}

/// A shard: a file of the folder `shards`, called by the first byte of its keys and the digest of its content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ShardHead {
    pub(super) file: String,
    pub(super) bytes: u64,
    pub(super) documents: u64,
}

/// Where a document's line is.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The digest of the id.
    key: Digest,
    shard: u32,
    len: u32,
    offset: u64,
}

impl Head {
    pub(super) fn new() -> Self {
        let kawara = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, kawara, documents: 0, chunks: 0, tokens: 0, shards: Vec::new() }
    }
}

impl ShardHead {
    /// The digest that its name tells, and the shard's number.
    fn parts(&self) -> Option<(u8, Digest)> {
        let name = self.file.strip_suffix(".jsonl").filter(|_| is_shard(&self.file))?;
        let (number, digest) = name.split_once('-')?;
        Some((u8::from_str_radix(number, 16).ok()?, Digest::parse(digest)?))
    }

    /// Which of the 256 it is.
    pub(super) fn number(&self) -> Option<u8> {
        self.parts().map(|(number, _)| number)
    }
}

impl Manifest {
    /// Opens the manifest in a folder; without one, it is empty.
    ///
    /// # Errors
    /// When a file is damaged, was written by a later version, or cannot be read.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self> {
        let dir = dir.as_ref();
        // A program that writes it meanwhile takes away the shards that a head named which was read before.
        let first = Self::read(dir);
        match first {
            Err(error) if error.kind() != ErrorKind::Newer => Self::read(dir),
            other => other,
        }
    }

    /// Opens the manifest in a folder to write it: no other program can meanwhile.
    ///
    /// # Errors
    /// As [`Manifest::open`], and when another program has it, or something else lies in it.
    pub fn open_to_write(dir: impl AsRef<Path>) -> Result<Self> {
        let dir = dir.as_ref();
        refuse_strangers(dir)?;
        let lock = Lock::take(dir)?;
        if let Some(head) = pending::head(dir) {
            place_head(dir, &head)?;
        }
        pending::forget(dir)?;
        clear_unfinished(dir);
        let mut manifest = Self::read(dir)?;
        manifest.lock = Some(lock);
        Ok(manifest)
    }

    /// Takes a folder to write a manifest in it, whatever manifest there is.
    ///
    /// # Errors
    /// When another program has it, it cannot be written, or something else lies in it.
    pub fn replace(dir: impl AsRef<Path>) -> Result<Self> {
        let dir = dir.as_ref();
        refuse_strangers(dir)?;
        let lock = Lock::take(dir)?;
        pending::forget(dir)?;
        clear_unfinished(dir);
        Ok(Self { lock: Some(lock), ..Self::empty(dir) })
    }

    fn empty(dir: &Path) -> Self {
        let (dir, head) = (dir.to_path_buf(), Head::new());
        let (shards, open) = (Vec::new(), Mutex::default());
        Self { dir, head, is_new: true, shards, open, places: Vec::new(), lock: None }
    }

    /// Where lines wait while a new manifest is made. Whoever stops half-way may take this file away.
    pub fn unfinished(&self) -> PathBuf {
        self.dir.join(LINES)
    }

    /// What is there only because this is open to be written, the folder last: it is gone again when this is dropped and nothing was committed.
    /// Whoever stops half-way may take it away.
    pub fn made(&self) -> Vec<PathBuf> {
        self.lock.as_ref().map(Lock::made).unwrap_or_default()
    }

    /// Whether a file is a part of a manifest: its head, or a shard of one.
    pub fn holds(file: &Path) -> bool {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let shards = file.parent().filter(|folder| is_shard(&name) && folder.ends_with(SHARDS));
        match shards.and_then(Path::parent) {
            Some(dir) => is_head(&dir.join(HEAD)),
            None if name == NEXT => is_head(&file.with_file_name(HEAD)),
            None => name == HEAD && is_head(file),
        }
    }

    /// Whether there was none.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// How many documents it remembers.
    pub fn documents(&self) -> u64 {
        self.places.len() as u64
    }

    /// How many chunks it remembers.
    pub fn chunks(&self) -> u64 {
        self.head.chunks
    }

    fn read(dir: &Path) -> Result<Self> {
        let path = dir.join(HEAD);
        let bytes = match pending::head(dir).map_or_else(|| fs::read(&path), Ok) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && has_lost_its_head(dir) => {
                return Err(Error::damaged(&path, "it is missing, and the parts of a manifest are there"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::empty(dir)),
            other => other.map_err(|error| Error::file("read", &path, &error))?,
        };
        #[derive(Deserialize)]
        struct Format {
            format: u32,
            #[serde(default)]
            kawara: String,
        }
        let known: Format = serde_json::from_slice(&bytes)
            .map_err(|error| Error::damaged(&path, format_args!("not the head of a manifest: {error}")))?;
        if !(FORMAT..=CONTEXTUAL).contains(&known.format) {
            let message = format!(
                "{}: written by kawara {} in format {}, and this version, {}, knows none after {CONTEXTUAL}; use that version or a later one, or make \
                 the manifest anew with `kawara chunk --manifest`",
                path.display(),
                known.kawara,
                known.format,
                env!("CARGO_PKG_VERSION")
            );
            return Err(Error::new(ErrorKind::Newer, message));
        }
        let head: Head = serde_json::from_slice(&bytes)
            .map_err(|error| Error::damaged(&path, format_args!("not the head of a manifest: {error}")))?;
        let mut manifest = Self { head, is_new: false, ..Self::empty(dir) };
        for at in 0..manifest.head.shards.len() {
            manifest.read_shard(at, &path)?;
        }
        manifest.places.sort_unstable_by_key(|place| place.key);
        if let Some(twice) = manifest.places.windows(2).find(|pair| pair[0].key == pair[1].key) {
            let shard = &manifest.shards[twice[1].shard as usize];
            return Err(Error::damaged(shard, "a document stands in it that another line is about, too"));
        }
        if manifest.documents() != manifest.head.documents {
            let what = format!(
                "it tells of {} documents, and there are {}",
                manifest.head.documents,
                manifest.documents()
            );
            return Err(Error::damaged(&path, what));
        }
        Ok(manifest)
    }

    fn read_shard(&mut self, at: usize, head: &Path) -> Result<()> {
        let about = &self.head.shards[at];
        let Some((number, digest)) = about.parts() else {
            return Err(Error::damaged(head, format_args!("no shard is called {:?}", about.file)));
        };
        let path = self.dir.join(SHARDS).join(&about.file);
        let missing = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Error::damaged(&path, "this part of the manifest is missing"),
            _ => Error::file("read", &path, &error),
        };
        let bytes = fs::read(&path).map_err(missing)?;
        if Digest::of(&bytes) != digest {
            return Err(Error::damaged(&path, "its content is not what its name says"));
        }
        let mut offset = 0;
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let about: IdOnly<'_> =
                serde_json::from_slice(line).map_err(|error| Error::damaged(&path, error))?;
            let (key, len) = (Digest::of(about.id.as_bytes()), u32::try_from(line.len()));
            let len = len.ok().filter(|_| key.first() == number);
            let len = len.ok_or_else(|| Error::damaged(&path, "a line does not belong there"))?;
            self.places.push(Place { key, shard: at as u32, len, offset });
            offset += line.len() as u64;
        }
        self.shards.push(path);
        Ok(())
    }

    /// The place of a document, if it is remembered.
    pub(super) fn find(&self, id: &str) -> Option<usize> {
        let key = Digest::of(id);
        self.places.binary_search_by_key(&key, |place| place.key).ok()
    }

    /// Which of the 256 shards a place is in.
    pub(super) fn number(&self, place: usize) -> u8 {
        self.places[place].key.first()
    }

    /// All places, in the order of the shards, then of the ids.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.places.len()).collect();
        all.sort_unstable_by_key(|at| (self.places[*at].shard, self.places[*at].offset));
        all
    }

    /// The line of a place, its line feed included.
    ///
    /// # Errors
    /// When it cannot be read, or another program has put a new manifest in the place of one that is open to be read.
    pub(super) fn line(&self, place: usize) -> Result<Vec<u8>> {
        let Place { shard, len, offset, .. } = self.places[place];
        let path = &self.shards[shard as usize];
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => {
                let message = "another program has written a new manifest meanwhile; run this again";
                Error::new(ErrorKind::Busy, format!("{}: {message}", self.dir.display()))
            }
            _ => Error::file("read", path, &error),
        };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match &mut *open {
            Some((known, file)) if *known == shard => file,
            other => &mut other.insert((shard, File::open(path).map_err(failed)?)).1,
        };
        let mut line = vec![0; len as usize];
        file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(&mut line)).map_err(failed)?;
        Ok(line)
    }

    /// What is remembered at a place.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn entry(&self, place: usize) -> Result<Entry> {
        let path = &self.shards[self.places[place].shard as usize];
        serde_json::from_slice(&self.line(place)?).map_err(|error| Error::damaged(path, error))
    }
}

//! Writing what is to be remembered.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::entry::{Entry, IdOnly};
use super::error::{Error, Result};
use super::folder::{HEAD, LINES, SHARDS, is_shard, is_unfinished_shard};
use super::manifest::{CONTEXTUAL, Head, Manifest, ShardHead};
use super::pending::{self, Witness};
use crate::digest::Digest;
use crate::output::{AtomicFile, is_unfinished, sync_directory};

/// A manifest in the making. Lines wait in a file beside the manifest, so memory does not grow with chunks.
#[derive(Debug)]
pub(super) struct Draft {
    spool: BufWriter<File>,
    path: PathBuf,
    at: u64,
    lines: Vec<Line>,
    head: Head,
}

/// A line of the new manifest.
#[derive(Debug)]
struct Line {
    shard: u8,
    from: From,
}

#[derive(Debug)]
enum From {
    Spool {
        offset: u64,
        len: usize,
    },
    /// A line of the old manifest, at this place.
    Kept(usize),
}

/// How many shards are written, and open, at a time.
const AT_ONCE: usize = 32;

impl Draft {
    /// Begins one for a manifest that is open to be written.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub(super) fn begin(manifest: &Manifest) -> Result<Self> {
        let path = manifest.unfinished();
        let file = File::options().create(true).truncate(true).read(true).write(true).open(&path);
        let file = file.map_err(|error| Error::file("write", &path, &error))?;
        let spool = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { spool, path, at: 0, lines: Vec::new(), head: Head::new() })
    }

    /// Remembers a document.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<()> {
        let mut line =
            serde_json::to_vec(entry).map_err(|error| Error::file("write", &self.path, &error.into()))?;
        line.push(b'\n');
        self.spool.write_all(&line).map_err(|error| Error::file("write", &self.path, &error))?;
        let from = From::Spool { offset: self.at, len: line.len() };
        self.lines.push(Line { shard: Digest::of(&entry.id).first(), from });
        self.at += line.len() as u64;
        self.count(entry);
        Ok(())
    }

    /// Remembers a document as it was.
    pub(super) fn keep(&mut self, manifest: &Manifest, place: usize, entry: &Entry) {
        self.lines.push(Line { shard: manifest.number(place), from: From::Kept(place) });
        self.count(entry);
    }

    fn count(&mut self, entry: &Entry) {
        self.head.documents += 1;
        if entry.contexts.is_some() || entry.given().any(|context| context.is_some()) {
            self.head.format = CONTEXTUAL;
        }
        self.head.chunks += entry.chunks.len() as u64;
        self.head.tokens += entry.chunks.iter().map(|chunk| u64::from(chunk.2)).sum::<u64>();
    }

    /// Writes all of it beside what the manifest is made of now.
    ///
    /// # Errors
    /// When it cannot be written; the old one stays.
    pub(super) fn write(mut self, manifest: &Manifest) -> Result<Written> {
        let is_first = manifest.is_new() && !manifest.dir.join(HEAD).exists();
        let bytes = self.write_beside(manifest);
        // Dropped where that failed: without a head, shards would be taken for what is left of a manifest.
        let mut written = Written { dir: manifest.dir.clone(), bytes: Vec::new(), is_first, draft: self };
        written.bytes = bytes?;
        Ok(written)
    }

    fn write_beside(&mut self, manifest: &Manifest) -> Result<Vec<u8>> {
        let shards = manifest.dir.join(SHARDS);
        fs::create_dir_all(&shards).map_err(|error| Error::file("make the folder", &shards, &error))?;
        self.spool.flush().map_err(|error| Error::file("write", &self.path, &error))?;
        let failed = |error| Error::file("write", &shards, &error);
        let into_place =
            |files: &mut Vec<AtomicFile>| files.drain(..).try_for_each(AtomicFile::persist).map_err(failed);
        // Several are written before the first is waited for: then the disk takes them in one go.
        let mut beside = Vec::new();
        let mut lines = std::mem::take(&mut self.lines);
        lines.sort_by_key(|line| line.shard);
        for of_shard in lines.chunk_by(|one, next| one.shard == next.shard) {
            let known = manifest.head.shards.iter().find(|shard| shard.number() == Some(of_shard[0].shard));
            let is_kept = of_shard.iter().all(|line| matches!(line.from, From::Kept(_)));
            let known = known.filter(|shard| is_kept && shard.documents == of_shard.len() as u64);
            let shard = match known {
                Some(shard) => shard.clone(),
                None => {
                    let (shard, file) = self.write_shard(&shards, of_shard, manifest)?;
                    beside.push(file);
                    if beside.len() == AT_ONCE {
                        into_place(&mut beside)?;
                    }
                    shard
                }
            };
            self.head.shards.push(shard);
        }
        into_place(&mut beside)?;
        sync_directory(&shards);
        let mut bytes = serde_json::to_vec_pretty(&self.head).map_err(|error| failed(error.into()))?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    fn write_shard(
        &mut self,
        dir: &Path,
        lines: &[Line],
        manifest: &Manifest,
    ) -> Result<(ShardHead, AtomicFile)> {
        let mut read = Vec::with_capacity(lines.len());
        for line in lines {
            read.push(match line.from {
                From::Kept(place) => manifest.line(place)?,
                From::Spool { offset, len } => {
                    self.line(offset, len).map_err(|error| Error::file("read", &self.path, &error))?
                }
            });
        }
        read.sort_by_cached_key(|line| {
            serde_json::from_slice::<IdOnly<'_>>(line).map(|line| line.id.into_owned()).unwrap_or_default()
        });
        let content = read.concat();
        let file = format!("{:02x}-{}.jsonl", lines[0].shard, Digest::of(&content));
        let beside = beside_of(&dir.join(&file), &content)?;
        Ok((ShardHead { file, bytes: content.len() as u64, documents: lines.len() as u64 }, beside))
    }

    fn line(&mut self, offset: u64, len: usize) -> std::io::Result<Vec<u8>> {
        let file = self.spool.get_mut();
        let mut line = vec![0; len];
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut line)?;
        Ok(line)
    }
}

/// A manifest of which everything is there but the head.
pub(super) struct Written {
    dir: PathBuf,
    bytes: Vec<u8>,
    /// Whether there was no head before.
    is_first: bool,
    /// The lines that waited stay until there is a head: they tell a run that was killed from a manifest that is damaged.
    draft: Draft,
}

impl Written {
    /// From when this file is in its place, it is the manifest, even if it is not committed.
    ///
    /// # Errors
    /// When that cannot be written down.
    pub(super) fn announce(&self, with: Witness) -> Result<()> {
        pending::announce(&self.dir, &self.bytes, with)
    }

    /// Makes it the manifest, at once: whoever reads it before sees the old one whole, whoever reads it after the new one.
    ///
    /// # Errors
    /// When it cannot be written; the old one stays.
    pub(super) fn commit(self) -> Result<()> {
        place_head(&self.dir, &self.bytes)?;
        tidy(&self.dir, &self.draft.head);
        Ok(())
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        if self.is_first && has_no_head(&self.dir) {
            tidy(&self.dir, &Head::new());
        }
    }
}

/// Whether no head is in its place, and none waits that is true.
pub(super) fn has_no_head(dir: &Path) -> bool {
    !dir.join(HEAD).exists() && pending::head(dir).is_none()
}

/// Takes away what a program that was killed left before there was a first head.
pub(super) fn clear_unfinished(dir: &Path) {
    if dir.join(LINES).exists() && has_no_head(dir) {
        tidy(dir, &Head::new());
        let _ = fs::remove_file(dir.join(LINES));
    }
}

/// Puts a head in its place; none waits any more.
pub(super) fn place_head(dir: &Path, bytes: &[u8]) -> Result<()> {
    let path = dir.join(HEAD);
    beside_of(&path, bytes)?.place().map_err(|error| Error::file("write", &path, &error))?;
    pending::forget(dir)
}

impl Drop for Draft {
    fn drop(&mut self) {
        // What is left of a program that was killed is overwritten by the next.
        let _ = fs::remove_file(&self.path);
    }
}

/// A file that is written and not yet in its place.
fn beside_of(path: &Path, content: &[u8]) -> Result<AtomicFile> {
    let written = AtomicFile::create(path).and_then(|mut file| file.write_all(content).map(|()| file));
    written.map_err(|error| Error::file("write", path, &error))
}

/// Takes away the shards that the head does not name, and what a program that was killed left; what cannot be taken away is in nobody's way.
/// What is called otherwise is somebody else's.
fn tidy(dir: &Path, head: &Head) {
    let named: BTreeSet<&str> = head.shards.iter().map(|shard| shard.file.as_str()).collect();
    remove_from(&dir.join(SHARDS), |name| {
        is_unfinished_shard(name) || is_shard(name) && !named.contains(name)
    });
    let own = [".manifest.json.", ".next.json.", ".operations."];
    remove_from(dir, |name| is_unfinished(name) && own.iter().any(|own| name.starts_with(own)));
}

fn remove_from(folder: &Path, is_useless: impl Fn(&str) -> bool) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_useless(&file.file_name().to_string_lossy()) {
            let _ = fs::remove_file(file.path());
        }
    }
}

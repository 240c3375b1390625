use std::any::Any;
use std::fmt;
use std::fs::{DirBuilder, OpenOptions};
use std::io::ErrorKind::{InvalidData, UnexpectedEof};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use kawara_core::{Error, ErrorKind, Result, Weighted};
use redb::{Builder, ConcurrencyMode, Database, ReadableDatabase, TableDefinition, TableError};
use sha2::{Digest, Sha256};

/// The file in the folder; another way of keeping vectors has another name.
const FILE: &str = "vectors-1.redb";
/// Vectors as little-endian floats, and eight bytes by which a damaged one is known.
const VECTORS: TableDefinition<'static, &[u8; 32], &[u8]> = TableDefinition::new("vectors");
/// Bytes behind each vector.
const CHECK: usize = 8;
/// Memory that pages of the file may take.
const MEMORY: usize = 32 << 20;

/// Vectors by what made them and of which text, kept in a file.
///
/// Any number of threads and processes may use one file at a time: each reads what was last written as a whole, and one writes while the others
/// wait. A vector that is written is on disk; a process that is killed leaves none by halves. What two processes ask for at the same time, both
/// ask for, and the later one's is kept.
///
/// Texts are not in it, but what they are about can be told from vectors: only its owner may read the file.
#[derive(Clone)]
pub struct Cache(Arc<Inner>);

struct Inner {
    file: PathBuf,
    database: OnceLock<Result<Database>>,
}

/// Of a vector: a hash of what made it, and of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key([u8; 32]);

impl Key {
    pub(super) fn of(embedder: &str, text: &str) -> Self {
        let mut hash = Sha256::new_with_prefix(Sha256::digest(embedder));
        hash.update(text);
        Self(hash.finalize().into())
    }

    /// Of what is pooled from a text. The byte before it is in no text, so that it is no text's key.
    pub(super) fn of_pool(embedder: &str, text: &str, pool: &[Weighted]) -> Self {
        let mut hash = Sha256::new_with_prefix(Sha256::digest(embedder));
        hash.update([0xff]);
        hash.update(Sha256::digest(text));
        for part in pool {
            hash.update((part.tokens.start as u64).to_le_bytes());
            hash.update((part.tokens.end as u64).to_le_bytes());
            hash.update(part.weight.to_le_bytes());
        }
        Self(hash.finalize().into())
    }
}

impl Cache {
    /// Vectors in a folder, which need not be there yet. Nothing is opened before it is needed.
    pub fn in_folder(folder: impl AsRef<Path>) -> Self {
        Self(Arc::new(Inner { file: folder.as_ref().join(FILE), database: OnceLock::new() }))
    }

    /// Where the command keeps vectors if it is not told otherwise: `$XDG_CACHE_HOME/kawara`, else `~/.cache/kawara`. `None` where there is not
    /// even a home.
    pub fn of_user() -> Option<Self> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = || std::env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".cache"));
        Some(Self::in_folder(variable("XDG_CACHE_HOME").or_else(home)?.join("kawara")))
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    pub(super) fn open(&self) -> Result<()> {
        self.database().map(drop)
    }

    /// The vectors that are there.
    pub(super) fn get(&self, keys: &[Key]) -> Result<Vec<Option<Vec<f32>>>> {
        let database = self.database()?;
        let read = || {
            let table = match database.begin_read()?.open_table(VECTORS) {
                Ok(table) => table,
                Err(TableError::TableDoesNotExist(_)) => return Ok(vec![None; keys.len()]),
                Err(error) => return Err(error.into()),
            };
            keys.iter().map(|key| Ok(table.get(&key.0)?.map(|kept| kept.value().to_vec()))).collect()
        };
        let kept: Vec<Option<Vec<u8>>> = self.guarded(read)?;
        keys.iter()
            .zip(kept)
            .map(|(key, kept)| kept.map(|kept| self.unpacked(*key, &kept)).transpose())
            .collect()
    }

    pub(super) fn put<'v>(&self, vectors: impl Iterator<Item = (Key, &'v [f32])>) -> Result<()> {
        let database = self.database()?;
        let packed: Vec<(Key, Vec<u8>)> = vectors.map(|(key, vector)| (key, packed(key, vector))).collect();
        self.guarded(|| {
            let transaction = database.begin_write()?;
            {
                let mut table = transaction.open_table(VECTORS)?;
                for (key, bytes) in &packed {
                    table.insert(&key.0, bytes.as_slice())?;
                }
            }
            Ok(transaction.commit()?)
        })
    }

    fn database(&self) -> Result<&Database> {
        let database = self.0.database.get_or_init(|| self.guarded(|| make(&self.0.file)));
        database.as_ref().map_err(Clone::clone)
    }

    /// Does something with the file, and says what is wrong with it. What lies in a damaged one may make the store stop half-way.
    fn guarded<T>(&self, work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T> {
        let file = self.0.file.display();
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(redb::Error::Io(error))) if !matches!(error.kind(), InvalidData | UnexpectedEof) => {
                let message =
                    format!("the embedding cache {file} cannot be used: {error}; name another folder");
                Err(Error::caused_by(ErrorKind::Open, message, error))
            }
            Ok(Err(error @ (redb::Error::LockProtocolMismatch | redb::Error::DatabaseAlreadyOpen))) => {
                let message =
                    format!("the embedding cache {file} is used by another version of kawara: {error}");
                Err(Error::caused_by(ErrorKind::Open, message, error))
            }
            Ok(Err(error)) => Err(self.damaged(&error.to_string())),
            Err(panic) => Err(self.damaged(&told(&*panic))),
        }
    }

    fn damaged(&self, why: &str) -> Error {
        let file = self.0.file.display();
        let message = format!(
            "the embedding cache {file} is damaged ({why}): delete it, and what it held is asked for again"
        );
        Error::new(ErrorKind::Open, message)
    }

    fn unpacked(&self, key: Key, kept: &[u8]) -> Result<Vec<f32>> {
        let (numbers, rest) = kept.split_at_checked(kept.len().saturating_sub(CHECK)).unwrap_or_default();
        if rest != check(key, numbers) {
            return Err(self.damaged("a vector is not as it was written"));
        }
        let (numbers, _) = numbers.as_chunks::<4>();
        Ok(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }
}

fn make(file: &Path) -> Result<Database, redb::Error> {
    let mut folder = DirBuilder::new();
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
        folder.mode(0o700);
        options.mode(0o600);
    }
    folder.recursive(true).create(file.parent().unwrap_or(Path::new(".")))?;
    // Whoever comes first makes it; an empty file is a store without anything.
    options.read(true).write(true).create(true).truncate(false).open(file)?;
    let mut builder = Builder::new();
    builder.set_concurrency_mode(ConcurrencyMode::MultiWriter).set_cache_size(MEMORY);
    Ok(builder.create(file)?)
}

fn packed(key: Key, vector: &[f32]) -> Vec<u8> {
    let mut bytes: Vec<u8> = vector.iter().flat_map(|number| number.to_le_bytes()).collect();
    let check = check(key, &bytes);
    bytes.extend(check);
    bytes
}

fn check(key: Key, numbers: &[u8]) -> [u8; CHECK] {
    let mut hash = Sha256::new_with_prefix(key.0);
    hash.update(numbers);
    let hash: [u8; 32] = hash.finalize().into();
    let mut check = [0; CHECK];
    check.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    check
}

fn told(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it cannot be read".into())
}

/// What lies in a damaged file may make the store stop when it is closed, too; what was written is on disk by then.
impl Drop for Inner {
    fn drop(&mut self) {
        let database = self.database.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(database)));
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cache").field(&self.0.file).finish()
    }
}

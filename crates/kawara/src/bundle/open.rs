use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::{Component, Path, PathBuf};

use kawara_policy::paths::absolute;
use kawara_policy::{Loader, Mistakes, Policy, Tokenizers};
use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

use super::error::{Error, ErrorKind, Result, shown};
use super::manifest::{Head, Manifest, VERSION};
use super::{MANIFEST, TOKENIZERS, TREE};
use crate::digest::hexadecimal;

/// How many times as large as the file its contents may be: tokenizers and dictionaries are some 10 times.
const MOST_TIMES: u64 = 100;
/// What the contents of a small file may have, in bytes.
const ENOUGH: u64 = 64 << 20;
/// What every zip begins with.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// A bundle that was unpacked into a folder. What its policy names is read there, and some of it late: the folder has to stay as long as the
/// policy is used.
#[derive(Debug)]
pub struct Bundle {
    home: PathBuf,
    name: String,
    manifest: Manifest,
}

impl Bundle {
    /// Unpacks a bundle into a folder, which is made where it is not there. Every file is held against its hash.
    ///
    /// # Errors
    /// When the file is no bundle, is damaged, or was made by another version; or when something cannot be read or written.
    pub fn open(file: impl AsRef<Path>, folder: impl AsRef<Path>) -> Result<Self> {
        let file = file.as_ref();
        let opened = File::open(file).and_then(|opened| Ok((opened.metadata()?.len(), opened)));
        let (length, opened) = opened.map_err(|error| Error::file("read", file, &error))?;
        Self::unpack(opened, length, &shown(file), folder.as_ref())
    }

    /// The same from anywhere: `length` bytes, which messages call `name`.
    pub(super) fn unpack(from: impl Read + Seek, length: u64, name: &str, folder: &Path) -> Result<Self> {
        let home = absolute(folder);
        let mut source = Source::open(from, length, name)?;
        let manifest = source.read(MANIFEST)?;
        let damaged = |error: serde_json::Error| source.damaged(&error.to_string());
        let Head { kawara } = serde_json::from_slice(&manifest).map_err(damaged)?;
        if kawara != VERSION {
            let message = format!("{name} was made by kawara {kawara}, and this is {VERSION}: make it anew");
            return Err(Error::new(ErrorKind::Version, message));
        }
        let manifest: Manifest = serde_json::from_slice(&manifest).map_err(damaged)?;
        for (member, digest) in &manifest.files {
            let data = if is_inside(member) { Some(source.read(member)?) } else { None };
            match data.filter(|data| hexadecimal(Sha256::new_with_prefix(data)) == *digest) {
                Some(data) => put(&home.join(member), &data)?,
                None => return Err(source.changed(&format!("{member} is not what was bundled"))),
            }
        }
        for word in std::iter::once(&manifest.policy).chain(&manifest.base_policy) {
            if !manifest.files.contains_key(word) && !word.starts_with("kawara:") {
                return Err(source.changed(&format!("{word} is not in the bundle")));
            }
        }
        Ok(Self { home, name: name.to_owned(), manifest })
    }

    /// The policy, with what was set over it. Tokenizers are looked for in the bundle first, and where the loader looks besides; a base policy
    /// is the bundle's own, or that of the loader. Messages call files by their names in the bundle.
    ///
    /// # Errors
    /// All mistakes: what is in no bundle may be lacking here.
    pub fn policy(&self, loader: Loader<'_>) -> Result<Policy, Mistakes> {
        let own = Tokenizers::none().with_folder(self.home.join(TOKENIZERS));
        let folders = loader.tokenizers().folders().fold(own, Tokenizers::with_folder);
        let loader = loader.with_tokenizers(folders).with_alias(&self.home, &self.name);
        let loader = self.base().iter().fold(loader, |loader, base| loader.with_base(self.word(base)));
        loader.open(&self.word(&self.manifest.policy))?.set(&self.manifest.settings)
    }

    /// The policy that is laid beneath, if there is one: `kawara:NAME`, or the name of its file in the bundle.
    pub fn base(&self) -> Option<&str> {
        self.manifest.base_policy.as_deref()
    }

    /// What opens a policy of it.
    fn word(&self, word: &str) -> String {
        match self.manifest.files.contains_key(word) {
            true => self.home.join(word).display().to_string(),
            false => word.to_owned(),
        }
    }
}

/// Whether a file begins as a bundle does, which no policy can.
pub fn is_bundle(file: impl AsRef<Path>) -> bool {
    let mut start = [0; ZIP.len()];
    let file = file.as_ref();
    // Reading a pipe would take away what it begins with.
    file.is_file()
        && File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == ZIP
}

/// A zip that is not trusted.
struct Source<'n, R> {
    archive: ZipArchive<R>,
    name: &'n str,
    /// How many bytes more may be read from it.
    left: u64,
}

impl<'n, R: Read + Seek> Source<'n, R> {
    fn open(from: R, length: u64, name: &'n str) -> Result<Self> {
        let archive = ZipArchive::new(from).map_err(|error| damaged(name, &error.to_string()))?;
        Ok(Self { archive, name, left: length.saturating_mul(MOST_TIMES).max(ENOUGH) })
    }

    /// A member as a whole, whatever it says how long it is.
    fn read(&mut self, member: &str) -> Result<Vec<u8>> {
        let name = self.name;
        let found = self.archive.by_name(member);
        let found = found.map_err(|error| damaged(name, &format!("{member}: {error}")))?;
        let mut data = Vec::new();
        let read = found.take(self.left + 1).read_to_end(&mut data);
        read.map_err(|error| damaged(name, &format!("{member}: {error}")))?;
        let left = self.left.checked_sub(data.len() as u64);
        self.left = left.ok_or_else(|| self.damaged("its contents are far larger than a policy's are"))?;
        Ok(data)
    }

    fn damaged(&self, why: &str) -> Error {
        damaged(self.name, why)
    }

    fn changed(&self, what: &str) -> Error {
        Error::new(ErrorKind::Damaged, format!("{}: {what}: make it anew", self.name))
    }
}

fn damaged(name: &str, why: &str) -> Error {
    Error::new(ErrorKind::Damaged, format!("{name} is no bundle, or is damaged: {why}"))
}

/// Whether a member stays in the folder that it is unpacked into, in the part of it that is meant.
fn is_inside(member: &str) -> bool {
    let mut parts = Path::new(member).components();
    let is_name = |part: Component<'_>| matches!(part, Component::Normal(_));
    matches!(parts.next(), Some(Component::Normal(top)) if top == TREE || top == TOKENIZERS)
        && parts.all(is_name)
}

fn put(path: &Path, data: &[u8]) -> Result<()> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, data));
    made.map_err(|error| Error::file("write", path, &error))
}

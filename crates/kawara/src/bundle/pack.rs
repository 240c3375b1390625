use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Cursor, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use kawara_core::{Engine, Registry};
use kawara_policy::paths::absolute;
use kawara_policy::{Loader, Policy};
use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::error::{Error, ErrorKind, Result, shown};
use super::files::{Needed, files, needed};
use super::manifest::{Manifest, VERSION};
use super::{Bundle, MANIFEST, TOKENIZERS, TREE};
use crate::digest::hexadecimal;
use crate::output::AtomicFile;

/// Where a policy stands that was given as text.
const TEXT: &str = "bundled-policy.toml";
/// The engine's defaults, as a policy.
const DEFAULTS: &str = "policy = 1\n";

/// Writes a policy with all files that it needs. The file takes its place when it is whole and was tried: whoever reads an older one
/// meanwhile, or when this fails, has that.
///
/// Files have to be named relative to the policy that names them; tokenizers may also lie where they are found by the name of their model.
///
/// # Errors
/// When a file is named by its whole path or by what was [set](Policy::set), which no other machine finds; or when something cannot be read
/// or written.
pub fn write(policy: &Policy, registry: &Registry, file: impl AsRef<Path>) -> Result<()> {
    let file = file.as_ref();
    let scratch = tempfile::Builder::new().prefix("kawara-").tempdir();
    let scratch = scratch.map_err(|error| Error::file("write a folder in", &std::env::temp_dir(), &error))?;
    let bytes = pack(policy, registry, scratch.path())?;
    let written = AtomicFile::create(file).and_then(|mut to| to.write_all(&bytes).and_then(|()| to.place()));
    written.map_err(|error| Error::file("write", file, &error))
}

/// The bytes of a bundle, for whoever writes them himself. It is tried in `scratch`, an empty folder that is the caller's to remove.
///
/// # Errors
/// As [`write()`].
pub fn pack(policy: &Policy, registry: &Registry, scratch: impl AsRef<Path>) -> Result<Vec<u8>> {
    let bytes = packed(policy, registry)?;
    let bundle = Bundle::unpack(Cursor::new(&bytes), bytes.len() as u64, "the bundle", scratch.as_ref())?;
    let again = bundle.policy(Loader::new().with_known(crate::known(registry)))?;
    let home = absolute(scratch.as_ref());
    if let Some(stray) = files(&again, registry)?.into_iter().find(|path| !path.starts_with(&home)) {
        return Err(refused(&stray));
    }
    // What is not in the bundle is not there.
    let again = Arc::new(again);
    crate::check(&Engine::new(registry.clone(), Arc::clone(&again)), &again)?;
    Ok(bytes)
}

fn packed(policy: &Policy, registry: &Registry) -> Result<Vec<u8>> {
    let Needed { around, on_shelf } = needed(policy, registry)?;
    let (own, as_text) = (policy.word(), absolute(policy.dir()).join(TEXT));
    let mut texts: BTreeMap<PathBuf, &str> = BTreeMap::new();
    for (path, text) in policy.files() {
        let is_text = own.as_ref() == Some(&path) && !path.is_file();
        texts.insert(if is_text { as_text.clone() } else { absolute(&path) }, text);
    }
    if own.is_none() {
        texts.insert(as_text.clone(), DEFAULTS);
    }
    let root = above(texts.keys().chain(&around));
    let opens = |word: &Path| match word.to_str().filter(|word| word.starts_with("kawara:")) {
        Some(builtin) => Ok(builtin.to_owned()),
        None if word.is_file() => place(&absolute(word), &root),
        None => place(&as_text, &root),
    };
    let mut members = BTreeMap::new();
    for path in &around {
        members.insert(place(path, &root)?, Content::File(path));
    }
    for (path, text) in &texts {
        members.insert(place(path, &root)?, Content::Text(text));
    }
    for (name, path) in &on_shelf {
        members.insert(format!("{TOKENIZERS}/{name}"), Content::File(path));
    }
    let mut manifest = Manifest {
        kawara: VERSION.to_owned(),
        policy: opens(own.as_deref().unwrap_or(Path::new("")))?,
        base_policy: policy.base().map(|base| opens(Path::new(base))).transpose()?,
        settings: policy.changes().map(|(key, value)| format!("{key}={value}")).collect(),
        files: BTreeMap::new(),
    };
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        let digest = content.write(&mut zip, &name)?;
        manifest.files.insert(name, digest);
    }
    let manifest = serde_json::to_string_pretty(&manifest).map_err(|error| failed(MANIFEST, &error))?;
    Content::Text(&manifest).write(&mut zip, MANIFEST)?;
    Ok(zip.finish().map_err(|error| failed(MANIFEST, &error))?.into_inner())
}

/// What a member is made of.
enum Content<'c> {
    Text(&'c str),
    File(&'c Path),
}

impl Content<'_> {
    /// Adds it, and says what its hash is.
    fn write(&self, zip: &mut ZipWriter<Cursor<Vec<u8>>>, name: &str) -> Result<String> {
        // Without a date, so that equal policies make equal files.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        zip.start_file(name, options).map_err(|error| failed(name, &error))?;
        let mut to = Hashing { to: zip, hash: Sha256::new() };
        match self {
            Self::Text(text) => to.write_all(text.as_bytes()).map_err(|error| failed(name, &error))?,
            Self::File(path) => {
                let copied = File::open(path).and_then(|mut file| io::copy(&mut file, &mut to));
                copied.map_err(|error| Error::file("read", path, &error))?;
            }
        }
        Ok(hexadecimal(to.hash))
    }
}

/// Hashes what goes through.
struct Hashing<W> {
    to: W,
    hash: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The name of a member of the tree below `root`.
fn place(path: &Path, root: &Path) -> Result<String> {
    let below = path.strip_prefix(root).map_err(|_| refused(path))?;
    let mut name = TREE.to_owned();
    for part in below.components() {
        let Component::Normal(part) = part else { return Err(refused(path)) };
        name.push('/');
        name.push_str(part.to_str().ok_or_else(|| refused(path))?);
    }
    Ok(name)
}

/// The lowest folder that all paths lie below.
fn above<'p>(paths: impl Iterator<Item = &'p PathBuf>) -> PathBuf {
    let mut folders = paths.filter_map(|path| path.parent());
    let Some(first) = folders.next() else { return PathBuf::new() };
    let common = folders.fold(first, |common, folder| {
        let is_above = |above: &&Path| folder.starts_with(above);
        common.ancestors().find(is_above).unwrap_or(Path::new(""))
    });
    common.to_owned()
}

fn refused(path: &Path) -> Error {
    let message = format!(
        "{} cannot be bundled: name it relative to the policy that names it, and not by its whole path or in a setting",
        shown(path)
    );
    Error::new(ErrorKind::Stray, message)
}

/// Writing to memory fails only where a member is larger than a zip may have it.
fn failed(member: &str, error: &dyn std::error::Error) -> Error {
    Error::new(ErrorKind::Stray, format!("{member} cannot be bundled: {error}"))
}

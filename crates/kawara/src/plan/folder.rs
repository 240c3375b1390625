//! What lies in the folder of a manifest, and what is somebody else's.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::error::{Error, ErrorKind, Result};
use crate::digest::is_hexadecimal;
use crate::output::is_unfinished;

pub(super) const HEAD: &str = "manifest.json";
/// A head that waits.
pub(super) const NEXT: &str = "next.json";
pub(super) const LOCK: &str = "lock";
pub(super) const SHARDS: &str = "shards";
/// Lines that wait. Whoever was killed before the first head was written leaves it beside shards.
pub(super) const LINES: &str = "lines.partial";

/// Whether a shard is called so: by its number and the digest of its content.
pub(super) fn is_shard(name: &str) -> bool {
    let parts = name.strip_suffix(".jsonl").and_then(|name| name.split_once('-'));
    parts.is_some_and(|(number, digest)| is_hexadecimal(number, 2) && is_hexadecimal(digest, 32))
}

/// Whether a shard that was not finished is called so.
pub(super) fn is_unfinished_shard(name: &str) -> bool {
    let shard = name.strip_prefix('.').and_then(|name| name.split_once(".jsonl."));
    is_unfinished(name) && shard.is_some_and(|(shard, _)| is_shard(&format!("{shard}.jsonl")))
}

/// Whether a file is the head of a manifest, of whatever version.
pub(super) fn is_head(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Known {
        #[serde(rename = "format")]
        _format: u32,
        #[serde(rename = "kawara")]
        _kawara: String,
        #[serde(rename = "shards")]
        _shards: IgnoredAny,
    }
    fs::read(path).is_ok_and(|bytes| serde_json::from_slice::<Known>(&bytes).is_ok())
}

/// Whether there are shards in a folder, and no sign of a program that was killed while it wrote the first.
pub(super) fn has_lost_its_head(dir: &Path) -> bool {
    let is_shard = |file: fs::DirEntry| is_shard(&file.file_name().to_string_lossy());
    let mut shards = fs::read_dir(dir.join(SHARDS)).into_iter().flatten().flatten();
    !dir.join(HEAD).exists() && shards.any(is_shard) && !dir.join(LINES).exists()
}

/// Sees to it that a folder to be written is new, empty, or one of a manifest.
///
/// # Errors
/// When something else lies in it.
pub(super) fn refuse_strangers(dir: &Path) -> Result<()> {
    let remedy = "give the manifest a folder of its own";
    let head = dir.join(HEAD);
    if head.exists() {
        if is_head(&head) {
            return Ok(());
        }
        let message = format!(
            "{}: not the head of a manifest; {remedy}, or remove this file if it is a damaged one",
            head.display()
        );
        return Err(Error::new(ErrorKind::Option, message));
    }
    let Some(stranger) = stranger(dir) else { return Ok(()) };
    let message = format!("{}: something else lies there, {}; {remedy}", dir.display(), stranger.display());
    Err(Error::new(ErrorKind::Option, message))
}

/// Something in a folder without a head that no manifest has. Hidden files are in nobody's way, and are left alone.
fn stranger(dir: &Path) -> Option<PathBuf> {
    let visible = |dir: &Path| {
        let files = fs::read_dir(dir).into_iter().flatten().flatten();
        let named = files.map(|file| (file.path(), file.file_name().to_string_lossy().into_owned()));
        named.filter(|(_, name)| !name.starts_with('.')).collect::<Vec<_>>()
    };
    let mut all = visible(dir);
    all.sort();
    let shards = dir.join(SHARDS);
    let own = |path: &Path, name: &str| match name {
        LOCK | LINES | NEXT => path.is_file(),
        SHARDS => path.is_dir(),
        _ => false,
    };
    let strange = all.into_iter().find(|(path, name)| !own(path, name));
    strange.or_else(|| visible(&shards).into_iter().find(|(_, name)| !is_shard(name))).map(|(path, _)| path)
}

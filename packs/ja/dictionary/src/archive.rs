//! The dictionary as it is committed: a tar of the files that lindera loads, compressed with Zstandard, trusted only if its SHA-256
//! is the one written beside it. The build script, the generator and the tests share this file.

use std::io::Read;

use sha2::{Digest, Sha256};

/// The files of a built dictionary, in the order in which they are packed.
pub(crate) const FILES: [&str; 9] = [
    "metadata.json",
    "char_def.bin",
    "unk.bin",
    "dict.words",
    "dict.wordsidx",
    "dict.valsidx",
    "dict.vals",
    "dict.trie",
    "matrix.mtx",
];

/// The [`FILES`] by name, in that order.
pub(crate) type Files = Vec<(&'static str, Vec<u8>)>;

/// The SHA-256 of `bytes`, in lower-case hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compares the SHA-256 of `archive` with the first word of `sum`, a line as `sha256sum` writes it.
///
/// lindera loads a word list that was cut short without complaint and calls its words `UNK`: nothing behind this would notice.
///
/// # Errors
///
/// If they differ.
pub(crate) fn check(archive: &[u8], sum: &str) -> Result<(), String> {
    let (expected, found) = (sum.split_whitespace().next().unwrap_or_default(), sha256(archive));
    if expected == found {
        return Ok(());
    }
    Err(format!(
        "the dictionary is damaged: its {} bytes have the SHA-256 {found}, not {expected}; fetch the file again from the repository or \
         the published crate, as it is there (no conversion of line ends, no Git LFS pointer)",
        archive.len()
    ))
}

/// The files in `archive`.
///
/// # Errors
///
/// If it is not a Zstandard-compressed tar of exactly the [`FILES`].
pub(crate) fn unpack(archive: &[u8]) -> Result<Files, String> {
    let files = read(archive).map_err(|error| format!("the dictionary cannot be unpacked: {error}"))?;
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    if names != FILES {
        return Err(format!("the dictionary holds the files {names:?}, not {FILES:?}"));
    }
    Ok(FILES.into_iter().zip(files.into_iter().map(|(_, bytes)| bytes)).collect())
}

fn read(archive: &[u8]) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let tar = ruzstd::decoding::StreamingDecoder::new(archive).map_err(std::io::Error::other)?;
    let mut files = Vec::new();
    for entry in tar::Archive::new(tar).entries()? {
        let mut entry = entry?;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        files.push((entry.path()?.to_string_lossy().into_owned(), bytes));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARCHIVE: &[u8] = include_bytes!("../data/ipadic.tar.zst");
    const SUM: &str = include_str!("../data/ipadic.tar.zst.sha256");

    #[test]
    fn the_committed_sum_is_that_of_the_committed_archive() {
        check(ARCHIVE, SUM).unwrap();
        assert_eq!(SUM, format!("{}  ipadic.tar.zst\n", sha256(ARCHIVE)));
    }

    #[test]
    fn the_sum_is_sha256() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn damage_is_seen_and_named() {
        let mut flipped = ARCHIVE.to_vec();
        flipped[ARCHIVE.len() / 2] ^= 1;
        for damaged in [&ARCHIVE[..ARCHIVE.len() - 1], &ARCHIVE[..0], &flipped] {
            let error = check(damaged, SUM).unwrap_err();
            assert!(error.contains(&sha256(damaged)) && error.contains(&sha256(ARCHIVE)), "{error}");
        }
        check(ARCHIVE, "").unwrap_err();
    }

    #[test]
    fn a_word_list_cut_short_is_seen() {
        let mut files = unpack(ARCHIVE).unwrap();
        let (_, words) = files.iter_mut().find(|(name, _)| *name == "dict.words").unwrap();
        words.truncate(words.len() / 2);
        let repacked = packed(files.iter().map(|(name, bytes)| (*name, bytes.as_slice())));
        assert_eq!(unpack(&repacked).unwrap(), files, "a sound archive of an unsound word list");
        check(&repacked, SUM).unwrap_err();
    }

    #[test]
    fn other_files_are_refused() {
        let few = FILES.into_iter().skip(1).map(|name| (name, b"".as_slice()));
        let more = FILES.into_iter().chain(["dict.da"]).map(|name| (name, b"".as_slice()));
        assert!(unpack(&packed(few)).unwrap_err().contains("char_def.bin"));
        assert!(unpack(&packed(more)).unwrap_err().contains("dict.da"));
    }

    #[test]
    fn what_is_no_archive_is_an_error() {
        for bytes in [b"".as_slice(), b"version https://git-lfs.github.com/spec/v1\n", &ARCHIVE[..1_000_000]]
        {
            unpack(bytes).unwrap_err();
        }
    }

    fn packed<'f>(files: impl Iterator<Item = (&'static str, &'f [u8])>) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, bytes) in files {
            let mut header = tar::Header::new_ustar();
            header.set_size(bytes.len() as u64);
            tar.append_data(&mut header, name, bytes).unwrap();
        }
        let tar = tar.into_inner().unwrap();
        ruzstd::encoding::compress_to_vec(tar.as_slice(), ruzstd::encoding::CompressionLevel::Fastest)
    }
}

//! What lies at the path behind `hf:`.

use std::fs;
use std::path::{Path, PathBuf};

use kawara_core::{Error, ErrorKind, Result};

/// The name that the hub gives the file.
const NAME: &str = "tokenizer.json";

/// Where a tokenizer's file is: `path` itself, or `tokenizer.json` in the directory `path`.
///
/// # Errors
/// When there is none; the message says where it was looked for and where such files come from.
pub(crate) fn find(path: &Path) -> Result<PathBuf> {
    if path.as_os_str().is_empty() {
        let message = "`hf` needs a path behind the colon, such as `hf:models/all-MiniLM-L6-v2`: \
                       a tokenizer.json, or the directory that it lies in";
        return Err(Error::new(ErrorKind::Open, message));
    }
    if path.is_file() {
        return Ok(path.to_owned());
    }
    let file = path.join(NAME);
    if file.is_file() {
        return Ok(file);
    }
    let found = if !path.exists() {
        format!("there is no file or directory {}", path.display())
    } else if ["vocab.txt", "spiece.model", "sentencepiece.bpe.model", "tokenizer.model", "vocab.json"]
        .iter()
        .any(|old| path.join(old).exists())
    {
        format!(
            "{} has a vocabulary but no {NAME}; save the model's fast tokenizer there with \
             `AutoTokenizer.from_pretrained(…).save_pretrained(…)`",
            path.display()
        )
    } else {
        format!("{} has no {NAME}", path.display())
    };
    let hint =
        "Download the model's tokenizer.json from its repository and name it, or its directory, behind `hf:`";
    Err(Error::new(ErrorKind::Open, format!("{found}. {hint}")))
}

/// Reads a tokenizer's file.
///
/// # Errors
/// When it cannot be read, or is not what a repository holds but a pointer to it.
pub(crate) fn read(file: &Path) -> Result<String> {
    let fail = |what: String| Error::new(ErrorKind::Open, format!("{}: {what}", file.display()));
    let bytes = fs::read(file).map_err(|error| fail(format!("cannot be read: {error}")))?;
    if bytes.starts_with(b"version https://git-lfs") {
        return Err(fail(
            "this is a pointer of Git LFS, not the file itself; run `git lfs pull` in the repository".into(),
        ));
    }
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<') {
        return Err(fail("this is a web page, not JSON; download the raw file".into()));
    }
    let text = String::from_utf8(bytes).map_err(|error| fail(format!("not UTF-8: {error}")))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

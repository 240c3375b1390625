//! The model's limit, out of the files beside its tokenizer.

use std::fs;
use std::path::Path;

use kawara_core::{Error, ErrorKind, Result};
use serde_json::Value;

/// What the files say, in the order in which they are believed: what the library that embeds cuts at, then what the tokenizer
/// was saved with.
const FILES: [(&str, &str); 2] =
    [("sentence_bert_config.json", "max_seq_length"), ("tokenizer_config.json", "model_max_length")];

/// More than any model takes: files write 1e30 where nobody said anything.
const BELIEVABLE: f64 = 1e8;

/// The most tokens that the model beside `tokenizer` takes, special tokens included; `None` where no file says so.
///
/// # Errors
/// When a file says what cannot be a limit, or cannot be read.
pub(crate) fn beside(tokenizer: &Path) -> Result<Option<u32>> {
    let directory = tokenizer.parent().unwrap_or(Path::new(""));
    for (name, key) in FILES {
        let file = directory.join(name);
        if !file.is_file() {
            continue;
        }
        let fail = |what: String| {
            let remedy =
                "set `hard-limit` in [budget], or `--limit`, to the most tokens that the model takes";
            Error::new(ErrorKind::Open, format!("{}: {what}; {remedy}", file.display()))
        };
        let text = fs::read_to_string(&file).map_err(|error| fail(format!("cannot be read: {error}")))?;
        let config: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| fail(format!("not JSON: {error}")))?;
        match config.get(key) {
            None | Some(Value::Null) => {}
            Some(value) => match value.as_f64().filter(|limit| (1.0..BELIEVABLE).contains(limit)) {
                Some(limit) => return Ok(Some(limit as u32)),
                None => return Err(fail(format!("`{key}` is {value}, which is no limit"))),
            },
        }
    }
    Ok(None)
}

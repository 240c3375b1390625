//! Where tokens stand in a text, by the stable version of the library.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::OnceLock;

use kawara_core::{CounterId, Error, ErrorKind, Result};
use tokenizers_stable::Tokenizer;

use crate::{counter, files};

/// The file once more, read when it is first needed.
#[derive(Default)]
pub(crate) struct Spans(OnceLock<Result<Box<Tokenizer>>>);

impl Spans {
    /// The spans of the tokens of a text, which the counter of this file finds so many of.
    ///
    /// # Errors
    /// When the file is no longer the one that was counted by, or the stable library does not read it, gives up, or finds another number.
    pub(crate) fn of(
        &self,
        text: &str,
        counted: u32,
        file: &Path,
        id: &CounterId,
    ) -> Result<Vec<Range<usize>>> {
        let opened = self.0.get_or_init(|| open(file, id).map(Box::new));
        let tokenizer = opened.as_ref().map_err(Error::clone)?;
        let fail = |what: String| Err(Error::new(ErrorKind::Count, format!("{}: {what}", file.display())));
        let spans: Vec<Range<usize>> = match catch_unwind(AssertUnwindSafe(|| tokenizer.encode(text, false)))
        {
            Ok(Ok(encoding)) => encoding.get_offsets().iter().map(|&(start, end)| start..end).collect(),
            Ok(Err(error)) => {
                return fail(format!("no offsets for a text of {} bytes: {error}", text.len()));
            }
            Err(_) => {
                return fail(format!("the tokenizer broke over the offsets of {} bytes", text.len()));
            }
        };
        if spans.len() != counted as usize {
            let told = spans.len();
            return fail(format!(
                "two versions of the library disagree over a text of {} bytes: {counted} tokens are counted, and {told} have \
                 offsets; please report it with the text",
                text.len()
            ));
        }
        if let Some(span) = spans.iter().find(|span| span.start > span.end || span.end > text.len()) {
            return fail(format!("{span:?} is no range of a text of {} bytes", text.len()));
        }
        Ok(spans)
    }
}

fn open(file: &Path, id: &CounterId) -> Result<Tokenizer> {
    let fail = |what: String| Error::new(ErrorKind::Open, format!("{}: {what}", file.display()));
    let json = files::read(file)?;
    if id.vocabulary() != Some(&*counter::hash(&json)) {
        return Err(fail("changed since it was opened; start again".into()));
    }
    let read = catch_unwind(AssertUnwindSafe(|| Tokenizer::from_bytes(json)));
    let why = |error: String| fail(format!("no offsets can be told by this tokenizer: {error}"));
    let mut tokenizer = match read {
        Ok(Ok(tokenizer)) => tokenizer,
        Ok(Err(error)) => return Err(why(error.to_string())),
        Err(_) => return Err(why("it is broken inside".into())),
    };
    // As in counting: what somebody once wanted of a batch is left aside, and special strings are plain text.
    tokenizer.with_truncation(None).map_err(|error| why(error.to_string()))?;
    tokenizer.with_padding(None);
    tokenizer.set_encode_special_tokens(true);
    Ok(tokenizer)
}

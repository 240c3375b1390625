//! Reading a document as an engine does: at once, or framed into pieces that are each read by a fork.

use std::borrow::Cow;

use kawara_core::{Blocks, Error, Options, Reader};

use crate::Fault;

/// How a document reaches the reader.
#[derive(Clone, Copy)]
pub(super) enum Feed {
    /// All at once.
    Whole,
    /// A longer and longer head of what is left, until the reader takes a piece of it; at once where a reader does not fork.
    BitByBit,
}

/// A piece of the source and what the reader made of it.
pub(super) struct Piece<'t> {
    /// Where it begins in the document.
    pub(super) at: usize,
    pub(super) source: &'t str,
    pub(super) text: Cow<'t, str>,
    pub(super) blocks: Blocks,
}

impl Piece<'_> {
    /// A fault at a byte of the piece's text or source.
    pub(super) fn fault(&self, at: usize, what: impl Into<String>, remedy: &str) -> Fault {
        let what = what.into();
        let what =
            if self.at == 0 { what } else { format!("in the piece framed from byte {}: {what}", self.at) };
        Fault::new(what, remedy).at(self.at + at)
    }
}

/// Reads `source`. The outer error is a broken promise; the inner one is the reader's own, with which it may refuse a document.
pub(super) fn feed<'t>(
    reader: &dyn Reader,
    options: &Options,
    source: &'t str,
    way: Feed,
) -> Result<Result<Vec<Piece<'t>>, Error>, Fault> {
    let mut reading = match reader.open(options) {
        Ok(reading) => reading,
        Err(error) => {
            let what = format!("a reading cannot be opened: {error}");
            return Err(Fault::new(
                what,
                "understand `text` (plain, source) and `newline` (auto, hard, soft), as every reader does",
            ));
        }
    };
    let (mut pieces, mut at) = (Vec::new(), 0);
    let is_framed = matches!(way, Feed::BitByBit) && reading.fork().is_some();
    while at < source.len() || pieces.is_empty() {
        let rest = &source[at..];
        let len = if is_framed { frame(&mut *reading, rest, at)? } else { rest.len() };
        let mut blocks = Blocks::new();
        let text = match reading.fork().filter(|_| is_framed) {
            Some(mut fork) => fork.read(&rest[..len], &mut blocks),
            None => reading.read(&rest[..len], &mut blocks),
        };
        match text {
            Ok(text) => pieces.push(Piece { at, source: &rest[..len], text, blocks }),
            Err(error) => return Ok(Err(error)),
        }
        at += len;
    }
    Ok(Ok(pieces))
}

/// The length of the next piece.
fn frame(
    reading: &mut (dyn kawara_core::Reading + Send + '_),
    rest: &str,
    at: usize,
) -> Result<usize, Fault> {
    let mut head = rest.floor_char_boundary(FIRST);
    loop {
        let last = head == rest.len();
        match reading.frame(&rest[..head], last) {
            Some(len) if len <= head && rest.is_char_boundary(len) && (len > 0 || rest.is_empty()) => {
                return Ok(len);
            }
            Some(len) => {
                let what = format!("`frame` takes {len} bytes of {head}");
                return Err(Fault::new(
                    what,
                    "take at least one character and no more than there is, in bytes",
                )
                .at(at));
            }
            None if last => {
                let what = "`frame` asks for more where there is no more";
                return Err(Fault::new(
                    what,
                    "when `last` is true, return the length of what can be read: all of it, if in doubt",
                )
                .at(at));
            }
            None => head = rest.floor_char_boundary(head * 2),
        }
    }
}

/// Bytes of the first head shown to a reader that is fed bit by bit; more than any character has.
const FIRST: usize = 16;

/// Says with which options it happened.
pub(super) fn in_mode(fault: Fault, options: &Options, way: Feed) -> Fault {
    let options: Vec<_> = options.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let way = match way {
        Feed::Whole => "",
        Feed::BitByBit => ", fed bit by bit",
    };
    fault.under(&format!("with {}{way}", options.join(", ")))
}

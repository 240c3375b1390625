//! The same structure every time, whatever the line ends.

use std::ops::Range;

use kawara_core::{BlockKind, Joint, Options};

use super::drive::{Feed, Piece, feed, in_mode};
use super::{ReaderSubject, unread};
use crate::{Fault, Sample};

/// The documents of the contract have the same blocks with CRLF for line ends, and with a byte order mark in front.
pub(super) fn takes_crlf_and_a_byte_order_mark(subject: &ReaderSubject) -> Result<(), Fault> {
    for options in subject.modes(&["plain", "source"]) {
        for sample in &subject.texts {
            let unix = sample.text.replace("\r\n", "\n");
            let crlf = Sample::new(format!("{} with CRLF", sample.name), unix.replace('\n', "\r\n"));
            let marked =
                Sample::new(format!("{} with a byte order mark", sample.name), format!("\u{feff}{unix}"));
            let expected = kinds(subject, &options, &unix)?;
            for other in [crlf, marked] {
                let told = |fault: Fault| {
                    in_mode(fault.in_text(other.name.clone(), other.text.clone()), &options, Feed::Whole)
                };
                let found = kinds(subject, &options, &other.text).map_err(told)?;
                let differs = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
                if differs < expected.len() || differs < found.len() {
                    let tell = |kinds: &[(BlockKind, Joint)]| {
                        kinds.get(differs).map_or("none".to_owned(), |kind| format!("{kind:?}"))
                    };
                    let what = format!(
                        "block {} is {}, but {} in {}",
                        differs + 1,
                        tell(&expected),
                        tell(&found),
                        other.name
                    );
                    let remedy = "treat \\r\\n as one line end, and a byte order mark as blank";
                    return Err(told(Fault::new(what, remedy)));
                }
            }
        }
    }
    Ok(())
}

fn kinds(subject: &ReaderSubject, options: &Options, source: &str) -> Result<Vec<(BlockKind, Joint)>, Fault> {
    let pieces = crate::sample::guard(|| feed(&*subject.reader, options, source, Feed::Whole))?;
    let pieces = pieces.map_err(|error| unread(&error))?;
    Ok(pieces
        .iter()
        .flat_map(|piece| piece.blocks.kept())
        .map(|block| (block.kind(), block.joint()))
        .collect())
}

/// All that can be seen of a reading.
#[derive(PartialEq)]
struct Seen {
    text: String,
    blocks: Vec<(Range<usize>, BlockKind, Joint)>,
    skipped: Vec<(Range<usize>, &'static str)>,
}

/// Two readings of a document are the same, in two threads at once too.
pub(super) fn reads_the_same_every_time(subject: &ReaderSubject) -> Result<(), Fault> {
    for options in subject.modes(&["plain", "source"]) {
        let read_all = || -> Result<Vec<Vec<Seen>>, Fault> {
            let pieces = subject
                .bench
                .iter()
                .map(|sample| feed(&*subject.reader, &options, &sample.text, Feed::Whole));
            pieces.map(|pieces| Ok(pieces?.unwrap_or_default().iter().map(seen).collect())).collect()
        };
        let first = read_all()?;
        let others = crate::threads::twice(read_all)?;
        for (nth, sample) in subject.bench.iter().enumerate() {
            if others.iter().any(|other| other.get(nth) != first.get(nth)) {
                let what = "the same document gives other blocks when it is read again";
                let remedy = "keep what one document needs in its `Reading`; the reader that all share must not change";
                let fault = Fault::new(what, remedy).in_text(sample.name.clone(), sample.text.clone());
                return Err(in_mode(fault, &options, Feed::Whole));
            }
        }
    }
    Ok(())
}

fn seen(piece: &Piece<'_>) -> Seen {
    Seen {
        text: piece.text.to_string(),
        blocks: piece
            .blocks
            .kept()
            .iter()
            .map(|block| (block.range(), block.kind(), block.joint()))
            .collect(),
        skipped: piece.blocks.skipped().iter().map(|skipped| (skipped.range.clone(), skipped.why)).collect(),
    }
}

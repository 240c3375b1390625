//! Readers that each break one promise, and what the contract says of them.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kawara_core::{
    BlockKind, Blocks, Error, ErrorKind, Joint, Options, Reader, ReaderEntry, Reading, Result,
};
use kawara_testkit::{Fault, READER_CHECKS, ReaderSubject, check_reader};

type Read = for<'t> fn(&'t str, bool, &mut Blocks) -> Result<Cow<'t, str>>;

/// Reads by a function, which is told whether the source is asked for.
struct Toy(Read);

struct ToyReading {
    read: Read,
    source: bool,
}

impl Reader for Toy {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(ToyReading { read: self.0, source: options.str("text") == Some("source") }))
    }
}

impl Reading for ToyReading {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        (self.read)(piece, self.source, out)
    }
}

/// Every line is a block.
fn lines<'t>(text: &'t str, _: bool, out: &mut Blocks) -> Result<Cow<'t, str>> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            out.keep(at..at + line.trim_end().len(), BlockKind::Prose, Joint::Line);
        }
        at += line.len();
    }
    Ok(Cow::Borrowed(text))
}

/// A projection: tags are taken out.
fn without_tags<'t>(text: &'t str, source: bool, out: &mut Blocks) -> Result<Cow<'t, str>> {
    if source {
        return lines(text, source, out);
    }
    let (mut plain, mut at) = (String::new(), 0);
    while let Some(open) = text[at..].find('<').map(|open| at + open) {
        let Some(close) = text[open..].find('>').map(|close| open + close + 1) else { break };
        out.map.copy(at..open);
        plain.push_str(&text[at..open]);
        out.skip(open..close, "tag");
        at = close;
    }
    out.map.copy(at..text.len());
    plain.push_str(&text[at..]);
    out.keep(0..plain.len(), BlockKind::Prose, Joint::Paragraph);
    Ok(Cow::Owned(plain))
}

const DOCUMENT: &str = "One <b>bold</b> line.\nAnd another.\n";

fn subject(reader: impl Reader + 'static) -> ReaderSubject {
    ReaderSubject::new(Arc::new(reader)).with_texts(&[DOCUMENT])
}

fn fault(check: &str, reader: impl Reader + 'static) -> Fault {
    let check = READER_CHECKS.iter().find(|known| known.name() == check).expect("such a check");
    check.run(&subject(reader)).expect_err("the fault is found")
}

#[track_caller]
fn says(fault: &Fault, what: &str, remedy: &str) {
    assert!(fault.what().contains(what), "{fault}\ndoes not say `{what}`");
    assert!(fault.remedy().contains(remedy), "{fault}\ndoes not advise `{remedy}`");
}

#[test]
fn right_readers_keep_every_promise() {
    check_reader(&subject(Toy(lines))).unwrap();
    check_reader(&subject(Toy(without_tags))).unwrap();
}

#[test]
fn blocks_out_of_order() {
    let fault = fault(
        "keeps_blocks_in_order",
        Toy(|text, _, out| {
            out.keep(0..text.len(), BlockKind::Prose, Joint::Paragraph);
            lines(text, true, out)
        }),
    );
    says(&fault, "begins before the end of the one before it", "each byte once");
}

#[test]
fn blocks_outside_the_text() {
    let past = Toy(|text, _, out| {
        out.keep(0..text.len() + 1, BlockKind::Prose, Joint::Paragraph);
        Ok(Cow::Borrowed(text))
    });
    says(&fault("keeps_blocks_in_order", past), "goes past the end", "half-open");
    let counted = Toy(|text, _, out| {
        out.keep(0..text.chars().count(), BlockKind::Prose, Joint::Paragraph);
        Ok(Cow::Borrowed(text))
    });
    let fault = fault("keeps_blocks_in_order", counted);
    says(&fault, "is inside a character", "bytes, not characters");
    assert!(fault.text().is_some_and(|text| text.len() < 40), "{fault}");
}

#[test]
fn source_that_is_lost() {
    let first_line = Toy(|text, _, out| {
        out.keep(0..text.find('\n').unwrap_or(text.len()), BlockKind::Prose, Joint::Paragraph);
        Ok(Cow::Borrowed(text))
    });
    let lost = fault("keeps_every_byte_of_the_source", first_line);
    says(&lost, "is in no block", "keep all that is not white space");
    let always_plain = Toy(|text, _, out| without_tags(text, false, out));
    says(
        &fault("keeps_every_byte_of_the_source", always_plain),
        "the text is not the source",
        "return the piece itself",
    );
}

#[test]
fn plain_text_that_is_lost_unseen() {
    let unsaid = Toy(|text, source, out| {
        let plain = without_tags(text, source, out)?;
        let map = std::mem::take(&mut out.map);
        *out = Blocks::new();
        out.map = map;
        out.keep(0..plain.len(), BlockKind::Prose, Joint::Paragraph);
        Ok(plain)
    });
    says(
        &fault("accounts_for_every_byte", unsaid),
        "neither in a block nor skipped",
        "skip it with a reason",
    );
}

#[test]
fn skips_that_do_not_skip() {
    let between = Toy(|text, source, out| {
        lines(text, source, out)?;
        let inner = out
            .kept()
            .first()
            .zip(out.kept().last())
            .map(|(first, last)| first.range().end..last.range().start);
        if let Some(inner) = inner.filter(|inner| inner.start < inner.end) {
            out.skip(inner, "line break");
        }
        Ok(Cow::Borrowed(text))
    });
    says(&fault("accounts_for_every_byte", between), "between blocks of a verbatim text", "a projection");
    let silent = Toy(|text, source, out| {
        let plain = without_tags(text, source, out)?;
        out.skip(0..text.len(), "");
        Ok(plain)
    });
    says(&fault("accounts_for_every_byte", silent), "skipped without a reason", "say what it is");
}

#[test]
fn maps_that_do_not_lead_back() {
    let no_map = Toy(|text, source, out| {
        let plain = without_tags(text, source, out)?;
        out.map = kawara_core::SourceMap::default();
        Ok(plain)
    });
    says(&fault("maps_back_to_the_source", no_map), "there is no map back", "where each stretch");
    let short = Toy(|text, source, out| {
        let plain = without_tags(text, source, out)?;
        Ok(if source { plain } else { Cow::Owned(format!("{plain}!")) })
    });
    says(&fault("maps_back_to_the_source", short), "the map ends at", "map every byte");
    let upper = Toy(|text, source, out| {
        let plain = without_tags(text, source, out)?;
        Ok(if source { plain } else { Cow::Owned(plain.to_ascii_uppercase()) })
    });
    says(&fault("maps_back_to_the_source", upper), "is mapped as a copy of", "use `copy`");
}

#[test]
fn line_ends_that_matter() {
    let unix = Toy(|text, _, out| {
        let mut at = 0;
        for paragraph in text.split_inclusive("n\n") {
            out.keep(at..at + paragraph.len(), BlockKind::Prose, Joint::Paragraph);
            at += paragraph.len();
        }
        Ok(Cow::Borrowed(text))
    });
    let check = READER_CHECKS
        .iter()
        .find(|known| known.name() == "takes_crlf_and_a_byte_order_mark")
        .expect("such a check");
    let subject = ReaderSubject::new(Arc::new(unix)).with_texts(&["When\nthen\n"]);
    let fault = check.run(&subject).expect_err("the fault is found");
    says(&fault, "none in text 1 of the contract with CRLF", "one line end");
    assert_eq!(fault.text(), Some("When\r\nthen\r\n"));
}

#[test]
fn documents_that_cannot_be_read() {
    let picky = Toy(|text, source, out| {
        if text.contains('<') && !source {
            return Err(Error::new(ErrorKind::Read, "a tag").at_byte(4));
        }
        lines(text, source, out)
    });
    let refused = fault("reads_its_documents", picky);
    says(&refused, "a document of the contract cannot be read: byte 4: a tag", "read it");
    assert!(refused.what().starts_with("with newline = \"auto\", text = \"plain\":"), "{refused}");
    let idle = Toy(|text, _, _| Ok(Cow::Borrowed(text)));
    says(&fault("reads_its_documents", idle), "no block is kept", "`Blocks::keep`");
}

#[test]
fn hostile_documents_may_be_refused() {
    let picky = Toy(|text, source, out| match text.find('\0') {
        Some(at) => Err(Error::new(ErrorKind::Read, "a zero byte").at_byte(at)),
        None => lines(text, source, out),
    });
    check_reader(&subject(picky)).unwrap();
}

/// Frames what it should not.
struct Greedy {
    takes: fn(&str, bool) -> Option<usize>,
}

struct GreedyReading<'r>(&'r Greedy);

impl Reader for Greedy {
    fn open<'r>(&'r self, _: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(GreedyReading(self)))
    }
}

impl Reading for GreedyReading<'_> {
    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        Some(Box::new(GreedyReading(self.0)))
    }

    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        (self.0.takes)(head, last)
    }

    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        lines(piece, true, out)
    }
}

#[test]
fn frames_that_do_not_fit() {
    let framed = |takes| fault("reads_its_documents", Greedy { takes });
    says(&framed(|head, _| Some(head.len() + 1)), "`frame` takes 17 bytes of 16", "no more than there is");
    says(&framed(|_, _| Some(0)), "`frame` takes 0 bytes", "at least one character");
    says(&framed(|_, _| None), "asks for more where there is no more", "when `last` is true");
}

#[test]
fn frames_at_line_ends_are_fine() {
    let takes = |head: &str, last: bool| head.find('\n').map(|at| at + 1).or(last.then_some(head.len()));
    check_reader(&subject(Greedy { takes })).unwrap();
}

/// Numbers the documents it reads, and reads the first ones in another way.
struct Counting(AtomicUsize);

struct CountingReading(usize);

impl Reader for Counting {
    fn open<'r>(&'r self, _: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(CountingReading(self.0.fetch_add(1, Ordering::Relaxed))))
    }
}

impl Reading for CountingReading {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let kind = if self.0 < 50 { BlockKind::Prose } else { BlockKind::Code };
        out.keep(0..piece.len(), kind, Joint::Paragraph);
        Ok(Cow::Borrowed(piece))
    }
}

#[test]
fn documents_that_influence_each_other() {
    let fault = fault("reads_the_same_every_time", Counting(AtomicUsize::new(0)));
    says(&fault, "gives other blocks when it is read again", "keep what one document needs in its `Reading`");
}

#[test]
fn entries_that_say_too_little() {
    fn open(_: &Options) -> Result<Arc<dyn Reader>> {
        Ok(Arc::new(Toy(lines)))
    }
    static ENTRIES: [ReaderEntry; 3] = [
        ReaderEntry::new("toy", &["toy"], open),
        ReaderEntry::new("toy", &["text/x-toy"], open).extensions(&[".toy"]),
        ReaderEntry::new("toy", &["text/x-toy"], open).extensions(&["TOY"]),
    ];
    let check = READER_CHECKS.iter().find(|known| known.name() == "describes_itself").expect("such a check");
    let faults = ENTRIES
        .each_ref()
        .map(|entry| check.run(&ReaderSubject::open(entry, &Options::new()).unwrap()).unwrap_err());
    says(&faults[0], "the media types are [\"toy\"]", "text/markdown");
    says(&faults[1], "`.toy` contains a dot", "behind the last dot");
    says(&faults[2], "TOY", "lower case");
}

#[test]
fn time_squared() {
    let slow = Toy(|text, source, out| {
        let closed = text.match_indices('(').filter(|(at, _)| text[*at..].chars().any(|c| c == ')')).count();
        assert!(closed <= text.len());
        lines(text, source, out)
    });
    says(&fault("takes_linear_time", slow), "time grows faster than the text", "starts again");
}

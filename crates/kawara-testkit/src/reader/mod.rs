//! The contract of a content type.

mod blocks;
mod drive;
mod mapping;
mod steadiness;

use std::sync::Arc;

use kawara_core::{Error, Options, Reader, ReaderEntry, Value};

use crate::check::run_all;
use crate::options::{cannot_open, check_names, check_options};
use crate::sample::{bench, own_texts, try_each};
use crate::{Check, Fault, Sample};
use drive::{Feed, Piece, feed};

/// Every promise of a [`Reader`], in the order in which a new one is best mended.
pub const READER_CHECKS: &[Check<ReaderSubject>] = &[
    Check::new("reads_its_documents", reads_its_documents),
    Check::new("keeps_blocks_in_order", blocks::keeps_blocks_in_order),
    Check::new("keeps_every_byte_of_the_source", blocks::keeps_every_byte_of_the_source),
    Check::new("maps_back_to_the_source", mapping::maps_back_to_the_source),
    Check::new("accounts_for_every_byte", mapping::accounts_for_every_byte),
    Check::new("takes_crlf_and_a_byte_order_mark", steadiness::takes_crlf_and_a_byte_order_mark),
    Check::new("reads_the_same_every_time", steadiness::reads_the_same_every_time),
    Check::new("describes_itself", describes_itself),
    Check::new("takes_linear_time", takes_linear_time),
];

/// A reader on the bench: what is opened, what its entry declares, and the documents to try it on.
pub struct ReaderSubject {
    reader: Arc<dyn Reader>,
    entry: Option<&'static ReaderEntry>,
    options: Options,
    texts: Vec<Sample>,
    bench: Vec<Sample>,
}

impl ReaderSubject {
    /// Opens what a pack offers, with options.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(entry: &'static ReaderEntry, options: &Options) -> Result<Self, Fault> {
        let opened = options.check(entry.option_specs()).and_then(|()| entry.open(options));
        let reader = opened.map_err(|error| cannot_open("reader", entry.id(), &error))?;
        Ok(Self { entry: Some(entry), options: options.clone(), ..Self::new(reader) })
    }

    /// A reader that no entry describes.
    pub fn new(reader: Arc<dyn Reader>) -> Self {
        Self { reader, entry: None, options: Options::new(), texts: Vec::new(), bench: bench(&[]) }
    }

    /// Documents that it must be able to read. It is tried on hostile text too, which it may refuse with an error.
    pub fn with_texts(mut self, texts: &[&str]) -> Self {
        self.texts = own_texts(texts);
        self.bench = bench(&self.texts);
        self
    }

    /// The options of every reader, in all combinations, beside those given.
    fn modes(&self, texts: &[&str]) -> Vec<Options> {
        let word = |word: &str| Value::Str(word.to_owned());
        let with_text = texts.iter().map(|text| self.options.clone().with("text", word(text)));
        with_text
            .flat_map(|options| {
                ["auto", "hard", "soft"].map(|newline| options.clone().with("newline", word(newline)))
            })
            .collect()
    }

    /// Reads every text in every mode, fed whole and bit by bit, and looks at what comes out. A text that is refused with an
    /// error is passed over: only the documents of the contract must be readable.
    fn each_reading(
        &self,
        texts: &[&str],
        look: impl Fn(&[Piece<'_>]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        for options in self.modes(texts) {
            for way in [Feed::Whole, Feed::BitByBit] {
                try_each(&self.bench, |source| match feed(&*self.reader, &options, source, way)? {
                    Ok(pieces) => look(&pieces),
                    Err(_) => Ok(()),
                })
                .map_err(|fault| drive::in_mode(fault, &options, way))?;
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for ReaderSubject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReaderSubject").field("entry", &self.entry).field("texts", &self.bench.len()).finish()
    }
}

/// Tries every promise of the contract.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::PlainText;
/// use kawara_testkit::{ReaderSubject, check_reader};
///
/// check_reader(&ReaderSubject::new(Arc::new(PlainText)).with_texts(&["One.\n\nTwo.\n"]))?;
/// # Ok::<(), kawara_testkit::Fault>(())
/// ```
///
/// # Errors
/// The first fault found.
pub fn check_reader(subject: &ReaderSubject) -> Result<(), Fault> {
    run_all(READER_CHECKS, subject)
}

/// The documents of the contract are read in every mode, and something comes out.
fn reads_its_documents(subject: &ReaderSubject) -> Result<(), Fault> {
    for options in subject.modes(&["plain", "source"]) {
        for (way, sample) in [Feed::Whole, Feed::BitByBit]
            .into_iter()
            .flat_map(|way| subject.texts.iter().map(move |t| (way, t)))
        {
            let told = |fault: Fault| {
                drive::in_mode(fault.in_text(sample.name.clone(), sample.text.clone()), &options, way)
            };
            let pieces =
                crate::sample::guard(|| feed(&*subject.reader, &options, &sample.text, way)).map_err(told)?;
            let pieces = pieces.map_err(|error| told(unread(&error)))?;
            if pieces.iter().all(|piece| piece.blocks.kept().is_empty()) {
                let remedy = "tell `Blocks::keep` what there is to chunk";
                return Err(told(Fault::new("no block is kept of a document of the contract", remedy)));
            }
        }
    }
    Ok(())
}

fn unread(error: &Error) -> Fault {
    let fault = Fault::new(
        format!("a document of the contract cannot be read: {error}"),
        "read it, or give the contract another",
    );
    match error.byte() {
        Some(byte) => fault.at(byte),
        None => fault,
    }
}

/// The entry is complete: an id, media types, extensions, and options as the policy knows them.
fn describes_itself(subject: &ReaderSubject) -> Result<(), Fault> {
    let Some(entry) = subject.entry else { return Ok(()) };
    check_names("the id", &[entry.id()])?;
    check_names("the media types", entry.media_types())?;
    check_names("the file extensions", entry.known_extensions())?;
    if entry.media_types().is_empty()
        || entry.media_types().iter().any(|media_type| !media_type.contains('/'))
    {
        let what = format!("the media types are {:?}", entry.media_types());
        return Err(Fault::new(
            what,
            "give at least one of the form `text/markdown`: the first is the one reported",
        ));
    }
    if let Some(extension) = entry.known_extensions().iter().find(|extension| extension.contains('.')) {
        let what = format!("the file extension `{extension}` contains a dot, so no path ever has it");
        return Err(Fault::new(what, "give what stands behind the last dot of a path"));
    }
    check_options(entry.option_specs(), &subject.options, |options| entry.open(options))
}

fn takes_linear_time(subject: &ReaderSubject) -> Result<(), Fault> {
    for options in
        ["plain", "source"].map(|text| subject.options.clone().with("text", Value::Str(text.to_owned())))
    {
        crate::timing::grows_linearly(|text| feed(&*subject.reader, &options, text, Feed::Whole).map(drop))
            .map_err(|fault| drive::in_mode(fault, &options, Feed::Whole))?;
    }
    Ok(())
}

//! The contract of a language.

mod boundaries;
mod entry;
mod steadiness;

use std::sync::Arc;

use kawara_core::{Cuts, Error, ErrorKind, Grain, Options, SegmentWorker, Segmenter, SegmenterEntry};

use crate::check::run_all;
use crate::options::cannot_open;
use crate::sample::{bench, own_texts};
use crate::{Check, Fault, Sample};

/// Every promise of a [`Segmenter`], in the order in which a new one is best mended.
pub const SEGMENTER_CHECKS: &[Check<SegmenterSubject>] = &[
    Check::new("passes_the_gate", boundaries::passes_the_gate),
    Check::new("keeps_clusters_whole", boundaries::keeps_clusters_whole),
    Check::new("leaves_white_space_to_the_piece_before", boundaries::leaves_white_space_to_the_piece_before),
    Check::new("makes_one_piece_of_white_space", boundaries::makes_one_piece_of_white_space),
    Check::new("cuts_more_at_finer_grains", boundaries::cuts_more_at_finer_grains),
    Check::new("keeps_no_state", steadiness::keeps_no_state),
    Check::new("agrees_between_threads", steadiness::agrees_between_threads),
    Check::new("leans_steadily", steadiness::leans_steadily),
    Check::new("describes_itself", entry::describes_itself),
    Check::new("takes_linear_time", takes_linear_time),
];

/// A segmenter on the bench: what is opened, what its entry declares, and the texts to try it on.
pub struct SegmenterSubject {
    segmenter: Arc<dyn Segmenter>,
    grains: Vec<Grain>,
    entry: Option<&'static SegmenterEntry>,
    options: Options,
    bench: Vec<Sample>,
}

impl SegmenterSubject {
    /// Opens what a pack offers, with options.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(entry: &'static SegmenterEntry, options: &Options) -> Result<Self, Fault> {
        let opened = options.check(entry.option_specs()).and_then(|()| entry.open(options));
        let segmenter = opened.map_err(|error| cannot_open("segmenter", entry.id(), &error))?;
        let subject = Self::new(segmenter, entry.known_grains());
        Ok(Self { entry: Some(entry), options: options.clone(), ..subject })
    }

    /// A segmenter that no entry describes, and the grains it knows.
    pub fn new(segmenter: Arc<dyn Segmenter>, grains: &[Grain]) -> Self {
        let mut grains = grains.to_vec();
        grains.sort_unstable_by(|a, b| b.cmp(a));
        Self { segmenter, grains, entry: None, options: Options::new(), bench: bench(&[]) }
    }

    /// Texts of its language, tried besides the hostile ones, whole and with hostile fragments put in.
    pub fn with_texts(mut self, texts: &[&str]) -> Self {
        self.bench = bench(&own_texts(texts));
        self
    }

    /// This text alone on the bench, such as one that a fuzzer made.
    pub fn with_only(mut self, text: impl Into<String>) -> Self {
        self.bench = vec![Sample::new("the text", text.into())];
        self
    }

    /// Runs `test` for every grain, the coarsest first.
    fn each_grain(&self, mut test: impl FnMut(Grain) -> Result<(), Fault>) -> Result<(), Fault> {
        self.grains.iter().try_for_each(|grain| test(*grain))
    }
}

impl std::fmt::Debug for SegmenterSubject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SegmenterSubject")
            .field("grains", &self.grains)
            .field("texts", &self.bench.len())
            .finish()
    }
}

/// Tries every promise of the contract.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Cuts, Grain, Result, SegmentWorker, Segmenter};
/// use kawara_testkit::{SegmenterSubject, check_segmenter};
///
/// /// Counts characters where bytes are asked for.
/// struct Halves;
/// impl Segmenter for Halves {
///     fn worker(&self) -> Box<dyn SegmentWorker + '_> {
///         Box::new(Halves)
///     }
/// }
/// impl SegmentWorker for Halves {
///     fn cuts(&mut self, text: &str, _: Grain, out: &mut Cuts<'_>) -> Result<()> {
///         if text.chars().count() > 1 {
///             out.push(text.chars().count() / 2)?;
///         }
///         if text.is_empty() { Ok(()) } else { out.push(text.len()) }
///     }
/// }
///
/// let fault = check_segmenter(&SegmenterSubject::new(Arc::new(Halves), &[Grain::Sentence])).unwrap_err();
/// assert!(fault.what().contains("inside a character"));
/// ```
///
/// # Errors
/// The first fault found.
pub fn check_segmenter(subject: &SegmenterSubject) -> Result<(), Fault> {
    run_all(SEGMENTER_CHECKS, subject)
}

/// The promises that can be broken by one text: about where the cuts lie, and that every question is answered.
///
/// # Errors
/// The first fault found.
pub fn check_texts(subject: &SegmenterSubject) -> Result<(), Fault> {
    const ABOUT_TEXTS: [&str; 5] = [
        "passes_the_gate",
        "keeps_clusters_whole",
        "leaves_white_space_to_the_piece_before",
        "cuts_more_at_finer_grains",
        "keeps_no_state",
    ];
    SEGMENTER_CHECKS
        .iter()
        .filter(|check| ABOUT_TEXTS.contains(&check.name()))
        .try_for_each(|check| check.run(subject))
}

fn takes_linear_time(subject: &SegmenterSubject) -> Result<(), Fault> {
    let mut worker = subject.segmenter.worker();
    subject.each_grain(|grain| crate::timing::grows_linearly(|text| cut(&mut *worker, text, grain).map(drop)))
}

/// The ends of all pieces, through the gate.
fn cut(worker: &mut dyn SegmentWorker, text: &str, grain: Grain) -> Result<Vec<usize>, Fault> {
    let mut cuts = Cuts::new(text);
    worker
        .cuts(text, grain, &mut cuts)
        .and_then(|()| cuts.finish())
        .map_err(|error| refused(&error, text, grain))
}

fn refused(error: &Error, text: &str, grain: Grain) -> Fault {
    let grain = grain.as_str();
    if error.kind() != ErrorKind::Gate {
        let what = format!("cutting {grain}s fails: {error}");
        let remedy = match error.kind() {
            ErrorKind::Unsupported => {
                "declare only the grains that it knows: for the others the Unicode rules step in"
            }
            _ => "no text may be refused: where there is nothing to cut, push the end of the text alone",
        };
        return Fault::new(what, remedy);
    }
    let remedy = match error.byte() {
        _ if text.is_empty() => "return without a cut when the text is empty",
        Some(byte) if byte > text.len() => {
            "push byte offsets into this text, half-open: the last one is `text.len()`"
        }
        Some(byte) if !text.is_char_boundary(byte) => {
            "push byte offsets, not character counts, and add `len_utf8()` of the last character of a piece, not 1"
        }
        Some(byte) if error.to_string().contains("the cuts end at") && byte < text.len() => {
            "push the end of every piece, that of the last one too: when the loop ends before the text does, push `text.len()`"
        }
        _ => "push each end once, in ascending order; the start of the text is no end",
    };
    let fault = Fault::new(format!("the gate refuses the {grain} cuts: {error}"), remedy);
    match error.byte() {
        Some(byte) => fault.at(byte),
        None => fault,
    }
}

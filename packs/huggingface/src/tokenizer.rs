//! The pipeline of a tokenizer's file: added tokens, normalizers, pre-tokenizers, model.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use kawara_core::{Error, ErrorKind, Result};
use serde_json::Value;
use tokenizers::pipeline::{
    Model as _, Normalizer as _, PipelineModelScratch, PipelineNormalizer, PipelinePreTokenizer,
    PipelineToken, PipelineTokenizer, PreTokenizer as _, PreTokenizerScratch, Segment, Span,
    SpecialSegmentIterator,
};

use crate::charsmap::Charsmap;
use crate::composed::is_composed;
use crate::unigram::{Search, Unigram};

/// What a text comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) tokens: u32,
    /// Those among them that the vocabulary has no better name for than `[UNK]`.
    pub(crate) unknown: u32,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.tokens = self.tokens.saturating_add(other.tokens);
        self.unknown = self.unknown.saturating_add(other.unknown);
    }
}

/// A text added to the vocabulary beside the model: found before the model sees anything, and one token wherever it is found.
#[derive(Clone, Debug)]
pub(crate) struct Added {
    pub(crate) content: String,
    /// Whether it is looked for in the text as the normalizers leave it.
    pub(crate) is_normalized: bool,
    /// Whether it takes neighbouring white space along, or asks what its neighbours are.
    pub(crate) looks_around: bool,
    /// Whether it is special: then it is plain text, but no other is found inside it.
    pub(crate) is_special: bool,
}

/// A tokenizer that was read from its file.
pub(crate) struct Tokenizer {
    pipeline: PipelineTokenizer,
    /// Takes the place of the pipeline's own model, which is slow where words are long.
    unigram: Option<Unigram>,
    /// Takes the place of the library's own use of the table, if there is one: the first among the normalizers.
    charsmap: Option<Charsmap>,
    family: String,
    added: Vec<Added>,
    unknown: Option<u32>,
    specials: u32,
    specials_before: u32,
    /// What threads work in, kept from text to text: it remembers words.
    idle: Mutex<Vec<Scratch>>,
}

/// What to do with a file that is not read.
const ELSEWHERE: &str = "Another way to count by it is a program, `cmd:NAME`; see the README";

/// What every tokenizer can count.
const SAMPLE: &str = "A roof, 12 tiles.\n";

/// Numbers that even a small vocabulary may use.
const SPARSE: u64 = 1 << 20;

/// The longest text, in bytes, whose scratch is kept.
const KEPT: usize = 1 << 20;

struct Scratch {
    /// The bytes of the longest text that was worked on.
    longest: usize,
    splits: PreTokenizerScratch,
    spans: Vec<Span>,
    model: PipelineModelScratch,
    tokens: Vec<PipelineToken>,
    search: Search,
}

impl Tokenizer {
    /// Reads the text of a `tokenizer.json`; `file` is named in errors.
    ///
    /// # Errors
    /// When it is not JSON, or no tokenizer that can be run.
    pub(crate) fn from_json(json: String, file: &Path) -> Result<Self> {
        let fail = |what: String| Error::new(ErrorKind::Open, format!("{}: {what}", file.display()));
        let mut config: Value =
            serde_json::from_str(&json).map_err(|error| fail(format!("not JSON: {error}")))?;
        drop(json);
        if config.get("model").is_none_or(|model| !model.is_object()) {
            let hint = "this is no tokenizer.json: it has no `model`; is it another file of the repository?";
            return Err(fail(hint.into()));
        }
        // They say what somebody once wanted of a batch, not what a text is.
        config["truncation"] = Value::Null;
        config["padding"] = Value::Null;
        tokenizers::canonicalize_value(&mut config).map_err(|error| fail(error.to_string()))?;
        let family = config["model"]["type"].as_str().unwrap_or("unknown").to_owned();
        let added = added(&config);
        if let Some(id) = far_id(&config) {
            let what =
                format!("{id} is the number of a token, far above how many there are; is the file complete?");
            return Err(fail(what));
        }
        let unigram = Unigram::take(&mut config["model"]).map_err(&fail)?;
        let unknown = match &unigram {
            Some(unigram) => unigram.unknown(),
            None => unknown(&config["model"]),
        };
        let canonical = config.to_string();
        drop(config);
        // The library takes some things in a file for granted.
        let read = catch_unwind(AssertUnwindSafe(|| tokenizers::from_json(&canonical)));
        let pipeline = match read {
            Ok(Ok(pipeline)) => pipeline,
            Ok(Err(error)) => {
                return Err(fail(format!("a tokenizer that cannot be run: {error}. {ELSEWHERE}")));
            }
            Err(_) => return Err(fail(format!("a tokenizer that is broken inside. {ELSEWHERE}"))),
        };
        let template = &pipeline.get_post_processor().single;
        let (specials, specials_before) = (template.n_special() as u32, template.prefix.len() as u32);
        let charsmap = match pipeline.get_normalizers() {
            [PipelineNormalizer::Precompiled(library), ..] => {
                let map = catch_unwind(AssertUnwindSafe(|| Charsmap::new(library)));
                Some(map.map_err(|_| fail("its `precompiled_charsmap` is broken; get the file anew".into()))?)
            }
            _ => None,
        };
        let idle = Mutex::default();
        let tokenizer =
            Self { pipeline, unigram, charsmap, family, added, unknown, specials, specials_before, idle };
        // Some patterns of words are read but cannot be run; better said now than of each document.
        tokenizer.tally(SAMPLE).map_err(|error| fail(format!("{error}. {ELSEWHERE}")))?;
        Ok(tokenizer)
    }

    /// The kind of its model: `WordPiece`, `Unigram`, `BPE`, `WordLevel`.
    pub(crate) fn family(&self) -> &str {
        &self.family
    }

    /// The special tokens that the post-processor adds to a single text.
    pub(crate) fn specials(&self) -> u32 {
        self.specials
    }

    /// How many of them stand before the text.
    pub(crate) fn specials_before(&self) -> u32 {
        self.specials_before
    }

    /// Whether the vocabulary has a name for what it does not know.
    pub(crate) fn has_unknown(&self) -> bool {
        self.unknown.is_some()
    }

    pub(crate) fn added(&self) -> &[Added] {
        &self.added
    }

    pub(crate) fn normalizers(&self) -> &[PipelineNormalizer] {
        self.pipeline.get_normalizers()
    }

    pub(crate) fn pre_tokenizer(&self) -> &PipelinePreTokenizer {
        self.pipeline.get_pre_tokenizer()
    }

    /// The tokens of a text, without special ones.
    ///
    /// # Errors
    /// When the pipeline itself fails, such as a regular expression that gives up.
    pub(crate) fn tally(&self, text: &str) -> Result<Tally> {
        if text.is_empty() {
            return Ok(Tally::default());
        }
        self.session().tally(text)
    }

    /// Something to work in for a while: what a thread kept from its last text, if there was one.
    pub(crate) fn session(&self) -> Session<'_> {
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Session { tokenizer: self, scratch: Some(kept.unwrap_or_else(|| self.scratch())) }
    }

    fn run_in(
        &self,
        scratch: &mut Scratch,
        text: &str,
        mut along: impl FnMut(u32),
    ) -> tokenizers::Result<Tally> {
        let vocabulary = self.pipeline.get_added_vocabulary();
        let mut tally = Tally::default();
        for segment in SpecialSegmentIterator::new(text, vocabulary, false, true) {
            let Segment::Text { text, input_offset } = segment else {
                tally += Tally { tokens: 1, unknown: 0 };
                continue;
            };
            let text = self.normalize(text, input_offset)?;
            for segment in SpecialSegmentIterator::new(&text, vocabulary, true, true) {
                match segment {
                    Segment::SpecialToken(_) => tally += Tally { tokens: 1, unknown: 0 },
                    Segment::Text { text, .. } => self.model(scratch, text, &mut tally, &mut along)?,
                }
            }
        }
        Ok(tally)
    }

    /// What the normalizers make of a text that stands at byte `offset`.
    fn normalize<'a>(&self, text: &'a str, offset: usize) -> tokenizers::Result<Cow<'a, str>> {
        let mut text = Cow::Borrowed(text);
        let mut charsmap = self.charsmap.as_ref();
        for normalizer in self.normalizers() {
            let charsmap = charsmap.take();
            text = match text {
                Cow::Borrowed(text) => step(normalizer, charsmap, text, offset)?,
                Cow::Owned(text) => Cow::Owned(step(normalizer, charsmap, &text, offset)?.into_owned()),
            };
        }
        Ok(text)
    }

    fn model(
        &self,
        scratch: &mut Scratch,
        text: &str,
        tally: &mut Tally,
        along: &mut impl FnMut(u32),
    ) -> tokenizers::Result<()> {
        scratch.spans.clear();
        self.pre_tokenizer().pre_tokenize(text, &mut scratch.splits, &mut scratch.spans)?;
        if let Some(unigram) = &self.unigram {
            for span in &scratch.spans {
                let before = tally.tokens;
                *tally += unigram.tally(&text[span.range()], &mut scratch.search, |inside| {
                    along(before.saturating_add(inside))
                })?;
            }
            return Ok(());
        }
        scratch.tokens.clear();
        let model = self.pipeline.get_model();
        model.tokenize_spans(text, &scratch.spans, &mut scratch.model, &mut scratch.tokens)?;
        let is_unknown = |token: &&PipelineToken| Some(token.id()) == self.unknown;
        *tally += Tally {
            tokens: scratch.tokens.len() as u32,
            unknown: if self.has_unknown() {
                scratch.tokens.iter().filter(is_unknown).count() as u32
            } else {
                0
            },
        };
        Ok(())
    }

    fn scratch(&self) -> Scratch {
        Scratch {
            longest: 0,
            splits: PreTokenizerScratch::default(),
            spans: Vec::new(),
            model: self.pipeline.get_model().init_scratch(),
            tokens: Vec::new(),
            search: Search::default(),
        }
    }
}

/// A tokenizer at work on text after text.
pub(crate) struct Session<'t> {
    tokenizer: &'t Tokenizer,
    /// There until it is dropped.
    scratch: Option<Scratch>,
}

impl Session<'_> {
    /// As [`Tokenizer::tally`].
    ///
    /// # Errors
    /// As there.
    pub(crate) fn tally(&mut self, text: &str) -> Result<Tally> {
        self.tally_along(text, |_| {})
    }

    /// The same, and how many tokens stand before each character that the model sees, in order; of models that tell.
    ///
    /// # Errors
    /// As [`Tokenizer::tally`].
    pub(crate) fn tally_along(&mut self, text: &str, along: impl FnMut(u32)) -> Result<Tally> {
        let Some(scratch) = self.scratch.as_mut() else {
            return Err(Error::new(ErrorKind::Count, "the tokenizer has nothing left to work in"));
        };
        scratch.longest = scratch.longest.max(text.len());
        self.tokenizer.run_in(scratch, text, along).map_err(|error| {
            let message = format!("the tokenizer gave up on a text of {} bytes: {error}", text.len());
            Error::new(ErrorKind::Count, message)
        })
    }
}

impl Drop for Session<'_> {
    /// What a panic left half-written is not used again, nor kept what grew with a huge text.
    fn drop(&mut self) {
        if std::thread::panicking() || self.scratch.as_ref().is_none_or(|scratch| scratch.longest > KEPT) {
            return;
        }
        let idle = self.tokenizer.idle.lock();
        idle.unwrap_or_else(PoisonError::into_inner).extend(self.scratch.take());
    }
}

fn step<'a>(
    normalizer: &PipelineNormalizer,
    charsmap: Option<&Charsmap>,
    text: &'a str,
    offset: usize,
) -> tokenizers::Result<Cow<'a, str>> {
    match (normalizer, charsmap) {
        (PipelineNormalizer::Precompiled(library), Some(charsmap)) => charsmap.normalize(library, text),
        (PipelineNormalizer::NFC(_), _) if is_composed(text) => Ok(Cow::Borrowed(text)),
        _ => normalizer.normalize(text, offset),
    }
}

/// The tokens that were added to the vocabulary.
fn added(config: &Value) -> Vec<Added> {
    let entries = config["added_tokens"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is = |entry: &Value, key: &str| entry[key].as_bool().unwrap_or(false);
    entries
        .iter()
        .map(|entry| Added {
            content: entry["content"].as_str().unwrap_or_default().to_owned(),
            is_normalized: is(entry, "normalized"),
            looks_around: is(entry, "lstrip") || is(entry, "rstrip") || is(entry, "single_word"),
            is_special: is(entry, "special"),
        })
        .collect()
}

/// The first id of a token that lies far above the number of tokens: the library makes room for all numbers up to it.
fn far_id(config: &Value) -> Option<u64> {
    let vocabulary = config["model"]["vocab"].as_object();
    let pieces = config["model"]["vocab"].as_array().map_or(0, Vec::len);
    let added = config["added_tokens"].as_array().map(Vec::as_slice).unwrap_or_default();
    let count = vocabulary.map_or(pieces, serde_json::Map::len) + added.len();
    let ids =
        vocabulary.into_iter().flat_map(|map| map.values()).chain(added.iter().map(|token| &token["id"]));
    ids.filter_map(Value::as_u64).find(|id| *id > SPARSE + 16 * count as u64)
}

/// The id of `[UNK]` in models that are no Unigram.
fn unknown(model: &Value) -> Option<u32> {
    let id = model["vocab"].get(model["unk_token"].as_str()?)?.as_u64()?;
    u32::try_from(id).ok()
}

//! From chunks that have their places to what is wrong with them.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use kawara::guard::Fit;
use kawara::input::Failure;
use kawara::policy::models::model;
use kawara::{Counted, Engine, Gauge};

use super::examine::Examination;
use super::parallel::each;
use super::place::Alignment;
use super::policy::Wanted;
use super::report::{Audit, Fix, Overlaps, Sizes};
use super::sentences::{Sentence, sentences};
use super::tiles::Tiles;
use crate::{Corpus, Error, ErrorKind, Laid, Result};

/// What chunks are held against.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// What counts, the first for sizes; at least one. Chunks are held against the limit of each that has one.
    pub gauges: &'a [Gauge],
    /// The budget that was stated, special tokens and prefix not included, as splitters count.
    pub max_tokens: Option<u32>,
    /// Whether an overlap was asked for, even where none is to be seen.
    pub is_overlap_meant: bool,
    /// How many threads work.
    pub threads: NonZeroUsize,
}

/// Looks at chunks that have their places: what a model would not see, what is torn, lost, stored twice, or said wrongly; and writes
/// the policy that would mend it.
///
/// `engine` cuts sentences; its policy says how documents are read. `cut` is given the policy that was written and returns how it
/// lays the same corpus. Documents that cannot be read into sentences are handed to `failed`.
///
/// ```
/// use kawara::{Document, Engine, Gauge, guard::Records, input::{Encoding, Input}, policy::Policy, run::RunOptions};
/// use kawara_evidence::{Corpus, Error, ErrorKind, Laid};
/// use kawara_evidence::audit::{Fields, Given, Kind, Options, align, audit};
///
/// let text = "The pump stopped at noon. Nobody noticed it until the tank ran dry. The owner called the plant.";
/// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
/// let chunks = "[\"The pump stopped at noon. Nobody noticed\", \"it until the tank ran dry. The owner called the plant.\"]";
/// let given = Records::new(chunks.as_bytes(), "chunks.json");
/// let given = given.map(|record| Given::read(&record.unwrap(), &Fields::default()).unwrap()).collect();
///
/// let registry = kawara::registry()?;
/// let gauges = [Gauge::open(&registry, "words")?];
/// let options = Options { gauges: &gauges, max_tokens: Some(12), is_overlap_meant: false, threads: std::num::NonZeroUsize::MIN };
/// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
/// let audit = audit(&corpus, &align(&corpus, given), &engine, &options, |toml| {
///     let policy = Policy::from_str(toml, "kawara.toml", ".").map_err(|e| Error::new(ErrorKind::Settings, e.to_string()))?;
///     Ok(Laid::by(&kawara::engine(policy)?, &corpus, RunOptions::default(), |_| ()))
/// }, |failure| panic!("{failure}"))?;
/// let torn = audit.finding(Kind::TornSentences).unwrap();
/// assert_eq!((torn.count, torn.of), (1, 3));
/// assert_eq!((audit.policy.torn_sentences, audit.policy.over_budget), (0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When nothing counts or a counter fails, or what `cut` returns.
pub fn audit(
    corpus: &Corpus,
    alignment: &Alignment,
    engine: &Engine,
    options: &Options<'_>,
    cut: impl FnOnce(&str) -> Result<Laid>,
    failed: impl FnMut(Failure),
) -> Result<Audit> {
    let chunks = &alignment.chunks[..];
    let gauge = options
        .gauges
        .first()
        .ok_or_else(|| Error::new(ErrorKind::Settings, "nothing counts; name a counter or a model"))?;
    let counts = counts(alignment, options, gauge)?;
    let tiles = Tiles::aligned(corpus, chunks);
    let sentences = all_sentences(corpus, engine, options.threads, failed);
    let sentence_tokens = sentence_tokens(corpus, &sentences, gauge, options.threads)?;
    let sizes = sizes(&counts.tokens, gauge, options.max_tokens);
    let mut examination = Examination {
        corpus,
        alignment,
        options,
        gauge,
        tiles,
        sentences,
        sentence_tokens,
        document_tokens: Vec::new(),
        tokens: counts.tokens,
        fits: counts.fits,
        sizes,
        readers: readers(corpus, engine),
        boundaries: Vec::new(),
        laid: Laid::default(),
        laid_tiles: Tiles::default(),
    };
    examination.boundaries = examination.find_boundaries()?;
    let overlap = examination.overlap();
    let wanted = wanted(&examination, &overlap);
    let toml = wanted.toml();
    examination.laid = cut(&toml)?;
    examination.document_tokens = document_tokens(corpus, &examination.laid, gauge)?;
    examination.laid_tiles = Tiles::laid(&examination.laid);
    let fix = fix(&examination, toml, wanted.max_tokens.0);
    Ok(examination.audit(overlap, fix))
}

struct Counts {
    /// Of each chunk, without special tokens and prefix.
    tokens: Vec<u32>,
    /// Of each chunk, how it fits each gauge.
    fits: Vec<Vec<Fit>>,
}

/// Counts every chunk as `kawara guard` does.
fn counts(alignment: &Alignment, options: &Options<'_>, first: &Gauge) -> Result<Counts> {
    let limited: Vec<Gauge> = options.gauges.iter().map(limited).collect::<Result<_>>()?;
    // What a prefix adds is not told by the count with it.
    let bare = (!first.prefix().is_empty()).then(|| first.clone().with_prefix("").with_limit(u32::MAX));
    let chunks = &alignment.chunks;
    let counted = each(options.threads, chunks.len(), |nth| {
        let text = chunks[nth].given.embedded();
        let fits = limited.iter().map(|gauge| Fit::of(gauge, &text)).collect::<kawara::Result<Vec<_>>>()?;
        let all = match &bare {
            Some(bare) => Fit::of(bare, &text)?.tokens,
            None => fits.first().map_or(0, |fit| fit.tokens),
        };
        Ok::<_, kawara::Error>((all.saturating_sub(first.counter().specials()), fits))
    });
    let mut counts =
        Counts { tokens: Vec::with_capacity(chunks.len()), fits: Vec::with_capacity(chunks.len()) };
    for (chunk, counted) in chunks.iter().zip(counted) {
        let message = |what: &str| {
            Error::new(ErrorKind::Chunks, format!("the chunk on line {}: {what}", chunk.given.line))
        };
        let counted = counted.ok_or_else(|| message(PANICKED))?;
        let (tokens, fits) = counted.map_err(|error| message(&error.to_string()))?;
        counts.tokens.push(tokens);
        counts.fits.push(fits);
    }
    Ok(counts)
}

const PANICKED: &str = "a counter panicked on this text; please report it with the text";

/// A gauge with a limit that nothing is over, where nobody knows one.
fn limited(gauge: &Gauge) -> Result<Gauge> {
    let limit = gauge.limit()?;
    Ok(gauge.clone().with_limit(limit.unwrap_or(u32::MAX)))
}

fn all_sentences(
    corpus: &Corpus,
    engine: &Engine,
    threads: NonZeroUsize,
    mut failed: impl FnMut(Failure),
) -> Vec<Vec<Sentence>> {
    let sources = corpus.sources();
    let cut = each(threads, sources.len(), |nth| sentences(&mut engine.worker(), sources[nth].document()));
    let pairs = cut.into_iter().zip(sources);
    pairs
        .map(|(cut, source)| match cut {
            Some(Ok(sentences)) => sentences,
            Some(Err(error)) => {
                failed(Failure::of(source.id(), &error));
                Vec::new()
            }
            None => {
                failed(Failure::new(
                    source.id(),
                    "a pack panicked on this document; please report it with the text",
                ));
                Vec::new()
            }
        })
        .collect()
}

fn sentence_tokens(
    corpus: &Corpus,
    sentences: &[Vec<Sentence>],
    gauge: &Gauge,
    threads: NonZeroUsize,
) -> Result<Vec<Vec<u32>>> {
    let counted = each(threads, sentences.len(), |nth| {
        let text = corpus.get(nth).map_or("", |source| source.text());
        let slices: Vec<&str> = sentences[nth]
            .iter()
            .map(|sentence| text.get(sentence.whole.clone()).unwrap_or_default())
            .collect();
        gauge.counter().count_all(&slices)
    });
    let tokens = |counted: Option<kawara::Result<Vec<Counted>>>| {
        let counted = counted.ok_or_else(|| Error::new(ErrorKind::Documents, PANICKED))??;
        Ok(counted.into_iter().map(|counted| counted.tokens).collect())
    };
    counted.into_iter().map(tokens).collect()
}

/// Of the texts that a reader makes of the documents, as costs are: markup is not embedded. Of what cannot be cut, all of it.
fn document_tokens(corpus: &Corpus, laid: &Laid, gauge: &Gauge) -> Result<Vec<u64>> {
    let tokens = |(nth, source): (usize, &crate::Source)| match laid.documents.get(nth) {
        Some(document) if document.chunks.is_some() => Ok(document.tokens),
        _ => Ok(u64::from(gauge.counter().count(source.text())?)),
    };
    corpus.sources().iter().enumerate().map(tokens).collect()
}

/// The reader that each document would be read by.
fn readers(corpus: &Corpus, engine: &Engine) -> Vec<&'static str> {
    let reader = |source: &crate::Source| {
        engine.registry().reader_of(source.document()).map_or("text", |(_, entry)| entry.id())
    };
    corpus.sources().iter().map(reader).collect()
}

fn sizes(tokens: &[u32], gauge: &Gauge, max_tokens: Option<u32>) -> Sizes {
    let mut sorted = tokens.to_vec();
    sorted.sort_unstable();
    let percentile = |of: usize| {
        let nth = (sorted.len() * of).div_ceil(100).max(1) - 1;
        sorted.get(nth).copied().unwrap_or(0)
    };
    let sum: u64 = sorted.iter().map(|tokens| u64::from(*tokens)).sum();
    let mean = if sorted.is_empty() { 0.0 } else { sum as f64 / sorted.len() as f64 };
    let size = max_tokens.unwrap_or(percentile(95)).max(1);
    Sizes {
        counter: gauge.name().to_owned(),
        min: percentile(0),
        p5: percentile(5),
        p50: percentile(50),
        p95: percentile(95),
        max: percentile(100),
        mean,
        size,
        fill: mean / f64::from(size),
    }
}

/// Sentences are carried by the policy that is written up to so many.
const MOST_CARRIED: u32 = 4;
/// A smaller budget than this has no room for sentences.
const LEAST_BUDGET: u32 = 32;
/// The budget where there is no chunk to tell one.
const USUAL_BUDGET: u32 = 400;

/// The policy that would mend what was found.
fn wanted(seen: &Examination<'_>, overlap: &Overlaps) -> Wanted {
    let (base, has_own_units, why) = base(seen);
    let specials = seen.gauge.counter().specials();
    let limit = seen.options.gauges.iter().filter_map(|gauge| gauge.limit().ok().flatten()).min();
    let is_empty = seen.chunks().is_empty() && seen.options.max_tokens.is_none();
    let size = if is_empty { USUAL_BUDGET } else { seen.sizes.size.saturating_add(specials) };
    let size = size.max(LEAST_BUDGET);
    let max_tokens = limit.map_or(size, |limit| size.min(limit));
    let why_size = match (seen.options.max_tokens, limit) {
        (_, Some(limit)) if size > limit => format!(
            "The model takes {limit}; the chunks have up to {}, special tokens not counted.",
            seen.sizes.max
        ),
        _ if is_empty => "There is no chunk whose size could be kept.".to_owned(),
        (Some(stated), _) => format!("{stated} were asked for, special tokens come on top."),
        _ => format!(
            "95 % of the chunks have no more than {}; their mean is {:.0}.",
            seen.sizes.p95, seen.sizes.mean
        ),
    };
    let few = max_tokens / 4;
    let min_tokens = (few < 64 && !has_own_units)
        .then(|| (few, "A section with fewer goes on into the next, so that none is tiny.".to_owned()));
    let (units, why_overlap) = carried(seen, overlap);
    Wanted {
        base: (base, why),
        has_own_units,
        counter: counter(seen.options.gauges),
        max_tokens: (max_tokens, why_size),
        min_tokens,
        overlap: units,
        overlap_why: why_overlap,
        has_headers: seen.has_headers(),
    }
}

/// The built-in policy for most of the documents, by their bytes.
fn base(seen: &Examination<'_>) -> (&'static str, bool, String) {
    let mut bytes: BTreeMap<&str, usize> = BTreeMap::new();
    for (source, reader) in seen.corpus.sources().iter().zip(&seen.readers) {
        *bytes.entry(reader).or_default() += source.text().len();
    }
    let all: usize = bytes.values().sum();
    let most = bytes.iter().max_by_key(|(_, bytes)| **bytes).filter(|(_, bytes)| **bytes * 2 > all);
    let reader = most.map_or("text", |(reader, _)| *reader);
    let (base, has_own_units) = match reader {
        "faq" => ("faq", true),
        "log" => ("logs", true),
        "law" => ("legal", true),
        "code" => ("code", true),
        "subtitle" | "chat" => ("transcript", true),
        _ => ("docs", false),
    };
    let why = if has_own_units {
        format!("Most of the documents are read as {reader}: units and overlap are what that policy says.")
    } else {
        "Prose; rows and entries of tables, logs and records among it stay whole, and none is repeated."
            .to_owned()
    };
    (base, has_own_units, why)
}

/// Whether all that counts are models: then the policy is for all of them, else it counts by the first.
pub(super) fn is_for_models(gauges: &[Gauge]) -> bool {
    !gauges.is_empty() && gauges.iter().all(|gauge| model(gauge.name()).is_some())
}

/// What counts, as a line of a policy.
fn counter(gauges: &[Gauge]) -> (String, String) {
    let quoted = |gauge: &Gauge| kawara::policy::toml_string(gauge.name());
    if is_for_models(gauges) {
        let models: Vec<String> = gauges.iter().map(quoted).collect();
        let names = if models.len() == 1 { models.concat() } else { format!("[{}]", models.join(", ")) };
        return (
            format!("model = {names}"),
            "Sizes are counted in the tokens of the model that embeds them.".into(),
        );
    }
    let first = gauges.first().map(quoted).unwrap_or_default();
    (
        format!("counter = {first}"),
        "What the audit counted with; name your embedding model instead if there is one (model = \"…\")."
            .into(),
    )
}

/// Units that amount to the overlap that was found.
fn carried(seen: &Examination<'_>, overlap: &Overlaps) -> ((u32, BTreeMap<String, u32>), String) {
    if overlap.carrying == 0 {
        let why = if seen.options.is_overlap_meant {
            "An overlap was asked for and none is there: one sentence keeps an answer together with the sentence before it."
        } else {
            "The chunks share nothing, nor do these. One sentence would keep an answer together with the sentence before it."
        };
        return ((u32::from(seen.options.is_overlap_meant), BTreeMap::new()), why.into());
    }
    let mut units: BTreeMap<String, u32> = BTreeMap::new();
    let mut told = Vec::new();
    let all = seen.shared_by_language();
    for (language, shared) in &all {
        let (tokens, boundaries) = (shared.tokens, shared.boundaries);
        let (worth, what) = if shared.is_ragged {
            let worth = tokens / shared.sentence_tokens;
            (worth, format!("{tokens:.0} tokens of {:.0} a sentence", shared.sentence_tokens))
        } else {
            (shared.sentences, format!("{:.2} whole sentences, {tokens:.0} tokens", shared.sentences))
        };
        told.push(format!("{language}: {what}, at {}", counted(boundaries, "boundary", "boundaries")));
        units.insert(language.clone(), (worth.round() as u32).clamp(1, MOST_CARRIED));
    }
    // What most boundaries have is the default.
    let usual = all.iter().max_by_key(|(_, shared)| shared.boundaries);
    let usual = usual.and_then(|(language, _)| units.get(language).copied()).unwrap_or(1);
    units.retain(|_, worth| *worth != usual);
    let why = format!(
        "As much in whole sentences as the chunks share where they share something ({}).",
        told.join("; ")
    );
    ((usual, units), why)
}

fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// What the policy gives.
fn fix(seen: &Examination<'_>, toml: String, max_tokens: u32) -> Fix {
    let laid = &seen.laid;
    let (torn, too_long) = seen.laid_torn(max_tokens);
    let tokens = laid.stored_tokens();
    let chunks = laid.pieces.len();
    Fix {
        toml,
        chunks: chunks as u64,
        tokens,
        redundancy: laid.effective_redundancy().unwrap_or(0.0),
        mean: if chunks == 0 { 0.0 } else { tokens as f64 / chunks as f64 },
        over_budget: laid.pieces.iter().filter(|piece| piece.tokens > max_tokens).count() as u64,
        torn_sentences: torn,
        too_long,
        torn_characters: seen.laid_torn_characters(),
        failed: laid.documents.iter().filter(|document| document.chunks.is_none()).count() as u64,
    }
}

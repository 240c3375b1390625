//! Late chunking: a model reads a long text at once, and each chunk's vector is pooled from the vectors of its own tokens, which have seen
//! what stands around them.
//!
//! [`windows`] (of an engine's own chunks [`windows_by`]) says what to give to the model and which rows of its output belong to which chunk. The chunks are those of every other
//! way of embedding, ids and all.
//!
//! In the order in which a document meets it: `line` lays its units end to end; `plan` parts the chunks among windows that fit the model;
//! `rows` finds the tokens of each chunk.

mod line;
mod options;
mod plan;
mod rows;
mod window;
mod written;

use kawara_core::{Chunks, Counter, Engine, Error, ErrorKind, Result};

pub use options::LateOptions;
pub use window::{LateChunk, Window};
pub use written::WindowRecord;

use line::Line;
use options::InForce;
use rows::Rows;

/// The windows of a document, in its order. A document that fits the model is one; of a longer one they overlap, are cut at the edges of
/// sections where that leaves them half full, else of paragraphs, else between any two chunks, and each chunk is in exactly one that has
/// all of it.
///
/// Each window is tokenised by itself, as the model will be given it: special tokens, prefix, text. So spans are rows of the
/// model's output. A chunk's context, such as headings that are repeated before it, is not in the window: there the headings themselves stand.
/// Linear in the text.
///
/// ```
/// use kawara::late::{LateOptions, windows_by};
/// use kawara::{Document, policy::Policy};
///
/// let policy = Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 7\n", "kawara.toml", ".")?;
/// let engine = kawara::engine(policy)?;
/// let chunks = engine.chunk(&Document::new("pump", "The pump stopped. Nobody noticed it. The tank ran dry."))?;
///
/// let windows = windows_by(&engine, &chunks, &LateOptions { limit: Some(512), ..LateOptions::default() })?;
/// assert_eq!((windows.len(), windows[0].text(), windows[0].tokens), (1, &**chunks.text(), 10));
/// // The second chunk begins with a sentence of the first, which is not pooled again.
/// let second = &windows[0].chunks[1];
/// assert_eq!((second.tokens.clone(), second.own.clone()), (3..10, 6..10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no limit is known, the counter cannot tell where tokens stand, a chunk does not fit the model by itself, the options make no sense, or
/// the counter fails.
pub fn windows<'c>(
    chunks: &'c Chunks,
    counter: &dyn Counter,
    options: &LateOptions,
) -> Result<Vec<Window<'c>>> {
    if chunks.is_empty() {
        return Ok(Vec::new());
    }
    let in_force = options.in_force(chunks, counter)?;
    let line = Line::of(chunks);
    let plans = plan::plan(&line, counter, &in_force)?;
    plans.into_iter().map(|plan| window(&line, counter, &in_force, plan)).collect()
}

/// The windows of a document that an engine cut, by the counter of its settings.
///
/// # Errors
/// As [`windows`]; and where parts of the document were cut by different counters.
pub fn windows_by<'c>(engine: &Engine, chunks: &'c Chunks, options: &LateOptions) -> Result<Vec<Window<'c>>> {
    let Some(first) = chunks.in_force().first() else { return Ok(Vec::new()) };
    if let Some(other) = chunks.in_force().iter().find(|other| other.counter() != first.counter()) {
        let (first, other) = (first.counter(), other.counter());
        let message =
            format!("parts of the document are counted by {first} and by {other}; name one counter");
        return Err(Error::new(ErrorKind::Settings, message));
    }
    windows(chunks, engine.counter(first.settings())?, options)
}

/// Tokenises a window and finds the rows of its chunks.
fn window<'c>(
    line: &Line<'c>,
    counter: &dyn Counter,
    in_force: &InForce,
    plan: plan::Planned,
) -> Result<Window<'c>> {
    let chunks = line.chunks();
    let text = &chunks.text()[plan.range.clone()];
    let spans = match &*in_force.prefix {
        "" => counter.token_spans(text)?,
        prefix => counter.token_spans(&[prefix, text].concat())?,
    };
    let spans = spans.ok_or_else(|| cannot_tell(counter))?;
    let tokens = spans.len() + counter.specials() as usize;
    if tokens > in_force.limit as usize {
        let (name, limit) = (counter.id().name(), in_force.limit);
        let message = format!(
            "the counter `{name}` tells where {tokens} tokens stand in a window that it counted to fit {limit}; it is at fault"
        );
        return Err(Error::new(ErrorKind::Count, message));
    }
    let rows = Rows::new(spans, plan.range.start, in_force.prefix.len());
    let before = counter.specials_before().min(counter.specials()) as usize;
    let late = rows.chunks(line, &plan, before, in_force);
    Ok(Window {
        owner: chunks,
        range: plan.range,
        prefix: in_force.prefix.clone(),
        tokens,
        specials: [before, counter.specials() as usize - before],
        chunks: late,
    })
}

fn cannot_tell(counter: &dyn Counter) -> Error {
    let name = counter.id().name();
    let message = format!(
        "the counter `{name}` cannot tell where in a text its tokens stand, which late chunking needs; name one model whose tokenizer is \
         built in (tiktoken:NAME) or a file (hf:PATH), in a build with the feature `spans`"
    );
    Error::new(ErrorKind::Count, message)
}

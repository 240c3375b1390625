//! Long documents in frames: the same chunks whether they are at hand or come in pieces, whoever chunks which frame.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::borrow::Cow;
use std::sync::Arc;

use kawara_core::{
    BlockKind, Blocks, Carry, Chunk, Chunks, Document, Engine, FRAME, Flag, Joiner, Joint, Options, Overlap,
    Pack, Part, Reader, ReaderEntry, Reading, Registry, Result, Settings,
};

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = 60;
    settings.units.overlap = Overlap::all(Carry::Units(1));
    settings
}

fn engine(settings: &Settings) -> Engine {
    Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings.clone()))
}

/// Paragraphs that differ, and some that do not, over several frames.
fn text() -> String {
    let paragraph = |nth: usize| match nth % 5 {
        0 => "The same again. And again, é.\n\n".to_owned(),
        _ => format!("Paragraph {nth} begins. It says {nth} things.\nIt ends 水泵。\n\n"),
    };
    (0..40_000).map(paragraph).collect()
}

fn frames(engine: &Engine, text: &str, step: usize) -> Vec<Part> {
    let document = Document::new("long", "").with_title("T").with_meta("{\"a\":1}");
    let mut stream = engine.stream(document).unwrap().unwrap();
    let (mut at, mut end) = (0, 0);
    let mut frames = Vec::new();
    while at < text.len() {
        end = text.ceil_char_boundary(text.len().min(end + step));
        while let Some(frame) = stream.frame(&text[at..end], end == text.len()).unwrap() {
            at += frame.len();
            frames.push(frame);
        }
    }
    let mut parts: Vec<_> = frames.into_iter().enumerate().rev().collect();
    let mut worker = engine.worker();
    let mut parts: Vec<_> =
        parts.drain(..).map(|(nth, frame)| (nth, worker.chunk_frame(frame).unwrap())).collect();
    parts.sort_by_key(|(nth, _)| *nth);
    parts.into_iter().map(|(_, part)| part).collect()
}

fn joined(parts: Vec<Part>) -> Vec<Chunks> {
    let mut joiner = Joiner::new();
    let mut chunks: Vec<Chunks> = parts.into_iter().filter_map(|part| joiner.join(part)).collect();
    chunks.extend(joiner.finish());
    chunks
}

/// Everything about a chunk that does not depend on how the document came.
fn say(chunk: Chunk<'_>) -> String {
    let spans =
        (chunk.source_range(), chunk.char_range(), chunk.own_start(), chunk.units().collect::<Vec<_>>());
    let ids = (chunk.id(), chunk.ordinal(), chunk.previous(), chunk.next(), chunk.parent().id());
    format!(
        "{ids:?} {spans:?} {} {:?} {:?} {:?}",
        chunk.tokens(),
        chunk.context(),
        chunk.text(),
        chunk.flags()
    )
}

#[test]
fn a_stream_has_the_chunks_of_the_whole() {
    let (settings, text) = (settings(), text());
    assert!(text.len() > 2 * FRAME);
    let engine = engine(&settings);
    let document = Document::new("long", text.as_str()).with_title("T").with_meta("{\"a\":1}");
    let whole = engine.chunk(&document).unwrap();
    let whole: Vec<_> = whole.iter().map(say).collect();
    for step in [100_000, 1_500_000, text.len()] {
        let parts = joined(frames(&engine, &text, step));
        assert!(parts.len() > 2);
        assert!(parts.iter().rev().skip(1).all(|part| !part.is_last()) && parts.last().unwrap().is_last());
        let streamed: Vec<_> = parts.iter().flat_map(|part| part.iter().map(say)).collect();
        assert_eq!(streamed.len(), whole.len());
        streamed.iter().zip(&whole).for_each(|(one, two)| assert_eq!(one, two));
    }
}

#[test]
fn the_invariants_hold_over_frames() {
    let (mut settings, text) = (settings(), text());
    let counter = Registry::collect(&[]).unwrap().counter("words").unwrap().open(&Options::new()).unwrap();
    for carry in [0, 1] {
        settings.units.overlap = Overlap::all(Carry::Units(carry));
        let engine = engine(&settings);
        // Testing every byte for its place in characters is slow on long texts.
        let document = Document::new("long", &text[..text.floor_char_boundary(FRAME + 10_000)]);
        let chunks = engine.chunk(&document).unwrap();
        let ids: std::collections::BTreeSet<_> = chunks.iter().map(|chunk| chunk.id()).collect();
        assert_eq!(ids.len(), chunks.len());
        kawara_testkit::check_invariants(&document, &settings, &*counter, &chunks).unwrap();
        let spans: Vec<_> = chunks.parents().map(|parent| parent.source_range().end).collect();
        assert_eq!(spans, [document.text().len()]);
    }
}

#[test]
fn only_a_paragraph_longer_than_a_frame_is_torn_and_says_so() {
    let engine = engine(&settings());
    let torn = |text: &str| {
        let chunks = engine.chunk(&Document::new("a", text)).unwrap();
        chunks.iter().filter(|chunk| chunk.flags().contains(Flag::FrameSplit)).count()
    };
    let sentence = "The pump stopped at night. ";
    assert_eq!(torn(&sentence.repeat(FRAME / sentence.len() + 1000)), 2);
    let paragraphs = format!("{}\n\n", sentence.repeat(10));
    assert_eq!(torn(&paragraphs.repeat(2 * FRAME / paragraphs.len())), 0);
    // Blank frames are none that anything could be torn from or carried over from.
    let chunks = engine.chunk(&Document::new("a", format!("{}a", " ".repeat(3 * FRAME)))).unwrap();
    assert!(chunks.len() == 1 && chunks.get(0).unwrap().flags().is_empty(), "{chunks:?}");
}

/// Frames so many bytes of whatever there is.
struct Framing(usize);

impl Reader for Framing {
    fn open<'r>(&'r self, _: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(Self(self.0)))
    }
}

impl Reading for Framing {
    fn frame(&mut self, _: &str, _: bool) -> Option<usize> {
        Some(self.0)
    }

    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        Some(Box::new(Self(self.0)))
    }

    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        out.keep(0..piece.len(), BlockKind::Prose, Joint::Paragraph);
        Ok(Cow::Borrowed(piece))
    }
}

static FRAMING: Pack = Pack::new("framing", "0").readers(&[
    ReaderEntry::new("nothing", &["text/x-nothing"], |_| Ok(Arc::new(Framing(0)))),
    ReaderEntry::new("torn", &["text/x-torn"], |_| Ok(Arc::new(Framing(1)))),
    ReaderEntry::new("more", &["text/x-more"], |_| Ok(Arc::new(Framing(usize::MAX)))),
    ReaderEntry::new("one", &["text/x-one"], |_| Ok(Arc::new(Framing("泵".len())))),
]);

#[test]
fn frames_that_are_none_are_refused() {
    let registry = Registry::collect(&[&FRAMING]).unwrap();
    let engine = Engine::new(registry, Arc::new(settings()));
    let text = "泵".repeat(FRAME / 3 + 1);
    for id in ["nothing", "torn", "more"] {
        let document = Document::new("a", text.as_str()).with_content_type(format!("text/x-{id}"));
        let error = engine.chunk(&document).unwrap_err().to_string();
        assert!(error.contains("the reader framed") && error.contains("framing"), "{id}: {error}");
    }
    let mut stream = engine.stream(Document::new("a", "").with_content_type("text/x-one")).unwrap().unwrap();
    assert_eq!(stream.frame("泵泵", true).unwrap().map(|frame| frame.len()), Some(3));
}

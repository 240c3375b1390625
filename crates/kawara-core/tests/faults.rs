//! A pack at fault is named with the place in the document, and the run stops there or goes on, as the settings say.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::borrow::Cow;
use std::sync::Arc;

use common::{counter, text};
use kawara_core::{
    BlockKind, Blocks, Carry, Chunks, Cuts, Document, Engine, Error, ErrorKind, FRAME, Flag, Grain, Joiner,
    Joint, OnFault, Options, Overlap, Pack, Reader, ReaderEntry, Reading, Registry, Result, SegmentWorker,
    Segmenter, SegmenterEntry, Settings, Strategy as Way, Unicode, UnitKind,
};
use kawara_testkit::check_invariants;
use proptest::prelude::*;

const GRAINS: &[Grain] = &[Grain::Word, Grain::Clause, Grain::Sentence];

/// Cuts by the Unicode rules, and is at fault where the text tells it to be.
struct Faulty {
    has_failed: bool,
}

impl Segmenter for Faulty {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Self { has_failed: false })
    }
}

impl Faulty {
    fn fail<R>(&mut self, error: Error) -> Result<R> {
        self.has_failed = true;
        Err(error)
    }
}

impl SegmentWorker for Faulty {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        assert!(!self.has_failed, "a worker that failed is not asked again");
        let own = |message: &str| Error::new(ErrorKind::Segment, message);
        let is_whole = grain == Grain::Sentence;
        match text {
            _ if text.contains("SILENT") && is_whole => return self.fail(own("no dictionary in sight")),
            _ if text.contains("PLACED") && is_whole => {
                return self.fail(own("not here").at_byte(text.find("PLACED").unwrap_or(0)));
            }
            _ if text.contains("FAR") && is_whole => return self.fail(own("not there").at_byte(usize::MAX)),
            _ if text.contains("PAST") && is_whole => {
                self.has_failed = true;
                return out.push(usize::MAX);
            }
            // A pack that passes over the refusal does not get through.
            _ if text.contains("BACKWARDS") && is_whole => {
                out.push(4)?;
                self.has_failed = out.push(2).is_err();
                return out.push(text.len());
            }
            _ if text.contains("SHORT") && is_whole => {
                self.has_failed = true;
                return out.push(1);
            }
            _ if text.contains("NOCLAUSES") && grain == Grain::Clause => return self.fail(own("no clauses")),
            _ if text.contains("NOWORDS") && grain == Grain::Word => return self.fail(own("no words")),
            _ if text.contains("UNSUPPORTED") && is_whole => {
                return Err(Error::new(ErrorKind::Unsupported, "no sentences in this pack"));
            }
            _ if text.contains("HALFWAY") && is_whole => {
                out.push(1)?;
                return self.fail(Error::new(ErrorKind::Unsupported, "no more sentences"));
            }
            _ => {}
        }
        Unicode.cuts(text, grain, out)
    }

    fn goes_on(&mut self, line: &str, _: &str) -> Result<bool> {
        if line.contains("LINEFAULT") {
            return self.fail(Error::new(ErrorKind::Segment, "lost the line"));
        }
        Ok(line.contains("GOESON"))
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        if unit.contains("LEANFAULT") {
            return self.fail(Error::new(ErrorKind::Segment, "cannot lean"));
        }
        Ok(unit.contains("LEANS"))
    }
}

static FAULTY: Pack = Pack::new("faulty", "0.1.0")
    .segmenters(&[
        SegmenterEntry::new("faulty", &["en"], |_| Ok(Arc::new(Faulty { has_failed: false }))).grains(GRAINS)
    ])
    .readers(&[
        ReaderEntry::new("quoted", &["text/quoted"], |_| Ok(Arc::new(Quoted))),
        ReaderEntry::new("lines", &["text/lines"], |_| Ok(Arc::new(Lines))),
    ]);

static CLOSED: Pack =
    Pack::new("closed", "0.1.0").segmenters(&[SegmenterEntry::new("closed", &["en"], |_| {
        Err(Error::new(ErrorKind::Open, "no dictionary lies there"))
    })]);

/// Leaves out the `> ` that the text begins with.
struct Quoted;

impl Reader for Quoted {
    fn open<'r>(&'r self, _: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(Self))
    }
}

impl Reading for Quoted {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        out.skip(0..2, "mark");
        out.map.copy(2..piece.len());
        out.keep(0..piece.len() - 2, BlockKind::Prose, Joint::Paragraph);
        Ok(piece[2..].to_owned().into())
    }
}

/// Lines that may go on in the next.
struct Lines;

impl Reader for Lines {
    fn open<'r>(&'r self, _: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(Self))
    }
}

impl Reading for Lines {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let mut at = 0;
        for line in piece.split_inclusive('\n') {
            out.keep(at..at + line.trim_end().len(), BlockKind::Prose, Joint::Wrap);
            at += line.len();
        }
        Ok(piece.into())
    }
}

fn settings(on_fault: OnFault) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = 4;
    settings.units.overlap = Overlap::all(Carry::Units(0));
    settings.units.on_fault = on_fault;
    settings.language = Some("en".into());
    settings
}

fn engine(settings: &Settings) -> Engine {
    Engine::new(Registry::collect(&[&FAULTY]).unwrap(), Arc::new(settings.clone()))
}

fn fallback(text: &str) -> Chunks {
    engine(&settings(OnFault::Fallback)).chunk(&Document::new("d", text)).unwrap()
}

fn flagged(chunks: &Chunks) -> Vec<&str> {
    chunks.iter().filter(|it| it.flags().contains(Flag::PackFault)).map(|it| it.text()).collect()
}

/// The message of the one pack at fault, and how often it was.
fn told(chunks: &Chunks) -> (String, usize) {
    let [fault] = chunks.pack_faults() else { return ("no fault".into(), 0) };
    assert_eq!((fault.pack(), fault.first().pack()), ("faulty", Some("faulty")));
    (fault.first().to_string(), fault.count())
}

#[test]
fn a_fault_names_the_document_the_byte_and_the_pack() {
    let engine = engine(&settings(OnFault::Fail));
    for (text, said) in [
        ("All is well.\n\nIt is SILENT here.", "d: byte 14: pack `faulty`: no dictionary in sight"),
        ("All is well.\n\nIt is PLACED here.", "d: byte 20: pack `faulty`: not here"),
        ("All is well.\n\nSo FAR.\n\nAll is well.", "d: byte 21: pack `faulty`: not there"),
        (
            "All is well.\n\nPAST it.\n\nAll is well.",
            "d: byte 22: pack `faulty`: cut 18446744073709551615 is past the end of a text of 8 bytes",
        ),
        ("Well.\n\nBACKWARDS it is.", "d: byte 9: pack `faulty`: cut 2 does not come after cut 4"),
        ("Well.\n\nSHORT.", "d: byte 8: pack `faulty`: the cuts end at 1, the text at 6"),
        ("Well.\n\nHALFWAY.", "d: byte 7: pack `faulty`: no more sentences"),
        ("Well.\n\nNOCLAUSES are here at all in this.", "d: byte 7: pack `faulty`: no clauses"),
    ] {
        assert_eq!(engine.chunk(&Document::new("d", text)).unwrap_err().to_string(), said);
    }
}

#[test]
fn the_byte_is_one_of_the_source() {
    let engine = engine(&settings(OnFault::Fail));
    for (text, byte) in [("> It is PLACED here.", 8), ("> It is SILENT here.", 2), ("> So FAR.", 9)] {
        let document = Document::new("d", text).with_content_type("text/quoted");
        assert_eq!(engine.chunk(&document).unwrap_err().byte(), Some(byte), "{text}");
    }
}

#[test]
fn the_unicode_rules_step_in_where_the_settings_say_so() {
    let text = "All is well. It is.\n\nPAST it. Nobody saw. SILENT.\n\nAll is well again.";
    let chunks = fallback(text);
    let texts: Vec<_> = chunks.iter().map(|chunk| chunk.text()).collect();
    let plain = Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings(OnFault::Fail)));
    let plain = plain.chunk(&Document::new("d", text)).unwrap();
    assert_eq!(texts, plain.iter().map(|chunk| chunk.text()).collect::<Vec<_>>());
    assert_eq!(
        (flagged(&chunks), told(&chunks)),
        (
            vec!["PAST it. Nobody saw.", "SILENT."],
            ("d: byte 21: pack `faulty`: no dictionary in sight".into(), 1)
        )
    );
    assert!(plain.pack_faults().is_empty());
}

#[test]
fn what_is_too_large_is_cut_by_the_unicode_rules_too() {
    let text = "All is really well. NOCLAUSES are here, at all in this.";
    let chunks = fallback(text);
    assert_eq!(flagged(&chunks), ["NOCLAUSES are here,", "at all in this."]);
    assert_eq!(told(&chunks), ("d: byte 20: pack `faulty`: no clauses".into(), 1));
    let chunks = fallback("All is really well. NOWORDS are here at all in this.");
    assert_eq!(flagged(&chunks), ["NOWORDS are here at", "all in this."]);

    let mut windows = settings(OnFault::Fallback);
    (windows.tiling.strategy, windows.tiling.window) = (Way::WordWindow, Some(3));
    let chunks = engine(&windows).chunk(&Document::new("d", "NOWORDS in this. All is well.")).unwrap();
    assert_eq!(flagged(&chunks), ["NOWORDS in this."]);
}

#[test]
fn a_grain_that_is_not_supported_is_no_fault() {
    let chunks = engine(&settings(OnFault::Fail))
        .chunk(&Document::new("d", "UNSUPPORTED it is. All is well. It is."))
        .unwrap();
    let texts: Vec<_> = chunks.iter().map(|chunk| chunk.text()).collect();
    assert_eq!(texts, ["UNSUPPORTED it is.", "All is well.", "It is."]);
    assert!(chunks.pack_faults().is_empty() && flagged(&chunks).is_empty());
    // Half-way is another thing.
    assert_eq!(told(&fallback("HALFWAY it is.")).0, "d: byte 0: pack `faulty`: no more sentences");
}

#[test]
fn nothing_leans_or_goes_on_where_the_pack_is_at_fault() {
    let mut lean = settings(OnFault::Fallback);
    lean.units.overlap = Overlap::all(Carry::Auto { max: 3 });
    lean.budget.max_tokens = 6;
    let text = "One is. Two LEANS. Three LEANFAULT. Four is. Five LEANS. Six is.";
    let chunks = engine(&lean).chunk(&Document::new("d", text)).unwrap();
    let (said, _) = told(&chunks);
    assert_eq!(said, "d: byte 19: pack `faulty`: cannot lean");
    for chunk in chunks.iter() {
        assert_eq!(chunk.flags().contains(Flag::PackFault), chunk.text().contains("LEANFAULT"), "{chunk:?}");
    }
    lean.units.on_fault = OnFault::Fail;
    assert_eq!(engine(&lean).chunk(&Document::new("d", text)).unwrap_err().to_string(), said);

    let mut lines = settings(OnFault::Fallback);
    lines.budget.max_tokens = 6;
    let text = "it GOESON\nand on LINEFAULT\nand stops.\nwell.";
    let document = Document::new("d", text).with_content_type("text/lines");
    let chunks = engine(&lines).chunk(&document).unwrap();
    let texts: Vec<_> = chunks.iter().map(|chunk| chunk.text()).collect();
    assert_eq!(texts, ["it GOESON\nand on LINEFAULT", "and stops.\nwell."]);
    assert_eq!(flagged(&chunks), texts, "the break that was asked about lies between them");
    assert_eq!(told(&chunks), ("d: byte 10: pack `faulty`: lost the line".into(), 1));
}

#[test]
fn a_pack_that_cannot_be_opened_is_no_fault() {
    let engine = Engine::new(Registry::collect(&[&CLOSED]).unwrap(), Arc::new(settings(OnFault::Fallback)));
    let error = engine.chunk(&Document::new("d", "All is well.")).unwrap_err();
    assert_eq!(error.to_string(), "d: byte 0: pack `closed`: no dictionary lies there");
}

#[test]
fn faults_of_a_long_document_are_counted_over_its_frames() {
    let paragraph = "All is well here. And it is there.\n\n";
    let mut text = paragraph.repeat(FRAME / paragraph.len() + 10);
    let at = text.len();
    text.push_str("It is SILENT.\n\n");
    text.push_str(&paragraph.repeat(FRAME / paragraph.len()));
    text.push_str("It is SILENT again.\n\nAll is well.");
    let chunks = fallback(&text);
    assert_eq!(told(&chunks), (format!("d: byte {at}: pack `faulty`: no dictionary in sight"), 2));
    assert_eq!(flagged(&chunks), ["It is SILENT.", "It is SILENT again."]);

    let engine = engine(&settings(OnFault::Fallback));
    let mut stream = engine.stream(Document::new("d", "")).unwrap().unwrap();
    let (mut worker, mut joiner, mut parts, mut begin) = (engine.worker(), Joiner::new(), Vec::new(), 0);
    while let Some(frame) = stream.frame(&text[begin..], true).unwrap() {
        begin += frame.len();
        parts.extend(joiner.join(worker.chunk_frame(frame).unwrap()));
    }
    parts.extend(joiner.finish());
    let firsts: Vec<_> =
        parts.iter().flat_map(Chunks::pack_faults).map(|fault| fault.first().byte().unwrap()).collect();
    assert_eq!(firsts, [at, text.rfind("It is SILENT").unwrap()]);
}

#[test]
fn measuring_tells_faults_too() {
    let mut settings = settings(OnFault::Fallback);
    settings.budget.max_tokens = 100;
    let document = Document::new("d", "It is SILENT. And well.\n\nThree LEANFAULT.");
    let mut seen = Vec::new();
    engine(&settings)
        .worker()
        .measure(&document, |units| {
            let before = units.pack_faults();
            let leans = (0..units.len()).map(|nth| units.leans_back(nth)).collect::<Result<Vec<_>>>()?;
            assert_eq!(leans, [false; 3]);
            seen.extend(
                before.into_iter().chain(units.pack_faults()).map(|it| (it.first().to_string(), it.count())),
            );
            Ok(())
        })
        .unwrap();
    let said = "d: byte 0: pack `faulty`: no dictionary in sight";
    assert_eq!(seen, [(said.to_owned(), 1), (said.to_owned(), 2)]);
    settings.units.on_fault = OnFault::Fail;
    let failed = engine(&settings).worker().measure(&document, |_| Ok(())).unwrap_err();
    assert_eq!(failed.to_string(), said);
    assert_eq!(engine(&settings).worker().units(&document, None).unwrap_err().to_string(), said);
}

#[test]
fn what_happens_on_a_fault_is_in_the_fingerprint_only_where_it_was_set() {
    let fingerprint = |on_fault| {
        let chunks = engine(&settings(on_fault)).chunk(&Document::new("d", "All is well.")).unwrap();
        chunks.in_force()[0].fingerprint().to_owned()
    };
    assert_ne!(fingerprint(OnFault::Fail), fingerprint(OnFault::Fallback));
    let shown = format!("{:?}", Settings::default().units);
    assert!(shown.ends_with("records_per_chunk: None, split: Allow }"), "{shown}");
}

/// Words that make the pack fail, and text that does not.
fn faulty_text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(&[
        "SILENT",
        "PAST",
        "BACKWARDS it",
        "SHORT",
        "NOCLAUSES",
        "NOWORDS",
        "LEANFAULT",
    ]);
    let faulty = word.prop_map(|word| format!("It is {word}, as it was. "));
    prop::collection::vec(prop_oneof![2 => faulty, 3 => text()], 1..8).prop_map(|texts| texts.join("\n\n"))
}

proptest! {
    #[test]
    fn the_invariants_hold_whatever_goes_wrong(
        text in faulty_text(),
        max in 1u32..30,
        kind in prop::sample::select(&[UnitKind::Sentence, UnitKind::Clause, UnitKind::Paragraph]),
        carry in prop::sample::select(&[Carry::Units(1), Carry::Auto { max: 3 }]),
    ) {
        let mut settings = settings(OnFault::Fallback);
        (settings.budget.max_tokens, settings.units.kind) = (max, kind);
        settings.units.overlap = Overlap::all(carry);
        settings.language = None;
        let document = Document::new("d", text);
        let chunks = engine(&settings).chunk(&document).unwrap();
        check_invariants(&document, &settings, &*counter("words"), &chunks).unwrap();
    }
}

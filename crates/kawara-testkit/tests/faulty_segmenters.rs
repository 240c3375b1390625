//! Segmenters that each break one promise, and what the contract says of them.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kawara_core::{
    Cuts, Error, ErrorKind, Grain, OptionKind, OptionSpec, Options, Result, SegmentWorker, Segmenter,
    SegmenterEntry, Unicode, Value,
};
use kawara_testkit::{Fault, SEGMENTER_CHECKS, SegmenterSubject, check_segmenter};

const GRAINS: [Grain; 3] = [Grain::Word, Grain::Clause, Grain::Sentence];

/// Pushes what `bend` makes of the right cuts.
#[derive(Clone, Copy)]
struct Bent(fn(&str, Grain, Vec<usize>) -> Vec<usize>);

impl Segmenter for Bent {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(*self)
    }
}

impl SegmentWorker for Bent {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        (self.0)(text, grain, right(text, grain)?).into_iter().try_for_each(|at| out.push(at))
    }
}

fn right(text: &str, grain: Grain) -> Result<Vec<usize>> {
    let mut cuts = Cuts::new(text);
    Unicode.cuts(text, grain, &mut cuts)?;
    cuts.finish()
}

fn run(check: &str, segmenter: impl Segmenter + 'static) -> std::result::Result<(), Fault> {
    let subject = SegmenterSubject::new(Arc::new(segmenter), &GRAINS)
        .with_texts(&["It rained. Cafe\u{301}, please! 好的。"]);
    SEGMENTER_CHECKS.iter().find(|known| known.name() == check).expect("such a check").run(&subject)
}

fn fault(check: &str, segmenter: impl Segmenter + 'static) -> Fault {
    run(check, segmenter).expect_err("the fault is found")
}

#[track_caller]
fn says(fault: &Fault, what: &str, remedy: &str) {
    assert!(fault.what().contains(what), "{fault}\ndoes not say `{what}`");
    assert!(fault.remedy().contains(remedy), "{fault}\ndoes not advise `{remedy}`");
}

#[test]
fn a_right_segmenter_keeps_every_promise() {
    let subject = SegmenterSubject::new(Arc::new(Bent(|_, _, cuts| cuts)), &GRAINS);
    check_segmenter(&subject).unwrap();
}

#[test]
fn characters_counted_for_bytes() {
    let fault = fault("passes_the_gate", Bent(|text, _, _| (1..=text.chars().count()).collect()));
    says(&fault, "is inside a character", "push byte offsets, not character counts");
    assert_eq!(fault.text().map(|text| text.chars().count()), Some(1), "{fault}");
}

#[test]
fn a_cut_past_the_end() {
    let fault = fault("passes_the_gate", Bent(|text, _, _| vec![text.len() + 1]));
    says(&fault, "past the end", "the last one is `text.len()`");
}

#[test]
fn a_missing_end() {
    let bend = |_: &str, _: Grain, mut cuts: Vec<usize>| {
        cuts.pop();
        cuts
    };
    says(&fault("passes_the_gate", Bent(bend)), "the cuts end at 0, the text at", "push `text.len()`");
}

#[test]
fn cuts_going_backwards() {
    let bend = |_: &str, _: Grain, cuts: Vec<usize>| cuts.into_iter().rev().collect();
    says(&fault("passes_the_gate", Bent(bend)), "does not come after cut", "in ascending order");
}

#[test]
fn the_start_as_a_cut() {
    let bend = |_: &str, _: Grain, cuts: Vec<usize>| [vec![0], cuts].concat();
    let empty = fault("passes_the_gate", Bent(bend));
    says(&empty, "cut 0 does not come after cut 0", "");
}

#[test]
fn a_cut_of_the_empty_text() {
    let fault = fault("makes_one_piece_of_white_space", Bent(|text, _, _| vec![text.len()]));
    says(&fault, "cut 0", "return without a cut when the text is empty");
}

#[test]
fn a_cut_inside_a_cluster() {
    let every_char =
        |text: &str, _: Grain, _: Vec<usize>| text.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    let fault = fault("keeps_clusters_whole", Bent(every_char));
    says(&fault, "lies inside the grapheme cluster", "wait for the end of its cluster");
    assert_eq!(fault.check(), "keeps_clusters_whole");
    let (text, at) = (fault.text().unwrap(), fault.byte().unwrap());
    assert!(
        text.len() <= 40 && text.is_char_boundary(at) && at < text.len(),
        "the shortest text is shown: {fault}"
    );
}

#[test]
fn white_space_left_to_the_next_piece() {
    let bend = |text: &str, _: Grain, cuts: Vec<usize>| {
        let mut bent: Vec<_> =
            cuts.iter().map(|end| text[..*end].trim_end().len()).filter(|end| *end > 0).collect();
        bent.push(text.len());
        bent.dedup();
        bent.retain(|end| *end > 0);
        bent
    };
    let fault = fault("leaves_white_space_to_the_piece_before", Bent(bend));
    says(&fault, "begins with white space", "belongs to the piece before it");
}

#[test]
fn line_breaks_taken_for_ends() {
    let bend = |text: &str, _: Grain, cuts: Vec<usize>| {
        let mut bent: Vec<_> = text.match_indices('\n').map(|(at, _)| at + 1).chain(cuts).collect();
        bent.sort_unstable();
        bent.dedup();
        bent
    };
    says(
        &fault("makes_one_piece_of_white_space", Bent(bend)),
        "white space alone is cut",
        "a line break is white space here",
    );
}

#[test]
fn fewer_clauses_than_sentences() {
    let bend = |text: &str, grain: Grain, cuts: Vec<usize>| match grain {
        Grain::Clause if !text.is_empty() => vec![text.len()],
        _ => cuts,
    };
    let fault = fault("cuts_more_at_finer_grains", Bent(bend));
    says(&fault, "sentences and only 1 clauses", "let every end of a sentence be the end of a clause too");
    assert!(fault.byte().is_some());
}

#[test]
fn a_panic_names_its_text() {
    let bend = |text: &str, _: Grain, cuts: Vec<usize>| {
        assert!(!text.contains('\u{200d}'), "what is this?");
        cuts
    };
    let fault = fault("passes_the_gate", Bent(bend));
    says(&fault, "it panics: what is this?", "no input may panic");
    assert_eq!(fault.text(), Some("\u{200d}"));
}

/// Remembers, from one call to the next, that a quote is open.
#[derive(Default)]
struct Leaky;

struct LeakyWorker {
    open: bool,
}

impl Segmenter for Leaky {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(LeakyWorker { open: false })
    }
}

impl SegmentWorker for LeakyWorker {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        for end in right(text, grain)? {
            self.open |= text[out.last()..end].contains('“');
            if !self.open || end == text.len() {
                out.push(end)?;
            }
        }
        Ok(())
    }
}

#[test]
fn state_that_leaks_between_calls() {
    let fault = fault("keeps_no_state", Leaky);
    says(
        &fault,
        "a worker that has just cut \"“\" answers otherwise than a fresh one",
        "clear the worker's scratch space",
    );
    assert!(fault.text().is_some_and(|text| text.len() < 20), "both texts are the shortest: {fault}");
}

/// Fails on what it does not like, and leans at random.
struct Moody {
    calls: AtomicUsize,
    fails: bool,
}

impl Segmenter for Moody {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(MoodyWorker(self))
    }
}

struct MoodyWorker<'m>(&'m Moody);

impl SegmentWorker for MoodyWorker<'_> {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        if self.0.fails && text.contains('\0') {
            return Err(Error::new(ErrorKind::Segment, "a zero byte"));
        }
        Unicode.cuts(text, grain, out)
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        if self.0.fails && unit.is_empty() {
            return Err(Error::new(ErrorKind::Segment, "an empty unit"));
        }
        Ok(!self.0.fails && self.0.calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(2))
    }
}

/// Declares every grain, and knows sentences alone.
struct Sentences;

impl Segmenter for Sentences {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Self)
    }
}

impl SegmentWorker for Sentences {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        match grain {
            Grain::Sentence => Unicode.cuts(text, grain, out),
            _ => Err(Error::new(ErrorKind::Unsupported, "sentences alone")),
        }
    }
}

#[test]
fn a_grain_that_is_declared_and_not_known() {
    let fault = fault("passes_the_gate", Sentences);
    says(&fault, "cutting clauses fails: sentences alone", "declare only the grains that it knows");
}

#[test]
fn a_text_that_is_refused() {
    let moody = Moody { calls: AtomicUsize::new(0), fails: true };
    let refused = fault("passes_the_gate", moody);
    says(&refused, "cutting sentences fails: a zero byte", "no text may be refused");
    assert_eq!(refused.text(), Some("\0"));
    let moody = Moody { calls: AtomicUsize::new(0), fails: true };
    says(&fault("leans_steadily", moody), "`leans_back` fails on \"\": an empty unit", "answer `false`");
}

#[test]
fn leaning_that_wavers() {
    let moody = || Moody { calls: AtomicUsize::new(0), fails: false };
    says(&fault("leans_steadily", moody()), "`leans_back` says true, then false", "");
    says(&fault("agrees_between_threads", moody()), "two threads answer differently", "workers share");
}

#[test]
fn a_scan_that_starts_again_at_every_bracket() {
    let bend = |text: &str, _: Grain, cuts: Vec<usize>| {
        let closed = text.match_indices('(').filter(|(at, _)| text[*at..].chars().any(|c| c == ')')).count();
        if closed > text.len() { vec![] } else { cuts }
    };
    let fault = fault("takes_linear_time", Bent(bend));
    says(&fault, "time grows faster than the text", "starts again at every character");
    assert!(fault.name().is_some_and(|name| name.contains("bracket")), "{fault}");
}

mod entries {
    use super::*;

    fn open(options: &Options) -> Result<Arc<dyn Segmenter>> {
        match options.str("newline") {
            Some("soft") => Err(Error::new(ErrorKind::Option, "soft is not written yet")),
            _ => Ok(Arc::new(Unicode)),
        }
    }

    fn described(entry: &'static SegmenterEntry) -> std::result::Result<(), Fault> {
        let subject = SegmenterSubject::open(entry, &Options::new())?;
        SEGMENTER_CHECKS
            .iter()
            .find(|check| check.name() == "describes_itself")
            .expect("such a check")
            .run(&subject)
    }

    #[test]
    fn options_that_say_too_little() {
        static NAME: [OptionSpec; 1] = [OptionSpec::new("Dictionary Path", OptionKind::Path, "Where it is.")];
        static DOC: [OptionSpec; 1] = [OptionSpec::new("dictionary", OptionKind::Path, " ")];
        static TWICE: [OptionSpec; 2] = [
            OptionSpec::new("model", OptionKind::Int, "Which."),
            OptionSpec::new("model", OptionKind::Str, "Which."),
        ];
        static CHOICE: [OptionSpec; 1] =
            [OptionSpec::new("newline", OptionKind::Choice(&["hard", "soft"]), "What a line break means.")];
        static ENTRIES: [SegmenterEntry; 4] = [
            SegmenterEntry::new("xx", &["xx"], open).options(&NAME),
            SegmenterEntry::new("xx", &["xx"], open).options(&DOC),
            SegmenterEntry::new("xx", &["xx"], open).options(&TWICE),
            SegmenterEntry::new("xx", &["xx"], open).options(&CHOICE),
        ];
        let faults = ENTRIES.each_ref().map(|entry| described(entry).unwrap_err());
        says(&faults[0], "`Dictionary Path` is not named like a policy key", "lower-case words");
        says(&faults[1], "`dictionary` says nothing about itself", "a sentence");
        says(&faults[2], "two options are called `model`", "keep one");
        says(
            &faults[3],
            "`newline = \"soft\"` is listed but cannot be opened: soft is not written yet",
            "every word",
        );
    }

    #[test]
    fn languages_and_grains_that_lead_nowhere() {
        static ENTRIES: [SegmenterEntry; 4] = [
            SegmenterEntry::new("xx", &[], open),
            SegmenterEntry::new("xx", &["zh-Hant"], open),
            SegmenterEntry::new("xx", &["zh-hant"], open),
            SegmenterEntry::new("xx", &["xx"], open).grains(&[Grain::Word, Grain::Word]),
        ];
        let faults = ENTRIES.each_ref().map(|entry| described(entry).unwrap_err());
        says(&faults[0], "for no language", "primary subtags");
        says(&faults[1], "`zh-Hant` is more than a primary subtag", "`zh`");
        says(&faults[2], "more than a primary subtag", "before the first `-`");
        says(&faults[3], "[Word, Word]", "once");
    }

    #[test]
    fn options_that_do_not_open() {
        static ENTRY: SegmenterEntry = SegmenterEntry::new("xx", &["xx"], open);
        let unknown = Options::new().with("speed", Value::Int(3));
        let fault = SegmenterSubject::open(&ENTRY, &unknown).unwrap_err();
        says(&fault, "the segmenter `xx` cannot be opened: no option is called `speed`", "check the options");
    }
}

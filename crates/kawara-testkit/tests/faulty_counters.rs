//! Counters that each break one promise, and what the contract says of them.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use kawara_core::{Counter, CounterId, Error, ErrorKind, RangeCount, Result, SeamIndex};
use kawara_testkit::{COUNTER_CHECKS, CounterSubject, Fault, check_counter};

/// A tokenizer in small: runs of letters in pieces of four, runs of spaces, and every other character by itself.
fn tokens(text: &str) -> u32 {
    let mut tokens = 0;
    let mut run = (' ', 0);
    for c in text.chars() {
        let kind = if c.is_alphanumeric() {
            'a'
        } else if c == ' ' {
            ' '
        } else {
            c
        };
        let goes_on = run.1 > 0 && kind == run.0 && (kind == ' ' || kind == 'a' && run.1 < 4);
        run = if goes_on { (kind, run.1 + 1) } else { (kind, 1) };
        tokens += u32::from(!goes_on);
    }
    tokens
}

type Index = for<'t> fn(&'t Toy, &'t str, &[usize]) -> Result<Box<dyn RangeCount + 't>>;

/// Counts by a function, indexes by another.
struct Toy {
    id: CounterId,
    count: fn(&str) -> u32,
    index: Index,
    limit: Option<u32>,
    unknown: Option<u32>,
}

impl Toy {
    fn new(count: fn(&str) -> u32) -> Self {
        let index: Index = |toy, text, cuts| Ok(Box::new(SeamIndex::new(toy, text, cuts)?));
        Self { id: CounterId::new("toy", "1"), count, index, limit: None, unknown: None }
    }
}

impl Counter for Toy {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn limit(&self) -> Result<Option<u32>> {
        Ok(self.limit)
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok((self.count)(text))
    }

    fn unknown(&self, _: &str) -> Result<Option<u32>> {
        Ok(self.unknown)
    }

    fn index<'t>(&'t self, text: &'t str, cuts: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        (self.index)(self, text, cuts)
    }
}

fn run(check: &str, counter: impl Counter + 'static) -> std::result::Result<(), Fault> {
    let subject = CounterSubject::new(Arc::new(counter))
        .with_texts(&["The pump stopped. Nobody noticed.", "水泵停了。没有人注意到。"]);
    COUNTER_CHECKS.iter().find(|known| known.name() == check).expect("such a check").run(&subject)
}

fn fault(check: &str, counter: impl Counter + 'static) -> Fault {
    run(check, counter).expect_err("the fault is found")
}

#[track_caller]
fn says(fault: &Fault, what: &str, remedy: &str) {
    assert!(fault.what().contains(what), "{fault}\ndoes not say `{what}`");
    assert!(fault.remedy().contains(remedy), "{fault}\ndoes not advise `{remedy}`");
}

#[test]
fn a_right_counter_keeps_every_promise() {
    check_counter(&CounterSubject::new(Arc::new(Toy::new(tokens)))).unwrap();
}

#[test]
fn truncation_at_128() {
    let fault = fault("does_not_truncate", Toy::new(|text| tokens(text).min(128)));
    says(&fault, "counts 128 repeated", "switch off truncation");
}

#[test]
fn padding() {
    says(
        &fault("does_not_pad", Toy::new(|text| tokens(text).max(128))),
        "one letter counts 128",
        "switch off padding",
    );
    says(
        &fault("does_not_pad", Toy::new(|text| tokens(text).div_ceil(8) * 8)),
        "one letter counts 8",
        "a multiple",
    );
}

#[test]
fn special_tokens_counted_in() {
    let fault = fault("counts_nothing_as_nothing", Toy::new(|text| tokens(text) + 2));
    says(&fault, "the empty text counts 2", "`specials()`");
}

#[test]
fn special_strings_taken_for_tokens() {
    let fault =
        fault("takes_special_tokens_for_text", Toy::new(|text| tokens(&text.replace("<|im_end|>", "x"))));
    says(&fault, "\"<|im_end|>\" counts 1", "no special or added token allowed");
    let dropped = Toy::new(|text| tokens(&text.replace("[CLS]", "")));
    says(&self::fault("takes_special_tokens_for_text", dropped), "\"[CLS]\" counts 0", "as ordinary text");
}

#[test]
fn a_counter_of_words_may_ignore_marks() {
    let words = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count() as u32
    };
    run("takes_special_tokens_for_text", Toy::new(words)).unwrap();
}

/// Adds up what the pieces between cuts have alone, as if the count of a joined text were the sum.
struct Sums<'t> {
    text: &'t str,
    ends: Vec<usize>,
}

impl RangeCount for Sums<'_> {
    fn before(&self, at: usize) -> u32 {
        let ends = self.ends.iter().copied().filter(|end| *end < at).chain([at]);
        ends.scan(0, |start, end| Some(tokens(&self.text[std::mem::replace(start, end)..end]))).sum()
    }

    fn slack(&self) -> u32 {
        2
    }

    fn exact(&self, before: &str, range: Range<usize>) -> Result<u32> {
        Ok(tokens(before) + self.before(range.end) - self.before(range.start))
    }
}

#[test]
fn counts_of_parts_summed() {
    let toy =
        Toy { index: |_, text, cuts| Ok(Box::new(Sums { text, ends: cuts.to_vec() })), ..Toy::new(tokens) };
    let fault = fault("counts_ranges_exactly", toy);
    says(&fault, "`count` of the same text is", "count both edges of a range anew");
    assert!(fault.text().is_some_and(|text| text.len() < 40) && fault.byte().is_some(), "{fault}");
}

/// Knows the whole and nothing of its parts.
struct Steps {
    total: u32,
    len: usize,
    falls: bool,
}

impl RangeCount for Steps {
    fn before(&self, at: usize) -> u32 {
        match (self.falls, at) {
            (_, 0) => 0,
            (true, at) if at == self.len => self.total / 2,
            _ => self.total,
        }
    }

    fn slack(&self) -> u32 {
        1
    }

    fn exact(&self, _: &str, _: Range<usize>) -> Result<u32> {
        Err(Error::new(ErrorKind::Count, "not written yet"))
    }
}

#[test]
fn estimates_far_off() {
    let index: Index =
        |_, text, _| Ok(Box::new(Steps { total: tokens(text), len: text.len(), falls: false }));
    let toy = || Toy { index, ..Toy::new(tokens) };
    says(&fault("estimates_well", toy()), "half of the estimates are off by", "say how far off");
    says(&fault("counts_ranges_exactly", toy()), "`exact` fails", "never fails because of the text");
}

#[test]
fn estimates_that_fall() {
    let index: Index = |_, text, _| Ok(Box::new(Steps { total: tokens(text), len: text.len(), falls: true }));
    says(&fault("estimates_well", Toy { index, ..Toy::new(tokens) }), "before that", "not fall");
}

/// Tells spans of its own.
struct Telling {
    toy: Toy,
    spans: fn(&str) -> Vec<Range<usize>>,
    before: u32,
}

impl Counter for Telling {
    fn id(&self) -> &CounterId {
        self.toy.id()
    }
    fn specials_before(&self) -> u32 {
        self.before
    }
    fn count(&self, text: &str) -> Result<u32> {
        self.toy.count(text)
    }
    fn token_spans(&self, text: &str) -> Result<Option<Vec<Range<usize>>>> {
        Ok(Some((self.spans)(text)))
    }
}

#[test]
fn spans_that_are_not_those_of_the_tokens() {
    let chars = |text: &str| text.chars().count() as u32;
    let telling = |spans| Telling { toy: Toy::new(chars), spans, before: 0 };
    let right = telling(|text| text.char_indices().map(|(at, c)| at..at + c.len_utf8()).collect());
    run("tells_where_tokens_stand", right).unwrap();
    let bytes = telling(|text| (0..text.len()).map(|at| at..at + 1).collect());
    says(&fault("tells_where_tokens_stand", bytes), "spans are told of", "one span for each token");
    let wide = telling(|text| text.chars().map(|_| 0..text.len() + 1).collect());
    says(&fault("tells_where_tokens_stand", wide), "is no range of", "half-open bytes");
    let special = Telling { before: 1, ..telling(|_| Vec::new()) };
    says(&fault("tells_where_tokens_stand", special), "1 special tokens stand before", "`specials()`");
}

/// Counts more the more often it is asked.
struct Tired(CounterId, AtomicU32);

impl Counter for Tired {
    fn id(&self) -> &CounterId {
        &self.0
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok(tokens(text) + self.1.fetch_add(1, Ordering::Relaxed) / 1000)
    }
}

#[test]
fn counts_that_change() {
    let fault = fault("counts_the_same_every_time", Tired(CounterId::new("tired", "1"), AtomicU32::new(0)));
    says(&fault, "the text counts", "caches keyed by too little");
}

#[test]
fn a_million_spaces() {
    let counter = Toy::new(|text| {
        assert!(text.len() < 500_000 || !text.starts_with(' '), "stack overflow");
        tokens(text)
    });
    let fault = fault("survives_long_runs", counter);
    says(&fault, "it panics: stack overflow", "no input may panic");
    assert_eq!(fault.name(), Some("a million bytes of spaces"));
}

#[test]
fn time_squared() {
    let counter = Toy::new(|text| {
        let spaces = text.char_indices().filter(|(_, c)| *c == ' ');
        let ends = spaces.filter(|(at, _)| text[*at..].chars().all(|c| c == ' ')).count();
        tokens(text) + u32::from(ends > text.len())
    });
    let fault = fault("takes_linear_time", counter);
    says(&fault, "time grows faster", "starts again");
    assert!(fault.name().is_some_and(|name| name.contains("spaces")), "{fault}");
}

#[test]
fn implausible_descriptions() {
    let limit = Toy { limit: Some(u32::MAX), ..Toy::new(tokens) };
    says(&fault("describes_itself", limit), "limit is 4294967295", "1e30");
    let unnamed = Toy { id: CounterId::new("", "1"), ..Toy::new(tokens) };
    says(&fault("describes_itself", unnamed), "the id is ``", "the name that opens it");
    let unknown = Toy { unknown: Some(1), ..Toy::new(tokens) };
    says(&fault("counts_every_text", unknown), "1 of 0 tokens are unknown", "one encoding");
}

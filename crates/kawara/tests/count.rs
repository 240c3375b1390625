//! Counting and guarding many texts, with a counter that misbehaves.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::sync::Arc;

use kawara::count::{Count, Tally, count};
use kawara::guard::{Records, guard};
use kawara::input::Input;
use kawara::run::RunOptions;
use kawara::{Counter, CounterId, Document, Error, ErrorKind, Gauge, Result};

/// Knows ASCII alone, panics on one text, and fails on another.
struct Fragile(CounterId);

impl Counter for Fragile {
    fn id(&self) -> &CounterId {
        &self.0
    }

    fn specials(&self) -> u32 {
        2
    }

    fn count(&self, text: &str) -> Result<u32> {
        assert!(text != "panic", "as asked for");
        if text == "fail" {
            return Err(Error::new(ErrorKind::Count, "the program died"));
        }
        Ok(text.chars().count() as u32)
    }

    fn unknown(&self, text: &str) -> Result<Option<u32>> {
        Ok(Some(text.chars().filter(|c| !c.is_ascii()).count() as u32))
    }
}

fn gauges() -> [Gauge; 2] {
    let fragile = Gauge::new("fragile", Arc::new(Fragile(CounterId::new("fragile", "0.0.0"))));
    [fragile, Gauge::open(&kawara::registry().unwrap(), "bytes").unwrap()]
}

const TEXTS: [&str; 5] = ["pump", "panic", "水泵 ok", "fail", ""];

#[test]
fn a_counter_that_fails_spoils_one_text_only() {
    let inputs = TEXTS
        .iter()
        .enumerate()
        .map(|(nth, text)| Input::Document(Box::new(Document::new(nth.to_string(), *text))));
    let (mut total, mut said) = (Tally::default(), Vec::new());
    count(&gauges(), inputs, RunOptions::default(), |result| {
        match result {
            Ok((name, tally)) => {
                total.add(&tally);
                said.push(name);
            }
            Err(failure) => said.push(failure.to_string()),
        }
        true
    });
    assert_eq!(said[1], "1: a counter panicked on this text; please report it with the text");
    assert_eq!(said[3], "3: the program died");
    assert_eq!((said[0].as_str(), said[2].as_str(), said[4].as_str(), said.len()), ("0", "2", "4", 5));
    let counts = [Count { tokens: 9, unknown: Some(2) }, Count { tokens: 13, unknown: None }];
    assert_eq!(total, Tally { bytes: 13, chars: 9, counts: counts.to_vec() });
    assert_eq!(total.counts[0].unknown_share(), Some(2.0 / 9.0));
    assert_eq!((total.chars_per_token(0), Tally::default().chars_per_token(0)), (Some(1.0), None));
}

#[test]
fn a_run_stops_when_the_sink_says_so() {
    let inputs = (0..10_000).map(|nth| Input::Document(Box::new(Document::new(nth.to_string(), "text"))));
    let mut seen = 0;
    count(&gauges(), inputs, RunOptions::default(), |_| {
        seen += 1;
        seen < 3
    });
    assert_eq!(seen, 3);
}

#[test]
fn special_tokens_take_room_and_the_rest_of_the_records_goes_on() {
    let lines: String = TEXTS.iter().map(|text| format!("{{\"text\": \"{text}\"}}\n")).collect();
    let gauges = gauges().map(|gauge| gauge.with_limit(6));
    let mut said = Vec::new();
    guard(&gauges, Records::new(lines.as_bytes(), "f"), None, RunOptions::default(), |result| {
        said.push(match result {
            Ok(checked) => format!(
                "{}: {:?}",
                checked.line,
                checked.fits.iter().map(|fit| (fit.tokens, fit.kept)).collect::<Vec<_>>()
            ),
            Err(failure) => failure.to_string(),
        });
        true
    });
    assert_eq!(
        said,
        [
            "1: [(6, 4), (4, 4)]",
            "f:2: a counter panicked on this text; please report it with the text",
            "3: [(7, 8), (9, 6)]",
            "f:4: the program died",
            "5: [(2, 0), (0, 0)]",
        ]
    );
}

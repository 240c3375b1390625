//! A program that does what it should.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kawara::input::Input;
use kawara::output::write_record;
use kawara::run::{RunOptions, run};
use kawara::{Document, Engine, Options};
use kawara_testkit::{COUNTER_CHECKS, CounterSubject, check_counter, check_invariants, hostile, mixed_text};

use crate::program;
use crate::support::{definition, fresh, open, registry, settings};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("it_keeps_the_contract_of_counters", it_keeps_the_contract_of_counters),
    ("it_counts_what_the_program_counts", it_counts_what_the_program_counts),
    ("it_is_known_by_what_it_says_of_itself", it_is_known_by_what_it_says_of_itself),
    ("a_document_is_measured_in_one_request", a_document_is_measured_in_one_request),
    ("the_invariants_hold", the_invariants_hold),
    ("long_runs_take_linear_time", long_runs_take_linear_time),
    ("a_million_spaces", a_million_spaces),
    ("threads_change_nothing", threads_change_nothing),
    ("standard_error_never_blocks", standard_error_never_blocks),
    ("nothing_is_left_behind", nothing_is_left_behind),
    ("one_program_serves_many_settings", one_program_serves_many_settings),
];

fn it_keeps_the_contract_of_counters() {
    assert!(!COUNTER_CHECKS.is_empty());
    let subject =
        CounterSubject::new(open(definition(&["about", "{\"specials\":2,\"limit\":512}"])).unwrap());
    check_counter(&subject.with_texts(&["The roof was laid in rows; it didn't leak."])).unwrap();
}

fn it_counts_what_the_program_counts() {
    let counter = open(definition(&[])).unwrap();
    for sample in hostile::texts().iter().filter(|sample| sample.text.len() < 100_000) {
        assert_eq!(counter.count(&sample.text).unwrap(), program::count(&sample.text), "{}", sample.name);
    }
    assert_eq!(counter.unknown("a? b?").unwrap(), Some(2));
    // More than one request holds.
    let texts: Vec<String> = (0..4_000).map(|nth| mixed_text(nth, 700)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let counted = counter.count_all(&texts).unwrap();
    assert!(texts.iter().zip(&counted).all(|(text, counted)| counted.tokens == program::count(text)));
    assert_eq!((texts.len(), counter.count_all(&[]).unwrap().len()), (counted.len(), 0));
}

fn it_is_known_by_what_it_says_of_itself() {
    let counter = open(definition(&[
        "about",
        r#"{"name":"acme","version":"3","vocabulary":"9f","specials":2,"limit":60}"#,
    ]))
    .unwrap();
    assert_eq!(counter.id().to_string(), "acme 3 (9f)");
    assert_eq!((counter.specials(), counter.limit().unwrap()), (2, Some(60)));
    let counter = open(definition(&[])).unwrap();
    assert_eq!(counter.id().to_string(), "cmd:t unversioned");
    assert_eq!((counter.specials(), counter.limit().unwrap()), (0, None));
    // Neither where the program lies nor how it is called is in ids and fingerprints.
    let ids = |noise: &str| {
        let registry = registry(definition(&["about", "{\"name\":\"acme\"}", "noise", noise]));
        let chunks =
            Engine::new(registry, Arc::new(settings(50))).chunk(&Document::new("a", "A roof.")).unwrap();
        chunks.iter().map(|chunk| format!("{} {}", chunk.id(), chunk.settings())).collect::<Vec<_>>()
    };
    assert_eq!(ids("0"), ids("6"));
}

fn a_document_is_measured_in_one_request() {
    let log = fresh("requests.log");
    let registry = registry(definition(&["log", log.to_str().unwrap()]));
    let text: String = (0..300).map(|nth| format!("Pump number {nth} stopped? Nobody knew. ")).collect();
    let chunks = Engine::new(registry, Arc::new(settings(60))).chunk(&Document::new("a", text)).unwrap();
    assert!(chunks.len() > 50);
    let requests: Vec<usize> =
        std::fs::read_to_string(log).unwrap().lines().filter_map(|line| line.parse().ok()).collect();
    assert_eq!(requests.iter().filter(|texts| **texts > 600).count(), 1);
    assert!(requests.len() < 2 * chunks.len() + 5, "{} requests for {} chunks", requests.len(), chunks.len());
}

fn the_invariants_hold() {
    let settings = settings(24);
    let registry = registry(definition(&["about", "{\"specials\":2}"]));
    let counter = registry.counter("cmd:t").unwrap().open(&Options::new()).unwrap();
    let engine = Engine::new(registry, Arc::new(settings.clone()));
    let mut worker = engine.worker();
    let mixed = (0..4).map(|seed| mixed_text(seed, 1500));
    let texts =
        hostile::texts().into_iter().map(|sample| sample.text.to_string()).filter(|text| text.len() < 5_000);
    for text in texts.chain(mixed) {
        let document = Document::new("d", text);
        let chunks = worker.chunk(&document).unwrap();
        check_invariants(&document, &settings, &*counter, &chunks).unwrap();
    }
}

fn long_runs_take_linear_time() {
    let registry = registry(definition(&[]));
    let engine = Engine::new(registry, Arc::new(settings(400)));
    for unit in [" ", "a", "是", "\n", "a b. "] {
        let time = |bytes: usize| {
            let document = Document::new("d", unit.repeat(bytes / unit.len()));
            let start = Instant::now();
            engine.chunk(&document).unwrap();
            start.elapsed()
        };
        // The fastest of several runs: what else the machine does only adds.
        let (mut small, mut large) = (Duration::MAX, Duration::MAX);
        let is_linear = (0..5).any(|_| {
            small = small.min(time(100_000));
            large = large.min(time(400_000));
            large < small.max(Duration::from_millis(50)) * 8
        });
        assert!(is_linear, "{unit:?}: {small:?} for 100 kB, {large:?} for 400 kB");
    }
}

fn a_million_spaces() {
    let registry = registry(definition(&[]));
    let spaces = " ".repeat(1_000_000);
    let counter = registry.counter("cmd:t").unwrap().open(&Options::new()).unwrap();
    assert_eq!(counter.count(&spaces).unwrap(), 1_000_000);
    let engine = Engine::new(registry, Arc::new(settings(40)));
    assert!(engine.chunk(&Document::new("d", spaces.as_str())).unwrap().is_empty());
    let chunks = engine.chunk(&Document::new("d", format!("A roof.{spaces}A tile."))).unwrap();
    assert_eq!(chunks.iter().map(|chunk| chunk.text().len()).collect::<Vec<_>>(), [7, 7]);
}

fn threads_change_nothing() {
    let texts: Vec<String> = (0..24).map(|seed| mixed_text(seed, 4_000)).collect();
    let records = |threads: usize, processes: usize| {
        let definition = definition(&[]).with_processes(NonZeroUsize::new(processes).unwrap());
        let engine = Engine::new(registry(definition), Arc::new(settings(60)));
        let documents = (0..).zip(&texts).map(|(nth, text)| Document::new(format!("d{nth}"), text.as_str()));
        let inputs: Vec<_> = documents.map(|document| Input::Document(Box::new(document))).collect();
        let options = RunOptions { threads: NonZeroUsize::new(threads).unwrap(), ..RunOptions::default() };
        let mut out = Vec::new();
        run(&engine, inputs.into_iter(), options, |chunks, _| {
            chunks.unwrap().iter().for_each(|chunk| write_record(chunk, &mut out).unwrap());
            true
        });
        out
    };
    let alone = records(1, 1);
    assert!(!alone.is_empty());
    assert!(alone == records(6, 1) && alone == records(6, 3));
}

fn standard_error_never_blocks() {
    let counter = open(definition(&["noise", "1000000"])).unwrap();
    for _ in 0..5 {
        assert_eq!(counter.count("a roof").unwrap(), 2);
    }
}

fn nothing_is_left_behind() {
    let counter = open(definition(&["about", "{\"name\":\"PID\"}"])).unwrap();
    let process = std::path::Path::new("/proc").join(counter.id().name());
    if !process.exists() {
        eprintln!("skipped: needs /proc");
        return;
    }
    assert_eq!(counter.count("a roof").unwrap(), 2);
    drop(counter);
    assert!(!process.exists(), "neither running nor a zombie");
}

fn one_program_serves_many_settings() {
    let log = fresh("settings.log");
    let registry = registry(definition(&["log", log.to_str().unwrap()]));
    for max_tokens in [20, 40, 60] {
        let engine = Engine::new(registry.clone(), Arc::new(settings(max_tokens)));
        engine.chunk(&Document::new("a", "A roof. Another roof.")).unwrap();
    }
    let starts = std::fs::read_to_string(log).unwrap().lines().filter(|line| *line == "start").count();
    assert_eq!(starts, 1);
}

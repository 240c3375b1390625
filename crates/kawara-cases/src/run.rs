//! Cases through the facade.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use cpu_time::ThreadTime;
use kawara::{Document, Engine, Options, Registry, policy::Policy};

use crate::mapping::{Mapped, map};
use crate::{Case, ChunkRow, Outcome, Results, counters};

/// Runs a case: its chunks, or the error that it ends with.
///
/// It is run twice, each time with an engine of its own; results that differ are an error, and so is a panic.
pub fn run(case: &Case) -> Outcome {
    match (guarded(|| attempt(case, true)), guarded(|| attempt(case, false))) {
        (Ok(first), Ok(second)) if same(&first, &second) => Outcome::Done(first),
        (Err(first), Err(second)) if first == second => Outcome::failed(&case.id, first),
        _ => Outcome::failed(&case.id, "two runs of the case gave different results"),
    }
}

fn same(one: &Results, two: &Results) -> bool {
    one.chunks == two.chunks && one.units == two.units && one.total_tokens == two.total_tokens
}

fn attempt(case: &Case, compares_sizes: bool) -> Result<Results, String> {
    let text = case.text()?;
    let started = ThreadTime::now();
    let mut packs = kawara::builtin().to_vec();
    packs.push(&counters::PACK);
    let registry = Registry::collect(&packs).map_err(say)?;
    let Mapped { policy, counter, unmapped } = map(case, &registry);
    let policy = Policy::from_str(&policy, "case.toml", "").map_err(say)?;
    let engine = Engine::new(registry, policy);
    let document = Document::new(case.id.as_str(), &*text);
    let chunks = engine.chunk(&document).map_err(say)?;
    let seconds = started.elapsed().as_secs_f64();

    let rows = chunks.iter().map(|chunk| {
        let source = chunk.source_range();
        ChunkRow {
            start: source.start,
            end: source.end,
            text: chunk.text().to_owned(),
            context: chunk.context().to_owned(),
            tokens: chunk.tokens(),
            flags: chunk.flags().iter().map(|flag| flag.as_str().to_owned()).collect(),
        }
    });
    let units = engine.worker().units(&document, None).map_err(say)?;
    Ok(Results {
        id: case.id.clone(),
        chunks: rows.collect(),
        units: units.into_iter().map(|unit| (unit.source.start, unit.source.end)).collect(),
        seconds,
        total_tokens: count(engine.registry(), &counter, &text)?,
        scale_ratio: if compares_sizes { scale_ratio(case, &engine, &text)? } else { None },
        unmapped,
    })
}

fn count(registry: &Registry, counter: &str, text: &str) -> Result<u64, String> {
    let counter = registry.counter(counter).and_then(|source| source.open(&Options::new())).map_err(say)?;
    counter.count(text).map(u64::from).map_err(say)
}

/// How many times the CPU time of the smaller text the larger one takes, with an engine that has opened all it needs.
fn scale_ratio(case: &Case, engine: &Engine, small: &str) -> Result<Option<f64>, String> {
    let Some(large) = case.large_text()? else { return Ok(None) };
    let small = fastest(engine, &Document::new(case.id.as_str(), small))?;
    let large = fastest(engine, &Document::new(case.id.as_str(), &*large))?;
    Ok(Some(large.as_secs_f64() / small.as_secs_f64().max(1e-9)))
}

/// The fastest of three runs: what else the machine does only adds.
fn fastest(engine: &Engine, document: &Document) -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let started = ThreadTime::now();
        engine.chunk(document).map_err(say)?;
        best = best.min(started.elapsed());
    }
    Ok(best)
}

fn say(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A panic becomes an error, so that it does not take other cases along.
fn guarded<T>(attempt: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(attempt)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().copied();
        let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(format!("panic: {}", message.unwrap_or("without a message")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_errors() {
        let torn = || -> Result<(), String> { panic!("torn at {}", 7) };
        assert_eq!(guarded(torn), Err("panic: torn at 7".to_owned()));
        assert_eq!(guarded(|| Ok(3)), Ok(3));
    }

    #[test]
    fn two_sizes_are_compared() {
        let case: Case = serde_json::from_str(
            r#"{"id": "x", "kind": "unbroken-run", "severity": "must", "content_type": "prose",
                "generate": [{"repeat": "The pump stopped. ", "times": "N"}],
                "settings": {"counter": "chars", "max_tokens": 100, "overlap_units": 1},
                "check": {"scale": {"n": [50, 200], "ratio_max": 8}}}"#,
        )
        .unwrap();
        let Outcome::Done(results) = run(&case) else { panic!("{:?}", run(&case)) };
        assert_eq!(results.total_tokens, 50 * 18);
        assert_eq!(results.units.len(), 50);
        assert!(results.scale_ratio.is_some_and(|ratio| ratio > 0.0), "{:?}", results.scale_ratio);
    }
}

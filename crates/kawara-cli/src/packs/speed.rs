//! How fast a pack is, on one thread.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kawara::{Counter, Cuts, Grain, Result, Segmenter};

/// A text is worked through again until so much time has gone by.
const ENOUGH: Duration = Duration::from_millis(200);

/// Megabytes a second of cutting paragraphs at a grain, through the gate.
///
/// # Errors
/// The fault of the pack.
pub(super) fn cutting(segmenter: &Arc<dyn Segmenter>, grain: Grain, text: &str) -> Result<f64> {
    let mut worker = segmenter.worker();
    rate(text, |paragraph| {
        let mut cuts = Cuts::new(paragraph);
        worker.cuts(paragraph, grain, &mut cuts)?;
        cuts.finish().map(drop)
    })
}

/// Megabytes a second of counting paragraphs.
///
/// # Errors
/// The fault of the pack.
pub(super) fn counting(counter: &Arc<dyn Counter>, text: &str) -> Result<f64> {
    rate(text, |paragraph| counter.count(paragraph).map(drop))
}

/// Works through the paragraphs of a text, at least once and as long as there is time: what is opened on first use is opened before.
fn rate(text: &str, mut work: impl FnMut(&str) -> Result<()>) -> Result<f64> {
    let paragraphs: Vec<&str> = text.split("\n\n").filter(|paragraph| !paragraph.is_empty()).collect();
    if let Some(first) = paragraphs.first() {
        work(first)?;
    }
    let (started, mut bytes) = (Instant::now(), 0);
    for paragraph in paragraphs.iter().cycle().take(paragraphs.len() * 1000) {
        work(paragraph)?;
        bytes += paragraph.len();
        if started.elapsed() >= ENOUGH {
            break;
        }
    }
    Ok(bytes as f64 / 1e6 / started.elapsed().as_secs_f64().max(1e-9))
}

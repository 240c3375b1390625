//! How far a run is.

use std::io::{self, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// Bytes and documents that are done, their speed, and how long the rest will take: a line on a terminal, nothing elsewhere. Drawn a few times a
/// second, however often something is done.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    documents: Arc<AtomicU64>,
}

/// Draws nothing.
impl Default for Progress {
    fn default() -> Self {
        Self { bar: ProgressBar::hidden(), documents: Arc::default() }
    }
}

impl Progress {
    pub(super) fn on_terminal(bytes: Option<u64>, what: &'static str) -> Self {
        if !io::stderr().is_terminal() {
            return Self::default();
        }
        let documents = Arc::<AtomicU64>::default();
        let (bar, template) = match bytes {
            Some(bytes) => (
                ProgressBar::new(bytes),
                "{bar:24} {bytes}/{total_bytes}  {bytes_per_sec}  {documents}  {left}",
            ),
            None => (ProgressBar::no_length(), "{spinner} {bytes}  {bytes_per_sec}  {documents}"),
        };
        let Ok(style) = ProgressStyle::with_template(template) else { return Self::default() };
        let known = Arc::clone(&documents);
        let style = style
            .with_key("documents", move |state: &ProgressState, to: &mut dyn std::fmt::Write| {
                let documents = known.load(Ordering::Relaxed);
                let speed = documents as f64 / state.elapsed().as_secs_f64().max(1e-3);
                let what = if documents == 1 { what.trim_end_matches('s') } else { what };
                let _ = write!(to, "{documents} {what}, {speed:.0}/s");
            })
            .with_key("left", |state: &ProgressState, to: &mut dyn std::fmt::Write| {
                if state.pos() > 0 {
                    let _ = write!(to, "{} left", HumanDuration(state.eta()));
                }
            });
        Self { bar: bar.with_style(style), documents }
    }

    /// So many bytes are done, and with them a document, unless more of it is to come.
    pub(crate) fn add(&self, bytes: u64, is_document: bool) {
        self.documents.fetch_add(u64::from(is_document), Ordering::Relaxed);
        self.bar.inc(bytes);
    }

    /// Counts the bytes that are read.
    pub(crate) fn reads<R: Read>(&self, from: R) -> impl Read + use<R> {
        self.bar.wrap_read(from)
    }

    /// Runs this while nothing is drawn. What a [`Console`](super::Console) says does so by itself, and must not be said in here: it would wait
    /// for this to end.
    pub(crate) fn suspend<R>(&self, run: impl FnOnce() -> R) -> R {
        self.bar.suspend(run)
    }

    /// Takes the line away.
    pub(crate) fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
}

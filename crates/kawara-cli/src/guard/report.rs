use std::io::{self, BufWriter, Write};

use kawara::Gauge;
use kawara::guard::{Checked, Fit};
use kawara::input::Failure;
use kawara::policy::models::OverLimit;
use kawara::policy::printable;
use kawara::unknown::Unknown;
use serde_json::json;

use crate::console::Console;
use crate::width::beginning;

/// What was found, as lines for people or as JSON lines.
pub(super) struct Report<'g> {
    gauges: &'g [Gauge],
    to: BufWriter<io::Stdout>,
    is_json: bool,
    chunks: usize,
    failures: usize,
    sums: Vec<Sum>,
}

/// What one model would not see, in all.
#[derive(Clone, Default)]
struct Sum {
    over: usize,
    lost: u64,
    most: u32,
    unknown: Option<Unknown>,
}

/// After so many failures the next are only counted: most often all records have the same fault.
const SHOWN_FAILURES: usize = 20;

/// How many columns of the lost text are shown.
const SHOWN_COLUMNS: usize = 48;

impl<'g> Report<'g> {
    pub(super) fn new(gauges: &'g [Gauge], is_json: bool) -> Self {
        let (to, sums) = (BufWriter::new(io::stdout()), vec![Sum::default(); gauges.len()]);
        Self { gauges, to, is_json, chunks: 0, failures: 0, sums }
    }

    pub(super) fn failed(&mut self, failure: &Failure, console: &Console) {
        self.failures += 1;
        if self.failures <= SHOWN_FAILURES {
            console.error(failure);
        }
    }

    /// What is wrong with a chunk is written at once where somebody waits for it.
    pub(super) fn add(&mut self, checked: &Checked, at_once: bool) -> io::Result<()> {
        self.chunks += 1;
        for ((gauge, fit), sum) in self.gauges.iter().zip(&checked.fits).zip(&mut self.sums) {
            sum.most = sum.most.max(fit.tokens);
            if let Some(unknown) = fit.unknown {
                let name = checked.embedded.id.clone().unwrap_or_else(|| format!("line {}", checked.line));
                sum.unknown.get_or_insert_default().add(&name, unknown.into(), fit.tokens.into());
            }
            if fit.is_over() {
                sum.over += 1;
                sum.lost += u64::from(fit.lost_tokens());
                if self.is_json {
                    writeln!(self.to, "{}", found(checked, gauge, fit))?;
                } else {
                    writeln!(self.to, "{}", sentence(checked, gauge, fit))?;
                }
            }
        }
        if at_once { self.to.flush() } else { Ok(()) }
    }

    pub(super) fn close(&mut self) -> io::Result<()> {
        if self.is_json {
            writeln!(self.to, "{}", self.total())?;
        } else {
            for (gauge, sum) in self.gauges.iter().zip(&self.sums) {
                writeln!(self.to, "{}", summary(gauge, sum, self.chunks))?;
            }
        }
        self.to.flush()
    }

    fn total(&self) -> serde_json::Value {
        let models = self.gauges.iter().zip(&self.sums).map(|(gauge, sum)| {
            json!({
                "name": gauge.name(), "counter": gauge.counter().id().to_string(), "limit": limit(gauge),
                "specials": gauge.counter().specials(), "prefix": gauge.prefix(), "over_limit": gauge.over().map(OverLimit::as_str),
                "over": sum.over, "lost_tokens": sum.lost, "most_tokens": sum.most,
                "unknown_share": sum.unknown.as_ref().map(Unknown::share),
            })
        });
        json!({ "total": {
            "chunks": self.chunks, "failed": self.failures, "models": models.collect::<Vec<_>>(),
        } })
    }

    pub(super) fn remarks(&self, console: &Console) {
        if self.failures > SHOWN_FAILURES {
            let more = self.failures - SHOWN_FAILURES;
            console.error(format_args!("{more} more records could not be read"));
        }
        if self.chunks + self.failures == 0 {
            console.note("there are no chunks in it");
        }
        for (gauge, unknown) in
            self.gauges.iter().zip(&self.sums).filter_map(|(g, s)| Some((g, s.unknown.as_ref()?)))
        {
            if let Some(warning) = unknown.warning(gauge.name()) {
                console.warning(warning);
            }
            if let Some(note) = unknown.note(gauge.name()) {
                console.note(note);
            }
        }
    }

    pub(super) fn is_well(&self) -> bool {
        self.failures == 0 && self.sums.iter().all(|sum| sum.over == 0)
    }
}

fn found(checked: &Checked, gauge: &Gauge, fit: &Fit) -> serde_json::Value {
    let text = &checked.embedded.text;
    json!({
        "line": checked.line, "id": checked.embedded.id, "name": gauge.name(),
        "tokens": fit.tokens, "limit": fit.limit, "lost_tokens": fit.lost_tokens(),
        "lost_share": fit.lost_share(text), "kept_chars": text[..fit.kept].chars().count(),
        "lost": beginning(&text[fit.kept..], SHOWN_COLUMNS),
    })
}

fn sentence(checked: &Checked, gauge: &Gauge, fit: &Fit) -> String {
    let text = &checked.embedded.text;
    let id = checked.embedded.id.as_ref().map_or(String::new(), |id| format!("  {}", printable(id)));
    let verb = if gauge.over() == Some(OverLimit::Error) { "is refused, too long by" } else { "loses" };
    format!(
        "line {}{id}  {}  {}/{} tokens: {verb} {}, {:.1} % of the text, from “{}”",
        checked.line,
        gauge.name(),
        fit.tokens,
        fit.limit,
        fit.lost_tokens(),
        fit.lost_share(text) * 100.0,
        beginning(&text[fit.kept..], SHOWN_COLUMNS),
    )
}

fn summary(gauge: &Gauge, sum: &Sum, chunks: usize) -> String {
    let mut given = Vec::new();
    let specials = gauge.counter().specials();
    if specials > 0 {
        given.push(format!("{specials} special tokens"));
    }
    if !gauge.prefix().is_empty() {
        given.push(format!("the prefix {:?}", gauge.prefix()));
    }
    let given = if given.is_empty() { String::new() } else { format!(" with {}", given.join(" and ")) };
    format!(
        "{}: {} of {chunks} chunks over {} tokens, {} tokens too many in all; the largest has {}{given}",
        gauge.name(),
        sum.over,
        limit(gauge),
        sum.lost,
        sum.most,
    )
}

/// The limit, which every gauge here was given.
fn limit(gauge: &Gauge) -> u32 {
    gauge.limit().ok().flatten().unwrap_or(0)
}

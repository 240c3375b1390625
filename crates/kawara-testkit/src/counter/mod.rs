//! The contract of a tokenizer.

mod honesty;
mod ranges;
mod spans;
mod steadiness;

use std::sync::Arc;

use kawara_core::{Counter, CounterEntry, Error, Options};

use crate::check::run_all;
use crate::fault::quote;
use crate::options::{cannot_open, check_names, check_options};
use crate::sample::{bench, own_texts};
use crate::{Check, Fault, Sample, hostile};

/// Every promise of a [`Counter`], in the order in which a new one is best mended.
pub const COUNTER_CHECKS: &[Check<CounterSubject>] = &[
    Check::new("counts_every_text", steadiness::counts_every_text),
    Check::new("counts_nothing_as_nothing", honesty::counts_nothing_as_nothing),
    Check::new("does_not_pad", honesty::does_not_pad),
    Check::new("does_not_truncate", honesty::does_not_truncate),
    Check::new("takes_special_tokens_for_text", honesty::takes_special_tokens_for_text),
    Check::new("counts_the_same_every_time", steadiness::counts_the_same_every_time),
    Check::new("counts_ranges_exactly", ranges::counts_ranges_exactly),
    Check::new("estimates_well", ranges::estimates_well),
    Check::new("tells_where_tokens_stand", spans::tells_where_tokens_stand),
    Check::new("describes_itself", describes_itself),
    Check::new("survives_long_runs", survives_long_runs),
    Check::new("takes_linear_time", takes_linear_time),
];

/// A counter on the bench: what is opened, what its entry declares, and the texts to try it on.
pub struct CounterSubject {
    counter: Arc<dyn Counter>,
    entry: Option<(&'static CounterEntry, String)>,
    options: Options,
    texts: Vec<Sample>,
    bench: Vec<Sample>,
}

impl CounterSubject {
    /// Opens what a pack offers by the part of its name behind the colon, with options.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(entry: &'static CounterEntry, name: &str, options: &Options) -> Result<Self, Fault> {
        let opened = options.check(entry.option_specs()).and_then(|()| entry.open(name, options));
        let counter =
            opened.map_err(|error| cannot_open("counter", &format!("{}:{name}", entry.scheme()), &error))?;
        Ok(Self { entry: Some((entry, name.to_owned())), options: options.clone(), ..Self::new(counter) })
    }

    /// A counter that no entry describes.
    pub fn new(counter: Arc<dyn Counter>) -> Self {
        Self { counter, entry: None, options: Options::new(), texts: Vec::new(), bench: bench(&[]) }
    }

    /// Texts that it is made for, tried besides the hostile ones, whole and with hostile fragments put in.
    pub fn with_texts(mut self, texts: &[&str]) -> Self {
        self.texts = own_texts(texts);
        self.bench = bench(&self.texts);
        self
    }

    fn count(&self, text: &str) -> Result<u32, Fault> {
        self.counter.count(text).map_err(|error| failed("count", text, &error))
    }
}

impl std::fmt::Debug for CounterSubject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CounterSubject")
            .field("counter", self.counter.id())
            .field("texts", &self.bench.len())
            .finish()
    }
}

/// Tries every promise of the contract.
///
/// ```
/// use kawara_core::{Options, Registry};
/// use kawara_testkit::{CounterSubject, check_counter};
///
/// let registry = Registry::collect(&[])?;
/// let graphemes = registry.counter("graphemes")?.entry().unwrap();
/// check_counter(&CounterSubject::open(graphemes, "", &Options::new())?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first fault found.
pub fn check_counter(subject: &CounterSubject) -> Result<(), Fault> {
    run_all(COUNTER_CHECKS, subject)
}

fn failed(what: &str, text: &str, error: &Error) -> Fault {
    let what = format!("`{what}` fails on {}: {error}", quote(text));
    Fault::new(what, "a counter never fails because of the text: every string has a count")
}

/// The most tokens that a model can be believed to take.
const HIGHEST_LIMIT: u32 = 1 << 30;

/// The id, the limit, the special tokens and the entry are plausible.
fn describes_itself(subject: &CounterSubject) -> Result<(), Fault> {
    let (id, specials) = (subject.counter.id(), subject.counter.specials());
    // A limit that is refused says why; the settings have to give one then.
    let limit = subject.counter.limit().ok().flatten();
    if id.name().trim().is_empty() || id.version().trim().is_empty() {
        let what = format!("the id is `{}` in version `{}`", id.name(), id.version());
        return Err(Fault::new(
            what,
            "give the name that opens it and the version of its code: settings are told apart by them",
        ));
    }
    if let Some(limit) = limit.filter(|limit| *limit <= specials || *limit > HIGHEST_LIMIT) {
        let what = format!("the model's limit is {limit} tokens, {specials} of them special");
        return Err(Fault::new(
            what,
            "return `None` where the limit is not known: files write 1e30 for that",
        ));
    }
    let Some((entry, name)) = &subject.entry else { return Ok(()) };
    check_names("the scheme", &[entry.scheme()])?;
    if entry.scheme().contains(':') {
        return Err(Fault::new(
            format!("the scheme `{}` contains a colon", entry.scheme()),
            "the colon separates it from the name",
        ));
    }
    if let Some(known) = entry.known_names().iter().find(|known| entry.open(known, &subject.options).is_err())
    {
        let what = format!("`{}:{known}` is listed but cannot be opened", entry.scheme());
        return Err(Fault::new(what, "list the names that open, and no other"));
    }
    check_options(entry.option_specs(), &subject.options, |options| entry.open(name, options))
}

/// A million times the same character does no harm.
fn survives_long_runs(subject: &CounterSubject) -> Result<(), Fault> {
    for &(name, unit) in hostile::PATTERNS {
        let text = unit.repeat(1_000_000_usize.div_ceil(unit.len()));
        let counted = crate::sample::guard(|| subject.count(&text));
        counted.map_err(|fault| fault.in_text(format!("a million bytes of {name}"), text))?;
    }
    Ok(())
}

fn takes_linear_time(subject: &CounterSubject) -> Result<(), Fault> {
    crate::timing::grows_linearly(|text| subject.count(text).map(drop))
}

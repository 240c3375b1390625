//! `kawara packs test`

use std::fs;
use std::time::{Duration, Instant};

use kawara::packs::PackFile;
use kawara::policy::printable;
use kawara::{CounterEntry, OptionKind, OptionSpec, Options, Pack, SegmenterEntry, Value};
use kawara_testkit::{
    COUNTER_CHECKS, Check, CounterSubject, Fault, LANGUAGES, SEGMENTER_CHECKS, SegmenterSubject, mixed_text,
    prose,
};

use super::speed;
use crate::End;
use crate::args::PackTestArguments;
use crate::commands::registry;
use crate::figures::counted;
use crate::stdout::print;

/// Bytes of text that speed is measured on.
const BENCH: usize = 1 << 18;

/// Holds what a pack offers against the contracts, and tells how fast it is.
pub(super) fn test(arguments: &PackTestArguments) -> Result<(), End> {
    let pack = find(arguments)?;
    let texts: Vec<String> = arguments.texts.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let given = Given { arguments, pack, texts: &texts };
    given.refuse_unknown()?;
    print(&given.head())?;
    // A panic of a pack is told as a fault; what the runtime says of it beside would be in the way.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let tried = given.all();
    std::panic::set_hook(hook);
    let Tried { promises, broken } = tried?;
    print(&match (promises, broken) {
        (0, _) => "\nnothing was tried\n".to_owned(),
        (_, 0) => format!("\nall {} are kept\n", counted(promises, "promise")),
        (1, _) => "\nthe promise that was tried is broken\n".to_owned(),
        _ => format!(
            "\n{broken} of {} {} broken\n",
            counted(promises, "promise"),
            if broken == 1 { "is" } else { "are" }
        ),
    })?;
    if broken == 0 { Ok(()) } else { Err(End::SomeFailed) }
}

/// The pack of a name, or that of a library.
fn find(arguments: &PackTestArguments) -> Result<&'static Pack, End> {
    let (word, usage) = (&arguments.pack, |error: kawara::Error| End::Usage(error.to_string()));
    if word.contains(['.', '/', '\\', '@']) {
        return PackFile::parse(word).and_then(|file| file.load()).map_err(usage);
    }
    let registry = registry(&arguments.commands)?;
    let known = registry.packs().iter().find(|pack| pack.name() == word);
    known.copied().ok_or_else(|| {
        let names: Vec<_> = registry.packs().iter().map(|pack| pack.name()).collect();
        End::Usage(format!(
            "no pack is called `{word}`; there are {}. A file is named with its path: ./{word}",
            names.join(", ")
        ))
    })
}

fn read(path: &std::path::Path) -> Result<String, End> {
    fs::read_to_string(path)
        .map_err(|error| End::Usage(format!("the text {} cannot be read: {error}", path.display())))
}

/// What is tried, and on what.
struct Given<'a> {
    arguments: &'a PackTestArguments,
    pack: &'static Pack,
    texts: &'a [&'a str],
}

/// How many promises were tried, and how many were broken.
#[derive(Clone, Copy, Default)]
struct Tried {
    promises: u64,
    broken: u64,
}

impl Given<'_> {
    fn head(&self) -> String {
        let library =
            self.pack.digest().map_or_else(|| "linked".to_owned(), |digest| format!("sha256 {digest}"));
        let texts = match self.texts.len() {
            0 => "the texts of the test kit".to_owned(),
            own => format!("{} and those of the test kit", counted(own as u64, "text")),
        };
        format!("{} {}  ({library}), on {texts}\n", self.pack.name(), self.pack.version())
    }

    fn all(&self) -> Result<Tried, End> {
        let mut all = Tried::default();
        for entry in self.pack.segmenter_entries() {
            all.add(self.segmenter(entry)?);
        }
        for entry in self.pack.counter_entries() {
            for name in self.names(entry) {
                all.add(self.counter(entry, &name)?);
            }
        }
        for entry in self.pack.reader_entries() {
            print(&format!(
                "\nreader {}: not tried here, but by `reader_contract!` in its crate\n",
                entry.id()
            ))?;
        }
        Ok(all)
    }

    fn segmenter(&self, entry: &'static SegmenterEntry) -> Result<Tried, End> {
        print(&format!("\nlanguage {}\n", entry.languages().join(", ")))?;
        let options = self.options(entry.option_specs())?;
        let subject = match SegmenterSubject::open(entry, &options) {
            Ok(subject) => subject.with_texts(self.texts),
            Err(fault) => return unopened(&fault),
        };
        let tried = tried(SEGMENTER_CHECKS, &subject)?;
        let Ok(segmenter) = entry.open(&options) else { return Ok(tried) };
        let language = entry.languages().first().copied().unwrap_or_default();
        let (text, of) = self.bench(language);
        let speeds = entry.known_grains().iter().map(|grain| {
            let what = format!("{} grain, {of}", grain.as_str());
            (what, guarded(|| speed::cutting(&segmenter, *grain, &text)))
        });
        print(&told(speeds))?;
        Ok(tried)
    }

    fn counter(&self, entry: &'static CounterEntry, name: &str) -> Result<Tried, End> {
        let full =
            if name.is_empty() { entry.scheme().to_owned() } else { format!("{}:{name}", entry.scheme()) };
        print(&format!("\ncounter {}\n", printable(&full)))?;
        let options = self.options(entry.option_specs())?;
        let subject = match CounterSubject::open(entry, name, &options) {
            Ok(subject) => subject.with_texts(self.texts),
            Err(fault) => return unopened(&fault),
        };
        let tried = tried(COUNTER_CHECKS, &subject)?;
        let Ok(counter) = entry.open(name, &options) else { return Ok(tried) };
        let (text, of) = self.bench("");
        print(&told([(format!("counting, {of}"), guarded(|| speed::counting(&counter, &text)))]))?;
        Ok(tried)
    }

    /// What stands behind the colon: what is asked for, what the entry lists, or nothing.
    fn names(&self, entry: &CounterEntry) -> Vec<String> {
        let asked = self.arguments.counters.iter().filter_map(|name| {
            let (scheme, rest) = name.split_once(':').unwrap_or((name, ""));
            (scheme == entry.scheme()).then(|| rest.to_owned())
        });
        match (self.arguments.counters.is_empty(), entry.known_names()) {
            (false, _) => asked.collect(),
            (true, []) => vec![String::new()],
            (true, names) => names.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    /// Own texts, as often as it takes; else text of the language, or of several. And what it is.
    fn bench(&self, language: &str) -> (String, &'static str) {
        let own = self.texts.join("\n\n");
        if !own.trim().is_empty() {
            return ([own.as_str(), "\n\n"].concat().repeat(BENCH / own.len() + 1), "the texts given");
        }
        if !LANGUAGES.contains(&language) {
            return (mixed_text(1, BENCH), "text in four languages");
        }
        // Paragraphs of the usual length.
        let paragraphs = (0..BENCH as u64 / 512).map(|seed| prose(seed, language, 510) + "\n\n");
        (paragraphs.collect(), "text of the language")
    }

    /// Options of the command line, as far as they are among these.
    fn options(&self, specs: &[OptionSpec]) -> Result<Options, End> {
        let mut options = Options::new();
        for said in &self.arguments.options {
            let (key, text) = said.split_once('=').unwrap_or((said, ""));
            if let Some(spec) = specs.iter().find(|spec| spec.name() == key) {
                let value = value(spec, text).ok_or_else(|| {
                    End::Usage(format!("the option `{key}` is {}, and `{text}` is not", spec.kind()))
                })?;
                options.set(key, value);
            }
        }
        Ok(options)
    }

    /// Refuses options and counters that nothing in the pack takes.
    fn refuse_unknown(&self) -> Result<(), End> {
        let segmenters = self.pack.segmenter_entries().iter().flat_map(|entry| entry.option_specs());
        let counters = self.pack.counter_entries().iter().flat_map(|entry| entry.option_specs());
        let known: Vec<&str> = segmenters.chain(counters).map(OptionSpec::name).collect();
        for said in &self.arguments.options {
            let key = said.split_once('=').map_or(said.as_str(), |(key, _)| key);
            if !known.contains(&key) {
                let name = self.pack.name();
                return Err(End::Usage(format!(
                    "no language or counter of the pack `{name}` has an option `{key}`"
                )));
            }
        }
        let schemes: Vec<&str> = self.pack.counter_entries().iter().map(CounterEntry::scheme).collect();
        for counter in &self.arguments.counters {
            let scheme = counter.split_once(':').map_or(counter.as_str(), |(scheme, _)| scheme);
            if !schemes.contains(&scheme) {
                let name = self.pack.name();
                return Err(End::Usage(format!("the pack `{name}` has no counter `{scheme}`")));
            }
        }
        Ok(())
    }
}

impl Tried {
    fn add(&mut self, other: Self) {
        self.promises += other.promises;
        self.broken += other.broken;
    }
}

/// A value of an option, as its kind is written.
fn value(spec: &OptionSpec, text: &str) -> Option<Value> {
    match spec.kind() {
        OptionKind::Bool => text.parse().ok().map(Value::Bool),
        OptionKind::Int => text.parse().ok().map(Value::Int),
        OptionKind::List => {
            Some(Value::List(text.split(',').map(|item| Value::Str(item.to_owned())).collect()))
        }
        // What is relative is so to the current directory, and a pack may run elsewhere.
        OptionKind::Path => Some(Value::Str(std::path::absolute(text).ok()?.to_str()?.to_owned())),
        kind => Some(Value::Str(text.to_owned())).filter(|value| kind.accepts(value)),
    }
}

/// Tries each promise, and tells what became of it as soon as that is known.
fn tried<S>(checks: &[Check<S>], subject: &S) -> Result<Tried, End> {
    let mut all = Tried::default();
    let mut faults: Vec<Fault> = Vec::new();
    for check in checks {
        // Said beforehand: a library that crashes takes this program with it.
        print(&format!("  {:<40}", check.name()))?;
        let started = Instant::now();
        let fault = check.run(subject).err();
        print(&outcome(started.elapsed(), fault.as_ref(), &faults))?;
        all.add(Tried { promises: 1, broken: u64::from(fault.is_some()) });
        faults.extend(fault);
    }
    Ok(all)
}

fn unopened(fault: &Fault) -> Result<Tried, End> {
    print(&format!("  fault\n      {}\n", indented(fault)))?;
    Ok(Tried { promises: 1, broken: 1 })
}

/// What became of a promise. One fault breaks many, so what to do about it is said once.
fn outcome(took: Duration, fault: Option<&Fault>, before: &[Fault]) -> String {
    let seconds = took.as_secs_f64();
    let Some(fault) = fault else { return format!("ok    {seconds:>7.2} s\n") };
    let said = match before.iter().find(|other| other.remedy() == fault.remedy()) {
        Some(other) => {
            format!("{}\n      as above, under {}", printable(fault.what()), other.check())
        }
        None => indented(fault),
    };
    format!("fault {seconds:>7.2} s\n      {said}\n")
}

/// A fault below the line that it belongs to; what a pack wrote is in it.
fn indented(fault: &Fault) -> String {
    let lines: Vec<String> = fault.to_string().lines().map(printable).collect();
    lines.join("\n      ")
}

type Speed = Result<f64, String>;

/// A pack that breaks promises may panic here too.
fn guarded(work: impl FnOnce() -> kawara::Result<f64>) -> Speed {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(kawara::Error::new(kawara::ErrorKind::Segment, "it panics")))
        .map_err(|error| error.to_string())
}

fn told(speeds: impl IntoIterator<Item = (String, Speed)>) -> String {
    let one = |(what, speed): (String, Speed)| match speed {
        Ok(speed) => format!("  {what:<40}speed {speed:>7.1} MB/s\n"),
        Err(error) => format!("  {what:<40}speed cannot be told: {}\n", printable(&error)),
    };
    speeds.into_iter().map(one).collect()
}

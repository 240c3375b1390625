//! `kawara audit`

mod page;

use std::path::Path;

use kawara::guard::Records;
use kawara::input::Failure;
use kawara::policy::printable;
use kawara::run::RunOptions;
use kawara::{Gauge, PolicyTree, Registry};
use kawara_evidence::audit::{Audit, Fields, Given, Options, align, audit as look};
use kawara_evidence::{Corpus, Error, ErrorKind, Laid};

use crate::End;
use crate::args::{
    AdditionArguments, AuditArguments, CommandArguments, GaugeArguments, InputArguments, SettingArguments,
    TokenizerArguments,
};
use crate::commands::registry;
use crate::console::Console;
use crate::gauges::{gauges, tell_gauges};
use crate::guarded::{places, refuse_input};
use crate::inputs::{Work, engine, loader, policies, work};
use crate::paths::tell_waiting;
use crate::source::Source;
use crate::stdout::print;
use crate::target::Target;
use page::Page;

/// What counts where nobody says what does.
const COUNTER: &str = "tiktoken:cl100k_base";
/// How many failures are named; all are counted.
const SHOWN_FAILURES: usize = 5;

pub(crate) fn audit(arguments: &AuditArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.commands)?;
    let gauges = all_gauges(arguments, &registry, console)?;
    refuse_both(arguments)?;
    let to = arguments.write.as_deref().map(|path| Target::open(Some(path))).transpose()?;
    let mut failures = Failures { count: 0, console };
    let given = read(arguments, &mut failures, console)?;
    if given.is_empty() && failures.count > 0 {
        failures.tell_rest();
        return Err(End::SomeFailed);
    }
    let inputs = inputs(arguments);
    let policies = policies(&inputs, &registry, &[])?;
    let outputs: Vec<&Path> = arguments.write.iter().map(AsRef::as_ref).collect();
    let (work, policies) = work(&inputs, policies, &registry, &outputs, console)?;
    let Work { inputs: documents, encoding, notes, .. } = work;
    notes.iter().for_each(|note| console.note(note));
    let corpus = Corpus::read(documents, encoding, |failure| failures.add(&failure));
    if corpus.sources().is_empty() {
        return Err(End::Usage(
            "there is no document among the sources; name what the chunks were made of".into(),
        ));
    }
    let reading = engine(registry.clone(), policies, console)?;
    let options = Options {
        gauges: &gauges,
        max_tokens: arguments.max_tokens,
        is_overlap_meant: arguments.overlap,
        threads: arguments.jobs.threads(),
    };
    let alignment = align(&corpus, given);
    let mut unlaid = Vec::new();
    let cut = |toml: &str| lay(toml, arguments, &registry, &corpus, console, &mut unlaid);
    let found = look(&corpus, &alignment, &reading, &options, cut, |failure| failures.add(&failure));
    let found = found.map_err(|error| End::Usage(error.to_string()))?;
    unlaid.iter().for_each(|failure| failures.add(failure));
    let shown = if arguments.json {
        as_json(&found, failures.count)? + "\n"
    } else {
        Page::new(&found, arguments.write.as_deref()).to_string()
    };
    print(&shown)?;
    if let Some(path) = arguments.write.as_ref().filter(|_| found.is_well()) {
        let name = printable(&path.display().to_string());
        console.note(format_args!("nothing is to be mended, so no policy is written to {name}"));
    } else if let Some(to) = to {
        to.write_whole(&found.policy.toml)
            .map_err(|error| End::Usage(format!("cannot write the policy: {error}")))?;
    }
    failures.tell_rest();
    if found.chunks == 0 {
        console.note("there are no chunks in it");
    }
    if failures.count > 0 || fails(&found, &arguments.fail_on) { Err(End::SomeFailed) } else { Ok(()) }
}

/// Documents and chunks that could not be read: the first are named.
struct Failures<'c> {
    count: usize,
    console: &'c Console,
}

impl Failures<'_> {
    fn add(&mut self, failure: &Failure) {
        self.count += 1;
        if self.count <= SHOWN_FAILURES {
            self.console.error(failure);
        }
    }

    /// How many there are beside those that were named.
    fn tell_rest(&self) {
        if self.count > SHOWN_FAILURES {
            self.console.error(format_args!("{} more could not be read", self.count - SHOWN_FAILURES));
        }
    }
}

/// Whether what was found is to end with 1.
fn fails(found: &Audit, fail_on: &[String]) -> bool {
    let counts = |kind: &str| fail_on.is_empty() || fail_on.iter().any(|named| named == kind);
    found.findings.iter().any(|finding| counts(finding.kind.as_str()))
}

fn as_json(found: &Audit, failed: usize) -> Result<String, End> {
    let fault = |error: serde_json::Error| End::Usage(format!("cannot write: {error}"));
    let mut json = serde_json::to_value(found).map_err(fault)?;
    if let Some(fields) = json.as_object_mut() {
        fields.insert("failed".into(), failed.into());
    }
    serde_json::to_string(&json).map_err(fault)
}

/// Standard input can be read once, and nothing that is read is written over.
fn refuse_both(arguments: &AuditArguments) -> Result<(), End> {
    let stdin = Path::new("-");
    let documents =
        arguments.documents.iter().chain(&arguments.sources).filter(|path| *path == stdin).count();
    if documents + usize::from(arguments.chunks == stdin) > 1 {
        return Err(End::Usage("standard input can be read only once: documents or chunks".into()));
    }
    let outputs: Vec<&Path> = arguments.write.iter().map(AsRef::as_ref).collect();
    if arguments.chunks == stdin { Ok(()) } else { refuse_input(&arguments.chunks, &places(&outputs)) }
}

/// What counts: what is named, else the usual one.
fn all_gauges(arguments: &AuditArguments, registry: &Registry, console: &Console) -> Result<Vec<Gauge>, End> {
    let mut named = GaugeArguments {
        counters: arguments.counters.clone(),
        models: arguments.models.clone(),
        tokenizers: folders(arguments),
        commands: CommandArguments::default(),
    };
    if named.counters.is_empty() && named.models.is_empty() {
        console.note(format_args!("neither a model nor a counter is named: tokens are those of {COUNTER}"));
        named.counters.push(COUNTER.to_owned());
    }
    let gauges = gauges(&named, registry)?.into_iter().map(|gauge| {
        let gauge = arguments.limit.into_iter().fold(gauge, Gauge::with_limit);
        arguments.prefix.iter().fold(gauge, Gauge::with_prefix)
    });
    let gauges: Vec<Gauge> = gauges.collect();
    tell_gauges(&gauges, console);
    Ok(gauges)
}

fn folders(arguments: &AuditArguments) -> TokenizerArguments {
    TokenizerArguments { folders: arguments.tokenizers.folders.clone() }
}

/// The sources, as every command takes its documents.
fn inputs(arguments: &AuditArguments) -> InputArguments {
    InputArguments {
        paths: arguments.sources.clone(),
        documents: arguments.documents.clone(),
        encoding: arguments.encoding.clone(),
        settings: SettingArguments {
            policies: arguments.policy.iter().cloned().collect(),
            base_policy: None,
            models: Vec::new(),
            changes: Vec::new(),
            tokenizers: folders(arguments),
            commands: AdditionArguments::default(),
        },
    }
}

fn read(
    arguments: &AuditArguments,
    failures: &mut Failures<'_>,
    console: &Console,
) -> Result<Vec<Given>, End> {
    tell_waiting([&arguments.chunks].into_iter(), console);
    let source = Source::open(&arguments.chunks, "a file of chunks")?;
    let name = source.name.clone();
    let fields = Fields {
        text: arguments.field.clone(),
        document: arguments.doc_field.clone(),
        start: arguments.start_field.clone(),
    };
    let mut given = Vec::new();
    for record in Records::new(source.lines(), name) {
        let read = record.and_then(|record| {
            Given::read(&record, &fields).map_err(|message| Failure::new(record.place(), message))
        });
        match read {
            Ok(chunk) => given.push(chunk),
            Err(failure) => failures.add(&failure),
        }
    }
    Ok(given)
}

/// Cuts the documents by the policy that was written.
fn lay(
    toml: &str,
    arguments: &AuditArguments,
    registry: &Registry,
    corpus: &Corpus,
    console: &Console,
    unlaid: &mut Vec<Failure>,
) -> kawara_evidence::Result<Laid> {
    let wrong = |message: String| {
        Error::new(ErrorKind::Settings, format!("the policy that was written does not hold: {message}"))
    };
    let policy = loader(&folders(arguments), None, registry)
        .text(toml, "kawara.toml", ".")
        .map_err(|mistakes| wrong(mistakes.to_string()))?;
    let tree = PolicyTree::fixed(policy, Vec::new()).map_err(|mistakes| wrong(mistakes.to_string()))?;
    let engine = engine(registry.clone(), tree, console).map_err(|end| wrong(end.message().to_owned()))?;
    let options = RunOptions { threads: arguments.jobs.threads(), ..RunOptions::default() };
    Ok(Laid::by(&engine, corpus, options, |failure| unlaid.push(failure)))
}

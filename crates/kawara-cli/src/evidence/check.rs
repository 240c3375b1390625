//! `kawara evidence check`

use std::collections::BTreeSet;
use std::path::Path;

use kawara::guard::Records;
use kawara::input::Failure;
use kawara::policy::printable;
use kawara::run::RunOptions;
use kawara::{Engine, Registry};
use kawara_evidence::audit::{Fields, Given, align};
use kawara_evidence::check::{Check, Checking, GivenChunks, Room, WithoutOverlap};
use kawara_evidence::metrics::{self, Drift, Vectors};
use kawara_evidence::retrieve::{self, Ranks};
use kawara_evidence::{Corpus, Laid, QuestionOptions};

use super::report::{Report, not_met};
use crate::End;
use crate::args::EvidenceCheckArguments;
use crate::commands::registry;
use crate::compare::counted;
use crate::console::Console;
use crate::inputs::{engine, fixed, loader_of, policies, work};
use crate::paths::tell_waiting;
use crate::questions::{Asides, QuestionFile, SHOWN_MISTAKES, tell_more};
use crate::retrievers::retriever;
use crate::source::Source;
use crate::stdout::print;

pub(crate) fn check(arguments: &EvidenceCheckArguments, console: &Console) -> Result<(), End> {
    let mut file = QuestionFile::open(&arguments.questions, &arguments.inputs, console)?;
    let vectors = vectors(arguments, console)?;
    let mut retriever = retriever(&arguments.retriever, &arguments.retrievers, console)?;
    let inputs = &arguments.inputs;
    let packs = registry(&inputs.settings.commands)?;
    let policies = policies(inputs, &packs, &[])?;
    let (work, policies) = work(inputs, policies, &packs, &[], console)?;
    let plain = Engine::new(registry(&inputs.settings.commands)?, WithoutOverlap(policies.clone()));
    let baseline = baseline(arguments, &packs)?;
    let engine = engine(packs, policies, console)?;

    let mut failed = Vec::new();
    let mut fail = |failure: Failure| {
        console.error(&failure);
        failed.push(failure);
    };
    let aside =
        Asides::of(std::iter::once(&arguments.questions).chain(&arguments.chunks).chain(&arguments.vectors));
    let documents = work.inputs.filter(|input| !aside.has(input));
    let corpus = Corpus::read(documents, work.encoding, &mut fail);
    work.notes.iter().for_each(|note| console.note(note));
    let options = RunOptions { threads: arguments.jobs.threads(), ..RunOptions::default() };
    let cut = Laid::by(&engine, &corpus, options, &mut fail);
    let questions = {
        let options =
            QuestionOptions { offsets: arguments.offsets.into(), laid: Some(&cut), failed: &failed };
        file.read(&corpus, options, "no question was checked", console)?
    };
    if questions.is_empty() {
        return Err(End::Usage(format!(
            "there are no questions in {}; `kawara help evidence check` shows one",
            file.name
        )));
    }
    let drift = vectors.map(|vectors| drift(&vectors, &cut, console)).transpose()?;
    // What fails here failed there, and was named.
    let plain = Laid::by(&plain, &corpus, options, |_| ());
    let baseline = match baseline {
        Baseline::None => None,
        Baseline::Plain => Some(plain.clone()),
        Baseline::Other(engine) => Some(Laid::by(&engine, &corpus, options, |failure| {
            console.warning(format_args!("by the baseline: {failure}"));
        })),
    };

    let most = |laid: &Laid| {
        let by_tokens = arguments.served_tokens.iter().map(|tokens| retrieve::depth(laid, *tokens));
        by_tokens.chain(arguments.k.iter().copied()).max().unwrap_or(1)
    };
    let mut rank = |laid: &Laid| -> Result<Option<Ranks>, End> {
        let Some(retriever) = &mut retriever else { return Ok(None) };
        retrieve::rank(&corpus, laid, &questions.list, &mut **retriever, most(laid)).map(Some).map_err(usage)
    };
    let given = given(arguments, &corpus, &engine, &cut, &mut failed, console)?;
    let laid = given.as_ref().map_or(&cut, |given| &given.laid);
    let (ranks, plain_ranks) = (rank(laid)?, rank(&plain)?);
    let room = Room::new(&engine, &corpus, &cut, &questions.list, options);
    let checking = match &given {
        Some(given) => Checking::over_given(&corpus, &questions, given),
        None => Checking::new(&corpus, &questions, &cut),
    };
    let mut checking = checking
        .with_room(&room)
        .with_wider(&plain, plain_ranks.as_ref())
        .at(&arguments.k)
        .at_tokens(&arguments.served_tokens);
    if let Some(baseline) = &baseline {
        checking = checking.with_baseline(baseline);
    }
    if let Some(ranks) = &ranks {
        checking = checking.with_ranks(ranks);
    }
    let check = checking.run().map_err(usage)?;

    let report = Report {
        arguments,
        questions: &questions,
        check: &check,
        ranks: ranks.as_ref(),
        drift: drift.as_ref(),
    };
    let page = if arguments.json { format!("{}\n", report.json()) } else { report.to_string() };
    print(&page)?;
    report.remarks(&file.name, console);
    if failed.is_empty() && is_well(arguments, &check) { Ok(()) } else { Err(End::SomeFailed) }
}

fn is_well(arguments: &EvidenceCheckArguments, check: &Check) -> bool {
    not_met(arguments, check).is_empty()
}

/// The chunks of a file, if one is named. Records that cannot be read are failures.
fn given(
    arguments: &EvidenceCheckArguments,
    corpus: &Corpus,
    engine: &Engine,
    cut: &Laid,
    failed: &mut Vec<Failure>,
    console: &Console,
) -> Result<Option<GivenChunks>, End> {
    let Some(path) = &arguments.chunks else { return Ok(None) };
    let stdin = Path::new("-");
    if path == stdin && (arguments.inputs.reads_stdin() || arguments.questions == stdin) {
        return Err(End::Usage("standard input can be read only once".into()));
    }
    let source = Source::open(path, "a file of chunks")?;
    let name = source.name.clone();
    let (mut chunks, mut unread) = (Vec::new(), 0);
    for record in Records::new(source.lines(), name.as_str()) {
        let given = record.and_then(|record| {
            Given::read(&record, &Fields::default()).map_err(|message| Failure::new(record.place(), message))
        });
        match given {
            Ok(given) => chunks.push(given),
            Err(failure) => {
                unread += 1;
                if unread <= SHOWN_MISTAKES {
                    console.error(&failure);
                }
                failed.push(failure);
            }
        }
    }
    tell_more(unread, "records could not be read", console);
    if chunks.is_empty() {
        return Err(End::Usage(format!("there are no chunks in {name}: nothing was checked")));
    }
    let given = GivenChunks::new(corpus, &align(corpus, chunks), engine, cut).map_err(usage)?;
    if let Some(first) = given.nowhere.first() {
        let (chunks, verb) = counted(given.nowhere.len() as u64, "chunk", ["stands", "stand"]);
        console.warning(format_args!(
            "{name}: {chunks} {verb} nowhere in the documents, the first at line {first}; `kawara audit` tells more"
        ));
    }
    Ok(Some(given))
}

/// The vectors of a file, if one is named, with what the file is called.
fn vectors(arguments: &EvidenceCheckArguments, console: &Console) -> Result<Option<(Vectors, String)>, End> {
    let Some(path) = &arguments.vectors else { return Ok(None) };
    let stdin = Path::new("-");
    if path == stdin && (arguments.questions == stdin || arguments.inputs.reads_stdin()) {
        return Err(End::Usage("standard input can be read only once".into()));
    }
    tell_waiting(std::iter::once(path), console);
    let source = Source::open(path, "a file of vectors")?;
    let name = source.name.clone();
    let vectors =
        Vectors::read(source.lines(), &name).map_err(|error| End::Usage(printable(&error.to_string())))?;
    Ok(Some((vectors, name)))
}

/// The drift of carried units. Every chunk has to have a vector: a mean over some would be of something else.
fn drift((vectors, name): &(Vectors, String), cut: &Laid, console: &Console) -> Result<Drift, End> {
    let chunks = cut.documents.iter().filter_map(|document| document.chunks.as_ref());
    let ids: BTreeSet<String> =
        chunks.flat_map(|chunks| chunks.iter().map(|chunk| chunk.id().to_string())).collect();
    let without: Vec<&String> = ids.iter().filter(|id| !vectors.has(id)).collect();
    if !without.is_empty() {
        let (chunks, verb) = counted(without.len() as u64, "chunk", ["has", "have"]);
        return Err(End::Usage(format!(
            "{chunks} of {} {verb} no vector in {name}: {}; embed what `kawara chunk` writes with the same policy",
            ids.len(),
            some(&without)
        )));
    }
    let others: Vec<&str> = vectors.ids().filter(|id| !ids.contains(*id)).collect();
    if !others.is_empty() {
        let (vectors, verb) = counted(others.len() as u64, "vector", ["is", "are"]);
        console.warning(format_args!(
            "{name}: {vectors} {verb} of no chunk of these documents: {}",
            printable(&some(&others))
        ));
    }
    Ok(metrics::drift(cut, vectors))
}

/// The first of some ids.
fn some<T: AsRef<str>>(ids: &[T]) -> String {
    let shown: Vec<&str> = ids.iter().take(NAMED).map(AsRef::as_ref).collect();
    let more = if ids.len() > NAMED { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// So many ids are named, the others counted.
const NAMED: usize = 3;

/// What chunks are compared with.
enum Baseline {
    None,
    /// The same policy without overlap.
    Plain,
    Other(Box<Engine>),
}

fn baseline(arguments: &EvidenceCheckArguments, packs: &Registry) -> Result<Baseline, End> {
    let inputs = &arguments.inputs;
    match arguments.baseline.as_deref() {
        None => Ok(Baseline::Plain),
        Some("none") => Ok(Baseline::None),
        Some(word) => {
            let tree = fixed(word, loader_of(&inputs.settings, packs), Vec::new())?;
            let settings = tree.base_settings().map_err(|error| End::Usage(error.to_string()))?;
            let engine = Engine::new(registry(&inputs.settings.commands)?, tree);
            for settings in &settings {
                engine.check(settings).map_err(|error| End::Usage(format!("{word}: {error}")))?;
            }
            Ok(Baseline::Other(Box::new(engine)))
        }
    }
}

fn usage(error: kawara_evidence::Error) -> End {
    End::Usage(error.to_string())
}

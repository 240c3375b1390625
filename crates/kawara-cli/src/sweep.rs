//! `kawara sweep`

mod modes;
mod points;
mod table;
mod written;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use kawara::input::Failure;
use kawara::run::RunOptions;
use kawara_evidence::recommend::Goal;
use kawara_evidence::retrieve::Retriever;
use kawara_evidence::sweep::{Mode, Outcome, Point, Progress, Report, Store, Sweep, advise, pareto, ways};
use kawara_evidence::{Corpus, Error, Question, QuestionOptions};

use crate::End;
use crate::args::SweepArguments;
use crate::command_line::typed;
use crate::commands::registry;
use crate::console::Console;
use crate::contexts::{from_outside, tell};
use crate::guarded::{places, refuse_input, resolved};
use crate::inputs::{policies, work};
use crate::questions::{Asides, QuestionFile};
use crate::retrievers::retriever;
use crate::stdout::print;
use crate::target::{Target, place};
use modes::Chosen;
use points::Laboratory;

pub(crate) fn sweep(arguments: &SweepArguments, console: &Console) -> Result<(), End> {
    let usage = |error: Error| End::Usage(error.to_string());
    let inputs = &arguments.inputs;
    let outputs = outputs(arguments)?;
    let file = QuestionFile::open(&arguments.questions, inputs, console)?;
    let registry = registry(&inputs.settings.commands)?;
    let (work, own) = work(inputs, policies(inputs, &registry, &[])?, &registry, &outputs, console)?;
    let mut failures = Vec::new();
    // The questions stand beside the documents, and are none.
    let aside = Asides::of([&arguments.questions]);
    let documents = work.inputs.filter(|input| !aside.has(input));
    let corpus = Corpus::read(documents, work.encoding, |failure| {
        console.error(&failure);
        failures.push(failure);
    });
    work.notes.iter().for_each(|note| console.note(note));
    let (questions, aside) = questions(file, arguments, &corpus, &failures, console)?;
    let mut retriever = retriever(&arguments.retriever, &arguments.retrievers, console)?;
    let laboratory = Laboratory::new(inputs, &registry, &corpus);
    let contexts = from_outside(&arguments.contexts, inputs, &outputs, console)?;
    let modes = Chosen::of(arguments, &laboratory, contexts, console)?;
    let points = laboratory.points(arguments, &modes)?;
    for note in idle(arguments, &points, &modes) {
        console.note(note);
    }
    laboratory.check(&points, console)?;
    let store = arguments.resume.as_ref().map(Store::open).transpose().map_err(usage)?;

    let options = RunOptions { threads: arguments.jobs.threads(), ..RunOptions::default() };
    let k = usize::from(arguments.k);
    let sweep = Sweep {
        corpus: &corpus,
        questions: &questions,
        k,
        options,
        store: store.as_ref(),
        vectors: modes.vectors(),
    };
    let bytes: u64 = corpus.sources().iter().map(|source| source.text().len() as u64).sum();
    let progress = console.progress_of(Some(bytes * ways(&points) as u64), "points");
    let (mut failed, mut missed) = (BTreeSet::new(), 0);
    let outcomes = sweep.run(
        &points,
        &mut |point| laboratory.engine(point),
        retriever.as_deref_mut().map(|retriever| retriever as &mut dyn Retriever),
        &mut |event| match event {
            Progress::Laid(bytes) => progress.add(bytes, false),
            Progress::Done(_) => progress.add(0, true),
            Progress::Missed(point, error) => {
                progress.add(0, true);
                missed += 1;
                console.error(format_args!("{point}: {error}"));
            }
            Progress::Failed(point, failure) => {
                if failed.insert(failure.to_string()) {
                    console.error(format_args!("{failure} ({point})"));
                }
            }
        },
    );
    progress.finish_and_clear();
    let tried: Vec<(Point, Outcome)> = points
        .into_iter()
        .zip(outcomes.map_err(usage)?)
        .filter_map(|(point, came)| Some((point, came?)))
        .collect();
    let (points, outcomes): (Vec<Point>, Vec<Outcome>) = tried.into_iter().unzip();
    if points.is_empty() {
        return Err(End::Usage("no mode could be had".into()));
    }
    let is_by_words = |point: &Point| point.mode.is_none_or(|mode| mode == Mode::Words);
    let advice = if arguments.modes.is_empty() {
        let goal = Goal {
            target: arguments.target,
            max_redundancy: arguments.max_redundancy,
            max_rrr: arguments.max_rrr,
        };
        advise(&points, &outcomes, &questions, &goal)
    } else {
        Vec::new()
    };
    let report = Report {
        points: &points,
        outcomes: &outcomes,
        pareto: &pareto(&points, &outcomes),
        advice: &advice,
        documents: corpus.sources().len(),
        retriever: retriever.as_deref().map(Retriever::name).filter(|_| points.iter().any(is_by_words)),
        embedder: modes.embedder(),
        k,
    };
    let policy = arguments.write.as_deref().map(|path| written::policy(path, &report, &laboratory, &own));
    // Without a policy to write, what was found out is written and shown all the same.
    let (policy, unwritten) = match policy {
        Some(Ok(text)) => (Some(text), None),
        Some(Err(end)) => (None, Some(end.message().to_string())),
        None => (None, None),
    };
    tell(modes.contexts(), console);
    write(arguments, &report, policy)?;
    if arguments.json {
        print(&format!("{}\n", report.to_json().map_err(usage)?))?;
    } else {
        print(&table::shown(&report))?;
    }
    if let Some(why) = &unwritten {
        console.error(format_args!("no policy was written: {why}"));
    }
    if !failures.is_empty() || aside > 0 || !failed.is_empty() || missed > 0 || unwritten.is_some() {
        Err(End::SomeFailed)
    } else {
        Ok(())
    }
}

/// What is written; each has a place of its own, which is neither that of the questions nor standard output, where the table goes.
///
/// # Errors
/// When one has not, or a policy is to be written and several were named to build on.
fn outputs(arguments: &SweepArguments) -> Result<Vec<&Path>, End> {
    let named = [
        ("--write", &arguments.write),
        ("--csv", &arguments.csv),
        ("--html", &arguments.html),
        ("--resume", &arguments.resume),
    ];
    let named: Vec<(&str, &Path)> =
        named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect();
    if arguments.write.is_some() && arguments.inputs.settings.policies.len() > 1 {
        let message = "--write builds on one policy; sweep with the one --policy that you choose";
        return Err(End::Usage(message.into()));
    }
    for (nth, (name, path)) in named.iter().enumerate() {
        if *path == Path::new("-") {
            return Err(End::Usage(format!(
                "{name} -: standard output has the figures already; name a file"
            )));
        }
        if let Some((other, _)) = named[..nth].iter().find(|(_, known)| resolved(known) == resolved(path)) {
            return Err(End::Usage(format!("{other} and {name} name one file; give each its own")));
        }
    }
    let outputs: Vec<&Path> = named.into_iter().map(|(_, path)| path).collect();
    if arguments.questions != Path::new("-") {
        refuse_input(&arguments.questions, &places(&outputs))?;
    }
    Ok(outputs)
}

/// Writes the files that were asked for; they take their places together.
fn write(arguments: &SweepArguments, report: &Report<'_>, policy: Option<String>) -> Result<(), End> {
    let usage = |error: Error| End::Usage(error.to_string());
    let mut files: Vec<(&Path, String)> = Vec::new();
    files.extend(arguments.write.as_deref().zip(policy));
    if let Some(path) = &arguments.csv {
        files.push((path, report.to_csv()));
    }
    if let Some(path) = &arguments.html {
        let page = report.to_page("Sweep", &typed()).map_err(usage)?;
        files.push((path, page.to_string()));
    }
    let written = files.iter().map(|(path, text)| {
        let mut to = Target::open(Some(path))?;
        let settled = to.write_all(text.as_bytes()).and_then(|()| to.settle());
        settled.map_err(|error| End::Usage(format!("cannot write {}: {error}", path.display())))
    });
    let written: Vec<_> = written.collect::<Result<_, End>>()?;
    place(written).map_err(|error| End::Usage(format!("cannot write: {error}")))
}

/// Which options change nothing at any point.
fn idle(arguments: &SweepArguments, points: &[Point], modes: &Chosen) -> Vec<&'static str> {
    let mut idle = Vec::new();
    if !arguments.carries.is_empty() && points.iter().all(|point| point.carry.is_none()) {
        idle.push("--carry changes nothing: no chunks are made of units");
    }
    if !arguments.window_overlaps.is_empty() && points.iter().all(|point| point.window_overlap.is_none()) {
        idle.push(
            "--window-overlap changes nothing: no chunks are windows; name a --strategy that lays them",
        );
    }
    if arguments.contexts.file.is_some() && points.iter().all(|point| point.mode != Some(Mode::Contextual)) {
        idle.push("--context-from changes nothing: name the mode that has contexts, --modes contextual");
    }
    for mode in modes.modes() {
        let of_mode = |point: &&Point| point.mode == Some(*mode);
        if points.iter().filter(of_mode).count() == 0 {
            idle.push(match mode {
                Mode::Parent => "the mode `parent` is not tried: it lays units in passages, which are read as they are and not --wider",
                Mode::Semantic => "the mode `semantic` is not tried: only chunks of units end at its breaks",
                _ => "a mode is not tried: only chunks of units and of sentences can be read wider",
            });
        } else if *mode == Mode::Parent && points.iter().any(|point| point.wider > 0) {
            idle.push("the mode `parent` is tried without --wider: a passage is read as it is");
        }
    }
    let is_wide = arguments.wider.iter().any(|wider| *wider > 0);
    if is_wide && points.iter().all(|point| point.wider == 0 && point.mode != Some(Mode::Parent)) {
        idle.push("--wider changes nothing: only chunks of units and of sentences can be read wider");
    }
    idle
}

/// The questions that are asked: those of the classes that are named, whose evidence stands in the documents at hand.
///
/// # Errors
/// When they cannot be read, are wrong, or none is left.
fn questions(
    mut file: QuestionFile,
    arguments: &SweepArguments,
    corpus: &Corpus,
    failed: &[Failure],
    console: &Console,
) -> Result<(Vec<Question>, usize), End> {
    let options = QuestionOptions { failed, ..QuestionOptions::default() };
    let questions = file.read(corpus, options, "nothing was tried", console)?;
    let name = file.name;
    for missing in &questions.missing {
        console.error(format_args!(
            "{name}:{}: question {:?}: its evidence stands nowhere in the document; no overlap repairs that",
            missing.line, missing.id
        ));
    }
    if !questions.unread.is_empty() {
        console.warning(format_args!(
            "questions about documents that could not be read: {}",
            questions.unread.len()
        ));
    }
    let aside = questions.missing.len() + questions.unread.len();
    let is_asked = |question: &Question| {
        let classes = &arguments.classes;
        classes.is_empty() || question.class.as_ref().is_some_and(|class| classes.contains(class))
    };
    let there: BTreeSet<String> =
        questions.list.iter().filter_map(|question| question.class.clone()).collect();
    if let Some(class) = arguments.classes.iter().find(|class| !there.contains(*class)) {
        let there = there.into_iter().collect::<Vec<_>>().join(", ");
        let there = if there.is_empty() { "none has one".to_owned() } else { format!("there are {there}") };
        return Err(End::Usage(format!("no question has the class `{class}`; {there}")));
    }
    let list: Vec<Question> = questions.list.into_iter().filter(is_asked).collect();
    if list.is_empty() {
        return Err(End::Usage(format!("{name} has no question whose evidence can be held against a chunk")));
    }
    Ok((list, aside))
}

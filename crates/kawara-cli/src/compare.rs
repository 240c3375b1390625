//! What `kawara plan` and `kawara apply` share.

use std::path::Path;

use kawara::Engine;
use kawara::plan::{Error, Manifest, Options, Plan, Step};
use kawara::run::RunOptions;

use crate::End;
use crate::args::{ComparisonArguments, Mode};
use crate::commands::registry;
use crate::console::Console;
use crate::contexts::{from_outside, tell, without};
use crate::figures;
use crate::inputs::{Work, engine, policies, work};

/// Inputs that are ready to be compared with a manifest.
pub(crate) struct Comparison {
    pub(crate) engine: Engine,
    pub(crate) work: Work,
    pub(crate) options: Options,
}

impl Comparison {
    /// # Errors
    /// What is wrong with the command line or a policy.
    pub(crate) fn open(
        arguments: &ComparisonArguments,
        outputs: &[&Path],
        console: &Console,
    ) -> Result<Self, End> {
        let inputs = &arguments.inputs;
        let registry = registry(&inputs.settings.commands)?;
        let policies = policies(inputs, &registry, &[])?;
        let outputs: Vec<&Path> = outputs.iter().copied().chain([arguments.manifest.as_path()]).collect();
        let contexts = from_outside(&arguments.contexts, inputs, &outputs, console)?;
        let (work, policies) = work(inputs, policies, &registry, &outputs, console)?;
        let work = Work { inputs: without(&arguments.contexts, work.inputs), ..work };
        let engine = engine(registry, policies, console)?;
        let mut run = RunOptions { encoding: work.encoding, ..RunOptions::default() };
        run.threads = arguments.jobs.threads();
        let options = Options {
            run,
            only: arguments.only,
            full: arguments.mode == Mode::Full,
            globs: arguments.globs.clone(),
            by_path: inputs.documents.is_some(),
            contexts,
        };
        Ok(Self { engine, work, options })
    }
}

/// Compares, with progress and failures on the console.
///
/// # Errors
/// What `how` returns.
pub(crate) fn compare<R>(
    console: &Console,
    comparison: Comparison,
    how: impl FnOnce(
        &Engine,
        Box<dyn Iterator<Item = kawara::input::Input> + Send>,
        &Options,
        &mut dyn FnMut(Step<'_>),
    ) -> Result<R, Error>,
) -> Result<R, End> {
    let Comparison { engine, work, options } = comparison;
    let progress = console.progress(work.bytes);
    let done = how(&engine, work.inputs, &options, &mut |step| match step {
        Step::Read(bytes) => progress.add(bytes, false),
        Step::Failed(failure) => console.error(failure),
        _ => {}
    });
    progress.finish_and_clear();
    work.notes.iter().for_each(|note| console.note(note));
    let done = done.map_err(usage)?;
    tell(options.contexts.as_deref(), console);
    Ok(done)
}

/// Says of a manifest and a plan what is good to know.
pub(crate) fn remarks(console: &Console, arguments: &ComparisonArguments, manifest: &Manifest, plan: &Plan) {
    if manifest.is_new() {
        let dir = arguments.manifest.display();
        console.note(format_args!("there is no manifest in {dir} yet: all is new"));
    }
    let documents = plan.documents;
    if documents.gone > 0 {
        let (count, verb) = counted(documents.gone, "document", ["is", "are"]);
        console.note(format_args!(
            "{count} {verb} not among the inputs: their chunks are deleted; with --only they stay"
        ));
    }
    if documents.left > 0 && !arguments.only {
        let (count, verb) = counted(documents.left, "document", ["is", "are"]);
        console.warning(format_args!(
            "{count} {verb} not among the inputs, but nothing is deleted for that, since something could not be read that may be one of them"
        ));
    }
    if documents.failed > 0 {
        let (count, verb) = counted(documents.failed, "document", ["keeps its", "keep their"]);
        console.warning(format_args!("{count} failed and {verb} old chunks"));
    }
    plan.pack_faults.warnings().for_each(|warning| console.warning(warning));
}

/// What a plan comes to, in one line.
pub(crate) fn totals(plan: &Plan) -> String {
    let total = plan.total;
    format!(
        "{} chunks kept, {} moved, {} added, {} deleted; {} tokens to embed",
        total.kept, total.moved, total.added, total.deleted, total.tokens
    )
}

/// What is wrong with a manifest or a file.
pub(crate) fn usage(error: Error) -> End {
    End::Usage(error.to_string())
}

/// How many, and the verb that goes with it.
pub(crate) fn counted(count: u64, what: &str, verbs: [&'static str; 2]) -> (String, &'static str) {
    (figures::counted(count, what), verbs[usize::from(count != 1)])
}

//! `kawara view`

use std::path::Path;

use kawara::Engine;
use kawara::input::Failure;
use kawara::policy::printable;
use kawara::run::RunOptions;
use kawara_evidence::view::View;
use kawara_evidence::{Corpus, Laid, QuestionOptions, Questions};

use crate::End;
use crate::args::ViewArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::figures::{counted, size};
use crate::guarded::{places, refuse_input, refuse_policies};
use crate::inputs::{at_home, engine, policies_by, work};
use crate::questions::QuestionFile;
use crate::stdout::written;
use crate::target::Target;

pub(crate) fn view(arguments: &ViewArguments, console: &Console) -> Result<(), End> {
    let inputs = &arguments.inputs;
    let outputs = [arguments.output.as_path()];
    let asked = arguments.questions.as_ref().map(|path| {
        refuse_input(path, &places(&outputs))?;
        QuestionFile::open(path, inputs, console)
    });
    let asked = asked.transpose()?;
    let packs = registry(&inputs.settings.commands)?;
    let policies = policies_by(inputs, inputs.settings.policy(), &packs, &[])?;
    let (work, policies) = work(inputs, policies, &packs, &outputs, console)?;
    // What is wrong with any policy is said before anything is chunked.
    let mut engines = vec![engine(packs, policies, console)?];
    for policy in inputs.settings.policies.iter().skip(1) {
        engines.push(another(arguments, policy, &outputs, console)?);
    }
    let to = Target::open(Some(&arguments.output))?;

    let mut failed: Vec<Failure> = Vec::new();
    let progress = console.progress(work.bytes);
    let documents = work.inputs.inspect(|input| progress.add(input.bytes(), true));
    let corpus = Corpus::read(documents, work.encoding, |failure| {
        console.error(&failure);
        failed.push(failure);
    });
    progress.finish_and_clear();
    work.notes.iter().for_each(|note| console.note(note));
    let options = RunOptions { threads: arguments.jobs.threads(), ..RunOptions::default() };
    let names: Vec<&str> = match inputs.settings.policies.as_slice() {
        [] => vec!["nearest policy"],
        several => several.iter().map(String::as_str).collect(),
    };
    let cut = |(engine, name): (&Engine, &&str)| {
        Laid::by(engine, &corpus, options, |failure| {
            let by = if names.len() == 1 { String::new() } else { format!(" (by {})", printable(name)) };
            console.error(format_args!("{failure}{by}"));
            failed.push(failure);
        })
    };
    let cuts: Vec<Laid> = engines.iter().zip(&names).map(cut).collect();
    if corpus.sources().is_empty() && !failed.is_empty() {
        // An earlier page stays as it is.
        return Err(End::SomeFailed);
    }
    let questions = asked.map(|file| read(file, &corpus, cuts.first(), &failed, console)).transpose()?;

    let mut view = View::new(&corpus);
    for (name, laid) in names.iter().zip(&cuts) {
        view = view.policy(*name, laid);
    }
    if let Some(questions) = &questions {
        view = view.questions(&questions.list);
    }
    let page = view.to_html().map_err(|error| End::Usage(error.to_string()))?;
    write(to, &page)?;
    console.summary(format_args!(
        "{}: {} by {}, {}",
        printable(&arguments.output.display().to_string()),
        counted(corpus.sources().len() as u64, "document"),
        if names.len() == 1 { "1 policy".to_owned() } else { format!("{} policies", names.len()) },
        size(page.len() as u64)
    ));
    if page.len() > LARGE_PAGE {
        console.note(format_args!(
            "the page is large ({}), and a browser will take its time over it; name fewer documents or policies",
            size(page.len() as u64)
        ));
    }
    if failed.is_empty() { Ok(()) } else { Err(End::SomeFailed) }
}

/// Bytes of a page that browsers are slow with.
const LARGE_PAGE: usize = 20 << 20;

/// One more policy for the same documents.
fn another(
    arguments: &ViewArguments,
    policy: &str,
    outputs: &[&Path],
    console: &Console,
) -> Result<Engine, End> {
    let packs = registry(&arguments.inputs.settings.commands)?;
    let policies = policies_by(&arguments.inputs, Some(policy), &packs, &[])?;
    let policies = at_home(&arguments.inputs, policies)?;
    refuse_policies(&places(outputs), &policies)?;
    engine(packs, policies, console)
}

/// The questions of a file; the first mistakes are said.
fn read(
    mut file: QuestionFile,
    corpus: &Corpus,
    laid: Option<&Laid>,
    failed: &[Failure],
    console: &Console,
) -> Result<Questions, End> {
    let options = QuestionOptions { laid, failed, ..QuestionOptions::default() };
    let questions = file.read(corpus, options, "no page was written", console)?;
    let name = file.name;
    for missing in &questions.missing {
        console.warning(format_args!(
            "{name}:{}: evidence of {} stands nowhere in its document: the source is missing, or its extraction is broken",
            missing.line,
            printable(&missing.id)
        ));
    }
    Ok(questions)
}

fn write(to: Target, page: &str) -> Result<(), End> {
    written(to.write_whole(page))
}

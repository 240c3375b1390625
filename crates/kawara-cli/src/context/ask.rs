//! `kawara context ask`

use std::path::Path;
use std::time::Duration;

use kawara::contextual::{Answers, AskStep, Contexts, Model, Request, ask as ask_all, read_requests};
use kawara::http::Endpoint;
use kawara::input::Failure;
use kawara::policy::printable;

use crate::End;
use crate::args::AskArguments;
use crate::console::Console;
use crate::contexts::{read, refused};
use crate::figures::{counted, grouped};
use crate::guarded::{places, refuse_input};
use crate::source::Source;

/// How many failures are named; all are counted.
const SHOWN: u64 = 5;

/// Before something is tried again for the first time.
const FIRST_WAIT: Duration = Duration::from_millis(500);

pub(crate) fn ask(arguments: &AskArguments, console: &Console) -> Result<(), End> {
    let model = model(arguments)?;
    if arguments.output == Path::new("-") {
        let remedy = "name a file with -o: what it holds is not asked again";
        return Err(End::Usage(format!("answers are kept, and cannot go to standard output; {remedy}")));
    }
    refuse_input(&arguments.requests, &places(&[&arguments.output]))?;
    let source = Source::open(&arguments.requests, "a file of requests")?;
    let (name, bytes) = (source.name.clone(), source.bytes);
    if arguments.dry_run {
        let requests = read_requests(source.lines(), name);
        return dry_run(&arguments.output, requests, console);
    }
    model.open().map_err(|error| End::Usage(error.to_string()))?;
    let shown = printable(&arguments.output.display().to_string());
    let mut answers =
        Answers::open(&arguments.output).map_err(|failures| refused(&shown, &failures, console))?;
    if answers.is_mended() {
        console.note(format_args!("{shown}: its last line broke off and was taken away"));
    }
    let progress = console.progress_of(bytes, "answers");
    let from = std::io::BufReader::new(progress.reads(source.from));
    let mut failures = 0;
    let asked =
        ask_all(&model, read_requests(from, name), &mut answers, arguments.parallel, |step| match step {
            AskStep::Answered(_) => progress.add(0, true),
            AskStep::Failed(failure) => {
                failures += 1;
                if failures <= SHOWN {
                    console.error(failure);
                }
            }
            _ => {}
        });
    progress.finish_and_clear();
    let asked = asked.map_err(|error| End::Usage(format!("cannot write {shown}: {error}")))?;
    if failures > SHOWN {
        console.error(format_args!("{} more requests have no answer", failures - SHOWN));
    }
    let known = match asked.known {
        0 => String::new(),
        1 => "; 1 was there already".to_owned(),
        count => format!("; {count} were there already"),
    };
    console.summary(format_args!("{}{known}", counted(asked.answered, "answer")));
    if asked.stopped {
        console.note(format_args!("answers so far are in {shown}; the same command asks for the rest"));
    }
    if asked.failed > 0 { Err(End::SomeFailed) } else { Ok(()) }
}

fn model(arguments: &AskArguments) -> Result<Model, End> {
    let endpoint = Endpoint::new(&arguments.url).map_err(|error| End::Usage(format!("--url: {error}")))?;
    let mut endpoint = endpoint
        .with_timeout(Duration::from_secs(arguments.timeout_seconds.into()))
        .with_retries(arguments.retries, FIRST_WAIT);
    if let Some(variable) = &arguments.api_key_env {
        endpoint = endpoint.with_key_from(variable);
    }
    if let Some(requests) = arguments.requests_per_minute {
        endpoint = endpoint.with_requests_per_minute(requests);
    }
    let model = Model::new(endpoint, &arguments.model);
    Ok(match arguments.max_tokens {
        Some(max_tokens) => model.with_max_tokens(max_tokens),
        None => model,
    })
}

/// Says what would be asked.
fn dry_run(
    output: &Path,
    requests: impl Iterator<Item = Result<Request, Failure>>,
    console: &Console,
) -> Result<(), End> {
    let known = if output.exists() { read(output, console)? } else { Contexts::default() };
    let (mut count, mut bytes, mut answered, mut failed) = (0, 0, 0, 0);
    for request in requests {
        match request {
            Ok(request) if known.has_key(&request.key) => answered += 1,
            Ok(request) => {
                count += 1;
                bytes += request.prompt.len() as u64;
            }
            Err(failure) => {
                failed += 1;
                console.error(failure);
            }
        }
    }
    let requests = counted(count, "request");
    console
        .summary(format_args!("{requests} of {} bytes in all; {answered} answered already", grouped(bytes)));
    if failed > 0 { Err(End::SomeFailed) } else { Ok(()) }
}

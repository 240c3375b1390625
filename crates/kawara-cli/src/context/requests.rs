//! `kawara context requests`

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use kawara::contextual::{Contexts, OfDocument, Requests, Template};
use kawara::policy::printable;
use kawara::run::{RunOptions, each};

use crate::End;
use crate::args::{KnownBy, RequestArguments};
use crate::commands::registry;
use crate::console::Console;
use crate::contexts::read;
use crate::figures::counted;
use crate::guarded::{places, refuse_input};
use crate::inputs::{engine, policies, work};
use crate::stdout;
use crate::target::Target;

pub(crate) fn requests(arguments: &RequestArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.inputs.settings.commands)?;
    let policies = policies(&arguments.inputs, &registry, &[])?;
    let outputs: Vec<&Path> = arguments.output.iter().map(AsRef::as_ref).collect();
    let making = Requests::new(template(arguments)?).with_document_tokens(arguments.document_tokens);
    let known = known(arguments, &outputs, console)?;
    let (work, policies) = work(&arguments.inputs, policies, &registry, &outputs, console)?;
    let engine = engine(registry, policies, console)?;
    let mut options = RunOptions { encoding: work.encoding, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let mut to = Target::open(arguments.output.as_deref())?;
    let progress = if arguments.output.is_none() {
        console.progress_beside_output(work.bytes, "documents")
    } else {
        console.progress(work.bytes)
    };
    let mut written =
        Written { known, by: arguments.known_by, met: HashSet::new(), requests: 0, left_out: 0 };
    let (mut failed, mut documents, mut broken) = (0_u64, 0_u64, None);
    each(
        &engine,
        work.inputs,
        options,
        |worker, document| making.of(&engine, document, worker.chunk(document)?),
        |result, bytes| {
            progress.add(bytes, true);
            match result {
                Err(failure) => {
                    failed += 1;
                    console.error(&failure);
                }
                Ok(of_document) => {
                    documents += 1;
                    broken = written.write(&of_document, &mut to).err();
                }
            }
            broken.is_none()
        },
    );
    progress.finish_and_clear();
    match broken.map_or_else(|| to.finish(documents > 0 || failed == 0), Err) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
        result => stdout::written(result)?,
    }
    work.notes.iter().for_each(|note| console.note(note));
    console.summary(written.told(documents));
    if failed > 0 { Err(End::SomeFailed) } else { Ok(()) }
}

/// What is written of requests.
struct Written {
    known: Contexts,
    by: KnownBy,
    met: HashSet<kawara::contextual::Key>,
    requests: u64,
    left_out: u64,
}

impl Written {
    fn write(&mut self, of_document: &OfDocument<'_>, to: &mut Target) -> io::Result<()> {
        for nth in 0..of_document.len() {
            let Some((key, id)) = of_document.names(nth) else { continue };
            let is_known = self.known.has_key(&key) || self.by == KnownBy::Chunk && self.known.has_id(id);
            if is_known || !self.met.insert(key) {
                self.left_out += 1;
                continue;
            }
            if let Some(request) = of_document.get(nth) {
                serde_json::to_writer(&mut *to, &request)?;
                to.write_all(b"\n")?;
                self.requests += 1;
            }
        }
        Ok(())
    }

    fn told(&self, documents: u64) -> String {
        let (requests, documents) = (counted(self.requests, "request"), counted(documents, "document"));
        let left_out = match self.left_out {
            0 => String::new(),
            1 => "; 1 chunk has its context already".to_owned(),
            count => format!("; {count} chunks have their contexts already"),
        };
        format!("{requests} for {documents}{left_out}")
    }
}

fn template(arguments: &RequestArguments) -> Result<Template, End> {
    let Some(file) = &arguments.template else { return Ok(Template::default()) };
    let name = printable(&file.display().to_string());
    let text = std::fs::read(file).map_err(|error| End::Usage(format!("cannot read {name}: {error}")))?;
    let text = String::from_utf8(text).map_err(|_| End::Usage(format!("{name} is not UTF-8")))?;
    Template::parse(text.strip_prefix('\u{feff}').unwrap_or(&text), &name)
        .map_err(|failure| End::Usage(failure.to_string()))
}

/// What has a context already: a file that is not there yet has none.
fn known(arguments: &RequestArguments, outputs: &[&Path], console: &Console) -> Result<Contexts, End> {
    let Some(file) = arguments.known.as_ref().filter(|file| file.exists()) else {
        return Ok(Contexts::default());
    };
    refuse_input(file, &places(outputs))?;
    read(file, console)
}

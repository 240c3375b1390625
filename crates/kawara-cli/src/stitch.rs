//! `kawara stitch`

use std::path::Path;

use kawara::policy::printable;
use kawara::reading::{
    Hit, Row, Shelf, StitchOptions, Stitched, Stored, StoredParent, passage_json, read_rows,
    stitch as stitch_hits, stitched_json,
};
use kawara::{Gauge, Registry};

use crate::End;
use crate::args::{Format, StitchArguments};
use crate::commands::registry;
use crate::console::Console;
use crate::figures::counted;
use crate::models::folders;
use crate::paths::tell_waiting;
use crate::source::Source;
use crate::stdout::print;

pub(crate) fn stitch(arguments: &StitchArguments, console: &Console) -> Result<(), End> {
    let gauge = gauge(arguments, &registry(&arguments.commands)?)?;
    if arguments.max_tokens.is_some() && gauge.is_none() {
        return Err(End::Usage("--max-tokens needs something that counts: give --counter or --model".into()));
    }
    let files = [&arguments.hits].into_iter().chain(&arguments.chunks);
    if files.clone().filter(|file| file.as_path() == Path::new("-")).count() > 1 {
        return Err(End::Usage("hits and chunks cannot both come from standard input".into()));
    }
    tell_waiting(files, console);
    let mut read = Reading::default();
    read.file(&arguments.hits, true, console)?;
    if let Some(chunks) = &arguments.chunks {
        read.file(chunks, false, console)?;
    }
    let shelf = Shelf::of_stored(read.chunks, read.parents).map_err(|error| End::Usage(error.to_string()))?;
    let options = StitchOptions {
        widen: arguments.expand,
        order: arguments.order.into(),
        alike: (arguments.alike <= 1.0).then_some(arguments.alike),
        max_tokens: arguments.max_tokens,
        ..StitchOptions::default()
    };
    let counter = gauge.as_ref().map(Gauge::counter);
    let stitched =
        stitch_hits(&shelf, &read.hits, &options, counter).map_err(|error| End::Usage(format!("{error}")))?;
    print(&written(&stitched, arguments, &options.separator))?;
    tell(&stitched, console);
    let is_well = read.failed == 0 && stitched.unknown.is_empty();
    if is_well { Ok(()) } else { Err(End::SomeFailed) }
}

/// What counts, if anything does.
fn gauge(arguments: &StitchArguments, registry: &Registry) -> Result<Option<Gauge>, End> {
    let counter = arguments.counter.iter().map(|name| Gauge::open(registry, name));
    let tokenizers = folders(&arguments.tokenizers);
    let model = arguments.model.iter().map(|name| Gauge::of_model(registry, name, &tokenizers));
    counter.chain(model).next().transpose().map_err(|error| End::Usage(format!("{error}")))
}

/// What was read.
#[derive(Default)]
struct Reading {
    hits: Vec<Hit>,
    chunks: Vec<Stored<'static>>,
    parents: Vec<StoredParent>,
    failed: usize,
}

/// How many failures are named; all are counted.
const SHOWN_FAILURES: usize = 5;

impl Reading {
    fn file(&mut self, path: &Path, is_hits: bool, console: &Console) -> Result<(), End> {
        let source = Source::open(path, "a file of hits or chunks")?;
        let name = source.name.clone();
        for row in read_rows(source.lines(), name) {
            match row {
                Ok(Row::Parent(parent)) => self.parents.push(parent),
                Ok(Row::Chunk(stored, hit)) => {
                    self.chunks.push(*stored);
                    self.hits.extend(is_hits.then_some(hit));
                }
                Ok(Row::Id(hit)) => self.hits.extend(is_hits.then_some(hit)),
                Err(failure) => {
                    self.failed += 1;
                    if self.failed <= SHOWN_FAILURES {
                        console.error(failure);
                    }
                }
            }
        }
        if self.failed > SHOWN_FAILURES {
            console.error(format_args!("{} more rows could not be read", self.failed - SHOWN_FAILURES));
        }
        Ok(())
    }
}

fn written(stitched: &Stitched, arguments: &StitchArguments, separator: &str) -> String {
    if arguments.json {
        return format!("{}\n", stitched_json(stitched));
    }
    match arguments.format {
        Format::Jsonl => {
            stitched.passages.iter().map(|passage| format!("{}\n", passage_json(passage))).collect()
        }
        Format::Text if stitched.passages.is_empty() => String::new(),
        Format::Text => stitched.text(separator) + "\n",
    }
}

/// What became of hits that are in no passage.
fn tell(stitched: &Stitched, console: &Console) {
    for hit in &stitched.unknown {
        console.error(format_args!("{hit}: this chunk is not at hand; give the file it is in with --chunks"));
    }
    for one in &stitched.duplicates {
        let chunks: Vec<String> = one.chunks.iter().map(ToString::to_string).collect();
        let (of, share) = (one.of, one.share * 100.0);
        console.info(format_args!("{}: {share:.0} % of it is in the passage of {of}", chunks.join(", ")));
    }
    for hit in &stitched.left_out {
        console.info(format_args!("{hit}: does not fit"));
    }
    for passage in stitched.passages.iter().filter(|passage| passage.is_short) {
        let (id, from, to) = (printable(&passage.doc_id), passage.source.start, passage.source.end);
        console.info(format_args!(
            "{id}: {from}..{to} was to be wider, but what stands beside it is not at hand"
        ));
    }
    let tokens = stitched.tokens.map_or(String::new(), |tokens| format!(", {tokens} tokens"));
    let mut summary = format!("{}{tokens}", counted(stitched.passages.len() as u64, "passage"));
    for (number, what) in [
        (stitched.duplicates.len(), "said by another document"),
        (stitched.left_out.len(), "did not fit"),
        (
            stitched.passages.iter().filter(|passage| passage.is_cut).count(),
            "not as wide as asked: it did not fit",
        ),
        (
            stitched.passages.iter().filter(|passage| passage.is_short).count(),
            "not as wide as asked: no neighbours at hand",
        ),
    ] {
        if number > 0 {
            summary += &format!("; {number} {what}");
        }
    }
    console.summary(summary);
}

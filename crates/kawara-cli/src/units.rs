//! `kawara units`

use std::io::{self, BufWriter, Write};

use kawara::policy::printable;
use kawara::{Document, Grain, UnitSpan, Worker};
use serde_json::json;

use crate::End;
use crate::args::{Format, GrainArgument, UnitArguments};
use crate::commands::registry;
use crate::console::Console;
use crate::inputs::{engine, policies, work};
use crate::stdout::written;

pub(crate) fn units(arguments: UnitArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.inputs.settings.commands)?;
    let language: Vec<String> = arguments.language.iter().map(|tag| format!("language={tag:?}")).collect();
    let policies = policies(&arguments.inputs, &registry, &language)?;
    let (work, policies) = work(&arguments.inputs, policies, &registry, &[], console)?;
    work.notes.iter().for_each(|note| console.note(note));
    let engine = engine(registry, policies, console)?;
    let mut worker = engine.worker();
    let mut to = BufWriter::new(io::stdout());
    let mut has_failures = false;
    for input in work.inputs {
        let result = input.document(work.encoding).map_err(|failure| failure.to_string());
        match result.and_then(|document| lines(&mut worker, &document, &arguments)) {
            Err(message) => {
                console.error(message);
                has_failures = true;
            }
            Ok(lines) => {
                if let Err(error) = to.write_all(lines.as_bytes()) {
                    return written(Err(error));
                }
            }
        }
    }
    written(to.flush())?;
    if has_failures { Err(End::SomeFailed) } else { Ok(()) }
}

/// What is printed of one document.
fn lines(worker: &mut Worker<'_>, document: &Document, arguments: &UnitArguments) -> Result<String, String> {
    let grain = arguments.grain.map(|grain| match grain {
        GrainArgument::Sentence => Grain::Sentence,
        GrainArgument::Clause => Grain::Clause,
        GrainArgument::Word => Grain::Word,
    });
    let units = worker.units(document, grain).map_err(|error| error.to_string())?;
    let text = document.text();
    if arguments.boundaries {
        return Ok(json!({ "id": document.id(), "boundaries": boundaries(text, &units) }).to_string() + "\n");
    }
    let line = |unit: &UnitSpan| {
        let slice = &text[unit.source.clone()];
        match arguments.format {
            Format::Text => printable(&slice.replace('\r', "").replace('\n', "⏎")),
            Format::Jsonl => json!({
                "doc_id": document.id(), "start": unit.source.start, "end": unit.source.end,
                "language": unit.language, "text": slice,
            })
            .to_string(),
        }
    };
    Ok(units.iter().map(|unit| line(unit) + "\n").collect())
}

/// Characters before each unit but the first.
fn boundaries(text: &str, units: &[UnitSpan]) -> Vec<usize> {
    let (mut byte, mut chars) = (0, 0);
    let starts = units.iter().skip(1).map(|unit| unit.source.start);
    starts
        .map(|start| {
            chars += text[byte..start].chars().count();
            byte = start;
            chars
        })
        .collect()
}

//! `kawara evidence propose`

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kawara::run::RunOptions;
use kawara_evidence::propose::{ProbeClass, propose as propose_all};

use crate::End;
use crate::args::EvidenceProposeArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::inputs::{engine, policies, work};
use crate::stdout::written;
use crate::target::Target;

pub(super) fn propose(arguments: &EvidenceProposeArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.inputs.settings.commands)?;
    let policies = policies(&arguments.inputs, &registry, &[])?;
    let outputs: Vec<&Path> = arguments.output.iter().map(AsRef::as_ref).collect();
    let (work, policies) = work(&arguments.inputs, policies, &registry, &outputs, console)?;
    let engine = engine(registry, policies, console)?;
    let mut options = RunOptions { encoding: work.encoding, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let to = Target::open(arguments.output.as_deref())?;
    let progress = console.progress(work.bytes);
    let (mut failed, mut unjudged) = (false, BTreeSet::new());
    let probes = propose_all(&engine, work.inputs, options, arguments.max.get(), |result, bytes| {
        progress.add(bytes, true);
        match result {
            Ok(languages) => unjudged.extend(languages.iter().cloned()),
            Err(failure) => {
                console.error(failure);
                failed = true;
            }
        }
    });
    progress.finish_and_clear();
    let lines: String = probes.iter().map(|probe| probe.to_json() + "\n").collect();
    written(to.write_whole(&lines))?;
    work.notes.iter().for_each(|note| console.note(note));
    if !unjudged.is_empty() {
        let languages: Vec<&str> = unjudged.iter().map(String::as_str).collect();
        console.note(format_args!(
            "which sentences lean on the one before cannot be told without a pack of their language: {}",
            languages.join(", ")
        ));
    }
    let mut counts: BTreeMap<ProbeClass, usize> = BTreeMap::new();
    probes.iter().for_each(|probe| *counts.entry(probe.class).or_default() += 1);
    let counts: Vec<String> =
        counts.iter().map(|(class, count)| format!("{count} {}", class.as_str())).collect();
    if counts.is_empty() {
        console.note("no passages were found that probably need each other");
    } else {
        console.summary(format_args!(
            "proposed: {}; look through them before they count as evidence",
            counts.join(", ")
        ));
    }
    if failed { Err(End::SomeFailed) } else { Ok(()) }
}

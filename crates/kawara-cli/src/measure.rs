//! `kawara measure`

use std::path::Path;

use kawara::run::RunOptions;
use kawara::survey::Spread;
use kawara_evidence::measure::{Figures, Group, Measures, measure as measure_all};

use crate::End;
use crate::args::MeasureArguments;
use crate::command_line::typed;
use crate::commands::registry;
use crate::console::Console;
use crate::figures::{NOTHING, percent};
use crate::inputs::{engine, policies, work};
use crate::stdout::print;
use crate::table::Table;
use crate::target::Target;

pub(crate) fn measure(arguments: &MeasureArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.inputs.settings.commands)?;
    let policies = policies(&arguments.inputs, &registry, &[])?;
    let outputs: Vec<&Path> = arguments.html.iter().map(AsRef::as_ref).collect();
    let (work, policies) = work(&arguments.inputs, policies, &registry, &outputs, console)?;
    let engine = engine(registry, policies, console)?;
    let mut options = RunOptions { encoding: work.encoding, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let page = arguments.html.as_deref().map(|path| Target::open(Some(path))).transpose()?;
    let progress = console.progress(work.bytes);
    let measures = measure_all(&engine, work.inputs, options, |result, bytes| {
        progress.add(bytes, true);
        if let Err(failure) = result {
            console.error(failure);
        }
    });
    progress.finish_and_clear();
    if let (Some(page), Some(path)) = (page, &arguments.html) {
        write(&measures, page)
            .map_err(|message| End::Usage(format!("cannot write {}: {message}", path.display())))?;
    }
    if arguments.json {
        print(&format!("{}\n", measures.to_json()))?;
    } else if measures.groups().next().is_some() {
        print(&format!("{}\n{}", lengths(&measures), sizes(&measures)))?;
    }
    work.notes.iter().for_each(|note| console.note(note));
    counters(&measures).iter().for_each(|note| console.note(note));
    if measures.groups().next().is_none() && measures.failed() == 0 {
        console.note("there is nothing to measure: no document has any text");
    }
    measures.warnings().iter().for_each(|warning| console.warning(warning));
    if measures.failed() > 0 { Err(End::SomeFailed) } else { Ok(()) }
}

fn write(measures: &Measures, to: Target) -> Result<(), String> {
    let page = measures.page(&typed()).map_err(|error| error.to_string())?;
    to.write_whole(page.to_string()).map_err(|error| error.to_string())
}

/// How long units are.
fn lengths(measures: &Measures) -> Table {
    let mut table = Table::new("units");
    table.group("", vec!["documents", "units"]);
    table.group("characters", vec!["p50", "p90", "p99"]);
    table.group("tokens", vec!["p50", "p90", "p99"]);
    table.group("", vec!["tokens/char"]);
    for (group, figures) in measures.groups() {
        let percentiles = |spread: &Spread| [50, 90, 99].map(|nth| spread.percentile(nth).to_string());
        let mut cells = vec![figures.documents.to_string(), figures.tokens.count().to_string()];
        cells.extend(percentiles(&figures.characters));
        cells.extend(percentiles(&figures.tokens));
        cells.push(shown(figures.tokens_per_character(), 3));
        table.row(&name(group), cells);
    }
    table
}

/// What fits, and what would be carried.
fn sizes(measures: &Measures) -> Table {
    let mut table = Table::new("units");
    table.group("10 % of the budget", vec!["tokens", "units", "whole unit, about"]);
    table.group("", vec!["lean back"]);
    table.group("p95 tokens of consecutive", vec!["1", "2", "3", "4"]);
    table.group("", vec!["carry", "least size", "budget"]);
    for (group, figures) in measures.groups().filter(|(group, _)| group.unit != "heading") {
        table.row(&name(group), fitting(group, figures));
    }
    table
}

fn fitting(group: &Group, figures: &Figures) -> Vec<String> {
    let is_carried = group.is_carried();
    let share = |share: Option<f64>| share.filter(|_| is_carried).map_or(NOTHING.into(), percent);
    let mut cells = vec![
        group.tenth().to_string(),
        shown(figures.units_in_a_tenth(group).filter(|_| is_carried), 2),
        share(figures.whole_unit_share()),
        share(figures.leaning_share()),
    ];
    cells.extend((0..4).map(|nth| {
        let stretches = figures.consecutive.get(nth).filter(|spread| spread.count() > 0);
        stretches.map_or(NOTHING.into(), |spread| spread.percentile(95).to_string())
    }));
    cells.push(group.carry.to_string());
    cells.push(figures.least_size(group).map_or(NOTHING.into(), |size| size.to_string()));
    cells.push(group.budget.to_string());
    cells
}

fn name(group: &Group) -> String {
    format!("{} {} {}", group.language, group.content_type, group.unit)
}

fn shown(value: Option<f64>, decimals: usize) -> String {
    value.map_or(NOTHING.into(), |value| format!("{value:.decimals$}"))
}

/// Which counters there are, each with where it counts.
fn counters(measures: &Measures) -> Vec<String> {
    let mut counters: Vec<(&str, Vec<String>)> = Vec::new();
    for (group, _) in measures.groups() {
        match counters.iter_mut().find(|(counter, _)| *counter == group.counter) {
            Some((_, names)) => names.push(name(group)),
            None => counters.push((&group.counter, vec![name(group)])),
        }
    }
    match &counters[..] {
        [(counter, _)] => vec![format!("tokens are those of {counter}")],
        several => several
            .iter()
            .map(|(counter, names)| format!("tokens of {} are those of {counter}", names.join(", ")))
            .collect(),
    }
}

//! `kawara cost`

use std::collections::BTreeSet;

use kawara::run::RunOptions;
use kawara::unknown::Unknown;
use kawara::{Flag, Registry};
use kawara_evidence::cost::{Cost, Price, Vectors, cost as cost_all};
use kawara_evidence::windows::Window;
use serde_json::{Value, json};

use crate::End;
use crate::args::CostArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::figures::{NOTHING, amount, signed_percent, size};
use crate::inputs::{engine_of_several, policies_by, work};
use crate::models::named;
use crate::stdout::print;
use crate::table::Table;

pub(crate) fn cost(arguments: &CostArguments, console: &Console) -> Result<(), End> {
    let rates = Rates::of(arguments);
    if let (false, Some(tokens)) = (arguments.windows.is_empty(), arguments.tokens) {
        return windows(arguments, tokens, rates);
    }
    if let Some(trial) = arguments.trials.iter().find(|trial| !trial.contains('=')) {
        return Err(End::Usage(format!("`--try` takes key=value, and there is no `=` in `{trial}`")));
    }
    let ways = ways(arguments);
    if ways.len() > 1 && arguments.inputs.reads_stdin() {
        let message =
            "standard input can be read only once: name files to compare several policies or settings";
        return Err(End::Usage(message.into()));
    }
    let (mut costs, mut said) = (Vec::new(), BTreeSet::new());
    for way in ways {
        let packs = registry(&arguments.inputs.settings.commands)?;
        let cost = laid(arguments, &way, packs, &mut said, costs.is_empty(), console)?;
        costs.push((way, cost));
    }
    if arguments.json {
        print(&format!(
            "{}\n",
            json!({ "policies": costs.iter().map(|(way, cost)| as_json(way, cost, &rates)).collect::<Vec<_>>() })
        ))?;
    } else if costs.iter().any(|(_, cost)| cost.documents > 0 || cost.failed == 0) {
        print(&table(&costs, &rates).to_string())?;
        if rates.vectors.dimensions.is_none()
            && costs.iter().any(|(_, cost)| cost.vector_bytes(rates.vectors).is_none())
        {
            console.note("how large vectors are is not known: name the --model, or say --dimensions");
        }
    }
    if costs.iter().any(|(_, cost)| cost.failed > 0) { Err(End::SomeFailed) } else { Ok(()) }
}

/// What vectors and tokens come to.
struct Rates {
    vectors: Vectors,
    price: Option<Price>,
}

impl Rates {
    fn of(arguments: &CostArguments) -> Self {
        let dimensions = arguments.dimensions.map(Into::into);
        let price =
            arguments.price.rate.map(|rate| Price { rate, currency: arguments.price.currency.clone() });
        Self { vectors: Vectors { dimensions, bytes: arguments.bytes.into() }, price }
    }
}

/// A way of cutting: a policy for all documents, or the nearest of each, and a setting that is changed in it.
struct Way<'a> {
    policy: Option<&'a str>,
    change: Option<&'a str>,
}

impl Way<'_> {
    fn name(&self) -> String {
        let policy = self.policy.unwrap_or("nearest policy");
        self.change.map_or_else(|| policy.to_owned(), |change| format!("{policy}, {change}"))
    }
}

/// Each policy as it is, then with each setting that is tried.
fn ways(arguments: &CostArguments) -> Vec<Way<'_>> {
    let named: Vec<Option<&str>> =
        arguments.inputs.settings.policies.iter().map(|name| Some(name.as_str())).collect();
    let policies = if named.is_empty() { vec![None] } else { named };
    let changes = || [None].into_iter().chain(arguments.trials.iter().map(|change| Some(change.as_str())));
    policies.into_iter().flat_map(|policy| changes().map(move |change| Way { policy, change })).collect()
}

/// Lays the documents; what there is to say of them is said the first time.
fn laid(
    arguments: &CostArguments,
    way: &Way<'_>,
    packs: Registry,
    said: &mut BTreeSet<String>,
    is_first: bool,
    console: &Console,
) -> Result<Cost, End> {
    let inputs = &arguments.inputs;
    let changes: Vec<String> = way.change.iter().map(|change| (*change).to_owned()).collect();
    let policies = policies_by(inputs, way.policy, &packs, &changes)?;
    let (work, policies) = work(inputs, policies, &packs, &[], console)?;
    let engine = engine_of_several(packs, policies, said, console)?;
    let mut options = RunOptions { encoding: work.encoding, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    console.info(format_args!("laid by {}", way.name()));
    let progress = console.progress(work.bytes);
    let mut unknown: Option<Unknown> = None;
    let cost = cost_all(&engine, work.inputs, options, |result, bytes| {
        progress.add(bytes, result.as_ref().map_or(true, |chunks| chunks.is_last()));
        match result {
            // A document that cannot be read fails each time for the same reason.
            Err(failure) if !said.insert(failure.to_string()) => {}
            Err(failure) if is_first => console.error(failure),
            Err(failure) => console.error(format_args!("{failure} (by {})", way.name())),
            Ok(chunks) => {
                if let Some(tokens) = chunks.unknown_tokens() {
                    unknown.get_or_insert_default().add(
                        chunks.doc_id(),
                        tokens.into(),
                        chunks.document_tokens().into(),
                    );
                }
            }
        }
    });
    progress.finish_and_clear();
    work.notes.iter().filter(|_| is_first).for_each(|note| console.note(note));
    if let Some(warning) =
        unknown.and_then(|unknown| unknown.warning(&format!("the counter of {}", way.name())))
    {
        console.warning(warning);
    }
    Ok(cost)
}

fn as_json(way: &Way<'_>, cost: &Cost, rates: &Rates) -> Value {
    let mut json = json!({ "policy": way.policy, "try": way.change });
    if let (Some(into), Value::Object(figures)) =
        (json.as_object_mut(), cost.to_json(rates.vectors, rates.price.as_ref()))
    {
        into.extend(figures);
    }
    json
}

fn table(costs: &[(Way<'_>, Cost)], rates: &Rates) -> Table {
    let mut table = Table::new("policy");
    table.group("", vec!["documents", "chunks"]);
    table.group("tokens", vec!["of documents", "stored", "redundancy"]);
    table.group("vectors", vec!["count", "size"]);
    if let Some(price) = &rates.price {
        table.group(&price.currency, vec!["embedding"]);
    }
    table.group(
        "compromises, in chunks",
        vec!["carry reduced", "forced splits", "context reduced", "over budget"],
    );
    for (way, cost) in costs {
        let counts = [cost.documents, cost.chunks, cost.source_tokens, cost.stored_tokens];
        let mut cells: Vec<String> = counts.map(|count| count.to_string()).to_vec();
        cells.push(cost.redundancy().map_or(NOTHING.into(), signed_percent));
        cells.push(cost.vector_count().to_string());
        cells.push(cost.vector_bytes(rates.vectors).map_or(NOTHING.into(), size));
        cells.extend(rates.price.as_ref().map(|price| amount(price.of(cost.embedded_tokens))));
        let flags = [Flag::CarryReduced, Flag::ForcedSplit, Flag::ContextReduced, Flag::OverBudget];
        cells.extend(flags.map(|flag| cost.flagged(flag).to_string()));
        table.row(&way.name(), cells);
    }
    table
}

/// What windows come to: no documents are asked.
fn windows(arguments: &CostArguments, tokens: u64, mut rates: Rates) -> Result<(), End> {
    if let (None, Some(name)) = (rates.vectors.dimensions, arguments.inputs.settings.models.first()) {
        rates.vectors.dimensions = named(name)?.dimensions();
    }
    if arguments.json {
        let one = |window: &Window| window.to_json(tokens, rates.vectors, rates.price.as_ref());
        let windows: Vec<Value> = arguments.windows.iter().map(one).collect();
        return print(&format!("{}\n", json!({ "windows": windows })));
    }
    let mut table = Table::new("window");
    table.group("", vec!["chunks"]);
    table.group("tokens", vec!["of the text", "stored", "redundancy"]);
    table.group("", vec!["factor"]);
    table.group("vectors", vec!["size"]);
    if let Some(price) = &rates.price {
        table.group(&price.currency, vec!["embedding"]);
    }
    for window in &arguments.windows {
        let (count, stored) = (window.count(tokens), window.stored(tokens));
        let mut cells = [count, tokens, stored].map(|count| count.to_string()).to_vec();
        cells.push(signed_percent(window.redundancy(tokens)));
        cells.push(format!("{:.3}", window.storage_factor(tokens)));
        cells.push(rates.vectors.of(count).map_or(NOTHING.into(), size));
        cells.extend(rates.price.as_ref().map(|price| amount(price.of(stored))));
        table.row(&format!("{} tokens, {} overlap", window.size(), window.overlap()), cells);
    }
    print(&table.to_string())
}

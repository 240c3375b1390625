//! `kawara plan`

use kawara::plan::{Change, ChunkCounts, Manifest, Plan, plan as make};
use kawara::policy::printable;
use serde_json::json;

use crate::End;
use crate::args::{PlanArguments, PriceArguments};
use crate::compare::{Comparison, compare, counted, remarks, totals, usage};
use crate::console::Console;
use crate::figures;
use crate::stdout::print;
use crate::table::Table;

pub(crate) fn plan(arguments: &PlanArguments, console: &Console) -> Result<(), End> {
    let manifest = Manifest::open(&arguments.comparison.manifest).map_err(usage)?;
    let comparison = Comparison::open(&arguments.comparison, &[], console)?;
    let plan = compare(console, comparison, |engine, inputs, options, tell| {
        make(engine, inputs, &manifest, options, tell)
    })?;
    if arguments.json {
        print(&format!("{}\n", as_json(&plan, &arguments.price)))?;
    } else {
        print(&format!("{}{}", table(&plan, &arguments.price), reasons(&plan)))?;
    }
    remarks(console, &arguments.comparison, &manifest, &plan);
    if plan.documents.failed + plan.unreadable > 0 {
        Err(End::SomeFailed)
    } else if arguments.detailed_exitcode && plan.is_change() {
        Err(End::Changes)
    } else {
        Ok(())
    }
}

fn as_json(plan: &Plan, price: &PriceArguments) -> serde_json::Value {
    let mut json = json!(plan);
    json["price"] = price.rate.map_or(
        serde_json::Value::Null,
        |rate| json!({ "amount": amount(plan.total.tokens, rate), "currency": price.currency, "rate": rate }),
    );
    json
}

fn amount(tokens: u64, rate: f64) -> f64 {
    tokens as f64 * rate / 1e6
}

fn table(plan: &Plan, price: &PriceArguments) -> Table {
    let mut table = Table::new("glob");
    table.group("", vec!["documents"]);
    table.group("chunks", vec!["kept", "moved", "added", "deleted"]);
    table.group("to embed", vec!["tokens"]);
    if price.rate.is_some() {
        table.group(&price.currency, vec!["price"]);
    }
    let figures = |documents: u64, chunks: &ChunkCounts| {
        let ChunkCounts { kept, moved, added, deleted, tokens, .. } = *chunks;
        let counts = [documents, kept, moved, added, deleted, tokens].map(|count| count.to_string());
        counts
            .into_iter()
            .chain(price.rate.map(|rate| figures::amount(amount(tokens, rate))))
            .collect::<Vec<_>>()
    };
    for counts in &plan.globs {
        table.row(&counts.glob, figures(counts.documents, &counts.chunks));
    }
    table.row("total", figures(plan.globs.iter().map(|counts| counts.documents).sum(), &plan.total));
    table
}

fn reasons(plan: &Plan) -> String {
    let mut said = String::new();
    let again: Vec<String> =
        plan.reasons.iter().map(|(reason, count)| format!("{count} {}", reason.as_str())).collect();
    let (skipped, verb) = counted(plan.documents.skipped, "document", ["is", "are"]);
    if again.is_empty() {
        said += &format!("\nNothing has changed: {skipped} {verb} as remembered.\n");
    } else {
        said += &format!("\nDocuments: {}; {skipped} {verb} as remembered.\n", again.join(", "));
    }
    if !plan.most.is_empty() {
        said += "\nMost changed:\n";
        plan.most.iter().for_each(|change| said += &line(change));
    }
    said += &format!("\nPlan: {}.\n", totals(plan));
    said
}

fn line(change: &Change) -> String {
    let ChunkCounts { kept, moved, added, deleted, tokens, .. } = change.chunks;
    let why = change.reason.map_or("", |reason| reason.as_str());
    let counts = [(added, "added"), (moved, "moved"), (deleted, "deleted"), (kept, "kept")];
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    let counts = counts.collect::<Vec<_>>().join(", ");
    format!("  {}  {tokens} tokens to embed: {counts} ({why})\n", printable(&change.doc_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_for_a_million_tokens() {
        assert!((amount(5_000_000, 0.02) - 0.1).abs() < 1e-12);
    }
}

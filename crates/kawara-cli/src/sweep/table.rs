//! What a sweep came to, for a person at a terminal.

use kawara_evidence::sweep::{Figures, Report, overall};

use crate::figures::percent;
use crate::table::Table;

/// The table of all points, then what to do.
pub(super) fn shown(report: &Report<'_>) -> String {
    let mut shown = format!("{}\n\n{}", report.about(), table(report));
    shown.push('\n');
    if report.pareto.contains(&true) {
        shown += "* no other keeps as much whole, stores no more, is no larger and read no wider, and is better in one of these.\n";
    }
    shown += "Coverage is not recall: a chunk that holds all the evidence still has to be found.\n";
    let overall = overall(report.advice);
    if !overall.is_empty() {
        shown.push('\n');
    }
    overall.iter().for_each(|line| shown += &format!("{line}\n"));
    for advice in report.advice {
        shown += &format!("\n{advice}");
    }
    shown
}

fn table(report: &Report<'_>) -> Table {
    let is_varied = report.points.iter().any(|point| point.varied.is_some());
    let first = report.outcomes.first();
    let classes: Vec<&String> = first.map(|outcome| outcome.classes.keys().collect()).unwrap_or_default();
    let is_served = report.outcomes.iter().any(|outcome| outcome.all.served.is_some());
    let mut table = Table::new("point");
    if is_varied {
        table.group("", vec!["varied"]);
    }
    table.group("", vec!["chunks", "tokens", "redundancy"]);
    table.group("evidence whole", vec!["coverage", "fittable"]);
    table.group("against no overlap", vec!["kept here", "newly broken"]);
    let is_embedded = report.embedder.is_some();
    if is_embedded {
        table.group("embedded", vec!["vectors", "tokens"]);
    }
    // What modes are compared by; a policy is compared by what it keeps of the same questions.
    if is_served && is_embedded {
        table.group(&format!("{} served", report.k), vec!["hit", "boundary recall", "rrr", "unique"]);
    } else if is_served {
        table.group(&format!("{} served", report.k), vec!["hit", "rrr", "unique"]);
    }
    classes.iter().for_each(|class| table.group(class, vec!["coverage"]));
    let marks = report.pareto.iter().copied().chain(std::iter::repeat(false));
    for ((point, outcome), is_pareto) in report.points.iter().zip(report.outcomes).zip(marks) {
        let mut cells = Vec::new();
        if is_varied {
            cells.push(point.varied.map(|varied| varied.to_string()).unwrap_or_default());
        }
        cells.extend([
            outcome.cost.chunks.to_string(),
            outcome.cost.tokens.to_string(),
            share(outcome.cost.redundancy),
        ]);
        cells.extend(evidence(&outcome.all));
        if is_embedded {
            let embedded = outcome.cost.embedded.as_ref();
            cells.push(embedded.map(|embedded| embedded.vectors.to_string()).unwrap_or_default());
            cells.push(embedded.map(|embedded| embedded.tokens.to_string()).unwrap_or_default());
        }
        if is_served {
            let served = outcome.all.served.as_ref();
            cells.push(share(served.map(|served| served.hit)));
            if is_embedded {
                cells.push(share(served.and_then(|served| served.boundary_recall)));
            }
            cells.push(share(served.map(|served| served.rrr)));
            cells.push(served.map(|served| format!("{:.0}", served.unique)).unwrap_or_default());
        }
        cells.extend(
            classes.iter().map(|class| share(outcome.classes.get(*class).map(|figures| figures.coverage))),
        );
        table.row(&format!("{} {point}", if is_pareto { "*" } else { " " }), cells);
    }
    table
}

fn evidence(figures: &Figures) -> [String; 4] {
    [
        share(Some(figures.coverage)),
        share(figures.fittable_coverage),
        share(figures.straddle_coverage),
        figures.newly_broken.to_string(),
    ]
}

/// Nothing where there is no figure.
fn share(share: Option<f64>) -> String {
    share.map(percent).unwrap_or_default()
}

//! Cells and rows of Markdown.

use crate::process::Cost;

pub fn heading(cells: &[&str]) {
    println!("| {} |\n|{}", cells.join(" | "), "---|".repeat(cells.len()));
}

pub fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

pub fn times(cost: Cost, of: Cost) -> String {
    format!("{:.2}×", cost.work / of.work)
}

pub fn times_or_dash(cost: Option<Cost>, of: Cost) -> String {
    cost.map_or_else(dash, |cost| times(cost, of))
}

pub fn dash() -> String {
    "–".into()
}

pub fn megabytes(bytes: usize) -> String {
    format!("{:.2}", bytes as f64 / 1e6)
}

//! `tiling.parents`: the sizes of passages; and whether they make sense beside the rest.

use kawara_core::{Settings, Strategy, TilingSettings};
use toml::de::DeValue;

use crate::change::Change;
use crate::check::Clash;
use crate::merge::Merged;
use crate::mistake::Report;
use crate::walk::{Node, Walk};

const PARENTS: &str = "tiling.parents";
const STRATEGY: &str = "tiling.strategy";
const MAX: &str = "budget.max-tokens";

impl Walk<'_> {
    /// Whole numbers that fall, or one; an empty list lays no passages.
    pub(crate) fn sizes(&mut self, path: &str, doc: &str, node: &Node<'_>) {
        let nodes: Vec<&Node<'_>> = match node.get_ref() {
            DeValue::Array(nodes) => nodes.iter().collect(),
            DeValue::Integer(_) => vec![node],
            _ => return self.wrong_type(path, "a whole number or a list of whole numbers", doc, node),
        };
        let mut sizes: Vec<u32> = Vec::new();
        for node in &nodes {
            let Some(size) = self.count(path, doc, 1, node) else { continue };
            if let Some(last) = sizes.last().filter(|last| **last <= size) {
                let message = format!("`{path}` names {last} before {size}: its sizes fall");
                self.error("policy::parents_order", node.span(), message, |it| it.help(doc));
            }
            sizes.push(size);
        }
        if nodes.len() > TilingSettings::MOST_PARENTS {
            let message = format!("`{path}` takes at most {} sizes", TilingSettings::MOST_PARENTS);
            return self.error("policy::out_of_range", node.span(), message, |it| it.help(doc));
        }
        self.assign(Change::Parents(sizes), node.span());
    }
}

/// Reports passages that cannot be laid around chunks.
pub(crate) fn check(merged: &Merged, sure: bool, report: &mut Report) {
    let Settings { tiling, budget, .. } = &merged.draft.settings;
    let Some(smallest) = tiling.parents.last() else { return };
    let max = budget.max_tokens;
    if *smallest <= max {
        let shown = if merged.place(MAX).is_some() { max.to_string() } else { format!("{max}, the default") };
        let clash = Clash {
            code: "policy::parents_under_budget",
            message: format!("passages of {smallest} tokens hold no chunks: `max-tokens` is {shown}"),
            here: (PARENTS, "the last is the smallest"),
            there: (MAX, "a chunk may grow to this"),
            help: "a passage holds several chunks: make it two to four times as large, or lower `max-tokens`"
                .into(),
        };
        clash.report(merged, sure, report);
    }
    if tiling.strategy != Strategy::Units && !merged.is_unread(STRATEGY) {
        let clash = Clash {
            code: "policy::parents_of_windows",
            message: format!(
                "`{}` lays windows, and passages are laid of whole units",
                tiling.strategy.as_str()
            ),
            here: (PARENTS, "lays passages"),
            there: (STRATEGY, "lays the chunks"),
            help: "leave one of them out; `parents = []` lays no passages".into(),
        };
        clash.report(merged, sure, report);
    }
}

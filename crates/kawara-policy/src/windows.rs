//! `tiling.window-overlap` and `tiling.separators`; and whether what is said of windows makes sense beside the rest.

use kawara_core::{Settings, Strategy, WindowOverlap};
use toml::de::DeValue;

use crate::change::Change;
use crate::check::Clash;
use crate::merge::Merged;
use crate::mistake::{Mistake, Report};
use crate::render::listed;
use crate::walk::{Node, Walk};

const STRATEGY: &str = "tiling.strategy";
const WINDOW: &str = "tiling.window";
const OVERLAP: &str = "tiling.window-overlap";
const MAX: &str = "budget.max-tokens";

/// Separators that are looked for at most, one after the other.
pub(crate) const MOST_SEPARATORS: usize = 64;

impl Walk<'_> {
    /// A number, or `{ percent = 20 }`.
    pub(crate) fn window_overlap(&mut self, path: &str, doc: &str, node: &Node<'_>) {
        let overlap = match node.get_ref() {
            DeValue::Integer(_) => self.count(path, doc, 0, node).map(WindowOverlap::Count),
            DeValue::Table(table) => {
                let mut share = None;
                for (key, node) in table {
                    match key.get_ref().as_ref() {
                        "percent" => share = self.percent(&format!("{path}.percent"), doc, node),
                        other => self.unknown(&format!("`{path}`"), other, key.span(), vec!["percent"]),
                    }
                }
                if table.is_empty() {
                    self.error("policy::empty", node.span(), format!("`{path}` is empty"), |it| it.help(doc));
                }
                share.map(|share| match share {
                    0.0 => WindowOverlap::Count(0),
                    share => WindowOverlap::Share(share),
                })
            }
            _ => return self.wrong_type(path, "a whole number or a table", doc, node),
        };
        if let Some(overlap) = overlap {
            self.assign(Change::WindowOverlap(overlap), node.span());
        }
    }

    /// Strings, each at most once.
    pub(crate) fn separators(&mut self, path: &str, doc: &str, node: &Node<'_>) {
        let mut separators: Vec<String> = Vec::new();
        let nodes = self.list(path, doc, node);
        for node in &nodes {
            let Some(text) = self.text(path, doc, node).map(str::to_owned) else { continue };
            if separators.contains(&text) {
                let message = format!("`{path}` names {} twice", crate::change::string(&text));
                self.error("policy::twice", node.span(), message, |it| it.help("leave one of them out"));
            }
            if separators.last().is_some_and(String::is_empty) {
                let message = format!("`{path}` never comes to {}", crate::change::string(&text));
                let warning = Mistake::warning("policy::no_effect", self.place(node.span()), message);
                self.report.add(warning.help("`\"\"` stands for every character: put it last"));
            }
            separators.push(text);
        }
        if nodes.len() > MOST_SEPARATORS {
            let message = format!("`{path}` takes at most {MOST_SEPARATORS} separators");
            return self.error("policy::out_of_range", node.span(), message, |it| it.help(doc));
        }
        if nodes.is_empty() {
            if node.get_ref().is_array() {
                self.error("policy::empty", node.span(), format!("`{path}` is empty"), |it| it.help(doc));
            }
            return;
        }
        self.assign(Change::Separators(separators), node.span());
    }
}

/// Reports windows that cannot be laid, and keys that mean nothing beside the strategy.
pub(crate) fn check(merged: &Merged, sure: bool, report: &mut Report) {
    if merged.is_unread(STRATEGY) {
        return;
    }
    let Settings { tiling, budget, .. } = &merged.draft.settings;
    let strategy = tiling.strategy;
    no_effect(merged, report);
    let counts_tokens = strategy.counts() == "tokens";
    if strategy == Strategy::Units {
        return;
    }
    let max = budget.max_tokens;
    if let Some(window) = tiling.window.filter(|window| counts_tokens && *window > max) {
        let clash = Clash {
            code: "policy::window_over_budget",
            message: format!("`window` ({window} tokens) is over `max-tokens` ({max})"),
            here: (WINDOW, "a window is as long as this"),
            there: (MAX, "context and text together"),
            help: "lower `window`, raise `max-tokens`, or leave `window` out to fill the budget".into(),
        };
        clash.report(merged, sure, report);
    }
    let (window, there) = match tiling.window {
        Some(window) => (window, (WINDOW, "a whole window")),
        None if counts_tokens => (max, (MAX, "a window fills this")),
        None => return,
    };
    if let WindowOverlap::Count(overlap) = tiling.window_overlap
        && overlap >= window
    {
        let of = strategy.counts();
        let clash = Clash {
            code: "policy::overlap_over_window",
            message: format!("`window-overlap` ({overlap} {of}) is not less than a window ({window})"),
            here: (OVERLAP, "repeated from window to window"),
            there,
            help: "no window would get anywhere: 10 to 25 % of a window is what is usual".into(),
        };
        clash.report(merged, sure, report);
    }
}

/// Warns of what somebody wrote himself that means nothing with the strategy in force.
fn no_effect(merged: &Merged, report: &mut Report) {
    let settings = &merged.draft.settings;
    let strategy = settings.tiling.strategy;
    let idle: &[&str] = match strategy {
        Strategy::Units => &[WINDOW, OVERLAP, "tiling.separators"],
        Strategy::Recursive => &[
            "units.overlap",
            "units.records-per-chunk",
            "units.split",
            "tiling.stability",
            "budget.min-tokens",
        ],
        _ => &[
            "units.overlap",
            "units.records-per-chunk",
            "units.split",
            "tiling.stability",
            "tiling.separators",
            "budget.min-tokens",
        ],
    };
    // A policy that is laid over another one need not take back what that says of its own strategy.
    let of_strategy = merged.place(STRATEGY).map(|place| place.file());
    for key in idle {
        let Some(place) = merged.place(key).filter(|place| !merged.is_unread(key) && !place.is_builtin())
        else {
            continue;
        };
        if strategy != Strategy::Units && of_strategy != Some(place.file()) {
            continue;
        }
        let message = format!("`{key}` means nothing with the strategy `{}`", strategy.as_str());
        let help = match *key {
            "units.overlap" => "what windows repeat is `tiling.window-overlap`".to_owned(),
            key if strategy == Strategy::Units => {
                let with = if key == "tiling.separators" {
                    "`recursive`".to_owned()
                } else {
                    listed(Strategy::ALL.iter().skip(1).map(|it| it.as_str()), "or")
                };
                format!("it is of `tiling.strategy` {with}")
            }
            _ => "leave it out".to_owned(),
        };
        let mut warning = Mistake::warning("policy::no_effect", place.clone(), message).help(help);
        if let Some(place) = merged.place(STRATEGY) {
            warning = warning.also(place.clone(), "in force");
        }
        report.add(warning);
    }
}

//! `tiling.window-overlap` and `tiling.separators`; and whether what is said of windows makes sense beside the rest.

use kawara_core::{Settings, Strategy, WindowOverlap};
use toml::de::DeValue;

use crate::change::Change;
use crate::check::Clash;
use crate::merge::{Assignment, Merged};
use crate::mistake::{Mistake, Report};
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
    let (window, there, shown) = match tiling.window {
        Some(window) => (window, (WINDOW, "a whole window"), format!("a window ({window})")),
        None if counts_tokens => {
            (max, (MAX, "a window fills this"), format!("a window, which fills `max-tokens` ({max})"))
        }
        None => return,
    };
    if let WindowOverlap::Count(overlap) = tiling.window_overlap
        && overlap >= window
    {
        let of = strategy.counts();
        let clash = Clash {
            code: "policy::overlap_over_window",
            message: format!("`window-overlap` ({overlap} {of}) is not less than {shown}"),
            here: (OVERLAP, "repeated from window to window"),
            there,
            help: "no window would get anywhere: 10 to 25 % of a window is what is usual".into(),
        };
        clash.report(merged, sure, report);
    }
}

/// Keys that mean nothing unless units are laid.
fn is_of_units(change: &Change, strategy: Strategy) -> bool {
    match change {
        Change::Overlap(_) | Change::OverlapOf(..) | Change::RecordsPerChunk(_) | Change::Split(_) => true,
        Change::MinTokens(_) | Change::Stability(_) => true,
        Change::Separators(_) => strategy != Strategy::Recursive,
        Change::Embedder(name) => !name.is_empty(),
        change => change.is_semantic(),
    }
}

/// Warns of keys that mean nothing with the strategy that is set beside them, in the same file and the same entry; and of windows where
/// no strategy has any. `groups` are the settings that are laid first, those of each `[[match]]`, and values that are set.
pub(crate) fn warn_of_idle<'a>(groups: impl Iterator<Item = &'a [Assignment]> + Clone, report: &mut Report) {
    if report.unread.contains(STRATEGY) {
        return;
    }
    let strategies = groups.clone().flatten().filter_map(|it| match it.change {
        Change::Strategy(strategy) => Some((strategy, it.place.file())),
        _ => None,
    });
    let has_windows = strategies.clone().any(|(strategy, _)| strategy != Strategy::Units);
    for group in groups {
        let own = group.iter().rev().find_map(|it| match it.change {
            Change::Strategy(strategy) => Some((strategy, &it.place)),
            _ => None,
        });
        for it in group.iter().filter(|it| !it.place.is_builtin()) {
            let is_of_windows =
                matches!(it.change, Change::Window(_) | Change::WindowOverlap(_) | Change::Separators(_));
            if is_of_windows && !has_windows {
                let of = match it.change {
                    Change::Separators(_) => Strategy::Recursive.as_str(),
                    _ => Strategy::TokenWindow.as_str(),
                };
                let help =
                    format!("it goes with a strategy that has windows, such as `tiling.strategy = \"{of}\"`");
                report.add(idle(it, Strategy::Units).help(help));
            }
            if let Some((strategy, place)) = own.filter(|(_, place)| place.file() == it.place.file())
                && strategy != Strategy::Units
                && is_of_units(&it.change, strategy)
            {
                let help = match &it.change {
                    Change::Overlap(_) | Change::OverlapOf(..) => {
                        "what windows repeat is `tiling.window-overlap`"
                    }
                    it if it.is_semantic() => "windows end where they are full, whatever the text is about",
                    _ => "leave it out",
                };
                report.add(idle(it, strategy).help(help).also(place.clone(), "lays the chunks"));
            }
        }
    }
}

fn idle(it: &Assignment, strategy: Strategy) -> Mistake {
    let message = format!("`{}` means nothing with the strategy `{}`", it.change.key(), strategy.as_str());
    Mistake::warning("policy::no_effect", it.place.clone(), message)
}

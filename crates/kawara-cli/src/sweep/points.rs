//! From the command line to points, and from a point to its engine.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use kawara::late::LateOptions;
use kawara::{Engine, PolicyTree, Registry, Settings, Strategy};
use kawara_evidence::sweep::{Axes, Carry, Mode, Point, one_at_a_time, product};
use kawara_evidence::{Corpus, Error, ErrorKind};

use super::modes::Chosen;
use crate::End;
use crate::args::{InputArguments, SweepArguments};
use crate::console::Console;
use crate::inputs::{at_home, policies_by};

/// How many times as large as its chunks a passage is.
const PASSAGE: u32 = 4;

/// What is needed to try a point.
pub(super) struct Laboratory<'l> {
    pub(super) inputs: &'l InputArguments,
    pub(super) registry: &'l Registry,
    corpus: &'l Corpus,
}

impl<'l> Laboratory<'l> {
    pub(super) fn new(inputs: &'l InputArguments, registry: &'l Registry, corpus: &'l Corpus) -> Self {
        Self { inputs, registry, corpus }
    }

    /// The policies that are tried; `None` stands for what documents have anyway.
    fn named(&self) -> Vec<Option<&'l str>> {
        match self.inputs.settings.policies.as_slice() {
            [] | [_] => vec![self.inputs.settings.policy()],
            several => several.iter().map(|word| Some(word.as_str())).collect(),
        }
    }

    /// Finds out whether late chunking can be had with the policies and sizes: their counters tell where tokens stand, and a limit is known.
    ///
    /// # Errors
    /// When a policy is wrong, or it cannot be had.
    pub(super) fn check_late(&self, options: &LateOptions, sizes: &[u32]) -> Result<(), End> {
        let usage = |error: kawara::Error| End::Usage(error.to_string());
        let point = |size| Point { size, ..Point::default() };
        let sizes: Vec<Point> = if sizes.is_empty() {
            vec![point(None)]
        } else {
            sizes.iter().map(|size| point(Some(*size))).collect()
        };
        for (word, point) in
            self.named().into_iter().flat_map(|word| sizes.iter().map(move |size| (word, size)))
        {
            let tree = self.tree(word, &point.changes())?;
            let settings = tree.base_settings().map_err(usage)?;
            let engine = Engine::new(self.registry.clone(), tree);
            for settings in settings {
                let counter = engine.counter(&settings).map_err(usage)?;
                options.check(&settings, counter).map_err(usage)?;
            }
        }
        Ok(())
    }

    /// What is to be tried.
    ///
    /// # Errors
    /// When a policy is wrong, or nothing is left to try.
    pub(super) fn points(&self, arguments: &SweepArguments, modes: &Chosen) -> Result<Vec<Point>, End> {
        let axes = axes(arguments, modes);
        let named = self.named();
        let mut windows = Vec::with_capacity(named.len());
        for word in named {
            let lays =
                self.tree(word, &[])?.base_settings().map_err(|error| End::Usage(error.to_string()))?;
            windows.push((word, lays.iter().any(|settings| settings.tiling.strategy != Strategy::Units)));
        }
        let lays_windows = |policy: Option<&str>| {
            let word = policy.or(self.inputs.settings.policy());
            windows.iter().any(|(known, windows)| *known == word && *windows)
        };
        let mut points = if arguments.one_at_a_time {
            one_at_a_time(&axes, lays_windows)
        } else {
            product(&axes, lays_windows)
        };
        if points.is_empty() {
            return Err(End::Usage(
                "nothing is left to try: only chunks of units and of sentences can be read wider, a passage is read as it is, and only chunks of units \
                 are laid in passages or at semantic breaks"
                    .into(),
            ));
        }
        for point in &mut points {
            point.besides = match point.mode {
                Some(Mode::Semantic) => vec![modes.semantic()],
                Some(Mode::Parent) => self.passages(point)?,
                _ => Vec::new(),
            };
        }
        Ok(points)
    }

    /// Passages of four times the size of chunks, unless the policy lays some and the size is its own.
    fn passages(&self, point: &Point) -> Result<Vec<String>, End> {
        let tree = self.tree(self.policy_of(point), &point.changes())?;
        let settings = tree.base_settings().map_err(|error| End::Usage(error.to_string()))?;
        let is_laid = |settings: &Arc<Settings>| !settings.tiling.parents.is_empty();
        if point.size.is_none() && settings.iter().all(is_laid) {
            return Ok(Vec::new());
        }
        let sizes: BTreeSet<u32> = settings.iter().map(|settings| settings.budget.max_tokens).collect();
        let &[size] = Vec::from_iter(sizes).as_slice() else {
            let message = "the mode `parent`: the documents have chunks of several sizes; name one with --sizes, or lay passages in each policy, \
                           tiling.parents = [N]";
            return Err(End::Usage(message.into()));
        };
        // A change is of all policies, of those too that hold for none of the documents and have another size.
        let size_too = point.size.is_none().then(|| format!("budget.max-tokens={size}"));
        let parents = format!("tiling.parents=[{}]", size.saturating_mul(PASSAGE));
        Ok(size_too.into_iter().chain([parents]).collect())
    }

    /// Finds out what is wrong with a point before the first is tried.
    ///
    /// # Errors
    /// When a policy, or what is changed in it, is wrong.
    pub(super) fn check(&self, points: &[Point], console: &Console) -> Result<(), End> {
        for nth in 0..points.len() {
            for cut in [points[nth].baseline(), points[nth].cut()] {
                if points[..nth].iter().any(|known| known.cut() == cut || known.baseline() == cut) {
                    continue;
                }
                let tree = self.tree(self.policy_of(&cut), &cut.changes())?;
                if nth == 0 && console.warns() {
                    tree.warnings().iter().for_each(|warning| console.warning(&warning.message));
                }
                let engine = Engine::new(self.registry.clone(), tree.clone());
                tree.check(&engine).map_err(|error| End::Usage(format!("{cut}: {error}")))?;
            }
        }
        Ok(())
    }

    /// The engine of a point.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub(super) fn engine(&self, point: &Point) -> Result<Engine, Error> {
        let tree = self
            .tree(self.policy_of(point), &point.changes())
            .map_err(|end| Error::new(ErrorKind::Settings, end.message()))?;
        Ok(Engine::new(self.registry.clone(), tree))
    }

    fn policy_of<'p>(&'p self, point: &'p Point) -> Option<&'p str> {
        point.policy.as_deref().or(self.inputs.settings.policy())
    }

    /// The policies that hold at a point. Those of files are read, so that a mistake is found now.
    fn tree(&self, word: Option<&str>, changes: &[String]) -> Result<PolicyTree, End> {
        let tree = at_home(self.inputs, policies_by(self.inputs, word, self.registry, changes)?)?;
        for path in self.corpus.sources().iter().filter_map(|source| source.document().path()) {
            tree.policy_for(Path::new(path)).map_err(|mistakes| crate::policy::refused(&mistakes))?;
        }
        Ok(tree)
    }
}

/// What the arguments say; what is tried where they say nothing.
fn axes(arguments: &SweepArguments, modes: &Chosen) -> Axes {
    let mut axes = Axes {
        policies: if arguments.inputs.settings.policies.len() > 1 {
            arguments.inputs.settings.policies.clone()
        } else {
            Vec::new()
        },
        strategies: arguments.strategies.clone(),
        sizes: arguments.sizes.clone(),
        carries: arguments.carries.clone(),
        window_overlaps: arguments.window_overlaps.clone(),
        wider: arguments.wider.clone(),
        modes: modes.modes().to_vec(),
    };
    // Modes are compared on one plan, unless several are named.
    if !axes.modes.is_empty() {
        return axes;
    }
    // One at a time starts from what the policy has: what is not named is not varied, unless nothing is.
    let is_plain = axes == Axes::default();
    if arguments.one_at_a_time && !is_plain {
        return axes;
    }
    // Policies that are named side by side have their sizes, and windows of a size of their own have that.
    let is_sized = axes.strategies.iter().any(|strategy| strategy.window.is_some());
    if axes.sizes.is_empty() && axes.policies.is_empty() && !is_sized {
        axes.sizes = vec![128, 256, 512];
    }
    // Where chunks are not made of units, nothing comes of it.
    if axes.carries.is_empty() {
        axes.carries = vec![Carry::Units(0), Carry::Units(1), Carry::Units(2), Carry::Auto(2)];
    }
    axes
}

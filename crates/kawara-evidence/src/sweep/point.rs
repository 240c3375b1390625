use std::fmt;

use serde::Serialize;

use super::axes::{Amount, Axes, Carry, Parameter, Strategy};
use super::mode::Mode;

/// One setting that is tried: a policy, and what is changed in it. What is `None` is as the policy has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Point {
    /// The policy; `None` stands for what documents have anyway.
    pub policy: Option<String>,
    /// What chunks are made of.
    pub strategy: Option<Strategy>,
    /// The most tokens of a chunk.
    pub size: Option<u32>,
    /// How much is carried.
    pub carry: Option<Carry>,
    /// How much windows overlap.
    pub window_overlap: Option<Amount>,
    /// By how many units a hit is widened on either side.
    pub wider: u32,
    /// Whether its chunks are windows, which overlap, rather than made of units, which are carried.
    pub is_windows: bool,
    /// How chunks become vectors and are read; `None` leaves it to the retriever.
    pub mode: Option<Mode>,
    /// What the mode changes in the policy besides, as `--set` takes it: an embedder for [`Mode::Semantic`], sizes for [`Mode::Parent`].
    #[serde(skip)]
    pub besides: Vec<String>,
    /// The only parameter that differs from the policy, where one is varied at a time.
    pub varied: Option<Parameter>,
}

impl Point {
    /// What it changes in its policy, as `--set` takes it.
    ///
    /// ```
    /// use kawara_evidence::sweep::Point;
    ///
    /// let point = Point { size: Some(256), carry: Some("auto".parse()?), ..Point::default() };
    /// assert_eq!(point.changes(), ["budget.max-tokens=256", "units.overlap=\"auto\""]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn changes(&self) -> Vec<String> {
        let mut changes = Vec::new();
        changes.extend(self.size.map(|size| format!("budget.max-tokens={size}")));
        if let Some(strategy) = &self.strategy {
            changes.push(format!("tiling.strategy=\"{}\"", strategy.name));
            changes.extend(strategy.window.map(|window| format!("tiling.window={window}")));
        }
        changes.extend(self.carry.map(|carry| format!("units.overlap={}", carry.to_toml())));
        changes.extend(
            self.window_overlap.map(|overlap| format!("tiling.window-overlap={}", overlap.to_toml())),
        );
        changes.extend(self.besides.iter().cloned());
        changes
    }

    /// The point that lays the same chunks: this one without reading wider, which happens when they are served, and without a mode that cuts no
    /// other way.
    pub fn cut(&self) -> Self {
        Self { wider: 0, varied: None, mode: self.mode.filter(|mode| mode.is_a_cut()), ..self.clone() }
    }

    /// Whether it can be read as wide as it says: by sentences, which other windows do not know.
    fn can_be_read(&self) -> bool {
        let has_sentences = self.strategy.as_ref().is_some_and(|strategy| strategy.name == "sentence-window");
        let is_read = self.wider == 0 || !self.is_windows || has_sentences;
        // A passage has no neighbours to be read with.
        let is_passage = self.mode == Some(Mode::Parent);
        is_read
            && !(is_passage && self.wider > 0)
            && !(self.is_windows && self.mode.is_some_and(Mode::is_a_cut))
    }

    /// What straddling and newly broken questions are told by: the same policy, strategy and size, with nothing repeated.
    ///
    /// ```
    /// use kawara_evidence::sweep::{Carry, Point};
    ///
    /// let point = Point { size: Some(256), carry: Some(Carry::Units(2)), wider: 1, ..Point::default() };
    /// assert_eq!(point.baseline(), Point { size: Some(256), carry: Some(Carry::Units(0)), ..Point::default() });
    /// ```
    pub fn baseline(&self) -> Self {
        let (carry, window_overlap) =
            if self.is_windows { (None, Some(Amount::Count(0))) } else { (Some(Carry::Units(0)), None) };
        Self { carry, window_overlap, mode: None, besides: Vec::new(), ..self.cut() }
    }
}

/// What it is called in tables: `256 tokens, carry 1, wider 1`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.policy.clone());
        parts.extend(self.strategy.as_ref().map(ToString::to_string));
        parts.extend(self.size.map(|size| format!("{size} tokens")));
        parts.extend(self.carry.map(|carry| format!("carry {carry}")));
        parts.extend(self.window_overlap.map(|overlap| format!("overlap {overlap}")));
        parts.extend((self.wider > 0).then(|| format!("wider {}", self.wider)));
        parts.extend(self.mode.map(|mode| mode.to_string()));
        f.write_str(if parts.is_empty() { "as the policy has it" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// Every combination of the values: policies, in each its strategies, sizes, carries or overlaps, and reading wider. Carries belong to
/// what is made of units, overlaps to windows; `lays_windows` says which of them a policy has where no strategy is named. Reading wider needs
/// chunks of sentences: of the windows only `sentence-window` is tried with it. A [mode that cuts](Mode::is_a_cut) takes units.
///
/// A combination that comes twice is kept once.
pub fn product(axes: &Axes, mut lays_windows: impl FnMut(Option<&str>) -> bool) -> Vec<Point> {
    let mut points = Vec::new();
    for policy in choices(&axes.policies) {
        let own = lays_windows(policy.as_deref());
        for strategy in choices(&axes.strategies) {
            let is_windows = strategy.as_ref().map_or(own, |strategy| !strategy.is_units());
            let carries = if is_windows { vec![None] } else { choices(&axes.carries) };
            let overlaps = if is_windows { choices(&axes.window_overlaps) } else { vec![None] };
            for size in choices(&axes.sizes) {
                for (carry, window_overlap) in pairs(&carries, &overlaps) {
                    for (wider, mode) in pairs(&choices(&axes.wider), &choices(&axes.modes)) {
                        points.push(Point {
                            policy: policy.clone(),
                            strategy: strategy.clone(),
                            size,
                            carry,
                            window_overlap,
                            wider: wider.unwrap_or(0),
                            is_windows,
                            mode,
                            ..Point::default()
                        });
                    }
                }
            }
        }
    }
    points.retain(Point::can_be_read);
    once(points)
}

/// The policies as they are, and each value of each parameter alone, in a policy that is otherwise as it is. Each is marked with what it
/// [varies](Point::varied). Carries are varied where the policy's chunks are made of units, overlaps where they are windows.
pub fn one_at_a_time(axes: &Axes, mut lays_windows: impl FnMut(Option<&str>) -> bool) -> Vec<Point> {
    let mut points = Vec::new();
    for (nth, policy) in choices(&axes.policies).into_iter().enumerate() {
        let is_windows = lays_windows(policy.as_deref());
        let own =
            Point { policy, is_windows, varied: (nth > 0).then_some(Parameter::Policy), ..Point::default() };
        let vary = |parameter| Point { varied: Some(parameter), ..own.clone() };
        points.push(own.clone());
        points.extend(axes.strategies.iter().map(|strategy| Point {
            is_windows: !strategy.is_units(),
            strategy: Some(strategy.clone()),
            ..vary(Parameter::Strategy)
        }));
        points.extend(axes.sizes.iter().map(|size| Point { size: Some(*size), ..vary(Parameter::Size) }));
        if is_windows {
            let overlaps = axes.window_overlaps.iter();
            points.extend(
                overlaps.map(|overlap| Point {
                    window_overlap: Some(*overlap),
                    ..vary(Parameter::WindowOverlap)
                }),
            );
        } else {
            points.extend(
                axes.carries.iter().map(|carry| Point { carry: Some(*carry), ..vary(Parameter::Carry) }),
            );
        }
        let wider = axes.wider.iter().filter(|wider| **wider > 0);
        points.extend(wider.map(|wider| Point { wider: *wider, ..vary(Parameter::Wider) }));
        points.extend(axes.modes.iter().map(|mode| Point { mode: Some(*mode), ..vary(Parameter::Mode) }));
    }
    points.retain(Point::can_be_read);
    once(points)
}

/// Each of the ones with each of the others.
fn pairs<A: Copy, B: Copy>(ones: &[A], others: &[B]) -> Vec<(A, B)> {
    ones.iter().flat_map(|one| others.iter().map(|other| (*one, *other))).collect()
}

/// The values, or none of them where there are none.
fn choices<T: Clone>(values: &[T]) -> Vec<Option<T>> {
    if values.is_empty() { vec![None] } else { values.iter().cloned().map(Some).collect() }
}

fn once(points: Vec<Point>) -> Vec<Point> {
    let mut known = std::collections::HashSet::new();
    points.into_iter().filter(|point| known.insert(point.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes() -> Axes {
        let parse = |words: &[&str]| words.iter().map(|word| word.parse().unwrap()).collect();
        Axes {
            policies: vec!["kawara:docs".into(), "kawara:faq".into()],
            strategies: ["units", "token-window", "sentence-window:5"]
                .map(|word| word.parse().unwrap())
                .into(),
            sizes: vec![128, 256, 256],
            carries: parse(&["0", "1", "auto"]),
            window_overlaps: ["0", "10%"].map(|word| word.parse().unwrap()).into(),
            wider: vec![0, 1],
            modes: Vec::new(),
        }
    }

    #[test]
    fn a_product_has_every_combination_that_means_something_once() {
        let points = product(&axes(), |_| false);
        // Two policies; of units two sizes, three carries, two widths; of two windows two sizes, two overlaps, one of them at two widths.
        assert_eq!(points.len(), 2 * (2 * 3 * 2 + 2 * 2 * (1 + 2)));
        for point in &points {
            let is_units = point.strategy.as_ref().is_some_and(Strategy::is_units);
            assert_eq!(
                (point.carry.is_some(), point.window_overlap.is_some()),
                (is_units, !is_units),
                "{point}"
            );
        }
        assert_eq!(points[1].to_string(), "kawara:docs, units, 128 tokens, carry 0, wider 1");
        assert_eq!(
            points.last().unwrap().changes(),
            [
                "budget.max-tokens=256",
                "tiling.strategy=\"sentence-window\"",
                "tiling.window=5",
                "tiling.window-overlap={ percent = 10 }"
            ]
        );
        assert_eq!(product(&Axes::default(), |_| false), [Point::default()]);

        let own = Axes { strategies: Vec::new(), ..axes() };
        let windows = product(&own, |policy| policy == Some("kawara:faq"));
        assert!(
            windows.iter().all(|point| point.is_windows == (point.policy.as_deref() == Some("kawara:faq")))
        );
        assert!(
            windows.iter().all(|point| point.carry.is_some() != point.is_windows),
            "windows are not carried"
        );
    }

    #[test]
    fn a_mode_that_cuts_takes_units_and_the_others_share_a_cut() {
        let axes = Axes { modes: Mode::ALL.to_vec(), carries: Vec::new(), ..axes() };
        let points = product(&Axes { policies: Vec::new(), sizes: vec![128], ..axes }, |_| false);
        for point in &points {
            let mode = point.mode.unwrap();
            assert!(!point.is_windows || !mode.is_a_cut(), "{point}");
            assert!(point.wider == 0 || mode != Mode::Parent, "{point}");
            assert_eq!(point.cut().mode.is_some(), mode.is_a_cut(), "{point}");
            assert_eq!(point.baseline().mode, None, "{point}");
        }
        // Of units all at two widths but for one, which is read as it is; of the windows six modes, of sentences at two widths.
        assert_eq!(points.len(), (8 * 2 - 1) + 2 * 6 + 2 * 6 * 2);
        assert_eq!(points[1].to_string(), "units, 128 tokens, text");
    }

    #[test]
    fn one_at_a_time_changes_one_thing_and_says_which() {
        let mut axes = axes();
        axes.policies.truncate(1);
        let points = one_at_a_time(&axes, |_| false);
        // The policy itself, three strategies, two sizes, three carries, one width.
        assert_eq!(points.len(), 1 + 3 + 2 + 3 + 1);
        assert_eq!((points[0].varied, points[0].changes().len()), (None, 0));
        for point in &points[1..] {
            let changed = [
                (Parameter::Strategy, point.strategy.is_some()),
                (Parameter::Size, point.size.is_some()),
                (Parameter::Carry, point.carry.is_some()),
                (Parameter::WindowOverlap, point.window_overlap.is_some()),
                (Parameter::Wider, point.wider > 0),
            ];
            let changed: Vec<Parameter> =
                changed.into_iter().filter_map(|(which, is)| is.then_some(which)).collect();
            assert_eq!(changed, [point.varied.unwrap()], "{point}");
        }
        let windows = one_at_a_time(&axes, |_| true);
        assert!(windows.iter().any(|point| point.window_overlap == Some(Amount::Percent(10))));
        assert!(windows.iter().all(|point| point.carry.is_none()), "windows are not carried");
    }

    #[test]
    fn what_is_compared_with_differs_in_what_is_repeated_alone() {
        for point in product(&axes(), |_| false) {
            let base = point.baseline();
            assert_eq!(
                (&base.policy, &base.strategy, base.size),
                (&point.policy, &point.strategy, point.size)
            );
            assert_eq!(base.wider, 0);
            let is_units = point.strategy.as_ref().is_some_and(Strategy::is_units);
            let nothing =
                if is_units { (Some(Carry::Units(0)), None) } else { (None, Some(Amount::Count(0))) };
            assert_eq!((base.carry, base.window_overlap), nothing);
            assert_eq!(base.baseline(), base);
        }
    }
}

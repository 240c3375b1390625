/// One of the two directions of a figure.
#[derive(Clone, Debug)]
pub struct Axis {
    pub(super) title: String,
    percent: bool,
    from_zero: bool,
    whole: bool,
}

impl Axis {
    /// An axis of plain numbers. It begins at 0 unless all values lie close together far from it; the figure says so then.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), percent: false, from_zero: false, whole: false }
    }

    /// An axis of shares: 0.25 is written as 25 %.
    pub fn share(title: impl Into<String>) -> Self {
        Self { title: title.into(), percent: true, from_zero: false, whole: false }
    }

    /// Always begins at 0, however close together the values are.
    pub fn from_zero(mut self) -> Self {
        self.from_zero = true;
        self
    }

    /// Of whole things: no tick stands between two numbers.
    pub fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// A number as the axis writes it where it is told in full.
    pub(super) fn tell(&self, value: f64) -> String {
        if self.percent {
            format!("{} %", plain(value * 100.0, 2))
        } else {
            plain(value, if value.abs() < 10.0 { 4 } else { 2 })
        }
    }

    /// The ticks of an axis that shows these values, about as many as wanted.
    pub(super) fn scale(&self, values: impl Iterator<Item = f64>, wanted: u32) -> Scale {
        let factor = if self.percent { 100.0 } else { 1.0 };
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            (low, high) = (low.min(value * factor), high.max(value * factor));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // Where the values fill a third of the way from 0, that way is worth its room.
        let near_zero = self.from_zero || low == high || high - low >= low.abs().max(high.abs()) / 3.0;
        if near_zero {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        if low == high {
            high = low + 1.0;
        }
        let least = (high - low) / f64::from(wanted.max(1));
        let step = step(if self.whole { least.max(1.0) } else { least });
        let first = (low / step + 1e-9).floor();
        let last = (high / step - 1e-9).ceil().max(first + 1.0);
        // No share of a whole is over 100 %, so neither is the axis, unless a value is.
        let whole = (100.0 / step).round();
        let last = if self.percent && high <= 100.0 && first < whole { last.min(whole) } else { last };
        let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
        let unit = if self.percent { "\u{a0}%" } else { "" };
        let count = (last - first).min(1000.0) as u32;
        let ticks = (0..=count).map(|nth| {
            let value = (first + f64::from(nth)) * step;
            (
                value / factor,
                format!("{value:.decimals$}{unit}").replacen("-0", "0", usize::from(value == 0.0)),
            )
        });
        Scale { ticks: ticks.collect(), low: first * step / factor, high: last * step / factor }
    }
}

/// An axis with its ends and ticks.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    pub(super) ticks: Vec<(f64, String)>,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Scale {
    /// Where a value lies between the ends, over 0 to 1.
    pub(super) fn at(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// What the lowest tick says, where that is not 0 though 0 is not in sight.
    pub(super) fn begins(&self) -> Option<&str> {
        let hidden = self.low > 0.0 || self.high < 0.0;
        hidden.then(|| self.ticks.first().map(|(_, label)| label.as_str())).flatten()
    }
}

/// The least of 1, 2 or 5 times a power of ten that is not under this.
fn step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let times =
        [1.0, 2.0, 5.0].into_iter().find(|times| times * power >= least * (1.0 - 1e-9)).unwrap_or(10.0);
    times * power
}

/// A number with at most so many decimals.
fn plain(value: f64, decimals: usize) -> String {
    let written = format!("{value:.decimals$}");
    if !written.contains('.') {
        return written;
    }
    let short = written.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(axis: &Axis, values: &[f64]) -> String {
        let scale = axis.scale(values.iter().copied(), 5);
        let labels: Vec<&str> = scale.ticks.iter().map(|(_, label)| label.as_str()).collect();
        labels.join(" ")
    }

    #[test]
    fn ticks_are_round_and_hold_every_value() {
        let axis = Axis::new("");
        assert_eq!(ticks(&axis, &[0.0, 47.0]), "0 10 20 30 40 50");
        assert_eq!(ticks(&axis, &[3.0, 1234.0]), "0 500 1000 1500");
        assert_eq!(ticks(&axis, &[0.02, 0.09]), "0.00 0.02 0.04 0.06 0.08 0.10");
        assert_eq!(ticks(&axis, &[-0.2, 1.1]), "-0.5 0.0 0.5 1.0 1.5");
        assert_eq!(ticks(&Axis::share(""), &[0.0, 0.31]), "0\u{a0}% 10\u{a0}% 20\u{a0}% 30\u{a0}% 40\u{a0}%");
        for values in [[0.1, 0.3], [7e-9, 9e-9], [1e12, 3e12], [-5.0, -4.9], [99.99, 100.0]] {
            let scale = axis.scale(values.into_iter(), 6);
            assert!(
                values.iter().all(|value| (0.0..=1.0).contains(&scale.at(*value))),
                "{values:?} {scale:?}"
            );
            assert!((2..=9).contains(&scale.ticks.len()), "{scale:?}");
        }
    }

    #[test]
    fn shares_of_a_whole_end_at_all_of_it() {
        let last = |values: &[f64]| {
            Axis::share("").scale(values.iter().copied(), 5).ticks.pop().map(|(_, label)| label)
        };
        assert_eq!(last(&[0.86, 1.0]).as_deref(), Some("100\u{a0}%"));
        assert_eq!(last(&[0.0, 0.97]).as_deref(), Some("100\u{a0}%"));
        assert_eq!(last(&[0.0, 1.3]).as_deref(), Some("150\u{a0}%"), "redundancy may be more");
    }

    #[test]
    fn an_axis_that_does_not_begin_at_zero_says_so() {
        let close = Axis::share("").scale([0.91, 0.98].into_iter(), 5);
        assert_eq!(close.begins(), Some("90\u{a0}%"));
        assert_eq!(Axis::share("").from_zero().scale([0.91, 0.98].into_iter(), 5).begins(), None);
        assert_eq!(Axis::new("").scale([40.0, 60.0].into_iter(), 5).begins(), None, "a third of the way");
        assert!(Axis::new("").scale([-5.0, -4.9].into_iter(), 5).begins().is_some());
    }

    #[test]
    fn whole_things_have_whole_ticks() {
        assert_eq!(ticks(&Axis::new("").whole(), &[0.0, 2.0]), "0 1 2");
        assert_eq!(ticks(&Axis::new("").whole(), &[0.0, 40.0]), "0 10 20 30 40");
    }

    #[test]
    fn nothing_and_one_value_have_an_axis() {
        let axis = Axis::new("");
        assert_eq!(ticks(&axis, &[]), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(ticks(&axis, &[0.0]), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(ticks(&axis, &[7.0]), "0 2 4 6 8");
        assert_eq!(ticks(&axis, &[-7.0]), "-8 -6 -4 -2 0");
    }

    #[test]
    fn values_are_told_without_needless_decimals() {
        assert_eq!(Axis::share("").tell(0.12345), "12.35 %");
        assert_eq!(Axis::new("").tell(120.0), "120");
        assert_eq!(Axis::new("").tell(-0.00001), "0");
    }
}

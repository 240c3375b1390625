//! What a corpus is like, as a page with plots.

use std::collections::BTreeSet;

use kawara::survey::Spread;

use super::{Figures, Group, Measures};
use crate::Result;
use crate::page::{Axis, Bars, Cell, Page, Plot, Series, Table};

/// Groups that a plot can tell apart.
const MOST_LINES: usize = 5;
/// Groups that have a histogram of their own.
const MOST_HISTOGRAMS: usize = 12;
/// Bars of a histogram, roughly.
const BARS: u32 = 20;

impl Measures {
    /// A page with a table, how many tokens consecutive units have against the budget, and how long units are. `command` is the one that
    /// makes it again.
    ///
    /// # Errors
    /// None but those of the page.
    pub fn page(&self, command: &str) -> Result<Page> {
        let mut page = Page::new("What the corpus is like");
        let failed = if self.failed > 0 { format!("; {} failed", self.failed) } else { String::new() };
        page.text(format!(
            "{} measured{failed}. Tokens are those of the policy's counter.",
            if self.documents == 1 {
                "1 document was".to_owned()
            } else {
                format!("{} documents were", self.documents)
            }
        ));
        page.command(command);
        let section = page.section("Units");
        section.table(self.lengths()).table(self.sizes());
        section.text(
            "A tenth of the budget, as an overlap, has room for so many units of average length; a window that ends anywhere in a document has a \
             whole unit in that tenth at about the share beside it, by an estimate of where units stand among the tokens. The least size is what 95 of 100 stretches of a unit and those carried before it fit, \
             special tokens and context included: a floor for budget.max-tokens, not its best value.",
        );
        for warning in self.warnings() {
            section.warning(warning);
        }
        let most = self.most_units();
        if let Some(plot) = stretches(&most)? {
            page.section("What has to fit to be carried")
                .plot(plot)
                .text("To be carried, a unit needs room beside the one that follows it: two units for a carry of one, three for two.");
        }
        let section = page.section("How long units are");
        for (group, figures) in most.iter().take(MOST_HISTOGRAMS) {
            section.bars(lengths(group, figures)?);
        }
        Ok(page)
    }

    fn lengths(&self) -> Table {
        let mut table = Table::new([
            "language",
            "content type",
            "unit",
            "documents",
            "units",
            "characters p50",
            "p90",
            "p99",
            "tokens p50",
            "p90",
            "p99",
            "tokens per character",
        ])
        .caption("How long they are");
        for (group, figures) in self.groups() {
            let lengths =
                |spread: &Spread| [50, 90, 99].map(|nth| Cell::count(spread.percentile(nth).into()));
            let mut cells = words(group);
            cells.extend([Cell::count(figures.documents), Cell::count(figures.tokens.count())]);
            cells.extend(lengths(&figures.characters));
            cells.extend(lengths(&figures.tokens));
            cells.push(number(figures.tokens_per_character(), 3));
            table.row(cells);
        }
        table
    }

    fn sizes(&self) -> Table {
        let mut table = Table::new([
            "language",
            "content type",
            "unit",
            "units in a tenth",
            "whole unit in a tenth, about",
            "lean back",
            "carry",
            "least size",
            "budget",
        ])
        .caption("What fits, and what a tenth of the budget would carry");
        for (group, figures) in self.groups().filter(|(group, _)| group.unit != "heading") {
            let percent = |value: Option<f64>| {
                value.filter(|_| group.is_carried()).map_or_else(Cell::empty, Cell::percent)
            };
            let mut cells = words(group);
            cells.push(number(figures.units_in_a_tenth(group).filter(|_| group.is_carried()), 2));
            cells.extend([percent(figures.whole_unit_share()), percent(figures.leaning_share())]);
            cells.push(Cell::count(group.carry.into()));
            cells.push(figures.least_size(group).map_or_else(Cell::empty, |size| Cell::count(size.into())));
            cells.push(Cell::count(group.budget.into()));
            if figures.warning(group).is_some() {
                table.marked_row("over the budget", cells);
            } else {
                table.row(cells);
            }
        }
        table
    }

    /// Groups of what is carried, those with the most units first; of all where nothing is.
    fn most_units(&self) -> Vec<(&Group, &Figures)> {
        let mut groups: Vec<_> = self.groups().filter(|(group, _)| group.is_carried()).collect();
        if groups.is_empty() {
            groups = self.groups().collect();
        }
        groups.sort_by_key(|(_, figures)| std::cmp::Reverse(figures.tokens.count()));
        groups
    }
}

/// What a group is, in the columns that begin each table.
fn words(group: &Group) -> Vec<Cell> {
    [&group.language, &group.content_type, &group.unit].map(|word| Cell::text(word.as_str())).to_vec()
}

fn number(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or_else(Cell::empty, |value| Cell::number(value, decimals))
}

/// Tokens of 1, 2, … consecutive units against the budgets; nothing where no units stand together.
fn stretches(groups: &[(&Group, &Figures)]) -> Result<Option<Plot>> {
    let mut plot = Plot::new(
        "95 of 100 stretches of so many consecutive units have up to so many tokens",
        Axis::new("consecutive units").from_zero().whole(),
        Axis::new("tokens, with special tokens and context").from_zero(),
    );
    let (mut longest, mut budgets) = (0, BTreeSet::new());
    for (group, figures) in groups.iter().take(MOST_LINES) {
        let mut series = Series::new(group.name()).with_line();
        let stretches = figures.consecutive.iter().enumerate().filter(|(_, spread)| spread.count() > 0);
        for (more, spread) in stretches {
            let (units, tokens) = (more + 1, spread.percentile(95));
            series.point(
                units as f64,
                f64::from(tokens),
                format!("{}: {units} units, {tokens} tokens", group.name()),
            )?;
            longest = longest.max(units);
        }
        plot = plot.series(series);
        budgets.insert(group.budget);
    }
    for budget in budgets {
        let mut series = Series::new(format!("budget of {budget}")).with_line();
        for units in [1, longest] {
            series.point(units as f64, f64::from(budget), format!("budget: {budget} tokens"))?;
        }
        plot = plot.series(series);
    }
    Ok((longest > 0).then_some(plot))
}

/// A histogram of tokens; what is longer than 99 of 100 is one bar.
fn lengths(group: &Group, figures: &Figures) -> Result<Bars> {
    let (count, most) = (figures.tokens.count(), figures.tokens.most());
    let mut bars = Bars::new(format!("{}: {count} units", group.name()), "tokens", "units");
    for (range, units) in bins(&figures.tokens) {
        let label = match range.1 {
            Some(last) if last == range.0 => last.to_string(),
            Some(last) => format!("{}–{last}", range.0),
            None => format!("{}–{most}", range.0),
        };
        bars = bars.bar(label, units as f64)?;
    }
    Ok(bars)
}

/// Ranges of equal width, from their first number to their last, and how many numbers are in each; the last range, without a last
/// number, holds what is longer than 99 of 100.
fn bins(spread: &Spread) -> Vec<((u32, Option<u32>), u64)> {
    let usual = spread.percentile(99);
    let steps =
        (0..).flat_map(|power| [1, 2, 5].map(|digit| 10u32.saturating_pow(power).saturating_mul(digit)));
    let width = steps.take(30).find(|step| usual / step < BARS).unwrap_or(u32::MAX);
    let bin = |number: u32| number.saturating_sub(1) / width;
    let last = bin(usual);
    let mut counts = vec![0; last as usize + 2];
    for (number, count) in spread.iter() {
        if let Some(sum) = counts.get_mut(bin(number).min(last + 1) as usize) {
            *sum += count;
        }
    }
    let ranges = counts.into_iter().zip(0u32..).map(|(count, nth)| {
        let first = nth.saturating_mul(width).saturating_add(1);
        ((first, (nth <= last).then(|| first.saturating_add(width - 1))), count)
    });
    ranges.filter(|((_, end), count)| end.is_some() || *count > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(numbers: impl IntoIterator<Item = u32>) -> Spread {
        let mut spread = Spread::default();
        numbers.into_iter().for_each(|number| spread.add(number));
        spread
    }

    #[test]
    fn every_number_is_in_the_bin_that_says_so() {
        for numbers in [
            vec![],
            vec![1],
            vec![0, 3],
            (1..=1000).collect(),
            vec![7; 300].into_iter().chain([90_000]).collect::<Vec<_>>(),
        ] {
            let bins = bins(&spread(numbers.iter().copied()));
            assert_eq!(bins.iter().map(|(_, count)| count).sum::<u64>(), numbers.len() as u64);
            for ((first, last), count) in &bins {
                let least = if *first == 1 { 0 } else { *first };
                let inside =
                    numbers.iter().filter(|number| (least..=last.unwrap_or(u32::MAX)).contains(number));
                assert_eq!(inside.count() as u64, *count, "{first}–{last:?} of {numbers:?}");
            }
            assert!(bins.len() <= BARS as usize + 1, "{bins:?}");
        }
        assert_eq!(
            bins(&spread([7, 7, 90_000]))[0].0,
            (1, Some(5000)),
            "of three, one is more than 1 in 100"
        );
    }
}

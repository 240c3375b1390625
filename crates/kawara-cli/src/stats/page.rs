//! Figures about chunks, for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use kawara::policy::printable;
use kawara::stats::{Bytes, Stats};

use super::bars::Ink;
use crate::figures::{counted, percent};
use crate::table::Table;
use crate::width::width;

pub(super) struct Page<'s> {
    stats: &'s Stats,
    max_tokens: Option<u32>,
    ink: Ink,
}

/// Columns of the longest bar.
const BAR: u32 = 40;
/// Sizes are shown in about so many ranges.
const RANGES: u32 = 16;
/// The most kinds that are listed of languages and the like.
const KINDS: usize = 12;

impl<'s> Page<'s> {
    pub(super) fn new(stats: &'s Stats, max_tokens: Option<u32>) -> Self {
        Self { stats, max_tokens, ink: Ink::of_environment() }
    }

    fn sizes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = self.stats;
        let mut table = Table::new("");
        table.group("", vec!["min", "p5", "p50", "p90", "p99", "max", "mean"]);
        let percentiles = [0, 5, 50, 90, 99, 100].map(|nth| stats.percentile(nth).unwrap_or(0).to_string());
        let mean = stats.mean().unwrap_or(0.0);
        table.row("tokens", percentiles.into_iter().chain([format!("{mean:.1}")]));
        write!(f, "\n{table}")?;
        if let Some(limit) = self.max_tokens {
            let filled = stats.mean_within(limit).map_or(0.0, |mean| mean / f64::from(limit.max(1)));
            writeln!(
                f,
                "of {limit}: {} over, the others {} full on average",
                chunks(stats.over(limit)),
                percent(filled)
            )?;
        }
        let most = stats.percentile(100).unwrap_or(0).max(self.max_tokens.unwrap_or(0));
        let step = step(most);
        let mut ranges: BTreeMap<u32, u64> = (0..=most / step).map(|nth| (nth, 0)).collect();
        for (size, count) in stats.sizes().iter() {
            // With a budget of 256, 256 belongs to the range that it ends.
            *ranges.entry(size.saturating_sub(1) / step).or_default() += count;
        }
        if ranges.last_key_value().is_some_and(|(_, count)| *count == 0) {
            ranges.pop_last();
        }
        let dash = self.ink.dash();
        let rows = ranges.iter().map(|(nth, count)| {
            let from = nth * step;
            (
                format!("{}{dash}{}", from + u32::from(*nth > 0 || step == 1), from.saturating_add(step)),
                *count,
            )
        });
        writeln!(f)?;
        self.bars(f, &rows.collect::<Vec<_>>())
    }

    fn bars(&self, f: &mut fmt::Formatter<'_>, rows: &[(String, u64)]) -> fmt::Result {
        let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
        let counts = rows.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
        let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0);
        for (name, count) in rows {
            let space = names - width(name);
            let line = format!("{:space$}{name}  {count:>counts$}  {}", "", self.ink.bar(*count, most, BAR));
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// How many units are carried, beside how many were to be.
    fn carries(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (asked, carried) = (self.stats.asked(), self.stats.carried());
        let units: BTreeSet<&u64> = asked.keys().chain(carried.keys()).collect();
        let most = asked.values().chain(carried.values()).copied().max().unwrap_or(0);
        let count = |of: &BTreeMap<u64, u64>, units: &u64| of.get(units).copied().unwrap_or(0);
        let names = units.iter().map(|units| units.to_string().len()).chain([5]).max().unwrap_or(0);
        let counts = most.to_string().len().max(5);
        let columns = (BAR / 2) as usize;
        let head =
            format!("{:>names$}  {:>counts$}  {:columns$}  {:>counts$}", "units", "asked", "", "carried");
        writeln!(f, "\n{}", head.trim_end())?;
        let counts_carried = counts.max("carried".len());
        for units in units {
            let (wanted, had) = (count(asked, units), count(carried, units));
            let (bar_wanted, bar_had) =
                (self.ink.bar(wanted, most, BAR / 2), self.ink.bar(had, most, BAR / 2));
            let space = columns - width(&bar_wanted);
            let line = format!(
                "{units:>names$}  {wanted:>counts$}  {bar_wanted}{:space$}  {had:>counts_carried$}  {bar_had}",
                ""
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn kinds(&self, f: &mut fmt::Formatter<'_>, title: &str, kinds: &BTreeMap<String, u64>) -> fmt::Result {
        if kinds.is_empty() {
            return Ok(());
        }
        let mut sorted: Vec<(String, u64)> =
            kinds.iter().map(|(name, count)| (printable(name), *count)).collect();
        // The sort is stable: of equals, the alphabet decides.
        sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let more = sorted.len().saturating_sub(KINDS);
        sorted.truncate(KINDS);
        writeln!(f, "\n{title}")?;
        self.bars(f, &sorted)?;
        if more > 0 { writeln!(f, "and {more} more") } else { Ok(()) }
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = self.stats;
        let documents = stats.documents();
        let plural = if documents == 1 { "" } else { "s" };
        writeln!(f, "{} of {documents} document{plural}, {} tokens", chunks(stats.chunks()), stats.tokens())?;
        if stats.chunks() == 0 {
            return Ok(());
        }
        self.sizes(f)?;
        self.carries(f)?;
        self.kinds(f, "flags", stats.flags())?;
        self.kinds(f, "languages", stats.languages())?;
        self.kinds(f, "content types", stats.content_types())?;
        if stats.settings().len() > 1 {
            self.kinds(f, "settings", stats.settings())?;
        }
        let Bytes { own, repeated, context } = stats.bytes();
        let share = |part: u64| percent(if own == 0 { 0.0 } else { part as f64 / own as f64 });
        writeln!(f, "\nrepeated {}, context {} of the bytes that are new", share(repeated), share(context))?;
        if stats.repeated_texts() > 0 {
            writeln!(f, "{} with the text of one before", chunks(stats.repeated_texts()))?;
        }
        if stats.repeated_ids() > 0 {
            writeln!(f, "{} with the id of one before: written twice?", chunks(stats.repeated_ids()))?;
        }
        Ok(())
    }
}

fn chunks(count: u64) -> String {
    counted(count, "chunk")
}

/// A round number of tokens, such that about [`RANGES`] ranges reach the largest size: 1, 2 or 5 times a power of ten, or of two where
/// budgets usually are.
fn step(most: u32) -> u32 {
    const STEPS: [u32; 16] = [1, 2, 4, 8, 16, 25, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1000];
    let wanted = most.div_ceil(RANGES).max(1);
    let fits = |step: &u32| *step >= wanted;
    STEPS.into_iter().find(fits).unwrap_or_else(|| wanted.div_ceil(1000) * 1000)
}

#[cfg(test)]
mod tests {
    use kawara::stats::Facts;

    use super::*;

    #[test]
    fn a_page_for_chunks_of_a_budget() {
        let mut stats = Stats::new();
        for (nth, tokens) in [256, 256, 256, 250, 241, 128, 16, 17].into_iter().enumerate() {
            stats.add(&Facts {
                id: nth.to_string().into(),
                doc_id: (nth / 4).to_string().into(),
                text: nth.to_string().into(),
                tokens,
                start: 0,
                own_start: 10,
                end: 110,
                carried: u64::from(nth > 1),
                asked: (nth == 0).then_some(2),
                language: Some(if nth == 3 { "ja" } else { "zh" }.into()),
                ..Facts::default()
            });
        }
        let page = Page { stats: &stats, max_tokens: Some(256), ink: Ink::Ascii }.to_string();
        let expected = "\
8 chunks of 2 documents, 1420 tokens

        min  p5  p50  p90  p99  max   mean
tokens   16  16  241  256  256  256  177.5
of 256: 0 chunks over, the others 69.3 % full on average

   0-16  1  ########
  17-32  1  ########
  33-48  0
  49-64  0
  65-80  0
  81-96  0
 97-112  0
113-128  1  ########
129-144  0
145-160  0
161-176  0
177-192  0
193-208  0
209-224  0
225-240  0
241-256  5  ########################################

units  asked                        carried
    0      1  ####                        2  #######
    1      6  ####################        6  ####################
    2      1  ####                        0

languages
zh  7  ########################################
ja  1  ######

repeated 10.0 %, context 0.0 % of the bytes that are new
";
        assert_eq!(page, expected);
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(
            [0, 1, 16, 17, 256, 400, 512, 8191, 100_000].map(step),
            [1, 1, 1, 2, 16, 25, 32, 512, 7000]
        );
    }
}

//! What was found, for people.

use std::fmt;
use std::path::Path;

use kawara::policy::printable;
use kawara_evidence::audit::{Audit, Example, Finding, Kind};

use crate::figures::{grouped, percent};
use crate::table::Table;
use crate::width::beginning;

pub(super) struct Page<'a> {
    audit: &'a Audit,
    written: Option<&'a Path>,
}

/// Columns of an example's text.
const TEXT: usize = 80;
/// Examples of each finding; JSON has a few more.
const EXAMPLES: usize = 3;

impl<'a> Page<'a> {
    pub(super) fn new(audit: &'a Audit, written: Option<&'a Path>) -> Self {
        Self { audit, written }
    }

    fn verdict(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Audit { chunks, documents, findings, .. } = self.audit;
        let (chunks, documents) = (many(*chunks, "chunk"), many(*documents, "document"));
        if findings.is_empty() {
            return writeln!(f, "Nothing wrong was found in {chunks} of {documents}.");
        }
        writeln!(f, "{} in {chunks} of {documents}.\n", many(findings.len() as u64, "finding"))?;
        let mut table = Table::new("finding");
        table.group("", vec!["count", "of", "share"]);
        for finding in findings {
            let what = format!("{} {}", named(finding), finding.counts);
            let figures = [grouped(finding.count), grouped(finding.of), percent(finding.share)];
            table.row(&what, figures);
        }
        write!(f, "{table}")
    }

    fn finding(f: &mut fmt::Formatter<'_>, finding: &Finding) -> fmt::Result {
        writeln!(f, "\n{}: {}", named(finding), finding.means)?;
        let figures = figures(finding);
        if !figures.is_empty() {
            writeln!(f, "  {figures}")?;
        }
        finding.examples.iter().take(EXAMPLES).try_for_each(|example| Self::example(f, example))
    }

    fn example(f: &mut fmt::Formatter<'_>, example: &Example) -> fmt::Result {
        let element = example.element.map_or(String::new(), |nth| format!(", element {nth}"));
        let line = example.line.map(|line| format!("line {line}{element}"));
        let at = example.at.map_or(String::new(), |at| format!(":{at}"));
        let place = example.document.as_ref().map(|document| format!("{}{at}", printable(document)));
        let place: Vec<String> = line.into_iter().chain(place).collect();
        let note =
            if example.note.is_empty() { String::new() } else { format!("  {}", printable(&example.note)) };
        writeln!(f, "  {}  “{}”{note}", place.join("  "), beginning(&example.text, TEXT))
    }

    fn about(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Audit { sizes, overlap, stored, placed, .. } = self.audit;
        if self.audit.chunks == 0 {
            return Ok(());
        }
        let ways: Vec<String> =
            placed.iter().map(|(way, count)| format!("{} {way}", grouped(*count))).collect();
        writeln!(f, "\nplaced: {}; {} by their order alone", ways.join(", "), grouped(self.audit.ambiguous))?;
        if self.audit.documents_without_chunks > 0 {
            let without = many(self.audit.documents_without_chunks, "document");
            writeln!(f, "without a chunk: {without}, counted in nothing else")?;
        }
        if let Some(offsets) = self.audit.offsets {
            let (given, right) = (grouped(offsets.given), grouped(offsets.right));
            writeln!(f, "offsets: {right} of {given} hold, in {}", offsets.unit)?;
        }
        writeln!(
            f,
            "sizes in tokens of {}: {} to {}, median {}, mean {:.1}, {} full of {}",
            printable(&sizes.counter),
            sizes.min,
            sizes.max,
            sizes.p50,
            sizes.mean,
            percent(sizes.fill),
            sizes.size
        )?;
        writeln!(
            f,
            "overlap: at {} of {} boundaries, {:.1} tokens and {:.2} whole sentences there; a whole one at {}",
            grouped(overlap.carrying),
            grouped(overlap.boundaries),
            overlap.tokens,
            overlap.sentences,
            grouped(overlap.carrying_a_sentence)
        )?;
        let (tokens, source) = (grouped(stored.tokens), grouped(stored.source_tokens));
        writeln!(
            f,
            "stored: {tokens} tokens of {source} that are read, redundancy {}",
            percent(stored.redundancy)
        )?;
        if self.audit.languages.is_empty() {
            return Ok(());
        }
        let mut table = Table::new("language");
        table.group("", vec!["sentences", "tokens each", "whole nowhere", "of these too long"]);
        for (language, figures) in &self.audit.languages {
            let each = figures.tokens as f64 / figures.sentences.max(1) as f64;
            let row = [
                grouped(figures.sentences),
                format!("{each:.1}"),
                grouped(figures.whole_nowhere),
                grouped(figures.too_long),
            ];
            table.row(language, row);
        }
        write!(f, "\n{table}")
    }

    fn policy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Audit { policy, stored, chunks, findings, .. } = self.audit;
        if findings.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nThe policy that would mend it, and what it gives on the same documents:\n")?;
        let mut table = Table::new("");
        table.group("", vec!["chunks", "tokens stored", "redundancy", "torn sentences", "torn characters"]);
        let count = |kind| self.audit.finding(kind).map_or(0, |finding| finding.count);
        let theirs = [
            grouped(*chunks),
            grouped(stored.tokens),
            percent(stored.redundancy),
            grouped(count(Kind::TornSentences)),
            grouped(count(Kind::TornCharacters)),
        ];
        table.row("these chunks", theirs);
        let ours = [
            grouped(policy.chunks),
            grouped(policy.tokens),
            percent(policy.redundancy),
            grouped(policy.torn_sentences),
            grouped(policy.torn_characters),
        ];
        table.row("the policy", ours);
        write!(f, "{table}")?;
        if policy.too_long > 0 {
            let long = many(policy.too_long, "sentence");
            writeln!(f, "{long} larger than the budget: cut at a clause or a word, and flagged")?;
        }
        match self.written {
            Some(path) => writeln!(f, "\nIt is written to {}.", printable(&path.display().to_string())),
            None => write!(
                f,
                "\n{}",
                policy.toml.lines().map(|line| format!("{}\n", printable(line))).collect::<String>()
            ),
        }
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict(f)?;
        self.audit.findings.iter().try_for_each(|finding| Self::finding(f, finding))?;
        self.about(f)?;
        self.policy(f)
    }
}

fn named(finding: &Finding) -> String {
    let model = finding.model.as_ref().map_or(String::new(), |model| format!(" by {}", printable(model)));
    format!("{}{model}", finding.kind.as_str())
}

/// Figures beside the count, as words; what is no number has a table of its own.
fn figures(finding: &Finding) -> String {
    let shown = finding.figures.iter().filter(|(_, value)| !value.is_object());
    let shown: Vec<String> = shown
        .map(|(name, value)| {
            let value = value.as_u64().map_or_else(|| value.to_string().replace('"', ""), grouped);
            format!("{} {value}", name.replace('_', " "))
        })
        .collect();
    shown.join(", ")
}

fn many(count: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

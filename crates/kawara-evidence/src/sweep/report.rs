use serde::Serialize;
use serde_json::{Value, json};

use super::advice::Advice;
use super::axes::Parameter;
use super::choice::overall;
use super::figures::Figures;
use super::point::Point;
use super::run::Outcome;
use crate::page::{Axis, Cell, Page, Plot, Series, Table};
use crate::{Error, ErrorKind, Result};

/// All that a sweep came to, to be written down.
#[derive(Clone, Debug)]
pub struct Report<'r> {
    /// The points.
    pub points: &'r [Point],
    /// What they came to, in their order.
    pub outcomes: &'r [Outcome],
    /// Which of them no other beats.
    pub pareto: &'r [bool],
    /// How much to carry.
    pub advice: &'r [Advice],
    /// How many documents there are.
    pub documents: usize,
    /// Who retrieved, where no mode says otherwise.
    pub retriever: Option<&'r str>,
    /// Who made vectors, for points with a [`Mode`](super::Mode).
    pub embedder: Option<&'r str>,
    /// How many chunks were served a question.
    pub k: usize,
}

/// Which columns a line of CSV has.
const COLUMNS: [&str; 30] = [
    "policy",
    "strategy",
    "size",
    "carry",
    "window_overlap",
    "wider",
    "mode",
    "varied",
    "pareto",
    "class",
    "chunks",
    "tokens",
    "effective_redundancy",
    "vectors",
    "embedding_tokens",
    "questions",
    "coverage",
    "fittable_coverage",
    "unfittable",
    "far",
    "baseline_broken",
    "straddle_coverage",
    "newly_broken",
    "k",
    "hit",
    "boundary_recall",
    "rrr",
    "unique_chars",
    "served_tokens",
    "changes",
];

impl Report<'_> {
    fn rows(&self) -> impl Iterator<Item = (&Point, &Outcome, bool)> {
        let marks = self.pareto.iter().copied().chain(std::iter::repeat(false));
        self.points
            .iter()
            .zip(self.outcomes)
            .zip(marks)
            .map(|((point, outcome), mark)| (point, outcome, mark))
    }

    /// One JSON object. The same sweep gives the same bytes.
    ///
    /// # Errors
    /// When something has no JSON.
    pub fn to_json(&self) -> Result<Value> {
        let mut points = Vec::with_capacity(self.points.len());
        for (point, outcome, is_pareto) in self.rows() {
            let groups: Result<Vec<Value>> = outcome.groups.iter().map(|own| {
                Ok(json!({ "content_type": own.group.content_type, "language": own.group.language, "cost": to_json(&own.cost)?, "all": to_json(&own.figures)? }))
            }).collect();
            points.push(json!({
                "point": to_json(point)?,
                "changes": point.changes(),
                "pareto": is_pareto,
                "cost": to_json(&outcome.cost)?,
                "all": to_json(&outcome.all)?,
                "classes": to_json(&outcome.classes)?,
                "groups": groups?,
            }));
        }
        Ok(json!({
            "documents": self.documents,
            "questions": self.outcomes.first().map_or(0, |outcome| outcome.all.questions),
            "retriever": self.retriever,
            "embedder": self.embedder,
            "k": self.k,
            "points": points,
            "overall": overall(self.advice),
            "advice": to_json(&self.advice)?,
        }))
    }

    /// A line a point and class, the first of each point for all questions; numbers as they are, shares from 0 to 1, and nothing where there is
    /// none.
    pub fn to_csv(&self) -> String {
        let mut csv = COLUMNS.join(",") + "\n";
        for (point, outcome, is_pareto) in self.rows() {
            let all = std::iter::once(("", &outcome.all));
            let classes = outcome.classes.iter().map(|(class, figures)| (class.as_str(), figures));
            for (class, figures) in all.chain(classes) {
                csv += &line(point, outcome, is_pareto, class, figures);
            }
        }
        csv
    }

    /// A page for people: the trade-off plotted, what to do, and all figures.
    ///
    /// # Errors
    /// When a figure cannot be drawn.
    pub fn to_page(&self, title: &str, command: &str) -> Result<Page> {
        let mut page = Page::new(title);
        page.text(self.about());
        page.command(command);
        // Modes of one plan would all be one dot.
        let is_plotted = self.points.iter().any(|point| point.mode.is_none());
        if is_plotted {
            let section = page.section("Coverage against redundancy");
            section.text(EXPLAINED);
            section.plot(self.plot("All questions", |outcome| Some(&outcome.all))?);
        }
        if !self.advice.is_empty() {
            let section = page.section("How much to carry");
            overall(self.advice).into_iter().for_each(|line| {
                section.text(line);
            });
            for advice in self.advice {
                let said = advice.to_string();
                let mut lines = said.lines();
                section.text(lines.next().unwrap_or_default());
                section.list(lines.map(str::trim));
            }
        }
        let section = page.section("Every point");
        section.table(self.table("All questions", |outcome| Some(&outcome.all)));
        let classes: Vec<&String> =
            self.outcomes.first().map(|outcome| outcome.classes.keys().collect()).unwrap_or_default();
        for class in classes {
            let section = page.section(format!("Class {class}"));
            if is_plotted {
                section.plot(self.plot(class, |outcome| outcome.classes.get(class))?);
            }
            section.table(self.table(class, |outcome| outcome.classes.get(class)));
        }
        Ok(page)
    }

    /// What was held against what, in a sentence or two.
    pub fn about(&self) -> String {
        let questions = self.outcomes.first().map_or(0, |outcome| outcome.all.questions);
        let by = match (self.retriever, self.embedder) {
            (Some(retriever), Some(embedder)) => format!("by {retriever}, and by vectors of {embedder}"),
            (None, Some(embedder)) => format!("by vectors of {embedder}"),
            (Some(retriever), None) => format!("by {retriever}"),
            (None, None) => String::new(),
        };
        let served = if self.k == 1 { "1 chunk".to_owned() } else { format!("{} chunks", self.k) };
        let retriever = if by.is_empty() {
            "nothing was retrieved".to_owned()
        } else {
            format!("{served} served a question, {by}")
        };
        let varied = if self.points.iter().any(|point| point.varied.is_some()) {
            "; one parameter varied at a time"
        } else {
            ""
        };
        let (points, documents) = (self.points.len(), self.documents);
        let counted =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        format!(
            "{}, {}, {}; {retriever}{varied}.",
            counted(points, "point"),
            counted(questions, "question"),
            counted(documents, "document")
        )
    }

    fn plot<'o>(&'o self, title: &str, of: impl Fn(&'o Outcome) -> Option<&'o Figures>) -> Result<Plot> {
        let mut plot = Plot::new(
            title,
            Axis::share("effective redundancy: stored beside the documents"),
            Axis::share("coverage: evidence whole in one chunk"),
        );
        let mut lines: Vec<(Point, Vec<Drawn>)> = Vec::new();
        for (point, outcome, is_pareto) in self.rows() {
            let (Some(figures), Some(redundancy)) = (of(outcome), outcome.cost.redundancy) else { continue };
            let line = line_of(point);
            let drawn = Drawn { redundancy, coverage: figures.coverage, label: repeats(point), is_pareto };
            match lines.iter_mut().find(|(known, _)| *known == line) {
                Some((_, points)) => points.push(drawn),
                None => lines.push((line, vec![drawn])),
            }
        }
        for (line, mut points) in lines {
            // A line goes from what stores least to what stores most, in whichever order they were tried.
            points.sort_by(|one, other| one.redundancy.total_cmp(&other.redundancy));
            let mut series = Series::new(line.to_string());
            for Drawn { redundancy, coverage, label, is_pareto } in points {
                if is_pareto {
                    series.marked_point(redundancy, coverage, label)?;
                } else {
                    series.point(redundancy, coverage, label)?;
                }
            }
            plot = plot.series(series.with_line());
        }
        Ok(plot)
    }

    fn table<'o>(&'o self, caption: &str, of: impl Fn(&'o Outcome) -> Option<&'o Figures>) -> Table {
        let k = self.k;
        let is_varied = self.points.iter().any(|point| point.varied.is_some());
        let is_embedded = self.embedder.is_some();
        let varied = is_varied.then_some("varied");
        let columns = std::iter::once("point").chain(varied).chain([
            "chunks",
            "tokens",
            "redundancy",
            "coverage",
            "fittable",
            "kept here",
            "newly broken",
        ]);
        let is_served = self.outcomes.iter().any(|outcome| outcome.all.served.is_some());
        let served = ["hit", "boundary recall", "rrr", "unique"].map(|what| format!("{what}@{k}"));
        let served = served.into_iter().filter(|_| is_served);
        let columns = columns.chain(["vectors", "embedding tokens"].into_iter().filter(|_| is_embedded));
        let mut table = Table::new(columns.map(str::to_owned).chain(served)).caption(caption);
        for (point, outcome, is_pareto) in self.rows() {
            let Some(figures) = of(outcome) else { continue };
            let share = |share: Option<f64>| share.map_or_else(Cell::empty, Cell::percent);
            let served = figures.served.as_ref();
            let varied =
                point.varied.map_or_else(Cell::empty, |varied: Parameter| Cell::text(varied.to_string()));
            let embedded = outcome.cost.embedded.as_ref();
            let embedded = [
                embedded.map_or_else(Cell::empty, |embedded| Cell::count(embedded.vectors as u64)),
                embedded.map_or_else(Cell::empty, |embedded| Cell::count(embedded.tokens)),
            ];
            let cells = std::iter::once(Cell::text(point.to_string()));
            let cells = cells.chain(is_varied.then_some(varied)).chain([
                Cell::count(outcome.cost.chunks as u64),
                Cell::count(outcome.cost.tokens),
                share(outcome.cost.redundancy),
                Cell::percent(figures.coverage),
                share(figures.fittable_coverage),
                share(figures.straddle_coverage),
                Cell::count(figures.newly_broken as u64),
            ]);
            let served = [
                share(served.map(|served| served.hit)),
                share(served.and_then(|served| served.boundary_recall)),
                share(served.map(|served| served.rrr)),
                served.map_or_else(Cell::empty, |served| Cell::number(served.unique, 0)),
            ];
            let cells = cells
                .chain(embedded.into_iter().filter(|_| is_embedded))
                .chain(served.into_iter().filter(|_| is_served));
            if is_pareto {
                table.marked_row("not beaten", cells);
            } else {
                table.row(cells);
            }
        }
        table
    }
}

const EXPLAINED: &str = "Each point is a way of cutting; marked are those that no other beats, with chunks no larger and read no wider. Coverage is the share of \
questions whose evidence is whole in one chunk. It is not recall: a chunk that is whole still has to be found.";

/// A point of a plot.
struct Drawn {
    redundancy: f64,
    coverage: f64,
    label: String,
    is_pareto: bool,
}

/// Points that differ in what is repeated alone are one line.
fn line_of(point: &Point) -> Point {
    Point { carry: None, window_overlap: None, varied: None, ..point.clone() }
}

/// What a point has before the others of its line.
fn repeats(point: &Point) -> String {
    Point { carry: point.carry, window_overlap: point.window_overlap, ..Point::default() }.to_string()
}

fn line(point: &Point, outcome: &Outcome, is_pareto: bool, class: &str, figures: &Figures) -> String {
    fn said<T: ToString>(value: Option<T>) -> String {
        value.map(|value| value.to_string()).unwrap_or_default()
    }
    let (served, embedded) = (figures.served.as_ref(), outcome.cost.embedded.as_ref());
    let cells = [
        said(point.policy.as_ref()),
        said(point.strategy.as_ref()),
        said(point.size),
        said(point.carry),
        said(point.window_overlap),
        point.wider.to_string(),
        said(point.mode),
        said(point.varied),
        is_pareto.to_string(),
        class.to_owned(),
        outcome.cost.chunks.to_string(),
        outcome.cost.tokens.to_string(),
        said(outcome.cost.redundancy),
        said(embedded.map(|embedded| embedded.vectors)),
        said(embedded.map(|embedded| embedded.tokens)),
        figures.questions.to_string(),
        figures.coverage.to_string(),
        said(figures.fittable_coverage),
        figures.unfittable.to_string(),
        figures.far.to_string(),
        figures.baseline_broken.to_string(),
        said(figures.straddle_coverage),
        figures.newly_broken.to_string(),
        said(served.map(|served| served.k)),
        said(served.map(|served| served.hit)),
        said(served.and_then(|served| served.boundary_recall)),
        said(served.map(|served| served.rrr)),
        said(served.map(|served| served.unique)),
        said(served.map(|served| served.tokens)),
        point.changes().join(" "),
    ];
    cells.map(|cell| quoted(&cell)).join(",") + "\n"
}

/// A cell, in quotes where it needs them (RFC 4180).
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

fn to_json(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value)
        .map_err(|error| Error::new(ErrorKind::File, format!("cannot write JSON: {error}")))
}

//! What a check found, as tables for people or as JSON.

use std::collections::BTreeMap;
use std::fmt;

use kawara_evidence::check::{Check, Figures, Wider};
use kawara_evidence::metrics::{Depth, Drift, Metrics};
use kawara_evidence::retrieve::Ranks;
use kawara_evidence::{Difference, Questions};
use serde_json::{Value, json};

use super::lines::lines;
use crate::args::EvidenceCheckArguments;
use crate::compare::counted;
use crate::console::Console;
use crate::figures::{NOTHING, percent, signed_percent};
use crate::table::Table;

/// What was found, as tables for people or as one JSON object.
pub(super) struct Report<'r> {
    pub(super) arguments: &'r EvidenceCheckArguments,
    pub(super) questions: &'r Questions,
    pub(super) check: &'r Check,
    pub(super) ranks: Option<&'r Ranks>,
    pub(super) drift: Option<&'r Drift>,
}

/// What was asked for and is not so, a sentence each; without them all is well.
pub(super) fn not_met(arguments: &EvidenceCheckArguments, check: &Check) -> Vec<String> {
    let (mut not_met, all) = (Vec::new(), &check.all);
    if let Some(least) = arguments.min_coverage
        && all.coverage.unwrap_or(0.0) < least
    {
        let is =
            all.coverage.map_or("of no questions".to_owned(), |coverage| format!("is {}", percent(coverage)));
        not_met.push(format!("coverage {is}, under the {} of --min-coverage", percent(least)));
    }
    if let Some(most) = arguments.max_redundancy {
        match check.effective_redundancy {
            Some(redundancy) if redundancy <= most => {}
            Some(redundancy) => not_met.push(format!(
                "redundancy is {}, over the {} of --max-redundancy",
                percent(redundancy),
                percent(most)
            )),
            None => not_met.push("redundancy is not known: nothing was counted".to_owned()),
        }
    }
    if all.missing > 0 {
        let (questions, verb) = counted(all.missing as u64, "question", ["has", "have"]);
        not_met.push(format!(
            "{questions} {verb} evidence that is nowhere in the source: source missing or extraction broken, which no overlap repairs"
        ));
    }
    if all.unread > 0 {
        let (questions, verb) = counted(all.unread as u64, "question", ["is", "are"]);
        not_met.push(format!("{questions} {verb} about documents that could not be read or cut"));
    }
    not_met
}

impl Report<'_> {
    pub(super) fn json(&self) -> Value {
        let not_met = not_met(self.arguments, self.check);
        let mut json = json!({ "verdict": { "passed": not_met.is_empty(), "not_met": not_met } });
        if let (Some(object), Value::Object(check)) = (json.as_object_mut(), json!(self.check)) {
            object.extend(check);
            object.insert("retriever".into(), self.ranks.map(|ranks| ranks.retriever.as_str()).into());
            object.insert("drift".into(), json!(self.drift));
            object.insert("offsets".into(), json!(self.questions.offsets));
            object.insert("differences".into(), json!(self.questions.remarks));
        }
        json
    }

    /// Says what is good to know besides.
    pub(super) fn remarks(&self, name: &str, console: &Console) {
        let mut differing: BTreeMap<Difference, usize> = BTreeMap::new();
        for remark in &self.questions.remarks {
            *differing.entry(remark.difference).or_default() += 1;
        }
        for (difference, count) in differing {
            let (passages, verb) = counted(count as u64, "passage", ["differs", "differ"]);
            let what = difference.as_str();
            console.note(format_args!(
                "{name}: {passages} {verb} from the source in {what} alone: taken for the same"
            ));
        }
        console.info(format_args!(
            "offsets of {name} are taken as {}",
            match self.questions.offsets {
                kawara_evidence::Offsets::Bytes => "bytes",
                _ => "characters",
            }
        ));
        let blank = self.check.questions.iter().filter(|question| question.is_blank_cut).count();
        if blank > 0 {
            let (questions, verb) = counted(blank as u64, "question", ["is", "are"]);
            console.note(format_args!(
                "{questions} {verb} cut only in white space at the ends of the evidence, which no chunk keeps; quote without it"
            ));
        }
        if self.ranks.is_some() {
            let silent = self.questions.list.iter().filter(|question| question.question.is_none()).count();
            if silent > 0 {
                let (questions, verb) = counted(silent as u64, "question", ["is", "are"]);
                console.note(format_args!(
                    "{questions} {verb} not written down, so that nothing was looked for"
                ));
            }
            let empty = self.questions.list.iter().filter(|question| question.is_empty()).count();
            if empty > 0 {
                let (questions, verb) = counted(empty as u64, "question", ["is", "are"]);
                console.note(format_args!(
                    "{questions} {verb} empty: nothing is found for that, and so it counts"
                ));
            }
        }
        if let Some(graded) = self.check.all.graded_coverage {
            console.note(format_args!(
                "by relevance, one chunk holds {} of the evidence of a question on average",
                percent(graded)
            ));
        }
    }

    fn verdict(&self) -> String {
        let (all, arguments) = (&self.check.all, self.arguments);
        let of = match all.questions {
            1 => "1 question finds its evidence".to_owned(),
            many => format!("{many} questions find their evidence"),
        };
        let share = all.coverage.map(|share| format!(" ({})", percent(share))).unwrap_or_default();
        let tokens = self.check.effective_redundancy.map(more_tokens).unwrap_or_default();
        let found = format!("{} of {of} whole in one chunk{share}{tokens}.", all.covered);
        let not_met = not_met(arguments, self.check);
        match (not_met.is_empty(), arguments.min_coverage.is_some() || arguments.max_redundancy.is_some()) {
            (false, _) => format!("Not passed: {}.\n{found}\n", not_met.join("; ")),
            (true, true) => format!("Passed: {found}\n"),
            (true, false) => format!("{found}\n"),
        }
    }

    fn groups(&self) -> Table {
        let (check, all) = (self.check, &self.check.all);
        let mut table = Table::new("questions");
        table.group("", vec!["all", "covered", "share", "of fitting"]);
        table.group("not covered", vec!["straddling", "far", "unfittable", "left out"]);
        if all.baseline_broken.is_some() {
            let heading = match self.arguments.baseline.as_deref() {
                None => "without overlap".to_owned(),
                Some(policy) => format!("by {policy}"),
            };
            table.group(&heading, vec!["broken", "kept here", "newly broken"]);
        }
        if all.missing + all.unread > 0 {
            table.group("no evidence", vec!["missing", "unread"]);
        }
        let row = |figures: &Figures| {
            let counts = [figures.straddling, figures.far, figures.unfittable, figures.left_out];
            let mut cells = vec![
                figures.questions.to_string(),
                figures.covered.to_string(),
                maybe(figures.coverage),
                maybe(figures.fittable_coverage),
            ];
            cells.extend(counts.map(|count| count.to_string()));
            if all.baseline_broken.is_some() {
                let count =
                    |count: Option<usize>| count.map_or(NOTHING.to_owned(), |count| count.to_string());
                cells.extend([
                    count(figures.baseline_broken),
                    maybe(figures.straddle_coverage),
                    count(figures.newly_broken),
                ]);
            }
            if all.missing + all.unread > 0 {
                cells.extend([figures.missing.to_string(), figures.unread.to_string()]);
            }
            cells
        };
        table.row("all", row(all));
        for (what, groups) in [("class", &check.classes), ("language", &check.languages)] {
            for group in groups {
                let name = group.name.as_deref().unwrap_or(NOTHING);
                table.row(&format!("{what} {name}"), row(&group.figures));
            }
        }
        table
    }

    fn retrieval(&self, ranks: &Ranks) -> Table {
        let mut table = Table::new("retrieved");
        table.group(&format!("by {}", ranks.retriever), vec!["cut in half", "not retrieved", "retrieved"]);
        table.group("", vec!["hit", "union hit", "recall", "precision", "IoU", "RRR", "tokens"]);
        for served in &self.check.metrics.served {
            let (name, fates) = match served.depth {
                Depth::Chunks(k) => {
                    let fates = self.check.all.fates.iter().find(|fates| fates.k == k);
                    (if k == 1 { "1 chunk".to_owned() } else { format!("{k} chunks") }, fates)
                }
                Depth::Tokens(tokens) => (format!("{tokens} tokens"), None),
            };
            let counts = match fates {
                Some(fates) => {
                    [fates.cut_in_half, fates.not_retrieved, fates.retrieved].map(|n| n.to_string())
                }
                None => ["", "", ""].map(str::to_owned),
            };
            let shares =
                [served.hit, served.unionhit, served.recall, served.precision, served.iou, served.rrr];
            let cells = counts.into_iter().chain(shares.map(percent));
            table.row(&name, cells.chain([format!("{:.0}", served.served_tokens)]));
        }
        table
    }

    /// What reading wider comes to beside carrying.
    fn wider(&self) -> Table {
        let mut table = Table::new("stored and read");
        table.group("", vec!["stored", "covered"]);
        let ks = self.ranks.map_or(&[][..], |_| &self.arguments.k);
        for k in ks {
            table.group(&format!("{k} retrieved"), vec!["hit", "tokens read"]);
        }
        let row = |redundancy: Option<f64>, metrics: &Metrics| {
            let mut cells =
                vec![redundancy.map_or(NOTHING.into(), signed_percent), percent(metrics.coverage)];
            for k in ks {
                match metrics.at(Depth::Chunks(*k)) {
                    Some(served) => {
                        cells.extend([percent(served.hit), format!("{:.0}", served.independent_tokens)]);
                    }
                    None => cells.extend([NOTHING; 2].map(str::to_owned)),
                }
            }
            cells
        };
        table.row("as they are", row(self.check.effective_redundancy, &self.check.metrics));
        for widened in &self.check.wider {
            table.row(&read(widened.wider), row(self.check.plain_redundancy, &widened.metrics));
        }
        table
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.verdict(), self.groups())?;
        if let Some(ranks) = self.ranks.filter(|_| !self.check.metrics.served.is_empty()) {
            write!(f, "\n{}", self.retrieval(ranks))?;
        }
        write!(f, "\n{}", self.wider())?;
        if let Some(drift) = self.drift {
            write!(f, "\n{}", distances(drift))?;
        }
        write!(f, "{}", lines(self.check, self.arguments.listed))?;
        let recall = if self.ranks.is_some() {
            "hit is how often one retrieved chunk does."
        } else {
            "--retriever bm25 says how often it is found."
        };
        writeln!(f, "\nCoverage is not recall: it says that a chunk with all the evidence is there; {recall}")
    }
}

/// How far apart the vectors of neighbouring chunks are.
fn distances(drift: &Drift) -> Table {
    let shown = |number: Option<f64>| number.map_or(NOTHING.to_owned(), |number| format!("{number:.3}"));
    let mut table = Table::new("neighbouring chunks");
    table.group("", vec!["pairs", "1 − cosine"]);
    for (name, those) in [("with carried units", &drift.carried), ("that share nothing", &drift.apart)] {
        table.row(name, [those.pairs.to_string(), shown(those.distance)]);
    }
    table.row("drift: the first by the second", [String::new(), shown(drift.drift)]);
    table
}

fn read(wider: Wider) -> String {
    let units = |many: usize| if many == 1 { "1 unit".to_owned() } else { format!("{many} units") };
    match wider.passage {
        0 => {}
        1 => return "no overlap, read its passage".to_owned(),
        level => return format!("no overlap, read its passage of level {level}"),
    }
    match (wider.back, wider.ahead) {
        (0, 0) => "no overlap".to_owned(),
        (back, 0) => format!("no overlap, read {} back", units(back)),
        (back, ahead) if back == ahead => format!("no overlap, read {} to both sides", units(back)),
        (back, ahead) => format!("no overlap, read {} back, {} ahead", units(back), units(ahead)),
    }
}

fn more_tokens(redundancy: f64) -> String {
    let (share, than) = if redundancy < 0.0 {
        (-redundancy, "fewer tokens stored than")
    } else {
        (redundancy, "more tokens stored than")
    };
    format!(", with {} {than} the documents have", percent(share))
}

fn maybe(share: Option<f64>) -> String {
    share.map_or(NOTHING.to_owned(), percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_tokens_are_said_to_be_fewer() {
        assert_eq!(more_tokens(-0.02), ", with 2.0 % fewer tokens stored than the documents have");
    }
}

//! A recommendation in plain words, with its figures.

use std::fmt;

use super::rule::{
    Bite, Counts, FEWEST_DOCUMENTS, FEWEST_STRADDLING, Outcome, Recommendation, Step, Verdict,
};
use super::{DRAWS, Interval};
use crate::sweep::Carry;

impl Recommendation {
    /// What to do, in one line.
    pub fn what(&self) -> String {
        match &self.verdict {
            Verdict::Carry { carry } => format!("carry {}", units(*carry)),
            Verdict::Infeasible { nearest: Some(carry), bites } => {
                let kept =
                    self.steps.iter().find(|step| step.carry == *carry).map_or(0.0, |step| step.coverage);
                format!(
                    "no carry reaches {} within the caps ({}); the best within them, carrying {}, keeps {}",
                    percent(self.goal.target),
                    in_the_way(bites),
                    units(*carry),
                    percent(kept)
                )
            }
            Verdict::Infeasible { nearest: None, .. } => {
                "no carry that was tried keeps within the caps".to_owned()
            }
            Verdict::Keep => "not enough evidence, keep the policy".to_owned(),
        }
    }

    /// Why: a sentence a line, each with its figures.
    pub fn why(&self) -> Vec<String> {
        let mut why = Vec::new();
        match &self.verdict {
            Verdict::Keep => why.push(too_little(&self.counts)),
            Verdict::Carry { carry } => {
                why.extend(self.steps.iter().find(|step| step.carry == *carry).map(reached))
            }
            Verdict::Infeasible { nearest, bites } => {
                why.extend(bites.iter().map(|bite| self.against(bite)));
                let nearest = nearest.and_then(|carry| self.steps.iter().find(|step| step.carry == carry));
                why.extend(nearest.map(|step| format!("Within the caps, {}", lower_first(&reached(step)))));
            }
        }
        if self.verdict != Verdict::Keep {
            why.extend(self.steps.iter().filter_map(weighed));
        }
        why
    }

    /// What else to do, for evidence that no carry keeps whole; empty where there is none.
    pub fn instead(&self) -> Vec<String> {
        let Counts { unfittable, far_straddling: far, left_out, .. } = self.counts;
        let mut instead = Vec::new();
        if unfittable > 0 {
            instead.push(format!(
                "{} more than a chunk may have: no carry helps. Take a larger size, or read wider when a hit is served.",
                subject(unfittable, "question needs", "questions need")
            ));
        }
        if far > 0 {
            instead.push(format!(
                "{} passages too far apart for any carry, and cut apart: read wider, put headings into the context, or index a summary beside the chunks.",
                subject(far, "question has", "questions have")
            ));
        }
        if left_out > 0 {
            instead.push(format!(
                "{} in what the reader leaves out: change how the documents are read.",
                subject(left_out, "question has its evidence", "questions have their evidence")
            ));
        }
        instead
    }

    fn against(&self, bite: &Bite) -> String {
        match bite {
            Bite::Redundancy { carry, redundancy } => format!(
                "Redundancy bites: carrying {} reaches {}, but stores {} beside the documents; the cap is {}.",
                units(*carry),
                percent(self.goal.target),
                percent(*redundancy),
                percent(self.goal.max_redundancy)
            ),
            Bite::Rrr { carry, rrr } => format!(
                "Repetition among hits bites: carrying {} reaches {}, but {} of what is served is served twice; the cap is {}.",
                units(*carry),
                percent(self.goal.target),
                percent(*rrr),
                percent(self.goal.max_rrr)
            ),
            Bite::Unproven { carry, gain } => format!(
                "Proof bites: carrying {} reaches {}, but its gain of {} may be chance.",
                units(*carry),
                percent(self.goal.target),
                interval(gain)
            ),
            Bite::Target { carry, coverage } => format!(
                "The target bites: nothing that was tried reaches {}; carrying {} comes nearest with {}.",
                percent(self.goal.target),
                units(*carry),
                percent(*coverage)
            ),
        }
    }
}

/// What to do, then why, then what else: a line each.
impl fmt::Display for Recommendation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = self.what();
        writeln!(f, "{what}")?;
        self.why().iter().chain(&self.instead()).try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// What is in the way, in a few words.
fn in_the_way(bites: &[Bite]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for bite in bites {
        let word = match bite {
            Bite::Redundancy { .. } => "redundancy bites",
            Bite::Rrr { .. } => "repetition among hits bites",
            Bite::Unproven { .. } => "proof bites",
            Bite::Target { .. } => "nor without them",
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(", ")
}

fn too_little(counts: &Counts) -> String {
    let Counts { near, straddling, documents, .. } = *counts;
    if straddling < FEWEST_STRADDLING {
        format!(
            "Of {} that a carry can help, {straddling} straddle without one; under {FEWEST_STRADDLING} prove nothing.",
            subject(near, "question", "questions")
        )
    } else {
        format!(
            "The questions are about {} only; of fewer than {FEWEST_DOCUMENTS} nothing follows for others.",
            subject(documents, "document", "documents")
        )
    }
}

fn reached(step: &Step) -> String {
    let served = step.rrr.map(|rrr| format!(", and {} of what is served is served twice", percent(rrr)));
    format!(
        "Carrying {} keeps {} of the evidence that it can help whole, at {} stored beside the documents{}.",
        units(step.carry),
        percent(step.coverage),
        percent(step.redundancy),
        served.unwrap_or_default()
    )
}

/// How a carry compared with the one taken before it.
fn weighed(step: &Step) -> Option<String> {
    let (over, gain) = step.over?;
    let (carry, over, gain) = (units(step.carry), units(over), interval(&gain));
    match step.outcome {
        Outcome::Taken => {
            Some(format!("{carry} over {over}: {gain}; it is taken, since all of it is above 0."))
        }
        Outcome::Unproven => {
            Some(format!("{carry} over {over}: {gain}; it is not taken, since not all of it is above 0."))
        }
        Outcome::OverRedundancy => Some(format!(
            "{carry} over {over}: {gain}; it is not taken, since {} would be stored beside the documents.",
            percent(step.redundancy)
        )),
        Outcome::OverRrr => Some(format!(
            "{carry} over {over}: {gain}; it is not taken, since {} of what is served would be served twice.",
            percent(step.rrr.unwrap_or(0.0))
        )),
        Outcome::NotNeeded => None,
    }
}

fn interval(gain: &Interval) -> String {
    let points = |share: f64| format!("{:+.1}", 100.0 * share);
    format!(
        "{} points (95 % of {DRAWS} draws of documents: {} to {})",
        points(gain.gain),
        points(gain.low),
        points(gain.high)
    )
}

/// How much is carried, in words.
fn units(carry: Carry) -> String {
    match carry {
        Carry::Units(0) => "nothing".to_owned(),
        Carry::Units(1) => "1 unit".to_owned(),
        Carry::Units(count) => format!("{count} units"),
        Carry::Auto(2) => "auto".to_owned(),
        Carry::Auto(max) => format!("auto, up to {max} units"),
    }
}

/// A share in per cent. What is not all is never shown as all.
pub(crate) fn percent(share: f64) -> String {
    let shown = format!("{:.1}", 100.0 * share);
    let shown = if share < 1.0 && shown == "100.0" { "99.9" } else { &shown };
    format!("{} %", shown.strip_suffix(".0").unwrap_or(shown))
}

fn subject(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recommend::{Asked, Goal, Reach, Tried, recommend};

    #[test]
    fn what_is_not_all_is_not_shown_as_all() {
        assert_eq!(
            [1.0, 0.999_9, 0.923, 0.0, 0.1].map(percent),
            ["100 %", "99.9 %", "92.3 %", "0 %", "10 %"]
        );
    }

    #[test]
    fn every_verdict_says_its_figures() {
        let asked = |straddling: usize| -> Vec<Asked> {
            let asked =
                |nth| Asked { document: nth / 4, reach: Reach::Near, is_whole_without: nth >= straddling };
            let more = [Reach::Far, Reach::Unfittable, Reach::Unfittable];
            let more = more.map(|reach| Asked { document: 0, reach, is_whole_without: false });
            (0..80).map(asked).chain(more).collect()
        };
        let tried = |carry, broken, redundancy, rrr| Tried {
            carry,
            whole: (0..83).map(|nth| nth >= broken && nth < 80).collect(),
            redundancy,
            rrr: Some(rrr),
        };
        let (zero, one) = (tried(Carry::Units(0), 40, 0.0, 0.0), tried(Carry::Units(1), 0, 0.15, 0.06));
        let said =
            recommend(&asked(40), &[zero.clone(), one], &Goal { target: 1.0, ..Goal::default() }).to_string();
        let lines: Vec<&str> = said.lines().map(str::trim).collect();
        assert_eq!(lines[0], "carry 1 unit");
        assert_eq!(
            lines[1],
            "Carrying 1 unit keeps 100 % of the evidence that it can help whole, at 15 % stored beside the documents, and 6 % of what is served is served twice."
        );
        assert!(
            lines[2].starts_with("1 unit over nothing: +50.0 points (95 % of 2000 draws of documents: +"),
            "{said}"
        );
        assert!(
            lines[3].starts_with(
                "2 questions need more than a chunk may have: no carry helps. Take a larger size"
            )
        );
        assert!(
            lines[4].starts_with(
                "1 question has passages too far apart for any carry, and cut apart: read wider"
            )
        );
        assert_eq!(lines.len(), 5, "{said}");

        let dear = tried(Carry::Units(1), 0, 0.3, 0.06);
        let said = recommend(&asked(40), &[zero.clone(), dear], &Goal { target: 1.0, ..Goal::default() })
            .to_string();
        assert!(said.starts_with("no carry reaches 100 % within the caps (redundancy bites); the best within them, carrying nothing, keeps 50 %\n"), "{said}");
        assert!(said.contains("Redundancy bites: carrying 1 unit reaches 100 %, but stores 30 % beside the documents; the cap is 25 %."));

        let said = recommend(&asked(29), &[zero], &Goal { target: 1.0, ..Goal::default() }).to_string();
        assert!(said.starts_with("not enough evidence, keep the policy\n  Of 80 questions that a carry can help, 29 straddle without one; under 30 prove nothing.\n"), "{said}");
    }
}

use serde::{Deserialize, Serialize};

use super::bootstrap::{Gain, Interval, bootstrap};
use crate::sweep::Carry;

/// Fewer questions than this whose evidence is cut in two without a carry prove nothing about carrying.
pub const FEWEST_STRADDLING: usize = 30;

/// Documents are what is drawn; of fewer than this the draws are too much alike to tell anything.
pub const FEWEST_DOCUMENTS: usize = 5;

/// What is asked of a carry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Goal {
    /// The share, over 0 to 1, of the questions that a carry can help which are to have their evidence whole in one chunk.
    pub target: f64,
    /// The most tokens that may be stored beside the documents' own, as a share of these.
    pub max_redundancy: f64,
    /// The most text that may be served twice, as a share of what is served.
    pub max_rrr: f64,
}

/// 95 %, not all: a few units of any corpus do not fit together in a chunk, and no carry mends those. What would be asked for all of it is more
/// than any carry within the caps gives.
impl Default for Goal {
    fn default() -> Self {
        Self { target: 0.95, max_redundancy: 0.25, max_rrr: 0.15 }
    }
}

/// A question, as far as the rule asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The document that it is about.
    pub document: usize,
    /// Whether a carry can help it at all.
    pub reach: Reach,
    /// Whether its evidence is whole in one chunk without any carry.
    pub is_whole_without: bool,
}

/// Whether a carry can help a question at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Its evidence fits in a chunk, and lies close together.
    Near,
    /// From its first passage to its last there are more tokens than a chunk may have.
    Unfittable,
    /// Its passages lie further apart than any carry reaches.
    Far,
    /// It stands in what the reader leaves out.
    LeftOut,
}

/// A carry that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// How much is carried.
    pub carry: Carry,
    /// Of each question, in their order, whether its evidence is whole in one chunk.
    pub whole: Vec<bool>,
    /// Σ tokens(chunk) / Σ tokens(document) − 1.
    pub redundancy: f64,
    /// The share of what is served that is served twice; `None` where nothing was looked for.
    pub rrr: Option<f64>,
}

/// What the questions are, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// All.
    pub questions: usize,
    /// Those that a carry can help: the others are unfittable, far or left out.
    pub near: usize,
    /// Those of them whose evidence is cut in two without a carry.
    pub straddling: usize,
    /// Those whose evidence is larger than a chunk.
    pub unfittable: usize,
    /// Those whose evidence lies too far apart.
    pub far: usize,
    /// Those of them whose evidence is cut in two without a carry.
    pub far_straddling: usize,
    /// Those whose evidence stands in what the reader leaves out.
    pub left_out: usize,
    /// How many documents the near ones are about.
    pub documents: usize,
}

/// What to do, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recommendation {
    /// What to do.
    pub verdict: Verdict,
    /// What it was asked to do.
    pub goal: Goal,
    /// The questions.
    pub counts: Counts,
    /// What was weighed, in its order.
    pub steps: Vec<Step>,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Verdict {
    /// Carry so much: it reaches the target within the caps, and no less does.
    Carry {
        /// How much.
        carry: Carry,
    },
    /// Nothing reaches the target within the caps.
    Infeasible {
        /// The most that is proven to help within the caps; `None` where nothing keeps within them.
        nearest: Option<Carry>,
        /// What is in the way.
        bites: Vec<Bite>,
    },
    /// There is not enough evidence: keep the policy.
    Keep,
}

/// What is in the way of a target.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Bite {
    /// It would be reached, but too much would be stored.
    Redundancy {
        /// The carry that would reach it.
        carry: Carry,
        /// What that stores.
        redundancy: f64,
    },
    /// It would be reached, but too much would be served twice.
    Rrr {
        /// The carry that would reach it.
        carry: Carry,
        /// What that serves twice.
        rrr: f64,
    },
    /// It was reached, but on other documents it may not have gained anything.
    Unproven {
        /// The carry that reached it.
        carry: Carry,
        /// What it gained.
        gain: Interval,
    },
    /// Nothing that was tried reaches it.
    Target {
        /// The carry that comes nearest; of equals the smallest.
        carry: Carry,
        /// How near.
        coverage: f64,
    },
}

/// A carry that was weighed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// How much is carried.
    pub carry: Carry,
    /// The share of near questions whose evidence is whole in one chunk.
    pub coverage: f64,
    /// See [`Tried::redundancy`].
    pub redundancy: f64,
    /// See [`Tried::rrr`].
    pub rrr: Option<f64>,
    /// The carry that it was held against, which is the last that was taken, and what it gains over it.
    pub over: Option<(Carry, Interval)>,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of weighing a carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It is better than what was taken before, or the first.
    Taken,
    /// On other documents it may not gain anything.
    Unproven,
    /// Too much would be stored.
    OverRedundancy,
    /// Too much would be served twice.
    OverRrr,
    /// A smaller one had reached the target.
    NotNeeded,
}

/// The smallest carry that keeps as much evidence whole as the goal asks, within its caps; a larger one is only taken over a smaller
/// where it gains on the documents at hand and the lower end of the [interval](bootstrap) of that gain is above 0 too.
///
/// Questions that no carry can help are counted, and otherwise left aside: they never speak for a higher one. With fewer than
/// [`FEWEST_STRADDLING`] straddling questions, or about fewer than [`FEWEST_DOCUMENTS`] documents, there is not enough evidence.
///
/// ```
/// use kawara_evidence::sweep::Carry;
/// use kawara_evidence::recommend::{Asked, Goal, Reach, Tried, Verdict, recommend};
///
/// // Two questions about each of fifty documents; one of them straddles unless a unit is carried.
/// let asked: Vec<Asked> = (0..100)
///     .map(|nth| Asked { document: nth / 2, reach: Reach::Near, is_whole_without: nth % 2 == 0 })
///     .collect();
/// let without = asked.iter().map(|asked| asked.is_whole_without).collect();
/// let tried = [
///     Tried { carry: Carry::Units(0), whole: without, redundancy: 0.0, rrr: None },
///     Tried { carry: Carry::Units(1), whole: vec![true; 100], redundancy: 0.15, rrr: None },
///     Tried { carry: Carry::Units(2), whole: vec![true; 100], redundancy: 0.37, rrr: None },
/// ];
/// let said = recommend(&asked, &tried, &Goal::default());
/// assert_eq!(said.verdict, Verdict::Carry { carry: Carry::Units(1) });
/// assert!(said.to_string().contains("carry 1 unit"));
/// ```
pub fn recommend(asked: &[Asked], tried: &[Tried], goal: &Goal) -> Recommendation {
    let counts = counts(asked);
    let mut order: Vec<&Tried> = tried.iter().collect();
    order.sort_by_key(|tried| tried.carry);
    let is_told = counts.straddling >= FEWEST_STRADDLING && counts.documents >= FEWEST_DOCUMENTS;
    let mut taken: Option<&Tried> = None;
    let mut steps = Vec::with_capacity(order.len());
    for candidate in order {
        let is_reached = taken.is_some_and(|taken| reaches(asked, taken, goal));
        let over = taken
            .filter(|_| is_told && !is_reached)
            .and_then(|taken| Some((taken.carry, bootstrap(&gains(asked, taken, candidate))?)));
        let outcome = if is_reached {
            Outcome::NotNeeded
        } else if candidate.redundancy > goal.max_redundancy {
            Outcome::OverRedundancy
        } else if candidate.rrr.is_some_and(|rrr| rrr > goal.max_rrr) {
            Outcome::OverRrr
        } else if taken.is_none() || over.is_some_and(|(_, gain)| gain.low > 0.0) {
            taken = Some(candidate);
            Outcome::Taken
        } else {
            Outcome::Unproven
        };
        let (coverage, redundancy, rrr) = (coverage(asked, candidate), candidate.redundancy, candidate.rrr);
        steps.push(Step { carry: candidate.carry, coverage, redundancy, rrr, over, outcome });
    }
    let verdict = match taken {
        _ if !is_told => Verdict::Keep,
        Some(taken) if reaches(asked, taken, goal) => Verdict::Carry { carry: taken.carry },
        taken => Verdict::Infeasible { nearest: taken.map(|taken| taken.carry), bites: bites(&steps, goal) },
    };
    Recommendation { verdict, goal: *goal, counts, steps }
}

fn counts(asked: &[Asked]) -> Counts {
    let of = |reach| asked.iter().filter(move |asked| asked.reach == reach);
    let mut documents: Vec<usize> = of(Reach::Near).map(|asked| asked.document).collect();
    documents.sort_unstable();
    documents.dedup();
    Counts {
        questions: asked.len(),
        near: of(Reach::Near).count(),
        straddling: of(Reach::Near).filter(|asked| !asked.is_whole_without).count(),
        unfittable: of(Reach::Unfittable).count(),
        far: of(Reach::Far).count(),
        far_straddling: of(Reach::Far).filter(|asked| !asked.is_whole_without).count(),
        left_out: of(Reach::LeftOut).count(),
        documents: documents.len(),
    }
}

/// Of each near question: the document, and whether its evidence is whole.
fn near<'a>(asked: &'a [Asked], tried: &'a Tried) -> impl Iterator<Item = (usize, bool)> + 'a {
    let all = asked.iter().zip(&tried.whole);
    all.filter(|(asked, _)| asked.reach == Reach::Near).map(|(asked, whole)| (asked.document, *whole))
}

fn coverage(asked: &[Asked], tried: &Tried) -> f64 {
    let (whole, all) =
        near(asked, tried).fold((0, 0), |(whole, all), (_, is_whole)| (whole + u32::from(is_whole), all + 1));
    f64::from(whole) / f64::from(all.max(1))
}

/// Whether a carry reaches the target. A share that was written in decimals may be off by a rounding.
fn reaches(asked: &[Asked], tried: &Tried, goal: &Goal) -> bool {
    coverage(asked, tried) >= goal.target - 1e-12
}

/// What each document's questions gain by the one over the other, by the documents' numbers.
fn gains(asked: &[Asked], from: &Tried, to: &Tried) -> Vec<Gain> {
    let mut gains = std::collections::BTreeMap::<usize, Gain>::new();
    for ((document, before), (_, after)) in near(asked, from).zip(near(asked, to)) {
        let gain = gains.entry(document).or_default();
        gain.net += i64::from(after) - i64::from(before);
        gain.questions += 1;
    }
    gains.into_values().collect()
}

/// Why nothing reaches the target: what is against each that would, else that none would.
fn bites(steps: &[Step], goal: &Goal) -> Vec<Bite> {
    let mut bites = Vec::new();
    for step in steps.iter().filter(|step| step.coverage >= goal.target - 1e-12) {
        let carry = step.carry;
        bites.extend(match (step.outcome, step.over) {
            (Outcome::OverRedundancy, _) => Some(Bite::Redundancy { carry, redundancy: step.redundancy }),
            (Outcome::OverRrr, _) => step.rrr.map(|rrr| Bite::Rrr { carry, rrr }),
            (Outcome::Unproven, Some((_, gain))) => Some(Bite::Unproven { carry, gain }),
            _ => None,
        });
    }
    if bites.is_empty() {
        let mut nearest: Option<&Step> = None;
        for step in steps {
            nearest = nearest.filter(|best| best.coverage >= step.coverage).or(Some(step));
        }
        bites.extend(nearest.map(|step| Bite::Target { carry: step.carry, coverage: step.coverage }));
    }
    bites
}

#[cfg(test)]
mod tests;

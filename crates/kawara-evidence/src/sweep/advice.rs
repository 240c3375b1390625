use std::fmt;

use serde::Serialize;

use super::axes::{Carry, Strategy};
use super::group::Group;
use super::point::Point;
use super::run::{GroupOutcome, Outcome};
use crate::Question;
use crate::recommend::{Asked, Goal, Reach, Recommendation, Tried, Verdict, recommend};

/// What the points say of one size, for documents of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The policy.
    pub policy: Option<String>,
    /// What chunks are made of.
    pub strategy: Option<Strategy>,
    /// The most tokens of a chunk; `None` is the policy's own.
    pub size: Option<u32>,
    /// The documents.
    pub group: Group,
    /// How much to carry.
    pub recommendation: Recommendation,
    /// What each carry keeps of all questions, of those too that none can help: sizes are compared by it.
    pub kept: Vec<Kept>,
    /// What reading wider keeps, where it was tried.
    pub wider: Vec<ReadWider>,
}

/// What a carry keeps of all questions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Kept {
    /// How much is carried.
    pub carry: Carry,
    /// The share of all questions about the documents whose evidence is whole in one chunk.
    pub coverage: f64,
    /// What is stored beside the documents.
    pub redundancy: f64,
}

/// What reading wider keeps of the evidence that a carry can help.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ReadWider {
    /// By how many units on either side.
    pub wider: u32,
    /// How much is carried besides.
    pub carry: Carry,
    /// The share that is whole in one chunk as it is read.
    pub coverage: f64,
    /// What is stored beside the documents.
    pub redundancy: f64,
    /// The share of what is served that is served twice.
    pub rrr: Option<f64>,
}

/// Recommends a carry for each kind of documents at each size, of each policy, from the points that carry units. Modes are compared, and nothing
/// is recommended from them.
pub fn advise(points: &[Point], outcomes: &[Outcome], questions: &[Question], goal: &Goal) -> Vec<Advice> {
    let mut places: Vec<Place<'_>> = Vec::new();
    let is_told = |point: &Point| point.carry.is_some() && point.mode.is_none();
    for point in points.iter().filter(|point| is_told(point)) {
        let place = Place::of(point);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let mut advice = Vec::new();
    for place in places {
        let those: Vec<(&Point, &Outcome)> = points
            .iter()
            .zip(outcomes)
            .filter(|(point, _)| is_told(point) && Place::of(point) == place)
            .collect();
        let groups = those.first().map(|(_, outcome)| outcome.groups.as_slice()).unwrap_or_default();
        advice.extend(groups.iter().map(|group| place.advice(group, &those, questions, goal)));
    }
    advice
}

/// Points that differ in what is carried, and how wide they are read, alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place<'p> {
    policy: &'p Option<String>,
    strategy: &'p Option<Strategy>,
    size: Option<u32>,
}

impl<'p> Place<'p> {
    fn of(point: &'p Point) -> Self {
        Self { policy: &point.policy, strategy: &point.strategy, size: point.size }
    }

    fn advice(
        self,
        group: &GroupOutcome,
        those: &[(&Point, &Outcome)],
        questions: &[Question],
        goal: &Goal,
    ) -> Advice {
        let asked: Vec<Asked> =
            those.first().map(|(_, outcome)| asked(group, outcome, questions)).unwrap_or_default();
        let mut tried = Vec::new();
        let (mut kept, mut wider) = (Vec::new(), Vec::new());
        for (point, outcome) in those {
            let (Some(carry), Some(own)) =
                (point.carry, outcome.groups.iter().find(|own| own.group == group.group))
            else {
                continue;
            };
            let whole: Vec<bool> =
                group.questions.iter().map(|nth| outcome.whole.get(*nth) == Some(&true)).collect();
            let redundancy = own.cost.redundancy.unwrap_or(0.0);
            let rrr = own.figures.served.as_ref().map(|served| served.rrr);
            if point.wider == 0 {
                kept.push(Kept { carry, coverage: own.figures.coverage, redundancy });
                tried.push(Tried { carry, whole, redundancy, rrr });
            } else {
                wider.push(ReadWider {
                    wider: point.wider,
                    carry,
                    coverage: near_coverage(&asked, &whole),
                    redundancy,
                    rrr,
                });
            }
        }
        Advice {
            policy: self.policy.clone(),
            strategy: self.strategy.clone(),
            size: self.size,
            group: group.group.clone(),
            recommendation: recommend(&asked, &tried, goal),
            kept,
            wider,
        }
    }
}

fn asked(group: &GroupOutcome, outcome: &Outcome, questions: &[Question]) -> Vec<Asked> {
    let asked = |nth: &usize| {
        Some(Asked {
            document: questions.get(*nth)?.document,
            reach: *outcome.reach.get(*nth)?,
            is_whole_without: *outcome.whole_without.get(*nth)?,
        })
    };
    group.questions.iter().filter_map(asked).collect()
}

fn near_coverage(asked: &[Asked], whole: &[bool]) -> f64 {
    let near = || asked.iter().zip(whole).filter(|(asked, _)| asked.reach == Reach::Near);
    near().filter(|(_, whole)| **whole).count() as f64 / near().count().max(1) as f64
}

/// Where it holds, then the recommendation: a line each.
impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = Point {
            policy: self.policy.clone(),
            strategy: self.strategy.clone(),
            size: self.size,
            ..Point::default()
        };
        write!(f, "{}, {place}: {}", self.group, self.recommendation)?;
        if matches!(self.recommendation.verdict, Verdict::Infeasible { .. }) {
            f.write_str(if self.wider.is_empty() {
                "  Reading wider when a hit is served stores nothing twice: try --wider 1, or a larger size.\n"
            } else {
                "  Reading wider when a hit is served stores nothing twice; what it keeps:\n"
            })?;
        }
        // What is carried besides adds little to a wider reading; the least of it shows what reading does.
        let least = self.wider.iter().map(|read| read.carry).min();
        for ReadWider { wider, carry, coverage, redundancy, .. } in
            self.wider.iter().filter(|read| Some(read.carry) == least)
        {
            let share = crate::recommend::percent;
            writeln!(
                f,
                "  Read wider by {wider} and with carry {carry}, {} of the same evidence is whole, at {} stored beside the documents.",
                share(*coverage),
                share(*redundancy)
            )?;
        }
        Ok(())
    }
}

use serde::Serialize;

use super::{Fate, Outcome, Verdict};

/// What became of some questions. Shares are from 0 to 1, and of the questions whose evidence is in the source.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// How many have their evidence in the source: those that are counted below, but for the last two.
    pub questions: usize,
    /// How many have all of it in one chunk.
    pub covered: usize,
    /// The share of these; `None` where there are no questions.
    pub coverage: Option<f64>,
    /// The same of those that fit in a chunk.
    pub fittable_coverage: Option<f64>,
    /// The mean of what one chunk holds of it, each passage by its relevance; `None` unless some relevance is not 1.
    pub graded_coverage: Option<f64>,
    /// How many a cut goes through that would fit: a verdict upon these chunks. What metrics call straddling is `baseline_broken`.
    pub straddling: usize,
    /// How many have passages too far apart.
    pub far: usize,
    /// How many do not fit.
    pub unfittable: usize,
    /// How many stand in what the reader leaves out.
    pub left_out: usize,
    /// How many the baseline breaks, whatever became of them; `None` without one.
    pub baseline_broken: Option<usize>,
    /// The share of those that is whole now.
    pub straddle_coverage: Option<f64>,
    /// How many the baseline keeps whole, and these chunks break.
    pub newly_broken: Option<usize>,
    /// What became of those that were asked, at each number of chunks.
    pub fates: Vec<Fates>,
    /// How many have a passage that stands nowhere in the source.
    pub missing: usize,
    /// How many are about a document that could not be read or cut.
    pub unread: usize,
}

/// How many questions fared how, at a number of chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Fates {
    /// How many chunks are retrieved.
    pub k: usize,
    /// No chunk holds all the evidence.
    pub cut_in_half: usize,
    /// A chunk holds it and was not retrieved.
    pub not_retrieved: usize,
    /// A retrieved chunk holds it.
    pub retrieved: usize,
}

/// Figures of questions that are alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// What they have in common; `None` of those that do not say.
    pub name: Option<String>,
    /// Their figures.
    #[serde(flatten)]
    pub figures: Figures,
}

impl Figures {
    pub(super) fn of(outcomes: &[&Outcome], ks: &[usize]) -> Self {
        let count = |verdict| outcomes.iter().filter(|outcome| outcome.verdict == verdict).count();
        let (missing, unread) = (count(Verdict::Missing), count(Verdict::Unread));
        let there: Vec<&&Outcome> = outcomes
            .iter()
            .filter(|outcome| !matches!(outcome.verdict, Verdict::Missing | Verdict::Unread))
            .collect();
        let covered = count(Verdict::Covered);
        let unfittable = count(Verdict::Unfittable);
        let share = |some: usize, all: usize| (all > 0).then(|| some as f64 / all as f64);
        let is_covered = |outcome: &&&Outcome| outcome.verdict == Verdict::Covered;
        let broken: Vec<&&Outcome> =
            there.iter().copied().filter(|outcome| outcome.baseline == Some(false)).collect();
        let has_baseline = there.iter().any(|outcome| outcome.baseline.is_some());
        let repaired = broken.iter().copied().filter(is_covered).count();
        let newly =
            there.iter().filter(|o| o.baseline == Some(true) && o.verdict != Verdict::Covered).count();
        let is_graded = there.iter().any(|outcome| outcome.is_graded);
        let kept: f64 = there.iter().map(|outcome| outcome.kept).sum();
        Self {
            questions: there.len(),
            covered,
            coverage: share(covered, there.len()),
            fittable_coverage: share(covered, there.len() - unfittable),
            graded_coverage: (is_graded && !there.is_empty()).then(|| kept / there.len() as f64),
            straddling: count(Verdict::Straddling),
            far: count(Verdict::Far),
            unfittable,
            left_out: count(Verdict::LeftOut),
            baseline_broken: has_baseline.then_some(broken.len()),
            straddle_coverage: share(repaired, broken.len()),
            newly_broken: has_baseline.then_some(newly),
            fates: ks.iter().filter_map(|k| Fates::of(&there, *k)).collect(),
            missing,
            unread,
        }
    }

    /// How many there are, whatever became of them.
    pub fn total(&self) -> usize {
        self.questions + self.missing + self.unread
    }
}

impl Fates {
    /// `None` where nothing was asked.
    fn of(there: &[&&Outcome], k: usize) -> Option<Self> {
        let mut fates = Self { k, ..Self::default() };
        for outcome in there {
            let Some(fate) = outcome.fate else { continue };
            match (fate, outcome.rank) {
                (Fate::CutInHalf, _) => fates.cut_in_half += 1,
                (_, Some(rank)) if rank <= k => fates.retrieved += 1,
                _ => fates.not_retrieved += 1,
            }
        }
        (fates.cut_in_half + fates.not_retrieved + fates.retrieved > 0).then_some(fates)
    }
}

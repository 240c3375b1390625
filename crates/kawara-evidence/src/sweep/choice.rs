use std::collections::BTreeMap;

use super::advice::{Advice, Kept};
use super::axes::Carry;
use super::group::Group;
use super::point::Point;
use crate::recommend::{Verdict, percent};

/// One size and carry for documents of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    pub(super) advice: &'a Advice,
    pub(super) kept: Kept,
}

impl<'a> Choice<'a> {
    pub(super) fn carry(&self) -> Carry {
        self.kept.carry
    }

    /// The carry that is recommended for a size.
    fn recommended(advice: &'a Advice) -> Option<Self> {
        let Verdict::Carry { carry } = advice.recommendation.verdict else { return None };
        let kept = advice.kept.iter().find(|kept| kept.carry == carry).copied()?;
        Some(Self { advice, kept })
    }

    /// What was tried within the caps at a size where too little is cut apart to recommend anything.
    fn unproven(advice: &'a Advice) -> impl Iterator<Item = Self> {
        let said = &advice.recommendation;
        let is_within = |kept: &&Kept| {
            let served = said.steps.iter().find(|step| step.carry == kept.carry).and_then(|step| step.rrr);
            kept.redundancy <= said.goal.max_redundancy && served.is_none_or(|rrr| rrr <= said.goal.max_rrr)
        };
        let is_kept = said.verdict == Verdict::Keep;
        advice
            .kept
            .iter()
            .filter(move |kept| is_kept && is_within(kept))
            .map(move |kept| Self { advice, kept: *kept })
    }

    /// What is stored, as it is shown, then what is kept, then the size: less, more and smaller come first.
    fn rank(&self) -> (i64, i64, Option<u32>) {
        let thousandths = |share: f64| (1000.0 * share).round() as i64;
        (thousandths(self.kept.redundancy), -thousandths(self.kept.coverage), self.advice.size)
    }

    fn keeps_no_less(&self, other: &Self) -> bool {
        self.kept.coverage >= other.kept.coverage && self.kept.redundancy <= other.kept.redundancy
    }
}

/// For each kind of documents, of all sizes that are recommended the one that stores least; or one that keeps and stores no worse, though there
/// too little is cut apart for a recommendation. `None` where none reaches the target within the caps.
pub(super) fn chosen(advice: &[Advice]) -> BTreeMap<&Group, Option<Choice<'_>>> {
    let mut groups: BTreeMap<&Group, Vec<&Advice>> = BTreeMap::new();
    advice.iter().for_each(|advice| groups.entry(&advice.group).or_default().push(advice));
    groups.into_iter().map(|(group, those)| (group, best(&those))).collect()
}

fn best<'a>(those: &[&'a Advice]) -> Option<Choice<'a>> {
    let first = those.iter().filter_map(|advice| Choice::recommended(advice)).min_by_key(Choice::rank)?;
    let unproven = those.iter().flat_map(|advice| Choice::unproven(advice));
    unproven.filter(|other| other.keeps_no_less(&first)).chain([first]).min_by_key(Choice::rank)
}

/// What to do over all sizes that were tried: a sentence for each kind of documents, and policy.
pub fn overall(advice: &[Advice]) -> Vec<String> {
    let mut policies: Vec<&Option<String>> = Vec::new();
    for one in advice {
        if !policies.contains(&&one.policy) {
            policies.push(&one.policy);
        }
    }
    let mut lines = Vec::new();
    for policy in policies {
        let those: Vec<Advice> = advice.iter().filter(|one| one.policy == *policy).cloned().collect();
        lines.extend(
            chosen(&those).into_iter().map(|(group, choice)| said(group, policy.as_deref(), choice, &those)),
        );
    }
    lines
}

fn said(group: &Group, policy: Option<&str>, choice: Option<Choice<'_>>, those: &[Advice]) -> String {
    let whose = policy.map(|policy| format!(", {policy}")).unwrap_or_default();
    let target = those.first().map_or(1.0, |advice| advice.recommendation.goal.target);
    let Some(choice) = choice else {
        let is_kept = those
            .iter()
            .filter(|advice| advice.group == *group)
            .all(|advice| advice.recommendation.verdict == Verdict::Keep);
        let why = if is_kept {
            "too little evidence is cut apart, or it is of too few documents: keep the policy".to_owned()
        } else {
            format!("no recommendation; nothing is proven to reach {} within the caps", percent(target))
        };
        return format!("Overall, {group}{whose}: {why}.");
    };
    let point = Point {
        strategy: choice.advice.strategy.clone(),
        size: choice.advice.size,
        carry: Some(choice.carry()),
        ..Point::default()
    };
    let why = match choice.advice.recommendation.verdict {
        Verdict::Keep => "it keeps and stores no worse than what is recommended at other sizes".to_owned(),
        _ => format!("the least stored of what reaches {} within the caps", percent(target)),
    };
    format!(
        "Overall, {group}{whose}: {point}; {why}: {} of all questions whole, {} stored beside the documents.",
        percent(choice.kept.coverage),
        percent(choice.kept.redundancy)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recommend::{Counts, Goal, Recommendation};

    fn advice(size: u32, verdict: Verdict, coverage: f64, redundancy: f64) -> Advice {
        let carry = if let Verdict::Carry { carry } = verdict { carry } else { Carry::Units(0) };
        Advice {
            policy: None,
            strategy: None,
            size: Some(size),
            group: Group { content_type: "text/plain".into(), language: "en".into() },
            recommendation: Recommendation {
                verdict,
                goal: Goal::default(),
                counts: Counts::default(),
                steps: Vec::new(),
            },
            kept: vec![Kept { carry, coverage, redundancy }],
            wider: Vec::new(),
        }
    }

    fn size(all: &[Advice]) -> Option<u32> {
        chosen(all).into_values().next()?.and_then(|choice| choice.advice.size)
    }

    #[test]
    fn what_is_beaten_by_another_size_is_not_chosen() {
        let carried = |size, coverage, redundancy| {
            advice(size, Verdict::Carry { carry: Carry::Units(1) }, coverage, redundancy)
        };
        assert_eq!(size(&[carried(128, 0.95, 0.24), carried(256, 0.98, 0.1)]), Some(256));
        assert_eq!(size(&[carried(128, 0.98, 0.1), carried(256, 0.98, 0.1)]), Some(128));
        // Too little is cut apart at 512 tokens to say more, but it keeps more and stores less.
        let kept = advice(512, Verdict::Keep, 0.99, 0.0);
        assert_eq!(size(&[carried(256, 0.98, 0.1), kept.clone()]), Some(512));
        assert_eq!(size(&[carried(256, 0.98, 0.1), advice(512, Verdict::Keep, 0.97, 0.0)]), Some(256));
        assert_eq!(size(&[kept]), None, "too little evidence recommends nothing");
    }
}

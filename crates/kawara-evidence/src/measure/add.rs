//! From the units of a document to figures.

use std::collections::BTreeMap;
use std::ops::Range;

use kawara::survey::Spread;
use kawara::{BlockKind, Carry, MeasuredUnit, Measuring, Result, Settings};

use super::{Figures, Group, Measures};

/// Stretches of so many units are counted, whatever the policy carries.
const STRETCHES: u32 = 4;

impl Measures {
    /// Adds the units of a document.
    ///
    /// # Errors
    /// What the counter or a pack returns.
    pub(super) fn add(&mut self, units: &mut Measuring<'_>) -> Result<()> {
        let (of, groups) = grouped(units);
        let mut figures: Vec<Figures> = groups.iter().map(|_| Figures::default()).collect();
        for (nth, at) in of.iter().enumerate() {
            let (Some(group), Some(figures)) = (groups.get(*at), figures.get_mut(*at)) else { continue };
            let leans = group.is_carried() && units.leans_back(nth)?;
            figures.leaning += u64::from(leans);
            figures.judged += u64::from(group.is_carried() && units.has_pack(nth));
            figures.tokens.add(units.tokens(nth..nth + 1)?);
            let characters = units.get(nth).map_or(0, |unit| unit.text.chars().count());
            figures.characters.add(u32::try_from(characters).unwrap_or(u32::MAX));
            let longest = if group.is_carried() { STRETCHES.max(group.carry + 1) } else { 1 };
            figures.consecutive.resize_with(longest as usize, Spread::default);
            for (more, spread) in figures.consecutive.iter_mut().enumerate() {
                let is_barred = more > 0 && units.get(nth + more).is_none_or(|unit| unit.is_behind_barrier);
                if is_barred || of.get(nth + more) != Some(at) {
                    break;
                }
                spread.add(units.chunk_tokens(nth..nth + more + 1)?);
            }
        }
        let positions: Vec<Range<u32>> = (0..units.len()).filter_map(|nth| units.position(nth)).collect();
        for (nth, at) in of.iter().enumerate() {
            let (Some(group), Some(figures)) = (groups.get(*at), figures.get_mut(*at)) else { continue };
            let (boundaries, whole) = boundaries(&positions, nth, group, units.all_tokens());
            figures.boundaries += boundaries;
            figures.with_whole_unit += whole;
        }
        for (group, figures) in groups.into_iter().zip(figures) {
            self.groups.entry(group).or_default().join(&figures);
        }
        Ok(())
    }
}

/// For each unit its group, by its place among all.
fn grouped(units: &Measuring<'_>) -> (Vec<usize>, Vec<Group>) {
    let (mut of, mut groups) = (Vec::with_capacity(units.len()), Vec::<Group>::new());
    // A document has few groups, but many units: they are told apart before anything is copied.
    let mut known: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    for nth in 0..units.len() {
        let Some(unit) = units.get(nth) else { break };
        let word = word(&unit, units.settings());
        let last = of.last().and_then(|at: &usize| groups.get(*at).map(|group| (*at, group)));
        let at = match last {
            Some((at, group)) if group.language == unit.language && group.unit == word => at,
            _ => *known.entry((unit.language.to_owned(), word)).or_insert_with(|| {
                groups.push(group(units, &unit, word));
                groups.len() - 1
            }),
        };
        of.push(at);
    }
    (of, groups)
}

fn group(units: &Measuring<'_>, unit: &MeasuredUnit<'_>, word: &str) -> Group {
    let settings = units.settings();
    let carry = match settings.units.overlap.of(unit.language) {
        _ if !unit.is_carried => 0,
        Carry::Units(count) => count,
        Carry::Auto { max } => max,
        Carry::Tokens(tokens) => u32::from(tokens > 0),
        Carry::Share(share) => u32::from(share > 0.0),
        _ => 1,
    };
    Group {
        language: unit.language.to_owned(),
        content_type: units.content_type().to_owned(),
        unit: word.to_owned(),
        counter: units.counter().to_owned(),
        budget: settings.budget.max_tokens.saturating_sub(settings.budget.reserve_tokens),
        carry: carry.min(Carry::MOST),
    }
}

/// What a unit is called.
fn word(unit: &MeasuredUnit<'_>, settings: &Settings) -> &'static str {
    match unit.kind {
        _ if unit.is_heading => "heading",
        _ if unit.is_carried => settings.units.kind.as_str(),
        BlockKind::Row => "row",
        BlockKind::Code => "code",
        _ => "markup",
    }
}

/// Behind how many tokens of a unit, or of what lies between it and the next, a window of the budget could end while the text goes on; and at how
/// many of these a tenth of the budget before that end holds a whole unit. Positions are tokens of the document, about.
fn boundaries(positions: &[Range<u32>], nth: usize, group: &Group, all: u32) -> (u64, u64) {
    let Some(unit) = positions.get(nth) else { return (0, 0) };
    let first = unit.start.saturating_add(1).max(group.budget);
    let last = positions.get(nth + 1).map_or(all, |next| next.start).min(all.saturating_sub(1));
    if first > last {
        return (0, 0);
    }
    let tenth = group.tenth();
    // Of the units that have ended the last one begins last: if it is not whole, none is.
    let is_whole = |unit: &Range<u32>, from: u32, to: u32| {
        let to = to.min(unit.start.saturating_add(tenth));
        u64::from((to + 1).saturating_sub(from.max(unit.end)))
    };
    let before = nth.checked_sub(1).and_then(|before| positions.get(before));
    let inside = before.map_or(0, |before| match unit.end.checked_sub(1) {
        Some(to) => is_whole(before, first, to.min(last)),
        None => 0,
    });
    (u64::from(last - first) + 1, inside + is_whole(unit, first.max(unit.end), last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group_of(budget: u32) -> Group {
        Group {
            language: "en".into(),
            content_type: "text/plain".into(),
            unit: "sentence".into(),
            counter: "words".into(),
            budget,
            carry: 1,
        }
    }

    /// What [`boundaries`] says, token by token and unit by unit.
    fn one_by_one(positions: &[Range<u32>], budget: u32, all: u32) -> (u64, u64) {
        let (mut count, mut whole) = (0, 0);
        let first = positions.first().map_or(all, |unit| unit.start + 1);
        for end in first.max(budget)..all {
            count += 1;
            let region = end - budget / 10..end;
            whole +=
                u64::from(positions.iter().any(|unit| region.start <= unit.start && unit.end <= region.end));
        }
        (count, whole)
    }

    #[test]
    fn boundaries_are_those_that_are_looked_at_one_by_one() {
        let mut seed = 7u32;
        let mut next = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for _ in 0..400 {
            let mut positions = Vec::new();
            let mut at = next(3);
            for _ in 0..1 + next(20) {
                let length = 1 + next(9);
                positions.push(at..at + length);
                at += length + next(3);
            }
            let all = at + next(2);
            let budget = 10 + next(60);
            let group = group_of(budget);
            let sum = (0..positions.len())
                .map(|nth| boundaries(&positions, nth, &group, all))
                .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            assert_eq!(sum, one_by_one(&positions, budget, all), "{positions:?} {budget} {all}");
        }
    }
}

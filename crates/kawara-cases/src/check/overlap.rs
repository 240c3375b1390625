//! Neighbours share exactly the last whole units of the former.

use std::ops::Range;

use super::Faults;
use super::blank::{is_blank, trim, trimmed};
use super::demands::Demands;
use super::subject::Subject;
use crate::ChunkRow;

pub(super) fn overlap(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    let Some(wanted) = demands.overlap.as_ref().map(|overlap| overlap.units) else { return Ok(()) };
    let pairs = subject.chunks().iter().zip(subject.chunks().iter().skip(1));
    if wanted == 0 {
        if pairs.into_iter().any(|(former, latter)| latter.start < former.end) {
            faults.push("overlap0".to_owned());
        }
        return Ok(());
    }
    let units: Vec<Range<usize>> = subject.units().collect();
    for (former, latter) in pairs {
        if let Some(fault) = fault(subject, &units, wanted, former, latter)? {
            faults.push(fault);
            break;
        }
    }
    Ok(())
}

/// What is wrong between two neighbours. Chunks and units are compared without outer blanks.
fn fault(
    subject: &Subject<'_>,
    units: &[Range<usize>],
    wanted: usize,
    former: &ChunkRow,
    latter: &ChunkRow,
) -> Result<Option<String>, String> {
    let text = subject.text;
    let before = trim(text, former.start..former.end);
    let after = trim(text, latter.start..latter.end).start;

    // A former that ends with a piece of a unit is right only where the unit is over budget; then nothing whole can be carried.
    let is_torn = |unit: &&Range<usize>| {
        unit.start < before.end
            && before.end <= unit.end
            && (unit.start < before.start || before.end < unit.end)
    };
    if let Some(torn) = units.iter().find(is_torn) {
        let is_split = former.has_flag("forced_split") || latter.has_flag("forced_split");
        let is_over = is_over_budget(subject, torn, former)? || is_over_budget(subject, torn, latter)?;
        return Ok((!is_split || !is_over).then(|| "overlap:cut inside a unit".to_owned()));
    }
    let within = |start: usize| -> Vec<Range<usize>> {
        units.iter().filter(|unit| unit.start >= start && unit.end <= before.end).cloned().collect()
    };
    let (whole, shared) = (within(before.start), within(after));
    if after < before.end {
        let tiles = shared.first().is_some_and(|unit| unit.start == after)
            && shared.last().is_some_and(|unit| unit.end == before.end);
        if !tiles || has_other(text, after..before.end, &shared) {
            return Ok(Some("overlap:not whole units".to_owned()));
        }
    }
    // A whole chunk is never carried, unless it also holds text that is no unit: a heading, a piece of a cut unit.
    let mut most = wanted.min(whole.len().saturating_sub(1));
    let mut allowed = vec![most];
    if has_other(text, before.clone(), &whole) {
        allowed.push(wanted.min(whole.len()));
        most = most.max(wanted.min(whole.len()));
    }
    if subject.case.content_type == "markdown" && begins_with_heading(&text[before.end..]) {
        allowed.push(0); // a section may be a barrier
    }
    let is_reduced = shared.len() < most && latter.has_flag("carry_reduced");
    let is_right = allowed.contains(&shared.len()) || is_reduced;
    Ok((!is_right).then(|| format!("overlap:{} of {most}", shared.len())))
}

fn is_over_budget(subject: &Subject<'_>, unit: &Range<usize>, chunk: &ChunkRow) -> Result<bool, String> {
    let tokens = subject.count(&[&*chunk.context, &subject.text[unit.clone()]].concat())?;
    Ok(tokens > u64::from(subject.case.settings.max_tokens))
}

/// Whether the range holds text outside the units that is not blank.
fn has_other(text: &str, range: Range<usize>, units: &[Range<usize>]) -> bool {
    let mut from = range.start;
    for unit in units {
        if unit.start > from && !trimmed(&text[from..unit.start]).is_empty() {
            return true;
        }
        from = from.max(unit.end);
    }
    from < range.end && !trimmed(&text[from..range.end]).is_empty()
}

fn begins_with_heading(text: &str) -> bool {
    let line = text.trim_start_matches(is_blank);
    let body = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - body.len())) && body.starts_with(char::is_whitespace)
}

//! What chunks hold.

use super::Faults;
use super::demands::{Demands, Embedded};
use super::pattern::{Flags, Pattern};
use super::subject::Subject;
use crate::ChunkRow;

pub(super) fn content(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    shape(subject, demands, faults)?;
    together(subject, &demands.same_chunk, &demands.not_same_chunk, faults)?;
    embedded(subject.chunks(), &demands.embed_has_if, true, faults)?;
    embedded(subject.chunks(), &demands.embed_lacks_if, false, faults)?;
    for rule in &demands.flags_if {
        let holds = |chunk: &ChunkRow| chunk.text.contains(&rule.text) && chunk.has_flag(&rule.flag);
        if subject.chunks().len() > 1 && !subject.chunks().iter().any(holds) {
            faults.push(format!("flag:{}", rule.flag));
        }
    }
    Ok(())
}

/// How chunks begin, end and look, and how many there are.
fn shape(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    let chunks = subject.chunks();
    let any = |pattern: Pattern| -> Result<bool, String> {
        chunks.iter().try_fold(false, |found, chunk| Ok(found || pattern.is_in(chunk.trimmed())?))
    };
    if let Some(pattern) = &demands.no_chunk_starts_with
        && any(Pattern::at_start(pattern)?)?
    {
        faults.push("no_chunk_starts_with".to_owned());
    }
    for (name, pattern) in
        [("no_chunk_ends_with", &demands.no_chunk_ends_with), ("no_chunk_matches", &demands.no_chunk_matches)]
    {
        if let Some(pattern) = pattern
            && any(Pattern::new(pattern, Flags::NONE)?)?
        {
            faults.push(name.to_owned());
        }
    }
    if let Some(pattern) = &demands.each_chunk_starts_with {
        let pattern = Pattern::at_start(pattern)?;
        for chunk in chunks {
            if !pattern.is_in(chunk.trimmed())? {
                faults.push("each_chunk_starts_with".to_owned());
                break;
            }
        }
    }
    if let Some(end) = &demands.last_chunk_ends_with
        && !chunks.last().is_some_and(|chunk| chunk.trimmed().ends_with(end))
    {
        faults.push("last_chunk_ends_with".to_owned());
    }
    if let Some(bounds) = demands.chunk_count
        && !(bounds.min..=bounds.max).contains(&chunks.len())
    {
        faults.push(format!("chunk_count={}", chunks.len()));
    }
    Ok(())
}

fn together(
    subject: &Subject<'_>,
    same: &[(String, String)],
    not_same: &[(String, String)],
    faults: &mut Faults,
) -> Result<(), String> {
    for (one, two) in same.iter().chain(not_same) {
        subject.places(one)?;
        subject.places(two)?;
    }
    let share = |(one, two): &(String, String)| {
        subject.chunks().iter().any(|chunk| chunk.text.contains(one) && chunk.text.contains(two))
    };
    let torn = same.iter().filter(|pair| !share(pair));
    faults.extend(torn.map(|(_, two)| format!("same_chunk:{}", two.chars().take(12).collect::<String>())));
    faults.extend(not_same.iter().filter(|pair| share(pair)).map(|_| "not_same_chunk".to_owned()));
    Ok(())
}

/// Whether the embedded text of the chunks that match has, or lacks, what it should.
fn embedded(chunks: &[ChunkRow], rules: &[Embedded], has: bool, faults: &mut Faults) -> Result<(), String> {
    let name = if has { "embed_has_if" } else { "embed_lacks_if" };
    for rule in rules {
        let pattern = Pattern::new(&rule.pattern, Flags::MULTI_LINE)?;
        let (mut matched, mut wrong) = (false, false);
        for chunk in chunks {
            if pattern.is_in(&chunk.text)? {
                matched = true;
                wrong |= chunk.embedded().contains(&rule.has) != has;
            }
        }
        if has && !matched {
            faults.push(format!("{name}:no chunk"));
        }
        if wrong {
            faults.push(format!("{name}:{}", rule.has.chars().take(15).collect::<String>()));
        }
    }
    Ok(())
}

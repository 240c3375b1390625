//! Counting ranges of a text measured once.

use kawara_core::RangeCount;
use unicode_segmentation::UnicodeSegmentation;

use super::{CounterSubject, failed};
use crate::fault::quote;
use crate::generate::Random;
use crate::sample::{stretches, try_each};
use crate::{Fault, LANGUAGES, Sample, prose};

/// What stands before a chunk: a context ends in one of these.
const BEFORE: &[&str] = &["", "Guide\n", "Guide > Refunds\n\n", "手册 > ", "Q: ", "问：", "| a | b |\n"];

/// Ranges tried on each text.
const RANGES: usize = 5;

/// `exact(before, range)` is `count(before + text[range])`, between cuts and off them.
pub(super) fn counts_ranges_exactly(subject: &CounterSubject) -> Result<(), Fault> {
    try_each(&subject.bench, |text| {
        let mut random = Random::new(text.len() as u64);
        for cuts in [sentence_ends(text), Vec::new(), random_cuts(&mut random, text)] {
            let index = index(subject, text, &cuts)?;
            let between_cuts = cuts.windows(2).take(RANGES).map(|pair| pair[0]..pair[1]);
            let ranges = stretches(&mut random, text, RANGES)
                .into_iter()
                .chain(between_cuts)
                .chain([0..text.len(), 0..0]);
            for range in ranges {
                let before = random.pick(BEFORE);
                let exact =
                    index.exact(before, range.clone()).map_err(|error| failed("exact", text, &error))?;
                let whole = [before, &text[range.clone()]].concat();
                let count = subject.count(&whole)?;
                if exact != count {
                    let what = format!(
                        "`exact({}, {range:?})` is {exact}, `count` of the same text is {count}",
                        quote(before)
                    );
                    let remedy = "count both edges of a range anew, back to where the tokenizer forgets what stood before, and the \
                                  seam with the context; where that is not known, leave `index` to its default";
                    return Err(Fault::new(what, remedy).at(range.start));
                }
            }
        }
        Ok(())
    })
}

/// `before` begins at 0 and hardly falls; on natural text, the estimates between sentence ends mostly lie within `slack`.
pub(super) fn estimates_well(subject: &CounterSubject) -> Result<(), Fault> {
    try_each(&subject.bench, |text| {
        let mut random = Random::new(text.len() as u64);
        for cuts in [sentence_ends(text), random_cuts(&mut random, text)] {
            never_falls(text, &*index(subject, text, &cuts)?)?;
        }
        Ok(())
    })?;
    let natural = LANGUAGES.iter().map(|language| Sample::new(*language, prose(2, language, 3_000)));
    natural.chain(subject.texts.iter().cloned()).try_for_each(|sample| mostly_within_slack(subject, &sample))
}

fn never_falls(text: &str, index: &dyn RangeCount) -> Result<(), Fault> {
    let remedy = "let the marks of the index not fall by more than its slack: the estimate of a range is the difference of two";
    let mut last = 0;
    for at in text.char_indices().map(|(at, _)| at).chain([text.len()]) {
        let now = index.before(at);
        if at == 0 && now != 0 {
            return Err(Fault::new(
                format!("`before(0)` is {now}"),
                "nothing stands before the text: return 0",
            )
            .at(0));
        }
        if now + index.slack() < last {
            return Err(Fault::new(
                format!("`before({at})` is {now}, but it was {last} before that"),
                remedy,
            )
            .at(at));
        }
        last = last.max(now);
    }
    Ok(())
}

/// At least half of the estimates must lie within `slack`: it is the usual error, not the largest.
fn mostly_within_slack(subject: &CounterSubject, sample: &Sample) -> Result<(), Fault> {
    let text = &*sample.text;
    let ends = sentence_ends(text);
    let index = index(subject, text, &ends)?;
    let mut errors = Vec::new();
    for (nth, start) in [0].into_iter().chain(ends.iter().copied()).enumerate() {
        for end in ends.iter().skip(nth).take(6).copied() {
            let estimate = index.before(end) - index.before(start).min(index.before(end));
            errors.push((estimate.abs_diff(subject.count(&text[start..end])?), start));
        }
    }
    errors.sort_unstable();
    match errors.get(errors.len() / 2) {
        Some(&(middle, start)) if middle > index.slack() => {
            let what = format!(
                "half of the estimates are off by {middle} tokens or more, and `slack` says {}",
                index.slack()
            );
            let remedy =
                "make the index finer near the cuts that it is given, or say how far off it usually is";
            Err(Fault::new(what, remedy).in_text(sample.name.clone(), text).at(start))
        }
        _ => Ok(()),
    }
}

fn index<'t>(
    subject: &'t CounterSubject,
    text: &'t str,
    cuts: &[usize],
) -> Result<Box<dyn RangeCount + 't>, Fault> {
    subject.counter.index(text, cuts).map_err(|error| failed("index", text, &error))
}

/// Ends of sentences by Unicode's rules, the end of the text included.
fn sentence_ends(text: &str) -> Vec<usize> {
    text.split_sentence_bound_indices().map(|(start, sentence)| start + sentence.len()).collect()
}

/// Ascending character boundaries, wherever they fall.
fn random_cuts(random: &mut Random, text: &str) -> Vec<usize> {
    let mut cuts: Vec<_> = stretches(random, text, 8).into_iter().map(|range| range.start).collect();
    cuts.dedup();
    cuts
}

//! The same answer every time.

use kawara_core::{Grain, SegmentWorker};

use super::{SegmenterSubject, cut};
use crate::fault::quote;
use crate::sample::{guard, try_each};
use crate::{Fault, Sample};

const FORGET: &str = "clear the worker's scratch space and flags at the start of `cuts` and of `leans_back`; what may last between \
                      calls is memory, not meaning";

/// All that a worker says about one text.
#[derive(PartialEq, Eq)]
struct Answers {
    cuts: Vec<(Grain, Vec<usize>)>,
    leans: bool,
    /// Whether the first half goes on in the second.
    goes_on: bool,
}

impl Answers {
    fn of(subject: &SegmenterSubject, worker: &mut dyn SegmentWorker, text: &str) -> Result<Self, Fault> {
        let cuts = subject
            .grains
            .iter()
            .map(|&grain| Ok((grain, cut(worker, text, grain)?)))
            .collect::<Result<_, Fault>>()?;
        Ok(Self { cuts, leans: leans(worker, text)?, goes_on: goes_on(worker, text)? })
    }

    /// The same; where it fails, the fault says on which text.
    fn on(
        subject: &SegmenterSubject,
        worker: &mut dyn SegmentWorker,
        sample: &Sample,
    ) -> Result<Self, Fault> {
        guard(|| Self::of(subject, worker, &sample.text))
            .map_err(|fault| fault.in_text(sample.name.clone(), sample.text.clone()))
    }

    /// How the answers of another worker differ from these, if they do.
    fn difference(&self, other: &Self) -> Option<(String, usize)> {
        for ((grain, one), (_, two)) in self.cuts.iter().zip(&other.cuts) {
            let first = one.iter().zip(two).position(|(a, b)| a != b).unwrap_or(one.len().min(two.len()));
            if first < one.len() || first < two.len() {
                let tell = |cuts: &[usize]| cuts.get(first).map_or("none".to_owned(), usize::to_string);
                let (grain, nth) = (grain.as_str(), first + 1);
                let what = format!("{grain} cut {nth} is {} when fresh and {} now", tell(one), tell(two));
                let place = one.get(first).or_else(|| two.get(first)).copied().unwrap_or(0);
                return Some((what, place));
            }
        }
        let questions = [("leans_back", self.leans, other.leans), ("goes_on", self.goes_on, other.goes_on)];
        let (question, fresh, now) = questions.into_iter().find(|(_, fresh, now)| fresh != now)?;
        Some((format!("`{question}` is {fresh} when fresh and {now} now"), 0))
    }
}

/// A worker that has cut other texts answers as a fresh one does.
pub(super) fn keeps_no_state(subject: &SegmenterSubject) -> Result<(), Fault> {
    let mut used = subject.segmenter.worker();
    let backwards = subject.bench.iter().rev();
    let mut before: Option<&Sample> = None;
    for sample in subject.bench.iter().chain(backwards) {
        let expected = Answers::on(subject, &mut *subject.segmenter.worker(), sample)?;
        if let Some((what, place)) = expected.difference(&Answers::on(subject, &mut *used, sample)?) {
            let before = before.map_or("", |before| &before.text);
            return Err(told_on_two(subject, before, sample).unwrap_or_else(|| {
                let what = format!("a used worker answers otherwise than a fresh one: {what}");
                Fault::new(what, FORGET).in_text(sample.name.clone(), sample.text.clone()).at(place)
            }));
        }
        before = Some(sample);
    }
    Ok(())
}

/// The same fault with two texts alone, as short as may be; `None` if it takes more than the text just before.
fn told_on_two(subject: &SegmenterSubject, before: &str, sample: &Sample) -> Option<Fault> {
    let try_pair = |before: &str, text: &str| {
        let expected = Answers::of(subject, &mut *subject.segmenter.worker(), text)?;
        let mut used = subject.segmenter.worker();
        Answers::of(subject, &mut *used, before)?;
        match expected.difference(&Answers::of(subject, &mut *used, text)?) {
            None => Ok(()),
            Some((what, place)) => {
                let what = format!(
                    "a worker that has just cut {} answers otherwise than a fresh one: {what}",
                    quote(before)
                );
                Err(Fault::new(what, FORGET).at(place))
            }
        }
    };
    let shortest = try_each(std::slice::from_ref(sample), |text| try_pair(before, text)).err()?;
    let text = shortest.text()?.to_owned();
    let shorter =
        try_each(&[Sample::new("the text before", before.to_owned())], |before| try_pair(before, &text))
            .err()?;
    try_pair(shorter.text()?, &text)
        .err()
        .map(|fault| fault.in_text(format!("{}, shortened", sample.name), text))
}

/// Two threads with workers of their own answer alike.
pub(super) fn agrees_between_threads(subject: &SegmenterSubject) -> Result<(), Fault> {
    let answer_all = || -> Result<Vec<Answers>, Fault> {
        let mut worker = subject.segmenter.worker();
        subject.bench.iter().map(|sample| Answers::on(subject, &mut *worker, sample)).collect()
    };
    let [one, two] = crate::threads::twice(answer_all)?;
    for (sample, (one, two)) in subject.bench.iter().zip(one.iter().zip(&two)) {
        if let Some((what, place)) = one.difference(two) {
            let what = format!(
                "two threads answer differently: {}",
                what.replace("when fresh", "in one").replace("now", "in the other")
            );
            let remedy = "keep what changes in the worker; what workers share must not change after opening";
            return Err(Fault::new(what, remedy).in_text(sample.name.clone(), sample.text.clone()).at(place));
        }
    }
    Ok(())
}

/// `leans_back` never fails and answers the same twice, on whole texts and on their pieces.
pub(super) fn leans_steadily(subject: &SegmenterSubject) -> Result<(), Fault> {
    try_each(&subject.bench, |text| {
        let mut worker = subject.segmenter.worker();
        let mut start = 0;
        let ends =
            subject.grains.first().map_or(Ok(vec![text.len()]), |&grain| cut(&mut *worker, text, grain))?;
        for end in ends.into_iter().chain([text.len()]) {
            let piece = &text[start.min(end)..end];
            let (first, second) = (leans(&mut *worker, piece)?, leans(&mut *worker, piece)?);
            if first != second {
                let what = format!("`leans_back` says {first}, then {second} of {}", quote(piece));
                return Err(Fault::new(what, FORGET).at(start));
            }
            start = end;
        }
        Ok(())
    })
}

fn leans(worker: &mut dyn SegmentWorker, unit: &str) -> Result<bool, Fault> {
    worker.leans_back(unit).map_err(|error| {
        let what = format!("`leans_back` fails on {}: {error}", quote(unit));
        Fault::new(what, "answer `false` where nothing can be told")
    })
}

/// What is said of the line break after the first line, or in the middle where there is none.
fn goes_on(worker: &mut dyn SegmentWorker, text: &str) -> Result<bool, Fault> {
    let middle = text.floor_char_boundary(text.len() / 2);
    let (line, next) = text.split_once('\n').unwrap_or_else(|| text.split_at(middle));
    worker.goes_on(line, next).map_err(|error| {
        let what = format!("`goes_on` fails on {} and {}: {error}", quote(line), quote(next));
        Fault::new(what, "answer `false` where nothing can be told")
    })
}

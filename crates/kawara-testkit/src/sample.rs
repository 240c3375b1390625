//! Named texts, and trying something on each of them.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::generate::{Random, blend, mixed_text, soup};
use crate::{Fault, hostile};

/// A text with a name by which a failure calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What the text is.
    pub name: Cow<'static, str>,
    /// The text.
    pub text: Cow<'static, str>,
}

impl Sample {
    /// A text and its name.
    pub fn new(name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// Everything that a pack is tried on: its own `texts`, these with hostile fragments put in, the hostile texts, and generated ones.
pub(crate) fn bench(texts: &[Sample]) -> Vec<Sample> {
    let mut samples = texts.to_vec();
    for (seed, sample) in (0..).zip(texts.iter().cycle().take(texts.len().min(8) * 8)) {
        let name = format!("{} with hostile fragments put in (seed {seed})", sample.name);
        samples.push(Sample::new(name, blend(seed, &sample.text)));
    }
    samples.extend(hostile::texts());
    samples
        .extend((0..48).map(|seed| Sample::new(format!("mixed_text({seed}, 400)"), mixed_text(seed, 400))));
    samples.extend((0..240).map(|seed| Sample::new(format!("soup({seed}, 12)"), soup(seed, 12))));
    samples
}

/// The texts that a contract was given.
pub(crate) fn own_texts(texts: &[&str]) -> Vec<Sample> {
    (1..)
        .zip(texts)
        .map(|(nth, text)| Sample::new(format!("text {nth} of the contract"), (*text).to_owned()))
        .collect()
}

/// Tries `test` on each sample. A failure is told on the shortest text that still fails.
pub(crate) fn try_each(samples: &[Sample], test: impl Fn(&str) -> Result<(), Fault>) -> Result<(), Fault> {
    for sample in samples {
        if let Err(fault) = guard(|| test(&sample.text)) {
            return Err(shorten(sample, fault, &test));
        }
    }
    Ok(())
}

/// Runs `test`; a panic becomes a fault.
pub(crate) fn guard<T>(test: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(test)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(Fault::new(
            format!("it panics: {message}"),
            "no input may panic: replace the indexing, slicing, arithmetic or `unwrap` behind the message with a checked form",
        ))
    })
}

/// Runs of `test` spent on making a failing text shorter.
const PATIENCE: usize = 300;

/// Takes stretches out of a failing text, large ones first, as long as it still fails and the remedy is the same.
fn shorten(sample: &Sample, fault: Fault, test: &impl Fn(&str) -> Result<(), Fault>) -> Fault {
    let mut text = sample.text.to_string();
    let mut fault = fault;
    let mut runs = 0;
    let mut step = text.chars().count() / 2;
    while step > 0 && runs < PATIENCE {
        let mut from = 0;
        while from < text.chars().count() && runs < PATIENCE {
            let shorter: String = text
                .chars()
                .enumerate()
                .filter(|(nth, _)| !(from..from + step).contains(nth))
                .map(|(_, c)| c)
                .collect();
            runs += 1;
            match guard(|| test(&shorter)) {
                Err(same) if same.remedy() == fault.remedy() => (text, fault) = (shorter, same),
                _ => from += step,
            }
        }
        step /= 2;
    }
    let name =
        if text == sample.text { sample.name.to_string() } else { format!("{}, shortened", sample.name) };
    fault.in_text(name, text)
}

/// A few random stretches of `text` on character boundaries, in ascending order of their starts.
pub(crate) fn stretches(random: &mut Random, text: &str, count: usize) -> Vec<std::ops::Range<usize>> {
    let mut boundary = || text.floor_char_boundary(random.below(text.len() + 1));
    let mut ranges: Vec<_> = (0..count)
        .map(|_| {
            let (a, b) = (boundary(), boundary());
            a.min(b)..a.max(b)
        })
        .collect();
    ranges.sort_by_key(|range| range.start);
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_text_is_shortened_to_what_makes_it_fail() {
        let sample = Sample::new("long", format!("{}x。y{}", "前".repeat(200), "後".repeat(200)));
        let fault = try_each(&[sample], |text| match text.find("x。y") {
            Some(at) => Err(Fault::new("found", "nothing").at(at)),
            None => Ok(()),
        })
        .unwrap_err();
        assert_eq!((fault.text(), fault.byte()), (Some("x。y"), Some(0)));
        assert!(fault.to_string().contains("long, shortened"), "{fault}");
    }

    #[test]
    fn a_panic_is_a_fault() {
        let fault = try_each(&[Sample::new("one", "a☃b")], |text| {
            assert!(!text.contains('☃'), "snow");
            Ok(())
        });
        let fault = fault.unwrap_err();
        assert_eq!(fault.text(), Some("☃"));
        assert!(fault.what().contains("it panics: snow"), "{fault}");
    }

    #[test]
    fn the_bench_is_the_same_every_time() {
        let texts = [Sample::new("mine", "One. Two.")];
        assert_eq!(bench(&texts), bench(&texts));
        assert!(bench(&texts).len() > 300);
    }
}

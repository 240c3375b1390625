//! The same count every time.

use super::{CounterSubject, failed};
use crate::Fault;
use crate::sample::try_each;

/// Every text has a count, and the unknown tokens are among those counted.
pub(super) fn counts_every_text(subject: &CounterSubject) -> Result<(), Fault> {
    try_each(&subject.bench, |text| {
        let count = subject.count(text)?;
        match subject.counter.unknown(text).map_err(|error| failed("unknown", text, &error))? {
            Some(unknown) if unknown > count => {
                let what = format!("{unknown} of {count} tokens are unknown");
                Err(Fault::new(what, "count the tokens of one encoding that are the unknown token"))
            }
            _ => Ok(()),
        }
    })
}

/// Twice, in another order, and in two threads.
pub(super) fn counts_the_same_every_time(subject: &CounterSubject) -> Result<(), Fault> {
    let count_all = |backwards: bool| -> Result<Vec<u32>, Fault> {
        let count = |nth: usize| subject.bench.get(nth).map_or(Ok(0), |sample| subject.count(&sample.text));
        let len = subject.bench.len();
        let mut counts = (0..len)
            .map(|nth| count(if backwards { len - 1 - nth } else { nth }))
            .collect::<Result<Vec<_>, _>>()?;
        if backwards {
            counts.reverse();
        }
        Ok(counts)
    };
    let first = count_all(false)?;
    let again = count_all(true)?;
    let [one, two] = crate::threads::twice(|| count_all(false))?;
    for (nth, (sample, first)) in subject.bench.iter().zip(&first).enumerate() {
        for (when, counts) in [
            ("in another order", &again),
            ("in one of two threads", &one),
            ("in the other of two threads", &two),
        ] {
            let Some(count) = counts.get(nth).filter(|count| *count != first) else { continue };
            let what = format!("the text counts {first} first and {count} {when}");
            let remedy = "the count may depend on the text alone: look at caches keyed by too little, and at state that calls share";
            return Err(Fault::new(what, remedy).in_text(sample.name.clone(), sample.text.clone()));
        }
    }
    Ok(())
}

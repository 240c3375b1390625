//! Telling linear time from quadratic without a stopwatch's bad days: by the time that the thread itself worked.

use std::time::Duration;

use cpu_time::ThreadTime;

use crate::{Fault, Sample, hostile, mixed_text};

/// Bytes of a short text.
const SHORT: usize = 2 << 10;
/// How many short texts have the bytes of a long one. A quadratic path is found out at the first of these, before it costs minutes.
const TIMES: [usize; 2] = [8, 48];
/// How much longer a long text may take than as many bytes in short texts. Linear code stays near 1, quadratic code near the
/// numbers above; what lies between is caches and other programs.
const MOST: u32 = 5;
/// What is done faster than this has no quadratic path worth the name.
const AT_ONCE: Duration = Duration::from_millis(40);
/// Attempts, of which the fastest counts.
const TRIES: usize = 3;

/// Checks that one long text takes about as much time as the same bytes in short texts, for every pattern that is hard when
/// it is long. Both sides are the same work for linear code, so a busy machine slows both alike.
pub(crate) fn grows_linearly(mut run: impl FnMut(&str) -> Result<(), Fault>) -> Result<(), Fault> {
    let texts =
        |bytes| hostile::long_texts(bytes).chain([Sample::new("mixed_text(0, …)", mixed_text(0, bytes))]);
    for times in TIMES {
        for (short, long) in texts(SHORT).zip(texts(SHORT * times)) {
            compare(&mut run, times, &short, &long)?;
        }
    }
    Ok(())
}

fn compare(
    run: &mut impl FnMut(&str) -> Result<(), Fault>,
    times: usize,
    short: &Sample,
    long: &Sample,
) -> Result<(), Fault> {
    let (mut apart, mut whole) = (Duration::MAX, Duration::MAX);
    for _ in 0..TRIES {
        whole = whole.min(timed(|| run(&long.text))?);
        if whole <= AT_ONCE {
            return Ok(());
        }
        apart = apart.min(timed(|| (0..times).try_for_each(|_| run(&short.text)))?);
        if whole <= apart * MOST {
            return Ok(());
        }
    }
    let what = format!(
        "{} bytes take {whole:.0?} in one text and {apart:.0?} as {times} short texts: time grows faster than the text",
        long.text.len()
    );
    let remedy = "look for a scan that starts again at every character: a search for a closer that is not there, a \
                  look-ahead without a bound, a `chars().nth(i)`, a copy of the rest";
    Err(Fault::new(what, remedy).in_text(long.name.clone(), long.text.clone()))
}

fn timed(work: impl FnOnce() -> Result<(), Fault>) -> Result<Duration, Fault> {
    let start = ThreadTime::now();
    work()?;
    Ok(start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_scan_passes() {
        grows_linearly(|text| {
            assert!(text.chars().filter(|c| c.is_alphabetic()).count() <= text.len());
            Ok(())
        })
        .unwrap();
    }

    #[test]
    fn a_search_from_every_bracket_is_found_out() {
        let fault = grows_linearly(|text| {
            let closed =
                text.match_indices('(').filter(|(at, _)| text[*at..].chars().any(|c| c == ')')).count();
            assert!(closed <= text.len());
            Ok(())
        })
        .unwrap_err();
        let message = fault.to_string();
        assert!(message.contains("time grows faster than the text"), "{message}");
        assert!(message.contains("input  a run of opening brackets"), "{message}");
    }
}

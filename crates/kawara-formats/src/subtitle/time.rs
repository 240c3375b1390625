//! Timing lines: `00:00:15.000 --> 00:00:17.951 align:start`.

use std::ops::Range;

/// The time of a cue in milliseconds, if the line is a timing line. Hours may be missing, a comma may stand for the point, settings may
/// follow.
pub(super) fn timing(line: &str) -> Option<Range<u64>> {
    let line = line.trim_matches(kawara_core::is_blank);
    // Nearly no line begins with a digit and goes on with an arrow.
    if !line.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (from, rest) = clock(line)?;
    let rest = rest.trim_start().strip_prefix("-->")?;
    let (to, rest) = clock(rest.trim_start())?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(from..to.max(from))
}

/// A time at the start of a text, in milliseconds, and what follows it.
fn clock(text: &str) -> Option<(u64, &str)> {
    let (first, rest) = number(text, 5)?;
    let (second, rest) = number(rest.strip_prefix(':')?, 2)?;
    let (seconds, rest) = match rest.strip_prefix(':') {
        Some(rest) => {
            let (third, rest) = number(rest, 2)?;
            (first * 3600 + second * 60 + third, rest)
        }
        None => (first * 60 + second, rest),
    };
    let Some(fraction) = rest.strip_prefix(['.', ',']) else { return Some((seconds * 1000, rest)) };
    let (value, rest) = number(fraction, 9)?;
    let digits = fraction.len() - rest.len();
    let millis = value * 1000 / 10_u64.pow(digits as u32);
    Some((seconds * 1000 + millis, rest))
}

/// A number of at most so many digits.
fn number(text: &str, most: usize) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).take(most + 1).count();
    let value = text.get(..digits).filter(|_| digits <= most)?.parse().ok()?;
    Some((value, &text[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_in_several_forms() {
        for (line, time) in [
            ("00:00:15.000 --> 00:00:17.951", 15_000..17_951),
            ("00:15,5 --> 00:17 align:start position:0%", 15_500..17_000),
            (" 100:00:00,000-->100:00:01,000 X1:40 X2:600", 360_000_000..360_001_000),
            ("00:02.000 --> 00:01.000", 2_000..2_000),
        ] {
            assert_eq!(timing(line), Some(time), "{line:?}");
        }
        for line in [
            "",
            "1",
            "1945",
            "00:00:15.000",
            "a --> b",
            "00:01 --> 00:02x",
            "00:01 -> 00:02",
            "999999:00 --> 1",
        ] {
            assert_eq!(timing(line), None, "{line:?}");
        }
    }
}

//! Dates of HTTP headers: only how far one lies behind another, so no clock is asked.

use std::time::Duration;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// How long `later` is after `earlier`, two dates as `Sun, 06 Nov 1994 08:49:37 GMT`; nothing if it is before.
pub(super) fn between(earlier: &str, later: &str) -> Option<Duration> {
    Some(Duration::from_secs(seconds(later)?.saturating_sub(seconds(earlier)?)))
}

/// Seconds since a day that does not matter.
fn seconds(date: &str) -> Option<u64> {
    let mut words = date.split_ascii_whitespace().skip(1);
    let day: u64 = words.next()?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let month = words.next()?;
    let month = MONTHS.iter().position(|known| *known == month)? as u64;
    let year: u64 = words.next()?.parse().ok().filter(|year| (1970..=9999).contains(year))?;
    let mut time = words.next()?.split(':').map(|part| part.parse::<u64>().ok().filter(|part| *part <= 60));
    let (hour, minute, second) = (time.next()??, time.next()??, time.next()??);
    // Years that begin in March end with the day that is not always there.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + day;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_two_dates() {
        let between = |one, other| between(one, other).map(|it| it.as_secs());
        assert_eq!(between("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:07 GMT"), Some(30));
        assert_eq!(between("Tue, 31 Dec 2024 23:59:50 GMT", "Wed, 01 Jan 2025 00:00:00 GMT"), Some(10));
        assert_eq!(between("Wed, 28 Feb 2024 23:59:59 GMT", "Fri, 01 Mar 2024 00:00:00 GMT"), Some(86_401));
        assert_eq!(between("Tue, 28 Feb 2023 00:00:00 GMT", "Wed, 01 Mar 2023 00:00:00 GMT"), Some(86_400));
        assert_eq!(between("Wed, 01 Jan 2025 00:00:00 GMT", "Tue, 31 Dec 2024 23:59:50 GMT"), Some(0));
        for wrong in
            ["", "soon", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8 GMT"]
        {
            assert_eq!(between("Sun, 06 Nov 1994 08:49:37 GMT", wrong), None, "{wrong}");
        }
    }
}

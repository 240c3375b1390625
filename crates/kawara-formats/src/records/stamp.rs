//! Time stamps at the start of a line, by their shape.

use super::cursor::Cursor;

/// What a line's time stamp looks like, without the time it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    lead: Lead,
    date: Date,
    /// Whether a time of day is part of it.
    time: bool,
}

impl Shape {
    /// Whether it says the time of day, or at least a moment.
    pub(crate) fn has_time(self) -> bool {
        self.time || self.date == Date::Epoch
    }
}

/// What stands before the time stamp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Lead {
    priority: bool,
    bracket: bool,
    level: bool,
    inner_bracket: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Date {
    /// Only a time of day.
    None,
    /// `2016-12-19`, with this separator.
    YearFirst(u8),
    /// `19.12.2016`, `12/19/16`.
    YearLast(u8),
    /// `12-19 18:01`
    MonthDay(u8),
    /// `20161219T180153`
    Compact,
    /// `2016年12月19日`, `12月19日`
    Han,
    /// `Dec 19 18:01:53`
    MonthName,
    /// `19/Dec/2016:18:01:53`
    DayMonthName,
    /// `1482170513.612`
    Epoch,
    /// `I1219 18:01:53`
    Glog,
}

/// The time stamp that a line starts with: its shape, and the byte behind it, a closing bracket included.
pub(crate) fn stamp(line: &str) -> Option<(Shape, usize)> {
    let mut at = Cursor::new(line);
    let lead = lead(&mut at);
    let (date, time) = glog(&mut at).or_else(|| date_and_time(&mut at))?;
    if at.peek().is_some_and(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    if lead.bracket && !lead.level || lead.inner_bracket {
        at.eat_any(&["]", ")", "】"]);
    }
    Some((Shape { lead, date, time }, at.position()))
}

fn lead(at: &mut Cursor<'_>) -> Lead {
    const OPEN: &[&str] = &["[", "(", "【"];
    let mut lead = Lead { priority: at.attempt(priority).is_some(), ..Lead::default() };
    lead.bracket = at.eat_any(OPEN);
    let word = at.letters();
    if LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word)) {
        at.skip(word.len());
        while at.eat_any(&["]", ")", ":", "|", "-", " ", "\t"]) {}
        lead.level = true;
        lead.inner_bracket = at.eat_any(OPEN);
    }
    lead
}

/// `<34>`; RFC 5424 puts its version behind it.
fn priority(at: &mut Cursor<'_>) -> Option<()> {
    at.eat("<").then_some(())?;
    at.number(1, 3)?;
    at.eat(">").then_some(())?;
    at.attempt(|at| at.number(1, 1).filter(|_| at.eat(" ")));
    Some(())
}

pub(super) const LEVELS: [&str; 24] = [
    "TRACE",
    "DEBUG",
    "INFO",
    "INFORMATION",
    "NOTICE",
    "WARN",
    "WARNING",
    "ERROR",
    "ERR",
    "FATAL",
    "CRITICAL",
    "CRIT",
    "SEVERE",
    "PANIC",
    "ALERT",
    "EMERG",
    "VERBOSE",
    "CONFIG",
    "FINE",
    "FINER",
    "FINEST",
    "DBG",
    "INF",
    "WRN",
];
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

fn glog(at: &mut Cursor<'_>) -> Option<(Date, bool)> {
    at.attempt(|at| {
        at.eat_any(&["I", "W", "E", "F", "D"]).then_some(())?;
        at.number(4, 4)?;
        at.eat(" ").then_some(())?;
        time(at)
    })
    .map(|()| (Date::Glog, true))
}

fn date_and_time(at: &mut Cursor<'_>) -> Option<(Date, bool)> {
    if at.attempt(time).is_some() {
        return Some((Date::None, true));
    }
    let date = at.attempt(date)?;
    if date == Date::Epoch {
        return Some((date, false));
    }
    let time = at
        .attempt(|at| {
            for _ in 0..3 {
                at.eat_any(&["T", " ", ",", ":", "-", "_", "上午", "下午", "午前", "午後"]);
            }
            time(at).or_else(|| at.number(6, 6).map(|_| ()))
        })
        .is_some();
    // Short numbers are a date only in front of a time.
    (time || !matches!(date, Date::MonthDay(_) | Date::Compact | Date::MonthName)).then_some((date, time))
}

fn date(at: &mut Cursor<'_>) -> Option<Date> {
    if name(at, &WEEKDAYS) {
        while at.eat_any(&[",", ".", " "]) {}
    }
    if name(at, &MONTHS) {
        while at.eat_any(&[".", " ", "/"]) {}
        at.number(1, 2).filter(|day| (1..=31).contains(day))?;
        at.attempt(|at| {
            while at.eat_any(&[",", " "]) {}
            at.number(4, 4).filter(|_| at.peek() != Some(b':'))
        });
        return Some(Date::MonthName);
    }
    at.attempt(year_first)
        .or_else(|| at.attempt(han))
        .or_else(|| at.attempt(day_month_name))
        .or_else(|| at.attempt(year_last))
        .or_else(|| at.attempt(month_day))
        .or_else(|| at.attempt(epoch))
        .or_else(|| at.attempt(compact))
}

fn year_first(at: &mut Cursor<'_>) -> Option<Date> {
    at.number(4, 4)?;
    let separator = separator(at)?;
    at.number(1, 2).filter(|month| (1..=12).contains(month))?;
    at.eat_byte(separator).then_some(())?;
    at.number(1, 2).filter(|day| (1..=31).contains(day))?;
    Some(Date::YearFirst(separator))
}

fn year_last(at: &mut Cursor<'_>) -> Option<Date> {
    let one = at.number(1, 2)?;
    let separator = separator(at)?;
    let two = at.number(1, 2)?;
    at.eat_byte(separator).then_some(())?;
    at.attempt(|at| at.number(4, 4)).or_else(|| at.number(2, 2))?;
    let is_date =
        one.max(two) <= 31 && one.min(two) >= 1 && one.min(two) <= 12 && at.peek() != Some(separator);
    is_date.then_some(Date::YearLast(separator))
}

fn month_day(at: &mut Cursor<'_>) -> Option<Date> {
    at.number(1, 2).filter(|month| (1..=12).contains(month))?;
    let separator = separator(at)?;
    at.number(1, 2).filter(|day| (1..=31).contains(day))?;
    Some(Date::MonthDay(separator))
}

fn han(at: &mut Cursor<'_>) -> Option<Date> {
    at.attempt(|at| at.number(4, 4).filter(|_| at.eat("年")));
    at.number(1, 2).filter(|month| (1..=12).contains(month))?;
    at.eat("月").then_some(())?;
    at.number(1, 2).filter(|day| (1..=31).contains(day))?;
    at.eat_any(&["日", "号"]).then_some(Date::Han)
}

fn day_month_name(at: &mut Cursor<'_>) -> Option<Date> {
    at.number(1, 2).filter(|day| (1..=31).contains(day))?;
    at.eat_any(&["/", "-", " ", "."]).then_some(())?;
    name(at, &MONTHS).then_some(())?;
    while at.eat_any(&["/", "-", " ", "."]) {}
    at.attempt(|at| at.number(4, 4)).or_else(|| at.number(2, 2))?;
    Some(Date::DayMonthName)
}

fn epoch(at: &mut Cursor<'_>) -> Option<Date> {
    at.attempt(|at| at.number(10, 10)).or_else(|| at.number(13, 13))?;
    at.attempt(|at| at.eat(".").then(|| at.number(1, 9)).flatten());
    Some(Date::Epoch)
}

fn compact(at: &mut Cursor<'_>) -> Option<Date> {
    let number = at.number(8, 8)?;
    let (month, day) = (number / 100 % 100, number % 100);
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some(Date::Compact)
}

/// `18:01`, `18:01:53,612`, `6:01:53 PM`, `18:01:53.612+08:00`
fn time(at: &mut Cursor<'_>) -> Option<()> {
    at.number(1, 2).filter(|hour| *hour <= 24)?;
    at.eat(":").then_some(())?;
    at.number(2, 2).filter(|minute| *minute < 60)?;
    at.attempt(|at| at.eat(":").then(|| at.number(2, 2)).flatten());
    at.attempt(|at| at.eat_any(&[".", ","]).then(|| at.number(1, 9)).flatten());
    at.attempt(|at| {
        at.eat_any(&[" ", "\u{202f}", "\u{a0}"]);
        at.eat_any(&["AM", "PM", "am", "pm"]).then_some(())
    });
    if !at.eat("Z") {
        at.attempt(|at| {
            at.eat(" ");
            at.eat_any(&["+", "-"]).then_some(())?;
            at.number(4, 4).or_else(|| at.number(2, 2))?;
            at.attempt(|at| at.eat(":").then(|| at.number(2, 2)).flatten());
            Some(())
        });
    }
    Some(())
}

fn separator(at: &mut Cursor<'_>) -> Option<u8> {
    let separator = at.peek().filter(|b| matches!(b, b'-' | b'/' | b'.'))?;
    at.skip(1);
    Some(separator)
}

/// Eats a month or weekday, short or in full.
fn name(at: &mut Cursor<'_>, names: &[&str]) -> bool {
    let word = at.letters();
    let found = word.len() >= 3 && names.iter().any(|name| name.eq_ignore_ascii_case(&word[..3]));
    at.skip(if found { word.len() } else { 0 });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(line: &str) -> Option<Shape> {
        stamp(line).map(|(shape, _)| shape)
    }

    #[test]
    fn the_stamps_of_common_logs_are_seen() {
        for (line, head) in [
            ("2031-02-08T10:00:09Z ERROR x", "2031-02-08T10:00:09Z"),
            ("2031-02-08T10:00:09.123+08:00 x", "2031-02-08T10:00:09.123+08:00"),
            ("2031-04-01 10:00:00.000 [WARN] x", "2031-04-01 10:00:00.000"),
            ("[2016-12-19 18:01:53,612] TRACE x", "[2016-12-19 18:01:53,612]"),
            ("[INFO] [2024/1/2 3:04:05] x", "[INFO] [2024/1/2 3:04:05]"),
            ("INFO  2024-01-02 03:04 x", "INFO  2024-01-02 03:04"),
            ("Dec 19 18:01:53 host sshd[1]: x", "Dec 19 18:01:53"),
            ("Dec  9 18:01:53 host", "Dec  9 18:01:53"),
            ("Mon Dec 19 18:01:53 2016 x", "Mon Dec 19 18:01:53"),
            ("Dec 19, 2016 6:01:53 PM java.util x", "Dec 19, 2016 6:01:53 PM"),
            ("<34>Oct 11 22:14:15 mymachine su: x", "<34>Oct 11 22:14:15"),
            ("<165>1 2003-10-11T22:14:15.003Z x", "<165>1 2003-10-11T22:14:15.003Z"),
            ("[10/Oct/2000:13:55:36 -0700] x", "[10/Oct/2000:13:55:36 -0700]"),
            ("19.12.2016 18:01 x", "19.12.2016 18:01"),
            ("12-19 18:01:53.612  1 2 E Tag: x", "12-19 18:01:53.612"),
            ("20161219T180153 x", "20161219T180153"),
            ("I1219 18:01:53.612345 1 main.go:1] x", "I1219 18:01:53.612345"),
            ("1482170513.612 x", "1482170513.612"),
            ("2024年1月2日 上午10:20:30 启动", "2024年1月2日 上午10:20:30"),
            ("[09:00] <dora> x", "[09:00]"),
            ("18:01:53.612 [main] INFO x", "18:01:53.612"),
        ] {
            let (_, end) = stamp(line).unwrap_or_else(|| panic!("no stamp in {line:?}"));
            assert_eq!(&line[..end], head, "{line:?}");
        }
    }

    #[test]
    fn other_lines_have_none() {
        for line in [
            "",
            "\tat kiln.Oven.heat(Oven.java:41)",
            "10.0.0.1 - - x",
            "127.0.0.1:80",
            "1.2.3 released",
            "ERROR retry",
            "12 apples",
            "Caused by: x",
            "3/4 done",
            "2024",
            "12345678901234",
            "99:99",
            "Decision 5",
            "é",
            "[x] 2024-01-02",
            "Mar 5",
        ] {
            assert_eq!(shape(line), None, "{line:?}");
        }
    }

    #[test]
    fn shapes_differ_by_form_and_not_by_time() {
        assert_eq!(shape("2031-02-08T10:00:09Z a"), shape("2030-01-01 00:00 b"));
        assert_ne!(shape("2031-02-08T10:00:09Z a"), shape("2031-02-08 is a date"));
        assert_ne!(shape("[10:00] a"), shape("10:00 a"));
    }
}

//! How the turns of a conversation begin.

use std::collections::BTreeMap;

use super::stamp::{Shape, stamp};
use crate::lines::{bom, is_blank, lines};

/// The form that most turns of a conversation have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// Whether the speaker stands on a line of its own.
    above: bool,
    /// The time stamp that every turn begins with.
    stamp: Option<Shape>,
}

/// How much of a conversation shows its form, in bytes.
const SAMPLE: usize = 64 << 10;

impl Form {
    /// Whether a longer head of the same text would show no other form.
    pub(super) fn is_learnt_from(head: &str) -> bool {
        head.len() > SAMPLE
    }

    pub(super) fn of(text: &str) -> Self {
        let mut sample = &text[..text.floor_char_boundary(SAMPLE)];
        if sample.len() < text.len() {
            sample = &sample[..sample.rfind('\n').map_or(sample.len(), |at| at + 1)];
        }
        let (mut above, mut in_front) = (0, 0);
        let mut stamps: BTreeMap<Shape, usize> = BTreeMap::new();
        for line in lines(sample, bom(sample).min(sample.len())..sample.len()) {
            let line = line.of(sample);
            above += usize::from(line_of_speaker(line).is_some());
            if speaker_in_front(line).is_some() {
                in_front += 1;
                if let Some((shape, _)) = stamp(&line[marks(line)..]) {
                    *stamps.entry(shape).or_insert(0) += 1;
                }
            }
        }
        if above > in_front {
            return Self { above: true, stamp: None };
        }
        let most = stamps.into_iter().max_by_key(|(_, count)| *count);
        let stamp = most.filter(|(_, count)| count * 2 >= in_front).map(|(shape, _)| shape);
        Self { above: false, stamp }
    }

    /// The length of the speaker and time that a line begins a turn with.
    pub(super) fn speaker(self, line: &str) -> Option<usize> {
        if self.above {
            return line_of_speaker(line);
        }
        let Some(shape) = self.stamp else { return speaker_in_front(line) };
        // A line with a time but no speaker tells what happened: somebody came or left.
        let marks = marks(line);
        let (_, end) = stamp(&line[marks..]).filter(|(found, _)| *found == shape)?;
        Some(speaker_in_front(line).unwrap_or(marks + end))
    }
}

/// The length of the marks of direction that exports put before a line.
fn marks(line: &str) -> usize {
    line.len() - line.trim_start_matches(['\u{200e}', '\u{200f}', '\u{202a}', '\u{202c}']).len()
}

/// The length of the speaker and time that a line begins with.
fn speaker_in_front(line: &str) -> Option<usize> {
    let marks = marks(line);
    let time = marks + time_in_front(&line[marks..]).unwrap_or(0);
    let rest = line[time..].trim_start_matches([' ', '\t', '-']);
    let at = line.len() - rest.len();
    if let Some(name) = rest.strip_prefix('<') {
        let end = name.find('>')?;
        return is_name(&name[..end]).then_some(at + 1 + end + 1);
    }
    // 10:11 ⇥ name ⇥ text
    if time > marks && line[time..].starts_with('\t') {
        let end = rest.find('\t')?;
        return is_name(&rest[..end]).then_some(at + end);
    }
    let (end, colon) = colon(rest)?;
    let behind = rest[end + colon.len_utf8()..].trim_start_matches('*');
    // `http://`
    let is_speech = colon == '：' || behind.is_empty() || behind.starts_with(char::is_whitespace);
    let name = without_time(rest[..end].trim_matches(['*', ' ']));
    (is_speech && is_name(name)).then_some(at + end + colon.len_utf8())
}

/// The first colon that is not part of a time.
fn colon(text: &str) -> Option<(usize, char)> {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    text.char_indices().take(MAX_NAME + MAX_TIME).find(|(at, c)| match c {
        '：' => true,
        ':' => {
            !is_digit(text.as_bytes().get(at + 1))
                || !is_digit(at.checked_sub(1).and_then(|at| text.as_bytes().get(at)))
        }
        _ => false,
    })
}

/// The length of a line that is nothing but a name and a time, in either order.
fn line_of_speaker(line: &str) -> Option<usize> {
    let said = line.trim_end();
    if said.len() > MAX_LINE {
        return None;
    }
    // The last words of the line are the time: at most date, time and half of the day.
    let mut name = said;
    for _ in 0..3 {
        let Some(space) = name.rfind(char::is_whitespace) else { break };
        name = name[..space].trim_end();
        let time = said[name.len()..].trim_start();
        if time_in_front(time).is_some_and(|end| end == time.len()) && is_name(name.trim_matches('*')) {
            return Some(said.len());
        }
    }
    let marks = marks(said);
    let name = &said[marks + time_in_front(&said[marks..])?..];
    let is_alone = !name.contains([':', '：', '<', '>', '*', '-', '\t']);
    (is_alone && name.starts_with(' ') && is_name(name)).then_some(said.len())
}

/// The length of a time at the start of a text: a time of day, or one of a recording, such as `(00:01:02)`, `[75:10]`.
fn time_in_front(text: &str) -> Option<usize> {
    stamp(text).map(|(_, end)| end).or_else(|| recording_time(text))
}

fn recording_time(text: &str) -> Option<usize> {
    let inner = text.strip_prefix(['(', '['])?;
    let len =
        inner.bytes().take(MAX_TIME).take_while(|b| b.is_ascii_digit() || matches!(b, b':' | b'.')).count();
    let is_time = inner[..len].contains(':') && inner[len..].starts_with([')', ']']);
    is_time.then_some(len + 2)
}

/// A name without the time in brackets behind it.
fn without_time(name: &str) -> &str {
    match name.rfind(['(', '[']) {
        Some(at) if time_in_front(&name[at..]).is_some_and(|end| at + end == name.len()) => {
            name[..at].trim_end()
        }
        _ => name,
    }
}

/// The longest name, in characters, with a role behind it; and the longest time.
const MAX_NAME: usize = 40;
const MAX_TIME: usize = 20;
/// The longest line of a speaker and a time, in bytes.
const MAX_LINE: usize = 4 * (MAX_NAME + MAX_TIME);

/// Whether this could be the name of a speaker: a few words without the marks of a sentence.
fn is_name(name: &str) -> bool {
    let name = name.trim();
    name.chars().take(MAX_NAME + 1).count() <= MAX_NAME
        && name.chars().any(char::is_alphabetic)
        && name.split_whitespace().count() <= 4
        && !name.contains([
            ',', '，', '。', '、', '?', '？', '!', '！', ';', '；', '"', '“', '「', '/', '\\', '{', '=',
        ])
        && name.split_whitespace().all(|word| !word.contains('.') || is_initial(word))
}

/// `Dr.`, `J.`, `J.R.`
fn is_initial(word: &str) -> bool {
    word.ends_with('.')
        && word.starts_with(char::is_uppercase)
        && word.split('.').all(|part| {
            !part.starts_with(char::is_lowercase)
                && part.chars().count() <= 4
                && part.chars().all(char::is_alphabetic)
        })
}

/// Whether a line is a rule between days or parts, or nothing but a date; it belongs to the turn below.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    RULES.iter().any(|rule| line.starts_with(rule) && line.ends_with(rule)) || is_date(line)
}

/// What a rule between days or parts is drawn with.
const RULES: [&str; 6] = ["——", "──", "--", "==", "**", "__"];

/// The date of a line that is nothing but that, within a rule or not: what is said below was said on this day.
pub(super) fn day(line: &str) -> Option<&str> {
    let date = line.trim().trim_matches(|c: char| c.is_whitespace() || "—─-=*_".contains(c));
    is_date(date).then_some(date)
}

/// `2031/03/01(土)`, `2031.03.01 土曜日`, `1 Mar 2031`
fn is_date(line: &str) -> bool {
    let is_weekday = |rest: &str| {
        let rest = rest.trim().trim_matches(['(', ')', '（', '）', ',', ' ']);
        let word = rest.trim_end_matches("曜日");
        rest.is_empty()
            || word.chars().count() == 1 && "月火水木金土日".contains(word)
            || ["星期", "周", "週"].iter().any(|week| rest.starts_with(week)) && rest.chars().count() <= 3
            || ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].iter().any(|day| rest.starts_with(day))
                && rest.len() <= 9
    };
    line.len() <= MAX_LINE
        && stamp(line).is_some_and(|(shape, end)| !shape.has_time() && is_weekday(&line[end..]))
}

/// Whether a line is a heading of an agenda by its words: `議題1、予算`, `【議題2】`, `Agenda item 3: Budget`.
pub(super) fn is_agenda(line: &str) -> bool {
    const WORDS: [&str; 8] = ["議題", "议题", "议程", "議程", "議案", "议案", "Agenda item", "AGENDA ITEM"];
    let line = line.trim().trim_start_matches(['【', '■', '●', '◆', '○', '第', ' ']);
    let Some(rest) = WORDS.iter().find_map(|word| line.strip_prefix(word)) else { return false };
    let rest = rest.trim_start_matches([' ', '第', '\u{3000}']);
    let number = rest.trim_start_matches(|c: char| c.is_numeric() || "一二三四五六七八九十".contains(c));
    number.len() < rest.len() && is_title(number)
}

/// Whether a line begins with a number as a heading does: `1. Budget`, `２．予算`.
pub(super) fn is_numbered(line: &str) -> bool {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
    let digits = line[..line.len() - rest.len()].chars().count();
    let title = rest.strip_prefix(['.', '．', '、', ')', '）']);
    (1..=2).contains(&digits) && title.is_some_and(|title| !is_blank(title) && is_title(title))
}

/// Whether a text is short and no sentence.
fn is_title(text: &str) -> bool {
    text.chars().take(MAX_NAME + 1).count() <= MAX_NAME
        && !text.trim_end().ends_with(['。', '.', '?', '？', '!', '！', ';', '；', ',', '，', '、'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(text: &str) -> Vec<&str> {
        let form = Form::of(text);
        text.lines().filter_map(|line| form.speaker(line).map(|len| &line[..len])).collect()
    }

    #[test]
    fn exports_of_messengers() {
        let phone = "\u{200e}[12/03/2024, 10:11:12] Ann Bo: See: this\nNote: more\n[12/03/2024, 10:11:20\u{202f}PM] Cy: yes\n";
        assert_eq!(
            starts(phone),
            ["\u{200e}[12/03/2024, 10:11:12] Ann Bo:", "[12/03/2024, 10:11:20\u{202f}PM] Cy:"]
        );
        let other = "12/03/24, 10:10 - Messages are encrypted\n12/03/24, 10:11 - Ann: a\nb: c\n12/03/24, 10:12 - Bo: d\n";
        assert_eq!(starts(other), ["12/03/24, 10:10", "12/03/24, 10:11 - Ann:", "12/03/24, 10:12 - Bo:"]);
        let tabs = "[x] トーク履歴\n保存日時：2031/03/01 10:00\n\n2031/03/01(土)\n10:11\t小林\t届いた？\n10:12\tMia\t\"はい\n昨日：二箱\"\n10:13\t小林\tどうも\n";
        assert_eq!(starts(tabs), ["10:11\t小林", "10:12\tMia", "10:13\t小林"]);
    }

    #[test]
    fn lines_of_a_name_and_a_time() {
        assert_eq!(
            starts("Ann Bo  10:11 AM\nNote: x\n\nCy [10:12 AM]\ny\n"),
            ["Ann Bo  10:11 AM", "Cy [10:12 AM]"]
        );
        assert_eq!(starts("[3/12 10:11 AM] Ann Bo\nx\n[3/12 10:12 AM] Cy\ny\n").len(), 2);
        assert_eq!(starts("Ann (75:10)\nx\nBo (75:20)\ny\n"), ["Ann (75:10)", "Bo (75:20)"]);
    }

    #[test]
    fn interviews() {
        let text = "Ann (00:01:02): Is it: on?\nDr. Bo [75:10]: Yes.\n**Cy:** ok\nat 10:30 we\nsee http://x\nE.g. this: no, it is. Not: so\n";
        assert_eq!(starts(text), ["Ann (00:01:02):", "Dr. Bo [75:10]:", "**Cy:"]);
    }

    #[test]
    fn rules_dates_and_headings() {
        for line in [
            "—— 2031 ——",
            "2031/03/01(土)",
            "2031.03.01 土曜日",
            "2031-03-01 星期六",
            "2031年3月1日",
            "1 Mar 2031, Saturday",
        ] {
            assert!(is_rule(line), "{line}");
            assert_eq!(day(line).is_some(), line != "—— 2031 ——", "{line}");
        }
        assert_eq!(day("—————  2031-03-01  —————"), Some("2031-03-01"));
        assert_eq!(day("---- 1 Mar 2031 ----"), Some("1 Mar 2031"));
        assert_eq!((day("------"), day("** break **"), day("")), (None, None, None));
        assert!(!is_rule("2031/03/01 10:00") && !is_rule("2031/03/01 we met"));
        assert!(
            is_agenda("議題1、予算について") && is_agenda("【議題２】予算") && !is_agenda("議題について")
        );
        assert!(
            is_numbered("1. Budget")
                && is_numbered("２．予算")
                && !is_numbered("1. We met.")
                && !is_numbered("2031. x")
        );
    }
}

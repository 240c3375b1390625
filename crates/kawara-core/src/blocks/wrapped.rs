//! Whether line breaks were made to fit a column, and so mean nothing.

use std::ops::Range;

use super::plain::{each_paragraph, starts_item};

/// What is known about the line breaks of a whole text.
///
/// A break was made for width if the next word would not have fitted on the line. In a text most of whose longer paragraphs
/// are broken so, the width is known, and a paragraph is wrapped if its breaks agree with it. In any other, its sentences
/// must also go on behind the breaks: the lines of a letterhead, a verse or a log begin anew each time. East Asian lines do not show
/// by a space or a capital whether they go on, so that there the lines must also be of nearly one length.
#[derive(Default)]
pub(crate) struct Wrapping {
    width: Option<usize>,
}

/// The shortest line, in columns, that a person or a program would wrap at.
const MIN_WIDTH: usize = 40;
const MAX_WIDTH: usize = 160;
/// A line this long that ends inside a sentence was wrapped, however the next begins.
const LONG_LINE: usize = 60;
/// Longer paragraphs that are looked at to learn the width: a text keeps to it from the start.
const SAMPLE: usize = 200;
/// How far lines of East Asian text fall short of the width: marks that may not begin a line, Latin words.
const SLACK: usize = 16;
/// How far they fall short at most where nothing but the paragraph itself shows that it was wrapped.
const TIGHT: usize = 6;

impl Wrapping {
    /// Looks at the paragraphs of a text.
    pub(crate) fn of(text: &str) -> Self {
        let (mut all, mut widths) = (0, Vec::new());
        each_paragraph(text, |lines| {
            if lines.len() >= 3 {
                all += 1;
                let paragraph = Paragraph::new(text, lines);
                if paragraph.is_wrapped_by_itself() {
                    widths.push(paragraph.longest);
                }
            }
            all < SAMPLE
        });
        widths.sort_unstable();
        let is_wrapped = widths.len() >= 3 && widths.len() * 2 >= all;
        Self { width: widths.get(widths.len() / 2).copied().filter(|_| is_wrapped) }
    }

    /// Whether the lines of a paragraph belong together.
    pub(crate) fn joins(&self, text: &str, lines: &[Range<usize>]) -> bool {
        let paragraph = Paragraph::new(text, lines);
        match self.width {
            None => paragraph.is_wrapped_by_itself(),
            Some(width) => {
                let is_as_wide = paragraph.longest * 10 >= width * 9;
                paragraph.is_wrapped_at(width) || is_as_wide && paragraph.is_wrapped_by_itself()
            }
        }
    }
}

struct Paragraph<'t> {
    lines: Vec<Line<'t>>,
    /// Columns of the longest line but the last.
    longest: usize,
}

/// A line without the white space at its end.
#[derive(Clone, Copy)]
struct Line<'t> {
    text: &'t str,
    columns: usize,
}

impl<'t> Paragraph<'t> {
    fn new(text: &'t str, lines: &[Range<usize>]) -> Self {
        let line = |line: &Range<usize>| {
            // A byte order mark takes no column.
            let text = text[line.clone()].trim_start_matches('\u{feff}').trim_end();
            Line { text, columns: columns(text) }
        };
        let lines: Vec<Line<'_>> = lines.iter().map(line).collect();
        let filled = lines.split_last().map_or(&[][..], |(_, filled)| filled);
        let longest = filled.iter().map(|line| line.columns).max().unwrap_or(0);
        Self { lines, longest }
    }

    fn is_wrapped_by_itself(&self) -> bool {
        let is_east_asian = || self.breaks().any(|(line, next)| is_east_asian_break(line.text, next.text));
        let going_on = || self.breaks().filter(|(line, next)| goes_on(*line, next.text.trim_start())).count();
        self.breaks_at(self.longest, TIGHT)
            && (!is_east_asian() || self.is_east_asian_prose())
            && going_on() * 3 >= self.lines.len() - 1
    }

    /// Whether lines of nearly one length can be prose: headlines have no full stop, entries begin with a time or a number.
    fn is_east_asian_prose(&self) -> bool {
        let has_stop = self.lines.iter().any(|line| line.text.contains(['。', '．', '！', '？', '｡']));
        self.lines.len() > 2 && has_stop && !self.lines.iter().all(|line| begins_with_number(line.text))
    }

    fn is_wrapped_at(&self, width: usize) -> bool {
        self.breaks_at(width, SLACK)
    }

    /// Whether at least four in five breaks come where the next word would pass the width.
    fn breaks_at(&self, width: usize, slack: usize) -> bool {
        let is_candidate = self.lines.len() > 1
            && self.longest >= MIN_WIDTH
            && self.lines.iter().all(|line| line.columns <= MAX_WIDTH)
            && !self.lines[1..].iter().any(|line| starts_item(line.text.trim_start()));
        let is_full = |line: Line<'_>, next: Line<'_>| {
            line.columns + room(line.text, next.text.trim_start(), slack) > width
        };
        is_candidate
            && self.breaks().filter(|(line, next)| is_full(*line, *next)).count() * 10
                >= (self.lines.len() - 1) * 8
    }

    fn breaks(&self) -> impl Iterator<Item = (Line<'t>, Line<'t>)> + '_ {
        self.lines.iter().copied().zip(self.lines.iter().skip(1).copied())
    }
}

/// The columns that the next word would have needed; East Asian text has no words to wrap by, but slack.
fn room(line: &str, next: &str, slack: usize) -> usize {
    if is_east_asian_break(line, next) {
        slack
    } else {
        1 + next.split_whitespace().next().map_or(0, columns)
    }
}

/// Whether a sentence goes on behind a break.
fn goes_on(line: Line<'_>, next: &str) -> bool {
    let is_long = line.columns >= LONG_LINE;
    let line = line.text;
    if is_east_asian_break(line, next) {
        let is_inside = line.ends_with(char::is_alphanumeric) || is_long && line.ends_with(['，', '、']);
        is_inside && !next.starts_with(['\u{3000}', '（', '「', '『'])
    } else {
        next.starts_with(char::is_lowercase)
            || is_long && line.ends_with(|c: char| c.is_lowercase() || c == ',')
    }
}

fn is_east_asian_break(line: &str, next: &str) -> bool {
    next.starts_with(is_east_asian) || line.ends_with(is_east_asian)
}

/// Times, dates and numbers at the head of line after line begin entries.
fn begins_with_number(line: &str) -> bool {
    line.trim_start_matches(['[', '(', '（', '【']).starts_with(|c: char| c.is_numeric())
}

fn is_east_asian(c: char) -> bool {
    c >= '\u{2e80}'
}

/// Display columns, roughly: East Asian letters take two.
fn columns(line: &str) -> usize {
    let bytes = line.as_bytes();
    let behind = bytes.get(1..).unwrap_or_default();
    // By their first bytes, sixteen at a time, letters can be told unless these are among them.
    if count(bytes, behind, may_deceive) > 0 {
        return exact_columns(line);
    }
    let letters = count(bytes, bytes, |byte, _| byte & 0xc0 != 0x80);
    letters + count(bytes, bytes, |byte, _| (0xe3..=0xef).contains(&byte))
}

/// The first two bytes of jamo, of radicals, and of what stands last before U+10000: their first byte does not tell their width.
fn may_deceive(first: u8, second: u8) -> bool {
    // No short cuts, which would be branches.
    (first == 0xe1) & (second & 0xfe == 0x84)
        | (first == 0xe2) & (second >= 0xba)
        | (first == 0xef) & (second == 0xbf)
}

fn exact_columns(line: &str) -> usize {
    let is_wide = |c| matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffef}');
    line.chars().map(|c| 1 + usize::from(is_wide(c))).sum()
}

/// How many pairs of bytes are such: summed in single bytes, so that a processor can look at many at once.
fn count(left: &[u8], right: &[u8], is: impl Fn(u8, u8) -> bool) -> usize {
    let of = |(left, right): (&[u8], &[u8])| -> u8 {
        left.iter().zip(right).map(|(left, right)| u8::from(is(*left, *right))).sum()
    };
    left.chunks(128).zip(right.chunks(128)).map(|stretch| usize::from(of(stretch))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each paragraph of a text is joined.
    fn joined(text: &str) -> Vec<bool> {
        let wrapping = Wrapping::of(text);
        let mut joined = Vec::new();
        each_paragraph(text, |lines| {
            joined.push(wrapping.joins(text, lines));
            true
        });
        joined
    }

    #[test]
    fn columns_are_the_same_by_bytes_and_by_letters() {
        let edges =
            "\u{10ff}\u{1100}\u{115f}\u{1160}\u{2e7f}\u{2e80}\u{3000}\u{ffef}\u{fff0}\u{fffd}\u{10000}";
        for text in ["", "kiln", "窯 kiln（かま）", "เตาเผา ๒", "é…—", edges] {
            assert_eq!(columns(text), exact_columns(text), "{text}");
            assert_eq!(columns(&text.repeat(99)), exact_columns(text) * 99, "{text}");
        }
        for edge in edges.chars().map(String::from) {
            assert_eq!(columns(&edge), exact_columns(&edge), "{edge:?}");
        }
    }

    #[test]
    fn lines_that_begin_anew_are_kept() {
        for text in [
            "From: Alice Example <alice@example.com>\nTo: Bob Example <bob@example.com>\nSubject: Minutes of the meeting on Thursday\nDate: Thu, 3 Apr 2031 10:00:00 +0900",
            "Example Trading Company Limited, Room 402\n12-3 Somewhere Street, Minato Ward, Tokyo\nJapan 105-0001",
            "Dr. Margaret Atherton-Smith, Head of Research\nInstitute for Applied Ceramics, Building 7\nTelephone +44 20 7946 0000, fax on request",
            "Shall I compare the kiln to summer's day,\nThou art more even and more temperate still,\nRough hands do shake the tiles of early May,",
            "12:00:01 kiln opened by the night shift now\n12:00:02 kiln closed by the night shift now",
            "2024-05-10 10:00:00 ERROR データベースへの接続に失敗しました\n2024-05-10 10:00:01 INFO データベースへ再び接続しました\n2024-05-10 10:00:05 INFO 処理を初めからやり直しました",
            "政府が追加の経済対策を閣議決定、総額三十兆円規模\n日銀が政策金利の引き上げを見送り、円相場は急伸\n首都圏で広い範囲の停電、復旧は未明の見込み",
            "本製品は屋内で使用することを前提に設計されていますので、\n屋外では使用しないでください",
            "第一条规定的工具箱应当在三日以内归还给管理员保管。\n第二条规定的台车应当在五日以内归还给管理员登记。",
        ] {
            assert_eq!(joined(text), [false], "{text}");
            assert_eq!(joined(&format!("\u{feff}{text}")), [false], "{text}");
        }
    }

    #[test]
    fn wrapped_paragraphs_are_joined_wherever_the_next_word_would_not_fit() {
        let wrapped = "The kiln was lit before dawn, and the men who had carried the clay up from\nthe river slept beside it until the first tiles were dry enough to stack\nand the smoke had thinned.";
        assert_eq!(joined(wrapped), [true]);
        let with_verse = format!(
            "{wrapped}\n\n{wrapped}\n\n{wrapped}\n\nNobody knew what it was called, and so they asked the master, who was\nOkubo.\n\nThe fire is out, the tiles are cold, the men\nHave gone to sleep beside the river again.\n"
        );
        assert_eq!(joined(&with_verse), [true, true, true, true, false]);
        assert_eq!(
            joined(
                "この窯は夜明け前に火を入れ、川から粘土を運んだ者たちは瓦が乾くまで窯のそ\nばで眠り、煙が薄くなってから起きて、積み上げた。瓦は三日のあいだ冷まし、\n荷車に積んで町へ運んだ。"
            ),
            [true]
        );
    }
}

//! What a table is like: its delimiter, what stands before it, whether its first record is a header.

use std::ops::Range;

use super::Asked;
use super::scan::{Records, fields};
use crate::lines::{bom, is_blank, lines, trim, with_line_feeds};

/// How many bytes are looked at to find out what a table is like.
pub(super) const SAMPLE_BYTES: usize = 1 << 16;
/// And how many records.
const SAMPLE_RECORDS: usize = 100;

#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) delimiter: u8,
    /// The line `sep=;`, if there is one.
    pub(super) separator_line: Range<usize>,
    /// Where the records begin, behind comments.
    pub(super) body: usize,
    /// The header, as all rows bring it along.
    pub(super) header: Option<String>,
}

impl Table {
    pub(super) fn learn(text: &str, asked: Asked) -> Self {
        let from = bom(text);
        let sample = &text[..text.floor_char_boundary(SAMPLE_BYTES)];
        let said = separator_line(sample, from);
        let separator_line = from..said.map_or(from, |(_, end)| end);
        let comments = comments(sample, separator_line.end);
        let data = comments.last().map_or(separator_line.end, |last| last.end);
        let named = asked.delimiter.or(said.map(|(delimiter, _)| delimiter));
        let delimiter = named.unwrap_or_else(|| delimiter(sample, data, sample.len() < text.len()));
        let body = behind_comments(sample, &comments, data, delimiter);
        let rows = Rows::new(sample, body, delimiter, sample.len() < text.len());
        let has_header = asked.header.unwrap_or_else(|| rows.have_header());
        let mut table = Self { delimiter, separator_line, body, header: None };
        if has_header {
            let first = Records::new(text, body, delimiter).find(|record| !is_blank(&text[record.clone()]));
            table.header = first.map(|record| with_line_feeds(&text[trim(text, record)]));
        }
        table
    }

    /// Where the header and the row below it end, which are one record; none if they do not end in this text.
    pub(super) fn first_record_end(&self, text: &str) -> Option<usize> {
        let mut said = Records::new(text, self.body, self.delimiter).filter(|record| {
            !is_blank(&text[record.clone()]) && text[record.clone()].ends_with(['\n', '\r'])
        });
        said.nth(usize::from(self.header.is_some())).map(|record| record.end)
    }
}

/// The delimiter that a spreadsheet says in a first line, and where that ends.
fn separator_line(sample: &str, from: usize) -> Option<(u8, usize)> {
    let line = lines(sample, from..sample.len()).next()?;
    let said = line.of(sample);
    let sign = said.get(..4).filter(|key| key.eq_ignore_ascii_case("sep=")).and(said.as_bytes().get(4..))?;
    match sign {
        [sign] if sign.is_ascii() => Some((*sign, line.next)),
        _ => None,
    }
}

/// The lines with a number sign at the head.
fn comments(sample: &str, from: usize) -> Vec<Range<usize>> {
    lines(sample, from..sample.len())
        .take_while(|line| line.of(sample).starts_with('#') || is_blank(line.of(sample)))
        .take(SAMPLE_RECORDS)
        .map(|line| line.start..line.next)
        .collect()
}

/// Where the table begins: the last line with a number sign is its header if it has as many fields.
fn behind_comments(sample: &str, comments: &[Range<usize>], data: usize, delimiter: u8) -> usize {
    let Some(last) = comments.iter().rev().find(|line| !is_blank(&sample[(*line).clone()])) else {
        return data;
    };
    let width = |record: Range<usize>| fields(sample, trim(sample, record), delimiter).count();
    match Records::new(sample, data, delimiter).find(|record| !is_blank(&sample[record.clone()])) {
        Some(first) if width(first.clone()) > 1 && width(first.clone()) == width(last.clone()) => last.start,
        Some(_) => data,
        None => comments.first().map_or(data, |first| first.start),
    }
}

/// The delimiter that most records have as often as each other.
fn delimiter(sample: &str, from: usize, is_cut: bool) -> u8 {
    // Of two that fit, the one that is seldom part of a text or a number.
    const SIGNS: [u8; 4] = [b',', b'|', b';', b'\t'];
    let fit = |nth: usize, delimiter: u8| {
        let rows = Rows::new(sample, from, delimiter, is_cut);
        let mut widths: Vec<usize> = rows.records.iter().map(Vec::len).collect();
        let first = widths.first().copied().unwrap_or(0);
        widths.sort_unstable();
        let usual = widths.chunk_by(|a, b| a == b).filter(|same| same[0] > 1).max_by_key(|same| same.len());
        let (width, count) = usual.map_or((1, 0), |same| (same[0], same.len()));
        let share = count * 10 / widths.len().max(1);
        let is_sure = widths.len() > 1;
        (share, first == width, if is_sure { nth } else { width }, width)
    };
    let best = SIGNS.into_iter().enumerate().max_by_key(|(nth, sign)| fit(*nth, *sign));
    best.filter(|(nth, sign)| fit(*nth, *sign).3 > 1).map_or(b',', |(_, sign)| sign)
}

/// The fields of the first records, without their quotes.
struct Rows<'t> {
    records: Vec<Vec<&'t str>>,
}

impl<'t> Rows<'t> {
    fn new(sample: &'t str, from: usize, delimiter: u8, is_cut: bool) -> Self {
        let mut records: Vec<_> = Records::new(sample, from, delimiter)
            .filter(|record| !is_blank(&sample[record.clone()]))
            .take(SAMPLE_RECORDS)
            .map(|record| {
                let record = trim_end(sample, record);
                let field = |field: Range<usize>| bare(&sample[field], delimiter);
                fields(sample, record, delimiter).map(field).collect::<Vec<_>>()
            })
            .collect();
        if is_cut && records.len() > 1 && records.len() < SAMPLE_RECORDS {
            records.pop();
        }
        Self { records }
    }

    /// A first record that is made like those below it is none, unless all of them are words.
    fn have_header(&self) -> bool {
        let Some((first, rest)) = self.records.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return true;
        };
        let kinds: Vec<_> = first.iter().map(|field| Kind::of(field)).collect();
        let said = || kinds.iter().filter(|kind| **kind != Kind::Empty);
        if said().next().is_some() && said().all(|kind| *kind == Kind::Number) {
            return false;
        }
        let column = |at: usize| rest.iter().filter_map(move |row| row.get(at).copied());
        let has_values = said().any(|kind| *kind != Kind::Text);
        let is_like_below = |at: usize| {
            let kind = kinds[at];
            let mut below = column(at).map(Kind::of).filter(|kind| *kind != Kind::Empty);
            kind == Kind::Empty || below.clone().next().is_none() || below.all(|other| other == kind)
        };
        let heads_years = || {
            let mut years = (0..first.len()).filter(|at| kinds[*at] == Kind::Number);
            years.all(|at| is_year(first[at]) && !column(at).all(is_year)) && !kinds.contains(&Kind::Date)
        };
        if has_values && (0..first.len()).all(is_like_below) && !heads_years() {
            return false;
        }
        // A name of a column does not stand in that column; a header that is said again does.
        let is_value = |at: usize| {
            Kind::of(first[at]) != Kind::Empty
                && rest.iter().any(|row| row != first && row.get(at) == Some(&first[at]))
        };
        !(0..first.len()).any(is_value)
    }
}

/// A record without its line end; a tab at its end is a field.
fn trim_end(text: &str, record: Range<usize>) -> Range<usize> {
    let said = text[record.clone()].trim_start_matches(['\n', '\r']);
    let start = record.end - said.len();
    start..start + said.trim_end_matches(['\n', '\r']).len()
}

fn bare(field: &str, delimiter: u8) -> &str {
    let field = field.strip_suffix(char::from(delimiter)).unwrap_or(field).trim();
    field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field).trim()
}

fn is_year(field: &str) -> bool {
    field.len() == 4 && field.parse::<u16>().is_ok_and(|year| (1800..2200).contains(&year))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    Number,
    Date,
    Text,
}

impl Kind {
    fn of(field: &str) -> Self {
        if field.is_empty() {
            return Self::Empty;
        }
        let digits = field.chars().filter(|c| c.is_numeric()).count();
        let is_sign = |c: char| {
            matches!(
                c,
                '.' | ','
                    | '-'
                    | '+'
                    | '/'
                    | ':'
                    | ' '
                    | '%'
                    | '％'
                    | '\''
                    | '¥'
                    | '￥'
                    | '$'
                    | '€'
                    | '£'
                    | '฿'
            )
        };
        let is_exponent = |c: char| matches!(c, 'e' | 'E' | 'T' | 'Z' | '年' | '月' | '日');
        if digits == 0
            || field.len() > 40
            || !field.chars().all(|c| c.is_numeric() || is_sign(c) || is_exponent(c))
        {
            return Self::Text;
        }
        let is_date = field.chars().skip(1).filter(|c| matches!(c, '-' | '/' | ':' | '年' | '月')).count()
            > 1
            || field.contains([':', '/', '年', '月']);
        if is_date { Self::Date } else { Self::Number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learn(text: &str) -> Table {
        Table::learn(text, Asked::default())
    }

    fn sign(text: &str) -> char {
        char::from(learn(text).delimiter)
    }

    #[test]
    fn the_delimiter_is_the_one_that_all_records_have() {
        assert_eq!(sign("a;b\n\"x\ny\";\"1,2,3\"\n"), ';');
        assert_eq!(sign("1,5;2,5\n3,1;4,2\n"), ';');
        assert_eq!(sign("price;tax\n1,5;2,5\n3,1;4,2\n"), ';');
        assert_eq!(sign("a\tb\n1,1\t\"x\ny\"\n"), '\t');
        assert_eq!(sign("a|b|c\n1, 2|x|y\n3|4, 5|z\n"), '|');
        assert_eq!(sign("id,tags\n1,a;b\n2,c;d\n3,e\n"), ',');
        assert_eq!(sign("a,\"b|\n|\n|c\"\nd,e\n"), ',');
        assert_eq!(sign("one\ntwo"), ',');
        assert_eq!(sign("a,b;c,d"), ',');
        assert_eq!(sign(""), ',');
    }

    #[test]
    fn a_header_is_unlike_the_rows() {
        let header = |text: &str| learn(text).header;
        for text in [
            "1,2\n3,4\n",
            "Ann,2031-02-03,5\nBo,2031-02-04,6\n",
            "red,Ann\nblue,Bo\nred,Cy\n",
            "\"1\";\"2,5\"\n3;4\n",
        ] {
            assert_eq!(header(text), None, "{text:?}");
        }
        for (text, first) in [
            ("name,age\nAnn,5\nBo,6\n", "name,age"),
            ("name,city\nAnn,Rome\nBo,Oslo\n", "name,city"),
            ("地名,2019,2020\n京都,5,6\n大阪,7,8\n", "地名,2019,2020"),
            ("a,b\n1,2\na,b\n3,4\n", "a,b"),
            ("only\n", "only"),
        ] {
            assert_eq!(header(text).as_deref(), Some(first));
        }
    }

    #[test]
    fn what_stands_before_the_table_is_no_header() {
        let table = learn("\u{feff}sep=;\r\na;b\r\n1;2\r\n");
        assert_eq!((table.delimiter, table.body, table.header.as_deref()), (b';', 10, Some("a;b")));
        let table = learn("# made by hand\n#\n\nid,name\n1,x\n");
        assert_eq!((table.body, table.header.as_deref()), (18, Some("id,name")));
        assert_eq!(learn("# note\n#id,name\n1,x\n").header.as_deref(), Some("#id,name"));
        assert_eq!(learn("# only\n# notes\n").body, 0);
    }
}

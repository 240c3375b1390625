//! Tables as text: each record of RFC 4180 is a row, and brings the header along. `table` learns what the table is like, `scan` finds
//! where records and fields end.

mod scan;
mod table;

use std::borrow::Cow;
use std::ops::Range;

use kawara_core::{
    BlockKind, Blocks, Error, ErrorKind, Joint, OptionKind, OptionSpec, Options, Reader, Reading, Result,
};

use crate::lines::{bom, is_blank, trim, with_line_feeds};
use crate::mode::{Mode, choice};
use crate::outline::{Outline, Piece, Removal};
use scan::{Records, Scan, fields};
use table::{SAMPLE_BYTES, Table};

/// The options of the reader.
pub(crate) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::new(
        "delimiter",
        OptionKind::Str,
        "The ASCII character between fields, or `tab`. Without it, the one that the first records agree on.",
    ),
    OptionSpec::new(
        "header",
        OptionKind::Choice(HEADER),
        "Whether the first record is a header: in `auto`, unless it is made like the records below it.",
    ),
];

const HEADER: &[&str] = &["auto", "yes", "no"];

/// The reader of CSV and TSV: the delimiter (comma, semicolon, tab or bar) is the one that the first records agree on.
///
/// The first record is the header if it is unlike the others: context of all of them, and in the text part of the first. Comments
/// before it (`# …`) belong to that record too. A row that is long is divided between its fields, and its later parts bring along
/// what it begins with, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Csv;

impl Reader for Csv {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        let mode = Mode::of(options)?;
        let asked = Asked::of(options)?;
        Ok(Box::new(CsvReading { asked, plain: mode.plain, table: None, framed: 0, scan: Scan::default() }))
    }
}

/// What the options say about a table.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    delimiter: Option<u8>,
    header: Option<bool>,
}

impl Asked {
    fn of(options: &Options) -> Result<Self> {
        let delimiter = match options.str("delimiter") {
            None => None,
            Some("tab" | "\\t") => Some(b'\t'),
            Some(sign) => match sign.as_bytes() {
                [sign] if sign.is_ascii() && !matches!(sign, b'"' | b'\n' | b'\r') => Some(*sign),
                _ => {
                    let message = format!(
                        "option `delimiter` cannot be {sign:?}; it is one ASCII character that is no quote and no line break, or tab"
                    );
                    return Err(Error::new(ErrorKind::Option, message));
                }
            },
        };
        let header = match choice(options, "header", HEADER)? {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        Ok(Self { delimiter, header })
    }
}

/// A table that is being read, in pieces perhaps.
#[derive(Clone, Debug)]
struct CsvReading {
    asked: Asked,
    plain: bool,
    table: Option<Table>,
    framed: usize,
    scan: Scan,
}

impl Reading for CsvReading {
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        if self.table.is_none() {
            if !last && head.len() <= SAMPLE_BYTES {
                return None;
            }
            let table = Table::learn(head, self.asked);
            if !last {
                // The header may be longer than what there is of it so far.
                table.first_record_end(head)?;
            }
            self.scan = Scan::from(table.body);
            self.table = Some(table);
        }
        let table = self.table.as_ref()?;
        let end = if last { head.len() } else { self.scan.last_end(head, table.delimiter) };
        let is_whole = last || end > 0 && (self.framed > 0 || table.first_record_end(head)? <= end);
        if !is_whole {
            return None;
        }
        self.framed += 1;
        self.scan.pass(end);
        Some(end)
    }

    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        Some(Box::new(self.clone()))
    }

    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let table = self.table.get_or_insert_with(|| Table::learn(piece, self.asked));
        Ok(outline(piece, table, self.framed <= 1, self.plain).tell(piece, out))
    }
}

/// The rows of a piece of a table; `first` says that it is the one with the header.
fn outline(text: &str, table: &Table, first: bool, plain: bool) -> Outline {
    let mut rows = RowsOf {
        text,
        delimiter: table.delimiter,
        outline: Outline::default(),
        lead: None,
        joint: Joint::Record,
    };
    if !first {
        rows.lead = table.header.as_ref().and_then(|header| rows.outline.lead(header.as_str(), 0));
        rows.add_all(0);
        return rows.outline;
    }
    let line = &table.separator_line;
    let before = if plain { line.end } else { bom(text) };
    if plain && !line.is_empty() {
        rows.outline.removed.push(Removal { range: line.clone(), why: "delimiter" });
    }
    let comments = trim(text, before..table.body);
    if !comments.is_empty() {
        rows.outline.pieces.push(Piece::new(comments, BlockKind::Prose, Joint::Record));
        rows.joint = Joint::Line;
    }
    match &table.header {
        Some(header) => {
            let mut records = Records::new(text, table.body, table.delimiter);
            let Some(record) = records.find(|record| !is_blank(&text[record.clone()])) else {
                return rows.outline;
            };
            rows.add(record.clone());
            rows.lead = rows.outline.lead(header.as_str(), trim(text, record.clone()).end);
            // The header has no record of its own: it would be a chunk that says nothing.
            rows.joint = Joint::Line;
            rows.add_all(record.end);
        }
        None => rows.add_all(table.body),
    }
    rows.outline
}

/// The longest row that stays one block, in bytes: about what a chunk of 400 to 500 tokens holds.
const LARGE: usize = 2_000;
/// The least that a part of a longer one holds, in bytes, unless it is the last.
const LEAST_PART: usize = 64;

/// The longest first part of a row that the others bring along, in bytes.
const LONGEST_KEY: usize = 200;

struct RowsOf<'t> {
    text: &'t str,
    delimiter: u8,
    outline: Outline,
    lead: Option<u32>,
    /// How the next row is joined to what stands before.
    joint: Joint,
}

impl RowsOf<'_> {
    fn add_all(&mut self, from: usize) {
        for record in Records::new(self.text, from, self.delimiter) {
            self.add(record);
        }
    }

    fn add(&mut self, record: Range<usize>) {
        let range = trim(self.text, record);
        if range.is_empty() {
            return;
        }
        let joint = std::mem::replace(&mut self.joint, Joint::Record);
        if range.len() <= LARGE {
            self.push(range, joint);
            return;
        }
        let (mut start, mut joint, of_all) = (range.start, joint, self.lead);
        for field in fields(self.text, range.clone(), self.delimiter) {
            let is_part = field.end - start >= LEAST_PART && field.end < range.end;
            if is_part && !is_blank(&self.text[start..field.end]) {
                self.push(start..field.end, joint);
                if start == range.start {
                    self.lead = self.lead_of_parts(&(start..field.end)).or(of_all);
                }
                (start, joint) = (field.end, Joint::Line);
            }
        }
        self.push(start..range.end, joint);
        self.lead = of_all;
    }

    /// What the parts of a long row bring along behind its first: the header, and below it that part, if it is short.
    fn lead_of_parts(&mut self, first: &Range<usize>) -> Option<u32> {
        let said = with_line_feeds(self.text[first.clone()].trim());
        if said.len() > LONGEST_KEY || said.contains('\n') {
            return None;
        }
        let header = self.lead.and_then(|lead| self.outline.leads.get(lead as usize));
        let lead = match header.map(|lead| lead.text.as_str()) {
            // One lead for each row that is long: a header that is no context anyway is not said again and again.
            Some(header) if header.len() > LARGE => return None,
            Some(header) => format!("{header}\n{said}"),
            None => said,
        };
        self.outline.lead(lead, first.end)
    }

    fn push(&mut self, range: Range<usize>, joint: Joint) {
        self.outline.pieces.push(Piece::new(range, BlockKind::Row, joint).with_lead(self.lead));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Outline {
        outline(text, &Table::learn(text, Asked::default()), true, true)
    }

    fn rows(text: &str) -> Vec<&str> {
        read(text).pieces.iter().map(|piece| &text[piece.range.clone()]).collect()
    }

    #[test]
    fn records_end_outside_of_quotes() {
        let text = "\u{feff}品番,説明\r\nA-1,\"二行\r\nの説明\"\r\n\r\nA-2,一行\r\nA-3,\"引用\"\"符\"\"\"";
        assert_eq!(rows(text), ["品番,説明", "A-1,\"二行\r\nの説明\"", "A-2,一行", "A-3,\"引用\"\"符\"\"\""]);
        let found = read(text);
        assert_eq!(found.leads[0].text, "品番,説明");
        let joints: Vec<_> = found.pieces.iter().map(|piece| piece.joint).collect();
        assert_eq!(joints, [Joint::Record, Joint::Line, Joint::Record, Joint::Record]);
        assert_eq!(
            found.pieces.iter().map(|piece| piece.lead.is_some()).collect::<Vec<_>>(),
            [false, true, true, true]
        );
    }

    #[test]
    fn texts_that_are_hardly_tables_are_kept() {
        assert_eq!(rows("one\ntwo"), ["one", "two"]);
        assert_eq!(rows("a,\"b"), ["a,\"b"]);
        assert!(rows("\n\n").is_empty());
        assert_eq!(rows("# only\n# notes\n"), ["# only", "# notes"]);
    }

    #[test]
    fn what_stands_before_the_header_belongs_to_the_first_record() {
        let text = "sep=;\n# by hand\na;b\n1;2\n3;4\n";
        let found = read(text);
        let joints: Vec<_> = found.pieces.iter().map(|piece| piece.joint).collect();
        assert_eq!(joints, [Joint::Record, Joint::Line, Joint::Line, Joint::Record]);
        assert_eq!(rows(text), ["# by hand", "a;b", "1;2", "3;4"]);
        assert_eq!(found.removed[0].range, 0..6);
        assert_eq!(found.leads[0].text, "a;b");
        let kept = outline(text, &Table::learn(text, Asked::default()), true, false);
        assert_eq!(&text[kept.pieces[0].range.clone()], "sep=;\n# by hand");
    }

    #[test]
    fn without_a_header_nothing_is_brought_along() {
        let found = read("1,2\n3,4\n");
        assert!(found.leads.is_empty() && found.pieces.iter().all(|piece| piece.joint == Joint::Record));
        let asked = Asked { header: Some(true), ..Asked::default() };
        let text = "1,2\n3,4\n";
        assert_eq!(outline(text, &Table::learn(text, asked), true, true).leads[0].text, "1,2");
    }

    #[test]
    fn a_long_row_is_divided_between_fields() {
        let wide = format!("{},\"{}, 引用\",", "x,".repeat(1000), "語".repeat(300));
        let text = format!("a\n{wide}\nb");
        let found = rows(&text);
        assert_eq!((found[0], found[found.len() - 1]), ("a", "b"));
        assert_eq!(found[1..found.len() - 1].concat(), wide);
        assert!(found.iter().any(|part| part.ends_with(", 引用\",")), "{found:?}");
        assert_eq!(read(&text).pieces.iter().filter(|piece| piece.joint == Joint::Record).count(), 2);
    }

    #[test]
    fn later_parts_of_a_long_row_bring_along_what_it_begins_with() {
        let name = format!("KW-1,\"のし瓦, 9寸\",{}", "焼き色は黒".repeat(4));
        let row = |name: &str| format!("{name},{},858", "割れやすいので平積みにする。".repeat(60));
        let text =
            format!("品番,品名,色,説明,価格\n{}\n{}\nKW-3,a,b,c,1\n", row(&name), row(&"x".repeat(300)));
        let found = read(&text);
        let leads: Vec<_> = found
            .pieces
            .iter()
            .map(|piece| piece.lead.map(|lead| found.leads[lead as usize].text.as_str()))
            .collect();
        let header = "品番,品名,色,説明,価格";
        let both = format!("{header}\n{name},");
        let both = Some(both.as_str());
        assert_eq!(
            leads,
            [None, Some(header), both, both, Some(header), Some(header), Some(header), Some(header)]
        );
        let first = &text[found.pieces[1].range.clone()];
        assert_eq!(first, format!("{name},"));
    }

    #[test]
    fn words_that_say_nothing_of_a_table_are_refused() {
        use kawara_core::Value;
        let refused = |key: &str, word: &str| {
            let error =
                Csv.open(&Options::new().with(key, Value::Str(word.into()))).err().map(|e| e.to_string());
            assert!(error.as_ref().is_some_and(|error| error.contains(key)), "{key} {word:?}: {error:?}");
        };
        refused("delimiter", "");
        refused("delimiter", "\"");
        refused("delimiter", "、");
        refused("header", "maybe");
        assert!(Csv.open(&Options::new().with("delimiter", Value::Str("tab".into()))).is_ok());
    }
}

//! Tables as text: each record of RFC 4180 is a row, and brings the header along.

use csv_core::{ReadRecordResult, ReaderBuilder};
use kawara_core::{BlockKind, Joint, Options, Reader, Reading, Result};

use crate::lines::{bom, lines, trim, with_line_feeds};
use crate::mode::Mode;
use crate::outline::{Outline, Piece, Whole};

/// The reader of CSV and TSV: the delimiter is the one that the first lines agree on.
///
/// The first record is the header: context of all others, and in the text part of the first of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Csv;

impl Reader for Csv {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Mode::of(options)?;
        Ok(Box::new(Whole(outline)))
    }
}

fn outline(text: &str) -> Outline {
    let body = &text[bom(text)..];
    let mut reader = ReaderBuilder::new().delimiter(delimiter(body)).build();
    let (mut fields, mut ends) = (vec![0; 4096], vec![0; 1024]);
    let mut outline = Outline::default();
    let (mut start, mut at) = (bom(text), bom(text));
    let mut lead = None;
    loop {
        // What the fields say is not needed: the buffers only have to have room.
        let (result, read, _, _) = reader.read_record(&text.as_bytes()[at..], &mut fields, &mut ends);
        at += read;
        match result {
            ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {}
            // The end of the text is said by reading nothing once more.
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::Record => {
                add(text, start, at, &mut lead, &mut outline);
                start = at;
            }
            ReadRecordResult::End => break,
        }
    }
    add(text, start, text.len(), &mut lead, &mut outline);
    outline
}

fn add(text: &str, start: usize, end: usize, lead: &mut Option<u32>, outline: &mut Outline) {
    let range = trim(text, start..end);
    if range.is_empty() {
        return;
    }
    // The header has no record of its own: it would be a chunk that says nothing.
    let joint = if outline.pieces.len() == 1 { Joint::Line } else { Joint::Record };
    outline.pieces.push(Piece::new(range.clone(), BlockKind::Row, joint).with_lead(*lead));
    if outline.pieces.len() == 1 {
        *lead = outline.lead(with_line_feeds(&text[range.clone()]), range.end);
    }
}

/// The delimiter that occurs in each of the first lines, most often; a comma if none does.
fn delimiter(text: &str) -> u8 {
    let sample: Vec<&str> = lines(text, 0..text.len())
        .map(|line| line.of(text))
        .filter(|line| !line.is_empty())
        .take(8)
        .collect();
    let least = |delimiter: u8| {
        sample.iter().map(|line| line.bytes().filter(|b| *b == delimiter).count()).min().unwrap_or(0)
    };
    // Quoted line breaks make for lines without any, so the header decides where the lines do not agree.
    let header =
        |delimiter: u8| sample.first().map_or(0, |line| line.bytes().filter(|b| *b == delimiter).count());
    [b'|', b';', b'\t', b',']
        .into_iter()
        .max_by_key(|delimiter| (least(*delimiter), header(*delimiter)))
        .unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<&str> {
        outline(text).pieces.iter().map(|piece| &text[piece.range.clone()]).collect()
    }

    #[test]
    fn records_end_outside_of_quotes() {
        let text = "\u{feff}品番,説明\r\nA-1,\"二行\r\nの説明\"\r\n\r\nA-2,一行\r\nA-3,\"引用\"\"符\"\"\"";
        assert_eq!(rows(text), ["品番,説明", "A-1,\"二行\r\nの説明\"", "A-2,一行", "A-3,\"引用\"\"符\"\"\""]);
        let found = outline(text);
        assert_eq!(found.leads[0].text, "品番,説明");
        let joints: Vec<_> = found.pieces.iter().map(|piece| piece.joint).collect();
        assert_eq!(joints, [Joint::Record, Joint::Line, Joint::Record, Joint::Record]);
        assert_eq!(
            found.pieces.iter().map(|piece| piece.lead.is_some()).collect::<Vec<_>>(),
            [false, true, true, true]
        );
    }

    #[test]
    fn the_delimiter_is_found_out() {
        assert_eq!(rows("a;b\n\"x\ny\";\"1,2,3\"\n"), ["a;b", "\"x\ny\";\"1,2,3\""]);
        assert_eq!(rows("a\tb\n1,1\t\"x\ny\"\n"), ["a\tb", "1,1\t\"x\ny\""]);
        assert_eq!(rows("one\ntwo"), ["one", "two"]);
        assert_eq!(rows("a,\"b"), ["a,\"b"]);
        assert!(rows("\n\n").is_empty());
    }

    #[test]
    fn wide_records_fit_no_buffer_and_are_still_one() {
        let wide = ["x".repeat(10_000), ",".repeat(5_000)].concat();
        assert_eq!(rows(&format!("a\n{wide}\nb")), ["a", wide.as_str(), "b"]);
    }
}

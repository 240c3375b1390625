//! A text that is read in pieces has the blocks that it has when it is read whole.

#![allow(clippy::unwrap_used, reason = "readers that can do what is asked of them")]

use kawara_core::{BlockKind, Blocks, Joint, Options, Reader, Reading};
use kawara_formats::{Csv, Faq, Log};
use proptest::prelude::*;

type Shape = Vec<(usize, usize, BlockKind, Joint)>;

fn shape(text: &str, at: usize, reading: &mut dyn Reading) -> Shape {
    let mut blocks = Blocks::new();
    reading.read(text, &mut blocks).unwrap();
    blocks
        .kept()
        .iter()
        .map(|block| (block.range().start + at, block.range().end + at, block.kind(), block.joint()))
        .collect()
}

/// Reads a text as an engine does that gets it `step` bytes at a time. Returns how many pieces it came in.
fn in_pieces(reader: &dyn Reader, text: &str, step: usize) -> (usize, Shape) {
    let mut reading = reader.open(&Options::new()).unwrap();
    let (mut from, mut to, mut pieces) = (0, 0, 0);
    let mut found = Shape::new();
    while from < text.len() {
        to = text.floor_char_boundary(to + step.max(to - from));
        let Some(len) = reading.frame(&text[from..to], to == text.len()) else { continue };
        assert!(0 < len && len <= to - from, "{len} of {}", to - from);
        let mut fork = reading.fork().unwrap();
        found.extend(shape(&text[from..from + len], from, &mut *fork));
        from += len;
        pieces += 1;
    }
    (pieces, found)
}

fn check(name: &str, reader: &dyn Reader, text: &str, step: usize, least: usize) {
    let whole = shape(text, 0, &mut *reader.open(&Options::new()).unwrap());
    let (pieces, found) = in_pieces(reader, text, step);
    assert!(pieces >= least, "{name}: {pieces} pieces");
    assert_eq!(found.len(), whole.len(), "{name}: in {pieces} pieces");
    for (one, other) in found.iter().zip(&whole) {
        assert_eq!(one, other, "{name}: {:?}", &text[other.0..other.1]);
    }
}

#[test]
fn long_texts_come_in_pieces() {
    let log = Log::default();
    let entry = "2031-04-01 10:00:00 ERROR 泵停了\njava.lang.Error: x\n\tat a.B.c(D.java:1)\n\n\tat a.B.d(D.java:2)\n";
    check("log", &log, &format!("head\n{}", entry.repeat(20_000)), 300_001, 4);
    let lines = "worker failed\n  at x\nValueError: y\nCaused by: z\n";
    check("log without stamps", &log, &lines.repeat(40_000), 300_001, 3);
    let row = "1,\"两\r\n行, \"\"x\"\"\",5\" pipe\r\n\r\n";
    check("csv", &Csv, &format!("\u{feff}编号,说明,尺寸\r\n{}", row.repeat(10_000)), 70_001, 4);
    check("csv without a header", &Csv, &"1,2\n3,4\n".repeat(50_000), 70_001, 4);
    let pair = "问：停车收费吗？\n答：前两小时免费。\n\n周末免费。\n\n";
    check("faq", &Faq, &format!("前言。\n\n{}", pair.repeat(30_000)), 400_001, 3);
    let asked = "Can I return it?\nWithin a week.\n\n";
    check("faq without marks", &Faq, &asked.repeat(1_000), 400_001, 1);
}

#[test]
fn an_unclosed_quote_is_looked_through_once() {
    let text = format!("a,b\n1,2\n{}x,\"{}", "1,2\n".repeat(20_000), "b,c\n".repeat(400_000));
    let start = cpu_time::ThreadTime::now();
    check("unclosed", &Csv, &text, 70_000, 2);
    assert!(start.elapsed() < std::time::Duration::from_secs(5));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_of_tables_end_where_records_do(
        parts in prop::collection::vec(
            prop::sample::select(&["a", ",", "\"", "\"\"", "\n", "\r\n", ",\"x\ny\",", "\u{feff}", "語", "#", "sep=;\n", "12", "\r"][..]),
            1..60,
        ),
        step in 66_000usize..90_000,
    ) {
        let part = parts.concat();
        let text = format!("a,b\n{}", part.repeat(200_000 / part.len() + 1));
        check("csv", &Csv, &text, step, 1);
    }
}

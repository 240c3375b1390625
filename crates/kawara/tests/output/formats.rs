use kawara::output::{Format, ParentSink, Sink};
use serde_json::Value;

use super::{CHUNKS, PARENTS, all, rows, with_passages, written, written_parents};

#[test]
fn the_documents_have_everything() {
    let rows = rows(&written(Format::Jsonl, &all()), &CHUNKS);
    for column in CHUNKS.iter().filter(|column| **column != "pages") {
        assert!(rows.iter().any(|row| !row[*column].is_null()), "no chunk has {column}");
    }
    assert!(rows.iter().any(|row| row["carried"].as_u64() > Some(0)));
    assert!(rows.iter().any(|row| !row["flags"].as_array().unwrap().is_empty()));
}

#[test]
fn asked_is_there_where_more_was_wanted_than_fits() {
    let rows = rows(&written(Format::Jsonl, &all()), &CHUNKS);
    for row in &rows {
        let is_reduced = row["flags"].as_array().unwrap().iter().any(|flag| flag == "carry_reduced");
        assert_eq!(
            row["asked"].as_u64().is_some_and(|asked| asked > row["carried"].as_u64().unwrap()),
            is_reduced,
            "{row}"
        );
        assert_eq!(row["asked"].is_null(), !is_reduced, "{row}");
    }
    assert!(rows.iter().any(|row| row["asked"] == 2));
}

#[test]
fn an_array_has_what_lines_have() {
    let (lines, array) = (written(Format::Jsonl, &all()), written(Format::Json, &all()));
    let array: Vec<Value> = serde_json::from_slice(&array).unwrap();
    let lines: Vec<Value> = std::str::from_utf8(&lines)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(array, lines);
    assert_eq!(written(Format::Json, &[]), b"[]\n");
}

#[test]
fn parents_may_stand_among_chunks_in_json_alone() {
    for format in [Format::Jsonl, Format::Json] {
        let mut sink = Sink::open(format, Vec::new()).unwrap().with_parents().unwrap();
        all().iter().for_each(|chunks| sink.write(chunks).unwrap());
        let text = String::from_utf8(sink.finish().unwrap()).unwrap();
        let lines = text.lines().filter(|line| line.contains("\"kind\":")).count();
        assert_eq!(lines, rows(&written_parents(Format::Jsonl, &all()), &PARENTS).len());
    }
    assert!(Sink::open(Format::Csv, Vec::new()).unwrap().with_parents().is_err());
    assert!(ParentSink::open(Format::Markdown, Vec::new()).is_err());
}

/// A field of comma-separated values, as JSON says it.
fn of_field(name: &str, field: &str, is: &Value) -> Value {
    match is {
        Value::Null => Value::String(field.to_owned()),
        Value::String(_) => Value::String(field.to_owned()),
        _ => serde_json::from_str(field).unwrap_or_else(|error| panic!("{name}: {field:?}: {error}")),
    }
}

#[test]
fn comma_separated_values_have_what_lines_have() {
    for (columns, lines, table) in [
        (&CHUNKS[..], written(Format::Jsonl, &all()), written(Format::Csv, &all())),
        (
            &PARENTS[..],
            written_parents(Format::Jsonl, &with_passages()),
            written_parents(Format::Csv, &with_passages()),
        ),
    ] {
        let mut reader = csv::Reader::from_reader(&table[..]);
        assert_eq!(reader.headers().unwrap().iter().collect::<Vec<_>>(), columns);
        let lines = rows(&lines, columns);
        let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), lines.len());
        for (record, row) in records.iter().zip(&lines) {
            for (name, field) in columns.iter().zip(record) {
                let is = if row[*name].is_null() { Value::String(String::new()) } else { row[*name].clone() };
                assert_eq!(of_field(name, field, &is), is, "{name}");
            }
        }
    }
}

#[test]
fn every_line_of_a_table_ends_as_the_rfc_wants_it() {
    let table = String::from_utf8(written(Format::Csv, &all())).unwrap();
    assert!(table.ends_with("\r\n") && table.starts_with("id,doc_id,ordinal,"));
    assert!(table.contains("\"guide, \"\"new\"\".md\""), "{table}");
}

#[test]
fn metadata_is_verbatim_in_a_table() {
    assert!(String::from_utf8(written(Format::Csv, &all())).unwrap().contains(r#""{""t"":  [1, null]}""#));
}

#[test]
fn markdown_is_a_section_a_document_and_its_fences_hold() {
    let text = String::from_utf8(written(Format::Markdown, &all())).unwrap();
    let sections: Vec<&str> = text.lines().filter(|line| line.starts_with("# `")).collect();
    let expected =
        ["# `guide, \"new\".md`", "# `halle.html`", "# `pump.vtt`", "# `say.jsonl`", "# `水泵.txt`"];
    assert_eq!(sections, expected);
    assert!(text.contains("\n## 0\n\n"), "{text}");
    assert!(text.contains("/24 tokens · bytes 0–"), "{text}");
    assert!(text.contains("**carry_reduced**"), "{text}");
    // Outside of fences there is nothing of the documents: each is closed by as many backticks as opened it.
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let marks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            Some(open) if line == open => fence = None,
            Some(open) => assert!(marks.len() < open.len(), "{line}"),
            None if marks.len() >= 3 => {
                assert!(["context", "carried", "text"].contains(&&line[marks.len()..]), "{line}");
                fence = Some(marks);
            }
            None => assert!(
                line.is_empty()
                    || line.starts_with("# `")
                    || line.starts_with("## ")
                    || line.contains("/24 tokens"),
                "{line}"
            ),
        }
    }
    assert_eq!(fence, None);
}

#[test]
fn the_same_chunks_give_the_same_bytes() {
    for format in Format::ALL.into_iter().filter(|format| format.is_available()) {
        assert_eq!(written(format, &all()), written(format, &all()), "{format}");
    }
}

#[test]
fn figures_are_the_same_from_every_format() {
    let figures = |format: Format| {
        let bytes = written(format, &all());
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("figures.{format}"));
        std::fs::write(&path, &bytes).unwrap();
        let mut failures = Vec::new();
        let stats = kawara::stats::read_file(&path, |failure| failures.push(failure)).unwrap();
        assert!(failures.is_empty(), "{format}: {failures:?}");
        stats.to_json(Some(20))
    };
    let expected = figures(Format::Jsonl);
    assert_eq!(expected["documents"], 5);
    for format in [Format::Json, Format::Csv, Format::Parquet, Format::Arrow, Format::ArrowStream] {
        if format.is_available() {
            assert_eq!(figures(format), expected, "{format}");
        }
    }
}

#[test]
fn figures_of_what_is_no_file_of_chunks() {
    let says = |bytes: &[u8]| match kawara::stats::read(bytes, "f", |_| {}) {
        Ok(stats) => {
            format!("{} chunks, {} parents, {} failed", stats.chunks(), stats.parents(), stats.failures())
        }
        Err(failure) => failure.to_string(),
    };
    assert_eq!(says(b""), "0 chunks, 0 parents, 0 failed");
    assert_eq!(
        says(b"{\"kind\":\"document\",\"id\":\"1\"}\n{\"text\":\"a\"}\nbroken\n"),
        "0 chunks, 1 parents, 2 failed"
    );
    assert!(says(b"name,age\nx,1\n").contains("no column `id`"));
    assert_eq!(says(b"id,doc_id,text,tokens\r\n1,a,b,many\r\n2,a,b,3\r\n"), "1 chunks, 0 parents, 1 failed");
    assert!(says(b"PAR1....").contains("give it as a file"));
}

//! What the readers of JSON make of records, of converters' documents, and of texts made to break them.

#![allow(clippy::unwrap_used, reason = "texts that can be read")]

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;

use kawara_core::{
    BlockKind, Blocks, Chunk, Chunks, Document, Engine, Error, Note, Options, PageOrigin, Reader, Reading,
    Registry, Result, Settings, Value,
};
use kawara_formats::{Docling, Json, JsonLines, Unstructured};
use kawara_testkit::check_invariants;
use proptest::prelude::*;

/// Text and blocks as one readable thing.
fn shown(text: &str, blocks: &Blocks) -> Vec<String> {
    let kind = |kind| match kind {
        BlockKind::Prose => "prose",
        BlockKind::Heading => "heading",
        BlockKind::Row => "row",
        BlockKind::Code => "code",
        _ => "opaque",
    };
    let blocks = blocks.kept().iter();
    blocks
        .map(|block| format!("{:?} {} {}", block.joint(), kind(block.kind()), &text[block.range()]))
        .collect()
}

fn read(reader: &dyn Reader, options: &Options, source: &str) -> Result<(String, Blocks)> {
    let mut blocks = Blocks::new();
    let text = reader.open(options)?.read(source, &mut blocks)?.into_owned();
    Ok((text, blocks))
}

fn plain() -> Options {
    Options::new()
}

fn texts(names: &[&str]) -> Options {
    let names = names.iter().map(|name| Value::Str((*name).into())).collect();
    plain().with("text-fields", Value::List(names))
}

fn source() -> Options {
    plain().with("text", Value::Str("source".into()))
}

fn blocks_of(reader: &dyn Reader, options: &Options, text: &str) -> Vec<String> {
    let (text, blocks) = read(reader, options, text).unwrap();
    shown(&text, &blocks)
}

#[test]
fn a_record_is_a_line_for_each_member() {
    let text = r#"[{"id": 7, "ok": true, "none": null, "e": "", "who": {"name": "Ann \ud83d\ude00", "in": {"x": 1.50}},
        "tags": ["a", "b"], "parts": [{"n": 1}, {"n": 2}], "body": "It is full.\n\nNobody saw it.\nWhy?"}, "alone", [1, [2]]]"#;
    assert_eq!(
        blocks_of(&Json, &plain(), text),
        [
            "Record row id: 7",
            "Line row ok: true",
            "Line row who.name: Ann 😀",
            "Line row who.in.x: 1.50",
            "Line heading tags:",
            "Line row a",
            "Line row b",
            "Line row parts.n: 1",
            "Line row parts.n: 2",
            "Paragraph prose body: It is full.",
            "Paragraph prose Nobody saw it.",
            "Line prose Why?",
            "Record row alone",
            "Record row 1",
            "Line row 2",
        ]
    );
}

#[test]
fn long_data_is_no_text() {
    let data = "QUJD".repeat(64);
    let text = format!(
        r#"{{"a": "x", "b": "{data}", "c": "data:image\/png;base64,{data}", "d": "{} x"}}"#,
        "y".repeat(300)
    );
    let (said, blocks) = read(&Json, &plain(), &text).unwrap();
    assert!(said.starts_with("a: x\nd: yyy") && !said.contains("QUJD"));
    assert_eq!(blocks.skipped().iter().filter(|skip| skip.why == "binary").count(), 2);
    // A long name is none of it.
    let path = "usr/share/doc/and-so-on/".repeat(20);
    let (text, _) = read(&Json, &plain(), &format!("{{\"path\": \"{path}\"}}")).unwrap();
    assert_eq!(text, format!("path: {path}"));
}

#[test]
fn the_members_that_are_text_are_chosen() {
    let text = r#"{"id": 1, "t": "A  tank", "meta": {"lang": "en", "note": "Two.", "deep": {"note": 3}}, "body": "One.", "l": [1, {"x": null}]}
{"id": 2, "meta": {"note": "Only."}}
"#;
    let (one, blocks) = read(&JsonLines, &texts(&["body"]), text).unwrap();
    assert_eq!(one, "One.");
    assert_eq!(shown(&one, &blocks), ["Record prose One."]);

    let options = texts(&["body", "meta.note"]).with("title-field", Value::Str("t".into()));
    let (two, _) = read(&JsonLines, &options, text).unwrap();
    assert_eq!(two, "A tank\nmeta.note: Two.\nbody: One.\n\nmeta.note: Only.");

    let (all, _) = read(&JsonLines, &texts(&["meta"]), text).unwrap();
    assert_eq!(all, "lang: en\nnote: Two.\ndeep.note: 3\n\nnote: Only.");
}

#[test]
fn the_other_members_are_fields_as_they_stand_in_the_source() {
    // Notes come out with chunks; a text of one unit for each record shows them all.
    let text = r#"[{"id" : 1e2, "t": "A", "meta": {"n\u006f": "x\/y", "note": "Two."}, "body": "One.", "l": [1, {"x": null}]}, {"body": "Bare."}]"#;
    let options = texts(&["body", "meta.note"]).with("title-field", Value::Str("t".into()));
    let notes = notes("json", options, text);
    let fields = r#"{"id":1e2,"meta":{"n\u006f":"x\/y"},"l":[1,{"x":null}]}"#;
    assert_eq!(notes, [("A\nmeta.note: Two.\nbody: One.".to_owned(), Note::Fields(fields.into()))]);
}

/// Chunks of a document; those of a short one are checked for what holds of all chunks.
fn chunks(id: &str, options: Options, max_tokens: u32, text: &str) -> Chunks {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = max_tokens;
    settings.read.content_type = Some(id.into());
    settings.read.options = options;
    let registry = Registry::collect(&[&kawara_formats::PACK]).unwrap();
    let counter = registry.counter("words").unwrap().open(&Options::new()).unwrap();
    let engine = Engine::new(registry, Arc::new(settings.clone()));
    let document = Document::new("d", text);
    let chunks = engine.chunk(&document).unwrap();
    // The check counts characters from the start for each chunk.
    if text.len() < kawara_core::FRAME {
        check_invariants(&document, &settings, &*counter, &chunks).unwrap();
    }
    chunks
}

/// The text that each note is about.
fn notes(id: &str, options: Options, text: &str) -> Vec<(String, Note)> {
    let chunks = chunks(id, options, 2000, text);
    let of = |chunk: Chunk<'_>| {
        let notes = chunk.notes().map(|noted| (chunk.text()[noted.range].to_owned(), noted.note));
        notes.collect::<Vec<_>>()
    };
    chunks.iter().flat_map(of).collect()
}

#[test]
fn chunks_of_any_size_keep_their_promises() {
    for max_tokens in [3, 8, 20, 100] {
        let docling = chunks("docling", plain(), max_tokens, include_str!("data/docling.json"));
        if max_tokens == 20 {
            let row = docling.iter().find(|chunk| chunk.text().ends_with("closed")).unwrap();
            assert!(
                format!("{}{}", row.context(), row.text()).contains("Gauge | Level in metres"),
                "{row:?}"
            );
        }
        chunks("unstructured", plain(), max_tokens, include_str!("data/unstructured.json"));
    }
    let text = r#"[{"id": 7, "body": "One two three. Four five six.", "t": "The title"}]"#;
    let cut = |options: Options| {
        let chunks = chunks("json", options, 6, text);
        chunks.iter().map(|chunk| format!("{}|{}", chunk.context(), chunk.text())).collect::<Vec<_>>()
    };
    assert_eq!(cut(plain()).last().unwrap(), "id: 7\n|t: The title");
    let titled = cut(texts(&["body"]).with("title-field", Value::Str("t".into())));
    assert_eq!(titled, ["|The title\nOne two three.", "The title\n|Four five six."]);
}

#[test]
fn a_title_is_the_heading_of_its_record() {
    let text = "{\"id\": 1, \"t\": \"Tank \\u201cfour\\u201d\", \"body\": [\"It is full.\", \"It is deep.\"]}\n{\"body\": \"Nobody saw.\", \"t\": \" The\\n lock \"}\n{\"body\": \"It has none.\"}\n";
    let options = texts(&["t", "body"]).with("title-field", Value::Str("t".into()));
    let (read, blocks) = read(&JsonLines, &options, text).unwrap();
    assert_eq!(
        shown(&read, &blocks),
        [
            "Record heading Tank “four”",
            "Line heading body:",
            "Line prose It is full.",
            "Line prose It is deep.",
            "Record heading The lock",
            "Paragraph prose body: Nobody saw.",
            "Record prose body: It has none.",
        ]
    );
    let source = blocks.map.source_range(0..read.find('\n').unwrap());
    assert_eq!(&text[source], r"Tank \u201cfour\u201d");
    assert!(
        blocks.skipped().iter().any(|skip| skip.why == "title" && text[skip.range.clone()].contains("lock"))
    );
}

#[test]
fn later_parts_of_a_record_know_what_it_begins_with() {
    let text = r#"{"question": "How deep is the tank, and who says so?", "answer": "It is four metres deep, or five where the wall is. The miller says so, and he has seen it with his own eyes."}"#;
    let found = chunks("json", plain(), 24, text);
    let last = found.iter().last().unwrap();
    assert!(last.text().contains("miller"));
    assert_eq!(last.context(), "question: How deep is the tank, and who says so?\n");
}

#[test]
fn elements_with_lines_of_their_own_stand_apart() {
    let text = r#"{"turns": ["One.\n\nTwo.", "Three.\nFour.", "Five."], "x": 1}"#;
    let (read, _) = read(&Json, &plain(), text).unwrap();
    assert_eq!(read, "turns:\nOne.\n\nTwo.\n\nThree.\nFour.\nFive.\nx: 1");
}

#[test]
fn long_documents_come_in_frames_and_errors_name_their_line() {
    let record =
        |n: usize| format!("{{\"id\": {n}, \"body\": \"Tank {n} is full.\\nNobody saw \\u4e00 it.\"}}");
    let all: Vec<_> = (0..40_000).map(record).collect();
    let (array, lines) = (format!("[\n{}\n]", all.join(",\n")), all.join("\n"));
    assert!(array.len() > 2 * kawara_core::FRAME);
    for (id, text) in [("json", &array), ("jsonl", &lines)] {
        let chunks = chunks(id, texts(&["body"]), 200, text);
        let last = chunks.iter().last().unwrap();
        assert!(last.text().ends_with("Tank 39999 is full.\nNobody saw 一 it."));
        assert!(text[last.source_range()].ends_with("\\u4e00 it."));
        let notes: Vec<_> = last.notes().map(|noted| noted.note).collect();
        assert_eq!(notes.last(), Some(&Note::Fields("{\"id\":39999}".into())));
    }
    let broken = array.replace("\"id\": 39000,", "\"id\" 39000,");
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.read.content_type = Some("json".into());
    let engine = Engine::new(Registry::collect(&[&kawara_formats::PACK]).unwrap(), Arc::new(settings));
    let error = engine.chunk(&Document::new("d", broken.as_str())).unwrap_err();
    assert!(error.to_string().contains("line 39002, column 7: expected `:`, found '3'"), "{error}");
    assert_eq!(error.byte(), broken.find(" 39000").map(|at| at + 1));
}

#[test]
fn records_are_found_where_they_are() {
    let text = r#"{"total": 2, "data": [{"a": "x1"}, {"a": "x2"}], "next": "n"}"#;
    assert_eq!(
        blocks_of(&Json, &plain(), text),
        ["Record row total: 2", "Record row a: x1", "Record row a: x2", "Record row next: n"]
    );
    assert_eq!(blocks_of(&Json, &texts(&["a"]), text), ["Record prose x1", "Record prose x2"]);
    assert_eq!(
        blocks_of(&Json, &source(), text),
        [
            r#"Record row {"total": 2,"#,
            r#"Record row "data": [{"a": "x1"},"#,
            r#"Record row {"a": "x2"}],"#,
            r#"Record row "next": "n"}"#
        ]
    );
    let deep = r#"{"r": {"n": [1], "hits": [{"a": 1}, {"a": 2}]}, "z": 0}"#;
    let named = |path: &str| plain().with("records", Value::Str(path.into()));
    assert_eq!(
        blocks_of(&Json, &named("r.hits"), deep),
        ["Record heading r.n:", "Line row 1", "Record row a: 1", "Record row a: 2", "Record row z: 0"]
    );
    for (path, says) in [
        ("r.hit", "`r` has no `hit`; it has `n`, `hits`"),
        ("q", "the document has no `q`"),
        ("z", "no array"),
    ] {
        let error = read(&Json, &named(path), deep).unwrap_err().to_string();
        assert!(error.contains("option `records`") && error.contains(says), "{error}");
    }
    let error = read(&Json, &texts(&["q"]), deep).unwrap_err().to_string();
    assert!(error.contains("none of 1 records has `q`; the first has `r`, `z`"), "{error}");
}

#[test]
fn broken_lines_stay_and_broken_documents_are_refused() {
    let text = "{\"a\": 1}\r\n{\"a\": \n\n{\"b\": \"\\ud800 x\"}\nnot json. Really.\n{\"a\":1} {\"a\":2}";
    assert_eq!(
        blocks_of(&JsonLines, &plain(), text),
        [
            "Record row a: 1",
            "Record row {\"a\":",
            "Record row b: \\ud800 x",
            "Record row not json. Really.",
            "Record row {\"a\":1} {\"a\":2}"
        ]
    );
    let error = read(&Json, &plain(), "{\n\"a\": 1,\n}").unwrap_err();
    assert!(error.to_string().contains("line 3, column 1: expected a name in quotes, found '}'"), "{error}");
    assert!(read(&Json, &plain(), " \n").unwrap().1.kept().is_empty());
}

#[test]
fn docling_is_read_in_its_order() {
    let text = include_str!("data/docling.json");
    let expected = [
        "Section heading The tide gate",
        "Section heading 1 Closing",
        "Paragraph prose Close the gate an hour before high water. Nobody may stand on it. Both motors have to run, the spare one too.",
        "Paragraph prose Table 1: Levels",
        "Paragraph row Gauge | Level in metres",
        "Line row A | 3.2",
        "Line row closed",
        "Section heading 1.1 Checks",
        "Paragraph prose Grease the hinges.",
        "Line prose Read the gauge “B” twice.",
        "Line prose Write both values down.",
        "Paragraph prose Run gate --close as harbour master.",
        "Paragraph code if level > 4:\n    close()",
        "Paragraph opaque h = \\frac{p}{\\rho g}",
        "Paragraph prose Figure 1: The gate from the sea.",
        "Paragraph row Built: 1931",
        "Line row steel",
        "Paragraph prose Levels above mean sea level.",
    ];
    assert_eq!(blocks_of(&Docling, &plain(), text), expected);
    assert_eq!(blocks_of(&Json, &plain(), text), expected, "it is known without being named");
    let (read, blocks) = read(&Docling, &plain(), text).unwrap();
    assert!(blocks.map.is_scattered());
    let at = read.find("3.2").unwrap();
    assert_eq!(&text[blocks.map.source_range(at..at + 3)], "3.2");
    for (why, said) in [
        ("page header", "\"Harbour office, manual 7\""),
        ("page footer", "\"Page 1\""),
        ("not in the body", "\"N 53°\""),
    ] {
        assert!(
            blocks.skipped().iter().any(|skip| skip.why == why && &text[skip.range.clone()] == said),
            "{why}"
        );
    }
    let pages = notes("docling", plain(), text);
    let page = |said: &str| {
        let found = pages
            .iter()
            .find(|(text, _)| text.starts_with(said))
            .map(|(text, note)| (text.clone(), note.clone()));
        match found {
            Some((text, Note::Page { number, place })) => {
                (text, number, place.map(|place| (place.top, place.bottom, place.origin)))
            }
            other => panic!("{said}: {other:?}"),
        }
    };
    let bottom = PageOrigin::BottomLeft;
    assert_eq!(page("Close the").1, 1);
    assert_eq!(page("Both").0, "Both motors have to run, the spare one too.");
    assert_eq!((page("Both").1, page("Both").2), (2, Some((780.0, 760.0, bottom))));
    assert_eq!(
        page("Gauge"),
        ("Gauge | Level in metres\nA | 3.2\nclosed".into(), 1, Some((590.0, 500.0, bottom)))
    );
}

#[test]
fn unstructured_is_read_in_its_order() {
    let text = include_str!("data/unstructured.json");
    let expected = [
        "Section heading The tide gate",
        "Paragraph prose Close the gate an hour before high water. Nobody may stand on it.",
        "Section heading Checks",
        "Paragraph prose Grease the hinges.",
        "Line prose Read the gauge “B” twice.",
        "Paragraph row Gauge | Level",
        "Line row A & B |  | 3.2 m",
        "Paragraph prose No rows are known here.",
        "Paragraph code if level > 4:\n    close()",
        "Paragraph opaque h = p / (r g)",
        "Paragraph prose Figure 1: The gate from the sea.",
        "Paragraph prose 1 Quay Road, Harbour Town",
        "Paragraph prose closed",
    ];
    assert_eq!(blocks_of(&Unstructured, &plain(), text), expected);
    assert_eq!(blocks_of(&Json, &plain(), text), expected, "it is known without being named");
    assert_eq!(blocks_of(&Json, &texts(&["text"]), text).len(), 16, "options say where the text is");
    let pages = notes("unstructured", plain(), text);
    let (said, note) = pages.last().unwrap();
    assert_eq!(said, "closed");
    let Note::Page { number: 2, place: Some(place) } = note else { panic!("{note:?}") };
    assert_eq!(
        (place.left, place.top, place.right, place.bottom, place.origin),
        (100.0, 700.0, 900.5, 740.0, PageOrigin::TopLeft)
    );
}

#[test]
fn documents_that_lead_nowhere_are_read() {
    let text = r##"{"schema_name": "DoclingDocument", "body": {"children": [{"$ref": "#/groups/0"}, {"$ref": "#/texts/9"}, {"$ref": 3}, 4]},
            "groups": [{"children": [{"$ref": "#/groups/0"}, {"$ref": "#/texts/0"}, {"$ref": "#/texts/0"}]}],
            "texts": [{"text": "Once.", "prov": [{"page_no": 1, "charspan": [9, 2]}, {"page_no": -1}, {}]}, 5, {"text": 6}], "tables": [[]]}"##;
    assert_eq!(blocks_of(&Json, &plain(), text), ["Paragraph prose Once."]);
    let error = read(&Docling, &plain(), "{}").unwrap_err().to_string();
    assert!(error.contains("no `body`"), "{error}");
}

/// Reads a document in pieces, as an engine does.
fn pieces(reader: &dyn Reader, options: &Options, text: &str, step: usize) -> Result<Vec<String>> {
    let mut framer = reader.open(options)?;
    let (mut at, mut all) = (0, Vec::new());
    while at < text.len() {
        let mut wanted = step;
        let len = loop {
            let end = text.floor_char_boundary((at + wanted).min(text.len()));
            match framer.frame(&text[at..end], end == text.len()) {
                Some(len) => break len,
                None => wanted *= 2,
            }
        };
        let mut fork: Box<dyn Reading + Send> = framer.fork().unwrap();
        let mut blocks = Blocks::new();
        let piece = &text[at..at + len];
        let read = fork.read(piece, &mut blocks)?;
        all.extend(shown(&read, &blocks));
        at += len;
    }
    Ok(all)
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<i32>().prop_map(Into::into),
        "[a-c\"\\\\\n,\\]\\}é😀。 ]{0,12}".prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec(("[a-d\\.]{0,3}", inner), 0..5)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn pieces_say_what_the_whole_says(values in prop::collection::vec(value(), 1..12), step in 1usize..200, pretty: bool, lines: bool) {
        let text = match (lines, pretty) {
            (true, _) => values.iter().map(|value| format!("{value}\n")).collect(),
            (false, true) => serde_json::to_string_pretty(&values).unwrap(),
            (false, false) => serde_json::to_string(&values).unwrap(),
        };
        let reader: &dyn Reader = if lines { &JsonLines } else { &Json };
        for options in [plain(), texts(&["a", "b.c"]), source()] {
            // Whether any record has the text can only be said of what was seen.
            let Ok((read, blocks)) = read(reader, &options, &text) else { continue };
            let Ok(pieces) = pieces(reader, &options, &text, step) else { prop_assert!(options != plain()); continue };
            let whole = shown(&read, &blocks);
            if options == source() && !lines {
                // The bracket at the end may be a piece without a record.
                prop_assert_eq!(pieces.concat().len(), whole.concat().len() + "Record row ".len() * (pieces.len() - whole.len()));
            } else {
                prop_assert_eq!(&pieces, &whole);
            }
        }
    }

    #[test]
    fn strings_say_what_other_readers_say(said in any::<String>().prop_filter("blank", |said| !said.trim().is_empty())) {
        let text = serde_json::to_string(&[&said]).unwrap();
        let (read, _) = read(&Json, &plain(), &text).unwrap();
        prop_assert_eq!(read, said);
    }

    #[test]
    fn what_others_refuse_is_refused(text in "[\\[\\]\\{\\}\":, 0a1e\\-\\.\\\\un]{0,12}") {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        prop_assume!(!theirs.as_ref().is_err_and(|error| error.to_string().contains("out of range")));
        let theirs = theirs.is_ok();
        prop_assert_eq!(text.trim().is_empty() || theirs, read(&Json, &plain(), &text).is_ok() || text.trim().is_empty());
    }
}

/// Far more than a linear reader needs; a quadratic one takes minutes.
const LIMIT: Duration = Duration::from_secs(20);
/// How much smaller what an unoptimised build reads in the same time is.
const SHARE: usize = if cfg!(debug_assertions) { 8 } else { 1 };

fn hostile(name: &str, text: &str) {
    let start = ThreadTime::now();
    for (reader, named) in
        [(&Json as &dyn Reader, true), (&JsonLines, true), (&Docling, false), (&Unstructured, false)]
    {
        for options in [plain(), texts(&["a", "a.a.a"]), source()] {
            if named || options.is_empty() {
                let _: std::result::Result<_, Error> = read(reader, &options, text);
            }
        }
    }
    let _ = pieces(&Json, &plain(), text, 1 << 16);
    assert!(start.elapsed() < LIMIT, "{name} took {:?}", start.elapsed());
}

#[test]
fn deep_wide_and_long_documents_take_linear_time() {
    let deep = 1_000_000 / SHARE;
    hostile("arrays", &format!("{}{}", "[".repeat(deep), "]".repeat(deep)));
    hostile("open arrays", &"[".repeat(deep));
    hostile("ten thousand arrays", &format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)));
    let nest =
        |open: &str, close: &str, count: usize| format!("{}1{}", open.repeat(count), close.repeat(count));
    hostile("objects", &nest("{\"a\":", "}", deep / 4));
    hostile("objects with members", &nest("{\"b\":1,\"a\":", "}", deep / 8));
    let name = "n".repeat(1 << 16);
    hostile(
        "a long name",
        &format!("{{\"{name}\":{{\"{name}\":{{{}\"z\":0}}}}}}", "\"a\":1,".repeat(100_000 / SHARE)),
    );
    hostile("members", &format!("{{{}\"z\":0}}", "\"a\":\"b c.\",".repeat(100_000)));
    hostile(
        "a line",
        &format!("[{}0]", "{\"a\":\"One. Two.\",\"b\":[1,2]},".repeat(20_000_000 / 28 / SHARE)),
    );
    hostile("an open string", &format!("[\"{}", "a\\\"".repeat(deep)));
    hostile("backslashes", &format!("[\"{}\"]", "\\\\".repeat(deep)));
    hostile("quotes", &"\"".repeat(deep));
    hostile("nul", &"\0".repeat(deep));
    hostile("escaped nul", &format!("[\"{}\"]", "\\u0000".repeat(deep / 4)));
    hostile("half characters", &format!("[\"{}\"]", "\\ud83d".repeat(deep / 4)));
    hostile("line breaks", &format!("[\"{}\"]", "a\\n\\n".repeat(deep / 4)));
    let prov = "{\"page_no\":1,\"charspan\":[0,9]},".repeat(deep / 16);
    let tail = "[{\"text\":\"".to_owned() + &"é ".repeat(deep / 8) + "\",\"prov\":[" + &prov + "0]}]";
    let head = "{\"schema_name\":\"DoclingDocument\",\"body\":{\"children\":[";
    hostile("pages", &format!("{head}{{\"$ref\":\"#/texts/0\"}}]}},\"texts\":{tail}}}"));
    let refs = "{\"$ref\":\"#/groups/0\"},".repeat(deep / 16);
    hostile("references", &format!("{head}{refs}0]}},\"groups\":[{{\"children\":[{refs}0]}}]}}"));
    let html = "<td>&amp;".repeat(deep / 16);
    let element =
        format!("{{\"type\":\"Table\",\"text\":\"x\",\"metadata\":{{\"text_as_html\":\"{html}\"}}}}");
    hostile(
        "cells",
        &format!(
            "[{element},{}0]",
            "{\"type\":\"Title\",\"text\":\"<td\",\"metadata\":{}},".repeat(deep / 64)
        ),
    );
}

#[test]
fn cells_of_tables_keep_their_words_apart() {
    let cells = |html: &str| {
        let text = format!(
            r#"[{{"type":"Table","element_id":"1","text":"x","metadata":{{"text_as_html":"<table><tr><td>1</td>{html}</tr></table>"}}}}]"#
        );
        read(&Unstructured, &plain(), &text).unwrap().0
    };
    for (html, text) in [
        ("<td><b>a</b> <b>b</b></td>", "1 | a b"),
        ("<td>&lt; &gt;</td>", "1 | < >"),
        ("<td>c<br/>d</td>", "1 | c d"),
        ("<td><p>c</p><p>d</p></td>", "1 | c d"),
        ("<td> c </td> <td>d</td>", "1 | c | d"),
        ("<td></td><td>don&#x27;t</td>", "1 |  | don't"),
    ] {
        assert_eq!(cells(html), text, "{html}");
    }
}

//! Chunks of every kind find their places, and what has none is told.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::time::{Duration, Instant};

use kawara::Document;
use kawara::guard::Records;
use kawara::input::{Encoding, Input};
use kawara_evidence::Corpus;
use kawara_evidence::audit::{Aligned, Alignment, Fields, Given, Placed, Told, Unit, Way, align};
use serde_json::{Value, json};

const PUMP: &str = "The pump stopped at noon. Nobody noticed it until the tank ran dry. \
                    The café’s owner called the plant, and the plant called Mr. Hall. He came at two.";
const ZH: &str = "水泵在中午停了。没有人注意到它。\n\n直到水箱干了,咖啡馆的老板才打电话给工厂,工厂又打电话给霍尔先生。他两点钟才来。";

fn corpus(documents: &[(&str, &str)]) -> Corpus {
    let inputs = documents.iter().map(|(id, text)| Input::Document(Box::new(Document::new(*id, *text))));
    Corpus::read(inputs, Encoding::UTF_8, |failure| panic!("{failure}"))
}

fn aligned(corpus: &Corpus, chunks: &[Value]) -> Alignment {
    let lines: String = chunks.iter().map(|chunk| format!("{chunk}\n")).collect();
    let records = Records::new(lines.as_bytes(), "chunks.jsonl");
    let given = records.map(|record| Given::read(&record.unwrap(), &Fields::default()).unwrap());
    align(corpus, given.collect())
}

/// Document, what stands there, and how it was found.
fn found(corpus: &Corpus, chunk: &Aligned) -> Option<(String, String, Way)> {
    let place = chunk.place()?;
    let source = corpus.get(place.document).unwrap();
    Some((source.id().to_owned(), source.text()[place.bytes.clone()].to_owned(), place.way))
}

#[test]
fn offsets_count_characters_or_bytes_whichever_hold() {
    let corpus = corpus(&[("zh", ZH)]);
    let chars: Vec<char> = ZH.chars().collect();
    for unit in [Unit::Characters, Unit::Bytes] {
        let chunks: Vec<Value> = (0..chars.len() - 8)
            .step_by(7)
            .map(|start| {
                let text: String = chars[start..start + 8].iter().collect();
                let before: String = chars[..start].iter().collect();
                let at = if unit == Unit::Bytes { before.len() } else { start };
                let len = if unit == Unit::Bytes { text.len() } else { 8 };
                json!({"text": text, "start_index": at, "end_index": at + len})
            })
            .collect();
        let alignment = aligned(&corpus, &chunks);
        assert_eq!(alignment.unit, unit);
        for chunk in &alignment.chunks {
            assert_eq!(chunk.told, Some(Told::Right), "{chunk:?}");
            assert_eq!(chunk.place().unwrap().way, Way::Offsets);
        }
    }
}

#[test]
fn wrong_offsets_are_told_and_the_text_is_found_yet() {
    let corpus = corpus(&[("a", PUMP)]);
    let at = PUMP.find("Nobody").unwrap();
    let end = at + "Nobody noticed it".len();
    let chunks = [
        json!({"text": "The pump stopped", "start_index": 0, "end_index": 16}),
        json!({"text": "Nobody noticed it", "start_index": at + 3, "end_index": end + 3}),
        json!({"text": "until the tank", "start_index": -1}),
        json!({"text": "nothing of the kind was ever in it", "start_index": 3}),
    ];
    let alignment = aligned(&corpus, &chunks);
    let told: Vec<Told> = alignment.chunks.iter().map(|chunk| chunk.told.unwrap()).collect();
    let until = PUMP.find("until").unwrap() as i64;
    assert_eq!(
        told,
        [
            Told::Right,
            Told::Off { start: 3, end: Some(3) },
            Told::Off { start: -1 - until, end: None },
            Told::Wrong
        ]
    );
    assert_eq!(alignment.chunks[1].place().unwrap().bytes, at..end);
}

#[test]
fn an_end_that_does_not_hold_is_wrong_too() {
    let corpus = corpus(&[("a", PUMP)]);
    let told = |end: usize| {
        aligned(&corpus, &[json!({"text": "The pump", "start": 0, "end": end})]).chunks[0].told.unwrap()
    };
    assert_eq!(told(8), Told::Right);
    assert_eq!(told(9), Told::Off { start: 0, end: Some(1) });
}

#[test]
fn texts_that_are_repeated_are_found_in_their_order() {
    let text = "Shut the valve. Wait. ".repeat(40)
        + "Then open it again, slowly. "
        + &"Shut the valve. Wait. ".repeat(40);
    let corpus = corpus(&[("a", &text)]);
    let pieces: Vec<&str> = text.split_inclusive(". ").map(str::trim_end).collect();
    let chunks: Vec<Value> = pieces.iter().map(|piece| json!({"text": piece, "source": "a"})).collect();
    let mut before = None;
    for (chunk, piece) in aligned(&corpus, &chunks).chunks.iter().zip(&pieces) {
        let place = chunk.place().unwrap();
        assert_eq!(&&text[place.bytes.clone()], piece);
        assert!(before.is_none_or(|before| place.bytes.start > before), "{place:?}");
        before = Some(place.bytes.start);
    }
    assert_eq!(before, Some(text.rfind("Wait.").unwrap()));
}

#[test]
fn treatment_is_seen_through() {
    let corpus = corpus(&[("a", PUMP), ("zh", ZH)]);
    let header = "Guide > Pumps\n";
    for (chunk, document, there, way) in [
        ("The pump\nstopped   at noon.", "a", "The pump stopped at noon.", Way::Alike),
        ("the pump stopped at noon. nobody", "a", "The pump stopped at noon. Nobody", Way::Alike),
        ("The cafe\u{301}’s owner called the plant", "a", "The café’s owner called the plant", Way::Alike),
        ("\u{fffd}泵在中午停了。没有人注意\u{fffd}", "zh", "泵在中午停了。没有人注意", Way::Alike),
        (
            "没有人注意到它。直到水箱干了,咖啡馆的老板",
            "zh",
            "没有人注意到它。\n\n直到水箱干了,咖啡馆的老板",
            Way::Alike,
        ),
        ("  He came at two.\n", "a", "He came at two.", Way::Alike),
        (
            &format!("{header}Nobody noticed it until the tank ran dry."),
            "a",
            "Nobody noticed it until the tank ran dry.",
            Way::Headed,
        ),
        (
            "The pump stopped at noon. [1] Nobody noticed it until the tank ran dry.",
            "a",
            "The pump stopped at noon. Nobody noticed it until the tank ran dry.",
            Way::Parts,
        ),
    ] {
        let alignment = aligned(&corpus, &[json!(chunk)]);
        let found = found(&corpus, &alignment.chunks[0]);
        assert_eq!(found, Some((document.to_owned(), there.to_owned(), way)), "{chunk:?}");
    }
    let headed = aligned(&corpus, &[json!(format!("{header}Nobody noticed it until the tank ran dry."))]);
    assert_eq!(headed.chunks[0].place().unwrap().header, header.len());
}

#[test]
fn a_header_that_was_seen_before_may_be_longer_than_the_rest() {
    let corpus = corpus(&[("a", PUMP)]);
    let header = "Guide > Pumps > What to do when the water is gone\n";
    let chunks =
        ["Nobody noticed it until the tank ran dry. The café’s owner called the plant", "He came at two."]
            .map(|text| json!({"text": format!("{header}{text}"), "source": "a"}));
    let alignment = aligned(&corpus, &chunks);
    let found = found(&corpus, &alignment.chunks[1]).unwrap();
    assert_eq!((found.1.as_str(), found.2), ("He came at two.", Way::Headed));
}

#[test]
fn what_has_no_place_is_not_guessed() {
    let corpus = corpus(&[("a", PUMP), ("zh", ZH)]);
    let chunks = [
        json!("Something that stands in none of the documents at all."),
        json!(
            "The pump stopped at noon. And so began the longest afternoon in the history of the town of Brill."
        ),
        json!(" \n\u{fffd}"),
        json!("a"),
    ];
    let alignment = aligned(&corpus, &chunks);
    assert_eq!(alignment.chunks[0].placed, Placed::Nowhere(None));
    let Placed::Nowhere(Some(near)) = &alignment.chunks[1].placed else { panic!("{alignment:?}") };
    assert_eq!((near.document, &PUMP[near.bytes.clone()]), (0, "The pump stopped at noon."));
    assert!(near.share > 0.2 && near.share < 0.4, "{near:?}");
    assert_eq!(alignment.chunks[2].placed, Placed::Blank);
}

#[test]
fn without_a_document_all_are_searched() {
    let texts: Vec<String> = (0..40)
        .map(|nth| {
            format!("Licence: do as you like with this text, whoever you are.\n\nDevice {nth} was checked on day {}. {PUMP}", nth * 3)
        })
        .collect();
    let names: Vec<String> = (0..40).map(|nth| format!("d{nth:02}.txt")).collect();
    let documents: Vec<(&str, &str)> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let corpus = corpus(&documents);
    let cut = |text: &str| -> Vec<Value> {
        let at = text.find("Device").unwrap();
        let middle = text.find("Nobody").unwrap();
        [&text[..at], &text[at..middle], &text[middle..]].iter().map(|part| json!(part.trim())).collect()
    };
    let chunks: Vec<Value> = texts.iter().flat_map(|text| cut(text)).collect();
    let alignment = aligned(&corpus, &chunks);
    for (nth, chunk) in alignment.chunks.iter().enumerate() {
        assert_eq!(chunk.place().unwrap().document, nth / 3, "chunk {nth}: {chunk:?}");
    }
    // In another order the telling ones are found all the same.
    let shuffled: Vec<Value> = (0..chunks.len()).map(|nth| chunks[nth * 47 % chunks.len()].clone()).collect();
    for (nth, chunk) in aligned(&corpus, &shuffled).chunks.iter().enumerate() {
        let which = nth * 47 % chunks.len();
        if which % 3 == 1 {
            assert_eq!(chunk.place().unwrap().document, which / 3, "{chunk:?}");
        }
    }
}

#[test]
fn documents_are_named_in_many_ways() {
    let corpus = corpus(&[("docs/a.md", PUMP), ("docs/b.md", PUMP)]);
    let chunks = [
        json!({"page_content": "He came at two.", "metadata": {"source": "/srv/docs/b.md"}}),
        json!({"text": "He came at two.", "relationships": {"1": {"node_id": "9f"}}, "metadata": {"file_path": "docs/b.md"}}),
        json!({"text": "He came at two.", "doc_id": "c.md"}),
    ];
    let alignment = aligned(&corpus, &chunks);
    let documents: Vec<usize> =
        alignment.chunks.iter().map(|chunk| chunk.place().unwrap().document).collect();
    assert_eq!(documents[..2], [1, 1]);
    let unknown: Vec<bool> = alignment.chunks.iter().map(|chunk| chunk.is_document_unknown).collect();
    assert_eq!(unknown, [false, false, true]);
}

#[test]
fn a_map_leads_past_what_the_reader_put_in() {
    let corpus = corpus(&[("a.json", r#"{"minItems": 1, "unique": true}"#)]);
    let text = "schema.model.minItems: 1\nschema.model.unique: true";
    let chunk = |map: Value| {
        json!({"doc_id": "a.json", "context": "", "text": text, "start": 13, "end": 30, "char_start": 13,
            "char_end": 30, "map": map})
    };
    let whole = json!([[0, 23, 13, 13], [23, 24, 13, 14], [24, 46, 14, 14], [46, 50, 26, 30]]);
    let other = json!([[0, 23, 13, 13], [23, 24, 14, 15], [24, 46, 14, 14], [46, 50, 26, 30]]);
    let part = json!([[0, 23, 13, 13], [23, 24, 13, 14]]);
    let alignment = aligned(&corpus, &[chunk(whole), chunk(other), chunk(part)]);
    let place = alignment.chunks[0].place().unwrap();
    assert_eq!((place.way, &place.stretches[..]), (Way::Offsets, &[13..14, 26..30][..]));
    assert!(alignment.chunks[1..].iter().all(|chunk| chunk.place().is_none_or(|it| it.way != Way::Offsets)));
}

#[test]
fn a_map_leads_through_markup() {
    let html = "<p>The old water pump <b>stopped again</b> at noon sharp.</p>";
    let corpus = corpus(&[("a.html", html)]);
    let chunk = json!({"doc_id": "a.html", "context": "", "text": "The old water pump stopped again at noon sharp.", "start": 3, "end": 57,
        "char_start": 3, "char_end": 57, "map": [[0, 19, 3, 22], [19, 32, 25, 38], [32, 47, 42, 57]]});
    let alignment = aligned(&corpus, &[chunk]);
    let place = alignment.chunks[0].place().unwrap();
    assert_eq!(
        (place.way, place.stretches.len(), alignment.chunks[0].told),
        (Way::Offsets, 3, Some(Told::Right))
    );
    let plain = aligned(
        &corpus,
        &[json!({"text": "The old water pump stopped again at noon sharp.", "source": "a.html"})],
    );
    let place = plain.chunks[0].place().unwrap();
    assert_eq!((place.bytes.clone(), place.stretches.len(), place.way), (3..57, 3, Way::Parts));
}

/// The least of three runs.
fn time(chunks: &[Value], corpus: &Corpus) -> Duration {
    (0..3)
        .map(|_| {
            let start = Instant::now();
            let alignment = aligned(corpus, chunks);
            assert_eq!(alignment.chunks.len(), chunks.len());
            start.elapsed()
        })
        .min()
        .unwrap()
}

#[test]
fn twice_as_much_takes_about_twice_as_long() {
    let words =
        ["pump", "tank", "valve", "noon", "plant", "water", "gauge", "owner", "dry", "hall", "two", "gate"];
    let kinds: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("prose", &|n| {
            (0..n).map(|nth| format!("{}{} ", words[(nth * nth + nth / 7) % 12], nth % 97)).collect()
        }),
        ("one letter", &|n| "a".repeat(n * 6)),
        ("one line", &|n| "Shut the valve. ".repeat(n / 2)),
        ("letters apart", &|n| "水\n".repeat(n * 3)),
    ];
    for (kind, make) in kinds {
        let run = |n: usize| {
            let text = make(n);
            let corpus = corpus(&[("a", &text), ("b", &text)]);
            let chars: Vec<char> = text.chars().collect();
            // White space is changed, so that nothing is found at once, and no document is named.
            let chunks: Vec<Value> = chars
                .chunks(300)
                .map(|part| json!(part.iter().collect::<String>().replace([' ', '\n'], "\t ") + "\u{fffd}"))
                .collect();
            time(&chunks, &corpus)
        };
        let (one, two) = (run(8_000), run(16_000));
        let most = one * 3 + Duration::from_millis(100);
        assert!(two <= most, "{kind}: {one:?}, of twice as much {two:?}");
    }
}

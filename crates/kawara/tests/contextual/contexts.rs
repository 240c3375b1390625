use kawara::contextual::{Contexts, Requests};
use kawara::input::Failure;
use kawara::{Document, Engine, Flag};
use serde_json::json;

use crate::{engine, engine_with, manual, texts};

fn read(lines: &str) -> Result<Contexts, Vec<Failure>> {
    Contexts::read(lines.as_bytes(), "c.jsonl")
}

/// Contexts for all chunks of a document, by their keys and ids.
fn answers(engine: &Engine, document: &Document) -> Vec<String> {
    let requests = Requests::default();
    let made = requests.of(engine, document, engine.chunk(document).unwrap()).unwrap();
    let line = |(nth, request): (usize, kawara::contextual::Request)| {
        json!({ "key": request.key, "doc_id": request.doc_id, "id": request.id, "start": request.start,
                "end": request.end, "context": format!("Part {nth}.") })
        .to_string()
    };
    made.iter().enumerate().map(line).collect()
}

#[test]
fn a_chunk_is_found_by_key_then_by_id_then_by_span() {
    let (engine, document) = (
        engine_with("reserve-tokens = 2"),
        Document::new("notes", "The pump stopped at noon today. Nobody noticed it until the night. "),
    );
    let chunks = engine.chunk(&document).unwrap();
    assert_eq!(chunks.len(), 2);
    let requests = Requests::default();
    let made: Vec<_> = requests.of(&engine, &document, chunks.clone()).unwrap().iter().collect();
    let (key, id) = (made[1].key, made[1].id);
    let span =
        json!({ "doc_id": "notes", "start": made[1].start, "end": made[1].end, "context": "By span." });
    let by_id = json!({ "id": id, "context": "By id." });
    let by_key = json!({ "key": key, "context": "By key." });
    for (lines, context) in [
        (format!("{span}\n{by_id}\n{by_key}"), "By key.\n"),
        (format!("{span}\n{by_id}"), "By id.\n"),
        (format!("[{span}]"), "By span.\n"),
    ] {
        let contexts = read(&lines).unwrap();
        let added = contexts.add(&engine, &document, chunks.clone()).unwrap();
        assert_eq!(added.get(1).unwrap().outside_context(), context);
        assert_eq!(added.get(0).unwrap().outside_context(), "");
        assert_eq!((contexts.told().given, contexts.told().without), (1, 1));
    }
    // The key and the span are those of another document, the id is that of this one.
    let other = Document::new(
        "notes",
        "The pump stopped at noon today. Nobody noticed it until the night. An end that was not there.",
    );
    let contexts = read(&json!({ "key": key, "id": id, "context": "Earlier." }).to_string()).unwrap();
    let added = contexts.add(&engine, &other, engine.chunk(&other).unwrap()).unwrap();
    assert_eq!(texts(&added)[1].1, "Earlier.\n");
    assert_eq!((contexts.told().earlier, contexts.told().unmet), (1, 0));
}

#[test]
fn what_is_for_no_chunk_and_what_is_missing_is_told() {
    let (engine, document) = (engine(), manual(2, 2));
    let mut lines = answers(&engine, &document);
    let count = lines.len() as u64;
    lines.remove(1);
    lines.push(json!({ "doc_id": "manual.md", "start": 1, "end": 2, "context": "Nowhere." }).to_string());
    lines.push(json!({ "id": uuid::Uuid::nil(), "context": "Nobody." }).to_string());
    let contexts = read(&lines.join("\n")).unwrap();
    contexts.add(&engine, &document, engine.chunk(&document).unwrap()).unwrap();
    let told = contexts.told();
    assert_eq!((told.given, told.without, told.unmet, told.earlier), (count - 1, 1, 2, 0));
    let warnings: Vec<String> = told.warnings().collect();
    assert!(warnings[0].starts_with("1 chunk has no context: make requests"), "{warnings:?}");
    assert_eq!(warnings[1], format!("2 contexts are for no chunk; the first is c.jsonl:{count}"));
}

#[test]
fn a_later_answer_holds_and_the_one_before_is_not_told() {
    let (engine, before) = (engine_with("reserve-tokens = 2"), manual(1, 1));
    let after = before.clone().with_text(format!("{}The end.\n", before.text()));
    let later: Vec<String> =
        answers(&engine, &after).iter().map(|line| line.replace("Part", "New")).collect();
    let lines = [answers(&engine, &before), later].concat().join("\n");
    let contexts = read(&lines).unwrap();
    let added = contexts.add(&engine, &after, engine.chunk(&after).unwrap()).unwrap();
    assert!(texts(&added).iter().any(|(_, context)| context.starts_with("New")));
    assert!(!texts(&added).iter().any(|(_, context)| context.starts_with("Part")));
    // The document as it was has its answers by their keys, though the ids tell the later ones.
    let contexts = read(&lines).unwrap();
    let added = contexts.add(&engine, &before, engine.chunk(&before).unwrap()).unwrap();
    assert!(texts(&added).iter().any(|(_, context)| context.starts_with("Part")));
    assert!(!texts(&added).iter().any(|(_, context)| context.starts_with("New")));
}

#[test]
fn nothing_is_over_budget_and_ids_stay() {
    let document = manual(3, 4);
    for budget in ["", "reserve-tokens = 5"] {
        let engine = engine_with(budget);
        let lines = answers(&engine, &document)
            .join("\n")
            .replace("Part", "A context that is far too long for what room there is here. It has number");
        let plain = engine.chunk(&document).unwrap();
        let contexts = read(&lines).unwrap();
        let added = contexts.add(&engine, &document, plain.clone()).unwrap();
        let mut reduced = 0;
        for (one, other) in plain.iter().zip(added.iter()) {
            assert!(other.tokens() <= 12);
            assert_eq!((one.id(), one.source_range()), (other.id(), other.source_range()));
            reduced += usize::from(other.flags().contains(Flag::OutsideReduced));
        }
        assert!(reduced > 0 && contexts.told().given as usize >= reduced);
    }
}

#[test]
fn every_mistake_is_told_with_its_line() {
    let id = "0fba5a2c-7c0d-5b53-8a3f-0d2f6a1f9e11";
    for (line, says) in [
        ("{\"id\"", "c.jsonl:1: no JSON object: EOF"),
        (
            "{\"id\": \"ID\", \"ordinal\": 0, \"context\": \"x\", \"text\": \"y\"}",
            "c.jsonl:1: it is the record of a chunk",
        ),
        ("7", "c.jsonl:1: no JSON object: invalid type"),
        ("{\"id\": \"ID\"}", "c.jsonl:1: its context is missing; a context is {\"id\", \"context\"}"),
        ("{\"id\": \"ID\", \"prompt\": \"x\"}", "c.jsonl:1: it has a prompt and no context: a request"),
        ("{\"id\": \"ID\", \"context\": 7}", "c.jsonl:1: its context is no such number"),
        ("{\"id\": \"ID\", \"context\": \" \\n\"}", "c.jsonl:1: its context is empty; leave the line out"),
        ("{\"id\": \"one\", \"context\": \"x\"}", "c.jsonl:1: its id is none of a chunk"),
        ("{\"id\": 1, \"context\": \"x\"}", "c.jsonl:1: its id is no such number"),
        (
            "{\"key\": \"one\", \"context\": \"x\"}",
            "c.jsonl:1: its key: it is no key of `kawara context requests`",
        ),
        ("{\"context\": \"x\"}", "c.jsonl:1: it does not tell which chunk it is for"),
        ("{\"doc_id\": \"a\", \"context\": \"x\"}", "c.jsonl:1: it does not tell which chunk it is for"),
        ("{\"start\": 1, \"end\": 2, \"context\": \"x\"}", "c.jsonl:1: it has start or end, and no doc_id"),
        (
            "{\"doc_id\": \"a\", \"start\": 1, \"context\": \"x\"}",
            "c.jsonl:1: its end is missing; it is a byte",
        ),
        (
            "{\"doc_id\": \"a\", \"start\": -1, \"end\": 2, \"context\": \"x\"}",
            "c.jsonl:1: its start is no such number",
        ),
        (
            "{\"doc_id\": \"a\", \"start\": 2, \"end\": 2, \"context\": \"x\"}",
            "c.jsonl:1: it ends at byte 2, before it begins",
        ),
    ] {
        let failures = read(&line.replace("ID", id)).unwrap_err();
        assert!(failures.len() == 1 && failures[0].to_string().starts_with(says), "{failures:?}");
    }
    let lines = format!(
        "{{\"id\": \"{id}\", \"context\": \"One.\"}}\nbroken\n{{\"id\": \"{id}\", \"context\": \"One. \"}}\n{{\"id\": \"{id}\", \"context\": \"Two.\"}}\n"
    );
    let failures = read(&lines).unwrap_err();
    assert_eq!(failures.len(), 2);
    assert!(failures[0].to_string().starts_with("c.jsonl:2: no JSON object"));
    assert_eq!(
        failures[1].to_string(),
        "c.jsonl:4: c.jsonl:3 gives the same chunk another context; keep one of them"
    );
}

//! Contexts from outside: a chunk whose context changed is embedded anew, though its id is the same, and no other is.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use kawara::contextual::{Contexts, Requests};
use kawara::output::write_record;
use kawara::plan::{Manifest, Options, Reason, Recording};
use kawara::run::{RunOptions, run_with};
use kawara::{Document, Engine};

use crate::support::{
    Corpus, apply, corpus, engine, folder, fresh, inputs, kinds, planned, record, replay, words,
};

const PUMPS: &str = "# Pumps\n\nThe first pump stopped at noon and nobody noticed it until night.\n\nThe second pump runs dry when the tank is empty and the valve is shut.\n\nThe third pump was replaced last year and reads low since then every day.\n";
const TANKS: &str = "# Tanks\n\nThe first tank is empty and the valve beside it was never shut again.\n\nThe second tank leaks where the old pipe meets the new one at the wall.\n";

fn documents() -> Corpus {
    corpus(&[("docs/pumps.md", PUMPS), ("docs/tanks.md", TANKS)])
}

fn with_room() -> Engine {
    engine(&words("reserve-tokens = 8\n[units]\noverlap = 0"))
}

/// The answers to all requests, as `say` has it of a chunk's text.
fn answers(engine: &Engine, corpus: &Corpus, say: impl Fn(&str) -> String) -> String {
    let mut lines = String::new();
    for (path, (text, _)) in corpus {
        let document = Document::new(path, text.as_str()).with_path(path);
        let chunks = engine.chunk(&document).unwrap();
        let requests = Requests::default();
        for (request, chunk) in
            requests.of(engine, &document, chunks.clone()).unwrap().iter().zip(chunks.iter())
        {
            let line = serde_json::json!({ "key": request.key, "doc_id": request.doc_id, "id": request.id, "context": say(chunk.text()) });
            lines += &format!("{line}\n");
        }
    }
    lines
}

fn read(lines: &str) -> Arc<Contexts> {
    Arc::new(Contexts::read(lines.as_bytes(), "c.jsonl").unwrap())
}

fn options(contexts: &Arc<Contexts>) -> Options {
    Options { contexts: Some(Arc::clone(contexts)), ..Options::default() }
}

fn fresh_with(engine: &Engine, corpus: &Corpus, contexts: &Contexts) -> String {
    let mut records = Vec::new();
    run_with(engine, inputs(corpus), RunOptions::default(), contexts, |chunks, _| {
        chunks.unwrap().iter().for_each(|chunk| write_record(chunk, &mut records).unwrap());
        true
    });
    String::from_utf8(records).unwrap()
}

fn record_with(folder: &Path, engine: &Engine, corpus: &Corpus, contexts: &Arc<Contexts>) -> String {
    let recording = Recording::begin(Manifest::replace(folder.join("manifest")).unwrap()).unwrap();
    let mut recording = recording.with_contexts(Arc::clone(contexts));
    let mut records = Vec::new();
    let sink = |chunks: Result<kawara::Chunks, kawara::input::Failure>, _| {
        chunks.unwrap().iter().for_each(|chunk| write_record(chunk, &mut records).unwrap());
        true
    };
    recording.run(engine, inputs(corpus), RunOptions::default(), sink).unwrap();
    recording.commit().unwrap();
    String::from_utf8(records).unwrap()
}

fn format(folder: &Path) -> u64 {
    let head = fs::read(folder.join("manifest/manifest.json")).unwrap();
    serde_json::from_slice::<serde_json::Value>(&head).unwrap()["format"].as_u64().unwrap()
}

#[test]
fn one_context_that_changed_is_one_chunk_to_embed() {
    let (home, engine, documents) = (folder("one-context"), with_room(), documents());
    let lines = answers(&engine, &documents, |text| format!("Of {}.", text.split(' ').nth(1).unwrap()));
    let contexts = read(&lines);
    let old = record_with(&home, &engine, &documents, &contexts);
    assert_eq!(old, fresh_with(&engine, &documents, &contexts));
    assert_eq!(format(&home), 2);
    let plan = planned(&home, &engine, inputs(&documents), &options(&read(&lines)));
    assert_eq!((plan.documents.skipped, plan.is_change()), (2, false));

    let contexts = read(&lines.replacen("Of second.", "Of another.", 1));
    let plan = planned(&home, &engine, inputs(&documents), &options(&contexts));
    assert_eq!(
        (plan.documents.skipped, plan.total.added, plan.total.deleted, plan.total.moved),
        (1, 1, 0, 0)
    );
    assert_eq!(plan.reasons.keys().copied().collect::<Vec<_>>(), [Reason::Contexts]);
    assert_eq!(contexts.told().unmet, 0, "what is for a document that is skipped is for something");
    let applied = apply(&home, &engine, inputs(&documents), &options(&contexts));
    assert_eq!(kinds(&applied.operations), [1, 0, 0]);
    assert!(applied.operations.contains("\"context\":\"Pumps\\nOf another.\\n\""), "{}", applied.operations);
    let new = fresh_with(&engine, &documents, &contexts);
    assert_eq!(replay(&old, &applied.operations), new);
    assert!(!planned(&home, &engine, inputs(&documents), &options(&contexts)).is_change());
}

#[test]
fn contexts_come_and_go() {
    let (home, engine, documents) = (folder("contexts-go"), with_room(), documents());
    let (old, _) = record(&home, &engine, inputs(&documents));
    assert_eq!(format(&home), 1);
    let chunks = old.lines().count();
    let contexts = read(&answers(&engine, &documents, |_| "Of the waterworks.".into()));
    let plan = planned(&home, &engine, inputs(&documents), &options(&contexts));
    assert_eq!((plan.total.added as usize, plan.reasons[&Reason::Contexts]), (chunks, 2));
    let applied = apply(&home, &engine, inputs(&documents), &options(&contexts));
    let with = replay(&old, &applied.operations);
    assert_eq!((with.as_str(), format(&home)), (fresh_with(&engine, &documents, &contexts).as_str(), 2));

    let applied = apply(&home, &engine, inputs(&documents), &Options::default());
    assert_eq!((applied.plan.total.added as usize, applied.plan.reasons[&Reason::Contexts]), (chunks, 2));
    assert_eq!(replay(&with, &applied.operations), fresh(&engine, inputs(&documents)));
    assert_eq!(format(&home), 1);
    assert_eq!(old, fresh(&engine, inputs(&documents)));
}

#[test]
fn what_is_for_others_or_says_the_same_changes_nothing() {
    let (home, engine, documents) = (folder("contexts-of-others"), with_room(), documents());
    let lines = answers(&engine, &documents, |_| "Of the waterworks.".into());
    record_with(&home, &engine, &documents, &read(&lines));
    let more = format!(
        "{lines}{}\n{}\n",
        serde_json::json!({ "doc_id": "docs/pumps.md", "start": 1, "end": 3, "context": "For no chunk." }),
        serde_json::json!({ "doc_id": "docs/others.md", "start": 1, "end": 3, "context": "For no document." }),
    );
    let contexts = read(&more);
    let plan = planned(&home, &engine, inputs(&documents), &options(&contexts));
    assert_eq!((plan.documents.skipped, plan.documents.chunked, plan.is_change()), (1, 1, false));
    assert!(plan.reasons.is_empty());
    assert_eq!(contexts.told().unmet, 2);
    // An edit changes the ids of what it touches; the others keep their contexts, made when the document was another.
    let mut edited = documents.clone();
    edited
        .get_mut("docs/pumps.md")
        .unwrap()
        .0
        .push_str("\nA fourth pump came and it is far larger than the three others are together.\n");
    let contexts = read(&lines);
    let plan = planned(&home, &engine, inputs(&edited), &options(&contexts));
    assert_eq!((plan.total.added, plan.total.deleted), (1, 0));
    assert_eq!((plan.reasons[&Reason::Source], contexts.told().earlier, contexts.told().without), (1, 3, 1));
}

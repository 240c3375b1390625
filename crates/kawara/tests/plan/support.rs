//! A corpus that changes, its manifest, and an index that carries operations out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use kawara::input::Input;
use kawara::output::write_record;
use kawara::plan::{self, Manifest, Operations, Options, Plan, Recording, Step};
use kawara::policy::Policy;
use kawara::run::{RunOptions, run};
use kawara::{Document, Engine};
use serde_json::Value;

/// A fresh folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plan").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub(crate) fn engine(policy: &str) -> Engine {
    let policy =
        Policy::from_str(policy, "kawara.toml", "").unwrap_or_else(|mistakes| panic!("{mistakes}\n{policy}"));
    kawara::engine(policy).unwrap()
}

/// A policy that counts words, which is quick, and the rest of it.
pub(crate) fn words(rest: &str) -> String {
    format!("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 24\n{rest}\n")
}

/// Documents by their paths: text and metadata.
pub(crate) type Corpus = BTreeMap<String, (String, Option<String>)>;

pub(crate) fn corpus(documents: &[(&str, &str)]) -> Corpus {
    documents.iter().map(|(path, text)| ((*path).to_owned(), ((*text).to_owned(), None))).collect()
}

pub(crate) fn inputs(corpus: &Corpus) -> std::vec::IntoIter<Input> {
    let document = |(path, (text, meta)): (&String, &(String, Option<String>))| {
        let document = Document::new(path, text.as_str()).with_path(path);
        let document = match meta {
            Some(meta) => document.with_meta(meta.as_str()),
            None => document,
        };
        Input::Document(Box::new(document))
    };
    corpus.iter().map(document).collect::<Vec<_>>().into_iter()
}

/// The records of a fresh run, sorted as a replay's.
pub(crate) fn fresh(engine: &Engine, inputs: std::vec::IntoIter<Input>) -> String {
    let mut documents = BTreeMap::new();
    run(engine, inputs, RunOptions::default(), |chunks, _| {
        let chunks = chunks.unwrap();
        let records: &mut Vec<u8> = documents.entry(chunks.doc_id().to_owned()).or_default();
        chunks.iter().for_each(|chunk| write_record(chunk, &mut *records).unwrap());
        true
    });
    String::from_utf8(documents.into_values().collect::<Vec<_>>().concat()).unwrap()
}

/// Records what a run writes.
pub(crate) fn record(
    folder: &Path,
    engine: &Engine,
    inputs: std::vec::IntoIter<Input>,
) -> (String, Vec<String>) {
    let mut recording = Recording::begin(Manifest::replace(folder.join("manifest")).unwrap()).unwrap();
    let (mut records, mut failures) = (Vec::new(), Vec::new());
    let sink = |chunks: Result<kawara::Chunks, kawara::input::Failure>, _| {
        match chunks {
            Ok(chunks) => chunks.iter().for_each(|chunk| write_record(chunk, &mut records).unwrap()),
            Err(failure) => failures.push(failure.to_string()),
        }
        true
    };
    recording.run(engine, inputs, RunOptions::default(), sink).unwrap();
    recording.commit().unwrap();
    (String::from_utf8(records).unwrap(), failures)
}

pub(crate) fn planned(
    folder: &Path,
    engine: &Engine,
    inputs: std::vec::IntoIter<Input>,
    options: &Options,
) -> Plan {
    let manifest = Manifest::open(folder.join("manifest")).unwrap();
    plan::plan(engine, inputs, &manifest, options, &mut |_| {}).unwrap()
}

/// What was applied: its plan, its operations, and the failures that were told.
pub(crate) struct Applied {
    pub(crate) plan: Plan,
    pub(crate) operations: String,
    pub(crate) failures: Vec<String>,
}

pub(crate) fn apply(
    folder: &Path,
    engine: &Engine,
    inputs: std::vec::IntoIter<Input>,
    options: &Options,
) -> Applied {
    let manifest = Manifest::open_to_write(folder.join("manifest")).unwrap();
    let path = folder.join("operations.jsonl");
    let mut operations = Operations::create(&path).unwrap();
    let mut failures = Vec::new();
    let mut tell = |step: Step<'_>| {
        if let Step::Failed(failure) = step {
            failures.push(failure.to_string());
        }
    };
    let applied = plan::apply(engine, inputs, &manifest, options, &mut operations, &mut tell).unwrap();
    let plan = applied.publish(operations).unwrap();
    Applied { plan, operations: std::fs::read_to_string(path).unwrap(), failures }
}

pub(crate) fn replay(old: &str, operations: &str) -> String {
    let mut new = Vec::new();
    plan::replay(old.as_bytes(), operations.as_bytes(), &mut new).unwrap();
    String::from_utf8(new).unwrap()
}

/// How many operations there are of each kind.
pub(crate) fn kinds(operations: &str) -> [usize; 3] {
    ["add", "move", "delete"].map(|op| {
        let head = format!("{{\"op\":\"{op}\",");
        operations.lines().filter(|line| line.starts_with(&head)).count()
    })
}

/// An index: of each chunk what was embedded, and by which model.
#[derive(Default)]
pub(crate) struct Index {
    pub(crate) embedded: BTreeMap<String, (String, String)>,
}

fn text_of(record: &Value) -> String {
    format!("{}{}", record["context"].as_str().unwrap(), record["text"].as_str().unwrap())
}

impl Index {
    pub(crate) fn carry_out(&mut self, operations: &str, model: &str) {
        for line in operations.lines() {
            let operation: Value = serde_json::from_str(line).unwrap();
            let id = operation["id"].as_str().unwrap().to_owned();
            match operation["op"].as_str().unwrap() {
                "add" => {
                    self.embedded.insert(id, (text_of(&operation), model.to_owned()));
                }
                "move" => {
                    assert!(operation.get("text").is_none() && operation.get("context").is_none());
                    assert!(self.embedded.contains_key(&id), "a chunk moves that is not there");
                }
                _ => {
                    self.embedded.remove(&id);
                }
            }
        }
    }

    /// Each record is there, and was embedded as it is, by the model of now.
    pub(crate) fn assert_holds(&self, records: &str, model: &str) {
        assert_eq!(records.lines().count(), self.embedded.len());
        for line in records.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let embedded = &self.embedded[record["id"].as_str().unwrap()];
            assert_eq!(*embedded, (text_of(&record), model.to_owned()));
        }
    }
}

use std::fs;
use std::path::Path;

use kawara::Document;
use kawara::input::{Encoding, Input};
use kawara_evidence::{Corpus, Passage, Question};
use serde_json::Value;

use crate::Fault;

/// Documents and questions.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) corpus: Corpus,
    pub(crate) questions: Vec<Question>,
    /// The file that they were read from.
    pub(crate) file: std::path::PathBuf,
}

/// The folders that hold a set.
pub(crate) fn names(sets: &Path) -> Result<Vec<String>, Fault> {
    let mut names = Vec::new();
    for entry in fs::read_dir(sets)? {
        let entry = entry?;
        if entry.path().join("questions.jsonl").exists() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

impl Set {
    pub(crate) fn read(folder: &Path) -> Result<Self, Fault> {
        let mut inputs = Vec::new();
        for line in lines(&folder.join("docs.jsonl"))? {
            let document =
                Document::new(text(&line, "id")?, text(&line, "text")?).with_content_type("text/plain");
            inputs.push(Input::Document(Box::new(document)));
        }
        let mut fault = None;
        let corpus = Corpus::read(inputs, Encoding::UTF_8, |failure| fault = Some(failure.to_string()));
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        let file = folder.join("questions.jsonl");
        let questions = lines(&file)?.iter().map(|line| question(&corpus, line)).collect::<Result<_, _>>()?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, corpus, questions, file })
    }
}

fn question(corpus: &Corpus, line: &Value) -> Result<Question, Fault> {
    let evidence = line["evidence"].as_array().ok_or("a question without evidence")?;
    let place = |passage: &Value, key: &str| passage[key].as_u64().map(|at| at as usize).ok_or("no offset");
    let passage = |passage: &Value| {
        Ok::<_, Fault>(Passage { chars: place(passage, "start")?..place(passage, "end")?, relevance: 1.0 })
    };
    Ok(Question {
        id: text(line, "id")?,
        document: corpus.find(&text(line, "doc_id")?).ok_or("no such document")?,
        question: Some(text(line, "question")?),
        class: None,
        evidence: evidence.iter().map(passage).collect::<Result<_, _>>()?,
    })
}

fn lines(file: &Path) -> Result<Vec<Value>, Fault> {
    let text = fs::read_to_string(file)?;
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| Ok(serde_json::from_str(line)?)).collect()
}

fn text(line: &Value, key: &str) -> Result<String, Fault> {
    Ok(line[key].as_str().ok_or_else(|| format!("a line without `{key}`"))?.to_owned())
}

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use kawara_evidence::retrieve::Ranks;
use kawara_evidence::{Corpus, Laid};
use serde_json::{Value, json};

use crate::Fault;
use crate::set::Set;

/// The reference evaluator, running.
pub(crate) struct Reference {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    folder: PathBuf,
}

impl Reference {
    /// `None` where there is no Python.
    pub(crate) fn start(tools: &Path) -> Result<Option<Self>, Fault> {
        let mut command = Command::new("python3");
        command.args(["-B", "-c", include_str!("reference.py")]).arg(tools);
        let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
            return Ok(None);
        };
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes".into());
        };
        let folder = std::env::temp_dir().join(format!("kawara-agreement-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Some(Self { child, to, from: BufReader::new(from), folder }))
    }

    /// Its figures by their names; `None` where it says `None`.
    pub(crate) fn evaluate(
        &mut self,
        set: &Set,
        laid: &Laid,
        baseline: &Laid,
        ranks: Option<&Ranks>,
        ks: &[usize],
    ) -> Result<BTreeMap<String, Option<f64>>, Fault> {
        let documents = set.corpus.sources().iter().zip(&laid.documents);
        let documents = documents
            .map(|(source, laid)| json!({ "id": source.id(), "text": source.text().to_string(), "tokens": laid.tokens }));
        let job = json!({
            "docs": self.write("docs", documents)?,
            "questions": set.file,
            "chunks": self.write("chunks", chunks(&set.corpus, laid))?,
            "baseline": self.write("baseline", chunks(&set.corpus, baseline))?,
            "ranks": ranks.map(|ranks| by_question(set, ranks)),
            "ks": ks,
        });
        writeln!(self.to, "{job}")?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        let figures: BTreeMap<String, String> = serde_json::from_str(&line)
            .map_err(|error| format!("{}: the reference evaluator fails: {error}", set.name))?;
        let figure = |(name, value): (String, String)| match value.as_str() {
            "None" => Ok((name, None)),
            // As Rust reads it, which rounds rightly; a reader of JSON may not.
            _ => Ok((name, Some(value.parse::<f64>()?))),
        };
        figures.into_iter().map(figure).collect()
    }

    fn write(&self, name: &str, lines: impl Iterator<Item = Value>) -> Result<PathBuf, Fault> {
        let file = self.folder.join(format!("{name}.jsonl"));
        fs::write(&file, lines.map(|line| format!("{line}\n")).collect::<String>())?;
        Ok(file)
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        // What cannot be taken away lies among temporary files.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn by_question(set: &Set, ranks: &Ranks) -> BTreeMap<String, Vec<usize>> {
    let asked = set.questions.iter().enumerate();
    asked.filter_map(|(nth, question)| Some((question.question.clone()?, ranks.of(nth)?.to_vec()))).collect()
}

fn chunks(corpus: &Corpus, laid: &Laid) -> impl Iterator<Item = Value> {
    laid.pieces.iter().map(|piece| {
        let id = corpus.get(piece.document).map(|source| source.id().to_owned());
        json!({ "doc_id": id, "start": piece.chars.start, "end": piece.chars.end, "tokens": piece.tokens })
    })
}

//! `kawara chunk --certificate`

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kawara::input::{Encoding, Failure, Input};
use kawara::output::Format;
use kawara::{Chunks, Document, Engine};
use kawara_evidence::certificate::{Certificate, Origin};
use kawara_evidence::{Error, ErrorKind, Result};

use crate::End;
use crate::args::ChunkArguments;
use crate::chunk::format;

type Inputs = Box<dyn Iterator<Item = Input> + Send>;

/// A certificate in the making, and where the documents are that it will be about.
pub(crate) struct Certifying {
    certificate: Certificate,
    /// By id, from when an input is handed out until its document begins.
    known: Arc<Mutex<HashMap<String, Known>>>,
    encoding: Encoding,
    label: String,
    documents: Option<PathBuf>,
    /// The document that has begun.
    open: Option<String>,
    /// What counts tokens, and cannot be asked by who checks.
    unasked: BTreeSet<String>,
}

enum Known {
    File(PathBuf),
    Text(String),
}

impl Certifying {
    /// Before the run: the inputs come back, and are taken note of as they pass.
    ///
    /// # Errors
    /// When no certificate can be written of what is asked for.
    pub(crate) fn begin(
        arguments: &ChunkArguments,
        inputs: Inputs,
        encoding: Encoding,
    ) -> std::result::Result<(Self, Inputs), End> {
        let refuse = |what: &str| Err(End::Usage(format!("--certificate: {what}")));
        if format(arguments) != Format::Jsonl {
            return refuse("chunks have to be written as JSON lines to be checked; name the output .jsonl");
        }
        if matches!(arguments.parents, Some(None)) {
            return refuse("parents need a file of their own: --parents=FILE");
        }
        let asked = &arguments.inputs;
        if asked.reads_stdin() {
            return refuse("what comes from standard input cannot be read again by who checks; name files");
        }
        let known: Arc<Mutex<HashMap<String, Known>>> = Arc::default();
        let noted = Arc::clone(&known);
        let noted = inputs.inspect(move |input| {
            let (id, place) = match input {
                Input::File { path, id, .. } => (id.clone(), Known::File(path.clone())),
                Input::Document(document) => {
                    (document.id().to_owned(), Known::Text(document.text().to_string()))
                }
                _ => return,
            };
            noted.lock().unwrap_or_else(PoisonError::into_inner).insert(id, place);
        });
        let certifying = Self {
            certificate: Certificate::new(),
            known,
            encoding,
            label: asked.encoding.clone(),
            documents: asked.documents.clone(),
            open: None,
            unasked: BTreeSet::new(),
        };
        Ok((certifying, Box::new(noted)))
    }

    /// Adds what is written of a document.
    ///
    /// # Errors
    /// When the document has changed since it was chunked, or nothing can be certified of how it was cut.
    pub(crate) fn add(&mut self, engine: &Engine, chunks: &Chunks) -> Result<()> {
        let id = chunks.doc_id();
        let place = if self.open.as_deref() == Some(id) { None } else { self.take(id) };
        self.open = (!chunks.is_last()).then(|| id.to_owned());
        for in_force in chunks.in_force() {
            let budget = &in_force.settings().budget;
            let counters = std::iter::once(&budget.counter).chain(&budget.also);
            self.unasked.extend(counters.filter(|counter| !can_be_asked(counter)).cloned());
        }
        let (encoding, label, documents) = (self.encoding, &self.label, self.documents.as_deref());
        self.certificate.add(engine.registry(), chunks, || origin(id, place, encoding, label, documents))
    }

    /// A document failed.
    pub(crate) fn failed(&mut self, failure: &Failure) {
        self.open = None;
        self.take(&failure.document);
        self.certificate.failed(&failure.document);
    }

    /// What keeps anybody from checking the certificate.
    pub(crate) fn warning(&self) -> Option<String> {
        let counters: Vec<String> = self.unasked.iter().map(|counter| format!("`{counter}`")).collect();
        (!counters.is_empty()).then(|| {
            format!(
                "nobody can check the certificate: tools/verify_certificate.py does not count as {} does; it knows chars, bytes, tiktoken:NAME \
                 and hf:FILE",
                counters.join(" and ")
            )
        })
    }

    /// The certificate.
    pub(crate) fn finish(self) -> String {
        self.certificate.finish()
    }

    fn take(&self, id: &str) -> Option<Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(id)
    }
}

/// Whether `tools/verify_certificate.py` counts with this counter.
fn can_be_asked(counter: &str) -> bool {
    matches!(counter, "chars" | "bytes") || counter.starts_with("tiktoken:") || counter.starts_with("hf:")
}

/// The document, read again: what is certified is what lies there.
fn origin(
    id: &str,
    place: Option<Known>,
    encoding: Encoding,
    label: &str,
    documents: Option<&Path>,
) -> Result<Origin> {
    match place {
        Some(Known::Text(text)) => Ok(Origin {
            path: documents.map_or(String::new(), |path| path.to_string_lossy().into_owned()),
            is_line: true,
            encoding: "utf-8".into(),
            text,
        }),
        Some(Known::File(path)) => {
            let shown = path.to_string_lossy().into_owned();
            let read: std::result::Result<Document, Failure> =
                Input::File { path, id: id.to_owned(), bytes: 0 }.document(encoding);
            let document = read.map_err(|failure| Error::new(ErrorKind::Certificate, failure.to_string()))?;
            let text = document.text().to_string();
            Ok(Origin { path: shown, is_line: false, encoding: label.to_owned(), text })
        }
        None => Err(Error::new(ErrorKind::Certificate, format!("{id}: nothing says where it lies"))),
    }
}

//! What a sweep remembers, so that one that was stopped goes on.
//!
//! In the folder: `sweep.json`, by which it is known; in `cuts`, of every way of cutting, a line a document; in `points` what each point came to.
//! A line is taken as it is while the document and its recipe are as they were. What a point came to depends on all documents, for a retriever
//! chooses among all of them.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use kawara::output::AtomicFile;
use kawara::{Chunks, Document, Engine, Found};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::group::Group;
use super::point::Point;
use super::reach::Needs;
use crate::{Corpus, Error, ErrorKind, LaidDocument, Piece, Result, Source};

/// A folder in which a sweep remembers what it has done.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// By which the folder is known.
const MARK: &str = "sweep.json";
/// Of what is in it; another number is not read.
const FORMAT: &str = "{\"kawara-sweep\": 2}\n";

impl Store {
    /// Opens a folder, or makes one where there is none.
    ///
    /// # Errors
    /// When it cannot be made or read, or holds something else: nothing of others is written over.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self> {
        let folder = folder.into();
        let mark = folder.join(MARK);
        match fs::read_to_string(&mark) {
            Ok(format) if format == FORMAT => return Ok(Self { folder }),
            Ok(_) => {
                let folder = folder.display();
                let message =
                    format!("{folder} was written by another version of kawara; name another folder");
                return Err(Error::new(ErrorKind::File, message));
            }
            Err(_) => (),
        }
        let file = |error| Error::file("make", &folder, &error);
        fs::create_dir_all(&folder).map_err(file)?;
        if fs::read_dir(&folder).map_err(|error| Error::file("read", &folder, &error))?.next().is_some() {
            let message = format!(
                "{} holds something that is no sweep; name another folder, or an empty one",
                folder.display()
            );
            return Err(Error::new(ErrorKind::File, message));
        }
        for part in ["cuts", "points"] {
            fs::create_dir(folder.join(part)).map_err(file)?;
        }
        // Last, so that a folder with it is whole.
        write(&mark, FORMAT)?;
        Ok(Self { folder })
    }

    /// What is kept of a way of cutting.
    pub(super) fn cut(
        &self,
        point: &Point,
        engine: &Engine,
        corpus: &Corpus,
        hulls: &[Vec<Range<usize>>],
    ) -> Result<Kept> {
        let name = digest(&[&format!("{:?}", point.cut())]);
        let path = self.folder.join("cuts").join(format!("{name}.jsonl"));
        let mut kept = Kept { documents: vec![None; corpus.sources().len()], ..Kept::default() };
        let mut is_whole = true;
        match File::open(&path) {
            Ok(file) => {
                for line in BufReader::new(file).lines() {
                    // A line that a kill left half written is no line.
                    let line = line.ok().and_then(|line| serde_json::from_str::<KeptDocument>(&line).ok());
                    let place = line.as_ref().and_then(|line| corpus.find(&line.id));
                    match (line, place) {
                        (Some(line), Some(place)) if line.is_current(engine, corpus, place, hulls) => {
                            kept.documents[place] = Some(line)
                        }
                        _ => is_whole = false,
                    }
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => (),
            Err(error) => return Err(Error::file("read", &path, &error)),
        }
        if !is_whole {
            // What is out of date goes, lest the folder only ever grows.
            let lines = kept.documents.iter().flatten().map(line).collect::<Result<String>>()?;
            write(&path, &lines)?;
        }
        let to = OpenOptions::new().create(true).append(true).open(&path);
        kept.to = Some((to.map_err(|error| Error::file("write", &path, &error))?, path));
        Ok(kept)
    }

    /// What a point came to, if that is known under this key.
    pub(super) fn point<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        serde_json::from_str(&fs::read_to_string(self.point_path(key)).ok()?).ok()
    }

    /// Remembers what a point came to.
    pub(super) fn keep_point(&self, key: &str, point: &impl Serialize) -> Result<()> {
        write(&self.point_path(key), &to_json(point)?)
    }

    fn point_path(&self, key: &str) -> PathBuf {
        self.folder.join("points").join(format!("{key}.json"))
    }
}

/// What is kept of one way of cutting, by document.
#[derive(Debug, Default)]
pub(super) struct Kept {
    documents: Vec<Option<KeptDocument>>,
    /// Those of documents that are kept since.
    recipes: BTreeMap<usize, String>,
    to: Option<(File, PathBuf)>,
}

impl Kept {
    /// Where nothing is remembered.
    pub(super) fn nothing(corpus: &Corpus) -> Self {
        Self { documents: vec![None; corpus.sources().len()], ..Self::default() }
    }

    pub(super) fn get(&self, document: usize) -> Option<&KeptDocument> {
        self.documents.get(document)?.as_ref()
    }

    /// Keeps a document, from now on and in the folder.
    pub(super) fn put(
        &mut self,
        engine: &Engine,
        corpus: &Corpus,
        document: usize,
        chunks: &Chunks,
        needs: &Needs,
    ) -> Result<()> {
        let (Some((file, path)), Some(source)) = (&mut self.to, corpus.get(document)) else { return Ok(()) };
        let kept = KeptDocument::of(engine, source, chunks, needs)?;
        self.recipes.insert(document, kept.key());
        file.write_all(line(&kept)?.as_bytes()).map_err(|error| Error::file("write", path, &error))
    }

    /// What decides how the documents are cut: equal for equal chunks. `None` as long as a document is not kept.
    pub(super) fn recipes(&self) -> Option<Vec<String>> {
        let key = |(nth, kept): (usize, &Option<KeptDocument>)| {
            kept.as_ref().map(KeptDocument::key).or_else(|| self.recipes.get(&nth).cloned())
        };
        self.documents.iter().enumerate().map(key).collect()
    }
}

/// A document as it was laid: a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct KeptDocument {
    id: String,
    /// A digest of the text and what was declared of it.
    source: String,
    recipe: String,
    content_type: String,
    found: KeptFound,
    tokens: u64,
    pub(super) needs: Needs,
    units: Vec<Range<usize>>,
    chunks: Vec<KeptChunk>,
}

/// What reading found, by which the policy is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct KeptFound {
    language: String,
    title: Option<String>,
    fields: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptChunk {
    chars: Range<usize>,
    tokens: u32,
    units: Range<usize>,
    carried: usize,
    context: String,
    /// Where it is not what stands in the source.
    text: Option<String>,
}

impl KeptDocument {
    fn of(engine: &Engine, source: &Source, chunks: &Chunks, needs: &Needs) -> Result<Self> {
        let (document, found) = (source.document(), chunks.found());
        let (laid, pieces) = crate::laid::of_document(0, source, chunks);
        let kept = pieces.iter().zip(chunks.iter()).map(|(piece, chunk)| KeptChunk {
            chars: piece.chars.clone(),
            tokens: piece.tokens,
            units: piece.units.clone(),
            carried: piece.carried,
            context: chunk.context().to_owned(),
            text: (source.slice(piece.chars.clone()) != chunk.text()).then(|| chunk.text().to_owned()),
        });
        Ok(Self {
            id: document.id().to_owned(),
            source: source_of(document),
            recipe: engine.recipe(document, chunks.content_type(), found)?.fingerprint().to_owned(),
            content_type: chunks.content_type().to_owned(),
            found: KeptFound {
                language: found.language.clone(),
                title: found.title.clone(),
                fields: found.fields.clone(),
            },
            chunks: kept.collect(),
            tokens: laid.tokens,
            needs: needs.clone(),
            units: laid.units,
        })
    }

    pub(super) fn group(&self) -> Group {
        Group { content_type: self.content_type.clone(), language: self.found.language.clone() }
    }

    /// The document, its text and its recipe.
    fn key(&self) -> String {
        format!("{:?} {} {}", self.id, self.source, self.recipe)
    }

    /// Whether the document would be laid so again, and the same is asked of it.
    fn is_current(
        &self,
        engine: &Engine,
        corpus: &Corpus,
        place: usize,
        hulls: &[Vec<Range<usize>>],
    ) -> bool {
        let Some(source) = corpus.get(place) else { return false };
        let document = source.document();
        let mut found = Found::default();
        found.language.clone_from(&self.found.language);
        found.title.clone_from(&self.found.title);
        found.fields.clone_from(&self.found.fields);
        self.source == source_of(document)
            && hulls.get(place).is_some_and(|hulls| self.needs.are_of(hulls))
            && engine
                .recipe(document, &self.content_type, &found)
                .is_ok_and(|recipe| recipe.fingerprint() == self.recipe)
    }

    /// The document as it was laid, and its chunks.
    pub(super) fn laid(&self, corpus: &Corpus, document: usize) -> (LaidDocument, Vec<Piece>) {
        let text = |chunk: &KeptChunk| {
            let slice = corpus.get(document).map_or("", |source| source.slice(chunk.chars.clone()));
            format!("{}{}", chunk.context, chunk.text.as_deref().unwrap_or(slice))
        };
        let piece = |chunk: &KeptChunk| Piece {
            document,
            chars: chunk.chars.clone(),
            tokens: chunk.tokens,
            units: chunk.units.clone(),
            carried: chunk.carried,
        };
        let laid = LaidDocument {
            units: self.units.clone(),
            tokens: self.tokens,
            texts: self.chunks.iter().map(text).collect(),
            ..LaidDocument::default()
        };
        (laid, self.chunks.iter().map(piece).collect())
    }
}

/// The digest of all that a document brings along but its path, which is the policy's business, and so the recipe's.
fn source_of(document: &Document) -> String {
    let meta = document.meta().map(|meta| meta.to_string());
    let declared = (document.content_type(), document.language(), document.title(), meta);
    digest(&[&**document.text(), &format!("{declared:?}")])
}

/// The first half of a SHA-256 over some texts, in hexadecimal digits.
pub(super) fn digest<T: AsRef<str>>(texts: &[T]) -> String {
    let mut all = Sha256::new();
    for text in texts {
        all.update((text.as_ref().len() as u64).to_be_bytes());
        all.update(text.as_ref());
    }
    all.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn line(kept: &KeptDocument) -> Result<String> {
    Ok(to_json(kept)? + "\n")
}

fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::new(ErrorKind::File, format!("cannot write JSON: {error}")))
}

/// Writes a file that takes its place as a whole.
fn write(path: &Path, text: &str) -> Result<()> {
    let written = AtomicFile::create(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.place()
    });
    written.map_err(|error| Error::file("write", path, &error))
}

use std::ops::Range;

use kawara::Engine;

use crate::audit::{Aligned, Alignment};
use crate::{Corpus, Laid, LaidDocument, Piece, Result};

/// Chunks that somebody else made, over a corpus.
#[derive(Clone, Debug, Default)]
pub struct GivenChunks {
    /// Where they stand, in each document in the order of their starts.
    pub laid: Laid,
    /// What each is called, by its place among [`Laid::pieces`]: its id, or its line in the file.
    pub names: Vec<String>,
    /// The lines of those that stand nowhere in the documents, from 1. Nothing is found in them.
    pub nowhere: Vec<usize>,
}

impl GivenChunks {
    /// Chunks whose places were [found](crate::audit::align), counted as an engine counts that laid the same documents so.
    ///
    /// ```
    /// use kawara::{Document, guard::Records, input::{Encoding, Input}, policy::Policy, run::RunOptions};
    /// use kawara_evidence::audit::{Fields, Given, align};
    /// use kawara_evidence::{Corpus, Laid, check::GivenChunks};
    ///
    /// let text = "The gate opens at six. The bus leaves at seven.";
    /// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
    /// let policy = Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 6\n", "kawara.toml", ".")?;
    /// let engine = kawara::engine(policy)?;
    /// let cut = Laid::by(&engine, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
    /// let file = r#"[{"id": "x", "text": "The gate opens at six. The bus"}, {"id": "y", "text": "leaves at seven."}, "Lost."]"#;
    /// let records = Records::new(file.as_bytes(), "chunks.json");
    /// let given = records.map(|record| Given::read(&record.unwrap(), &Fields::default()).unwrap()).collect();
    /// let chunks = GivenChunks::new(&corpus, &align(&corpus, given), &engine, &cut)?;
    /// assert_eq!((chunks.laid.pieces[0].chars.clone(), chunks.laid.pieces[0].tokens), (0..30, 7));
    /// assert_eq!((chunks.names, chunks.nowhere), (vec!["x".to_owned(), "y".to_owned()], vec![1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a counter fails.
    pub fn new(corpus: &Corpus, aligned: &Alignment, engine: &Engine, cut: &Laid) -> Result<Self> {
        let mut by_document: Vec<Vec<(Range<usize>, &Aligned)>> = vec![Vec::new(); corpus.sources().len()];
        let mut given = Self::default();
        for chunk in &aligned.chunks {
            let place = chunk.place();
            match place.and_then(|place| Some((by_document.get_mut(place.document)?, place))) {
                Some((document, place)) => document.push((place.bytes.clone(), chunk)),
                None => given.nowhere.push(chunk.given.line),
            }
        }
        for (document, mut chunks) in by_document.into_iter().enumerate() {
            chunks.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
            let (source, was) = (corpus.get(document), cut.documents.get(document));
            let start = given.laid.pieces.len();
            let in_force = was.and_then(|was| was.chunks.as_ref()?.in_force().first());
            let counter = in_force.map(|in_force| engine.counter(in_force.settings())).transpose()?;
            for (bytes, chunk) in chunks {
                let Some(source) = source else { continue };
                let tokens = match counter {
                    Some(counter) => counter.specials() + counter.count(&chunk.given.embedded())?,
                    None => 0,
                };
                given.laid.pieces.push(Piece {
                    document,
                    chars: source.chars().chars(source.text(), bytes),
                    tokens,
                    units: 0..0,
                    carried: 0,
                });
                given
                    .names
                    .push(chunk.given.id.clone().unwrap_or_else(|| format!("line {}", chunk.given.line)));
            }
            given.laid.documents.push(LaidDocument {
                pieces: start..given.laid.pieces.len(),
                tokens: was.map_or(0, |was| was.tokens),
                ..LaidDocument::default()
            });
        }
        Ok(given)
    }
}

use std::collections::BTreeMap;
use std::ops::Range;

use kawara::input::{Encoding, Failure, Input};
use kawara::{Document, is_blank};

use crate::Chars;

/// Documents at hand, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    sources: Vec<Source>,
    by_id: BTreeMap<String, usize>,
}

/// One document of a [`Corpus`].
#[derive(Clone, Debug)]
pub struct Source {
    document: Document,
    chars: Chars,
}

impl Corpus {
    /// Reads every input. What cannot be read, and a second document with an id, is handed to `failed`.
    ///
    /// ```
    /// use kawara::{Document, input::{Encoding, Input}};
    /// use kawara_evidence::Corpus;
    ///
    /// let inputs = [Input::Document(Box::new(Document::new("a", "One sentence.")))];
    /// let corpus = Corpus::read(inputs, Encoding::UTF_8, |failure| panic!("{failure}"));
    /// assert_eq!(corpus.find("a"), Some(0));
    /// ```
    pub fn read(
        inputs: impl IntoIterator<Item = Input>,
        encoding: Encoding,
        mut failed: impl FnMut(Failure),
    ) -> Self {
        let mut corpus = Self::default();
        for input in inputs {
            match input.document(encoding) {
                Ok(document) if corpus.by_id.contains_key(document.id()) => {
                    failed(Failure::new(document.id(), "a document before has this id too"));
                }
                Ok(document) => corpus.push(document),
                Err(failure) => failed(failure),
            }
        }
        corpus
    }

    fn push(&mut self, document: Document) {
        self.by_id.insert(document.id().to_owned(), self.sources.len());
        self.sources.push(Source { chars: Chars::of(document.text()), document });
    }

    /// The documents.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Where the document with an id stands among [`sources`](Self::sources).
    pub fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// A document by its place; `None` past the last.
    pub fn get(&self, nth: usize) -> Option<&Source> {
        self.sources.get(nth)
    }
}

impl Source {
    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Its id.
    pub fn id(&self) -> &str {
        self.document.id()
    }

    /// Its text, as given.
    pub fn text(&self) -> &str {
        self.document.text()
    }

    /// Its characters.
    pub fn chars(&self) -> &Chars {
        &self.chars
    }

    /// The text of a range of characters; empty where that is none.
    pub fn slice(&self, chars: Range<usize>) -> &str {
        let bytes = self.chars.bytes(self.text(), chars);
        bytes.and_then(|bytes| self.text().get(bytes)).unwrap_or_default()
    }

    /// A range of characters without the blanks at its ends; as it is where all of it is blank.
    pub(crate) fn trimmed(&self, chars: &Range<usize>) -> Range<usize> {
        let text = self.slice(chars.clone());
        let before = text.chars().take_while(|c| is_blank(*c)).count();
        let behind = text.chars().rev().take_while(|c| is_blank(*c)).count();
        if before == chars.len() { chars.clone() } else { chars.start + before..chars.end - behind }
    }
}

use std::ops::Range;

use kawara::Document;
use kawara::input::{Encoding, Input};

use crate::{Corpus, Laid, LaidDocument, Passage, Piece, Question};

pub(crate) fn corpus(texts: &[&str]) -> Corpus {
    let documents = texts.iter().enumerate();
    let inputs =
        documents.map(|(nth, text)| Input::Document(Box::new(Document::new(format!("d{nth}"), *text))));
    Corpus::read(inputs, Encoding::UTF_8, |failure| panic!("{failure}"))
}

/// Chunks of these ranges, a token a character.
pub(crate) fn laid(documents: &[&[Range<usize>]]) -> Laid {
    let mut laid = Laid::default();
    for (document, ranges) in documents.iter().enumerate() {
        let start = laid.pieces.len();
        laid.pieces.extend(ranges.iter().map(|chars| Piece {
            document,
            chars: chars.clone(),
            tokens: chars.len() as u32,
            units: 0..0,
            carried: 0,
        }));
        laid.documents.push(LaidDocument { pieces: start..laid.pieces.len(), ..LaidDocument::default() });
    }
    laid
}

pub(crate) fn question(text: &str, evidence: &[Range<usize>]) -> Question {
    let passages = evidence.iter().map(|chars| Passage { chars: chars.clone(), relevance: 1.0 });
    Question {
        id: "1".into(),
        document: 0,
        question: Some(text.into()),
        class: None,
        evidence: passages.collect(),
    }
}

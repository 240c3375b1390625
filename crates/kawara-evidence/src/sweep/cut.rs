//! A corpus laid at one point, as far as it has to be laid anew.

use std::ops::Range;

use kawara::input::{Encoding, Failure, Input};
use kawara::run::{RunOptions, run};
use kawara::{Chunks, Engine};

use super::group::Group;
use super::reach::Needs;
use super::store::Kept;
use crate::check::Room;
use crate::{Corpus, Laid, Result};

/// A corpus, laid.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    pub(super) laid: Laid,
    /// What each document is; `None` where it failed.
    pub(super) about: Vec<Option<Group>>,
    /// What its questions need.
    pub(super) needs: Vec<Needs>,
}

/// How far laying is.
pub(super) enum Laying {
    /// So many bytes are done.
    Done(u64),
    Failed(Failure),
}

/// Lays a corpus: documents that are kept as they would be laid are taken as they are, the others are chunked, in parallel, and kept.
pub(super) fn lay(
    engine: &Engine,
    corpus: &Corpus,
    options: RunOptions,
    hulls: &[Vec<Range<usize>>],
    kept: &mut Kept,
    tell: &mut dyn FnMut(Laying),
) -> Result<Cut> {
    let documents = corpus.sources().len();
    let missing: Vec<usize> = (0..documents).filter(|document| kept.get(*document).is_none()).collect();
    let sources = missing.iter().filter_map(|document| corpus.get(*document));
    let inputs: Vec<Input> =
        sources.map(|source| Input::Document(Box::new(source.document().clone()))).collect();
    let (mut cut, mut kept_so_far, mut next) = (Cut::default(), Ok(()), missing.into_iter());
    let options = RunOptions { encoding: Encoding::UTF_8, ..options };
    run(engine, inputs.into_iter(), options, |result, bytes| {
        let Some(document) = next.next() else { return false };
        cut.take_kept(corpus, kept, document, tell);
        match result {
            Ok(chunks) => {
                let hulls = hulls.get(document).map(Vec::as_slice).unwrap_or_default();
                kept_so_far = cut.lay(engine, corpus, chunks, hulls, kept);
            }
            Err(failure) => {
                tell(Laying::Failed(failure));
                cut.push(corpus, None, Needs::default());
            }
        }
        tell(Laying::Done(bytes));
        kept_so_far.is_ok()
    });
    kept_so_far?;
    cut.take_kept(corpus, kept, documents, tell);
    Ok(cut)
}

impl Cut {
    /// Takes what is kept, up to a document.
    fn take_kept(&mut self, corpus: &Corpus, kept: &Kept, end: usize, tell: &mut dyn FnMut(Laying)) {
        for document in self.about.len()..end {
            if let Some(kept) = kept.get(document) {
                self.about.push(Some(kept.group()));
                self.needs.push(kept.needs.clone());
                let (laid, pieces) = kept.laid(corpus, document);
                self.laid.push_laid(laid, pieces);
                tell(Laying::Done(corpus.get(document).map_or(0, |source| source.text().len() as u64)));
            }
        }
    }

    /// Takes a document that was chunked, and keeps it.
    fn lay(
        &mut self,
        engine: &Engine,
        corpus: &Corpus,
        chunks: Chunks,
        hulls: &[Range<usize>],
        kept: &mut Kept,
    ) -> Result<()> {
        let document = self.about.len();
        self.push(corpus, Some(chunks), Needs::default());
        let laid = self.laid.documents.get(document).and_then(|document| document.chunks.as_ref());
        let (Some(chunks), Some(source)) = (laid, corpus.get(document)) else { return Ok(()) };
        let needs = Needs::of(
            &Room::new(engine, corpus, &self.laid, &[], RunOptions::default()),
            source,
            document,
            chunks,
            hulls,
        )?;
        kept.put(engine, corpus, document, chunks, &needs)?;
        self.needs.pop();
        self.needs.push(needs);
        Ok(())
    }

    fn push(&mut self, corpus: &Corpus, chunks: Option<Chunks>, needs: Needs) {
        self.about.push(chunks.as_ref().map(Group::of));
        self.needs.push(needs);
        self.laid.push(corpus, chunks);
    }
}

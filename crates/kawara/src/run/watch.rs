//! Looking at each document before it is chunked.

use kawara_core::{Chunks, Document};

use crate::contextual::{Contexts, document_digest};
use crate::digest::Digest;
use crate::input::Failure;

/// Is asked of each document whether it has to be chunked.
pub(crate) trait Watch: Sync {
    /// What is known of a document once it was looked at.
    type Seen: Send;
    /// Whether the digests of long documents are to be taken.
    const TAKES_DIGESTS: bool;

    /// Looks at a document.
    fn look(&self, document: &Document, text: Text) -> Look<Self::Seen>;

    /// What is put before chunks, if anything is.
    fn contexts(&self) -> Option<&Contexts> {
        None
    }

    /// What contexts know a document by that was looked at; `None` where its text is yet to be read.
    fn digest(_: &Self::Seen) -> Option<Digest> {
        None
    }
}

/// What is known of a document's text when it is looked at.
#[derive(Clone, Copy)]
pub(crate) enum Text {
    /// It is there.
    AtHand,
    /// It was read once, and will be read again: its digest and its bytes.
    Known(Digest, u64),
    /// It is yet to be read.
    ToCome,
}

/// What becomes of a document that was looked at.
pub(crate) enum Look<S> {
    Skip(S),
    Chunk(S),
}

/// What happens in a run: for each document that it is skipped; or that it begins, then its chunks, in parts or at once, then that it
/// ends. Or at any of these points, that it fails.
pub(crate) enum Event<S> {
    Skipped(S),
    Begins(S),
    Chunks(Box<Chunks>),
    /// The digest and the bytes of its text, if it came in pieces and the watch takes them.
    Ends(Option<(Digest, u64)>),
    /// A document failed: the one that has begun, or one that has not.
    Failed(Failure),
    /// Something that may have been a document could not be read.
    Broken(Failure),
}

/// Looks at nothing.
pub(crate) struct Unwatched;

impl Watch for Unwatched {
    type Seen = ();
    const TAKES_DIGESTS: bool = false;

    fn look(&self, _: &Document, _: Text) -> Look<()> {
        Look::Chunk(())
    }
}

/// Puts contexts before chunks.
pub(super) struct Giving<'c>(pub(super) &'c Contexts);

impl Watch for Giving<'_> {
    type Seen = Option<Digest>;
    const TAKES_DIGESTS: bool = true;

    fn look(&self, document: &Document, text: Text) -> Look<Option<Digest>> {
        let text = match text {
            Text::AtHand => Some(Digest::of(document.text().as_bytes())),
            Text::Known(digest, _) => Some(digest),
            Text::ToCome => None,
        };
        Look::Chunk(text.map(|text| document_digest(text, document.title())))
    }

    fn contexts(&self) -> Option<&Contexts> {
        Some(self.0)
    }

    fn digest(seen: &Option<Digest>) -> Option<Digest> {
        *seen
    }
}

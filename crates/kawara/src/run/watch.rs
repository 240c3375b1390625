//! Looking at each document before it is chunked.

use kawara_core::{Chunks, Document};

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

use kawara_core::Embedder;

/// What is asked for vectors in requests, so that what one of them brought can be kept when the next one fails.
pub(crate) trait Ask: Embedder {
    /// Texts in a request, and bytes of them, unless one text alone is longer.
    fn batch(&self) -> (usize, usize);
}

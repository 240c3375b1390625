//! What became of contexts.

/// What became of contexts and of chunks.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Chunks that were given one.
    pub given: u64,
    /// Those of them whose context was made when their document was another: it is known by the chunk's id, and not by its key.
    pub earlier: u64,
    /// Chunks without one.
    pub without: u64,
    /// Contexts that were for no chunk, and did not give way to a later one.
    pub unmet: u64,
    /// Where the first of these stands.
    pub first_unmet: Option<String>,
}

impl Told {
    /// What is to be said of it, a sentence each.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        let chunks = |count: u64| if count == 1 { "chunk has" } else { "chunks have" };
        let without = (self.without > 0).then(|| {
            format!(
                "{} {} no context: make requests for what is missing with `kawara context requests --known`",
                self.without,
                chunks(self.without)
            )
        });
        let earlier = (self.earlier > 0).then(|| {
            format!(
                "{} {} a context that was made when the document was another; `kawara context requests --known` asks anew",
                self.earlier,
                chunks(self.earlier)
            )
        });
        let unmet = (self.unmet > 0).then(|| {
            let place = self.first_unmet.as_deref().unwrap_or_default();
            match self.unmet {
                1 => format!("1 context is for no chunk: {place}"),
                count => format!("{count} contexts are for no chunk; the first is {place}"),
            }
        });
        [without, earlier, unmet].into_iter().flatten()
    }
}

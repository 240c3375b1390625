use std::fmt;

/// How far down a ranking is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// The best so many chunks: `@5`.
    Chunks(usize),
    /// The best chunks as long as they fit together, as they are embedded, into so many tokens: `@1280t`. The first that does not fit is the
    /// end, even where a later one would.
    Tokens(u64),
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chunks(count) => write!(f, "{count}"),
            Self::Tokens(tokens) => write!(f, "{tokens}t"),
        }
    }
}

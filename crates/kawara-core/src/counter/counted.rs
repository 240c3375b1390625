/// What a counter says of one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The exact number of tokens, without special tokens.
    pub tokens: u32,
    /// How many of them the vocabulary does not know, where counting showed it.
    pub unknown: Option<u32>,
}

impl Counted {
    /// So many tokens; nothing was seen of unknown ones.
    pub const fn of(tokens: u32) -> Self {
        Self { tokens, unknown: None }
    }
}

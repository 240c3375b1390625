//! What a counter can be believed to answer that runs beyond the reach of this program's tests: a program, or a library.

/// The most tokens that a byte can be: one character may be normalised to eighteen.
pub const TOKENS_A_BYTE: u64 = 16;
/// The most special tokens that a model adds.
pub const MOST_SPECIALS: u32 = 4096;
/// The most tokens that a model takes.
pub const HIGHEST_LIMIT: u32 = 1 << 30;

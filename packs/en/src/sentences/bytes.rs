//! Which bytes matter to the scanner.

/// What a byte may be the start of. Most bytes are [`Byte::Other`] and are passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Byte {
    Other,
    /// `.`, `!`, `?`
    Stop,
    /// A quotation mark or a bracket.
    Pair,
    /// A line break.
    Break,
    /// What an emoticon or the scheme of a link may hang on.
    Colon,
    /// What lines are drawn with: `***`, `=====`.
    Rule,
    /// The first byte of a character outside ASCII that may matter.
    Wide,
}

/// The class of every byte.
pub(super) const BYTES: [Byte; 256] = classes();

const fn classes() -> [Byte; 256] {
    let mut table = [Byte::Other; 256];
    set(&mut table, b".!?", Byte::Stop);
    set(&mut table, b"\"'()[]{}", Byte::Pair);
    set(&mut table, b"\r\n", Byte::Break);
    set(&mut table, b":;", Byte::Colon);
    set(&mut table, b"*=_-~#", Byte::Rule);
    // Latin-1 signs, Greek, Armenian, Arabic, Indic, Myanmar to Ethiopic, punctuation, CJK marks, full-width forms.
    set(&mut table, &[0xc2, 0xcd, 0xd6, 0xd8, 0xdb, 0xe0, 0xe1, 0xe2, 0xe3, 0xef], Byte::Wide);
    table
}

const fn set(table: &mut [Byte; 256], bytes: &[u8], class: Byte) {
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = class;
        i += 1;
    }
}

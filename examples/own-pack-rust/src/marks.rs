//! The marks of a text, found in one pass.

/// A mark, by what it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `!` and `?`.
    End,
    /// `.`, which may also be part of a number, a name or an address.
    Stop,
    /// `…` and `...`.
    Ellipsis,
    Comma,
    Open(Pair),
    Close(Pair),
    /// A quotation mark that is the same on both sides.
    Straight(Pair),
}

/// What belongs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pair {
    Double,
    Single,
    StraightDouble,
    StraightSingle,
    Corner,
    WhiteCorner,
    Title,
    WideTitle,
    Round,
    Square,
    Black,
}

impl Pair {
    pub(crate) const COUNT: usize = Self::Black as usize + 1;

    /// Whether it holds an aside rather than words of somebody, or a title.
    pub(crate) fn is_aside(self) -> bool {
        matches!(self, Self::Round | Self::Square | Self::Black)
    }
}

/// A mark and where it stands, half-open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The index of the other mark of a pair.
    pub(crate) mate: Option<usize>,
}

/// Finds all marks of `text`.
pub(crate) fn scan(text: &str, marks: &mut Vec<Mark>) {
    marks.clear();
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let mut end = start + c.len_utf8();
        let dots = |c| matches!(c, '.' | '…' | '⋯');
        let kind = match c {
            // don't and Kim's: an apostrophe.
            '\'' if before.is_alphanumeric()
                && chars.peek().is_some_and(|(_, c)| c.is_ascii_alphanumeric()) =>
            {
                None
            }
            '.' | '…' | '⋯' => {
                let mut count = 1;
                while chars.next_if(|(_, next)| dots(*next)).is_some_and(|(at, c)| {
                    end = at + c.len_utf8();
                    true
                }) {
                    count += 1;
                }
                Some(if c == '.' && count == 1 { Kind::Stop } else { Kind::Ellipsis })
            }
            _ => kind(c),
        };
        before = c;
        marks.extend(kind.map(|kind| Mark { kind, start, end, mate: None }));
    }
}

fn kind(c: char) -> Option<Kind> {
    Some(match c {
        '!' | '?' | '！' | '？' | '‼' | '⁇' | '⁈' | '⁉' | '。' | '．' => Kind::End,
        ',' | ';' | '，' | '；' | '、' => Kind::Comma,
        '"' => Kind::Straight(Pair::StraightDouble),
        '\'' => Kind::Straight(Pair::StraightSingle),
        '“' => Kind::Open(Pair::Double),
        '”' => Kind::Close(Pair::Double),
        '‘' => Kind::Open(Pair::Single),
        '’' => Kind::Close(Pair::Single),
        '「' => Kind::Open(Pair::Corner),
        '」' => Kind::Close(Pair::Corner),
        '『' => Kind::Open(Pair::WhiteCorner),
        '』' => Kind::Close(Pair::WhiteCorner),
        '〈' => Kind::Open(Pair::Title),
        '〉' => Kind::Close(Pair::Title),
        '《' => Kind::Open(Pair::WideTitle),
        '》' => Kind::Close(Pair::WideTitle),
        '(' | '（' => Kind::Open(Pair::Round),
        ')' | '）' => Kind::Close(Pair::Round),
        '[' | '［' => Kind::Open(Pair::Square),
        ']' | '］' => Kind::Close(Pair::Square),
        '【' => Kind::Open(Pair::Black),
        '】' => Kind::Close(Pair::Black),
        _ => return None,
    })
}

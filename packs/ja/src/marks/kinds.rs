//! What punctuation marks are for.

/// What a mark is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `。` and its variants.
    Stop,
    /// `！` and `？` and their variants.
    Loud,
    /// ASCII `!` and `?`.
    Half,
    /// `.` and `．`: a full stop, a decimal point, part of a name.
    Dot,
    /// A run of `…`, `‥`, `・・・` or of two and more dots.
    Ellipsis,
    /// `、` and other commas.
    Comma,
    /// An emoji, `♪`, `ｗｗｗ` and the like: a run of them.
    Mood(Mood),
    /// An opening quotation mark or bracket.
    Open(Pair),
    /// A closing one.
    Close(Pair),
    /// A straight quotation mark of a family, which may be either.
    Straight(Pair),
    /// A run of `*`, `_` or `~~`, which in Markdown opens or closes emphasis.
    Emphasis,
    /// White space with a blank line in it.
    Blank,
}

impl Kind {
    /// Whether the mark ends sentences wherever it stands outside brackets.
    pub(crate) const fn is_terminator(self) -> bool {
        matches!(self, Self::Stop | Self::Loud | Self::Half)
    }
}

/// How surely a picture ends a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mood {
    /// 👉: points to what follows.
    Pointer,
    /// 〜: a long vowel, or from one to another.
    Drawl,
    /// 🍣: may stand for a word.
    Thing,
    /// ☆: may join the two halves of a name.
    Star,
    /// 😊 ♪ ｗｗｗ: how the writer feels about what was said.
    Feeling,
}

/// A family of paired marks; full and half width of one shape are the same family, because they get mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pair {
    Corner,
    WhiteCorner,
    Double,
    Single,
    Prime,
    Straight,
    StraightSingle,
    Round,
    Square,
    Brace,
    Lenticular,
    Angle,
    InnerAngle,
}

impl Pair {
    pub(crate) const COUNT: usize = 13;

    /// Whether the pair encloses what somebody said, wrote or called something.
    pub(crate) const fn is_quote(self) -> bool {
        matches!(
            self,
            Self::Corner
                | Self::WhiteCorner
                | Self::Double
                | Self::Single
                | Self::Prime
                | Self::Straight
                | Self::StraightSingle
        )
    }

    /// Whether the pair encloses a remark of the writer.
    pub(crate) const fn is_aside(self) -> bool {
        matches!(self, Self::Round | Self::Square | Self::Brace)
    }
}

/// What a character is for by itself; the one table of brackets, quotation marks and ends of sentences.
pub(crate) fn classify(c: char) -> Option<Kind> {
    Some(match c {
        '。' | '｡' | '︒' => Kind::Stop,
        '！' | '？' | '‼' | '⁇' | '⁈' | '⁉' | '︕' | '︖' | '❗' | '❓' | '❕' | '❔' => {
            Kind::Loud
        }
        '!' | '?' => Kind::Half,
        '、' | '，' | '､' | ',' | '﹐' | '﹑' => Kind::Comma,
        '"' | '＂' => Kind::Straight(Pair::Straight),
        '\'' | '＇' => Kind::Straight(Pair::StraightSingle),
        '「' | '｢' | '﹁' => Kind::Open(Pair::Corner),
        '」' | '｣' | '﹂' => Kind::Close(Pair::Corner),
        '『' | '﹃' => Kind::Open(Pair::WhiteCorner),
        '』' | '﹄' => Kind::Close(Pair::WhiteCorner),
        '“' => Kind::Open(Pair::Double),
        '”' => Kind::Close(Pair::Double),
        '‘' => Kind::Open(Pair::Single),
        '’' => Kind::Close(Pair::Single),
        '〝' => Kind::Open(Pair::Prime),
        '〞' | '〟' => Kind::Close(Pair::Prime),
        '（' | '(' | '︵' => Kind::Open(Pair::Round),
        '）' | ')' | '︶' => Kind::Close(Pair::Round),
        '〔' | '［' | '[' => Kind::Open(Pair::Square),
        '〕' | '］' | ']' => Kind::Close(Pair::Square),
        '｛' | '{' => Kind::Open(Pair::Brace),
        '｝' | '}' => Kind::Close(Pair::Brace),
        '【' | '〖' => Kind::Open(Pair::Lenticular),
        '】' | '〗' => Kind::Close(Pair::Lenticular),
        '《' => Kind::Open(Pair::Angle),
        '》' => Kind::Close(Pair::Angle),
        '〈' | '＜' => Kind::Open(Pair::InnerAngle),
        '〉' | '＞' => Kind::Close(Pair::InnerAngle),
        _ => return None,
    })
}

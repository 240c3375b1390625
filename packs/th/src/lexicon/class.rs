/// What a word does in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Class {
    /// Where a stretch ends or begins: what is read beyond it.
    Edge,
    Unknown,
    Number,
    Foreign,
    Punctuation,
    /// Opens a sentence: ดังนั้น, นอกจากนี้.
    Adverbial,
    Coordinator,
    Contrast,
    /// แล้ว, จึง, ก็: what follows from what was said, or an end.
    Then,
    Cause,
    Condition,
    When,
    Purpose,
    Outcome,
    Relative,
    That,
    Such,
    Preposition,
    By,
    Pronoun,
    Demonstrative,
    Quantifier,
    Auxiliary,
    Negation,
    Copula,
    Say,
    Verb,
    Adjective,
    Adverb,
    Particle,
    Question,
    Time,
    Month,
    Title,
    Office,
    Unit,
    /// การ and ความ, which make a noun of a verb.
    Nominal,
    Place,
    Person,
    Noun,
}

/// How many classes there are.
pub(crate) const COUNT: usize = Class::Noun as usize + 1;

impl Class {
    /// The class that the lexicon calls `name`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "adverbial" => Self::Adverbial,
            "coordinator" => Self::Coordinator,
            "contrast" => Self::Contrast,
            "then" => Self::Then,
            "cause" => Self::Cause,
            "condition" => Self::Condition,
            "when" => Self::When,
            "purpose" => Self::Purpose,
            "outcome" => Self::Outcome,
            "relative" => Self::Relative,
            "that" => Self::That,
            "such" => Self::Such,
            "preposition" => Self::Preposition,
            "by" => Self::By,
            "pronoun" => Self::Pronoun,
            "demonstrative" => Self::Demonstrative,
            "quantifier" => Self::Quantifier,
            "auxiliary" => Self::Auxiliary,
            "negation" => Self::Negation,
            "copula" => Self::Copula,
            "say" => Self::Say,
            "verb" => Self::Verb,
            "adjective" => Self::Adjective,
            "adverb" => Self::Adverb,
            "particle" => Self::Particle,
            "question" => Self::Question,
            "time" => Self::Time,
            "month" => Self::Month,
            "title" => Self::Title,
            "office" => Self::Office,
            "unit" => Self::Unit,
            "nominal" => Self::Nominal,
            "place" => Self::Place,
            "person" => Self::Person,
            "noun" => Self::Noun,
            _ => return None,
        })
    }

    /// Whether a clause may hang on such a word: it is a verb or stands before one.
    pub(crate) fn is_verbal(self) -> bool {
        matches!(self, Self::Auxiliary | Self::Negation | Self::Copula | Self::Say | Self::Verb)
    }

    /// Whether such words are few and stand between others: even a short one is hardly part of a longer word.
    pub(crate) fn is_function(self) -> bool {
        matches!(
            self,
            Self::Adverbial
                | Self::Coordinator
                | Self::Contrast
                | Self::Then
                | Self::Cause
                | Self::Condition
                | Self::When
                | Self::Purpose
                | Self::Outcome
                | Self::Relative
                | Self::That
                | Self::Such
                | Self::Preposition
                | Self::By
                | Self::Auxiliary
                | Self::Negation
                | Self::Copula
                | Self::Demonstrative
        )
    }
}

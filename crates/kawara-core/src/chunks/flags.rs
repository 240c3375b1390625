use std::fmt;

/// A compromise that was made for a chunk.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// A unit was cut below its grain, since it does not fit the budget; or a window is shorter than it was to be, for the same reason.
    ForcedSplit,
    /// One grapheme cluster alone is over the budget.
    OverBudget,
    /// Fewer units are carried than the policy wants: more did not fit, or the chunk before has no more. Of windows, less is repeated.
    CarryReduced,
    /// The heading path or the table's header was shortened or left out to fit.
    ContextReduced,
    /// The text was cut where a frame of a long document ends, inside of something that should be whole: it is longer than a frame.
    FrameSplit,
    /// A pack was at fault, and the Unicode rules stepped in: see [`OnFault`](crate::OnFault).
    PackFault,
    /// A context from outside was shortened or left out to fit: see [`Engine::add_contexts`](crate::Engine::add_contexts).
    OutsideReduced,
}

impl Flag {
    /// All flags, in the order in which they are written.
    pub const ALL: [Self; 7] = [
        Self::ForcedSplit,
        Self::OverBudget,
        Self::CarryReduced,
        Self::ContextReduced,
        Self::FrameSplit,
        Self::PackFault,
        Self::OutsideReduced,
    ];

    /// The word for it in the output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ForcedSplit => "forced_split",
            Self::OverBudget => "over_budget",
            Self::CarryReduced => "carry_reduced",
            Self::ContextReduced => "context_reduced",
            Self::FrameSplit => "frame_split",
            Self::PackFault => "pack_fault",
            Self::OutsideReduced => "outside_reduced",
        }
    }
}

/// The flags of one chunk.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags(u8);

impl Flags {
    pub(crate) fn with(self, flag: Flag, on: bool) -> Self {
        let bit = 1 << flag as u8;
        Self(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// Whether a flag is set.
    pub fn contains(self, flag: Flag) -> bool {
        self.0 >> flag as u8 & 1 == 1
    }

    /// Whether no compromise was made.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The flags that are set.
    pub fn iter(self) -> impl Iterator<Item = Flag> {
        Flag::ALL.into_iter().filter(move |flag| self.contains(*flag))
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Flag::as_str)).finish()
    }
}

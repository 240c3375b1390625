use super::{Row, Str, Strs};

/// `KAWARA_OPTION_BOOL`
pub const OPTION_BOOL: u32 = 1;
/// `KAWARA_OPTION_INT`
pub const OPTION_INT: u32 = 2;
/// `KAWARA_OPTION_STR`
pub const OPTION_STR: u32 = 3;
/// `KAWARA_OPTION_LIST`
pub const OPTION_LIST: u32 = 4;
/// `KAWARA_OPTION_PATH`
pub const OPTION_PATH: u32 = 5;
/// `KAWARA_OPTION_CHOICE`
pub const OPTION_CHOICE: u32 = 6;

/// `kawara_option_spec`: an option that a pack takes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The key.
    pub name: Str,
    /// One sentence.
    pub doc: Str,
    /// The words of a choice.
    pub choices: Strs,
    /// What it takes, as `OPTION_…`.
    pub kind: u32,
    /// Zero: a later field must not lie where earlier versions have nothing but padding.
    pub reserved: u32,
}

/// `kawara_option`: an option that was given.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct OptionValue {
    /// The key.
    pub name: Str,
    /// A text, path or choice.
    pub text: Str,
    /// A list of texts.
    pub list: Strs,
    /// A number; of a truth value 0 or 1.
    pub number: i64,
    /// What it is, as `OPTION_…`.
    pub kind: u32,
    /// Zero: a later field must not lie where earlier versions have nothing but padding.
    pub reserved: u32,
}

// SAFETY: texts, lists and numbers, each of which may be zero.
unsafe impl Row for OptionSpec {
    const FIRST_SIZE: usize = size_of::<Self>();
}
// SAFETY: as above.
unsafe impl Row for OptionValue {
    const FIRST_SIZE: usize = size_of::<Self>();
}

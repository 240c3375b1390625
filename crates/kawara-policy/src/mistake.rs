//! Mistakes as plain data.

use std::fmt;

use kawara_core::{Error, ErrorKind};

use crate::source::Place;

/// Whether a policy with this mistake is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The policy is refused.
    Error,
    /// The policy works, but probably not as meant.
    Warning,
    /// The policy works; this is good to know.
    Note,
}

impl Label {
    /// A label.
    pub fn new(place: Place, text: impl Into<String>) -> Self {
        Self { place, text: text.into() }
    }
}

impl Severity {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }

    /// What stands before a message that is no error.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Error => "",
            Self::Warning => "warning: ",
            Self::Note => "note: ",
        }
    }
}

/// One mistake in a policy: what is wrong, where, and what to do about it.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Mistake {
    /// A name for programs, such as `policy::unknown_key`.
    pub code: &'static str,
    /// Whether the policy is refused.
    pub severity: Severity,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What is to be seen at the place; may be empty.
    pub label: String,
    /// Other places that have to do with it.
    pub also: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A place and what is to be seen there.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What is to be seen; may be empty.
    pub text: String,
}

/// Whoever checks a policy further, such as against a corpus, says so in the same form:
///
/// ```
/// use kawara_policy::{Mistake, Place};
///
/// let place = Place::of_file("kawara.toml");
/// let mistake = Mistake::warning("corpus::no_pack", place, "no pack segments Korean").help("mind the sizes of its chunks");
/// assert_eq!(mistake.to_string(), "\
/// kawara.toml: warning: no pack segments Korean [corpus::no_pack]
///   help: mind the sizes of its chunks");
/// ```
impl Mistake {
    /// Something for which a policy is refused.
    pub fn error(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            place,
            label: String::new(),
            also: Vec::new(),
            help: None,
        }
    }

    /// Something that works, but probably not as meant.
    pub fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, place, message) }
    }

    /// Something that is good to know.
    pub fn note(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, place, message) }
    }

    /// The same, with what is to be seen at its place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Labelled with what may have been meant, if anything.
    pub(crate) fn suggesting(self, known: Option<&str>) -> Self {
        match known {
            Some(known) => self.label(format!("did you mean `{known}`?")),
            None => self,
        }
    }

    /// The same, with another place and what is to be seen there.
    #[must_use]
    pub fn also(mut self, place: Place, text: impl Into<String>) -> Self {
        self.also.push(Label { place, text: text.into() });
        self
    }

    /// The same, with what to do about it; nothing, if that is empty.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into()).filter(|text| !text.is_empty());
        self
    }

    fn is_same(&self, other: &Self) -> bool {
        self.code == other.code
            && self.place.same_file(&other.place)
            && self.place.span() == other.place.span()
    }
}

/// The short form, a line for each thing there is to say: `FILE:LINE:COLUMN: message [code]`, then what is to be seen there, the other
/// places, and the help. Whoever has a terminal at hand draws the same data.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{} [{}]", self.place, self.severity.prefix(), self.message, self.code)?;
        if !self.label.is_empty() {
            write!(f, "\n  {}", self.label)?;
        }
        for Label { place, text } in &self.also {
            let gap = if text.is_empty() { "" } else { ": " };
            write!(f, "\n  {place}{gap}{text}")?;
        }
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

/// All mistakes of a policy that was refused, warnings included: file by file, from top to bottom.
///
/// ```
/// use kawara_policy::Policy;
///
/// let mistakes = Policy::from_str("policy = 1\n[budget]\nmax-token = 0\nmin-tokens = -1\n", "kawara.toml", "").unwrap_err();
/// let found: Vec<_> = mistakes.iter().map(|mistake| (mistake.code, mistake.place.line(), mistake.place.column())).collect();
/// assert_eq!(found, [("policy::unknown_key", 3, 1), ("policy::out_of_range", 4, 14)]);
/// ```
#[derive(Clone)]
pub struct Mistakes {
    list: Vec<Mistake>,
    more: usize,
}

impl Mistakes {
    /// The mistakes. At most a hundred are kept.
    pub fn iter(&self) -> std::slice::Iter<'_, Mistake> {
        self.list.iter()
    }

    /// How many mistakes were found besides those that were kept.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl<'a> IntoIterator for &'a Mistakes {
    type Item = &'a Mistake;
    type IntoIter = std::slice::Iter<'a, Mistake>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Every mistake in its short form, with a blank line between two.
impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, mistake) in self.list.iter().enumerate() {
            let gap = if nth == 0 { "" } else { "\n\n" };
            write!(f, "{gap}{mistake}")?;
        }
        match self.more {
            0 => Ok(()),
            1 => f.write_str("\n\nand one more mistake"),
            more => write!(f, "\n\nand {more} more mistakes"),
        }
    }
}

impl fmt::Debug for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Mistakes {}

impl From<Mistakes> for Error {
    fn from(mistakes: Mistakes) -> Self {
        Error::caused_by(ErrorKind::Settings, mistakes.to_string(), mistakes)
    }
}

/// Collects mistakes while a policy is read.
#[derive(Debug, Default)]
pub(crate) struct Report {
    errors: Vec<Mistake>,
    remarks: Remarks,
    more: usize,
}

/// What is said of a policy that is not refused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remarks {
    pub(crate) warnings: Vec<Mistake>,
    pub(crate) notes: Vec<Mistake>,
}

/// Errors, warnings and notes that are kept, each; a file that is no policy at all has thousands.
const KEPT: usize = 50;

impl Report {
    /// A report that begins with what was said before.
    pub(crate) fn with(remarks: Remarks) -> Self {
        Self { remarks, ..Self::default() }
    }

    pub(crate) fn add(&mut self, mistake: Mistake) {
        let list = match mistake.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.remarks.warnings,
            Severity::Note => &mut self.remarks.notes,
        };
        if list.iter().any(|known| known.is_same(&mistake)) {
            return;
        }
        if list.len() < KEPT {
            list.push(mistake);
        } else if mistake.severity == Severity::Error {
            self.more += 1;
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    pub(crate) fn remarks(&self) -> &Remarks {
        &self.remarks
    }

    /// Warnings and notes; or errors and warnings, when there are errors.
    pub(crate) fn finish(self) -> Result<Remarks, Mistakes> {
        let Remarks { warnings, notes } = self.remarks;
        if self.errors.is_empty() {
            return Ok(Remarks { warnings: in_order(warnings), notes: in_order(notes) });
        }
        let list = self.errors.into_iter().chain(warnings).collect();
        Err(Mistakes { list: in_order(list), more: self.more })
    }
}

/// Files in the order in which they first occur, the mistakes of each from top to bottom.
fn in_order(mut list: Vec<Mistake>) -> Vec<Mistake> {
    let mut files: Vec<Place> = Vec::new();
    for mistake in &list {
        if !files.iter().any(|file| file.same_file(&mistake.place)) {
            files.push(mistake.place.clone());
        }
    }
    list.sort_by_key(|mistake| {
        let file = files.iter().position(|file| file.same_file(&mistake.place));
        (file, mistake.place.span().start, mistake.place.span().end)
    });
    list
}

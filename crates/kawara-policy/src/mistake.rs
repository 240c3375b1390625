//! Mistakes as plain data.

use std::collections::{BTreeMap, BTreeSet};
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

/// All mistakes of a policy that was refused, warnings included: file by file in the order in which they were read, the policy itself
/// first, and from top to bottom.
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
    /// The mistakes. At most a hundred are kept, those that come first.
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
    errors: Kept,
    warnings: Kept,
    notes: Kept,
    files: Files,
    /// Keys and tables outside of `[[match]]` with a value that could not be read.
    pub(crate) unread: BTreeSet<String>,
}

/// What is said of a policy that is not refused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remarks {
    pub(crate) warnings: Vec<Mistake>,
    pub(crate) notes: Vec<Mistake>,
}

/// Errors, warnings and notes that are kept, each; a file that is no policy at all has thousands.
const KEPT: usize = 50;

/// Where a mistake stands among the others: its file, its bytes, and what it is. Two that have all of that in common are one.
type Position = (usize, usize, usize, &'static str);

/// The first mistakes by their position, and how many there are.
#[derive(Debug, Default)]
struct Kept {
    known: BTreeSet<Position>,
    first: BTreeMap<Position, Mistake>,
}

impl Kept {
    fn add(&mut self, position: Position, mistake: Mistake) {
        if self.known.insert(position) {
            self.first.insert(position, mistake);
        }
        if self.first.len() > KEPT {
            self.first.pop_last();
        }
    }
}

/// The files that were read, each with its rank among them.
#[derive(Debug, Default)]
struct Files(Vec<(Place, usize)>);

/// The rank of the first file that comes after what was asked for.
const LATE: usize = 1 << 20;

impl Files {
    fn rank(&mut self, place: &Place, is_late: bool) -> usize {
        if let Some((_, rank)) = self.0.iter().find(|(file, _)| file.same_file(place)) {
            return *rank;
        }
        let rank = self.0.len() + if is_late { LATE } else { 0 };
        self.0.push((place.clone(), rank));
        rank
    }
}

impl Report {
    /// A report that begins with what was said before, to be told after what is said of new files.
    pub(crate) fn with(remarks: Remarks) -> Self {
        let mut report = Self::default();
        for mistake in remarks.warnings.into_iter().chain(remarks.notes) {
            report.reading(&mistake.place, true);
            report.add(mistake);
        }
        report
    }

    /// A file is about to be read: its mistakes come after those of the files before. Those of a late one, which lies beneath what
    /// was asked for, come last.
    pub(crate) fn reading(&mut self, file: &Place, is_late: bool) {
        self.files.rank(file, is_late);
    }

    pub(crate) fn add(&mut self, mistake: Mistake) {
        let span = mistake.place.span();
        let position = (self.files.rank(&mistake.place, false), span.start, span.end, mistake.code);
        let kept = match mistake.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notes,
        };
        kept.add(position, mistake);
    }

    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.first.is_empty()
    }

    /// How many errors there are.
    pub(crate) fn errors(&self) -> usize {
        self.errors.known.len()
    }

    pub(crate) fn remarks(&self) -> Remarks {
        let all = |kept: &Kept| kept.first.values().cloned().collect();
        Remarks { warnings: all(&self.warnings), notes: all(&self.notes) }
    }

    /// Warnings and notes; or errors and warnings, when there are errors. Files in the order in which they were read, the mistakes of each
    /// from top to bottom.
    pub(crate) fn finish(self) -> Result<Remarks, Mistakes> {
        let remarks = self.remarks();
        if !self.has_errors() {
            return Ok(remarks);
        }
        let more = self.errors.known.len() - self.errors.first.len();
        let mut all: Vec<_> = self.errors.first.into_iter().chain(self.warnings.first).collect();
        all.sort_by_key(|(position, _)| *position);
        Err(Mistakes { list: all.into_iter().map(|(_, mistake)| mistake).collect(), more })
    }
}

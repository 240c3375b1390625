//! Texts that settings come from, and places in them.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A text that settings come from: a file, a built-in policy, or an argument.
pub(crate) struct Source {
    name: String,
    /// `None` when it could not be read.
    text: Option<String>,
    /// Where each line begins, in bytes.
    lines: Vec<usize>,
    /// What paths in it are relative to, where that is not the current directory.
    dir: Option<PathBuf>,
}

impl Source {
    pub(crate) fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let text = text.into();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Arc::new(Self { name: name.into(), text: Some(text), lines, dir: None })
    }

    /// The same text, in a file of a directory.
    pub(crate) fn in_dir(mut self: Arc<Self>, dir: &Path) -> Arc<Self> {
        if let Some(source) = Arc::get_mut(&mut self) {
            source.dir = Some(dir.to_owned());
        }
        self
    }

    /// A file that is known by its name only.
    pub(crate) fn unread(name: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: None, lines: vec![0], dir: None })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Index of the line that byte `at` is on.
    fn line_of(&self, at: usize) -> usize {
        self.lines.partition_point(|&start| start <= at).saturating_sub(1)
    }

    /// The half-open bytes of a line, without its end.
    fn line_range(&self, line: usize) -> Range<usize> {
        let start = self.lines.get(line).copied().unwrap_or(0);
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text().len());
        let text = self.text().get(start..end).unwrap_or_default();
        start..start + text.trim_end_matches(['\n', '\r']).len()
    }
}

/// A place in a policy: a file and a range of its bytes.
#[derive(Clone)]
pub struct Place {
    source: Arc<Source>,
    span: Range<usize>,
}

impl Place {
    /// The span is moved to character boundaries, so that quoting it cannot fail.
    pub(crate) fn new(source: &Arc<Source>, span: Range<usize>) -> Self {
        let text = source.text();
        let start = text.floor_char_boundary(span.start);
        let end = text.ceil_char_boundary(span.end.max(start));
        Self { source: Arc::clone(source), span: start..end }
    }

    /// The whole of a file, or its beginning where a mistake has no place of its own.
    pub(crate) fn start(source: &Arc<Source>) -> Self {
        Self::new(source, 0..0)
    }

    /// A file as a whole, of which only the name is known.
    pub fn of_file(name: impl Into<String>) -> Self {
        Self::start(&Source::unread(name))
    }

    /// A part of the same text.
    pub(crate) fn part(&self, span: Range<usize>) -> Self {
        Self::new(&self.source, span)
    }

    /// What paths written here are relative to, where that is not the current directory.
    pub(crate) fn dir(&self) -> Option<&Path> {
        self.source.dir.as_deref()
    }

    /// Where the file lies; `None` of what is no file in a directory, such as a built-in policy.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        Some(self.dir()?.join(Path::new(self.file()).file_name()?))
    }

    /// The file's name as it was given: a path, `kawara:docs`, or `--set`.
    pub fn file(&self) -> &str {
        self.source.name()
    }

    /// The half-open bytes of [`Place::text`].
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The line on which the span starts, counted from 1; 0 when the file could not be read.
    pub fn line(&self) -> usize {
        if self.is_read() { self.source.line_of(self.span.start) + 1 } else { 0 }
    }

    /// The column at which the span starts: characters, counted from 1, without a byte order mark; 0 when the file could not
    /// be read.
    pub fn column(&self) -> usize {
        if !self.is_read() {
            return 0;
        }
        let before = self.before();
        before.strip_prefix('\u{feff}').unwrap_or(before).chars().count() + 1
    }

    /// The whole text of the file.
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// What stands before the span on its line.
    fn before(&self) -> &str {
        self.text().get(self.line_range().start..self.span.start).unwrap_or_default()
    }

    /// Whether a policy that comes with kawara says so, and nobody else.
    pub(crate) fn is_builtin(&self) -> bool {
        self.file().starts_with("kawara:")
    }

    /// Whether the file could be read: if not, there is a name and nothing else.
    pub fn is_read(&self) -> bool {
        self.source.text.is_some()
    }

    /// Whether both are places of one file.
    pub fn same_file(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }

    fn line_range(&self) -> Range<usize> {
        self.source.line_range(self.source.line_of(self.span.start))
    }
}

/// `FILE:LINE:COLUMN`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::render::printable(self.file()))?;
        if self.is_read() { write!(f, ":{}:{}", self.line(), self.column()) } else { Ok(()) }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({}..{})", self.span.start, self.span.end)
    }
}

//! A counter: a vocabulary and the pattern that splits text into pieces.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::Range;

use kawara_core::{Counter, CounterId, Error, ErrorKind, RangeCount, Result};

use crate::encode::{Workspace, count_piece, piece_starts};
use crate::index::Index;
use crate::scan::Pattern;
use crate::vocabulary::Vocabulary;

/// Counts by one encoding.
pub(crate) struct Encoding<P> {
    id: CounterId,
    vocabulary: &'static Vocabulary,
    pattern: PhantomData<fn() -> P>,
}

impl<P: Pattern> Encoding<P> {
    pub(crate) fn new(id: CounterId, vocabulary: &'static Vocabulary) -> Self {
        Self { id, vocabulary, pattern: PhantomData }
    }

    /// Runs `work` with what counting needs.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Tally<'_, P>) -> T) -> T {
        with_workspace(self.vocabulary, |space| {
            work(&mut Tally { vocabulary: self.vocabulary, space, pattern: self.pattern })
        })
    }
}

impl<P: Pattern> Counter for Encoding<P> {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn count(&self, text: &str) -> Result<u32> {
        measurable(text)?;
        Ok(self.with(|tally| tally.count(text.as_bytes())))
    }

    fn token_spans(&self, text: &str) -> Result<Option<Vec<Range<usize>>>> {
        measurable(text)?;
        let starts = self.with(|tally| tally.starts(text.as_bytes()));
        let ends = starts.iter().copied().skip(1).chain([text.len()]);
        Ok(Some(starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()))
    }

    fn index<'t>(&'t self, text: &'t str, cuts: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        measurable(text)?;
        Ok(Box::new(Index::new(self, text, cuts)))
    }
}

/// Refuses texts whose bytes, and so whose tokens, may not fit into the numbers used here.
pub(crate) fn measurable(text: &str) -> Result<()> {
    if u32::try_from(text.len()).is_ok() {
        return Ok(());
    }
    let message =
        format!("a text of {} bytes is too long to count; split it into parts below 4 GiB", text.len());
    Err(Error::new(ErrorKind::Count, message))
}

/// Where the tokens of a text stand, by their lengths in bytes, which come in its order; `None` unless they tile it.
#[cfg(any(feature = "reference", feature = "others", feature = "restricted"))]
pub(crate) fn spans(text: &str, lengths: impl Iterator<Item = Option<usize>>) -> Option<Vec<Range<usize>>> {
    let mut at = 0;
    let spans: Vec<Range<usize>> = lengths
        .map(|length| {
            let start = at;
            at += length?;
            Some(start..at)
        })
        .collect::<Option<_>>()?;
    (at == text.len()).then_some(spans)
}

/// A vocabulary, a pattern, and memory to count with.
pub(crate) struct Tally<'a, P> {
    vocabulary: &'a Vocabulary,
    space: &'a mut Workspace,
    pattern: PhantomData<fn() -> P>,
}

impl<P: Pattern> Tally<'_, P> {
    /// The end of the piece of `text` that begins at `start`, and its tokens.
    #[inline]
    pub(crate) fn piece(&mut self, text: &[u8], start: usize) -> (usize, u32) {
        let end = P::piece_end(text, start);
        (end, count_piece(self.vocabulary, self.space, text, start, end))
    }

    /// The tokens of `text[start..end]` if it were one piece.
    pub(crate) fn count_as_piece(&mut self, text: &[u8], start: usize, end: usize) -> u32 {
        count_piece(self.vocabulary, self.space, text, start, end)
    }

    /// Where each token of a text begins: they tile it.
    fn starts(&mut self, text: &[u8]) -> Vec<usize> {
        let (mut at, mut starts) = (0, Vec::with_capacity(text.len() / 4));
        while at < text.len() {
            let end = P::piece_end(text, at);
            piece_starts(self.vocabulary, self.space, text, at, end, &mut starts);
            at = end;
        }
        starts
    }

    /// The tokens of a text.
    pub(crate) fn count(&mut self, text: &[u8]) -> u32 {
        let (mut at, mut tokens) = (0, 0);
        while at < text.len() {
            let (end, count) = self.piece(text, at);
            tokens += count;
            at = end;
        }
        tokens
    }
}

thread_local! {
    /// The workspaces of this thread, with the vocabularies they belong to. Threads share nothing, so none waits for another.
    static WORKSPACES: RefCell<Vec<(&'static Vocabulary, Box<Workspace>)>> = const { RefCell::new(Vec::new()) };
}

/// Runs `work` with this thread's workspace for a vocabulary.
fn with_workspace<T>(vocabulary: &'static Vocabulary, work: impl FnOnce(&mut Workspace) -> T) -> T {
    // It is taken out while in use. A thread that is being torn down has none left and makes do with a new one.
    let taken = WORKSPACES.try_with(|spaces| {
        let mut spaces = spaces.try_borrow_mut().ok()?;
        let at = spaces.iter().position(|(owner, _)| std::ptr::eq(*owner, vocabulary))?;
        Some(spaces.swap_remove(at).1)
    });
    let mut space = taken.ok().flatten().unwrap_or_else(|| Box::new(Workspace::new()));
    let result = work(&mut space);
    let _ = WORKSPACES
        .try_with(|spaces| spaces.try_borrow_mut().map(|mut spaces| spaces.push((vocabulary, space))));
    result
}

//! What lays chunks: the planner, or the windows and splitters that people come from, to be compared with it.

use std::fmt;

use super::{Stability, TilingSettings};
use crate::{Error, ErrorKind, Result};

/// What lays the chunks of a document.
///
/// All but the first are what other chunkers do, here under the promises that can be kept beside it: nothing is lost, no chunk lies
/// inside another, none is over the budget, no character is torn, tokens are exact. They cut sentences as those do, and see neither paragraphs nor
/// sections: a document is one text to them. Only where a unit is a [record](crate::UnitKind::Record), each record is a text of its own,
/// as loaders hand records to a splitter one by one.
///
/// The context of a chunk is put before it and counted as ever, that of the first text in it that is new.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Document, Engine, Registry, Settings, Strategy, WindowOverlap};
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "chars".into();
/// settings.tiling.strategy = Strategy::TokenWindow;
/// settings.tiling.window = Some(16);
/// settings.tiling.window_overlap = WindowOverlap::Count(6);
/// let engine = Engine::new(Registry::collect(&[])?, Arc::new(settings));
///
/// let chunks = engine.chunk(&Document::new("pump", "The pump stopped. Nobody noticed."))?;
/// let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text()).collect();
/// assert_eq!(texts, ["The pump stopped", "topped. Nobody n", "body noticed."]);
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Whole units under the budget, with a carry of whole units.
    #[default]
    Units,
    /// Windows of so many tokens, each beginning so many before the end of the former. A border inside a grapheme cluster is moved to
    /// the cluster's start.
    TokenWindow,
    /// Windows of so many words, as the pack of the text's language finds them.
    WordWindow,
    /// Windows of so many sentences. A heading, a row, a block of code counts as one.
    SentenceWindow,
    /// Split at the first [separator](TilingSettings::separators) that occurs, what is too long at the next, and pieces joined again up to so many
    /// tokens. What is repeated are whole pieces.
    Recursive,
}

impl Strategy {
    /// Every strategy, the default first.
    pub const ALL: [Self; 5] =
        [Self::Units, Self::TokenWindow, Self::WordWindow, Self::SentenceWindow, Self::Recursive];

    /// The word that policies use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::TokenWindow => "token-window",
            Self::WordWindow => "word-window",
            Self::SentenceWindow => "sentence-window",
            Self::Recursive => "recursive",
        }
    }

    /// What a window and its overlap are counted in.
    pub const fn counts(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::TokenWindow | Self::Recursive => "tokens",
            Self::WordWindow => "words",
            Self::SentenceWindow => "sentences",
        }
    }
}

/// How much of a window the next one repeats, in what the strategy counts.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WindowOverlap {
    /// So many; fewer than a window has.
    Count(u32),
    /// This share of a window (0 to under 1), rounded down.
    Share(f64),
}

impl Default for WindowOverlap {
    fn default() -> Self {
        Self::Count(0)
    }
}

impl WindowOverlap {
    /// What it comes to in a window of `window`.
    ///
    /// ```
    /// use kawara_core::WindowOverlap;
    ///
    /// assert_eq!(WindowOverlap::Share(0.2).of(256), 51);
    /// assert_eq!(WindowOverlap::Count(40).of(256), 40);
    /// ```
    pub fn of(self, window: u32) -> u32 {
        match self {
            Self::Count(count) => count,
            // A share of a tenth comes out a hair's breadth under what it means.
            Self::Share(share) => {
                ((f64::from(window) * share + 1e-9).floor() as u32).min(window.saturating_sub(1))
            }
        }
    }

    /// Whether nothing is repeated, however long a window is.
    pub fn is_none(self) -> bool {
        match self {
            Self::Count(count) => count == 0,
            Self::Share(share) => share <= 0.0,
        }
    }
}

impl TilingSettings {
    /// The separators of [`Strategy::Recursive`] where none are named: paragraphs, lines, words, characters.
    pub const SEPARATORS: [&str; 4] = ["\n\n", "\n", " ", ""];

    /// Refuses windows that cannot be laid in chunks with room for `room` tokens of text.
    pub(crate) fn check(&self, room: u32) -> Result<()> {
        let refuse = |message: String| Err(Error::new(ErrorKind::Settings, message));
        if self.strategy == Strategy::Units {
            return Ok(());
        }
        let of = self.strategy.counts();
        if self.window == Some(0) {
            return refuse(format!("tiling.window is 0: a window has at least one of its {of}"));
        }
        if let WindowOverlap::Share(share) = self.window_overlap
            && !(0.0..1.0).contains(&share)
        {
            let message = format!(
                "tiling.window-overlap is {share} of a window: it must be at least 0 and less than 1"
            );
            return refuse(message);
        }
        if of == "tokens"
            && let Some(window) = self.window.filter(|window| *window > room)
        {
            return refuse(format!(
                "tiling.window = {window} tokens does not fit: a chunk has room for {room} tokens of text; lower it, raise \
                 budget.max-tokens, or leave it out to fill the budget"
            ));
        }
        let window = self.window.or((of == "tokens").then_some(room));
        if let (WindowOverlap::Count(overlap), Some(window)) = (self.window_overlap, window)
            && overlap >= window
        {
            return refuse(format!(
                "tiling.window-overlap = {overlap} {of} is not less than tiling.window = {window}: no window would get anywhere"
            ));
        }
        if self.strategy == Strategy::Recursive && self.separators.is_empty() {
            return refuse("tiling.separators is empty: a recursive splitter needs at least \"\", which stands for every character".into());
        }
        Ok(())
    }

    /// As far as it decides anything: two that agree in this lay the same chunks.
    pub(crate) fn in_effect(&self) -> Self {
        let mut it = self.clone();
        let default = Self::default();
        match it.strategy {
            Strategy::Units => it = Self { stability: it.stability, parents: it.parents, ..default },
            Strategy::Recursive => it.stability = default.stability,
            _ => (it.stability, it.separators) = (default.stability, default.separators),
        }
        it
    }
}

impl Default for TilingSettings {
    fn default() -> Self {
        Self {
            stability: Stability::default(),
            strategy: Strategy::default(),
            window: None,
            window_overlap: WindowOverlap::default(),
            separators: Self::SEPARATORS.map(str::to_owned).to_vec(),
            parents: Vec::new(),
        }
    }
}

/// Fingerprints are made of this, so what was there before strategies and passages were must read as it did.
impl fmt::Debug for TilingSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut it = f.debug_struct("TilingSettings");
        it.field("stability", &self.stability);
        let default = Self { stability: self.stability, parents: self.parents.clone(), ..Self::default() };
        if *self != default {
            it.field("strategy", &self.strategy)
                .field("window", &self.window)
                .field("window_overlap", &self.window_overlap)
                .field("separators", &self.separators);
        }
        if !self.parents.is_empty() {
            it.field("parents", &self.parents);
        }
        it.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    #[test]
    fn the_default_reads_as_before_there_were_strategies() {
        let shown = format!("{:?}", Settings::default());
        assert!(shown.contains("tiling: TilingSettings { stability: Balanced }, language: None"), "{shown}");
    }

    #[test]
    fn only_what_decides_something_is_in_effect() {
        let mut units = TilingSettings { window: Some(9), ..TilingSettings::default() };
        assert_eq!(units.in_effect(), TilingSettings::default());
        units.strategy = Strategy::WordWindow;
        units.separators.clear();
        units.stability = Stability::Size;
        let wanted =
            TilingSettings { strategy: Strategy::WordWindow, window: Some(9), ..TilingSettings::default() };
        assert_eq!(units.in_effect(), wanted);
    }

    #[test]
    fn shares_are_rounded_down_and_exact_where_they_are_whole() {
        for (share, window, overlap) in
            [(0.1, 10, 1), (0.1, 19, 1), (0.3, 10, 3), (0.29, 100, 29), (0.9, 1, 0)]
        {
            assert_eq!(WindowOverlap::Share(share).of(window), overlap, "{share} of {window}");
        }
    }

    #[test]
    fn windows_that_cannot_be_laid_are_refused_by_name() {
        let windows = |strategy, window, overlap| TilingSettings {
            strategy,
            window,
            window_overlap: overlap,
            ..TilingSettings::default()
        };
        use Strategy::{Recursive, SentenceWindow, TokenWindow, Units};
        use WindowOverlap::{Count, Share};
        for (settings, said) in [
            (
                windows(TokenWindow, Some(40), Count(40)),
                "window-overlap = 40 tokens is not less than tiling.window = 40",
            ),
            (windows(TokenWindow, None, Count(100)), "is not less than tiling.window = 100"),
            (windows(SentenceWindow, Some(1), Count(1)), "window-overlap = 1 sentences"),
            (windows(Recursive, Some(101), Count(0)), "room for 100 tokens"),
            (windows(Recursive, Some(0), Count(0)), "tiling.window is 0"),
            (windows(TokenWindow, None, Share(1.0)), "less than 1"),
            (windows(TokenWindow, None, Share(f64::NAN)), "less than 1"),
            (
                TilingSettings { separators: Vec::new(), ..windows(Recursive, None, Count(0)) },
                "tiling.separators is empty",
            ),
        ] {
            let refused = settings.check(100).unwrap_err().to_string();
            assert!(refused.contains(said), "{refused}");
        }
        for settings in [
            windows(Units, Some(0), Count(7)),
            windows(TokenWindow, Some(100), Count(99)),
            windows(SentenceWindow, None, Count(99)),
            windows(SentenceWindow, Some(1000), Share(0.9)),
        ] {
            settings.check(100).unwrap();
        }
    }
}

use kawara_core::{Counted, Error, ErrorKind, Result};
use unicode_segmentation::GraphemeCursor;

use crate::Gauge;

/// How a text fits a model.
///
/// ```
/// use kawara::{Gauge, guard::Fit};
///
/// let text = "The pump stopped. Nobody noticed it.";
/// let words = Gauge::open(&kawara::registry()?, "words")?.with_limit(4);
/// let fit = Fit::of(&words, text)?;
/// assert_eq!((fit.tokens, fit.lost_tokens()), (6, 2));
/// assert_eq!(&text[fit.kept..], "noticed it.");
///
/// // What is put before each text takes room too, unless it stands there already.
/// let words = words.with_prefix("passage: ");
/// assert_eq!(Fit::of(&words, text)?.tokens, 7);
/// assert_eq!(Fit::of(&words, "passage: The pump.")?.tokens, 3);
/// # Ok::<(), kawara::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// What the model is given: its special tokens, its prefix and the text.
    pub tokens: u32,
    /// The most tokens that it takes.
    pub limit: u32,
    /// How many bytes of the text it sees: all where the text fits, else the end of the last grapheme cluster before the limit.
    pub kept: usize,
    /// How many tokens stand for text that its vocabulary does not know; `None` where the counter does not tell.
    pub unknown: Option<u32>,
}

impl Fit {
    /// Holds a text against the limit of a gauge. A text that fits is counted once; of one that does not, O(log n) parts are.
    ///
    /// # Errors
    /// When the counter fails, or nobody said what the limit is.
    pub fn of(gauge: &Gauge, text: &str) -> Result<Self> {
        let limit = gauge.limit()?.ok_or_else(|| {
            let message = format!("nobody said how many tokens `{}` takes; give a limit", gauge.name());
            Error::new(ErrorKind::Settings, message)
        })?;
        let counter = gauge.counter();
        let input = Input::new(gauge, text);
        let Counted { tokens, unknown } = gauge.counted(input.all())?;
        let tokens = tokens.saturating_add(counter.specials());
        let kept = if tokens <= limit { text.len() } else { input.fitting(gauge, limit)? };
        Ok(Self { tokens, limit, kept, unknown })
    }

    /// Whether the model would not see all of the text.
    pub fn is_over(&self) -> bool {
        self.tokens > self.limit
    }

    /// How many tokens it would not see.
    pub fn lost_tokens(&self) -> u32 {
        self.tokens.saturating_sub(self.limit)
    }

    /// Which part of the text it would not see, from 0 to 1, in characters.
    pub fn lost_share(&self, text: &str) -> f64 {
        let lost = text.get(self.kept..).map_or(0, |lost| lost.chars().count());
        if lost == 0 { 0.0 } else { lost as f64 / text.chars().count() as f64 }
    }
}

/// A text behind the model's prefix.
struct Input<'t> {
    text: &'t str,
    /// Both, where there is a prefix and the text does not begin with it already.
    joined: Option<String>,
}

impl<'t> Input<'t> {
    fn new(gauge: &Gauge, text: &'t str) -> Self {
        let prefix = gauge.prefix();
        let joined = (!text.starts_with(prefix)).then(|| format!("{prefix}{text}"));
        Self { text, joined }
    }

    fn all(&self) -> &str {
        self.joined.as_deref().unwrap_or(self.text)
    }

    /// How many bytes of the text fit, given that not all do: by halves, since more text has more tokens but where a word is cut. A
    /// torn word may have more tokens than the whole one, so what lies just behind is tried too.
    fn fitting(&self, gauge: &Gauge, limit: u32) -> Result<usize> {
        let (all, counter) = (self.all(), gauge.counter());
        let fits_to = |end: usize| -> Result<bool> {
            Ok(counter.count(&all[..end])?.saturating_add(counter.specials()) <= limit)
        };
        let start = all.len() - self.text.len();
        let (mut fits, mut over) = (start, all.len());
        loop {
            let mut middle = all.floor_char_boundary(fits + (over - fits) / 2);
            if middle <= fits {
                middle = all.ceil_char_boundary(fits + 1);
            }
            if middle >= over {
                break;
            }
            if fits_to(middle)? {
                fits = middle;
            } else {
                over = middle;
            }
        }
        let mut best = fits;
        for (at, c) in all[fits..].char_indices().take(WORD) {
            let end = fits + at + c.len_utf8();
            if fits_to(end)? {
                best = end;
            }
        }
        Ok(cluster_border(self.text, best - start))
    }
}

/// Characters of a word that are tried behind a cut.
const WORD: usize = 24;

/// The last border of grapheme clusters at or before a byte.
fn cluster_border(text: &str, at: usize) -> usize {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(true) => at,
        _ => cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(counter: &str, limit: u32) -> Gauge {
        Gauge::open(&crate::registry().unwrap(), counter).unwrap().with_limit(limit)
    }

    #[test]
    fn a_word_that_is_one_token_is_not_torn() {
        let fit = Fit::of(&gauge("tiktoken:cl100k_base", 5), "one two three four five six seven").unwrap();
        assert_eq!(fit.kept, "one two three four five".len());
    }

    #[test]
    fn the_longest_part_that_fits_is_kept() {
        let text = "水泵停了。没有人注意到。";
        for limit in 0..text.chars().count() as u32 {
            let fit = Fit::of(&gauge("chars", limit), text).unwrap();
            assert_eq!(text[..fit.kept].chars().count(), limit as usize);
            assert_eq!(fit.lost_tokens(), fit.tokens - limit);
        }
        let whole = Fit::of(&gauge("chars", 12), text).unwrap();
        assert_eq!((whole.is_over(), whole.kept, whole.lost_share(text)), (false, text.len(), 0.0));
        assert_eq!(Fit::of(&gauge("chars", 9), text).unwrap().lost_share(text), 0.25);
    }

    #[test]
    fn clusters_are_not_torn() {
        let family = "👨‍👩‍👧";
        let text = format!("a{family}b");
        assert_eq!(Fit::of(&gauge("chars", 3), &text).unwrap().kept, 1);
        assert_eq!(Fit::of(&gauge("chars", 6), &text).unwrap().kept, 1 + family.len());
    }

    #[test]
    fn a_prefix_may_leave_no_room_at_all() {
        let fit = Fit::of(&gauge("chars", 5).with_prefix("passage: "), "水泵").unwrap();
        assert_eq!((fit.tokens, fit.kept, fit.lost_share("水泵")), (11, 0, 1.0));
        assert!(!Fit::of(&gauge("chars", 9).with_prefix("passage: "), "").unwrap().is_over());
    }

    #[test]
    fn a_long_text_is_cut_in_linear_time() {
        let text = "水".repeat(4 << 20);
        assert_eq!(Fit::of(&gauge("chars", 512), &text).unwrap().kept, 512 * 3);
    }

    #[test]
    fn without_a_limit_there_is_nothing_to_hold_against() {
        let open = Gauge::open(&crate::registry().unwrap(), "words").unwrap();
        assert!(Fit::of(&open, "text").unwrap_err().to_string().contains("`words`"));
    }
}

//! What windows of a fixed size with a fixed overlap come to: closed forms, so no text is needed.
//!
//! A window of *C* tokens that overlaps the one before by *O* moves on by *C* − *O*; the first window that reaches the end is the last, so
//! none lies wholly inside the one before. Of *N* tokens there are
//!
//! - 0 windows if *N* = 0, 1 if *N* ≤ *C*, else *n* = ⌈(*N* − *O*) / (*C* − *O*)⌉;
//! - *N* + (*n* − 1) · *O* stored tokens, since every window but the first repeats *O*;
//! - a redundancy of (*n* − 1) · *O* / *N*, for long texts *O* / (*C* − *O*);
//! - a storage factor of 1 + redundancy, for long texts 1 / (1 − *O* / *C*).
//!
//! A redundancy is not the share that overlaps: at 25 % of the window 33 % more is stored. Nothing of this holds for an overlap in units: how
//! many tokens those have is for the documents to say, so they are laid and counted.

use std::fmt;
use std::str::FromStr;

use crate::{Error, ErrorKind, Result};

/// A window of so many tokens that shares some with the one before.
///
/// ```
/// use kawara_evidence::windows::Window;
///
/// let window = Window::new(256, 64)?;
/// assert_eq!((window.count(50_000), window.stored(50_000)), (261, 66_640));
/// assert_eq!(format!("{:.1} %", window.redundancy(50_000) * 100.0), "33.3 %");
/// assert!(Window::new(256, 256).is_err(), "it would never move on");
/// # Ok::<(), kawara_evidence::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    size: u32,
    overlap: u32,
}

impl Window {
    /// A window of `size` tokens, `overlap` of which are those that the one before ends with.
    ///
    /// # Errors
    /// When the size is 0, or the overlap is as large as the window: it would never move on.
    pub fn new(size: u32, overlap: u32) -> Result<Self> {
        if size == 0 {
            return Err(refused("a window of 0 tokens holds nothing: give it a size from 1".into()));
        }
        if overlap >= size {
            return Err(refused(format!(
                "an overlap of {overlap} in a window of {size} tokens never moves on: it has to be smaller than the window"
            )));
        }
        Ok(Self { size, overlap })
    }

    /// A window whose overlap is a share of its size. A token is whole, so the share is rounded down: 10 % of 256 are 25 tokens.
    ///
    /// # Errors
    /// As [`Window::new`].
    ///
    /// ```
    /// use kawara_evidence::windows::Window;
    ///
    /// assert_eq!(Window::with_percent(256, 10)?.overlap(), 25);
    /// # Ok::<(), kawara_evidence::Error>(())
    /// ```
    pub fn with_percent(size: u32, percent: u32) -> Result<Self> {
        Self::with_share(size, percent, 100)
    }

    fn with_share(size: u32, part: u32, whole: u32) -> Result<Self> {
        let overlap = u64::from(size) * u64::from(part) / u64::from(whole);
        Self::new(size, u32::try_from(overlap).unwrap_or(u32::MAX))
    }

    /// Tokens of a window.
    pub fn size(self) -> u32 {
        self.size
    }

    /// Tokens that a window shares with the one before.
    pub fn overlap(self) -> u32 {
        self.overlap
    }

    /// How many windows a text of so many tokens has.
    pub fn count(self, tokens: u64) -> u64 {
        let (size, overlap) = (u64::from(self.size), u64::from(self.overlap));
        match tokens {
            0 => 0,
            _ if tokens <= size => 1,
            _ => (tokens - overlap).div_ceil(size - overlap),
        }
    }

    /// Tokens of all windows of a text of so many; `u64::MAX` where there are more.
    pub fn stored(self, tokens: u64) -> u64 {
        let repeated = self.count(tokens).saturating_sub(1).saturating_mul(self.overlap.into());
        tokens.saturating_add(repeated)
    }

    /// What is stored beside the text itself, as a share of it; 0 of an empty text.
    pub fn redundancy(self, tokens: u64) -> f64 {
        let repeated = self.count(tokens).saturating_sub(1) as f64 * f64::from(self.overlap);
        if tokens == 0 { 0.0 } else { repeated / tokens as f64 }
    }

    /// The redundancy that long texts come close to.
    ///
    /// ```
    /// use kawara_evidence::windows::Window;
    ///
    /// let window = Window::with_percent(400, 25)?;
    /// assert_eq!(format!("{:.3}", window.redundancy_of_long()), "0.333", "and not 0.25");
    /// assert_eq!(format!("{:.3}", window.storage_factor_of_long()), "1.333");
    /// # Ok::<(), kawara_evidence::Error>(())
    /// ```
    pub fn redundancy_of_long(self) -> f64 {
        f64::from(self.overlap) / f64::from(self.size - self.overlap)
    }

    /// Stored tokens for each token of the text; 1 of an empty text.
    pub fn storage_factor(self, tokens: u64) -> f64 {
        1.0 + self.redundancy(tokens)
    }

    /// The storage factor that long texts come close to.
    pub fn storage_factor_of_long(self) -> f64 {
        1.0 / (1.0 - f64::from(self.overlap) / f64::from(self.size))
    }
}

/// `256`, `256,51` or `256,20%`: the size, and the overlap in tokens or as a share of the size.
///
/// ```
/// use kawara_evidence::windows::Window;
///
/// assert_eq!("256,20%".parse::<Window>()?, Window::new(256, 51)?);
/// assert_eq!("512,12.5%".parse::<Window>()?, Window::new(512, 64)?);
/// assert_eq!("256".parse::<Window>()?, Window::new(256, 0)?);
/// # Ok::<(), kawara_evidence::Error>(())
/// ```
impl FromStr for Window {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (size, overlap) = text.split_once(',').unwrap_or((text, "0"));
        let wrong = |what: &str, said: &str| {
            refused(format!("{said:?} is no {what}: write a window as 256, 256,51 or 256,20%"))
        };
        let size = size.trim();
        let size: u32 = number(size).ok_or_else(|| wrong("number of tokens", size))?;
        let overlap = overlap.trim();
        match overlap.strip_suffix('%').map(str::trim_end) {
            None => Self::new(size, number(overlap).ok_or_else(|| wrong("number of tokens", overlap))?),
            Some(percent) => {
                let (part, whole) = share(percent).ok_or_else(|| wrong("percentage", overlap))?;
                Self::with_share(size, part, whole)
            }
        }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.size, self.overlap)
    }
}

/// A number in digits alone: no sign.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// A percentage as a fraction, so that nothing is lost to binary: `12.5` is 125 of 1,000.
fn share(percent: &str) -> Option<(u32, u32)> {
    let (whole, decimals) = percent.split_once('.').unwrap_or((percent, ""));
    let of = 100 * 10u32.checked_pow(u32::try_from(decimals.len()).ok()?)?.min(u32::MAX / 100);
    Some((number(&format!("{whole}{decimals}"))?, of)).filter(|_| decimals.len() <= 6)
}

fn refused(message: String) -> Error {
    Error::new(ErrorKind::Settings, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Windows as they are cut: each moves on until one reaches the end.
    fn cut(tokens: u64, size: u64, overlap: u64) -> Vec<std::ops::Range<u64>> {
        let mut windows = Vec::new();
        let mut start = 0;
        let mut goes_on = tokens > 0;
        while goes_on {
            windows.push(start..tokens.min(start + size));
            goes_on = start + size < tokens;
            start += size - overlap;
        }
        windows
    }

    #[test]
    fn closed_forms_are_what_is_cut() {
        for size in 1..30 {
            for overlap in 0..size {
                let window = Window::new(size, overlap).unwrap();
                for tokens in 0..200 {
                    let cut = cut(tokens, size.into(), overlap.into());
                    let stored: u64 = cut.iter().map(|range| range.end - range.start).sum();
                    let said = format!("{tokens} tokens at {window}");
                    assert_eq!(window.count(tokens), cut.len() as u64, "{said}");
                    assert_eq!(window.stored(tokens), stored, "{said}");
                    if tokens > 0 {
                        let factor = stored as f64 / tokens as f64;
                        assert!((window.storage_factor(tokens) - factor).abs() < 1e-12, "{said}");
                        assert!((window.redundancy(tokens) - (factor - 1.0)).abs() < 1e-12, "{said}");
                    }
                }
            }
        }
        assert_eq!(
            (Window::new(3, 1).unwrap().redundancy(0), Window::new(3, 1).unwrap().storage_factor(0)),
            (0.0, 1.0)
        );
    }

    #[test]
    fn the_numbers_that_are_misprinted() {
        let counts = [0, 10, 20, 50].map(|percent| Window::with_percent(256, percent).unwrap().count(50_000));
        assert_eq!(counts, [196, 217, 244, 390], "often printed as 195, 216, 244, 390");
        let exact = [0.0, 25.6, 51.2, 128.0]
            .map(|overlap: f64| ((50_000.0 - overlap) / (256.0 - overlap)).ceil() as u64);
        assert_eq!(counts, exact, "whether tokens are whole or not");
    }

    #[test]
    fn a_quarter_of_overlap_stores_a_third_more() {
        let window = Window::with_percent(256, 25).unwrap();
        assert!((window.redundancy_of_long() - 1.0 / 3.0).abs() < 1e-12);
        assert!((window.storage_factor_of_long() - 4.0 / 3.0).abs() < 1e-12);
        for tokens in [100_000, 1_000_000, 1_000_000_000] {
            assert!((window.redundancy(tokens) - window.redundancy_of_long()).abs() < 256.0 / tokens as f64);
        }
    }

    #[test]
    fn a_window_that_does_not_move_on_is_refused() {
        for (size, overlap) in [(0, 0), (1, 1), (256, 256), (256, 300)] {
            assert_eq!(
                Window::new(size, overlap).unwrap_err().kind(),
                ErrorKind::Settings,
                "{size},{overlap}"
            );
        }
        assert!(Window::with_percent(256, 100).is_err() && Window::with_percent(256, u32::MAX).is_err());
        assert!(Window::new(1, 0).is_ok() && Window::with_percent(u32::MAX, 99).is_ok());
        assert!(
            Window::new(256, 256)
                .unwrap_err()
                .to_string()
                .contains("an overlap of 256 in a window of 256 tokens")
        );
    }

    #[test]
    fn what_is_written_is_understood_or_refused() {
        let parsed = |text: &str| text.parse::<Window>().map(|window| (window.size, window.overlap)).ok();
        assert_eq!(parsed("256, 20 %"), Some((256, 51)));
        assert_eq!(parsed("1000,0.1%"), Some((1000, 1)));
        assert_eq!(parsed("300,33.333333%"), Some((300, 99)));
        assert_eq!(parsed("256,0%"), Some((256, 0)));
        for wrong in [
            "", ",", "256,", "256,%", "256,.%", "a", "-1", "+5", "256,-1", "256,+1", "256,100%", "256,256",
            "256,1.5", "256,1e1%", "256,10%%",
        ] {
            assert_eq!(parsed(wrong), None, "{wrong:?}");
        }
        assert_eq!(parsed("256,1.0000000%"), None, "more decimals than matter");
        let message = "256,20percent".parse::<Window>().unwrap_err().to_string();
        assert_eq!(message, "\"20percent\" is no number of tokens: write a window as 256, 256,51 or 256,20%");
    }

    #[test]
    fn what_is_too_large_stays_large() {
        let window = Window::new(u32::MAX, u32::MAX - 1).unwrap();
        assert_eq!(window.stored(u64::MAX), u64::MAX);
        assert!(window.redundancy(u64::MAX) > 1e9);
    }
}

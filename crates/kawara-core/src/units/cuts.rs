use crate::{Error, ErrorKind, Result};

/// The gate: the only way to report a cut is to push it here, where it is checked.
///
/// Cuts strictly increase, lie on character boundaries and do not pass the end of the text. When a segmenter is done, the
/// last cut must be the end of the text.
///
/// ```
/// use kawara_core::Cuts;
///
/// let mut cuts = Cuts::new("あ。い");
/// cuts.push(6)?;
/// assert!(cuts.push(6).is_err(), "does not increase");
/// assert!(cuts.push(7).is_err(), "inside a character");
/// cuts.push(9)?;
/// assert_eq!(cuts.finish()?, [6, 9]);
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Cuts<'t> {
    text: &'t str,
    at: Vec<usize>,
}

impl<'t> Cuts<'t> {
    /// No cuts of `text` yet.
    pub fn new(text: &'t str) -> Self {
        Self { text, at: Vec::new() }
    }

    /// Like [`Cuts::new`], into memory that was used before.
    pub(crate) fn reuse(text: &'t str, mut at: Vec<usize>) -> Self {
        at.clear();
        Self { text, at }
    }

    /// Reports that a piece ends at byte `at`, half-open.
    ///
    /// # Errors
    /// [`ErrorKind::Gate`] when the cut does not increase, lies inside a character or past the end.
    pub fn push(&mut self, at: usize) -> Result<()> {
        let last = self.last();
        if at > last && self.text.is_char_boundary(at) {
            self.at.push(at);
            return Ok(());
        }
        let fault = if at > self.text.len() {
            format!("cut {at} is past the end of a text of {} bytes", self.text.len())
        } else if at <= last {
            format!("cut {at} does not come after cut {last}")
        } else {
            format!("cut {at} is inside a character")
        };
        Err(Error::new(ErrorKind::Gate, fault).at_byte(at))
    }

    /// The last cut so far, or 0.
    pub fn last(&self) -> usize {
        self.at.last().copied().unwrap_or(0)
    }

    /// The cuts so far.
    pub fn as_slice(&self) -> &[usize] {
        &self.at
    }

    /// The cuts, once they cover the text.
    ///
    /// # Errors
    /// [`ErrorKind::Gate`] when the last cut is not the end of the text.
    pub fn finish(self) -> Result<Vec<usize>> {
        if self.last() == self.text.len() {
            return Ok(self.at);
        }
        let (last, len) = (self.last(), self.text.len());
        Err(Error::new(ErrorKind::Gate, format!("the cuts end at {last}, the text at {len}")).at_byte(last))
    }
}

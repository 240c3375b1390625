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
/// cuts.push(9)?;
/// assert_eq!(cuts.finish()?, [6, 9]);
///
/// let mut cuts = Cuts::new("あ。い");
/// assert!(cuts.push(7).is_err(), "inside a character");
/// assert!(cuts.finish().is_err());
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Cuts<'t> {
    text: &'t str,
    at: Vec<usize>,
    /// The first refusal: a segmenter that passes over it does not get through.
    refused: Option<Error>,
}

impl<'t> Cuts<'t> {
    /// No cuts of `text` yet.
    pub fn new(text: &'t str) -> Self {
        Self { text, at: Vec::new(), refused: None }
    }

    /// Like [`Cuts::new`], into memory that was used before.
    pub(crate) fn reuse(text: &'t str, mut at: Vec<usize>) -> Self {
        at.clear();
        Self { text, at, refused: None }
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
        let error = Error::new(ErrorKind::Gate, fault).at_byte(at);
        self.refused.get_or_insert_with(|| error.clone());
        Err(error)
    }

    /// The last cut so far, or 0.
    pub fn last(&self) -> usize {
        self.at.last().copied().unwrap_or(0)
    }

    /// Whether nothing was pushed yet, not even in vain.
    pub(crate) fn is_untouched(&self) -> bool {
        self.at.is_empty() && self.refused.is_none()
    }

    /// The cuts so far.
    pub fn as_slice(&self) -> &[usize] {
        &self.at
    }

    /// The cuts, once they cover the text.
    ///
    /// # Errors
    /// [`ErrorKind::Gate`] when a cut was refused, or the last one is not the end of the text.
    pub fn finish(self) -> Result<Vec<usize>> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        if self.last() == self.text.len() {
            return Ok(self.at);
        }
        let (last, len) = (self.last(), self.text.len());
        Err(Error::new(ErrorKind::Gate, format!("the cuts end at {last}, the text at {len}")).at_byte(last))
    }
}

//! Quotations and brackets that are open.

/// How deep they may nest; what is opened beyond that is not remembered.
const DEPTH: usize = 16;

/// The open quotations and brackets of a paragraph, innermost last.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    open: Vec<Open>,
}

/// Something opened and not yet closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    /// The mark that will close it.
    closer: char,
    /// Where its opening mark begins.
    pub(crate) at: usize,
    /// Whether a sentence had begun before it.
    pub(crate) embedded: bool,
}

impl Pairs {
    pub(crate) fn clear(&mut self) {
        self.open.clear();
    }

    /// Remembers an opening mark at byte `at` of a paragraph whose current sentence began at byte `sentence`. A straight
    /// quotation mark that opens again was never closed the first time.
    pub(crate) fn open(&mut self, closer: char, at: usize, sentence: usize) {
        if matches!(closer, '"' | '\'') {
            self.close(closer);
        }
        if self.open.len() < DEPTH {
            self.open.push(Open { closer, at, embedded: at > sentence });
        }
    }

    /// Takes out the innermost pair that `closer` closes, and whatever was left open inside it.
    pub(crate) fn close(&mut self, closer: char) -> Option<Open> {
        let depth = self.open.iter().rposition(|open| open.closer == closer)?;
        let found = self.open.get(depth).copied();
        self.open.truncate(depth);
        found
    }

    pub(crate) fn has(&self, closer: char) -> bool {
        self.open.iter().any(|open| open.closer == closer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unclosed_inner_mark_goes_with_the_outer_one() {
        let mut pairs = Pairs::default();
        pairs.open('"', 0, 0);
        pairs.open(')', 3, 0);
        assert_eq!(pairs.close('"').map(|open| open.at), Some(0));
        assert!(!pairs.has(')'));
        assert!(pairs.close('"').is_none());
    }

    #[test]
    fn depth_is_bounded() {
        let mut pairs = Pairs::default();
        for at in 0..1000 {
            pairs.open(')', at, 0);
        }
        assert_eq!(pairs.open.len(), DEPTH);
    }
}

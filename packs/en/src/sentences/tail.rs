//! What still belongs to a sentence behind its terminator: closing marks, citations, emoticons.

use super::Scanner;
use super::run::Run;
use super::signs;
use crate::clusters::is_cluster_edge;
use crate::marks::{is_bracket_closer, is_quote_closer, is_stop};
use crate::text::{char_at, is_blank};

/// What belongs to a terminator on its right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    pub(super) end: usize,
    /// Whether a quotation closes in it.
    pub(super) quote: bool,
    /// Whether a bracket closes in it.
    pub(super) bracket: bool,
    /// Whether that bracket opened in the middle of the sentence.
    pub(super) inside: bool,
    /// Whether a bracket holds nothing but the terminator: `[...]`.
    pub(super) omission: bool,
    /// Whether an emoticon or a citation comes last, behind white space.
    pub(super) settled: bool,
}

impl Scanner<'_, '_> {
    /// Passes over closing marks, citations and combining marks that stand at the run.
    pub(super) fn tail(&mut self, run: &Run) -> Tail {
        let mut tail = Tail {
            end: run.end,
            quote: false,
            bracket: false,
            inside: false,
            omission: false,
            settled: false,
        };
        while let Some(c) = char_at(self.text, tail.end) {
            let end = tail.end + c.len_utf8();
            if is_bracket_closer(c) {
                let open = self.close(c, end);
                tail.inside |= open.is_some_and(|open| open.embedded);
                tail.omission |= open.is_some_and(|open| open.at + 1 == run.start);
                tail.bracket = true;
            } else if self.closes_quote(c, end) {
                self.close(c, end);
                tail.quote = true;
            } else if let Some(cited) = citation(self.text, tail.end) {
                tail.end = cited;
                continue;
            } else if is_cluster_edge(self.text, tail.end) && !is_attached(c) {
                break;
            }
            tail.end = end;
        }
        tail
    }

    /// Adds to `tail` what belongs to it although it stands behind white space, at byte `at`.
    pub(super) fn detached(&mut self, at: usize, tail: &mut Tail) -> bool {
        let Some(c) = char_at(self.text, at) else { return false };
        let end = at + c.len_utf8();
        let trails = char_at(self.text, end).is_none_or(|c| is_blank(c) || is_stop(c));
        if let Some(end) = signs::emoticon(self.text, at).or_else(|| citation(self.text, at)) {
            tail.settled = true;
            tail.end = end;
            return true;
        }
        let closes = is_bracket_closer(c) || matches!(c, '»' | '”') || (c == '"' && self.pairs.has(c));
        if closes && trails {
            self.close(c, end);
            tail.quote |= is_quote_closer(c);
            tail.bracket |= is_bracket_closer(c);
            tail.end = end;
        }
        closes && trails
    }

    /// Whether the mark `c`, which ends at byte `end`, closes a quotation rather than opening one or being an apostrophe.
    fn closes_quote(&self, c: char, end: usize) -> bool {
        let inner = char_at(self.text, end).is_some_and(char::is_alphanumeric);
        match c {
            '“' => self.pairs.has(c),
            '\'' | '’' => !inner,
            _ => is_quote_closer(c) && (!inner || self.pairs.has(c)),
        }
    }
}

/// Marks of emphasis and superscript figures, which may stand at a terminator.
fn is_attached(c: char) -> bool {
    matches!(c, '*' | '_' | '`' | '¹' | '²' | '³' | '⁰'..='⁹')
}

/// The end of a citation in square brackets that begins at byte `at`: `[12]`, `[3, 4]`, `[a]`.
fn citation(text: &str, at: usize) -> Option<usize> {
    let inside = text.get(at..)?.strip_prefix('[')?;
    let length = inside.bytes().take(16).position(|byte| byte == b']')?;
    let label = inside.get(..length)?;
    let numbers = label.starts_with(|c: char| c.is_ascii_digit())
        && label.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–' | ';'));
    let letter = label.len() == 1 && label.bytes().all(|byte| byte.is_ascii_lowercase());
    (numbers || letter).then_some(at + length + 2)
}

/// Whether the bracket at byte `at` gives a source and is followed by the sentence's own full stop: `(Smith 55).`
pub(super) fn cites(text: &str, at: usize) -> bool {
    let Some(inside) = text.get(at..).and_then(|tail| tail.strip_prefix('(')) else { return false };
    let Some((label, rest)) = inside
        .get(..inside.char_indices().nth(48).map_or(inside.len(), |(i, _)| i))
        .and_then(|head| head.split_once(')'))
    else {
        return false;
    };
    label.contains(|c: char| c.is_ascii_digit()) && rest.starts_with(['.', ',', ';'])
}

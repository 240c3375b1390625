//! Clause grain: where a sentence that is too long may be cut.
//!
//! Behind a comma, if the words before it end a clause: a conjunctive particle, a verb that goes on, a noun like ため or 場合. A comma
//! after a subject, in a list of nouns or before what a verb describes ends none. Inside quotations only if they are long: at the
//! ends of their sentences, or at commas where there are none.

mod tail;

use kawara_core::{Result, settle};

use crate::chars::{is_blank, skip_blank};
use crate::marks::{Kind, Mark};
use crate::morphology::Morphology;

/// A quotation that is longer than 24 characters is cut at the ends of its sentences.
const QUOTE: usize = 72;
/// A bracket that is longer than 64 characters is cut at its commas, if no sentences end in it.
const BRACKET: usize = 192;
/// How far back a comma looks: 24 characters.
const REACH: usize = 72;

/// Replaces `ends`, the ends of the sentences of `text`, by the ends of its clauses. `inner` are the ends of the sentences when
/// those in quotations count too.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(crate) fn ends(
    text: &str,
    marks: &[Mark],
    inner: &[usize],
    morphology: &mut Morphology<'_>,
    ends: &mut Vec<usize>,
) -> Result<()> {
    let mut found = std::mem::take(ends);
    let mut start = 0;
    let mut index = 0;
    while let Some(mark) = marks.get(index) {
        index += 1;
        match mark.kind {
            Kind::Open(pair) => {
                let Some(mate) = mark.mate.map(|mate| mate as usize) else { continue };
                let Some(close) = marks.get(mate) else { continue };
                let length = close.start - mark.end;
                let first = inner.partition_point(|end| *end <= mark.end);
                let last = inner.partition_point(|end| *end < close.start);
                let sentences = inner.get(first..last).unwrap_or_default();
                if pair.is_quote() && length > QUOTE {
                    found.extend(sentences);
                }
                if length <= BRACKET || !sentences.is_empty() {
                    start = close.end;
                    index = mate + 1;
                }
            }
            Kind::Comma => {
                let from = start.max(text.floor_char_boundary(mark.start.saturating_sub(REACH)));
                let words = text.get(from..mark.end).unwrap_or_default();
                let after = text.get(skip_blank(text, mark.end)..).unwrap_or_default();
                if !tail::is_copula(after) && tail::ends_clause(words, mark.start - from, morphology)? {
                    found.push(settle(text, mark.end, is_blank));
                }
                start = mark.end;
            }
            Kind::Stop | Kind::Loud | Kind::Blank => start = mark.end,
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    let first = skip_blank(text, 0);
    found.retain(|end| *end > first && *end < text.len());
    *ends = found;
    Ok(())
}

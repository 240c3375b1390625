//! Word grain: at spaces. A particle is written with its noun, and stays with it.

use kawara_core::{is_blank, settle};

use crate::text::skip;

/// Adds to `ends`, the ends of clauses, those of words.
pub(crate) fn ends(text: &str, ends: &mut Vec<usize>) {
    // White space at the very beginning belongs to the first word.
    let mut from = skip(text, 0, is_blank);
    while let Some(gap) = text.get(from..).and_then(|rest| rest.find(is_blank)).map(|at| from + at) {
        let after = skip(text, gap, is_blank);
        let holds = text.get(gap..after).is_some_and(|gap| gap.chars().all(is_glue));
        from = settle(text, after, is_blank);
        if !holds {
            ends.push(from);
        }
    }
    ends.sort_unstable();
    ends.dedup();
}

/// White space at which no line may be broken either.
fn is_glue(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{feff}')
}

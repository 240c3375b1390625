//! What holds of every case.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

use super::Faults;
use super::blank::trimmed;
use super::demands::Demands;
use super::subject::Subject;

/// Longer texts are not searched for grapheme clusters, in characters.
const LONG: usize = 300_000;

/// Whether every offset is on a character boundary of the text.
pub(super) fn bytes(subject: &Subject<'_>, faults: &mut Faults) -> bool {
    let units = subject.results.units.iter().flat_map(|&(start, end)| [start, end]);
    let right = subject.edges().chain(units).all(|at| subject.text.is_char_boundary(at))
        && subject.chunks().iter().all(|chunk| chunk.start <= chunk.end);
    if !right {
        faults.push("U-charboundary".to_owned());
    }
    right
}

/// Slices, order, nothing lost, whole clusters.
pub(super) fn invariants(subject: &Subject<'_>, faults: &mut Faults) {
    let (text, chunks) = (subject.text, subject.chunks());
    let mut fault = |is_one: bool, name: &str| {
        if is_one {
            faults.push(name.to_owned());
        }
    };
    fault(chunks.iter().any(|chunk| text[chunk.start..chunk.end] != chunk.text), "U-slice");
    fault(chunks.iter().any(|chunk| chunk.trimmed().is_empty()), "U-empty");
    let in_order = |pair: &[crate::ChunkRow]| match pair {
        [one, two] => one.start < two.start && one.end < two.end,
        _ => true,
    };
    fault(!chunks.windows(2).all(in_order), "U-order/contained");
    fault(is_lost(subject), "U-lost");
    let is_short = text.chars().nth(LONG - 1).is_none();
    fault(is_short && subject.edges().any(|at| !is_cluster_edge(text, at)), "U-grapheme");
    fault(!text.contains('\u{fffd}') && chunks.iter().any(|chunk| chunk.text.contains('\u{fffd}')), "U-fffd");
}

/// Whether text that is not blank is in no chunk.
fn is_lost(subject: &Subject<'_>) -> bool {
    let mut covered = 0;
    for chunk in subject.chunks() {
        if chunk.start > covered && !trimmed(&subject.text[covered..chunk.start]).is_empty() {
            return true;
        }
        covered = covered.max(chunk.end);
    }
    !trimmed(&subject.text[covered..]).is_empty()
}

fn is_cluster_edge(text: &str, at: usize) -> bool {
    GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(false)
}

/// The budget, and whether the reported tokens are those of what is embedded.
pub(super) fn budget(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    if let Some(most) = demands.max_tokens {
        for chunk in subject.chunks() {
            let alone = chunk.context.is_empty()
                && chunk.has_flag("over_budget")
                && chunk.text.graphemes(true).take(2).count() == 1;
            if subject.count(&chunk.embedded())? > u64::from(most) && !alone {
                faults.push("max_tokens".to_owned());
                break;
            }
        }
    }
    if demands.reported_tokens_exact {
        for chunk in subject.chunks() {
            if subject.count(&chunk.embedded())? != u64::from(chunk.tokens) {
                faults.push("reported_tokens".to_owned());
                break;
            }
        }
    }
    Ok(())
}

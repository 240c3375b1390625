//! Cut points fixed by content: an edit moves cuts only up to the next anchors on either side.

use std::collections::VecDeque;

use crate::blocks::Joint;
use crate::units::{Rank, Unit};

/// Units on either side among which an anchor must be the best cut, for a budget of so many tokens. It depends on nothing in
/// the document, or an edit would move anchors far away.
pub(crate) fn reach(max_tokens: u32) -> usize {
    (max_tokens as usize / 8).clamp(8, 512)
}

/// The cuts of a run whose joint is the strongest, and among equals whose neighbouring units hash lowest, within `reach` units.
pub(crate) fn anchors(text: &str, units: &[Unit], reach: usize) -> Vec<usize> {
    let hashes: Vec<u64> = units.iter().map(|unit| hash(&text.as_bytes()[unit.range()])).collect();
    let is_behind_heading = |cut: usize| units[cut - 1].rank == Rank::Heading;
    let key = |cut: usize| -> (bool, Joint, u64) {
        (is_behind_heading(cut), units[cut].joint, mix(hashes[cut - 1], hashes[cut]))
    };
    let mut found = Vec::new();
    // The cuts of the window in ascending order of their keys: the first is the least.
    let mut window: VecDeque<usize> = VecDeque::new();
    for entering in 1..units.len() + reach {
        if entering < units.len() {
            while window.back().is_some_and(|back| key(*back) >= key(entering)) {
                window.pop_back();
            }
            window.push_back(entering);
        }
        let Some(middle) = entering.checked_sub(reach).filter(|middle| *middle > 0) else { continue };
        while window.front().is_some_and(|front| front + reach < middle) {
            window.pop_front();
        }
        if window.front() == Some(&middle) && !is_behind_heading(middle) {
            found.push(middle);
        }
    }
    found
}

/// FNV-1a, 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>. Stable over releases, which the standard hashers are not.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn mix(one: u64, two: u64) -> u64 {
    (one.rotate_left(32) ^ two).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

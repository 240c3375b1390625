//! Windows become tiles over pieces of units.

use super::walk::Window;
use crate::blocks::Joint;
use crate::tiling::{Laid, LaidTile};
use crate::units::{Unit, trim};

/// Cuts the units wherever a window begins or ends inside one, and tells each window by the pieces in it.
pub(super) fn laid(text: &str, units: &[Unit], windows: &[Window]) -> Laid {
    let pieces = pieces(text, units, &borders(windows));
    let mut laid = Laid { contexts: Vec::with_capacity(pieces.len()), ..Laid::default() };
    let at = |byte: usize| pieces.partition_point(|piece| (piece.start as usize) < byte);
    let mut context = windows.first().map(|window| window.context);
    for window in windows {
        let (start, own, end) = (at(window.start), at(window.own), at(window.end));
        // Only the context of a window's first new piece is asked for; those up to the next are given it too.
        laid.contexts.resize(own, context.replace(window.context).unwrap_or(window.context));
        let carried = (own - start) as u32;
        laid.tiles.push(LaidTile {
            start,
            own,
            end,
            tokens: window.tokens,
            asked: carried + u32::from(window.carries_less),
            is_cut: window.is_cut,
        });
    }
    if let Some(last) = windows.last() {
        laid.contexts.resize(pieces.len(), last.context);
    }
    laid.units = pieces;
    laid
}

/// Where windows begin and end, ascending.
fn borders(windows: &[Window]) -> Vec<u32> {
    let mut borders = Vec::with_capacity(windows.len() * 2);
    let mut ends = windows.iter().map(|window| window.end as u32).peekable();
    for start in windows.iter().map(|window| window.start as u32) {
        borders.extend(std::iter::from_fn(|| ends.next_if(|end| *end <= start)));
        borders.push(start);
    }
    borders.extend(ends);
    borders
}

fn pieces(text: &str, units: &[Unit], borders: &[u32]) -> Vec<Unit> {
    let mut pieces = Vec::with_capacity(units.len() + borders.len());
    let mut next = 0;
    for unit in units {
        let (mut start, mut joint) = (unit.start, unit.joint);
        next += borders[next..].iter().take_while(|border| **border <= start).count();
        loop {
            let inside = borders.get(next).copied().filter(|border| *border < unit.end);
            let end = inside.unwrap_or(unit.end);
            let body = trim(text, start as usize..end as usize);
            if !body.is_empty() {
                pieces.push(Unit { start: body.start as u32, end: body.end as u32, joint, ..*unit });
                joint = Joint::Grapheme;
            }
            if inside.is_none() {
                break;
            }
            start = end;
            next += borders[next..].iter().take_while(|border| **border <= start).count();
        }
    }
    pieces
}

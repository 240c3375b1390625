//! Which brackets and quotation marks belong together, and which pairs are passed over whole.

use kawara_core::Brackets;

use crate::marks::{Kind, Mark, Pair};

/// A quotation is one unit as long as it is short: 40 syllables.
const QUOTATION_BYTES: usize = 120;
/// An aside interrupts its sentence, so it may be longer: 80 syllables.
const ASIDE_BYTES: usize = 240;

/// What is open, by index of its mark.
pub(crate) type Open = Brackets<{ Pair::COUNT }, usize>;

/// Sets the mates of all paired marks; straight quotation marks that have one become openers and closers. A mark without a partner
/// stays a plain character, so a forgotten one swallows nothing.
pub(crate) fn pair(marks: &mut [Mark], open: &mut Open) {
    open.clear();
    for index in 0..marks.len() {
        let Some(kind) = marks.get(index).map(|mark| mark.kind) else { return };
        let closes = match kind {
            Kind::Close(pair) => Some(pair),
            Kind::Straight(pair) if open.is_open(pair as usize) => Some(pair),
            Kind::Open(pair) | Kind::Straight(pair) => {
                open.open(pair as usize, index);
                None
            }
            _ => None,
        };
        let Some((pair, opener)) = closes.and_then(|pair| Some((pair, open.close(pair as usize)?))) else {
            continue;
        };
        if let Some(mark) = marks.get_mut(opener) {
            (mark.kind, mark.mate) = (Kind::Open(pair), Some(index));
        }
        if let Some(mark) = marks.get_mut(index) {
            (mark.kind, mark.mate) = (Kind::Close(pair), Some(opener));
        }
    }
}

/// The closer of the pair that opens at `index`, if the pair is short enough to be passed over whole.
pub(crate) fn sealed(marks: &[Mark], index: usize) -> Option<usize> {
    let open = marks.get(index)?;
    let Kind::Open(pair) = open.kind else { return None };
    let mate = open.mate?;
    let most = if pair.is_aside() { ASIDE_BYTES } else { QUOTATION_BYTES };
    (marks.get(mate)?.start - open.end <= most).then_some(mate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::scan;

    fn paired(text: &str) -> Vec<&str> {
        let (mut marks, mut open) = (Vec::new(), Open::default());
        scan(text, &mut marks);
        pair(&mut marks, &mut open);
        let openers = marks.iter().filter(|mark| matches!(mark.kind, Kind::Open(_)));
        openers.filter_map(|mark| mark.mate.map(|mate| &text[mark.start..marks[mate].end])).collect()
    }

    #[test]
    fn nested_straight_and_forgotten() {
        assert_eq!(paired("“그가 ‘응’ 했다”"), ["“그가 ‘응’ 했다”", "‘응’"]);
        assert_eq!(paired("\"하나\" 또 \"둘\""), ["\"하나\"", "\"둘\""]);
        assert_eq!(paired("(하나 “둘” 셋"), ["“둘”"]);
        assert!(paired("Kim's 5' don't").is_empty());
    }
}

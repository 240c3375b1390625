//! A trie over character codes in one array, so that a step looks at one place: the same for the same words, whatever built it.

use crate::chars::code;

/// A node. The one that a code leads to from it is in the cell so many behind its `base`, if the node is its owner. Cells are small,
/// so that many are near the processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    owner: u16,
    base: u16,
    /// The number of the word that ends here, plus 1.
    word: u16,
}

const FREE: Cell = Cell { owner: u16::MAX, base: 0, word: 0 };

/// Codes have seven bits.
const CODES: usize = 128;

#[derive(Debug)]
pub(crate) struct Trie {
    cells: Vec<Cell>,
    /// Before it no cell is free.
    free: usize,
}

impl Trie {
    /// Words are numbered as they come; of two that are written with the same codes the first counts. There is room for tens of
    /// thousands of letters; words that find none are left out.
    pub(crate) fn new<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let mut words: Vec<(Vec<u8>, u16)> =
            words.zip(0..u16::MAX).map(|(word, nth)| (word.chars().map(code).collect(), nth)).collect();
        words.sort();
        words.dedup_by(|later, first| later.0 == first.0);
        // Nothing leads to the root. The first cell that is used is one that any code may lead to.
        let mut trie = Self { cells: vec![Cell { owner: u16::MAX - 1, ..FREE }], free: CODES };
        trie.grow(0, &words, 0);
        trie
    }

    /// Where all words begin.
    pub(crate) fn root(&self) -> (u16, Cell) {
        (0, self.cells.first().copied().unwrap_or(FREE))
    }

    /// The node that `code` leads to.
    #[inline]
    pub(crate) fn step(&self, (node, cell): (u16, Cell), code: u8) -> Option<(u16, Cell)> {
        let next = cell.base.wrapping_add(u16::from(code));
        let cell = *self.cells.get(usize::from(next))?;
        (cell.owner == node).then_some((next, cell))
    }

    /// Adds the branches of `node`, to which the first `depth` codes of all `words` lead.
    fn grow(&mut self, node: u16, words: &[(Vec<u8>, u16)], depth: usize) {
        let ends = words.first().filter(|(codes, _)| codes.len() == depth);
        let longer = words.get(usize::from(ends.is_some())..).unwrap_or_default();
        let branches = || longer.chunk_by(|(a, _), (b, _)| a.get(depth) == b.get(depth));
        let code = |branch: &[(Vec<u8>, u16)]| branch.first().and_then(|word| word.0.get(depth)).copied();
        let codes: Vec<u8> = branches().filter_map(code).collect();
        let base = self.base(&codes);
        if let Some(own) = self.cells.get_mut(usize::from(node)) {
            own.word = ends.map_or(0, |(_, nth)| nth + 1);
            own.base = base.unwrap_or(0);
        }
        let Some(base) = base else { return };
        for code in &codes {
            if let Some(cell) = self.cells.get_mut(usize::from(base) + usize::from(*code)) {
                cell.owner = node;
            }
        }
        for (branch, code) in branches().zip(codes) {
            self.grow(base + u16::from(code), branch, depth + 1);
        }
    }

    /// A base from which all `codes`, in ascending order, lead to free cells. A single one takes the first free cell; several are
    /// put near the end, so that the search is short.
    fn base(&mut self, codes: &[u8]) -> Option<u16> {
        let (first, last) = (usize::from(*codes.first()?), usize::from(*codes.last()?));
        let is_free = |cell: Option<&Cell>| cell.is_none_or(|cell| cell.owner == FREE.owner);
        while !is_free(self.cells.get(self.free)) {
            self.free += 1;
        }
        let near_end = self.cells.len().saturating_sub(CODES).max(CODES);
        let mut base = if first == last { self.free } else { near_end }.saturating_sub(first);
        while !codes.iter().all(|code| is_free(self.cells.get(base + usize::from(*code)))) {
            base += 1;
        }
        // The last two numbers stand for no node.
        let end = base + last + 1;
        let room = end < usize::from(u16::MAX);
        if room {
            self.cells.resize(self.cells.len().max(end), FREE);
        }
        u16::try_from(base).ok().filter(|_| room)
    }
}

impl Cell {
    /// The number of the word that ends here.
    #[inline]
    pub(crate) fn word(self) -> Option<u16> {
        self.word.checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::Trie;
    use crate::chars::code;

    fn find(trie: &Trie, text: &str) -> Option<u16> {
        let (_, cell) = text.chars().try_fold(trie.root(), |node, c| trie.step(node, code(c)))?;
        cell.word()
    }

    #[test]
    fn finds_what_was_put_in_and_nothing_else() {
        let words = ["ก็", "กับ", "กับดัก", "ม.ค.", "และ"];
        let trie = Trie::new(words.into_iter());
        for (nth, word) in (0..).zip(words) {
            assert_eq!(find(&trie, word), Some(nth), "{word}");
        }
        for word in ["", "ก", "กับด", "กับดักๆ", "แล", "x"] {
            assert_eq!(find(&trie, word), None, "{word}");
        }
    }
}

//! A trie over character codes, flat and sorted: the same for the same words, whatever built it.

use crate::chars::code;

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Its edges are `edges[first..first + count]`, sorted by code.
    first: u32,
    count: u8,
    /// The number of the word that ends here, plus 1.
    word: u16,
}

#[derive(Debug)]
pub(crate) struct Trie {
    nodes: Vec<Node>,
    edges: Vec<(u8, u32)>,
    /// The root's edges by code; 0 where there is none, as nothing leads back to the root.
    start: [u32; 128],
}

impl Trie {
    pub(crate) const ROOT: u32 = 0;

    /// Words are numbered as they come; of two that are written with the same codes the first counts.
    pub(crate) fn new<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let mut words: Vec<(Vec<u8>, u16)> =
            words.zip(0..u16::MAX).map(|(word, nth)| (word.chars().map(code).collect(), nth)).collect();
        words.sort();
        words.dedup_by(|later, first| later.0 == first.0);
        let mut trie = Self { nodes: vec![Node::default()], edges: Vec::new(), start: [0; 128] };
        trie.grow(0, &words, 0);
        for (code, next) in trie.edges_of(0) {
            if let Some(slot) = trie.start.get_mut(usize::from(code)) {
                *slot = next;
            }
        }
        trie
    }

    /// The node that `code` leads to.
    pub(crate) fn step(&self, node: u32, code: u8) -> Option<u32> {
        if node == Self::ROOT {
            return self.start.get(usize::from(code)).copied().filter(|next| *next > 0);
        }
        let node = self.nodes.get(node as usize)?;
        let edges = self.edges.get(node.first as usize..)?.get(..usize::from(node.count))?;
        edges.iter().find(|(edge, _)| *edge == code).map(|(_, next)| *next)
    }

    /// The number of the word that ends at `node`.
    pub(crate) fn word(&self, node: u32) -> Option<u16> {
        self.nodes.get(node as usize)?.word.checked_sub(1)
    }

    /// Adds the branches of `node`, to which the first `depth` codes of all `words` lead.
    fn grow(&mut self, node: u32, words: &[(Vec<u8>, u16)], depth: usize) {
        let ends = words.first().filter(|(codes, _)| codes.len() == depth);
        let longer = words.get(usize::from(ends.is_some())..).unwrap_or_default();
        let branches: Vec<_> = longer.chunk_by(|(a, _), (b, _)| a.get(depth) == b.get(depth)).collect();
        let (first, next) = (self.edges.len(), self.nodes.len());
        if let Some(own) = self.nodes.get_mut(node as usize) {
            own.word = ends.map_or(0, |(_, nth)| nth + 1);
            own.first = u32::try_from(first).unwrap_or(u32::MAX);
            own.count = u8::try_from(branches.len()).unwrap_or(u8::MAX);
        }
        let targets = (next..).map(|target| u32::try_from(target).unwrap_or(u32::MAX));
        let codes = branches.iter().filter_map(|branch| branch.first()?.0.get(depth).copied());
        self.edges.extend(codes.zip(targets.clone()));
        self.nodes.resize(next + branches.len(), Node::default());
        for (branch, target) in branches.into_iter().zip(targets) {
            self.grow(target, branch, depth + 1);
        }
    }

    fn edges_of(&self, node: usize) -> Vec<(u8, u32)> {
        let Some(node) = self.nodes.get(node) else { return Vec::new() };
        self.edges.iter().skip(node.first as usize).take(usize::from(node.count)).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Trie;
    use crate::chars::code;

    fn find(trie: &Trie, text: &str) -> Option<u16> {
        let node = text.chars().try_fold(Trie::ROOT, |node, c| trie.step(node, code(c)))?;
        trie.word(node)
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

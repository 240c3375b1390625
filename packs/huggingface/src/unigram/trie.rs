/// The pieces of a vocabulary by their characters.
///
/// The children of a node lie side by side in order, and the few nodes with very many of them, such as the root and `▁`, have a
/// table: the vocabularies that matter have a quarter of a million pieces, and are searched at every character of a text. It is built
/// in one pass over the sorted pieces.
pub(super) struct Trie {
    /// Children by the characters of the basic plane; 0 is none.
    tables: Vec<Box<[u32]>>,
    /// The characters that lead to the nodes: those of one node's children ascend.
    labels: Vec<char>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    /// The piece that ends here, or `NONE`.
    piece: u32,
    first: u32,
    children: u32,
    /// The node's table, or `NONE`.
    table: u32,
}

const NONE: u32 = u32::MAX;
const ROOT: usize = 0;
const NEW: Node = Node { piece: NONE, first: 0, children: 0, table: NONE };

/// With this many children a node gets a table of a quarter of a megabyte.
const MANY: u32 = 1024;

/// Characters of the basic plane.
const PLANE: usize = 1 << 16;

impl Trie {
    /// A trie of pieces, which are sorted and different, none of them empty.
    pub(super) fn new(pieces: &[(&str, u32)]) -> Self {
        let mut trie = Self { tables: Vec::new(), labels: vec!['\0'], nodes: vec![NEW] };
        // Which pieces go through a node, and how many bytes of them lead to it; in the order of the nodes.
        let mut through = vec![(0..pieces.len(), 0)];
        let mut node = ROOT;
        while let Some((range, depth)) = through.get(node).cloned() {
            let mut rest = &pieces[range.clone()];
            let mut at = range.start;
            if let Some(&(piece, id)) = rest.first()
                && piece.len() == depth
            {
                trie.nodes[node].piece = id;
                (rest, at) = (&rest[1..], at + 1);
            }
            trie.nodes[node].first = trie.nodes.len() as u32;
            while let Some(label) = rest.first().and_then(|(piece, _)| piece[depth..].chars().next()) {
                let same = rest.partition_point(|(piece, _)| piece[depth..].starts_with(label));
                trie.labels.push(label);
                trie.nodes.push(NEW);
                trie.nodes[node].children += 1;
                through.push((at..at + same, depth + label.len_utf8()));
                (rest, at) = (&rest[same..], at + same);
            }
            if trie.nodes[node].children >= MANY {
                trie.add_table(node);
            }
            node += 1;
        }
        trie
    }

    fn add_table(&mut self, node: usize) {
        let Node { first, children, .. } = self.nodes[node];
        let mut table = vec![0; PLANE].into_boxed_slice();
        for child in first..first + children {
            if let Some(place) = table.get_mut(self.labels[child as usize] as usize) {
                *place = child;
            }
        }
        self.nodes[node].table = self.tables.len() as u32;
        self.tables.push(table);
    }

    /// The pieces that `text` begins with, the shortest first, and their bytes.
    pub(super) fn prefixes<'t>(&'t self, text: &'t str) -> impl Iterator<Item = (u32, usize)> + 't {
        let mut chars = text.chars();
        let mut node = ROOT;
        let mut len = 0;
        std::iter::from_fn(move || {
            loop {
                let c = chars.next()?;
                node = self.child(node, c)?;
                len += c.len_utf8();
                let piece = self.nodes[node].piece;
                if piece != NONE {
                    return Some((piece, len));
                }
            }
        })
    }

    fn child(&self, node: usize, c: char) -> Option<usize> {
        let Node { first, children, table, .. } = self.nodes[node];
        let table = self.tables.get(table as usize);
        if let Some(&child) = table.and_then(|table| table.get(c as usize)) {
            return (child != 0).then_some(child as usize);
        }
        let labels = &self.labels[first as usize..(first + children) as usize];
        labels.binary_search(&c).ok().map(|at| first as usize + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trie(pieces: &[&'static str]) -> Trie {
        let mut keys: Vec<_> = pieces.iter().zip(0..).map(|(piece, id)| (*piece, id)).collect();
        keys.sort_unstable();
        Trie::new(&keys)
    }

    fn found(trie: &Trie, text: &str) -> Vec<(u32, usize)> {
        trie.prefixes(text).collect()
    }

    #[test]
    fn prefixes_are_found_shortest_first() {
        let trie = trie(&["▁the", "▁", "▁then", "水", "水泵", "水泵站", "𠮷", "𠮷野", "a"]);
        assert_eq!(found(&trie, "▁thenx"), [(1, 3), (0, 6), (2, 7)]);
        assert_eq!(found(&trie, "水泵房"), [(3, 3), (4, 6)]);
        assert_eq!(found(&trie, "𠮷野家"), [(6, 4), (7, 7)]);
        assert_eq!(found(&trie, "a"), [(8, 1)]);
        assert_eq!(found(&trie, "泵"), []);
        assert_eq!(found(&trie, "𠀀"), []);
        assert_eq!(found(&trie, ""), []);
    }

    #[test]
    fn all_pieces_are_found_by_themselves() {
        // Enough first characters for a table.
        let pieces: Vec<String> = (0..6000u32)
            .map(|n| char::from_u32(0x3400 + n % 2777).into_iter().chain(format!("{n:b}").chars()).collect())
            .collect();
        let mut keys: Vec<_> = pieces.iter().zip(0..).map(|(piece, id)| (piece.as_str(), id)).collect();
        keys.sort_unstable();
        let trie = Trie::new(&keys);
        for (piece, id) in keys {
            assert_eq!(trie.prefixes(piece).last(), Some((id, piece.len())), "{piece}");
        }
        assert_eq!(found(&Trie::new(&[]), "a"), []);
    }
}

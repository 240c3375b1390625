/// Pairs brackets and quotation marks in one pass, for packs whose rules ask what stands inside which.
///
/// A closer belongs to the last opener of its kind; what was opened in between has no partner, and neither has a closer without an
/// opener. So a forgotten bracket swallows nothing, and any text takes time linear in its marks.
///
/// `KINDS` is how many kinds of pairs there are, numbered from 0; what stands for a mark, such as its index, is the pack's own.
///
/// ```
/// use kawara_core::Brackets;
///
/// const ROUND: usize = 0;
/// const CORNER: usize = 1;
/// let mut brackets = Brackets::<2, usize>::default();
/// // 「甲（乙」丙）
/// brackets.open(CORNER, 0);
/// brackets.open(ROUND, 2);
/// assert_eq!(brackets.close(CORNER), Some(0));
/// assert_eq!(brackets.close(ROUND), None, "it was opened inside what is closed");
/// ```
#[derive(Clone, Debug)]
pub struct Brackets<const KINDS: usize, M> {
    open: Vec<(usize, M)>,
    /// How many of each kind are open: a closer that has no opener costs nothing.
    of_kind: [usize; KINDS],
}

impl<const KINDS: usize, M> Default for Brackets<KINDS, M> {
    fn default() -> Self {
        Self { open: Vec::new(), of_kind: [0; KINDS] }
    }
}

impl<const KINDS: usize, M> Brackets<KINDS, M> {
    /// Forgets what is open: a paragraph has ended.
    pub fn clear(&mut self) {
        self.open.clear();
        self.of_kind = [0; KINDS];
    }

    /// A mark of a kind opens. A kind that is not below `KINDS` is passed over.
    pub fn open(&mut self, kind: usize, mark: M) {
        if let Some(of_kind) = self.of_kind.get_mut(kind) {
            *of_kind += 1;
            self.open.push((kind, mark));
        }
    }

    /// Whether a mark of a kind is open.
    pub fn is_open(&self, kind: usize) -> bool {
        self.of_kind.get(kind).is_some_and(|of_kind| *of_kind > 0)
    }

    /// A mark of a kind closes: the opener that it belongs to, if there is one.
    pub fn close(&mut self, kind: usize) -> Option<M> {
        if !self.is_open(kind) {
            return None;
        }
        while let Some((opened, mark)) = self.open.pop() {
            if let Some(of_kind) = self.of_kind.get_mut(opened) {
                *of_kind -= 1;
            }
            if opened == kind {
                return Some(mark);
            }
        }
        None
    }
}

//! How sure a gain is: documents are drawn anew, since questions about one document stand or fall together.

/// How often documents are drawn.
pub const DRAWS: usize = 2_000;

/// The share of draws that an [interval](Interval) leaves out at either end: 95 % lie within.
const TAIL: f64 = 0.025;

/// A gain in points of a share, and what it may as well have been.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Interval {
    /// What was measured.
    pub gain: f64,
    /// 95 % of the draws lie at or above the one and at or below the other.
    pub low: f64,
    /// See [`low`](Self::low).
    pub high: f64,
}

/// What one document's questions gained: how many more of them are kept whole (fewer, if negative), and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Questions won less questions lost.
    pub net: i64,
    /// Questions about the document.
    pub questions: u64,
}

/// The interval of a paired bootstrap over documents: [`DRAWS`] times as many documents as there are, drawn with replacement by a generator
/// that is seeded with a fixed number. Of each draw the gain is Σ net / Σ questions. `None` where no document has a question.
///
/// The same gains in the same order give the same interval, on every machine.
///
/// ```
/// use kawara_evidence::recommend::{Gain, bootstrap};
///
/// // Each of forty documents has ten questions and gains one: no draw says otherwise.
/// let steady = bootstrap(&vec![Gain { net: 1, questions: 10 }; 40]).unwrap();
/// assert_eq!((steady.gain, steady.low, steady.high), (0.1, 0.1, 0.1));
///
/// // The same gain, all of it from one document: a third of the draws do not have it.
/// let mut lucky = vec![Gain { net: 0, questions: 10 }; 40];
/// lucky[7].net = 40;
/// assert_eq!(bootstrap(&lucky).unwrap().low, 0.0);
/// ```
pub fn bootstrap(documents: &[Gain]) -> Option<Interval> {
    let documents: Vec<Gain> = documents.iter().copied().filter(|document| document.questions > 0).collect();
    let share = |gains: &mut dyn Iterator<Item = Gain>| {
        let (net, questions) =
            gains.fold((0, 0), |(net, questions), gain| (net + gain.net, questions + gain.questions));
        net as f64 / questions as f64
    };
    if documents.is_empty() {
        return None;
    }
    let mut generator = Generator::new();
    let mut drawn: Vec<f64> = (0..DRAWS)
        .map(|_| share(&mut (0..documents.len()).map(|_| documents[generator.below(documents.len())])))
        .collect();
    drawn.sort_unstable_by(f64::total_cmp);
    let left_out = (DRAWS as f64 * TAIL) as usize;
    Some(Interval {
        gain: share(&mut documents.iter().copied()),
        low: drawn[left_out - 1],
        high: drawn[DRAWS - left_out],
    })
}

/// SplitMix64: one addition and a mix of bits a number, the same everywhere.
struct Generator(u64);

impl Generator {
    fn new() -> Self {
        Self(0x6b61_7761_7261)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number under `bound`. The share by which small ones are likelier is under bound / 2^64.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_splitmix64() {
        // The first numbers of the published generator seeded with 0.
        let mut generator = Generator(0);
        let first = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!([generator.next(), generator.next(), generator.next()], first);
    }

    #[test]
    fn every_document_is_drawn_about_as_often() {
        let (mut generator, mut drawn) = (Generator::new(), [0u32; 7]);
        (0..70_000).for_each(|_| drawn[generator.below(7)] += 1);
        assert!(drawn.iter().all(|count| (9_500..10_500).contains(count)), "{drawn:?}");
    }

    #[test]
    fn an_interval_is_as_wide_as_theory_says() {
        // A gain of 0 or 1 in each of 100 documents, half of them 1: the standard error is 0.05, the interval 0.5 ± 0.098.
        let documents: Vec<Gain> = (0..100).map(|nth| Gain { net: nth % 2, questions: 1 }).collect();
        let interval = bootstrap(&documents).unwrap();
        assert_eq!(interval.gain, 0.5);
        assert!(
            (interval.low - 0.402).abs() < 0.011 && (interval.high - 0.598).abs() < 0.011,
            "{interval:?}"
        );
        assert_eq!(bootstrap(&documents), Some(interval), "it is the same again");
    }

    #[test]
    fn questions_of_one_document_stand_together() {
        // 400 questions, a tenth of them gained. Spread evenly the gain is sure; in four of forty documents it is not nearly as sure.
        let spread = vec![Gain { net: 1, questions: 10 }; 40];
        let mut heaped = vec![Gain { net: 0, questions: 10 }; 40];
        heaped.iter_mut().take(4).for_each(|gain| gain.net = 10);
        let (spread, heaped) = (bootstrap(&spread).unwrap(), bootstrap(&heaped).unwrap());
        assert_eq!(spread.gain, heaped.gain);
        assert!(heaped.high - heaped.low > 0.15 && spread.high == spread.low, "{heaped:?}");
    }

    #[test]
    fn losses_count_against_gains() {
        let documents: Vec<Gain> =
            (0..60).map(|nth| Gain { net: if nth % 2 == 0 { 2 } else { -2 }, questions: 5 }).collect();
        let interval = bootstrap(&documents).unwrap();
        assert_eq!(interval.gain, 0.0);
        assert!(interval.low < 0.0 && interval.high > 0.0);
    }

    #[test]
    fn without_a_question_there_is_nothing_to_say() {
        assert_eq!(bootstrap(&[]), None);
        assert_eq!(bootstrap(&[Gain { net: 0, questions: 0 }]), None);
    }
}

/// How well boundaries are found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// The share of what was found that is right.
    pub precision: f64,
    /// The share of what is right that was found.
    pub recall: f64,
}

impl Quality {
    /// The harmonic mean of precision and recall.
    pub fn f1(self) -> f64 {
        let sum = self.precision + self.recall;
        if sum > 0.0 { 2.0 * self.precision * self.recall / sum } else { 0.0 }
    }

    /// The threshold of about the best F1 over scores and whether a sentence ends there, and the quality at it.
    ///
    /// F1 is flat about its best: the middle of all that is nearly as good depends less on chance than the best itself.
    pub(crate) fn best(scored: &mut [(f64, bool)]) -> (f64, Self) {
        const NEARLY: f64 = 0.004;
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let expected = scored.iter().filter(|(_, ends)| *ends).count() as f64;
        let mut right = 0.0;
        let mut at = Vec::new();
        for (found, (score, ends)) in (1_u32..).zip(scored.iter()) {
            right += f64::from(u8::from(*ends));
            at.push((*score, Self { precision: right / f64::from(found), recall: right / expected }));
        }
        let best = at.iter().map(|(_, quality)| quality.f1()).fold(0.0, f64::max);
        let good = |(_, quality): &&(f64, Self)| quality.f1() >= best - NEARLY;
        let [highest, lowest] =
            [at.iter().find(good), at.iter().rfind(good)].map(|found| found.map_or(0.0, |(score, _)| *score));
        let middle = (highest + lowest) / 2.0;
        let quality = at.into_iter().rfind(|(score, _)| *score >= middle);
        (middle, quality.map_or_else(Self::default, |(_, quality)| quality))
    }
}

use serde::Serialize;

use super::Vectors;
use crate::Laid;

/// How far apart a model puts the two chunks in which a carried unit stands.
///
/// The distance of two chunks is 1 − the cosine between their vectors. A carried unit is stored under two vectors, that of the chunk that
/// it ends and that of the chunk that it begins; their distance is how differently the same sentence is found, so
///
/// - `carried.distance` is the mean distance of neighbours of which the second carries units of the first,
/// - `apart.distance` is the mean distance of neighbours of a document that share none,
/// - `drift` is the first divided by the second.
///
/// At 1 carrying has brought the chunks no closer: the unit is drowned by what stands around it, and a question about it meets two chunks
/// about other things. At 0 both are found by the same questions, and the second is stored for nothing. One number for both is not had
/// from texts; it depends on the model, and on the sizes of chunks. Neighbours that share nothing are as a rule those across a section's
/// edge, which lie further apart for that alone: compare with what the same cuts without overlap say.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Drift {
    /// Neighbours that share carried units.
    pub carried: Neighbours,
    /// Neighbours that share none.
    pub apart: Neighbours,
    /// `carried.distance / apart.distance`; `None` where one of them is not known, or the latter is 0.
    pub drift: Option<f64>,
    /// Neighbours one of which has no vector: of neither kind.
    pub unknown: usize,
}

/// Pairs of chunks that follow each other in a document.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Neighbours {
    /// How many.
    pub pairs: usize,
    /// The mean of 1 − cosine; `None` where there are none.
    pub distance: Option<f64>,
}

/// Compares the vectors of neighbouring chunks that the engine made; see [`Drift`].
pub fn drift(laid: &Laid, vectors: &Vectors) -> Drift {
    let mut drift = Drift::default();
    let (mut carried, mut apart) = ((0, 0.0), (0, 0.0));
    for chunks in laid.documents.iter().filter_map(|document| document.chunks.as_ref()) {
        let mut before: Option<String> = None;
        for chunk in chunks.iter() {
            let id = chunk.id().to_string();
            if let Some(before) = &before {
                match vectors.cosine(before, &id) {
                    Some(cosine) => {
                        let (pairs, sum) = if chunk.carried() > 0 { &mut carried } else { &mut apart };
                        *pairs += 1;
                        *sum += 1.0 - cosine;
                    }
                    None => drift.unknown += 1,
                }
            }
            before = Some(id);
        }
    }
    drift.carried = Neighbours::of(carried);
    drift.apart = Neighbours::of(apart);
    drift.drift = match (drift.carried.distance, drift.apart.distance) {
        (Some(carried), Some(apart)) if apart > 0.0 => Some(carried / apart),
        _ => None,
    };
    drift
}

impl Neighbours {
    fn of((pairs, sum): (usize, f64)) -> Self {
        Self { pairs, distance: (pairs > 0).then(|| sum / pairs as f64) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kawara::policy::Policy;
    use kawara::run::RunOptions;
    use kawara::{Document, Engine};

    use super::*;
    use crate::metrics::testing::corpus;

    fn engine() -> Engine {
        let policy = "policy = 1\n[budget]\nmax-tokens = 22\n[context]\nprepend = []\n";
        kawara::engine(Policy::from_str(policy, "kawara.toml", ".").unwrap()).unwrap()
    }

    #[test]
    fn carried_units_are_told_from_neighbours_without() {
        let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
        let corpus = corpus(&[text]);
        let laid = Laid::by(&engine(), &corpus, RunOptions::default(), |failure| panic!("{failure}"));
        let chunks = engine().chunk(&Document::new("d0", text)).unwrap();
        assert_eq!(chunks.iter().map(|chunk| chunk.carried()).collect::<Vec<_>>(), [0, 1]);
        let lines: BTreeMap<_, _> =
            chunks.iter().map(|chunk| chunk.id().to_string()).zip(["[3,4]", "[4,3]"]).collect();
        let lines: String =
            lines.iter().map(|(id, vector)| format!("{{\"id\":\"{id}\",\"vector\":{vector}}}\n")).collect();
        let told = drift(&laid, &Vectors::read(lines.as_bytes(), "v").unwrap());
        assert_eq!((told.carried.pairs, told.apart.pairs, told.unknown), (1, 0, 0));
        assert!((told.carried.distance.unwrap() - 0.04).abs() < 1e-9);
        assert_eq!(told.drift, None, "there is nothing to compare with");
        assert_eq!(drift(&laid, &Vectors::default()), Drift { unknown: 1, ..Drift::default() });
    }
}

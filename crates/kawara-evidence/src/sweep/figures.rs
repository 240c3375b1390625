use serde::{Deserialize, Serialize};

use super::vectors::Embedded;
use crate::metrics::{Depth, Straddling, evaluate};
use crate::recommend::Reach;
use crate::retrieve::Ranks;
use crate::{Corpus, Laid, Question};

/// What chunks cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// How many there are.
    pub chunks: usize,
    /// The tokens of all of them.
    pub tokens: u64,
    /// Σ tokens(chunk) / Σ tokens(document) − 1; `None` where nothing was counted.
    pub redundancy: Option<f64>,
    /// What was embedded; `None` where the retriever finds chunks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedded: Option<EmbeddedCost>,
}

/// What making vectors takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EmbeddedCost {
    /// How many vectors are stored.
    pub vectors: usize,
    /// The tokens that the model reads of the documents, as the policy counts them: special tokens included, each as often as it is read; with
    /// what is read to find semantic boundaries.
    pub tokens: u64,
}

/// What became of some questions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// How many there are.
    pub questions: usize,
    /// The share of them whose evidence is whole in one chunk, read as wide as the point says.
    pub coverage: f64,
    /// The same of those that a carry can help, which a recommendation goes by: the evidence fits, close together, in a chunk. `None` where
    /// there are none.
    pub fittable_coverage: Option<f64>,
    /// How many of the others do not fit.
    pub unfittable: usize,
    /// How many of the others have passages too far apart for any carry.
    pub far: usize,
    /// How many the baseline breaks, whatever became of them; as a check says it.
    pub baseline_broken: usize,
    /// The share of these that is whole now; `None` where there are none.
    pub straddle_coverage: Option<f64>,
    /// How many are broken that the baseline keeps whole.
    pub newly_broken: usize,
    /// What was retrieved; `None` without a retriever, or where nothing was asked in words.
    pub served: Option<ServedFigures>,
}

/// Means over the questions that were asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ServedFigures {
    /// How many chunks are served a question.
    pub k: usize,
    /// The share of the questions of which one chunk served has all the evidence.
    pub hit: f64,
    /// The same share of the questions whose evidence the baseline cuts in two; `None` where there are none.
    #[serde(default)]
    pub boundary_recall: Option<f64>,
    /// The share of what is served that is served twice.
    pub rrr: f64,
    /// The characters served, each once.
    pub unique: f64,
    /// The tokens of the chunks served, as they are stored.
    pub tokens: f64,
}

/// What questions are held against.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held<'h> {
    pub(super) corpus: &'h Corpus,
    /// As wide as they are read.
    pub(super) laid: &'h Laid,
    pub(super) baseline: &'h Laid,
    pub(super) ranks: Option<&'h Ranks>,
    pub(super) k: usize,
}

impl Held<'_> {
    /// The figures of some of the questions, by their places. `reach` and `whole` are of all.
    pub(super) fn figures(
        &self,
        questions: &[Question],
        chosen: &[usize],
        reach: &[Reach],
        whole: &[bool],
    ) -> Figures {
        let those: Vec<Question> = chosen.iter().filter_map(|nth| questions.get(*nth)).cloned().collect();
        let ranks = self.ranks.map(|ranks| Ranks {
            lists: chosen.iter().map(|nth| ranks.lists.get(*nth).cloned().flatten()).collect(),
            ..ranks.clone()
        });
        let metrics =
            evaluate(self.corpus, &those, self.laid, Some(self.baseline), ranks.as_ref(), &[self.k]);
        let broken = |wanted| {
            let those = chosen.iter().filter(|nth| whole.get(**nth) == Some(&false));
            those.filter(|nth| reach.get(**nth) == Some(&wanted)).count()
        };
        let near = || chosen.iter().filter(|nth| reach.get(**nth) == Some(&Reach::Near));
        let (kept, fittable) = (near().filter(|nth| whole.get(**nth) == Some(&true)).count(), near().count());
        let straddling =
            metrics.straddling.unwrap_or(Straddling { questions: 0, coverage: None, newly_broken: 0 });
        Figures {
            questions: metrics.questions,
            coverage: metrics.coverage,
            fittable_coverage: (fittable > 0).then(|| kept as f64 / fittable as f64),
            unfittable: broken(Reach::Unfittable),
            far: broken(Reach::Far),
            baseline_broken: straddling.questions,
            straddle_coverage: straddling.coverage,
            newly_broken: straddling.newly_broken,
            served: metrics.served.iter().find(|served| served.depth == Depth::Chunks(self.k)).map(
                |served| ServedFigures {
                    k: self.k,
                    hit: served.hit,
                    boundary_recall: served.boundary_recall,
                    rrr: served.rrr,
                    unique: served.unique,
                    tokens: served.served_tokens,
                },
            ),
        }
    }
}

/// What the chunks of some documents cost.
pub(super) fn cost(
    laid: &Laid,
    embedded: Option<&Embedded>,
    documents: impl IntoIterator<Item = usize>,
) -> Cost {
    let mut cost = Cost { embedded: embedded.map(|_| EmbeddedCost::default()), ..Cost::default() };
    let mut source = 0;
    for document in documents {
        let pieces = laid.pieces_of(document);
        cost.chunks += pieces.len();
        cost.tokens += match embedded.filter(|embedded| embedded.is_stored) {
            Some(embedded) => embedded.tokens.get(document).copied().unwrap_or(0),
            None => pieces.iter().map(|piece| u64::from(piece.tokens)).sum(),
        };
        let Some(laid) = laid.documents.get(document) else { continue };
        source += laid.tokens;
        if let (Some(cost), Some(embedded)) = (&mut cost.embedded, embedded) {
            let vectors = embedded.vectors.get(laid.pieces.clone()).unwrap_or_default();
            cost.vectors += vectors.iter().flatten().count();
            cost.tokens += embedded.tokens.get(document).copied().unwrap_or(0);
            cost.tokens += laid.chunks.as_ref().map_or(0, kawara::Chunks::compared_tokens);
        }
    }
    cost.redundancy = (source > 0).then(|| cost.tokens as f64 / source as f64 - 1.0);
    cost
}

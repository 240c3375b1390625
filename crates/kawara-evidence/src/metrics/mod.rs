//! How well evidence survives: what is stored, what one chunk keeps whole, and what a retriever brings of it.
//!
//! | metric | of what |
//! |---|---|
//! | `chunks`, `stored_chars`, `source_chars`, `uncovered_chars`, `redundancy_chars` | all chunks; the source that they hold, each character once; what no chunk holds; stored / held − 1 |
//! | `stored_tokens`, `mean_tokens`, `max_tokens` | the chunks as they are embedded |
//! | `source_tokens`, `effective_redundancy` | the documents; Σ tokens(chunk) / Σ tokens(document) − 1 |
//! | `questions`, `coverage` | the share of questions whose evidence is whole in one chunk |
//! | `straddling`, `straddle_coverage`, `newly_broken` | beside a baseline: questions that it breaks, the share of them that is whole now, and those that are broken only now |
//! | `hit@k`, `unionhit@k` | one of the best `k` chunks holds all the evidence; they do together |
//! | `recall@k`, `precision@k`, `iou@k` | of characters; text that is served twice counts twice in what is served, and once in what is found |
//! | `rrr@k` | 1 − \|∪ ranges\| / Σ \|ranges\|, the share of what is served that was served before |
//! | `unique@k` | \|∪ ranges\|, in characters |
//! | `boundary_recall@k` | `hit@k` over the straddling questions alone |
//! | `precision_omega` | precision if exactly the chunks were brought that have some of the evidence: the best that the cuts allow |
//!
//! These are in values, to the last bit, those of the reference evaluator: floats are added in the order of the questions. Beside them:
//!
//! | metric | of what |
//! |---|---|
//! | `graded_recall@k` | `recall@k` in which each character weighs as much as the most relevant passage that it stands in; equal to it where all weigh 1. Questions whose passages all weigh 0 are left out |
//! | `served_tokens@k` | the tokens of the chunks served, as they are embedded |
//! | `independent_tokens@k` | the effective independent context: tokens of the union of the ranges served, [counted](Evaluation::with_counter) or estimated, as `independent_tokens` says |
//!
//! Each `@k` is also had [at a number of tokens](Evaluation::at_tokens), as `@1280t`: what fits of the ranking into a prompt. All of them are
//! means over the questions that were asked.
//!
//! With the vectors of the chunks at hand, [`drift`] tells how differently a carried unit is found in its two chunks.

mod depth;
mod drift;
mod evaluation;
mod holding;
mod served;
mod table;
#[cfg(test)]
mod testing;
mod vectors;

pub use depth::Depth;
pub use drift::{Drift, Neighbours, drift};
pub use evaluation::{Evaluation, evaluate};
pub use holding::Holding;
pub use table::{Independent, Metrics, Served, Straddling, Tokens};
pub use vectors::Vectors;

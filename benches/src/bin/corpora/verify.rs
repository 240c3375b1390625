//! Whether chunks are what they say, by counts that owe nothing to kawara.

use kawara::{Document, Flag, Stability};
use kawara_benches::{Text, engine};

use crate::BUDGET;
use crate::counters::Independent;

#[derive(Clone, Copy, Default)]
pub struct Verdict {
    pub chunks: usize,
    pub over: usize,
    pub miscounted: usize,
    /// Between chunks of one document.
    pub boundaries: usize,
    /// Boundaries at which a whole sentence is repeated.
    pub carried: usize,
    /// Boundaries at which none is, and the chunk says so.
    pub flagged: usize,
    /// The share of tokens that the vocabulary does not know.
    pub unknown: Option<f64>,
}

pub fn verify(counter: &str, texts: &[Text]) -> Verdict {
    let independent = Independent::of(counter);
    let engine = engine(counter, BUDGET as u32, 0, Stability::default());
    let unknown = independent.unknown(texts.iter().map(|text| &*text.text));
    let mut verdict = Verdict { unknown, ..Verdict::default() };
    for text in texts {
        for chunk in engine.chunk(&Document::new(&*text.id, &*text.text)).expect("chunks").iter() {
            let tokens = independent.count(&[chunk.context(), chunk.text()].concat());
            verdict.chunks += 1;
            verdict.over += usize::from(tokens > BUDGET);
            verdict.miscounted += usize::from(tokens != chunk.tokens() as usize);
            if chunk.ordinal() > 0 {
                verdict.boundaries += 1;
                verdict.carried += usize::from(chunk.carried() > 0);
                verdict.flagged +=
                    usize::from(chunk.carried() == 0 && chunk.flags().contains(Flag::CarryReduced));
            }
        }
    }
    verdict
}

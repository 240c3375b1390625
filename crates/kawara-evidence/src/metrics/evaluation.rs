use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;

use kawara::Counter;

use super::served::{Evidence, Outcome, take};
use super::{Depth, Holding, Independent, Metrics, Served, Straddling, Tokens};
use crate::retrieve::Ranks;
use crate::{Corpus, Laid, Question, Result, span};

/// Every figure of the [module](crate::metrics)'s tables, at the given numbers of chunks; of retrieval only if there are ranks.
///
/// ```
/// use kawara::{Document, input::{Encoding, Input}, policy::Policy, run::RunOptions};
/// use kawara_evidence::{Corpus, Laid, Passage, Question, metrics, retrieve};
///
/// let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
/// let corpus = Corpus::read([Input::Document(Box::new(Document::new("a", text)))], Encoding::UTF_8, |_| ());
/// let policy = Policy::from_str("policy = 1\n[budget]\nmax-tokens = 22\n", "kawara.toml", ".")?;
/// let laid = Laid::by(&kawara::engine(policy)?, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
/// let questions = [Question {
///     id: "1".into(),
///     document: 0,
///     question: Some("Where do I buy tickets for the first bus?".into()),
///     class: None,
///     evidence: vec![Passage { chars: 23..84, relevance: 1.0 }],
/// }];
/// let ranks = retrieve::rank(&corpus, &laid, &questions, &mut retrieve::Bm25::new(), 2)?;
/// let metrics = metrics::evaluate(&corpus, &questions, &laid, None, Some(&ranks), &[1, 2]);
/// assert_eq!(metrics.coverage, 1.0);
/// assert_eq!(metrics.get("hit@2"), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(
    corpus: &Corpus,
    questions: &[Question],
    laid: &Laid,
    baseline: Option<&Laid>,
    ranks: Option<&Ranks>,
    ks: &[usize],
) -> Metrics {
    let evaluation =
        Evaluation { corpus, questions, laid, baseline, ranks, depths: Vec::new(), counter: None };
    evaluation.at(ks).estimated()
}

/// What is to be evaluated, and how.
#[derive(Clone)]
pub struct Evaluation<'e> {
    corpus: &'e Corpus,
    questions: &'e [Question],
    laid: &'e Laid,
    baseline: Option<&'e Laid>,
    ranks: Option<&'e Ranks>,
    depths: Vec<Depth>,
    counter: Option<&'e dyn Counter>,
}

impl<'e> Evaluation<'e> {
    /// Of questions over one way of cutting.
    pub fn new(corpus: &'e Corpus, questions: &'e [Question], laid: &'e Laid) -> Self {
        Self { corpus, questions, laid, baseline: None, ranks: None, depths: Vec::new(), counter: None }
    }

    /// Beside a way of cutting that breaks some of the evidence.
    pub fn with_baseline(self, baseline: &'e Laid) -> Self {
        Self { baseline: Some(baseline), ..self }
    }

    /// With what a retriever brought.
    pub fn with_ranks(self, ranks: &'e Ranks) -> Self {
        Self { ranks: Some(ranks), ..self }
    }

    /// At numbers of chunks.
    pub fn at(mut self, ks: &[usize]) -> Self {
        self.depths.extend(ks.iter().copied().map(Depth::Chunks));
        self
    }

    /// At numbers of tokens served. Rankings should be deep enough for that: [`retrieve::depth`](crate::retrieve::depth).
    pub fn at_tokens(mut self, tokens: &[u64]) -> Self {
        self.depths.extend(tokens.iter().copied().map(Depth::Tokens));
        self
    }

    /// With exact counts of the effective independent context.
    pub fn with_counter(self, counter: &'e dyn Counter) -> Self {
        Self { counter: Some(counter), ..self }
    }

    /// Evaluates.
    ///
    /// # Errors
    /// When the counter fails.
    pub fn run(&self) -> Result<Metrics> {
        let Some(counter) = self.counter else { return Ok(self.estimated()) };
        let mut known: BTreeMap<(usize, usize, usize), u32> = BTreeMap::new();
        self.measure(Independent::Counted, |document, range| {
            let key = (document, range.start, range.end);
            if let Some(tokens) = known.get(&key) {
                return Ok(f64::from(*tokens));
            }
            let text =
                self.corpus.get(document).map(|source| source.slice(range.clone())).unwrap_or_default();
            let tokens = counter.count(text)?;
            known.insert(key, tokens);
            Ok(f64::from(tokens))
        })
    }

    fn estimated(&self) -> Metrics {
        let densities = densities(self.corpus, self.laid);
        let density = |document: usize| densities.get(document).copied().unwrap_or_default();
        let Ok(metrics) = self.measure(Independent::Estimated, |document, range| {
            Ok::<_, Infallible>(range.len() as f64 * density(document))
        });
        metrics
    }

    /// `tokens` tells those of a range of a document.
    fn measure<E>(
        &self,
        how: Independent,
        mut tokens: impl FnMut(usize, &Range<usize>) -> Result<f64, E>,
    ) -> Result<Metrics, E> {
        let (holding, baseline) = (Holding::of(self.laid), self.baseline.map(Holding::of));
        let mut metrics = index(self.corpus, self.laid);
        let hulls: Vec<Range<usize>> = self
            .questions
            .iter()
            .map(|question| span::hull(&question.ranges()).unwrap_or_default())
            .collect();
        let whole = |holding: &Holding| -> Vec<bool> {
            let each = self.questions.iter().zip(&hulls);
            each.map(|(question, hull)| holding.whole(question.document, hull).is_some()).collect()
        };
        let covered = whole(&holding);
        let straddles: Option<Vec<bool>> =
            baseline.as_ref().map(|baseline| whole(baseline).iter().map(|is_whole| !is_whole).collect());
        metrics.questions = self.questions.len();
        metrics.coverage = share(&covered).unwrap_or_default();
        metrics.straddling = straddles.as_ref().map(|straddles| straddling(&covered, straddles));

        let mut sums: Vec<Sums> = self.depths.iter().map(|_| Sums::default()).collect();
        let mut omega = 0.0;
        for (nth, question) in self.questions.iter().enumerate() {
            let evidence = Evidence::of(question);
            omega += self.omega(&holding, question, evidence.union());
            let Some(ranking) = self.ranks.and_then(|ranks| ranks.of(nth)) else { continue };
            let is_straddling =
                straddles.as_ref().and_then(|straddles| straddles.get(nth)).is_some_and(|is| *is);
            for (depth, sums) in self.depths.iter().zip(&mut sums) {
                let outcome = evidence.outcome(&take(self.laid, ranking, *depth));
                let mut independent = 0.0;
                for (document, ranges) in &outcome.union {
                    for range in ranges {
                        independent += tokens(*document, range)?;
                    }
                }
                sums.add(&outcome, is_straddling, independent);
            }
        }
        metrics.precision_omega = (!self.questions.is_empty()).then(|| omega / self.questions.len() as f64);
        let served = self.depths.iter().zip(&sums);
        metrics.served = served.filter_map(|(depth, sums)| sums.means(*depth, how)).collect();
        Ok(metrics)
    }

    fn omega(&self, holding: &Holding, question: &Question, evidence: &[Range<usize>]) -> f64 {
        let touching = evidence.iter().flat_map(|range| holding.touching(question.document, range));
        let ranges = touching.filter_map(|nth| Some(self.laid.pieces.get(nth)?.chars.clone()));
        let union = span::union(ranges);
        if union.is_empty() {
            return 0.0;
        }
        let found = span::length(&span::intersection(&union, evidence));
        found as f64 / (span::length(&union) + span::length(evidence) - found) as f64
    }
}

impl std::fmt::Debug for Evaluation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation")
            .field("questions", &self.questions.len())
            .field("chunks", &self.laid.pieces.len())
            .field("depths", &self.depths)
            .finish_non_exhaustive()
    }
}

/// What the chunks cost.
fn index(corpus: &Corpus, laid: &Laid) -> Metrics {
    let stored: usize = laid.pieces.iter().map(|piece| piece.chars.len()).sum();
    let held = (0..laid.documents.len()).map(|document| {
        let pieces = laid.pieces_of(document).iter();
        span::length(&span::union(pieces.map(|piece| piece.chars.clone())))
    });
    let held: usize = held.sum();
    let all: usize = corpus.sources().iter().map(|source| source.chars().len()).sum();
    let (tokens, source) = (laid.stored_tokens(), laid.source_tokens());
    Metrics {
        chunks: laid.pieces.len(),
        stored_chars: stored,
        source_chars: held,
        uncovered_chars: all.saturating_sub(held),
        redundancy_chars: stored as f64 / held.max(1) as f64 - 1.0,
        tokens: (tokens > 0).then(|| Tokens {
            stored: tokens,
            mean: tokens as f64 / laid.pieces.len() as f64,
            max: laid.pieces.iter().map(|piece| piece.tokens).max().unwrap_or_default(),
            source: (source > 0).then_some(source),
            effective_redundancy: laid.effective_redundancy(),
        }),
        ..Metrics::default()
    }
}

fn straddling(covered: &[bool], straddles: &[bool]) -> Straddling {
    let of = |straddling: bool| -> Vec<bool> {
        let each = covered.iter().zip(straddles);
        each.filter(|(_, straddles)| **straddles == straddling).map(|(covered, _)| *covered).collect()
    };
    let (broken, whole) = (of(true), of(false));
    Straddling {
        questions: broken.len(),
        coverage: share(&broken),
        newly_broken: whole.iter().filter(|covered| !**covered).count(),
    }
}

/// The share of what is true; `None` of nothing.
fn share(all: &[bool]) -> Option<f64> {
    let count = all.iter().filter(|is| **is).count();
    (!all.is_empty()).then(|| count as f64 / all.len() as f64)
}

/// The tokens of a character, by document.
fn densities(corpus: &Corpus, laid: &Laid) -> Vec<f64> {
    let density = |(nth, document): (usize, &crate::LaidDocument)| {
        let pieces = laid.pieces_of(nth);
        let counted = if document.tokens > 0 {
            let chars = corpus.get(nth).map_or(0, |source| source.chars().len());
            (document.tokens, chars)
        } else {
            let tokens = pieces.iter().map(|piece| u64::from(piece.tokens)).sum();
            (tokens, pieces.iter().map(|piece| piece.chars.len()).sum())
        };
        counted.0 as f64 / counted.1.max(1) as f64
    };
    laid.documents.iter().enumerate().map(density).collect()
}

/// Added in the order of the questions.
#[derive(Default)]
struct Sums {
    questions: usize,
    hit: usize,
    unionhit: usize,
    recall: f64,
    precision: f64,
    iou: f64,
    rrr: f64,
    unique: usize,
    /// How many straddle, and how many of them hit.
    boundary: (usize, usize),
    graded: (usize, f64),
    tokens: u64,
    independent: f64,
}

impl Sums {
    fn add(&mut self, outcome: &Outcome, is_straddling: bool, independent: f64) {
        self.questions += 1;
        self.hit += usize::from(outcome.hit);
        self.unionhit += usize::from(outcome.unionhit);
        self.recall += outcome.recall;
        self.precision += outcome.precision;
        self.iou += outcome.iou;
        self.rrr += outcome.rrr;
        self.unique += outcome.unique;
        if is_straddling {
            self.boundary = (self.boundary.0 + 1, self.boundary.1 + usize::from(outcome.hit));
        }
        if let Some(graded) = outcome.graded {
            self.graded = (self.graded.0 + 1, self.graded.1 + graded);
        }
        self.tokens += outcome.tokens;
        self.independent += independent;
    }

    fn means(&self, depth: Depth, independent: Independent) -> Option<Served> {
        let mean = |sum: f64, of: usize| (of > 0).then(|| sum / of as f64);
        let count = self.questions as f64;
        (self.questions > 0).then(|| Served {
            depth,
            questions: self.questions,
            hit: self.hit as f64 / count,
            unionhit: self.unionhit as f64 / count,
            recall: self.recall / count,
            precision: self.precision / count,
            iou: self.iou / count,
            rrr: self.rrr / count,
            unique: self.unique as f64 / count,
            boundary_recall: mean(self.boundary.1 as f64, self.boundary.0),
            graded_recall: mean(self.graded.1, self.graded.0),
            served_tokens: self.tokens as f64 / count,
            independent_tokens: self.independent / count,
            independent,
        })
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "one range is meant")]
mod tests {
    use super::*;
    use crate::metrics::testing::{corpus, laid, question};
    use crate::retrieve::{Bm25, rank};

    fn close(one: Option<f64>, other: f64) -> bool {
        one.is_some_and(|one| (one - other).abs() < 1e-12)
    }

    /// What the reference evaluator holds itself to.
    #[test]
    fn cuts_are_judged_as_by_the_reference() {
        let corpus = corpus(&["abcdefghijabcdefghijabcdefghijabcdefghij"]);
        let questions = [question("zzz", &[8..12])];
        let plain = laid(&[&[0..10, 10..20, 20..30, 30..40]]);
        let metrics = evaluate(&corpus, &questions, &plain, Some(&plain), None, &[1]);
        assert_eq!((metrics.coverage, metrics.redundancy_chars), (0.0, 0.0));
        assert_eq!(
            metrics.straddling,
            Some(Straddling { questions: 1, coverage: Some(0.0), newly_broken: 0 })
        );
        assert!(close(metrics.precision_omega, 4.0 / 20.0), "two chunks of ten touch four characters");
        assert!(metrics.served.is_empty());

        let carried = laid(&[&[0..10, 7..17, 14..24, 21..31, 28..38, 35..40]]);
        let metrics = evaluate(&corpus, &questions, &carried, Some(&plain), None, &[1]);
        assert_eq!(metrics.coverage, 1.0);
        assert_eq!(
            metrics.straddling,
            Some(Straddling { questions: 1, coverage: Some(1.0), newly_broken: 0 })
        );
        assert!(close(metrics.get("redundancy_chars"), 55.0 / 40.0 - 1.0));
        assert!(close(metrics.precision_omega, 4.0 / 17.0));

        let metrics =
            evaluate(&corpus, &[question("zzz", &[10..12])], &laid(&[&[0..10, 10..20]]), None, None, &[]);
        assert!(close(metrics.precision_omega, 2.0 / 10.0), "touching is not overlapping");
        assert_eq!((metrics.source_chars, metrics.uncovered_chars), (20, 20));
    }

    #[test]
    fn what_is_served_is_judged_as_by_the_reference() {
        let corpus = corpus(&["red apple pie. blue sky day."]);
        let judge = |laid: &Laid, question: Question| {
            let questions = [question];
            let ranks = rank(&corpus, laid, &questions, &mut Bm25::new(), 2).unwrap();
            evaluate(&corpus, &questions, laid, None, Some(&ranks), &[1, 2])
        };
        let twice = judge(&laid(&[&[0..15, 15..28, 15..28]]), question("blue sky", &[15..28]));
        for (name, value) in [
            ("hit@1", 1.0),
            ("rrr@2", 0.5),
            ("rrr@1", 0.0),
            ("precision@2", 0.5),
            ("iou@2", 0.5),
            ("recall@2", 1.0),
            ("graded_recall@2", 1.0),
            ("served_tokens@2", 26.0),
            ("independent_tokens@2", 13.0),
        ] {
            assert!(close(twice.get(name), value), "{name}: {:?}", twice.get(name));
        }
        let apart = judge(&laid(&[&[0..15, 15..28]]), question("apple sky", &[4..9, 20..23]));
        assert_eq!((apart.get("hit@2"), apart.get("unionhit@2")), (Some(0.0), Some(1.0)));
    }

    #[test]
    fn nothing_is_judged_without_a_fault() {
        let corpus = corpus(&["", "ab"]);
        let nothing = evaluate(&corpus, &[], &laid(&[&[], &[]]), Some(&laid(&[])), None, &[1]);
        assert_eq!((nothing.chunks, nothing.questions, nothing.coverage), (0, 0, 0.0));
        assert_eq!((nothing.precision_omega, nothing.uncovered_chars), (None, 2));
        let question = Question { document: 1, ..question("ab", &[0..2]) };
        let empty = laid(&[&[], &[]]);
        let questions = [question];
        let ranks = rank(&corpus, &empty, &questions, &mut Bm25::new(), 5).unwrap();
        let metrics = evaluate(&corpus, &questions, &empty, None, Some(&ranks), &[1]);
        assert_eq!((metrics.get("hit@1"), metrics.get("precision@1")), (Some(0.0), Some(0.0)));
    }
    fn served(lists: &[&[usize]]) -> Ranks {
        Ranks {
            retriever: "given".into(),
            k: 9,
            lists: lists.iter().map(|list| Some(list.to_vec())).collect(),
        }
    }

    #[test]
    fn what_fits_into_a_number_of_tokens_is_served() {
        let corpus = corpus(&["abcdefghijabcdefghijabcdefghij"]);
        let (laid, questions) = (laid(&[&[0..10, 5..20, 20..30]]), [question("?", &[5..15])]);
        let ranks = served(&[&[0, 1, 2]]);
        let evaluation =
            Evaluation::new(&corpus, &questions, &laid).with_ranks(&ranks).at(&[2]).at_tokens(&[9, 24, 25]);
        let metrics = evaluation.run().unwrap();
        for (name, value) in [
            ("recall@9t", 0.0),
            ("served_tokens@9t", 0.0),
            ("recall@24t", 0.5),
            ("served_tokens@24t", 10.0),
            ("hit@25t", 1.0),
            ("served_tokens@25t", 25.0),
            ("independent_tokens@25t", 20.0),
            ("rrr@25t", 0.2),
        ] {
            assert!(close(metrics.get(name), value), "{name}: {:?}", metrics.get(name));
        }
        let (two, tokens) = (metrics.at(Depth::Chunks(2)).unwrap(), metrics.at(Depth::Tokens(25)).unwrap());
        assert_eq!(Served { depth: two.depth, ..tokens.clone() }, *two);
        assert_eq!(crate::retrieve::depth(&laid, 25), 3, "two of ten, and one that no longer fits");
    }

    #[test]
    fn recall_is_weighed_by_relevance() {
        let corpus = corpus(&["abcdefghijabcdefghijabcdefghij"]);
        let laid = laid(&[&[0..10, 10..20, 20..30]]);
        let graded = |one: f64, other: f64| {
            let mut question = question("?", &[0..10, 20..30]);
            (question.evidence[0].relevance, question.evidence[1].relevance) = (one, other);
            let metrics = evaluate(&corpus, &[question], &laid, None, Some(&served(&[&[0]])), &[1]);
            assert!(close(metrics.get("recall@1"), 0.5));
            metrics.get("graded_recall@1")
        };
        assert_eq!(graded(1.0, 1.0), Some(0.5));
        assert!(close(graded(1.0, 0.5), 2.0 / 3.0));
        assert_eq!(graded(0.0, 1.0), Some(0.0));
        assert_eq!(graded(0.0, 0.0), None);
    }

    #[test]
    fn the_independent_context_is_counted_or_estimated() {
        let text = "Tiles overlap. Each lies over the next one below it.";
        let corpus = corpus(&[text]);
        let (laid, questions) = (laid(&[&[0..14, 0..26]]), [question("?", &[0..14])]);
        let ranks = served(&[&[0, 1]]);
        let registry = kawara::registry().unwrap();
        let counter =
            registry.counter("tiktoken:cl100k_base").unwrap().open(&kawara::Options::new()).unwrap();
        let evaluation = Evaluation::new(&corpus, &questions, &laid).with_ranks(&ranks).at(&[2]);
        let counted = evaluation.clone().with_counter(&*counter).run().unwrap();
        assert_eq!(counted.get("independent_tokens@2"), Some(f64::from(counter.count(&text[..26]).unwrap())));
        assert_eq!(serde_json::to_value(&counted).unwrap()["independent_tokens"], "counted");
        let estimated = evaluation.run().unwrap();
        assert_eq!(serde_json::to_value(&estimated).unwrap()["independent_tokens"], "estimated");
        assert!(close(estimated.get("independent_tokens@2"), 26.0), "a token a character");
    }

    #[test]
    fn questions_without_words_are_not_asked() {
        let corpus = corpus(&["abcdefghij"]);
        let questions = [question("?", &[0..5]), question("?", &[5..10])];
        let ranks = Ranks { lists: vec![None, Some(vec![0])], ..served(&[]) };
        let metrics = evaluate(&corpus, &questions, &laid(&[&[5..10]]), None, Some(&ranks), &[1]);
        assert_eq!((metrics.coverage, metrics.get("hit@1")), (0.5, Some(1.0)));
    }
}

use std::collections::BTreeMap;
use std::ops::Range;

use kawara::Engine;
use kawara::input::Failure;
use kawara::run::RunOptions;
use serde::{Deserialize, Serialize};

use super::cut::{Cut, Laying, lay};
use super::figures::{Cost, Figures, Held, cost};
use super::group::Group;
use super::mode::Mode;
use super::point::Point;
use super::reach::{hull, hulls, reach};
use super::store::{Kept, Store, digest};
use super::vectors::{Embedded, Vectors};
use crate::check::{Wider, widened};
use crate::metrics::Holding;
use crate::recommend::Reach;
use crate::retrieve::{Ranks, Retriever, rank};
use crate::{Corpus, Error, ErrorKind, Laid, Question, Result};

/// What a sweep is about, and how it is run.
#[derive(Debug)]
pub struct Sweep<'s> {
    /// The documents.
    pub corpus: &'s Corpus,
    /// The questions, the same for every point.
    pub questions: &'s [Question],
    /// How many chunks are served a question.
    pub k: usize,
    /// How documents are spread over threads.
    pub options: RunOptions,
    /// Where it is remembered what is done, so that a sweep that was stopped goes on. Not for points with a [`Mode`]: an embedder with a cache
    /// remembers what takes long of them.
    pub store: Option<&'s Store>,
    /// Who makes the vectors of points with a [`Mode`].
    pub vectors: Option<Vectors<'s>>,
}

/// How far a sweep is.
#[derive(Debug)]
pub enum Progress<'p> {
    /// So many bytes of documents are laid, or embedded; each way of cutting lays all of them, and each way of embedding reads all of them.
    Laid(u64),
    /// A document cannot be chunked at a point. It has no chunks there, and the others go on.
    Failed(&'p Point, Failure),
    /// The chunks of a point cannot be embedded in its mode. It has no outcome, and the others go on.
    Missed(&'p Point, &'p Error),
    /// A point is done.
    Done(&'p Point),
}

/// What one point came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What the chunks cost.
    pub cost: Cost,
    /// All questions.
    pub all: Figures,
    /// By class, where questions have one.
    pub classes: BTreeMap<String, Figures>,
    /// By what documents are.
    pub groups: Vec<GroupOutcome>,
    /// Of each question, whether its evidence is whole in one chunk, read as wide as the point says.
    pub whole: Vec<bool>,
    /// Of each question, whether it is so at the baseline.
    pub whole_without: Vec<bool>,
    /// Of each question, whether a carry can help it.
    pub reach: Vec<Reach>,
}

/// What a point came to for one [`Group`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupOutcome {
    /// Which documents.
    pub group: Group,
    /// What their chunks cost.
    pub cost: Cost,
    /// The questions about them.
    pub figures: Figures,
    /// Which questions these are, by their places.
    pub questions: Vec<usize>,
}

impl Sweep<'_> {
    /// Tries every point: cuts the corpus for each way of cutting, asks the retriever, and holds the evidence against what comes of it.
    /// What is returned stands in the order of the points; `None` where the vectors of a mode could not be made.
    ///
    /// `engine` makes the engine of a point, whose settings are as [`Point::changes`] says. `tell` hears how far it is.
    ///
    /// # Errors
    /// When an engine cannot be made, the retriever fails, a mode needs vectors and nobody makes them, there is a store and a mode, or nothing
    /// can be remembered.
    pub fn run(
        &self,
        points: &[Point],
        engine: &mut dyn FnMut(&Point) -> Result<Engine>,
        mut retriever: Option<&mut dyn Retriever>,
        tell: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Vec<Option<Outcome>>> {
        let needs = |mode: Mode| mode.vectors() != Mode::Words && self.vectors.is_none();
        if let Some(mode) = points.iter().filter_map(|point| point.mode).find(|mode| needs(*mode)) {
            let message = format!("the mode `{mode}` needs an embedder to make vectors");
            return Err(Error::new(ErrorKind::Settings, message));
        }
        if self.store.is_some() && points.iter().any(|point| point.mode.is_some()) {
            let message =
                "modes are not remembered by a sweep: have the embedder's vectors kept, and run it again";
            return Err(Error::new(ErrorKind::Settings, message));
        }
        let mut outcomes: Vec<Option<Outcome>> = vec![None; points.len()];
        if let Some(retriever) = retriever.as_deref_mut() {
            // What it is called may hang on the questions, and what is remembered on its name.
            let asked: Vec<&str> = self.questions.iter().filter_map(Question::asked).collect();
            retriever.prepare(&asked)?;
        }
        for baseline in once(points.iter().map(Point::baseline)) {
            let of_baseline = || points.iter().filter(|point| point.baseline() == baseline);
            let mut base = Bench::open(self, &baseline, engine)?;
            for cut in once(of_baseline().map(Point::cut)) {
                let mut own = if cut == baseline { None } else { Some(Bench::open(self, &cut, engine)?) };
                let mut found: BTreeMap<Mode, Result<Found>> = BTreeMap::new();
                for (nth, point) in points.iter().enumerate().filter(|(_, point)| point.cut() == cut) {
                    let remembered =
                        self.remembered(point, &base, own.as_ref().unwrap_or(&base), retriever.as_deref());
                    let outcome = match remembered {
                        Some(outcome) => outcome,
                        None => {
                            base.lay(tell)?;
                            own.iter_mut().try_for_each(|own| own.lay(tell))?;
                            let own = own.as_ref().unwrap_or(&base);
                            let mode = point.mode.map_or(Mode::Words, Mode::vectors);
                            let find = || self.find(mode, own, retriever.as_deref_mut(), tell);
                            let found = match found.entry(mode).or_insert_with(find) {
                                Ok(found) => found,
                                Err(error) if mode == Mode::Words => return Err(error.clone()),
                                Err(error) => {
                                    tell(Progress::Missed(point, error));
                                    continue;
                                }
                            };
                            let outcome = self.outcome(point, &base, own, found);
                            self.remember(point, &base, own, retriever.as_deref(), &outcome)?;
                            outcome
                        }
                    };
                    outcomes[nth] = Some(outcome);
                    tell(Progress::Done(point));
                }
                own.iter().for_each(|own| own.tell_rest(tell));
            }
            base.tell_rest(tell);
        }
        Ok(outcomes)
    }

    /// Which chunks each question brings, by their words or by the vectors of a mode.
    fn find(
        &self,
        mode: Mode,
        own: &Bench<'_>,
        retriever: Option<&mut (dyn Retriever + '_)>,
        tell: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Found> {
        let laid = &own.cut.laid;
        if mode == Mode::Words {
            let ranks = retriever.map(|retriever| rank(self.corpus, laid, self.questions, retriever, self.k));
            return Ok(Found { ranks: ranks.transpose()?, embedded: None });
        }
        let Some(vectors) = &self.vectors else {
            let message = format!("the mode `{mode}` needs an embedder to make vectors");
            return Err(Error::new(ErrorKind::Settings, message));
        };
        let embedded =
            vectors.of(mode, &own.engine, self.corpus, laid, &mut |bytes| tell(Progress::Laid(bytes)))?;
        let ranks = vectors.rank(&embedded, self.questions, self.k)?;
        Ok(Found { ranks: Some(ranks), embedded: Some(embedded) })
    }

    fn outcome(&self, point: &Point, base: &Bench<'_>, own: &Bench<'_>, found: &Found) -> Outcome {
        let cut = &own.cut;
        let units = point.wider as usize;
        let read =
            Wider { passage: u32::from(point.mode == Some(Mode::Parent)), ..Wider::units(units, units) };
        let wide = (read != Wider::default()).then(|| widened(&cut.laid, self.corpus, read));
        let laid = wide.as_ref().unwrap_or(&cut.laid);
        let (ranks, embedded) = (found.ranks.as_ref(), found.embedded.as_ref());
        let held = Held { corpus: self.corpus, laid, baseline: &base.cut.laid, ranks, k: self.k };
        let (whole, whole_without) = (self.whole(laid), self.whole(&base.cut.laid));
        let reach: Vec<Reach> = self
            .questions
            .iter()
            .map(|question| {
                let place = cut.laid.documents.get(question.document).zip(cut.needs.get(question.document));
                let place = place.zip(self.corpus.get(question.document));
                place.map_or(Reach::Near, |((document, needs), source)| {
                    reach(question, source, document, needs)
                })
            })
            .collect();
        let figures = |chosen: &[usize]| held.figures(self.questions, chosen, &reach, &whole);
        let mut classes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut groups: BTreeMap<Group, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        let group = |document: usize| cut.about.get(document).cloned().flatten();
        for (nth, question) in self.questions.iter().enumerate() {
            if let Some(class) = &question.class {
                classes.entry(class.clone()).or_default().push(nth);
            }
            if let Some(group) = group(question.document) {
                groups.entry(group).or_default().1.push(nth);
            }
        }
        for document in 0..self.corpus.sources().len() {
            if let Some((documents, _)) = group(document).and_then(|group| groups.get_mut(&group)) {
                documents.push(document);
            }
        }
        let groups = groups.into_iter().map(|(group, (documents, questions))| GroupOutcome {
            group,
            cost: cost(&cut.laid, embedded, documents),
            figures: figures(&questions),
            questions,
        });
        Outcome {
            cost: cost(&cut.laid, embedded, 0..self.corpus.sources().len()),
            all: figures(&(0..self.questions.len()).collect::<Vec<_>>()),
            groups: groups.collect(),
            classes: classes.into_iter().map(|(class, chosen)| (class, figures(&chosen))).collect(),
            whole,
            whole_without,
            reach,
        }
    }

    /// Of each question, whether one chunk has all its evidence.
    fn whole(&self, laid: &Laid) -> Vec<bool> {
        let holding = Holding::of(laid);
        let whole = |question: &Question| holding.whole(question.document, &hull(question)).is_some();
        self.questions.iter().map(whole).collect()
    }

    fn remembered(
        &self,
        point: &Point,
        base: &Bench<'_>,
        own: &Bench<'_>,
        retriever: Option<&dyn Retriever>,
    ) -> Option<Outcome> {
        self.store?.point(&self.key(point, base, own, retriever)?)
    }

    fn remember(
        &self,
        point: &Point,
        base: &Bench<'_>,
        own: &Bench<'_>,
        retriever: Option<&dyn Retriever>,
        outcome: &Outcome,
    ) -> Result<()> {
        match (self.store, self.key(point, base, own, retriever)) {
            (Some(store), Some(key)) => store.keep_point(&key, outcome),
            _ => Ok(()),
        }
    }

    /// What a point depends on: all documents and how they are cut there and at the baseline, the questions, who retrieves how much, and how
    /// wide it is read. `None` as long as it is not known of each document, and where one fails.
    fn key(
        &self,
        point: &Point,
        base: &Bench<'_>,
        own: &Bench<'_>,
        retriever: Option<&dyn Retriever>,
    ) -> Option<String> {
        let (base, own) = (base.kept.recipes()?, own.kept.recipes()?);
        let asked = format!("{:?}", self.questions);
        let served = format!("{:?} {} {}", retriever.map(|retriever| retriever.name()), self.k, point.wider);
        Some(digest(&[base.join("\n"), own.join("\n"), asked, served]))
    }
}

/// What a way of finding chunks came to.
struct Found {
    /// `None` without a retriever.
    ranks: Option<Ranks>,
    /// `None` where no vectors were made.
    embedded: Option<Embedded>,
}

/// A way of cutting, and what is known of it.
struct Bench<'b> {
    sweep: &'b Sweep<'b>,
    point: Point,
    engine: Engine,
    hulls: Vec<Vec<Range<usize>>>,
    kept: Kept,
    cut: Cut,
    is_laid: bool,
}

impl<'b> Bench<'b> {
    fn open(
        sweep: &'b Sweep<'b>,
        point: &Point,
        engine: &mut dyn FnMut(&Point) -> Result<Engine>,
    ) -> Result<Self> {
        let engine = engine(point)?;
        let nothing = || Ok(Kept::nothing(sweep.corpus));
        let hulls = hulls(sweep.questions, sweep.corpus.sources().len());
        let kept =
            sweep.store.map_or_else(nothing, |store| store.cut(point, &engine, sweep.corpus, &hulls))?;
        Ok(Self { sweep, hulls, point: point.clone(), engine, kept, cut: Cut::default(), is_laid: false })
    }

    /// Lays the corpus, unless that is done.
    fn lay(&mut self, tell: &mut dyn FnMut(Progress<'_>)) -> Result<()> {
        if self.is_laid {
            return Ok(());
        }
        let Self { sweep, point, engine, hulls, kept, .. } = self;
        self.cut = lay(engine, sweep.corpus, sweep.options, hulls, kept, &mut |event| match event {
            Laying::Done(bytes) => tell(Progress::Laid(bytes)),
            Laying::Failed(failure) => tell(Progress::Failed(point, failure)),
        })?;
        self.is_laid = true;
        Ok(())
    }

    /// What need not be laid, since all that depends on it was remembered, is done too.
    fn tell_rest(&self, tell: &mut dyn FnMut(Progress<'_>)) {
        if !self.is_laid {
            tell(Progress::Laid(bytes(self.sweep.corpus)));
        }
    }
}

/// How many ways of cutting the points come to, baselines with them, and of embedding what was cut: how often all documents are gone through.
pub fn ways(points: &[Point]) -> usize {
    let cuts = once(points.iter().flat_map(|point| [point.baseline(), point.cut()])).len();
    let vectors = |point: &Point| point.mode.map(Mode::vectors).filter(|mode| *mode != Mode::Words);
    let embedded =
        points.iter().filter_map(|point| Some(Point { mode: Some(vectors(point)?), ..point.cut() }));
    cuts + once(embedded).len()
}

fn bytes(corpus: &Corpus) -> u64 {
    corpus.sources().iter().map(|source| source.text().len() as u64).sum()
}

/// Each once, in the order in which they come.
fn once(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut known = Vec::new();
    for point in points {
        if !known.contains(&point) {
            known.push(point);
        }
    }
    known
}

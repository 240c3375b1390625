//! Modes: each is the same plan with other vectors, and its figures are those of the same steps taken one by one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::sync::Arc;

use kawara::contextual::Contexts;
use kawara::input::{Encoding, Input};
use kawara::late::LateOptions;
use kawara::policy::Policy;
use kawara::run::RunOptions;
use kawara::{Document, Embedder, Engine, PolicyTree, Pooling};
use kawara_evidence::check::{Wider, widened};
use kawara_evidence::metrics::evaluate;
use kawara_evidence::retrieve::{Bm25, rank};
use kawara_evidence::sweep::{Axes, Mode, Outcome, Point, Progress, Store, Sweep, Vectors, product, ways};
use kawara_evidence::{Corpus, Laid, Passage, Question, Result};

/// Adds up a direction for each word, so that what is pooled is what is embedded.
struct Words;

/// The same, of whose tokens nobody hears.
struct Mute;

const WIDTH: usize = 97;

fn direction(word: &str) -> [f32; WIDTH] {
    let mut direction = [0.0; WIDTH];
    let hash = word.bytes().fold(7usize, |hash, byte| (hash * 31 + usize::from(byte)) % 1_000_003);
    direction[hash % WIDTH] = 1.0;
    direction[(hash / WIDTH) % WIDTH] += 0.5;
    direction
}

fn sum<'w>(words: impl Iterator<Item = (&'w str, f32)>) -> Vec<f32> {
    words.fold(vec![0.0; WIDTH], |mut sum, (word, weight)| {
        sum.iter_mut().zip(direction(word)).for_each(|(sum, number)| *sum += weight * number);
        sum
    })
}

impl Embedder for Words {
    fn id(&self) -> &str {
        "words 1"
    }

    fn embed(&self, texts: &[&str]) -> kawara::Result<Vec<Vec<f32>>> {
        Ok(texts.iter().map(|text| sum(text.split_whitespace().map(|word| (word, 1.0)))).collect())
    }

    fn can_pool(&self) -> bool {
        true
    }

    fn pool(&self, pooling: &Pooling<'_>) -> kawara::Result<Vec<Vec<f32>>> {
        let words: Vec<&str> = pooling.text.split_whitespace().collect();
        assert_eq!(words.len(), pooling.tokens);
        let rows = |pool: &&[kawara::Weighted]| {
            let parts = pool.iter().flat_map(|part| part.tokens.clone().map(|row| (row, part.weight as f32)));
            sum(parts.map(|(row, weight)| (words[row], weight)))
        };
        Ok(pooling.pools.iter().map(rows).collect())
    }
}

impl Embedder for Mute {
    fn id(&self) -> &str {
        "mute 1"
    }

    fn embed(&self, texts: &[&str]) -> kawara::Result<Vec<Vec<f32>>> {
        Words.embed(texts)
    }
}

const THINGS: [&str; 8] = ["pump", "valve", "tank", "filter", "meter", "gauge", "hose", "crane"];

/// Six documents of sixteen sentences, two about each thing; questions about the first of the two, with both as evidence.
fn corpus() -> (Corpus, Vec<Question>) {
    let (mut inputs, mut questions) = (Vec::new(), Vec::new());
    for nth in 0..6 {
        let mut text = String::new();
        for thing in THINGS {
            let start = text.chars().count();
            text += &format!("The {thing} of hall {nth} hums loudly. ");
            text += &format!("Its {thing}man oils it on day {}. ", nth * 3);
            questions.push(Question {
                id: format!("{nth}-{thing}"),
                document: nth,
                question: Some(format!("where hums the {thing} of hall {nth}")),
                class: None,
                evidence: vec![Passage { chars: start..text.chars().count() - 1, relevance: 1.0 }],
            });
        }
        let document = Document::new(format!("hall-{nth}"), text.trim_end().to_owned());
        inputs.push(Input::Document(Box::new(document.with_title(format!("Hall {nth}")))));
    }
    (Corpus::read(inputs, Encoding::UTF_8, |failure| panic!("{failure}")), questions)
}

struct Bench {
    corpus: Corpus,
    questions: Vec<Question>,
    embedder: Arc<dyn Embedder>,
}

impl Bench {
    fn new(embedder: impl Embedder + 'static) -> Self {
        let (corpus, questions) = corpus();
        Self { corpus, questions, embedder: Arc::new(embedder) }
    }

    fn engine(&self, point: &Point) -> Engine {
        let text = "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 20\n[units]\noverlap = 0\n[semantic]\nembedder = \"words\"\nwindow = 0\n\
             threshold = { percentile = 40 }\n";
        // Only a point that says so is cut at semantic boundaries.
        let text = if point.besides.iter().any(|change| change.starts_with("semantic")) {
            text
        } else {
            &text[..text.find("[semantic]").unwrap()]
        };
        let policy = Policy::from_str(text, "kawara.toml", ".").unwrap();
        let registry = kawara::registry().unwrap();
        let registry = registry.with_embedder("words", Arc::clone(&self.embedder)).unwrap();
        Engine::new(registry, PolicyTree::fixed(policy, point.changes()).unwrap())
    }

    fn laid(&self, point: &Point) -> Laid {
        Laid::by(&self.engine(point), &self.corpus, RunOptions::default(), |failure| panic!("{failure}"))
    }

    fn tried(
        &self,
        points: &[Point],
        contexts: Option<&Contexts>,
        store: Option<&Store>,
    ) -> Result<(Vec<Option<Outcome>>, Vec<String>)> {
        let late = LateOptions { limit: Some(400), ..LateOptions::default() };
        let vectors = Vectors { embedder: &*self.embedder, query_prefix: "", late: &late, contexts };
        let sweep = Sweep {
            corpus: &self.corpus,
            questions: &self.questions,
            k: 1,
            options: RunOptions::default(),
            store,
            vectors: Some(vectors),
        };
        let (mut bytes, mut missed) = (0, Vec::new());
        let outcomes =
            sweep.run(points, &mut |point| Ok(self.engine(point)), Some(&mut Bm25::new()), &mut |event| {
                match event {
                    Progress::Laid(more) => bytes += more,
                    Progress::Done(_) => (),
                    Progress::Missed(_, error) => missed.push(error.to_string()),
                    Progress::Failed(_, failure) => panic!("{failure}"),
                }
            })?;
        let source: u64 = self.corpus.sources().iter().map(|source| source.text().len() as u64).sum();
        assert!(bytes == ways(points) as u64 * source || !missed.is_empty());
        Ok((outcomes, missed))
    }

    fn swept(
        &self,
        points: &[Point],
        contexts: Option<&Contexts>,
        store: Option<&Store>,
    ) -> Result<Vec<Outcome>> {
        let (outcomes, missed) = self.tried(points, contexts, store)?;
        assert_eq!(missed, [""; 0]);
        Ok(outcomes.into_iter().flatten().collect())
    }
}

fn points(modes: &[Mode]) -> Vec<Point> {
    let mut points = product(&Axes { modes: modes.to_vec(), ..Axes::default() }, |_| false);
    for point in &mut points {
        point.besides = match point.mode {
            Some(Mode::Semantic) => vec!["semantic.embedder=\"words\"".into()],
            Some(Mode::Parent) => vec!["tiling.parents=[80]".into()],
            _ => Vec::new(),
        };
    }
    points
}

/// The tokens that a mode read.
fn read(outcome: &Outcome) -> u64 {
    outcome.cost.embedded.as_ref().unwrap().tokens
}

#[test]
fn the_plan_is_one_and_only_what_finds_it_differs() {
    let bench = Bench::new(Words);
    let points = points(&[Mode::Words, Mode::Text, Mode::Chunk, Mode::Late, Mode::LateSoft]);
    let outcomes = bench.swept(&points, None, None).unwrap();
    let plain = &outcomes[0];
    assert!(plain.cost.embedded.is_none());
    for outcome in &outcomes {
        assert_eq!((outcome.cost.chunks, outcome.cost.tokens), (plain.cost.chunks, plain.cost.tokens));
        assert_eq!((outcome.all.coverage, &outcome.whole), (plain.all.coverage, &plain.whole));
        assert_eq!(outcome.all.baseline_broken, plain.all.baseline_broken);
        assert!(outcome.all.served.as_ref().unwrap().boundary_recall.is_some());
    }
    // What is found by words is what the retriever finds where there are no modes.
    assert_eq!(bench.swept(&[Point::default()], None, None).unwrap()[0].all, plain.all);
    // Of a model whose vectors of tokens know nothing of one another, and without overlap, late chunking is the text alone.
    let [_, text, chunk, late, soft] = outcomes.as_slice() else { panic!("five modes") };
    assert_eq!(late.all, text.all);
    assert_ne!(soft.all, text.all, "a neighbour counts");
    assert_ne!(chunk.all, text.all, "titles say which hall it is");
    // Each document is read once, with its title or without.
    let words: u64 =
        bench.corpus.sources().iter().map(|it| it.text().split_whitespace().count() as u64).sum();
    assert_eq!((read(text), read(late), read(soft)), (words, words, words));
    assert_eq!(read(chunk), plain.cost.tokens);
    assert_eq!(text.cost.embedded.as_ref().unwrap().vectors, plain.cost.chunks);
}

#[test]
fn figures_are_those_of_steps_taken_one_by_one() {
    let bench = Bench::new(Words);
    let points = points(&[Mode::Chunk, Mode::Semantic, Mode::Parent]);
    let outcomes = bench.swept(&points, None, None).unwrap();
    let plain = bench.laid(&points[0].baseline());
    for (point, outcome) in points.iter().zip(&outcomes) {
        let laid = bench.laid(&point.cut());
        // The built-in retriever stands in for any: what is served hangs on the ranks alone, so these come from the embedder itself.
        let texts: Vec<String> =
            (0..laid.pieces.len()).map(|nth| laid.embedded(&bench.corpus, nth)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let texts: Vec<_> = bench.embedder.embed(&texts).unwrap().into_iter().map(Some).collect();
        let asked: Vec<&str> = bench.questions.iter().map(|it| it.question.as_deref().unwrap()).collect();
        let lists = kawara_evidence::retrieve::nearest(&texts, &bench.embedder.embed(&asked).unwrap(), 1);
        let mut ranks = rank(&bench.corpus, &laid, &bench.questions, &mut Bm25::new(), 1).unwrap();
        ranks.lists = lists.into_iter().map(Some).collect();
        let passage = u32::from(point.mode == Some(Mode::Parent));
        let wide = widened(&laid, &bench.corpus, Wider { passage, ..Wider::default() });
        let metrics = evaluate(&bench.corpus, &bench.questions, &wide, Some(&plain), Some(&ranks), &[1]);
        let served = outcome.all.served.as_ref().unwrap();
        assert_eq!((outcome.all.coverage, served.hit), (metrics.coverage, metrics.served[0].hit), "{point}");
        assert_eq!(served.boundary_recall, metrics.served[0].boundary_recall, "{point}");
        assert_eq!(served.unique, metrics.served[0].unique, "{point}");
    }
    let [chunk, semantic, parent] = outcomes.as_slice() else { panic!("three modes") };
    assert!(parent.all.coverage > chunk.all.coverage, "passages hold what chunks tear");
    assert!(semantic.cost.chunks > chunk.cost.chunks, "breaks end chunks");
    // To find breaks each sentence is read once more; what that takes is estimated, to a word or so.
    let words: u64 =
        bench.corpus.sources().iter().map(|it| it.text().split_whitespace().count() as u64).sum();
    let sentences = 6 * 16;
    let more = read(semantic) - semantic.cost.tokens;
    assert!((words - sentences..=words + sentences).contains(&more), "{more} for {words}");
    assert_eq!((read(chunk), read(parent)), (chunk.cost.tokens, parent.cost.tokens));
}

#[test]
fn contexts_from_outside_are_embedded_and_counted() {
    let bench = Bench::new(Words);
    let points = points(&[Mode::Chunk, Mode::Contextual]);
    let laid = bench.laid(&points[0].cut());
    let mut lines = String::new();
    for chunk in laid.documents.iter().flat_map(|document| document.chunks.as_ref().unwrap().iter()) {
        lines += &format!("{{\"id\":\"{}\",\"context\":\"Of {}.\"}}\n", chunk.id(), chunk.doc_id());
    }
    let contexts = Contexts::read(lines.as_bytes(), "contexts.jsonl").unwrap();
    let outcomes = bench.swept(&points, Some(&contexts), None).unwrap();
    let chunks = outcomes[0].cost.chunks as u64;
    // A context has three words, as the counter takes them.
    assert_eq!(read(&outcomes[1]) - read(&outcomes[0]), 3 * chunks);
    assert_eq!((contexts.told().given, contexts.told().without), (chunks, 0));
    assert_eq!(outcomes[1].cost.tokens, read(&outcomes[1]), "contexts are stored, too");
    // Where none is at hand the row would be that of the plain chunks.
    let (outcomes, missed) = bench.tried(&points, Some(&Contexts::default()), None).unwrap();
    assert_eq!(outcomes.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false]);
    assert!(missed[0].contains("no chunk has a context there"), "{missed:?}");
}

#[test]
fn what_cannot_be_had_is_said() {
    let bench = Bench::new(Mute);
    let (outcomes, missed) = bench.tried(&points(&[Mode::Text, Mode::Late]), None, None).unwrap();
    assert!(outcomes[0].is_some() && outcomes[1].is_none(), "the others go on");
    assert!(missed[0].contains("hall-0: mute 1: has a vector of a text to give"), "{missed:?}");
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("store")).unwrap();
    let error = bench.swept(&points(&[Mode::Text]), None, Some(&store)).unwrap_err().to_string();
    assert!(error.contains("modes are not remembered by a sweep"), "{error}");
    let (sweep_corpus, questions) = corpus();
    let sweep = Sweep {
        corpus: &sweep_corpus,
        questions: &questions,
        k: 1,
        options: RunOptions::default(),
        store: None,
        vectors: None,
    };
    let mut engine = |point: &Point| Ok(bench.engine(point));
    let error = sweep.run(&points(&[Mode::Chunk]), &mut engine, None, &mut |_| ()).unwrap_err().to_string();
    assert!(error.contains("the mode `chunk` needs an embedder"), "{error}");
}

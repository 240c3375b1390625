//! Sweeps: every point is what chunking and evaluating it alone comes to, and what is remembered is what would be found again.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]
#![allow(clippy::single_range_in_vec_init, reason = "one range is meant")]

use std::fs;
use std::path::Path;

use kawara::input::{Encoding, Input};
use kawara::policy::{Loader, Policy};
use kawara::run::RunOptions;
use kawara::{Document, Engine, PolicyTree};
use kawara_evidence::check::{Wider, widened};
use kawara_evidence::metrics::evaluate;
use kawara_evidence::recommend::{Goal, Reach, Verdict};
use kawara_evidence::retrieve::{Bm25, Retriever, rank};
use kawara_evidence::sweep::{
    Axes, Carry, Outcome, Point, Progress, Report, Store, Sweep, Written, advise, pareto, product, ways,
};
use kawara_evidence::{Corpus, Laid, Passage, Question, Result};
use tempfile::tempdir;

const SENTENCES: [&str; 6] = [
    "The pump of station {} stopped at noon.",
    "Nobody noticed it until the tank ran dry.",
    "It was started again by the night shift.",
    "The valve of gate {} is checked on Mondays.",
    "Its seal lasts for three years.",
    "After that the seal is replaced by hand.",
];

/// Twenty documents of eighteen sentences, each sentence of its own.
fn documents() -> Vec<Document> {
    let text = |nth: usize| {
        let sentences = (0..18).map(|at| SENTENCES[(at + nth) % 6].replace("{}", &format!("{nth}-{at}")));
        sentences.collect::<Vec<_>>().join(" ")
    };
    (0..20).map(|nth| Document::new(format!("d{nth}"), text(nth))).collect()
}

fn corpus(documents: Vec<Document>) -> Corpus {
    let inputs = documents.into_iter().map(|document| Input::Document(Box::new(document)));
    Corpus::read(inputs, Encoding::UTF_8, |failure| panic!("{failure}"))
}

/// Of each document every two neighbouring sentences; the first and the fifth together, which are far apart; and all but one, which fit nowhere.
fn questions(corpus: &Corpus) -> Vec<Question> {
    let mut questions = Vec::new();
    for (document, source) in corpus.sources().iter().enumerate() {
        let ends: Vec<usize> = source.text().match_indices('.').map(|(at, _)| at + 1).collect();
        let starts: Vec<usize> = std::iter::once(0).chain(ends.iter().map(|end| end + 1)).collect();
        let mut ask = |class: &str, ranges: &[std::ops::Range<usize>]| {
            let words = source.slice(ranges[0].clone()).to_owned();
            questions.push(Question {
                id: format!("{}-{}", source.id(), questions.len()),
                document,
                question: Some(words),
                class: Some(class.to_owned()),
                evidence: ranges
                    .iter()
                    .map(|chars| Passage { chars: chars.clone(), relevance: 1.0 })
                    .collect(),
            });
        };
        (1..18).for_each(|nth| ask("pair", &[starts[nth - 1]..ends[nth]]));
        // The blank before a sentence is not of the one before.
        ask("far", &[starts[0]..ends[0], starts[4] - 1..ends[4]]);
        ask("long", &[starts[0]..ends[16]]);
    }
    questions
}

fn engine(point: &Point) -> Result<Engine> {
    let policy =
        Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 30\n", "kawara.toml", ".")
            .unwrap();
    Ok(kawara::engine(PolicyTree::fixed(policy, point.changes()).unwrap())?)
}

fn points() -> Vec<Point> {
    let axes = Axes {
        strategies: ["units", "token-window"].map(|word| word.parse().unwrap()).into(),
        sizes: vec![44, 56],
        carries: ["0", "1", "2"].map(|word| word.parse().unwrap()).into(),
        window_overlaps: ["0", "25%"].map(|word| word.parse().unwrap()).into(),
        wider: vec![0, 1],
        ..Axes::default()
    };
    product(&axes, |_| false)
}

/// BM25, and how often it was given texts.
#[derive(Default)]
struct Counting {
    bm25: Bm25,
    indexed: usize,
}

impl Retriever for Counting {
    fn name(&self) -> &str {
        self.bm25.name()
    }

    fn prepare(&mut self, questions: &[&str]) -> Result<()> {
        self.bm25.prepare(questions)
    }

    fn index(&mut self, texts: &[String]) -> Result<()> {
        self.indexed += 1;
        self.bm25.index(texts)
    }

    fn search(&mut self, query: &str, k: usize) -> Result<Vec<usize>> {
        self.bm25.search(query, k)
    }
}

/// The outcomes, how often texts were indexed, and how many bytes were said to be laid.
fn swept(
    corpus: &Corpus,
    questions: &[Question],
    points: &[Point],
    store: Option<&Store>,
) -> (Vec<Outcome>, usize, u64) {
    let sweep = Sweep { corpus, questions, k: 3, options: RunOptions::default(), store, vectors: None };
    let (mut retriever, mut bytes, mut done) = (Counting::default(), 0, 0);
    let outcomes = sweep.run(points, &mut engine, Some(&mut retriever), &mut |event| match event {
        Progress::Laid(more) => bytes += more,
        Progress::Done(_) => done += 1,
        Progress::Failed(_, failure) => panic!("{failure}"),
        Progress::Missed(_, error) => panic!("{error}"),
    });
    assert_eq!(done, points.len());
    (outcomes.unwrap().into_iter().flatten().collect(), retriever.indexed, bytes)
}

#[test]
fn each_point_is_what_it_comes_to_alone() {
    let corpus = corpus(documents());
    let (questions, points) = (questions(&corpus), points());
    let (outcomes, indexed, bytes) = swept(&corpus, &questions, &points, None);
    // Two sizes of three carries and two overlaps: ten ways of cutting, each with its texts, and the wide ones with none of their own.
    assert_eq!((points.len(), ways(&points), indexed), (16, 10, 10));
    let source: u64 = corpus.sources().iter().map(|source| source.text().len() as u64).sum();
    assert_eq!(bytes, 10 * source);
    for (point, outcome) in points.iter().zip(&outcomes) {
        let laid = |point: &Point| {
            Laid::by(&engine(point).unwrap(), &corpus, RunOptions::default(), |failure| panic!("{failure}"))
        };
        let (stored, baseline) = (laid(point), laid(&point.baseline()));
        let ranks = rank(&corpus, &stored, &questions, &mut Bm25::new(), 3).unwrap();
        let wider = point.wider as usize;
        let read = widened(&stored, &corpus, Wider::units(wider, wider));
        let metrics = evaluate(&corpus, &questions, &read, Some(&baseline), Some(&ranks), &[3]);
        let served = outcome.all.served.as_ref().unwrap();
        let straddling = metrics.straddling.as_ref().unwrap();
        assert_eq!(outcome.all.coverage, metrics.coverage, "{point}");
        assert_eq!(
            (outcome.all.baseline_broken, outcome.all.straddle_coverage, outcome.all.newly_broken),
            (straddling.questions, straddling.coverage, straddling.newly_broken),
            "{point}"
        );
        assert_eq!(Some(served.hit), metrics.get("hit@3"), "{point}");
        assert_eq!(Some(served.rrr), metrics.get("rrr@3"), "{point}");
        assert_eq!(Some(served.unique), metrics.get("unique@3"), "{point}");
        assert_eq!(outcome.cost.redundancy, stored.effective_redundancy(), "{point}");
        let far = &outcome.classes["far"];
        assert_eq!((far.far, far.unfittable), ((20.0 * (1.0 - far.coverage)).round() as usize, 0), "{point}");
        assert_eq!((outcome.classes["long"].unfittable, outcome.all.unfittable), (20, 20), "{point}");
        assert_eq!(outcome.classes.keys().collect::<Vec<_>>(), ["far", "long", "pair"]);
        let of_classes: usize = outcome.classes.values().map(|figures| figures.questions).sum();
        assert_eq!((of_classes, outcome.groups.len()), (questions.len(), 1));
        assert_eq!(
            (&outcome.groups[0].figures, &outcome.groups[0].cost),
            (&outcome.all, &outcome.cost),
            "all are of one kind"
        );
    }
}

#[test]
fn a_sweep_that_was_stopped_goes_on() {
    let home = tempdir().unwrap();
    let store = Store::open(home.path().join("sweep")).unwrap();
    let corpus = corpus(documents());
    let (questions, points) = (questions(&corpus), points());
    let (fresh, _, bytes) = swept(&corpus, &questions, &points, None);
    let same = |(outcomes, indexed, laid): (Vec<Outcome>, usize, u64), times| {
        assert!(outcomes == fresh, "another outcome");
        assert_eq!((indexed, laid), (times, bytes));
    };
    same(swept(&corpus, &questions, &points, Some(&store)), 10);

    // All of it is remembered, and as much is said to be done.
    let store = Store::open(home.path().join("sweep")).unwrap();
    same(swept(&corpus, &questions, &points, Some(&store)), 0);

    // Killed while a line was written, and before points were.
    let cuts = files(&home.path().join("sweep/cuts"));
    let half = fs::read(&cuts[0]).unwrap();
    fs::write(&cuts[0], &half[..half.len() / 2]).unwrap();
    fs::remove_file(&cuts[1]).unwrap();
    files(&home.path().join("sweep/points")).iter().skip(3).for_each(|file| fs::remove_file(file).unwrap());
    let (again, indexed, _) = swept(&corpus, &questions, &points, Some(&store));
    assert!(again == fresh, "another outcome");
    assert!((1..=10).contains(&indexed), "{indexed}");
    same(swept(&corpus, &questions, &points, Some(&store)), 0);
}

#[test]
fn what_changed_is_done_again_and_agrees_with_a_fresh_sweep() {
    let home = tempdir().unwrap();
    let store = Store::open(home.path().join("sweep")).unwrap();
    let before = corpus(documents());
    let points = points();
    swept(&before, &questions(&before), &points, Some(&store));

    let mut changed = documents();
    let text = changed[5].text().replace("noon", "midnight");
    changed[5] = Document::new("d5", text);
    let after = corpus(changed);
    let questions = questions(&after);
    let (fresh, _, _) = swept(&after, &questions, &points, None);
    assert!(swept(&after, &questions, &points, Some(&store)).0 == fresh, "a document");

    let fewer = &questions[..questions.len() - 5];
    let (fresh, _, _) = swept(&after, fewer, &points, None);
    assert!(swept(&after, fewer, &points, Some(&store)).0 == fresh, "questions");
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let home = tempdir().unwrap();
    fs::write(home.path().join("mine.txt"), "mine").unwrap();
    let error = Store::open(home.path()).unwrap_err().to_string();
    assert!(error.contains("holds something that is no sweep"), "{error}");
    assert_eq!(files(home.path()).len(), 1);
    fs::write(home.path().join("mine.txt"), "mine").unwrap();

    let folder = home.path().join("sweep");
    Store::open(&folder).unwrap();
    fs::write(folder.join("sweep.json"), "{\"kawara-sweep\": 0}\n").unwrap();
    assert!(Store::open(&folder).unwrap_err().to_string().contains("another version"));
}

#[test]
fn what_is_recommended_is_a_policy_that_holds() {
    let corpus = corpus(documents());
    let (questions, points) = (questions(&corpus), points());
    let (outcomes, _, _) = swept(&corpus, &questions, &points, None);
    let reach = |wanted| outcomes[0].reach.iter().filter(|reach| **reach == wanted).count();
    assert_eq!((reach(Reach::Near), reach(Reach::Far), reach(Reach::Unfittable)), (340, 20, 20));

    let goal = Goal { target: 1.0, max_redundancy: 1.0, max_rrr: 1.0 };
    let advice = advise(&points, &outcomes, &questions, &goal);
    assert_eq!(advice.len(), 2, "two sizes of units, documents of one kind");
    for said in &advice {
        assert_eq!(said.recommendation.verdict, Verdict::Carry { carry: Carry::Units(1) }, "{said}");
        let text = said.to_string();
        assert!(
            text.contains("en, text/plain, units, ") && text.contains("20 questions need more"),
            "{text}"
        );
        assert!(text.contains("Read wider by 1 and with carry 0"), "{text}");
    }
    let changes = [("budget.counter".to_owned(), "\"words\"".to_owned())];
    let written =
        Written { extends: Some("kawara:docs"), changes: &changes, about: "16 points.", advice: &advice };
    let toml = written.to_toml().unwrap();
    written.check(&toml, &Loader::new(), "written.toml", Path::new(".")).unwrap();
    for line in [
        "# 16 points.",
        "extends = [\"kawara:docs\"]",
        "language = \"en\"",
        "content-type = \"text/plain\"",
        "budget.max-tokens = 56",
        "budget.counter = \"words\"",
        "units.overlap = 1",
    ] {
        assert!(toml.lines().any(|known| known == line), "no {line} in\n{toml}");
    }
    assert!(toml.lines().any(|line| line.starts_with("#   Carrying 1 unit keeps 100 %")), "{toml}");

    // What comes of it is held against what was recommended.
    let other = toml.replace("units.overlap = 1", "units.overlap = 2");
    let error =
        written.check(&other, &Loader::new(), "written.toml", Path::new(".")).unwrap_err().to_string();
    assert!(error.contains("would get something else"), "{error}");
    let home = tempdir().unwrap();
    fs::write(
        home.path().join("base.toml"),
        "policy = 1\nlock = [\"units.overlap\"]\n[units]\noverlap = 0\n",
    )
    .unwrap();
    let loader = Loader::new().with_base(home.path().join("base.toml").display().to_string());
    let error = written.check(&toml, &loader, "written.toml", Path::new(".")).unwrap_err().to_string();
    assert!(error.contains("lock"), "{error}");

    // With a target that nothing reaches there is nothing to write.
    let advice =
        advise(&points, &outcomes, &questions, &Goal { target: 1.0, max_redundancy: 0.0, ..Goal::default() });
    let error = Written { advice: &advice, ..written }.to_toml().unwrap_err().to_string();
    assert!(error.contains("nothing to write"), "{error}");
}

#[test]
fn a_report_has_every_point_in_every_form() {
    let corpus = corpus(documents());
    let (questions, points) = (questions(&corpus), points());
    let (outcomes, _, _) = swept(&corpus, &questions, &points, None);
    let report = Report {
        points: &points,
        outcomes: &outcomes,
        pareto: &pareto(&points, &outcomes),
        advice: &advise(&points, &outcomes, &questions, &Goal::default()),
        documents: 20,
        retriever: Some("bm25"),
        embedder: None,
        k: 3,
    };
    let json = report.to_json().unwrap();
    assert_eq!(json["points"].as_array().unwrap().len(), points.len());
    assert_eq!(json["points"][0]["changes"][0], "budget.max-tokens=44");
    assert_eq!(json["points"][0]["all"]["coverage"].as_f64(), Some(outcomes[0].all.coverage));
    assert!(json["points"].as_array().unwrap().iter().any(|point| point["pareto"] == true));

    let csv = report.to_csv();
    assert_eq!(csv.lines().count(), 1 + points.len() * 4, "a head, and of each point all and three classes");
    let columns = csv.lines().next().unwrap().split(',').count();
    assert!(csv.lines().all(|line| line.split(',').count() == columns), "{csv}");

    let page = report.to_page("Sweep", "kawara sweep q docs").unwrap().to_string();
    for text in [
        "coverage: evidence whole in one chunk",
        "effective redundancy",
        "token-window, 56 tokens, overlap 25%",
        "kawara sweep q docs",
    ] {
        assert!(page.contains(text), "no {text}");
    }
}

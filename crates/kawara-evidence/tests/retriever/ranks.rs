//! That a program's ranks arrive as it gave them.

use std::path::Path;

use kawara::Document;
use kawara::input::{Encoding, Input};
use kawara::policy::Policy;
use kawara::run::RunOptions;
use kawara_evidence::retrieve::{Given, Program, Retriever, Retrievers, rank, rank_given};
use kawara_evidence::{Corpus, Laid, Passage, Question, metrics};

use crate::{definition, program};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("texts_are_found_as_the_program_finds_them", texts_are_found_as_the_program_finds_them),
    ("requests_are_in_batches", requests_are_in_batches),
    ("what_a_program_says_of_itself_is_in_its_name", what_a_program_says_of_itself_is_in_its_name),
    ("chunks_are_ranked_and_judged", chunks_are_ranked_and_judged),
    ("a_program_is_opened_by_its_name", a_program_is_opened_by_its_name),
];

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|nth| format!("gate {} bus {}\nline", nth % 7, nth % 11)).collect()
}

fn texts_are_found_as_the_program_finds_them() {
    let mut retriever = Program::start(&definition(&["noise", "200000"])).unwrap();
    for count in [200, 0, 3] {
        let texts = texts(count);
        retriever.index(&texts).unwrap();
        for question in ["gate 3 bus 5", "where", ""] {
            let expected = program::best(&texts, question, 10);
            assert_eq!(retriever.search(question, 10).unwrap(), expected, "{count} texts, {question}");
        }
    }
}

fn requests_are_in_batches() {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("retriever-batches.log");
    let _ = std::fs::remove_file(&log);
    let mut retriever = Program::start(&definition(&["log", log.to_str().unwrap()])).unwrap();
    let texts = texts(150);
    retriever.index(&texts).unwrap();
    let questions: Vec<String> = (0..130).map(|nth| format!("bus {}", nth % 11)).collect();
    let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
    let ranks = retriever.search_all(&questions, 3).unwrap();
    let expected: Vec<Vec<usize>> =
        questions.iter().map(|question| program::best(&texts, question, 3)).collect();
    assert_eq!(ranks, expected);
    let requests = std::fs::read_to_string(log).unwrap();
    let requests: Vec<&str> = requests.lines().collect();
    assert_eq!(
        requests,
        ["about 0", "clear 0", "index 64", "index 64", "index 22", "search 64", "search 64", "search 2"]
    );
}

fn what_a_program_says_of_itself_is_in_its_name() {
    let name = |about: &str| Program::start(&definition(&["about", about])).unwrap().name().to_owned();
    assert_eq!(name("{}"), "t");
    assert_eq!(name(r#"{"name":"mini","version":"2"}"#), "t (mini 2)");
    assert_eq!(name(r#"{"name":" ","version":null,"more":1}"#), "t");
    assert_eq!(name("{\"name\":\"a\\u001b[31m\"}"), "t (a\\u{1b}[31m)", "harmless to a terminal");
}

fn chunks_are_ranked_and_judged() {
    let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. The last one comes back at nine.";
    let document = Document::new("a", text).with_title("Timetable");
    let corpus =
        Corpus::read([Input::Document(Box::new(document))], Encoding::UTF_8, |failure| panic!("{failure}"));
    let policy =
        "policy = 1\n[budget]\nmax-tokens = 22\n[units]\noverlap = 0\n[context]\nprepend = [\"title\"]\n";
    let policy = Policy::from_str(policy, "kawara.toml", ".").unwrap();
    let laid = Laid::by(&kawara::engine(policy).unwrap(), &corpus, RunOptions::default(), |failure| {
        panic!("{failure}")
    });
    let asking = |text: Option<&str>, evidence| Question {
        id: "1".into(),
        document: 0,
        question: text.map(str::to_owned),
        class: None,
        evidence: vec![Passage { chars: evidence, relevance: 1.0 }],
    };
    let questions = [asking(Some("tickets"), 58..84), asking(None, 0..5), asking(Some("timetable"), 0..22)];
    let mut retriever = Program::start(&definition(&[])).unwrap();
    let ranks = rank(&corpus, &laid, &questions, &mut retriever, 5).unwrap();
    let found = laid.pieces.iter().position(|piece| piece.chars.contains(&58)).unwrap();
    assert_eq!(ranks.of(0), Some(&[found][..]));
    assert_eq!(ranks.of(1), None, "there is nothing to ask");
    assert_eq!(ranks.of(2).unwrap().len(), laid.pieces.len(), "the title is in all that is embedded");
    let bare = rank_given(&corpus, &laid, &questions, &mut retriever, 5, Given::Source).unwrap();
    assert_eq!(bare.of(2), Some(&[][..]));
    let metrics = metrics::evaluate(&corpus, &questions, &laid, None, Some(&ranks), &[1, 5]);
    assert_eq!((metrics.get("hit@1"), metrics.served[0].questions), (Some(1.0), 2));
}

fn a_program_is_opened_by_its_name() {
    let mut retrievers = Retrievers::new();
    retrievers.define(definition(&["about", r#"{"name":"first"}"#])).unwrap();
    assert!(retrievers.define(definition(&[])).unwrap_err().to_string().contains("defined already"));
    let mut others = Retrievers::new();
    others.define(definition(&["about", r#"{"name":"second"}"#])).unwrap();
    let retrievers = retrievers.or(others);
    assert_eq!(retrievers.names(), ["bm25", "bm25:packs", "t"]);
    assert_eq!(retrievers.open("t").unwrap().name(), "t (first)");
    let error = retrievers.open("u").err().unwrap().to_string();
    assert!(error.contains("--retriever-command u=") && error.contains("[retrievers.u]"), "{error}");
    // Which program a name is, no policy says: that has no key for it.
    assert!(Policy::from_str("policy = 1\n[retrievers.t]\ncommand = [\"x\"]\n", "kawara.toml", ".").is_err());
}

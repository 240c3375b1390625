//! Programs that embed, and what is said of those that fail.

use std::sync::Arc;
use std::time::Duration;

use kawara::command::Definition;
use kawara::embed::{Cache, Model};
use kawara::late::{LateOptions, windows_by};
use kawara::policy::Policy;
use kawara::{Additions, Document, Engine, SemanticSettings, Settings, Weighted};

use crate::program::{MODE, pooled};
use crate::support::{folder, open, refused, vector};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_program_says_who_it_is", a_program_says_who_it_is),
    ("a_program_is_one_process_for_all_threads", a_program_is_one_process_for_all_threads),
    ("programs_that_fail_are_given_up", programs_that_fail_are_given_up),
    (
        "a_program_that_cannot_start_is_said_before_any_document",
        a_program_that_cannot_start_is_said_before_any_document,
    ),
    ("a_program_that_nobody_asks_for_is_not_started", a_program_that_nobody_asks_for_is_not_started),
    ("vectors_are_kept_under_what_a_program_says", vectors_are_kept_under_what_a_program_says),
    ("a_program_pools_what_late_chunking_asks_for", a_program_pools_what_late_chunking_asks_for),
];

/// This test as a program under the name `t`.
fn program(arguments: &[&str]) -> Model {
    let own = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let words = [own.as_str(), MODE].into_iter().chain(arguments.iter().copied());
    let definition = Definition::new("t", words.map(str::to_owned)).unwrap();
    Model::of_program(definition.with_timeout(Duration::from_secs(30)))
}

fn a_program_says_who_it_is() {
    let id = |arguments: &[&str]| {
        let embedder = open(program(arguments), None);
        embedder.open().unwrap();
        assert_eq!(embedder.embed(&["a pump", "rain"]).unwrap(), [vector("a pump"), vector("rain")]);
        embedder.id().to_owned()
    };
    assert_eq!(id(&[]), "cmd:t");
    assert_eq!(id(&["about", "{\"name\":\"minilm\",\"version\":\"2\"}"]), "minilm 2");
    assert_eq!(id(&["about", "{\"name\":\"mini\\u001blm\",\"version\":\" \"}"]), "mini\\u{1b}lm");
}

fn a_program_is_one_process_for_all_threads() {
    let log = folder("one-process").join("log");
    std::fs::create_dir_all(log.parent().unwrap()).unwrap();
    let embedder =
        open(program(&["log", log.to_str().unwrap()]), Some(Cache::in_folder(log.parent().unwrap())));
    std::thread::scope(|scope| {
        for nth in 0..4 {
            let embedder = &embedder;
            scope.spawn(move || {
                let texts: Vec<String> = (0..70).map(|text| format!("{nth} pump {text}")).collect();
                embedder.embed(&texts.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
            });
        }
    });
    let mut lines: Vec<String> = std::fs::read_to_string(&log).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    assert_eq!(lines, ["6", "6", "6", "6", "64", "64", "64", "64", "start"]);
}

fn programs_that_fail_are_given_up() {
    for (arguments, what) in [
        (
            &["ends", "1"][..],
            "ended (exit status: 7) instead of answering; its standard error ends:\n    out of memory",
        ),
        (&["ends", "0"], "ended (exit status: 7)"),
        (&["answer", "hello"], "answers {\"texts\":[…]} with `hello` and not with {\"vectors\":[[…]]}"),
        (&["answer", "{\"vectors\":[[1]]}"], "was given 2 texts and answers with 1 vectors"),
        (&["answer", "{\"vectors\":[[1],[NaN]]}"], "with `{\"vectors\":[[1],[NaN]]}` and not with"),
        (&["answer", "{\"vectors\":[[1],[null]]}"], "answers with null where a number should be"),
        (&["about", "3"], "answers {\"about\":true} with `3`"),
    ] {
        let embedder = open(program(arguments), None);
        let error = refused(&*embedder, &["pump", "tax"]);
        assert!(error.starts_with("the embedder `t`: the command `t` (") && error.contains(what), "{error}");
        let again = refused(&*embedder, &["pump"]);
        assert!(
            again.starts_with("the embedder `t` was given up, and is not asked again: the command `t` ("),
            "{again}"
        );
        assert!(again.contains(what));
    }
    let embedder = open(program(&["answer", "{\"vectors\":[[1],[1,2]]}"]), None);
    assert!(refused(&*embedder, &["pump", "tax"]).contains("of text 1 of 2, `tax` has 2 numbers"));
    let slow = open(program(&["hangs", "1"]).with_timeout(Duration::from_secs(1)), None);
    assert!(refused(&*slow, &["pump"]).contains("did not answer within 1s"));
}

fn settings() -> Arc<Settings> {
    let mut settings = Settings::default();
    settings.semantic = Some(SemanticSettings::new("t"));
    Arc::new(settings)
}

fn a_program_that_cannot_start_is_said_before_any_document() {
    let missing = Model::parse("t=no-such-program-anywhere").unwrap();
    let engine = Engine::new(Additions::new().with_models([missing]).registry().unwrap(), settings());
    let told = engine.check(&settings()).err().unwrap().to_string();
    let what = "the embedder `t`: the command `t` (no-such-program-anywhere, defined with --embedder) cannot be started: there is no such program";
    assert!(told.contains(what), "{told}");
}

fn a_program_that_nobody_asks_for_is_not_started() {
    let log = folder("not-started").join("log");
    let registry =
        Additions::new().with_models([program(&["log", log.to_str().unwrap()])]).registry().unwrap();
    let engine = Engine::new(registry, Arc::new(Settings::default()));
    engine.chunk(&kawara::Document::new("a", "One. Two.")).unwrap();
    assert!(!log.exists());
}

/// Whoever asks may have forgotten to open it.
fn vectors_are_kept_under_what_a_program_says() {
    let folder = folder("kept-under");
    let log = folder.join("log");
    std::fs::create_dir_all(&folder).unwrap();
    for version in ["1", "1", "2"] {
        let about = format!("{{\"name\":\"m\",\"version\":\"{version}\"}}");
        let words = ["about", about.as_str(), "log", log.to_str().unwrap()];
        let embedder = open(program(&words), Some(Cache::in_folder(&folder)));
        assert_eq!(embedder.embed(&["a pump"]).unwrap(), [vector("a pump")]);
    }
    let lines = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(
        lines,
        ["start", "1", "start", "start", "1"],
        "the second is as the first, the third is another model"
    );
}

fn a_program_pools_what_late_chunking_asks_for() {
    let folder = folder("pools");
    let log = folder.join("log");
    std::fs::create_dir_all(&folder).unwrap();
    let policy =
        Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 7\n", "kawara.toml", ".");
    let engine = kawara::engine(policy.unwrap()).unwrap();
    let text = "The pump stopped. Nobody noticed it. The tank ran dry. It was filled again.";
    let chunks = engine.chunk(&Document::new("pump", text)).unwrap();
    let options = LateOptions { limit: Some(50), soft_units: 1, ..LateOptions::default() };
    let windows = windows_by(&engine, &chunks, &options).unwrap();
    let rows = |part: &Weighted| (part.tokens.start, part.tokens.end, part.weight);
    let wanted: Vec<Option<Vec<f32>>> = windows[0]
        .chunks
        .iter()
        .map(|chunk| pooled(&chunk.pool.iter().map(rows).collect::<Vec<_>>()))
        .map(|sums| Some(sums.map(|sum| sum as f32).to_vec()))
        .collect();
    assert!(wanted.len() > 1 && windows.len() == 1);
    let words = ["about", "{\"pools\":true}", "log", log.to_str().unwrap()];
    for _ in 0..2 {
        let embedder = open(program(&words), Some(Cache::in_folder(&folder)));
        embedder.open().unwrap();
        assert!(embedder.can_pool());
        assert_eq!(windows[0].vectors(&*embedder).unwrap(), wanted);
    }
    let lines = std::fs::read_to_string(&log).unwrap();
    assert_eq!(lines.lines().filter(|line| *line == "pool").count(), 1, "the second time they are kept");

    let embedder = open(program(&[]), None);
    let error = windows[0].vectors(&*embedder).unwrap_err().to_string();
    assert!(
        !embedder.can_pool() && error.contains("the embedder `t` says nothing of `\"pools\":true`"),
        "{error}"
    );
}

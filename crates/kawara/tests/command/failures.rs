//! What is said when a program fails, and that nothing is tried for ever.

use std::time::{Duration, Instant};

use kawara::command::{Commands, Configuration, Definition};
use kawara::{Additions, Document, Engine, ErrorKind, Options};

use crate::support::{definition, fresh, open, registry, settings};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_program_that_is_not_there", a_program_that_is_not_there),
    ("a_program_that_ends_at_once", a_program_that_ends_at_once),
    ("a_program_that_ends_later_is_started_once_more", a_program_that_ends_later_is_started_once_more),
    ("a_program_that_does_not_start_is_not_tried_again", a_program_that_does_not_start_is_not_tried_again),
    ("a_program_that_hangs", a_program_that_hangs),
    ("answers_that_are_none", answers_that_are_none),
    ("a_program_that_speaks_out_of_turn", a_program_that_speaks_out_of_turn),
    ("a_limit_that_is_none", a_limit_that_is_none),
    ("pipes_that_are_closed", pipes_that_are_closed),
    ("another_program_than_before", another_program_than_before),
    ("a_failure_names_the_document_and_others_go_on", a_failure_names_the_document_and_others_go_on),
    ("a_command_that_nobody_defined", a_command_that_nobody_defined),
    ("a_command_that_is_defined_twice", a_command_that_is_defined_twice),
];

/// Why a program cannot be opened.
fn refused(arguments: &[&str]) -> String {
    let error = open(definition(arguments)).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Open);
    let error = error.to_string();
    assert!(
        error.starts_with("the command `t` (") && error.contains(", defined in the program) "),
        "{error}"
    );
    error
}

fn a_program_that_is_not_there() {
    let definition = Definition::parse("t=no-such-program-anywhere --x").unwrap();
    let error = open(definition).err().unwrap().to_string();
    let what = "the command `t` (no-such-program-anywhere, defined with --command) cannot be started: there is no such program";
    assert!(error.starts_with(what), "{error}");
    let directory = Definition::new("t", [env!("CARGO_MANIFEST_DIR")]).unwrap();
    assert!(open(directory).err().unwrap().to_string().contains("cannot be started"));
}

fn a_program_that_ends_at_once() {
    let error = refused(&["ends-after", "0"]);
    assert!(error.contains("ended (exit status: 7) instead of answering"), "{error}");
    let tail = "; its standard error ends:\n    Traceback:\n    \\u{1b}[31mout of memory, for example";
    assert!(error.ends_with(tail), "quoted once, and harmless to a terminal: {error}");
}

fn a_program_that_ends_later_is_started_once_more() {
    let log = fresh("ends-later.log");
    let counter = open(definition(&["ends-after", "3", "log", log.to_str().unwrap()])).unwrap();
    assert_eq!(counter.count("a b").unwrap(), 2);
    let error = counter.count("a b").unwrap_err().to_string();
    assert!(error.contains("ended (exit status: 7)") && error.contains("out of memory"), "{error}");
    assert_eq!(counter.count("a b").unwrap(), 2, "it was started again");
    assert!(counter.count("a b").is_err());
    for _ in 0..100 {
        let error = counter.count("a b").unwrap_err().to_string();
        assert!(error.contains("failed twice and is not started again: it ended"), "{error}");
    }
    let starts = std::fs::read_to_string(log).unwrap().lines().filter(|line| *line == "start").count();
    assert_eq!(starts, 2);
}

fn a_program_that_does_not_start_is_not_tried_again() {
    let log = fresh("never-starts.log");
    let registry = registry(definition(&["about", "[]", "log", log.to_str().unwrap()]));
    let engine = Engine::new(registry, std::sync::Arc::new(settings(50)));
    for _ in 0..20 {
        let error = engine.chunk(&Document::new("a", "A roof.")).unwrap_err().to_string();
        assert!(
            error.starts_with("a: the command `t`") && error.contains("answers {\"about\":true}"),
            "{error}"
        );
    }
    assert_eq!(std::fs::read_to_string(log).unwrap(), "start\n");
}

fn a_program_that_hangs() {
    let start = Instant::now();
    let short = Duration::from_millis(300);
    let error = open(definition(&["hangs-after", "0"]).with_timeout(short)).err().unwrap().to_string();
    assert!(error.contains("did not answer within 300ms; flush the output"), "{error}");
    assert!(error.contains("`timeout-seconds`") && error.ends_with("\n    waiting for a lock"), "{error}");
    let counter = open(definition(&["hangs-after", "2"]).with_timeout(short)).unwrap();
    assert!(counter.count("a").unwrap_err().to_string().contains("did not answer"));
    // A request that is larger than any pipe, to a program that does not read.
    let counter = open(definition(&["hangs-after", "2"]).with_timeout(short)).unwrap();
    assert!(counter.count(&"a".repeat(10_000_000)).unwrap_err().to_string().contains("did not answer"));
    assert!(start.elapsed() < Duration::from_secs(20));
}

fn answers_that_are_none() {
    for (answer, what) in [
        ("Loading…", "with a line of more than 16777216 bytes"),
        (
            "Loading the model",
            "answers {\"texts\":[…]} with `Loading the model` and not with {\"counts\":[…]}",
        ),
        ("", "with `` and not with"),
        ("{\"counts\":[]}", "was asked for 1 texts and answers with 0 numbers"),
        ("{\"counts\":[0,0]}", "was asked for 1 texts and answers with 2 numbers"),
        ("{\"counts\":[-1]}", "counts -1 tokens in a text of 0 bytes"),
        ("{\"counts\":[2]}", "leave special tokens out of `counts`"),
        ("{\"counts\":[5000000000]}", "too many to be true"),
        ("{\"counts\":[0.5]}", "floating point `0.5`"),
        ("{\"counts\":[0]|", "did not answer within 500ms"),
    ] {
        let definition = definition(&["answer", answer]).with_timeout(Duration::from_millis(500));
        let error = open(definition).err().unwrap().to_string();
        assert!(error.contains(what), "{answer}: {error}");
    }
    let error = refused(&["about", "{\"specials\":-1}"]);
    assert!(error.contains("adds -1 special tokens"), "{error}");
}

fn a_program_that_speaks_out_of_turn() {
    // Either it is heard before the first request, or taken for the answer to it.
    let error = refused(&["greeting", "Loading the model"]);
    assert!(error.contains(" `Loading the model` "), "{error}");
    let counter = open(definition(&["answer", "{\"counts\":[0]}\\n{\"counts\":[0]}"]));
    let error = counter.and_then(|counter| {
        (0..20).try_for_each(|_| {
            std::thread::sleep(Duration::from_millis(5));
            counter.count("").map(drop)
        })
    });
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("says `{\"counts\":[0]}` without being asked; print one line a request"),
        "{error}"
    );
}

fn a_limit_that_is_none() {
    let mut settings = settings(50);
    let chunk = |settings: &kawara::Settings| {
        let registry = registry(definition(&["about", "{\"limit\":1e30}"]));
        Engine::new(registry, std::sync::Arc::new(settings.clone())).chunk(&Document::new("a", "A roof."))
    };
    let error = chunk(&settings).unwrap_err().to_string();
    assert!(
        error.contains("limit is 1e+30, which is none") && error.contains("budget.hard-limit"),
        "{error}"
    );
    settings.budget.hard_limit = Some(512);
    assert_eq!(chunk(&settings).unwrap().len(), 1);
}

fn pipes_that_are_closed() {
    if !cfg!(unix) {
        eprintln!("skipped: needs a shell");
        return;
    }
    let shell = |rest: &str| {
        let script = format!("read a; echo '{{}}'; read a; echo '{{\"counts\":[0]}}'; {rest}");
        open(Definition::new("t", ["sh", "-c", &script]).unwrap()).unwrap()
    };
    let error = shell("exec 0<&-; sleep 5").count(&"a".repeat(1 << 20)).unwrap_err().to_string();
    assert!(error.contains("takes no more requests"), "{error}");
    let error = shell("exec 1>&-; sleep 5").count("a").unwrap_err().to_string();
    assert!(error.contains("closed its standard output"), "{error}");
    let error = shell("read a; printf '{\"counts\"'; kill -9 $$").count("a").unwrap_err().to_string();
    assert!(error.contains("ended (signal: 9 (SIGKILL))"), "{error}");
}

fn another_program_than_before() {
    let counter = open(definition(&["about", "{\"name\":\"PID\"}", "ends-after", "3"])).unwrap();
    assert!(counter.count("a").is_ok() && counter.count("a").is_err());
    let error = counter.count("a").unwrap_err().to_string();
    assert!(error.contains("says something else of itself than before"), "{error}");
}

fn a_failure_names_the_document_and_others_go_on() {
    let registry = registry(definition(&["ends-after", "5"]));
    let engine = Engine::new(registry, std::sync::Arc::new(settings(50)));
    // What is asked at the start, and the first document, use up the answers.
    let results: Vec<_> = ["a", "b", "c"].map(|id| engine.chunk(&Document::new(id, "A roof."))).into();
    let errors: Vec<String> =
        results.iter().filter_map(|result| result.as_ref().err()).map(ToString::to_string).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains(": the command `t` ("), "{errors:?}");
}

fn a_command_that_nobody_defined() {
    let chunk = |registry: kawara::Registry| {
        let mut settings = settings(50);
        settings.budget.counter = "cmd:mytok".into();
        let result =
            Engine::new(registry, std::sync::Arc::new(settings)).chunk(&Document::new("a", "A roof."));
        result.unwrap_err().to_string()
    };
    let error = chunk(kawara::registry().unwrap());
    assert!(error.starts_with("a: no command is defined under the name `mytok` (none is)"), "{error}");
    assert!(
        error.contains("--command mytok='PROGRAM ARGUMENT…'") && error.contains("[counters.mytok]"),
        "{error}"
    );
    let error = chunk(registry(definition(&[])));
    assert!(error.contains("(defined: t)"), "{error}");
    let registry = kawara::registry().unwrap();
    assert!(
        registry
            .counter("cmd")
            .unwrap()
            .open(&Options::new())
            .err()
            .unwrap()
            .to_string()
            .contains("`cmd:NAME`")
    );
    assert!(!registry.counter_names().iter().any(|name| name.starts_with("cmd")));
}

fn a_command_that_is_defined_twice() {
    let mut commands = Commands::new();
    commands.define(definition(&[])).unwrap();
    let error = commands.define(Definition::parse("t=x").unwrap()).unwrap_err().to_string();
    assert_eq!(error, "the command `t` is defined twice, in the program and with --command; leave one out");
    let mut others = Configuration::default();
    others.counters.define(Definition::parse("t=no-such-program-anywhere").unwrap()).unwrap();
    others.counters.define(Definition::parse("u=x").unwrap()).unwrap();
    let registry = Additions::new().with_commands(commands).with_configuration(others).registry().unwrap();
    assert!(registry.counter("cmd:t").unwrap().open(&Options::new()).is_ok(), "the first wins");
    assert!(registry.counter_names().contains(&"cmd:u".to_owned()));
}

//! What is said when a program fails.

use std::time::{Duration, Instant};

use kawara::command::Definition;
use kawara_evidence::ErrorKind;
use kawara_evidence::retrieve::{Program, Retriever};

use crate::definition;

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_program_that_is_not_there", a_program_that_is_not_there),
    ("a_program_that_ends", a_program_that_ends),
    ("a_program_that_hangs", a_program_that_hangs),
    ("answers_that_are_none", answers_that_are_none),
];

/// What goes wrong over two texts and a question.
fn fault(definition: &Definition) -> String {
    let used = Program::start(definition).and_then(|mut program| {
        program.index(&["a roof".into(), "a wall".into()])?;
        program.search("roof", 1)
    });
    let error = used.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Retriever);
    error.to_string()
}

fn a_program_that_is_not_there() {
    let error = fault(&Definition::parse("t=no-such-program-anywhere --x").unwrap());
    assert!(error.contains("cannot be started: there is no such program"), "{error}");
}

fn a_program_that_ends() {
    for kind in ["about", "clear", "index", "search"] {
        let error = fault(&definition(&["ends-at", kind]));
        assert!(error.contains("ended (exit status: 7) instead of answering"), "{kind}: {error}");
        let tail =
            "; its standard error ends:\n    Traceback:\n    \\u{1b}[31mno memory for a model, for example";
        assert!(error.ends_with(tail), "{kind}: {error}");
    }
    let mut program = Program::start(&definition(&["ends-at", "search"])).unwrap();
    program.index(&["a roof".into()]).unwrap();
    assert!(program.search("roof", 1).is_err());
    let error = program.search("roof", 1).unwrap_err().to_string();
    assert!(error.ends_with("has failed before, and is not started again"), "{error}");
}

fn a_program_that_hangs() {
    let start = Instant::now();
    let error = fault(&definition(&["hangs-at", "index"]).with_timeout(Duration::from_millis(300)));
    assert!(error.contains("did not answer within 300ms") && error.contains("waiting for a lock"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(20), "it is not waited for");
}

fn answers_that_are_none() {
    for (arguments, what) in [
        (["about", "hello"], "answers {\"about\":true} with `hello`"),
        (["about", "{\"name\":1}"], "invalid type"),
        (["ok", "{\"ok\":false}"], "answers {\"clear\":true} with {\"ok\":false}"),
        (["ok", "{}"], "missing field `ok`"),
        (["ranks", "[[0]]"], "answers {\"search\":[…]} with `[[0]]` and not with {\"ranks\":[[…]]}"),
        (["ranks", "{\"ranks\":[]}"], "was asked 1 questions and answers 0"),
        (["ranks", "{\"ranks\":[[2]]}"], "brings a text with the id 2, and there are 2, called from 0"),
        (["ranks", "{\"ranks\":[[-1]]}"], "brings a text with the id -1"),
        (["ranks", "{\"ranks\":[[0,1]]}"], "was asked for 1 texts and brings 2"),
        (["ranks", "{\"ranks\":[[0.5]]}"], "floating point"),
        (["ranks", "{\"ranks\":[[0]]}\n{}"], "without being asked"),
    ] {
        let error = if what == "without being asked" {
            let mut program = Program::start(&definition(&arguments)).unwrap();
            program.index(&["a roof".into()]).unwrap();
            program.search("roof", 1).unwrap();
            std::thread::sleep(Duration::from_millis(100));
            program.search("roof", 1).unwrap_err().to_string()
        } else {
            fault(&definition(&arguments))
        };
        assert!(error.starts_with("the command `t` (") && error.contains(what), "{arguments:?}: {error}");
    }
}

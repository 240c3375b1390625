//! Documents that fail, and long ones.

use std::path::{Path, PathBuf};

use kawara::input::{Failure, Input};
use kawara::plan::{self, Manifest, Operations, Options, Reason, Step};

use crate::support::{apply, corpus, engine, folder, fresh, inputs, kinds, planned, record, replay, words};

fn file(path: &Path) -> Input {
    let bytes = std::fs::metadata(path).map_or(0, |about| about.len());
    let id = path.file_name().unwrap().to_string_lossy().into_owned();
    Input::File { path: path.to_path_buf(), id, bytes }
}

fn files(paths: &[&PathBuf]) -> std::vec::IntoIter<Input> {
    paths.iter().map(|path| file(path)).collect::<Vec<_>>().into_iter()
}

#[test]
fn a_document_that_fails_keeps_its_chunks() {
    let home = folder("fails");
    let machine = engine(&words(""));
    let (good, bad) = (home.join("good.txt"), home.join("bad.txt"));
    std::fs::write(&good, "The pump stopped.").unwrap();
    std::fs::write(&bad, "Nobody noticed it.").unwrap();
    let (records, _) = record(&home, &machine, files(&[&bad, &good]));
    std::fs::write(&bad, b"Nobody noticed \xff.").unwrap();
    std::fs::write(&good, "The pump runs.").unwrap();
    let applied = apply(&home, &machine, files(&[&bad, &good]), &Options::default());
    assert!(applied.failures[0].starts_with("bad.txt: not UTF-8"), "{:?}", applied.failures);
    assert_eq!((applied.plan.documents.failed, applied.plan.documents.gone), (1, 0));
    assert_eq!(kinds(&applied.operations), [1, 0, 1]);
    assert!(!applied.operations.contains("bad.txt"), "{}", applied.operations);
    // Put right as it was, it is as remembered; put right otherwise, it is compared with what is in the index.
    std::fs::write(&bad, "Nobody noticed it.").unwrap();
    assert_eq!(planned(&home, &machine, files(&[&bad, &good]), &Options::default()).documents.skipped, 2);
    std::fs::write(&bad, "Nobody noticed it at all.").unwrap();
    let then = apply(&home, &machine, files(&[&bad, &good]), &Options::default());
    let replayed = replay(&replay(&records, &applied.operations), &then.operations);
    assert_eq!(replayed, fresh(&machine, files(&[&bad, &good])));
}

#[test]
fn who_carries_operations_out_reads_them_before_they_are_done() {
    let home = folder("carried-out");
    let (machine, documents) = (engine(&words("")), corpus(&[("a", "One. Two."), ("b", "Three.")]));
    for is_committed in [false, true] {
        let manifest = Manifest::open_to_write(home.join("manifest")).unwrap();
        let mut operations = Operations::create(home.join("manifest/operations")).unwrap();
        let (options, tell) = (Options::default(), &mut |_: Step<'_>| {});
        let applied =
            plan::apply(&machine, inputs(&documents), manifest, &options, &mut operations, tell).unwrap();
        for _ in 0..2 {
            let said = std::io::read_to_string(operations.reader().unwrap()).unwrap();
            assert_eq!(kinds(&said), [2, 0, 0]);
        }
        drop(operations);
        if is_committed {
            applied.commit().unwrap();
        } else {
            drop(applied);
            assert!(!home.join("manifest").exists());
        }
    }
    assert!(!planned(&home, &machine, inputs(&documents), &Options::default()).is_change());
    assert!(planned(&home, &machine, inputs(&corpus(&[])), &Options::default()).is_emptied());
    let only = Options { only: true, ..Options::default() };
    assert!(!planned(&home, &machine, inputs(&corpus(&[])), &only).is_emptied());
}

#[test]
fn where_something_cannot_be_read_nothing_is_gone() {
    let home = folder("broken");
    let machine = engine(&words(""));
    let documents = corpus(&[("a", "One."), ("b", "Two.")]);
    record(&home, &machine, inputs(&documents));
    let broken = || vec![Input::Broken(Failure::new("lines.jsonl:1", "not a document"))];
    let some: Vec<Input> = inputs(&corpus(&[("a", "One.")])).chain(broken()).collect();
    let applied = apply(&home, &machine, some.into_iter(), &Options::default());
    assert_eq!(
        (applied.plan.unreadable, applied.plan.documents.left, applied.plan.documents.gone),
        (1, 1, 0)
    );
    assert_eq!(applied.operations, "");
    assert!(!planned(&home, &machine, inputs(&documents), &Options::default()).is_change());
}

#[test]
fn of_two_documents_with_one_id_the_second_fails() {
    let home = folder("twice");
    let machine = engine(&words(""));
    let twice: Vec<Input> =
        inputs(&corpus(&[("a", "One.")])).chain(inputs(&corpus(&[("a", "Two.")]))).collect();
    let applied = apply(&home, &machine, twice.into_iter(), &Options::default());
    assert_eq!(applied.failures, ["a: a document before has this id, too"]);
    assert_eq!(kinds(&applied.operations), [1, 0, 0]);
    assert!(!planned(&home, &machine, inputs(&corpus(&[("a", "One.")])), &Options::default()).is_change());
}

/// More than a frame of text, so that it comes in pieces.
fn long(lines: usize) -> String {
    (0..lines)
        .map(|nth| {
            format!("2026-01-01 12:00:{:02} INFO pump {nth} stopped, and nobody noticed it.\n", nth % 60)
        })
        .collect()
}

#[test]
fn a_long_document_is_skipped_or_compared_as_any_other() {
    let home = folder("long");
    let machine = engine(&words(""));
    let log = home.join("a.log");
    let text = long(40_000);
    assert!(text.len() > 2 << 20);
    std::fs::write(&log, &text).unwrap();
    let (records, _) = record(&home, &machine, files(&[&log]));
    let same = planned(&home, &machine, files(&[&log]), &Options::default());
    assert_eq!((same.documents.skipped, same.documents.chunked), (1, 0));
    // A stream can be read once only: it is chunked again, and nothing has changed.
    let stream = || {
        let document = kawara::Document::new("a.log", "").with_path("a.log");
        let from = Box::new(std::fs::File::open(&log).unwrap());
        vec![Input::Reader { document: Box::new(document), from }].into_iter()
    };
    let streamed = planned(&home, &machine, stream(), &Options::default());
    assert_eq!((streamed.documents.chunked, streamed.reasons.len(), streamed.is_change()), (1, 0, false));

    std::fs::write(&log, text.replacen("pump 20000 stopped", "pump 20000 runs", 1)).unwrap();
    let applied = apply(&home, &machine, files(&[&log]), &Options::default());
    assert!(applied.plan.total.added < 4, "{:?}", applied.plan);
    assert!(replay(&records, &applied.operations) == fresh(&machine, files(&[&log])));
}

#[test]
fn of_a_long_document_that_fails_half_way_nothing_is_written() {
    let home = folder("half-way");
    let machine = engine(&words(""));
    let (log, small) = (home.join("a.log"), home.join("b.txt"));
    std::fs::write(&log, long(40_000)).unwrap();
    std::fs::write(&small, "One.").unwrap();
    let (records, _) = record(&home, &machine, files(&[&log, &small]));
    let mut bytes = long(40_000).replace("pump 7 ", "pump seven ").into_bytes();
    bytes.extend(b"\xff\n");
    std::fs::write(&log, &bytes).unwrap();
    std::fs::write(&small, "Two.").unwrap();
    let applied = apply(&home, &machine, files(&[&log, &small]), &Options::default());
    assert_eq!((applied.plan.documents.failed, applied.failures.len()), (1, 1));
    assert_eq!(kinds(&applied.operations), [1, 0, 1], "only the other document changes");
    bytes.truncate(bytes.len() - 2);
    std::fs::write(&log, &bytes).unwrap();
    let then = apply(&home, &machine, files(&[&log, &small]), &Options::default());
    let replayed = replay(&replay(&records, &applied.operations), &then.operations);
    assert!(replayed == fresh(&machine, files(&[&log, &small])));
}

#[test]
fn chunks_that_a_run_wrote_before_it_failed_are_remembered() {
    let home = folder("broken-off");
    let machine = engine(&words(""));
    let log = home.join("a.log");
    let mut bytes = long(80_000).into_bytes();
    bytes.extend(b"\xff\n");
    std::fs::write(&log, &bytes).unwrap();
    let (records, failures) = record(&home, &machine, files(&[&log]));
    assert_eq!(failures.len(), 1);
    assert!(records.lines().count() > 1000, "a part was written");
    std::fs::write(&log, "All is well again.\n").unwrap();
    let applied = apply(&home, &machine, files(&[&log]), &Options::default());
    assert_eq!(applied.plan.reasons.keys().copied().collect::<Vec<_>>(), [Reason::Unfinished]);
    assert_eq!(replay(&records, &applied.operations), fresh(&machine, files(&[&log])));
}

#[test]
fn a_document_that_fails_while_an_index_is_filled_is_added_later() {
    let home = folder("unsure");
    let machine = engine(&words(""));
    let bad = home.join("bad.txt");
    std::fs::write(&bad, "Nobody noticed it.").unwrap();
    record(&home, &machine, files(&[&bad]));
    std::fs::write(&bad, b"\xff").unwrap();
    let full = Options { full: true, ..Options::default() };
    assert_eq!(apply(&home, &machine, files(&[&bad]), &full).operations, "");
    std::fs::write(&bad, "Nobody noticed it.").unwrap();
    let then = apply(&home, &machine, files(&[&bad]), &Options::default());
    assert_eq!(kinds(&then.operations), [1, 0, 0]);
    assert_eq!(planned(&home, &machine, files(&[&bad]), &Options::default()).documents.skipped, 1);
}

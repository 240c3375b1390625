//! What is right is taken.

use kawara_core::{Options, Registry};
use kawara_testkit::{CounterSubject, SegmenterSubject, check_counter, check_segmenter};

use crate::build::{Built, can_build};

#[test]
fn a_pack_in_c_keeps_the_contracts() {
    if !can_build() {
        return;
    }
    let pack = Built::new(&["NAME=KAWARA_STR(\"behaved\")", "NOTICE=KAWARA_STR(\" Show this.\\n\")"])
        .load()
        .unwrap();
    assert_eq!((pack.name(), pack.version(), pack.known_notice()), ("behaved", "1.0", Some("Show this.")));
    assert!(pack.reader_entries().is_empty());
    let entry = &pack.segmenter_entries()[0];
    let segmenter = SegmenterSubject::open(entry, &Options::new()).unwrap();
    check_segmenter(&segmenter.with_texts(&["It rains. It pours.  The old man is snoring."])).unwrap();
    let counter = CounterSubject::open(&pack.counter_entries()[0], "", &Options::new()).unwrap();
    check_counter(&counter).unwrap();
}

#[test]
fn the_same_bytes_are_the_same_pack() {
    if !can_build() {
        return;
    }
    let name = "NAME=KAWARA_STR(\"same\")";
    let (one, two) = (Built::new(&[name]), Built::new(&[name, "SPECIALS=0"]));
    let copy = one.dir().join("copy.so");
    std::fs::copy(one.path(), &copy).unwrap();
    let loaded = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| one.load().unwrap())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let copied = kawara_native::load(&copy, None).unwrap();
    assert!(loaded.iter().all(|pack| std::ptr::eq(*pack, copied)));
    assert!(Registry::collect(&[copied, copied]).is_ok());

    let other = two.load().unwrap();
    assert_ne!(other.digest(), copied.digest());
    let error = Registry::collect(&[copied, other]).unwrap_err().to_string();
    for pack in [copied, other] {
        let digest = &pack.digest().unwrap()[..12];
        assert!(error.contains(&format!("by the pack `same` of the library {digest}…")), "{error}");
    }
}

#[test]
fn later_minor_versions_are_taken() {
    if !can_build() {
        return;
    }
    let table = "SEGMENTERS={later, 1, sizeof *later}";
    let pack = Built::new(&["MINOR=9", "SIZE=sizeof(kawara_pack) + 64", table]).load().unwrap();
    assert_eq!(pack.segmenter_entries()[0].id(), "xx");
    let two = "SEGMENTERS={later, 2, sizeof *later}";
    let error = Built::new(&[two]).load().unwrap_err().to_string();
    assert!(error.contains("the segmenter `xx` is offered twice"), "the second row is found too: {error}");
}

/// Workers and segmenters are closed, in this order, and none that was never made.
#[test]
fn what_was_opened_is_closed() {
    if !can_build() {
        return;
    }
    // The digits of the state are what was closed.
    let log = ["CLOSE_WORKER_BODY=state = state * 10 + 1", "CLOSE_BODY=state = state * 10 + 2"];
    let tell = |state: &str| format!("LEANS_BODY=*leans = state == {state}");
    for (nth, state) in ["0", "12", "1212"].into_iter().enumerate() {
        let entry = &Built::new(&[log[0], log[1], &tell(state)]).load().unwrap().segmenter_entries()[0];
        let leans = || entry.open(&Options::new()).unwrap().worker().leans_back("It").unwrap();
        let answers = [leans(), leans(), leans()];
        assert_eq!(answers, [0, 1, 2].map(|call| call == nth), "{state}");
    }
    let body = "WORKER_BODY=if (state == 0) SAY(\"no\"); *worker = segmenter";
    let entry = &Built::new(&[log[0], log[1], body]).load().unwrap().segmenter_entries()[0];
    let segmenter = entry.open(&Options::new()).unwrap();
    for _ in 0..2 {
        assert_eq!(segmenter.worker().leans_back("It").unwrap_err().message(), "no", "none was closed");
    }
}

//! A pack in Rust, loaded as a library beside the same crate linked: the same in everything but that its panics stay inside.

#![allow(clippy::unwrap_used, reason = "what is not there fails a test")]

use std::sync::OnceLock;

use kawara_core::{Cuts, ErrorKind, Grain, Options, Pack, SegmentWorker, Value};
use kawara_native_fixture::PACK as LINKED;
use kawara_testkit::{
    CounterSubject, LANGUAGES, SegmenterSubject, check_counter, check_segmenter, library, mixed_text, prose,
    soup,
};

/// The library, built once.
fn loaded() -> &'static Pack {
    static BUILT: OnceLock<&'static Pack> = OnceLock::new();
    BUILT.get_or_init(|| {
        let library = library("kawara-native-fixture", env!("CARGO_TARGET_TMPDIR"), "loaded").unwrap();
        kawara_native::load(&library, None).unwrap()
    })
}

fn all_options() -> Options {
    let list = Value::List(vec![Value::Str("屋根".into()), Value::Str(String::new())]);
    let mut options = Options::new()
        .with("loud", Value::Bool(true))
        .with("depth", Value::Int(-9))
        .with("words", list)
        .with("kind", Value::Str("new".into()));
    options.set_in("corpus/nested", "dictionary", Value::Str("words.txt".into()));
    options
}

fn cut(worker: &mut dyn SegmentWorker, text: &str, grain: Grain) -> kawara_core::Result<Vec<usize>> {
    let mut cuts = Cuts::new(text);
    worker.cuts(text, grain, &mut cuts)?;
    cuts.finish()
}

#[test]
fn it_describes_itself_as_the_linked_one() {
    let loaded = loaded();
    assert_eq!((loaded.name(), loaded.version()), (LINKED.name(), LINKED.version()));
    assert_eq!(loaded.known_notice(), LINKED.known_notice());
    assert!(loaded.digest().is_some_and(|digest| digest.len() == 64) && LINKED.digest().is_none());
    assert_eq!(loaded.segmenter_entries().len(), LINKED.segmenter_entries().len());
    for (ours, theirs) in LINKED.segmenter_entries().iter().zip(loaded.segmenter_entries()) {
        assert_eq!((ours.id(), ours.languages()), (theirs.id(), theirs.languages()));
        assert_eq!((ours.known_grains(), ours.known_note()), (theirs.known_grains(), theirs.known_note()));
        assert_eq!(format!("{:?}", ours.option_specs()), format!("{:?}", theirs.option_specs()));
        for options in [Options::new(), all_options()] {
            assert_eq!(ours.identify(&options).unwrap(), theirs.identify(&options).unwrap());
        }
    }
    let (ours, theirs) = (&LINKED.counter_entries()[0], &loaded.counter_entries()[0]);
    assert_eq!((ours.scheme(), ours.known_names()), (theirs.scheme(), theirs.known_names()));
    assert_eq!(format!("{:?}", ours.option_specs()), format!("{:?}", theirs.option_specs()));
}

#[test]
fn it_keeps_the_contracts() {
    let texts = ["It rains. It pours.  The old man is snoring.", "屋根瓦。 A tile. 瓦."];
    let segmenter = SegmenterSubject::open(&loaded().segmenter_entries()[0], &Options::new()).unwrap();
    check_segmenter(&segmenter.with_texts(&texts)).unwrap();
    let counter = CounterSubject::open(&loaded().counter_entries()[0], "one", &Options::new()).unwrap();
    check_counter(&counter.with_texts(&texts)).unwrap();
}

#[test]
fn it_cuts_and_counts_as_the_linked_one() {
    let open = |pack: &Pack| pack.segmenter_entries()[0].open(&all_options()).unwrap();
    let (ours, theirs) = (open(&LINKED), open(loaded()));
    let (mut ours, mut theirs) = (ours.worker(), theirs.worker());
    let open = |pack: &Pack| pack.counter_entries()[0].open("two", &all_options()).unwrap();
    let (counter, other) = (open(&LINKED), open(loaded()));
    assert_eq!((counter.id(), counter.specials()), (other.id(), other.specials()));
    assert_eq!(counter.limit().unwrap(), other.limit().unwrap());
    let mut texts: Vec<String> = (0..100).flat_map(|seed| [mixed_text(seed, 300), soup(seed, 20)]).collect();
    texts.extend(LANGUAGES.iter().map(|language| prose(3, language, 2_000)));
    texts.push(String::new());
    for text in &texts {
        for grain in [Grain::Sentence, Grain::Word] {
            assert_eq!(
                cut(&mut *ours, text, grain).unwrap(),
                cut(&mut *theirs, text, grain).unwrap(),
                "{text:?}"
            );
        }
        assert_eq!(ours.leans_back(text).unwrap(), theirs.leans_back(text).unwrap());
        assert_eq!(ours.goes_on(text, "b").unwrap(), theirs.goes_on(text, "b").unwrap());
        assert_eq!(counter.count(text).unwrap(), other.count(text).unwrap());
        assert_eq!(counter.unknown(text).unwrap(), other.unknown(text).unwrap());
        let cuts = cut(&mut *ours, text, Grain::Sentence).unwrap();
        let (index, same) = (counter.index(text, &cuts).unwrap(), other.index(text, &cuts).unwrap());
        assert_eq!((index.slack(), index.unknown()), (same.slack(), same.unknown()));
        for at in cuts.iter().copied().chain([0]) {
            assert_eq!(index.before(at), same.before(at));
            assert_eq!(
                index.exact("Q: ", at..text.len()).unwrap(),
                same.exact("Q: ", at..text.len()).unwrap()
            );
        }
    }
}

#[test]
fn a_panic_is_an_error_and_the_worker_can_be_asked_again() {
    let segmenter = loaded().segmenter_entries()[0].open(&Options::new()).unwrap();
    let mut worker = segmenter.worker();
    assert_eq!(cut(&mut *worker, "One. Two.", Grain::Sentence).unwrap(), [5, 9]);
    for _ in 0..2 {
        let error = cut(&mut *worker, "One. PANIC.", Grain::Sentence).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("pack `fixture`: it panicked: told to panic at 5 after "), "{message}");
        assert_eq!(error.kind(), ErrorKind::Segment);
        // A worker that panicked is made anew.
        let error = worker.leans_back("PANIC").unwrap_err().to_string();
        assert_eq!(error, "pack `fixture`: it panicked: told to panic at 0 after 1 calls");
        assert!(worker.leans_back("It does.").unwrap());
        let error = worker.goes_on("One,", "PANIC").unwrap_err().to_string();
        assert_eq!(error, "pack `fixture`: it panicked: told to panic at 0 after 2 calls");
        assert!(worker.goes_on("One,", "two").unwrap());
        assert_eq!(cut(&mut *worker, "One. Two.", Grain::Sentence).unwrap(), [5, 9]);
    }
    let error = cut(&mut *worker, "One. FAIL.", Grain::Sentence).unwrap_err();
    assert_eq!(error.to_string(), "byte 5: pack `fixture`: told to fail");

    let counter = loaded().counter_entries()[0].open("one", &Options::new()).unwrap();
    for _ in 0..2 {
        assert_eq!(
            counter.count("PANIC").unwrap_err().to_string(),
            "pack `fixture`: it panicked: told to panic"
        );
        assert_eq!(counter.index("PANIC", &[]).map(drop).unwrap_err().kind(), ErrorKind::Count);
        assert_eq!(counter.count("calm").unwrap(), 4);
    }
}

#[test]
fn a_pack_that_does_not_open_says_why() {
    let entry = &loaded().segmenter_entries()[0];
    let error = |options: &Options| entry.open(options).map(drop).unwrap_err();
    let word = |word: &str| Options::new().with("word", Value::Str(word.into()));
    assert_eq!(error(&word("roof")).to_string(), "pack `fixture`: no roof is known");
    assert_eq!(error(&word("panic")).to_string(), "pack `fixture`: it panicked: told to panic");
    let deep = error(&Options::new().with("depth", Value::Int(i64::MIN)));
    assert_eq!((deep.kind(), deep.message()), (ErrorKind::Unsupported, "that is too deep"));
    let wrong = error(&Options::new().with("loud", Value::Int(1))).to_string();
    assert_eq!(wrong, "pack `fixture`: option `loud` must be true or false, not 1");
    let wrong = error(&Options::new().with("kind", Value::Str("odd".into()))).to_string();
    assert_eq!(wrong, "pack `fixture`: option `kind` must be one of old, new, not \"odd\"");
    entry.open(&all_options()).unwrap();
}

#[test]
fn threads_share_what_is_open() {
    let segmenter = loaded().segmenter_entries()[0].open(&Options::new()).unwrap();
    let counter = loaded().counter_entries()[0].open("one", &Options::new()).unwrap();
    let text = mixed_text(7, 20_000);
    let index = counter.index(&text, &[]).unwrap();
    let answers: Vec<_> = std::thread::scope(|scope| {
        let ask = || {
            let cuts = cut(&mut *segmenter.worker(), &text, Grain::Sentence).unwrap();
            let half = text.floor_char_boundary(text.len() / 2);
            (cuts, counter.count(&text).unwrap(), index.exact("", half..text.len()).unwrap())
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}

//! Counters that a program makes at run time, and how they are asked.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kawara_core::{
    Counted, Counter, CounterId, Document, Engine, ErrorKind, HostCounter, Options, Registry, Result,
    Settings,
};

/// Counts characters, and how often it is called.
struct Letters {
    id: CounterId,
    calls: AtomicUsize,
    /// Whether many texts are answered in one call, and how many answers are missing.
    batch: Option<usize>,
}

impl Letters {
    fn new(batch: Option<usize>) -> Arc<Self> {
        let id = CounterId::new("letters", "1").with_vocabulary("abc");
        Arc::new(Self { id, calls: AtomicUsize::new(0), batch })
    }
}

impl Counter for Letters {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn count(&self, text: &str) -> Result<u32> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Ok(text.chars().count() as u32)
    }

    fn count_all(&self, texts: &[&str]) -> Result<Vec<Counted>> {
        let Some(missing) = self.batch else {
            return texts.iter().map(|text| self.count(text).map(Counted::of)).collect();
        };
        self.calls.fetch_add(1, Ordering::Relaxed);
        let counted = |text: &&str| {
            let tokens = text.chars().count() as u32;
            Counted { tokens, unknown: Some(text.matches('?').count() as u32) }
        };
        Ok(texts.iter().take(texts.len() - missing).map(counted).collect())
    }
}

fn host(scheme: &str, counter: &Arc<Letters>) -> HostCounter {
    let counter = Arc::clone(counter);
    HostCounter::new(scheme, move |_| Ok(Arc::clone(&counter) as Arc<dyn Counter>))
}

fn registry() -> Registry {
    Registry::collect(&[]).unwrap()
}

#[test]
fn one_lookup_finds_packs_and_the_programs_own() {
    let named = host("own", &Letters::new(None)).names(["a", "b"]);
    let none = host("cmd", &Letters::new(None)).names([] as [&str; 0]);
    let registry = registry().with_counter(host("acme", &Letters::new(None))).unwrap();
    let registry = registry.with_counter(named).unwrap().with_counter(none).unwrap();
    assert_eq!(
        registry.counter_names(),
        ["chars", "bytes", "words", "graphemes", "acme", "own:a", "own:b"],
        "a family of which nothing is defined yet offers nothing"
    );
    assert_eq!(registry.counter("chars").unwrap().pack().unwrap().name(), "core");
    assert!(registry.counter("own:a").unwrap().pack().is_none());
    assert_eq!(
        registry.counter("acme").unwrap().open(&Options::new()).unwrap().count("四个字。").unwrap(),
        4
    );
    let error = registry.counter("nobody:x").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Registry);
    assert!(error.to_string().contains("no counter is called `nobody:x`; known: chars"), "{error}");
}

#[test]
fn no_name_is_claimed_twice() {
    let error = registry().with_counter(host("chars", &Letters::new(None))).unwrap_err().to_string();
    assert_eq!(
        error,
        "the counter `chars` is claimed twice, by the pack `core` and by the program itself; leave one of them out"
    );
    let once = registry().with_counter(host("acme", &Letters::new(None))).unwrap();
    let error = once.with_counter(host("acme", &Letters::new(None))).unwrap_err().to_string();
    assert!(
        error.contains("`acme` is claimed twice, by the program itself and by the program itself"),
        "{error}"
    );
    for scheme in ["", "a:b", "a b"] {
        let error = registry().with_counter(host(scheme, &Letters::new(None))).unwrap_err();
        assert!(error.to_string().contains("cannot be the scheme"), "{error}");
    }
}

#[test]
fn an_index_is_one_call_and_means_what_many_calls_mean() {
    let text = "One sentence? Another one. 第三句。 And a last one?";
    let cuts = [14, 27, 27, 40];
    let (one, many) = (Letters::new(Some(0)), Letters::new(None));
    let (batched, single) = (one.index(text, &cuts).unwrap(), many.index(text, &cuts).unwrap());
    assert_eq!(one.calls.load(Ordering::Relaxed), 1);
    for (at, _) in text.char_indices() {
        assert_eq!(batched.before(at), single.before(at));
    }
    assert_eq!(batched.before(text.len()), text.chars().count() as u32);
    assert_eq!((batched.unknown(), single.unknown()), (Some(2), None));
    assert_eq!(one.index("", &[]).unwrap().before(0), 0);
}

#[test]
fn a_counter_that_owes_answers_is_told_so() {
    let error = Letters::new(Some(1)).index("One. Two.", &[5]).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Count);
    assert!(error.to_string().contains("`letters` was asked for 5 texts and answered for 4"), "{error}");
}

#[test]
fn settings_are_told_apart_by_the_counter_and_not_by_its_name() {
    let fingerprint = |scheme: &str| {
        let mut settings = Settings::default();
        settings.budget.counter = scheme.into();
        settings.budget.max_tokens = 20;
        let registry = registry().with_counter(host(scheme, &Letters::new(None))).unwrap();
        let chunks = Engine::new(registry, Arc::new(settings)).chunk(&Document::new("d", "A roof.")).unwrap();
        chunks.iter().map(|chunk| (chunk.id().to_string(), chunk.settings().to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(fingerprint("acme"), fingerprint("other"));
}

#[test]
fn settings_that_name_one_counter_open_it_once() {
    static OPENED: AtomicUsize = AtomicUsize::new(0);
    let counted = HostCounter::new("counted", |_| {
        OPENED.fetch_add(1, Ordering::Relaxed);
        Ok(Letters::new(None) as Arc<dyn Counter>)
    });
    let engine = Engine::new(registry().with_counter(counted).unwrap(), Arc::new(Settings::default()));
    let mut settings = Settings::default();
    settings.budget.counter = "counted:a".into();
    for size in [100, 200, 300] {
        settings.budget.max_tokens = size;
        engine.check(&Arc::new(settings.clone())).unwrap();
    }
    assert_eq!(OPENED.load(Ordering::Relaxed), 1);
    settings.budget.also = vec!["counted:b".into(), "counted:a".into()];
    engine.check(&Arc::new(settings)).unwrap();
    assert_eq!(OPENED.load(Ordering::Relaxed), 2, "another name is another counter");
}

#[test]
fn built_in_counters_tell_where_their_tokens_stand() {
    let texts = ["", " ", "The pump stopped.", "e\u{301}té 泵停了 👨‍👩‍👧!\r\n", "\u{feff}\u{200b}"];
    for name in ["chars", "bytes", "words", "graphemes"] {
        let registry = registry();
        let counter = registry.counter(name).unwrap().open(&Options::new()).unwrap();
        assert_eq!(counter.specials_before(), 0);
        for text in texts {
            let spans = counter.token_spans(text).unwrap().unwrap();
            assert_eq!(spans.len(), counter.count(text).unwrap() as usize, "{name} {text:?}");
            assert!(spans.iter().is_sorted_by(|one, next| one.end <= next.start), "{name} {text:?}");
            if name != "words" {
                assert_eq!(spans.iter().map(|span| span.len()).sum::<usize>(), text.len(), "{name} {text:?}");
            }
        }
    }
}

#[test]
fn several_counters_have_no_spans_in_common() {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.also = vec!["chars".into()];
    let engine = Engine::new(registry(), Arc::new(settings.clone()));
    let strictest = engine.counter(&Arc::new(settings)).unwrap();
    assert_eq!(strictest.token_spans("The pump stopped.").unwrap(), None);
}

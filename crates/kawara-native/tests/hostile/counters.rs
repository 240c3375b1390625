//! What a counter answers.

use std::sync::Arc;

use kawara_core::{Counter, Options, Result};

use crate::build::{Built, can_build};

fn open(defines: &[&str]) -> Option<Result<Arc<dyn Counter>>> {
    can_build().then(|| Built::new(defines).load().unwrap().counter_entries()[0].open("", &Options::new()))
}

/// Parts of `pack.c`, and how opening fails.
const OPENING: &[(&str, &str)] = &[
    ("ID_BODY=(void)id", "`id` of the counter `xx-bytes` answers wrongly: the name is empty"),
    (
        "ID_BODY=*id = (kawara_counter_id){{NULL, 3}, KAWARA_STR(\"1\"), {0}}",
        "`id` of the counter `xx-bytes` answers wrongly: the name is a null pointer with a length",
    ),
    (
        "ID_BODY=*id = (kawara_counter_id){KAWARA_STR(\"a\"), KAWARA_STR(\" \"), {0}}",
        "`id` of the counter `xx-bytes` answers wrongly: the version is empty",
    ),
    (
        "ID_BODY=*id = (kawara_counter_id){KAWARA_STR(\"a\"), KAWARA_STR(\"1\"), KAWARA_STR(\"\\xc0\")}",
        "`id` of the counter `xx-bytes` answers wrongly: the vocabulary is not UTF-8",
    ),
    ("ID_BODY=SAY(\"nobody\")", "nobody"),
    ("ID_BODY=return KAWARA_PACK_UNSUPPORTED", "`id` of the counter `xx-bytes` does not support this"),
    (
        "SPECIALS=UINT32_MAX",
        "`specials` of the counter `xx-bytes` answers with 4294967295 tokens, and a model adds 4096 at most",
    ),
];

#[test]
fn what_does_not_open_is_an_error() {
    for (define, wanted) in OPENING {
        let Some(opened) = open(&[define]) else { return };
        let error = opened.map(drop).expect_err(define).to_string();
        assert!(error.starts_with(&format!("pack `hostile`: {wanted}")), "{define}: {error}");
    }
}

/// A wrong part, what is asked, and what the error says behind the name of the pack.
type Wrong = (&'static str, fn(&dyn Counter) -> Result<Option<u32>>, &'static str);

const WRONG: &[Wrong] = &[
    (
        "COUNT_BODY=*count = 33",
        |it| it.count("ab").map(Some),
        "`count` of the counter `xx-bytes` finds 33 tokens in a text of 2 bytes: that is too many to be true",
    ),
    (
        "COUNT_BODY=(void)count",
        |it| it.count("ab").map(Some),
        "`count` of the counter `xx-bytes` finds 4294967295 tokens in a text of 2 bytes",
    ),
    (
        "COUNT_BODY=*count = 1",
        |it| it.count("").map(Some),
        "`count` of the counter `xx-bytes` finds 1 tokens in an empty text: leave special tokens out, and return them from `specials`",
    ),
    (
        "COUNT_BODY=return KAWARA_PACK_UNSUPPORTED",
        |it| it.count("a").map(Some),
        "`count` of the counter `xx-bytes` says that it does not support this: every text has a count",
    ),
    (
        "COUNT_BODY=return 40",
        |it| it.count("a").map(Some),
        "`count` of the counter `xx-bytes` answers with the status 40",
    ),
    (
        "LIMIT_BODY=*limit = 2",
        |it| it.limit(),
        "`limit` of the counter `xx-bytes` answers with 2 tokens, which is none",
    ),
    (
        "LIMIT_BODY=*limit = UINT32_MAX",
        |it| it.limit(),
        "`limit` of the counter `xx-bytes` answers with 4294967295 tokens, which is none: ",
    ),
    (
        "LIMIT_BODY=return KAWARA_PACK_OK",
        |it| it.limit(),
        "`limit` of the counter `xx-bytes` answers with 4294967295 tokens, which is none: ",
    ),
    (
        "UNKNOWN_BODY=*unknown = 64",
        |it| it.unknown("abc"),
        "`unknown` of the counter `xx-bytes` finds 64 tokens in a text of 3 bytes",
    ),
    (
        "INDEX_BODY=(void)index",
        |it| it.index("abc", &[]).map(|_| None),
        "`index` of the counter `xx-bytes` says that it is done, and gives a null pointer",
    ),
    (
        "INDEX_BODY=*index = (kawara_index){.index = counter, .has_unknown = 2}",
        |it| it.index("abc", &[]).map(|_| None),
        "`index` of the counter `xx-bytes` has 2 as `has_unknown`, and not 0 or 1",
    ),
    (
        "INDEX_BODY=*index = (kawara_index){.index = counter, .unknown = 99, .has_unknown = 1}",
        |it| it.index("abc", &[]).map(|_| None),
        "`index` of the counter `xx-bytes` finds 99 tokens in a text of 3 bytes",
    ),
    (
        "INDEX_BODY=*index = (kawara_index){.index = counter, .slack = UINT32_MAX}",
        |it| it.index("abc", &[]).map(|_| None),
        "`index` of the counter `xx-bytes` says that estimates are off by 4294967295 tokens",
    ),
    ("INDEX_BODY=SAY(\"full\")", |it| it.index("abc", &[]).map(|_| None), "full"),
    (
        "EXACT_BODY=*count = 100",
        |it| it.index("abc", &[])?.exact("x", 1..3).map(Some),
        "`exact` of the counter `xx-bytes` finds 100 tokens in a text of 3 bytes",
    ),
    (
        "EXACT_BODY=*count = 1",
        |it| it.index("abc", &[])?.exact("", 1..1).map(Some),
        "`exact` of the counter `xx-bytes` finds 1 tokens in an empty text",
    ),
];

#[test]
fn counts_that_cannot_be_are_refused() {
    for (define, ask, wanted) in WRONG {
        let Some(counter) = open(&[define]) else { return };
        let error = ask(&*counter.unwrap()).expect_err(define).to_string();
        assert!(error.starts_with(&format!("pack `hostile`: {wanted}")), "{define}: {error}");
    }
}

#[test]
fn what_is_not_known_is_nothing() {
    let Some(counter) = open(&[]) else { return };
    let counter = counter.unwrap();
    assert_eq!(
        (counter.limit().unwrap(), counter.unknown("abc").unwrap(), counter.specials()),
        (None, None, 2)
    );
    assert_eq!((counter.id().to_string().as_str(), counter.count("abc").unwrap()), ("xx-bytes 1.0", 3));
    let Some(counter) = open(&["LIMIT_BODY=*limit = 512", "UNKNOWN_BODY=*unknown = 1"]) else { return };
    let counter = counter.unwrap();
    assert_eq!((counter.limit().unwrap(), counter.unknown("abc").unwrap()), (Some(512), Some(1)));
}

#[test]
fn estimates_and_ranges_stay_within_the_text() {
    let Some(counter) = open(&["BEFORE=UINT32_MAX"]) else { return };
    let counter = counter.unwrap();
    let index = counter.index("añb", &[3]).unwrap();
    assert_eq!((index.before(0), index.before(3), index.estimate(0..4)), (0, 0, 0));
    assert!(index.exact("", 0..2).unwrap_err().to_string().contains("0..2 is no range of characters"));
    assert!(index.exact("", 0..9).is_err());
    assert_eq!(index.exact("xy", 1..3).unwrap(), 4);
}

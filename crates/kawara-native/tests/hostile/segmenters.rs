//! What a segmenter answers.

use kawara_core::{Cuts, Error, ErrorKind, Grain, Options, Result, SegmentWorker, Segmenter, Value};
use std::sync::Arc;

use crate::build::{Built, can_build};

/// Fifteen bytes; the second character has two.
const TEXT: &str = "Hé. Ho. So it.";

/// Bodies of `cuts`, the kind of the error, and all of it.
const CUTS: &[(&str, ErrorKind, &str)] = &[
    ("PUSH(2); PUSH(LEN)", ErrorKind::Gate, "byte 2: pack `hostile`: cut 2 is inside a character"),
    ("PUSH(16)", ErrorKind::Gate, "byte 16: pack `hostile`: cut 16 is past the end of a text of 15 bytes"),
    (
        "PUSH(SIZE_MAX)",
        ErrorKind::Gate,
        "byte 18446744073709551615: pack `hostile`: cut 18446744073709551615 is past the end of a text of 15 bytes",
    ),
    (
        "PUSH(5); PUSH(1); PUSH(LEN)",
        ErrorKind::Gate,
        "byte 1: pack `hostile`: cut 1 does not come after cut 5",
    ),
    ("PUSH(0); PUSH(LEN)", ErrorKind::Gate, "byte 0: pack `hostile`: cut 0 does not come after cut 0"),
    ("for (;;) PUSH(5)", ErrorKind::Gate, "byte 5: pack `hostile`: cut 5 does not come after cut 5"),
    (
        "for (int i = 0; i < 100000; i++) ends->push(ends->host, &(size_t){5}, 1)",
        ErrorKind::Gate,
        "byte 5: pack `hostile`: cut 5 does not come after cut 5",
    ),
    (
        "ends->push(ends->host, &(size_t){2}, 1); ends->push(ends->host, &text.len, 1)",
        ErrorKind::Gate,
        "byte 2: pack `hostile`: cut 2 is inside a character",
    ),
    ("(void)ends", ErrorKind::Gate, "byte 0: pack `hostile`: the cuts end at 0, the text at 15"),
    (
        "ends->push(ends->host, NULL, 0)",
        ErrorKind::Gate,
        "byte 0: pack `hostile`: the cuts end at 0, the text at 15",
    ),
    ("PUSH(5)", ErrorKind::Gate, "byte 5: pack `hostile`: the cuts end at 5, the text at 15"),
    (
        "return ends->push(ends->host, NULL, 3)",
        ErrorKind::Gate,
        "pack `hostile`: 3 cuts were pushed as a null pointer",
    ),
    (
        "ends->push(ends->host, &text.len, SIZE_MAX); PUSH(LEN)",
        ErrorKind::Gate,
        "pack `hostile`: 18446744073709551615 cuts were pushed at once into a text of 15 bytes",
    ),
    (
        "return ends->push(ends->host, (const size_t *)(text.ptr + ((uintptr_t)text.ptr % sizeof(size_t) == 0)), 1)",
        ErrorKind::Gate,
        "pack `hostile`: 1 cuts were pushed at an address that they cannot have",
    ),
    (
        "return 77",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` answers with the status 77, which is none of KAWARA_PACK_…",
    ),
    (
        "PUSH(LEN); return -1",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` answers with the status -1, which is none of KAWARA_PACK_…",
    ),
    (
        "return KAWARA_PACK_STOPPED",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` says that it was stopped, and nothing stopped it",
    ),
    (
        "return KAWARA_PACK_FAILED",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` failed, and does not say why",
    ),
    ("SAY(\"no lattice\")", ErrorKind::Segment, "pack `hostile`: no lattice"),
    (
        "message->byte = 4; SAY(\"no word begins here\")",
        ErrorKind::Segment,
        "byte 4: pack `hostile`: no word begins here",
    ),
    ("message->byte = 16; SAY(\"far away\")", ErrorKind::Segment, "pack `hostile`: far away"),
    ("SAY(\"gone \\033[2J\\a\\r\\n\")", ErrorKind::Segment, "pack `hostile`: gone \\u{1b}[2J\\u{7}"),
    (
        "message->len = message->capacity + 1; return KAWARA_PACK_FAILED",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` failed with a message of 2049 bytes, where there is room for 2048",
    ),
    (
        "message->len = SIZE_MAX; return KAWARA_PACK_FAILED",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` failed with a message of 18446744073709551615 bytes, where there is room for 2048",
    ),
    (
        "message->ptr = NULL; message->capacity = SIZE_MAX; message->len = 2600; return KAWARA_PACK_FAILED",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` failed with a message of 2600 bytes, where there is room for 2048",
    ),
    (
        "SAY(\"\\xff\")",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` failed with a message that is not UTF-8",
    ),
    (
        "return KAWARA_PACK_UNSUPPORTED",
        ErrorKind::Unsupported,
        "pack `hostile`: `cuts` of the segmenter `xx` does not support this, and does not say what",
    ),
    (
        "say(message, \"no words\"); return KAWARA_PACK_UNSUPPORTED",
        ErrorKind::Unsupported,
        "pack `hostile`: no words",
    ),
    (
        "PUSH(5); return KAWARA_PACK_UNSUPPORTED",
        ErrorKind::Segment,
        "pack `hostile`: `cuts` of the segmenter `xx` says that it does not support this after it pushed cuts",
    ),
];

#[test]
fn wrong_cuts_are_refused_with_their_pack_and_byte() {
    for (body, kind, wanted) in CUTS {
        let Some(segmenter) = open(&[&format!("CUTS_BODY={body}")]) else { return };
        let mut worker = segmenter.worker();
        // Twice: a worker that failed once may be asked again.
        for _ in 0..2 {
            let error = cut(&mut *worker, TEXT).expect_err(body);
            assert_eq!((error.to_string().as_str(), error.kind()), (*wanted, *kind), "{body}");
        }
    }
}

/// Parts of `pack.c`, and how opening or the first use fails.
const OPENING: &[(&str, &str)] = &[
    (
        "OPEN_BODY=(void)segmenter",
        "pack `hostile`: `open` of the segmenter `xx` says that it is done, and gives a null pointer",
    ),
    ("OPEN_BODY=return 9", "pack `hostile`: `open` of the segmenter `xx` answers with the status 9"),
    ("OPEN_BODY=SAY(\"the dictionary is missing\")", "pack `hostile`: the dictionary is missing"),
    (
        "OPEN_BODY=return KAWARA_PACK_STOPPED",
        "pack `hostile`: `open` of the segmenter `xx` says that it was stopped",
    ),
    (
        "WORKER_BODY=(void)worker",
        "pack `hostile`: `worker` of the segmenter `xx` says that it is done, and gives a null pointer",
    ),
    ("WORKER_BODY=SAY(\"too many\")", "pack `hostile`: too many"),
];

/// A message that is too long ends where the room does, in the middle of a character or not.
#[test]
fn a_long_message_is_cut_short() {
    for (before, shown) in [("", 682), ("a", 682), ("ab", 682)] {
        let body = format!(
            "CUTS_BODY=char long_one[3000] = \"{before}\"; while (strlen(long_one) < 2900) strcat(long_one, \"瓦\"); SAY(long_one)"
        );
        let Some(segmenter) = open(&[&body]) else { return };
        let error = cut(&mut *segmenter.worker(), TEXT).unwrap_err();
        assert_eq!(error.message(), format!("{before}{}", "瓦".repeat(shown)));
    }
}

#[test]
fn a_message_that_was_not_written_is_none() {
    for first in ["SAY(\"of another call\")", "say(message, \"of another call\"); return 50"] {
        let body =
            format!("CUTS_BODY=if (LEN == 1) {{ {first}; }} message->len = 10; return KAWARA_PACK_FAILED");
        let Some(segmenter) = open(&[&body]) else { return };
        let mut worker = segmenter.worker();
        cut(&mut *worker, "a").unwrap_err();
        let error = cut(&mut *worker, "ab").unwrap_err();
        assert_eq!(error.message(), "`cuts` of the segmenter `xx` failed, and does not say why", "{first}");
    }
}

#[test]
fn what_does_not_open_is_an_error() {
    for (define, wanted) in OPENING {
        if !can_build() {
            return;
        }
        let entry = &Built::new(&[define]).load().unwrap().segmenter_entries()[0];
        let error =
            entry.open(&Options::new()).and_then(|segmenter| cut(&mut *segmenter.worker(), TEXT).map(drop));
        let error = error.expect_err(define).to_string();
        assert!(error.starts_with(wanted), "{define}: {error}");
    }
}

#[test]
fn an_answer_is_yes_or_no() {
    const WRONG: &[(&str, &str)] = &[
        ("= 2", "answers with 2, and not with 0 or 1"),
        (";", "says that it is done, and has not answered"),
        ("= 1; return 12", "answers with the status 12"),
        ("= 1; SAY(\"lost\")", "lost"),
    ];
    for (answer, wanted) in WRONG {
        let (leans, goes) = (format!("LEANS_BODY=*leans {answer}"), format!("GOES_BODY=*goes_on {answer}"));
        let Some(segmenter) = open(&[&leans, &goes]) else { return };
        let mut worker = segmenter.worker();
        for (function, error) in [
            ("leans_back", worker.leans_back("It.").unwrap_err()),
            ("goes_on", worker.goes_on("a", "b").unwrap_err()),
        ] {
            let owner = format!("pack `hostile`: `{function}` of the segmenter `xx` ");
            let error = error.to_string();
            assert!(error.ends_with("lost") || error.starts_with(&owner), "{error}");
            assert!(error.contains(wanted), "{answer}: {error}");
        }
        assert_eq!(cut(&mut *worker, TEXT).unwrap(), [5, 9, 15], "{answer}");
    }
}

#[test]
fn options_are_checked_before_a_pack_sees_them() {
    let body = "OPEN_BODY=const kawara_option *it = options->ptr; \
        if (options->len > 1 || options->stride != sizeof *it) SAY(\"no table\"); \
        if (options->len == 1 && (it->kind != KAWARA_OPTION_INT || it->number != -7)) SAY(\"not -7\"); \
        *segmenter = &state";
    if !can_build() {
        return;
    }
    let entry = &Built::new(&[body]).load().unwrap().segmenter_entries()[0];
    let open = |options: Options| entry.open(&options).map(drop);
    open(Options::new()).unwrap();
    open(Options::new().with("depth", Value::Int(-7))).unwrap();
    for (options, wanted) in [
        (Options::new().with("depth", Value::Int(8)), "pack `hostile`: not -7"),
        (
            Options::new().with("depth", Value::Str("7".into())),
            "pack `hostile`: option `depth` must be a whole number, not \"7\"",
        ),
        (
            Options::new().with("deep", Value::Int(1)),
            "pack `hostile`: no option is called `deep`; known: depth",
        ),
    ] {
        assert_eq!(open(options.clone()).unwrap_err().to_string(), wanted);
        let identity = entry.identify(&options);
        assert_eq!(identity.unwrap(), format!("{options:?}"), "as a linked pack has it that says nothing");
    }
}

#[test]
fn an_identity_is_a_text() {
    for (body, wanted) in [
        (
            "return sink->write(sink->host, (kawara_str){NULL, 4})",
            "writes a text that is a null pointer with a length",
        ),
        (
            "return sink->write(sink->host, (kawara_str)KAWARA_STR(\"\\xff\"))",
            "writes a text that is not UTF-8",
        ),
        (
            "for (;;) if (sink->write(sink->host, (kawara_str)KAWARA_STR(\"again\"))) break",
            "writes more than 1048576 bytes",
        ),
        ("return KAWARA_PACK_STOPPED", "says that it was stopped, and nothing stopped it"),
    ] {
        if !can_build() {
            return;
        }
        let pack = Built::new(&["IDENTITY=identity", &format!("IDENTITY_BODY={body}")]).load().unwrap();
        let error = pack.segmenter_entries()[0].identify(&Options::new()).unwrap_err().to_string();
        assert_eq!(error, format!("pack `hostile`: `identity` of the segmenter `xx` {wanted}"));
    }
}

/// The segmenter of a pack with parts replaced; `None` where there is no compiler.
fn open(defines: &[&str]) -> Option<Arc<dyn Segmenter>> {
    can_build()
        .then(|| Built::new(defines).load().unwrap().segmenter_entries()[0].open(&Options::new()).unwrap())
}

fn cut(worker: &mut dyn SegmentWorker, text: &str) -> Result<Vec<usize>, Error> {
    let mut cuts = Cuts::new(text);
    worker.cuts(text, Grain::Sentence, &mut cuts)?;
    cuts.finish().map_err(|error| error.in_pack("hostile"))
}

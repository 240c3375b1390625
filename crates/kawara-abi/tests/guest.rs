//! A Rust pack driven through its tables, as a host would. Miri can run it: `cargo +nightly miri test -p kawara-abi --test guest`.

#![allow(clippy::unwrap_used, reason = "what is not there fails a test")]

use std::ffi::c_void;
use std::ptr::{self, null_mut};
use std::sync::{Arc, OnceLock};

use kawara_abi::{
    FAILED, Index, Message, NOWHERE, OK, OPTION_BOOL, OPTION_INT, OptionValue, SENTENCE, STOPPED, Status,
    Str, Strs, Table, TextSink, UNSUPPORTED, WORD, export,
};
use kawara_core::{
    Counter, CounterEntry, CounterId, Cuts, Error, ErrorKind, Grain, OptionKind, OptionSpec, Options, Pack,
    Result, SegmentWorker, Segmenter, SegmenterEntry,
};

static PACK: Pack = Pack::new("half", "1.2.3")
    .notice("a notice")
    .segmenters(&[SegmenterEntry::new("half", &["qaa", "qab"], open)
        .grains(&[Grain::Sentence])
        .identity(|options| Ok(format!("said of {options:?}")))
        .options(&[OptionSpec::new("shout", OptionKind::Bool, "Panics at every text.")])])
    .counters(&[CounterEntry::new("bytes", |name, _| Ok(Arc::new(Bytes(CounterId::new(name, "1")))))]);

fn open(options: &Options) -> Result<Arc<dyn Segmenter>> {
    Ok(Arc::new(Half { shout: options.bool("shout") == Some(true) }))
}

/// Cuts a text in two. At `!` it panics, at `?` it fails.
struct Half {
    shout: bool,
}

struct HalfWorker<'s> {
    half: &'s Half,
    /// What a panic half-way leaves behind.
    busy: bool,
}

impl Segmenter for Half {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(HalfWorker { half: self, busy: false })
    }
}

impl SegmentWorker for HalfWorker<'_> {
    fn cuts(&mut self, text: &str, _: Grain, out: &mut Cuts<'_>) -> Result<()> {
        assert!(!std::mem::replace(&mut self.busy, true), "it was left half done");
        assert!(!text.contains('!') && !self.half.shout, "no {text}");
        self.busy = false;
        if let Some(at) = text.find('?') {
            return Err(Error::new(ErrorKind::Segment, "no questions").at_byte(at));
        }
        let middle = text.floor_char_boundary(text.len() / 2);
        if middle > 0 {
            out.push(middle)?;
        }
        if text.is_empty() { Ok(()) } else { out.push(text.len()) }
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        assert_ne!(unit, "!");
        Ok(unit.starts_with("it"))
    }
}

struct Bytes(CounterId);

impl Counter for Bytes {
    fn id(&self) -> &CounterId {
        &self.0
    }
    fn specials(&self) -> u32 {
        2
    }
    fn count(&self, text: &str) -> Result<u32> {
        Ok(text.len() as u32)
    }
}

/// What was pushed, and how many calls are taken.
struct Host {
    ends: Vec<usize>,
    takes: usize,
}

unsafe extern "C" fn push(host: *mut c_void, ends: *const usize, count: usize) -> Status {
    // SAFETY: what `cuts` below handed over, and as many ends as are said.
    let (host, ends) = unsafe { (&mut *host.cast::<Host>(), std::slice::from_raw_parts(ends, count)) };
    host.ends.extend_from_slice(ends);
    if host.takes == 0 { STOPPED } else { OK }
}

unsafe extern "C" fn write(host: *mut c_void, piece: Str) -> Status {
    // SAFETY: a string of ours, and a text that lives for the call.
    unsafe { (*host.cast::<String>()).push_str(piece.read().unwrap()) };
    OK
}

/// Exported once, as by the entry of a library.
fn exported() -> &'static kawara_abi::Pack {
    static EXPORTED: OnceLock<kawara_abi::Exported> = OnceLock::new();
    // SAFETY: it is for ever.
    unsafe { &*EXPORTED.get_or_init(|| export(&PACK)).as_ptr() }
}

fn segmenter() -> kawara_abi::Segmenter {
    // SAFETY: what is exported is as it says.
    unsafe { exported().segmenters.read::<kawara_abi::Segmenter>().unwrap()[0] }
}

/// Opens the segmenter and a worker, and closes them when it is done.
fn with_worker<T>(options: &[OptionValue], ask: impl FnOnce(&kawara_abi::Segmenter, *mut c_void) -> T) -> T {
    let table = segmenter();
    let (mut opened, mut worker) = (null_mut(), null_mut());
    let mut message = Message::new(&mut []);
    // SAFETY: as the header says: opened before it is used, closed in the opposite order.
    unsafe {
        assert_eq!(table.open.unwrap()(table.context, &Table::new(options), &mut opened, &mut message), OK);
        assert_eq!(table.worker.unwrap()(opened, &mut worker, &mut message), OK);
        let answer = ask(&table, worker);
        table.close_worker.unwrap()(worker);
        table.close.unwrap()(opened);
        answer
    }
}

fn cuts(
    table: &kawara_abi::Segmenter,
    worker: *mut c_void,
    text: &str,
    grain: u32,
    takes: usize,
) -> (Status, Vec<usize>, String, usize) {
    let mut host = Host { ends: Vec::new(), takes };
    let mut buffer = [0; 64];
    let mut message = Message::new(&mut buffer);
    let ends = kawara_abi::Ends { host: ptr::from_mut(&mut host).cast(), push };
    // SAFETY: a worker that is open, a text and a sink that live for the call.
    let status = unsafe { table.cuts.unwrap()(worker, Str::new(text), grain, &ends, &mut message) };
    let (len, byte) = (message.len, message.byte);
    (status, host.ends, String::from_utf8(buffer[..len].to_vec()).unwrap(), byte)
}

#[test]
fn a_pack_is_described() {
    // SAFETY: what is exported is as it says.
    unsafe {
        let pack = exported();
        assert_eq!((pack.head.magic, pack.head.major, pack.head.needs_minor), (*b"KWRA", 1, 0));
        assert_eq!(
            (pack.name.read(), pack.version.read(), pack.notice.read()),
            (Ok("half"), Ok("1.2.3"), Ok("a notice"))
        );
        let segmenter = segmenter();
        assert_eq!((segmenter.languages.read(), segmenter.grains), (Ok(vec!["qaa", "qab"]), SENTENCE));
        let options = segmenter.options.read::<kawara_abi::OptionSpec>().unwrap();
        assert_eq!((options[0].name.read(), options[0].kind), (Ok("shout"), OPTION_BOOL));
        assert_eq!(pack.counters.read::<kawara_abi::Counter>().unwrap()[0].scheme.read(), Ok("bytes"));
    }
}

#[test]
fn cuts_and_leanings_cross() {
    with_worker(&[], |table, worker| {
        assert_eq!(cuts(table, worker, "가나다", SENTENCE, 9), (OK, vec![3, 9], String::new(), NOWHERE));
        assert_eq!(cuts(table, worker, "", SENTENCE, 9).0, OK);
        assert_eq!(cuts(table, worker, "ab", SENTENCE, 0).0, STOPPED);
        assert_eq!(cuts(table, worker, "ab", 64, 9).0, UNSUPPORTED);
        let mut leans = 7;
        // SAFETY: as in `cuts`.
        let status = unsafe {
            table.leans_back.unwrap()(worker, Str::new("it is"), &mut leans, &mut Message::new(&mut []))
        };
        assert_eq!((status, leans), (OK, 1));
    });
}

#[test]
fn failures_say_why_and_where() {
    with_worker(&[], |table, worker| {
        let (status, ends, message, byte) = cuts(table, worker, "ab?", SENTENCE, 9);
        assert_eq!((status, ends, &*message, byte), (FAILED, vec![], "no questions", 2));
    });
}

#[test]
fn a_panic_stays_inside_and_the_worker_goes_on() {
    with_worker(&[], |table, worker| {
        let (status, _, message, _) = cuts(table, worker, "what!", SENTENCE, 9);
        assert_eq!((status, &*message), (FAILED, "it panicked: no what!"));
        assert_eq!(cuts(table, worker, "ab", WORD, 9), (OK, vec![1, 2], String::new(), NOWHERE));
        let mut leans = 7;
        // SAFETY: as in `cuts`.
        let status = unsafe {
            table.leans_back.unwrap()(worker, Str::new("!"), &mut leans, &mut Message::new(&mut []))
        };
        assert_eq!((status, leans), (FAILED, 7));
        assert_eq!(cuts(table, worker, "ab", SENTENCE, 9).0, OK);
    });
}

#[test]
fn a_message_is_cut_at_a_character() {
    with_worker(&[], |table, worker| {
        let text = "가!".repeat(40);
        let (status, _, message, _) = cuts(table, worker, &text, SENTENCE, 9);
        assert_eq!(status, FAILED);
        assert!(message.len() > 60 && message.starts_with("it panicked: no 가!"), "{message}");
    });
}

fn value(name: &'static str, kind: u32, number: i64) -> OptionValue {
    OptionValue { name: Str::new(name), text: Str::new(""), list: Strs::new(&[]), number, kind, reserved: 0 }
}

#[test]
fn options_cross() {
    with_worker(&[value("shout", OPTION_BOOL, 1)], |table, worker| {
        assert_eq!(cuts(table, worker, "ab", SENTENCE, 9).0, FAILED);
    });
    let table = segmenter();
    let mut said = String::new();
    let sink = TextSink { host: ptr::from_mut(&mut said).cast(), write };
    let given = [value("shout", OPTION_BOOL, 0), value("times", OPTION_INT, 3)];
    // SAFETY: the context of this segmenter, options and a sink that live for the call.
    let status = unsafe {
        table.identity.unwrap()(table.context, &Table::new(&given), &sink, &mut Message::new(&mut []))
    };
    assert_eq!(status, OK);
    let linked = Options::new()
        .with("shout", kawara_core::Value::Bool(false))
        .with("times", kawara_core::Value::Int(3));
    assert_eq!(said, PACK.segmenter_entries()[0].identify(&linked).unwrap());
}

#[test]
fn an_option_of_an_unknown_kind_is_refused_by_name() {
    let table = segmenter();
    let (mut opened, mut buffer) = (null_mut(), [0; 200]);
    let mut message = Message::new(&mut buffer);
    // SAFETY: as in `with_worker`.
    let status = unsafe {
        table.open.unwrap()(table.context, &Table::new(&[value("shout", 99, 1)]), &mut opened, &mut message)
    };
    let len = message.len;
    let message = std::str::from_utf8(&buffer[..len]).unwrap();
    assert!(status == FAILED && message.contains("`shout`") && message.contains("99"), "{message}");
}

#[test]
fn counts_cross() {
    // SAFETY: as the header says: opened before it is used, closed in the opposite order.
    unsafe {
        let table = exported().counters.read::<kawara_abi::Counter>().unwrap()[0];
        let mut message = Message::new(&mut []);
        let mut counter = null_mut();
        assert_eq!(
            table.open.unwrap()(
                table.context,
                Str::new("eight"),
                &Table::new::<OptionValue>(&[]),
                &mut counter,
                &mut message
            ),
            OK
        );
        let mut id = kawara_abi::CounterId::EMPTY;
        assert_eq!(table.id.unwrap()(counter, &mut id, &mut message), OK);
        assert_eq!((id.name.read(), id.vocabulary.read()), (Ok("eight"), Ok("")));
        assert_eq!(table.specials.unwrap()(counter), 2);
        let mut number = 0;
        assert_eq!(table.limit.unwrap()(counter, &mut number, &mut message), UNSUPPORTED);
        assert_eq!(table.unknown.unwrap()(counter, Str::new("ab"), &mut number, &mut message), UNSUPPORTED);
        assert_eq!(
            (table.count.unwrap()(counter, Str::new("가나"), &mut number, &mut message), number),
            (OK, 6)
        );

        let (text, at) = ("one two three", [4, 8]);
        let mut index = Index::EMPTY;
        assert_eq!(
            table.index.unwrap()(counter, Str::new(text), at.as_ptr(), at.len(), &mut index, &mut message),
            OK
        );
        assert_eq!(table.before.unwrap()(index.index, 8) - table.before.unwrap()(index.index, 4), 4);
        let exact = table.exact.unwrap();
        assert_eq!(
            (exact(index.index, Str::new("title\n"), 4, 8, &mut number, &mut message), number),
            (OK, 10)
        );
        assert_eq!(exact(index.index, Str::new(""), 4, 99, &mut number, &mut message), FAILED);
        table.close_index.unwrap()(index.index);
        table.close.unwrap()(counter);
    }
}

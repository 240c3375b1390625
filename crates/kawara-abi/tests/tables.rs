//! What comes from the other side is read as far as it can be.

use kawara_abi::{Counter, Fault, OptionSpec, OptionValue, Pack, Row, Segmenter, Str, Strs, Table};

/// As a later minor version might be: one field more.
#[repr(C)]
#[derive(Clone, Copy)]
struct Longer {
    first: u64,
    second: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shorter {
    first: u64,
}

// SAFETY: numbers.
unsafe impl Row for Longer {
    const FIRST_SIZE: usize = 8;
}
// SAFETY: a number.
unsafe impl Row for Shorter {
    const FIRST_SIZE: usize = 8;
}

#[test]
fn minor_versions_append() {
    let newer = Table::new(&[Longer { first: 1, second: 2 }, Longer { first: 3, second: 4 }]);
    let older = Table::new(&[Shorter { first: 5 }, Shorter { first: 6 }]);
    // SAFETY: rows that begin alike.
    unsafe {
        assert_eq!(newer.read::<Shorter>().unwrap(), [Shorter { first: 1 }, Shorter { first: 3 }]);
        let read = older.read::<Longer>().unwrap();
        assert_eq!(read.iter().map(|row| (row.first, row.second)).collect::<Vec<_>>(), [(5, 0), (6, 0)]);
    }
}

/// Whatever later versions add, what was compiled for the first one is taken.
#[cfg(target_pointer_width = "64")]
#[test]
fn the_first_minor_version_stays_what_it_was() {
    let sizes = [
        ("kawara_str", Str::FIRST_SIZE),
        ("kawara_option_spec", OptionSpec::FIRST_SIZE),
        ("kawara_option", OptionValue::FIRST_SIZE),
        ("kawara_segmenter", Segmenter::FIRST_SIZE),
        ("kawara_counter", Counter::FIRST_SIZE),
        ("kawara_pack", Pack::FIRST_SIZE),
    ];
    let first = [16, 56, 64, 152, 152, 112];
    assert_eq!(sizes.map(|(_, size)| size), first, "{sizes:?}");
}

#[test]
fn what_is_no_table_is_refused() {
    let rows = [Shorter { first: 1 }; 4];
    let table = Table::new(&rows);
    let null = std::ptr::null();
    // SAFETY: each is refused before anything behind it is read.
    unsafe {
        assert_eq!(Table { ptr: null, ..table }.read::<Shorter>().err(), Some(Fault::Null));
        assert_eq!(Table { stride: 7, ..table }.read::<Shorter>().err(), Some(Fault::Stride));
        assert_eq!(Table { stride: 12, len: 2, ..table }.read::<Shorter>().err(), Some(Fault::Alignment));
        assert_eq!(Table { len: usize::MAX, ..table }.read::<Shorter>().err(), Some(Fault::Length));
        assert_eq!(Table { ptr: null, len: 0, stride: 0 }.read::<OptionValue>().unwrap().len(), 0);
        let odd = rows.as_ptr().byte_add(1).cast();
        assert_eq!(Table { ptr: odd, len: 1, ..table }.read::<Shorter>().err(), Some(Fault::Alignment));
    }
}

#[test]
fn what_is_no_text_is_refused() {
    let bytes = [0xe7, 0x93];
    // SAFETY: refused, or as long as they say.
    unsafe {
        assert_eq!(Str { ptr: bytes.as_ptr(), len: 2 }.read(), Err(Fault::Utf8));
        assert_eq!(Str { ptr: std::ptr::null(), len: 1 }.read(), Err(Fault::Null));
        assert_eq!(Str { ptr: std::ptr::null(), len: 0 }.read(), Ok(""));
        assert_eq!(Str { ptr: bytes.as_ptr(), len: usize::MAX }.read(), Err(Fault::Length));
        assert_eq!(Strs { ptr: std::ptr::null(), len: 3 }.read(), Err(Fault::Null));
    }
}

//! `kawara_pack.h` and the types of this crate are twins: a compiler of C holds each size, offset, type and number of ours against it.

use std::mem::offset_of;

use kawara_testkit::header::Header;
use kawara_testkit::{in_c, layout};

use crate::{
    CLAUSE, Counter, CounterId, ENTRY, Ends, Entry, FAILED, Host, Index, MAJOR, MINOR, Message, NOWHERE, OK,
    OPTION_BOOL, OPTION_CHOICE, OPTION_INT, OPTION_LIST, OPTION_PATH, OPTION_STR, OptionSpec, OptionValue,
    Pack, SENTENCE, STOPPED, Segmenter, Str, Strs, Table, TextSink, UNSUPPORTED, WORD,
};

const HEADER: &str = include_str!("../include/kawara_pack.h");

in_c! {
    Str => "kawara_str",
    Strs => "kawara_strs",
    Table => "kawara_table",
    Message => "kawara_message",
    Ends => "kawara_ends",
    TextSink => "kawara_text_sink",
    OptionSpec => "kawara_option_spec",
    OptionValue => "kawara_option",
    Segmenter => "kawara_segmenter",
    CounterId => "kawara_counter_id",
    Index => "kawara_index",
    Counter => "kawara_counter",
    Host => "kawara_host",
    Pack => "kawara_pack",
}

/// What Rust says, against the text of a header.
fn said(text: &str) -> Header {
    let mut header = Header::new(text, "kawara");
    layout!(header, Str { ptr, len });
    layout!(header, Strs { ptr, len });
    layout!(header, Table { ptr, len, stride });
    layout!(header, Message { ptr, capacity, len, byte });
    layout!(header, Ends { host, push });
    layout!(header, TextSink { host, write });
    layout!(header, OptionSpec { name, doc, choices, kind, reserved });
    layout!(header, OptionValue { name, text, list, number, kind, reserved });
    layout!(
        header,
        Segmenter {
            id,
            languages,
            note,
            options,
            grains,
            reserved,
            context,
            open,
            close,
            identity,
            worker,
            close_worker,
            cuts,
            leans_back,
            goes_on,
        }
    );
    layout!(header, CounterId { name, version, vocabulary });
    layout!(header, Index { index, slack, unknown, has_unknown, reserved });
    layout!(
        header,
        Counter {
            scheme,
            names,
            options,
            context,
            open,
            close,
            id,
            specials,
            limit,
            count,
            unknown,
            index,
            close_index,
            before,
            exact,
        }
    );
    layout!(header, Host { major, minor, size });
    // In C the fields of the head are the pack's own.
    header.size::<Pack>(size_of::<Pack>(), align_of::<Pack>());
    header.field("magic", offset_of!(Pack, head.magic), |it: &Pack| &it.head.magic);
    header.field("major", offset_of!(Pack, head.major), |it: &Pack| &it.head.major);
    header.field("minor", offset_of!(Pack, head.minor), |it: &Pack| &it.head.minor);
    header.field("needs_minor", offset_of!(Pack, head.needs_minor), |it: &Pack| &it.head.needs_minor);
    header.field("reserved", offset_of!(Pack, head.reserved), |it: &Pack| &it.head.reserved);
    header.field("size", offset_of!(Pack, head.size), |it: &Pack| &it.head.size);
    header.field("name", offset_of!(Pack, name), |it: &Pack| &it.name);
    header.field("version", offset_of!(Pack, version), |it: &Pack| &it.version);
    header.field("notice", offset_of!(Pack, notice), |it: &Pack| &it.notice);
    header.field("segmenters", offset_of!(Pack, segmenters), |it: &Pack| &it.segmenters);
    header.field("counters", offset_of!(Pack, counters), |it: &Pack| &it.counters);
    unsafe extern "C" fn entry(_: *const Host) -> *const Pack {
        std::ptr::null()
    }
    let entry: Entry = entry;
    header.function(ENTRY, entry);
    for (name, value) in [
        ("KAWARA_PACK_MAJOR", i128::from(MAJOR)),
        ("KAWARA_PACK_MINOR", MINOR.into()),
        ("KAWARA_PACK_OK", OK.into()),
        ("KAWARA_PACK_FAILED", FAILED.into()),
        ("KAWARA_PACK_UNSUPPORTED", UNSUPPORTED.into()),
        ("KAWARA_PACK_STOPPED", STOPPED.into()),
        ("KAWARA_NOWHERE", NOWHERE as i128),
        ("KAWARA_OPTION_BOOL", OPTION_BOOL.into()),
        ("KAWARA_OPTION_INT", OPTION_INT.into()),
        ("KAWARA_OPTION_STR", OPTION_STR.into()),
        ("KAWARA_OPTION_LIST", OPTION_LIST.into()),
        ("KAWARA_OPTION_PATH", OPTION_PATH.into()),
        ("KAWARA_OPTION_CHOICE", OPTION_CHOICE.into()),
        ("KAWARA_WORD", WORD.into()),
        ("KAWARA_CLAUSE", CLAUSE.into()),
        ("KAWARA_SENTENCE", SENTENCE.into()),
    ] {
        header.value(name, value);
    }
    header.besides(&["KAWARA_PACK_H", "KAWARA_PACK_EXPORT", "KAWARA_PACK_HEAD", "kawara_pack_status"]);
    header.besides(&["KAWARA_STR", "KAWARA_STRS", "KAWARA_TABLE"]);
    // The macros that fill the first fields have to be initialisers.
    header.code(
        "#ifndef __cplusplus\n#pragma GCC diagnostic ignored \"-Wmissing-field-initializers\"\n\
         static const kawara_str languages[] = {KAWARA_STR(\"xx\")};\n\
         static const kawara_segmenter segmenters[] = {{.languages = KAWARA_STRS(languages), .grains = KAWARA_SENTENCE}};\n\
         const kawara_pack *kawara_pack_v1(const kawara_host *host) {\n\
           static const kawara_pack pack = {KAWARA_PACK_HEAD, .name = KAWARA_STR(\"xx\"), .segmenters = KAWARA_TABLE(segmenters)};\n\
           return host ? &pack : NULL;\n}\n#endif",
    );
    header
}

#[test]
fn the_header_and_the_types_are_twins() {
    said(HEADER).check().unwrap();
}

#[test]
fn a_header_that_says_something_else_is_refused() {
    let is_checked = said(HEADER).check().unwrap();
    for (said_there, instead) in [
        ("uint32_t has_unknown;", "uint64_t has_unknown;"),
        ("#define KAWARA_PACK_STOPPED 3", "#define KAWARA_PACK_STOPPED 4"),
        ("kawara_str unit, uint8_t *leans,", "kawara_str unit, uint32_t *leans,"),
        ("uint32_t (*before)(void *index, size_t at);", "uint64_t (*before)(void *index, size_t at);"),
        ("void (*close_index)(void *index);", "void (*close_index)(void *index, int now);"),
        (
            "const kawara_ends *ends, kawara_message *message);",
            "kawara_ends *ends, kawara_message *message);",
        ),
        ("typedef struct kawara_host {", "typedef int kawara_more;\ntypedef struct kawara_host {"),
    ] {
        assert_eq!(HEADER.matches(said_there).count(), 1, "{said_there}");
        let refused = said(&HEADER.replace(said_there, instead)).check();
        assert!(refused.is_err() || !is_checked, "{instead}");
    }
}

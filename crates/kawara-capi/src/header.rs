//! The header says what the library does.

use kawara::Flag;
use kawara_testkit::header::Header;
use kawara_testkit::{in_c, layout};

use crate::about::{API_MAJOR, API_MINOR, kawara_api, kawara_version};
use crate::border::{kawara_last_error, kawara_last_status};
use crate::chunks::{self, BITS, Chunk, Range};
use crate::chunks::{
    kawara_chunks_free, kawara_chunks_get, kawara_chunks_json, kawara_chunks_len, kawara_chunks_warnings,
    kawara_engine_chunk,
};
use crate::document::Document;
use crate::engine::{self, Options};
use crate::engine::{kawara_engine_count, kawara_engine_free, kawara_engine_new, kawara_engine_warnings};
use crate::failure::{ARGUMENT, DOCUMENT, OK, PACK, PANIC, POLICY};
use crate::packs::{PackFile, kawara_pack_count, kawara_pack_name, kawara_pack_notice, kawara_pack_version};
use crate::text::Text;

const HEADER: &str = include_str!("../include/kawara.h");

in_c! {
    Text => "kawara_text",
    PackFile => "kawara_pack_file",
    Options => "kawara_options",
    Document => "kawara_document",
    Range => "kawara_range",
    Chunk => "kawara_chunk",
    engine::Handle => "kawara_engine",
    chunks::Handle => "kawara_chunks",
}

macro_rules! functions {
    ($header:ident: $($name:ident($($argument:tt)*)),* $(,)?) => {
        $($header.function(stringify!($name), $name as unsafe extern "C" fn($($argument)*) -> _);)*
    };
}

/// What Rust says, against the text of a header.
fn said(text: &str) -> Header {
    let mut header = Header::new(text, "kawara");
    layout!(header, Text { data, len });
    layout!(header, PackFile { path, sha256 });
    layout!(
        header,
        Options {
            size,
            policy,
            policy_text,
            policy_name,
            directory,
            base_policy,
            tokenizers,
            tokenizers_len,
            packs,
            packs_len,
        }
    );
    layout!(header, Document { size, id, text, path, content_type, language, title, meta });
    layout!(header, Range { start, end });
    layout!(
        header,
        Chunk {
            size,
            id,
            parent,
            previous,
            next,
            context,
            text,
            language,
            start,
            end,
            own_start,
            char_start,
            char_end,
            units,
            units_len,
            carried,
            tokens,
            max_tokens,
            flags,
            reserved,
        }
    );
    functions! {
        header:
        kawara_api(), kawara_version(), kawara_last_status(), kawara_last_error(),
        kawara_engine_new(_, _), kawara_engine_free(_), kawara_engine_warnings(_), kawara_engine_count(_, _, _, _),
        kawara_pack_count(_), kawara_pack_name(_, _), kawara_pack_version(_, _), kawara_pack_notice(_, _),
        kawara_engine_chunk(_, _, _), kawara_chunks_free(_), kawara_chunks_len(_), kawara_chunks_get(_, _, _),
        kawara_chunks_json(_, _, _), kawara_chunks_warnings(_),
    }
    for (name, status) in [
        ("OK", OK),
        ("ERROR_ARGUMENT", ARGUMENT),
        ("ERROR_POLICY", POLICY),
        ("ERROR_PACK", PACK),
        ("ERROR_DOCUMENT", DOCUMENT),
        ("ERROR_PANIC", PANIC),
    ] {
        header.value(&format!("KAWARA_{name}"), status.into());
    }
    for (flag, bit) in BITS {
        header.value(&format!("KAWARA_FLAG_{}", flag.as_str().to_ascii_uppercase()), bit.into());
    }
    header.value("KAWARA_API_MAJOR", API_MAJOR.into());
    header.value("KAWARA_API_MINOR", API_MINOR.into());
    header.besides(&[
        "KAWARA_H",
        "KAWARA_FMT",
        "KAWARA_ARG",
        "kawara_api_fits",
        "kawara_text_of",
        "kawara_status",
        "kawara_engine",
        "kawara_chunks",
    ]);
    header
}

#[test]
fn the_header_says_what_the_library_does() {
    said(HEADER).check().unwrap();
}

#[test]
fn a_header_that_says_something_else_is_refused() {
    let is_checked = said(HEADER).check().unwrap();
    for (said_there, instead) in [
        ("uint32_t flags; ", "uint32_t bits; "),
        ("size_t own_start; ", "int64_t own_start; "),
        ("uint32_t reserved; ", "uint32_t reserved[2]; "),
        ("const kawara_range *units;", "kawara_range *units;"),
        ("const kawara_document *document,", "kawara_document *document,"),
        ("uint32_t *specials);", "uint64_t *specials);"),
        ("size_t kawara_chunks_len(", "uint32_t kawara_chunks_len("),
        ("#define KAWARA_FLAG_OVER_BUDGET 2u", "#define KAWARA_FLAG_OVER_BUDGET 4u"),
        ("void kawara_chunks_free(", "void kawara_more(void);\nvoid kawara_chunks_free("),
    ] {
        assert_eq!(HEADER.matches(said_there).count(), 1, "{said_there}");
        let refused = said(&HEADER.replace(said_there, instead)).check();
        assert!(refused.is_err() || !is_checked, "{instead}");
    }
}

#[test]
fn every_flag_has_a_bit_of_its_own() {
    for flag in Flag::ALL {
        assert!(BITS.iter().any(|(known, _)| *known == flag), "{} has no bit", flag.as_str());
    }
    let sum: u32 = BITS.iter().map(|(_, bit)| bit).sum();
    assert_eq!(sum.count_ones() as usize, BITS.len());
}

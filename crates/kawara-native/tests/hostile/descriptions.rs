//! What a library says of itself.

use kawara_core::ErrorKind;

use crate::build::{Built, can_build};

/// Libraries that are refused before a pack is known by its name: parts of `pack.c`, and what the error says.
const NAMELESS: &[(&[&str], &[&str])] = &[
    (
        &["ENTRY=some_function"],
        &["exports no kawara_pack_v1, so it is no pack", "kawara_pack!(PACK)", "KAWARA_PACK_EXPORT"],
    ),
    (
        &["ENTRY=kawara_pack_v2"],
        &["speaks version 2 of the ABI of packs, and this kawara speaks 1: update kawara"],
    ),
    (&["ENTRY=kawara_pack_v0"], &["speaks version 0", "build the pack again for this kawara"]),
    (&["RETURNED=NULL"], &["kawara_pack_v1 returns no description (a null pointer)"]),
    (
        &["RETURNED=(const kawara_pack *)((const char *)&pack + 1)"],
        &["returns an address that no description can have"],
    ),
    (&["MAGIC={'N', 'O', 0, 1}"], &["begins with `NO\\x00\\x01` instead of `KWRA`", "KAWARA_PACK_HEAD"]),
    (&["MAJOR=2"], &["speaks version 2 of the ABI of packs, and this kawara speaks 1: update kawara"]),
    (&["MAJOR=0"], &["speaks version 0", "build the pack again"]),
    (
        &["MINOR=3", "NEEDS_MINOR=3"],
        &["needs version 1.3 of the ABI of packs, and this kawara speaks 1.0: update kawara"],
    ),
    (&["SIZE=20"], &["describes itself in 20 bytes", "sizeof(kawara_pack)"]),
    (&["NAME={(const uint8_t *)\"\\xff\", 1}"], &["the name of the pack is not UTF-8"]),
    (&["NAME={NULL, 3}"], &["the name of the pack is a null pointer with a length"]),
    (&["NAME={NULL, SIZE_MAX}"], &["the name of the pack is "]),
    (
        &["NAME={(const uint8_t *)\"x\", SIZE_MAX}"],
        &["the name of the pack is 18446744073709551615 bytes long, and may have 128"],
    ),
    (&["NAME={0}"], &["the name of the pack is empty"]),
    (&["NAME=KAWARA_STR(\"ko kr\")"], &["the name of the pack `ko kr` contains white space"]),
    (&["NAME=KAWARA_STR(\"Ko\")"], &["the name of the pack, `Ko`, is no name: write it in lower case"]),
    (&["NAME=KAWARA_STR(\"k\\033[2J\")"], &["the name of the pack contains the control character \\u{1b}"]),
];

/// Libraries whose pack is named by the error.
const NAMED: &[(&[&str], &[&str])] = &[
    (&["VERSION={0}"], &["the version of the pack is empty"]),
    (&["NOTICE={NULL, 8}"], &["the notice of the pack is a null pointer with a length"]),
    (
        &["SEGMENTERS={NULL, 2, sizeof(kawara_segmenter)}"],
        &["the table of segmenters is a null pointer with a length"],
    ),
    (&["SEGMENTERS={segmenters, 1, 16}"], &["the table of segmenters has elements that are too short"]),
    (
        &["SEGMENTERS={segmenters, SIZE_MAX, 256}"],
        &["the table of segmenters has 18446744073709551615 entries, and may have 1024"],
    ),
    (&["SEGMENTERS={segmenters, 1, SIZE_MAX}"], &["the table of segmenters is longer than memory can be"]),
    (
        &["SEGMENTERS={(const char *)segmenters + 1, 1, sizeof(kawara_segmenter)}"],
        &["the table of segmenters is not aligned"],
    ),
    (&["SEGMENTERS={0}", "COUNTERS={0}"], &["offers neither a segmenter nor a counter"]),
    (&["SEGMENTERS=KAWARA_TABLE(twins)"], &["the segmenter `xx` is offered twice"]),
    (&["ID={0}"], &["the id of segmenter 1 is empty"]),
    (&["LANGUAGES={0}"], &["the languages of the segmenter `xx` are none"]),
    (&["LANGUAGES={NULL, 3}"], &["the languages of the segmenter `xx` is a null pointer with a length"]),
    (
        &["LANGUAGES={tags, SIZE_MAX}"],
        &["the languages of the segmenter `xx` has 18446744073709551615 entries"],
    ),
    (
        &["TAGS=KAWARA_STR(\"zh-tw\")"],
        &[
            "the languages of the segmenter `xx`, number 1, `zh-tw`, is no primary language subtag",
            "write `zh`",
        ],
    ),
    (&["TAGS=KAWARA_STR(\"zh-TW\")"], &["`zh-TW`, is no primary language subtag", "write `zh`"]),
    (&["TAGS=KAWARA_STR(\"xx\"), KAWARA_STR(\"xx\")"], &["`xx` is listed twice"]),
    (&["GRAINS=0"], &["the grains of the segmenter `xx` are 0x0", "KAWARA_SENTENCE"]),
    (&["GRAINS=12"], &["the grains of the segmenter `xx` are 0xc"]),
    (&["OPEN=NULL"], &["`open` of the segmenter `xx` is null, and it has to be there"]),
    (&["WORKER=NULL"], &["`worker` of the segmenter `xx` is null, and it has to be there"]),
    (&["CUTS=NULL"], &["`cuts` of the segmenter `xx` is null, and it has to be there"]),
    (
        &["OPTION={.name = KAWARA_STR(\"depth\"), .doc = KAWARA_STR(\"How deep.\"), .kind = 9}"],
        &["the kind of the option `depth` of the segmenter `xx` is 9"],
    ),
    (
        &["OPTION={.name = KAWARA_STR(\"how_deep\"), .doc = KAWARA_STR(\"How deep.\"), .kind = 1}"],
        &["the option `how_deep` of the segmenter `xx` is not named like a policy key"],
    ),
    (
        &["OPTION={.name = KAWARA_STR(\"depth\"), .kind = 1}"],
        &["the doc of the option `depth` of the segmenter `xx` is empty"],
    ),
    (
        &["OPTION={.name = KAWARA_STR(\"depth\"), .doc = KAWARA_STR(\"How.\"), .kind = 6}"],
        &["the choices of the option `depth` of the segmenter `xx` are none"],
    ),
    (
        &[
            "OPTION={.name = KAWARA_STR(\"depth\"), .doc = KAWARA_STR(\"How.\"), .kind = 6, .choices = KAWARA_STRS(choices)}",
        ],
        &["`one` is listed twice"],
    ),
    (
        &[
            "OPTION={.name = KAWARA_STR(\"depth\"), .doc = KAWARA_STR(\"How.\"), .kind = 1}, {.name = KAWARA_STR(\"depth\"), .doc = KAWARA_STR(\"How.\"), .kind = 1}",
        ],
        &["`depth` is offered twice"],
    ),
    (&["SCHEME=KAWARA_STR(\"a:b\")"], &["the scheme of counter 1, `a:b`, is no name", "without colons"]),
    (&["NAMES={NULL, 1}"], &["the names of the counter `xx-bytes` is a null pointer with a length"]),
    (&["COUNTER_OPEN=NULL"], &["`open` of the counter `xx-bytes` is null, and it has to be there"]),
    (&["COUNTER_ID=NULL"], &["`id` of the counter `xx-bytes` is null, and it has to be there"]),
    (&["COUNT=NULL"], &["`count` of the counter `xx-bytes` is null, and it has to be there"]),
    (
        &["INDEX=NULL"],
        &[
            "the function `index` of the counter `xx-bytes` is null: give `index`, `close_index`, `before` and `exact`, or none",
        ],
    ),
    (&["EXACT=NULL"], &["the function `exact` of the counter `xx-bytes` is null"]),
];

#[test]
fn what_is_no_pack_is_refused_with_its_file() {
    for (defines, wanted) in NAMELESS {
        let Some((error, file)) = refused(defines) else { return };
        assert!(error.starts_with(&format!("{file}: ")), "{defines:?}: {error}");
        says(&error, wanted, defines);
    }
}

#[test]
fn a_wrong_description_is_refused_with_its_pack_and_file() {
    for (defines, wanted) in NAMED {
        let Some((error, file)) = refused(defines) else { return };
        assert!(error.starts_with(&format!("pack `hostile`: {file}: ")), "{defines:?}: {error}");
        says(&error, wanted, defines);
    }
}

/// The error of a library, and the file that it has to name; `None` where there is no compiler.
fn refused(defines: &[&str]) -> Option<(String, String)> {
    if !can_build() {
        return None;
    }
    let built = Built::new(defines);
    // Twice: what was refused once is not remembered as loaded.
    let refuse = || built.load().err().unwrap_or_else(|| unreachable!("{defines:?} is taken"));
    let (first, again) = (refuse(), refuse());
    assert_eq!((first.kind(), first.to_string()), (ErrorKind::Open, again.to_string()));
    Some((first.to_string(), built.path().display().to_string()))
}

fn says(error: &str, wanted: &[&str], defines: &[&str]) {
    for part in wanted {
        assert!(error.contains(part), "{defines:?}: {part:?} is not in {error:?}");
    }
}

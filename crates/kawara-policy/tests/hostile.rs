//! Nothing that a policy says makes the loader panic, hang, or send a terminal anything but text.

mod common;

use std::time::{Duration, Instant};

use kawara_core::{Document, Policy as _, Profile};
use kawara_policy::{Loader, Policy};
use proptest::prelude::*;

const VALID: &str = r##"# everything that a policy can say
policy    = 1
required-version = ">=0.1, <2"
extends   = ["kawara:docs", "kawara:faq"]
lock = ["budget.counter", "packs", "units.overlap.ja"]
edition = "2026"
language  = "zh-Hant"
namespace = '日本語'
[read]
content-type = "text/csv"
text = "source"
options = { delimiter = ";", columns = ["a", ["b", 1]] }
[budget]
counter = "chars"
max-tokens = 1_000
min-tokens = 0x20
hard-limit = 8191
[units]
kind = "clause"
overlap = { default = "auto", ja = 2, en = { auto = 3 }, th = { percent = 12.5 }, zh = { tokens = 40 } }
records-per-chunk = 3
[context]
prepend = ["heading-path", "title"]
separator = """ > """
[tiling]
stability = "anchored"
[packs."my pack"]
depth = -1
[[match]]
glob = ["faq/**", "*.{a,b}"]
content-type = "text/*"
language = "ja"
fields = { status = "draft", author.name = ["a", 1, true] }
meta.tenant = "acme"
units.overlap = 0
[match.context]
max-tokens = 9
"##;

const PIECES: &[&str] = &[
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "\"",
    "'",
    "\"\"\"",
    "\n",
    "\r\n",
    "#",
    "\\",
    "\\u0000",
    "\u{0}",
    "\u{1b}[31m",
    "1",
    "-1",
    "1e400",
    "nan",
    "inf",
    "0.0",
    "99999999999999999999",
    "true",
    "1979-05-27",
    "policy",
    "extends",
    "match",
    "units",
    "overlap",
    "percent",
    "glob",
    "packs",
    "default",
    "\u{feff}",
    "界",
    "👩‍👩‍👧",
    "\u{202e}",
    "*",
    "**",
    "../",
    "/",
    "kawara:",
    "kawara.toml",
];

/// Loads, and uses what was loaded; a policy that is refused says why in a text that is only text.
fn survives(text: &str) {
    let loader = kawara_policy::Loader::reading(|_| Ok(text.to_owned()));
    match loader.path("kawara.toml") {
        Ok(policy) => {
            let document =
                Document::new("1", "").with_path("faq/x.a").with_content_type("text/csv").with_language("ja");
            let profile = Profile::of(&document);
            let _ = policy.settings(&profile);
            let _ = policy.explain(&profile).iter().map(ToString::to_string).count();
        }
        Err(mistakes) => {
            let told = mistakes.to_string();
            assert!(told.chars().all(|c| c == '\n' || !c.is_control()), "{told:?}");
            for mistake in &mistakes {
                assert!(mistake.place.text().get(mistake.place.span()).is_some());
                assert!(!mistake.message.is_empty());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mutations_of_a_policy(edits in prop::collection::vec((0..VALID.len(), 0..12usize, 0..PIECES.len(), any::<bool>()), 1..6)) {
        let mut text = VALID.to_owned();
        for (at, cut, piece, keep) in edits {
            let start = text.floor_char_boundary(at.min(text.len()));
            let end = if keep { start } else { text.ceil_char_boundary((start + cut).min(text.len())) };
            text.replace_range(start..end, PIECES[piece]);
        }
        survives(&text);
    }

    #[test]
    fn pieces_in_any_order(pieces in prop::collection::vec(0..PIECES.len(), 0..40)) {
        let text: String = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        survives(&text);
        survives(&format!("policy = 1\n{text}"));
        let _ = Policy::default().set([&text]).map_err(|mistakes| mistakes.to_string());
    }

    #[test]
    fn any_text(text in any::<String>()) {
        survives(&text);
        let _ = Policy::default().set([&text]).map_err(|mistakes| mistakes.to_string());
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 100_000;
    for text in [
        format!("[{}]\n", vec!["a"; deep].join(".")),
        format!("{} = 1\n", vec!["packs"; deep].join(".")),
        format!("packs.x.y = {}1{}\n", "[".repeat(deep), "]".repeat(deep)),
        format!("units.overlap = {}1{}\n", "{ ja = ".repeat(deep), "}".repeat(deep)),
        format!("[[match]]\nglob = \"{}x{}\"\nunits.overlap = 0\n", "{".repeat(deep), "}".repeat(deep)),
    ] {
        survives(&format!("policy = 1\n{text}"));
        assert!(Policy::from_str(&format!("policy = 1\n{text}"), "deep.toml", "").is_err());
    }
    // As deep as a glob may be.
    survives(&format!(
        "policy = 1\n[[match]]\nglob = \"{}x{}\"\nunits.overlap = 0\n",
        "{".repeat(499),
        "}".repeat(499)
    ));
}

#[test]
fn large_policies_are_done_in_time() {
    let lines = |line: &dyn Fn(usize) -> String| {
        (0..)
            .map(line)
            .scan(0, |size, line| {
                *size += line.len();
                (*size < 900_000).then_some(line)
            })
            .collect::<String>()
    };
    let letters = || 'a'..='z';
    let codes = letters()
        .flat_map(|a| letters().flat_map(move |b| letters().map(move |c| format!("{a}{b}{c} = 1\n"))));
    let rules: String = (0..1000)
        .map(|n| format!("[[match]]\nglob = \"a{n}/**\"\nbudget.max-tokens = {}\n", n + 100))
        .collect();
    for text in [
        lines(&|n| format!("key{n} = {n}\n")),
        lines(&|n| format!("packs.p{n}.x = {n}\n")),
        format!("[units.overlap]\n{}", lines(&|n| format!("l{n} = 1\n"))),
        format!("[units.overlap]\n{}{rules}", codes.collect::<String>()),
        lines(&|n| format!("[[match]]\nglob = \"a{n}/**\"\nunits.overlap = {n}\n")),
        format!("[[match]]\nunits.overlap = 0\nglob = [{}]\n", lines(&|n| format!("\"a{n}*/b\",\n"))),
        format!("[[match]]\nunits.overlap = 0\nlanguage = [{}]\n", lines(&|_| "\"jp\", ".into())),
        format!("lock = [{}]\n", lines(&|n| format!("\"packs.p{n}.x\", "))),
        format!("lock = [{}]\n", lines(&|n| format!("\"packs.p{n}.x.y\", "))),
        format!("[[match]]\nunits.overlap = 0\nfields = {{ {} }}\n", lines(&|n| format!("f{n} = 1, "))),
        format!("x = \"{}\n", "界".repeat(300_000)),
        "[".repeat(900_000),
        "\"".repeat(900_000),
    ] {
        let started = Instant::now();
        survives(&format!("policy = 1\n{text}"));
        let taken = started.elapsed();
        let beginning: String = text.chars().take(40).collect();
        assert!(taken < Duration::from_secs(60), "{taken:?}: {beginning}");
        println!("{taken:?} {beginning:?}");
    }
}

#[test]
fn many_locks_over_many_keys_are_kept_in_time() {
    let keys = || 0..25_000;
    let locks: String = keys().map(|n| format!("\"packs.p{n}.x\", ")).collect();
    let set: String = keys().map(|n| format!("packs.p{n}.x = {n}\n")).collect();
    let other: String = keys().map(|n| format!("packs.p{n}.x = {}\n", n + 1)).collect();
    let rules: String =
        (0..1000).map(|n| format!("[[match]]\nglob = \"a{n}/**\"\npacks.p{n}.x = {n}\n")).collect();
    let loader = |main: String| {
        let base = format!("policy = 1\nlock = [{locks}]\n{set}");
        Loader::reading(move |path| Ok(if path.ends_with("base.toml") { base.clone() } else { main.clone() }))
            .with_base("base.toml")
    };
    let started = Instant::now();
    loader(format!("policy = 1\n{set}{rules}")).path("main.toml").unwrap();
    let mistakes = loader(format!("policy = 1\n{other}")).path("main.toml").unwrap_err();
    assert_eq!((mistakes.iter().count(), mistakes.more()), (50, 24_950));
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    println!("{:?}", started.elapsed());
}

#[test]
fn quoted_text_cannot_act_on_a_terminal() {
    let text = "policy = 1\n[budget]\n\"\\u001b[31m\" = 1\n\"a\u{202e}b\tc\" = 2\n";
    let told = Policy::from_str(text, "evil\u{1b}[2J.toml", "").unwrap_err().to_string();
    assert_eq!(
        told,
        r##"evil\u{1b}[2J.toml:3:1: unknown key `\u{1b}[31m` in [budget] [policy::unknown_key]
  help: [budget] takes `model`, `counter`, `tokenizers`, `max-tokens`, `min-tokens`, `reserve-tokens` and `hard-limit`

evil\u{1b}[2J.toml:4:1: unknown key `a\u{202e}b c` in [budget] [policy::unknown_key]
  help: [budget] takes `model`, `counter`, `tokenizers`, `max-tokens`, `min-tokens`, `reserve-tokens` and `hard-limit`"##
    );
}

#[test]
fn no_more_than_some_mistakes_are_kept() {
    let text: String = (0..1000).map(|number| format!("key{number} = 1\n")).collect();
    let mistakes = Policy::from_str(&format!("policy = 1\n{text}"), "kawara.toml", "").unwrap_err();
    assert_eq!((mistakes.iter().count(), mistakes.more()), (50, 950));
    assert!(mistakes.to_string().ends_with("\n\nand 950 more mistakes"));
}

#[test]
fn places_count_characters_and_skip_the_byte_order_mark() {
    let mistakes = Policy::from_str("\u{feff}\"界界\" = 1\r\n\tunit = 1\r\n", "kawara.toml", "").unwrap_err();
    let places: Vec<_> =
        mistakes.iter().skip(1).map(|it| (it.place.line(), it.place.column(), it.place.span())).collect();
    assert_eq!(places, [(1, 1, 3..11), (2, 2, 18..22)]);
    assert!(mistakes.to_string().contains("kawara.toml:2:2: unknown key `unit` in a policy"), "{mistakes}");
}

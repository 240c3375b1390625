//! Completions and manual pages: every command is in them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;

use common::{directory, kawara};

const COMMANDS: &[&str] = &[
    "chunk",
    "units",
    "count",
    "measure",
    "sweep",
    "cost",
    "group",
    "guard",
    "late",
    "audit",
    "bundle",
    "context",
    "evidence",
    "stitch",
    "view",
    "packs",
    "models",
    "completions",
    "man",
];

#[test]
fn every_shell_completes_every_command() {
    let home = directory("completions");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let outcome = kawara(&home, &["completions", shell], b"");
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{shell}");
        for what in COMMANDS.iter().chain(&[
            "output-format",
            "boundaries",
            "notices",
            "text",
            "option",
            "context-from",
        ]) {
            assert!(outcome.out.contains(what), "{shell}: no {what}");
        }
    }
}

#[test]
fn every_command_has_its_page() {
    let home = directory("man");
    let outcome = kawara(&home, &["man", "--output", "a/b"], b"");
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""), "{}", outcome.err);
    let page = |name: &str| fs::read_to_string(home.join("a/b").join(name)).unwrap();
    for command in COMMANDS {
        let page = page(&format!("kawara-{command}.1"));
        assert!(page.starts_with(".ie") || page.contains(".TH"), "{page}");
        for section in [".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", ".SH EXAMPLES", ".SH \"SEE ALSO\""] {
            assert!(page.contains(section), "{command}: no {section} in {page}");
        }
        assert!(!page.contains('\u{1b}'), "{command}: an escape sequence in {page}");
    }
    assert!(page("kawara-packs-test.1").contains("kawara packs test en"), "{}", page("kawara-packs-test.1"));
    let main = page("kawara.1");
    assert_eq!(main, kawara(&home, &["man"], b"").out);
    for what in ["kawara\\-chunk", ".SH \"EXIT CODES\"", ".SH ENVIRONMENT", "KAWARA_JOBS"] {
        assert!(main.contains(what), "no {what} in {main}");
    }
    assert!(
        page("kawara-chunk.1").contains("kawara chunk docs \\-o chunks.jsonl"),
        "{}",
        page("kawara-chunk.1")
    );
}

//! What a user sees of the broken policies in `kawara-policy/tests/mistakes`: each drawn exactly as in `mistakes/NAME.txt` here.
//!
//! With `KAWARA_BLESS=1` the pictures are written instead of compared; look at the difference before keeping it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Outcome, directory, kawara};

#[test]
fn every_mistake_is_drawn_exactly() {
    let home = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let broken = home.join("../kawara-policy/tests/mistakes");
    let mut names: Vec<_> = fs::read_dir(&broken).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.retain(|name| name.to_str().unwrap().ends_with(".toml"));
    names.sort();
    assert!(names.len() >= 40, "only {} broken policies were found", names.len());
    let mut differ = Vec::new();
    for name in names.iter().map(|name| name.to_str().unwrap()) {
        let outcome = check(&broken, name);
        assert_eq!(outcome.code, 1, "{name}: {}", outcome.err);
        assert_eq!(outcome.err, "", "{name}");
        let file = home.join("tests/mistakes").join(name).with_extension("txt");
        if std::env::var_os("KAWARA_BLESS").is_some() {
            fs::write(&file, &outcome.out).unwrap();
        } else if fs::read_to_string(&file).unwrap_or_default() != outcome.out {
            differ.push(format!("=== {name}\n{}", outcome.out));
        }
    }
    assert!(differ.is_empty(), "these are drawn otherwise than written down:\n{}", differ.join("\n"));
}

/// Messages name the cache of the Hugging Face hub, which is elsewhere on every machine.
fn check(directory: &Path, name: &str) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawara"));
    command.args(["policy", "check", "-q", name]).current_dir(directory);
    let output = command.env("HF_HUB_CACHE", "hub").env_remove("KAWARA_TOKENIZERS").output().unwrap();
    Outcome {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn quoted_text_cannot_act_on_a_terminal() {
    let home = directory("hostile-policy");
    let text = "\u{feff}\"\u{754c}\u{1b}[31m\" = 1\r\n\tunit = 1\r\n\"a\u{202e}b\tc\" = 2\n";
    fs::write(home.join("evil.toml"), text).unwrap();
    let drawn = check(&home, "evil.toml").out;
    let stray =
        |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{feff}';
    assert!(!drawn.contains(stray), "{drawn:?}");
    fs::write(home.join("evil.toml"), "\u{feff}\"\u{754c}\u{754c}\" = 1\r\n\tunit = 1\r\n").unwrap();
    let drawn = check(&home, "evil.toml").out;
    assert!(drawn.contains(",-[evil.toml:1:1]\n 1 | \"\u{754c}\u{754c}\" = 1\n   : ^^^^^^\n"), "{drawn}");
    assert!(
        drawn.contains(",-[evil.toml:2:2]\n") && drawn.contains(" 2 |  unit = 1\n   :  ^^|^\n"),
        "{drawn}"
    );
}

/// What stands above the pictures where a command cannot go on.
const HEAD: &str = "error: a policy or a setting has mistakes\n";

#[test]
fn every_command_draws_alike() {
    let broken = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../kawara-policy/tests/mistakes");
    let drawn = kawara(&broken, &["policy", "check", "-q", "key-misspelt.toml"], b"").out;
    assert!(drawn.contains("did you mean"), "{drawn}");
    for command in ["chunk", "units"] {
        let outcome = kawara(&broken, &[command, "-", "--policy", "key-misspelt.toml"], b"Text.");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{command}");
        assert_eq!(outcome.err, format!("{HEAD}{drawn}"), "{command}");
    }
    let outcome = kawara(&broken, &["policy", "explain", "a.md", "--policy", "key-misspelt.toml"], b"");
    assert_eq!((outcome.code, outcome.err), (2, format!("{HEAD}{drawn}")));
}

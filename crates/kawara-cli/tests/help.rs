//! Help: what it says is there, and its examples run.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use common::{corpus, directory, kawara, kawara_with};

/// All commands, as they are called; the first is the program itself.
fn commands(home: &Path) -> Vec<Vec<String>> {
    fn find(home: &Path, path: Vec<String>, all: &mut Vec<Vec<String>>) {
        let words: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let help = kawara(home, &words, b"");
        assert_eq!(help.code, 0, "{words:?}: {}", help.err);
        let listed = help.out.split("Commands:\n").nth(1).unwrap_or_default().split("\n\n").next().unwrap();
        let subs: Vec<String> = listed
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
            .map(|line| line.split_whitespace().next().unwrap().to_owned())
            .filter(|name| name != "help")
            .collect();
        all.push(path.clone());
        for sub in subs {
            find(home, [&path[..], &[sub]].concat(), all);
        }
    }
    let mut all = Vec::new();
    find(home, Vec::new(), &mut all);
    all
}

fn help(home: &Path, command: &[String], flag: &str) -> String {
    let words: Vec<&str> = command.iter().map(String::as_str).chain([flag]).collect();
    let outcome = kawara(home, &words, b"");
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{words:?}");
    outcome.out
}

/// The lines below `Examples:` that are commands. One that is too long for its line would be cut in two, and the rest passed over.
fn examples(help: &str) -> Vec<&str> {
    let below = help.split("Examples:\n").nth(1).unwrap_or_default();
    let end = below.lines().find(|line| !line.starts_with("  ")).unwrap_or_default();
    assert_eq!(end, "", "an example is too long");
    let indented = below.lines().take_while(|line| line.starts_with("  "));
    indented.map(str::trim).filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn every_example_runs_in_the_example_corpus() {
    let home = corpus("examples");
    let bin = Path::new(env!("CARGO_BIN_EXE_kawara")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut ran = BTreeSet::new();
    for command in commands(&home) {
        let long = help(&home, &command, "--help");
        let brief = help(&home, &command, "-h");
        let all = examples(&long);
        let leaf = !long.contains("Commands:\n");
        assert!(!all.is_empty() || !leaf, "kawara {command:?} shows no example");
        assert!(examples(&brief).iter().all(|example| all.contains(example)), "{command:?}");
        for example in all.into_iter().filter(|example| ran.insert((*example).to_owned())) {
            let outcome = Command::new("sh")
                .args(["-c", example])
                .current_dir(&home)
                .env("PATH", &path)
                .output()
                .unwrap();
            let err = String::from_utf8_lossy(&outcome.stderr);
            assert!(outcome.status.success(), "{example}: {}\n{err}", outcome.status);
            assert!(!err.contains("error:") && !err.contains("warning:"), "{example}: {err}");
        }
    }
    assert!(ran.len() > 20, "{ran:?}");
}

#[test]
fn brief_help_is_briefer_and_lists_the_same_options() {
    let home = directory("brief-help");
    let options = |help: &str| -> BTreeSet<String> {
        let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        let flags = lines.flat_map(|line| line.split_whitespace().take(2).map(str::to_owned));
        flags.filter(|word| word.starts_with("--")).collect()
    };
    for command in commands(&home) {
        let (brief, long) = (help(&home, &command, "-h"), help(&home, &command, "--help"));
        assert!(brief.lines().count() < long.lines().count(), "{command:?}");
        assert_eq!(options(&brief), options(&long), "{command:?}");
        assert!(long.contains("Global options:"), "{command:?}");
        let called = [&["help".to_owned()], &command[..]].concat();
        let words: Vec<&str> = called.iter().map(String::as_str).collect();
        assert_eq!(kawara(&home, &words, b"").out, long, "kawara {called:?}");
    }
    let chunk = help(&home, &["chunk".to_owned()], "--help");
    for heading in ["Input:", "Settings:", "Counting:", "Output:", "Examples:"] {
        assert!(chunk.lines().any(|line| line == heading), "no {heading} in {chunk}");
    }
}

#[test]
fn nothing_asked_for_is_brief_help_and_2() {
    let home = directory("no-words");
    let outcome = kawara(&home, &[], b"");
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert_eq!(outcome.err, kawara(&home, &["-h"], b"").out);
}

#[test]
fn long_help_tells_exit_codes_and_variables() {
    let home = directory("long-help");
    let help = kawara(&home, &["--help"], b"").out;
    for what in ["Exit codes:", "  130  stopped by Ctrl-C", "KAWARA_CONFIG", "KAWARA_TOKENIZERS", "NO_COLOR"]
    {
        assert!(help.contains(what), "{what}: {help}");
    }
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let mut variables = BTreeSet::new();
    for command in commands(&home) {
        let text = kawara(
            &home,
            &[&["help"][..], &command.iter().map(String::as_str).collect::<Vec<_>>()].concat(),
            b"",
        )
        .out;
        variables.extend(
            text.split("[env: ").skip(1).map(|rest| rest.split([']', '=']).next().unwrap().to_owned()),
        );
    }
    assert!(variables.contains("KAWARA_JOBS") && variables.contains("KAWARA_POLICY"), "{variables:?}");
    for variable in variables {
        assert!(help.contains(&variable), "kawara --help does not name {variable}");
        assert!(readme.contains(&format!("`{variable}`")), "the README does not name {variable}");
    }
}

#[test]
fn what_is_nearly_right_is_suggested() {
    let home = directory("suggestions");
    for (words, says) in [
        (&["chnk", "a.txt"][..], "'chunk'"),
        (&["chunk", "a.txt", "--polcy", "b"], "'--policy'"),
        (&["chunk", "a.txt", "--output-format", "jsonlines"], "jsonl"),
        (&["units", "a.txt", "--grain", "sentences"], "'sentence'"),
        (&["completions", "bsh"], "'bash'"),
        (&["--color", "alway", "packs"], "'always'"),
    ] {
        let outcome = kawara(&home, words, b"");
        assert_eq!(outcome.code, 2, "{words:?}");
        assert!(
            outcome.err.starts_with("error: ") && outcome.err.contains(says),
            "{words:?}: {}",
            outcome.err
        );
    }
}

#[test]
fn versions_are_short_and_long() {
    let home = directory("versions");
    let short = kawara(&home, &["-V"], b"").out;
    assert_eq!(short, format!("kawara {}\n", env!("CARGO_PKG_VERSION")));
    let long = kawara(&home, &["--version"], b"").out;
    assert!(long.starts_with(short.trim_end()) && long.contains("tiktoken") && long.contains("th"), "{long}");
}

#[test]
fn colour_is_for_terminals_and_whoever_asks() {
    let home = directory("colour");
    let coloured = |variables: &[(&str, &str)], words: &[&str]| {
        let outcome = kawara_with(&home, variables, words, b"One. Two.");
        (outcome.out.contains('\x1b'), outcome.err.contains('\x1b'))
    };
    assert_eq!(coloured(&[], &["--help"]), (false, false));
    assert_eq!(coloured(&[], &["--help", "--color", "always"]), (true, false));
    assert_eq!(coloured(&[("KAWARA_COLOR", "always")], &["--help"]), (true, false));
    assert_eq!(coloured(&[("KAWARA_COLOR", "always")], &["--help", "--color=never"]), (false, false));
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1")], &["chunk"]), (false, true));
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &["chunk"]), (false, false));
    assert_eq!(coloured(&[], &["chunk", "missing.txt", "--color=always"]), (false, true));
    assert_eq!(coloured(&[], &["chnk", "--color=always"]), (false, true));
    assert_eq!(coloured(&[], &["chunk", "-", "-q", "--format", "text", "--color=always"]), (true, false));
}

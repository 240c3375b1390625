//! Ctrl-C and its like: no half-written file stays, and an older one is as it was.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{command, directory};

fn names(home: &Path) -> Vec<String> {
    let entries = fs::read_dir(home).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Stops a run that waits for its input, once it has begun to write. Says how it ended, and what it said.
fn stopped_by(signal: &str, home: &Path, words: &[&str]) -> (Option<i32>, String) {
    let before = names(home);
    let mut child = command(home, &[], words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all("The pump stopped. Nobody saw it.\n".repeat(100).as_bytes()).unwrap();
    let started = Instant::now();
    while names(home) == before {
        assert!(started.elapsed() < Duration::from_secs(60), "nothing was begun: {:?}", child.try_wait());
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    (output.status.signal(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn an_interrupted_run_leaves_what_was_there() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        if is_ignored(number) {
            eprintln!("skipped: whoever started the tests ignores SIG{signal}");
            continue;
        }
        let home = directory(&format!("interrupt-{signal}"));
        fs::write(home.join("out.jsonl"), "old").unwrap();
        let words = ["chunk", "-", "-o", "out.jsonl", "--parents=parents.jsonl"];
        let (ended_by, err) = stopped_by(signal, &home, &words);
        assert_eq!(ended_by, Some(number), "{err}");
        assert_eq!(names(&home), ["out.jsonl"], "{signal}");
        assert_eq!(fs::read_to_string(home.join("out.jsonl")).unwrap(), "old", "{signal}");
        assert_eq!(err.trim_start().lines().count(), 1, "{err}");
        assert!(err.contains(&format!("stopped by SIG{signal}")), "{err}");
    }
}

#[test]
fn operations_that_are_not_complete_are_not_there() {
    let home = directory("interrupt-apply");
    fs::create_dir(home.join("manifest")).unwrap();
    let words = ["apply", "-", "--manifest", "manifest", "-o", "operations.jsonl"];
    let (ended_by, err) = stopped_by("TERM", &home, &words);
    assert_eq!(ended_by, Some(15), "{err}");
    assert_eq!(names(&home), ["manifest"]);
    assert!(names(&home.join("manifest")).is_empty());
}

#[test]
fn an_interrupted_first_run_leaves_no_manifest() {
    let home = directory("interrupt-manifest");
    for words in [&["apply"][..], &["chunk", "-o", "all.jsonl"]] {
        let (ended_by, err) = stopped_by("TERM", &home, &[words, &["-", "--manifest", "m"]].concat());
        assert_eq!(ended_by, Some(15), "{err}");
        assert!(names(&home).is_empty(), "{words:?}: {:?}", names(&home));
    }
}

/// A shell has its background jobs ignore SIGINT, and so do those who started these tests there.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// Starts the command from a shell, waiting for its input, and sends it a signal. Says what it wrote and what the shell saw.
fn in_shell(home: &Path, before: &str, signal: &str) -> String {
    let script = format!(
        "{before} mkfifo in; \"$KAWARA\" chunk - -q -o out.jsonl < in & pid=$!; exec 3> in; echo 'The pump stopped.' >&3; \
         while ! ls -A | grep -q out; do sleep 0.05; done; kill -{signal} $pid; sleep 0.2; exec 3>&-; wait $pid; echo $?"
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .env("KAWARA", env!("CARGO_BIN_EXE_kawara"))
        .current_dir(home)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_shell_sees_128_and_the_signal() {
    let home = directory("interrupt-shell");
    assert_eq!(in_shell(&home, "", "TERM"), "143");
    assert_eq!(names(&home), ["in"]);
}

/// As `nohup` and background jobs of scripts have it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    for signal in ["INT", "HUP"] {
        let home = directory(&format!("interrupt-ignored-{signal}"));
        assert_eq!(in_shell(&home, &format!("trap '' {signal};"), signal), "0");
        assert_eq!(names(&home), ["in", "out.jsonl"]);
    }
}

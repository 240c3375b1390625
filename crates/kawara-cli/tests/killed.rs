//! A run that is killed leaves the old files or the new ones.
//!
//! `KAWARA_KILLS=DOCUMENTS,TIMES` makes it larger.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]
#![allow(clippy::disallowed_methods, reason = "a test that is about time")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::directory;

/// Writes the corpus: its first or its second state.
fn write(home: &Path, documents: usize, state: u32) {
    for nth in 0..documents {
        let folder = home.join(format!("corpus/{}", nth % 20));
        fs::create_dir_all(&folder).unwrap();
        // A fifth of the documents is as it was.
        let changes = if nth % 5 == 0 { 0 } else { state };
        let text = format!(
            "# Pump {nth}\n\nThe pump stopped {changes} times. Nobody noticed it. The tank ran dry at six.\n\n## Then\n\nIt runs.\n"
        );
        fs::write(folder.join(format!("{nth}.md")), text).unwrap();
    }
}

fn command(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawara"));
    command
        .args(arguments)
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Runs it to its end, and tells how long that took.
fn finish(home: &Path, arguments: &[&str]) -> Duration {
    let started = Instant::now();
    assert!(command(home, arguments).status().unwrap().success(), "{arguments:?}");
    started.elapsed()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

fn read(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).ok()
}

#[test]
fn a_killed_run_leaves_the_old_or_the_new() {
    let asked = std::env::var("KAWARA_KILLS").ok();
    let numbers = asked.as_deref().and_then(|asked| asked.split_once(','));
    let number = |text: &str| text.parse::<usize>().unwrap();
    let (documents, times) = numbers.map_or((100, 6), |(one, two)| (number(one), number(two)));
    let home = directory("killed");
    fs::create_dir_all(home.join("corpus")).unwrap();
    fs::write(
        home.join("corpus/kawara.toml"),
        "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 20\n",
    )
    .unwrap();
    write(&home, documents, 1);
    let chunk = ["chunk", "corpus", "-o", "all.jsonl", "--manifest", "m"];
    let apply = ["apply", "corpus", "--manifest", "m", "-o", "ops.jsonl"];
    finish(&home, &chunk);
    copy(&home.join("m"), &home.join("m-old"));
    fs::copy(home.join("all.jsonl"), home.join("all-old.jsonl")).unwrap();
    write(&home, documents, 2);
    let file = |name: &str| read(&home.join(name));
    let old = (file("m/manifest.json"), file("all.jsonl"));
    let applying = finish(&home, &apply);
    let (head, operations) = (file("m/manifest.json"), file("ops.jsonl"));
    let chunking = finish(&home, &chunk);
    assert_eq!(file("m/manifest.json"), head, "whichever way it was made");
    let output = file("all.jsonl");
    let restore = || {
        fs::remove_dir_all(home.join("m")).unwrap();
        copy(&home.join("m-old"), &home.join("m"));
        fs::copy(home.join("all-old.jsonl"), home.join("all.jsonl")).unwrap();
        let _ = fs::remove_file(home.join("ops.jsonl"));
    };
    let mut expected = [applying, chunking];
    let (mut seed, mut stopped) = (1_u64, 0);
    for nth in 0..times * 4 {
        if stopped == times {
            break;
        }
        restore();
        let arguments = [&apply[..], &chunk[..]][nth % 2];
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The end, where files change places, is aimed at every other time.
        let share = (seed >> 40) as f64 / (1_u64 << 24) as f64;
        let share = if nth % 4 < 2 { share } else { 0.8 + share * 0.2 };
        let mut child = command(&home, arguments).spawn().unwrap();
        std::thread::sleep(expected[nth % 2].mul_f64(share));
        let _ = child.kill();
        let was_done = child.wait().unwrap().success();
        stopped += usize::from(!was_done);
        // How long a run takes depends on what else the machine does.
        expected[nth % 2] = expected[nth % 2].mul_f64(if was_done { 0.8 } else { 1.05 });
        let now = file("m/manifest.json");
        assert!(now == old.0 || now == head, "the manifest is neither the old nor the new");
        let opened = ::kawara::plan::Manifest::open(home.join("m")).unwrap();
        assert_eq!(opened.documents(), documents as u64);
        assert!(
            file("all.jsonl") == old.1 || file("all.jsonl") == output,
            "the output is neither the old nor the new"
        );
        assert!(
            file("ops.jsonl").is_none_or(|there| Some(there) == operations),
            "the operations are not whole"
        );
        if now == head {
            let is_there =
                if nth % 2 == 0 { file("ops.jsonl") == operations } else { file("all.jsonl") == output };
            assert!(is_there, "the manifest knows of what is not there");
        }
        // What was left over is in nobody's way.
        let _ = fs::remove_file(home.join("ops.jsonl"));
        finish(&home, &apply);
        assert_eq!(file("m/manifest.json"), head);
    }
    assert_eq!(stopped, times, "so many were killed before they were done");
}

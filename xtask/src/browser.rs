//! `cargo xtask browser`: the pages that the command writes, looked at in Chromium.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{ROOT, cargo, succeeds, target};

/// Tests, and what they install.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/browser");

/// What playwright-core asks for.
const NODE: u32 = 20;

/// Bytes of the long document.
const LONG: usize = 2 << 20;

/// Makes pages from the corpus of examples, from hostile text and from a long document, and opens them in Chromium, driven by playwright-core. Where a
/// browser or Node is missing, that is said, and nothing is tested.
pub(crate) fn browser() -> Result<(), String> {
    let Some(chromium) = chromium() else {
        eprintln!("skipped: there is no Chromium; on Debian, apt install chromium");
        return Ok(());
    };
    if node().is_none_or(|version| version < NODE) || !is_there("npm") {
        eprintln!("skipped: there is no Node from version {NODE} on, with npm");
        return Ok(());
    }
    let home = target().join("browser");
    let pages = home.join("pages");
    let _ = fs::remove_dir_all(&pages);
    fs::create_dir_all(&pages).map_err(|error| format!("cannot make {}: {error}", pages.display()))?;
    let tests = install(&home)?;
    if !succeeds(cargo().args(["build", "--quiet", "--locked", "-p", "kawara-cli"]).current_dir(ROOT)) {
        return Err("the command does not build".into());
    }
    make(&pages)?;
    let mut run = Command::new("node");
    run.args(["--test", "--test-reporter=spec"]).args(tests).current_dir(&home);
    if succeeds(run.env("CHROMIUM", chromium).env("PAGES", &pages)) {
        Ok(())
    } else {
        Err("a page is not as it should be".into())
    }
}

/// The pages, and beside them the chunks that they are held against.
fn make(pages: &Path) -> Result<(), String> {
    let root = fs::canonicalize(ROOT).map_err(|error| format!("cannot find the workspace: {error}"))?;
    let corpus = root.join("examples/corpus");
    let write = |name: &str, text: &str| {
        let path = pages.join(name);
        fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
            .map(|()| path)
    };
    let own = corpus.join("kawara.toml").display().to_string();
    let plain = format!("policy = 1\nextends = [{own:?}]\n[units]\noverlap = 0\n");
    let plain = write("plain.toml", &plain)?.display().to_string();
    let questions = Path::new(TESTS).join("questions.jsonl");
    fs::copy(&questions, pages.join("questions.jsonl"))
        .map_err(|error| format!("cannot copy {}: {error}", questions.display()))?;
    let in_pages = |name: &str| pages.join(name).display().to_string();
    let hostile = Path::new(TESTS).join("hostile.txt").display().to_string();
    let long = write("long.md", &long(&corpus)?)?.display().to_string();
    // So small that pages of a few paragraphs are cut often.
    let small = ["--set", "budget.max-tokens=120"];
    let smallest = ["--set", "budget.max-tokens=48"];

    let both = ["--policy", &own, "--policy", &plain];
    let evidence = ["--evidence", &in_pages("questions.jsonl")];
    kawara(&corpus, "view", &[&["."], &both, &evidence, &small, &["-o", &in_pages("corpus.html")]])?;
    for (policy, name) in [(&own, "own.jsonl"), (&plain, "plain.jsonl")] {
        kawara(&corpus, "chunk", &[&[".", "--policy", policy], &small, &["-o", &in_pages(name)]])?;
    }
    for (command, name) in [("view", "hostile.html"), ("chunk", "hostile.jsonl")] {
        let words = [&hostile, "--policy", "kawara:docs", "-o", &in_pages(name)];
        kawara(&corpus, command, &[&words, &smallest])?;
    }
    kawara(&corpus, "view", &[&[&long], &both, &["-o", &in_pages("long.html")]])?;
    kawara(&corpus, "measure", &[&[".", "--json", "--html", &in_pages("measure.html")]])
}

fn kawara(from: &Path, command: &str, words: &[&[&str]]) -> Result<(), String> {
    let program = target().join("debug").join(format!("kawara{}", std::env::consts::EXE_SUFFIX));
    let mut run = Command::new(fs::canonicalize(&program).unwrap_or(program));
    run.current_dir(from).arg(command).args(words.concat()).arg("--quiet");
    if succeeds(run.stdout(Stdio::null())) {
        Ok(())
    } else {
        Err(format!("`kawara {command}` fails: {run:?}"))
    }
}

/// All languages of the corpus, again and again.
fn long(corpus: &Path) -> Result<String, String> {
    let mut all = String::new();
    for name in [
        "docs/en/operations-handbook.md",
        "docs/zh/handbook.md",
        "docs/ja/handbook.md",
        "docs/th/handbook.md",
    ] {
        let path = corpus.join(name);
        all +=
            &fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        all += "\n\n";
    }
    // Front matter stands at the beginning of a document only.
    let all = all.rsplit_once("---\n\n").map_or(all.as_str(), |(_, text)| text);
    Ok(all.repeat(LONG.div_ceil(all.len())))
}

/// The tests beside what they import, in the folder that builds are in.
fn install(home: &Path) -> Result<Vec<PathBuf>, String> {
    let mut tests = Vec::new();
    let entries = fs::read_dir(TESTS).map_err(|error| format!("cannot list {TESTS}: {error}"))?;
    let lock = "package-lock.json";
    let is_installed =
        fs::read(home.join("node_modules/.installed")).ok() == fs::read(Path::new(TESTS).join(lock)).ok();
    for entry in entries.flatten() {
        let to = home.join(entry.file_name());
        fs::copy(entry.path(), &to)
            .map_err(|error| format!("cannot copy {}: {error}", entry.path().display()))?;
        if to.to_string_lossy().ends_with(".test.mjs") {
            tests.push(to);
        }
    }
    tests.sort();
    if !is_installed {
        let mut npm = Command::new("npm");
        npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]).current_dir(home);
        if !succeeds(&mut npm) {
            return Err("npm cannot install playwright-core: is its registry, or a mirror that npm knows, within reach?".into());
        }
        let done = home.join("node_modules/.installed");
        fs::copy(home.join(lock), &done)
            .map_err(|error| format!("cannot write {}: {error}", done.display()))?;
    }
    Ok(tests)
}

fn chromium() -> Option<String> {
    let named = std::env::var("CHROMIUM").ok().filter(|named| !named.is_empty());
    named.or_else(|| {
        let path = std::env::var_os("PATH")?;
        let known = ["chromium", "chromium-browser", "google-chrome"];
        let places = std::env::split_paths(&path).flat_map(|dir| known.map(|name| dir.join(name)));
        places.into_iter().find(|place| place.is_file()).map(|place| place.display().to_string())
    })
}

/// The version of Node, as far as the first point.
fn node() -> Option<u32> {
    let version = Command::new("node").arg("--version").stderr(Stdio::null()).output().ok()?;
    let version = String::from_utf8(version.stdout).ok()?;
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn is_there(program: &str) -> bool {
    let mut run = Command::new(program);
    succeeds(run.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()))
}

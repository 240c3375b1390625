//! How much is said, and where.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;

use common::{command, corpus, directory, kawara};

#[test]
fn quiet_and_verbose() {
    let home = corpus("levels");
    fs::write(
        home.join("odd.toml"),
        "policy = 1\n[budget]\ncounter = \"chars\"\n[units]\noverlap = { percent = 20 }\n",
    )
    .unwrap();
    let said = |words: &[&str]| {
        let all = [&["chunk", "docs", "missing.txt", "--policy", "odd.toml"], words].concat();
        let outcome = kawara(&home, &all, b"");
        assert_eq!(outcome.code, 1, "{}", outcome.err);
        outcome.err
    };
    let usual = said(&[]);
    assert!(usual.contains("error: missing.txt: no such file"), "{usual}");
    assert!(usual.contains("odd.toml:5") && usual.contains("6 documents, "), "{usual}");
    assert!(!usual.contains("info:") && !usual.contains("detail:"), "{usual}");
    let quiet = said(&["-q"]);
    assert!(quiet.contains("odd.toml:5") && !quiet.contains("6 documents, "), "{quiet}");
    assert_eq!(said(&["-qq"]), "error: missing.txt: no such file or directory\n");
    assert_eq!(said(&["-qqqq"]), said(&["-qq"]));
    let verbose = said(&["-v", "-j1"]);
    for line in [
        "info: policy odd.toml, as named: 6 files\n",
        "info: threads: 1\n",
        "info: language zh: ",
        "tokens by chars\n",
        "info: docs/zh/handbook.md: carry_reduced ",
    ] {
        assert!(verbose.contains(line), "no {line} in {verbose}");
    }
    assert!(!verbose.contains("detail:"), "{verbose}");
    let all = said(&["-v", "-v"]);
    assert!(all.contains("detail: docs/zh/handbook.md: policy odd.toml"), "{all}");
    assert!(
        all.lines()
            .any(|line| line.starts_with("detail: docs/zh/handbook.md: ") && line.ends_with(" tokens"))
    );
    assert_eq!(said(&["-v", "-q"]).lines().count(), usual.lines().count(), "they cancel each other");
}

#[test]
fn verbose_tells_the_nearest_policy_of_each() {
    let home = corpus("nearest");
    let outcome = kawara(&home, &["chunk", "faq", "notes", "-v"], b"");
    assert!(outcome.err.contains("kawara.toml, the nearest: 3 files\n"), "{}", outcome.err);
    assert!(
        outcome.err.contains("info: chunks of at most 256 tokens by tiktoken:cl100k_base\n"),
        "{}",
        outcome.err
    );
    let outcome = kawara(&home, &["count", "notes", "--model", "text-embedding-3-small", "-v"], b"");
    assert!(outcome.err.contains("info: counter text-embedding-3-small: "), "{}", outcome.err);
}

#[test]
fn data_goes_to_standard_output_and_all_else_does_not() {
    let home = corpus("streams");
    for words in [
        &["chunk", "docs", "-vv"][..],
        &["units", "docs", "-vv", "--output-format", "jsonl"],
        &["count", "docs", "--counter", "chars", "--json", "-vv"],
    ] {
        let outcome = kawara(&home, words, b"");
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert!(
            outcome.out.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()),
            "{words:?}"
        );
        assert!(!outcome.err.is_empty() && !outcome.err.contains("\"id\""), "{words:?}: {}", outcome.err);
    }
}

#[test]
fn wrong_words_are_answered_in_one_style() {
    let home = directory("wrong-words");
    fs::write(home.join("a.txt"), "One. Two.").unwrap();
    fs::create_dir(home.join("d")).unwrap();
    for (words, says) in [
        (&["chunk"][..], "name files or directories"),
        (&["chunk", "a.txt", "--documents", "b"], "not both"),
        (&["chunk", "--documents", "none.jsonl"], "cannot read none.jsonl"),
        (&["chunk", "--documents", "d"], "d is a directory"),
        (&["chunk", "-", "-"], "only once"),
        (&["chunk", "a.txt", "-o", "d"], "d"),
        (&["chunk", "a.txt", "-o", "none/x"], "is there such a directory"),
        (&["chunk", "a.txt", "-o", ""], "--output"),
        (&["chunk", ""], "PATH"),
        (&["chunk", "a.txt", "--policy", ""], "--policy"),
        (&["chunk", "a.txt", "--model", ""], "--model"),
        (&["chunk", "a.txt", "--set", "budget.max-tokens"], "budget.max-tokens"),
        (&["chunk", "a.txt", "--set", ""], "--set"),
        (&["chunk", "a.txt", "--set", "budget.max-token=3"], "max-tokens"),
        (&["chunk", "a.txt", "--encoding", ""], "--encoding"),
        (&["chunk", "a.txt", "--tokenizers", "a.txt"], "not a directory"),
        (&["chunk", "a.txt", "--tokenizers", "none"], "no such directory"),
        (&["chunk", "a.txt", "-j", "-1"], "-1"),
        (&["units", "a.txt", "--language", "deutsch"], "deutsch"),
        (&["count", "a.txt"], "--counter"),
        (&["count", "a.txt", "--counter", ""], "--counter"),
        (&["guard", "d", "--counter", "chars", "--limit", "5"], "d is a directory"),
        (&["guard", "a.txt", "--counter", "chars"], "--limit"),
        (&["guard", "a.txt", "--counter", "chars", "--limit", "0"], "0"),
        (&["guard", "a.txt", "--counter", "chars", "--limit", "5", "--field", ""], "--field"),
        (&["models", "bge-m4"], "bge-m3"),
        (&["models", "ada"], "there are text-embedding-ada-002"),
        (&["chunk", "a.txt", "--model", "bge-m4"], "no model is called `bge-m4`; did you mean `bge-m3`?"),
        (&["models", ""], "no model"),
        (&["man", "-o", "a.txt"], "a.txt"),
    ] {
        let outcome = kawara(&home, words, b"");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{words:?}: {}", outcome.err);
        assert!(outcome.err.starts_with("error: "), "{words:?}: {}", outcome.err);
        assert!(outcome.err.contains(says), "{words:?} does not say {says:?}: {}", outcome.err);
        assert_eq!(outcome.err.matches("error:").count(), 1, "{words:?}: {}", outcome.err);
    }
}

#[cfg(unix)]
#[test]
fn links_in_directories_are_counted_and_links_that_are_named_are_followed() {
    let home = directory("links");
    fs::create_dir_all(home.join("in/empty")).unwrap();
    fs::create_dir(home.join("out")).unwrap();
    fs::write(home.join("out/a.txt"), "The pump stopped.").unwrap();
    fs::write(home.join("in/b.txt"), "Nobody saw it.").unwrap();
    for (link, to) in
        [("in/l.txt", "../out/a.txt"), ("in/d", "../out"), ("in/broken.txt", "nowhere"), ("named", "out")]
    {
        std::os::unix::fs::symlink(to, home.join(link)).unwrap();
    }
    let outcome = kawara(&home, &["chunk", "in"], b"");
    assert_eq!((outcome.code, outcome.out.lines().count()), (0, 1), "{}", outcome.err);
    assert!(
        outcome.err.contains("note: in: passed over 3 symbolic links; name them to follow them\n"),
        "{}",
        outcome.err
    );
    for named in ["in/l.txt", "in/d", "named", "named/a.txt"] {
        let outcome = kawara(&home, &["chunk", named], b"");
        assert!(outcome.code == 0 && outcome.out.contains("The pump stopped."), "{named}: {}", outcome.err);
        assert!(!outcome.err.contains("symbolic"), "{named}: {}", outcome.err);
    }
    let outcome = kawara(&home, &["chunk", "in/empty"], b"");
    assert!(
        outcome.code == 0 && outcome.err.contains("note: in/empty: no documents in this directory"),
        "{}",
        outcome.err
    );
}

#[cfg(unix)]
#[test]
fn the_name_of_a_file_does_nothing_to_a_terminal() {
    let home = directory("names");
    let name = "a\u{1b}[2J\u{202e}.txt";
    fs::write(home.join(name), b"\xff").unwrap();
    for words in [
        &["chunk", name][..],
        &["chunk", ".", "-v"],
        &["count", ".", "--counter", "chars"],
        &["chunk", "-o", "x/\u{1b}[2J", "."],
    ] {
        let outcome = kawara(&home, &[words, &["--color", "always"]].concat(), b"");
        assert!(outcome.err.contains("\\u{1b}[2J"), "{words:?}: {}", outcome.err);
        assert!(
            !outcome.err.contains("\u{1b}[2J") && !outcome.err.contains('\u{202e}'),
            "{words:?}: {}",
            outcome.err
        );
    }
}

#[test]
fn nothing_is_drawn_where_no_terminal_is() {
    let home = corpus("no-terminal");
    let words = ["chunk", "docs", "-o", "out.jsonl"];
    let outcome = command(&home, &[("CLICOLOR_FORCE", "1")], &words).output().unwrap();
    let err = String::from_utf8(outcome.stderr).unwrap();
    assert!(outcome.status.success() && !err.contains('\r') && !err.contains("left"), "{err:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_sees_how_far_a_run_is() {
    let home = corpus("terminal");
    // A run that is over at once shows nothing.
    let text = fs::read_to_string(home.join("docs/zh/handbook.md")).unwrap().repeat(5);
    fs::create_dir(home.join("many")).unwrap();
    (0..30).for_each(|nth| fs::write(home.join(format!("many/{nth}.md")), &text).unwrap());
    let kawara = env!("CARGO_BIN_EXE_kawara");
    let on_terminal = |words: &str| {
        let line = format!("{kawara} {words}");
        let output = std::process::Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .current_dir(&home)
            .env_remove("NO_COLOR")
            .env_remove("KAWARA_QUIET")
            .env("TERM", "xterm")
            .stdin(std::process::Stdio::null())
            .output();
        output.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(chunked) = on_terminal("chunk many missing.txt -o chunks.jsonl") else {
        eprintln!("skipped: there is no script(1) to make a terminal");
        return;
    };
    assert!(chunked.contains(" documents, ") && chunked.contains(" left"), "{chunked:?}");
    assert!(chunked.contains("\u{1b}[31merror:"), "{chunked:?}");
    assert!(on_terminal("count many --counter tiktoken:o200k_base").unwrap().contains(" files, "));
    assert!(
        on_terminal("guard chunks.jsonl --counter tiktoken:o200k_base --limit 500")
            .unwrap()
            .contains(" chunks, ")
    );
    for silent in ["chunk many -q -o chunks.jsonl", "chunk many", "units many"] {
        assert!(!on_terminal(silent).unwrap().contains(" left"), "{silent}");
    }
}

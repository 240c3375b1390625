//! Counters that are programs, from the command line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The example that the README shows.
const TOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/own-counter/tok.py");

const TEXT: &str = "瓦片一片压着一片。The eaves drip for an hour. 檐下的石阶总是湿的。Nobody minds.\n";

/// A fresh directory with a text and its policy, which only names the counter.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(path.join("home/kawara")).unwrap();
    let policy = "policy = 1\n[budget]\ncounter = \"cmd:mytok\"\nmax-tokens = 20\n";
    fs::write(path.join("kawara.toml"), policy).unwrap();
    fs::write(path.join("roof.txt"), TEXT).unwrap();
    path
}

/// Runs the command with the directory's own home.
fn kawara(directory: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawara"));
    command.args(arguments).current_dir(directory).env_remove("KAWARA_CONFIG");
    let Output { status, stdout, stderr } =
        command.env("XDG_CONFIG_HOME", directory.join("home")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn configure(directory: &Path, text: &str) {
    fs::write(directory.join("home/kawara/config.toml"), text).unwrap();
}

fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no python3");
    }
    found
}

/// What the example counts, special tokens included.
fn tokens(text: &str) -> u64 {
    let (mut tokens, mut is_word) = (2, false);
    for c in text.chars() {
        let goes_on = is_word && c.is_ascii_alphanumeric();
        is_word = c.is_ascii_alphanumeric();
        tokens += u64::from(!goes_on && !c.is_whitespace());
    }
    tokens
}

#[test]
fn a_script_counts() {
    if !has_python() {
        return;
    }
    let home = directory("script");
    let command = format!("mytok=python3 '{TOK}'");
    let (code, out, err) = kawara(&home, &["chunk", "roof.txt", "--command", &command]);
    assert_eq!(code, 0, "{err}");
    let records: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.len() > 1);
    for record in &records {
        assert_eq!(record["tokens"].as_u64().unwrap(), tokens(record["text"].as_str().unwrap()), "{record}");
    }
    // The same from the user's configuration, beside which the script lies: same bytes, wherever the program is.
    fs::copy(TOK, home.join("home/kawara/tok.py")).unwrap();
    configure(&home, "[counters.mytok]\ncommand = [\"python3\", \"tok.py\"]\n");
    fs::write(home.join("tok.py"), "raise SystemExit('the program of a cloned repository ran')").unwrap();
    assert_eq!(kawara(&home, &["chunk", "roof.txt"]).1, out);
    assert!(kawara(&home, &["packs"]).1.contains("your configuration\n  counter   cmd:mytok"));
    // A limit that the program knows is kept.
    let (code, _, err) = kawara(&home, &["chunk", "roof.txt", "--set", "budget.max-tokens=513"]);
    assert!(code == 2 && err.contains("over the model's limit of 512"), "{err}");
    // Files and chunks are counted with it too.
    let (code, out, err) = kawara(&home, &["count", "roof.txt", "--counter", "cmd:mytok", "--json"]);
    assert!(code == 0 && out.contains(&format!("\"tokens\":{}", tokens(TEXT) - 2)), "{out}{err}");
    let (code, _, err) = kawara(&home, &["guard", "roof.txt", "--counter", "cmd:none"]);
    assert!(
        code == 2 && err.contains("no command is defined under the name `none` (defined: mytok)"),
        "{err}"
    );
    // The command line wins.
    let (code, _, err) =
        kawara(&home, &["chunk", "roof.txt", "--command", "mytok=python3 -c 'import nothing_of_the_kind'"]);
    assert!(code == 2 && err.contains("ModuleNotFoundError"), "{err}");
}

#[test]
fn mistakes_end_with_2_and_say_what_to_do() {
    let home = directory("mistakes");
    for (arguments, what) in [
        (&["chunk", "roof.txt"][..], "error: no command is defined under the name `mytok` (none is)"),
        (&["chunk", "roof.txt"], "home/kawara/config.toml with\n    [counters.mytok]"),
        (&["units", "roof.txt"], "--command mytok='PROGRAM ARGUMENT…'"),
        (&["chunk", "roof.txt", "--command", "mytok"], "has no `=`"),
        (&["chunk", "roof.txt", "--command", "a=b", "--command", "a=c"], "the command `a` is defined twice"),
        (
            &["chunk", "roof.txt", "--command", "mytok=no-such-program"],
            "(no-such-program, defined with --command) cannot be started",
        ),
        (
            &["chunk", "roof.txt", "--set", "budget.counter=cmd", "--command", "a=b"],
            "`cmd:NAME` with the name of a command; defined: a",
        ),
    ] {
        let (code, _, err) = kawara(&home, arguments);
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(what), "{arguments:?}: {err}");
    }
    configure(&home, "[counters.mytok]\ncommand = \"python3 tok.py\"\n");
    let (code, _, err) = kawara(&home, &["chunk", "roof.txt"]);
    assert_eq!(code, 2);
    assert!(err.contains("home/kawara/config.toml:2:11: ") && err.contains("expected a sequence"), "{err}");
    let mut named = Command::new(env!("CARGO_BIN_EXE_kawara"));
    let output = named.args(["packs"]).env("KAWARA_CONFIG", home.join("none.toml")).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("none.toml cannot be read"), "{err}");
}

#[test]
fn a_policy_defines_no_command() {
    let home = directory("policy");
    for line in ["command = [\"sh\"]", "[counters.mytok]\ncommand = [\"sh\"]", "[commands]\nmytok = \"sh\""] {
        fs::write(
            home.join("kawara.toml"),
            format!("policy = 1\n[budget]\ncounter = \"cmd:mytok\"\n{line}\n"),
        )
        .unwrap();
        let (code, _, err) = kawara(&home, &["chunk", "roof.txt"]);
        assert!(code == 2 && err.contains("policy::unknown_key"), "{err}");
    }
}

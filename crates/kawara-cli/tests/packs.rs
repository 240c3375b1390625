//! Packs that are loaded: named on the command line, in the configuration, required by policies, at fault, and put to the test.

#![cfg(all(unix, feature = "native"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Outcome, directory, kawara, kawara_with, records};

/// A fresh directory with `libpipes.so`, `text.txt` and a policy beside it; `None` where there is no C compiler.
fn home(name: &str, defines: &[&str]) -> Option<PathBuf> {
    let home = directory(name);
    fs::write(home.join("text.txt"), "One is here now | Two is there too | Three.\n").unwrap();
    fs::write(home.join("kawara.toml"), POLICY).unwrap();
    build(&home, "libpipes.so", defines).then_some(home)
}

const POLICY: &str =
    "policy = 1\nlanguage = \"xx\"\nbudget = { counter = \"words\", max-tokens = 4 }\nunits.overlap = 0\n";

fn build(home: &Path, file: &str, defines: &[&str]) -> bool {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("cc")
        .args(["-shared", "-fPIC", "-std=c11", "-Wall", "-Wextra", "-I"])
        .arg(here.join("../kawara-abi/include"))
        .args(defines.iter().map(|define| format!("-D{define}")))
        .arg("-o")
        .arg(home.join(file))
        .arg(here.join("tests/packs/pipes.c"))
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: no C compiler");
        return false;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mode = Command::new("chmod").arg("go-w").arg(home.join(file)).arg(home).status();
    assert!(mode.unwrap().success());
    true
}

fn texts(outcome: &Outcome) -> Vec<String> {
    records(&outcome.out).iter().map(|row| row["text"].as_str().unwrap().to_owned()).collect()
}

/// The hash of a library, as `kawara packs` tells it.
fn digest(home: &Path, file: &str) -> String {
    let outcome = kawara(home, &["packs", "--json", "--pack", file], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let packs = records(&outcome.out);
    let pipes = packs.iter().find(|pack| pack["name"] == "pipes").unwrap();
    assert_eq!(pipes["library"]["path"].as_str(), home.join(file).to_str());
    assert_eq!(packs.iter().filter(|pack| !pack["library"].is_null()).count(), 1);
    pipes["library"]["sha256"].as_str().unwrap().to_owned()
}

#[test]
fn a_pack_of_the_command_line_cuts_and_counts() {
    let Some(home) = home("pack-named", &[]) else { return };
    let sha256 = digest(&home, "libpipes.so");
    for pack in ["libpipes.so".to_owned(), format!("./libpipes.so@{sha256}")] {
        let outcome = kawara(&home, &["chunk", "text.txt", "--pack", &pack], b"");
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert_eq!(texts(&outcome), ["One is here now |", "Two is there too |", "Three."]);
    }
    let without = kawara(&home, &["chunk", "text.txt"], b"");
    assert!(without.out.contains("forced_split"), "the Unicode rules know no pipes: {}", without.out);
    let counted =
        kawara(&home, &["count", "text.txt", "--counter", "pipe-bytes", "--pack", "libpipes.so"], b"");
    assert!(counted.code == 0 && counted.out.contains("44"), "{}{}", counted.out, counted.err);
    let listed = kawara(&home, &["packs", "--pack", "libpipes.so"], b"").out;
    let library = format!(
        "pipes 0.3.1\n  library   {}\n            sha256 {sha256}\n  language  xx  (sentence)\n",
        home.join("libpipes.so").display()
    );
    assert!(listed.contains(&library), "{listed}");
}

#[test]
fn what_is_not_that_library_is_refused_before_anything_is_done() {
    let Some(home) = home("pack-refused", &[]) else { return };
    let other = "ab12".repeat(16);
    fs::write(home.join("broken.so"), "no library").unwrap();
    for (pack, said) in [
        (format!("libpipes.so@{other}"), "SHA-256"),
        ("libpipes.so@ab12ab12ab12ab12".to_owned(), "64 hexadecimal digits"),
        ("nowhere.so".to_owned(), "there is no such file"),
        ("broken.so".to_owned(), "broken.so"),
        (".".to_owned(), "directory"),
    ] {
        let outcome = kawara(&home, &["chunk", "text.txt", "--pack", &pack], b"");
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{pack}");
        assert!(outcome.err.contains(said), "{pack}: {}", outcome.err);
    }
}

#[test]
fn the_configuration_names_packs_by_their_names() {
    let Some(home) = home("pack-configured", &[]) else { return };
    let sha256 = digest(&home, "libpipes.so");
    fs::create_dir(home.join("elsewhere")).unwrap();
    fs::copy(home.join("text.txt"), home.join("elsewhere/text.txt")).unwrap();
    fs::copy(home.join("kawara.toml"), home.join("elsewhere/kawara.toml")).unwrap();
    let run = |config: &str, more: &[&str]| {
        fs::write(home.join("config.toml"), config).unwrap();
        let words = [&["chunk", "text.txt"], more].concat();
        let file = home.join("config.toml");
        kawara_with(&home.join("elsewhere"), &[("KAWARA_CONFIG", file.to_str().unwrap())], &words, b"")
    };
    for good in ["", &*format!("sha256 = \"{sha256}\"\n")] {
        let outcome = run(&format!("[packs.pipes]\npath = \"libpipes.so\"\n{good}"), &[]);
        assert_eq!((outcome.code, texts(&outcome).len()), (0, 3), "{}", outcome.err);
    }
    let other = "ab12".repeat(16);
    for (bad, said) in [
        (
            "[packs.tubes]\npath = \"libpipes.so\"\n".to_owned(),
            vec!["config.toml:1:8: ", "`tubes`", "`pipes`"],
        ),
        (
            format!("\n[packs.pipes]\npath = \"libpipes.so\"\nsha256 = \"{other}\"\n"),
            vec!["config.toml:2:8: ", "SHA-256"],
        ),
        (
            "[packs.pipes]\npath = \"nowhere.so\"\n".to_owned(),
            vec!["config.toml:1:8: ", "there is no such file"],
        ),
        (
            "[packs.pipes]\npth = \"nowhere.so\"\n".to_owned(),
            vec!["config.toml:2:1: ", "unknown field `pth`"],
        ),
    ] {
        let outcome = run(&bad, &[]);
        assert_eq!(outcome.code, 2, "{bad}");
        said.iter().for_each(|said| assert!(outcome.err.contains(said), "{said}: {}", outcome.err));
    }
    // What is tried on the command line is not in the way of what is configured, whatever lies there.
    let library = home.join("libpipes.so");
    let outcome = run("[packs.pipes]\npath = \"nowhere.so\"\n", &["--pack", library.to_str().unwrap()]);
    assert_eq!((outcome.code, texts(&outcome).len()), (0, 3), "{}", outcome.err);
}

#[test]
fn a_policy_requires_packs_and_loads_none() {
    let Some(home) = home("pack-required", &[]) else { return };
    let (sha256, other) = (digest(&home, "libpipes.so"), "ab12".repeat(16));
    let run = |required: &str, more: &[&str]| {
        let text = format!(
            "policy = 1\nrequired-packs = [{required}]\nlanguage = \"xx\"\nbudget = {{ counter = \"words\", max-tokens = 4 }}\nunits.overlap = 0\n"
        );
        fs::write(home.join("kawara.toml"), text).unwrap();
        kawara(&home, &[&["chunk", "text.txt"], more].concat(), b"")
    };
    let pack = ["--pack", "libpipes.so"];
    let pinned = format!("\"en\", {{ name = \"pipes\", sha256 = \"{sha256}\", version = \">=0.3\" }}");
    let outcome = run(&pinned, &pack);
    assert_eq!((outcome.code, texts(&outcome).len()), (0, 3), "{}", outcome.err);
    for (required, more, said) in [
        (
            pinned.clone(),
            &[][..],
            vec![
                "kawara.toml:2:",
                "`pipes` is required, and it is not loaded",
                "--pack FILE",
                "[packs.pipes] path",
            ],
        ),
        (
            format!("{{ name = \"pipes\", sha256 = \"{other}\" }}"),
            &pack[..],
            vec!["kawara.toml:2:", &sha256, &other],
        ),
        (
            "{ name = \"pipes\", version = \"1\" }".to_owned(),
            &pack[..],
            vec!["version `1` is required, and it is 0.3.1"],
        ),
        (
            "{ name = \"pipes\", path = \"libpipes.so\" }".to_owned(),
            &pack[..],
            vec!["a policy cannot say where a pack lies"],
        ),
    ] {
        let outcome = run(&required, more);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{required}");
        // The picture breaks long lines.
        let err: String = outcome
            .err
            .split(['\n', '│', '·', ' '])
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        said.iter().for_each(|said| assert!(err.contains(said), "{said}: {err}"));
    }
    // Two packs of one policy, with and without the requirement, are one in every fingerprint.
    let with = records(&run("\"pipes\"", &pack).out);
    let without = records(&run("", &pack).out);
    assert_eq!(with, without);
}

#[test]
fn a_pack_at_fault_fails_the_document_or_is_stood_in_for() {
    let Some(home) = home("pack-fault", &[]) else { return };
    fs::write(home.join("torn.txt"), "One is here | Two.\n\nAll TORN is here. And there.\n").unwrap();
    let run = |more: &[&str]| {
        kawara(&home, &[&["chunk", "text.txt", "torn.txt", "--pack", "libpipes.so"], more].concat(), b"")
    };
    let said = "torn.txt: byte 48: pack `pipes`: cut 29 is past the end of a text of 28 bytes";
    let failed = run(&[]);
    assert_eq!((failed.code, texts(&failed).len()), (1, 3), "{}", failed.err);
    assert!(failed.err.contains(said), "{}", failed.err);

    let went_on = run(&["--set", "units.on-fault=fallback", "--report", "report.json"]);
    assert_eq!((went_on.code, texts(&went_on).len()), (0, 6), "{}", went_on.err);
    let warning = format!(
        "warning: the pack `pipes` was at fault once, and the Unicode rules cut there in its place (`pack_fault`); first: {said}"
    );
    assert!(went_on.err.contains(&warning), "{}", went_on.err);
    assert!(went_on.err.contains("pack_fault 2"), "{}", went_on.err);
    for row in records(&went_on.out) {
        let flags = row["flags"].as_array().unwrap();
        let is_torn = ["All TORN is here.", "And there."].contains(&row["text"].as_str().unwrap());
        assert_eq!(flags.iter().any(|flag| flag == "pack_fault"), is_torn, "{row}");
    }
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(home.join("report.json")).unwrap()).unwrap();
    assert_eq!(report["flags"]["pack_fault"], 2);
    // The verifier knows the flag, and that it needs the setting.
    let set = [
        "--set",
        "units.on-fault=fallback",
        "--set",
        "budget.counter=\"bytes\"",
        "--set",
        "budget.max-tokens=24",
    ];
    let certified = run(&[&set[..], &["-o", "c.jsonl", "--certificate", "c.json"]].concat());
    assert_eq!(certified.code, 0, "{}", certified.err);
    assert!(fs::read_to_string(home.join("c.jsonl")).unwrap().contains("pack_fault"));
    let verifier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify_certificate.py");
    let verify =
        Command::new("python3").arg(verifier).args(["c.json", "c.jsonl"]).current_dir(&home).output();
    match verify {
        Ok(verdict) => assert!(verdict.status.success(), "{}", String::from_utf8_lossy(&verdict.stderr)),
        Err(_) => eprintln!("skipped: there is no python3"),
    }
    for words in [&["measure"][..], &["plan", "--manifest", "manifest"]] {
        let more = ["torn.txt", "--pack", "libpipes.so", "--set", "units.on-fault=fallback"];
        let outcome = kawara(&home, &[words, &more].concat(), b"");
        assert_eq!(outcome.code, 0, "{words:?}: {}", outcome.err);
        assert!(outcome.err.contains(&warning), "{words:?}: {}", outcome.err);
    }
    assert_eq!(report["pack_faults"]["pipes"], serde_json::json!({"count": 1, "first": said}));
}

#[test]
fn a_library_is_held_against_the_contract() {
    let Some(home) = home("pack-test", &[]) else { return };
    let good = kawara(&home, &["packs", "test", "libpipes.so", "--text", "text.txt"], b"");
    assert_eq!(good.code, 0, "{}{}", good.out, good.err);
    for said in [
        "pipes 0.3.1  (sha256 ",
        "language xx\n  passes_the_gate                         ok       0.",
        "  sentence grain, the texts given         speed ",
        "counter pipe-bytes\n  counts_every_text                       ok       0.",
        "  counting, the texts given               speed ",
        "all 22 promises are kept",
    ] {
        assert!(good.out.contains(said), "no {said} in {}", good.out);
    }
    let by_name =
        kawara(&home, &["packs", "test", "pipes", "--pack", "libpipes.so", "--counter", "words"], b"");
    assert_eq!(by_name.code, 2);
    assert!(by_name.err.contains("the pack `pipes` has no counter `words`"), "{}", by_name.err);

    let one = kawara(&home, &["packs", "test", "core", "--counter", "words", "--text", "text.txt"], b"");
    assert!(
        one.out.contains("counter words\n") && one.out.ends_with("all 12 promises are kept\n"),
        "{}",
        one.out
    );

    assert!(build(&home, "libbroken.so", &["BACKWARDS"]));
    let broken = kawara(&home, &["packs", "test", "./libbroken.so"], b"");
    assert_eq!(broken.code, 1, "{}{}", broken.out, broken.err);
    for said in [
        "  passes_the_gate                         fault    0.",
        "does not come after",
        "to do  ",
        "as above, under passes_the_gate",
        "promises are broken",
    ] {
        assert!(broken.out.contains(said), "no {said} in {}", broken.out);
    }
    assert_eq!(broken.out.matches("push each end once").count(), 1, "told once: {}", broken.out);
    assert_eq!(broken.err, "");
}

#[test]
fn a_pack_that_is_named_and_cuts_nothing_is_told() {
    let Some(home) = home("pack-unmet", &["NO_COUNTER"]) else { return };
    let run = |more: &[&str]| kawara(&home, &[&["chunk", "text.txt"], more].concat(), b"");
    let pack = ["--pack", "libpipes.so"];
    let unmet = run(&[&pack[..], &["--set", "language=en"]].concat());
    assert_eq!(unmet.code, 0, "{}", unmet.err);
    assert!(
        unmet.err.contains("note: no chunk is in `xx`, which the pack `pipes` is for")
            && unmet.err.contains("--set language=xx"),
        "{}",
        unmet.err
    );
    let met = run(&[&pack[..], &["-v"]].concat());
    assert!(!met.err.contains("no chunk is in"), "{}", met.err);
    assert!(met.err.contains("info: pack pipes 0.3.1, loaded from the library "), "{}", met.err);
    // What is configured is for other runs too.
    fs::write(home.join("config.toml"), "[packs.pipes]\npath = \"libpipes.so\"\n").unwrap();
    let file = home.join("config.toml");
    let words = ["chunk", "text.txt", "--set", "language=en"];
    let configured = kawara_with(&home, &[("KAWARA_CONFIG", file.to_str().unwrap())], &words, b"");
    assert!(configured.code == 0 && !configured.err.contains("no chunk is in"), "{}", configured.err);
}

#[test]
fn two_libraries_of_one_name_are_refused_by_their_paths() {
    let Some(home) = home("pack-twice", &[]) else { return };
    assert!(build(&home, "libother.so", &["NO_COUNTER"]));
    let twice = |other| kawara(&home, &["packs", "--pack", "libpipes.so", "--pack", other], b"");
    let outcome = twice("libother.so");
    assert_eq!(outcome.code, 2, "{}", outcome.out);
    for said in ["libpipes.so and ", "libother.so are both the pack `pipes`: name one of them"] {
        assert!(outcome.err.contains(said), "{}", outcome.err);
    }
    assert_eq!(twice("libpipes.so").code, 0, "the same bytes are the same pack");
}

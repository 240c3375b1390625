//! `kawara-cases CASES.jsonl > RESULTS.jsonl` runs cases; `kawara-cases --check CASES.jsonl RESULTS.jsonl [--should]` judges results.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use kawara_cases::{Case, Outcome, Severity, check, run};

const USAGE: &str = "usage: kawara-cases CASES.jsonl > RESULTS.jsonl\n       \
                     kawara-cases --check CASES.jsonl RESULTS.jsonl [--should]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["--check", cases, results] => judge(cases, results, false),
        ["--check", cases, results, "--should"] => judge(cases, results, true),
        [cases] if !cases.starts_with('-') => produce(cases),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Writes what comes of each case, as soon as it is known.
fn produce(cases: &str) -> Result<bool, String> {
    let mut out = io::stdout().lock();
    for (number, line) in lines(cases)? {
        let outcome = match serde_json::from_str::<Case>(&line) {
            Ok(case) => run(&case),
            Err(error) => Outcome::Failed { id: id_in(&line, number), error: format!("not a case: {error}") },
        };
        let json = serde_json::to_string(&outcome).map_err(|error| error.to_string())?;
        writeln!(out, "{json}")
            .and_then(|()| out.flush())
            .map_err(|error| format!("standard output: {error}"))?;
    }
    Ok(true)
}

/// Names each case that fails, and why; `Ok(false)` when one does.
fn judge(cases: &str, results: &str, with_should: bool) -> Result<bool, String> {
    let mut outcomes = BTreeMap::new();
    for (number, line) in lines(results)? {
        let outcome: Outcome =
            serde_json::from_str(&line).map_err(|error| format!("{results}:{number}: {error}"))?;
        outcomes.insert(outcome.id().to_owned(), outcome);
    }
    let mut out = io::stdout().lock();
    let (mut passed, mut failed) = (0, 0);
    let mut report =
        |line: String| writeln!(out, "{line}").map_err(|error| format!("standard output: {error}"));
    for (number, line) in lines(cases)? {
        let case: Case = serde_json::from_str(&line).map_err(|error| format!("{cases}:{number}: {error}"))?;
        if case.severity == Severity::Should && !with_should {
            continue;
        }
        let faults = match outcomes.get(&case.id) {
            None => vec!["no result".to_owned()],
            Some(outcome) => check(&case, outcome).unwrap_or_else(|error| vec![format!("checker: {error}")]),
        };
        if faults.is_empty() {
            passed += 1;
            continue;
        }
        failed += 1;
        let essence: String = case.essence.chars().take(90).collect();
        let faults = faults.join(", ").replace(char::is_control, " ");
        report(format!("{} {} {} | {essence} | {faults}", case.id, case.kind, case.lang))?;
    }
    report(format!("{passed} passed, {failed} failed"))?;
    Ok(failed == 0)
}

/// The lines that are not blank, numbered from 1.
fn lines(path: &str) -> Result<Vec<(usize, String)>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    // Only line feeds end a line of JSON: strings may hold other separators.
    let lines = text.split('\n').enumerate().filter(|(_, line)| !line.trim().is_empty());
    Ok(lines.map(|(at, line)| (at + 1, line.to_owned())).collect())
}

/// The id of a case that is otherwise not understood, or its line.
fn id_in(line: &str, number: usize) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(line).ok();
    let id = value.and_then(|value| value.get("id")?.as_str().map(str::to_owned));
    id.unwrap_or_else(|| format!("line {number}"))
}

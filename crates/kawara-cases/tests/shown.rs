//! The engine is held to the shown cases: all pass but those that `cases/waiting.txt` names, and those fail.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends where it cannot go on, and tells how far it got"
)]

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use kawara_cases::{Case, check, run};

const CASES: &str = include_str!("../cases/cases.jsonl");
const WAITING: &str = include_str!("../cases/waiting.txt");

#[test]
fn shown_cases_hold() {
    let cases: Vec<Case> = CASES.split('\n').filter(|line| !line.is_empty()).map(case).collect();
    let verdicts = judge(&cases);
    let mut waiting = waiting();
    let mut by_kind: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in &cases {
        let faults = &verdicts[&case.id];
        let (passed, all) = by_kind.entry(&case.kind).or_default();
        *passed += usize::from(faults.is_empty());
        *all += 1;
        match (faults.is_empty(), waiting.remove(case.id.as_str())) {
            (true, None) | (false, Some(_)) => {}
            (false, None) => {
                wrong.push(format!("{} fails: {} ({})", case.id, faults.join(", "), case.essence))
            }
            (true, Some(reason)) => {
                wrong.push(format!("{} passes: take it off waiting.txt ({reason})", case.id))
            }
        }
    }
    wrong.extend(waiting.keys().map(|id| format!("{id} is in waiting.txt but no case")));
    for (kind, (passed, all)) in &by_kind {
        println!("{kind}: {passed} of {all}");
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The faults of every case, found on two threads.
fn judge(cases: &[Case]) -> BTreeMap<String, Vec<String>> {
    let (next, verdicts) = (AtomicUsize::new(0), Mutex::default());
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let faults = check(case, &run(case)).unwrap_or_else(|error| panic!("{}: {error}", case.id));
            let verdicts: &Mutex<BTreeMap<_, _>> = &verdicts;
            verdicts.lock().unwrap().insert(case.id.clone(), faults);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    verdicts.into_inner().unwrap()
}

fn case(line: &str) -> Case {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:.80}"))
}

fn waiting() -> BTreeMap<&'static str, &'static str> {
    let lines = WAITING.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split_once("  ").unwrap_or_else(|| panic!("waiting.txt gives no reason: {line}")))
        .collect()
}

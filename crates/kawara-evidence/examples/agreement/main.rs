//! Holds every metric against the reference evaluator, `tools/evaluate.py`, to the last bit: ten sets of questions, three ways of cutting.
//!
//! The sets and the evaluator are not in the repository; they are looked for where `KAWARA_SHARED` says. `cargo xtask evidence [SET…]` runs
//! this. With `--retriever NAME` something else than BM25 retrieves, a program if `--retriever-command NAME='PROGRAM ARGUMENT…'` says which,
//! and its ranks are judged by both.

#![allow(clippy::print_stdout, reason = "this is what it is for")]

mod reference;
mod set;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use kawara::command::Definition;
use kawara::policy::Policy;
use kawara::run::RunOptions;
use kawara_evidence::Laid;
use kawara_evidence::metrics::{self, Metrics};
use kawara_evidence::retrieve::{Retrievers, rank};

use reference::Reference;
use set::Set;

/// Tokens, and units carried. What a chunk is embedded as has to be its stretch of the source, so there is no context.
const SETTINGS: [(u32, u32); 3] = [(256, 0), (256, 1), (512, 2)];

const KS: [usize; 3] = [1, 5, 10];

type Fault = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let near = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("KAWARA_SHARED").map_or(near, PathBuf::from);
    let (sets, tools) = (shared.join("data/evidence"), shared.join("tools"));
    for needed in [&sets, &tools.join("evaluate.py")] {
        if !needed.exists() {
            println!(
                "skipped: there is no {}; set KAWARA_SHARED to the folder that holds it",
                needed.display()
            );
            return ExitCode::SUCCESS;
        }
    }
    match agreement(&sets, &tools) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            println!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all figures agree.
fn agreement(sets: &Path, tools: &Path) -> Result<bool, Fault> {
    let Some(mut reference) = Reference::start(tools)? else {
        println!("skipped: python3 cannot be started");
        return Ok(true);
    };
    let (wanted, name, retrievers) = arguments()?;
    let mut retriever = retrievers.open(&name)?;
    let mut took = Duration::ZERO;
    let (mut compared, mut apart) = (0, 0);
    println!("by {}", retriever.name());
    println!(
        "{:<16} {:>6} {:>5} {:>8} {:>9} {:>8} {:>7}  agreement",
        "set", "tokens", "units", "coverage", "redundant", "hit@5", "rrr@5"
    );
    for name in set::names(sets)? {
        if !wanted.is_empty() && !wanted.contains(&name) {
            continue;
        }
        let set = Set::read(&sets.join(&name))?;
        for (tokens, units) in SETTINGS {
            let (laid, baseline) = (lay(&set, tokens, units)?, lay(&set, tokens, 0)?);
            let start = Instant::now();
            let ranks = rank(&set.corpus, &laid, &set.questions, &mut *retriever, 10)?;
            took += start.elapsed();
            let ours =
                metrics::evaluate(&set.corpus, &set.questions, &laid, Some(&baseline), Some(&ranks), &KS);
            // What it can find out by itself, it does.
            let own = (retriever.name() != "bm25").then_some(&ranks);
            let theirs = reference.evaluate(&set, &laid, &baseline, own, &KS)?;
            let wrong = differences(&ours, &theirs);
            compared += theirs.len();
            apart += wrong.len();
            let percent = |name| 100.0 * ours.get(name).unwrap_or_default();
            println!(
                "{name:<16} {tokens:>6} {units:>5} {:>7.1}% {:>8.1}% {:>7.1}% {:>6.1}%  {} of {} figures",
                percent("coverage"),
                percent("effective_redundancy"),
                percent("hit@5"),
                percent("rrr@5"),
                theirs.len() - wrong.len(),
                theirs.len(),
            );
            wrong.iter().for_each(|wrong| println!("    {wrong}"));
        }
    }
    println!("{} of {compared} figures are equal to the last bit", compared - apart);
    eprintln!("retrieval took {took:.2?}");
    Ok(apart == 0 && compared > 0)
}

/// Where the figures are not the same to the last bit.
fn differences(ours: &Metrics, theirs: &BTreeMap<String, Option<f64>>) -> Vec<String> {
    let ours: BTreeMap<String, Option<f64>> =
        ours.entries().into_iter().map(|(name, value)| (name, value.as_f64())).collect();
    let bits = |value: Option<f64>| value.map(f64::to_bits);
    let apart =
        theirs.iter().filter(|(name, value)| ours.get(*name).copied().map(bits) != Some(bits(**value)));
    apart.map(|(name, value)| format!("{name}: {:?} here, {value:?} there", ours.get(name))).collect()
}

/// The sets asked for, the name of what retrieves, and what there is.
fn arguments() -> Result<(Vec<String>, String, Retrievers), Fault> {
    let (mut sets, mut name, mut retrievers) = (Vec::new(), "bm25".to_owned(), Retrievers::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--retriever" => name = arguments.next().unwrap_or_default(),
            "--retriever-command" => {
                retrievers.define(Definition::parse(&arguments.next().unwrap_or_default())?)?
            }
            _ => sets.push(argument),
        }
    }
    Ok((sets, name, retrievers))
}

fn lay(set: &Set, tokens: u32, units: u32) -> Result<Laid, Fault> {
    let policy = format!(
        "policy = 1\n[budget]\ncounter = \"tiktoken:cl100k_base\"\nmax-tokens = {tokens}\n[units]\noverlap = {units}\n[context]\nprepend = []\n"
    );
    let engine = kawara::engine(Policy::from_str(&policy, "kawara.toml", ".")?)?;
    let mut fault = None;
    let laid =
        Laid::by(&engine, &set.corpus, RunOptions::default(), |failure| fault = Some(failure.to_string()));
    fault.map_or(Ok(laid), |fault| Err(fault.into()))
}

//! A program that finds texts by the words that they share with a question, or misbehaves.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

/// The first argument that makes this test a program.
pub(crate) const MODE: &str = "--be-a-retriever";

/// Pairs of arguments: `about`, `ok` and `ranks` are answers in place of what is true; `ends-at` and `hangs-at` name a kind of request,
/// `noise` bytes on standard error a request, `log` a file that gets a line a request.
pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let said = |name: &str| {
        let mut pairs = arguments.chunks(2);
        pairs.find(|pair| pair[0] == name).map(|pair| pair[1].clone())
    };
    let mut texts: Vec<String> = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let kind = ["about", "clear", "index", "search"]
            .into_iter()
            .find(|kind| request.get(*kind).is_some())
            .unwrap();
        if said("ends-at").as_deref() == Some(kind) {
            eprintln!("Traceback:\n\x1b[31mno memory for a model, for example");
            return ExitCode::from(7);
        }
        if said("hangs-at").as_deref() == Some(kind) {
            eprintln!("waiting for a lock");
            std::thread::sleep(Duration::from_secs(600));
        }
        if let Some(noise) = said("noise") {
            eprint!("{}", "n".repeat(noise.parse().unwrap()));
        }
        let size = request[kind].as_array().map_or(0, Vec::len);
        if let Some(log) = said("log") {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
            writeln!(file, "{kind} {size}").unwrap();
        }
        let done = || said("ok").unwrap_or_else(|| r#"{"ok":true}"#.into());
        let answer = match kind {
            "about" => said("about").unwrap_or_else(|| "{}".into()),
            "clear" => {
                texts.clear();
                done()
            }
            "index" => {
                for item in request["index"].as_array().unwrap() {
                    assert_eq!(item["id"], texts.len());
                    texts.push(item["text"].as_str().unwrap().to_owned());
                }
                done()
            }
            _ => said("ranks").unwrap_or_else(|| search(&texts, &request)),
        };
        println!("{answer}");
    }
    ExitCode::SUCCESS
}

fn search(texts: &[String], request: &Value) -> String {
    let k = request["k"].as_u64().unwrap() as usize;
    let questions = request["search"].as_array().unwrap();
    let ranks: Vec<Vec<usize>> =
        questions.iter().map(|question| best(texts, question.as_str().unwrap(), k)).collect();
    json!({ "ranks": ranks }).to_string()
}

/// Those that share the most words, at least one.
pub(crate) fn best(texts: &[String], question: &str, k: usize) -> Vec<usize> {
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<BTreeSet<_>>();
    let asked = words(question);
    let shared = texts.iter().map(|text| words(text).intersection(&asked).count());
    let mut found: Vec<(usize, usize)> = shared.enumerate().filter(|(_, shared)| *shared > 0).collect();
    found.sort_by_key(|(nth, shared)| (std::cmp::Reverse(*shared), *nth));
    found.into_iter().take(k).map(|(nth, _)| nth).collect()
}

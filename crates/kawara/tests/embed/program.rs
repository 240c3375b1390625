//! A program that embeds, or misbehaves.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::vector;

/// The first argument that makes this test a program.
pub(crate) const MODE: &str = "--be-an-embedder";

/// What is pooled of rows, first and behind the last, with their weights: how much they weigh, and where.
pub(crate) fn pooled(parts: &[(usize, usize, f64)]) -> [f64; 2] {
    let rows = || parts.iter().flat_map(|(start, end, weight)| (*start..*end).map(move |row| (row, *weight)));
    [rows().map(|(_, weight)| weight).sum(), rows().map(|(row, weight)| weight * row as f64).sum()]
}

/// Pairs: `about` and an answer, `answer` and an answer, `ends` or `hangs` and the number of requests before, `log` and a file.
pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let said = |key: &str| arguments.chunks(2).find(|pair| pair[0] == key).map(|pair| pair[1].clone());
    let log = |line: &str| {
        if let Some(log) = said("log") {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
            file.write_all(format!("{line}\n").as_bytes()).unwrap();
        }
    };
    log("start");
    for (nth, line) in std::io::stdin().lock().lines().enumerate() {
        if said("ends") == Some(nth.to_string()) {
            eprintln!("out of memory");
            return ExitCode::from(7);
        }
        if said("hangs") == Some(nth.to_string()) {
            std::thread::sleep(Duration::from_secs(600));
        }
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let answer = match request["texts"].as_array() {
            None if !request["pool"].is_null() => {
                log("pool");
                let chunks = request["pool"]["chunks"].as_array().unwrap();
                let sums = chunks
                    .iter()
                    .map(|chunk| pooled(&serde_json::from_value::<Vec<_>>(chunk.clone()).unwrap()));
                json!({ "vectors": sums.collect::<Vec<_>>() }).to_string()
            }
            None => said("about").unwrap_or("{}".into()),
            Some(texts) => {
                log(&texts.len().to_string());
                let vectors: Vec<_> = texts.iter().map(|text| vector(text.as_str().unwrap())).collect();
                said("answer").unwrap_or(json!({ "vectors": vectors }).to_string())
            }
        };
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{answer}").and_then(|()| out.flush());
    }
    ExitCode::SUCCESS
}

//! A program that counts, or misbehaves.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

/// The first argument that makes this test a program.
pub(crate) const MODE: &str = "--be-a-counter";

/// What the others say.
#[derive(Default)]
struct Conduct {
    /// The answer to the first request; else what is true.
    about: Option<String>,
    /// The answer to all later ones; else what is true.
    answer: Option<String>,
    /// Said on standard output before anything else.
    greeting: Option<String>,
    /// Answers to the latter that are given before it ends with status 7.
    ends_after: Option<usize>,
    /// Answers that are given before it says nothing more.
    hangs_after: Option<usize>,
    /// Bytes on standard error a request.
    noise: usize,
    /// A file that gets a line a start and a line a request.
    log: Option<String>,
}

pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let mut conduct = Conduct::default();
    for pair in arguments.chunks(2) {
        let value = pair[1].clone();
        match pair[0].as_str() {
            "about" => conduct.about = Some(value.replace("PID", &std::process::id().to_string())),
            "answer" => conduct.answer = Some(value),
            "greeting" => conduct.greeting = Some(value),
            "ends-after" => conduct.ends_after = value.parse().ok(),
            "hangs-after" => conduct.hangs_after = value.parse().ok(),
            "noise" => conduct.noise = value.parse().unwrap(),
            "log" => conduct.log = Some(value),
            other => panic!("{other}?"),
        }
    }
    conduct.run()
}

impl Conduct {
    fn run(&self) -> ExitCode {
        self.log("start");
        if let Some(greeting) = &self.greeting {
            say(greeting);
        }
        for (nth, line) in std::io::stdin().lock().lines().enumerate() {
            if self.ends_after == Some(nth) {
                eprintln!("Traceback:\n\n\x1b[31mout of memory, for example");
                return ExitCode::from(7);
            }
            if self.hangs_after == Some(nth) {
                eprintln!("waiting for a lock");
                std::thread::sleep(Duration::from_secs(600));
            }
            eprint!("{}", "noise\n".repeat(self.noise / 6));
            let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
            match request["texts"].as_array() {
                None => say(self.about.as_deref().unwrap_or("{}")),
                Some(texts) => {
                    self.log(&texts.len().to_string());
                    say(&self.answer.clone().unwrap_or_else(|| answer(texts)));
                }
            }
        }
        ExitCode::SUCCESS
    }

    fn log(&self, line: &str) {
        if let Some(log) = &self.log {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(log).unwrap();
            file.write_all(format!("{line}\n").as_bytes()).unwrap();
        }
    }
}

/// `\n` stands for a line break, and a text that ends in `…` never ends.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let text = text.replace("\\n", "\n");
    if let Some(text) = text.strip_suffix('…') {
        while out.write_all(text.as_bytes()).is_ok() {}
        return;
    }
    let end = if text.ends_with('|') { "" } else { "\n" };
    let _ = write!(out, "{text}{end}").and_then(|()| out.flush());
}

fn answer(texts: &[Value]) -> String {
    let counts: Vec<_> = texts.iter().map(|text| count(text.as_str().unwrap())).collect();
    let unknown: Vec<_> = texts.iter().map(|text| text.as_str().unwrap().matches('?').count()).collect();
    json!({ "counts": counts, "unknown": unknown }).to_string()
}

/// Four letters or digits of a word are a token, and so is every other character but a space before a word.
pub(crate) fn count(text: &str) -> u32 {
    let mut tokens = 0;
    let mut letters = 0;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c.is_alphanumeric() {
            tokens += u32::from(letters % 4 == 0);
            letters += 1;
            continue;
        }
        letters = 0;
        let is_before_word = c == ' ' && characters.peek().is_some_and(|next| next.is_alphanumeric());
        tokens += u32::from(!is_before_word);
    }
    tokens
}

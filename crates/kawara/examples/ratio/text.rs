//! Text in four languages, as long as it takes to be measured, out of what lies in the repository.
//!
//! Repeated as it is, it would be known by heart after the first time: counters remember pieces of text. So some of its *runs*,
//! letters without anything between them, are spliced: the first half of one, the second half of another. How many is
//! what real text does: the share of runs that had not occurred before in 1.2 MB of each language's corpus of `benches/`.

use kawara::Document;

pub(crate) const LANGUAGES: [&str; 4] = ["en", "zh", "ja", "th"];

/// Of all documents of a language, about.
pub(crate) const BYTES: usize = 2_000_000;

/// Of one document, about: a long article.
const DOCUMENT: usize = 8_000;

/// Text of `language`, and the share of runs that are new.
fn source(language: &str) -> (String, f64) {
    let read = |file: &str| std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let gold = || {
        let lines = read(&format!("crates/kawara/tests/data/gold.{language}.jsonl"));
        let text = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            row["text"].as_str().unwrap().to_owned()
        };
        lines.lines().map(text).collect::<Vec<_>>().join("\n\n")
    };
    match language {
        "en" => {
            let corpus = [
                "docs/en/operations-handbook.md",
                "docs/en/meter-api.md",
                "faq/customers.en.md",
                "mail/handover.txt",
            ];
            (corpus.map(|file| read(&format!("examples/corpus/{file}"))).join("\n\n"), 0.118)
        }
        "zh" => (gold(), 0.854),
        "ja" => (gold(), 0.777),
        "th" => (gold(), 0.521),
        other => panic!("no text in {other}"),
    }
}

/// The same documents in every run.
pub(crate) fn documents(language: &str) -> Vec<Document> {
    let (source, new) = source(language);
    let runs: Vec<&str> = source.split(|c| !is_letter(c)).filter(|run| !run.is_empty()).collect();
    let mut random = Random(7);
    let (mut documents, mut text, mut bytes) = (Vec::new(), String::new(), 0);
    for paragraph in source.split_inclusive("\n\n").cycle() {
        for part in parts(paragraph) {
            if part.starts_with(is_letter) && random.share() < new {
                let other = runs[random.below(runs.len())];
                text += &part[..half(part)];
                text += &other[half(other)..];
            } else {
                text += part;
            }
        }
        if text.len() >= DOCUMENT {
            bytes += text.len();
            documents.push(Document::new(format!("{language}-{}", documents.len()), text.as_str()));
            text.clear();
            if bytes >= BYTES {
                break;
            }
        }
    }
    documents
}

/// Runs of letters, and what stands between them.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let letters = rest.starts_with(is_letter);
        let end = rest.find(|c| is_letter(c) != letters).unwrap_or(rest.len());
        let part;
        (part, rest) = rest.split_at(end);
        (!part.is_empty()).then_some(part)
    })
}

/// Letters, and the vowels and tones of Thai that stand above and below them.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '\u{0E31}'..='\u{0E4E}')
}

/// The byte that half of the characters stand before.
fn half(run: &str) -> usize {
    let middle = run.chars().count() / 2;
    run.char_indices().nth(middle).map_or(run.len(), |(at, _)| at)
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, bound: usize) -> usize {
        self.next() as usize % bound
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        self.next() as f64 / (1u64 << 31) as f64
    }
}

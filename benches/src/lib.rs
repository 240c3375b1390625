//! What the benches share: corpora, a clock that counts CPU time, a generator of random numbers that is the same everywhere.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cpu_time::ProcessTime;
use kawara::{Carry, Engine, Overlap, Settings, Stability};

/// One document of a corpus.
pub struct Text {
    pub id: String,
    pub text: String,
}

/// Where what is not in the repository lies: `KAWARA_SHARED`, else beside the repository.
pub fn shared() -> PathBuf {
    std::env::var_os("KAWARA_SHARED").map_or_else(|| "../shared".into(), PathBuf::from)
}

/// Where the corpora lie: the argument, else `data/corpora` of what is shared.
pub fn corpora(argument: Option<&str>) -> PathBuf {
    argument.map_or_else(|| shared().join("data/corpora"), PathBuf::from)
}

/// The documents of `NAME.jsonl`; nothing if there is no such file.
pub fn read(corpora: &Path, name: &str) -> Option<Vec<Text>> {
    read_file(&corpora.join(name).with_extension("jsonl"))
}

/// The documents of a file of JSON lines; nothing if there is no such file.
pub fn read_file(path: &Path) -> Option<Vec<Text>> {
    let lines = std::fs::read_to_string(path).ok()?;
    let parse = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let id = row["id"].as_str().map_or_else(|| row["id"].to_string(), str::to_owned);
        Text { id, text: row["text"].as_str().expect("a text").to_owned() }
    };
    Some(lines.lines().filter(|line| !line.is_empty()).map(parse).collect())
}

/// Seconds of CPU that `work` takes in this process, all threads together.
pub fn cpu_seconds(work: impl FnOnce()) -> f64 {
    let start = ProcessTime::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Numbers that look random and are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// An engine for `budget` tokens of a counter, or at least `least`, with one sentence of overlap.
pub fn engine(counter: &str, budget: u32, least: u32, stability: Stability) -> Engine {
    let mut settings = Settings::default();
    settings.budget.counter = counter.into();
    settings.budget.max_tokens = budget;
    settings.budget.min_tokens = least;
    settings.units.overlap = Overlap::all(Carry::Units(1));
    settings.tiling.stability = stability;
    kawara::engine(Arc::new(settings)).expect("an engine")
}

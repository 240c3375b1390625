//! CPU time of cutting the corpora at 256 cl100k tokens with one sentence of overlap, as a ratio to one plain counting pass
//! of tiktoken-rs over the same text in the same run; peers beside it. Every measurement is a process of its own, so that no
//! cache is warm, and the least of several counts.
//!
//! `cargo run --release --bin corpora [CORPORA]`

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use kawara::output::write_record;
use kawara::{Document, Flag, Stability};
use kawara_benches::{Text, corpora, cpu_seconds, engine, read};

const BUDGET: usize = 256;
const ROUNDS: usize = 5;
const LANGUAGES: [&str; 6] = ["en", "zh", "ja", "th", "md", "code"];
const CONTENDERS: [&str; 4] = ["tiktoken-rs", "kawara", "chunkedrs", "text-splitter"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, contender, language, directory] = &arguments[..]
        && flag == "--one"
    {
        let texts = read(Path::new(directory), language).expect("the corpus");
        println!("{}", measure(contender, texts));
        return;
    }
    let directory = corpora(arguments.first().map(String::as_str));
    println!("| corpus | MB | tiktoken-rs MB/s | kawara | chunkedrs 1.1.0 | text-splitter 0.33 | kawara: chunks | over budget | miscounted | boundaries | carried | flagged |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for language in LANGUAGES {
        let Some(texts) = read(&directory, language) else {
            println!("| {language} | not found in {} |", directory.display());
            continue;
        };
        let mut least: BTreeMap<&str, f64> = BTreeMap::new();
        for _ in 0..ROUNDS {
            for contender in CONTENDERS {
                let seconds = in_a_process(contender, language, &directory);
                let known = least.entry(contender).or_insert(seconds);
                *known = known.min(seconds);
            }
        }
        let floor = least["tiktoken-rs"];
        let bytes = texts.iter().map(|text| text.text.len()).sum::<usize>() as f64 / 1e6;
        let ratio = |contender: &str| format!("{:.2}×", least[contender] / floor);
        let check = verify(&texts);
        println!(
            "| {language} | {bytes:.2} | {:.1} | {} | {} | {} | {check} |",
            bytes / floor,
            ratio("kawara"),
            ratio("chunkedrs"),
            ratio("text-splitter"),
        );
    }
}

fn in_a_process(contender: &str, language: &str, directory: &Path) -> f64 {
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this).args(["--one", contender, language]).arg(directory).output().expect("a run");
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("seconds")
}

/// Seconds of CPU after vocabularies are loaded.
fn measure(contender: &str, texts: Vec<Text>) -> f64 {
    let documents: Vec<Document> = texts.iter().map(|text| Document::new(&*text.id, &*text.text)).collect();
    match contender {
        "tiktoken-rs" => {
            let bpe = tiktoken_rs::cl100k_base().expect("a vocabulary");
            cpu_seconds(|| {
                let tokens: usize = texts.iter().map(|text| bpe.encode_ordinary(&text.text).len()).sum();
                std::hint::black_box(tokens);
            })
        }
        "kawara" => {
            let engine = engine(BUDGET as u32, Stability::default());
            let mut worker = engine.worker();
            worker.chunk(&Document::new("warm", "x")).expect("chunks");
            cpu_seconds(|| {
                for document in &documents {
                    let chunks = worker.chunk(document).expect("chunks");
                    for chunk in chunks.iter() {
                        write_record(chunk, std::io::sink()).expect("a sink");
                    }
                }
            })
        }
        "chunkedrs" => {
            let split = |text: &str| chunkedrs::chunk(text).max_tokens(BUDGET).overlap(38).encoding("cl100k_base").split();
            std::hint::black_box(split("warm"));
            cpu_seconds(|| {
                for text in &texts {
                    std::hint::black_box(split(&text.text));
                }
            })
        }
        "text-splitter" => {
            let config = text_splitter::ChunkConfig::new(BUDGET)
                .with_sizer(tiktoken_rs::cl100k_base().expect("a vocabulary"))
                .with_overlap(38)
                .expect("an overlap");
            let splitter = text_splitter::TextSplitter::new(config);
            cpu_seconds(|| {
                for text in &texts {
                    std::hint::black_box(splitter.chunks(&text.text).count());
                }
            })
        }
        other => panic!("no contender is called {other}"),
    }
}

/// Chunks, those over budget and miscounted by an independent count, boundaries, and those with a carried unit or a flag that
/// says why there is none.
fn verify(texts: &[Text]) -> String {
    let bpe = tiktoken_rs::cl100k_base().expect("a vocabulary");
    let engine = engine(BUDGET as u32, Stability::default());
    let (mut chunks, mut over, mut wrong, mut boundaries, mut carried, mut flagged) = (0, 0, 0, 0, 0, 0);
    for text in texts {
        for chunk in engine.chunk(&Document::new(&*text.id, &*text.text)).expect("chunks").iter() {
            let tokens = bpe.encode_ordinary(&[chunk.context(), chunk.text()].concat()).len();
            chunks += 1;
            over += usize::from(tokens > BUDGET);
            wrong += usize::from(tokens != chunk.tokens() as usize);
            if chunk.ordinal() > 0 {
                boundaries += 1;
                carried += usize::from(chunk.carried() > 0);
                flagged += usize::from(chunk.carried() == 0 && chunk.flags().contains(Flag::CarryReduced));
            }
        }
    }
    format!("{chunks} | {over} | {wrong} | {boundaries} | {carried} | {flagged}")
}

//! Hierarchies with the languages and readers that are built in, over texts of every kind.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test")]

use std::path::PathBuf;
use std::sync::Arc;

use kawara::{Carry, Document, Engine, Options, Overlap, ParentKind, Settings, UnitKind, registry};
use kawara_testkit::check_invariants;

/// A document, and what it is.
fn corpus() -> Vec<Document> {
    let guide = "# Gate\n\nThe gate opens at six. The first bus leaves at half past.\n\n## Dogs\n\nDogs travel free. Cats do not.\n\n\
                 | line | first |\n|---|---|\n| 7 | 6:30 |\n| 9 | 7:10 |\n\n```\ncode()\n```\n";
    let page = "<h1>Halle</h1><p>Um 6&nbsp;Uhr öffnet sie. Der erste Bus fährt um halb sieben ab.</p><p>Hunde fahren frei.</p>";
    let faq = "Q: When does it open?\nA: At six. On Sundays at seven.\n\nQ: Are dogs allowed?\nA: They travel free. Cats do not.\n\n";
    let subtitles = "WEBVTT\n\n00:01.000 --> 00:02.500\nThe pump\n\n00:02.500 --> 00:04.000\nstopped. Nobody noticed.\n\n";
    let mixed = "水泵停了。没有人注意到，因为是夜里。The tank ran dry.\n\nポンプが止まった。「なぜ？」と聞いた。ปั๊มหยุดทำงาน ไม่มีใครสังเกตเห็น\n\n";
    let of = |id: &str, media: &str, text: String| Document::new(id, text).with_content_type(media);
    vec![
        of("guide.md", "text/markdown", guide.repeat(12)),
        of("page.html", "text/html", page.repeat(20)),
        of("faq.txt", "faq", faq.repeat(12)),
        of("pump.vtt", "text/vtt", subtitles.repeat(20)),
        of("mixed.txt", "text/plain", mixed.repeat(12)),
        of("lines.csv", "text/csv", format!("line,first\n{}", "7,\"6:30, daily\"\n9,7:10\n".repeat(40))),
    ]
}

fn settings(budget: u32, sizes: &[u32], kind: UnitKind) -> Settings {
    let mut settings = Settings::default();
    settings.budget.max_tokens = budget;
    settings.tiling.parents = sizes.to_vec();
    settings.units.kind = kind;
    settings.units.overlap = Overlap::all(Carry::Units(1));
    settings
}

/// Chunks a document, checks all that holds, and says how many passages there are.
fn passages(engine: &Engine, settings: &Settings, document: &Document) -> usize {
    let registry = registry().unwrap();
    let counter = registry.counter(&settings.budget.counter).unwrap().open(&Options::new()).unwrap();
    let chunks = engine.chunk(document).unwrap_or_else(|error| panic!("{error}"));
    check_invariants(document, settings, &*counter, &chunks)
        .unwrap_or_else(|fault| panic!("{}: {fault}", document.id()));
    chunks.parents().filter(|parent| parent.kind() == ParentKind::Passage).count()
}

#[test]
fn chunks_tile_passages_whatever_the_reader() {
    for kind in [UnitKind::Sentence, UnitKind::Record, UnitKind::Paragraph] {
        for (budget, sizes) in [(24, &[120, 50][..]), (60, &[61]), (16, &[400, 100, 32])] {
            let settings = settings(budget, sizes, kind);
            let engine = Engine::new(registry().unwrap(), Arc::new(settings.clone()));
            for document in corpus() {
                let found = passages(&engine, &settings, &document);
                assert!(found > sizes.len(), "{}: {found} passages", document.id());
            }
        }
    }
}

/// Texts of the corpora that lie beside the repository, where they do.
#[test]
fn chunks_tile_passages_over_corpora() {
    let shared = std::env::var_os("KAWARA_SHARED").map(PathBuf::from);
    let shared =
        shared.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")));
    let corpora = shared.join("data/corpora");
    if !corpora.is_dir() {
        println!("skipped: no corpora beside the repository");
        return;
    }
    let settings = settings(128, &[2048, 512], UnitKind::Sentence);
    let engine = Engine::new(registry().unwrap(), Arc::new(settings.clone()));
    for (name, media) in [
        ("en", "text/plain"),
        ("zh", "text/plain"),
        ("ja", "text/plain"),
        ("th", "text/plain"),
        ("md", "text/markdown"),
        ("code", "text/x-source"),
    ] {
        let lines = std::fs::read_to_string(corpora.join(format!("{name}.jsonl"))).unwrap();
        let (mut found, mut documents) = (0, 0);
        for line in lines.lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let (id, text) = (record["id"].as_str().unwrap(), record["text"].as_str().unwrap());
            let document = Document::new(id, text).with_content_type(media);
            found += passages(&engine, &settings, &document);
            documents += 1;
        }
        println!("{name}: {documents} documents, {found} passages");
        assert!(found > 10, "{name}: {found}");
    }
}

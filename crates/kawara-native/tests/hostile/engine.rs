//! Wrong packs under an engine.

use std::sync::Arc;

use kawara_core::{Document, Engine, Registry, Settings};

use crate::build::{Built, can_build};

const TEXT: &str = "The pump stopped. Nobody saw it. It was night. The tank ran dry.";

fn engine(defines: &[&str]) -> Option<Engine> {
    if !can_build() {
        return None;
    }
    let defines = [&["TAGS=KAWARA_STR(\"en\")"], defines].concat();
    let pack = Built::new(&defines).load().unwrap();
    let mut settings = Settings::default();
    settings.budget.counter = "xx-bytes".into();
    settings.budget.max_tokens = 42;
    Some(Engine::new(Registry::collect(&[pack]).unwrap(), Arc::new(settings)))
}

#[test]
fn a_loaded_pack_cuts_and_counts() {
    let Some(engine) = engine(&[]) else { return };
    let chunks = engine.chunk(&Document::new("pump", TEXT)).unwrap();
    let texts: Vec<_> = chunks.iter().map(|chunk| chunk.text().to_owned()).collect();
    assert_eq!(
        texts,
        [
            "The pump stopped. Nobody saw it.",
            "Nobody saw it. It was night.",
            "It was night. The tank ran dry."
        ]
    );
    assert_eq!(chunks.moved_cuts(), 0);
}

#[test]
fn a_fault_names_the_document_the_byte_and_the_pack() {
    let Some(engine) = engine(&["CUTS_BODY=if (LEN > 20) PUSH(18); PUSH(3)"]) else { return };
    let document = |text: String| engine.chunk(&Document::new("guide.txt", text)).map(|chunks| chunks.len());
    let error = document(format!("One.\n\n{TEXT}")).unwrap_err().to_string();
    assert_eq!(error, "guide.txt: byte 3: pack `hostile`: the cuts end at 3, the text at 4");
    let error = document(format!("One\n\n{TEXT}")).unwrap_err().to_string();
    assert_eq!(error, "guide.txt: byte 8: pack `hostile`: cut 3 does not come after cut 18");
    assert_eq!(document("One".into()).unwrap(), 1, "and others are still done");
}

#[test]
fn a_cut_inside_a_cluster_is_moved_and_counted() {
    let Some(engine) = engine(&["CUTS_BODY=PUSH(1); PUSH(LEN)"]) else { return };
    let chunks = engine.chunk(&Document::new("accent", "e\u{301} and so on")).unwrap();
    assert_eq!(chunks.moved_cuts(), 1);
    assert!(chunks.iter().all(|chunk| !chunk.text().starts_with('\u{301}')));
}

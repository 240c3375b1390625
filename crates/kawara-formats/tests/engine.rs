//! Subtitles, poems and pages, chunked by the engine: what its gate for readers lets through, and what comes out.

#![allow(clippy::unwrap_used, reason = "documents that the test made")]

use std::sync::Arc;

use kawara_core::{Carry, Document, Engine, Note, Overlap, Registry, Settings, TextMode, UnitKind};
use kawara_formats::PACK;

fn chunks(text: &str, path: &str, settings: Settings) -> kawara_core::Chunks {
    let engine = Engine::new(Registry::collect(&[&PACK]).unwrap(), Arc::new(settings));
    let content_type = match path {
        "poem" => "text/x-poem",
        "page" => "text/html",
        _ => "text/vtt",
    };
    engine.chunk(&Document::new(path, text).with_content_type(content_type)).unwrap()
}

fn settings(max_tokens: u32) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = max_tokens;
    settings
}

#[test]
fn chunks_of_subtitles_have_times_and_speakers() {
    let text = "WEBVTT\n\nNOTE <b>x</b>\n\n1\n00:01.000 --> 00:02.000\n<v Fay><i>The boat</i> came &amp;\nwas\n\n2\n00:02.100 --> 00:03.500\n<v Fay>moored.</v>\n\n3\n00:09.000 --> 00:10.000\n<v Bo>- Nobody spoke.\n";
    let chunks = chunks(text, "boat.vtt", settings(100));
    let chunk = chunks.get(0).unwrap();
    assert_eq!(chunk.text(), "The boat came & was moored.\n\n- Nobody spoke.");
    let times: Vec<_> = chunk.notes().map(|noted| noted.note).collect();
    assert_eq!(times, [Note::Time(1_000..2_000), Note::Time(2_100..3_500), Note::Time(9_000..10_000)]);
}

#[test]
fn cues_are_units_of_the_source() {
    let mut settings = settings(9);
    settings.read.text = TextMode::Source;
    settings.units.kind = UnitKind::Record;
    settings.units.overlap = Overlap::all(Carry::Units(1));
    let cue = |nth: u32| format!("00:00:0{nth}.000 --> 00:00:0{nth}.900\nwords {nth}\n\n");
    let text = format!("WEBVTT\n\n{}", (1..8).map(cue).collect::<String>());
    let chunks = chunks(&text, "words.vtt", settings);
    assert!(chunks.len() > 3);
    for chunk in chunks.iter() {
        assert!(chunk.text().starts_with("WEBVTT") || chunk.text().starts_with("00:"), "{}", chunk.text());
        assert!(!chunk.text().lines().last().unwrap().contains("-->"), "{}", chunk.text());
    }
}

#[test]
fn a_poem_is_led_by_its_title() {
    let chunks =
        chunks("《石阶》\n石阶三十级，谁把露水扫？\n一只灰雀来，半山云未老。\n", "poem", settings(100));
    let chunk = chunks.get(0).unwrap();
    let units: Vec<_> = chunk.units().map(|unit| chunks.text()[unit].trim_end().to_owned()).collect();
    assert_eq!(units, ["《石阶》", "石阶三十级，谁把露水扫？", "一只灰雀来，半山云未老。"]);
    assert_eq!(chunks.title(), Some("《石阶》"));
}

#[test]
fn items_of_a_page_bring_along_the_sentence_that_announces_them() {
    let source = "<p>Open it. It holds:<ul><li>one bolt<li>of steel:<ol><li>two nuts</ol><li>four rings</ul><p>It ends there.<ul><li>so soon</ul>";
    let mut settings = settings(6);
    settings.units.overlap = Overlap::all(Carry::Units(0));
    let chunks = chunks(source, "page", settings);
    let found: Vec<_> = chunks.iter().map(|chunk| (chunk.context(), chunk.text())).collect();
    assert_eq!(
        found,
        [
            ("", "Open it. It holds:\none bolt"),
            ("It holds:\n", "of steel:\ntwo nuts"),
            ("It holds:\n", "four rings"),
            ("", "It ends there.\n\nso soon"),
        ]
    );
}

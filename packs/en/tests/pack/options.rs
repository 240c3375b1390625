//! The pack through the registry, and its one option.

use kawara_core::{Cuts, ErrorKind, Grain, Options, Registry, Value};
use kawara_pack_en::{English, PACK};

#[test]
fn the_pack_is_found_once_by_language() {
    let registry = Registry::collect(&[&PACK]).unwrap();
    let (pack, entry) = registry.segmenter("en-US").unwrap();
    assert!(std::ptr::eq(pack, &PACK));
    assert_eq!((entry.id(), entry.known_grains().len()), ("en", 3));
    assert_eq!(entry.option_specs().len(), 1);
}

#[test]
fn a_team_adds_its_own_abbreviations() {
    let text = "Ask Fa. Huber about Kap. 5. Then leave.";
    let ends = |english: &English| {
        use kawara_core::Segmenter;
        let mut cuts = Cuts::new(text);
        english.worker().cuts(text, Grain::Sentence, &mut cuts).unwrap();
        cuts.finish().unwrap()
    };
    assert_eq!(ends(&English::default()), [8, 25, text.len()]);
    assert_eq!(ends(&English::with_abbreviations("Fa., Kap")), [28, text.len()]);
}

#[test]
fn the_option_is_described_and_checked() {
    let specs = PACK.segmenter_entries()[0].option_specs();
    assert!(Options::new().with("abbreviations", Value::Str("Fa.".into())).check(specs).is_ok());
    let error = Options::new().with("abbreviations", Value::Int(1)).check(specs).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Option);
}

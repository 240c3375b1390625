//! The pack through the registry, and its options.

use std::path::Path;

use kawara_core::{ErrorKind, Options, Registry, Value};
use kawara_pack_ja::{Japanese, PACK};

use super::HAS_DICTIONARY;

#[test]
fn the_pack_is_found_once_by_language() {
    let registry = Registry::collect(&[&PACK]).unwrap();
    let (pack, entry) = registry.segmenter("ja-JP").unwrap();
    assert!(std::ptr::eq(pack, &PACK));
    assert_eq!((entry.id(), entry.known_grains().len()), ("ja", 3));
    assert_eq!(entry.option_specs().len(), 2);
}

#[test]
fn a_build_without_a_dictionary_says_so() {
    let entry = &PACK.segmenter_entries()[0];
    assert_eq!(entry.known_note().is_none(), HAS_DICTIONARY);
    assert_eq!(PACK.version().ends_with("+rules"), !HAS_DICTIONARY);
    assert_eq!(PACK.known_notice().is_some_and(|notice| notice.contains("Nara Institute")), HAS_DICTIONARY);
}

#[test]
fn a_folder_without_a_dictionary_is_refused_by_name() {
    let error = Japanese::with_dictionary(Path::new("no/such/folder")).unwrap_err();
    assert_eq!(error.kind(), if HAS_DICTIONARY { ErrorKind::Open } else { ErrorKind::Unsupported });
    assert!(error.to_string().contains("no/such/folder"), "{error}");
}

#[test]
fn options_are_described_and_checked() {
    let entry = &PACK.segmenter_entries()[0];
    let check = |key: &str, value| Options::new().with(key, value).check(entry.option_specs());
    assert!(check("dictionary", Value::Str("a".into())).is_ok());
    assert!(check("quotes", Value::Str("split".into())).is_ok());
    assert_eq!(check("quotes", Value::Str("some".into())).unwrap_err().kind(), ErrorKind::Option);
    let error = entry.open(&Options::new().with("dictionary", Value::Str("no/such/folder".into()))).err();
    assert!(error.is_some_and(|error| error.to_string().contains("no/such/folder")));
}

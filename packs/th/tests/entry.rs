//! What the entry says of a build.

use kawara_core::Options;
use kawara_pack_th::PACK;

#[test]
fn a_build_without_the_model_says_so() {
    let entry = &PACK.segmenter_entries()[0];
    assert_eq!(entry.known_note().is_none(), cfg!(feature = "model"));
    assert_eq!(PACK.known_notice().is_some(), cfg!(feature = "model"));
    assert!(entry.open(&Options::new()).is_ok());
}

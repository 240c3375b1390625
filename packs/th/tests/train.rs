//! The committed model is what training gives.
#![cfg(feature = "train")]
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

mod common;

use common::shared;

#[test]
fn training_gives_the_committed_model() {
    let Some(path) = shared("sbd/train/th-tud-sentences.txt") else { return };
    let trained = kawara_pack_th::train::train(&std::fs::read_to_string(path).unwrap());
    assert_eq!(trained.model, include_bytes!("../data/sentences.model"), "renew it: cargo xtask train-thai");
}

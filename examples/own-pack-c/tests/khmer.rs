//! The pack in C, built with its Makefile, loaded, held against the contract, and chunked with.

#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use kawara::{Cuts, Document, Engine, Grain, Options, Pack, Registry, policy::Policy};
use kawara_testkit::{SegmenterSubject, check_segmenter};

const RAIN: &str = "ភ្លៀងធ្លាក់ខ្លាំងពេញមួយយប់។ ព្រឹកឡើង ទឹកទន្លេឡើងដល់ស្ពាន។ តើអ្នកណាបើកទ្វារទឹក? ពួកគេបានជួយគ្នារហូតដល់ថ្ងៃត្រង់។\n\
    ផ្សារមានត្រី បន្លែ ផ្លែឈើ ។ល។ វាបើកពីម៉ោង ៦ ព្រឹក។";

/// None, said once, where there is no C compiler or no make.
fn khmer() -> Option<&'static Pack> {
    static LOADED: OnceLock<Option<&Pack>> = OnceLock::new();
    *LOADED.get_or_init(|| {
        let is_there = |program| {
            Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
        };
        if !is_there("cc") || !is_there("make") {
            eprintln!("skipped: no C compiler, or no make");
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let mut make = Command::new("make");
        make.arg(format!("OUT={}", folder.display()))
            .arg("CFLAGS=-O2 -Werror")
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        // A make around this one has a job server that is not for us.
        let built = make.env_remove("MAKEFLAGS").output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let suffix = if cfg!(target_os = "macos") { "dylib" } else { "so" };
        Some(kawara_native::load(&folder.join(format!("libkhmer.{suffix}")), None).unwrap())
    })
}

fn check(grain: Grain, marked: &str) {
    let Some(pack) = khmer() else { return };
    let segmenter = pack.segmenter_entries()[0].open(&Options::new()).unwrap();
    let text = marked.replace('|', "");
    let mut cuts = Cuts::new(&text);
    segmenter.worker().cuts(&text, grain, &mut cuts).unwrap();
    let mut start = 0;
    let piece = |end| &text[std::mem::replace(&mut start, end)..end];
    let pieces: Vec<_> = cuts.finish().unwrap().into_iter().map(piece).collect();
    assert_eq!(pieces.join("|"), marked);
}

#[test]
fn it_keeps_the_contract() {
    let Some(pack) = khmer() else { return };
    let entry = &pack.segmenter_entries()[0];
    let quoted = "គាត់និយាយថា «មកណេះ! » «ទេ?» ហើយសរសេរ https://example.com/?q=1។ ក្រុង\u{200b}ភ្នំពេញ (១០ ០០០ នាក់)៕";
    check_segmenter(&SegmenterSubject::open(entry, &Options::new()).unwrap().with_texts(&[RAIN, quoted]))
        .unwrap();
}

#[test]
fn sentences() {
    check(Grain::Sentence, "ភ្លៀងធ្លាក់ខ្លាំងពេញមួយយប់។ |ព្រឹកឡើង ទឹកទន្លេឡើងដល់ស្ពាន។|តើអ្នកណាបើកទ្វារទឹក? |«មកណេះ! » |ចប់៕");
    check(Grain::Sentence, "ផ្សារមានត្រី បន្លែ ផ្លែឈើ ។ល។ |វាបើកពីម៉ោង ៦ ព្រឹក។ |សូមមើល https://example.com/?q=1។");
    check(Grain::Sentence, "\"ហេតុអ្វី?\" |នាងសួរ។ |គាត់ថា 'ទេ។' |\"ចប់!\"|ទៅ។");
}

#[test]
fn clauses_and_words() {
    check(Grain::Clause, "ព្រឹកឡើង |ទឹក\u{200b}ទន្លេឡើងដល់ស្ពាន។ |វាបើកពីម៉ោង ៦ ព្រឹក។");
    check(Grain::Word, "ព្រឹកឡើង |ទឹក\u{200b}|ទន្លេ\u{200b}|ឡើង។");
}

#[test]
fn many_ends_cross_in_batches() {
    check(Grain::Sentence, &["ចប់។ "; 1000].join("|"));
}

#[test]
fn sentences_that_lean_back() {
    let Some(pack) = khmer() else { return };
    let segmenter = pack.segmenter_entries()[0].open(&Options::new()).unwrap();
    let mut worker = segmenter.worker();
    for (unit, leans) in [
        ("ពួកគេបានជួយគ្នា។", true),
        ("«ប៉ុន្តែទឹកឡើង។»", true),
        ("វា\u{200b}បើក។", true),
        ("វាលស្រែលិចទឹក។", false),
        ("ផ្សារបើក។", false),
        ("", false),
    ] {
        assert_eq!(worker.leans_back(unit).unwrap(), leans, "{unit}");
    }
}

#[test]
fn a_document_in_khmer() {
    let Some(pack) = khmer() else { return };
    let packs: Vec<_> = kawara::builtin().iter().copied().chain([pack]).collect();
    let policy =
        "policy = 1\n[budget]\ncounter = \"chars\"\nmax-tokens = 60\nmin-tokens = 0\n[units]\noverlap = 0\n";
    let policy = Policy::from_str(policy, "policy.toml", ".").unwrap();
    let engine = Engine::new(Registry::collect(&packs).unwrap(), policy);
    // Khmer letters alone do not say which language they are: the document, or the policy, does.
    let chunks = engine.chunk(&Document::new("rain", RAIN).with_language("km")).unwrap();
    let texts: Vec<_> = chunks.iter().map(|chunk| chunk.text()).collect();
    assert!(chunks.iter().all(|chunk| chunk.language() == "km" && chunk.tokens() <= 60));
    assert_eq!(chunks.moved_cuts(), 0);
    assert_eq!(
        texts,
        [
            "ភ្លៀងធ្លាក់ខ្លាំងពេញមួយយប់។ ព្រឹកឡើង ទឹកទន្លេឡើងដល់ស្ពាន។",
            "តើអ្នកណាបើកទ្វារទឹក? ពួកគេបានជួយគ្នារហូតដល់ថ្ងៃត្រង់។",
            "ផ្សារមានត្រី បន្លែ ផ្លែឈើ ។ល។ វាបើកពីម៉ោង ៦ ព្រឹក។"
        ]
    );
}

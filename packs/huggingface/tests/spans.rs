//! Where tokens stand: as the library's own offsets say, of every kind of tokenizer.
#![cfg(feature = "spans")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::ops::Range;

use common::{CORPORA, SMALL, corpus, open, real, small, stable};
use kawara_core::{Counter, ErrorKind};
use kawara_testkit::hostile;
use tokenizers_stable::Tokenizer;

fn spans(counter: &dyn Counter, text: &str) -> Vec<Range<usize>> {
    counter.token_spans(text).unwrap().unwrap()
}

/// The library's offsets, which it counts in characters where Python asks for them.
fn expected(reference: &Tokenizer, text: &str) -> Vec<Range<usize>> {
    let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let encoding = reference.encode_char_offsets(text, false).unwrap();
    encoding.get_offsets().iter().map(|&(start, end)| bytes[start]..bytes[end]).collect()
}

/// Spans that begin and end where characters do; the library gives characters by their first and last bytes, where tokens cut them.
fn widened(text: &str, spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let wide = |span: Range<usize>| text.floor_char_boundary(span.start)..text.ceil_char_boundary(span.end);
    spans.into_iter().map(wide).collect()
}

#[test]
fn spans_of_small_tokenizers_are_the_librarys_offsets() {
    for name in SMALL {
        let (counter, reference) = (open(&small(name)), stable(&small(name)));
        for text in hostile::TEXTS.iter().map(|(_, text)| text).chain(hostile::FRAGMENTS) {
            let spans = spans(&*counter, text);
            assert_eq!(spans.len(), counter.count(text).unwrap() as usize, "{name}: {text:?}");
            assert_eq!(widened(text, spans), expected(&reference, text), "{name}: {text:?}");
        }
    }
}

#[test]
fn spans_of_corpora_are_the_librarys_offsets() {
    for (name, file) in real() {
        let (counter, reference) = (open(&file), stable(&file));
        for language in CORPORA {
            let Some(texts) = corpus(language) else { return };
            for text in texts.iter().step_by(50) {
                let spans = widened(text, spans(&*counter, text));
                assert_eq!(spans, expected(&reference, text), "{name}, {language}");
            }
        }
    }
}

#[test]
fn special_strings_are_plain_text_and_nothing_is_cut_off() {
    let counter = open(&small("wordpiece"));
    assert_eq!(counter.specials_before() * 2, counter.specials());
    let text = "[SEP] the pump ".repeat(400);
    let spans = spans(&*counter, &text);
    assert_eq!(spans.len(), counter.count(&text).unwrap() as usize);
    assert_eq!((spans[0].clone(), spans.last().unwrap().end), (0..1, text.trim_end().len()));
}

#[test]
fn a_file_that_was_changed_is_named() {
    let dir = std::env::temp_dir().join(format!("kawara-spans-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("tokenizer.json");
    std::fs::copy(small("wordpiece"), &file).unwrap();
    let counter = open(&file);
    std::fs::copy(small("qwen"), &file).unwrap();
    let error = counter.token_spans("the pump").unwrap_err();
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(error.to_string().contains("changed since it was opened"), "{error}");
    assert_eq!(error.kind(), ErrorKind::Open);
}

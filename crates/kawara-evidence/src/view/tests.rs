#![allow(clippy::single_range_in_vec_init, reason = "one range is meant")]

use kawara::Document;
use kawara::input::{Encoding, Input};
use kawara::policy::Policy;
use kawara::run::RunOptions;

use super::model::Model;
use super::*;
use crate::Passage;

fn corpus(documents: impl IntoIterator<Item = Document>) -> Corpus {
    let inputs = documents.into_iter().map(|document| Input::Document(Box::new(document)));
    Corpus::read(inputs, Encoding::UTF_8, |failure| panic!("{failure}"))
}

fn laid(corpus: &Corpus, policy: &str) -> Laid {
    let policy = Policy::from_str(&format!("policy = 1\n{policy}"), "kawara.toml", ".").unwrap();
    Laid::by(&kawara::engine(policy).unwrap(), corpus, RunOptions::default(), |_| ())
}

fn question(id: &str, document: usize, ranges: &[std::ops::Range<usize>]) -> Question {
    let evidence = ranges.iter().map(|chars| Passage { chars: chars.clone(), relevance: 1.0 });
    Question { id: id.into(), document, question: None, class: None, evidence: evidence.collect() }
}

/// A string as JavaScript slices it.
fn slice(text: &str, (from, to): (u32, u32)) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16(&units[from as usize..to as usize]).expect("no pair of surrogates is torn")
}

const MIXED: &str = "The gate 🚪 opens at six. 門は六時に開く👩‍👩‍👧。ประตูเปิดหกโมง 𠮷野家は七時だ。The bus 🚌 leaves at half past. \
Tickets 🎫 are sold on board. 最終便は九時に戻る。";

#[test]
fn positions_are_those_of_strings_in_javascript() {
    let corpus = corpus([Document::new("a", MIXED)]);
    let cut = laid(&corpus, "[budget]\ncounter = \"chars\"\nmax-tokens = 60\n[units]\noverlap = 1\n");
    let view = View::new(&corpus).policy("p", &cut);
    let Model { documents, .. } = view.model();
    let chunks = cut.documents[0].chunks.as_ref().unwrap();
    let model = &documents[0].cuts[0];
    assert!(model.chunks.len() > 2 && model.chunks.iter().any(|chunk| chunk.carried > 0));
    for (shown, chunk) in model.chunks.iter().zip(chunks.iter()) {
        assert_eq!(slice(documents[0].texts[0], shown.at), chunk.text());
        assert_eq!(shown.units.len(), chunk.units().len());
        assert_eq!((shown.units[0].0, shown.units[0].1), (shown.at.0, chunk.source_range().start));
        for (at, from, to) in &shown.units {
            let source = &MIXED[*from..*to];
            assert_eq!(slice(MIXED, (*at, *at + source.encode_utf16().count() as u32)), source);
        }
    }
}

#[test]
fn figures_tell_what_a_policy_costs_and_keeps() {
    let text = "One is here. Two is here. Three is here. Four is here. Five is here. Six is here.";
    let corpus = corpus([Document::new("a", text), Document::new("b", text)]);
    let plain = laid(&corpus, "[budget]\ncounter = \"words\"\nmax-tokens = 6\n[units]\noverlap = 0\n");
    let carried = laid(&corpus, "[budget]\ncounter = \"words\"\nmax-tokens = 9\n[units]\noverlap = 1\n");
    let at = |word: &str| text.find(word).unwrap();
    let over = at("Two")..at("Four") - 1;
    let questions = [
        question("whole", 0, &[0..3]),
        question("over a cut", 0, std::slice::from_ref(&over)),
        question("b", 1, &[0..3, 13..16]),
    ];
    let view = View::new(&corpus).policy("plain", &plain).policy("carried", &carried).questions(&questions);
    let model = view.model();
    let figures = |document: usize, policy: usize| &model.documents[document].cuts[policy].figures;
    assert_eq!((figures(0, 0).covered, figures(0, 0).torn), (1, 1));
    assert_eq!((figures(0, 1).covered, figures(0, 1).torn), (2, 0));
    assert_eq!(model.documents[0].cuts[1].evidence[1].spans, [(over.start as u32, over.end as u32)]);
    for (nth, laid) in [&plain, &carried].into_iter().enumerate() {
        let all = &model.policies[nth].figures;
        assert_eq!((all.chunks, all.tokens), (laid.pieces.len(), laid.stored_tokens()));
        assert_eq!(all.redundancy, laid.effective_redundancy());
        assert_eq!(all.covered, figures(0, nth).covered + figures(1, nth).covered);
    }
    assert_eq!(model.documents[1].questions.len(), 1, "each document has its own");
}

#[test]
fn a_projected_text_is_shown_with_what_was_left_out() {
    let html = "<html><head><title>Gate</title><script>var x = 1;</script></head><body><p>The <b>gate</b> opens at six &amp; closes at nine.</p>\
<nav><a href=/>Home</a></nav><p>The bus leaves.</p></body></html>";
    let corpus = corpus([Document::new("a.html", html).with_content_type("text/html")]);
    let projected = laid(&corpus, "");
    let source = laid(&corpus, "[read]\ntext = \"source\"\n");
    let chars = html.find("gate</b>").unwrap()..html.find(" closes").unwrap();
    let questions = [
        question("q", 0, &[chars]),
        question("left out", 0, &[html.find("var").unwrap()..html.find("= 1").unwrap()]),
    ];
    let view = View::new(&corpus).policy("plain", &projected).policy("source", &source).questions(&questions);
    let model = view.model();
    let document = &model.documents[0];
    assert_eq!(document.texts.len(), 2, "each policy reads it in its own way");
    let (shown, verbatim) = (&document.cuts[0], &document.cuts[1]);
    assert!(shown.projected && !verbatim.projected);
    assert_eq!(slice(document.texts[0], shown.evidence[0].spans[0]), "gate opens at six &");
    assert!(shown.evidence[1].spans.is_empty());
    let navigation = shown.skipped.iter().find(|skipped| skipped.why == "navigation").unwrap();
    assert_eq!(navigation.excerpt, "<nav><a href=/>Home</a></nav>");
    assert!(
        slice(document.texts[0], (0, navigation.at.0)).trim_end().ends_with("at nine."),
        "{navigation:?}"
    );
    assert!(shown.skipped.iter().all(|skipped| skipped.why != "markup"));
    assert!(shown.left_out.iter().any(|(why, times, chars)| *why == "markup" && *times > 2 && *chars > 20));
    assert_eq!(document.texts[1], html);
}

#[test]
fn what_is_left_out_of_the_source_is_shown_in_its_place() {
    let text = "---\ntitle: Gate\n---\n\nThe gate opens at six.\n";
    let corpus = corpus([Document::new("a.md", text).with_content_type("text/markdown")]);
    let cut = laid(&corpus, "");
    let view = View::new(&corpus).policy("p", &cut);
    let model = view.model();
    let skipped = &model.documents[0].cuts[0].skipped;
    let front = skipped.iter().find(|skipped| skipped.why == "front matter").unwrap();
    assert!(slice(text, front.at).contains("title: Gate"), "{front:?}");
    assert_eq!(front.excerpt, "");
}

#[test]
fn a_document_that_fails_is_shown_as_it_is() {
    let corpus = corpus([Document::new("a", "The gate opens.")]);
    let failed = Laid { documents: vec![crate::LaidDocument::default()], pieces: Vec::new() };
    let questions = [question("q", 0, &[4..8])];
    let view = View::new(&corpus).policy("p", &failed).questions(&questions);
    let model = view.model();
    let cut = &model.documents[0].cuts[0];
    assert!(cut.failed && cut.chunks.is_empty());
    assert_eq!((cut.figures.torn, cut.evidence[0].spans.clone()), (1, vec![(4, 8)]));
    assert_eq!(model.documents[0].texts, ["The gate opens."]);
}

#[test]
fn no_text_becomes_markup_and_the_same_input_gives_the_same_bytes() {
    let hostile = "</script><script>alert(\"1\")</script><!--\u{2028} & 'quotes'";
    let corpus = corpus([Document::new(hostile, format!("{hostile}. Another sentence."))]);
    let cut = laid(&corpus, "");
    let questions = [question(hostile, 0, &[0..9])];
    let page = || View::new(&corpus).policy(hostile, &cut).questions(&questions).to_html().unwrap();
    let html = page();
    assert_eq!(html.matches("</script>").count(), 2, "that of the data, and ours");
    let (_, data) = html.split_once("id=\"data\">").unwrap();
    assert!(!html.contains("alert(\"") && !data.contains("\u{2028}"));
    assert!(!html.contains("://") && !html.contains(" style=\""));
    assert_eq!(html, page());
}

use std::collections::BTreeSet;

use kawara::Document;
use kawara::contextual::{Key, Requests, Template};

use crate::{engine, manual};

fn keys(requests: &Requests, document: &Document) -> Vec<Key> {
    let engine = engine();
    let chunks = engine.chunk(document).unwrap();
    requests.of(&engine, document, chunks).unwrap().keys().collect()
}

#[test]
fn each_chunk_has_a_request_of_its_own() {
    let (engine, document) = (engine(), manual(2, 2));
    let chunks = engine.chunk(&document).unwrap();
    let requests = Requests::default();
    let requests: Vec<_> = requests.of(&engine, &document, chunks.clone()).unwrap().iter().collect();
    assert_eq!(requests.len(), chunks.len());
    assert!(requests.len() > 3);
    for (request, chunk) in requests.iter().zip(chunks.iter()) {
        assert_eq!((request.id, request.doc_id.as_str()), (chunk.id(), "manual.md"));
        assert_eq!(request.start..request.end, chunk.source_range());
        assert!(request.prompt.contains(document.text().trim()), "{}", request.prompt);
        assert!(request.prompt.contains(&format!("<passage>\n{}\n</passage>", chunk.text())));
        assert!(request.prompt.contains("Title: The manual\n"));
    }
    let known: BTreeSet<_> = requests.iter().map(|request| request.key.to_string()).collect();
    assert_eq!(known.len(), requests.len());
}

#[test]
fn a_key_changes_with_template_document_chunk_and_with_nothing_else() {
    let requests = Requests::default();
    let document = manual(2, 2);
    let before = keys(&requests, &document);
    assert_eq!(keys(&requests.clone(), &document.clone()), before);
    let elsewhere = Document::new("copy.md", document.text().clone()).with_content_type("text/markdown");
    assert_eq!(keys(&requests, &elsewhere), before, "a document that was moved has its answers");
    let others = [
        keys(&Requests::new(Template::parse("{chunk}", "t").unwrap()), &document),
        keys(&requests.clone().with_document_tokens(100), &document),
        keys(&requests, &document.clone().with_text(format!("{}End.", document.text()))),
        keys(&requests, &document.clone().with_title("Another")),
    ];
    for other in others {
        assert!(before.iter().zip(&other).all(|(one, two)| one != two));
    }
}

#[test]
fn braces_in_documents_are_harmless() {
    let engine = engine();
    let document = Document::new("a", "Write {chunk} and {title} and {nothing}.").with_title("{document}");
    let template = Template::parse("[{title}][{document}][{chunk}]", "t").unwrap();
    let requests = Requests::new(template);
    let made = requests.of(&engine, &document, engine.chunk(&document).unwrap()).unwrap();
    let text = document.text();
    assert_eq!(made.get(0).unwrap().prompt, format!("[{{document}}][{text}][{text}]"));
}

#[test]
fn of_a_long_document_the_section_around_the_chunk_is_shown() {
    let (engine, document) = (engine(), manual(5, 6));
    let template = Template::parse("{document}\n----\n{chunk}", "t").unwrap();
    let whole = engine.chunk(&document).unwrap();
    let counter = engine.counter(whole.in_force()[0].settings()).unwrap();
    for limit in [5, 12, 30, 80, 200, 300] {
        let requests = Requests::new(template.clone()).with_document_tokens(limit);
        let chunks = engine.chunk(&document).unwrap();
        let made = requests.of(&engine, &document, chunks.clone()).unwrap();
        for (request, chunk) in made.iter().zip(chunks.iter()) {
            let (shown, _) = request.prompt.split_once("\n----\n").unwrap();
            assert!(document.text().contains(shown));
            assert!(shown.contains(chunk.text().trim()), "{shown}");
            let tokens = counter.count(shown).unwrap();
            assert!(tokens <= limit.max(chunk.tokens()), "{tokens} {limit} {shown}");
            // A section has some eighty words: it is shown where it fits, and at least a half of what there is room for.
            let section = chunk.text().contains("Pump 3");
            if section && limit == 80 {
                assert!(shown.starts_with("## Section 3\n") && shown.ends_with("5 with care."), "{shown}");
            }
            if limit > 12 {
                assert!(tokens > limit / 2, "{tokens} of {limit}");
            }
            if limit > 30 {
                let begins =
                    ["## Section", "# The manual", "Pump "].iter().any(|start| shown.starts_with(start));
                assert!(begins && shown.ends_with("with care."), "{shown}");
            }
        }
    }
}

#[test]
fn a_projection_is_shown_as_chunks_are_made_of_it() {
    let engine = engine();
    let html: String = (0..40)
        .map(|nth| format!("<h2>Part {nth}</h2><p>The <b>pump</b> number {nth} &amp; its valve.</p>"))
        .collect();
    let document = Document::new("a.html", html).with_content_type("text/html");
    let chunks = engine.chunk(&document).unwrap();
    let requests =
        Requests::new(Template::parse("{document}\n----\n{chunk}", "t").unwrap()).with_document_tokens(40);
    for (request, chunk) in requests.of(&engine, &document, chunks.clone()).unwrap().iter().zip(chunks.iter())
    {
        let (shown, _) = request.prompt.split_once("\n----\n").unwrap();
        assert!(
            chunks.text().contains(shown) && shown.contains(chunk.text().trim()) && shown.len() > 100,
            "{shown}"
        );
    }
}

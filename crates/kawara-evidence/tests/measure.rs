//! What is measured is what a run would lay and count.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::path::Path;

use kawara::input::{Encoding, Found, Input, walk};
use kawara::policy::Policy;
use kawara::run::RunOptions;
use kawara::{BlockKind, Document, Engine, PolicyTree};
use kawara_evidence::cost::cost;
use kawara_evidence::measure::measure;
use kawara_evidence::propose::{Probe, ProbeClass, propose};
use kawara_evidence::windows::Window;

/// The example corpus.
fn corpus() -> Vec<Document> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/corpus");
    let mut found = Found::default();
    walk(&home, &kawara::registry().unwrap(), &mut found);
    assert!(found.files.len() > 10);
    let read = |(path, bytes): (std::path::PathBuf, u64)| {
        let id = path.strip_prefix(&home).unwrap().to_string_lossy().into_owned();
        Input::File { path, id, bytes }.document(Encoding::UTF_8).unwrap()
    };
    found.files.into_iter().map(read).collect()
}

fn inputs(documents: &[Document]) -> impl Iterator<Item = Input> + Send + use<> {
    documents
        .iter()
        .map(|document| Input::Document(Box::new(document.clone())))
        .collect::<Vec<_>>()
        .into_iter()
}

fn engine(changes: &[&str]) -> Engine {
    let nearest = Policy::builtin("docs").unwrap();
    let changes = changes.iter().map(|change| (*change).to_owned()).collect();
    Engine::new(kawara::registry().unwrap(), PolicyTree::nearest(nearest, changes).unwrap())
}

fn document(path: &str, text: &str) -> Document {
    Document::new(path, text).with_path(path)
}

#[test]
fn units_as_a_chunk_have_the_tokens_of_that_chunk() {
    let (mut compared, mut with_context) = (0, 0);
    for counter in ["tiktoken:cl100k_base", "tiktoken:o200k_base", "words"] {
        let engine = engine(&["units.overlap=0", &format!("budget.counter={counter}")]);
        let mut worker = engine.worker();
        for document in corpus() {
            let chunks = worker.chunk(&document).unwrap();
            let chunks: Vec<_> = chunks.iter().filter(|chunk| chunk.flags().is_empty()).collect();
            worker
                .measure(&document, |units| {
                    let starts: Vec<usize> =
                        (0..units.len()).map(|nth| units.get(nth).unwrap().source.start).collect();
                    for chunk in &chunks {
                        let first = starts.binary_search(&chunk.units().next().unwrap().start).unwrap();
                        assert_eq!(
                            units.chunk_tokens(first..first + chunk.units().len())?,
                            chunk.tokens(),
                            "{}",
                            document.id()
                        );
                        compared += 1;
                        with_context += usize::from(!chunk.context().is_empty());
                    }
                    Ok(())
                })
                .unwrap();
        }
    }
    assert!(compared > 200 && with_context > 100, "{compared} {with_context}");
}

#[test]
fn rows_know_their_header_and_sections_their_heading() {
    let text = "# Pumps\n\nBefore it.\n\n| pump | state |\n|---|---|\n| one | on |\n| two | off |\n\n## Next\n\nAfter it.\n";
    let engine = engine(&[]);
    let mut seen = Vec::new();
    engine
        .worker()
        .measure(&document("pumps.md", text), |units| {
            for nth in 0..units.len() {
                let unit = units.get(nth).unwrap();
                assert_eq!(&text[unit.source.clone()], unit.text);
                let lead = unit
                    .lead
                    .and_then(|lead| units.lead(lead))
                    .unwrap_or_default()
                    .lines()
                    .next()
                    .unwrap_or_default();
                seen.push((
                    unit.text.lines().next().unwrap().to_owned(),
                    unit.section,
                    unit.is_heading,
                    lead.to_owned(),
                    unit.is_behind_barrier,
                ));
                assert_eq!(unit.kind == BlockKind::Row, !unit.is_carried && !unit.is_heading, "{unit:?}");
            }
            assert!(units.get(units.len()).is_none() && units.tokens(units.len()..units.len() + 1).is_err());
            assert_eq!((units.tokens(1..1)?, units.chunk_tokens(1..1)?), (0, 0));
            Ok(())
        })
        .unwrap();
    let seen: Vec<_> = seen
        .iter()
        .map(|(text, section, heading, lead, barrier)| {
            (text.as_str(), *section, *heading, lead.as_str(), *barrier)
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("# Pumps", 1, true, "", true),
            ("Before it.", 1, false, "", false),
            ("| pump | state |", 1, false, "", false),
            ("| one | on |", 1, false, "| pump | state |", false),
            ("| two | off |", 1, false, "| pump | state |", false),
            ("## Next", 2, true, "", true),
            ("After it.", 2, false, "", false),
        ]
    );
}

#[test]
fn figures_do_not_depend_on_threads_or_on_how_documents_come() {
    let documents = corpus();
    let (engine, one) = (engine(&[]), std::num::NonZeroUsize::MIN);
    let alone = RunOptions { threads: one, ..RunOptions::default() };
    let measured =
        |options| measure(&engine, inputs(&documents), options, |result, _| result.unwrap()).to_json();
    assert_eq!(
        measured(alone),
        measured(RunOptions { threads: one.saturating_add(3), bytes_in_flight: 1, ..alone })
    );
    let mut joined = kawara_evidence::measure::Measures::default();
    for document in documents.iter().rev() {
        joined.join(&measure(&engine, inputs(std::slice::from_ref(document)), alone, |result, _| {
            result.unwrap()
        }));
    }
    assert_eq!(joined.to_json(), measured(alone));
}

#[test]
fn a_cost_is_the_sum_of_chunks() {
    let documents = corpus();
    let engine = engine(&[]);
    let cost = cost(&engine, inputs(&documents), RunOptions::default(), |result, _| assert!(result.is_ok()));
    let (mut chunks, mut stored, mut source) = (0, 0, 0);
    for document in &documents {
        let laid = engine.chunk(document).unwrap();
        chunks += laid.len() as u64;
        stored += laid.iter().map(|chunk| u64::from(chunk.tokens())).sum::<u64>();
        source += u64::from(laid.document_tokens());
    }
    assert_eq!(
        (cost.documents, cost.chunks, cost.stored_tokens, cost.source_tokens),
        (documents.len() as u64, chunks, stored, source)
    );
    assert_eq!((cost.failed, cost.embedded_tokens, cost.vector_count()), (0, stored, chunks));
}

#[test]
fn windows_that_are_laid_are_as_many_as_their_closed_form_says() {
    // Words of one token each: no border lies inside a character, and nothing is trimmed but spaces.
    let text = "word".to_owned() + &" word".repeat(2_499);
    let document = document("words.txt", &text);
    for (size, percent) in [(64, 0), (64, 10), (100, 25), (100, 50), (7, 30), (2500, 10), (3000, 10)] {
        let window = Window::with_percent(size, percent).unwrap();
        let overlap = format!("tiling.window-overlap={}", window.overlap());
        let most = format!("budget.max-tokens={size}");
        let changes = [
            "budget.counter=words",
            "context.prepend=[]",
            "budget.min-tokens=0",
            "tiling.strategy='token-window'",
            &most,
            &overlap,
        ];
        let cost = cost(
            &engine(&changes),
            inputs(std::slice::from_ref(&document)),
            RunOptions::default(),
            |_, _| (),
        );
        assert_eq!(
            (cost.source_tokens, cost.chunks, cost.stored_tokens),
            (2_500, window.count(2_500), window.stored(2_500)),
            "{window}"
        );
        assert!((cost.redundancy().unwrap() - window.redundancy(2_500)).abs() < 1e-12, "{window}");
    }
}

fn probes(documents: &[Document], most: usize) -> Vec<Probe> {
    propose(&engine(&[]), inputs(documents), RunOptions::default(), most, |result, _| _ = result.unwrap())
}

#[test]
fn every_passage_stands_where_it_says() {
    let documents = corpus();
    let probes = probes(&documents, 1000);
    for probe in &probes {
        let document = documents.iter().find(|document| document.id() == probe.doc_id).unwrap();
        let [(needed, _), (unit, _)] = &probe.evidence[..] else { panic!("{probe:?}") };
        assert!(needed.start < needed.end && needed.end <= unit.start && unit.start < unit.end, "{probe:?}");
        for (chars, text) in &probe.evidence {
            let there: String = document.text().chars().skip(chars.start).take(chars.len()).collect();
            assert_eq!(there, *text, "{probe:?}");
        }
    }
    let count = |class: ProbeClass| probes.iter().filter(|probe| probe.class == class).count();
    let counts = ProbeClass::ALL.map(count);
    assert!(counts.iter().all(|count| *count > 5), "{counts:?}");
    let ids: std::collections::BTreeSet<&str> = probes.iter().map(|probe| probe.id.as_str()).collect();
    assert_eq!(ids.len(), probes.len(), "no id stands twice");
}

#[test]
fn at_most_so_many_of_a_class_and_of_as_many_documents_as_there_are() {
    let documents = corpus();
    let (all, few) = (probes(&documents, 1000), probes(&documents, 4));
    for class in ProbeClass::ALL {
        let of = |probes: &[Probe]| -> Vec<Probe> {
            probes.iter().filter(|probe| probe.class == class).cloned().collect()
        };
        let (all, few) = (of(&all), of(&few));
        let documents = |probes: &[Probe]| {
            probes.iter().map(|probe| probe.doc_id.clone()).collect::<std::collections::BTreeSet<_>>().len()
        };
        assert_eq!((few.len(), documents(&few)), (4, documents(&all).min(4)), "{class:?}");
        assert!(few.iter().all(|probe| all.contains(probe)), "{class:?}");
    }
}

#[test]
fn what_says_its_heading_or_has_nothing_before_it_is_no_probe() {
    let says = "# Refunds\n\nRefunds take ten days.\n\n## Limits\n\nFive a day.\n\n```\ncode\n```\n";
    let heads: Vec<String> =
        probes(&[document("a.md", says)], 9).into_iter().map(|probe| probe.evidence[1].1.clone()).collect();
    assert_eq!(heads, ["Five a day."]);
    let first =
        [document("b.txt", "However, it stopped."), document("c.md", "# It\n\nHowever, that stopped.\n")];
    let classes: Vec<ProbeClass> = probes(&first, 9).iter().map(|probe| probe.class).collect();
    assert_eq!(
        classes,
        [ProbeClass::Heading],
        "nothing is carried over a heading, and nothing stands before a beginning"
    );
}

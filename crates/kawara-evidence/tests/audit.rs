//! For each kind of fault a small file of chunks that has it, and its clean twin.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::num::NonZeroUsize;

use kawara::guard::Records;
use kawara::input::{Encoding, Input};
use kawara::policy::Policy;
use kawara::run::RunOptions;
use kawara::{Document, Gauge};
use kawara_evidence::audit::{Audit, Fields, Finding, Given, Kind, Options, align, audit};
use kawara_evidence::{Corpus, Error, ErrorKind, Laid};
use serde_json::{Value, json};

const PUMP: &str = "The pump stopped at noon. Nobody noticed it until the tank ran dry. The owner called the plant. He came at two.";
const ZH: &str = "水泵在中午停了。没有人注意到它。老板打电话给工厂。他两点钟才来。";
const JA: &str = "ポンプは正午に止まった。誰も気づかなかった。店主は工場に電話した。彼は二時に来た。";
const TH: &str = "ปั๊มน้ำหยุดทำงานตอนเที่ยงวันของเมื่อวานนี้ และไม่มีใครสังเกตเห็นจนกระทั่งน้ำในถังหมด";

struct Case<'a> {
    documents: &'a [(&'a str, &'a str)],
    counter: &'a str,
    limit: Option<u32>,
    max_tokens: Option<u32>,
}

impl Default for Case<'_> {
    fn default() -> Self {
        Self { documents: &[("a", PUMP)], counter: "words", limit: None, max_tokens: None }
    }
}

impl Case<'_> {
    fn audit(&self, chunks: &[Value]) -> Audit {
        let documents = self
            .documents
            .iter()
            .map(|(id, text)| Input::Document(Box::new(Document::new(*id, *text).with_path(*id))));
        let corpus = Corpus::read(documents, Encoding::UTF_8, |failure| panic!("{failure}"));
        let lines: String = chunks.iter().map(|chunk| format!("{chunk}\n")).collect();
        let records = Records::new(lines.as_bytes(), "chunks.jsonl");
        let given =
            records.map(|record| Given::read(&record.unwrap(), &Fields::default()).unwrap()).collect();
        let gauge = Gauge::open(&kawara::registry().unwrap(), self.counter).unwrap();
        let gauges = [self.limit.into_iter().fold(gauge, Gauge::with_limit)];
        let options = Options {
            gauges: &gauges,
            max_tokens: self.max_tokens,
            is_overlap_meant: false,
            threads: NonZeroUsize::MIN,
        };
        let engine = kawara::engine(Policy::builtin("docs").unwrap()).unwrap();
        let cut = |toml: &str| {
            let policy = Policy::from_str(toml, "kawara.toml", ".")
                .map_err(|mistakes| Error::new(ErrorKind::Settings, format!("{mistakes}\n{toml}")))?;
            Ok(Laid::by(&kawara::engine(policy)?, &corpus, RunOptions::default(), |failure| {
                panic!("{failure}")
            }))
        };
        let found =
            audit(&corpus, &align(&corpus, given), &engine, &options, cut, |failure| panic!("{failure}"));
        let found = found.unwrap();
        let fix = &found.policy;
        assert_eq!(
            (fix.torn_sentences, fix.torn_characters, fix.over_budget, fix.failed),
            (0, 0, 0, 0),
            "{fix:?}"
        );
        found
    }

    fn finding(&self, kind: Kind, chunks: &[Value]) -> Option<Finding> {
        self.audit(chunks).finding(kind).cloned()
    }
}

fn texts(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| json!(text)).collect()
}

fn whole() -> Vec<Value> {
    texts(&[
        "The pump stopped at noon. Nobody noticed it until the tank ran dry.",
        "The owner called the plant. He came at two.",
    ])
}

#[test]
fn nothing_is_found_in_chunks_without_fault() {
    for max_tokens in [None, Some(13)] {
        let audit = Case { max_tokens, ..Case::default() }.audit(&whole());
        assert!(audit.is_well(), "{:?}", audit.findings);
        assert_eq!((audit.chunks, audit.documents, audit.placed["exact"]), (2, 1, 2));
        assert_eq!(audit.stored.redundancy, 0.0);
    }
}

#[test]
fn chunks_that_stand_nowhere() {
    let mut chunks = whole();
    chunks.push(json!(
        "The pump stopped at noon. What happened next has been told in many ways by many people since."
    ));
    let found = Case::default().finding(Kind::NotPlaced, &chunks).unwrap();
    assert_eq!((found.count, found.of, found.examples[0].line), (1, 3, Some(3)));
    assert!(found.examples[0].note.contains("stands in a from character 0"), "{found:?}");
}

#[test]
fn documents_that_are_not_there() {
    let named = |name: &str| -> Vec<Value> {
        whole().iter().map(|text| json!({"text": text, "source": name})).collect()
    };
    assert_eq!(Case::default().finding(Kind::UnknownDocument, &named("b")).unwrap().count, 2);
    assert_eq!(Case::default().finding(Kind::UnknownDocument, &named("a")), None);
}

#[test]
fn what_a_model_does_not_see() {
    let case = Case { limit: Some(10), ..Case::default() };
    let found = case.finding(Kind::Truncated, &whole()).unwrap();
    assert_eq!((found.count, found.model.as_deref()), (1, Some("words")));
    assert_eq!(found.figures["lost_tokens"], 3);
    assert_eq!(Case { limit: Some(13), ..Case::default() }.finding(Kind::Truncated, &whole()), None);
}

#[test]
fn over_what_was_asked_for() {
    let found = |max_tokens| {
        Case { max_tokens: Some(max_tokens), ..Case::default() }.finding(Kind::OverBudget, &whole())
    };
    let over = found(12).unwrap();
    assert_eq!((over.count, over.of, over.figures["most_tokens"].as_u64()), (1, 2, Some(13)));
    assert_eq!(found(13), None);
}

#[test]
fn torn_characters_of_every_kind() {
    let at = ZH.find("没").unwrap();
    let torn = |documents: &[(&str, &str)], chunks: &[Value]| {
        Case { documents, counter: "chars", ..Case::default() }.finding(Kind::TornCharacters, chunks)
    };
    let zh = [("zh", ZH)];
    let found =
        torn(&zh, &texts(&[&format!("{}\u{fffd}", &ZH[..at]), &format!("\u{fffd}{}", &ZH[at + 3..])]))
            .unwrap();
    assert_eq!((found.count, found.figures["with_replacements"].as_u64()), (2, Some(2)));
    assert_eq!(torn(&zh, &texts(&[&ZH[..at], &ZH[at..]])), None);
    for (text, mark) in [
        ("The cafe\u{301} by the water was closed at noon.", "\u{301}"),
        ("The family 👨\u{200d}👩\u{200d}👧 came at two and left at six.", "\u{200d}👧"),
        (TH, "\u{e31}"),
        ("One line of the log\r\nand another one of it", "\n"),
    ] {
        let document = [("d", text)];
        let border = text.find(mark).unwrap();
        let found = torn(&document, &texts(&[&text[..border], &text[border..]])).unwrap();
        assert_eq!(found.figures["with_torn_clusters"], 2, "{text:?}: {found:?}");
        let space = text.find(' ').unwrap() + 1;
        assert_eq!(torn(&document, &texts(&[&text[..space], &text[space..]])), None, "{text:?}");
    }
    // What the source has already was torn by somebody else.
    let broken = [("d", "The pump \u{fffd} stopped at noon.")];
    assert_eq!(torn(&broken, &texts(&["The pump \u{fffd} stopped at noon."])), None);
}

#[test]
fn torn_sentences_in_every_language() {
    for (language, text, inside) in
        [("en", PUMP, "noticed"), ("zh", ZH, "注意"), ("ja", JA, "気づ"), ("th", TH, "น้ำในถัง")]
    {
        let at = text.find(inside).unwrap();
        let documents = [("d", text)];
        let case = Case { documents: &documents, counter: "chars", max_tokens: Some(200), ..Case::default() };
        let audit = case.audit(&texts(&[&text[..at], &text[at..]]));
        let found = audit.finding(Kind::TornSentences).unwrap();
        assert_eq!(found.count, 1, "{language}");
        assert_eq!(audit.languages[language].whole_nowhere, 1);
        assert!(found.examples[0].text.contains('⏐'), "{found:?}");
        assert_eq!((audit.borders.begin_inside, audit.borders.end_inside, audit.borders.mended), (1, 1, 0));
        // The neighbour has it whole.
        let from = text[..at].rfind(['.', '。']).map_or(0, |at| text.ceil_char_boundary(at + 1));
        let mended = case.audit(&texts(&[&text[..at], &text[from..]]));
        assert_eq!(mended.finding(Kind::TornSentences), None, "{language}");
        assert_eq!(mended.borders.mended, 1, "{language}");
    }
}

#[test]
fn a_sentence_without_its_mark_is_whole_and_one_too_long_is_nobodys_fault() {
    let bare = texts(&[
        "The pump stopped at noon",
        "Nobody noticed it until the tank ran dry",
        "The owner called the plant",
        "He came at two",
    ]);
    assert_eq!(Case::default().finding(Kind::TornSentences, &bare), None);
    let long =
        "one two three four five six seven eight nine ten eleven twelve. ".repeat(4).replace(". ", " ")
            + "end.";
    let documents = [("d", long.as_str())];
    let words: Vec<&str> = long.split(' ').collect();
    let chunks: Vec<Value> = words.chunks(20).map(|words| json!(words.join(" "))).collect();
    let audit = Case { documents: &documents, max_tokens: Some(20), ..Case::default() }.audit(&chunks);
    assert_eq!((audit.finding(Kind::TornSentences), audit.languages["en"].too_long), (None, 1));
}

#[test]
fn text_that_is_nowhere() {
    let found = Case::default().finding(Kind::LostText, &whole()[..1]).unwrap();
    assert_eq!((found.count, found.figures["stretches_with_letters"].as_u64()), (35, Some(1)));
    assert_eq!(found.examples[0].text, "The owner called the plant. He came at two.");
    assert_eq!(Case::default().finding(Kind::LostText, &whole()), None);
    // What a reader leaves out too is not lost.
    let document = [("d.md", "---\ntitle: Pump\n---\n\nThe pump stopped at noon.\n")];
    let audit =
        Case { documents: &document, ..Case::default() }.audit(&texts(&["The pump stopped at noon."]));
    assert_eq!(audit.finding(Kind::LostText), None);
}

#[test]
fn overlap_that_is_missing_or_ragged() {
    let case = Case { max_tokens: Some(13), ..Case::default() };
    let carried = texts(&[
        "The pump stopped at noon. Nobody noticed it until the tank ran dry.",
        "Nobody noticed it until the tank ran dry. The owner called the plant.",
        "The owner called the plant. He came at two.",
    ]);
    let audit = case.audit(&carried);
    assert!(audit.is_well(), "{:?}", audit.findings);
    assert_eq!((audit.overlap.carrying, audit.overlap.sentences), (2, 1.0));
    assert!(audit.policy.toml.contains("\noverlap = 1\n"), "{}", audit.policy.toml);
    let missing = texts(&[
        "The pump stopped at noon. Nobody noticed it until the tank ran dry.",
        "Nobody noticed it until the tank ran dry. The owner called the plant.",
        "He came at two.",
    ]);
    let found = case.finding(Kind::NoOverlap, &missing).unwrap();
    assert_eq!((found.count, found.of), (1, 2));
    assert_eq!(case.finding(Kind::RaggedOverlap, &carried), None);
    let ragged = texts(&[
        "The pump stopped at noon. Nobody noticed it until the tank ran dry.",
        "tank ran dry. The owner called the plant. He came at two.",
    ]);
    let found = case.finding(Kind::RaggedOverlap, &ragged).unwrap();
    assert_eq!((found.count, found.of, found.figures["without_a_whole_sentence"].as_u64()), (1, 1, Some(1)));
}

#[test]
fn stored_twice() {
    let mut chunks = whole();
    assert_eq!(Case::default().finding(Kind::Duplicates, &chunks), None);
    chunks.push(chunks[0].clone());
    let found = Case::default().finding(Kind::Duplicates, &chunks).unwrap();
    assert_eq!(
        (found.count, found.figures["tokens"].as_u64(), found.examples[0].note.as_str()),
        (1, Some(13), "the same as line 1")
    );
    let mut chunks = whole();
    assert_eq!(Case::default().finding(Kind::Contained, &chunks), None);
    chunks.push(json!("He came at two."));
    let found = Case::default().finding(Kind::Contained, &chunks).unwrap();
    assert_eq!((found.count, found.figures["tokens"].as_u64()), (1, Some(4)));
}

#[test]
fn offsets_that_do_not_hold() {
    let at = |off: i64| {
        let mut start = 0;
        let chunk = |text: &Value| {
            let text = text.as_str().unwrap();
            start = PUMP[start..].find(text).unwrap() + start;
            json!({"text": text, "start_index": start as i64 + off})
        };
        whole().iter().map(chunk).collect::<Vec<Value>>()
    };
    assert_eq!(Case::default().finding(Kind::WrongOffsets, &at(0)), None);
    let found = Case::default().finding(Kind::WrongOffsets, &at(2)).unwrap();
    assert_eq!((found.count, found.of, found.figures["median_off"].as_u64()), (2, 2, Some(2)));
    assert!(found.examples[0].note.contains("off by +2"), "{found:?}");
}

#[test]
fn marks_on_the_wrong_side() {
    let at = ZH.find('。').unwrap();
    let documents = [("zh", ZH)];
    let case = Case { documents: &documents, counter: "chars", ..Case::default() };
    assert_eq!(case.finding(Kind::LeadingPunctuation, &texts(&[&ZH[..at], &ZH[at..]])).unwrap().count, 1);
    assert_eq!(case.finding(Kind::LeadingPunctuation, &texts(&[&ZH[..at + 3], &ZH[at + 3..]])), None);
}

#[test]
fn small_ones_with_room_beside_them() {
    let text = "One two three four five six. ".repeat(12) + "Seven.";
    let documents = [("d", text.as_str())];
    let case = Case { documents: &documents, max_tokens: Some(80), ..Case::default() };
    let cut = text.len() - "Seven.".len();
    let found = case.finding(Kind::Tiny, &texts(&[&text[..cut], &text[cut..]])).unwrap();
    assert_eq!((found.count, found.figures["fewer_than"].as_u64()), (1, Some(10)));
    assert_eq!(case.finding(Kind::Tiny, &texts(&[&text])), None);
    // No room: then it is small for a reason.
    let case = Case { max_tokens: Some(72), ..case };
    assert_eq!(case.finding(Kind::Tiny, &texts(&[&text[..cut], &text[cut..]])), None);
}

#[test]
fn kawaras_own_chunks_are_without_fault() {
    let markdown = [PUMP, ZH, JA, TH].join("\n\n").repeat(5);
    // What the reader puts in, the keys above a value, stands nowhere in the source.
    let meters = (0..30).map(|at| json!({"serial": at, "state": {"seal": "whole", "notes": [PUMP, ZH]}}));
    let json = json!({ "report": { "meters": meters.collect::<Vec<_>>() } });
    let json = serde_json::to_string_pretty(&json).unwrap();
    // Cells that span rows stand before the rows that they are in; tags, times and escaped line breaks stand for nothing.
    let row = |at: u32| {
        let head = if at.is_multiple_of(9) { "<td rowspan=\"9\">引號</td>" } else { "" };
        format!(
            "<tr>{head}<td>Mark {at}</td><td><b>RIGHT</b> CORNER &amp; BRACKET {at}</td><td>主要用於<i>繁體</i></td></tr>\n"
        )
    };
    let rows: String = (0..90).map(row).collect();
    let html = format!(
        "<h1>Marks</h1><table><tr><th>Kind</th><th>Name</th><th>Says</th><th>Note</th></tr>{rows}</table>"
    );
    let subtitles: String = (0..118)
        .map(|at| {
            format!(
                "{}\n00:{:02}:00,000 --> 00:{:02}:05,000\nThe pump {at}\nstopped at noon.\n\n",
                at + 1,
                at / 2,
                at / 2
            )
        })
        .collect();
    let answer = format!("{PUMP}\n\n{ZH}\n\n- 三台 [{JA}]\n\n").repeat(8);
    let lines: String = (0..6).map(|at| format!("{}\n", json!({"id": at, "answer": answer}))).collect();
    for (id, text) in
        [("d.md", markdown), ("d.json", json), ("d.html", html), ("d.srt", subtitles), ("d.jsonl", lines)]
    {
        let corpus = [(id, text.as_str())];
        let policy = "policy = 1\nextends = [\"kawara:docs\"]\n[budget]\ncounter = \"tiktoken:cl100k_base\"\nmax-tokens = 256\n";
        let engine = kawara::engine(Policy::from_str(policy, "kawara.toml", ".").unwrap()).unwrap();
        let chunks = engine.chunk(&Document::new(id, text.as_str()).with_path(id)).unwrap();
        let record = |chunk| serde_json::to_value(kawara::output::Record::of(chunk)).unwrap();
        let records: Vec<Value> = chunks.iter().map(record).collect();
        let case = Case {
            documents: &corpus,
            counter: "tiktoken:cl100k_base",
            max_tokens: Some(256),
            ..Case::default()
        };
        let audit = case.audit(&records);
        let source = u64::from(chunks.document_tokens());
        let stored = chunks.iter().map(|chunk| u64::from(chunk.tokens())).sum::<u64>();
        assert_eq!((audit.stored.source_tokens, audit.stored.tokens), (source, stored), "{id}");
        assert!(records.len() > 3, "{id}: {}", records.len());
        // The text is repeated, so some chunks are equal.
        let others: Vec<_> =
            audit.findings.iter().filter(|finding| finding.kind != Kind::Duplicates).collect();
        assert!(others.is_empty(), "{id}: {others:?}");
        assert_eq!(audit.placed["offsets"], records.len() as u64);
        assert_eq!(audit.offsets.unwrap().right, records.len() as u64);
    }
}

#[test]
fn documents_without_a_chunk_are_lost() {
    let documents = [("a", PUMP), ("b", ZH), ("blank", " \n\u{3000}\n"), ("copy", PUMP), ("c", JA)];
    let case = Case { documents: &documents, ..Case::default() };
    let audit = case.audit(&whole());
    let found = audit.finding(Kind::LostDocuments).unwrap();
    let names: Vec<&str> = found.examples.iter().filter_map(|example| example.document.as_deref()).collect();
    assert_eq!((found.count, found.of, names), (2, 5, vec!["b", "c"]));
    assert_eq!((audit.documents_without_chunks, audit.finding(Kind::LostText)), (4, None));
    assert_eq!(case.finding(Kind::LostDocuments, &[]).unwrap().count, 4);
    // One whose chunks were changed is not there without them.
    let changed =
        json!("水泵在中午停了。没有人注意到它。后来发生的事情很多人以很多方式讲过，谁也不知道是不是真的。");
    let chunks = [whole(), vec![changed], texts(&[JA])].concat();
    let audit = case.audit(&chunks);
    assert_eq!(audit.finding(Kind::NotPlaced).unwrap().count, 1);
    assert_eq!(audit.finding(Kind::LostDocuments), None);
    assert_eq!(Case::default().finding(Kind::LostDocuments, &whole()), None);
}

#[test]
fn the_policy_carries_what_is_carried() {
    // One long sentence at one boundary is one sentence, however many tokens it has.
    let long = format!("It {}ran dry.", "went on and on until it ".repeat(9));
    let text = format!("{PUMP} {long} He left. She came. They sat.");
    let documents = [("d", text.as_str())];
    let chunks = texts(&[&format!("{PUMP} {long}"), &format!("{long} He left. She came. They sat.")]);
    let case = Case { documents: &documents, ..Case::default() };
    let toml = case.audit(&chunks).policy.toml;
    assert!(toml.contains("\noverlap = 1\n") && toml.contains("en: 1.00 whole"), "{toml}");
    assert!(toml.contains("at 1 boundary)"), "{toml}");
}

#[test]
fn elements_of_an_array_on_one_line() {
    let text = "[\"The pump stopped.\", \"Nobody noticed.\", \"The pump stopped.\"]";
    let records = Records::new(text.as_bytes(), "chunks.json");
    let given = records.map(|record| Given::read(&record.unwrap(), &Fields::default()).unwrap());
    let places: Vec<String> = given.map(|given| given.place()).collect();
    assert_eq!(places, ["line 1, element 1", "line 1, element 2", "line 1, element 3"]);
}

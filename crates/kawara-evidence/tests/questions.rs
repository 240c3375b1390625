//! Questions from a file: what is found, what is forgiven, what is wrong.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]
#![allow(clippy::single_range_in_vec_init, reason = "one range is meant")]

use kawara::Document;
use kawara::input::{Encoding, Failure, Input};
use kawara::policy::Policy;
use kawara::run::RunOptions;
use kawara_evidence::{Corpus, Difference, Laid, Offsets, QuestionOptions, Questions, read_questions};

fn corpus(documents: &[(&str, &str)]) -> Corpus {
    let inputs = documents.iter().map(|(id, text)| Input::Document(Box::new(Document::new(*id, *text))));
    Corpus::read(inputs, Encoding::UTF_8, |failure| panic!("{failure}"))
}

fn read(corpus: &Corpus, lines: &str) -> Result<Questions, Vec<String>> {
    read_with(corpus, lines, QuestionOptions::default())
}

fn read_with(corpus: &Corpus, lines: &str, options: QuestionOptions<'_>) -> Result<Questions, Vec<String>> {
    read_questions(corpus, lines.as_bytes(), "q.jsonl", options)
        .map_err(|error| error.to_string().lines().map(str::to_owned).collect())
}

fn ranges(questions: &Questions) -> Vec<Vec<std::ops::Range<usize>>> {
    questions.list.iter().map(kawara_evidence::Question::ranges).collect()
}

const GATE: &str = "The gate opens at six. The bus leaves at half past. The gate is green.";

#[test]
fn every_way_to_say_where_evidence_is() {
    let corpus = corpus(&[("gate", GATE), ("7", "水泵停了。没人注意到。")]);
    let lines = concat!(
        r#"{"id": "a", "doc_id": "gate", "question": "When?", "label": "narrow", "evidence": [{"start": 0, "end": 22, "text": "The gate opens at six."}], "x": 1}"#,
        "\n\n",
        r#"{"doc_id": 7, "class": "broad", "label": "other", "evidence": ["没人注意到。", {"start": 0, "end": 5, "relevance": 0.5}]}"#,
        "\r\n",
        r#"{"id": 3, "doc_id": "gate", "evidence": {"text": "green"}, "question": " "}"#,
        "\n",
        r#"{"id": 4, "doc_id": "gate", "evidence": "half past"}"#,
    );
    let questions = read(&corpus, lines).unwrap();
    assert_eq!(ranges(&questions), [vec![0..22], vec![5..11, 0..5], vec![64..69], vec![41..50]]);
    let first = &questions.list[0];
    assert_eq!((first.id.as_str(), first.document, first.class.as_deref()), ("a", 0, Some("narrow")));
    assert_eq!(first.question.as_deref(), Some("When?"));
    let second = &questions.list[1];
    assert_eq!((second.id.as_str(), second.document, second.class.as_deref()), ("line 3", 1, Some("broad")));
    assert_eq!(second.evidence.iter().map(|passage| passage.relevance).collect::<Vec<_>>(), [1.0, 0.5]);
    assert_eq!((questions.list[2].id.as_str(), questions.list[2].question.as_deref()), ("3", Some(" ")));
    assert_eq!((questions.len(), questions.lines.as_slice()), (4, &[1, 3, 4, 5][..]));
    assert!(questions.remarks.is_empty());
    let array =
        format!("[{}]", lines.split_whitespace().collect::<Vec<_>>().join(" ").replace("} {", "}, {"));
    assert_eq!(ranges(&read(&corpus, &array).unwrap()), ranges(&questions));
}

#[test]
fn offsets_are_in_what_verifies_the_texts() {
    let corpus = corpus(&[("a", "水泵停了。没人注意到。"), ("b", "plain text")]);
    let line = |start: usize, end: usize| {
        format!(r#"{{"doc_id": "a", "evidence": [{{"start": {start}, "end": {end}, "text": "没人"}}]}}"#)
    };
    for (start, end, offsets) in [(5, 7, Offsets::Characters), (15, 21, Offsets::Bytes)] {
        let questions = read(&corpus, &line(start, end)).unwrap();
        assert_eq!((questions.offsets, ranges(&questions)), (offsets, vec![vec![5..7]]));
        let asked = QuestionOptions { offsets, ..Default::default() };
        assert_eq!(ranges(&read_with(&corpus, &line(start, end), asked).unwrap()), [vec![5..7]]);
    }
    let asked = QuestionOptions { offsets: Offsets::Characters, ..Default::default() };
    let wrong = read_with(&corpus, &line(15, 21), asked).unwrap_err();
    assert_eq!(
        wrong,
        [
            r#"q.jsonl:1: question "line 1": evidence: “没人” is not at 15–21: a has 11 characters, and 21 is past its end; it stands at 5–7; correct the offsets, or leave them out"#
        ]
    );
    // Where there is nothing to tell by, they are characters.
    let bare = read(&corpus, r#"{"doc_id": "a", "evidence": [{"start": 0, "end": 3}]}"#).unwrap();
    assert_eq!((bare.offsets, ranges(&bare)), (Offsets::Characters, vec![vec![0..3]]));
    let ascii = read(&corpus, r#"{"doc_id": "b", "evidence": [{"start": 0, "end": 5, "text": "plain"}]}"#);
    assert_eq!(ascii.unwrap().offsets, Offsets::Characters);
    let inside = QuestionOptions { offsets: Offsets::Bytes, ..Default::default() };
    let inside = read_with(&corpus, r#"{"doc_id": "a", "evidence": [{"start": 1, "end": 3}]}"#, inside);
    assert!(inside.unwrap_err()[0].contains("1–3 begins or ends inside a character of a"));
}

#[test]
fn what_is_nobodys_fault_is_forgiven_and_said() {
    let corpus = corpus(&[("a", "\u{feff}One.\r\nTwo  cafe\u{301}s.\r\nThree ＡＢ。\r\nFour.")]);
    let lines = concat!(
        // As a program counts that reads the file as text: without the mark, with line feeds.
        r#"{"id": "lines", "doc_id": "a", "evidence": [{"start": 5, "end": 8, "text": "Two"}]}"#,
        "\n",
        r#"{"id": "composed", "doc_id": "a", "evidence": [{"start": 17, "end": 22, "text": "Three"}]}"#,
        "\n",
        r#"{"id": "nfc", "doc_id": "a", "evidence": ["cafés"]}"#,
        "\n",
        r#"{"id": "space", "doc_id": "a", "evidence": ["One. Two cafés."]}"#,
        "\n",
        r#"{"id": "width", "doc_id": "a", "evidence": ["Three AB。"]}"#,
        "\n",
        r#"{"id": "given", "doc_id": "a", "evidence": [{"start": 1, "end": 10, "text": "One.\nTwo"}]}"#,
    );
    let questions = read(&corpus, lines).unwrap();
    assert_eq!(
        ranges(&questions),
        [vec![7..10], vec![21..26], vec![12..18], vec![1..19], vec![21..30], vec![1..10]]
    );
    let said: Vec<(&str, Difference)> =
        questions.remarks.iter().map(|remark| (remark.id.as_str(), remark.difference)).collect();
    assert_eq!(
        said,
        [
            ("lines", Difference::Offsets),
            ("composed", Difference::Offsets),
            ("nfc", Difference::Normalization),
            ("space", Difference::WhiteSpace),
            ("width", Difference::Width),
            ("given", Difference::LineEnds),
        ]
    );
}

#[test]
fn what_is_nowhere_is_told_apart_from_mistakes() {
    let corpus = corpus(&[("gate", GATE)]);
    let lines = concat!(
        r#"{"id": 1, "doc_id": "gate", "question": "Colour?", "class": "narrow", "evidence": ["The gate is blue.", "green"]}"#,
        "\n",
        r#"{"id": 2, "doc_id": "gate", "evidence": [{"start": 3, "end": 9, "text": "zebra"}]}"#,
        "\n",
        r#"{"id": 3, "doc_id": "lost", "evidence": ["The gate"]}"#,
        "\n",
        r#"{"id": 4, "doc_id": "gate", "evidence": ["green"]}"#,
    );
    let failed = [Failure::new("lost", "not UTF-8")];
    let options = QuestionOptions { failed: &failed, ..Default::default() };
    let questions = read_with(&corpus, lines, options).unwrap();
    assert_eq!((questions.list.len(), questions.len()), (1, 4));
    let [one, two] = &questions.missing[..] else { panic!("{:?}", questions.missing) };
    assert_eq!((one.line, one.id.as_str(), one.class.as_deref()), (1, "1", Some("narrow")));
    assert_eq!(one.quotes.len(), 1, "the other passage is there");
    assert_eq!(one.quotes[0].begins, Some((11, 52..63)));
    assert_eq!(
        one.quotes[0].to_string(),
        "“The gate is blue.” up to “blue.”: what stands before that is at 52–63"
    );
    assert_eq!((two.id.as_str(), two.quotes[0].begins.clone()), ("2", None));
    assert_eq!(questions.unread[0].doc_id, "lost");
}

#[test]
fn markup_is_looked_through() {
    let html = "<p>The <b>gate</b> opens at&nbsp;six &amp; closes.</p><p>Dogs are free.</p>";
    let document = Document::new("page.html", html).with_path("page.html");
    let corpus = Corpus::read([Input::Document(Box::new(document))], Encoding::UTF_8, |_| ());
    let policy =
        Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 9\n", "kawara.toml", ".");
    let engine = kawara::engine(policy.unwrap()).unwrap();
    let laid = Laid::by(&engine, &corpus, RunOptions::default(), |failure| panic!("{failure}"));
    let options = QuestionOptions { laid: Some(&laid), ..Default::default() };
    let lines = concat!(
        r#"{"id": 1, "doc_id": "page.html", "evidence": ["The gate opens"]}"#,
        "\n",
        r#"{"id": 2, "doc_id": "page.html", "evidence": ["six & closes."]}"#,
        "\n",
        r#"{"id": 3, "doc_id": "page.html", "evidence": ["Dogs are free."]}"#,
    );
    let questions = read_with(&corpus, lines, options).unwrap();
    let source = &corpus.sources()[0];
    let texts: Vec<&str> =
        questions.list.iter().map(|question| source.slice(question.evidence[0].chars.clone())).collect();
    assert_eq!(texts, ["The <b>gate</b> opens", "six &amp; closes.", "Dogs are free."]);
    let markup = questions.remarks.iter().filter(|remark| remark.difference == Difference::Markup);
    assert_eq!(markup.map(|remark| remark.line).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(read(&corpus, lines).unwrap().missing.len(), 2, "nobody said how it is read");
}

/// Every mistake has its line, and says what to do.
#[test]
fn all_mistakes_at_once() {
    let corpus = corpus(&[("docs/gate.md", GATE), ("docs/pump.md", "The pump stopped.")]);
    let lines = [
        "nonsense",
        "[1]",
        r#"{"id": [], "doc_id": "docs/gate.md", "evidence": ["green"]}"#,
        r#"{"id": 4, "evidence": ["green"]}"#,
        r#"{"id": 5, "doc_id": {}, "evidence": ["green"]}"#,
        r#"{"id": 6, "doc_id": "docs/gate.md", "question": 7, "evidence": ["green"]}"#,
        r#"{"id": 7, "doc_id": "docs/gate.md"}"#,
        r#"{"id": 8, "doc_id": "docs/gate.md", "evidence": 5}"#,
        r#"{"id": 9, "doc_id": "docs/gate.md", "evidence": [1, {"text": 2}, {"role": "answer"}, "", {"start": 1}, {"end": 1}]}"#,
        r#"{"id": 10, "doc_id": "docs/gate.md", "evidence": [{"start": 9, "end": 3}, {"start": 3, "end": 3}, {"start": -1, "end": 1.5}]}"#,
        r#"{"id": 11, "doc_id": "docs/gate.md", "evidence": [{"text": "green", "relevance": 2}]}"#,
        r#"{"id": 12, "doc_id": "docs/gate.md", "evidence": ["The gate"]}"#,
        r#"{"id": 13, "doc_id": "docs/gate.md", "evidence": [{"start": 4, "end": 9, "text": "green"}]}"#,
        r#"{"id": 14, "doc_id": "docs/gate.md", "evidence": [{"start": 4, "end": 12, "text": "The gate"}]}"#,
        r#"{"id": 15, "doc_id": "docs/gate.md", "evidence": [{"start": 60, "end": 90}]}"#,
        r#"{"id": 16, "doc_id": "gate.md", "evidence": ["green"]}"#,
        r#"{"id": 17, "doc_id": "gate.md", "evidence": ["green"]}"#,
        r#"{"id": 18, "doc_id": "docs/gte.md", "evidence": ["green"]}"#,
        r#"{"id": 19, "doc_id": "elsewhere", "evidence": ["green"]}"#,
        r#"{"id": 18, "doc_id": "docs/gate.md", "evidence": ["green"]}"#,
    ];
    let mistakes = read(&corpus, &lines.join("\n")).unwrap_err();
    assert_eq!(
        mistakes,
        [
            r#"q.jsonl:1: not JSON: expected ident at column 2; each line is an object with "doc_id" and "evidence""#,
            r#"q.jsonl:2: a question is an object with "doc_id" and "evidence", not a list"#,
            r#"q.jsonl:3: the "id" is a list; make it a text or a number"#,
            r#"q.jsonl:4: question "4" has no "doc_id"; name the document that holds its evidence"#,
            r#"q.jsonl:5: question "5": the "doc_id" is an object; make it a text or a number"#,
            r#"q.jsonl:6: question "6": the "question" is a number; make it a text, or leave it out"#,
            r#"q.jsonl:7: question "7" has no evidence; give [{"start", "end", "text"}], or quotes ["…"]"#,
            r#"q.jsonl:8: question "8": the "evidence" is a number; give [{"start", "end", "text"}], or quotes ["…"]"#,
            r#"q.jsonl:9: question "9": evidence 1: it is a number; give [{"start", "end", "text"}], or quotes ["…"]"#,
            r#"q.jsonl:9: question "9": evidence 2: the "text" is a number; quote the document"#,
            r#"q.jsonl:9: question "9": evidence 3: it has neither "start" and "end" nor "text""#,
            r#"q.jsonl:9: question "9": evidence 4: the quote is empty; quote the document"#,
            r#"q.jsonl:9: question "9": evidence 5: it has a "start" and no "end"; give both, or neither"#,
            r#"q.jsonl:9: question "9": evidence 6: it has an "end" and no "start"; give both, or neither"#,
            r#"q.jsonl:10: question "10": evidence 1: it starts at 9 and ends at 3: it runs backwards; swap them"#,
            r#"q.jsonl:10: question "10": evidence 2: it starts and ends at 3: it is empty; "end" stands behind the last character"#,
            r#"q.jsonl:10: question "10": evidence 3: the "start" is -1; it is a whole number from 0"#,
            r#"q.jsonl:11: question "11": evidence: the "relevance" is 2; it is a number over 0, and 1 at most"#,
            r#"q.jsonl:12: question "12": evidence: “The gate” stands 2 times in docs/gate.md, at 0–8, 52–60; give "start" and "end", or quote more of it"#,
            r#"q.jsonl:13: question "13": evidence: “green” is not at 4–9: there stands “gate”; it stands at 64–69; correct the offsets, or leave them out"#,
            r#"q.jsonl:14: question "14": evidence: “The gate” is not at 4–12: there stands “gate ope”; it stands 2 times, first at 0–8; correct the offsets"#,
            r#"q.jsonl:15: question "15": evidence: docs/gate.md has 70 characters, and 90 is past its end"#,
            r#"q.jsonl:16: there is no document "gate.md"; did you mean "docs/gate.md"? (1 question more, line 17)"#,
            r#"q.jsonl:18: there is no document "docs/gte.md"; did you mean "docs/gate.md"?"#,
            r#"q.jsonl:19: there is no document "elsewhere"; the documents are called as "docs/gate.md" is: name their files or folder from the same place"#,
            r#"q.jsonl:20: line 18 has a question "18" too; give each an id of its own"#,
        ]
    );
}

#[test]
fn what_cannot_be_read_on_is_an_error() {
    let corpus = corpus(&[("gate", GATE)]);
    let error = read(&corpus, "[{\"doc_id\": \"gate\"").unwrap_err();
    assert_eq!(error, ["q.jsonl:1: the array does not end: a bracket or a quotation mark is missing"]);
}

/// A quote of one letter over and over, and a document of them, take no time that grows with their product.
#[test]
fn a_hostile_quote_is_looked_up_in_time() {
    let text = "是".repeat(200_000);
    let corpus = corpus(&[("a", text.as_str())]);
    let quote = "是".repeat(100_000) + "非";
    let lines = format!("{{\"doc_id\": \"a\", \"evidence\": [\"{quote}\"]}}\n");
    let begin = std::time::Instant::now();
    assert_eq!(read(&corpus, &lines).unwrap().missing.len(), 1);
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}

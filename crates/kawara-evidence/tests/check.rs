//! Each question's verdict, and the figures over all of them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test")]

use kawara::input::{Encoding, Input};
use kawara::policy::Policy;
use kawara::run::RunOptions;
use kawara::{Document, Engine};
use kawara_evidence::check::{Check, Checking, Fate, Remedy, Room, Verdict, Wider, WithoutOverlap, widened};
use kawara_evidence::retrieve::{Bm25, rank};
use kawara_evidence::{Corpus, Laid, QuestionOptions, Questions, read_questions};

fn corpus(documents: &[(&str, &str)]) -> Corpus {
    let document =
        |(id, text): &(&str, &str)| Input::Document(Box::new(Document::new(*id, *text).with_path(*id)));
    Corpus::read(documents.iter().map(document), Encoding::UTF_8, |failure| panic!("{failure}"))
}

fn policy(max: u32, overlap: u32) -> Policy {
    let text = format!(
        "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = {max}\nmin-tokens = 0\n[units]\noverlap = {overlap}\n[context]\nprepend = []\n[tiling]\nstability = \"size\"\n"
    );
    Policy::from_str(&text, "kawara.toml", ".").unwrap()
}

fn lay(engine: &Engine, corpus: &Corpus) -> Laid {
    Laid::by(engine, corpus, RunOptions::default(), |failure| panic!("{failure}"))
}

/// Checks questions over a corpus that is cut by a size and an overlap, beside the same without.
fn check(documents: &[(&str, &str)], lines: &str, max: u32, overlap: u32) -> (Check, Questions) {
    let corpus = corpus(documents);
    let engine = kawara::engine(policy(max, overlap)).unwrap();
    let plain = Engine::new(kawara::registry().unwrap(), WithoutOverlap(policy(max, overlap)));
    let (laid, plain) = (lay(&engine, &corpus), lay(&plain, &corpus));
    let options = QuestionOptions { laid: Some(&laid), ..Default::default() };
    let questions = read_questions(&corpus, lines.as_bytes(), "q", options).unwrap();
    let ranks = rank(&corpus, &laid, &questions.list, &mut Bm25::new(), 5).unwrap();
    let plain_ranks = rank(&corpus, &plain, &questions.list, &mut Bm25::new(), 5).unwrap();
    let room = Room::new(&engine, &corpus, &laid, &questions.list, RunOptions::default());
    let check = Checking::new(&corpus, &questions, &laid)
        .with_room(&room)
        .with_baseline(&plain)
        .with_ranks(&ranks)
        .with_wider(&plain, Some(&plain_ranks))
        .at(&[1, 5])
        .run()
        .unwrap();
    (check, questions)
}

/// Sentences of three words, each with a word of its own.
fn sentences(many: usize) -> String {
    (0..many).map(|nth| format!("Pump{nth} runs well. ")).collect()
}

fn question(id: &str, document: &str, evidence: &[&str]) -> String {
    serde_json::json!({"id": id, "doc_id": document, "question": evidence.join(" "), "evidence": evidence})
        .to_string()
        + "\n"
}

#[test]
fn every_verdict_has_its_reason() {
    let text = sentences(12);
    let lines = [
        question("whole", "a", &["Pump0 runs well."]),
        question("straddling", "a", &["Pump1 runs well. Pump2 runs well."]),
        question("far", "a", &["Pump0 runs well.", "Pump4 runs well."]),
        question("near", "a", &["Pump0 runs", "Pump3 runs"]),
        question("unfittable", "a", &["Pump0 runs well. Pump1 runs well. Pump2 runs well. Pump3 runs well."]),
        question("missing", "a", &["Pump99 runs well."]),
    ]
    .concat();
    // Two sentences a chunk, nothing carried.
    let (check, questions) = check(&[("a", &text)], &lines, 6, 0);
    let of = |id: &str| check.questions.iter().find(|outcome| outcome.id == id).unwrap();
    let verdicts: Vec<Verdict> = check.questions.iter().map(|outcome| outcome.verdict).collect();
    assert_eq!(
        verdicts,
        [
            Verdict::Covered,
            Verdict::Straddling,
            Verdict::Unfittable,
            Verdict::Unfittable,
            Verdict::Unfittable,
            Verdict::Missing
        ],
        "{:#?}",
        check.questions
    );
    assert_eq!((of("whole").units, of("whole").tokens, of("whole").budget), (Some(1), Some(3), Some(6)));
    assert_eq!((of("whole").chunks.len(), of("whole").remedy, of("whole").kept), (1, None, 1.0));
    let cut = &of("straddling").cuts[0];
    assert_eq!((cut.character, cut.byte, cut.is_barrier), (34, 34, false));
    assert_ne!(cut.before, cut.after);
    assert_eq!((of("straddling").units, of("straddling").overlap), (Some(2), Some(1)));
    assert_eq!(of("straddling").remedy, Some(Remedy::Overlap));
    assert_eq!((of("missing").remedy, of("missing").why.len()), (Some(Remedy::Source), 1));
    let all = &check.all;
    assert_eq!((all.questions, all.covered, all.missing, all.total()), (5, 1, 1, 6));
    assert_eq!((all.coverage, all.fittable_coverage), (Some(0.2), Some(0.5)));
    assert_eq!(questions.len(), 6);

    // A larger size: what did not fit is far, or in a cut.
    let (check, _) = self::check(&[("a", &text)], &lines, 15, 0);
    let of = |id: &str| check.questions.iter().find(|outcome| outcome.id == id).unwrap().verdict;
    assert_eq!([of("whole"), of("near"), of("unfittable")], [Verdict::Covered; 3]);
}

/// No carry is promised where the unit itself had to be cut.
#[test]
fn a_unit_that_is_larger_than_a_chunk_needs_a_larger_size() {
    let text = "One two three four five six seven eight. Pump1 runs well.";
    let lines = question("a", "a", &["three four five six seven"]);
    for overlap in [0, 1] {
        let (check, _) = check(&[("a", text)], &lines, 6, overlap);
        let outcome = &check.questions[0];
        assert_eq!((outcome.verdict, outcome.units), (Verdict::Straddling, Some(1)), "{outcome:?}");
        assert_eq!((outcome.tokens, outcome.budget), (Some(5), Some(6)));
        assert_eq!((outcome.remedy, outcome.overlap), (Some(Remedy::LargerSize), None), "{outcome:?}");
    }
    let (check, _) = check(&[("a", text)], &lines, 8, 0);
    assert_eq!(check.questions[0].verdict, Verdict::Covered);
}

/// One that is not there is not asked.
#[test]
fn an_empty_question_finds_nothing() {
    let lines = [
        r#"{"id": "empty", "doc_id": "a", "question": "", "evidence": ["Pump0 runs well."]}"#.to_owned(),
        r#"{"id": "blank", "doc_id": "a", "question": " ", "evidence": ["Pump1 runs well."]}"#.to_owned(),
        r#"{"id": "absent", "doc_id": "a", "evidence": ["Pump2 runs well."]}"#.to_owned(),
        r#"{"id": "null", "doc_id": "a", "question": null, "evidence": ["Pump2 runs well."]}"#.to_owned(),
        question("asked", "a", &["Pump3 runs well."]),
    ]
    .join("\n");
    let (check, _) = check(&[("a", &sentences(6))], &lines, 6, 0);
    let fates: Vec<_> = check.questions.iter().map(|outcome| outcome.fate).collect();
    let nothing = Some(Fate::NotRetrieved);
    assert_eq!(fates, [nothing, nothing, None, None, Some(Fate::Retrieved)]);
    let served = &check.metrics.served[0];
    assert_eq!((served.questions, served.hit), (3, 1.0 / 3.0));
}

#[test]
fn passages_more_than_three_units_apart_are_far() {
    // Chunks of five sentences; a cut lies behind Pump4.
    let text = sentences(10);
    let lines = [
        question("far", "a", &["Pump3 runs well.", "Pump7 runs well."]),
        question("at the edge", "a", &["Pump3 runs well.", "Pump6 runs well."]),
        question(
            "long",
            "a",
            &["Pump3 runs well. Pump4 runs well. Pump5 runs well. Pump6 runs well. Pump7 runs well."],
        ),
    ]
    .concat();
    let (check, _) = check(&[("a", &text)], &lines, 15, 0);
    let verdicts: Vec<_> =
        check.questions.iter().map(|o| (o.verdict, o.remedy.unwrap(), o.overlap)).collect();
    assert_eq!(
        verdicts,
        [
            (Verdict::Far, Remedy::SeveralChunks, None),
            (Verdict::Straddling, Remedy::Overlap, Some(3)),
            (Verdict::Straddling, Remedy::Overlap, Some(4)),
        ]
    );
}

/// Whoever carries what the verdict says has it whole: for every size, place and length of the evidence.
#[test]
fn the_overlap_that_is_named_is_enough() {
    let text = sentences(15);
    for max in [6, 9, 12, 15] {
        let spans = (0..12).flat_map(|from| (2..5).map(move |length| (from, length)));
        let lines: String = spans
            .map(|(from, length)| {
                let all: Vec<String> =
                    (from..from + length).map(|nth| format!("Pump{nth} runs well.")).collect();
                question(&format!("{from}+{length}"), "a", &[&all.join(" ")])
            })
            .collect();
        let (plain, _) = check(&[("a", &text)], &lines, max, 0);
        let mut seen = 0;
        for outcome in plain.questions.iter().filter(|outcome| outcome.overlap.is_some()) {
            let overlap = outcome.overlap.unwrap() as u32;
            let (carried, _) = check(&[("a", &text)], &lines, max, overlap);
            let again = carried.questions.iter().find(|again| again.id == outcome.id).unwrap();
            if again.verdict == Verdict::Covered {
                seen += 1;
            } else {
                // A whole chunk is never carried, and not all fits beside what is new.
                assert_eq!(
                    again.remedy,
                    Some(Remedy::LargerSize),
                    "{max} with {overlap}: {outcome:?} {again:?}"
                );
                assert!(again.cuts.iter().any(|cut| cut.carried < cut.asked), "{again:?}");
            }
        }
        assert!(seen > 3, "{max}: {seen}");
        for outcome in plain.questions.iter().filter(|outcome| outcome.verdict == Verdict::Unfittable) {
            assert!(outcome.tokens > outcome.budget, "{outcome:?}");
        }
    }
}

#[test]
fn moving_boundaries_breaks_others() {
    let text = sentences(30);
    let all: String = (0..29)
        .map(|nth| {
            question(&nth.to_string(), "a", &[&format!("Pump{nth} runs well. Pump{} runs well.", nth + 1)])
        })
        .collect();
    let (carried, _) = check(&[("a", &text)], &all, 12, 1);
    let figures = &carried.all;
    assert_eq!(
        (figures.coverage, figures.newly_broken),
        (Some(1.0), Some(0)),
        "one carried unit keeps every pair"
    );
    assert_eq!(figures.straddle_coverage, Some(1.0));
    assert!(figures.baseline_broken.unwrap() >= 7, "{figures:?}");
    assert_eq!(carried.metrics.coverage, 1.0);
    let straddling = carried.metrics.straddling.clone().unwrap();
    assert_eq!(Some(straddling.questions), figures.baseline_broken);
    // Three in a row: some are kept by chance, and others break.
    let threes: String = (0..28)
        .map(|nth| {
            let text: Vec<String> = (nth..nth + 3).map(|nth| format!("Pump{nth} runs well.")).collect();
            question(&nth.to_string(), "a", &[&text.join(" ")])
        })
        .collect();
    let (check, _) = check(&[("a", &text)], &threes, 12, 1);
    let (figures, metrics) = (&check.all, &check.metrics);
    let straddling = metrics.straddling.clone().unwrap();
    assert_eq!(figures.coverage, Some(metrics.coverage));
    assert_eq!(
        (figures.baseline_broken, figures.straddle_coverage, figures.newly_broken),
        (Some(straddling.questions), straddling.coverage, Some(straddling.newly_broken))
    );
    assert!(figures.newly_broken.unwrap() > 0, "{figures:?}");
    assert!(check.effective_redundancy.unwrap() > check.baseline_redundancy.unwrap());
}

#[test]
fn nothing_is_carried_into_a_section() {
    let text = "# One\n\nPump1 runs well. Pump2 runs well.\n\n# Two\n\nPump3 runs well. Pump4 runs well.\n";
    let lines = question("over", "a.md", &["Pump2 runs well.", "Pump3 runs well."]);
    let (check, _) = check(&[("a.md", text)], &lines, 12, 2);
    let outcome = &check.questions[0];
    assert_eq!(
        (outcome.verdict, outcome.remedy),
        (Verdict::Straddling, Some(Remedy::ReadWider)),
        "{outcome:?}"
    );
    assert_eq!((outcome.overlap, outcome.cuts[0].is_barrier), (None, true));
}

#[test]
fn what_the_reader_leaves_out_is_in_no_chunk() {
    let text = "---\nowner: Brandt\n---\n\nThe pump runs well.\n";
    let lines = question("owner", "a.md", &["owner: Brandt"]);
    let (check, _) = check(&[("a.md", text)], &lines, 20, 1);
    let outcome = &check.questions[0];
    assert_eq!((outcome.verdict, outcome.remedy), (Verdict::LeftOut, Some(Remedy::Reader)), "{outcome:?}");
    assert_eq!(outcome.why, ["front matter"]);
}

#[test]
fn a_question_that_is_asked_has_a_fate() {
    let text = sentences(12);
    let lines = [
        question("found", "a", &["Pump7 runs well."]),
        question("halved", "a", &["Pump1 runs well. Pump2 runs well."]),
        r#"{"id": "lost", "doc_id": "a", "question": "Pump11", "class": "hard", "evidence": ["Pump0 runs well."]}"#.to_owned(),
        "\n".to_owned(),
        r#"{"id": "silent", "doc_id": "a", "evidence": ["Pump0 runs well."]}"#.to_owned(),
    ]
    .concat();
    let (check, _) = check(&[("a", &text)], &lines, 6, 0);
    let fates: Vec<_> = check.questions.iter().map(|outcome| (outcome.fate, outcome.rank)).collect();
    assert_eq!(
        fates,
        [
            (Some(Fate::Retrieved), Some(1)),
            (Some(Fate::CutInHalf), None),
            (Some(Fate::NotRetrieved), None),
            (None, None)
        ]
    );
    let at_one = check.all.fates[0];
    assert_eq!((at_one.k, at_one.cut_in_half, at_one.not_retrieved, at_one.retrieved), (1, 1, 1, 1));
    let names: Vec<_> =
        check.classes.iter().map(|group| (group.name.as_deref(), group.figures.questions)).collect();
    assert_eq!(names, [(None, 3), (Some("hard"), 1)]);
    assert_eq!(check.languages[0].name.as_deref(), Some("en"));
    // Read one unit back, the halves are whole.
    let covered: Vec<f64> = check.wider.iter().map(|wider| wider.metrics.coverage).collect();
    assert_eq!(covered, [0.75, 1.0, 1.0, 1.0, 1.0]);
    let read: Vec<f64> = check.wider.iter().map(|wider| wider.metrics.served[0].independent_tokens).collect();
    assert!(read.array_windows().all(|[less, more]| less <= more) && read[4] > read[0], "{read:?}");
}

#[test]
fn graded_evidence_is_held_by_its_relevance() {
    let text = sentences(12);
    let lines = r#"{"doc_id": "a", "evidence": [{"text": "Pump1 runs well."}, {"text": "Pump2 runs well.", "relevance": 0.25}]}"#;
    let (check, _) = check(&[("a", &text)], lines, 6, 0);
    assert_eq!((check.questions[0].kept, check.all.graded_coverage), (0.8, Some(0.8)));
}

#[test]
fn white_space_alone_is_told_apart() {
    let text = "Pump1 runs well. Pump2 runs well. Pump3 runs well. Pump4 runs well.";
    let lines = r#"{"doc_id": "a", "evidence": [{"start": 0, "end": 34}]}"#;
    let (check, _) = check(&[("a", text)], lines, 6, 0);
    assert_eq!((check.questions[0].verdict, check.questions[0].is_blank_cut), (Verdict::Straddling, true));
}

#[test]
fn tokens_are_those_of_what_is_read() {
    let html = "<p>Pump1 <b>runs</b> well.</p><p>Pump2 runs well &amp; long.</p>";
    let corpus = corpus(&[("a.html", html)]);
    let engine = kawara::engine(policy(20, 0)).unwrap();
    let laid = lay(&engine, &corpus);
    let room = Room::new(&engine, &corpus, &laid, &[], RunOptions::default());
    let all = corpus.sources()[0].chars().len();
    assert_eq!(room.tokens(0, 3..24).unwrap(), Some(3), "{}", corpus.sources()[0].slice(3..24));
    assert_eq!(room.tokens(0, 0..all).unwrap(), Some(7));
    assert_eq!(room.tokens(0, 0..3).unwrap(), Some(0));
    assert_eq!(room.tokens(7, 0..3).unwrap(), None);
}

#[test]
fn reading_wider_stops_at_the_document() {
    let text = sentences(6);
    let corpus = corpus(&[("a", &text), ("b", "Dogs travel free.")]);
    let engine = kawara::engine(policy(6, 0)).unwrap();
    let laid = lay(&engine, &corpus);
    let wide = widened(&laid, &corpus, Wider::units(9, 9));
    let (last, of_a) = wide.pieces.split_last().unwrap();
    assert!(
        of_a.len() >= 3 && of_a.iter().all(|piece| piece.chars == (0..text.trim_end().len())),
        "{of_a:?}"
    );
    assert_eq!(last.chars, 0..17);
    assert_eq!(widened(&laid, &corpus, Wider::default()).pieces, laid.pieces);
}

#[test]
fn reading_the_passage_is_tried_where_there_are_any() {
    let text = sentences(12);
    let corpus = corpus(&[("a", &text)]);
    let policy = policy(3, 0).set(["tiling.parents=[12,6]"]).unwrap();
    let engine = kawara::engine(policy).unwrap();
    let laid = lay(&engine, &corpus);
    // One sentence a chunk, two and four a passage: the smaller passages hold the first pair, the larger ones both.
    let lines = question("pair", "a", &["Pump0 runs well. Pump1 runs well."])
        + &question("apart", "a", &["Pump1 runs well. Pump2 runs well."])
        + &question("torn", "a", &["Pump3 runs well. Pump4 runs well."]);
    let questions = read_questions(&corpus, lines.as_bytes(), "q", QuestionOptions::default()).unwrap();
    let ranks = rank(&corpus, &laid, &questions.list, &mut Bm25::new(), 1).unwrap();
    let checking = Checking::new(&corpus, &questions, &laid).with_ranks(&ranks).at(&[1]);
    let check = checking.with_wider(&laid, Some(&ranks)).run().unwrap();
    let read: Vec<(u32, f64)> = check
        .wider
        .iter()
        .map(|it| (it.wider.passage, it.metrics.coverage))
        .skip(Wider::TRIED.len())
        .collect();
    assert_eq!(read, [(1, 1.0 / 3.0), (2, 2.0 / 3.0)]);
    let said = serde_json::to_value(&check.wider).unwrap();
    assert_eq!((said[0].get("passage"), said[6]["passage"].as_u64()), (None, Some(2)));
    let passage = widened(&laid, &corpus, Wider { passage: 2, ..Wider::default() });
    assert_eq!(passage.pieces[3].chars, 0..67);
}

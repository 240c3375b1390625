//! What does not have to be chunked again is not.

use kawara::plan::{Options, Plan, Reason};

use crate::support::{Corpus, apply, corpus, engine, folder, inputs, planned, record, words};

const FAQ: &str = "Q: When does the gate open?\nA: At six.\n\nQ: When does it close?\nA: At ten.\n";

fn sample() -> Corpus {
    corpus(&[
        ("docs/gate.md", "# Gate\n\nThe gate opens at six. Dogs travel free. Tickets are sold on board.\n"),
        ("docs/pump.md", "---\ntags: pump\n---\nThe pump stopped. Nobody noticed it.\n"),
        ("faq/gate.txt", FAQ),
        ("top.txt", "One more text."),
    ])
}

fn faq(records: usize) -> String {
    words(&format!(
        "[[match]]\nglob = [\"faq/*\"]\nread = {{ content-type = \"faq\" }}\n\
         units = {{ kind = \"record\", overlap = 0, records-per-chunk = {records} }}"
    ))
}

fn after(name: &str, before: &str, after: &str) -> Plan {
    let home = folder(name);
    record(&home, &engine(before), inputs(&sample()));
    planned(&home, &engine(after), inputs(&sample()), &Options::default())
}

#[test]
fn a_comment_in_a_policy_changes_nothing() {
    let plan = after("comment", &faq(1), &format!("# Why: asked for by the gate keepers.\n{}", faq(1)));
    assert_eq!((plan.documents.skipped, plan.documents.chunked), (4, 0));
    assert!(!plan.is_change());
}

#[test]
fn a_rule_concerns_what_it_matches() {
    let plan = after("rule", &faq(1), &faq(2));
    assert_eq!((plan.documents.skipped, plan.documents.chunked), (3, 1));
    assert_eq!((plan.total.added, plan.total.deleted, plan.total.kept), (1, 2, 3));
    let faq = plan.globs.iter().find(|counts| counts.glob == "faq/**").unwrap();
    assert_eq!(faq.chunks.added, 1, "only the FAQ is embedded anew");
    assert_eq!(plan.reasons.keys().copied().collect::<Vec<_>>(), [Reason::Settings]);
    assert_eq!(plan.most[0].doc_id, "faq/gate.txt");
}

#[test]
fn what_decides_a_cut_is_asked_for_again() {
    let base = words("");
    for (nth, (change, cuts)) in [
        (words("[units]\noverlap = 2"), true),
        (base.replace("24", "25"), true),
        (base.replace("words", "chars").replace("24", "200"), true),
        (
            words("namespace = \"other\"")
                .replace("[budget]", "namespace = \"other\"\n[budget]")
                .replace("24\nnamespace = \"other\"", "24"),
            true,
        ),
        (words("[context]\nprefix = \"passage: \""), true),
        (words("[read]\nnewline = \"hard\""), true),
        (words("[[match]]\nlanguage = \"en\"\nunits = { overlap = 0 }"), true),
        (words("[[match]]\nlanguage = \"ja\"\nunits = { overlap = 0 }"), false),
        (words("[[match]]\nglob = [\"elsewhere/*\"]\nunits = { overlap = 0 }"), false),
    ]
    .into_iter()
    .enumerate()
    {
        let plan = after(&format!("cut-{nth}"), &base, &change);
        assert_eq!(
            (plan.documents.skipped, plan.documents.chunked),
            if cuts { (0, 4) } else { (4, 0) },
            "{change}"
        );
    }
}

#[test]
fn metadata_alone_moves() {
    let home = folder("meta");
    let machine = engine(&faq(1));
    let mut documents = sample();
    record(&home, &machine, inputs(&documents));
    documents.get_mut("docs/gate.md").unwrap().1 = Some("{\"acl\":[\"staff\"]}".into());
    let plan = planned(&home, &machine, inputs(&documents), &Options::default());
    assert_eq!((plan.total.moved, plan.total.added, plan.total.deleted, plan.total.tokens), (1, 0, 0, 0));
    assert_eq!(plan.reasons.keys().copied().collect::<Vec<_>>(), [Reason::Meta]);
    let operations = apply(&home, &machine, inputs(&documents), &Options::default()).operations;
    assert!(
        operations.contains("\"meta\":{\"acl\":[\"staff\"]}") && !operations.contains("\"text\":"),
        "{operations}"
    );
}

#[test]
fn documents_that_are_not_named_go_or_stay() {
    let home = folder("only");
    let machine = engine(&faq(1));
    record(&home, &machine, inputs(&sample()));
    let mut part = sample();
    part.retain(|path, _| path.starts_with("docs/"));
    let gone = planned(&home, &machine, inputs(&part), &Options::default());
    assert_eq!((gone.documents.gone, gone.documents.left, gone.total.deleted), (2, 0, 3));
    assert_eq!(gone.reasons[&Reason::Gone], 2);
    let only = Options { only: true, ..Options::default() };
    let left = apply(&home, &machine, inputs(&part), &only);
    assert_eq!((left.plan.documents.gone, left.plan.documents.left, left.plan.total.deleted), (0, 2, 0));
    assert_eq!(left.operations, "");
    assert!(
        !planned(&home, &machine, inputs(&sample()), &Options::default()).is_change(),
        "they are still remembered"
    );
}

#[test]
fn in_full_every_chunk_is_added() {
    let home = folder("full");
    let machine = engine(&faq(1));
    let (records, _) = record(&home, &machine, inputs(&sample()));
    let mut part = sample();
    part.remove("top.txt");
    let full = Options { full: true, ..Options::default() };
    assert_eq!(planned(&home, &machine, inputs(&part), &full).total.added, 4);
    let applied = apply(&home, &machine, inputs(&part), &full);
    assert_eq!(crate::support::kinds(&applied.operations), [4, 0, 1]);
    let kept: String =
        records.lines().filter(|line| !line.contains("top.txt")).map(|line| format!("{line}\n")).collect();
    assert_eq!(crate::support::replay("", &applied.operations), crate::support::replay(&kept, ""));
}

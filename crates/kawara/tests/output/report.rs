//! The report of a run.

use std::num::NonZeroUsize;

use kawara::input::Input;
use kawara::policy::Policy;
use kawara::report::Report;
use kawara::run::{RunOptions, run};
use kawara::{Document, Engine, PolicyTree};
use serde_json::Value;

use super::documents;

fn report(documents: impl IntoIterator<Item = Document>, threads: usize) -> String {
    let policy = "policy = 1\nextends = \"kawara:docs\"\n[units]\noverlap = { default = 2, zh = \"auto\" }\n[[match]]\ncontent-type = \"text/html\"\nbudget = { max-tokens = 40 }\n";
    let policy = Policy::from_str(policy, "kawara.toml", "").unwrap();
    let policies =
        PolicyTree::fixed(policy, vec!["context.max-tokens=20".into(), "budget.max-tokens=24".into()])
            .unwrap();
    let registry = kawara::registry().unwrap();
    let mut report = Report::new(&registry, policies.clone());
    let engine = Engine::new(registry, policies);
    let options = RunOptions { threads: NonZeroUsize::new(threads).unwrap(), ..RunOptions::default() };
    let inputs: Vec<Input> =
        documents.into_iter().map(|document| Input::Document(Box::new(document))).collect();
    run(&engine, inputs.into_iter(), options, |result, _| {
        match result {
            Ok(chunks) => report.add(&chunks),
            Err(failure) => report.failed(failure),
        }
        true
    });
    report.to_json()
}

#[test]
fn it_says_what_was_done() {
    let mut all = documents();
    all.push(Document::new("bad", "x").with_content_type("no-such-type"));
    let report: Value = serde_json::from_str(&report(all, 2)).unwrap();
    assert_eq!(report["kawara"], env!("CARGO_PKG_VERSION"));
    assert!(report["packs"].as_array().unwrap().iter().any(|pack| pack["name"] == "zh"));
    let names: Vec<&str> =
        report["policies"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["kawara.toml", "kawara:docs"]);
    assert!(
        report["policies"].as_array().unwrap().iter().all(|it| it["sha256"].as_str().unwrap().len() == 64)
    );
    assert_eq!(report["set"]["budget.max-tokens"], 24);
    let totals = &report["totals"];
    let sum = |of: &Value, what: &str| -> u64 {
        let list = of
            .as_object()
            .map(|map| map.values().collect::<Vec<_>>())
            .unwrap_or_else(|| of.as_array().unwrap().iter().collect());
        list.iter().map(|it| it[what].as_u64().unwrap_or(0)).sum()
    };
    for part in ["settings", "content_types", "languages"] {
        assert_eq!(sum(&report[part], "chunks"), totals["chunks"].as_u64().unwrap(), "{part}");
        assert_eq!(sum(&report[part], "tokens"), totals["tokens"].as_u64().unwrap(), "{part}");
    }
    let documents = totals["documents"].as_u64().unwrap();
    assert_eq!(sum(&report["settings"], "documents"), documents);
    assert_eq!(sum(&report["content_types"], "documents"), documents);
    let bytes: usize = super::documents().iter().map(|document| document.text().len()).sum();
    assert!(totals["bytes"].as_u64().unwrap() >= bytes as u64);
    for (histogram, total) in [("asked", "carries_asked"), ("carried", "carries_actual")] {
        let units = report[histogram].as_object().unwrap().iter();
        let units: u64 =
            units.map(|(units, count)| units.parse::<u64>().unwrap() * count.as_u64().unwrap()).sum();
        assert_eq!(units, totals[total].as_u64().unwrap());
    }
    assert!(totals["carries_asked"].as_u64() > totals["carries_actual"].as_u64());
    assert!(report["flags"]["carry_reduced"].as_u64() > Some(0));
    assert_eq!(report["flags"]["over_budget"], 0, "a flag that nothing has is named too");
}

#[test]
fn settings_are_told_as_a_policy_writes_them() {
    let report: Value = serde_json::from_str(&report(documents(), 1)).unwrap();
    let settings = report["settings"].as_array().unwrap();
    for one in settings {
        assert_eq!(one["settings"]["context.max-tokens"], 20);
        assert!([0, 2].map(|units| one["settings"]["units.overlap"] == units).contains(&true), "{one}");
        assert!(one["counter"].as_str().unwrap().starts_with("tiktoken:cl100k_base"));
        assert_eq!(one["fingerprint"].as_str().unwrap().len(), 16);
    }
    let of = |content_type: &str| {
        let pack = |one: &&Value| {
            one["packs"].as_array().unwrap().iter().any(|pack| pack.as_str().unwrap().contains(content_type))
        };
        settings.iter().find(pack).unwrap()["settings"].clone()
    };
    let zh = of("zh ");
    assert_eq!((&zh["units.overlap"], &zh["budget.max-tokens"]), (&2.into(), &24.into()));
    assert_eq!(zh["units.overlap.zh"], "auto", "{zh}");
    assert!(settings.iter().any(|one| {
        one["packs"].as_array().unwrap().iter().any(|pack| pack.as_str().unwrap().starts_with("zh "))
    }));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let many = || (0..40).flat_map(|nth| documents().into_iter().map(move |document| (nth, document)));
    let named = || {
        many().map(|(nth, document)| {
            let text = document.text().to_string();
            let content_type =
                if nth % 7 == 0 { "no-such-type" } else { document.content_type().unwrap_or("text/plain") };
            Document::new(format!("{nth}/{}", document.id()), text).with_content_type(content_type)
        })
    };
    let one = report(named(), 1);
    assert_eq!(one, report(named(), 4));
}

#[test]
fn a_long_document_counts_once() {
    let text = "The pump stopped. Nobody noticed it until noon.\n\n".repeat(60_000);
    let report: Value = serde_json::from_str(&report([Document::new("long.txt", text.clone())], 2)).unwrap();
    assert_eq!(report["totals"]["documents"], 1);
    assert_eq!(report["totals"]["bytes"], text.len());
    assert_eq!(report["settings"][0]["documents"], 1);
    assert_eq!(report["content_types"]["text/plain"]["documents"], 1);
}

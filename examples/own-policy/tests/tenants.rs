//! What the policy promises, asked of it and of an engine that uses it.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kawara::policy::Policy as File;
use kawara::{Carry, Document, Engine, ErrorKind, Policy as _, Profile, Settings};
use own_policy::{Row, Table, Tenants};

const POLICY: &str = "policy = 1\n[budget]\nmax-tokens = 300\nmin-tokens = 64\n[units]\noverlap = { default = 1, ja = 2 }\n\
    [[match]]\nglob = 'faq/**'\nunits = { kind = 'record', overlap = 0 }\n";

fn rows() -> BTreeMap<&'static str, Row> {
    BTreeMap::from([
        ("north", Row { max_tokens: Some(32), overlap: Some(0) }),
        ("east", Row { max_tokens: Some(32), overlap: Some(0) }),
        ("south", Row { overlap: Some(2), ..Row::default() }),
    ])
}

fn policy<T: Table>(table: T) -> Tenants<T> {
    Tenants::new(File::from_str(POLICY, "policy.toml", "").unwrap(), table)
}

fn settings<T: Table>(policy: &Tenants<T>, path: &str, meta: &str) -> kawara::Result<Arc<Settings>> {
    policy.settings(&Profile::of(&Document::new("1", "").with_path(path).with_meta(meta)))
}

#[test]
fn a_row_lies_over_the_file() {
    let policy = policy(rows());
    let north = settings(&policy, "a.md", r#"{"tenant": "north", "acl": [7]}"#).unwrap();
    assert_eq!(
        (north.budget.max_tokens, north.budget.min_tokens),
        (32, 32),
        "a least above the most is lowered"
    );
    assert_eq!((north.units.overlap.default, north.units.overlap.by_language.len()), (Carry::Units(0), 0));

    let south = settings(&policy, "faq/a.md", r#"{"tenant": "south"}"#).unwrap();
    assert_eq!((south.budget.max_tokens, south.units.overlap.default), (300, Carry::Units(2)));
    assert_eq!(south.units.kind, kawara::UnitKind::Record, "what the row leaves open is the file's");
}

#[test]
fn without_a_tenant_the_file_alone_decides() {
    let policy = policy(rows());
    for meta in ["{}", r#"{"acl": [7]}"#, "[1]"] {
        let settings = settings(&policy, "a.md", meta).unwrap();
        assert_eq!(
            (settings.budget.max_tokens, settings.units.overlap.by_language["ja"]),
            (300, Carry::Units(2))
        );
    }
    assert!(policy.settings(&Profile::of(&Document::new("1", ""))).is_ok(), "no metadata at all");
}

#[test]
fn equal_settings_are_one() {
    let policy = policy(rows());
    let of =
        |path: &str, tenant: &str| settings(&policy, path, &format!(r#"{{"tenant": "{tenant}"}}"#)).unwrap();
    assert!(Arc::ptr_eq(&of("a.md", "north"), &of("b.md", "north")));
    assert!(Arc::ptr_eq(&of("a.md", "north"), &of("a.md", "east")), "another tenant, the same row");
    assert!(!Arc::ptr_eq(&of("a.md", "north"), &of("a.md", "south")));
    assert!(
        !Arc::ptr_eq(&of("a.md", "north"), &of("faq/a.md", "north")),
        "the file says something else there"
    );
}

#[test]
fn mistakes_are_errors_with_a_kind() {
    let policy = policy(rows());
    for (meta, said) in [
        (r#"{"tenant": "west"}"#, "no tenant `west` in the table"),
        (r#"{"tenant": 7}"#, "`meta.tenant` is 7"),
        ("{", "`meta` is no JSON"),
    ] {
        let error = settings(&policy, "a.md", meta).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        assert!(error.to_string().contains(said), "{error}");
    }
}

/// Counts how often it is asked, and fails at first.
struct Flaky(Arc<AtomicUsize>);

impl Table for Flaky {
    fn row(&self, tenant: &str) -> Result<Option<Row>, Box<dyn Error + Send + Sync>> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => Err("connection refused".into()),
            _ => rows().row(tenant),
        }
    }
}

#[test]
fn the_table_is_asked_once_a_tenant_and_again_after_a_failure() {
    let asked = Arc::new(AtomicUsize::new(0));
    let policy = policy(Flaky(Arc::clone(&asked)));
    let error = settings(&policy, "a.md", r#"{"tenant": "north"}"#).unwrap_err();
    assert_eq!(error.source().unwrap().to_string(), "connection refused");

    let engine = Engine::new(kawara::registry().unwrap(), policy);
    for id in ["1", "2"] {
        let document = Document::new(id, "One sentence. Another one.").with_meta(r#"{"tenant": "north"}"#);
        assert_eq!(engine.chunk(&document).unwrap().iter().next().unwrap().max_tokens(), 32);
    }
    assert_eq!(
        asked.load(Ordering::Relaxed),
        2,
        "the failure, and one row for two documents in two phases each"
    );
}

#[test]
fn an_engine_cuts_by_tenant_and_names_the_document_that_has_none() {
    let text = "The first tank holds nine hundred cubic metres of water. The second one holds twice as much as the first. \
        Nobody has looked into the third for twenty years. It may well be empty by now.";
    let engine = Engine::new(kawara::registry().unwrap(), policy(rows()));
    let cut = |meta: &str| engine.chunk(&Document::new("tanks", text).with_meta(meta));
    let north = cut(r#"{"tenant": "north"}"#).unwrap();
    assert!(
        north.iter().count() > 1 && north.iter().all(|chunk| chunk.tokens() <= 32 && chunk.carried() == 0)
    );
    assert_eq!(cut(r#"{"tenant": "south"}"#).unwrap().iter().count(), 1);
    let error = cut(r#"{"tenant": "west"}"#).unwrap_err();
    assert!(error.to_string().starts_with("tanks: no tenant `west`"), "{error}");
}

#[test]
fn refreshed_rows_are_asked_for_again() {
    let asked = Arc::new(AtomicUsize::new(1));
    let policy = policy(Flaky(Arc::clone(&asked)));
    let _ = settings(&policy, "a.md", r#"{"tenant": "north"}"#).unwrap();
    policy.refresh();
    let _ = settings(&policy, "a.md", r#"{"tenant": "north"}"#).unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), 3);
}

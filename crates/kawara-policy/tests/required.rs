//! Packs that policies require: who wins, who may change them, and what has to be loaded in the end.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod common;

use common::{codes, load, plain, policy, small_program};
use kawara_core::{Document, OnFault, Profile};
use kawara_policy::{Mistakes, Policy};

/// The hash of the pack `ko` in the small program, and another.
const KO: &str = "ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12";
const OTHER: &str = "cd34cd34cd34cd34cd34cd34cd34cd34cd34cd34cd34cd34cd34cd34cd34cd34";

fn over(base: &str, main: &str) -> Result<Policy, Mistakes> {
    load(&[("base.toml", base), ("main.toml", &format!("extends = \"base.toml\"\n{main}"))])
}

#[test]
fn requirements_join_by_name_and_the_later_one_wins() {
    let policy = over(
        &format!("required-packs = [\"ja\", {{ name = \"ko\", sha256 = \"{OTHER}\" }}]"),
        &format!(
            "required-packs = [{{ name = \"ko\", sha256 = \"{}\", version = \"0.2\" }}]",
            KO.to_uppercase()
        ),
    )
    .unwrap();
    let settings = plain(&policy);
    assert_eq!(settings.required_packs.keys().collect::<Vec<_>>(), ["ja", "ko"]);
    let ko = &settings.required_packs["ko"];
    assert_eq!((ko.sha256.as_deref(), ko.version.as_deref()), (Some(KO), Some("0.2")));
    assert_eq!(settings.required_packs["ja"], Default::default());
    // Only what holds in the end has to be there.
    policy.check_against(&small_program()).unwrap();
}

#[test]
fn one_name_does_for_a_list() {
    let settings = plain(&policy("required-packs = \"ja\"\nunits.on-fault = \"fallback\""));
    assert!(settings.required_packs.contains_key("ja") && settings.units.on_fault == OnFault::Fallback);
    assert_eq!(plain(&policy("")).units.on_fault, OnFault::Fail);
}

#[test]
fn what_is_locked_is_required_as_it_is() {
    let pinned = format!("required-packs = [{{ name = \"ko\", sha256 = \"{KO}\" }}]");
    for (lock, main, may) in [
        ("required-packs", pinned.as_str(), true),
        ("required-packs", "required-packs = [\"ko\"]", false),
        ("required-packs", "required-packs = [\"ja\"]", false),
        ("required-packs.ko", "required-packs = [\"ja\"]", true),
        ("required-packs.ko", "required-packs = [\"ko\"]", false),
        ("units.on-fault", "units.on-fault = \"fallback\"", false),
    ] {
        let policy = over(&format!("lock = \"{lock}\"\n{pinned}"), main);
        match may {
            true => assert!(policy.is_ok(), "{lock}: {main}: {}", policy.unwrap_err()),
            false => assert_eq!(codes(policy), ["policy::locked"], "{lock}: {main}"),
        }
    }
}

#[test]
fn requirements_are_explained_with_their_lines() {
    let base = format!(
        "required-packs = [\"ja\",\n{{ name = \"ko\", sha256 = \"{KO}\" }}]\nlock = \"required-packs.ko\""
    );
    let policy = over(&base, "required-packs = [{ name = \"ja\", version = \">=0.1\" }]").unwrap();
    let explained = policy.explain(&Profile::of(&Document::new("1", "")));
    let told: Vec<_> =
        explained.iter().filter(|it| it.key.starts_with("required")).map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "required-packs.ja = { name = \"ja\", version = \">=0.1\" }  # main.toml:3, over \"ja\" from base.toml:2"
                .to_owned(),
            format!(
                "required-packs.ko = {{ name = \"ko\", sha256 = \"{KO}\" }}  # base.toml:3, locked by base.toml:4"
            ),
        ]
    );
}

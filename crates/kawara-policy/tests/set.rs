//! `--set key=value`: how values are read, and what is said about bad ones.

#![allow(clippy::panic, reason = "a test ends where it cannot go on")]

mod common;

use common::{codes, plain, policy};
use kawara_core::{Carry, UnitKind, Value};
use kawara_policy::Policy;

fn set(argument: &str) -> Policy {
    Policy::default().set([argument]).unwrap_or_else(|mistakes| panic!("{argument}: {mistakes}"))
}

#[test]
fn values_are_toml_or_stand_for_themselves() {
    assert_eq!(plain(&set("units.overlap=2")).units.overlap.default, Carry::Units(2));
    assert_eq!(plain(&set("units.overlap.ja = 2")).units.overlap.by_language["ja"], Carry::Units(2));
    assert_eq!(plain(&set("units.overlap={ percent = 10 }")).units.overlap.default, Carry::Share(0.1));
    assert_eq!(plain(&set("units.overlap=auto")).units.overlap.default, Carry::Auto { max: 2 });
    assert_eq!(plain(&set("units.kind=record")).units.kind, UnitKind::Record);
    assert_eq!(plain(&set("units.kind=\"record\"")).units.kind, UnitKind::Record);
    assert_eq!(plain(&set("units = { kind = 'record' }")).units.kind, UnitKind::Record);
    assert_eq!(plain(&set("budget.counter=tiktoken:o200k_base")).budget.counter, "tiktoken:o200k_base");
    assert_eq!(plain(&set("budget.counter= hf:a=b c.json ")).budget.counter, "hf:a=b c.json");
    assert_eq!(plain(&set("language=zh")).language.as_deref(), Some("zh"));
    assert_eq!(plain(&set("context.separator=\" / \"")).context.separator, " / ");
    assert!(plain(&set("context.prepend=[]")).context.prepend.is_empty());
    let settings = plain(&set("packs.\"a=b\".path=C:\\words\\ja"));
    assert_eq!(settings.packs["a=b"].iter().next(), Some(("path", &Value::Str("C:\\words\\ja".into()))));
}

#[test]
fn mistakes_name_the_argument() {
    let told = |argument: &str| Policy::default().set([argument]).unwrap_err().to_string();
    assert_eq!(
        told("units.kind=sentense"),
        "\
--set:1:12: `units.kind` cannot be `sentense` [policy::unknown_word]
  did you mean `sentence`?
  help: it takes `sentence`, `clause`, `record` or `paragraph`"
    );
    assert_eq!(
        told("budget.max-token=256"),
        "\
--set:1:8: unknown key `max-token` in [budget] [policy::unknown_key]
  did you mean `max-tokens`?
  help: [budget] takes `model`, `counter`, `tokenizers`, `max-tokens`, `min-tokens`, `reserve-tokens` and `hard-limit`"
    );
    assert_eq!(
        told("units.overlap"),
        "\
--set:1:1: `--set` takes `key=value`, and there is no `=` [policy::set]
  help: write a dotted key and a value as TOML writes it: `units.overlap=2`"
    );
}

#[test]
fn every_argument_is_looked_at() {
    for (argument, codes) in [
        ("extends=kawara:docs", &["policy::unknown_key"][..]),
        ("match=1", &["policy::unknown_key"]),
        ("policy=1", &["policy::unknown_key"]),
        ("units..overlap=2", &["policy::syntax"]),
        ("a b=c", &["policy::syntax"]),
        ("units.overlap=[1", &["policy::syntax"]),
        ("=1", &["policy::syntax"]),
        ("units.kind=", &["policy::syntax"]),
        ("", &["policy::set"]),
        ("language=jp", &["policy::unknown_language"]),
        ("units = { kind = \"x\", overlap = -1 }", &["policy::unknown_word", "policy::out_of_range"]),
    ] {
        assert_eq!(self::codes(Policy::default().set([argument])), codes, "{argument}");
    }
    let all = codes(Policy::default().set(["a=1", "units.kind=x", "units.kind=y"]));
    assert_eq!(all, ["policy::unknown_key", "policy::unknown_word", "policy::unknown_word"]);
}

#[test]
fn what_is_set_may_contradict_the_policy() {
    let refused = policy("budget.min-tokens = 64").set(["budget.max-tokens=50"]).unwrap_err().to_string();
    assert_eq!(
        refused,
        "\
--set:1:19: `min-tokens` (64) is over `max-tokens` (50) [policy::min_over_max]
  none is larger than this
  main.toml:2:21: no chunk is smaller unless its record ends
  help: lower `min-tokens` to 50 or less"
    );
    let refused = Policy::default().set(["budget.max-tokens=0"]).unwrap_err().to_string();
    assert!(refused.contains("`budget.max-tokens` must be at least 1, not 0"), "{refused}");
}

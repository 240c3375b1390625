//! The JSON Schema: fresh, accepting every policy that is read without a mistake, refusing what is misspelt.
//!
//! `cargo xtask schema` writes `policies/kawara.schema.json` anew.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use kawara_policy::{Loader, Policy, schema};
use serde_json::Value;

const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../policies/kawara.schema.json");

fn validator() -> Validator {
    let schema: Value = serde_json::from_str(&schema()).unwrap();
    jsonschema::draft7::meta::validate(&schema)
        .unwrap_or_else(|error| panic!("no schema of draft 7: {error}"));
    jsonschema::draft7::new(&schema).unwrap()
}

/// What the schema says against a policy.
fn refusals(validator: &Validator, policy: &str) -> Vec<String> {
    let value: Value = toml::from_str(policy).unwrap();
    validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn the_schema_is_fresh() {
    if std::env::var_os("KAWARA_BLESS").is_some() {
        fs::write(SCHEMA, schema()).unwrap();
    }
    let written = fs::read_to_string(SCHEMA).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == schema(), "policies/kawara.schema.json is stale: run `cargo xtask schema`");
}

#[test]
fn shipped_policies_and_examples_are_accepted() {
    let validator = validator();
    for (name, text) in kawara_policies::ALL {
        assert_eq!(refusals(&validator, text), Vec::<String>::new(), "kawara:{name}");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = fs::read_to_string(root.join("examples/corpus/kawara.toml")).unwrap();
    assert_eq!(refusals(&validator, &corpus), Vec::<String>::new());
    let mut seen = 0;
    for file in ["README.md", "crates/kawara-policy/src/lib.rs", "crates/kawara-policy/src/policy.rs"] {
        let text = fs::read_to_string(root.join(file)).unwrap();
        for policy in examples(&text) {
            assert_eq!(refusals(&validator, &policy), Vec::<String>::new(), "{file}:\n{policy}");
            seen += 1;
        }
    }
    assert!(seen >= 4, "only {seen} examples were found");
}

/// The policies in a page or in the comments of a source file: blocks of TOML and raw strings that are read without a mistake.
fn examples(text: &str) -> Vec<String> {
    let plain: String = text
        .lines()
        .map(|line| {
            let line = line.trim_start();
            let line = line.strip_prefix("//!").or_else(|| line.strip_prefix("///")).unwrap_or(line);
            line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n"
        })
        .collect();
    let blocks = plain.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let strings = plain
        .split("r#\"\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("# \"#;").or_else(|| rest.split_once("\"#;")));
    let found = blocks.chain(strings).map(|(policy, _)| policy.to_owned());
    let found =
        found.map(|policy| if policy.contains("policy ") { policy } else { format!("policy = 1\n{policy}") });
    found.filter(|policy| Policy::from_str(policy, "example", "").is_ok()).collect()
}

/// What the parser reads without an error, the schema accepts: of the broken policies, those whose mistakes are of meaning.
#[test]
fn the_schema_refuses_nothing_that_is_read() {
    let validator = validator();
    for text in [
        "policy = 1\nextends = \"base.toml\"\n",
        "policy = 1\nlanguage = \"zh-Hant-TW\"\nnamespace = \"x\"\n",
        "policy = 1\nbudget.model = [\"TEXT-embedding-3-small\", \"bge-m3\"]\n",
        "policy = 1\nunits.overlap = \"auto\"\n",
        "policy = 1\nunits.overlap = { percent = 12.5 }\n",
        "policy = 1\nunits.overlap = { zh = { auto = 3 }, EN = 2, th = { tokens = 40 }, yue = \"auto\" }\n",
        "policy = 1\ncontext.prepend = \"title\"\n",
        "policy = 1\ncontext.prepend = []\n",
        "policy = 1\n[packs.ja]\ndictionary = \"x\"\nlist = [1, true, [\"a\"]]\n",
        "policy = 1\nrequired-version = \">=0.1\"\nedition = \"2026\"\nlock = [\"budget.counter\", \"packs.ja\", \"units.overlap.ja\", \"tiling\"]\n",
        "policy = 1\nrequired-packs = [\"ja\", { name = \"ko\", version = \">=0.3\" }]\nlock = \"required-packs.ko\"\nunits.on-fault = \"fallback\"\n",
        "policy = 1\nrequired-packs = \"ja\"\n",
        "policy = 1\n[[match]]\nfields = { status = [\"draft\", 1, true], author.name = \"x\" }\nmeta = { tenant = \"acme\" }\nedition = \"2026\"\nunits.overlap = 0\n",
        "policy = 1\n[[match]]\nlanguage = \"ja\"\nunits.overlap = 2\n[[match]]\nglob = \"a\"\ncontent-type = [\"b\", \"text/*\"]\nread.text = \"source\"\n",
    ] {
        let refused = Loader::reading(|_| Ok("policy = 1\n".into())).text(text, "kawara.toml", "");
        let readable = refused
            .as_ref()
            .err()
            .is_none_or(|mistakes| mistakes.iter().all(|it| it.code == "policy::no_tokenizer"));
        assert!(readable, "{text}{refused:?}");
        assert_eq!(refusals(&validator, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_is_misspelt_is_refused_in_words_that_help() {
    let validator = validator();
    for (text, says) in [
        (
            "policy = 1\n[budget]\nmax-token = 400\n",
            "/budget: Additional properties are not allowed ('max-token' was unexpected)",
        ),
        ("policy = 1\nunit.overlap = 1\n", ": Additional properties are not allowed ('unit' was unexpected)"),
        ("policy = 1\nunits.kind = \"sentense\"\n", "/units/kind: \"sentense\" is not one of \"sentence\","),
        (
            "policy = 1\nunits.overlap = { percnt = 15 }\n",
            "/units/overlap: Additional properties are not allowed ('percnt' was unexpected)",
        ),
        (
            "policy = 1\nunits.overlap = { percent = 15, tokens = 4 }\n",
            "/units/overlap: {\"percent\":15,\"tokens\":4} has more than 1 property",
        ),
        ("policy = 1\nunits.overlap = \"atuo\"\n", "/units/overlap: \"atuo\" does not match \"^auto$\""),
        ("policy = 1\nbudget.max-tokens = 0\n", "/budget/max-tokens: 0 is less than the minimum of 1"),
        (
            "policy = 1\nbudget.max-tokens = \"400\"\n",
            "/budget/max-tokens: \"400\" is not of type \"integer\"",
        ),
        ("policy = 2\n", "/policy: 2 is not"),
        ("budget.max-tokens = 4\n", ": \"policy\" is a required property"),
        (
            "policy = 1\ncontext.prepend = [\"heading\"]\n",
            "/context/prepend/0: \"heading\" is not one of \"title\", \"heading-path\"",
        ),
        (
            "policy = 1\n[[match]]\nglobs = \"a\"\n",
            "/match/0: Additional properties are not allowed ('globs' was unexpected)",
        ),
        ("policy = 1\nlock = [\"budget.cuonter\"]\n", "/lock/0: \"budget.cuonter\" does not match"),
        ("policy = 1\nedition = \"2062\"\n", "/edition: \"2062\" is not"),
        (
            "policy = 1\n[[match]]\nfields = { status = [] }\nunits.overlap = 0\n",
            "/match/0/fields/status: [] has less than 1 item",
        ),
        (
            "policy = 1\nrequired-packs = [{ name = \"ko\", path = \"evil.so\" }]\n",
            "/required-packs/0: Additional properties are not allowed ('path' was unexpected)",
        ),
        (
            "policy = 1\nrequired-packs = [{ sha256 = \"ab\" }]\n",
            "/required-packs/0: \"name\" is a required property",
        ),
        ("policy = 1\nunits.overlap = { zh-Hant = 2 }\n", "/units/overlap: "),
        ("policy = 1\nextends = \"kawara:dogs\"\n", "/extends: \"kawara:dogs\" does not match"),
    ] {
        let told = refusals(&validator, text);
        assert!(told.iter().any(|told| told.starts_with(says)), "{text}{told:#?}");
        assert!(Policy::from_str(text, "kawara.toml", "").is_err(), "{text}");
    }
}

/// Whatever the schema refuses is a mistake of the parser's too; of what the parser refuses, the schema sees what is in one file.
#[test]
fn broken_policies_are_refused_by_the_schema_where_it_can_see() {
    let validator = validator();
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let (mut refused, mut all) = (0, 0);
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let Ok(value) = toml::from_str::<Value>(&text) else { continue };
        all += 1;
        refused += usize::from(!validator.is_valid(&value));
    }
    assert!(refused * 2 > all, "only {refused} of {all} broken policies are refused by the schema");
}

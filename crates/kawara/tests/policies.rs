//! Policies over real documents: what reading finds decides, a base holds for every corpus, and what is not there is told with its line.

#![allow(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::fs;
use std::path::{Path, PathBuf};

use kawara::policy::{Loader, Policy};
use kawara::{Document, PolicyTree};

/// How many chunks a document of four sentences has: one where the rule holds, four where not.
fn chunks(rule: &str, name: &str, text: &str, meta: Option<&str>) -> usize {
    let policy = format!(
        "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 5\n[units]\noverlap = 0\n{}[[match]]\n{rule}\nbudget.max-tokens = 100\n",
        if name.ends_with("json") { "[read.options]\ntext-fields = [\"say\"]\n" } else { "" }
    );
    let policy = Policy::from_str(&policy, "kawara.toml", "").unwrap();
    let document = Document::new(name, text).with_path(name);
    let document = meta.into_iter().fold(document, Document::with_meta);
    kawara::engine(policy).unwrap().chunk(&document).unwrap().iter().count()
}

const BODY: &str =
    "The pump stopped at noon. Nobody noticed it then. The tank ran dry fast. The farm went without water.";

#[test]
fn front_matter_decides() {
    let text = format!(
        "---\nstatus: draft\ntags:\n  - pumps\n  - tanks\nseries: [a, b]\nauthor:\n  name: Ada\nlevel: 3\npublic: True\n---\n\n{BODY}\n"
    );
    for (fields, holds) in [
        ("status = \"draft\"", true),
        ("status = \"final\"", false),
        ("status = [\"final\", \"draft\"]", true),
        ("tags = \"tanks\"", true),
        ("series = \"b\"", true),
        ("author.name = \"Ada\"", true),
        ("author = { name = \"Ada\" }", true),
        ("level = 3", true),
        ("level = \"3\"", true),
        ("public = true", true),
        ("status = \"draft\", tags = \"cats\"", false),
        ("missing = \"\"", false),
    ] {
        let wanted = if holds { 1 } else { 4 };
        assert_eq!(chunks(&format!("fields = {{ {fields} }}"), "a.md", &text, None), wanted, "{fields}");
    }
    assert_eq!(chunks("fields.status = \"draft\"", "a.md", BODY, None), 4, "no front matter");
}

#[test]
fn pages_and_json_have_fields_too() {
    let page = format!(
        "<html lang=en><head><meta name=status content=draft><meta name=tag content=a><meta name=tag content=b></head><p>{BODY}</p></html>"
    );
    assert_eq!(chunks("fields = { status = \"draft\", tag = \"b\" }", "a.html", &page, None), 1);
    assert_eq!(chunks("fields.tag = \"c\"", "a.html", &page, None), 4);
    let json = format!("{{\"status\": \"draft\", \"level\": 3, \"items\": [{{\"say\": \"{BODY}\"}}]}}");
    assert_eq!(chunks("fields = { status = \"draft\", level = 3 }", "a.json", &json, None), 1);
    assert_eq!(chunks("fields.status = \"final\"", "a.json", &json, None), 4);
}

#[test]
fn metadata_decides_before_reading() {
    let meta = Some(
        r#"{"tenant": "acme", "org": {"groups": [{"name": "a"}, {"name": "b"}]}, "acl": ["x", 7], "live": true}"#,
    );
    for (rule, holds) in [
        ("meta.tenant = \"acme\"", true),
        ("meta.tenant = \"other\"", false),
        ("meta.org.groups.name = \"b\"", true),
        ("meta.acl = 7", true),
        ("meta.acl = [\"y\", \"x\"]", true),
        ("meta = { live = true, tenant = [\"acme\", \"z\"] }", true),
        ("meta.org = \"a\"", false),
    ] {
        let wanted = if holds { 1 } else { 4 };
        assert_eq!(chunks(rule, "a.md", BODY, meta), wanted, "{rule}");
        assert_eq!(chunks(rule, "a.md", BODY, None), 4, "without metadata");
    }
    // The metadata is known before reading, so it may say how to read.
    let policy = "policy = 1\n[[match]]\nmeta.kind = \"faq\"\nread.content-type = \"faq\"\nunits = { kind = \"record\", overlap = 0 }\n";
    let engine = kawara::engine(Policy::from_str(policy, "kawara.toml", "").unwrap()).unwrap();
    let document =
        Document::new("a", "Q: Who?\nA: Ada.\n\nQ: When?\nA: Now.\n").with_meta(r#"{"kind": "faq"}"#);
    assert_eq!(engine.chunk(&document).unwrap().content_type(), "text/x-faq");
}

#[test]
fn metadata_that_is_not_json_is_an_error_where_it_is_asked() {
    let policy = Policy::from_str(
        "policy = 1\n[[match]]\nmeta.tenant = \"acme\"\nnamespace = \"acme\"\n",
        "kawara.toml",
        "",
    );
    let engine = kawara::engine(policy.unwrap()).unwrap();
    let error = engine.chunk(&Document::new("a", BODY).with_meta("{tenant: acme}")).unwrap_err().to_string();
    assert!(error.contains("the metadata is not JSON") && error.contains("kawara.toml:2:1"), "{error}");
}

fn home(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    for (path, text) in files {
        let path = dir.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

#[test]
fn a_base_policy_holds_for_every_policy_that_is_found() {
    let dir = home(
        "base-policy",
        &[
            (
                "platform.toml",
                "policy = 1\nlock = [\"budget.counter\", \"namespace\"]\n[budget]\ncounter = \"words\"\nmax-tokens = 9\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0\n",
            ),
            ("one/kawara.toml", "policy = 1\nextends = \"kawara:docs\"\nunits.overlap = 2\n"),
            (
                "two/kawara.toml",
                "policy = 1\nnamespace = \"mine\"\nbudget.model = \"text-embedding-3-small\"\n",
            ),
        ],
    );
    let base = dir.join("platform.toml").display().to_string();
    let loader = || Loader::new().with_base(&base);
    let tree = PolicyTree::nearest(loader().open("kawara:docs").unwrap(), Vec::new()).unwrap();
    use kawara::Policy as _;
    let of = |path: &str| {
        let path = dir.join(path).display().to_string();
        tree.settings(&kawara::Profile::of(&Document::new("1", "").with_path(path)))
    };
    let one = of("one/a.md").unwrap();
    assert_eq!(one.budget.counter, "words", "the built-in policy gives way to what is locked");
    assert_eq!(one.units.overlap.default, kawara::Carry::Units(2));
    let faq = of("one/faq/a.md").unwrap();
    assert_eq!(
        faq.units.overlap.default,
        kawara::Carry::Units(0),
        "globs are seen from the policy that is loaded"
    );
    let refused = of("two/a.md").unwrap_err().to_string();
    for wanted in [
        "two/kawara.toml:2:13: `namespace` is locked",
        "two/kawara.toml:3:16: `budget.model` is locked, since `budget.counter` is: a model names its counter",
        "locked here",
        "keeps `budget.counter = \"words\"`",
        "keeps it unset",
    ] {
        assert!(refused.contains(wanted), "{refused}");
    }
    let set = PolicyTree::nearest(loader().open("kawara:docs").unwrap(), vec!["budget.counter=chars".into()]);
    assert!(set.unwrap_err().to_string().contains("--set:1:16: `budget.counter` is locked"));
}

#[test]
fn what_is_not_there_is_told_with_its_line() {
    let known = kawara::known(&kawara::registry().unwrap());
    let text = "policy = 1
language = \"ko\"
[read]
content-type = \"markdwon\"
options = { delimitre = \";\", records = 3 }
[packs.jaa]
dictionary = \"x\"
[packs.ja]
dictionry = \"x\"
[[match]]
glob = \"a/**\"
budget.counter = \"tiktoken:cl100k_bas\"
[[match]]
content-type = \"text/markdwn\"
budget.counter = \"hf:missing/tokenizer.json\"
[[match]]
content-type = \"application/x-acme\"
read.content-type = \"text/html\"
";
    let loader = Loader::new().with_known(known.clone());
    let mistakes = loader.text(text, "kawara.toml", "").unwrap_err();
    let told: Vec<_> = mistakes.iter().map(|it| (it.code, it.place.line(), it.label.as_str())).collect();
    let wanted = [
        ("policy::unknown_reader", 4, "did you mean `markdown`?"),
        ("policy::unknown_option", 5, "did you mean `delimiter`?"),
        ("policy::wrong_type", 5, ""),
        ("policy::unknown_pack", 6, "did you mean `ja`?"),
        ("policy::unknown_option", 9, "did you mean `dictionary`?"),
        ("policy::unknown_counter", 12, "did you mean `tiktoken:cl100k_base`?"),
        ("policy::never_matches", 14, "did you mean `text/markdown`?"),
        ("policy::no_tokenizer", 15, ""),
    ];
    assert_eq!(told, wanted, "{mistakes}");
    let policy = Policy::from_str(
        "policy = 1\nlanguage = \"ko\"\nunits.overlap = { default = 1, ja = 2, fr = 2 }\n",
        "kawara.toml",
        "",
    );
    let remarks = policy.unwrap().check_against(&known).unwrap();
    let told: Vec<_> = remarks.iter().map(|it| (it.code, it.place.line(), it.place.column())).collect();
    assert_eq!(told, [("policy::no_pack", 2, 12), ("policy::no_pack", 3, 40)]);
}

#[test]
fn every_built_in_policy_asks_for_what_is_there() {
    let loader = Loader::new().with_known(kawara::known(&kawara::registry().unwrap()));
    for name in Policy::builtin_names() {
        let policy = loader.open(&format!("kawara:{name}")).unwrap();
        assert!(policy.warnings().is_empty() && policy.notes().is_empty(), "{name}");
        let engine = kawara::engine(Policy::default()).unwrap();
        kawara::check(&engine, &policy).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

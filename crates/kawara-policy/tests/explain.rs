//! Where every setting comes from.

mod common;

use common::load;
use kawara_core::{Document, Profile};

#[test]
fn three_layers_and_a_set_value() {
    let policy = load(&[
        (
            "base.toml",
            "[budget]\nmax-tokens = 300\n[units]\noverlap = { default = 1, ja = 2, zh = 2 }\npacks.ja.\"a b\" = [1, \"x\"]",
        ),
        (
            "main.toml",
            "extends = \"base.toml\"\nlanguage = \"ja\"\n[budget]\nmax-tokens = 350\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0\nbudget.hard-limit = 512",
        ),
    ]);
    let refused = policy.unwrap_err().to_string();
    assert!(
        refused.contains("unknown key `packs` in [units]"),
        "a dotted key below a header belongs to its table: {refused}"
    );

    let policy = load(&[
        ("base.toml", "packs.ja.\"a b\" = [1, \"x\"]\n[budget]\nmax-tokens = 300\n[units]\noverlap = { default = 1, ja = 2, zh = 2 }"),
        ("main.toml", "extends = \"base.toml\"\nlanguage = \"ja\"\n[budget]\nmax-tokens = 350\n[[match]]\nglob = \"faq/**\"\nunits.overlap = 0\nbudget.hard-limit = 512"),
    ])
    .unwrap()
    .set(["budget.max-tokens=360"])
    .unwrap();
    let told = |path: &str| {
        let document = Document::new("1", "").with_path(path);
        let lines: Vec<_> = policy.explain(&Profile::of(&document)).iter().map(ToString::to_string).collect();
        lines.join("\n")
    };
    assert_eq!(
        told("faq/a.md"),
        r##"# read.content-type is not set: default
read.text = "plain"  # default
read.newline = "auto"  # default
# budget.model is not set: default
budget.counter = "tiktoken:cl100k_base"  # default
budget.max-tokens = 360  # --set:1, over 350 from main.toml:5, over 300 from base.toml:4
budget.min-tokens = 0  # default
budget.reserve-tokens = 0  # default
budget.hard-limit = 512  # main.toml:9
units.kind = "sentence"  # default
units.overlap = 0  # main.toml:8, over units.overlap.ja = 2 from base.toml:6, over units.overlap.zh = 2 from base.toml:6, over 1 from base.toml:6
# units.records-per-chunk is not set: default
units.split = "allow"  # default
units.on-fault = "fail"  # default
context.prefix = ""  # default
context.prepend = ["title", "heading-path", "lead"]  # default
context.separator = " > "  # default
context.max-tokens = 64  # default
tiling.stability = "balanced"  # default
tiling.strategy = "units"  # default
# tiling.window is not set: default
tiling.window-overlap = 0  # default
tiling.separators = ["\n\n", "\n", " ", ""]  # default
# tiling.parents is not set: default
# semantic.embedder is not set: default
# semantic.window is not set: default
# semantic.threshold is not set: default
# semantic.breaks is not set: default
language = "ja"  # main.toml:3
# namespace is not set: default
edition = "2026"  # default
packs.ja."a b" = [1, "x"]  # base.toml:2"##
    );
    let guide = told("guide.md");
    assert!(
        guide.contains(
            "units.overlap = 1  # base.toml:6\nunits.overlap.ja = 2  # base.toml:6\nunits.overlap.zh = 2"
        ),
        "{guide}"
    );
    assert!(guide.contains("# budget.hard-limit is not set: default"), "{guide}");
}

#[test]
fn what_a_model_comes_to_is_told_and_can_be_read_again() {
    use kawara_core::Policy as _;
    use kawara_policy::Policy;

    let policy = load(&[
        ("base.toml", "extends = \"kawara:docs\"\nbudget.counter = \"chars\""),
        ("main.toml", "extends = \"base.toml\"\n[budget]\nmodel = \"multilingual-e5-small\"\ntokenizers = { multilingual-e5-small = \"tests/mistakes/files\" }\n[context]\nmax-tokens = 32"),
    ])
    .unwrap();
    let document = Document::new("1", "");
    let profile = Profile::of(&document);
    let lines: Vec<_> = policy.explain(&profile).iter().map(ToString::to_string).collect();
    let file = std::env::current_dir().unwrap().join("tests/mistakes/files/tokenizer.json");
    let wanted = [
        "budget.model = \"multilingual-e5-small\"  # main.toml:4, over budget.counter = \"chars\" from base.toml:3, over budget.counter = \"tiktoken:cl100k_base\" from kawara:docs:10".to_owned(),
        format!("# budget.counter is \"hf:{}\": budget.model, main.toml:4", file.display()),
        "budget.tokenizers.multilingual-e5-small = \"tests/mistakes/files\"  # main.toml:5".into(),
        "budget.max-tokens = 400  # kawara:docs:15".into(),
        "# budget.hard-limit is 512: budget.model, main.toml:4".into(),
        "# context.prefix is \"passage: \": budget.model, main.toml:4".into(),
    ];
    for line in wanted {
        assert!(lines.contains(&line), "{line}\nis not in\n{}", lines.join("\n"));
    }
    let text = lines.join("\n").replace("units.overlap = ", "units.overlap.default = ");
    let again = Policy::from_str(&format!("policy = 1\n{text}"), "again", "").unwrap();
    assert_eq!(*again.settings(&profile).unwrap(), *policy.settings(&profile).unwrap());
}

#[test]
fn what_is_explained_is_what_is_in_force() {
    use kawara_core::Policy as _;
    use kawara_policy::Policy;

    for name in Policy::builtin_names() {
        let policy = Policy::builtin(name).unwrap();
        let document = Document::new("1", "").with_path("a.txt");
        let profile = Profile::of(&document);
        // Written down again as a policy of its own, the explanation gives the same settings.
        let explained = policy.explain(&profile);
        let lines = explained
            .iter()
            .map(|it| format!("{it}\n"))
            .collect::<String>()
            .replace("units.overlap = ", "units.overlap.default = ");
        let again = Policy::from_str(&format!("policy = 1\n{lines}"), "again", "").unwrap();
        assert_eq!(*again.settings(&profile).unwrap(), *policy.settings(&profile).unwrap(), "{name}");
    }
}

#[test]
fn locks_and_what_a_policy_says_of_itself_are_told() {
    let policy = load(&[
        (
            "platform.toml",
            "lock = [\"units.overlap.ja\", \"packs\", \"budget.counter\"]\nrequired-version = \">=0.1\"\npacks.ja.dictionary = \"words\"\n[units]\noverlap = { default = 1, ja = 2 }",
        ),
        ("main.toml", "extends = \"platform.toml\"\nrequired-version = \"<2\"\nedition = \"2026\""),
    ])
    .unwrap();
    let explained = policy.explain(&Profile::of(&Document::new("1", "")));
    let lines: Vec<_> = explained.iter().map(ToString::to_string).collect();
    for line in [
        "required-version = \">=0.1\"  # platform.toml:3",
        "lock = [\"units.overlap.ja\", \"packs\", \"budget.counter\"]  # platform.toml:2",
        "required-version = \"<2\"  # main.toml:3",
        "edition = \"2026\"  # main.toml:4",
        "units.overlap = 1  # platform.toml:6",
        "units.overlap.ja = 2  # platform.toml:6, locked by platform.toml:2",
        "packs.ja.dictionary = \"words\"  # platform.toml:4, locked by platform.toml:2",
        "budget.counter = \"tiktoken:cl100k_base\"  # default, locked by platform.toml:2",
        "# budget.model is not set: default, locked by platform.toml:2",
    ] {
        assert!(lines.iter().any(|told| told == line), "{line}\nis not in\n{}", lines.join("\n"));
    }
    let locked = explained.iter().find(|setting| setting.key == "units.overlap.ja").unwrap();
    assert_eq!(locked.locked.as_ref().map(|place| (place.line(), place.column())), Some((2, 9)));
}

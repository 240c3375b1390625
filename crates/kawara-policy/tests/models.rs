//! What naming a model comes to, and where its tokenizer is found.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{at, codes, load, plain, policy};
use kawara_core::Settings;
use kawara_policy::models::{Tokenizers, model, models};
use kawara_policy::{Loader, Mistakes, Policy};

/// A fresh directory for one test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Puts an empty tokenizer file below a directory. Policies only look whether it is there.
fn tokenizer(home: &Path, folder: &str) -> String {
    fs::create_dir_all(home.join(folder)).unwrap();
    let file = home.join(folder).join("tokenizer.json");
    fs::write(&file, "{}").unwrap();
    format!("hf:{}", file.to_str().unwrap())
}

fn with(tokenizers: Tokenizers, text: &str, home: &Path) -> Result<Policy, Mistakes> {
    Loader::new().with_tokenizers(tokenizers).text(&format!("policy = 1\n{text}"), "kawara.toml", home)
}

/// Counter, further counters, largest chunk, limit, prefix.
fn told(settings: &Settings) -> (&str, Vec<&str>, u32, Option<u32>, &str) {
    let budget = &settings.budget;
    let also = budget.also.iter().map(String::as_str).collect();
    (budget.counter.as_str(), also, budget.max_tokens, budget.hard_limit, settings.context.prefix.as_str())
}

const CL100K: &str = "tiktoken:cl100k_base";

#[test]
fn names_are_understood_in_upper_or_lower_case_with_the_repository_too() {
    for (name, wanted) in [
        ("text-embedding-3-small", "text-embedding-3-small"),
        ("OpenAI/Text-Embedding-3-Small", "text-embedding-3-small"),
        ("sentence-transformers/all-MiniLM-L6-v2", "all-MiniLM-L6-v2"),
        ("ALL-MINILM-L6-V2", "all-MiniLM-L6-v2"),
        (" BAAI/bge-m3 ", "bge-m3"),
        ("embed-multilingual-v3", "embed-multilingual-v3.0"),
    ] {
        assert_eq!(model(name).unwrap().name(), wanted, "{name}");
    }
    assert_eq!(model("bge"), None);
    assert_eq!(model(""), None);
    assert!(models().iter().all(|known| model(known.name()) == Some(known)));
}

#[test]
fn a_model_sets_its_counter_and_limit() {
    let settings = plain(&policy("budget.model = \"text-embedding-3-small\""));
    assert_eq!(told(&settings), (CL100K, vec![], 400, Some(8191), ""));
}

#[test]
fn only_a_budget_that_nobody_wrote_is_lowered() {
    let home = directory("lowered");
    let counter = tokenizer(&home, "tokenizers/all-MiniLM-L6-v2");
    let open = |text: &str| with(Tokenizers::none(), text, &home);
    let small = "budget.model = \"all-MiniLM-L6-v2\"";
    for lowered in [small.to_owned(), format!("extends = \"kawara:logs\"\n{small}")] {
        assert_eq!(
            told(&plain(&open(&lowered).unwrap())),
            (counter.as_str(), vec![], 256, Some(256), ""),
            "{lowered}"
        );
    }
    let written = "budget = { model = \"all-MiniLM-L6-v2\", max-tokens = 200 }";
    assert_eq!(told(&plain(&open(written).unwrap())).2, 200);
    assert_eq!(
        codes(open("budget = { model = \"all-MiniLM-L6-v2\", max-tokens = 257 }")),
        ["policy::over_hard_limit"]
    );
}

#[test]
fn what_is_written_wins_over_the_table() {
    let home = directory("written");
    tokenizer(&home, "tokenizers/multilingual-e5-small");
    let open = |text: &str| with(Tokenizers::none(), text, &home).unwrap();
    let e5 = "budget.model = \"multilingual-e5-small\"\n";
    assert_eq!(told(&plain(&open(e5))).4, "passage: ");
    assert_eq!(
        told(&plain(&open(&format!("{e5}context.prefix = \"\"")))).4,
        "",
        "an empty prefix is a prefix that was written"
    );
    assert_eq!(told(&plain(&open(&format!("{e5}context.prefix = \"query: \"")))).4, "query: ");
    assert_eq!(told(&plain(&open(&format!("{e5}budget.hard-limit = 500")))).3, Some(500));
    let more = open("budget = { model = \"multilingual-e5-small\", hard-limit = 600, max-tokens = 550 }");
    assert_eq!(
        (told(&plain(&more)).2, told(&plain(&more)).3),
        (550, Some(600)),
        "also where it is the larger one"
    );
}

#[test]
fn of_model_and_counter_the_later_layer_holds() {
    let base = ("base.toml", "budget = { model = \"text-embedding-3-small\" }");
    let counter =
        load(&[base, ("main.toml", "extends = \"base.toml\"\nbudget.counter = \"chars\"")]).unwrap();
    assert_eq!(told(&plain(&counter)), ("chars", vec![], 400, None, ""), "the limit goes with the model");
    let back = counter.set(["budget.model=text-embedding-ada-002"]).unwrap();
    assert_eq!(told(&plain(&back)), (CL100K, vec![], 400, Some(8191), ""));
    let matched = policy(
        "budget.model = \"text-embedding-3-small\"\n[[match]]\nglob = \"raw/**\"\nbudget = { counter = \"bytes\", max-tokens = 9000 }",
    );
    assert_eq!(told(&at(&matched, "raw/a.txt")), ("bytes", vec![], 9000, None, ""));
    assert_eq!(told(&at(&matched, "a.txt")).3, Some(8191));
    assert_eq!(codes(matched.set(["budget.model=text-embedding-3-small"])), ["policy::over_hard_limit"]);
}

#[test]
fn a_rule_may_name_a_model() {
    let policy = policy("[[match]]\nlanguage = \"en\"\nbudget.model = \"text-embedding-3-large\"");
    assert_eq!(told(&common::found(&policy, "a.md", "en")).3, Some(8191));
    assert_eq!(told(&common::found(&policy, "a.md", "ja")).3, None);
}

#[test]
fn several_models_get_the_strictest_of_all() {
    let home = directory("several");
    let bge = tokenizer(&home, "tokenizers/bge-m3");
    let mini = tokenizer(&home, "tokenizers/all-MiniLM-L6-v2");
    let text = "budget.model = [\"text-embedding-3-small\", \"bge-m3\", \"text-embedding-3-large\", \"all-MiniLM-L6-v2\"]";
    let settings = plain(&with(Tokenizers::none(), text, &home).unwrap());
    assert_eq!(
        told(&settings),
        (CL100K, vec![bge.as_str(), mini.as_str()], 256, Some(256), ""),
        "each counter once"
    );
}

#[test]
fn different_prefixes_are_for_somebody_to_settle() {
    let home = directory("prefixes");
    tokenizer(&home, "tokenizers/multilingual-e5-small");
    tokenizer(&home, "tokenizers/e5-base-v2");
    tokenizer(&home, "tokenizers/nomic-embed-text-v1.5");
    tokenizer(&home, "tokenizers/voyage-3");
    let open = |list: &str, more: &str| {
        with(Tokenizers::none(), &format!("[budget]\nmodel = [{list}]\n{more}"), &home)
    };
    let same = open("\"multilingual-e5-small\", \"e5-base-v2\"", "").unwrap();
    assert_eq!(told(&plain(&same)).4, "passage: ");
    let (e5, nomic) = ("\"multilingual-e5-small\"", "\"nomic-embed-text-v1.5\"");
    assert_eq!(codes(open(&format!("{e5}, {nomic}"), "")), ["policy::prefixes_differ"]);
    assert_eq!(codes(open(&format!("{e5}, {nomic}"), "reserve-tokens = 0")), ["policy::prefixes_differ"]);
    let reserved = plain(&open(&format!("{e5}, {nomic}"), "reserve-tokens = 8").unwrap());
    assert_eq!((told(&reserved).4, reserved.budget.reserve_tokens), ("", 8));
    let written = open(&format!("{e5}, {nomic}"), "[context]\nprefix = \"text: \"").unwrap();
    assert_eq!(told(&plain(&written)).4, "text: ");
    let service = open("\"voyage-3\", \"text-embedding-3-small\"", "").unwrap();
    assert_eq!(told(&plain(&service)).4, "", "what the service adds is not put there twice");
}

#[test]
fn tokenizers_are_looked_for_in_this_order() {
    let home = directory("order");
    let named = tokenizer(&home, "named");
    let beside = tokenizer(&home, "tokenizers/bge-m3");
    let first = tokenizer(&home, "first/bge-m3");
    let second = tokenizer(&home, "second/bge-m3");
    let folders = Tokenizers::none().with_folder(home.join("first")).with_folder(home.join("second"));
    let text = "budget = { model = \"bge-m3\", tokenizers = { \"BAAI/bge-m3\" = \"named\" } }";
    assert_eq!(told(&plain(&with(folders.clone(), text, &home).unwrap())).0, named);
    let text = "budget.model = \"bge-m3\"";
    assert_eq!(told(&plain(&with(folders.clone(), text, &home).unwrap())).0, beside);
    fs::remove_dir_all(home.join("tokenizers")).unwrap();
    assert_eq!(told(&plain(&with(folders.clone(), text, &home).unwrap())).0, first);
    fs::remove_dir_all(home.join("first")).unwrap();
    assert_eq!(told(&plain(&with(folders.clone(), text, &home).unwrap())).0, second);
    assert_eq!(folders.counter(model("bge-m3").unwrap()).unwrap(), second);
    fs::remove_dir_all(home.join("second")).unwrap();
    let missing = folders.counter(model("bge-m3").unwrap()).unwrap_err();
    assert_eq!(missing.looked_in().count(), 2);
    assert!(missing.to_string().contains("second"), "{missing}");
}

#[test]
fn paths_and_folders_go_by_the_policy_that_says_them() {
    let home = directory("extended");
    let shared = tokenizer(&home, "shared/tokenizers/bge-m3");
    let named = tokenizer(&home, "shared/files");
    fs::write(home.join("shared/model.toml"), "policy = 1\nbudget.model = \"bge-m3\"\n").unwrap();
    fs::write(
        home.join("shared/files.toml"),
        "policy = 1\nbudget.tokenizers.bge-m3 = \"files/tokenizer.json\"\n",
    )
    .unwrap();
    fs::write(home.join("kawara.toml"), "policy = 1\nextends = \"shared/model.toml\"\n").unwrap();
    fs::write(home.join("both.toml"), "policy = 1\nextends = [\"shared/files.toml\", \"kawara.toml\"]\n")
        .unwrap();
    assert_eq!(told(&plain(&Policy::from_path(home.join("kawara.toml")).unwrap())).0, shared);
    assert_eq!(told(&plain(&Policy::from_path(home.join("both.toml")).unwrap())).0, named);
    // A model of the command line looks beside the policy that was loaded.
    let own = tokenizer(&home, "tokenizers/all-MiniLM-L6-v2");
    let set =
        Policy::from_path(home.join("kawara.toml")).unwrap().set(["budget.model=all-MiniLM-L6-v2"]).unwrap();
    assert_eq!(told(&plain(&set)), (own.as_str(), vec![], 256, Some(256), ""));
}

#[test]
fn a_missing_tokenizer_is_said_once_however_many_rules_stand_on_it() {
    let rules = "[[match]]\nglob = \"a/**\"\nbudget.max-tokens = 100\n".repeat(200);
    let names: Vec<_> = models().iter().map(|model| format!("{:?}", model.name())).collect();
    let refused =
        load(&[("main.toml", &format!("budget.model = [{}]\n{rules}", names.join(", ")))]).unwrap_err();
    let missing = refused.iter().filter(|mistake| mistake.code == "policy::no_tokenizer").count();
    let files = models().iter().filter(|model| Tokenizers::none().counter(model).is_err()).count();
    // The prefixes differ too, which is said once.
    assert!(missing + refused.more() <= files + 1, "{missing} and {} more of {files} models", refused.more());
}

#[test]
fn folders_may_have_the_last_part_of_the_repository_for_a_name() {
    let home = directory("repository");
    let counter = tokenizer(&home, "Cohere-embed-english-v3.0");
    let cohere = model("embed-english-v3.0").unwrap();
    assert_eq!(Tokenizers::none().with_folder(&home).counter(cohere).unwrap(), counter);
}

#[test]
fn a_hub_cache_is_read_at_the_revision_of_main() {
    let home = directory("hub");
    let bge = model("bge-m3").unwrap();
    let hub = Tokenizers::none().with_folder(&home);
    let repo = home.join("models--BAAI--bge-m3");
    let old = tokenizer(&repo, "snapshots/0a");
    let new = tokenizer(&repo, "snapshots/9f");
    assert_eq!(hub.counter(bge).unwrap(), new, "without refs/main the last in the order of names");
    fs::create_dir_all(repo.join("refs")).unwrap();
    fs::write(repo.join("refs/main"), "0a\n").unwrap();
    assert_eq!(hub.counter(bge).unwrap(), old);
    for broken in ["gone", "", "../../../etc", &"0".repeat(100_000)] {
        fs::write(repo.join("refs/main"), broken).unwrap();
        assert_eq!(hub.counter(bge).unwrap(), new, "refs/main is {:?}", &broken[..broken.len().min(20)]);
    }
    // A snapshot that was fetched without its tokenizer is passed over.
    fs::create_dir_all(repo.join("snapshots/ff")).unwrap();
    assert_eq!(hub.counter(bge).unwrap(), new);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_a_link_keeps_its_place() {
    let home = directory("link");
    fs::create_dir_all(home.join("blobs")).unwrap();
    fs::write(home.join("blobs/abc"), "{}").unwrap();
    let snapshot = home.join("models--BAAI--bge-m3/snapshots/1");
    fs::create_dir_all(&snapshot).unwrap();
    std::os::unix::fs::symlink(home.join("blobs/abc"), snapshot.join("tokenizer.json")).unwrap();
    let counter = Tokenizers::none().with_folder(&home).counter(model("bge-m3").unwrap()).unwrap();
    assert!(counter.ends_with("snapshots/1/tokenizer.json"), "the limit lies beside the link: {counter}");
}

#[test]
fn reserved_tokens_and_prefixes_are_settings() {
    let settings =
        plain(&policy("budget.reserve-tokens = 12\ncontext.prefix = \"passage: \"\nbudget.hard-limit = 512"));
    assert_eq!((settings.budget.reserve_tokens, settings.budget.hard_limit), (12, Some(512)));
    assert_eq!(settings.context.prefix, "passage: ");
}

#[test]
fn the_command_line_takes_lists_and_files() {
    let home = directory("set");
    let counter = tokenizer(&home, "files");
    let file = format!("budget.tokenizers.bge-m3={}", home.join("files").display());
    let set =
        Policy::default().set(["budget.model=[\"bge-m3\", \"text-embedding-3-small\"]", &file]).unwrap();
    assert_eq!(told(&plain(&set)), (counter.as_str(), vec![CL100K], 400, Some(8191), ""));
    assert_eq!(codes(Policy::default().set(["budget.model=bge-m3"])), ["policy::no_tokenizer"]);
}

#[test]
fn limits_agree_with_the_files_at_hand() {
    let shared = std::env::var_os("KAWARA_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let folder = shared.join("data/tokenizers");
    let mini = model("all-MiniLM-L6-v2").unwrap();
    let Some(file) = Tokenizers::none().with_folder(&folder).find(mini) else {
        eprintln!("skipped: no tokenizers in {}", folder.display());
        return;
    };
    let config = fs::read_to_string(file.with_file_name("sentence_bert_config.json")).unwrap();
    let limit = config.split("\"max_seq_length\":").nth(1).unwrap().split([',', '}']).next().unwrap();
    assert_eq!(limit.trim().parse().ok(), mini.limit());
}

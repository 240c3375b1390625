//! What policies say of passages.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use common::{at, load, plain, policy};

#[test]
fn sizes_arrive_in_the_settings() {
    let policy = policy(
        r#"
        budget.max-tokens = 128
        tiling.parents = [2048, 512]
        [[match]]
        glob = "short/**"
        tiling.parents = 256
        [[match]]
        glob = "flat/**"
        tiling = { parents = [], strategy = "token-window" }
        "#,
    );
    assert!(policy.warnings().is_empty(), "{:?}", policy.warnings());
    assert_eq!(plain(&policy).tiling.parents, [2048, 512]);
    assert_eq!(at(&policy, "short/a.md").tiling.parents, [256]);
    assert!(at(&policy, "flat/a.md").tiling.parents.is_empty());
}

#[test]
fn small_chunks_are_no_doubt_where_passages_are_read() {
    let small = "budget.max-tokens = 100";
    let codes = |text: &str| policy(text).notes().iter().map(|it| it.code).collect::<Vec<_>>();
    assert_eq!(codes(small), ["policy::small_chunks"]);
    assert!(codes(&format!("{small}\ntiling.parents = [400]")).is_empty());
}

#[test]
fn what_is_set_is_held_against_the_file() {
    let base = ("base.toml", "tiling.parents = [512]\nbudget.max-tokens = 128");
    let main = |text| load(&[("main.toml", text), base]);
    assert!(main("extends = \"base.toml\"\nbudget.max-tokens = 300").is_ok());
    let refused = main("extends = \"base.toml\"\nbudget.max-tokens = 600").unwrap_err().to_string();
    assert!(refused.starts_with("main.toml:3:21: passages of 512 tokens hold no chunks"), "{refused}");
    let policy = main("extends = \"base.toml\"").unwrap();
    assert!(policy.set(["tiling.parents=[100]"]).unwrap_err().to_string().contains("passages of 100 tokens"));
    let policy = main("extends = \"base.toml\"").unwrap();
    assert_eq!(plain(&policy.set(["tiling.parents=[900,300]"]).unwrap()).tiling.parents, [900, 300]);
}

//! The policies that come with kawara, and its table of embedding models, as text.
//!
//! They are a crate of their own so that these files are the only copy: `kawara-policy` builds them in, and both can be packaged.
//! To use one, write `extends = ["kawara:docs"]` in a policy, or `--policy kawara:docs` on the command line.
//!
//! ```
//! assert!(kawara_policies::get("docs").is_some_and(|text| text.contains("policy = 1")));
//! ```

/// Every policy by name, in alphabetical order.
pub const ALL: &[(&str, &str)] = &[
    ("cjk-anaphora", include_str!("cjk-anaphora.toml")),
    ("docs", include_str!("docs.toml")),
    ("faq", include_str!("faq.toml")),
    ("logs", include_str!("logs.toml")),
];

/// The embedding models that a policy may name: what counts their tokens, how many they take, what is put before a text. The file
/// explains its fields itself.
pub const MODELS: &str = include_str!("models.toml");

/// The text of the policy called `name`, without the prefix `kawara:`.
pub fn get(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

//! The policies that come with kawara, as text.
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

/// The text of the policy called `name`, without the prefix `kawara:`.
pub fn get(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

//! The policies that come with kawara, and its table of embedding models, as text.
//!
//! They are a crate of their own so that these files are the only copy: `kawara-policy` builds them in, and both can be packaged.
//! To use one, write `extends = ["kawara:docs"]` in a policy, or `--policy kawara:docs` on the command line. Which is for what, the
//! README beside them says.
//!
//! ```
//! assert!(kawara_policies::get("docs").is_some_and(|text| text.contains("policy = 1")));
//! ```

/// Every policy by name, in alphabetical order.
pub const ALL: &[(&str, &str)] = &[
    ("catalogue", include_str!("catalogue.toml")),
    ("cjk-anaphora", include_str!("cjk-anaphora.toml")),
    ("code", include_str!("code.toml")),
    ("docs", include_str!("docs.toml")),
    ("faq", include_str!("faq.toml")),
    ("knowledge-base", include_str!("knowledge-base.toml")),
    ("legal", include_str!("legal.toml")),
    ("logs", include_str!("logs.toml")),
    ("narrative", include_str!("narrative.toml")),
    ("parent-child", include_str!("parent-child.toml")),
    ("sentence-window", include_str!("sentence-window.toml")),
    ("technical-reference", include_str!("technical-reference.toml")),
    ("transcript", include_str!("transcript.toml")),
];

/// The embedding models that a policy may name: what counts their tokens, how many they take, what is put before a text. The file
/// explains its fields itself.
pub const MODELS: &str = include_str!("models.toml");

/// The text of the policy called `name`, without the prefix `kawara:`.
pub fn get(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that nobody lists would not be built in, and one that the table leaves out would not be found.
    #[test]
    fn every_file_is_listed_and_explained() {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut files: Vec<String> = names
            .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
            .filter(|name| !["Cargo", "models"].contains(&name.as_str()))
            .collect();
        files.sort();
        assert_eq!(files, ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        let readme = include_str!("README.md");
        for name in files {
            assert!(readme.contains(&format!("[{name}]({name}.toml)")), "{name} is missing in README.md");
        }
    }
}

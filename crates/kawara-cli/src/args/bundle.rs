use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{OUTPUT, SettingArguments};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct BundleArguments {
    /// Where to write; `-` is standard output.
    ///
    /// The file takes its place when it is whole and was tried: until then an older one stays.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) settings: SettingArguments,
}

/// What is said of `--policy`, here where there are no documents.
pub(super) const BUNDLE_POLICY: (&str, &str) = (
    "The policy",
    "The policy.\n\nA file, a bundle, or a built-in policy as kawara:NAME. If not given, the nearest kawara.toml up the tree.",
);

pub(super) const BUNDLE_EXAMPLES: &[Example] = &[
    ("The nearest policy up the tree", "kawara bundle -o policy.zip"),
    (
        "Chunk by it, on another machine too",
        "kawara bundle -o policy.zip && kawara chunk docs --policy policy.zip -o chunks.jsonl",
    ),
    (
        "A built-in policy, for an embedding model",
        "kawara bundle --policy kawara:docs --model text-embedding-3-small -o small.zip",
    ),
];

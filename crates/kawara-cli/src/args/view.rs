use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{INPUT, InputArguments, JobArguments, OUTPUT};
use crate::help::Example;

#[derive(Debug, Args)]
pub(crate) struct ViewArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// Questions with their evidence, as `kawara evidence check` reads them.
    ///
    /// Each passage is underlined, and told is whether one chunk keeps all of a question's. Questions about documents that are not among the inputs are
    /// mistakes.
    #[arg(long = "evidence", value_name = "QUESTIONS", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) questions: Option<PathBuf>,
    /// Where to write the page; `-` is standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
}

pub(super) const VIEW_EXAMPLES: &[Example] = &[
    ("How a folder is cut by its own policy", "kawara view docs -o chunks.html"),
    (
        "The same documents by two policies, to switch between",
        "kawara view docs --policy kawara.toml --policy kawara:cjk-anaphora -o compare.html",
    ),
    (
        "How one page would be cut for a smaller model",
        "kawara view docs/ja --set budget.max-tokens=128 -o ja.html",
    ),
];

pub(super) const VIEW_PAGE: (&str, &str) = (
    "The page",
    "One file, and nothing else is fetched. ? shows its keys: j and k go from chunk to chunk, p to the next policy, d to the next document, e to the next
evidence. Its address says what is shown, so that it leads another reader to the same chunk: page.html#document=ID&policy=NAME&chunk=3.",
);

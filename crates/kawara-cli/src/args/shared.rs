use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::NonEmptyStringValueParser as Words;
use clap::{ArgAction, Args, ValueHint};

use kawara::packs::PackFile;

use super::{COUNTING, INPUT, SETTINGS};

#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// Files and directories; `-` is standard input.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Documents as JSON lines; `-` is standard input.
    ///
    /// Each is {"id", "text"}, and if you like "path", "content_type", "language", "title", "meta".
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = INPUT)]
    pub(crate) documents: Option<PathBuf>,
    /// The encoding of files.
    ///
    /// Names are those of the WHATWG standard, such as gb18030, big5, shift_jis, euc-jp, utf-16le, windows-874.
    #[arg(long, value_name = "LABEL", value_parser = Words::new(), default_value = "utf-8", env = "KAWARA_ENCODING", help_heading = INPUT)]
    pub(crate) encoding: String,
    #[command(flatten)]
    pub(crate) settings: SettingArguments,
}

impl InputArguments {
    /// Whether documents come from standard input.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.paths.iter().chain(&self.documents).any(|path| path == Path::new("-"))
    }
}

/// Policies, and what is laid over and beneath them.
#[derive(Debug, Args)]
pub(crate) struct SettingArguments {
    /// The policy for all documents.
    ///
    /// A file, a bundle, or a built-in policy as kawara:NAME. If not given, each document has the nearest kawara.toml up the tree.
    #[arg(long = "policy", value_name = "FILE|kawara:NAME", value_parser = Words::new(), num_args = 1, action = ArgAction::Set, env = "KAWARA_POLICY", value_hint = ValueHint::FilePath, help_heading = SETTINGS)]
    pub(crate) policies: Vec<String>,
    /// A policy that is laid beneath every other.
    ///
    /// A file, or a built-in policy as kawara:NAME. What it locks (`lock = ["budget.counter"]`) no policy and no --set can change, so that
    /// a platform has its way with every corpus.
    #[arg(long, value_name = "FILE|kawara:NAME", value_parser = Words::new(), env = "KAWARA_BASE_POLICY", value_hint = ValueHint::FilePath, help_heading = SETTINGS)]
    pub(crate) base_policy: Option<String>,
    /// The embedding model, as `kawara models` lists them.
    ///
    /// Short for --set budget.model=NAME. May be given more than once, or several with commas between: chunks then fit all of them.
    #[arg(long = "model", value_name = "NAME", value_parser = Words::new(), value_delimiter = ',', env = "KAWARA_MODEL", help_heading = SETTINGS)]
    pub(crate) models: Vec<String>,
    /// Change a setting, such as budget.max-tokens=256.
    ///
    /// Wins over every policy. May be given more than once.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = Words::new(), help_heading = SETTINGS)]
    pub(crate) changes: Vec<String>,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
    #[command(flatten)]
    pub(crate) commands: AdditionArguments,
}

impl SettingArguments {
    /// The policy for all documents, where one is named; the first, where a command takes several.
    pub(crate) fn policy(&self) -> Option<&str> {
        self.policies.first().map(String::as_str)
    }

    /// A counter or a model that is set in words wins over a model of the environment.
    pub(super) fn prefer_words(&mut self, is_from_environment: &dyn Fn(&str) -> bool) {
        let says_what_counts = |change: &String| {
            change
                .split('=')
                .next()
                .is_some_and(|key| matches!(key.trim(), "budget.counter" | "budget.model"))
        };
        if is_from_environment("models") && self.changes.iter().any(says_what_counts) {
            self.models.clear();
        }
    }
}

/// What is added to the built-in packs where documents are cut.
#[derive(Debug, Default, Args)]
pub(crate) struct AdditionArguments {
    #[command(flatten)]
    pub(crate) counting: CommandArguments,
    #[cfg(feature = "embed")]
    #[command(flatten)]
    pub(crate) embedding: EmbedderArguments,
}

#[cfg(feature = "embed")]
#[derive(Debug, Default, Args)]
pub(crate) struct EmbedderArguments {
    /// Define an embedding model, a program or a service that speaks OpenAI's protocol, for semantic boundaries and for modes of a sweep.
    ///
    /// Policies name it as semantic.embedder. A URL stands for a service, and behind its # the model, then & and api-key-env=VARIABLE,
    /// dimensions=N, batch=N, requests-per-minute=N, timeout-seconds=N, retries=N. Wins over the configuration file. May be given more than once.
    #[arg(long = "embedder", value_name = "NAME='PROGRAM ARGUMENT…'|NAME=URL#MODEL", value_parser = Words::new(), help_heading = SETTINGS)]
    pub(crate) embedders: Vec<String>,
    /// The folder in which vectors of embedders are kept, or none.
    ///
    /// A text is asked for once, whatever asks for it again. If not given, it is what the configuration file says, else kawara in the user's
    /// folder for caches.
    #[arg(long, value_name = "DIR|none", value_parser = Words::new(), env = "KAWARA_EMBEDDING_CACHE", value_hint = ValueHint::DirPath, help_heading = SETTINGS)]
    pub(crate) embedding_cache: Option<String>,
}

#[derive(Debug, Default, Args)]
pub(crate) struct CommandArguments {
    /// Define a program that counts tokens.
    ///
    /// Policies name it as cmd:NAME. Wins over the configuration file. May be given more than once.
    #[arg(long = "command", value_name = "NAME='PROGRAM ARGUMENT…'", value_parser = Words::new(), help_heading = COUNTING)]
    pub(crate) definitions: Vec<String>,
    /// Load a pack from a shared library: a language, or a tokenizer.
    ///
    /// It is code that runs with your rights, so load what you trust. With @ and the SHA-256 of the file, nothing else is loaded. Wins over a
    /// pack of the same name in the configuration file. May be given more than once.
    #[arg(long = "pack", value_name = "FILE[@SHA256]", value_parser = pack_file, value_hint = ValueHint::FilePath, help_heading = SETTINGS)]
    pub(crate) packs: Vec<PackFile>,
}

fn pack_file(text: &str) -> Result<PackFile, String> {
    PackFile::parse(text).map_err(|error| error.to_string())
}

#[derive(Debug, Args)]
pub(crate) struct TokenizerArguments {
    /// A folder in which tokenizer files lie.
    ///
    /// They lie there as NAME/tokenizer.json, or it is a cache of the Hugging Face hub. May be given more than once; the folders in
    /// KAWARA_TOKENIZERS and the hub's own cache are looked in after it.
    #[arg(long = "tokenizers", value_name = "DIR", value_parser = directory, value_hint = ValueHint::DirPath, help_heading = COUNTING)]
    pub(crate) folders: Vec<PathBuf>,
}

fn directory(name: &str) -> Result<PathBuf, String> {
    match fs::metadata(name) {
        Ok(about) if about.is_dir() => Ok(name.into()),
        Ok(_) => Err("it is not a directory".to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err("there is no such directory".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What counts; at least one.
#[derive(Debug, Args)]
pub(crate) struct GaugeArguments {
    /// A counter, such as tiktoken:cl100k_base.
    ///
    /// `kawara packs` lists them. May be given more than once.
    #[arg(long = "counter", value_name = "NAME", value_parser = Words::new(), required_unless_present = "models", help_heading = COUNTING)]
    pub(crate) counters: Vec<String>,
    /// An embedding model, as `kawara models` lists them.
    ///
    /// May be given more than once, or several with commas between; models stand behind counters. The environment is asked where
    /// neither is given.
    #[arg(long = "model", value_name = "NAME", value_parser = Words::new(), value_delimiter = ',', env = "KAWARA_MODEL", help_heading = COUNTING)]
    pub(crate) models: Vec<String>,
    #[command(flatten)]
    pub(crate) tokenizers: TokenizerArguments,
    #[command(flatten)]
    pub(crate) commands: CommandArguments,
}

impl GaugeArguments {
    /// Counters that are named in words win over a model of the environment.
    pub(super) fn prefer_words(&mut self, is_from_environment: &dyn Fn(&str) -> bool) {
        if is_from_environment("models") && !self.counters.is_empty() {
            self.models.clear();
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct JobArguments {
    /// How many threads; as many as there are cores if not given.
    #[arg(short, long, visible_alias = "threads", value_name = "N", value_parser = jobs, env = "KAWARA_JOBS")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

pub(super) fn jobs(number: &str) -> Result<NonZeroUsize, String> {
    let number: NonZeroUsize = above_zero(number)?;
    if number.get() > MOST_JOBS { Err(format!("it is more than {MOST_JOBS} threads")) } else { Ok(number) }
}

/// More threads than any machine makes use of: a slip of the finger.
const MOST_JOBS: usize = 1024;

impl JobArguments {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(|| kawara::run::RunOptions::default().threads)
    }
}

/// A whole number that its type keeps from being 0.
pub(super) fn above_zero<N: FromStr>(text: &str) -> Result<N, String> {
    text.trim().parse().map_err(|_| "it is not a number from 1".to_owned())
}

/// A whole number from 0.
pub(super) fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    text.trim().parse().map_err(|_| "it is not a whole number from 0".to_owned())
}

/// A whole number from 1.
pub(super) fn from_one<N: FromStr + Default + PartialOrd>(text: &str) -> Result<N, String> {
    let number = text.trim().parse().ok().filter(|number| *number > N::default());
    number.ok_or_else(|| "it is not a number from 1".to_owned())
}

/// 0 to 1, or per cent.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = proportion(text).filter(|share| *share <= 1.0);
    share.ok_or_else(|| "it is a share from 0 to 1, such as 0.95, or per cent, such as 95%".to_owned())
}

/// 0 to 1, or per cent, of which there may be more than 100: a bare 25 was meant as 25 %.
pub(super) fn redundancy(text: &str) -> Result<f64, String> {
    let text = text.trim();
    match proportion(text) {
        Some(share) if share > 1.0 && !text.ends_with('%') => {
            Err(format!("it is {text} times the documents; for per cent write {text}% or {}", share / 100.0))
        }
        Some(share) => Ok(share),
        None => Err("it is a share such as 0.25, or per cent, such as 25%".to_owned()),
    }
}

/// A number from 0, or as many per cent.
fn proportion(text: &str) -> Option<f64> {
    let (number, of) = match text.trim().strip_suffix('%') {
        Some(percent) => (percent.trim_end(), 100.0),
        None => (text.trim(), 1.0),
    };
    let number = number.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.map(|number| number / of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_from_per_cent() {
        for (text, share) in [("0.25", 0.25), ("25%", 0.25), ("150 %", 1.5), ("1", 1.0), ("0", 0.0)] {
            assert_eq!(redundancy(text), Ok(share), "{text}");
        }
        for (text, what) in
            [("25", "25% or 0.25"), ("5", "5% or 0.05"), ("-5%", "such as 25%"), ("nan", "such as 25%")]
        {
            let error = redundancy(text).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
        assert!(share("95").is_err() && share("150%").is_err() && share("95%") == Ok(0.95));
    }

    #[test]
    fn threads_beyond_reason_are_refused() {
        assert!(jobs("99999").unwrap_err().contains("1024") && jobs("0").is_err() && jobs("1024").is_ok());
    }
}

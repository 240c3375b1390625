use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kawara_core::{Error, ErrorKind, Result};
use serde::Deserialize;
use toml::Spanned;

use super::{Commands, Definition};
use crate::packs::PackFile;

/// The user's configuration file: `$KAWARA_CONFIG`, else `$XDG_CONFIG_HOME/kawara/config.toml`, else
/// `~/.config/kawara/config.toml`. `None` where there is not even a home. The file need not be there, unless the first names it.
pub fn user_file() -> Option<PathBuf> {
    locate(|name| std::env::var_os(name), std::env::home_dir())
}

fn locate(variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    let path = |name| variable(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    path("KAWARA_CONFIG").or_else(|| {
        // A relative directory would be whichever repository one happens to stand in.
        let directory = path("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
        let directory = directory.or_else(|| Some(home.filter(|home| home.is_absolute())?.join(".config")));
        Some(directory?.join("kawara").join("config.toml"))
    })
}

/// All programs, packs and embedding models that a configuration file names.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// Counters that are programs.
    pub counters: Commands,
    /// Retrievers, in the order of their names.
    pub retrievers: Vec<Definition>,
    /// Packs that are to be loaded, in the order of their names. Reading the file loads none.
    pub packs: Vec<PackFile>,
    /// Embedders, in the order of their names.
    #[cfg(feature = "embed")]
    pub embedders: Vec<crate::embed::Model>,
    /// The folder in which vectors are to be kept.
    pub embedding_cache: Option<PathBuf>,
}

impl Commands {
    /// The counters of the [user's configuration file](Configuration::of_user).
    ///
    /// # Errors
    /// As [`Configuration::of_user`].
    pub fn of_user() -> Result<Self> {
        Configuration::of_user().map(|configuration| configuration.counters)
    }

    /// The counters of a [configuration file](Configuration::from_file).
    ///
    /// # Errors
    /// As [`Configuration::of_user`].
    pub fn from_file(file: &Path) -> Result<Self> {
        Configuration::from_file(file).map(|configuration| configuration.counters)
    }
}

impl Configuration {
    /// What the [user's configuration file](user_file) defines; nothing where there is no such file.
    ///
    /// # Errors
    /// When it cannot be read, or for the first mistake in it, with its line.
    pub fn of_user() -> Result<Self> {
        let is_named = std::env::var_os("KAWARA_CONFIG").is_some_and(|path| !path.is_empty());
        match user_file() {
            Some(file) if is_named || file.exists() => Self::from_file(&file),
            _ => Ok(Self::default()),
        }
    }

    /// What a configuration file defines. Relative paths in it are relative to it, and its programs are started there.
    ///
    /// ```toml
    /// [counters.mytok]
    /// command = ["python3", "tok.py"]
    /// timeout-seconds = 120              # over one answer; 60 if not given
    /// processes = 1                      # at most, at once; as many as there are cores if not given
    /// [retrievers.minilm]
    /// command = ["python3", "retriever.py"]
    /// timeout-seconds = 1800             # 600 if not given
    /// [packs.ko]                         # as the pack calls itself
    /// path = "lib/libko.so"
    /// sha256 = "9f2c…"                   # of its bytes; without it, whatever lies there
    /// [embedders.minilm]                 # of the feature `embed`; without it they are passed over
    /// command = ["python3", "embedder.py"]
    /// timeout-seconds = 1800             # 600 if not given
    /// [embedders.ada]
    /// url = "https://api.openai.com/v1"  # what speaks OpenAI's protocol
    /// model = "text-embedding-3-small"
    /// api-key-env = "OPENAI_API_KEY"     # the environment variable with the key; without it, none is sent
    /// dimensions = 256                   # as many as the model has if not given
    /// batch = 2048                       # texts in a request at most; 32 if not given
    /// requests-per-minute = 3000         # as many as there are if not given
    /// timeout-seconds = 30               # 60 if not given
    /// retries = 6                        # of a request that failed
    /// ```
    ///
    /// Above all tables, `embedding-cache = "DIR"` says where vectors are kept.
    ///
    /// # Errors
    /// As [`Configuration::of_user`].
    pub fn from_file(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).map_err(|error| {
            let message = format!("the configuration file {} cannot be read: {error}", file.display());
            Error::caused_by(ErrorKind::Settings, message, error)
        })?;
        // Absolute, so that a program is not looked for where kawara was started.
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        read(&text, &file)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(default)]
    counters: BTreeMap<Spanned<String>, Entry>,
    #[serde(default)]
    retrievers: BTreeMap<Spanned<String>, Entry>,
    #[serde(default)]
    packs: BTreeMap<Spanned<String>, Library>,
    #[serde(default)]
    embedders: BTreeMap<Spanned<String>, Embedding>,
    embedding_cache: Option<Spanned<PathBuf>>,
}

#[cfg(feature = "embed")]
use crate::embed::Entry as Embedding;
/// A build that asks nobody for vectors leaves them to those that do.
#[cfg(not(feature = "embed"))]
type Embedding = toml::Table;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with `path`")]
struct Library {
    path: Spanned<PathBuf>,
    sha256: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table with `command`")]
struct Entry {
    command: Spanned<Vec<String>>,
    timeout_seconds: Option<Spanned<u64>>,
    processes: Option<NonZeroUsize>,
}

fn read(text: &str, file: &Path) -> Result<Configuration> {
    let mistake = |at: usize, what: &str| {
        let before = text.get(..text.floor_char_boundary(at)).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let (lines, column) = (before.matches('\n').count() + 1, line.chars().count() + 1);
        Error::new(ErrorKind::Settings, format!("{}:{lines}:{column}: {what}", file.display()))
    };
    let said: File = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let what = error.message().trim_end().replace('\n', "; ");
        mistake(
            at,
            &format!("{what}; a program is `[counters.NAME]` or `[retrievers.NAME]` with `command = [\"PROGRAM\", \"ARGUMENT\"]`, a pack \
                      `[packs.NAME]` with `path` and `sha256`, an embedder `[embedders.NAME]` with `command`, or with `url` and `model`"),
        )
    })?;
    let directory = file.parent().unwrap_or(Path::new("/"));
    let define = |(name, entry): (Spanned<String>, Entry)| {
        let at = if entry.command.get_ref().is_empty() { entry.command.span() } else { name.span() };
        let definition = Definition::new(name.get_ref(), entry.command.into_inner());
        let mut definition = definition
            .map_err(|error| mistake(at.start, &error.to_string()))?
            .in_directory(directory)
            .with_origin(format!("in {}", file.display()));
        if let Some(seconds) = entry.timeout_seconds {
            if *seconds.get_ref() == 0 {
                return Err(mistake(seconds.span().start, "`timeout-seconds` is at least 1"));
            }
            definition = definition.with_timeout(Duration::from_secs(seconds.into_inner()));
        }
        if let Some(processes) = entry.processes {
            definition = definition.with_processes(processes);
        }
        Ok(definition)
    };
    let mut configuration = Configuration::default();
    for counter in said.counters {
        configuration.counters.define(define(counter)?)?;
    }
    configuration.packs = said
        .packs
        .into_iter()
        .map(|(name, Library { path, sha256 })| {
            if path.get_ref().as_os_str().is_empty() {
                return Err(mistake(path.span().start, "the path of a pack is empty"));
            }
            let place = mistake(name.span().start, "").to_string();
            let origin = place.trim_end_matches([' ', ':']).to_owned();
            let file =
                PackFile::new(directory.join(path.get_ref())).with_name(name.get_ref()).with_origin(origin);
            match sha256 {
                Some(hash) => file
                    .with_sha256(hash.get_ref())
                    .map_err(|error| mistake(hash.span().start, &error.to_string())),
                None => Ok(file),
            }
        })
        .collect::<Result<_>>()?;
    if let Some(folder) = said.embedding_cache {
        if folder.get_ref().as_os_str().is_empty() {
            return Err(mistake(folder.span().start, "the folder of the embedding cache is empty"));
        }
        if folder.get_ref().as_os_str() == "none" {
            let message = "`none` is a word of the command line, --embedding-cache none; a folder of that name is `./none`";
            return Err(mistake(folder.span().start, message));
        }
        configuration.embedding_cache = Some(directory.join(folder.into_inner()));
    }
    #[cfg(feature = "embed")]
    {
        let model = |(name, entry): (Spanned<String>, Embedding)| {
            Ok(entry.model(&name, directory, mistake)?.with_origin(format!("in {}", file.display())))
        };
        configuration.embedders = said.embedders.into_iter().map(model).collect::<Result<_>>()?;
    }
    #[cfg(not(feature = "embed"))]
    drop(said.embedders);
    configuration.retrievers = said.retrievers.into_iter().map(define).collect::<Result<_>>()?;
    Ok(configuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_where_the_environment_says() {
        let found = |variables: &[(&str, &str)], home: Option<&str>| {
            let variable =
                |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
            locate(variable, home.map(PathBuf::from))
        };
        let (own, xdg) = (("KAWARA_CONFIG", "k.toml"), ("XDG_CONFIG_HOME", "/x"));
        assert_eq!(found(&[own, xdg], Some("/h")), Some("k.toml".into()));
        assert_eq!(found(&[("KAWARA_CONFIG", ""), xdg], Some("/h")), Some("/x/kawara/config.toml".into()));
        assert_eq!(
            found(&[("XDG_CONFIG_HOME", "x")], Some("/h")),
            Some("/h/.config/kawara/config.toml".into())
        );
        assert_eq!(found(&[], Some("here")), None);
        assert_eq!(found(&[], None), None);
    }

    #[test]
    fn commands_are_defined_in_the_files_directory() {
        let text = "[counters.a]\ncommand = [\"./tok\", \"x\"]\ntimeout-seconds = 5\nprocesses = 1\n[counters.\"b.c\"]\ncommand = [\"py\"]\n";
        let commands = read(text, Path::new("/home/config.toml")).unwrap().counters;
        let a = &commands.find("a").unwrap().definition;
        assert_eq!((a.program(), a.directory()), (Path::new("/home/./tok"), Some(Path::new("/home"))));
        assert_eq!((a.timeout(), a.processes()), (Some(Duration::from_secs(5)), 1));
        assert_eq!(commands.find("b.c").unwrap().definition.timeout(), None);
        assert!(read("", Path::new("c.toml")).unwrap().counters.list.is_empty());
    }

    #[test]
    fn retrievers_are_no_counters() {
        let text = "[counters.a]\ncommand = [\"tok\"]\n[retrievers.b]\ncommand = [\"./find\"]\n[retrievers.a]\ncommand = [\"find\"]\n";
        let configuration = read(text, Path::new("/home/config.toml")).unwrap();
        let names: Vec<_> = configuration.retrievers.iter().map(Definition::name).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(configuration.retrievers[1].program(), Path::new("/home/./find"));
        assert!(configuration.counters.find("b").is_none());
        let error = read("[retrievers.a]\ncommand = []\n", Path::new("c.toml")).unwrap_err().to_string();
        assert!(error.starts_with("c.toml:2:11: ") && error.contains("names no program"), "{error}");
    }

    #[test]
    fn packs_lie_beside_the_file_and_are_not_loaded_by_reading_it() {
        let hash = "AB12".repeat(16);
        let text = format!(
            "[packs.ko]\npath = \"lib/libko.so\"\nsha256 = \"{hash}\"\n[packs.ja]\npath = \"/lib/libja.so\"\n"
        );
        let packs = read(&text, Path::new("/home/config.toml")).unwrap().packs;
        let told: Vec<_> =
            packs.iter().map(|file| (file.name(), file.path().to_str(), file.sha256())).collect();
        assert_eq!(
            told,
            [
                (Some("ja"), Some("/lib/libja.so"), None),
                (Some("ko"), Some("/home/lib/libko.so"), Some(&*hash.to_lowercase()))
            ]
        );
        let error = packs[1].load().unwrap_err().to_string();
        assert!(error.starts_with("/home/config.toml:1:8: "), "{error}");
    }

    #[cfg(feature = "embed")]
    #[test]
    fn embedders_are_programs_or_services() {
        let text = "embedding-cache = \"vectors\"\n[embedders.b]\ncommand = [\"./embed\", \"x\"]\n[embedders.a]\nurl = \"http://h/v1\"\nmodel = \"m\"\n\
                    dimensions = 8\nbatch = 4\nretries = 0\nrequests-per-minute = 9\ntimeout-seconds = 5\napi-key-env = \"KEY\"\n";
        let configuration = read(text, Path::new("/home/config.toml")).unwrap();
        assert_eq!(configuration.embedding_cache.as_deref(), Some(Path::new("/home/vectors")));
        let of = |word| crate::embed::Model::parse(word).unwrap().with_origin("in /home/config.toml");
        let wanted = "a=http://h/v1#m&dimensions=8&batch=4&retries=0&requests-per-minute=9&timeout-seconds=5&api-key-env=KEY";
        assert_eq!(configuration.embedders[0], of(wanted));
        assert_eq!(configuration.embedders[1].to_string(), "/home/./embed x");
        for (text, place, what) in [
            (
                "command = [\"x\"]\nurl = \"http://h\"\n",
                "c.toml:1:12: ",
                "`command`, or a service, with `url` and `model`",
            ),
            ("url = \"http://h\"\n", "c.toml:1:12: ", "`command`, or a service, with `url` and `model`"),
            ("", "c.toml:1:12: ", "`command`, or a service, with `url` and `model`"),
            ("command = []\n", "c.toml:2:11: ", "names no program"),
            ("command = [\"x\"]\nbatch = 3\n", "c.toml:3:9: ", "`batch` is of a service"),
            ("url = \"h\"\nmodel = \"m\"\n", "c.toml:2:7: ", "begins with `http://`"),
            ("url = \"http://u:pw@h\"\nmodel = \"m\"\n", "c.toml:2:7: ", "environment variable"),
            ("url = \"http://h\"\nmodel = \"\"\n", "c.toml:3:9: ", "names no model"),
            (
                "url = \"http://h\"\nmodel = \"m\"\napi-key = \"sk-pw\"\n",
                "c.toml:4:1: ",
                "unknown field `api-key`",
            ),
            (
                "url = \"http://h\"\nmodel = \"m\"\napi-key-env = \"sk-pw\"\n",
                "c.toml:4:15: ",
                "never the key",
            ),
            ("url = \"http://h\"\nmodel = \"m\"\ndimensions = 0\n", "c.toml:4:14: ", "nonzero"),
            ("url = \"http://h\"\nmodel = \"m\"\ntimeout-seconds = 0\n", "c.toml:4:19: ", "at least 1"),
        ] {
            let text = format!("[embedders.a]\n{text}");
            let error = read(&text, Path::new("c.toml")).err().unwrap().to_string();
            assert!(
                error.starts_with(place) && error.contains(what) && !error.contains("pw"),
                "{text}: {error}"
            );
        }
        assert!(read("[embedders.'a b']\ncommand = [\"x\"]\n", Path::new("c.toml")).is_err());
    }

    #[test]
    fn mistakes_name_their_line() {
        for (text, place, what) in [
            ("[counters.a]\ncomand = [\"x\"]\n", "c.toml:2:1: ", "unknown field `comand`"),
            ("[counters.a]\ncommand = \"x y\"\n", "c.toml:2:11: ", "expected a sequence"),
            ("[counters.a]\ncommand = []\n", "c.toml:2:11: ", "names no program"),
            ("[counters.a]\ncommand = [\"\"]\n", "c.toml:1:11: ", "names no program"),
            ("\n[counters.'a b']\ncommand = [\"x\"]\n", "c.toml:2:11: ", "is no name for a command"),
            ("[counters.a]\n", "c.toml:1:1: ", "missing field `command`"),
            ("[counters.a]\ncommand = [\"x\"]\ntimeout-seconds = 0\n", "c.toml:3:19: ", "at least 1"),
            ("[counters.a]\ncommand = [\"x\"]\nprocesses = 0\n", "c.toml:3:13: ", "nonzero"),
            ("[counter.a]\n", "c.toml:1:2: ", "unknown field `counter`"),
            ("[packs.ko]\n", "c.toml:1:1: ", "missing field `path`"),
            ("[packs.ko]\npath = \"a\"\nsha265 = \"\"\n", "c.toml:3:1: ", "unknown field `sha265`"),
            ("[packs.ko]\npath = \"a\"\nsha256 = \"ab\"\n", "c.toml:3:10: ", "is no SHA-256"),
            ("[packs]\nko = \"libko.so\"\n", "c.toml:2:6: ", "expected a table with `path`"),
            ("[counters]\na = \"x\"\n", "c.toml:2:5: ", "expected a table with `command`"),
            ("[packs.ko]\npath = \"\"\n", "c.toml:2:8: ", "is empty"),
            ("[counters.a\n", "c.toml:1:12: ", "unclosed table"),
            ("embedding-cache = \"\"\n", "c.toml:1:19: ", "is empty"),
            ("embedding-cache = \"none\"\n", "c.toml:1:19: ", "a word of the command line"),
            ("embedding-cache = 3\n", "c.toml:1:19: ", "expected"),
            ("[counters.a]\ncommand=[\"x\"]\n[counters.a]\n", "c.toml:3:", "duplicate key"),
        ] {
            let error = read(text, Path::new("c.toml")).err().unwrap().to_string();
            assert!(error.starts_with(place) && error.contains(what), "{text}: {error}");
        }
    }
}

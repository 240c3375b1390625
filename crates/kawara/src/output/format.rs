use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// How chunks are written.
///
/// ```
/// use std::path::Path;
/// use kawara::output::Format;
///
/// assert_eq!(Format::of_path(Path::new("out/chunks.parquet")), Some(Format::Parquet));
/// assert_eq!("csv".parse(), Ok(Format::Csv));
/// assert!("cvs".parse::<Format>().is_err());
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One JSON object a line.
    Jsonl,
    /// One JSON array of objects.
    Json,
    /// Comma-separated values (RFC 4180); what is nested is JSON text.
    Csv,
    /// For a person to read, on a terminal.
    Text,
    /// For a person to read, as a document.
    Markdown,
    /// Apache Parquet: with the feature `parquet`.
    Parquet,
    /// An Arrow IPC file, which is also what Feather 2 is: with the feature `arrow`.
    Arrow,
    /// An Arrow IPC stream, for pipes: with the feature `arrow`.
    ArrowStream,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Jsonl,
        Self::Json,
        Self::Csv,
        Self::Text,
        Self::Markdown,
        Self::Parquet,
        Self::Arrow,
        Self::ArrowStream,
    ];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::ArrowStream => "arrow-stream",
        }
    }

    /// The format that a file's name stands for, by its extension.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "jsonl" | "ndjson" => Self::Jsonl,
            "json" => Self::Json,
            "csv" => Self::Csv,
            "txt" => Self::Text,
            "md" | "markdown" => Self::Markdown,
            "parquet" => Self::Parquet,
            "arrow" | "feather" | "ipc" => Self::Arrow,
            "arrows" => Self::ArrowStream,
            _ => return None,
        })
    }

    /// Whether it is nothing for a terminal.
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow | Self::ArrowStream)
    }

    /// Whether this build can write it.
    pub const fn is_available(self) -> bool {
        let (arrow, parquet) = (cfg!(feature = "arrow"), cfg!(feature = "parquet"));
        (parquet || !matches!(self, Self::Parquet))
            && (arrow || !matches!(self, Self::Arrow | Self::ArrowStream))
    }

    /// What is said where it is not.
    pub(super) fn missing(self) -> std::io::Error {
        let feature = if self == Self::Parquet { "parquet" } else { "arrow" };
        let message = format!("this build cannot write {self}: it was made without the feature `{feature}`");
        std::io::Error::new(std::io::ErrorKind::Unsupported, message)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// No format is called so; the text says which there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Format::ALL.iter().map(|format| format.as_str()).collect();
        write!(f, "no output format is called `{}`; there are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.as_str() == word)
            .ok_or_else(|| UnknownFormat(word.to_owned()))
    }
}

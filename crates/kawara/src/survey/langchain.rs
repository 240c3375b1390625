//! What LangChain's `RecursiveCharacterTextSplitter` was told, as settings of a policy.
//!
//! ```
//! use kawara::survey::langchain::{Length, Splitter};
//!
//! let splitter = Splitter::new(1000, 150, Length::Characters);
//! let taken = splitter.taken(&[("en".into(), 4.3)]);
//! assert_eq!(taken.max_tokens, 233);
//! assert_eq!(taken.percent, 15.0);
//! assert!(taken.changes[0].contains("1000 characters"));
//! ```

/// Characters of a token of cl100k_base, by language, for where there is no corpus to measure: measured on 1.2 MB of running text of each, of
/// Simplified Chinese on 0.4 MB.
pub const CHARACTERS_PER_TOKEN: [(&str, f64); 5] =
    [("en", 4.3), ("ja", 0.9), ("th", 1.1), ("zh", 0.9), ("zh-Hant", 0.7)];

/// What a splitter was told.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splitter {
    /// `chunk_size`.
    pub chunk_size: u32,
    /// `chunk_overlap`.
    pub chunk_overlap: u32,
    /// What `length_function` counts.
    pub length: Length,
    /// `separators`, the strongest first.
    pub separators: Vec<String>,
}

/// What a length function counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// Characters: Python's `len`.
    Characters,
    /// Tokens of a counter, such as `tiktoken:cl100k_base`.
    Counter(String),
}

/// What a policy says instead.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// The budget.
    pub max_tokens: u32,
    /// The counter, where the splitter counted tokens.
    pub counter: Option<String>,
    /// The overlap in per cent of the size: a policy turns it into whole units.
    pub percent: f64,
    /// What becomes of each thing that was said.
    pub changes: Vec<String>,
    /// What no longer has a counterpart.
    pub dropped: Vec<String>,
}

impl Splitter {
    /// With the separators that LangChain takes by default.
    pub fn new(chunk_size: u32, chunk_overlap: u32, length: Length) -> Self {
        let separators = ["\n\n", "\n", " ", ""].map(str::to_owned).to_vec();
        Self { chunk_size, chunk_overlap, length, separators }
    }

    /// With these separators instead.
    #[must_use]
    pub fn with_separators(mut self, separators: Vec<String>) -> Self {
        self.separators = separators;
        self
    }

    /// What a policy says instead; `ratios` are characters a token by language, the most frequent language of the corpus first.
    pub fn taken(&self, ratios: &[(String, f64)]) -> Taken {
        let mut changes = Vec::new();
        let (max_tokens, counter) = match &self.length {
            Length::Counter(name) => {
                changes.push(format!(
                    "chunk_size {} stays: both count tokens; here special tokens and what is put before the text count too",
                    self.chunk_size
                ));
                (self.chunk_size.max(1), Some(name.clone()))
            }
            Length::Characters => {
                let (max, change) = in_tokens(self.chunk_size, ratios);
                changes.push(change);
                (max, None)
            }
        };
        let percent = match self.chunk_size {
            0 => 0.0,
            size => (f64::from(self.chunk_overlap) * 1000.0 / f64::from(size)).round() / 10.0,
        };
        changes.push(match self.chunk_overlap {
            0 => "chunk_overlap 0 stays 0".to_owned(),
            overlap => format!(
                "chunk_overlap {overlap} of {} is {percent} %: about {} tokens, and from there whole sentences, at least one; `kawara policy explain FILE` says how \
                 many on a document",
                self.chunk_size,
                (f64::from(max_tokens) * percent / 100.0).round()
            ),
        });
        changes.push(format!(
            "chunk_size is filled up, headings or not; here a chunk that has `min-tokens` ends with its section, so that there are more and shorter \
             ones: its counterpart is `min-tokens`, and `min-tokens = {max_tokens}` fills chunks across headings"
        ));
        let mut dropped = Vec::new();
        for separator in &self.separators {
            match Counterpart::of(separator) {
                Some(what) => changes.push(format!("the separator {} becomes {}", shown(separator), what.0)),
                None => dropped.push(format!(
                    "the separator {}: what it marks is for a reader to know (`read.content-type`, `kawara packs`)",
                    shown(separator)
                )),
            }
        }
        for gone in [
            "keep_separator, is_separator_regex: chunks are slices of the text, nothing is taken out of it",
            "add_start_index: every chunk has its offsets in bytes and characters",
            "strip_whitespace: chunks begin and end with their units, which have no outer white space",
        ] {
            dropped.push(gone.to_owned());
        }
        Taken { max_tokens, counter, percent: percent.min(90.0), changes, dropped }
    }
}

fn in_tokens(characters: u32, ratios: &[(String, f64)]) -> (u32, String) {
    let known = ratios.iter().filter(|(_, ratio)| *ratio > 0.0);
    let said: Vec<_> =
        known.clone().map(|(language, ratio)| (language, *ratio, tokens(characters, *ratio))).collect();
    let Some((language, ratio, max)) = said.first() else {
        return (
            400,
            format!("chunk_size {characters} characters: nothing to measure a ratio on, so 400 tokens"),
        );
    };
    let mut change = format!(
        "chunk_size {characters} characters becomes {max} tokens: {ratio:.2} characters a token in `{language}`"
    );
    let others: Vec<_> = said
        .iter()
        .skip(1)
        .enumerate()
        .map(|(nth, (language, _, max))| {
            format!("{max}{} in `{language}`", if nth == 0 { " tokens" } else { "" })
        })
        .collect();
    if !others.is_empty() {
        change +=
            &format!("; the same characters are {}, which is why sizes are tokens here", others.join(", "));
    }
    (*max, change)
}

fn tokens(characters: u32, ratio: f64) -> u32 {
    ((f64::from(characters) / ratio).round() as u32).max(1)
}

/// What does here what a separator did.
struct Counterpart(&'static str);

impl Counterpart {
    fn of(separator: &str) -> Option<Self> {
        let word = separator.trim_matches(['\n', ' ']);
        Some(Self(match separator {
            "" => "grapheme clusters, only inside a word that is over the budget by itself",
            _ if word.is_empty() && separator.matches('\n').count() >= 2 => {
                "the edge of a paragraph, where a cut costs next to nothing"
            }
            _ if word.is_empty() && separator.contains('\n') => {
                "the end of a line, where the layout says that it is one"
            }
            _ if word.is_empty() => "words, only inside a clause that is over the budget by itself",
            "\u{200b}" => "words, which each language finds itself",
            _ if word.starts_with('#')
                || word.starts_with("\\section")
                || word.starts_with("\\chapter")
                || word.starts_with("\\subsection") =>
            {
                "the edge of a section: its heading stays with what follows and is put before each of its chunks"
            }
            _ if is_sentence(word) => {
                "sentences, which each language finds itself: abbreviations, quotes and brackets are looked at"
            }
            _ if is_clause(word) => "clauses, only inside a sentence that is over the budget by itself",
            _ if word.starts_with("```") => "code blocks, which are cut only between lines",
            _ if matches!(word, "***" | "---" | "___" | "\\*\\*\\*+" | "---+" | "___+") => {
                "the edge of a section or paragraph in Markdown"
            }
            _ if word.starts_with('<') => "elements, which the reader of HTML knows",
            _ if CODE.contains(&word.trim_end_matches(['(', '{', ':'])) => {
                "items, which the reader of source code knows"
            }
            _ => return None,
        }))
    }
}

const CODE: &[&str] = &[
    "class",
    "def",
    "\tdef",
    "func",
    "function",
    "fn",
    "const",
    "let",
    "var",
    "enum",
    "struct",
    "impl",
    "interface",
    "type",
    "namespace",
    "void",
    "int",
    "float",
    "double",
    "if",
    "for",
    "while",
    "switch",
    "case",
    "default",
    "import",
    "package",
    "public",
    "private",
    "protected",
    "static",
    "module",
];

fn is_sentence(word: &str) -> bool {
    !word.is_empty()
        && word.trim_start_matches("(?<=").trim_end_matches(')').chars().all(|c| ".。．!！?？\\…".contains(c))
}

fn is_clause(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| ",，、;；:：".contains(c))
}

fn shown(separator: &str) -> String {
    format!("{separator:?}")
}

/// Separators as a command line gives them: a JSON array of strings, or one after the other with commas between, `\n` for a line
/// break.
///
/// ```
/// use kawara::survey::langchain::separators;
///
/// assert_eq!(separators(r#"["\n\n", ", "]"#).unwrap(), ["\n\n", ", "]);
/// assert_eq!(separators(r"\n\n,\n,。,").unwrap(), ["\n\n", "\n", "。", ""]);
/// assert!(separators("[1]").is_err());
/// ```
///
/// # Errors
/// When it begins like an array and is none of strings.
pub fn separators(text: &str) -> Result<Vec<String>, String> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|error| format!("not a JSON array of strings: {error}"));
    }
    let unescaped = |part: &str| part.replace("\\n", "\n").replace("\\t", "\t");
    Ok(text.split(',').map(unescaped).collect())
}

/// What a length function counts, as a command line says it: `len`, or the name of a counter.
///
/// # Errors
/// When it is neither.
pub fn length(word: &str) -> Result<Length, String> {
    match word {
        "len" | "chars" => Ok(Length::Characters),
        counter if counter.contains(':') => Ok(Length::Counter(counter.to_owned())),
        other => Err(format!("no length function is called `{other}`; it is len, tiktoken:NAME or hf:FILE")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stay_tokens() {
        let taken = Splitter::new(512, 50, Length::Counter("tiktoken:o200k_base".into())).taken(&[]);
        assert_eq!((taken.max_tokens, taken.percent), (512, 9.8));
        assert_eq!(taken.counter.as_deref(), Some("tiktoken:o200k_base"));
    }

    #[test]
    fn every_default_separator_has_a_counterpart_and_a_made_up_one_none() {
        let taken =
            Splitter::new(1000, 0, Length::Characters).taken(&[("zh".into(), 0.8), ("en".into(), 4.0)]);
        assert_eq!(taken.max_tokens, 1250);
        assert!(
            taken.changes[0]
                .ends_with("the same characters are 250 tokens in `en`, which is why sizes are tokens here")
        );
        assert_eq!(taken.changes.len(), 7);
        assert!(taken.changes[2].contains("`min-tokens = 1250` fills chunks across headings"));
        assert_eq!(taken.dropped.len(), 3);
        let own = vec!["=====".to_owned(), "。".to_owned(), "\nclass ".to_owned(), "\n## ".to_owned()];
        let taken = Splitter::new(1000, 0, Length::Characters).with_separators(own).taken(&[]);
        assert_eq!(taken.changes.len(), 6);
        assert!(taken.dropped[0].contains("\"=====\""));
    }
}

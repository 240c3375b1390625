//! The options that every reader takes.

use kawara_core::{Error, ErrorKind, Options, Result};

/// How a document is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mode {
    /// Whether what a person would not read is left out.
    pub(crate) plain: bool,
    /// Whether every line break counts, even inside a paragraph.
    pub(crate) hard_lines: bool,
}

impl Mode {
    /// # Errors
    /// When `text` or `newline` is a word that no reader knows.
    pub(crate) fn of(options: &Options) -> Result<Self> {
        let plain = choice(options, "text", &["plain", "source"])? == "plain";
        let hard_lines = choice(options, "newline", &["auto", "hard", "soft"])? == "hard";
        Ok(Self { plain, hard_lines })
    }
}

/// The word that an option is set to, the first by default.
pub(crate) fn choice<'o>(options: &'o Options, key: &str, words: &[&'static str]) -> Result<&'o str>
where
    'static: 'o,
{
    match options.str(key) {
        None => Ok(words.first().copied().unwrap_or_default()),
        Some(word) if words.contains(&word) => Ok(word),
        Some(word) => {
            let message = format!("option `{key}` cannot be \"{word}\"; it is one of {}", words.join(", "));
            Err(Error::new(ErrorKind::Option, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawara_core::Value;

    #[test]
    fn plain_is_the_default_and_unknown_words_are_refused() {
        assert_eq!(Mode::of(&Options::new()).unwrap(), Mode { plain: true, hard_lines: false });
        let source = Options::new()
            .with("text", Value::Str("source".into()))
            .with("newline", Value::Str("hard".into()));
        assert_eq!(Mode::of(&source).unwrap(), Mode { plain: false, hard_lines: true });
        let error = Mode::of(&Options::new().with("text", Value::Str("html".into()))).unwrap_err();
        assert!(error.to_string().contains("plain, source"), "{error}");
    }
}

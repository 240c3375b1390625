//! The options that every reader takes.

use kawara_core::{Error, ErrorKind, Options, Result};

/// How a document is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mode {
    /// Whether what a person would not read is left out.
    pub(crate) plain: bool,
    /// What a line break means inside of a paragraph.
    pub(crate) newline: Newline,
}

/// What a line break means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Newline {
    /// What the format, the layout or the language says.
    #[default]
    Auto,
    /// A new line.
    Hard,
    /// A space, or nothing.
    Soft,
}

impl Mode {
    /// # Errors
    /// When `text` or `newline` is a word that no reader knows.
    pub(crate) fn of(options: &Options) -> Result<Self> {
        let plain = choice(options, "text", &["plain", "source"])? == "plain";
        let newline = match choice(options, "newline", &["auto", "hard", "soft"])? {
            "hard" => Newline::Hard,
            "soft" => Newline::Soft,
            _ => Newline::Auto,
        };
        Ok(Self { plain, newline })
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
        assert_eq!(Mode::of(&Options::new()).unwrap(), Mode { plain: true, newline: Newline::Auto });
        let source = Options::new()
            .with("text", Value::Str("source".into()))
            .with("newline", Value::Str("hard".into()));
        assert_eq!(Mode::of(&source).unwrap(), Mode { plain: false, newline: Newline::Hard });
        let error = Mode::of(&Options::new().with("text", Value::Str("html".into()))).unwrap_err();
        assert!(error.to_string().contains("plain, source"), "{error}");
    }
}

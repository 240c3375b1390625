use std::fmt;

/// Which counter counted: its name, the version of the code, and a hash of the vocabulary.
///
/// ```
/// use kawara_core::CounterId;
///
/// let id = CounterId::new("tiktoken:cl100k_base", "1.0.0").with_vocabulary("223921b76ee99bde");
/// assert_eq!(id.to_string(), "tiktoken:cl100k_base 1.0.0 (223921b76ee99bde)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterId {
    name: String,
    version: String,
    vocabulary: Option<String>,
}

impl CounterId {
    /// A counter by the name that opens it and the version of its code.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into(), vocabulary: None }
    }

    /// The hash of the vocabulary, in hexadecimal. Two counters with one vocabulary count alike.
    pub fn with_vocabulary(mut self, hash: impl Into<String>) -> Self {
        self.vocabulary = Some(hash.into());
        self
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The hash of the vocabulary, where it is known.
    pub fn vocabulary(&self) -> Option<&str> {
        self.vocabulary.as_deref()
    }

    /// What decides whether two counters give the same vectors: the vocabulary where it is known, else the name.
    /// A new version of the code does not change it.
    pub fn space(&self) -> &str {
        self.vocabulary.as_deref().unwrap_or(&self.name)
    }
}

impl fmt::Display for CounterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)?;
        match &self.vocabulary {
            Some(hash) => write!(f, " ({hash})"),
            None => Ok(()),
        }
    }
}

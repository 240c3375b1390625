//! A build without a dictionary.

use std::marker::PhantomData;
use std::path::Path;

use kawara_core::{Error, ErrorKind, Result};

use super::Token;

/// There is none.
#[derive(Debug, Default)]
pub(crate) struct Source;

impl Source {
    /// # Errors
    /// Always.
    pub(crate) fn at(path: &Path) -> Result<Self> {
        let path = path.display();
        Err(Error::new(
            ErrorKind::Unsupported,
            format!(
                "the dictionary {path} cannot be used: this program was built without the feature `dictionary` of kawara-pack-ja; leave the option out, or build with the feature"
            ),
        ))
    }

    /// # Errors
    /// Always.
    pub(crate) fn digest(path: &Path) -> Result<String> {
        Self::at(path).map(|_| String::new())
    }
}

pub(crate) struct Analyzer<'a>(PhantomData<&'a Source>);

impl<'a> Analyzer<'a> {
    pub(crate) fn new(_: &'a Source) -> Self {
        Self(PhantomData)
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the other build has a dictionary")]
    pub(crate) fn analyze(&mut self, _: &str, _: &mut Vec<Token>) -> Result<bool> {
        Ok(false)
    }
}

/// How many dictionaries were opened.
pub(crate) fn opens() -> usize {
    0
}

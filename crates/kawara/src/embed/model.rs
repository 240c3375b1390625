use std::fmt;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;
use std::time::Duration;

use kawara_core::{Error, ErrorKind, Result};
use kawara_policy::printable;

use super::ask::Ask;
use super::program::Program;
use super::service::Service;
use crate::command::{Definition, check_name};
use crate::http::{Endpoint, is_variable};

/// An embedding model under the name by which policies know it: a service that has it, or a program that runs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    name: String,
    pub(super) by: By,
    origin: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum By {
    Program(Definition),
    Service(Served),
}

/// What a service is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Served {
    pub(super) endpoint: Endpoint,
    pub(super) model: String,
    pub(super) dimensions: Option<NonZeroU32>,
    pub(super) batch: Option<NonZeroUsize>,
}

impl Model {
    /// A model that a program runs, under the name of its definition.
    pub fn of_program(definition: Definition) -> Self {
        let (name, origin) = (definition.name().to_owned(), definition.origin().to_owned());
        Self { name, by: By::Program(definition), origin }
    }

    /// A model that a service has, by the service's own name for it.
    ///
    /// ```
    /// use kawara::embed::Model;
    /// use kawara::http::Endpoint;
    ///
    /// let endpoint = Endpoint::new("http://localhost:11434/v1")?;
    /// let model = Model::of_service("local", endpoint, "nomic-embed-text")?;
    /// assert_eq!(model.to_string(), "nomic-embed-text at http://localhost:11434/v1");
    /// # Ok::<(), kawara::Error>(())
    /// ```
    ///
    /// # Errors
    /// When either name is none.
    pub fn of_service(name: impl Into<String>, endpoint: Endpoint, model: impl Into<String>) -> Result<Self> {
        let (name, model) = (name.into(), model.into());
        check_name(&name)?;
        if model.trim().is_empty() {
            let message = format!("the embedder `{name}` names no model");
            return Err(Error::new(ErrorKind::Settings, message));
        }
        let served = Served { endpoint, model, dimensions: None, batch: None };
        Ok(Self { name, by: By::Service(served), origin: "in the program".into() })
    }

    /// Reads `NAME=PROGRAM ARGUMENT…`, or `NAME=URL#MODEL` for a service. Behind the model, `&` and what a configuration file may say of a
    /// service: `api-key-env=VARIABLE`, `dimensions=256`, `batch=64`, `requests-per-minute=300`, `timeout-seconds=30`, `retries=3`.
    ///
    /// What stands behind the `#` of a URL is never sent, so it can be no part of the address. A word is told from a program by its
    /// `http://` or `https://`.
    ///
    /// ```
    /// use kawara::embed::Model;
    ///
    /// let model = Model::parse("ada=https://api.openai.com/v1#text-embedding-3-small&api-key-env=OPENAI_API_KEY")?;
    /// assert_eq!(model.to_string(), "text-embedding-3-small at https://api.openai.com/v1");
    /// assert_eq!(Model::parse("minilm=python3 embedder.py")?.to_string(), "python3 embedder.py");
    /// # Ok::<(), kawara::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not of this form.
    pub fn parse(text: &str) -> Result<Self> {
        let refuse = |what: String| Err(Error::new(ErrorKind::Settings, what));
        let Some((name, by)) = text.split_once('=') else {
            return refuse(format!(
                "an embedder is defined as NAME='PROGRAM ARGUMENT…' or NAME='URL#MODEL', and `{}` has no `=`",
                printable(text)
            ));
        };
        let (name, by, origin) = (name.trim(), by.trim(), "with --embedder");
        if !["http://", "https://"].iter().any(|scheme| by.to_ascii_lowercase().starts_with(scheme)) {
            return Ok(Self::of_program(Definition::parse(text)?.with_origin(origin)));
        }
        let Some((url, behind)) = by.split_once('#') else {
            Endpoint::new(by)?;
            return refuse(format!(
                "the embedder `{name}` names no model: write it behind the URL, as {by}#MODEL"
            ));
        };
        let mut words = behind.split('&');
        let model = words.next().unwrap_or_default();
        let mut served = Self::of_service(name, Endpoint::new(url)?, model)?.with_origin(origin);
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || value.parse::<NonZeroU32>();
            let known = match key {
                "api-key-env" => is_variable(value).then(|| served.clone().with_key_from(value)),
                "dimensions" => number().ok().map(|number| served.clone().with_dimensions(number)),
                "batch" => value.parse().ok().map(|number| served.clone().with_batch(number)),
                "requests-per-minute" => {
                    number().ok().map(|number| served.clone().with_requests_per_minute(number))
                }
                "timeout-seconds" => number()
                    .ok()
                    .map(|number| served.clone().with_timeout(Duration::from_secs(number.get().into()))),
                "retries" => value.parse().ok().map(|number| served.clone().with_retries(number)),
                _ => {
                    let takes = "`api-key-env`, `batch`, `dimensions`, `requests-per-minute`, `retries` and `timeout-seconds`";
                    return refuse(format!(
                        "the embedder `{name}` has `{}` behind its model, which takes {takes}",
                        printable(key)
                    ));
                }
            };
            let Some(known) = known else {
                if key == "api-key-env" {
                    // What stands there may be the key itself, which belongs in no message.
                    let what = "the name of an environment variable behind `api-key-env=`, and never the key";
                    return refuse(format!("the embedder `{name}` has {what}"));
                }
                return refuse(format!("the embedder `{name}` cannot have `{key}={}`", printable(value)));
            };
            served = known;
        }
        Ok(served)
    }

    /// Has the key of a service read from an environment variable; of a program, nothing.
    pub fn with_key_from(self, variable: impl Into<String>) -> Self {
        self.asking(|endpoint| endpoint.with_key_from(variable))
    }

    /// Asks a service for vectors of so many numbers; as many as the model has, if not given.
    pub fn with_dimensions(mut self, dimensions: NonZeroU32) -> Self {
        if let By::Service(served) = &mut self.by {
            served.dimensions = Some(dimensions);
        }
        self
    }

    /// How many texts one request to a service has at most; 32 if not given, which every server takes.
    pub fn with_batch(mut self, texts: NonZeroUsize) -> Self {
        if let By::Service(served) = &mut self.by {
            served.batch = Some(texts);
        }
        self
    }

    /// How many requests a minute a service may be sent.
    pub fn with_requests_per_minute(self, requests: NonZeroU32) -> Self {
        self.asking(|endpoint| endpoint.with_requests_per_minute(requests))
    }

    /// How long one answer may take: a minute of a service, ten of a program, if not given.
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        if let By::Program(definition) = self.by {
            self.by = By::Program(definition.with_timeout(timeout));
            return self;
        }
        self.asking(|endpoint| endpoint.with_timeout(timeout))
    }

    /// How often a request to a service that failed is tried again.
    pub fn with_retries(self, retries: u32) -> Self {
        self.asking(|endpoint| {
            let first = endpoint.first_wait();
            endpoint.with_retries(retries, first)
        })
    }

    /// Says where it was defined, for messages: `in config.toml`.
    pub fn with_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = origin.into();
        if let By::Program(definition) = self.by {
            self.by = By::Program(definition.with_origin(self.origin.clone()));
        }
        self
    }

    /// The name that policies and command lines know it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it was defined.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    fn asking(mut self, change: impl FnOnce(Endpoint) -> Endpoint) -> Self {
        if let By::Service(Served { endpoint, .. }) = &mut self.by {
            *endpoint = change(endpoint.clone());
        }
        self
    }

    /// What asks it. Nothing is started yet, and nothing sent.
    pub(crate) fn asker(self) -> Arc<dyn Ask> {
        match self.by {
            By::Program(definition) => Arc::new(Program::new(definition)),
            By::Service(served) => Arc::new(Service::new(&self.name, &self.origin, served)),
        }
    }
}

/// Who makes the vectors: a service's model and URL, or a program with its arguments.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.by {
            By::Program(definition) => f.write_str(&printable(&definition.line())),
            By::Service(served) => served.fmt(f),
        }
    }
}

impl fmt::Display for Served {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", printable(&self.model), printable(self.endpoint.url()))?;
        self.dimensions.map_or(Ok(()), |dimensions| write!(f, " in {dimensions} dimensions"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_says_all_that_a_file_may() {
        let model = Model::parse(
            "a = https://h/v1?version=7#org/model:7b&api-key-env=KEY&dimensions=256&batch=8&requests-per-minute=60&timeout-seconds=5&retries=1",
        )
        .unwrap();
        let endpoint = Endpoint::new("https://h/v1?version=7").unwrap();
        let first = endpoint.first_wait();
        let endpoint = endpoint
            .with_key_from("KEY")
            .with_requests_per_minute(60.try_into().unwrap())
            .with_timeout(Duration::from_secs(5))
            .with_retries(1, first);
        let wanted = Model::of_service("a", endpoint, "org/model:7b").unwrap();
        let wanted = wanted.with_dimensions(256.try_into().unwrap()).with_batch(8.try_into().unwrap());
        assert_eq!(model, wanted.with_origin("with --embedder"));
        assert_eq!(model.to_string(), "org/model:7b at https://h/v1?version=7 in 256 dimensions");
        assert_eq!(Model::parse("a=HTTP://h#m").unwrap().name(), "a");
    }

    #[test]
    fn what_is_no_definition_is_refused() {
        for (text, what) in [
            ("a", "has no `=`"),
            ("a=", "names no program"),
            ("a b=http://h#m", "is no name"),
            ("a=http://h/v1", "as http://h/v1#MODEL"),
            ("a=http://h/v1#", "names no model"),
            ("a=http://#m", "is no URL"),
            ("a=http://u:pw@h/v1#m", "environment variable"),
            ("a=http://u:pw@h/v1", "environment variable"),
            ("a=http://h#m&dimension=2", "has `dimension` behind its model"),
            ("a=http://h#m&dimensions=0", "cannot have `dimensions=0`"),
            ("a=http://h#m&api-key-env=", "never the key"),
            ("a=http://h#m&api-key-env=sk-pw", "never the key"),
            ("a=http://h#m&batch", "cannot have `batch=`"),
        ] {
            let error = Model::parse(text).unwrap_err().to_string();
            assert!(error.contains(what) && !error.contains("pw"), "{text}: {error}");
        }
    }
}

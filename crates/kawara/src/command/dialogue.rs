use std::time::Duration;

use kawara_core::{Error, ErrorKind, Result};
use kawara_policy::printable;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::definition::Definition;
use super::process::Process;
use super::protocol;

/// How long an answer may take: it may be the work of a model.
const TIMEOUT: Duration = Duration::from_secs(600);

/// What a program says of itself, fit to be shown; what is blank it does not say.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// What it runs, such as a model.
    pub name: Option<String>,
    /// Of what version.
    pub version: Option<String>,
    /// Whether it can pool the vectors of tokens; of [embedders](crate::embed) only.
    pub pools: bool,
}

/// A running program, asked for whatever its users agreed upon: one process, which keeps what it was told from one request to the next.
///
/// Requests and answers are lines, as for a [counter](crate::command#the-protocol), and what goes wrong is said in the same words. After
/// a failure the process is gone, and with it what it knew, so that it is not started again.
#[derive(Debug)]
pub struct Dialogue {
    definition: Definition,
    process: Option<Process>,
}

impl Dialogue {
    /// Starts a program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(definition: &Definition) -> Result<Self> {
        let process =
            Process::start(definition, TIMEOUT).map_err(|what| definition.error(ErrorKind::Open, &what))?;
        Ok(Self { definition: definition.clone(), process: Some(process) })
    }

    /// Asks what it is, `{"about":true}`: `{}`, or some of `{"name":"…","version":"…"}`. Always the first request.
    ///
    /// # Errors
    /// As [`Dialogue::ask`].
    pub fn about(&mut self) -> Result<About> {
        #[derive(Serialize)]
        struct Asked {
            about: bool,
        }
        #[derive(Deserialize)]
        struct Said {
            name: Option<String>,
            version: Option<String>,
            #[serde(default)]
            pools: bool,
        }
        let word =
            |word: Option<String>| word.filter(|word| !word.trim().is_empty()).map(|word| printable(&word));
        let wanted = "{} or {\"name\":\"…\",\"version\":\"…\"}";
        self.ask(&Asked { about: true }, "{\"about\":true}", wanted, |said: Said| {
            Ok(About { name: word(said.name), version: word(said.version), pools: said.pools })
        })
    }

    /// Sends a request and has the answer judged; what `judge` finds wrong is put behind the command's name. `asked` and `wanted` show
    /// both in that message: `{"search":[…]}`, `{"ranks":[[…]]}`.
    ///
    /// ```no_run
    /// use kawara::command::{Definition, Dialogue};
    /// use serde_json::{Value, json};
    ///
    /// let mut dialogue = Dialogue::start(&Definition::parse("greeter=python3 greeter.py")?)?;
    /// let hello: String = dialogue.ask(&json!({ "hello": "you" }), "{\"hello\":…}", "{\"hello\":\"…\"}", |answer: Value| {
    ///     answer["hello"].as_str().map(str::to_owned).ok_or_else(|| "does not greet".to_owned())
    /// })?;
    /// # Ok::<(), kawara::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the program does not answer in time, or with something else.
    pub fn ask<A: DeserializeOwned, T>(
        &mut self,
        request: &impl Serialize,
        asked: &str,
        wanted: &str,
        judge: impl FnOnce(A) -> Result<T, String>,
    ) -> Result<T> {
        let Some(process) = &mut self.process else {
            return Err(self.error("has failed before, and is not started again"));
        };
        let answer = protocol::line(request).and_then(|line| process.ask(line));
        match answer.and_then(|line| judge(protocol::parse(&line, asked, wanted)?)) {
            Ok(answer) => Ok(answer),
            Err(what) => {
                let what = process.with_last_words(what);
                self.process = None;
                Err(self.error(&what))
            }
        }
    }

    /// The program's definition.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    fn error(&self, what: &str) -> Error {
        self.definition.error(ErrorKind::Open, what)
    }
}

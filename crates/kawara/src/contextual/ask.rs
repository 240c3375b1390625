//! Asking a model for contexts.

use std::collections::HashSet;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};

use kawara_core::{ErrorKind, Result};
use serde::{Deserialize, Serialize};

use super::answers::{Answers, add};
use super::key::Key;
use super::request::Request;
use crate::http::{Client, Endpoint, Wrong};
use crate::input::Failure;

/// A language model behind an endpoint of the kind `/chat/completions`, as OpenAI's and many others' are.
#[derive(Debug)]
pub struct Model {
    client: Client,
    name: String,
    max_tokens: Option<u32>,
}

#[derive(Serialize)]
struct Asking<'a> {
    model: &'a str,
    messages: [Message<'a>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'a str,
    content: &'a str,
}

#[derive(Deserialize)]
struct Answered {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    content: Option<String>,
}

impl Model {
    /// A model by the name that its service knows it by.
    pub fn new(endpoint: Endpoint, name: impl Into<String>) -> Self {
        let name = name.into();
        let client = Client::new(endpoint, format!("the model `{name}`"), ErrorKind::Open);
        Self { client, name, max_tokens: None }
    }

    /// With so many tokens in an answer at most; as many as the service allows if not given.
    #[must_use]
    pub fn with_max_tokens(self, max_tokens: u32) -> Self {
        Self { max_tokens: Some(max_tokens), ..self }
    }

    /// Sees to what is needed before anything is asked. Nothing is sent.
    ///
    /// # Errors
    /// When the environment lacks the key.
    pub fn open(&self) -> Result<()> {
        self.client.open()
    }

    /// The answer to a prompt, without white space around it.
    ///
    /// # Errors
    /// When the service cannot be asked or refuses, and when the answer is empty or was cut off.
    pub fn answer(&self, prompt: &str) -> Result<String> {
        let messages = [Message { role: "user", content: prompt }];
        let asking = Asking { model: &self.name, messages, max_tokens: self.max_tokens };
        self.client.post("chat/completions", &asking, "{\"choices\":[{\"message\":{\"content\":…}}]}", judge)
    }
}

fn judge(answered: Answered) -> std::result::Result<String, Wrong> {
    let Some(choice) = answered.choices.into_iter().next() else {
        return Err(Wrong::Here("answers without a choice".into()));
    };
    let content = choice.message.content.unwrap_or_default();
    let content = content.trim();
    match choice.finish_reason.as_deref() {
        Some("length") => {
            Err(Wrong::Here("was cut off in the middle of its answer: allow it more tokens".into()))
        }
        Some("content_filter") => Err(Wrong::Here("did not answer: its filter keeps the answer back".into())),
        _ => match without_thoughts(content) {
            None => Err(Wrong::Here("answers with thoughts that have no end: allow it more tokens".into())),
            Some("") => Err(Wrong::Here("answers with nothing".into())),
            Some(answer) => Ok(answer.to_owned()),
        },
    }
}

/// Models that reason may put what they thought before the answer, between these marks: it is no part of what was asked for. `None` where
/// there is no answer behind it.
fn without_thoughts(content: &str) -> Option<&str> {
    match content.strip_prefix("<think>") {
        Some(thoughts) => thoughts.split_once("</think>").map(|(_, answer)| answer.trim()),
        None => Some(content),
    }
}

/// What happens while requests are asked.
#[non_exhaustive]
#[derive(Debug)]
pub enum AskStep<'s> {
    /// An answer came and is written.
    Answered(&'s Request),
    /// An answer is there already, or the same was asked before.
    Known(&'s Request),
    /// A request could not be read, or has no answer of use. The others go on.
    Failed(&'s Failure),
}

/// What came of requests.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Answers that were written.
    pub answered: u64,
    /// Requests that were not asked, since their answers were there, or were asked already.
    pub known: u64,
    /// Requests without an answer of use.
    pub failed: u64,
    /// Whether asking stopped before the last request, since the service was given up.
    pub stopped: bool,
}

/// More at a time than any service takes of one program.
const MOST_PARALLEL: usize = 1024;

/// So many failures in a row, and nothing else, are no chance.
const HOPELESS: u64 = 10;

/// Asks a model for all answers that are not there yet, several at a time (1,024 at most), and writes each as it comes. Where the service is given up, or
/// nothing but failures comes of it, asking stops; a later call asks for what is missing.
///
/// # Errors
/// When answers cannot be written.
pub fn ask(
    model: &Model,
    requests: impl Iterator<Item = std::result::Result<Request, Failure>> + Send,
    answers: &mut Answers,
    parallel: NonZeroUsize,
    mut tell: impl FnMut(AskStep<'_>),
) -> io::Result<Asked> {
    let state = Mutex::new((requests, HashSet::<Key>::new()));
    let stop = AtomicBool::new(false);
    let parallel = parallel.get().min(MOST_PARALLEL);
    let (to, from) = sync_channel(parallel);
    let mut asked = Asked::default();
    let Answers { file, known, .. } = answers;
    let known = &*known;
    let mut broken = None;
    std::thread::scope(|scope| {
        for _ in 0..parallel {
            let (to, state, stop) = (to.clone(), &state, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let next = {
                        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                        let (requests, met) = &mut *state;
                        let Some(next) = requests.next() else { return };
                        next.map(|request| {
                            let is_new = met.insert(request.key) && !known.has_key(&request.key);
                            (request, is_new)
                        })
                    };
                    let done = match next {
                        Err(failure) => Done::Broken(failure),
                        Ok((request, false)) => Done::Known(request),
                        Ok((request, true)) => {
                            let answer = model.answer(&request.prompt);
                            Done::Asked(request, answer)
                        }
                    };
                    if to.send(done).is_err() {
                        return;
                    }
                }
            });
        }
        drop(to);
        let mut in_a_row = 0;
        for done in from {
            match done {
                Done::Known(request) => {
                    asked.known += 1;
                    tell(AskStep::Known(&request));
                }
                Done::Broken(failure) => {
                    asked.failed += 1;
                    tell(AskStep::Failed(&failure));
                }
                Done::Asked(request, Ok(answer)) => {
                    in_a_row = 0;
                    // Behind a line that may have broken off, another would be no line.
                    if broken.is_some() {
                        continue;
                    }
                    if let Err(error) = add(file, &request, &answer) {
                        broken = Some(error);
                        stop.store(true, Ordering::Relaxed);
                        continue;
                    }
                    asked.answered += 1;
                    tell(AskStep::Answered(&request));
                }
                Done::Asked(request, Err(error)) => {
                    asked.failed += 1;
                    in_a_row += 1;
                    // Whoever was asked meanwhile heard the same.
                    if !asked.stopped {
                        let place = format!("{} {}..{}", request.doc_id, request.start, request.end);
                        tell(AskStep::Failed(&Failure::new(place, error.to_string())));
                    }
                    if model.client.is_given_up() || in_a_row >= HOPELESS {
                        asked.stopped = true;
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
    });
    match broken {
        Some(error) => Err(error),
        None => answers.sync().map(|()| asked),
    }
}

enum Done {
    Known(Request),
    Broken(Failure),
    Asked(Request, Result<String>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_no_answer() {
        for (content, answer) in [
            ("It is of pumps.", Some("It is of pumps.")),
            ("<think>\nHm.\n</think>\n\nIt is of pumps.", Some("It is of pumps.")),
            ("<think>Hm.</think>", Some("")),
            ("<think>Hm.", None),
            ("It is of <think> marks.", Some("It is of <think> marks.")),
        ] {
            assert_eq!(without_thoughts(content), answer, "{content}");
        }
    }

    #[test]
    fn any_number_at_a_time_is_one() {
        let home = tempfile::tempdir().unwrap();
        let mut answers = Answers::open(home.path().join("a.jsonl")).unwrap();
        let model = Model::new(Endpoint::new("http://localhost/v1").unwrap(), "m");
        let asked = ask(&model, std::iter::empty(), &mut answers, NonZeroUsize::MAX, |_| {}).unwrap();
        assert_eq!(asked, Asked::default());
    }
}

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use kawara_core::{Embedder, Error, ErrorKind, Pooling, Result};
use serde::{Deserialize, Serialize};

use super::ask::Ask;
use super::number::Number;
use crate::command::{Definition, Dialogue};

/// Texts in a request, and bytes of them: an answer has to come within the timeout, and a model takes its time.
const TEXTS: usize = 64;
const BYTES: usize = 256 << 10;

/// A model that a program runs. The first failure is the last, since a program that is started anew would not be told what went wrong.
#[derive(Debug)]
pub(super) struct Program {
    definition: Definition,
    /// What it says of itself: who it is, and whether it can pool.
    about: OnceLock<(String, bool)>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: Option<Dialogue>,
    given_up: Option<Error>,
}

#[derive(Serialize)]
struct Texts<'t> {
    texts: &'t [&'t str],
}

#[derive(Serialize)]
struct Pool<'t> {
    pool: Pooled<'t>,
}

#[derive(Serialize)]
struct Pooled<'t> {
    text: &'t str,
    tokens: usize,
    /// Of each vector: first row, row behind the last, weight.
    chunks: Vec<Vec<(usize, usize, f64)>>,
}

#[derive(Deserialize)]
struct Answer {
    vectors: Vec<Vec<Option<Number>>>,
}

impl Program {
    pub(super) fn new(definition: Definition) -> Self {
        Self { definition, about: OnceLock::new(), state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> Result<Dialogue> {
        let mut dialogue = Dialogue::start(&self.definition)?;
        let about = dialogue.about()?;
        let name = about.name.unwrap_or_else(|| format!("cmd:{}", self.definition.name()));
        let id = about.version.map_or(name.clone(), |version| format!("{name} {version}"));
        let _ = self.about.set((id, about.pools));
        Ok(dialogue)
    }

    /// Has the running program do something; starts it first where it is not.
    fn with<T>(&self, work: impl FnOnce(&mut Dialogue) -> Result<T>) -> Result<T> {
        let mut state = self.lock();
        if let Some(error) = &state.given_up {
            return Err(error.clone());
        }
        let running = &mut state.running;
        let done = match running {
            Some(dialogue) => work(dialogue),
            None => self.start().and_then(|dialogue| work(running.insert(dialogue))),
        };
        done.map_err(|error| {
            let told = |how: &str| {
                let message = format!("the embedder `{}`{how}: {}", self.definition.name(), error.message());
                Error::caused_by(ErrorKind::Embed, message, error.clone())
            };
            state.given_up = Some(told(" was given up, and is not asked again"));
            told("")
        })
    }
}

impl Embedder for Program {
    fn id(&self) -> &str {
        self.about.get().map_or(self.definition.name(), |(id, _)| id)
    }

    fn open(&self) -> Result<()> {
        self.with(|_| Ok(()))
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        self.with(|dialogue| {
            let wanted = "{\"vectors\":[[…]]} with numbers for each text";
            dialogue.ask(&Texts { texts }, "{\"texts\":[…]}", wanted, |answer: Answer| {
                judge(answer, texts.len(), "texts")
            })
        })
    }

    fn can_pool(&self) -> bool {
        self.about.get().is_some_and(|(_, pools)| *pools)
    }

    fn pool(&self, pooling: &Pooling<'_>) -> Result<Vec<Vec<f32>>> {
        self.open()?;
        if !self.can_pool() {
            let message = format!(
                "the embedder `{}` says nothing of `\"pools\":true` when it is asked what it is, so late chunking cannot have the vectors of its \
                 tokens; see `kawara late` for what it would be asked",
                self.definition.name()
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let rows = |pool: &&[kawara_core::Weighted]| {
            pool.iter().map(|part| (part.tokens.start, part.tokens.end, part.weight)).collect()
        };
        let chunks: Vec<Vec<_>> = pooling.pools.iter().map(rows).collect();
        let asked = chunks.len();
        let request = Pool { pool: Pooled { text: pooling.text, tokens: pooling.tokens, chunks } };
        self.with(|dialogue| {
            let wanted = "{\"vectors\":[[…]]} with numbers for each chunk";
            dialogue
                .ask(&request, "{\"pool\":{…}}", wanted, |answer: Answer| judge(answer, asked, "chunks"))
        })
    }
}

impl Ask for Program {
    fn batch(&self) -> (usize, usize) {
        (TEXTS, BYTES)
    }
}

fn judge(Answer { vectors }: Answer, asked: usize, what: &str) -> Result<Vec<Vec<f32>>, String> {
    if vectors.len() != asked {
        return Err(format!("was given {asked} {what} and answers with {} vectors", vectors.len()));
    }
    let numbers = |vector: Vec<Option<Number>>| {
        vector.into_iter().map(|it| it.map(f32::from)).collect::<Option<Vec<f32>>>()
    };
    let vectors: Option<Vec<_>> = vectors.into_iter().map(numbers).collect();
    vectors.ok_or_else(|| "answers with null where a number should be".to_owned())
}

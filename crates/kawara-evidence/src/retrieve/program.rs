//! Retrievers that are programs of their own: the model that a team deploys, in whatever language it is run.
//!
//! Whoever runs kawara says which program a name is: on the command line, in the user's [configuration
//! file](kawara::command::user_file), or in a program's own code. Never a policy, or evaluating a cloned repository would run its code.
//!
//! ```toml
//! [retrievers.minilm]
//! command = ["python3", "retriever.py"]
//! timeout-seconds = 1800             # over one answer; 600 if not given
//! ```
//!
//! # The protocol
//!
//! JSON lines in UTF-8, as for [counters](kawara::command#the-protocol): a request a line on standard input, an answer a line on standard
//! output, flushed at once, and nothing else there. Standard error is free, and its last lines are quoted when something fails.
//!
//! | request | answer |
//! |---|---|
//! | `{"about":true}`, always the first | `{}`, or what is known of `{"name":"all-MiniLM-L6-v2","version":"1"}` |
//! | `{"clear":true}`, before the first text and between two ways of cutting | `{"ok":true}` |
//! | `{"index":[{"id":0,"text":"a roof"},{"id":1,"text":"瓦"}]}`, until all texts are told | `{"ok":true}` |
//! | `{"search":["what covers a house?"],"k":10}` | `{"ranks":[[0,1]]}` |
//!
//! - Ids count from 0, in order, over all requests since `clear`. A request has 64 texts at most, and no more than 128 KiB of text unless
//!   there is one text alone; or 64 questions.
//! - `ranks`: for each question, in order, the ids of at most `k` texts, best first, none twice. The same texts and questions are to bring
//!   the same ranks.
//! - `name` and `version` are for reports.
//! - When standard input ends, so should the program. It is killed when it is no longer needed.
//!
//! The first failure is the last: what a program was told is gone with it.

use kawara::command::{Definition, Dialogue, batches};
use serde::{Deserialize, Serialize};

use super::{Retriever, check};
use crate::{Error, ErrorKind, Result};

/// Texts, questions, and bytes of text in a request: an answer has to come within the timeout, and a model takes its time.
const TEXTS: usize = 64;
const QUESTIONS: usize = 64;
const BYTES: usize = 128 << 10;

/// A retriever that is a program; see the [module](self).
#[derive(Debug)]
pub struct Program {
    name: String,
    dialogue: Dialogue,
    texts: usize,
}

#[derive(Serialize)]
struct Text<'t> {
    id: usize,
    text: &'t str,
}

#[derive(Deserialize)]
struct Done {
    ok: bool,
}

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer as it should.
    pub fn start(definition: &Definition) -> Result<Self> {
        let mut dialogue = Dialogue::start(definition).map_err(failed)?;
        let about = dialogue.about().map_err(failed)?;
        let said: Vec<String> = [about.name, about.version].into_iter().flatten().collect();
        let name = definition.name();
        let name = if said.is_empty() { name.to_owned() } else { format!("{name} ({})", said.join(" ")) };
        Ok(Self { name, dialogue, texts: 0 })
    }

    fn tell(&mut self, request: &impl Serialize, asked: &str) -> Result<()> {
        let judge =
            |done: Done| if done.ok { Ok(()) } else { Err(format!("answers {asked} with {{\"ok\":false}}")) };
        self.dialogue.ask(request, asked, "{\"ok\":true}", judge).map_err(failed)
    }

    fn ask(&mut self, questions: &[&str], k: usize) -> Result<Vec<Vec<usize>>> {
        #[derive(Serialize)]
        struct Search<'q> {
            search: &'q [&'q str],
            k: usize,
        }
        #[derive(Deserialize)]
        struct Answer {
            ranks: Vec<Vec<i64>>,
        }
        let texts = self.texts;
        let judge = |Answer { ranks }: Answer| judge(&ranks, questions.len(), texts, k);
        let request = Search { search: questions, k };
        self.dialogue
            .ask(
                &request,
                "{\"search\":[…]}",
                "{\"ranks\":[[…]]} with a list of ids for each question",
                judge,
            )
            .map_err(failed)
    }
}

impl Retriever for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn index(&mut self, texts: &[String]) -> Result<()> {
        #[derive(Serialize)]
        struct Clear {
            clear: bool,
        }
        #[derive(Serialize)]
        struct Index<'t> {
            index: Vec<Text<'t>>,
        }
        self.texts = 0;
        self.tell(&Clear { clear: true }, "{\"clear\":true}")?;
        for request in batches(texts, TEXTS, BYTES) {
            let first = self.texts;
            let index =
                request.iter().enumerate().map(|(nth, text)| Text { id: first + nth, text }).collect();
            self.tell(&Index { index }, "{\"index\":[…]}")?;
            self.texts += request.len();
        }
        Ok(())
    }

    fn search(&mut self, query: &str, k: usize) -> Result<Vec<usize>> {
        Ok(self.ask(&[query], k)?.pop().unwrap_or_default())
    }

    fn search_all(&mut self, queries: &[&str], k: usize) -> Result<Vec<Vec<usize>>> {
        let mut ranks = Vec::with_capacity(queries.len());
        for questions in queries.chunks(QUESTIONS) {
            ranks.extend(self.ask(questions, k)?);
        }
        Ok(ranks)
    }
}

fn failed(error: kawara::Error) -> Error {
    Error::new(ErrorKind::Retriever, error.to_string())
}

/// What is wrong with ranks is put behind the command's name.
fn judge(ranks: &[Vec<i64>], questions: usize, texts: usize, k: usize) -> Result<Vec<Vec<usize>>, String> {
    let place = |id: &i64| usize::try_from(*id).ok().filter(|id| *id < texts).ok_or(*id);
    let list = |ids: &Vec<i64>| ids.iter().map(place).collect();
    let lists: Result<Vec<Vec<usize>>, i64> = ranks.iter().map(list).collect();
    let lists = lists
        .map_err(|id| format!("brings a text with the id {id}, and there are {texts}, called from 0"))?;
    check(&lists, questions, texts, k)?;
    Ok(lists)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_small_and_none_is_empty() {
        let long = "a".repeat(BYTES + 1);
        let mut texts = vec![String::from("瓦"); 130];
        texts.insert(1, long);
        let sizes: Vec<usize> = batches(&texts, TEXTS, BYTES).map(<[String]>::len).collect();
        assert_eq!(sizes, [1, 1, 64, 64, 1]);
        assert_eq!(batches::<String>(&[], TEXTS, BYTES).count(), 0);
    }

    #[test]
    fn ranks_that_cannot_be_are_refused() {
        assert_eq!(judge(&[vec![2, 0], vec![]], 2, 3, 2), Ok(vec![vec![2, 0], vec![]]));
        for (ranks, what) in [
            (vec![], "asked 1 questions and answers 0"),
            (vec![vec![3]], "brings a text with the id 3, and there are 3"),
            (vec![vec![-1]], "the id -1"),
            (vec![vec![0, 1, 2]], "asked for 2 texts and brings 3"),
            (vec![vec![1, 1]], "brings text 1 twice"),
        ] {
            let error = judge(&ranks, 1, 3, 2).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
    }
}

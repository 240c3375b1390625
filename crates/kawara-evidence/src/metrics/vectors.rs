use std::collections::BTreeMap;
use std::io::BufRead;

use serde::Deserialize;

use crate::{Error, ErrorKind, Result};

/// The vectors that a model made of chunks, by the ids of the chunks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vectors {
    by_id: BTreeMap<String, Vec<f32>>,
}

impl Vectors {
    /// Reads JSON lines, `{"id":"…","vector":[0.1,…]}`; `embedding` is taken for `vector`, and what else stands there is let be.
    ///
    /// ```
    /// use kawara_evidence::metrics::Vectors;
    ///
    /// let vectors = Vectors::read(&b"{\"id\":\"a\",\"vector\":[3,4]}\n{\"id\":\"b\",\"vector\":[4,3]}\n"[..], "vectors.jsonl")?;
    /// assert_eq!(vectors.cosine("a", "b"), Some(0.96));
    /// # Ok::<(), kawara_evidence::Error>(())
    /// ```
    ///
    /// # Errors
    /// For the first line that is none, a vector without length or of another width than those before, or an id that comes twice.
    pub fn read(from: impl BufRead, name: &str) -> Result<Self> {
        #[derive(Deserialize)]
        struct Line {
            id: String,
            #[serde(alias = "embedding")]
            vector: Vec<f32>,
        }
        let (mut vectors, mut width) = (Self::default(), None);
        for (nth, line) in from.lines().enumerate() {
            let wrong = |what: String| Error::new(ErrorKind::File, format!("{name}:{}: {what}", nth + 1));
            let line = line.map_err(|error| wrong(format!("cannot be read: {error}")))?;
            if line.trim().is_empty() {
                continue;
            }
            let Line { id, vector } =
                serde_json::from_str(&line).map_err(|error| match no_number(&line) {
                    Some(word) => wrong(format!(
                        "a vector with {word} in it, which is no number; was that chunk embedded?"
                    )),
                    None => wrong(format!("is not {{\"id\":\"…\",\"vector\":[…]}}: {error}")),
                })?;
            let width = *width.get_or_insert(vector.len());
            if vector.len() != width {
                let own = vector.len();
                return Err(wrong(format!(
                    "a vector of {own} numbers, and those before have {width}; give those of one model"
                )));
            }
            if !vector.iter().all(|number| number.is_finite()) || norm(&vector) == 0.0 {
                return Err(wrong(
                    "a vector without length or direction; was that chunk embedded?".to_owned(),
                ));
            }
            if vectors.by_id.contains_key(&id) {
                return Err(wrong(format!("the id {id} has a vector already")));
            }
            vectors.by_id.insert(id, vector);
        }
        Ok(vectors)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Whether a chunk has one.
    pub fn has(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// The ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.by_id.keys().map(String::as_str)
    }

    /// The cosine between the vectors of two chunks; `None` where one has none.
    pub fn cosine(&self, one: &str, other: &str) -> Option<f64> {
        let (one, other) = (self.by_id.get(one)?, self.by_id.get(other)?);
        Some((dot(one, other) / (norm(one) * norm(other))).clamp(-1.0, 1.0))
    }
}

/// What programs write for numbers that JSON does not have.
fn no_number(line: &str) -> Option<&'static str> {
    const WORDS: [&str; 6] = ["NaN", "nan", "Infinity", "-Infinity", "inf", "-inf"];
    let mut words = line.split([',', '[', ']']).map(str::trim);
    words.find_map(|word| WORDS.into_iter().find(|known| *known == word))
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

fn norm(vector: &[f32]) -> f64 {
    dot(vector, vector).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_none_are_named() {
        let read = |text: &str| Vectors::read(text.as_bytes(), "v.jsonl");
        assert_eq!(read("\n{\"id\":\"a\",\"embedding\":[1e-3,2],\"n\":1}\n").unwrap().len(), 1);
        for (line, what) in [
            ("{}", "v.jsonl:2: is not"),
            ("{\"id\":\"b\",\"vector\":[1]}", "a vector of 1 numbers, and those before have 2"),
            ("{\"id\":\"b\",\"vector\":[0,0]}", "without length"),
            ("{\"id\":\"b\",\"vector\":[1, NaN]}", "v.jsonl:2: a vector with NaN in it"),
            ("{\"id\":\"b\",\"vector\":[-Infinity,1]}", "a vector with -Infinity in it"),
            ("{\"id\":\"b\",\"vector\":[1,null]}", "v.jsonl:2: is not"),
            ("{\"id\":\"b\",\"vector\":[1e300,0]}", "v.jsonl:2: "),
            ("{\"id\":\"a\",\"vector\":[1,2]}", "the id a has a vector already"),
        ] {
            let error =
                read(&format!("{{\"id\":\"a\",\"vector\":[1,2]}}\n{line}\n")).unwrap_err().to_string();
            assert!(error.contains(what), "{line}: {error}");
        }
    }
}

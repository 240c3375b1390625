use kawara_core::{Embedder, Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};

use super::ask::Ask;
use super::model::Served;
use super::number::Number;
use crate::http::{Client, Wrong};

/// Texts in a request: what servers take that are not told otherwise.
const TEXTS: usize = 32;
/// Bytes of them: providers limit the tokens of a request, to 300,000 where it is known.
const BYTES: usize = 256 << 10;

/// A model that a service has.
#[derive(Debug)]
pub(super) struct Service {
    client: Client,
    id: String,
    served: Served,
}

impl Service {
    pub(super) fn new(name: &str, origin: &str, served: Served) -> Self {
        let id = served.to_string();
        let who = format!("the embedder `{name}` ({id}, defined {origin})");
        Self { client: Client::new(served.endpoint.clone(), who, ErrorKind::Embed), id, served }
    }
}

#[derive(Serialize)]
struct Request<'r> {
    model: &'r str,
    input: &'r [&'r str],
    encoding_format: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<u32>,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Datum>,
}

#[derive(Deserialize)]
struct Datum {
    index: Option<usize>,
    embedding: Vec<Option<Number>>,
}

impl Embedder for Service {
    fn id(&self) -> &str {
        &self.id
    }

    fn open(&self) -> Result<()> {
        self.client.open()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let dimensions = self.served.dimensions.map(u32::from);
        let request =
            Request { model: &self.served.model, input: texts, encoding_format: "float", dimensions };
        let wanted = "{\"data\":[{\"index\":0,\"embedding\":[…]},…]}";
        let vectors = self
            .client
            .post("embeddings", &request, wanted, |answer: Answer| in_order(answer.data, texts.len()))?;
        let unasked = vectors
            .iter()
            .map(Vec::len)
            .find(|width| dimensions.is_some_and(|wanted| wanted as usize != *width));
        match (unasked, dimensions) {
            (Some(width), Some(wanted)) => Err(self.give_up(width, wanted)),
            _ => Ok(vectors),
        }
    }
}

impl Service {
    fn give_up(&self, width: usize, wanted: u32) -> Error {
        self.client.give_up(&format!(
            "answers with vectors of {width} numbers and was asked for {wanted}: not every model can be asked for `dimensions`"
        ))
    }
}

impl Ask for Service {
    fn batch(&self) -> (usize, usize) {
        (self.served.batch.map_or(TEXTS, usize::from), BYTES)
    }
}

/// The vectors in the order of the texts, whatever the order of the answer.
fn in_order(data: Vec<Datum>, texts: usize) -> Result<Vec<Vec<f32>>, Wrong> {
    if data.len() != texts {
        return Err(Wrong::Always(format!(
            "was given {texts} texts and answers with {} vectors",
            data.len()
        )));
    }
    let has_indices = data.iter().any(|datum| datum.index.is_some());
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; texts];
    for (nth, Datum { index, embedding }) in data.into_iter().enumerate() {
        let at = if has_indices { index } else { Some(nth) };
        let Some(place) = at.and_then(|at| vectors.get_mut(at)).filter(|place| place.is_none()) else {
            let shown = at.map_or("none".into(), |at| at.to_string());
            return Err(Wrong::Always(format!(
                "answers with the index {shown} {}, and each of the {texts} texts has one of its own",
                if at.is_some_and(|at| at < texts) { "twice" } else { "at a vector" }
            )));
        };
        let numbers: Option<Vec<f32>> = embedding.into_iter().map(|it| it.map(f32::from)).collect();
        let Some(numbers) = numbers else {
            return Err(Wrong::Here("answers with null where a number should be".into()));
        };
        *place = Some(numbers);
    }
    Ok(vectors.into_iter().flatten().collect())
}

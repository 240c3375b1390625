use std::path::{Path, PathBuf};
use std::sync::Arc;

use kawara::embed::{Cache, Model};
use kawara::{Additions, Embedder, ErrorKind};
use serde_json::{Value, json};

use crate::service::{Answer, Request, Service};

/// The vector of a text: how often it names three things.
pub(crate) fn vector(text: &str) -> Vec<f32> {
    ["pump", "tax", "rain"].map(|thing| 0.25 + text.matches(thing).count() as f32).to_vec()
}

/// A request's texts.
pub(crate) fn texts(request: &Request) -> Vec<String> {
    let texts = request.json()["input"].as_array().unwrap().clone();
    texts.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// What a good service answers.
pub(crate) fn data(request: &Request) -> Vec<Value> {
    let numbered = texts(request).into_iter().enumerate();
    numbered
        .map(|(index, text)| json!({ "object": "embedding", "index": index, "embedding": vector(&text) }))
        .collect()
}

pub(crate) fn good(request: &Request) -> Answer {
    answer(&data(request))
}

pub(crate) fn answer(data: &[Value]) -> Answer {
    Answer::Json(
        json!({ "object": "list", "data": data, "model": "m", "usage": { "total_tokens": 1 } }).to_string(),
    )
}

/// The service's model under the name `t`; it loses no time.
pub(crate) fn model(service: &Service, more: &str) -> Model {
    Model::parse(&format!("t={}#m&retries=0{more}", service.url)).unwrap()
}

pub(crate) fn open(model: Model, cache: Option<Cache>) -> Arc<dyn Embedder> {
    let mut additions = Additions::new().with_models([model]);
    if let Some(cache) = cache {
        additions = additions.with_embedding_cache(cache);
    }
    Arc::clone(additions.registry().unwrap().embedder("t").unwrap())
}

/// Why there are no vectors; the message names the embedder.
pub(crate) fn refused(embedder: &dyn Embedder, texts: &[&str]) -> String {
    let error = embedder.embed(texts).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Embed, "{error}");
    let error = error.to_string();
    assert!(error.starts_with("the embedder `t`"), "{error}");
    error
}

/// A folder that is not there yet.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("embed").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

//! What the tests of languages share.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use std::sync::Arc;

use kawara::{Document, Engine, Grain, Newline, Settings, UnitSpan};
use serde_json::Value;

/// The sentences of a text file.
pub(crate) fn sentences(text: &str, newline: Newline) -> Vec<UnitSpan> {
    let mut settings = Settings::default();
    settings.read.newline = newline;
    let engine = Engine::new(kawara::registry().unwrap(), Arc::new(settings));
    let document = Document::new("d", text).with_content_type("text/plain");
    engine.worker().units(&document, Some(Grain::Sentence)).unwrap()
}

/// The rows of a table of cases.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Value> {
    table.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// The units that a row expects.
pub(crate) fn expected(row: &Value) -> Vec<&str> {
    row["units"].as_array().unwrap().iter().map(|unit| unit.as_str().unwrap()).collect()
}

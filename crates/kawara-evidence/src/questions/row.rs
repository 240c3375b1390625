use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Mistake;

/// A question as a line of JSON has it: nothing was looked up yet.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) id: String,
    pub(super) doc_id: String,
    pub(super) question: Option<String>,
    pub(super) class: Option<String>,
    pub(super) evidence: Vec<Quote>,
}

/// A passage as it is given: a range, a text, or both.
#[derive(Debug)]
pub(super) struct Quote {
    pub(super) range: Option<(usize, usize)>,
    pub(super) text: Option<String>,
    pub(super) relevance: f64,
}

/// What evidence may look like.
const EVIDENCE: &str = "give [{\"start\", \"end\", \"text\"}], or quotes [\"…\"]";

impl Row {
    /// The question of a record; all that is wrong with it goes to `mistakes`. `ids` are those so far, with their lines.
    pub(super) fn of(
        line: usize,
        json: &[u8],
        ids: &mut BTreeMap<String, usize>,
        mistakes: &mut Vec<Mistake>,
    ) -> Option<Self> {
        let mut fail = |message: String| {
            mistakes.push(Mistake { line, message });
            None::<Self>
        };
        let value: Value = match serde_json::from_slice(json) {
            Ok(value) => value,
            Err(error) => {
                let what = "each line is an object with \"doc_id\" and \"evidence\"";
                return fail(format!("not JSON: {}; {what}", without_line(&error)));
            }
        };
        let Value::Object(fields) = value else {
            return fail(
                "a question is an object with \"doc_id\" and \"evidence\", not ".to_owned() + kind(&value),
            );
        };
        let id = match fields.get("id") {
            None | Some(Value::Null) => format!("line {line}"),
            Some(value) => match word(value) {
                Some(id) => id,
                None => return fail(format!("the \"id\" is {}; make it a text or a number", kind(value))),
            },
        };
        let about = format!("question {id:?}");
        match ids.get(&id) {
            Some(first) => {
                fail(format!("line {first} has a {about} too; give each an id of its own"));
            }
            None => {
                ids.insert(id.clone(), line);
            }
        }
        let doc_id = match fields.get("doc_id") {
            Some(value) => match word(value) {
                Some(doc_id) => doc_id,
                None => {
                    let is = kind(value);
                    return fail(format!("{about}: the \"doc_id\" is {is}; make it a text or a number"));
                }
            },
            None => {
                return fail(format!("{about} has no \"doc_id\"; name the document that holds its evidence"));
            }
        };
        let question = match fields.get("question") {
            None | Some(Value::Null) => None,
            // An empty one was asked, and finds nothing.
            Some(Value::String(question)) => Some(question.clone()),
            Some(other) => {
                let is = kind(other);
                return fail(format!("{about}: the \"question\" is {is}; make it a text, or leave it out"));
            }
        };
        let class = ["class", "label"].iter().find_map(|name| word(fields.get(*name)?));
        let given = match fields.get("evidence") {
            Some(Value::Array(given)) => given.iter().collect(),
            Some(one @ (Value::Object(_) | Value::String(_))) => vec![one],
            Some(Value::Null) | None => Vec::new(),
            Some(other) => return fail(format!("{about}: the \"evidence\" is {}; {EVIDENCE}", kind(other))),
        };
        if given.is_empty() {
            return fail(format!("{about} has no evidence; {EVIDENCE}"));
        }
        let (mut evidence, mut is_whole) = (Vec::new(), true);
        for (nth, one) in given.iter().enumerate() {
            match Quote::of(one) {
                Ok(quote) => evidence.push(quote),
                Err(message) => {
                    let which = if given.len() == 1 { String::new() } else { format!(" {}", nth + 1) };
                    mistakes.push(Mistake { line, message: format!("{about}: evidence{which}: {message}") });
                    is_whole = false;
                }
            }
        }
        is_whole.then_some(Self { line, id, doc_id, question, class, evidence })
    }
}

impl Quote {
    fn of(given: &Value) -> Result<Self, String> {
        let fields = match given {
            Value::String(text) => return Self::new(None, Some(text.clone()), 1.0),
            Value::Object(fields) => fields,
            other => return Err(format!("it is {}; {EVIDENCE}", kind(other))),
        };
        let text = match fields.get("text") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.clone()),
            Some(other) => return Err(format!("the \"text\" is {}; quote the document", kind(other))),
        };
        let relevance = match fields.get("relevance") {
            None | Some(Value::Null) => 1.0,
            Some(value) => match value.as_f64() {
                Some(relevance) if relevance > 0.0 && relevance <= 1.0 => relevance,
                _ => {
                    return Err(format!(
                        "the \"relevance\" is {value}; it is a number over 0, and 1 at most"
                    ));
                }
            },
        };
        Self::new(range(fields)?, text, relevance)
    }

    fn new(range: Option<(usize, usize)>, text: Option<String>, relevance: f64) -> Result<Self, String> {
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) && range.is_none() {
            return Err("the quote is empty; quote the document".to_owned());
        }
        if text.is_none() && range.is_none() {
            return Err("it has neither \"start\" and \"end\" nor \"text\"".to_owned());
        }
        Ok(Self { range, text: text.filter(|text| !text.trim().is_empty()), relevance })
    }
}

fn range(fields: &Map<String, Value>) -> Result<Option<(usize, usize)>, String> {
    let of = |name: &str| match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().and_then(|at| usize::try_from(at).ok()) {
            Some(at) => Ok(Some(at)),
            None => Err(format!("the \"{name}\" is {value}; it is a whole number from 0")),
        },
    };
    match (of("start")?, of("end")?) {
        (Some(start), Some(end)) if start > end => {
            Err(format!("it starts at {start} and ends at {end}: it runs backwards; swap them"))
        }
        (Some(start), Some(end)) if start == end => Err(format!(
            "it starts and ends at {start}: it is empty; \"end\" stands behind the last character"
        )),
        (Some(start), Some(end)) => Ok(Some((start, end))),
        (None, None) => Ok(None),
        (Some(_), None) => Err("it has a \"start\" and no \"end\"; give both, or neither".to_owned()),
        (None, Some(_)) => Err("it has an \"end\" and no \"start\"; give both, or neither".to_owned()),
    }
}

/// A text, or a number digit by digit.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(text) if text.is_empty() => "empty",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// What serde says of one line; the line itself is named by who calls.
fn without_line(error: &serde_json::Error) -> String {
    let said = error.to_string();
    match said.rsplit_once(" at line ") {
        Some((what, _)) => format!("{what} at column {}", error.column()),
        None => said,
    }
}

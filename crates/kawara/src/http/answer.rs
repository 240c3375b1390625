//! What an answer is worth.

use std::time::Duration;

use kawara_policy::printable;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use ureq::http::{HeaderMap, StatusCode};

use super::date;

/// Characters of an answer that are quoted.
const QUOTED: usize = 300;

/// What is wrong with an answer that came as a whole, to be put behind the name of who gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// With this answer alone: another request may do better.
    Here(String),
    /// With whoever gave it, which is given up.
    Always(String),
}

/// Why there is no answer to use.
#[derive(Debug, PartialEq)]
pub(super) enum Trouble {
    /// It may pass, perhaps after so long.
    Passing(String, Option<Duration>),
    /// Another request may do better.
    Here(String),
    /// No request will.
    Always(String),
}

impl From<Wrong> for Trouble {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Here(what) => Self::Here(what),
            Wrong::Always(what) => Self::Always(what),
        }
    }
}

/// Takes the key out of a text. It is asked before anything is shortened: of half a key nothing could tell that it is one.
pub(super) type Hide<'h> = &'h dyn Fn(&str) -> String;

/// What a status says, if it is not that all is well. `key` is the variable with the key.
pub(super) fn status(
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    url: &str,
    key: Option<&str>,
    hide: Hide<'_>,
) -> Result<(), Trouble> {
    if status.is_success() {
        return Ok(());
    }
    let shown = status
        .canonical_reason()
        .map_or(status.as_str().to_owned(), |reason| format!("{} {reason}", status.as_str()));
    let said = said(body, hide);
    let answers =
        if said.is_empty() { format!("answers {shown}") } else { format!("answers {shown}: {said}") };
    Err(match status.as_u16() {
        408 | 425 | 429 | 500.. => Trouble::Passing(answers, retry_after(headers)),
        300..=399 => {
            let to = header(headers, "location").map_or(String::new(), |to| format!(" to {}", printable(to)));
            Trouble::Always(format!("answers {shown}{to}: write the URL that it is at"))
        }
        401 | 403 => Trouble::Always(match key {
            Some(variable) => {
                format!("{answers}; the key is what the environment variable `{variable}` holds")
            }
            None => format!("{answers}; `api-key-env` names the environment variable that holds a key"),
        }),
        404 | 405 => {
            Trouble::Always(format!("{answers}; it was asked at {url}: check the URL, and the model's name"))
        }
        402 => Trouble::Always(answers),
        _ => Trouble::Here(answers),
    })
}

/// How long the service asks to be left alone: seconds, or a date, which is held against that of the answer.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let wanted = header(headers, "retry-after")?.trim();
    match wanted.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => date::between(header(headers, "date")?, wanted),
    }
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// What a service says of what went wrong.
fn said(body: &[u8], hide: Hide<'_>) -> String {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Said {
        Of { error: Inner },
        Plain { message: String },
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Inner {
        Of { message: String },
        Plain(String),
    }
    match serde_json::from_slice(body) {
        Ok(Said::Of { error: Inner::Of { message } | Inner::Plain(message) } | Said::Plain { message }) => {
            head(&message, hide)
        }
        Err(_) => head(&String::from_utf8_lossy(body), hide),
    }
}

/// The beginning of a text, to be quoted.
fn head(text: &str, hide: Hide<'_>) -> String {
    let text = hide(text.trim());
    let mut head: String = text.chars().take(QUOTED).collect();
    if head.len() < text.len() {
        head.push('…');
    }
    printable(&head)
}

/// An answer that is an object; `wanted` shows what it should have been.
pub(super) fn parse<A: DeserializeOwned>(body: &[u8], wanted: &str, hide: Hide<'_>) -> Result<A, Trouble> {
    let is_object = body.trim_ascii_start().first().is_none_or(|first| *first == b'{');
    // What is derived would take a list for an object, and its items for the fields.
    let parsed = if is_object { serde_json::from_slice(body).map_err(Some) } else { Err(None) };
    parsed.map_err(|error| {
        if error.as_ref().is_some_and(serde_json::Error::is_eof) {
            return Trouble::Passing("answers with something that breaks off".into(), None);
        }
        // What Python writes for what is no number is no JSON.
        let number = ["NaN", "Infinity"].into_iter().find(|word| {
            let at = error.as_ref().filter(|error| error.is_syntax()).map(|error| place(body, error));
            at.and_then(|at| body.get(at.saturating_sub(1)..)).is_some_and(|rest| {
                let rest = rest.strip_prefix(b"-").unwrap_or(rest);
                rest.starts_with(word.as_bytes())
            })
        });
        if let Some(number) = number {
            return Trouble::Here(format!("answers with {number} where a number should be"));
        }
        let why = error.map(|error| format!(": {error}")).unwrap_or_default();
        let quoted: String = head(&String::from_utf8_lossy(body), hide).chars().take(80).collect();
        Trouble::Always(format!("answers with `{quoted}` and not with {wanted}{why}"))
    })
}

/// The byte behind which an error was found.
fn place(body: &[u8], error: &serde_json::Error) -> usize {
    let before: usize = body
        .split_inclusive(|byte| *byte == b'\n')
        .take(error.line().saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    before + error.column()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn told(code: u16, headers: &[(&'static str, &str)], body: &str) -> Trouble {
        let headers =
            headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        let (code, body) = (StatusCode::from_u16(code).unwrap(), body.as_bytes());
        status(code, &headers, body, "http://a/x", Some("KEY"), &str::to_owned).unwrap_err()
    }

    fn parse(body: &[u8], wanted: &str) -> Result<Value, Trouble> {
        super::parse(body, wanted, &str::to_owned)
    }

    #[test]
    fn a_status_says_whether_to_try_again() {
        let passing = |code, headers: &[_]| match told(code, headers, "") {
            Trouble::Passing(_, wait) => wait.map(|wait| wait.as_millis()),
            other => panic!("{other:?}"),
        };
        for code in [408, 425, 429, 500, 502, 503, 504, 529] {
            assert_eq!(passing(code, &[]), None);
        }
        assert_eq!(passing(429, &[("retry-after", "3")]), Some(3000));
        assert_eq!(passing(429, &[("retry-after", "0.25")]), Some(250));
        assert_eq!(passing(429, &[("retry-after", "-1")]), None);
        assert_eq!(passing(429, &[("retry-after", "nan")]), None);
        let dated =
            [("retry-after", "Sun, 06 Nov 1994 08:49:39 GMT"), ("date", "Sun, 06 Nov 1994 08:49:37 GMT")];
        assert_eq!(passing(503, &dated), Some(2000));
        assert_eq!(passing(503, &dated[..1]), None);
        for (code, what) in [(401, "`KEY`"), (404, "http://a/x"), (402, "Payment"), (403, "`KEY`")] {
            let told = told(code, &[], "");
            assert!(matches!(&told, Trouble::Always(it) if it.contains(what)), "{told:?}");
        }
        assert!(
            matches!(told(307, &[("location", "http://b")], ""), Trouble::Always(it) if it.contains("to http://b"))
        );
        assert!(matches!(told(400, &[], ""), Trouble::Here(it) if it == "answers 400 Bad Request"));
    }

    #[test]
    fn what_a_service_says_is_quoted() {
        for body in [
            r#"{"error":{"message":"too long"}}"#,
            r#"{"error":"too long"}"#,
            r#"{"message":"too long"}"#,
            " too long\n",
        ] {
            assert_eq!(told(400, &[], body), Trouble::Here("answers 400 Bad Request: too long".into()));
        }
        let Trouble::Here(long) = told(400, &[], &"\u{1b}".repeat(100_000)) else { panic!() };
        assert!(long.len() < 3000 && !long.contains('\u{1b}'));
    }

    #[test]
    fn answers_are_objects() {
        assert!(parse(br#" {"a":1}"#, "{}").is_ok());
        assert!(matches!(parse(br#"{"a":1"#, "{}"), Err(Trouble::Passing(..))));
        assert!(matches!(parse(b"", "{}"), Err(Trouble::Passing(..))));
        for (body, word) in [("{\"a\":[1,NaN]}", "NaN"), ("{\n\"a\":\n -Infinity}", "Infinity")] {
            let told = parse(body.as_bytes(), "{}");
            assert!(matches!(&told, Err(Trouble::Here(it)) if it.contains(word)), "{told:?}");
        }
        for body in ["<html>", "[1]", "null", "{\"a\":x}", "{\"a\":\"NaN\"x}"] {
            let told = parse(body.as_bytes(), "{…}");
            assert!(
                matches!(&told, Err(Trouble::Always(it)) if it.contains("and not with {…}")),
                "{body}: {told:?}"
            );
        }
    }
}

//! How services are asked, and what is said of those that fail.

#![cfg(feature = "http")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

#[path = "common/service.rs"]
mod service;

use std::thread;
use std::time::{Duration, Instant};

use kawara::http::{Client, Endpoint, Wrong};
use kawara::{ErrorKind, Result};
use serde_json::{Value, json};
use service::{Answer, Service};

fn client(endpoint: Endpoint) -> Client {
    Client::new(endpoint, "the model `m`", ErrorKind::Open)
}

/// One that loses no time.
fn hasty(service: &Service) -> Client {
    client(Endpoint::new(&service.url).unwrap().with_retries(3, Duration::from_millis(2)))
}

fn ask(client: &Client) -> Result<Value> {
    client.post("chat/completions", &json!({ "a": [1] }), "{\"ok\":…}", |answer: Value| {
        match answer.get("ok") {
            Some(ok) => Ok(ok.clone()),
            None => Err(Wrong::Always("says nothing".into())),
        }
    })
}

fn ok() -> Answer {
    Answer::Json("{\"ok\":1}".into())
}

fn status(code: u16, headers: &[(&'static str, &str)]) -> Answer {
    let headers = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    Answer::Status(code, headers, "{\"error\":{\"message\":\"not now\"}}".into())
}

fn refused(client: &Client) -> String {
    let error = ask(client).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Open);
    error.to_string()
}

#[test]
fn a_request_is_json_below_the_url() {
    let service = Service::new(|_, _| ok());
    let variable = "KAWARA_TEST_KEY_OF_REQUEST";
    assert_eq!(ask(&hasty(&service)).unwrap(), json!(1));
    let keyed = client(Endpoint::new(&service.url).unwrap().with_key_from(variable));
    let error = keyed.open().unwrap_err().to_string();
    assert_eq!(
        error,
        format!("the model `m` has its key in the environment variable `{variable}`, which is not set")
    );
    assert_eq!(ask(&keyed).unwrap_err().to_string(), error);
    let seen = service.seen();
    assert_eq!(seen.len(), 1, "without its key nothing is sent");
    assert_eq!((seen[0].path.as_str(), seen[0].body.as_str()), ("/v1/chat/completions", "{\"a\":[1]}"));
    assert_eq!(seen[0].header("content-type"), Some("application/json"));
    assert_eq!(seen[0].header("authorization"), None);
    assert!(seen[0].header("user-agent").unwrap().starts_with("kawara/"));
}

#[test]
fn a_key_is_told_to_nobody() {
    // What every machine has set, and begins with no `x`.
    let variable = "PATH";
    let key = std::env::var(variable).unwrap().trim().to_owned();
    let (first, begins) = (&key[..1], &key[..4]);
    for before in [0, 20, 75, 78, 290, 297, 299] {
        let echo = format!("{}{key}", "x".repeat(before));
        for answer in [
            |echo: &str| Answer::Status(400, Vec::new(), echo.into()),
            |echo: &str| Answer::Json(echo.into()),
        ] {
            let said = echo.clone();
            let service = Service::new(move |_, _| answer(&said));
            let keyed = client(Endpoint::new(&service.url).unwrap().with_key_from(variable));
            let error = refused(&keyed);
            let is_told = error.contains(begins) || error.contains(&format!("x{first}"));
            assert!(!is_told, "{before}: {error}");
        }
    }
    let named = client(Endpoint::new("http://localhost/v1").unwrap().with_key_from("sk-verysecret"));
    let error = named.open().unwrap_err().to_string();
    assert!(error.contains("name that, and never the key") && !error.contains("verysecret"), "{error}");
}

#[test]
fn what_may_pass_is_tried_again() {
    for broken in [
        b"".to_vec(),
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"ok\"".to_vec(),
        b"HTTP/1.1 200 OK\r\n\r\n{\"ok\"".to_vec(),
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"ok\":1}\r\n".to_vec(),
        b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n".to_vec(),
        b"HTTP/1.1 429 Busy\r\nContent-Length: 0\r\n\r\n".to_vec(),
        b"no HTTP at all".to_vec(),
    ] {
        let bytes = broken.clone();
        let service = Service::new(move |nth, _| if nth < 2 { Answer::Bytes(bytes.clone()) } else { ok() });
        let answer = ask(&hasty(&service));
        assert_eq!(answer.unwrap(), json!(1), "{}", String::from_utf8_lossy(&broken));
        assert_eq!(service.seen().len(), 3);
    }
}

#[test]
fn what_does_not_pass_is_given_up_and_stays_so() {
    let service = Service::new(|_, _| status(500, &[]));
    let client = hasty(&service);
    assert_eq!(
        refused(&client),
        "the model `m` was asked 4 times, and at last answers 500 Internal Server Error: not now"
    );
    assert_eq!(service.seen().len(), 4);
    assert_eq!(
        refused(&client),
        "the model `m` was given up, and is not asked again: it was asked 4 times, and at last answers 500 Internal Server Error: not now"
    );
    assert_eq!(service.seen().len(), 4);
}

#[test]
fn threads_that_wait_hear_of_it() {
    let service = Service::new(|_, _| status(500, &[]));
    let client = client(Endpoint::new(&service.url).unwrap().with_retries(1, Duration::from_millis(300)));
    let told: Vec<String> = thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| refused(&client))).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(told.iter().any(|it| it.contains("was asked 2 times")), "{told:?}");
    assert!(service.seen().len() < 9, "{}", service.seen().len());
}

#[test]
fn nobody_answers() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let endpoint = Endpoint::new(&format!("http://{free}/v1")).unwrap();
    let error = refused(&client(endpoint.with_retries(1, Duration::ZERO)));
    assert!(error.starts_with("the model `m` was asked 2 times, and at last cannot be heard ("), "{error}");
}

#[test]
fn a_slow_answer_is_not_waited_for() {
    let service = Service::new(|_, _| Answer::After(Duration::from_secs(3), Box::new(ok())));
    let endpoint = Endpoint::new(&service.url).unwrap().with_timeout(Duration::from_millis(100));
    let start = Instant::now();
    let error = refused(&client(endpoint.with_retries(1, Duration::ZERO)));
    assert!(error.contains("did not answer within 100ms") && error.contains("`timeout-seconds`"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn retry_after_is_heeded_by_all_threads() {
    let service = Service::new(|nth, _| if nth == 0 { status(429, &[("Retry-After", "0.4")]) } else { ok() });
    let client = hasty(&service);
    thread::scope(|scope| {
        scope.spawn(|| ask(&client).unwrap());
        thread::sleep(Duration::from_millis(100));
        scope.spawn(|| ask(&client).unwrap());
    });
    let seen = service.seen();
    assert_eq!(seen.len(), 3);
    for later in &seen[1..] {
        let waited = later.at.duration_since(seen[0].at);
        assert!(waited >= Duration::from_millis(390), "{waited:?}");
    }
}

#[test]
fn whoever_asks_for_no_wait_is_waited_for_as_ever() {
    let service = Service::new(|_, _| status(503, &[("Retry-After", "0")]));
    let endpoint = Endpoint::new(&service.url).unwrap().with_retries(3, Duration::from_millis(40));
    let error = refused(&client(endpoint));
    assert!(error.contains("was asked 4 times"), "{error}");
    let seen = service.seen();
    // Waits double, less a half by chance: 40, 80 and 160 at most.
    let waited = seen[3].at.duration_since(seen[0].at);
    assert!(waited >= Duration::from_millis(140), "{waited:?}");
}

#[test]
fn whoever_wants_to_be_left_alone_for_an_hour_is() {
    let service = Service::new(|_, _| status(429, &[("Retry-After", "3600")]));
    let error = refused(&hasty(&service));
    assert!(error.ends_with("not now; it asks to be left alone for 3600 seconds, and is"), "{error}");
    assert_eq!(service.seen().len(), 1);
}

#[test]
fn a_refusal_for_good_is_said_at_once() {
    for (code, what) in [
        (401, "`api-key-env` names"),
        (403, "`api-key-env` names"),
        (404, "/v1/chat/completions: check the URL"),
        (307, "answers 307 Temporary Redirect to http://elsewhere/v1: write the URL"),
    ] {
        let service = Service::new(move |_, _| status(code, &[("Location", "http://elsewhere/v1")]));
        let client = hasty(&service);
        let error = refused(&client);
        assert!(error.contains(what), "{code}: {error}");
        assert!(refused(&client).contains("was given up"));
        assert_eq!(service.seen().len(), 1);
    }
}

#[test]
fn a_request_that_is_refused_is_no_reason_to_refuse_the_next() {
    let service = Service::new(|nth, _| if nth == 0 { status(400, &[]) } else { ok() });
    let client = hasty(&service);
    assert_eq!(refused(&client), "the model `m` answers 400 Bad Request: not now");
    assert_eq!(ask(&client).unwrap(), json!(1));
}

#[test]
fn an_answer_that_is_none_is_quoted() {
    for (body, what) in [
        ("<html>\u{1b}[2J", "answers with `<html>\\u{1b}[2J` and not with {\"ok\":…}"),
        ("[{\"ok\":1}]", "and not with {\"ok\":…}"),
        ("{}", "the model `m` says nothing"),
    ] {
        let service = Service::new(move |_, _| Answer::Json(body.into()));
        let client = hasty(&service);
        let error = refused(&client);
        assert!(error.contains(what), "{error}");
        assert!(refused(&client).contains("was given up"));
        assert_eq!(service.seen().len(), 1);
    }
    let service = Service::new(|nth, _| if nth == 0 { Answer::Json("{\"ok\":NaN}".into()) } else { ok() });
    let client = hasty(&service);
    assert!(refused(&client).contains("answers with NaN where a number should be"));
    assert_eq!(ask(&client).unwrap(), json!(1), "of one text, nothing follows for the next");
}

#[test]
fn requests_are_spread_over_the_minute() {
    let service = Service::new(|_, _| ok());
    let endpoint = Endpoint::new(&service.url).unwrap().with_requests_per_minute(600.try_into().unwrap());
    let client = client(endpoint);
    for _ in 0..4 {
        ask(&client).unwrap();
    }
    let seen = service.seen();
    assert!(seen[3].at.duration_since(seen[0].at) >= Duration::from_millis(280));
}

#[test]
fn the_longest_timeout_is_one() {
    let service = Service::new(|_, _| ok());
    let endpoint = Endpoint::new(&service.url).unwrap().with_timeout(Duration::MAX);
    assert_eq!(ask(&client(endpoint)).unwrap(), json!(1));
}

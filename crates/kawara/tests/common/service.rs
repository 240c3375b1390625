//! A service on the loopback that answers as a test says.

#![allow(dead_code, clippy::unwrap_used, reason = "a test ends where it cannot go on; each uses some of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// What stands behind the method: `/v1/embeddings`.
    pub(crate) path: String,
    /// With names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
    pub(crate) at: Instant,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// What a request gets.
pub(crate) enum Answer {
    Json(String),
    /// A status, headers and a body.
    Status(u16, Vec<(&'static str, String)>, String),
    /// Bytes, whatever they are, and then the end of the connection.
    Bytes(Vec<u8>),
    /// Later.
    After(Duration, Box<Answer>),
}

pub(crate) struct Service {
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Service {
    /// A service that answers the `nth` request, from 0, as `script` says.
    pub(crate) fn new(script: impl Fn(usize, &Request) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (script, known) = (Arc::new(script), Arc::clone(&seen));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (script, known) = (Arc::clone(&script), Arc::clone(&known));
                thread::spawn(move || serve(stream, &*script, &known));
            }
        });
        Self { url, seen }
    }

    /// All requests so far.
    pub(crate) fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(stream: TcpStream, script: &dyn Fn(usize, &Request) -> Answer, seen: &Mutex<Vec<Request>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    if reader.read_line(&mut line).unwrap_or(0) == 0 {
        return;
    }
    let path = line.split(' ').nth(1).unwrap().to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let length =
        headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, it)| it.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let request = Request { path, headers, body: String::from_utf8(body).unwrap(), at: Instant::now() };
    let nth = {
        let mut seen = seen.lock().unwrap();
        seen.push(request.clone());
        seen.len() - 1
    };
    answer(&stream, script(nth, &request));
    let _ = stream.shutdown(Shutdown::Both);
}

/// Whoever asked may have gone away meanwhile.
fn answer(mut stream: &TcpStream, answer: Answer) {
    let (code, headers, body) = match answer {
        Answer::Json(body) => (200, Vec::new(), body),
        Answer::Status(code, headers, body) => (code, headers, body),
        Answer::Bytes(bytes) => {
            let _ = stream.write_all(&bytes);
            return;
        }
        Answer::After(wait, then) => {
            thread::sleep(wait);
            return self::answer(stream, *then);
        }
    };
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {code} As Scripted\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n"
    );
    let _ = stream.write_all(format!("{head}{headers}\r\n{body}").as_bytes());
}

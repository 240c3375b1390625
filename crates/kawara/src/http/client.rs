use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use kawara_core::{Error, ErrorKind, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use super::answer::{self, Trouble, Wrong};
use super::endpoint::{Endpoint, is_variable};
use super::pace::{Pace, back_off};

/// The largest answer that is read: 2,048 vectors of 4,096 numbers take less.
const LARGEST: u64 = 256 << 20;
/// Whoever asks to be left alone for longer is.
const MOST_PATIENCE: Duration = Duration::from_secs(300);
/// A file of certificates that are trusted instead of those that are built in.
const CERTIFICATES: &str = "SSL_CERT_FILE";

/// Posts to a service, from any number of threads.
pub struct Client {
    endpoint: Endpoint,
    who: String,
    kind: ErrorKind,
    opened: OnceLock<Result<Opened>>,
    pace: Pace,
    given_up: Mutex<Option<Error>>,
}

struct Opened {
    agent: Agent,
    key: Option<String>,
}

impl Client {
    /// A client for an endpoint. Messages call it `who`, such as ``the embedder `ada` ``, and are of a kind.
    pub fn new(endpoint: Endpoint, who: impl Into<String>, kind: ErrorKind) -> Self {
        let (opened, given_up) = Default::default();
        let pace = Pace::new(endpoint.per_minute);
        Self { endpoint, who: who.into(), kind, opened, pace, given_up }
    }

    /// Sees to what is needed before anything is asked. Nothing is sent.
    ///
    /// # Errors
    /// When the environment lacks the key, or certificates cannot be read.
    pub fn open(&self) -> Result<()> {
        self.opened().map(drop)
    }

    /// Posts a request to a path below the endpoint and has the answer judged; `wanted` shows an answer in messages: `{"data":[…]}`.
    ///
    /// # Errors
    /// When the service cannot be asked, refuses, does not answer as it should, or was given up before. The message says which.
    pub fn post<A: DeserializeOwned, T>(
        &self,
        path: &str,
        request: &impl Serialize,
        wanted: &str,
        judge: impl Fn(A) -> Result<T, Wrong>,
    ) -> Result<T> {
        let body =
            serde_json::to_vec(request).map_err(|error| self.error(&format!("cannot be asked: {error}")))?;
        let url = self.endpoint.at(path);
        let opened = self.opened()?;
        let mut nth = 0;
        loop {
            self.refuse_if_given_up()?;
            self.pace.wait();
            self.refuse_if_given_up()?;
            let answer = self.send(opened, &url, &body);
            let judged =
                answer.and_then(|body| Ok(judge(answer::parse(&body, wanted, &|text| hide(opened, text))?)?));
            let (what, wait) = match judged {
                Ok(answer) => return Ok(answer),
                Err(Trouble::Here(what)) => return Err(self.error(&hide(opened, &what))),
                Err(Trouble::Always(what)) => return Err(self.give_up(&hide(opened, &what))),
                Err(Trouble::Passing(what, wait)) => (hide(opened, &what), wait),
            };
            if let Some(wait) = wait.filter(|wait| *wait > MOST_PATIENCE) {
                let seconds = wait.as_secs();
                return Err(
                    self.give_up(&format!("{what}; it asks to be left alone for {seconds} seconds, and is"))
                );
            }
            if nth == self.endpoint.retries {
                let times = if nth == 0 { "once".to_owned() } else { format!("{} times", nth + 1) };
                return Err(self.give_up(&format!("was asked {times}, and at last {what}")));
            }
            // Whoever asks to be left alone for no time, again and again, would use up all tries at once.
            self.pace.hold(wait.unwrap_or_default());
            std::thread::sleep(back_off(self.endpoint.first_wait, nth));
            nth += 1;
        }
    }

    /// Gives the service up: nobody asks it any more.
    pub fn give_up(&self, what: &str) -> Error {
        let mut given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        let again = || self.error(&format!("was given up, and is not asked again: it {what}"));
        given_up.get_or_insert_with(again);
        self.error(what)
    }

    /// Whether the service was given up.
    pub fn is_given_up(&self) -> bool {
        self.refuse_if_given_up().is_err()
    }

    /// An error that says who did what.
    pub fn error(&self, what: &str) -> Error {
        Error::new(self.kind, format!("{} {what}", self.who))
    }

    fn refuse_if_given_up(&self) -> Result<()> {
        let given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        given_up.clone().map_or(Ok(()), Err)
    }

    fn opened(&self) -> Result<&Opened> {
        let opened = self.opened.get_or_init(|| {
            let key = self.endpoint.key_from.as_ref().map(|variable| self.key(variable)).transpose()?;
            Ok(Opened { agent: self.agent()?, key })
        });
        opened.as_ref().map_err(Clone::clone)
    }

    fn key(&self, variable: &str) -> Result<String> {
        if !is_variable(variable) {
            // What stands there may be the key itself, which belongs in no message.
            return Err(
                self.error("is to have its key from an environment variable: name that, and never the key")
            );
        }
        let key = std::env::var(variable).unwrap_or_default().trim().to_owned();
        let is_header = |c: char| c.is_ascii_graphic() || c == ' ';
        if key.is_empty() || !key.chars().all(is_header) {
            let how = if key.is_empty() { "is not set" } else { "holds what no key can be" };
            return Err(
                self.error(&format!("has its key in the environment variable `{variable}`, which {how}"))
            );
        }
        Ok(key)
    }

    fn agent(&self) -> Result<Agent> {
        let Endpoint { url, timeout, .. } = &self.endpoint;
        let mut tls = TlsConfig::builder();
        let file =
            std::env::var_os(CERTIFICATES).filter(|file| !file.is_empty() && url.starts_with("https:"));
        if let Some(file) = file {
            let shown = file.display();
            let unread = |why: &dyn fmt::Display| {
                self.error(&format!("has its certificates in {shown}, as `{CERTIFICATES}` says: {why}"))
            };
            let bytes = std::fs::read(&file).map_err(|error| unread(&error))?;
            let certificates: Vec<Certificate<'_>> = parse_pem(&bytes)
                .filter_map(|item| match item {
                    Ok(PemItem::Certificate(certificate)) => Some(certificate),
                    _ => None,
                })
                .collect();
            if certificates.is_empty() {
                return Err(unread(&"there is none"));
            }
            tls = tls.root_certs(RootCerts::new_with_certs(&certificates));
        }
        let agent = Agent::config_builder()
            .tls_config(tls.build())
            .timeout_global(Some(*timeout))
            .http_status_as_error(false)
            // What it leads to was not what somebody chose to send texts and a key to.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("kawara/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(agent.into())
    }

    /// One request, and the body of its answer.
    fn send(&self, opened: &Opened, url: &str, body: &[u8]) -> Result<Vec<u8>, Trouble> {
        let mut request = opened.agent.post(url).header("Content-Type", "application/json");
        if let Some(key) = &opened.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let mut answer = request.send(body).map_err(|error| self.unheard(&error))?;
        let read = answer.body_mut().with_config().limit(LARGEST).read_to_vec();
        let key = self.endpoint.key_from.as_deref();
        let (headers, body) = (answer.headers(), read.as_deref().unwrap_or_default());
        let judged = answer::status(answer.status(), headers, body, url, key, &|text| hide(opened, text));
        judged.and_then(|()| {
            read.map_err(|error| match error {
                ureq::Error::BodyExceedsLimit(_) => {
                    Trouble::Here(format!("answers with more than {LARGEST} bytes"))
                }
                ureq::Error::Timeout(_) => self.unheard(&error),
                error => Trouble::Passing(format!("breaks off in the middle of an answer ({error})"), None),
            })
        })
    }

    /// Why there is no answer.
    fn unheard(&self, error: &ureq::Error) -> Trouble {
        match error {
            ureq::Error::Timeout(_) => {
                let remedy = "if it is only slow, give it longer with `timeout-seconds`";
                Trouble::Passing(format!("did not answer within {:?}; {remedy}", self.endpoint.timeout), None)
            }
            ureq::Error::Io(_)
            | ureq::Error::HostNotFound
            | ureq::Error::ConnectionFailed
            | ureq::Error::Protocol(_) => Trouble::Passing(format!("cannot be heard ({error})"), None),
            error => Trouble::Always(format!("cannot be asked ({error})")),
        }
    }
}

/// A text without the key, which a service may have repeated.
fn hide(opened: &Opened, text: &str) -> String {
    opened.key.as_ref().map_or_else(|| text.to_owned(), |key| text.replace(key.as_str(), "[the key]"))
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}

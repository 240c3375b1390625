use std::num::NonZeroU32;
use std::time::Duration;

use kawara_core::{Error, ErrorKind, Result};
use kawara_policy::printable;
use ureq::http::Uri;

/// How long one request may take.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The most that can be asked for: the clock does not go on for ever.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);
/// How often what failed is tried again: with waits that double, half a minute in all.
const RETRIES: u32 = 6;
/// Before the first of them.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// Where a service is, and how it may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    pub(super) url: String,
    pub(super) key_from: Option<String>,
    pub(super) timeout: Duration,
    pub(super) retries: u32,
    pub(super) first_wait: Duration,
    pub(super) per_minute: Option<NonZeroU32>,
}

impl Endpoint {
    /// A service whose paths are below `url`: `https://api.openai.com/v1`. What follows a `?` is sent with each of them,
    /// and written to messages and fingerprints as all of the URL is: a key does not belong there.
    ///
    /// ```
    /// use kawara::http::Endpoint;
    ///
    /// assert!(Endpoint::new("http://localhost:8080/v1").is_ok());
    /// let error = Endpoint::new("https://me:secret@example.com/v1").unwrap_err().to_string();
    /// assert!(error.contains("environment variable") && !error.contains("secret"));
    /// ```
    ///
    /// # Errors
    /// When it is no URL of HTTP, or has a password in it.
    pub fn new(url: &str) -> Result<Self> {
        let refuse = |what: &str| Err(Error::new(ErrorKind::Settings, what.to_owned()));
        let shown = || printable(url);
        let (url, fragment) = url.split_once('#').map_or((url, None), |(url, rest)| (url, Some(rest)));
        let Ok(uri) = url.parse::<Uri>() else {
            return refuse(&format!("`{}` is no URL", shown()));
        };
        if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            return refuse(
                "a URL with a name or a password in it would be written to messages: have the key read from an environment variable, which \
                 `api-key-env` names",
            );
        }
        if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none_or(str::is_empty) {
            return refuse(&format!(
                "`{}` is no URL of a service: it begins with `http://` or `https://`",
                shown()
            ));
        }
        if fragment.is_some() {
            return refuse(&format!("`{}` has a `#`, and what follows that is never sent", shown()));
        }
        let (timeout, retries, first_wait) = (TIMEOUT, RETRIES, FIRST_WAIT);
        Ok(Self { url: url.into(), key_from: None, timeout, retries, first_wait, per_minute: None })
    }

    /// Has the key read from an environment variable when the service is first asked. It is sent as `Authorization: Bearer …` and
    /// written nowhere; without a variable, none is sent. What can be no variable's name is refused then, and not repeated: it may be a key.
    pub fn with_key_from(mut self, variable: impl Into<String>) -> Self {
        self.key_from = Some(variable.into());
        self
    }

    /// How long one request may take, a day at most; a minute if not given.
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout.min(LONGEST_TIMEOUT);
        self
    }

    /// How often a request that failed is tried again, and how long before the first time; each wait is twice as long as the one before, a
    /// minute at most, and as long as the service asks for at least. Six times, after half a second, if not given.
    pub fn with_retries(mut self, retries: u32, first_wait: Duration) -> Self {
        (self.retries, self.first_wait) = (retries, first_wait);
        self
    }

    /// How many requests a minute may be sent, spread evenly, those that are tried again included.
    pub fn with_requests_per_minute(mut self, requests: NonZeroU32) -> Self {
        self.per_minute = Some(requests);
        self
    }

    /// Where it is.
    pub fn url(&self) -> &str {
        &self.url
    }

    #[cfg(feature = "embed")]
    pub(crate) fn first_wait(&self) -> Duration {
        self.first_wait
    }

    /// Where a path below it is. A URL that ends in the path already stands for it.
    pub(super) fn at(&self, path: &str) -> String {
        let (base, query) =
            self.url.split_once('?').map_or((&*self.url, None), |(base, query)| (base, Some(query)));
        let base = base.trim_end_matches('/');
        let whole =
            if base.ends_with(&format!("/{path}")) { base.to_owned() } else { format!("{base}/{path}") };
        query.map_or(whole.clone(), |query| format!("{whole}?{query}"))
    }
}

/// Whether something can be the name of an environment variable: a key hardly can.
pub(crate) fn is_variable(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_below_the_url() {
        let at = |url| Endpoint::new(url).unwrap().at("embeddings");
        assert_eq!(at("http://a/v1"), "http://a/v1/embeddings");
        assert_eq!(at("http://a:80/v1/"), "http://a:80/v1/embeddings");
        assert_eq!(at("https://a"), "https://a/embeddings");
        assert_eq!(at("https://a/v1/embeddings"), "https://a/v1/embeddings");
        assert_eq!(at("https://a/d/e?api-version=7"), "https://a/d/e/embeddings?api-version=7");
        assert_eq!(at("http://[::1]:8080/v1"), "http://[::1]:8080/v1/embeddings");
    }

    #[test]
    fn what_is_no_service_is_refused() {
        for (url, what) in [
            ("", "is no URL"),
            ("localhost:8080", "begins with `http://`"),
            ("/v1", "begins with `http://`"),
            ("file:///etc/passwd", "is no URL"),
            ("ftp://a/b", "begins with `http://`"),
            ("http://a b", "is no URL"),
            ("http://a/v1\u{1b}[2J", "is no URL"),
            ("http://u:pw@a/v1", "environment variable"),
            ("http://a/v1#m", "never sent"),
        ] {
            let error = Endpoint::new(url).unwrap_err().to_string();
            assert!(
                error.contains(what) && !error.contains("pw") && !error.contains('\u{1b}'),
                "{url}: {error}"
            );
        }
    }
}

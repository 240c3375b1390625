use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

use kawara_core::{Error, Result};
use serde::Deserialize;
use toml::Spanned;

use super::Model;
use crate::command::Definition;
use crate::http::{Endpoint, is_variable};

/// `[embedders.NAME]` in a configuration file.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table with `command`, or with `url` and `model`"
)]
pub(crate) struct Entry {
    command: Option<Spanned<Vec<String>>>,
    url: Option<Spanned<String>>,
    model: Option<Spanned<String>>,
    api_key_env: Option<Spanned<String>>,
    dimensions: Option<Spanned<NonZeroU32>>,
    batch: Option<Spanned<NonZeroUsize>>,
    requests_per_minute: Option<Spanned<NonZeroU32>>,
    retries: Option<Spanned<u32>>,
    timeout_seconds: Option<Spanned<u64>>,
}

impl Entry {
    /// The model that it defines. `mistake` makes an error of a byte of the file, programs are started in `directory`.
    ///
    /// # Errors
    /// When it contradicts itself, or says what is none.
    pub(crate) fn model(
        self,
        name: &Spanned<String>,
        directory: &Path,
        mistake: impl Fn(usize, &str) -> Error,
    ) -> Result<Model> {
        let at = |start: usize| {
            let mistake = &mistake;
            move |error: Error| mistake(start, error.message())
        };
        let start = name.span().start;
        let timeout = self.timeout_seconds.as_ref();
        if let Some(seconds) = timeout.filter(|seconds| *seconds.get_ref() == 0) {
            return Err(mistake(seconds.span().start, "`timeout-seconds` is at least 1"));
        }
        let timeout = timeout.map(|seconds| Duration::from_secs(*seconds.get_ref()));
        let model = match (self.command, self.url, self.model) {
            (Some(command), None, None) => {
                let of_services = [
                    ("api-key-env", self.api_key_env.as_ref().map(Spanned::span)),
                    ("dimensions", self.dimensions.as_ref().map(Spanned::span)),
                    ("batch", self.batch.as_ref().map(Spanned::span)),
                    ("requests-per-minute", self.requests_per_minute.as_ref().map(Spanned::span)),
                    ("retries", self.retries.as_ref().map(Spanned::span)),
                ];
                if let Some((key, span)) = of_services.into_iter().find_map(|(key, span)| Some((key, span?)))
                {
                    return Err(mistake(
                        span.start,
                        &format!("`{key}` is of a service, and this is a program"),
                    ));
                }
                let at_command = if command.get_ref().is_empty() { command.span().start } else { start };
                let definition =
                    Definition::new(name.get_ref(), command.into_inner()).map_err(at(at_command))?;
                Model::of_program(definition.in_directory(directory))
            }
            (None, Some(url), Some(model)) => {
                let mut endpoint = Endpoint::new(url.get_ref()).map_err(at(url.span().start))?;
                if let Some(variable) = self.api_key_env {
                    if !is_variable(variable.get_ref()) {
                        // What stands there may be the key itself, which belongs in no message.
                        let what = "`api-key-env` is the name of an environment variable, and never the key";
                        return Err(mistake(variable.span().start, what));
                    }
                    endpoint = endpoint.with_key_from(variable.into_inner());
                }
                let at_model = if model.get_ref().trim().is_empty() { model.span().start } else { start };
                let mut model =
                    Model::of_service(name.get_ref(), endpoint, model.into_inner()).map_err(at(at_model))?;
                if let Some(dimensions) = self.dimensions {
                    model = model.with_dimensions(dimensions.into_inner());
                }
                if let Some(batch) = self.batch {
                    model = model.with_batch(batch.into_inner());
                }
                if let Some(requests) = self.requests_per_minute {
                    model = model.with_requests_per_minute(requests.into_inner());
                }
                if let Some(retries) = self.retries {
                    model = model.with_retries(retries.into_inner());
                }
                model
            }
            _ => {
                let what = "an embedder is a program, with `command`, or a service, with `url` and `model`";
                return Err(mistake(start, what));
            }
        };
        Ok(match timeout {
            Some(timeout) => model.with_timeout(timeout),
            None => model,
        })
    }
}

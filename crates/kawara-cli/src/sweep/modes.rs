//! `--modes`

use std::sync::Arc;

use kawara::contextual::Contexts;
use kawara::late::LateOptions;
use kawara::{Embedder, Registry};
use kawara_evidence::sweep::{Mode, Vectors};

use super::points::Laboratory;
use crate::End;
use crate::args::{Modes, SweepArguments};
use crate::console::Console;

/// The modes that are compared, and what they need.
#[derive(Default)]
pub(super) struct Chosen {
    modes: Vec<Mode>,
    /// Under the name that policies know it by.
    embedder: Option<(String, Arc<dyn Embedder>)>,
    query_prefix: String,
    late: LateOptions,
    contexts: Option<Arc<Contexts>>,
}

impl Chosen {
    /// # Errors
    /// When a mode lacks what it needs. Of `all`, it is left out and said why.
    pub(super) fn of(
        arguments: &SweepArguments,
        laboratory: &Laboratory<'_>,
        contexts: Option<Arc<Contexts>>,
        console: &Console,
    ) -> Result<Self, End> {
        let late = LateOptions { limit: arguments.late_limit, ..LateOptions::default() };
        let query_prefix = arguments.query_prefix.clone();
        let mut chosen = Self { query_prefix, late, contexts, ..Self::default() };
        let is_all = arguments.modes.iter().any(|mode| matches!(mode, Modes::All));
        let named = |mode: &Mode| {
            is_all || arguments.modes.iter().any(|one| matches!(one, Modes::One(one) if one == mode))
        };
        let wanted: Vec<Mode> = Mode::ALL.into_iter().filter(named).collect();
        if wanted.iter().any(|mode| *mode != Mode::Words) {
            chosen.embedder = Some(embedder(arguments, laboratory.registry)?);
        }
        for mode in wanted {
            match chosen.lacks(mode, arguments, laboratory) {
                None => chosen.modes.push(mode),
                Some(what) if is_all => console.note(format_args!("without the mode `{mode}`: {what}")),
                Some(what) => return Err(End::Usage(format!("the mode `{mode}`: {what}"))),
            }
        }
        Ok(chosen)
    }

    /// What a mode lacks.
    fn lacks(&self, mode: Mode, arguments: &SweepArguments, laboratory: &Laboratory<'_>) -> Option<String> {
        let embedder = self.embedder.as_ref();
        match mode {
            Mode::Words if arguments.retriever == "none" => Some("--retriever none finds nothing".into()),
            Mode::Contextual if self.contexts.is_none() => {
                Some("name contexts with --context-from FILE; `kawara context` has them made".into())
            }
            Mode::Late | Mode::LateSoft => {
                let (name, embedder) = embedder?;
                if embedder.can_pool() {
                    let late = laboratory.check_late(&self.late, &arguments.sizes);
                    return late.err().map(|end| end.message().to_string());
                }
                Some(format!(
                    "the embedder `{name}` has a vector of a text to give, and none of its tokens; a program that has them says \"pools\":true"
                ))
            }
            _ => None,
        }
    }

    pub(super) fn modes(&self) -> &[Mode] {
        &self.modes
    }

    pub(super) fn contexts(&self) -> Option<&Contexts> {
        self.contexts.as_deref().filter(|_| self.modes.contains(&Mode::Contextual))
    }

    /// What the mode `semantic` changes in a policy.
    pub(super) fn semantic(&self) -> String {
        let name = self.embedder.as_ref().map_or("", |(name, _)| name);
        format!("semantic.embedder={name:?}")
    }

    /// What the embedder says that it is.
    pub(super) fn embedder(&self) -> Option<&str> {
        self.embedder.as_ref().map(|(_, embedder)| embedder.id())
    }

    pub(super) fn vectors(&self) -> Option<Vectors<'_>> {
        let (_, embedder) = self.embedder.as_ref()?;
        Some(Vectors {
            embedder: &**embedder,
            query_prefix: &self.query_prefix,
            late: &self.late,
            contexts: self.contexts.as_deref(),
        })
    }
}

/// The embedder that is named, or the only one that can be meant, made ready.
///
/// # Errors
/// When there is none of that name, several may be meant, or it cannot be used.
fn embedder(arguments: &SweepArguments, registry: &Registry) -> Result<(String, Arc<dyn Embedder>), End> {
    let usage = |error: kawara::Error| End::Usage(error.to_string());
    let names: Vec<&str> = registry.embedder_names().collect();
    // Those of the command line come first.
    let name = match (&arguments.vectors, names.as_slice()) {
        (Some(name), _) => name.as_str(),
        (None, [only]) => only,
        (None, [first, ..]) if arguments.inputs.settings.commands.embedders() == 1 => first,
        (None, []) => {
            let message = "modes need an embedding model to make vectors; define one with --embedder NAME='PROGRAM ARGUMENT…' or NAME=URL#MODEL";
            return Err(End::Usage(message.into()));
        }
        (None, several) => {
            let names = several.join(", ");
            return Err(End::Usage(format!(
                "there are the embedders {names}; choose one with --vectors NAME"
            )));
        }
    };
    let embedder = Arc::clone(registry.embedder(name).map_err(usage)?);
    embedder.open().map_err(usage)?;
    Ok((name.to_owned(), embedder))
}

//! From options to a policy and the packs that it is held against.

use std::path::Path;

use kawara::policy::{Loader, Policy, Tokenizers};
use kawara::{Additions, Registry};

use crate::engine::Options;
use crate::failure::Failure;
use crate::text::list;

impl Options {
    /// The packs of the engine.
    ///
    /// # Safety
    /// As [`kawara_engine_new`](crate::engine::kawara_engine_new).
    pub(crate) unsafe fn registry(&self) -> Result<Registry, Failure> {
        // SAFETY: the caller promises it.
        let files = unsafe { list(self.packs, self.packs_len, "kawara_options.packs") }?;
        let mut libraries = Vec::with_capacity(files.len());
        for (nth, file) in files.iter().enumerate() {
            // SAFETY: the caller promises it.
            libraries.push(unsafe { file.read(&format!("kawara_options.packs[{nth}]")) }?);
        }
        Additions::new().with_libraries(libraries).registry().map_err(Failure::pack)
    }

    /// The policy, held against the packs.
    ///
    /// # Safety
    /// As [`kawara_engine_new`](crate::engine::kawara_engine_new).
    pub(crate) unsafe fn policy(&self, registry: &Registry) -> Result<Policy, Failure> {
        // SAFETY: the caller promises it of every string.
        let (word, text, name, directory, base) = unsafe {
            (
                self.policy.optional("kawara_options.policy")?,
                self.policy_text.optional("kawara_options.policy_text")?,
                self.policy_name.optional("kawara_options.policy_name")?,
                self.directory.optional("kawara_options.directory")?,
                self.base_policy.optional("kawara_options.base_policy")?,
            )
        };
        // SAFETY: the caller promises it.
        let loader = Loader::new().with_tokenizers(unsafe { self.folders() }?);
        let loader = loader.with_known(kawara::known(registry));
        let loader = base.into_iter().fold(loader, |loader, base| loader.with_base(base));
        match (word, text) {
            (Some(word), None) => {
                if let Some(idle) = name.or(directory) {
                    let message = format!(
                        "kawara_options.policy_name and .directory (`{idle}`) are for a policy_text; a policy file has its own"
                    );
                    return Err(Failure::argument(message));
                }
                Ok(loader.open(word)?)
            }
            (None, Some(text)) => {
                let (name, directory) = (name.unwrap_or("kawara.toml"), directory.unwrap_or(""));
                Ok(loader.text(text, name, directory)?)
            }
            (Some(_), Some(_)) => Err(Failure::argument(
                "kawara_options has both a policy and a policy_text; leave one of them out",
            )),
            (None, None) => Err(Failure::argument(
                "kawara_options has no policy: set policy to the path of a file or to \"kawara:docs\", or policy_text to TOML",
            )),
        }
    }

    /// # Safety
    /// As [`kawara_engine_new`](crate::engine::kawara_engine_new).
    unsafe fn folders(&self) -> Result<Tokenizers, Failure> {
        // SAFETY: the caller promises it.
        let folders = unsafe { list(self.tokenizers, self.tokenizers_len, "kawara_options.tokenizers") }?;
        let mut tokenizers = Tokenizers::none();
        for (nth, folder) in folders.iter().enumerate() {
            let what = format!("kawara_options.tokenizers[{nth}]");
            // SAFETY: the caller promises it.
            match unsafe { folder.optional(&what) }? {
                Some(folder) => tokenizers = tokenizers.with_folder(Path::new(folder)),
                None => return Err(Failure::argument(format!("{what} is empty; leave it out"))),
            }
        }
        Ok(tokenizers)
    }
}

//! Where tokenizer files lie on this machine. Nothing is ever downloaded.
//!
//! ```
//! use kawara::policy::Loader;
//!
//! let loader = Loader::new().with_tokenizers(kawara::tokenizers::from_environment());
//! let policy = loader.open("kawara:docs")?.set(["budget.model=text-embedding-3-small"])?;
//! # Ok::<(), kawara::Mistakes>(())
//! ```

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use kawara_policy::models::Tokenizers;

/// Folders of tokenizers, as many as wanted, written like `PATH`.
const FOLDERS: &str = "KAWARA_TOKENIZERS";

/// The folders that `KAWARA_TOKENIZERS` names, written like `PATH`; then the cache of the Hugging Face hub: `HF_HUB_CACHE`, else
/// `hub` in `HF_HOME`, else `huggingface/hub` in `XDG_CACHE_HOME` or in `.cache` of the home directory.
pub fn from_environment() -> Tokenizers {
    told_by(|name| env::var_os(name), env::home_dir())
}

/// The same, of any environment. A variable that is empty counts as not set.
fn told_by(variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Tokenizers {
    let variable = |name| variable(name).filter(|value: &OsString| !value.is_empty());
    let folder = |name| variable(name).map(PathBuf::from);
    let own = variable(FOLDERS).map(|list| env::split_paths(&list).collect::<Vec<_>>()).unwrap_or_default();
    let caches = || folder("XDG_CACHE_HOME").or_else(|| Some(home?.join(".cache")));
    let hub = folder("HF_HUB_CACHE")
        .or_else(|| Some(folder("HF_HOME")?.join("hub")))
        .or_else(|| Some(caches()?.join("huggingface/hub")));
    let folders = own.into_iter().filter(|folder| !folder.as_os_str().is_empty()).chain(hub);
    folders.fold(Tokenizers::none(), Tokenizers::with_folder)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn folders(set: &[(&str, &str)], home: Option<&str>) -> Vec<String> {
        let variable =
            |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
        let tokenizers = told_by(variable, home.map(PathBuf::from));
        tokenizers.folders().map(|folder: &Path| folder.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn the_cache_of_the_hub_is_where_the_hub_puts_it() {
        assert_eq!(folders(&[], Some("/home/a")), ["/home/a/.cache/huggingface/hub"]);
        assert_eq!(folders(&[("XDG_CACHE_HOME", "/c")], Some("/home/a")), ["/c/huggingface/hub"]);
        assert_eq!(folders(&[("HF_HOME", "/hf"), ("XDG_CACHE_HOME", "/c")], None), ["/hf/hub"]);
        assert_eq!(folders(&[("HF_HUB_CACHE", "/cache"), ("HF_HOME", "/hf")], None), ["/cache"]);
        assert_eq!(folders(&[("HF_HUB_CACHE", ""), ("HF_HOME", "/hf")], None), ["/hf/hub"]);
        assert_eq!(folders(&[], None), <[&str; 0]>::default());
    }

    #[test]
    fn own_folders_come_first() {
        let list = env::join_paths(["/a", "", "/b"]).unwrap();
        let set = [(FOLDERS, list.to_str().unwrap()), ("HF_HOME", "/hf")];
        assert_eq!(folders(&set, None), ["/a", "/b", "/hf/hub"]);
    }
}

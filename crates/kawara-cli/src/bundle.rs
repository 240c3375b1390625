//! `kawara bundle`, and policies that come in a bundle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kawara::bundle::{self, Bundle, LeftOut};
use kawara::policy::{Loader, Policy, printable};
use kawara::{PolicyTree, Registry};

use crate::End;
use crate::args::{BundleArguments, SettingArguments};
use crate::commands::registry;
use crate::console::Console;
use crate::figures::{counted, size};
use crate::guarded::{places, refuse_policies};
use crate::inputs::{changes, engine, fixed, loader_of};
use crate::interrupt;
use crate::policy::{from_here, refused};
use crate::stdout::written;
use crate::target::Target;

pub(crate) fn bundle(arguments: &BundleArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.settings.commands)?;
    let output = arguments.output.as_path();
    let (name, policies) = policies(&arguments.settings, &registry)?;
    // It is the one policy, whatever is asked about.
    let policy = policies.policy_for(Path::new("")).map_err(|mistakes| refused(&mistakes))?;
    let files = bundle::files(&policy, &registry).map_err(usage)?;
    refuse_files(output, &policies, &files)?;
    engine(registry.clone(), policies, console)?;
    let bytes = bundle::pack(&policy, &registry, interrupt::scratch()?).map_err(usage)?;
    written(Target::open(Some(output))?.write_whole(&bytes))?;
    for left in bundle::left_out(&policy, &registry).map_err(usage)? {
        console.note(match left {
            LeftOut::Counter(name) => {
                format!("the program behind `{name}` is not in the bundle: define it where that is opened")
            }
            LeftOut::Pack(name) => {
                format!("the pack `{name}` is a library, and not in the bundle: load it where that is opened")
            }
            other => format!("not in the bundle: {other:?}"),
        });
    }
    let made = format!("{}, {}", counted(files.len() as u64, "file"), size(bytes.len() as u64));
    console.summary(format_args!("{}: {}, {made}", output.display(), printable(&name)));
    Ok(())
}

/// The policy that is named or the nearest up the tree, and what it is called.
fn policies(settings: &SettingArguments, registry: &Registry) -> Result<(String, PolicyTree), End> {
    let nearest = || Policy::discover(".").map(|file| from_here(&file.to_string_lossy()));
    let name = settings.policy().map(str::to_owned).or_else(nearest);
    let name = name.unwrap_or_else(|| "kawara:docs".to_owned());
    let policies = fixed(&name, loader_of(settings, registry), changes(settings, &[])?)?;
    Ok((name, policies))
}

/// What is bundled may not be written over.
fn refuse_files(output: &Path, policies: &PolicyTree, files: &BTreeSet<PathBuf>) -> Result<(), End> {
    let outputs = places(&[output]);
    refuse_policies(&outputs, policies)?;
    match files.iter().any(|file| file.canonicalize().is_ok_and(|file| outputs.contains(&file))) {
        false => Ok(()),
        true => Err(End::Usage(format!(
            "{} is a file of the policy, and is to be written over; write to another file",
            output.display()
        ))),
    }
}

/// Bundles that were unpacked, by how they are named: what their policies name is read there.
static UNPACKED: Mutex<BTreeMap<String, Arc<Bundle>>> = Mutex::new(BTreeMap::new());

/// The policy of a bundle for all documents, as if it lay where the bundle does.
///
/// # Errors
/// What is wrong with the bundle, and all mistakes of the policy, as text for the terminal.
pub(crate) fn unbundled(file: &str, loader: Loader<'_>, changes: Vec<String>) -> Result<PolicyTree, End> {
    let bundle = unpacked(file)?;
    if let (Some(own), Some(base)) = (bundle.base(), loader.base())
        && own != base
    {
        let message = format!("{file} has a base policy of its own, {own}; leave --base-policy {base} out");
        return Err(End::Usage(message));
    }
    let policies = bundle.policy(loader).and_then(|policy| PolicyTree::fixed(policy, changes));
    let directory = Path::new(file).parent().unwrap_or(Path::new(""));
    Ok(policies.map_err(|mistakes| refused(&mistakes))?.lying_in(directory))
}

fn unpacked(file: &str) -> Result<Arc<Bundle>, End> {
    let mut unpacked = UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = unpacked.get(file) {
        return Ok(Arc::clone(known));
    }
    let bundle = Arc::new(Bundle::open(file, interrupt::scratch()?).map_err(usage)?);
    unpacked.insert(file.to_owned(), Arc::clone(&bundle));
    Ok(bundle)
}

fn usage(error: bundle::Error) -> End {
    End::Usage(error.to_string())
}

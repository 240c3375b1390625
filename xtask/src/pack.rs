//! `cargo xtask pack`: the shared library of a pack, built, loaded once to see that it is one, and put where it may stay.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kawara_core::{Pack, SegmenterEntry};
use serde_json::Value;

use crate::{ROOT, cargo};

const USAGE: &str = "write `cargo xtask pack NAME`, or `cargo xtask pack --manifest-path FILE`";

#[derive(Default)]
struct Wanted {
    name: Option<String>,
    manifest: Option<PathBuf>,
    profile: Option<String>,
}

/// A package that is to be built.
struct Package {
    name: String,
    manifest: PathBuf,
    /// Where its builds are.
    target: PathBuf,
}

/// Builds a pack's library and says how to use it.
pub(crate) fn pack(arguments: &[String]) -> Result<(), String> {
    let wanted = parse(arguments)?;
    let package = find(&wanted)?;
    let built = build(&package, wanted.profile.as_deref().unwrap_or("release"))?;
    let library = keep(&built, &package.target.join("packs"))?;
    let pack = kawara_native::load(&library, None)
        .map_err(|error| format!("what was built cannot be loaded: {error}"))?;
    tell(pack, &library)
}

fn parse(arguments: &[String]) -> Result<Wanted, String> {
    let mut wanted = Wanted::default();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} has no value: {USAGE}"));
        match argument.as_str() {
            "--manifest-path" => wanted.manifest = Some(value()?.into()),
            "--profile" => wanted.profile = Some(value()?.clone()),
            option if option.starts_with('-') => return Err(format!("`{option}` is no option: {USAGE}")),
            name if wanted.name.is_none() => wanted.name = Some(name.to_owned()),
            other => return Err(format!("`{other}` is one word too many: {USAGE}")),
        }
    }
    if wanted.name.is_none() && wanted.manifest.is_none() {
        return Err(format!("which pack? {USAGE}"));
    }
    Ok(wanted)
}

/// Asks cargo which package is meant.
fn find(wanted: &Wanted) -> Result<Package, String> {
    let manifest = wanted.manifest.clone().unwrap_or_else(|| Path::new(ROOT).join("Cargo.toml"));
    let mut metadata = cargo();
    metadata.args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"]).arg(&manifest);
    let output = metadata
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo does not read {}", manifest.display()));
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo answers no JSON: {error}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_asked_for = |package: &&Value| match &wanted.name {
        Some(name) => {
            let package = text(&package["name"]);
            package == *name || package.strip_prefix("kawara-pack-") == Some(name)
        }
        None => {
            Path::new(&text(&package["manifest_path"])).canonicalize().ok() == manifest.canonicalize().ok()
        }
    };
    let found = packages.iter().find(is_asked_for).ok_or_else(|| match &wanted.name {
        Some(name) => {
            format!("no package is called `kawara-pack-{name}` or `{name}` in {}", manifest.display())
        }
        None => format!("{} is no package", manifest.display()),
    })?;
    Ok(Package {
        name: text(&found["name"]),
        manifest: text(&found["manifest_path"]).into(),
        target: text(&metadata["target_directory"]).into(),
    })
}

/// The library, as cargo has built it.
fn build(package: &Package, profile: &str) -> Result<PathBuf, String> {
    let mut rustc: Command = cargo();
    rustc
        .args(["rustc", "--lib", "--crate-type", "cdylib", "--message-format", "json-render-diagnostics"])
        .args(["--profile", profile, "--manifest-path"])
        .arg(&package.manifest)
        .args(["--package", &package.name, "--", "--cfg", "kawara_dylib"]);
    let output =
        rustc.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{}` does not build as a library", package.name));
    }
    let messages = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let files = messages
        .filter(|message| {
            message["target"]["crate_types"]
                .as_array()
                .is_some_and(|types| types.iter().any(|it| it == "cdylib"))
        })
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default());
    let library = files
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .find(|file| file.extension().is_some_and(|extension| extension == std::env::consts::DLL_EXTENSION));
    library.ok_or_else(|| format!("`{}` has no library: a pack is one, with src/lib.rs", package.name))
}

/// Copies the library to where builds do not renew it. Only its owner may change it there, else nobody would load it.
fn keep(built: &Path, folder: &Path) -> Result<PathBuf, String> {
    let fails = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("cannot write {path}: {error}")
    };
    fs::create_dir_all(folder).map_err(fails(folder))?;
    let name = built.file_name().unwrap_or_default();
    let (library, new) = (folder.join(name), folder.join(format!(".{}", name.to_string_lossy())));
    fs::copy(built, &new).map_err(fails(&new))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).map_err(fails(folder))?;
        fs::set_permissions(&new, fs::Permissions::from_mode(0o644)).map_err(fails(&new))?;
    }
    // A program that is loading the old one goes on with it.
    fs::rename(&new, &library).map_err(fails(&library))?;
    library.canonicalize().map_err(fails(&library))
}

fn tell(pack: &Pack, library: &Path) -> Result<(), String> {
    let size = fs::metadata(library).map_err(|error| format!("{}: {error}", library.display()))?.len();
    let path = library.display();
    let (name, digest) = (pack.name(), pack.digest().unwrap_or_default());
    println!("{path}");
    println!("  pack    {name} {}{}", pack.version(), offers(pack));
    println!("  size    {size} bytes");
    println!("  sha256  {digest}");
    println!("\nTry it:\n\n    kawara packs test {path} --text FILE");
    for entry in pack.segmenter_entries() {
        let language = entry.languages().first().copied().unwrap_or_default();
        println!("    kawara units --pack {path} --language {language} FILE");
        println!("    kawara chunk --pack {path} --set language={language} FILE");
    }
    for entry in pack.counter_entries() {
        println!("    kawara count --pack {path} --counter {} FILE", entry.scheme());
        println!("    kawara chunk --pack {path} --set budget.counter={} FILE", entry.scheme());
    }
    println!(
        "\nUse it always, by your configuration (~/.config/kawara/config.toml); the hash pins these bytes:\n"
    );
    println!("    [packs.{name}]\n    path = \"{path}\"\n    sha256 = \"{digest}\"");
    Ok(())
}

fn offers(pack: &Pack) -> String {
    let languages = pack
        .segmenter_entries()
        .iter()
        .flat_map(SegmenterEntry::languages)
        .map(|language| format!(", language {language}"));
    let counters = pack.counter_entries().iter().map(|entry| format!(", counter {}", entry.scheme()));
    languages.chain(counters).collect()
}

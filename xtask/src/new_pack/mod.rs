//! `cargo xtask new-pack`: a language pack of one's own, copied from `packs/template`.

mod manifest;
mod place;

use std::fs;
use std::path::{Path, PathBuf};

use crate::ROOT;

/// What is copied.
const TEMPLATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../packs/template");
/// The language that the template is for, which is none.
const NO_LANGUAGE: &str = "qaa";

const USAGE: &str = "write `cargo xtask new-pack LANG [--name NAME] [--to DIR]`";

/// What was asked for.
#[derive(Debug, Default, PartialEq)]
struct Wanted {
    language: String,
    /// The name of the pack, and with `kawara-pack-` before it, of the crate.
    name: String,
    /// Where it comes to lie, if that is outside the workspace.
    to: Option<PathBuf>,
}

/// Makes a pack and says what comes next.
pub(crate) fn new_pack(arguments: &[String]) -> Result<(), String> {
    let wanted = parse(arguments)?;
    let packs = Path::new(ROOT).join("packs");
    let is_elsewhere = wanted.to.is_some() || wanted.language != wanted.name;
    if is_elsewhere && packs.join(&wanted.language).exists() {
        eprintln!(
            "note: kawara has a pack for `{0}`, and a program takes one pack a language: yours is for programs that leave that one out",
            wanted.language
        );
    }
    let dir = match &wanted.to {
        Some(dir) => place::outside(dir)?,
        None => packs.join(&wanted.name),
    };
    let shown = match &wanted.to {
        Some(to) => to.display().to_string(),
        None => format!("packs/{}", wanted.name),
    };
    if dir.exists() {
        return Err(format!(
            "{shown} is there already: {}",
            match wanted.to {
                Some(_) => "take another --to, or remove it",
                None => "take another --name, or remove it",
            }
        ));
    }
    fs::create_dir_all(&dir).map_err(|error| format!("cannot make {}: {error}", dir.display()))?;
    copy(Path::new(TEMPLATE), &dir, &wanted)?;
    let test = match wanted.to {
        Some(_) => {
            stand_alone(&dir)?;
            format!("cargo test --manifest-path {shown}/Cargo.toml")
        }
        None => format!("cargo test -p kawara-pack-{}", wanted.name),
    };
    println!(
        "{shown} is a pack that works. What to change in it is marked `Change:`, and docs/writing-a-pack.md goes through it."
    );
    println!("Test it with\n\n    {test}");
    Ok(())
}

fn parse(arguments: &[String]) -> Result<Wanted, String> {
    let mut wanted = Wanted::default();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} has no value: {USAGE}"));
        match argument.as_str() {
            "--name" => wanted.name = value()?.clone(),
            "--to" => wanted.to = Some(value()?.into()),
            option if option.starts_with('-') => return Err(format!("`{option}` is no option: {USAGE}")),
            language if wanted.language.is_empty() => wanted.language = language.to_owned(),
            other => return Err(format!("`{other}` is one word too many: {USAGE}")),
        }
    }
    check_language(&wanted.language)?;
    if wanted.name.is_empty() {
        wanted.name.clone_from(&wanted.language);
    }
    check_name(&wanted.name)?;
    Ok(wanted)
}

/// A primary language subtag (BCP 47): paragraphs are routed by nothing else.
fn check_language(language: &str) -> Result<(), String> {
    if language.is_empty() {
        return Err(format!("which language? {USAGE}, such as `cargo xtask new-pack ko`"));
    }
    let is_tag =
        |tag: &str| (2..=3).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_tag(language) {
        return Ok(());
    }
    let primary = language.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    let hint = if is_tag(&primary) { format!(": write `{primary}`") } else { String::new() };
    Err(format!(
        "`{language}` is no primary language subtag (BCP 47), two or three small letters such as `ko` or `yue`{hint}"
    ))
}

fn check_name(name: &str) -> Result<(), String> {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(is_word) {
        return Ok(());
    }
    Err(format!(
        "`{name}` is no name of a pack: small letters and digits, words joined by `-`, such as `acme-ko`"
    ))
}

/// Copies a folder, renaming as it goes.
fn copy(from: &Path, to: &Path, wanted: &Wanted) -> Result<(), String> {
    let fails = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("cannot copy to {path}: {error}")
    };
    let entries = fs::read_dir(from).map_err(|error| format!("cannot list {}: {error}", from.display()))?;
    for entry in entries.flatten() {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            fs::create_dir_all(&target).map_err(fails(&target))?;
            copy(&source, &target, wanted)?;
        } else {
            let text = fs::read_to_string(&source).map_err(fails(&target))?;
            fs::write(&target, renamed(&text, wanted)).map_err(fails(&target))?;
        }
    }
    Ok(())
}

fn renamed(text: &str, wanted: &Wanted) -> String {
    let name = &wanted.name;
    text.replace("kawara-pack-template", &format!("kawara-pack-{name}"))
        .replace("kawara_pack_template", &format!("kawara_pack_{}", name.replace('-', "_")))
        .replace("\"template\"", &format!("\"{name}\""))
        .replace(NO_LANGUAGE, &wanted.language)
}

/// Gives a pack outside the workspace what it had from it: its manifest's values, formatting, lints, and the versions that kawara was
/// tested with.
fn stand_alone(dir: &Path) -> Result<(), String> {
    let read = |path: PathBuf| {
        fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let write = |name: &str, text: &str| {
        let path = dir.join(name);
        fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    let root = Path::new(ROOT);
    let workspace = read(root.join("Cargo.toml"))?;
    let manifest = read(dir.join("Cargo.toml"))?;
    write("Cargo.toml", &manifest::standalone(&manifest, &workspace, &place::between(dir, root)?)?)?;
    write("rustfmt.toml", &read(root.join("rustfmt.toml"))?)?;
    let lints = read(root.join("clippy.toml"))?;
    let in_tests: String =
        lints.lines().filter(|line| line.starts_with("allow-")).flat_map(|line| [line, "\n"]).collect();
    write("clippy.toml", &in_tests)?;
    write("Cargo.lock", &read(root.join("Cargo.lock"))?)?;
    write(".gitignore", "/target\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Wanted, String> {
        parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_asked_for() {
        let wanted = parsed("ko --to ../acme --name acme-ko2").unwrap();
        assert_eq!(
            wanted,
            Wanted { language: "ko".into(), name: "acme-ko2".into(), to: Some("../acme".into()) }
        );
        assert_eq!(parsed("yue").unwrap().name, "yue");
    }

    #[test]
    fn what_is_refused_says_what_to_write() {
        for (line, said) in [
            ("", "which language?"),
            ("ko-KR", "write `ko`"),
            ("Ko", "write `ko`"),
            ("korean", "two or three small letters"),
            ("../ko", "no primary language subtag"),
            ("ko --name Acme", "no name of a pack"),
            ("ko --name ../x", "no name of a pack"),
            ("ko --name a--b", "no name of a pack"),
            ("ko --name", "has no value"),
            ("ko ja", "one word too many"),
            ("ko --force", "is no option"),
        ] {
            let message = parsed(line).unwrap_err();
            assert!(message.contains(said), "{line}: {message}");
        }
    }

    #[test]
    fn names_are_put_everywhere() {
        let wanted = Wanted { language: "ko".into(), name: "acme-ko".into(), to: None };
        let text =
            "use kawara_pack_template::PACK; // kawara-pack-template\nPack::new(\"template\", [\"qaa\"])";
        assert_eq!(
            renamed(text, &wanted),
            "use kawara_pack_acme_ko::PACK; // kawara-pack-acme-ko\nPack::new(\"acme-ko\", [\"ko\"])"
        );
    }
}

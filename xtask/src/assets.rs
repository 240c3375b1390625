//! What a package of the command brings along: completions for shells, and manual pages. Made by the command itself, and checked.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{ROOT, cargo, target};

/// Shells, the file of each, and how it is told to read a script without running it.
const SHELLS: &[(&str, &str, &[&str])] = &[
    ("bash", "kawara.bash", &["bash", "-n"]),
    ("zsh", "_kawara", &["zsh", "-n"]),
    ("fish", "kawara.fish", &["fish", "--no-execute"]),
    // These two read a script only where it can be used.
    ("elvish", "kawara.elv", &[]),
    ("powershell", "_kawara.ps1", &[]),
];

/// Makes them in `target/assets`.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn assets() -> Result<(), String> {
    let home = target().join("assets");
    let _ = fs::remove_dir_all(&home);
    let (completions, pages) = (home.join("completions"), home.join("man"));
    fs::create_dir_all(&completions).map_err(|error| format!("{}: {error}", completions.display()))?;
    for (shell, name, reader) in SHELLS {
        let script = kawara(&[OsStr::new("completions"), OsStr::new(shell)])?;
        let file = completions.join(name);
        fs::write(&file, &script).map_err(|error| format!("{}: {error}", file.display()))?;
        read_by(reader, &file)?;
    }
    kawara(&[OsStr::new("man"), OsStr::new("--output"), pages.as_os_str()])?;
    let commands = commands()?;
    for page in std::iter::once("kawara.1".to_owned())
        .chain(commands.iter().map(|command| format!("kawara-{command}.1")))
    {
        rendered(&pages.join(page))?;
    }
    eprintln!(
        "{}: completions for {} shells, manual pages of {} commands",
        home.display(),
        SHELLS.len(),
        commands.len()
    );
    Ok(())
}

/// What the command prints.
fn kawara(words: &[&OsStr]) -> Result<String, String> {
    let mut command = cargo();
    command.args(["run", "--quiet", "--locked", "-p", "kawara-cli", "--"]).args(words).current_dir(ROOT);
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("kawara {words:?}: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// The commands that help lists.
fn commands() -> Result<Vec<String>, String> {
    let help = kawara(&[OsStr::new("--help")])?;
    let listed =
        help.split("Commands:\n").nth(1).and_then(|below| below.split("\n\n").next()).unwrap_or_default();
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let names: Vec<String> = names.map(str::to_owned).collect();
    if names.is_empty() { Err("kawara --help lists no command".to_owned()) } else { Ok(names) }
}

/// The shell, where there is one, reads the script without complaint.
fn read_by(reader: &[&str], file: &Path) -> Result<(), String> {
    let Some((shell, flags)) = reader.split_first() else { return Ok(()) };
    match Command::new(shell).args(flags).arg(file).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("skipped: there is no {shell} to read {}", file.display());
            Ok(())
        }
        Err(error) => Err(format!("{shell}: {error}")),
        Ok(output) if output.status.success() && output.stderr.is_empty() => Ok(()),
        Ok(output) => {
            Err(format!("{shell} refuses {}: {}", file.display(), String::from_utf8_lossy(&output.stderr)))
        }
    }
}

/// The page becomes text, with the sections that a page has, and groff has nothing to say against it.
fn rendered(page: &Path) -> Result<(), String> {
    let text = fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
    if let Some(lacking) = [".TH", ".SH NAME", ".SH SYNOPSIS"].into_iter().find(|part| !text.contains(part)) {
        return Err(format!("{} has no {lacking}", page.display()));
    }
    match Command::new("groff").args(["-man", "-Tutf8", "-ww", "-z"]).arg(page).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("skipped: there is no groff to render {}", page.display());
            Ok(())
        }
        Err(error) => Err(format!("groff: {error}")),
        Ok(output) if output.status.success() && output.stderr.is_empty() => Ok(()),
        Ok(output) => {
            Err(format!("groff on {}: {}", page.display(), String::from_utf8_lossy(&output.stderr)))
        }
    }
}

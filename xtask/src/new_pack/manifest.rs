//! A member's manifest without its workspace.

/// What stands behind the rest, for packs by themselves.
const OWN: &str = "
# As kawara is built. The contract tries a pack on megabytes, so what is compiled once may well run fast.
[profile.dev]
debug = \"line-tables-only\"
[profile.dev.package.\"*\"]
opt-level = 2

# A workspace of its own, wherever it lies.
[workspace]
";

/// Puts what the workspace says in place of `workspace = true`; `kawara` is the way to it. The licence stays behind: it is the
/// author's to choose.
pub(super) fn standalone(member: &str, workspace: &str, kawara: &str) -> Result<String, String> {
    let mut made = String::new();
    let mut section = "";
    for line in member.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name;
        }
        let inherited = line.split_once(".workspace = true");
        match inherited {
            Some(("license", _)) => continue,
            Some((key, rest)) => {
                let table = if section == "package" { "workspace.package" } else { "workspace.dependencies" };
                let value = value(workspace, table, key)?;
                made +=
                    &format!("{key} = {}{rest}", value.replace("path = \"", &format!("path = \"{kawara}/")));
            }
            None if line == "[lints]" => continue,
            None if section == "lints" && line == "workspace = true" => {
                let lines = |kind| table(workspace, &format!("workspace.lints.{kind}")).join("\n");
                made +=
                    &["rust", "clippy"].map(|kind| format!("[lints.{kind}]\n{}\n", lines(kind))).join("\n");
            }
            None => made += line,
        }
        made.push('\n');
    }
    Ok(made.trim_end().to_owned() + "\n" + OWN)
}

fn value<'w>(workspace: &'w str, of: &str, key: &str) -> Result<&'w str, String> {
    let pairs = table(workspace, of);
    let found = pairs.iter().filter_map(|line| line.split_once(" = ")).find(|(name, _)| *name == key);
    found.map(|(_, value)| value).ok_or_else(|| format!("the workspace has no `{key}` in [{of}]"))
}

/// The lines of a table that say something.
fn table<'w>(workspace: &'w str, name: &str) -> Vec<&'w str> {
    let head = format!("[{name}]");
    let lines = workspace.lines().skip_while(|line| *line != head).skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACE: &str = "[workspace.package]\nedition = \"2024\"\n\n[workspace.dependencies]\nkawara-core = { path = \"crates/kawara-core\", version = \"1\" }\n\
        \n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n\n[workspace.lints.clippy]\npanic = \"warn\"\n";

    #[test]
    fn nothing_is_inherited_any_more() {
        let member = "[package]\nname = \"x\"\nedition.workspace = true\nlicense.workspace = true\n\n[dependencies]\nkawara-core.workspace = true # why\n\
            \n[lints]\nworkspace = true\n";
        let made = standalone(member, WORKSPACE, "../kawara").unwrap();
        let expected = "[package]\nname = \"x\"\nedition = \"2024\"\n\n[dependencies]\n\
            kawara-core = { path = \"../kawara/crates/kawara-core\", version = \"1\" } # why\n\
            \n[lints.rust]\nunsafe_code = \"forbid\"\n\n[lints.clippy]\npanic = \"warn\"\n";
        assert_eq!(made, expected.to_owned() + OWN);
        assert!(
            standalone("[package]\nversion.workspace = true", WORKSPACE, "..")
                .unwrap_err()
                .contains("`version`")
        );
    }
}

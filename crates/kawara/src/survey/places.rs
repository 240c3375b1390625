use std::collections::BTreeMap;

use super::Kind;

/// Where files of one kind lie, as globs: whole folders where nothing else is in them, else by extension, else one by one.
///
/// The files are all of the corpus, with forward slashes; it lies in a folder, seen from the policy, which ends with one where there is any.
pub(super) fn globs(files: &[(String, Kind)], kind: Kind, below: &str) -> Vec<String> {
    let mut tree = Folder::default();
    for (path, of) in files {
        tree.add(path, *of == kind);
    }
    let mut globs = Vec::new();
    tree.cover(&escaped(below), &mut globs);
    globs
}

/// What is in a folder, in all below it.
#[derive(Default)]
struct Folder {
    wanted: usize,
    other: usize,
    folders: BTreeMap<String, Folder>,
    /// By extension: wanted files, and how many others have it.
    files: BTreeMap<String, (Vec<String>, usize)>,
}

impl Folder {
    fn add(&mut self, path: &str, is_wanted: bool) {
        *(if is_wanted { &mut self.wanted } else { &mut self.other }) += 1;
        match path.split_once('/') {
            Some((folder, rest)) => self.folders.entry(folder.to_owned()).or_default().add(rest, is_wanted),
            None => {
                let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
                let (wanted, other) = self.files.entry(extension.to_owned()).or_default();
                if is_wanted {
                    wanted.push(path.to_owned());
                } else {
                    *other += 1;
                }
            }
        }
    }

    fn cover(&self, prefix: &str, globs: &mut Vec<String>) {
        if self.wanted == 0 {
            return;
        }
        if self.other == 0 {
            return globs.push(format!("{prefix}**"));
        }
        for (extension, (wanted, other)) in &self.files {
            if wanted.len() > 1 && *other == 0 && !extension.is_empty() {
                globs.push(format!("{prefix}*.{}", escaped(extension)));
            } else {
                globs.extend(wanted.iter().map(|name| format!("{prefix}{}", escaped(name))));
            }
        }
        for (name, folder) in &self.folders {
            folder.cover(&format!("{prefix}{}/", escaped(name)), globs);
        }
    }
}

/// A name in which nothing is a wildcard.
fn escaped(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\' | '!' | ',') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_then_extensions_then_names() {
        let files = [
            ("faq/a.md", Kind::Faq),
            ("faq/zh/b.txt", Kind::Faq),
            ("docs/a.md", Kind::Prose),
            ("docs/x.txt", Kind::Faq),
            ("docs/y.txt", Kind::Faq),
            ("docs/z[1].md", Kind::Faq),
        ]
        .map(|(path, kind)| (path.to_owned(), kind));
        assert_eq!(globs(&files, Kind::Faq, ""), [r"docs/z\[1\].md", "docs/*.txt", "faq/**"]);
        assert_eq!(globs(&files, Kind::Prose, "my,own/"), [r"my\,own/docs/a.md"]);
        assert_eq!(globs(&files, Kind::Log, ""), Vec::<String>::new());
    }
}

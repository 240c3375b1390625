//! Titles as a person reads them.

use crate::lines::one_line;

/// Commands whose argument is not part of what a title says.
const SILENT: [&str; 14] = [
    "label",
    "footnote",
    "index",
    "thanks",
    "cite",
    "citep",
    "citet",
    "vspace",
    "hspace",
    "footnotemark",
    "ref",
    "color",
    "protect",
    "fontsize",
];

/// A title without commands, braces and comments.
pub(super) fn clean(said: &str) -> String {
    let mut title = String::with_capacity(said.len());
    let mut rest = said;
    while let Some(at) = rest.find(['\\', '{', '}', '~', '%']) {
        title.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        rest = match rest.as_bytes()[at] {
            b'\\' => command(behind, &mut title),
            b'%' => behind.find('\n').map_or("", |end| behind[end + 1..].trim_start()),
            b'~' => {
                title.push(' ');
                behind
            }
            _ => behind,
        };
    }
    title.push_str(rest);
    one_line(&title)
}

/// Writes what a command stands for and returns what follows it.
fn command<'s>(behind: &'s str, title: &mut String) -> &'s str {
    let len = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = behind.split_at(len);
    if name.is_empty() {
        return symbol(behind, title);
    }
    match name {
        "TeX" | "LaTeX" | "BibTeX" | "LaTeXe" => title.push_str(name),
        "texorpdfstring" => return group(rest).map_or(rest, |(_, rest)| rest),
        "textbackslash" => title.push('\\'),
        "ldots" | "dots" => title.push('…'),
        "ss" => title.push('ß'),
        "quad" | "qquad" | "newline" | "linebreak" => title.push(' '),
        _ if SILENT.contains(&name) => return group(options(rest)).map_or(rest, |(_, rest)| rest),
        _ => {}
    }
    options(rest.strip_prefix('*').unwrap_or(rest)).trim_start()
}

/// A command of one character: an escape, an accent, a space.
fn symbol<'s>(behind: &'s str, title: &mut String) -> &'s str {
    let mut chars = behind.chars();
    let Some(mark) = chars.next() else { return behind };
    let rest = chars.as_str();
    let accent = match mark {
        '`' => '\u{300}',
        '\'' => '\u{301}',
        '^' => '\u{302}',
        '~' => '\u{303}',
        '"' => '\u{308}',
        '=' => '\u{304}',
        '.' => '\u{307}',
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
            title.push(mark);
            return rest;
        }
        '\\' | ' ' | ',' | ';' | ':' => {
            title.push(' ');
            return rest;
        }
        _ => return rest,
    };
    let inner = rest.trim_start_matches(['{', '\\']);
    let mut letters = inner.chars();
    if let Some(letter) = letters.next().filter(|c| c.is_alphabetic()) {
        title.push(letter);
        title.push(accent);
        return letters.as_str();
    }
    rest
}

/// The group that a text begins with, and what follows it.
fn group(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('{')?;
    let mut depth = 0_usize;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some((&inner[..at], &inner[at + 1..])),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What follows an argument in square brackets, if there is one.
fn options(text: &str) -> &str {
    text.strip_prefix('[').and_then(|inner| inner.split_once(']')).map_or(text, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn a_title_says_no_commands() {
        for (said, title) in [
            ("The \\emph{pump} \\& its {\\bf valve}", "The pump & its valve"),
            ("Using~\\LaTeX{} \\texttt{in} 100\\% % why\n of cases", "Using LaTeX in 100% of cases"),
            ("Flow\\footnote{See \\cite{a}.}\\label{sec:flow} $x_1$", "Flow $x_1$"),
            ("\\texorpdfstring{$\\alpha$}{alpha} rays", "alpha rays"),
            ("Schr\\\"odinger's caf\\'{e}", "Schro\u{308}dinger's cafe\u{301}"),
            ("A\\\\[2pt]B {", "A [2pt]B"),
        ] {
            assert_eq!(clean(said), title);
        }
    }
}

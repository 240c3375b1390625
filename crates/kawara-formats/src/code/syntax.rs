//! Which marks open and close strings and comments, by the family of a language.

use crate::lines::{bom, lines};

/// What is looked for in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Syntax {
    /// What opens a comment that ends with the line.
    pub(super) line: &'static [&'static str],
    /// What opens and closes a comment of several lines.
    pub(super) block: &'static [(&'static str, &'static str)],
    /// What opens and closes a string of several lines.
    pub(super) strings: &'static [(&'static str, &'static str)],
    /// `r#"…"#`
    pub(super) raw_strings: bool,
    /// `<<EOF`
    pub(super) heredocs: bool,
}

const STARS: &[(&str, &str)] = &[("/*", "*/")];
const TRIPLE: &[(&str, &str)] = &[("\"\"\"", "\"\"\""), ("'''", "'''")];

/// Python, and what else has number signs and no blocks of comments: YAML, TOML.
const PYTHON: Syntax =
    Syntax { line: &["#"], block: &[], strings: TRIPLE, raw_strings: false, heredocs: false };
/// Shell, Ruby, Perl.
const SHELL: Syntax = Syntax {
    line: &["#"],
    block: &[("\n=begin", "\n=end"), ("\n=pod", "\n=cut")],
    strings: &[],
    raw_strings: false,
    heredocs: true,
};
const RUST: Syntax = Syntax { line: &["//"], block: STARS, strings: &[], raw_strings: true, heredocs: false };
/// JavaScript and TypeScript, whose templates Go's raw strings look like.
const SCRIPT: Syntax =
    Syntax { line: &["//"], block: STARS, strings: &[("`", "`")], raw_strings: false, heredocs: false };
/// C, C++, C#, Java, Kotlin, Swift, Scala, PHP, CSS.
const BRACES: Syntax = Syntax {
    line: &["//"],
    block: STARS,
    strings: &[("\"\"\"", "\"\"\"")],
    raw_strings: false,
    heredocs: false,
};
const PHP: Syntax = Syntax { heredocs: true, ..BRACES };
const LUA: Syntax = Syntax {
    line: &["--"],
    block: &[("--[[", "]]"), ("--[=[", "]=]")],
    strings: &[("[[", "]]"), ("[=[", "]=]")],
    raw_strings: false,
    heredocs: false,
};
const SQL: Syntax =
    Syntax { line: &["--"], block: STARS, strings: &[("$$", "$$")], raw_strings: false, heredocs: false };

/// How a line begins in a language, and whether it is SQL in capitals.
const SIGNS: [(Syntax, &[&str]); 7] = [
    (
        PYTHON,
        &[
            "def ",
            "from ",
            "elif ",
            "async def ",
            "class ",
            "import ",
            "with ",
            "\"\"\"",
            "- ",
            "try:",
            "print(",
        ],
    ),
    (
        SHELL,
        &[
            "#!",
            "fi",
            "done",
            "esac",
            "export ",
            "local ",
            "require ",
            "end",
            "use strict",
            "my ",
            "module ",
            "if [ ",
            "echo ",
            "cat <<",
        ],
    ),
    (RUST, &["fn ", "pub ", "use ", "impl", "let ", "mod ", "#[", "#![", "match ", "///", "//!", "unsafe "]),
    (
        SCRIPT,
        &[
            "const ",
            "let ",
            "var ",
            "function ",
            "export ",
            "import ",
            "async ",
            "interface ",
            "type ",
            "func ",
            "package ",
            "describe(",
            "return `",
            "if err != nil",
            "} from ",
        ],
    ),
    (LUA, &["local ", "function ", "end", "require", "--[["]),
    (
        SQL,
        &[
            "select ", "create ", "insert ", "update ", "delete ", "alter ", "drop ", "from ", "where ",
            "join ", "begin", "commit", "-- ",
        ],
    ),
    (
        BRACES,
        &[
            "#include",
            "#define",
            "public ",
            "private ",
            "protected ",
            "package ",
            "using ",
            "namespace ",
            "fun ",
            "val ",
            "override ",
            "static ",
            "import ",
            "@Override",
            "struct ",
            "typedef ",
            "void ",
            "class ",
            "/*",
            "guard ",
            "func ",
        ],
    ),
];

/// How much is looked at to find out which, in bytes.
const SAMPLE: usize = 1 << 15;

impl Syntax {
    /// The one that the first lines look like.
    pub(super) fn of(text: &str) -> Self {
        let sample = &text[..text.floor_char_boundary(SAMPLE)];
        if sample[bom(sample)..].starts_with("<?php") {
            return PHP;
        }
        let mut counts = [0_usize; SIGNS.len()];
        let (mut hashes, mut slashes, mut dashes) = (0, 0, 0);
        for line in lines(sample, bom(sample)..sample.len()) {
            let said = line.of(sample).trim_start();
            hashes += usize::from(said.starts_with("# "));
            slashes += usize::from(
                said.starts_with("//") || said.ends_with([';', '{', '}']) || said.starts_with("* "),
            );
            dashes += usize::from(said.starts_with("--"));
            for ((_, signs), count) in SIGNS.iter().zip(&mut counts) {
                let is_sign =
                    |sign: &&str| said.get(..sign.len()).is_some_and(|head| head.eq_ignore_ascii_case(sign));
                *count += usize::from(signs.iter().any(is_sign));
            }
        }
        // A comment says more than a word that several languages have.
        let comments = |syntax: &Self| match syntax.line {
            ["#"] => hashes,
            ["--"] => dashes * 2,
            _ => slashes,
        };
        let rank = |(nth, (syntax, _)): &(usize, &(Self, &[&str]))| counts[*nth] * 2 + comments(syntax);
        // Of two as likely, the one named first.
        SIGNS.iter().enumerate().rev().max_by_key(rank).map_or(BRACES, |(_, (syntax, _))| *syntax)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_told_apart() {
        for (syntax, text) in [
            (PYTHON, "import os\n\n\ndef f(x):\n    # note\n    return x\n"),
            (SHELL, "#!/bin/sh\nfor f in *; do\n  echo \"$f\"\ndone\n"),
            (SHELL, "require 'a'\nmodule A\n  def b\n    1\n  end\nend\n"),
            (RUST, "use a::b;\n\n/// Doc.\npub fn f<'a>(x: &'a str) {\n    let y = x;\n}\n"),
            (SCRIPT, "import a from 'a';\nexport function f(x) {\n  return `x\n`;\n}\n"),
            (SCRIPT, "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(`a\nb`)\n}\n"),
            (BRACES, "#include <a.h>\n\nstatic int f(void) {\n    return 1;\n}\n"),
            (BRACES, "package a.b;\n\nimport java.util.List;\n\npublic class A {\n    private int b;\n}\n"),
            (LUA, "local a = 1\nlocal function f()\n  -- note\n  return a\nend\n"),
            (SQL, "-- note\nSELECT a\nFROM b\nWHERE c = 1;\n"),
            (PHP, "<?php\n$a = <<<EOT\nx\nEOT;\n"),
        ] {
            assert_eq!(Syntax::of(text), syntax, "{text}");
        }
    }
}

//! Commands and environments by what they do.

/// The level of a sectioning command.
pub(super) fn level(name: &str) -> Option<u8> {
    const LEVELS: [&str; 7] =
        ["part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"];
    let level = LEVELS.iter().position(|known| *known == name)?;
    u8::try_from(level + 1).ok()
}

/// What an environment makes of what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    Formula,
    Code,
    Comment,
    Rows,
    /// Text; the mark of the environment itself says nothing.
    Layout,
    /// Text; the mark of the environment says what it is.
    Text,
}

const FORMULAS: &[&str] = &[
    "equation",
    "align",
    "alignat",
    "gather",
    "multline",
    "eqnarray",
    "flalign",
    "math",
    "displaymath",
    "dmath",
    "IEEEeqnarray",
    "subequations",
    "tikzpicture",
    "tikzcd",
    "pspicture",
    "picture",
    "pgfpicture",
    "forest",
    "prooftree",
    "CD",
];
const CODE: &[&str] = &[
    "verbatim",
    "Verbatim",
    "BVerbatim",
    "LVerbatim",
    "lstlisting",
    "minted",
    "alltt",
    "spverbatim",
    "listing",
    "filecontents",
    "pycode",
    "verbatimtab",
    "pyconcode",
    "sagecode",
    "Shaded",
];
const ROWS: &[&str] = &[
    "tabular",
    "tabularx",
    "tabulary",
    "longtable",
    "supertabular",
    "tabu",
    "longtabu",
    "tblr",
    "xltabular",
];
const LAYOUT: &[&str] = &[
    "itemize",
    "enumerate",
    "description",
    "compactitem",
    "compactenum",
    "compactdesc",
    "list",
    "center",
    "flushleft",
    "flushright",
    "minipage",
    "small",
    "footnotesize",
    "multicols",
    "quote",
    "quotation",
    "figure",
    "table",
    "wrapfigure",
    "subfigure",
    "threeparttable",
    "adjustbox",
    "landscape",
    "sloppypar",
    "samepage",
    "spacing",
    "singlespace",
    "doublespace",
    "thebibliography",
    "frontmatter",
];

impl Inside {
    pub(super) fn of(name: &str) -> Self {
        let bare = name.strip_suffix('*').unwrap_or(name);
        let is = |names: &[&str]| names.contains(&bare);
        match bare {
            "comment" => Self::Comment,
            _ if is(FORMULAS) => Self::Formula,
            _ if is(CODE) => Self::Code,
            _ if is(ROWS) => Self::Rows,
            _ if is(LAYOUT) => Self::Layout,
            _ => Self::Text,
        }
    }
}

/// Whether a command with its arguments is no text: a paragraph of nothing else is opaque.
pub(super) fn is_silent(name: &str) -> bool {
    const SILENT: &[&str] = &[
        "maketitle",
        "tableofcontents",
        "listoffigures",
        "listoftables",
        "label",
        "input",
        "include",
        "subfile",
        "bibliography",
        "bibliographystyle",
        "printbibliography",
        "newpage",
        "clearpage",
        "cleardoublepage",
        "pagebreak",
        "vspace",
        "hspace",
        "vskip",
        "hskip",
        "smallskip",
        "medskip",
        "bigskip",
        "centering",
        "includegraphics",
        "setlength",
        "addtolength",
        "setcounter",
        "addtocounter",
        "usepackage",
        "newcommand",
        "renewcommand",
        "providecommand",
        "newenvironment",
        "newtheorem",
        "def",
        "let",
        "appendix",
        "noindent",
        "frontmatter",
        "mainmatter",
        "backmatter",
        "pagestyle",
        "thispagestyle",
        "pagenumbering",
        "index",
        "printindex",
        "addcontentsline",
        "markboth",
        "hrule",
        "hline",
        "raggedright",
        "small",
        "footnotesize",
        "large",
        "normalsize",
        "includepdf",
        "graphicspath",
        "par",
        "date",
        "author",
        "title",
        "nocite",
        "documentclass",
        "fontsize",
        "selectfont",
        "indexspace",
        "endinput",
        "hfill",
        "vfill",
        "null",
        "phantomsection",
    ];
    SILENT.contains(&name.strip_suffix('*').unwrap_or(name))
}

/// Whether a stretch is nothing but such commands and their arguments.
pub(super) fn is_opaque(said: &str) -> bool {
    let mut rest = said.trim_start();
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix('%') {
            rest = comment.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
            continue;
        }
        let Some(behind) = rest.strip_prefix('\\') else { return false };
        let len = behind.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'*').count();
        if !is_silent(&behind[..len]) {
            return false;
        }
        rest = arguments(&behind[len..]).trim_start();
    }
    true
}

/// What follows the arguments in brackets and braces.
fn arguments(text: &str) -> &str {
    let (mut depth, mut end) = (0_usize, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                end = at + 1;
            }
            b' ' | b'\t' if depth == 0 => {}
            _ if depth == 0 => break,
            _ => {}
        }
    }
    if depth > 0 { "" } else { &text[end..] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_alone_are_no_text() {
        assert!(is_opaque("\\maketitle\n\\tableofcontents % all of it\n"));
        assert!(is_opaque("\\includegraphics[width={2cm}]{a b}\n\\label{x}"));
        assert!(!is_opaque("\\textbf{Words}"));
        assert!(!is_opaque("\\noindent Words"));
    }

    #[test]
    fn stars_do_not_matter() {
        assert_eq!(Inside::of("align*"), Inside::Formula);
        assert_eq!(Inside::of("figure*"), Inside::Layout);
        assert_eq!(Inside::of("theorem"), Inside::Text);
        assert_eq!(level("subsection"), Some(4));
    }
}

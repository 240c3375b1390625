//! Lines of MDX that import and export: paragraphs to the parser, program text to the tools that make pages of it.

use kawara_core::BlockKind;

use crate::outline::Piece;

/// Takes such paragraphs for code.
pub(crate) fn find(text: &str, pieces: &mut [Piece]) {
    for piece in pieces.iter_mut().filter(|piece| piece.kind == BlockKind::Prose) {
        if text[..piece.range.start].chars().next_back().is_none_or(|c| matches!(c, '\n' | '\u{feff}'))
            && is_program(&text[piece.range.clone()])
        {
            piece.kind = BlockKind::Code;
        }
    }
}

/// Whether a paragraph is statements alone: it begins with one and ends as one does.
pub(crate) fn is_program(said: &str) -> bool {
    let ends = said.ends_with([';', '}', ']', ')', '\'', '"', '`']);
    let first = said.split('\n').next().unwrap_or_default().trim_end();
    ends && (imports(said, first) || exports(first))
}

/// `import Card from "./card"`, `import "./style.css"`, `import {` with its names below.
fn imports(said: &str, first: &str) -> bool {
    let Some(rest) = first.strip_prefix("import ").map(str::trim_start) else { return false };
    let rest = rest.trim_end_matches(';').trim_end();
    if rest == "{" {
        return said.contains("} from ");
    }
    let source = match rest.rfind(" from ") {
        Some(at) => rest[at + " from ".len()..].trim_start(),
        None => rest,
    };
    ['"', '\''].iter().any(|quote| {
        let inside = source.strip_prefix(*quote).and_then(|rest| rest.strip_suffix(*quote));
        inside.is_some_and(|path| !path.is_empty() && !path.contains([*quote, ' ']))
    })
}

/// `export const meta = {`, `export default Page;`
fn exports(first: &str) -> bool {
    const WORDS: [&str; 9] =
        ["default ", "const ", "let ", "var ", "function ", "async ", "class ", "{", "* from "];
    first
        .strip_prefix("export ")
        .is_some_and(|rest| WORDS.iter().any(|word| rest.starts_with(word)) && is_statement(rest))
}

/// Whether signs of a program stand on the line, as they do not in a sentence about exports.
fn is_statement(rest: &str) -> bool {
    rest.contains(['=', '{', '(', ';']) || rest.contains(" from ")
}

#[cfg(test)]
mod tests {
    use super::is_program;

    #[test]
    fn statements_are_program() {
        for said in [
            "import Card from \"./card\"",
            "import Card, { Row } from './card';\nimport \"./style.css\";",
            "import {\n  Card,\n  Row,\n} from \"./card\"",
            "import Card from './card'\r\nimport Row from './row'",
            "export const meta = {\n  title: 'x'\n}",
            "export default ({ children }) => <div>{children}</div>;",
            "export { Card } from './card'",
        ] {
            assert!(is_program(said), "{said}");
        }
    }

    #[test]
    fn sentences_are_not() {
        for said in [
            "import duties are paid by the buyer (see \"terms\")",
            "import os",
            "import the file from \"my disk\".",
            "export the table (as CSV)",
            "export default settings with the menu.",
            "Import Card from \"./card\"",
            "import a from 'b'\nis how it is done.",
        ] {
            assert!(!is_program(said), "{said}");
        }
    }
}

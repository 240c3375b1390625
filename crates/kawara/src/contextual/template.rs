//! The prompt that is made for a chunk.

use kawara_policy::printable;

use crate::digest::Digest;
use crate::input::Failure;

/// What a model is asked, with places for a document, its title and a chunk of it: `{document}`, `{title}`, `{chunk}`. Other braces stand for
/// themselves, in the template and in what is put into it.
///
/// ```
/// use kawara::contextual::Template;
///
/// let template = Template::parse("Of {title}: what is {chunk} about? Answer as {\"context\": \"…\"}.", "template.txt")?;
/// assert_eq!(template.fill("…", "Pumps", "{this}"), "Of Pumps: what is {this} about? Answer as {\"context\": \"…\"}.");
/// assert!(Template::parse("What is {chunks} about?", "template.txt").is_err());
/// # Ok::<(), kawara::input::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
    text: Digest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Document,
    Title,
    Chunk,
}

/// The one that is taken where none is given.
const DEFAULT: &str = include_str!("template.txt");

impl Default for Template {
    fn default() -> Self {
        // A test holds it to its rules.
        Self::parse(DEFAULT, "template.txt").unwrap_or(Self { pieces: Vec::new(), text: Digest::of("") })
    }
}

impl Template {
    /// The text of the template that is taken where none is given.
    pub const DEFAULT: &str = DEFAULT;

    /// Parses one; failures call it `name`.
    ///
    /// # Errors
    /// When it names a place that there is not, or has none for the chunk.
    pub fn parse(text: &str, name: &str) -> Result<Self, Failure> {
        let mut pieces = Vec::new();
        let (mut rest, mut line, mut literal) = (text, 1, String::new());
        while let Some(at) = rest.find('{') {
            line += rest[..at].matches('\n').count();
            literal.push_str(&rest[..at]);
            rest = &rest[at..];
            let Some(word) = word(rest) else {
                literal.push('{');
                rest = &rest[1..];
                continue;
            };
            let piece = match word {
                "document" => Piece::Document,
                "title" => Piece::Title,
                "chunk" => Piece::Chunk,
                other => {
                    let message = format!(
                        "there is no {{{}}} to put in; there are {{document}}, {{chunk}} and {{title}}",
                        printable(other)
                    );
                    return Err(Failure::new(format!("{name}:{line}"), message));
                }
            };
            rest = &rest[word.len() + 2..];
            if literal.ends_with('{') && rest.starts_with('}') {
                let message = format!("{{{word}}} stands in one pair of braces, not in two");
                return Err(Failure::new(format!("{name}:{line}"), message));
            }
            if !literal.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut literal)));
            }
            pieces.push(piece);
        }
        literal.push_str(rest);
        pieces.push(Piece::Text(literal));
        if !pieces.contains(&Piece::Chunk) {
            let message = "it has no {chunk}, so that all chunks would be asked about alike";
            return Err(Failure::new(name, message));
        }
        Ok(Self { pieces, text: Digest::of(text) })
    }

    /// The prompt for a chunk. A document without a title has an empty one.
    pub fn fill(&self, document: &str, title: &str, chunk: &str) -> String {
        let put_in = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text,
            Piece::Document => document,
            Piece::Title => title,
            Piece::Chunk => chunk,
        });
        put_in.collect()
    }

    pub(super) fn digest(&self) -> Digest {
        self.text
    }
}

/// The word in braces that a text begins with.
fn word(text: &str) -> Option<&str> {
    let is_in_word = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
    let inside = text.strip_prefix('{')?;
    let end = inside.find(|char| !is_in_word(char))?;
    (end > 0 && inside[end..].starts_with('}')).then_some(&inside[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_has_all_places() {
        let filled = Template::default().fill("DOCUMENT", "TITLE", "CHUNK");
        for word in ["DOCUMENT", "TITLE", "CHUNK"] {
            assert_eq!(filled.matches(word).count(), 1, "{filled}");
        }
        assert!(!filled.contains(['{', '}']), "{filled}");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let said = |text: &str| Template::parse(text, "t").unwrap_err().to_string();
        assert_eq!(
            said("a\n{chunk}\nb {chonk} c"),
            "t:3: there is no {chonk} to put in; there are {document}, {chunk} and {title}"
        );
        assert_eq!(said("{document}"), "t: it has no {chunk}, so that all chunks would be asked about alike");
        assert_eq!(said("{{chunk}}"), "t:1: {chunk} stands in one pair of braces, not in two");
        assert!(said("{chunk} {文書}").contains("{文書}"));
    }

    #[test]
    fn other_braces_stand_for_themselves() {
        let template = Template::parse("{ {} {\"a\": {chunk}} {two words} { title } }{", "t").unwrap();
        assert_eq!(template.fill("", "", "{document}"), "{ {} {\"a\": {document}} {two words} { title } }{");
    }
}

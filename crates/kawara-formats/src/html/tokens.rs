//! Tags and comments of a page with their bytes in the source; what lies between two of them is text.

use std::collections::VecDeque;
use std::ops::Range;

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Start,
    End,
    Comment,
    Doctype,
    /// What the end of the page cuts off, such as half a tag.
    Rest,
}

/// A token that is not text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Half-open bytes of the source.
    pub(super) range: Range<usize>,
    /// The name of a tag, in lower case.
    pub(super) name: Vec<u8>,
    /// Whether the tag ends with `/>` where that means something: in XHTML, in drawings and in formulas.
    pub(super) is_empty: bool,
    attributes: Vec<Attribute>,
}

/// An attribute of a start tag, its references decoded.
#[derive(Clone, Debug, Default)]
pub(super) struct Attribute {
    name: Vec<u8>,
    pub(super) value: String,
    /// Where the value stands.
    pub(super) range: Range<usize>,
}

impl Token {
    /// The first attribute of this name, one of [`READ`].
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name.as_bytes())
    }

    /// The value of an attribute, without the blanks around it.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.attribute(name).map(|attribute| attribute.value.trim())
    }
}

/// The attributes that say something about the text; others are read over.
const READ: [&[u8]; 13] = [
    b"alt",
    b"alttext",
    b"aria-hidden",
    b"colspan",
    b"content",
    b"hidden",
    b"lang",
    b"name",
    b"open",
    b"role",
    b"rowspan",
    b"style",
    b"xml:lang",
];

/// The tokens of a page, in order, from which the text between them follows.
pub(super) fn tokens(source: &str) -> impl Iterator<Item = Token> + '_ {
    let is_xml = source.trim_start_matches('\u{feff}').starts_with("<?xml");
    let mut done = 0;
    Tokenizer::new_with_emitter(source, Collector { is_xml, ..Collector::default() }).map(move |token| {
        let Ok(mut token) = token;
        let end = source.floor_char_boundary(token.range.end);
        token.range = source.floor_char_boundary(token.range.start).clamp(done, end.max(done))..end.max(done);
        done = token.range.end;
        token
    })
}

/// What the references in a stretch of text stand for.
pub(super) fn decode(text: &str) -> String {
    let mut tokenizer =
        Tokenizer::new_with_emitter(text, Collector { keeps_text: true, ..Collector::default() });
    tokenizer.set_state(State::RcData);
    let mut decoded = Vec::new();
    for token in tokenizer {
        let Ok(token) = token;
        decoded.extend(token.name);
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_owned())
}

/// Collects the tokens; the position is the byte that is read next.
#[derive(Debug, Default)]
struct Collector {
    is_xml: bool,
    keeps_text: bool,
    position: usize,
    start: usize,
    text_end: usize,
    text: Vec<u8>,
    is_end: bool,
    is_self_closing: bool,
    name: Vec<u8>,
    last_start: Vec<u8>,
    attributes: Vec<Attribute>,
    attribute: Attribute,
    /// Whether an attribute has begun, and whether its value is wanted.
    in_attribute: bool,
    is_read: bool,
    /// How many drawings and formulas are open.
    foreign: usize,
    /// What the last step of the tokenizer gave: two tokens at the end of the page.
    ready: VecDeque<Token>,
}

impl Collector {
    fn emit(&mut self, kind: Kind, start: usize) {
        let attributes = std::mem::take(&mut self.attributes);
        let name = std::mem::take(&mut self.name);
        self.ready.push_back(Token { kind, range: start..self.position, name, is_empty: false, attributes });
    }

    fn end_attribute(&mut self) {
        let attribute = std::mem::take(&mut self.attribute);
        let is_new = !self.attributes.iter().any(|earlier| earlier.name == attribute.name);
        if std::mem::take(&mut self.in_attribute) && READ.contains(&&*attribute.name) && is_new {
            self.attributes.push(attribute);
        }
    }

    /// What `/>` means: in a page that is no XML, nothing but in drawings and formulas.
    fn is_empty_element(&mut self, is_foreign: bool) -> bool {
        let is_empty = self.is_self_closing && (self.is_xml || self.foreign > 0 || is_foreign);
        if is_foreign && !is_empty {
            self.foreign += 1;
        }
        is_empty
    }
}

impl Emitter for Collector {
    type Token = Token;

    fn set_last_start_tag(&mut self, last_start_tag: Option<&[u8]>) {
        self.last_start = last_start_tag.unwrap_or_default().to_vec();
    }

    fn emit_eof(&mut self) {
        if self.keeps_text {
            self.name = std::mem::take(&mut self.text);
        }
        self.emit(Kind::Rest, self.text_end);
    }

    fn emit_error(&mut self, _: Error) {}

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Token> {
        self.ready.pop_front()
    }

    fn emit_string(&mut self, text: &[u8]) {
        self.text_end = self.position;
        if self.keeps_text {
            self.text.extend_from_slice(text);
        }
    }

    fn init_start_tag(&mut self) {
        self.name.clear();
        self.attributes.clear();
        self.in_attribute = false;
        self.is_end = false;
        self.is_self_closing = false;
    }

    fn init_end_tag(&mut self) {
        self.init_start_tag();
        self.is_end = true;
    }

    fn init_comment(&mut self) {
        self.name.clear();
        self.attributes.clear();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.end_attribute();
        let is_foreign = matches!(&*self.name, b"svg" | b"math");
        if self.is_end {
            self.last_start.clear();
            self.foreign = self.foreign.saturating_sub(usize::from(is_foreign));
            self.emit(Kind::End, self.start);
            return None;
        }
        self.last_start.clone_from(&self.name);
        let is_empty = self.is_empty_element(is_foreign);
        self.emit(Kind::Start, self.start);
        if let Some(token) = self.ready.back_mut() {
            token.is_empty = is_empty;
        }
        if is_empty { None } else { naive_next_state(&self.last_start) }
    }

    fn emit_current_comment(&mut self) {
        self.emit(Kind::Comment, self.start);
    }

    fn emit_current_doctype(&mut self) {
        self.emit(Kind::Doctype, self.start);
    }

    fn set_self_closing(&mut self) {
        self.is_self_closing = true;
    }

    fn set_force_quirks(&mut self) {}

    fn push_tag_name(&mut self, name: &[u8]) {
        self.name.extend_from_slice(name);
    }

    fn push_comment(&mut self, _: &[u8]) {}

    fn push_doctype_name(&mut self, _: &[u8]) {}

    fn init_doctype(&mut self) {
        self.init_comment();
    }

    fn init_attribute(&mut self) {
        self.end_attribute();
        self.in_attribute = true;
    }

    fn init_attribute_value(&mut self) {
        self.is_read = READ.contains(&&*self.attribute.name);
        self.attribute.range = self.position..self.position;
    }

    fn push_attribute_name(&mut self, name: &[u8]) {
        self.attribute.name.extend_from_slice(name);
    }

    fn push_attribute_value(&mut self, value: &[u8]) {
        if self.is_read {
            self.attribute.value.push_str(&String::from_utf8_lossy(value));
            self.attribute.range.end = self.position;
        }
    }

    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn start_open_tag(&mut self) {
        self.start = self.position.saturating_sub(1);
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start.is_empty() && self.last_start == self.name
    }

    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(source: &str) -> Vec<(Kind, &str)> {
        tokens(source).map(|token| (token.kind, &source[token.range])).collect()
    }

    #[test]
    fn tokens_have_their_bytes() {
        use Kind::{Comment, Doctype, End, Rest, Start};
        assert_eq!(
            seen("<!doctype html>é\r\n<p class='é>'>a &amp; < b<!-- c --></P ><br/>z"),
            [
                (Doctype, "<!doctype html>"),
                (Start, "<p class='é>'>"),
                (Comment, "<!-- c -->"),
                (End, "</P >"),
                (Start, "<br/>"),
                (Rest, ""),
            ]
        );
        assert_eq!(
            seen("<script>if (a < b) '</p>' // <!-- é\r\n</script>x"),
            [(Start, "<script>"), (End, "</script>"), (Rest, "")]
        );
        assert_eq!(seen("a <b class=\"x"), [(Rest, "<b class=\"x")]);
        assert_eq!(seen("a<!-- open"), [(Comment, "<!-- open"), (Rest, "")]);
    }

    #[test]
    fn attributes_are_decoded_and_stand_where_they_are() {
        let source = "<img ALT=\"a &lt; é\" src=x alt=b hidden>";
        let token = tokens(source).next().unwrap();
        let alt = token.attribute("alt").unwrap();
        assert_eq!((&*alt.value, &source[alt.range.clone()]), ("a < é", "a &lt; é"));
        assert!(token.attribute("hidden").is_some() && token.attribute("src").is_none());
        let token = tokens("<img alt=plain>").next().unwrap();
        assert_eq!(token.attribute("alt").unwrap().range, 9..14);
    }

    #[test]
    fn a_slash_closes_in_xhtml_and_drawings_only() {
        let is_empty = |source: &str| tokens(source).map(|token| token.is_empty).collect::<Vec<_>>();
        assert_eq!(is_empty("<p/>"), [false, false]);
        assert_eq!(is_empty("<svg><title/></svg><p>"), [false, true, false, false, false]);
        assert_eq!(is_empty("<?xml version='1.0'?><title/><p>"), [false, true, false, false]);
    }

    #[test]
    fn references_are_decoded() {
        assert_eq!(decode("&amp;&#x4e2d;&notit;&nosuch;&lt"), "&中¬it;&nosuch;<");
        assert_eq!(decode("&ngE;"), "≧\u{338}");
    }
}

//! A JSON document: an array of records, an object that holds one, or one record.

use std::borrow::Cow;
use std::sync::Arc;

use kawara_core::{Blocks, Error, ErrorKind, Options, Reader, Reading, Result};

use super::escape::decoded;
use super::fields::{Fields, Path};
use super::frame::{Framed, array_start};
use super::page::Page;
use super::record::{Seen, Writer};
use super::rows::rows;
use super::tape::{Kind, Place, Tape};
use super::{docling, unstructured};
use crate::lines::{bom, is_blank};
use crate::mode::Mode;

/// The reader of JSON. The records are the elements of the array at the top; of an object whose largest member is an array of objects, the
/// elements of that; else the document is one record. What Docling and Unstructured write is known and read as a document, unless options say
/// where the text is.
///
/// A record is a line of text for each of its members, or, with `text = "source"`, the source. The options `text-fields` and `title-field`
/// say which members are text, and which is the title of the record; the others come out as fields. `records` says where the records are.
///
/// ```
/// use kawara_core::{Blocks, Options, Reader, Value};
/// use kawara_formats::Json;
///
/// let source = r#"{"total": 1, "data": [{"id": 7, "tags": ["a", "b"], "body": "It is full."}]}"#;
/// let mut blocks = Blocks::new();
/// let text = Json.open(&Options::new())?.read(source, &mut blocks)?;
/// assert_eq!(text, "total: 1\n\nid: 7\ntags:\na\nb\nbody: It is full.");
///
/// let body = Value::List(vec![Value::Str("body".into())]);
/// let text = Json.open(&Options::new().with("text-fields", body))?.read(source, &mut Blocks::new())?;
/// assert_eq!(text, "It is full.");
/// # Ok::<(), kawara_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Json;

impl Reader for Json {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(Document::open(options, Form::Any)?))
    }
}

/// What is known of a document before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Any,
    Docling,
    Unstructured,
}

/// Where the records are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Records {
    /// The elements of the array at the top.
    Elements(usize),
    /// The elements of an array further in.
    Within(usize),
    /// The document is one.
    One,
}

/// A reading of any form.
#[derive(Clone)]
pub(super) struct Document {
    plain: bool,
    form: Form,
    fields: Arc<Fields>,
    framed: Framed,
    /// Where the piece begins that was framed last, and where it ends.
    place: Place,
    next: Place,
    whole: Option<bool>,
}

impl Document {
    pub(super) fn open(options: &Options, form: Form) -> Result<Self> {
        let plain = Mode::of(options)?.plain;
        let fields = Arc::new(Fields::of(options)?);
        let (place, next) = (Place::START, Place::START);
        Ok(Self { plain, form, fields, framed: Framed::WHOLE, place, next, whole: None })
    }

    /// Whether the document can only be understood as a whole.
    fn is_whole(&self, head: &str) -> bool {
        self.fields.records.is_some()
            || self.form != Form::Any
            || array_start(head).is_none()
            || self.fields.is_empty() && unstructured::begins(head)
    }

    fn records(&self, source: &str, tape: &Tape) -> Result<Records> {
        let root = tape.node(0);
        if let Some(path) = &self.fields.records {
            return named(source, tape, path);
        }
        if root.kind == Kind::Array {
            return Ok(Records::Elements(0));
        }
        let of_objects = |child: usize| {
            let first = tape.children(child).next().map(|first| tape.node(first).kind);
            tape.node(child).kind == Kind::Array && first == Some(Kind::Object)
        };
        let largest =
            tape.children(0).max_by_key(|child| (tape.node(*child).range().len(), usize::MAX - child));
        let records = largest.filter(|child| root.kind == Kind::Object && of_objects(*child));
        Ok(records.map_or(Records::One, Records::Within))
    }
}

impl Reading for Document {
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        let whole = self.whole.unwrap_or_else(|| self.is_whole(head));
        let len = if whole { last.then_some(head.len())? } else { self.framed.frame(head, last)? };
        self.whole = Some(whole);
        self.place = self.next;
        self.next = self.place.after(&head[..len]);
        Some(len)
    }

    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        Some(Box::new(self.clone()))
    }

    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let part = self.framed.part;
        let start = if part.inside { 0 } else { bom(piece) };
        if !part.inside && is_blank(piece) {
            return Ok(Cow::Borrowed(piece));
        }
        let mut tape = Tape::default();
        tape.read(piece, start..piece.len(), part).map_err(|fault| fault.error(piece, self.place))?;
        if self.plain && self.fields.is_empty() && !part.inside {
            if self.form == Form::Docling || self.form == Form::Any && docling::is_docling(piece, &tape) {
                return docling::read(piece, &tape, out);
            }
            if self.form == Form::Unstructured
                || self.form == Form::Any && unstructured::is_elements(piece, &tape)
            {
                return unstructured::read(piece, &tape, out);
            }
        }
        let records = self.records(piece, &tape)?;
        if !self.plain {
            return Ok(rows(piece, &tape, records, out));
        }
        let page = Page::new(piece, out);
        let mut writer = Writer { page, tape: &tape, fields: &self.fields, seen: Seen::default() };
        let first = match records {
            Records::Elements(array) => {
                tape.children(array).for_each(|element| writer.record(element));
                tape.children(array).next()
            }
            Records::Within(array) => {
                writer.records_within(0, array);
                tape.children(array).next()
            }
            Records::One => {
                writer.record(0);
                Some(0)
            }
        };
        if let Some(first) = first.filter(|_| !part.inside) {
            writer.seen.check(&self.fields, &tape, piece, first)?;
        }
        Ok(writer.page.finish())
    }
}

/// The array at the end of a path of names.
fn named(source: &str, tape: &Tape, path: &Path) -> Result<Records> {
    let (mut at, mut gone) = (0, String::new());
    for name in path {
        let names = |child: usize| tape.node(child).key().map(|key| decoded(source, key));
        match tape.children(at).find(|child| names(*child).is_some_and(|key| key == *name)) {
            Some(child) => at = child,
            None => {
                let known: Vec<_> =
                    tape.children(at).filter_map(names).take(12).map(|name| format!("`{name}`")).collect();
                let known = if known.is_empty() { "no names at all".to_owned() } else { known.join(", ") };
                let whose = if gone.is_empty() { "the document".to_owned() } else { format!("`{gone}`") };
                return Err(no_records(path, &format!("{whose} has no `{name}`; it has {known}")));
            }
        }
        gone = if gone.is_empty() { name.clone() } else { format!("{gone}.{name}") };
    }
    match tape.node(at).kind {
        Kind::Array => Ok(Records::Within(at)),
        _ => Err(no_records(path, "that is no array; name the one whose elements are the records")),
    }
}

fn no_records(path: &Path, what: &str) -> Error {
    Error::new(ErrorKind::Read, format!("option `records` names `{}`: {what}", path.join(".")))
}

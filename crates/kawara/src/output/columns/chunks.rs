use std::sync::{Arc, LazyLock};

use arrow_array::builder::{ArrayBuilder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use kawara_core::Flag;

use super::Rows;
use super::builders::{Pages, Tuples, Words, list, number, push_id, signed, text};
use crate::output::Record;
use crate::output::record::{each_page, each_span};

/// The columns of chunks: those of [`Record`].
#[derive(Default)]
pub(in crate::output) struct ChunkColumns {
    id: StringBuilder,
    doc_id: StringBuilder,
    ordinal: Int64Builder,
    start: Int64Builder,
    end: Int64Builder,
    own_start: Int64Builder,
    char_start: Int64Builder,
    char_end: Int64Builder,
    context: StringBuilder,
    text: StringBuilder,
    tokens: Int64Builder,
    language: StringBuilder,
    content_type: StringBuilder,
    units: Tuples,
    carried: Int64Builder,
    asked: Int64Builder,
    parent: StringBuilder,
    prev: StringBuilder,
    next: StringBuilder,
    flags: Words,
    settings: StringBuilder,
    pages: Pages,
    meta: StringBuilder,
    map: Tuples,
    outside: Int64Builder,
}

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("id", text(), false),
        Field::new("doc_id", text(), false),
        Field::new("ordinal", number(), false),
        Field::new("start", number(), false),
        Field::new("end", number(), false),
        Field::new("own_start", number(), false),
        Field::new("char_start", number(), false),
        Field::new("char_end", number(), false),
        Field::new("context", text(), false),
        Field::new("text", text(), false),
        Field::new("tokens", number(), false),
        Field::new("language", text(), false),
        Field::new("content_type", text(), false),
        Field::new("units", Tuples::data_type(), false),
        Field::new("carried", number(), false),
        Field::new("asked", number(), true),
        Field::new("parent", text(), false),
        Field::new("prev", text(), true),
        Field::new("next", text(), true),
        Field::new("flags", list(text()), false),
        Field::new("settings", text(), false),
        Field::new("pages", Pages::data_type(), true),
        Field::new("meta", text(), true),
        Field::new("map", Tuples::data_type(), true),
        Field::new("outside", number(), true),
    ]))
});

impl Rows for ChunkColumns {
    type Row<'c> = Record<'c>;

    fn schema() -> SchemaRef {
        Arc::clone(&SCHEMA)
    }

    fn push(&mut self, row: &Record<'_>) {
        push_id(&mut self.id, Some(row.id));
        self.doc_id.append_value(row.doc_id);
        self.ordinal.append_value(signed(row.ordinal));
        self.start.append_value(signed(row.start));
        self.end.append_value(signed(row.end));
        self.own_start.append_value(signed(row.own_start));
        self.char_start.append_value(signed(row.char_start));
        self.char_end.append_value(signed(row.char_end));
        self.context.append_value(row.context);
        self.text.append_value(row.text);
        self.tokens.append_value(row.tokens.into());
        self.language.append_value(row.language);
        self.content_type.append_value(row.content_type);
        self.units.push(row.units.units().map(|unit| [unit.start, unit.end]));
        self.carried.append_value(signed(row.carried));
        self.asked.append_option(row.asked.map(signed));
        push_id(&mut self.parent, Some(row.parent));
        push_id(&mut self.prev, row.prev);
        push_id(&mut self.next, row.next);
        self.flags.push(row.flags.flags().iter().map(Flag::as_str));
        self.settings.append_value(row.settings);
        self.pages.push_some(each_page(&row.pages));
        self.meta.append_option(row.meta.as_ref().map(|json| json.get()));
        self.map.push_some(each_span(&row.map));
        self.outside.append_option(row.outside.map(signed));
    }

    fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        RecordBatch::try_new(Self::schema(), self.finish())
    }
}

impl ChunkColumns {
    /// Adds a row of which only the document is known.
    pub(super) fn push_null(&mut self, doc_id: Option<&str>) {
        self.doc_id.append_option(doc_id);
        let texts = [
            &mut self.id,
            &mut self.context,
            &mut self.text,
            &mut self.language,
            &mut self.content_type,
            &mut self.parent,
            &mut self.prev,
            &mut self.next,
            &mut self.settings,
            &mut self.meta,
        ];
        texts.into_iter().for_each(StringBuilder::append_null);
        let numbers = [
            &mut self.ordinal,
            &mut self.start,
            &mut self.end,
            &mut self.own_start,
            &mut self.char_start,
            &mut self.char_end,
            &mut self.tokens,
            &mut self.carried,
            &mut self.asked,
            &mut self.outside,
        ];
        numbers.into_iter().for_each(Int64Builder::append_null);
        self.units.push_null();
        self.flags.push_null();
        self.pages.push_null();
        self.map.push_null();
    }

    /// The columns so far, in the order of the schema; they are then empty.
    pub(super) fn finish(&mut self) -> Vec<ArrayRef> {
        let columns: [&mut dyn ArrayBuilder; 25] = [
            &mut self.id,
            &mut self.doc_id,
            &mut self.ordinal,
            &mut self.start,
            &mut self.end,
            &mut self.own_start,
            &mut self.char_start,
            &mut self.char_end,
            &mut self.context,
            &mut self.text,
            &mut self.tokens,
            &mut self.language,
            &mut self.content_type,
            self.units.builder(),
            &mut self.carried,
            &mut self.asked,
            &mut self.parent,
            &mut self.prev,
            &mut self.next,
            self.flags.builder(),
            &mut self.settings,
            self.pages.builder(),
            &mut self.meta,
            self.map.builder(),
            &mut self.outside,
        ];
        columns.into_iter().map(|column| column.finish()).collect()
    }
}

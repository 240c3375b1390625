use std::sync::{Arc, LazyLock};

use arrow_array::RecordBatch;
use arrow_array::builder::{ArrayBuilder, Int64Builder, StringBuilder};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};

use super::Rows;
use super::builders::{number, push_id, signed, text};
use crate::output::ParentRecord;

/// The columns of parents: those of [`ParentRecord`].
#[derive(Default)]
pub(in crate::output) struct ParentColumns {
    id: StringBuilder,
    doc_id: StringBuilder,
    kind: StringBuilder,
    title: StringBuilder,
    parent: StringBuilder,
    start: Int64Builder,
    end: Int64Builder,
    char_start: Int64Builder,
    char_end: Int64Builder,
    meta: StringBuilder,
    level: Int64Builder,
    tokens: Int64Builder,
}

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("id", text(), false),
        Field::new("doc_id", text(), false),
        Field::new("kind", text(), false),
        Field::new("title", text(), true),
        Field::new("parent", text(), true),
        Field::new("start", number(), false),
        Field::new("end", number(), false),
        Field::new("char_start", number(), false),
        Field::new("char_end", number(), false),
        Field::new("meta", text(), true),
        Field::new("level", number(), true),
        Field::new("tokens", number(), true),
    ]))
});

impl Rows for ParentColumns {
    type Row<'c> = ParentRecord<'c>;

    fn schema() -> SchemaRef {
        Arc::clone(&SCHEMA)
    }

    fn push(&mut self, row: &ParentRecord<'_>) {
        push_id(&mut self.id, Some(row.id));
        self.doc_id.append_value(row.doc_id);
        self.kind.append_value(row.kind);
        self.title.append_option(row.title);
        push_id(&mut self.parent, row.parent);
        self.start.append_value(signed(row.start));
        self.end.append_value(signed(row.end));
        self.char_start.append_value(signed(row.char_start));
        self.char_end.append_value(signed(row.char_end));
        self.meta.append_option(row.meta.map(|json| json.get()));
        self.level.append_option(row.level.map(i64::from));
        self.tokens.append_option(row.tokens.map(i64::from));
    }

    fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        let columns: [&mut dyn ArrayBuilder; 12] = [
            &mut self.id,
            &mut self.doc_id,
            &mut self.kind,
            &mut self.title,
            &mut self.parent,
            &mut self.start,
            &mut self.end,
            &mut self.char_start,
            &mut self.char_end,
            &mut self.meta,
            &mut self.level,
            &mut self.tokens,
        ];
        RecordBatch::try_new(Self::schema(), columns.into_iter().map(|column| column.finish()).collect())
    }
}

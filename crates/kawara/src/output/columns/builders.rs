//! Arrow's builders, as the columns need them.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder, StructBuilder,
};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use uuid::Uuid;

/// What the elements of a list are called.
const ELEMENT: &str = "item";

pub(super) fn text() -> DataType {
    DataType::Utf8
}

pub(super) fn number() -> DataType {
    DataType::Int64
}

fn element(of: DataType) -> FieldRef {
    Arc::new(Field::new(ELEMENT, of, false))
}

pub(super) fn list(of: DataType) -> DataType {
    DataType::List(element(of))
}

/// Lists of lists of numbers: ranges, stretches of a map.
pub(super) struct Tuples(ListBuilder<ListBuilder<Int64Builder>>);

impl Default for Tuples {
    fn default() -> Self {
        let inner = ListBuilder::new(Int64Builder::new()).with_field(element(number()));
        Self(ListBuilder::new(inner).with_field(element(list(number()))))
    }
}

impl Tuples {
    pub(super) fn data_type() -> DataType {
        list(list(number()))
    }

    /// Adds a list.
    pub(super) fn push<const N: usize>(&mut self, tuples: impl Iterator<Item = [usize; N]>) {
        let inner = self.0.values();
        for tuple in tuples {
            tuple.into_iter().for_each(|number| inner.values().append_value(signed(number)));
            inner.append(true);
        }
        self.0.append(true);
    }

    /// Adds a list, or null if nothing is in it.
    pub(super) fn push_some<const N: usize>(&mut self, tuples: impl Iterator<Item = [usize; N]>) {
        let mut tuples = tuples.peekable();
        match tuples.peek() {
            Some(_) => self.push(tuples),
            None => self.push_null(),
        }
    }

    /// Adds no list at all.
    pub(super) fn push_null(&mut self) {
        self.0.append(false);
    }

    pub(super) fn builder(&mut self) -> &mut dyn ArrayBuilder {
        &mut self.0
    }
}

/// Lists of words.
pub(super) struct Words(ListBuilder<StringBuilder>);

impl Default for Words {
    fn default() -> Self {
        Self(ListBuilder::new(StringBuilder::new()).with_field(element(text())))
    }
}

impl Words {
    pub(super) fn push<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        words.for_each(|word| self.0.values().append_value(word));
        self.0.append(true);
    }

    /// Adds no list at all.
    pub(super) fn push_null(&mut self) {
        self.0.append(false);
    }

    pub(super) fn builder(&mut self) -> &mut dyn ArrayBuilder {
        &mut self.0
    }
}

/// Lists of pages.
pub(super) struct Pages(ListBuilder<StructBuilder>);

impl Default for Pages {
    fn default() -> Self {
        let boxes = ListBuilder::new(Float64Builder::new()).with_field(element(DataType::Float64));
        let number = || -> Box<dyn ArrayBuilder> { Box::new(Int64Builder::new()) };
        let builders = vec![number(), number(), number(), Box::new(boxes), Box::new(StringBuilder::new())];
        let pages = StructBuilder::new(Self::fields(), builders);
        Self(ListBuilder::new(pages).with_field(element(DataType::Struct(Self::fields()))))
    }
}

impl Pages {
    fn fields() -> Fields {
        Fields::from(vec![
            Field::new("page", number(), false),
            Field::new("text_start", number(), false),
            Field::new("text_end", number(), false),
            Field::new("bbox", list(DataType::Float64), true),
            Field::new("origin", text(), true),
        ])
    }

    pub(super) fn data_type() -> DataType {
        list(DataType::Struct(Self::fields()))
    }

    /// Adds a list, or null if nothing is in it.
    pub(super) fn push_some(&mut self, pages: impl Iterator<Item = super::super::record::Page>) {
        let mut is_some = false;
        let rows = self.0.values();
        for page in pages {
            is_some = true;
            for (at, number) in [page.page as usize, page.text_start, page.text_end].into_iter().enumerate() {
                if let Some(column) = rows.field_builder::<Int64Builder>(at) {
                    column.append_value(signed(number));
                }
            }
            if let Some(column) = rows.field_builder::<ListBuilder<Float64Builder>>(3) {
                page.bbox.into_iter().flatten().for_each(|edge| column.values().append_value(edge));
                column.append(page.bbox.is_some());
            }
            if let Some(column) = rows.field_builder::<StringBuilder>(4) {
                column.append_option(page.origin);
            }
            rows.append(true);
        }
        self.0.append(is_some);
    }

    /// Adds no list at all.
    pub(super) fn push_null(&mut self) {
        self.0.append(false);
    }

    pub(super) fn builder(&mut self) -> &mut dyn ArrayBuilder {
        &mut self.0
    }
}

/// Offsets are at most those of a file.
pub(super) fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Adds an id without making a string of it first.
pub(super) fn push_id(column: &mut StringBuilder, id: Option<Uuid>) {
    let mut buffer = Uuid::encode_buffer();
    column.append_option(id.map(|id| &*id.hyphenated().encode_lower(&mut buffer)));
}

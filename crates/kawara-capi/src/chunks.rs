//! Chunks go out.

use std::ptr;
use std::sync::OnceLock;

use kawara::output::Record;
use kawara::packs::PackFaults;
use kawara::{Chunks, Flag, Flags};

use crate::border::{Status, border, border_with};
use crate::document::Document;
use crate::engine;
use crate::failure::Failure;
use crate::text::{Growing, Text, sized, there};

/// `kawara_range`: half-open bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}

/// `kawara_chunk`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    /// Its size in bytes.
    pub size: usize,
    /// A UUID.
    pub id: Text,
    /// That of what it is a part of.
    pub parent: Text,
    /// That of the chunk before.
    pub previous: Text,
    /// That of the chunk after.
    pub next: Text,
    /// What is embedded before the text.
    pub context: Text,
    /// The text.
    pub text: Text,
    /// A BCP 47 tag.
    pub language: Text,
    /// Bytes of the source.
    pub start: usize,
    /// Bytes of the source.
    pub end: usize,
    /// Where what is not carried begins.
    pub own_start: usize,
    /// Characters of the source.
    pub char_start: usize,
    /// Characters of the source.
    pub char_end: usize,
    /// Bytes of the source.
    pub units: *const Range,
    /// How many.
    pub units_len: usize,
    /// How many of them are carried.
    pub carried: usize,
    /// Special tokens included.
    pub tokens: u32,
    /// How many it may have.
    pub max_tokens: u32,
    /// Compromises, as bits.
    pub flags: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: `repr(C)`, and its size comes first.
unsafe impl Growing for Chunk {
    const NAME: &'static str = "kawara_chunk";
}

/// The bit of each flag: once given, a bit keeps its meaning.
pub(crate) const BITS: [(Flag, u32); 7] = [
    (Flag::ForcedSplit, 1),
    (Flag::OverBudget, 2),
    (Flag::CarryReduced, 4),
    (Flag::ContextReduced, 8),
    (Flag::FrameSplit, 16),
    (Flag::PackFault, 32),
    (Flag::OutsideReduced, 64),
];

fn bits(flags: Flags) -> u32 {
    BITS.iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, bit)| bit).sum()
}

/// A UUID as text: 32 digits and four hyphens.
type Id = [u8; 36];

/// `kawara_chunks`, which C only has a pointer to: the chunks, and what is handed out of them in another form.
#[derive(Debug)]
pub struct Handle {
    chunks: Chunks,
    rows: Vec<Row>,
    units: Vec<Range>,
    warnings: String,
}

#[derive(Debug)]
struct Row {
    id: Id,
    parent: Id,
    /// Where its units begin among all.
    units: usize,
    record: OnceLock<String>,
}

impl Handle {
    fn new(chunks: Chunks) -> Self {
        let (mut rows, mut units) = (Vec::with_capacity(chunks.len()), Vec::new());
        for chunk in chunks.iter() {
            rows.push(Row {
                id: id(&chunk.id()),
                parent: id(&chunk.parent().id()),
                units: units.len(),
                record: OnceLock::new(),
            });
            units.extend(chunk.units().map(|unit| Range { start: unit.start, end: unit.end }));
        }
        let mut faults = PackFaults::default();
        faults.add(chunks.pack_faults());
        let warnings = faults.warnings().collect::<Vec<_>>().join("\n\n");
        Self { chunks, rows, units, warnings }
    }

    fn chunk(&self, nth: usize) -> Result<Chunk, Failure> {
        let (chunk, row) = self.at(nth)?;
        let id_of = |nth: Option<usize>| {
            nth.and_then(|nth| self.rows.get(nth)).map_or_else(Text::default, |row| text_of(&row.id))
        };
        let (source, chars, units) = (chunk.source_range(), chunk.char_range(), &self.units[row.units..]);
        Ok(Chunk {
            size: size_of::<Chunk>(),
            id: text_of(&row.id),
            parent: text_of(&row.parent),
            previous: id_of(nth.checked_sub(1)),
            next: id_of(nth.checked_add(1)),
            context: Text::of(chunk.context()),
            text: Text::of(chunk.text()),
            language: Text::of(chunk.language()),
            start: source.start,
            end: source.end,
            own_start: chunk.own_start(),
            char_start: chars.start,
            char_end: chars.end,
            units: units.as_ptr(),
            units_len: chunk.units().len(),
            carried: chunk.carried(),
            tokens: chunk.tokens(),
            max_tokens: chunk.max_tokens(),
            flags: bits(chunk.flags()),
            reserved: 0,
        })
    }

    fn record(&self, nth: usize) -> Result<&str, Failure> {
        let (chunk, row) = self.at(nth)?;
        if let Some(json) = row.record.get() {
            return Ok(json);
        }
        let json = serde_json::to_string(&Record::of(chunk));
        let json = json.map_err(|error| Failure::argument(format!("chunk {nth} is no JSON: {error}")))?;
        Ok(row.record.get_or_init(|| json))
    }

    fn at(&self, nth: usize) -> Result<(kawara::Chunk<'_>, &Row), Failure> {
        self.chunks.get(nth).zip(self.rows.get(nth)).ok_or_else(|| {
            let message = match self.rows.len() {
                0 => format!("there is no chunk {nth}: the document has none"),
                len => format!("there is no chunk {nth}: they are numbered from 0 to {}", len - 1),
            };
            Failure::argument(message)
        })
    }

    /// # Safety
    /// The chunks are NULL or alive, and stay so while they are used.
    unsafe fn of<'c>(chunks: *const Self) -> Result<&'c Self, Failure> {
        // SAFETY: the caller promises it.
        unsafe { chunks.as_ref() }
            .ok_or_else(|| Failure::argument("the chunks are NULL; see to what kawara_engine_chunk returned"))
    }
}

fn id(of: &impl ToString) -> Id {
    let (mut id, text): (Id, _) = ([b'-'; _], of.to_string());
    for (to, byte) in id.iter_mut().zip(text.bytes()) {
        *to = byte;
    }
    id
}

fn text_of(id: &Id) -> Text {
    Text { data: id.as_ptr().cast(), len: id.len() }
}

/// See `kawara_engine_chunk` in the header.
///
/// # Safety
/// The engine is NULL or alive; the others are NULL or point to what they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_engine_chunk(
    engine: *const engine::Handle,
    document: *const Document,
    chunks: *mut *mut Handle,
) -> Status {
    border(|| {
        there(chunks, "chunks")?;
        // SAFETY: the caller promises that there is room for a pointer.
        unsafe { chunks.write(ptr::null_mut()) };
        // SAFETY: the caller promises it; nothing is read before the size is found to be right.
        let (engine, document) = unsafe {
            let engine = engine::Handle::at(engine)?;
            sized(document)?;
            (engine, (*document).copied()?)
        };
        let made = Box::new(Handle::new(engine.engine().chunk(&document)?));
        // SAFETY: as above.
        unsafe { chunks.write(Box::into_raw(made)) };
        Ok(())
    })
}

/// See `kawara_chunks_free` in the header.
///
/// # Safety
/// NULL, or what [`kawara_engine_chunk`] made, alive and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_chunks_free(chunks: *mut Handle) {
    border_with(|| {
        if !chunks.is_null() {
            // SAFETY: it came from a box, and the caller gives it back.
            drop(unsafe { Box::from_raw(chunks) });
        }
    });
}

/// See `kawara_chunks_warnings` in the header.
///
/// # Safety
/// The chunks are NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_chunks_warnings(chunks: *const Handle) -> Text {
    // SAFETY: the caller promises it.
    border_with(|| unsafe { chunks.as_ref() }.map_or_else(Text::default, |chunks| Text::of(&chunks.warnings)))
}

/// See `kawara_chunks_len` in the header.
///
/// # Safety
/// The chunks are NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_chunks_len(chunks: *const Handle) -> usize {
    // SAFETY: the caller promises it.
    border_with(|| unsafe { chunks.as_ref() }.map_or(0, |chunks| chunks.rows.len()))
}

/// See `kawara_chunks_get` in the header.
///
/// # Safety
/// The chunks are NULL or alive; `chunk` is NULL or has room for one, with its size set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_chunks_get(chunks: *const Handle, nth: usize, chunk: *mut Chunk) -> Status {
    border(|| {
        // SAFETY: the caller promises it.
        let chunks = unsafe {
            sized(chunk)?;
            Handle::of(chunks)?
        };
        let made = chunks.chunk(nth)?;
        // SAFETY: the size says that there is room for all of it.
        unsafe { chunk.write(made) };
        Ok(())
    })
}

/// See `kawara_chunks_json` in the header.
///
/// # Safety
/// The chunks are NULL or alive; `json` is NULL or has room for a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_chunks_json(chunks: *const Handle, nth: usize, json: *mut Text) -> Status {
    border(|| {
        there(json, "json")?;
        // SAFETY: the caller promises that there is room for a string.
        unsafe { json.write(Text::default()) };
        // SAFETY: the caller promises it.
        let record = unsafe { Handle::of(chunks) }?.record(nth)?;
        // SAFETY: as above.
        unsafe { json.write(Text::of(record)) };
        Ok(())
    })
}

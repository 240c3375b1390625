//! A tokenizer of a library.

use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use kawara_abi::{Message, Status, Str};
use kawara_core::believed::{HIGHEST_LIMIT, MOST_SPECIALS, TOKENS_A_BYTE};
use kawara_core::{
    Counter, CounterId, ErrorKind, OpenCounter, OptionSpec, Options, RangeCount, Result, SeamIndex,
};

use crate::answer::{Answer, Asked, Call};
use crate::index::Measured;
use crate::options::Given;
use crate::texts::text;

/// The longest part of an id.
const MOST_ID: usize = 1024;

/// A counter as its library describes it, checked, with the functions that have to be there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostedCounter {
    pub(crate) asked: Asked,
    pub(crate) raw: kawara_abi::Counter,
    pub(crate) specs: &'static [OptionSpec],
}

// SAFETY: the ABI lets `open` be called from any thread, and nothing here is written to.
unsafe impl Send for HostedCounter {}
// SAFETY: as above.
unsafe impl Sync for HostedCounter {}

impl OpenCounter for HostedCounter {
    fn open(&self, name: &str, options: &Options) -> Result<Arc<dyn Counter>> {
        let call = Call::new(ErrorKind::Open, "open");
        let open = self.asked.function(self.raw.open, call)?;
        let given = Given::new(options, self.specs).map_err(|error| error.in_pack(self.asked.pack))?;
        let (table, mut handle) = (given.table(), ptr::null_mut());
        let answer = self.asked.ask(call, |message| {
            // SAFETY: the context that the pack gave, a name and options that live for the call, and places that are ours.
            unsafe { open(self.raw.context, Str::new(name), &table, &mut handle, message) }
        });
        answer?.done(self.asked, call)?;
        let handle = Handle { entry: *self, handle: self.asked.handle(handle, call)? };
        let (id, specials) = (handle.id()?, handle.specials()?);
        Ok(Arc::new(Opened { handle, id, specials }))
    }
}

/// An open counter, which is closed when it is dropped.
pub(crate) struct Handle {
    pub(crate) entry: HostedCounter,
    pub(crate) handle: NonNull<c_void>,
}

// SAFETY: the ABI lets what `open` returns be used by many threads at once, and closed by any.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        if let Some(close) = self.entry.raw.close {
            // SAFETY: what `open` returned, once; no index outlives the borrow of it.
            unsafe { close(self.handle.as_ptr()) }
        }
    }
}

impl Handle {
    fn id(&self) -> Result<CounterId> {
        let HostedCounter { asked, raw, .. } = self.entry;
        let call = Call::new(ErrorKind::Open, "id");
        let id = asked.function(raw.id, call)?;
        let mut said = kawara_abi::CounterId::EMPTY;
        let answer = asked.ask(call, |message| {
            // SAFETY: what `open` returned and is not closed, and places that are ours.
            unsafe { id(self.handle.as_ptr(), &mut said, message) }
        });
        answer?.done(asked, call)?;
        let part = |raw: Str, what: &str| {
            let text = text(raw, what, MOST_ID)
                .map_err(|what| asked.fault(call, format!("answers wrongly: {what}")))?;
            Ok(Some(text).filter(|text| !text.trim().is_empty()))
        };
        let required = |raw: Str, what: &str| {
            part(raw, what)?.ok_or_else(|| asked.fault(call, format!("answers wrongly: {what} is empty")))
        };
        let id = CounterId::new(required(said.name, "the name")?, required(said.version, "the version")?);
        Ok(match part(said.vocabulary, "the vocabulary")? {
            Some(hash) => id.with_vocabulary(hash),
            None => id,
        })
    }

    fn specials(&self) -> Result<u32> {
        let HostedCounter { asked, raw, .. } = self.entry;
        let Some(specials) = raw.specials else { return Ok(0) };
        // SAFETY: what `open` returned and is not closed.
        let said = unsafe { specials(self.handle.as_ptr()) };
        if said <= MOST_SPECIALS {
            return Ok(said);
        }
        let call = Call::new(ErrorKind::Open, "specials");
        Err(asked
            .fault(call, format!("answers with {said} tokens, and a model adds {MOST_SPECIALS} at most")))
    }
}

impl HostedCounter {
    /// Asks for a number; `None` where the pack does not know it.
    pub(crate) fn number(
        &self,
        call: Call,
        question: impl FnOnce(*mut u32, *mut Message) -> Status,
    ) -> Result<Option<u32>> {
        let mut said = u32::MAX;
        match self.asked.ask(call, |message| question(&mut said, message))? {
            Answer::Unsupported(_) => Ok(None),
            answer => answer.done(self.asked, call).map(|()| Some(said)),
        }
    }

    /// Asks for the tokens of a text.
    pub(crate) fn tokens(
        &self,
        call: Call,
        question: impl FnOnce(*mut u32, *mut Message) -> Status,
    ) -> Result<u32> {
        match self.number(call, question)? {
            Some(count) => self.believed(call, count),
            None => Err(self.asked.fault(call, "says that it does not support this: every text has a count")),
        }
    }

    /// A count that a text of this length may have.
    pub(crate) fn believed(&self, call: Call, count: u32) -> Result<u32> {
        let len = call.text_len;
        if len == 0 && count > 0 {
            let what = format!(
                "finds {count} tokens in an empty text: leave special tokens out, and return them from `specials`"
            );
            return Err(self.asked.fault(call, what));
        }
        if u64::from(count) > TOKENS_A_BYTE * len as u64 {
            let what = format!("finds {count} tokens in a text of {len} bytes: that is too many to be true");
            return Err(self.asked.fault(call, what));
        }
        Ok(count)
    }
}

struct Opened {
    handle: Handle,
    id: CounterId,
    specials: u32,
}

impl Opened {
    fn call(function: &'static str, text: &str) -> Call {
        Call { text_len: text.len(), ..Call::new(ErrorKind::Count, function) }
    }
}

impl Counter for Opened {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn limit(&self) -> Result<Option<u32>> {
        let Handle { entry, handle } = &self.handle;
        let Some(limit) = entry.raw.limit else { return Ok(None) };
        let call = Call::new(ErrorKind::Count, "limit");
        // SAFETY: a counter that is open, and places that are ours.
        let said = entry.number(call, |place, message| unsafe { limit(handle.as_ptr(), place, message) })?;
        match said.filter(|limit| *limit <= self.specials || *limit > HIGHEST_LIMIT) {
            Some(limit) => {
                let what = format!(
                    "answers with {limit} tokens, which is none: it should answer KAWARA_PACK_UNSUPPORTED where it does not know; set budget.hard-limit"
                );
                Err(entry.asked.fault(call, what))
            }
            None => Ok(said),
        }
    }

    fn specials(&self) -> u32 {
        self.specials
    }

    fn count(&self, text: &str) -> Result<u32> {
        let Handle { entry, handle } = &self.handle;
        let call = Self::call("count", text);
        let count = entry.asked.function(entry.raw.count, call)?;
        // SAFETY: a counter that is open, a text that lives for the call, and places that are ours.
        entry.tokens(call, |place, message| unsafe { count(handle.as_ptr(), Str::new(text), place, message) })
    }

    fn unknown(&self, text: &str) -> Result<Option<u32>> {
        let Handle { entry, handle } = &self.handle;
        let Some(unknown) = entry.raw.unknown else { return Ok(None) };
        let call = Self::call("unknown", text);
        // SAFETY: as for `count`.
        let said = entry.number(call, |place, message| unsafe {
            unknown(handle.as_ptr(), Str::new(text), place, message)
        })?;
        said.map(|count| entry.believed(call, count)).transpose()
    }

    fn index<'t>(&'t self, text: &'t str, cuts: &[usize]) -> Result<Box<dyn RangeCount + 't>> {
        if self.handle.entry.raw.index.is_none() {
            return Ok(Box::new(SeamIndex::new(self, text, cuts)?));
        }
        Ok(Box::new(Measured::new(&self.handle, text, cuts)?))
    }
}

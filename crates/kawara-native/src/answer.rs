//! Asking a pack, and what it may answer.

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::NonNull;

use kawara_abi::{FAILED, Message, NOWHERE, OK, STOPPED, Status, UNSUPPORTED};
use kawara_core::{Error, ErrorKind, Result, printable};

/// The longest message that a pack can give.
const CAPACITY: usize = 2048;

thread_local! {
    /// Where messages are written: calls are many, failures are few, and none is made while another one runs.
    static MEMORY: RefCell<[u8; CAPACITY]> = const { RefCell::new([0; CAPACITY]) };
}

/// Who is asked: an error names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) pack: &'static str,
    /// `segmenter` or `counter`.
    pub(crate) what: &'static str,
    /// Its id or scheme.
    pub(crate) name: &'static str,
}

/// A call: what the error is if it fails, which function is called, and how long the text is that it is called about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) kind: ErrorKind,
    pub(crate) function: &'static str,
    pub(crate) text_len: usize,
}

impl Call {
    /// A call that is about no text.
    pub(crate) fn new(kind: ErrorKind, function: &'static str) -> Self {
        Self { kind, function, text_len: 0 }
    }
}

/// How a call went that did not fail.
pub(crate) enum Answer {
    Done,
    /// The pack does not know this; what it said.
    Unsupported(Error),
    /// The pack says that it was stopped.
    Stopped,
}

impl Answer {
    /// Takes nothing else for an answer.
    ///
    /// # Errors
    /// What the pack said it does not support; a fault where nothing could stop it.
    pub(crate) fn done(self, asked: Asked, call: Call) -> Result<()> {
        match self {
            Self::Done => Ok(()),
            Self::Unsupported(error) => Err(error),
            Self::Stopped => Err(asked.fault(call, "says that it was stopped, and nothing stopped it")),
        }
    }
}

impl Asked {
    /// The pack did what none may do.
    pub(crate) fn fault(self, call: Call, what: impl AsRef<str>) -> Error {
        let (kind, name, function) = (self.what, self.name, call.function);
        let message = format!("`{function}` of the {kind} `{name}` {}", what.as_ref());
        Error::new(call.kind, message).in_pack(self.pack)
    }

    /// Calls a function of the pack, which is given memory for a message.
    ///
    /// # Errors
    /// What the pack said when it failed, with the byte that it named; a fault when its status or message is none.
    pub(crate) fn ask(self, call: Call, function: impl FnOnce(*mut Message) -> Status) -> Result<Answer> {
        MEMORY.with(|memory| match memory.try_borrow_mut() {
            Ok(mut memory) => self.ask_with(&mut *memory, call, function),
            Err(_) => self.ask_with(&mut [0; CAPACITY], call, function),
        })
    }

    fn ask_with(
        self,
        memory: &mut [u8],
        call: Call,
        function: impl FnOnce(*mut Message) -> Status,
    ) -> Result<Answer> {
        let mut message = Message::new(memory);
        let status = function(&mut message);
        let Message { len, byte, .. } = message;
        if status == OK {
            return Ok(Answer::Done);
        }
        let said = self.said(memory, len, call);
        memory.fill(0);
        match status {
            STOPPED => return Ok(Answer::Stopped),
            FAILED | UNSUPPORTED => {}
            other => {
                let what = format!("answers with the status {other}, which is none of KAWARA_PACK_…");
                return Err(self.fault(call, what));
            }
        }
        let (said, kind) = (said?, if status == UNSUPPORTED { ErrorKind::Unsupported } else { call.kind });
        let error = match (said.is_empty(), status) {
            (false, _) => Error::new(kind, said).in_pack(self.pack),
            (true, UNSUPPORTED) => {
                self.fault(Call { kind, ..call }, "does not support this, and does not say what")
            }
            (true, _) => self.fault(call, "failed, and does not say why"),
        };
        let error = if byte != NOWHERE && byte <= call.text_len { error.at_byte(byte) } else { error };
        if status == UNSUPPORTED { Ok(Answer::Unsupported(error)) } else { Err(error) }
    }

    /// The message, fit for a terminal.
    fn said(self, memory: &[u8], len: usize, call: Call) -> Result<String> {
        let Some(said) = memory.get(..len) else {
            let what = format!("failed with a message of {len} bytes, where there is room for {CAPACITY}");
            return Err(self.fault(call, what));
        };
        let said = match std::str::from_utf8(said) {
            Ok(said) => said,
            // The last character was cut off for want of room.
            Err(error) if len == CAPACITY && error.error_len().is_none() => {
                std::str::from_utf8(&said[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => return Err(self.fault(call, "failed with a message that is not UTF-8")),
        };
        Ok(printable(said.trim_end_matches(|c: char| c == '\0' || c.is_whitespace())))
    }

    /// A function that has to be there; it was looked for when the pack was loaded.
    ///
    /// # Errors
    /// That it is not.
    pub(crate) fn function<F>(self, function: Option<F>, call: Call) -> Result<F> {
        function.ok_or_else(|| self.fault(call, "is null, and it has to be there"))
    }

    /// What a pack gives to be handed back to it.
    ///
    /// # Errors
    /// When it gave nothing.
    pub(crate) fn handle(self, handle: *mut c_void, call: Call) -> Result<NonNull<c_void>> {
        NonNull::new(handle).ok_or_else(|| {
            self.fault(
                call,
                "says that it is done, and gives a null pointer: any other will do if there is no state",
            )
        })
    }
}

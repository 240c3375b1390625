use std::collections::VecDeque;
use std::io::{Read, Result};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use kawara_policy::printable;

/// Bytes of standard error that are kept, and the lines of them that are quoted.
const KEPT: usize = 4096;
const LINES: usize = 8;

/// Characters of a line that are quoted.
const QUOTED: usize = 80;

/// How long to wait for what a program that has ended may still have written.
const PATIENCE: Duration = Duration::from_millis(200);

/// The end of what a program writes to its standard error. All of it is read, or the program would block.
pub(super) struct LastWords {
    kept: Arc<Mutex<VecDeque<u8>>>,
    /// Closed when there is no more to come.
    open: Receiver<()>,
}

impl LastWords {
    /// # Errors
    /// When no thread can be started.
    pub(super) fn of(mut stderr: ChildStderr) -> Result<Self> {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let (is_open, open) = channel::<()>();
        let keep = Arc::clone(&kept);
        thread::Builder::new().name("standard error of a command".into()).spawn(move || {
            let _is_open = is_open;
            let mut bytes = [0; KEPT];
            while let Ok(read @ 1..) = stderr.read(&mut bytes) {
                let mut kept = keep.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(bytes.iter().take(read));
                let surplus = kept.len().saturating_sub(KEPT);
                kept.drain(..surplus);
            }
        })?;
        Ok(Self { kept, open })
    }

    /// The last lines, to be put behind a message; nothing if there are none.
    pub(super) fn quoted(&self) -> String {
        // Nothing is ever sent: this waits until standard error is closed.
        let _ = self.open.recv_timeout(PATIENCE);
        let kept: Vec<u8> =
            self.kept.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&kept);
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            return String::new();
        }
        let last = lines.iter().skip(lines.len().saturating_sub(LINES));
        let quoted: Vec<String> = last.map(|line| format!("\n    {}", printable(line))).collect();
        format!("; its standard error ends:{}", quoted.concat())
    }
}

/// The beginning of a line, to be quoted.
pub(super) fn head(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = printable(text.trim_end());
    let dots = if text.chars().count() > QUOTED { "…" } else { "" };
    text.chars().take(QUOTED).chain(dots.chars()).collect()
}

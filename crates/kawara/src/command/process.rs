use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::definition::Definition;
use super::last_words::{LastWords, head};

/// How long a program that closed its pipes is given to end, so that its status can be told.
const PATIENCE: Duration = Duration::from_millis(500);

/// The longest line that is read: more than an answer to the largest request can need.
const LONGEST: u64 = 16 << 20;

/// Lines that are read before anybody wants them: a program that never stops talking is not listened to for ever.
const UNHEARD: usize = 2;

/// One running program. Threads of their own write to it and read from it, so that a program that hangs can be given up, and one
/// that speaks out of turn is heard.
pub(super) struct Process {
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<Answer>,
    last_words: LastWords,
    timeout: Duration,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Process").field("id", &self.child.id()).finish_non_exhaustive()
    }
}

/// A line, its end included.
type Answer = Result<Vec<u8>, Trouble>;

/// Why there is no answer.
enum Trouble {
    Writing(io::Error),
    Reading(io::Error),
    Closed,
    Endless,
    Unasked(Vec<u8>),
    Late,
}

impl Process {
    /// Starts a program, which has so long for an answer if its definition does not say.
    ///
    /// # Errors
    /// What went wrong, to be put behind the command's name.
    pub(super) fn start(definition: &Definition, timeout: Duration) -> Result<Self, String> {
        let mut command = Command::new(definition.program());
        command.args(definition.arguments());
        if let Some(directory) = definition.directory() {
            command.current_dir(directory);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| cannot_start(&error))?;
        match Self::attend(&mut child) {
            Ok((requests, answers, last_words)) => {
                let timeout = definition.timeout().unwrap_or(timeout);
                Ok(Self { child, requests, answers, last_words, timeout })
            }
            Err(error) => {
                end(&mut child);
                Err(format!("cannot be listened to: {error}"))
            }
        }
    }

    /// Takes the pipes of a program and gives them to threads, which end when their pipe is closed.
    fn attend(child: &mut Child) -> io::Result<(Sender<Vec<u8>>, Receiver<Answer>, LastWords)> {
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(to), Some(from), Some(stderr)) = pipes else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (requests, asked) = channel();
        let (answer, answers) = sync_channel(UNHEARD);
        let refused = answer.clone();
        let last_words = LastWords::of(stderr)?;
        let thread = |name: &str| thread::Builder::new().name(name.into());
        thread("requests of a command").spawn(move || write(to, &asked, &refused))?;
        thread("answers of a command").spawn(move || read(from, &answer))?;
        Ok((requests, answers, last_words))
    }

    /// Sends a line and waits for one.
    ///
    /// # Errors
    /// What went wrong, to be put behind the command's name. The process is of no use afterwards.
    pub(super) fn ask(&mut self, line: Vec<u8>) -> Result<Vec<u8>, String> {
        let answer = match self.answers.try_recv() {
            Err(TryRecvError::Empty) => {
                // Where the writer is gone, it has said why.
                let _ = self.requests.send(line);
                self.answers.recv_timeout(self.timeout)
            }
            Ok(answer) => Ok(answer.and_then(|line| Err(Trouble::Unasked(line)))),
            Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
        };
        let answer = answer.unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => Err(Trouble::Late),
            RecvTimeoutError::Disconnected => Err(Trouble::Closed),
        });
        answer.map_err(|trouble| self.tell(&trouble))
    }

    /// Ends the program, and puts what it said last behind what went wrong.
    pub(super) fn with_last_words(&mut self, message: String) -> String {
        end(&mut self.child);
        message + &self.last_words.quoted()
    }

    fn tell(&mut self, trouble: &Trouble) -> String {
        let ended = match trouble {
            Trouble::Writing(_) | Trouble::Closed => self.status(),
            _ => None,
        };
        if let Some(status) = ended {
            return format!("ended ({status}) instead of answering");
        }
        match trouble {
            Trouble::Writing(error) => {
                format!(
                    "takes no more requests ({error}) and goes on running; read standard input to its end"
                )
            }
            Trouble::Reading(error) => format!("cannot be read: {error}"),
            Trouble::Closed => "closed its standard output and goes on running; answer each request".into(),
            Trouble::Endless => {
                format!("answers with a line of more than {LONGEST} bytes; end each answer with a line break")
            }
            Trouble::Unasked(line) => {
                let remedy = "print one line a request, and all else to standard error";
                format!("says `{}` without being asked; {remedy}", head(line))
            }
            Trouble::Late => {
                let remedy = "flush the output after each line; if it is only slow, give it longer with `timeout-seconds` in the \
                              configuration file";
                format!("did not answer within {:?}; {remedy}", self.timeout)
            }
        }
    }

    /// How it ended, if it does so soon.
    fn status(&mut self) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(2)),
                status => return status.ok().flatten(),
            }
        }
    }
}

/// A program that is no longer needed does not go on, and leaves nothing behind.
impl Drop for Process {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn end(child: &mut Child) {
    // Both fail only where it has ended already.
    let _ = child.kill();
    let _ = child.wait();
}

fn cannot_start(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "cannot be started: there is no such program; install it, write its whole path, or correct the definition".into()
        }
        io::ErrorKind::PermissionDenied => {
            "cannot be started: it may not be executed; `chmod +x` it, or name the interpreter first".into()
        }
        _ => format!("cannot be started: {error}"),
    }
}

fn write(mut to: ChildStdin, requests: &Receiver<Vec<u8>>, refused: &SyncSender<Answer>) {
    for line in requests {
        if let Err(error) = to.write_all(&line).and_then(|()| to.flush()) {
            // Where nobody listens any more, nobody needs to know.
            let _ = refused.send(Err(Trouble::Writing(error)));
            return;
        }
    }
}

fn read(from: ChildStdout, answers: &SyncSender<Answer>) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        let answer = match (read, line.last()) {
            (Err(error), _) => Err(Trouble::Reading(error)),
            (Ok(_), Some(b'\n')) => Ok(line),
            (Ok(read), _) if read as u64 == LONGEST => Err(Trouble::Endless),
            (Ok(_), _) => Err(Trouble::Closed),
        };
        let is_last = answer.is_err();
        if answers.send(answer).is_err() || is_last {
            return;
        }
    }
}

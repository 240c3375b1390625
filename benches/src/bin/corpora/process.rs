//! Every measurement is a process of its own, so that nothing is warm, and the least of several counts.

use std::path::Path;
use std::process::{Command, Stdio};

use kawara_benches::{Text, cpu_seconds, read_file};

use crate::arguments::Arguments;
use crate::contender;

/// Tells this program that it is such a process.
pub const ONE: &str = "--one";

/// What a contender needed for one corpus.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Seconds of CPU, or instructions.
    pub work: f64,
    /// Seconds of CPU before the first document.
    pub opening: f64,
    /// Kilobytes of memory at the most: before the first document, and after the last; 0 where the system does not say.
    pub opened: u64,
    pub peak: u64,
}

/// In the process: prints the cost, for [`cost`].
pub fn measure(contender: &str, counter: &str, corpus: &Path) {
    let mut work = None;
    let opening = cpu_seconds(|| {
        let mut opened = contender::open(contender, counter);
        // Some things are opened by the first document.
        opened(&Text { id: "first".into(), text: "x".into() });
        work = Some(opened);
    });
    let mut work = work.expect("a contender");
    let opened = peak_memory();
    let texts = read_file(corpus).expect("a corpus");
    let seconds = cpu_seconds(|| all_documents(&texts, &mut *work));
    println!("{seconds} {opening} {opened} {}", peak_memory());
}

/// A function that callgrind can be told to watch.
#[inline(never)]
fn all_documents(texts: &[Text], work: &mut dyn FnMut(&Text)) {
    for text in texts {
        work(text);
    }
}

/// Peak resident kilobytes, where Linux says so.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Seconds after which noise no longer matters: what takes longer is measured twice at the most.
const SLOW: f64 = 1.0;

/// The least of several processes, for each contender; they take turns.
pub fn costs<const N: usize>(
    arguments: &Arguments,
    contenders: [&str; N],
    counter: &str,
    corpus: &Path,
) -> [Option<Cost>; N] {
    let mut least: [Option<Cost>; N] = [None; N];
    for round in 0..arguments.rounds {
        for (contender, least) in contenders.iter().zip(&mut least) {
            if round >= 2 && least.is_some_and(|cost| cost.work > SLOW) {
                continue;
            }
            let is_peer = !matches!(*contender, contender::LIBRARY | contender::COUNT | contender::KAWARA);
            if arguments.instructions && is_peer {
                continue;
            }
            let cost = cost(arguments.instructions, contender, counter, corpus);
            *least = Some(match *least {
                Some(before) => Cost {
                    work: before.work.min(cost.work),
                    opening: before.opening.min(cost.opening),
                    opened: before.opened.min(cost.opened),
                    peak: before.peak.min(cost.peak),
                },
                None => cost,
            });
        }
    }
    least
}

fn cost(instructions: bool, contender: &str, counter: &str, corpus: &Path) -> Cost {
    let this = std::env::current_exe().expect("this program");
    let mut command = if instructions {
        let mut valgrind = Command::new("valgrind");
        let watch =
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*all_documents*"];
        valgrind.args(watch).arg(this);
        valgrind
    } else {
        Command::new(this)
    };
    command.args([ONE, contender, counter]).arg(corpus);
    let error = if instructions { Stdio::piped() } else { Stdio::inherit() };
    let output = command.stderr(error).output().expect("a run");
    assert!(output.status.success(), "{contender} failed at {} with {counter}", corpus.display());
    let printed = String::from_utf8_lossy(&output.stdout);
    let mut fields = printed.split_whitespace();
    let mut field = || fields.next().expect("a cost");
    let mut cost = Cost {
        work: field().parse().expect("seconds"),
        opening: field().parse().expect("seconds"),
        opened: field().parse().expect("kilobytes"),
        peak: field().parse().expect("kilobytes"),
    };
    if instructions {
        let report = String::from_utf8_lossy(&output.stderr);
        let collected = report.lines().find_map(|line| line.split_once("Collected :"));
        cost.work = collected.and_then(|(_, count)| count.trim().parse().ok()).expect("callgrind's count");
    }
    cost
}

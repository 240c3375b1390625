//! `kawara count`

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use kawara::count::{Tally, count as count_all};
use kawara::input::Input;
use kawara::policy::printable;
use kawara::run::RunOptions;
use kawara::unknown::Unknown;
use kawara::{Gauge, Registry};
use serde_json::{Value, json};

use crate::End;
use crate::args::CountArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::gauges::{gauges, tell_gauges};
use crate::paths::{Paths, Place, encoding, find, stdin, tell_waiting};
use crate::table::Table;

pub(crate) fn count(arguments: CountArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.gauges.commands)?;
    let gauges = gauges(&arguments.gauges, &registry)?;
    let (encoding, threads) = (encoding(&arguments.encoding)?, arguments.jobs.threads());
    let options = RunOptions { encoding, threads, ..RunOptions::default() };
    let (inputs, bytes, notes) = inputs(arguments.paths, &registry, console)?;
    tell_gauges(&gauges, console);
    console.info(format_args!("threads: {threads}"));
    let progress = if arguments.json {
        console.progress_beside_output(bytes, "files")
    } else {
        console.progress_of(bytes, "files")
    };
    let mut report = Report::new(&gauges, arguments.json);
    let mut broken = None;
    count_all(&gauges, inputs, options, |result| match result {
        Err(failure) => {
            progress.add(0, true);
            console.error(failure);
            report.failures += 1;
            true
        }
        Ok((name, tally)) => {
            progress.add(tally.bytes, true);
            console.detail(format_args!("{}: {} bytes", printable(&name), tally.bytes));
            broken = report.add(&name, &tally).err();
            broken.is_none()
        }
    });
    progress.finish_and_clear();
    match broken.map_or_else(|| report.close(), Err) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
        Err(error) => return Err(End::Usage(format!("cannot write: {error}"))),
        Ok(()) => {}
    }
    notes.iter().for_each(|note| console.note(note));
    report.notes(console);
    report.warnings(console);
    if report.failures > 0 { Err(End::SomeFailed) } else { Ok(()) }
}

/// Files by the paths that lead to them, and their bytes where that is known; no policy is asked.
fn inputs(
    mut paths: Vec<PathBuf>,
    registry: &Registry,
    console: &Console,
) -> Result<(impl Iterator<Item = Input> + Send, Option<u64>, Vec<String>), End> {
    if paths.is_empty() {
        paths.push("-".into());
    }
    tell_waiting(paths.iter(), console);
    let Paths { places, notes } = find(&paths, &[], registry)?;
    let bytes = places.iter().try_fold(0, |bytes, place| match place {
        Place::Stdin => None,
        Place::Broken(_) => Some(bytes),
        Place::File(_, length) => Some(bytes + length),
    });
    let inputs = places.into_iter().map(move |place| match place {
        Place::Stdin => stdin(),
        Place::Broken(failure) => Input::Broken(failure),
        Place::File(path, bytes) => Input::File { id: path.to_string_lossy().into_owned(), path, bytes },
    });
    Ok((inputs, bytes, notes))
}

/// What was counted, as a table or as JSON lines.
struct Report<'g> {
    gauges: &'g [Gauge],
    to: BufWriter<io::Stdout>,
    /// Rows wait here until the widest is known; JSON lines do not wait.
    rows: Option<Vec<(String, Tally)>>,
    total: Tally,
    files: usize,
    failures: usize,
    /// One for each gauge that tells what it does not know.
    unknown: Vec<Option<Unknown>>,
}

impl<'g> Report<'g> {
    fn new(gauges: &'g [Gauge], is_json: bool) -> Self {
        let mut total = Tally::default();
        total.counts.resize_with(gauges.len(), Default::default);
        Self {
            gauges,
            to: BufWriter::new(io::stdout()),
            rows: (!is_json).then(Vec::new),
            total,
            files: 0,
            failures: 0,
            unknown: vec![None; gauges.len()],
        }
    }

    fn add(&mut self, name: &str, tally: &Tally) -> io::Result<()> {
        self.files += 1;
        self.total.add(tally);
        for (unknown, count) in self.unknown.iter_mut().zip(&tally.counts) {
            if let Some(tokens) = count.unknown {
                unknown.get_or_insert_default().add(name, tokens, count.tokens);
            }
        }
        if let Some(rows) = &mut self.rows {
            rows.push((name.to_owned(), tally.clone()));
            return Ok(());
        }
        let mut line = sizes(tally, self.gauges, false);
        line.insert("file".into(), name.into());
        writeln!(self.to, "{}", Value::Object(line))
    }

    fn close(&mut self) -> io::Result<()> {
        match self.rows.take() {
            None => {
                let mut total = sizes(&self.total, self.gauges, true);
                total.insert("files".into(), self.files.into());
                total.insert("failed".into(), self.failures.into());
                writeln!(self.to, "{}", json!({ "total": total }))?;
            }
            Some(rows) if !rows.is_empty() => write!(self.to, "{}", self.table(&rows))?,
            Some(_) => {}
        }
        self.to.flush()
    }

    fn table(&self, rows: &[(String, Tally)]) -> Table {
        let mut table = Table::new("file");
        table.group("", vec!["bytes", "chars"]);
        for (gauge, unknown) in self.gauges.iter().zip(&self.unknown) {
            let mut columns = vec!["tokens", "chars/token"];
            columns.extend(unknown.is_some().then_some("[UNK]"));
            table.group(gauge.name(), columns);
        }
        rows.iter().for_each(|(name, tally)| table.row(name, self.figures(tally)));
        if rows.len() > 1 {
            table.row(&format!("total of {} files", rows.len()), self.figures(&self.total));
        }
        table
    }

    fn figures(&self, tally: &Tally) -> Vec<String> {
        let mut figures = vec![tally.bytes.to_string(), tally.chars.to_string()];
        for (nth, count) in tally.counts.iter().enumerate() {
            figures.push(count.tokens.to_string());
            figures.push(tally.chars_per_token(nth).map_or("–".into(), |chars| format!("{chars:.2}")));
            if self.unknown[nth].is_some() {
                figures.push(format!("{:.1} %", count.unknown_share().unwrap_or(0.0) * 100.0));
            }
        }
        figures
    }

    fn notes(&self, console: &Console) {
        for (gauge, unknown) in self.gauges.iter().zip(&self.unknown) {
            let specials = gauge.counter().specials();
            if specials > 0 {
                let name = gauge.name();
                let what = "special tokens to each input; they are not counted here";
                console.note(format_args!("{name} adds {specials} {what}"));
            }
            if let Some(note) = unknown.as_ref().and_then(|unknown| unknown.note(gauge.name())) {
                console.note(note);
            }
        }
    }

    fn warnings(&self, console: &Console) {
        for (gauge, unknown) in self.gauges.iter().zip(&self.unknown) {
            if let Some(warning) = unknown.as_ref().and_then(|unknown| unknown.warning(gauge.name())) {
                console.warning(warning);
            }
        }
    }
}

/// Sizes as JSON; with what is known of the counters, once, in the total.
fn sizes(tally: &Tally, gauges: &[Gauge], with_counters: bool) -> serde_json::Map<String, Value> {
    let count = |(nth, gauge): (usize, &Gauge)| {
        let count = tally.counts.get(nth).copied().unwrap_or_default();
        let mut object = serde_json::Map::new();
        object.insert("name".into(), gauge.name().into());
        object.insert("tokens".into(), count.tokens.into());
        object.insert("chars_per_token".into(), tally.chars_per_token(nth).into());
        object.insert("unknown".into(), count.unknown.into());
        if with_counters {
            object.insert("counter".into(), gauge.counter().id().to_string().into());
            object.insert("specials".into(), gauge.counter().specials().into());
            // A limit that makes no sense is for who needs it to complain of.
            object.insert("limit".into(), gauge.limit().ok().flatten().into());
        }
        Value::Object(object)
    };
    let counts: Vec<Value> = gauges.iter().enumerate().map(count).collect();
    let mut object = serde_json::Map::new();
    object.insert("bytes".into(), tally.bytes.into());
    object.insert("chars".into(), tally.chars.into());
    object.insert("counts".into(), counts.into());
    object
}

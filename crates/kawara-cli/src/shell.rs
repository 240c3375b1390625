//! `kawara completions` and `kawara man`

use std::fs;
use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::End;
use crate::args::{CompletionArguments, ManArguments};
use crate::command_line::command;
use crate::stdout::print;

pub(crate) fn completions(arguments: &CompletionArguments) -> Result<(), End> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "kawara", &mut script);
    print(&String::from_utf8_lossy(&script))
}

pub(crate) fn man(arguments: &ManArguments) -> Result<(), End> {
    let mut command = command().disable_help_subcommand(true);
    command.build();
    match &arguments.output {
        None => print(&page(&command).map_err(unwritten)?),
        Some(directory) => {
            fs::create_dir_all(directory).map_err(|error| {
                End::Usage(format!("cannot make the directory {}: {error}", directory.display()))
            })?;
            pages(&command, directory).map_err(unwritten)
        }
    }
}

fn unwritten(error: io::Error) -> End {
    End::Usage(format!("cannot write: {error}"))
}

/// Writes the page of a command and those of its own commands.
fn pages(command: &Command, directory: &Path) -> io::Result<()> {
    let file = directory.join(format!("{}.1", name(command)));
    fs::write(&file, page(command)?)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    command.get_subcommands().filter(|sub| is_documented(sub)).try_for_each(|sub| pages(sub, directory))
}

fn is_documented(command: &Command) -> bool {
    !command.is_hide_set() && command.get_name() != "help"
}

fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn page(command: &Command) -> io::Result<String> {
    let man = Man::new(command.clone())
        .title(name(command).to_uppercase())
        .source(format!("kawara {}", env!("CARGO_PKG_VERSION")))
        .manual("kawara");
    let mut to = Vec::new();
    man.render_title(&mut to)?;
    man.render_name_section(&mut to)?;
    man.render_synopsis_section(&mut to)?;
    man.render_description_section(&mut to)?;
    man.render_options_section(&mut to)?;
    if command.get_subcommands().any(is_documented) {
        man.render_subcommands_section(&mut to)?;
    }
    rest(command).to_writer(&mut to)?;
    Ok(String::from_utf8_lossy(&to).chars().map(escaped).collect())
}

/// Troff itself knows ASCII alone.
fn escaped(c: char) -> String {
    if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) }
}

/// What stands below the options in help: a line that ends with a colon begins a section, and indented lines stay as they are.
fn rest(command: &Command) -> Roff {
    let mut roff = Roff::new();
    let text = command.get_after_long_help().or_else(|| command.get_after_help()).map(ToString::to_string);
    let (mut is_as_it_is, mut is_example) = (false, false);
    for line in text.iter().flat_map(|text| text.lines()) {
        let is_indented = line.starts_with(' ');
        if is_indented != is_as_it_is {
            roff.control(if is_indented { "nf" } else { "fi" }, []);
            is_as_it_is = is_indented;
        }
        match line.strip_suffix(':') {
            Some(heading) if !is_indented => {
                is_example = heading == "Examples";
                roff.control("SH", [heading.to_uppercase().as_str()]);
            }
            _ if line.is_empty() => {}
            _ if is_example && !line.trim_start().starts_with('#') => {
                roff.text([bold(line)]);
            }
            _ => {
                roff.text([roman(line)]);
            }
        }
    }
    if is_as_it_is {
        roff.control("fi", []);
    }
    if name(command) != "kawara" {
        roff.control("SH", ["SEE ALSO"]);
        roff.text([bold("kawara"), roman("(1)")]);
    }
    roff
}

use kawara_core::{Error, ErrorKind, OptionKind, Options, Result, Value};

use super::call::crossed;
use super::{leak, strs};
use crate::types::{self, OptionValue, Str, Strs, Table};

pub(super) fn describe(specs: &[kawara_core::OptionSpec]) -> Table {
    let rows = specs.iter().map(|spec| types::OptionSpec {
        name: Str::new(spec.name()),
        doc: Str::new(spec.doc()),
        choices: match spec.kind() {
            OptionKind::Choice(words) => strs(words),
            _ => Strs::new(&[]),
        },
        kind: match spec.kind() {
            OptionKind::Bool => types::OPTION_BOOL,
            OptionKind::Int => types::OPTION_INT,
            OptionKind::List => types::OPTION_LIST,
            OptionKind::Path => types::OPTION_PATH,
            OptionKind::Choice(_) => types::OPTION_CHOICE,
            _ => types::OPTION_STR,
        },
        reserved: 0,
    });
    Table::new(leak(rows.collect()))
}

/// The options that a call brings.
///
/// # Errors
/// [`ErrorKind::Option`] when they are not what the header says.
///
/// # Safety
/// `options` is null, or points to a table of `kawara_option` whose texts live for this call.
pub(super) unsafe fn read(options: *const Table) -> Result<Options> {
    // SAFETY: as the caller says.
    let Some(options) = (unsafe { options.as_ref() }) else { return Ok(Options::new()) };
    // SAFETY: as the caller says.
    let rows: Vec<OptionValue> = unsafe { options.read() }.map_err(|fault| crossed("the options", fault))?;
    let mut read = Options::new();
    for row in rows {
        // SAFETY: as the caller says.
        let name = unsafe { row.name.read() }.map_err(|fault| crossed("the name of an option", fault))?;
        // SAFETY: as the caller says.
        let value =
            unsafe { value(&row) }.map_err(|fault| crossed(&format!("the option `{name}`"), fault))?;
        let Some(value) = value else {
            let message =
                format!("the option `{name}` is of a kind that this pack does not know, {}", row.kind);
            return Err(Error::new(ErrorKind::Option, message));
        };
        read.set(name, value);
    }
    Ok(read)
}

unsafe fn value(row: &OptionValue) -> Result<Option<Value>, types::Fault> {
    Ok(Some(match row.kind {
        types::OPTION_BOOL => Value::Bool(row.number != 0),
        types::OPTION_INT => Value::Int(row.number),
        types::OPTION_STR | types::OPTION_PATH | types::OPTION_CHOICE => {
            // SAFETY: as the caller of `read` says.
            Value::Str(unsafe { row.text.read() }?.to_owned())
        }
        types::OPTION_LIST => {
            // SAFETY: as the caller of `read` says.
            let texts = unsafe { row.list.read() }?;
            Value::List(texts.into_iter().map(|text| Value::Str(text.to_owned())).collect())
        }
        _ => return Ok(None),
    }))
}

//! Options on their way into a pack.

use kawara_abi::{OptionValue, Str, Strs, Table};
use kawara_core::{Error, ErrorKind, OptionKind, OptionSpec, Options, Result, Value};

/// Options as rows, and what the rows point to.
pub(crate) struct Given {
    rows: Vec<OptionValue>,
    _paths: Vec<String>,
    _lists: Vec<Vec<Str>>,
}

impl Given {
    /// Options that were checked; paths are made absolute. They have to stay as long as the rows are used.
    ///
    /// # Errors
    /// [`ErrorKind::Option`] when one is unknown or of the wrong kind, or a path is not UTF-8.
    pub(crate) fn new(options: &Options, specs: &[OptionSpec]) -> Result<Self> {
        options.check(specs)?;
        let (mut rows, mut paths, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        for spec in specs {
            let Some((name, value)) = options.iter().find(|(name, _)| *name == spec.name()) else { continue };
            let mut row = OptionValue {
                name: Str::new(name),
                text: Str::new(""),
                list: Strs::new(&[]),
                number: 0,
                kind: number(spec.kind()),
                reserved: 0,
            };
            match value {
                Value::Bool(value) => row.number = (*value).into(),
                Value::Int(value) => row.number = *value,
                Value::Str(_) if spec.kind() == OptionKind::Path => {
                    let path = absolute(options, name)?;
                    row.text = Str::new(&path);
                    paths.push(path);
                }
                Value::Str(text) => row.text = Str::new(text),
                Value::List(values) => {
                    let texts = values.iter().filter_map(|value| match value {
                        Value::Str(text) => Some(Str::new(text)),
                        _ => None,
                    });
                    let texts: Vec<_> = texts.collect();
                    row.list = Strs::new(&texts);
                    lists.push(texts);
                }
                other => {
                    let message = format!("the option `{name}` cannot be handed to a library: {other}");
                    return Err(Error::new(ErrorKind::Option, message));
                }
            }
            rows.push(row);
        }
        Ok(Self { rows, _paths: paths, _lists: lists })
    }

    pub(crate) fn table(&self) -> Table {
        Table::new(&self.rows)
    }
}

fn number(kind: OptionKind) -> u32 {
    match kind {
        OptionKind::Bool => kawara_abi::OPTION_BOOL,
        OptionKind::Int => kawara_abi::OPTION_INT,
        OptionKind::List => kawara_abi::OPTION_LIST,
        OptionKind::Path => kawara_abi::OPTION_PATH,
        OptionKind::Choice(_) => kawara_abi::OPTION_CHOICE,
        _ => kawara_abi::OPTION_STR,
    }
}

fn absolute(options: &Options, name: &str) -> Result<String> {
    let path = options.path(name).unwrap_or_default();
    let path = std::path::absolute(&path).unwrap_or(path);
    path.into_os_string().into_string().map_err(|path| {
        let path = kawara_core::printable(&path.to_string_lossy());
        Error::new(ErrorKind::Option, format!("the option `{name}`: the path {path} is not UTF-8"))
    })
}

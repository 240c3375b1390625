//! A policy in code: what a tenant may decide stands in a table, everything else in a policy file.
//!
//! `main.rs` is a program that uses it.

mod table;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use kawara::policy::Policy as File;
use kawara::{Carry, Error, ErrorKind, Policy, Profile, Result, Settings};

pub use table::{Row, Table};

/// Settings by the tenant that a document's metadata names, `{"tenant": "north"}`, laid over those of a policy file.
pub struct Tenants<T> {
    file: File,
    table: T,
    /// Rows by tenant. Each is asked for once, so that a document that is read by one row is not cut by another; the others wait.
    rows: Mutex<BTreeMap<String, Result<Row>>>,
    /// Settings by what they were made of. The engine prepares each `Arc` only once, so tenants with equal rows share theirs.
    made: Mutex<Vec<Made>>,
}

struct Made {
    base: Arc<Settings>,
    row: Row,
    settings: Arc<Settings>,
}

impl<T: Table> Tenants<T> {
    /// The rows of a table over the settings of a policy file.
    pub fn new(file: File, table: T) -> Self {
        Self { file, table, rows: Mutex::default(), made: Mutex::default() }
    }

    /// Forgets all rows: documents from now on get what the table says now. Not for the middle of a run.
    pub fn refresh(&self) {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn row(&self, tenant: &str) -> Result<Row> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = rows.get(tenant) {
            return known.clone();
        }
        let row = match self.table.row(tenant) {
            Ok(Some(row)) => Ok(row),
            Ok(None) => {
                let message = format!(
                    "no tenant `{tenant}` in the table: add a row, or correct the document's `meta.tenant`"
                );
                Err(Error::new(ErrorKind::Settings, message))
            }
            // A database that is away now may be back for the next document, so this is not kept.
            Err(error) => {
                let message = format!("the row of tenant `{tenant}` could not be read: {error}");
                return Err(Error::caused_by(ErrorKind::Settings, message, error));
            }
        };
        rows.insert(tenant.to_owned(), row.clone());
        row
    }

    fn over(&self, base: Arc<Settings>, row: Row) -> Arc<Settings> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made.iter().find(|known| known.row == row && Arc::ptr_eq(&known.base, &base)) {
            return Arc::clone(&known.settings);
        }
        let mut settings = Settings::clone(&base);
        if let Some(max_tokens) = row.max_tokens {
            settings.budget.max_tokens = max_tokens;
            settings.budget.min_tokens = settings.budget.min_tokens.min(max_tokens);
        }
        if let Some(overlap) = row.overlap {
            settings.units.overlap.default = Carry::Units(overlap);
            settings.units.overlap.by_language.clear();
        }
        let settings = Arc::new(settings);
        made.push(Made { base, row, settings: Arc::clone(&settings) });
        settings
    }
}

impl<T: Table> Policy for Tenants<T> {
    /// Asked before a document is read and once more afterwards, when `about.found` says what was found. The file decides in both how
    /// it always does; the tenant is known from the start.
    fn settings(&self, about: &Profile<'_>) -> Result<Arc<Settings>> {
        let base = self.file.settings(about)?;
        match tenant_of(about.meta)? {
            Some(tenant) => Ok(self.over(base, self.row(&tenant)?)),
            None => Ok(base),
        }
    }
}

/// The tenant that metadata names; none where there is no such member.
fn tenant_of(meta: Option<&str>) -> Result<Option<String>> {
    let Some(meta) = meta else { return Ok(None) };
    let meta: serde_json::Value = serde_json::from_str(meta).map_err(|error| {
        Error::caused_by(ErrorKind::Settings, format!("`meta` is no JSON: {error}"), error)
    })?;
    match meta.get("tenant") {
        None => Ok(None),
        Some(serde_json::Value::String(tenant)) => Ok(Some(tenant.clone())),
        Some(other) => {
            let message = format!("`meta.tenant` is {other}: it has to be the name of a tenant");
            Err(Error::new(ErrorKind::Settings, message))
        }
    }
}

impl<T> fmt::Debug for Tenants<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tenants").field("file", &self.file).finish_non_exhaustive()
    }
}

use std::collections::BTreeMap;
use std::error::Error;

/// What a tenant decides, as `SELECT max_tokens, overlap FROM tenants WHERE name = ?` would give it; NULL leaves it to the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The most tokens of a chunk.
    pub max_tokens: Option<u32>,
    /// How many sentences a chunk repeats of the one before, in every language.
    pub overlap: Option<u32>,
}

/// Where rows come from: a client of your database, a service, a file.
pub trait Table: Send + Sync {
    /// The row of a tenant; `None` where there is none.
    ///
    /// # Errors
    /// When the table cannot be asked.
    fn row(&self, tenant: &str) -> Result<Option<Row>, Box<dyn Error + Send + Sync>>;
}

/// A table in memory, which never fails.
impl Table for BTreeMap<&str, Row> {
    fn row(&self, tenant: &str) -> Result<Option<Row>, Box<dyn Error + Send + Sync>> {
        Ok(self.get(tenant).copied())
    }
}

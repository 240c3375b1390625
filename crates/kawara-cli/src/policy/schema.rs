//! `kawara policy schema`

use crate::End;

pub(super) fn schema() -> Result<(), End> {
    super::print(&kawara::policy::schema())
}

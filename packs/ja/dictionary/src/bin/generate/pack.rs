//! Packs files so that equal files give equal bytes: the tar knows no time, no owner, no machine.

use crate::Result;
use crate::archive::Files;

/// The highest level there is: compressing is done once, fetching many times.
const LEVEL: i32 = 22;

/// A compressed tar of `files` in their order.
pub(crate) fn pack(files: &Files) -> Result<Vec<u8>> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len().try_into()?);
        header.set_mode(0o644);
        header.set_mtime(0);
        tar.append_data(&mut header, name, bytes.as_slice())?;
    }
    Ok(zstd::bulk::compress(&tar.into_inner()?, LEVEL)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{FILES, unpack};

    #[test]
    fn what_is_packed_is_unpacked_and_the_same_each_time() {
        let files: Files = FILES.into_iter().map(|name| (name, name.repeat(1000).into_bytes())).collect();
        let packed = pack(&files).unwrap();
        assert_eq!(unpack(&packed).unwrap(), files);
        assert_eq!(pack(&files).unwrap(), packed);
    }
}

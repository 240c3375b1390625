//! Digests by which texts are told apart.

use std::fmt;
use std::io::{self, Read};

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The first half of a SHA-256, in hexadecimal digits where it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Digest([u8; 16]);

impl Digest {
    /// The digest of a text.
    pub(crate) fn of(text: impl AsRef<[u8]>) -> Self {
        let mut digester = Digester::new();
        digester.update(text);
        digester.finish()
    }

    /// Its first half.
    pub(crate) fn short(self) -> u64 {
        (u128::from_be_bytes(self.0) >> 64) as u64
    }

    /// Its first byte.
    pub(crate) fn first(self) -> u8 {
        self.0[0]
    }

    /// From hexadecimal digits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let number = is_hexadecimal(text, 32).then(|| u128::from_str_radix(text, 16).ok());
        number.flatten().map(|number| Self(number.to_be_bytes()))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("a digest has 32 hexadecimal digits"))
    }
}

/// Whether a text is so many hexadecimal digits, as they are written here.
pub(crate) fn is_hexadecimal(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A whole SHA-256, in hexadecimal digits.
pub(crate) fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Makes a digest of a text that comes in pieces.
pub(crate) struct Digester(Sha256);

impl Digester {
    pub(crate) fn new() -> Self {
        Self(Sha256::new())
    }

    pub(crate) fn update(&mut self, text: impl AsRef<[u8]>) {
        self.0.update(text);
    }

    pub(crate) fn finish(self) -> Digest {
        let whole: [u8; 32] = self.0.finalize().into();
        let mut half = [0; 16];
        half.copy_from_slice(&whole[..16]);
        Digest(half)
    }
}

/// The digest of all that a reader gives, and how many bytes that is.
///
/// # Errors
/// What the reader returns.
pub(crate) fn digest_of(mut from: impl Read) -> io::Result<(Digest, u64)> {
    let (mut digester, mut bytes) = (Digester::new(), 0);
    let mut buffer = vec![0; 1 << 18];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok((digester.finish(), bytes)),
            Ok(read) => {
                digester.update(&buffer[..read]);
                bytes += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

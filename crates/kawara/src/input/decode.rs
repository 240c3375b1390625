/// How bytes of files become text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoding(Option<&'static encoding_rs::Encoding>);

impl Encoding {
    /// UTF-8, checked: the default.
    pub const UTF_8: Self = Self(None);

    /// The encoding with a label of the WHATWG standard, such as `gb18030`, `big5`, `shift_jis`, `euc-jp`, `utf-16le`,
    /// `windows-874`.
    pub fn for_label(label: &str) -> Option<Self> {
        let found = encoding_rs::Encoding::for_label(label.as_bytes())?;
        Some(Self((found != encoding_rs::UTF_8).then_some(found)))
    }
}

/// The text of a file. Of UTF-8 every byte is kept, a byte order mark too; offsets into text of another encoding refer to the
/// decoded text.
///
/// # Errors
/// A message that says at which byte the file is not text, and which option may help.
pub fn decode(bytes: Vec<u8>, encoding: Encoding) -> Result<String, String> {
    let Some(encoding) = encoding.0 else {
        return utf8(bytes);
    };
    let (text, used, had_errors) = encoding.decode(&bytes);
    if had_errors {
        return Err(format!("not {} throughout; is --encoding right?", used.name()));
    }
    Ok(text.into_owned())
}

fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    if let Some(message) = is_utf16(&bytes) {
        return Err(message);
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        no_text(at as u64, error.as_bytes()[at])
    })?;
    match text.find('\0') {
        None => Ok(text),
        Some(at) => Err(nul(at as u64)),
    }
}

/// What to say of bytes that begin with the mark of UTF-16.
pub(crate) fn is_utf16(bytes: &[u8]) -> Option<String> {
    let label = match bytes {
        [0xff, 0xfe, ..] => "utf-16le",
        [0xfe, 0xff, ..] => "utf-16be",
        _ => return None,
    };
    Some(format!("not UTF-8: it begins with the mark of UTF-16; use --encoding {label}"))
}

/// What to say of a byte that is not UTF-8.
pub(crate) fn no_text(at: u64, byte: u8) -> String {
    let hint =
        "if it is text in another encoding, name it with --encoding (gb18030, big5, shift_jis, euc-jp, …)";
    format!("not UTF-8 at byte {at} (0x{byte:02x}); {hint}")
}

/// What to say of a NUL byte.
pub(crate) fn nul(at: u64) -> String {
    format!("a NUL byte at {at}: not a text file, or UTF-16 without its mark; use --encoding utf-16le if so")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_kept_byte_for_byte() {
        let text = "\u{feff}水泵\r\n";
        assert_eq!(decode(text.into(), Encoding::UTF_8).unwrap(), text);
    }

    #[test]
    fn what_is_not_utf8_says_where() {
        let error = decode(b"pump \xb1\xc3".to_vec(), Encoding::UTF_8).unwrap_err();
        assert!(error.contains("byte 5") && error.contains("--encoding"), "{error}");
        assert!(decode(b"\xff\xfea\0".to_vec(), Encoding::UTF_8).unwrap_err().contains("utf-16le"));
        assert!(decode(b"a\0b\0".to_vec(), Encoding::UTF_8).unwrap_err().contains("NUL byte at 1"));
    }

    #[test]
    fn other_encodings_are_decoded() {
        for (label, bytes) in [
            ("gb18030", &b"\xcb\xae\xb1\xc3"[..]),
            ("big5", b"\xa4\xf4\xaa\x79"),
            ("shift_jis", b"\x90\x85"),
            ("euc-jp", b"\xbf\xe5"),
            ("utf-16le", b"\x34\x6c"),
        ] {
            let text = decode(bytes.to_vec(), Encoding::for_label(label).unwrap()).unwrap();
            assert!(text.starts_with('水'), "{label}: {text}");
        }
        assert_eq!(decode(b"\xbb\xd3".to_vec(), Encoding::for_label("windows-874").unwrap()).unwrap(), "ปำ");
        assert!(decode(b"\xff\xff\xff".to_vec(), Encoding::for_label("gb18030").unwrap()).is_err());
        assert!(Encoding::for_label("klingon").is_none());
    }
}

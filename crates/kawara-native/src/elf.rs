//! Whether bytes are a shared library of this machine, whole: the linker maps one that is cut short, and the program dies of it.

/// What ELF calls this machine, where it is known.
const MACHINE: Option<u64> = if cfg!(target_arch = "x86_64") {
    Some(62)
} else if cfg!(target_arch = "aarch64") {
    Some(183)
} else if cfg!(target_arch = "x86") {
    Some(3)
} else if cfg!(target_arch = "arm") {
    Some(40)
} else if cfg!(target_arch = "riscv64") || cfg!(target_arch = "riscv32") {
    Some(243)
} else {
    None
};

/// Offsets and widths of the fields that are read, in files of this machine's pointer width.
struct Layout {
    class: u8,
    word: usize,
    program_headers: [usize; 3],
    section_headers: [usize; 3],
    segment: [usize; 2],
}

const LAYOUT: Layout = if cfg!(target_pointer_width = "64") {
    Layout {
        class: 2,
        word: 8,
        program_headers: [32, 54, 56],
        section_headers: [40, 58, 60],
        segment: [8, 32],
    }
} else {
    Layout {
        class: 1,
        word: 4,
        program_headers: [28, 42, 44],
        section_headers: [32, 46, 48],
        segment: [4, 16],
    }
};

/// What is wrong with a library, as far as it can be said without the linker.
///
/// # Errors
/// What it is instead.
pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
    if cfg!(all(unix, not(target_vendor = "apple"))) { check_elf(bytes) } else { Ok(()) }
}

fn check_elf(bytes: &[u8]) -> Result<(), String> {
    if !bytes.starts_with(b"\x7fELF") {
        return Err(what_else(bytes));
    }
    let native = if cfg!(target_endian = "little") { 1 } else { 2 };
    let cut = || format!("is cut short at {} bytes: copy or build it again", bytes.len());
    let number = |at: usize, width: usize| {
        let field = bytes.get(at..at.checked_add(width)?)?;
        let digits = field.iter().map(|byte| u64::from(*byte));
        let join = |sum: u64, byte: u64| sum << 8 | byte;
        Some(if native == 1 { digits.rev().fold(0, join) } else { digits.fold(0, join) })
    };
    let (Some(kind), Some(machine)) = (number(16, 2), number(18, 2)) else { return Err(cut()) };
    let is_ours =
        bytes.get(4..6) == Some(&[LAYOUT.class, native]) && MACHINE.is_none_or(|ours| ours == machine);
    if !is_ours {
        let arch = std::env::consts::ARCH;
        return Err(format!(
            "is built for another kind of machine than this one, {arch} (ELF machine {machine}): build it for {arch}"
        ));
    }
    if kind != 3 {
        return Err(
            "is an object file or a program and no shared library: link it with `cc -shared`".to_owned()
        );
    }
    let is_whole = || {
        let len = bytes.len() as u64;
        let table = |[start, size, count]: [usize; 3]| {
            Some((number(start, LAYOUT.word)?, number(size, 2)?, number(count, 2)?))
        };
        for (start, size, count) in [table(LAYOUT.program_headers)?, table(LAYOUT.section_headers)?] {
            start.checked_add(size * count).filter(|end| *end <= len)?;
        }
        let (start, size, count) = table(LAYOUT.program_headers)?;
        for nth in 0..count {
            let at = usize::try_from(start + nth * size).ok()?;
            let [from, length] = LAYOUT.segment.map(|field| number(at + field, LAYOUT.word));
            // Other segments lie inside those that are loaded.
            if number(at, 4)? == 1 {
                from?.checked_add(length?).filter(|end| *end <= len)?;
            }
        }
        Some(())
    };
    is_whole().ok_or_else(cut)
}

/// What bytes are that are no ELF file.
fn what_else(bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(512)];
    let what = if bytes.starts_with(b"!<arch>\n") {
        "is a static library: a pack is a shared one, built with `--crate-type cdylib` or `cc -shared`"
    } else if head.iter().all(|byte| *byte >= b' ' || byte.is_ascii_whitespace()) {
        "is a text: name the shared library that a pack was built as"
    } else {
        "is no shared library of this system (ELF): name the one that a pack was built as"
    };
    what.to_owned()
}

//! A C header held against the Rust that stands behind it.
//!
//! Types, sizes, offsets, values and functions are written down once more, from what the Rust compiler knows of them; a C compiler is
//! given that together with the header, as C11 and as C++, and refuses what does not agree. What the header has besides is a failure too.
//!
//! ```
//! use std::path::Path;
//! use kawara_testkit::header::Header;
//! use kawara_testkit::{in_c, layout};
//!
//! #[repr(C)]
//! pub struct Span { start: usize, end: usize }
//! in_c! { Span => "demo_span" }
//! extern "C" fn length(span: *const Span) -> usize { unsafe { (*span).end - (*span).start } }
//!
//! let text = "#include <stddef.h>\ntypedef struct demo_span { size_t start, end; } demo_span;\n\
//!     #ifdef __cplusplus\nextern \"C\"\n#endif\nsize_t demo_length(const demo_span *span);\n#define DEMO_MOST 9\n";
//! let mut header = Header::new(text, "demo");
//! layout!(header, Span { start, end });
//! header.function("demo_length", length as extern "C" fn(_) -> _);
//! header.value("DEMO_MOST", 9);
//! header.check().unwrap();
//!
//! let mut header = Header::new(&text.replace("start, end;", "end, start;"), "demo");
//! layout!(header, Span { start, end });
//! header.function("demo_length", length as extern "C" fn(_) -> _);
//! header.value("DEMO_MOST", 9);
//! assert!(header.check().map_or_else(|error| error.contains("demo_span.start"), |has_compiler| !has_compiler));
//! ```

use std::collections::BTreeSet;
use std::env;
use std::ffi::{c_char, c_void};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// A Rust type that has a counterpart in C.
pub trait InC {
    /// A declaration of `declarator` as this type, constant or not: for `*const u8`, `x` becomes `const uint8_t *x`.
    fn declare(declarator: &str, is_const: bool) -> String;
}

/// Names the counterparts of types: `in_c! { Span => "demo_span" }`.
#[macro_export]
macro_rules! in_c {
    ($($rust:ty => $c:literal),* $(,)?) => {$(
        impl $crate::header::InC for $rust {
            fn declare(declarator: &str, is_const: bool) -> String {
                format!("{}{} {declarator}", if is_const { "const " } else { "" }, $c)
            }
        }
    )*};
}

in_c! {
    u8 => "uint8_t", u16 => "uint16_t", u32 => "uint32_t", u64 => "uint64_t", usize => "size_t", i32 => "int32_t", i64 => "int64_t",
    c_char => "char", c_void => "void", () => "void",
}

impl<T: InC> InC for *const T {
    fn declare(declarator: &str, is_const: bool) -> String {
        T::declare(&pointer(declarator, is_const), true)
    }
}

impl<T: InC> InC for *mut T {
    fn declare(declarator: &str, is_const: bool) -> String {
        T::declare(&pointer(declarator, is_const), false)
    }
}

impl<T: InC, const N: usize> InC for [T; N] {
    fn declare(declarator: &str, is_const: bool) -> String {
        T::declare(&format!("{declarator}[{N}]"), is_const)
    }
}

fn pointer(declarator: &str, is_const: bool) -> String {
    format!("*{}{declarator}", if is_const { "const " } else { "" })
}

/// A function that C calls.
pub trait InCFunction {
    /// A declaration of `declarator` as such a function.
    fn declare_function(declarator: &str) -> String;
}

macro_rules! functions {
    ($(($($argument:ident)*))*) => {$(
        functions!(@ extern "C" fn, $($argument)*);
        functions!(@ unsafe extern "C" fn, $($argument)*);
    )*};
    (@ $($kind:ident)* $abi:literal fn, $($argument:ident)*) => {
        impl<Return: InC, $($argument: InC),*> InCFunction for $($kind)* $abi fn($($argument),*) -> Return {
            fn declare_function(declarator: &str) -> String {
                let arguments: &[String] = &[$($argument::declare("", false)),*];
                let arguments = if arguments.is_empty() { "void".to_owned() } else { arguments.join(", ") };
                Return::declare(&format!("{declarator}({arguments})"), false)
            }
        }
        impl<Return: InC, $($argument: InC),*> InC for $($kind)* $abi fn($($argument),*) -> Return {
            fn declare(declarator: &str, is_const: bool) -> String {
                Self::declare_function(&format!("({})", pointer(declarator, is_const)))
            }
        }
    };
}

functions! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) }

/// NULL is `None`.
impl<F: InCFunction + InC> InC for Option<F> {
    fn declare(declarator: &str, is_const: bool) -> String {
        F::declare(declarator, is_const)
    }
}

/// Holds a struct with named fields against its counterpart; a field that is left out does not compile.
#[macro_export]
macro_rules! layout {
    ($header:expr, $rust:ident { $($field:ident),* $(,)? }) => {{
        let _all = |it: $rust| { let $rust { $($field: _),* } = it; };
        $header.size::<$rust>(size_of::<$rust>(), align_of::<$rust>());
        $($header.field(stringify!($field), std::mem::offset_of!($rust, $field), |it: &$rust| &it.$field);)*
    }};
}

/// A header, and what Rust says about it.
#[derive(Debug)]
pub struct Header {
    text: String,
    prefix: String,
    said: String,
    told: BTreeSet<String>,
}

impl Header {
    /// A header by its text. The names that begin with `prefix`, in lower or upper case, are its own: all of them have to be told of.
    pub fn new(text: &str, prefix: &str) -> Self {
        let said = format!(
            "{text}\n#include <stddef.h>\n#include <stdint.h>\n#ifdef __cplusplus\n#define SAID static_assert\n#else\n#define SAID _Static_assert\n#endif\n"
        );
        Self { text: text.to_owned(), prefix: prefix.to_owned(), said, told: BTreeSet::new() }
    }

    /// A type of this size and alignment. See [`layout!`].
    pub fn size<T: InC>(&mut self, size: usize, align: usize) {
        let name = name_of::<T>();
        self.told.insert(name.clone());
        self.holds(&format!("sizeof({name}) == {size}"), &format!("the size of {name}"));
        let padded = format!("struct {name}_padded {{ char before; {name} it; }};");
        let _ = writeln!(self.said, "{padded}");
        self.holds(
            &format!("offsetof(struct {name}_padded, it) == {align}"),
            &format!("the alignment of {name}"),
        );
    }

    /// A field at this offset, with its type. See [`layout!`].
    pub fn field<T: InC, F: InC>(&mut self, field: &str, offset: usize, _: fn(&T) -> &F) {
        let name = name_of::<T>();
        self.holds(
            &format!("offsetof({name}, {field}) == {offset}"),
            &format!("the offset of {name}.{field}"),
        );
        let found = F::declare("(*found)", false);
        let function = format!("static inline void {name}_{field}_is({name} *it)");
        let _ = writeln!(self.said, "{function} {{ {found} = &it->{field}; (void)found; }}");
    }

    /// A constant: a number that fits in 64 bits.
    pub fn value(&mut self, name: &str, value: i128) {
        self.told.insert(name.to_owned());
        // A literal that is over the signed range needs to say so.
        let suffix = if value > i64::MAX.into() { "u" } else { "" };
        self.holds(&format!("{name} == {value}{suffix}"), &format!("the value of {name}"));
    }

    /// A function, by its signature: cast it, `f as extern "C" fn(_) -> _`.
    pub fn function<F: InCFunction>(&mut self, name: &str, _: F) {
        self.told.insert(name.to_owned());
        let _ =
            writeln!(self.said, "#ifdef __cplusplus\nextern \"C\"\n#endif\n{};", F::declare_function(name));
    }

    /// Names that Rust has no counterpart of, such as macros and functions that are inline.
    pub fn besides(&mut self, names: &[&str]) {
        self.told.extend(names.iter().map(|name| (*name).to_owned()));
    }

    /// Code that has to compile behind the header, such as a use of its macros.
    pub fn code(&mut self, code: &str) {
        let _ = writeln!(self.said, "{code}");
    }

    fn holds(&mut self, what: &str, called: &str) {
        let _ = writeln!(self.said, "SAID({what}, \"{called}\");");
    }

    /// Compiles it with `CC`, or `cc`, without a warning. Where there is no compiler, that is said; `false` if there is none at all.
    ///
    /// # Errors
    /// What the compiler says, or which names of the header nothing was said of.
    pub fn check(&self) -> Result<bool, String> {
        let untold: Vec<_> = self.names().into_iter().filter(|name| !self.told.contains(*name)).collect();
        if !untold.is_empty() {
            return Err(format!("the header also has {}", untold.join(", ")));
        }
        for (language, standard) in [("c", "-std=c11"), ("c++", "-std=c++17")] {
            let strict =
                ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-x", language, standard, "-"];
            let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
            let mut command = Command::new(&compiler);
            command.args(strict).stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::null());
            let Ok(mut compiling) = command.spawn() else {
                eprintln!("skipped: no C compiler; `{}` does not start", compiler.display());
                return Ok(false);
            };
            // A compiler that ends early says why.
            let _ = compiling.stdin.take().map(|mut to| to.write_all(self.said.as_bytes()));
            let done = compiling.wait_with_output().map_err(|error| error.to_string())?;
            let said = String::from_utf8_lossy(&done.stderr);
            if language == "c++" && ["cc1plus", "not recognized"].iter().any(|word| said.contains(word)) {
                eprintln!("skipped: no C++ compiler; {}", said.trim());
                return Ok(true);
            }
            if !done.status.success() {
                return Err(format!("as {language}:\n{said}"));
            }
        }
        Ok(true)
    }

    /// The header's own names, outside of comments.
    fn names(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        let mut rest = &*self.text;
        while !rest.is_empty() {
            let (code, comment) = rest.split_once("/*").unwrap_or((rest, ""));
            rest = comment.split_once("*/").unwrap_or_default().1;
            let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let is_own = |word: &&str| {
                let own = |prefix: &str| word.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('_'));
                own(&self.prefix) || own(&self.prefix.to_ascii_uppercase())
            };
            names.extend(words.filter(is_own));
        }
        names
    }
}

fn name_of<T: InC>() -> String {
    T::declare("", false).trim().to_owned()
}

//! What is read as source code.

/// The first is the one reported.
pub(crate) const MEDIA_TYPES: &[&str] = &[
    "text/x-source",
    "text/x-rust",
    "text/x-python",
    "text/x-go",
    "text/x-java",
    "text/x-kotlin",
    "text/x-scala",
    "text/x-c",
    "text/x-c++",
    "text/x-csharp",
    "text/x-ruby",
    "text/x-php",
    "text/x-perl",
    "text/x-lua",
    "text/x-shellscript",
    "text/x-sql",
    "text/x-yaml",
    "text/x-toml",
    "text/css",
    "text/javascript",
    "text/typescript",
    "application/javascript",
    "application/typescript",
    "application/toml",
    "application/yaml",
];

/// Lower case, without the dot.
pub(crate) const EXTENSIONS: &[&str] = &[
    "rs", "py", "pyi", "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "go", "java", "kt", "kts",
    "scala", "groovy", "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "cs", "fs", "m", "mm", "swift", "rb",
    "php", "pl", "pm", "lua", "r", "jl", "ex", "exs", "erl", "hs", "ml", "mli", "clj", "el", "lisp", "scm",
    "sh", "bash", "zsh", "fish", "ps1", "bat", "sql", "proto", "graphql", "dart", "zig", "nim", "css",
    "scss", "less", "yaml", "yml", "toml", "ini", "cfg", "cmake", "gradle", "tf", "nix",
];

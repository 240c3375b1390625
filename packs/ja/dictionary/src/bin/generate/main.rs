//! Makes `data/ipadic.tar.zst` and its SHA-256 from the sources of IPADIC. Run it as `cargo xtask dictionary FOLDER`, where FOLDER
//! holds the CSV and `.def` files of Debian's `mecab-ipadic` 2.7.0-20070801+main-3. The same sources always give the same bytes.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

#[path = "../../archive.rs"]
mod archive;
mod compile;
mod lexicon;
mod pack;
mod source;
mod spelling;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: generate-ja-dictionary FOLDER-OF-IPADIC DATA-FOLDER";

fn main() -> ExitCode {
    match generate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn generate() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(ipadic), Some(data), None) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err(USAGE.into());
    };
    let source = source::Source::read(&ipadic)?;
    let lexicon = lexicon::Lexicon::read(&source)?;
    eprintln!("{lexicon}");
    let files = compile::compile(&source, &lexicon)?;
    let packed = pack::pack(&files)?;
    let sum = format!("{}  ipadic.tar.zst\n", archive::sha256(&packed));
    archive::check(&packed, &sum)?;
    if archive::unpack(&packed)? != files {
        return Err("the build script would not unpack what was packed".into());
    }
    std::fs::write(data.join("ipadic.tar.zst"), &packed)?;
    std::fs::write(data.join("ipadic.tar.zst.sha256"), &sum)?;
    eprint!("{} bytes, SHA-256 {sum}", packed.len());
    Ok(())
}

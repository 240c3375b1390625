//! Trains the sentence model: `train-thai SENTENCES MODEL` reads sentences, one a line, and writes the model.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [sentences, model] = arguments.as_slice() else {
        eprintln!("usage: train-thai SENTENCES MODEL");
        return ExitCode::from(2);
    };
    match train(sentences, model) {
        Ok(said) => {
            eprintln!("{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn train(sentences: &str, model: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(sentences)
        .map_err(|error| format!("cannot read {sentences}: {error}; name a file of sentences, one a line"))?;
    let trained = kawara_pack_th::train::train(&text);
    std::fs::write(model, &trained.model).map_err(|error| format!("cannot write {model}: {error}"))?;
    let quality = trained.cross_validated;
    Ok(format!(
        "{model}: {} features, {} bytes; cross-validated F1 {:.3} (precision {:.3}, recall {:.3})",
        trained.features,
        trained.model.len(),
        quality.f1(),
        quality.precision,
        quality.recall
    ))
}

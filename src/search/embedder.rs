//! A model of sentence embeddings in a folder, as its makers publish it: BERT with mean pooling, or a static table of the
//! vectors of words (model2vec). Nothing is downloaded.

use std::path::Path;

use candle_core::{DType, Device, Tensor, safetensors};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config};
use tokenizers::Tokenizer;

use crate::base::{Digest, Digester};
use crate::walk;

/// The most bytes of a file of a model.
const MOST_BYTES: u64 = 1 << 30;
/// The words of a text that BERT reads, as the makers of its small models set it.
const MOST_WORDS: usize = 256;
/// The words of a text whose vectors are looked up: a table has no such bound of its own.
const MOST_LOOKED_UP: usize = 2048;

/// A model.
pub(super) struct Embedder {
    id: Digest,
    dimension: usize,
    tokenizer: Tokenizer,
    model: Model,
}

enum Model {
    Bert(Box<BertModel>),
    /// A row for each word, and for each word its row and its weight, where these are stated.
    Table {
        rows: Tensor,
        places: Option<Vec<u32>>,
        weights: Option<Vec<f32>>,
    },
}

impl Embedder {
    /// Reads the model in a folder: `config.json`, `tokenizer.json`, `model.safetensors`. Says why it cannot.
    pub fn open(folder: &Path) -> Result<Self, String> {
        let read = |name: &str| {
            let read = walk::named(&folder.join(name), MOST_BYTES);
            read.map_err(|refusal| format!("`{name}`: {}", std::io::Error::from(refusal)))
        };
        let (config, words, weights) = (read("config.json")?, read("tokenizer.json")?, read("model.safetensors")?);
        let id = Digester::new("model").part(&words).part(&weights).finish();
        let kind: serde_json::Value =
            serde_json::from_slice(&config).map_err(|error| format!("`config.json`: {error}"))?;
        let mut tokenizer = Tokenizer::from_bytes(&words).map_err(|error| format!("`tokenizer.json`: {error}"))?;
        // What pads or cuts is set here, whatever the file says.
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(|error| format!("`tokenizer.json`: {error}"))?;
        let of_weights = |error: candle_core::Error| format!("`model.safetensors`: {error}");
        let (model, dimension) = if kind.get("model_type").and_then(|it| it.as_str()) == Some("bert") {
            let config: Config = serde_json::from_value(kind).map_err(|error| format!("`config.json`: {error}"))?;
            let weights =
                VarBuilder::from_buffered_safetensors(weights, DType::F32, &Device::Cpu).map_err(of_weights)?;
            (Model::Bert(Box::new(BertModel::load(weights, &config).map_err(of_weights)?)), config.hidden_size)
        } else {
            table(&weights).map_err(of_weights)?
        };
        Ok(Self { id, dimension, tokenizer, model })
    }

    /// The digest of its weights and its tokenizer.
    pub fn id(&self) -> Digest {
        self.id
    }

    /// The length of its vectors.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The vector of a text, of length 1; `None` for one that has no word of the model.
    pub fn embed(&self, text: &str) -> Option<Vec<f32>> {
        let is_bert = matches!(self.model, Model::Bert(_));
        let encoded = self.tokenizer.encode(text, is_bert).ok()?;
        let mut words = encoded.get_ids().to_vec();
        let last = words.last().copied();
        words.truncate(if is_bert { MOST_WORDS } else { MOST_LOOKED_UP });
        // The mark of the end stays the last.
        if let (true, Some(end), Some(place)) = (is_bert, last, words.last_mut()) {
            *place = end;
        }
        if words.is_empty() {
            return None;
        }
        unit(self.mean(&words).ok()?)
    }

    /// The mean of the vectors of all words.
    fn mean(&self, words: &[u32]) -> candle_core::Result<Vec<f32>> {
        match &self.model {
            Model::Bert(model) => {
                let words = Tensor::new(words, &Device::Cpu)?.unsqueeze(0)?;
                let output = model.forward(&words, &words.zeros_like()?, None)?;
                output.mean(1)?.squeeze(0)?.to_vec1()
            }
            Model::Table { rows, places, weights } => {
                let row = |word: &u32| places.as_ref().map_or(Some(*word), |all| all.get(*word as usize).copied());
                let weight =
                    |word: &u32| weights.as_ref().map_or(1.0, |all| all.get(*word as usize).copied().unwrap_or(0.0));
                let n_rows = rows.dim(0)?;
                let known: Vec<(u32, f32)> = words.iter().filter_map(|word| Some((row(word)?, weight(word)))).collect();
                let known: Vec<(u32, f32)> = known.into_iter().filter(|(row, _)| (*row as usize) < n_rows).collect();
                let (rows_of, weights): (Vec<u32>, Vec<f32>) = known.into_iter().unzip();
                let n_words = rows_of.len();
                if n_words == 0 {
                    return Ok(Vec::new());
                }
                let chosen = rows.index_select(&Tensor::new(rows_of, &Device::Cpu)?, 0)?;
                let weighted = chosen.broadcast_mul(&Tensor::new(weights, &Device::Cpu)?.unsqueeze(1)?)?;
                weighted.mean(0)?.to_vec1()
            }
        }
    }
}

/// The table of a static model.
fn table(weights: &[u8]) -> candle_core::Result<(Model, usize)> {
    let mut tensors = safetensors::load_buffer(weights, &Device::Cpu)?;
    let Some(rows) = tensors.remove("embeddings") else {
        candle_core::bail!("it is neither BERT by its `config.json`, nor has it a table `embeddings`");
    };
    let rows = rows.to_dtype(DType::F32)?;
    let places = tensors.remove("mapping").map(|it| it.to_dtype(DType::U32)?.to_vec1()).transpose()?;
    let weights = tensors.remove("weights").map(|it| it.to_dtype(DType::F32)?.to_vec1()).transpose()?;
    let dimension = rows.dim(1)?;
    Ok((Model::Table { rows, places, weights }, dimension))
}

/// A vector of length 1 in the direction of another; `None` where that has none.
fn unit(vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = vector.iter().map(|part| part * part).sum::<f32>().sqrt();
    (length.is_finite() && length > 0.0).then(|| vector.into_iter().map(|part| part / length).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TOKENIZER: &str = r#"{"version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
        "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
        "model": {"type": "WordLevel", "vocab": {"?": 0, "red": 1, "green": 2, "far": 3}, "unk_token": "?"}}"#;

    /// A table of vectors in the form of `safetensors`: the length of the head, the head, the numbers.
    fn tensors(name: &str, rows: &[[f32; 2]]) -> Vec<u8> {
        let numbers: Vec<u8> = rows.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
        let head = format!(
            r#"{{"{name}":{{"dtype":"F32","shape":[{},2],"data_offsets":[0,{}]}}}}"#,
            rows.len(),
            numbers.len()
        );
        [&(head.len() as u64).to_le_bytes()[..], head.as_bytes(), &numbers].concat()
    }

    fn folder(config: &str, tokenizer: &str, weights: &[u8]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            ("config.json", config.as_bytes()),
            ("tokenizer.json", tokenizer.as_bytes()),
            ("model.safetensors", weights),
        ];
        for (name, bytes) in files {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        folder
    }

    #[test]
    fn a_static_table_has_the_mean_of_the_words() {
        let rows = [[0.0, 0.0], [3.0, 0.0], [0.0, 4.0], [1.0, 1.0]];
        let folder = folder(r#"{"model_type": "model2vec"}"#, TOKENIZER, &tensors("embeddings", &rows));
        let model = Embedder::open(folder.path()).unwrap();
        assert_eq!(model.dimension(), 2);
        assert_eq!(model.embed("red").unwrap(), [1.0, 0.0]);
        // The mean of (3, 0) and (0, 4) is (1.5, 2), of length 2.5.
        assert_eq!(model.embed("red green").unwrap(), [0.6, 0.8]);
        assert_eq!((model.embed(""), model.embed("unknown")), (None, None));
    }

    #[test]
    fn a_folder_that_holds_no_model_says_why() {
        let why = |folder: &Path| Embedder::open(folder).err().unwrap();
        let empty = tempfile::tempdir().unwrap();
        assert!(why(empty.path()).starts_with("`config.json`: "), "{}", why(empty.path()));
        let table = tensors("embeddings", &[[1.0, 0.0]]);
        for (config, tokenizer, weights, wanted) in [
            ("{", TOKENIZER, &table[..], "`config.json`: "),
            ("{}", "{", &table, "`tokenizer.json`: "),
            ("{}", TOKENIZER, &table[..9], "`model.safetensors`: "),
            ("{}", TOKENIZER, &tensors("other", &[[1.0, 0.0]]), "nor has it a table `embeddings`"),
        ] {
            let folder = folder(config, tokenizer, weights);
            assert!(why(folder.path()).contains(wanted), "{}", why(folder.path()));
        }
    }
}

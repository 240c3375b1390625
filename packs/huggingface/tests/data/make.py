"""Makes the small tokenizers that the tests run on, one of each kind that models are published with.

    python3 -m pip install tokenizers==0.23.3 sentencepiece==0.2.* protobuf
    python3 make.py ../../../../examples/corpus

Trained on this repository's own examples: they know little, which is what tests want.
"""

import io
import sys
from pathlib import Path

import sentencepiece
from sentencepiece import sentencepiece_model_pb2

from tokenizers import (AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers,
                        processors, trainers)

QWEN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
        r"|\s+(?!\S)|\s+")
HERE = Path(__file__).parent
TEXTS = [path.read_text("utf-8") for path in sorted(Path(sys.argv[1]).rglob("*")) if path.is_file()]


def around(first, last):
    return processors.TemplateProcessing(
        single=f"{first[0]} $A {last[0]}", pair=f"{first[0]} $A {last[0]} $B {last[0]}",
        special_tokens=[first, last])


def save(name, tokenizer, trainer):
    tokenizer.train_from_iterator(TEXTS, trainer)
    return tokenizer


def wordpiece():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    save("wordpiece", tokenizer, trainers.WordPieceTrainer(
        vocab_size=2000, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]))
    tokenizer.post_processor = around(("[CLS]", 2), ("[SEP]", 3))
    # What published files carry, and no counter may mind.
    tokenizer.enable_truncation(16)
    tokenizer.enable_padding(length=16, pad_id=0, pad_token="[PAD]")
    return tokenizer


def cased():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=20))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False, handle_chinese_chars=False, clean_text=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return save("cased", tokenizer, trainers.WordPieceTrainer(vocab_size=600, special_tokens=["[UNK]"]))


def unigram():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    save("unigram", tokenizer, trainers.UnigramTrainer(
        vocab_size=2500, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], unk_token="<unk>"))
    tokenizer.post_processor = around(("<s>", 0), ("</s>", 2))
    return tokenizer


# Rules of our own, of every kind that tables have: one character for another, for several, for none, several for one, and white space.
RULES = {"Ａ": "A", "ｂ": "b", "ﬁ": "fi", "½": "1/2", "…": "...", "，": ",", "。": ".", "　": " ", "\n": " ", "\t": " ", "\u00a0": " ",
         "\u200b": " ", "\u00ad": "", "e\u0301": "é", "か\u3099": "が", "ｶﾞ": "ガ", "①": "1", "㍿": "株式会社"}


def precompiled():
    """As the family of XLM-RoBERTa: SentencePiece's table, then words between white space."""
    rules = HERE / "rules.tsv"
    code = lambda text: " ".join(f"{ord(c):X}" for c in text)
    rules.write_text("".join(f"{code(one)}\t{code(other)}\n" for one, other in RULES.items()))
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter("\n".join(TEXTS).splitlines()), model_writer=model, vocab_size=1500, hard_vocab_limit=False,
        character_coverage=0.98, normalization_rule_tsv=str(rules), minloglevel=2)
    rules.unlink()
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    tokenizer = unigram()
    tokenizer.normalizer = normalizers.Precompiled(proto.normalizer_spec.precompiled_charsmap)
    return tokenizer


def metaspace():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first")
    return save("metaspace", tokenizer, trainers.UnigramTrainer(
        vocab_size=2500, special_tokens=["<unk>", "</s>"], unk_token="<unk>"))


def qwen():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(QWEN), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    save("qwen", tokenizer, trainers.BpeTrainer(
        vocab_size=800, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), special_tokens=["<|endoftext|>"]))
    # Added, but not special: they are found in any text.
    tokenizer.add_tokens([AddedToken("<think>", normalized=False), AddedToken("<tool call>", normalized=False)])
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    return tokenizer


def gpt2():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    save("gpt2", tokenizer, trainers.BpeTrainer(
        vocab_size=600, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), special_tokens=["<|padding|>"]))
    # Runs of spaces, as the family of GPT-NeoX has them.
    tokenizer.add_tokens([AddedToken(" " * count, normalized=True) for count in range(8, 1, -1)])
    return tokenizer


def llama():
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse()])
    save("llama", tokenizer, trainers.BpeTrainer(
        vocab_size=2000, special_tokens=["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]))
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s> $B", special_tokens=[("<s>", 1)])
    return tokenizer


def wordlevel():
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return save("wordlevel", tokenizer, trainers.WordLevelTrainer(vocab_size=400, special_tokens=["[UNK]"]))


for make in (wordpiece, cased, unigram, precompiled, metaspace, qwen, gpt2, llama, wordlevel):
    make().save(str(HERE / f"{make.__name__}.json"), pretty=False)

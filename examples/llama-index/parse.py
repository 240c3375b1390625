"""Parses documents with LlamaIndex, by a policy of kawara.

python3 parse.py [FOLDER], which is examples/corpus if not given; needs kawara[llama-index].
"""

import sys
from pathlib import Path

from llama_index.core import SimpleDirectoryReader
from llama_index.core.schema import MetadataMode

from kawara.llama_index import KawaraNodeParser

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "corpus"
reader = SimpleDirectoryReader(str(folder), recursive=True, required_exts=[".md"], filename_as_id=True)
pages = reader.load_data()
parser = KawaraNodeParser.from_policy(folder / "kawara.toml", window_size=1)
for node in parser.get_nodes_from_documents(pages):
    source = Path(node.metadata["file_path"]).relative_to(folder.resolve())
    # What is embedded has the document's metadata before it, within the budget.
    embedded = node.get_content(MetadataMode.EMBED)
    print(source, node.start_char_idx, node.end_char_idx, len(embedded), repr(node.text[:40]), sep="\t")

"""Splits documents with LangChain, by a policy of kawara.

python3 split.py [FOLDER], which is examples/corpus if not given; needs kawara[langchain].
"""

import sys
from pathlib import Path

from langchain_core.documents import Document

from kawara.langchain import KawaraTextSplitter

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "corpus"
pages = [
    Document(page_content=path.read_text(encoding="utf-8"), metadata={"source": str(path)})
    for path in sorted(folder.rglob("*.md"))
]
splitter = KawaraTextSplitter.from_policy(folder / "kawara.toml")
for part in splitter.split_documents(pages):
    source = Path(part.metadata["source"]).relative_to(folder)
    context = part.metadata.get("kawara_context", "")
    print(source, part.metadata["start_index"], part.metadata["kawara_tokens"], repr(context[-40:]), repr(part.page_content[:40]), sep="\t")

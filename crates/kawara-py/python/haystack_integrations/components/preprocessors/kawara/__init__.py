"""kawara as a component of Haystack; needs ``kawara[haystack]``.

It is in this namespace since :meth:`haystack.Pipeline.loads` takes components from here and refuses those from elsewhere.
"""

from haystack_integrations.components.preprocessors.kawara.document_splitter import KawaraDocumentSplitter

__all__ = ["KawaraDocumentSplitter"]

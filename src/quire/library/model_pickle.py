"""Documents from another process: pickled values of the model and of nothing else.

A process that has read a hostile file may be in somebody's hands. What it sends can name only classes of
`quire.model`, whose construction does nothing but keep values.
"""

from __future__ import annotations

import io
import pickle
from types import ModuleType

from quire.errors import WorkerDied
from quire.model import block, document, geometry, page, span, table
from quire.model.document import Document

_MODULES: tuple[ModuleType, ...] = (block, document, geometry, page, span, table)
_CLASSES: dict[tuple[str, str], type] = {
    (module.__name__, name): value
    for module in _MODULES
    for name, value in vars(module).items()
    if isinstance(value, type) and value.__module__ == module.__name__
}


def dump(value: Document) -> bytes:
    """The document as bytes for `load`."""
    return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)


def load(body: bytes) -> Document:
    """The document that `dump` wrote.

    Raises:
        WorkerDied: the bytes are anything else.
    """
    try:
        found = _ModelUnpickler(io.BytesIO(body)).load()
    except Exception as error:  # whatever a wrong byte leads to
        raise WorkerDied from error
    if not isinstance(found, Document):
        raise WorkerDied
    return found


class _ModelUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> type:
        """A class of the model.

        Raises:
            UnpicklingError: any other name.
        """
        try:
            return _CLASSES[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"{module}.{name} is no class of the model") from None

"""Quire: documents, books and company records as one self-hosted product.

As a library: `parse`, `convert`, `statements`, `invoices`, `Wiki` (docs/library.md). They are imported when they are
first used, so that ``import quire`` costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, whose import takes longer than the rest of this one
if TYPE_CHECKING:
    from quire.library import (
        Chunk,
        Document,
        Invoice,
        Invoices,
        Page,
        PageHit,
        QuireError,
        Sandbox,
        Statement,
        Statements,
        Table,
        Wiki,
        WikiPage,
        convert,
        invoices,
        parse,
        statements,
    )

__all__ = (
    "Chunk",
    "Document",
    "Invoice",
    "Invoices",
    "Page",
    "PageHit",
    "QuireError",
    "Sandbox",
    "Statement",
    "Statements",
    "Table",
    "Wiki",
    "WikiPage",
    "convert",
    "invoices",
    "parse",
    "statements",
)

__version__: str


def __getattr__(name: str) -> object:
    """A public name of `quire.library`, imported now, or the version that was installed.

    Raises:
        AttributeError: it has none of that name.
    """
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            globals()[name] = version("quire")
        except PackageNotFoundError:  # the sources alone
            globals()[name] = "0+unknown"
        return globals()[name]
    if name not in __all__:
        raise AttributeError(f"module 'quire' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module("quire.library"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names too."""
    return sorted({*globals(), *__all__})

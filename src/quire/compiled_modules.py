"""Chooses between the sources of layout and tables and the library that `compile_layout.py` built from them.

The compiled modules are one library beside the sources, with a stamp of every source's size and modification time. The
library is used only while the stamp matches, so an edit is never hidden: the sources run until they are compiled again.
Without a library (a package that was not installed by `make`) the sources run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from types import ModuleType

PACKAGE = "quire"
GROUP = "quire_layout"
"""The name of mypyc's compilation group."""

HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib is start-up time
LIBRARY = os.path.join(HERE, "layout", "_compiled", GROUP + EXTENSION_SUFFIXES[0])  # noqa: PTH118
STAMP = LIBRARY + ".stamp"

_LAYOUT = ("furniture", "headings", "maths", "order", "tables", "text")
PARTS = ("layout", *(f"layout/{part}" for part in _LAYOUT), "tables")
"""Folders of the modules that are compiled."""

_SOURCES = (*PARTS, "model", "")
"""`PARTS`, and the folders whose types the compiler read."""


def module_names() -> list[str]:
    """The dotted names of the modules that are compiled, sorted."""
    names = [
        (part.replace("/", "."), name[:-3])
        for part in PARTS
        for name in os.listdir(os.path.join(HERE, part))  # noqa: PTH118, PTH208
        if name.endswith(".py")
    ]
    return sorted(f"{PACKAGE}.{package}.{name}" for package, name in names if name != "__init__")


def stamp() -> str:
    """One line per source with its size in bytes and modification time; it changes when any source does."""
    found = []
    for folder in _SOURCES:
        with os.scandir(os.path.join(HERE, folder)) as entries:  # noqa: PTH118
            for entry in entries:
                if entry.name.endswith(".py"):
                    stat = entry.stat()
                    found.append(f"{folder}/{entry.name} {stat.st_size} {stat.st_mtime_ns}\n")
    return "".join(sorted(found))


def prefer_compiled(library: str = LIBRARY) -> bool:
    """Use the library if its stamp matches the sources; returns whether it does. A second call does nothing."""
    if library in _refused:
        return False
    if any(isinstance(finder, _Finder) and finder.library == library for finder in sys.meta_path):
        return True
    try:
        with open(library + ".stamp", encoding="utf-8") as file:  # noqa: PTH123
            fits = file.read() == stamp()
    except OSError:
        return False
    if fits:
        sys.meta_path.insert(0, _Finder(library))
    return fits


def refuse_compiled(library: str = LIBRARY) -> bool:
    """Load the sources from here on; returns False, and does nothing, where the library is in use already.

    For tools that watch or replace functions: compiled ones call each other directly. Call it before anything of the
    layout is imported.
    """
    if GROUP + "__mypyc" in sys.modules:
        return False
    _refused.add(library)
    sys.meta_path[:] = [one for one in sys.meta_path if not (isinstance(one, _Finder) and one.library == library)]
    return True


_refused: set[str] = set()


class _Finder:
    """An import hook that finds the compiled modules in the library."""

    def __init__(self, library: str) -> None:
        self.library = library
        self._names = {GROUP + "__mypyc", *module_names()}

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the signature of import hooks
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Where a module is; None for those of others."""
        if name not in self._names:
            return None
        return ModuleSpec(name, ExtensionFileLoader(name, self.library), origin=self.library)

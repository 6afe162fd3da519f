"""Which code of this package runs: its sources, or what `compile_layout.py` has made of them.

The compiled modules are one library beside the sources, with a stamp that names each source by its size and time of
change. They are taken only while every source is as it was then, so an edit is never hidden: it brings the sources
back until they are compiled again. Without a library, the usual case of a package that was not installed by `make`,
nothing happens here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from types import ModuleType

PACKAGE = "quire.layout"
GROUP = "quire_layout"
"""By this name the compiler knows what it compiles together."""

HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib is start-up time
LIBRARY = os.path.join(HERE, "_compiled", GROUP + EXTENSION_SUFFIXES[0])  # noqa: PTH118
STAMP = LIBRARY + ".stamp"

PARTS = ("", "furniture", "headings", "maths", "order", "tables", "text")
"""Folders of the modules that are compiled."""

_SOURCES = (*PARTS, "../model", "..")
"""These, and the folders of those whose types the compiler looked at."""

_ALWAYS_SOURCE = ("__init__", "compiled_modules")


def module_names() -> list[str]:
    """The modules that are compiled, as they are imported."""
    names = [
        (".".join(filter(None, (PACKAGE, part))), name[:-3])
        for part in PARTS
        for name in os.listdir(os.path.join(HERE, part))  # noqa: PTH118, PTH208
        if name.endswith(".py")
    ]
    return sorted(f"{package}.{name}" for package, name in names if name not in _ALWAYS_SOURCE)


def stamp() -> str:
    """What tells whether the sources have changed: a line for each, with its size in bytes and its time of change."""
    found = []
    for folder in _SOURCES:
        with os.scandir(os.path.join(HERE, folder)) as entries:  # noqa: PTH118
            for entry in entries:
                if entry.name.endswith(".py"):
                    stat = entry.stat()
                    found.append(f"{folder}/{entry.name} {stat.st_size} {stat.st_mtime_ns}\n")
    return "".join(sorted(found))


def prefer_compiled(library: str = LIBRARY) -> bool:
    """Whether the modules of the package will be those of the library, which fits the sources."""
    try:
        with open(library + ".stamp", encoding="utf-8") as file:  # noqa: PTH123
            fits = file.read() == stamp()
    except OSError:
        return False
    if fits:
        sys.meta_path.insert(0, _Finder(library))
    return fits


class _Finder:
    """Finds the modules in the library, each by its own entry."""

    def __init__(self, library: str) -> None:
        self._library = library
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
        return ModuleSpec(name, ExtensionFileLoader(name, self._library), origin=self._library)

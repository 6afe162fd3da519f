"""What modules make when they are loaded, kept from one process to the next: regular expressions, functions of records.

A conversion loads 150 regular expressions, 50 dataclasses and 50 named tuples. Compiling the expressions, and the functions
that the library writes for the classes as text, takes 40 ms of each process, as long as seven pages. `keep` notes what
compiling gave, in a file that `compile_layout.py` makes; `recall` puts it where it is looked for. Only the time changes:
everything is told by all of its text (and an expression's flags), so what was edited is compiled as ever, and the file
counts only for the version of Python that made it.

The notes stand on what lies behind the libraries (`_sre`, `re._cache`, and that `dataclasses` and `collections` call `exec`
and `eval`), which may be otherwise in another Python; then they are not found, or nothing is recalled.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, ModuleType
from typing import Any, NamedTuple

FILE = os.path.join(os.path.dirname(__file__), "layout", "_compiled", f"kept.{sys.implementation.cache_tag}")  # noqa: PTH118, PTH120 - pathlib is start-up time
"""Beside the compiled layout."""

_Handed = tuple[int, list[int], int, dict[str, int], list[str | None]]
"""What the engine gets besides the text: flags, code, number of groups, groups by name, names by group."""

_Expression = tuple[str | bytes, int, _Handed]
"""The text, the flags that the caller gave, and what the engine gets."""

_OTHERWISE = (3, 13)
"""From this version of Python on `typing` does more for a named tuple."""

_MOST = 400
"""Expressions that are kept; `re` remembers 512, and those of the caller must have room."""


class _Notes(NamedTuple):
    """What one process has compiled."""

    expressions: list[_Expression]
    functions: dict[str, CodeType]  # by their text


def recall(file: str = FILE) -> int:
    """How many expressions and functions need not be compiled from now on; 0 if none were kept, or for another Python."""
    try:
        with open(file, "rb") as opened:  # noqa: PTH123
            made_by, *parts = marshal.loads(opened.read())  # noqa: S302 - our own, as trusted as the byte code beside it
        return _recalled(_Notes(*parts)) if made_by == sys.version else 0
    except (OSError, ValueError, TypeError, EOFError, AttributeError, ImportError, RuntimeError):
        return 0


def keep(modules: Sequence[str], file: str = FILE) -> int:
    """How many expressions and functions were kept of those that are compiled while `modules` are imported.

    Call it in a process that has imported none of them.
    """
    import importlib

    with _expressions() as handed, _functions() as functions:
        for module in modules:
            importlib.import_module(module)
        expressions = [
            (key[1], int(key[2]), handed[id(pattern)])
            for key, pattern in re._cache.items()  # type: ignore[attr-defined]  # noqa: SLF001
            if id(pattern) in handed
        ][:_MOST]
    part = f"{file}.part"
    with open(part, "wb") as opened:  # noqa: PTH123
        opened.write(marshal.dumps((sys.version, expressions, functions)))
    os.replace(part, file)  # noqa: PTH105
    return len(expressions) + len(functions)


def _recalled(notes: _Notes) -> int:
    import _sre  # type: ignore[import-not-found]
    import collections

    _inspect_when_asked()
    if sys.version_info < _OTHERWISE:
        _named_tuples_made_once()
    import dataclasses

    for text, asked, (flags, code, groups, index, names) in notes.expressions:
        found = _sre.compile(text, flags, code, groups, index, tuple(names))
        re._cache[type(text), text, asked] = found  # type: ignore[attr-defined]  # noqa: SLF001
    known = notes.functions.get

    def execute(text: str, *spaces: Any) -> None:  # noqa: ANN401 - as the built-in function
        exec(known(text) or _code(text, "exec"), *spaces)  # noqa: S102 - text of the library, or what compiling it gave

    def evaluate(text: str, *spaces: Any) -> object:  # noqa: ANN401
        return eval(known(text) or _code(text, "eval"), *spaces)  # noqa: S307

    if notes.functions:
        dataclasses.exec = execute  # type: ignore[attr-defined]
        collections.eval = evaluate  # type: ignore[attr-defined]
    return len(notes.expressions) + len(notes.functions)


def _code(text: str, mode: str) -> CodeType:
    return compile(text, "<string>", mode, dont_inherit=True)  # or annotations would be text, as in this module


def _inspect_when_asked() -> None:
    """Load `inspect` when something of it is used: `dataclasses` import it for classes without a word about them.

    It takes with it the tokens, the syntax trees and the instructions of Python, a tenth of what a short document costs.
    A `LazyLoader` of the library would load it as soon as it is imported a second time.
    """
    name = "inspect"
    if name in sys.modules:
        return
    later = ModuleType(name)

    def found(asked: str) -> object:
        if asked.startswith("__"):  # the machinery of imports looks at modules
            raise AttributeError(asked)
        if sys.modules.get(name) is later:
            del sys.modules[name]
        import inspect

        later.__dict__.update(vars(inspect))
        return getattr(inspect, asked)

    later.__dict__["__getattr__"] = found
    sys.modules[name] = later


def _named_tuples_made_once() -> None:
    """Have `typing` make the class of a named tuple once, and compile no annotations that stand as text.

    It makes each class with one base, takes another instead (the same one), by which Python looks through all that a class
    can do a second time, and compiles each annotation: 85 us, now 27, for each of the 90 classes of a
    conversion. What is
    wrong or generic is left to it, and what it says is its own; an annotation stays text until somebody asks for its type.
    """
    import collections
    import typing

    meta, special = typing.NamedTupleMeta, typing._special  # type: ignore[attr-defined]  # noqa: SLF001
    refused = typing._prohibited  # type: ignore[attr-defined]  # noqa: SLF001
    slowly = meta.__new__
    if slowly.__module__ == __name__:
        return

    def once(kind: type, name: str, bases: tuple[object, ...], body: dict[str, Any]) -> object:
        fields = body.get("__annotations__", {})
        given = [field for field in fields if field in body]
        if len(bases) > 1 or given != list(fields)[len(fields) - len(given) :] or not refused.isdisjoint(body):
            return slowly(kind, name, bases, body)
        values = [body[field] for field in given]
        made: Any = collections.namedtuple(name, fields, defaults=values, module=body["__module__"])  # type: ignore[misc]  # noqa: PYI024
        made.__annotations__ = made.__new__.__annotations__ = fields
        for key, value in body.items():
            if key not in special and key not in fields:
                setattr(made, key, value)
        return made

    meta.__new__ = once


@contextlib.contextmanager
def _expressions() -> Iterator[dict[int, _Handed]]:
    """What is handed to the engine for each expression, by the identity of what comes back, while the block lasts."""
    import _sre

    compiling = _sre.compile
    handed: dict[int, _Handed] = {}
    made = []

    def note(text: str | bytes, *given: Any) -> object:  # noqa: ANN401 - `_Handed`
        pattern = compiling(text, *given)
        made.append(pattern)  # or its identity would be another's
        flags, code, groups, index, names = given
        handed[id(pattern)] = (int(flags), [int(one) for one in code], groups, dict(index), list(names))
        return pattern

    _sre.compile = note
    try:
        yield handed
    finally:
        _sre.compile = compiling


@contextlib.contextmanager
def _functions() -> Iterator[dict[str, CodeType]]:
    """What the libraries of records compile, by its text, while the block lasts."""
    import collections
    import dataclasses

    compiled: dict[str, CodeType] = {}

    def noting(run: Callable[..., object], mode: str) -> Callable[..., object]:
        def note(text: str, *spaces: Any) -> object:  # noqa: ANN401 - as the built-in functions
            code = compiled[text] = _code(text, mode)
            return run(code, *spaces)

        return note

    dataclasses.exec = noting(exec, "exec")  # type: ignore[attr-defined]
    collections.eval = noting(eval, "eval")  # type: ignore[attr-defined]
    try:
        yield compiled
    finally:
        del dataclasses.exec, collections.eval  # type: ignore[attr-defined]

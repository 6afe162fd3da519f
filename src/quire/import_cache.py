"""Caches what imports compile between processes: regular expressions, functions of dataclasses and named tuples.

A conversion imports 150 regular expressions, 50 dataclasses and 50 named tuples. Compiling the expressions, and the
functions that the standard library writes for the classes as text, takes a quarter of a short conversion:

| CPU ms, best of 15 rounds (CPython 3.11) | with the cache | without |
|---|---|---|
| one page to Markdown | 147 | 207 |
| one page to Word | 273 | 330 |
| 20 pages of a 10-K to Markdown | 249 | 311 |
| 20 pages of a 10-K to Word | 457 | 507 |
| loading `quire invoice`; `quire finance` | 220; 170 | 500; 370 |

`write_cache` records what was compiled in a file, which `compile_layout.py` makes; `load_cache` puts it where Python
looks for it. Only the time changes: the keys are the whole texts (and an expression's flags), so edited code is
compiled as usual, and the file counts only for the version of Python that made it.

The cache relies on private parts of the standard library (`_sre`, `re._cache`, and that `dataclasses` and `collections`
call `exec` and `eval`). Where another Python lacks them, nothing is loaded.
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

_FOLDER = os.path.join(os.path.dirname(__file__), "layout", "_compiled")  # noqa: PTH118, PTH120 - pathlib is slow to import
CACHE_FILE = os.path.join(_FOLDER, f"import_cache.{sys.implementation.cache_tag}")  # noqa: PTH118
"""Beside the compiled layout; of a conversion."""

COMMANDS = {
    "invoice": ("quire.cli.invoice", "quire.jobs.invoice_task", "quire.read.pdf.pdf_source"),
    "finance": ("quire.cli.finance", "quire.jobs.statement_task", "quire.read.pdf.pdf_source"),
}
"""Further commands with a cache of their own, and the modules that they load; 300 and 230 expressions."""

_EngineCode = tuple[int, list[int], int, dict[str, int], list[str | None]]
"""What the engine of `re` gets besides the text: flags, code, number of groups, groups by name, names by group."""

_Expression = tuple[str | bytes, int, _EngineCode]
"""The text, the flags that the caller gave, and what the engine gets."""

_TYPING_CHANGED = (3, 13)
"""From this version of Python on, `typing` does more for a named tuple."""

_MOST_EXPRESSIONS = 400
"""Cached expressions; `re` holds 512, and those of the caller need room."""


class _Compiled(NamedTuple):
    """What one process has compiled."""

    expressions: list[_Expression]
    functions: dict[str, CodeType]  # by their text


def command_cache(command: str) -> str:
    """The cache of one of `COMMANDS`."""
    return f"{CACHE_FILE}.{command}"


def load_cache(file: str = CACHE_FILE) -> int:
    """Load the cache; how many expressions and functions it holds, 0 without a cache or for another Python."""
    try:
        with open(file, "rb") as opened:  # noqa: PTH123
            made_by, *parts = marshal.loads(opened.read())  # noqa: S302 - our own file, as trusted as the byte code
        return _install(_Compiled(*parts)) if made_by == sys.version else 0
    except (OSError, ValueError, TypeError, EOFError, AttributeError, ImportError, RuntimeError):
        return 0


def write_cache(modules: Sequence[str], file: str = CACHE_FILE) -> int:
    """Cache what importing `modules` compiles; how many expressions and functions that is.

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
        ][:_MOST_EXPRESSIONS]
    part = f"{file}.part"
    with open(part, "wb") as opened:  # noqa: PTH123
        opened.write(marshal.dumps((sys.version, expressions, functions)))
    os.replace(part, file)  # noqa: PTH105
    return len(expressions) + len(functions)


def _install(cache: _Compiled) -> int:
    import _sre  # type: ignore[import-not-found]
    import collections

    _import_inspect_lazily()
    if sys.version_info < _TYPING_CHANGED:
        _make_named_tuples_once()
    import dataclasses

    for text, asked, (flags, code, groups, index, names) in cache.expressions:
        found = _sre.compile(text, flags, code, groups, index, tuple(names))
        re._cache[type(text), text, asked] = found  # type: ignore[attr-defined]  # noqa: SLF001
    known = cache.functions.get

    def execute(text: str, *spaces: Any) -> None:  # noqa: ANN401 - as the built-in function
        exec(known(text) or _code(text, "exec"), *spaces)  # noqa: S102 - text of the library, or what compiling it gave

    def evaluate(text: str, *spaces: Any) -> object:  # noqa: ANN401
        return eval(known(text) or _code(text, "eval"), *spaces)  # noqa: S307

    if cache.functions:
        dataclasses.exec = execute  # type: ignore[attr-defined]
        collections.eval = evaluate  # type: ignore[attr-defined]
    return len(cache.expressions) + len(cache.functions)


def _code(text: str, mode: str) -> CodeType:
    return compile(text, "<string>", mode, dont_inherit=True)  # or annotations would be text, as in this module


def _import_inspect_lazily() -> None:
    """Import `inspect` when something in it is first used: `dataclasses` needs it only for classes without a docstring.

    `inspect` imports `tokenize`, `ast` and `dis`, a tenth of the cost of a short document. A `LazyLoader` of the
    standard library would load it as soon as it is imported a second time.
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


def _make_named_tuples_once() -> None:
    """Make `typing` build the class of a named tuple once, without compiling annotations that are text.

    `typing` sets the bases of each class a second time and compiles each annotation: 85 us, now 27, for each of the 90
    classes of a conversion. Invalid and generic classes still go to `typing`, with its own errors; an annotation stays
    text until somebody asks for its type.
    """
    import collections
    import typing

    meta, special = typing.NamedTupleMeta, typing._special  # type: ignore[attr-defined]  # noqa: SLF001
    refused = typing._prohibited  # type: ignore[attr-defined]  # noqa: SLF001
    original = meta.__new__
    if original.__module__ == __name__:
        return

    def once(kind: type, name: str, bases: tuple[object, ...], body: dict[str, Any]) -> object:
        fields = body.get("__annotations__", {})
        given = [field for field in fields if field in body]
        if len(bases) > 1 or given != list(fields)[len(fields) - len(given) :] or not refused.isdisjoint(body):
            return original(kind, name, bases, body)
        values = [body[field] for field in given]
        made: Any = collections.namedtuple(name, fields, defaults=values, module=body["__module__"])  # type: ignore[misc]  # noqa: PYI024
        made.__annotations__ = made.__new__.__annotations__ = fields
        for key, value in body.items():
            if key not in special and key not in fields:
                setattr(made, key, value)
        return made

    meta.__new__ = once


@contextlib.contextmanager
def _expressions() -> Iterator[dict[int, _EngineCode]]:
    """What the engine gets for each expression while the block lasts, by the `id` of the compiled pattern."""
    import _sre

    compiling = _sre.compile
    handed: dict[int, _EngineCode] = {}
    made = []

    def note(text: str | bytes, *given: Any) -> object:  # noqa: ANN401 - `_EngineCode`
        pattern = compiling(text, *given)
        made.append(pattern)  # keeps its id from being reused
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
    """The code that `dataclasses` and `collections` compile while the block lasts, by its text."""
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

"""Every regular expression of the package takes time in proportion to its text, whatever the text.

A book, a page or a file is written by anybody: one expression that takes quadratic time makes a text of a megabyte
an hour's work. All expressions are found by importing every module (constants, also in containers and in cached
builders) and by reading the source for those that are written where they are used.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import itertools
import math
import pkgutil
import re
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import FrameType, ModuleType
from typing import NamedTuple

import pytest

import quire
from tests.hostile_texts import hostile_units

BOUND = 1.6
"""Exponent of the time over the length of the text from which on an expression is not linear: quadratic ones show 1.9
to 2.1, linear ones up to 1.5 on a busy machine."""
FIRST, QUARTER = 4_000, 1_000
"""Characters that every expression is tried with, and a quarter of them."""
QUICK = 4e-4
"""Seconds (CPU) for `FIRST` characters that nobody needs to look at: a quadratic expression takes ten times as long
even where one step takes a nanosecond."""
SUSPICIOUS = 5.5
"""How many times as long as a quarter of a text the whole takes from which on the exponent is measured: 4 is linear, 16
quadratic."""
SIZES = (4_000, 8_000, 16_000, 32_000)
"""Characters that the exponent of a suspicious expression is measured with."""
STEEP = 0.01
"""Seconds (CPU) that the longest text has to take for its exponent to be believed."""
LONGEST = 0.4
"""Seconds (CPU) after which one search is given up."""
ENOUGH = 0.4
"""Seconds (CPU) of looking at one expression, without finding anything, after which it is left alone."""
AGAIN = 2
"""How often the exponent is measured again before an expression fails: a busy machine slows down one measurement."""
ENDS = ("", "\x00", "\n\x00")

BOUNDED: Mapping[str, str] = {
    "quire.wiki.search.query_tokens:_ASKING_EN": "a query, cut to LONGEST (2,000) characters before",
    "quire.wiki.search.query_tokens:_ASKING_NAME": "a query, cut to LONGEST (2,000) characters before",
    "quire.finance.value_columns:_NOTE_REF": "a cell of at most _LONGEST_NOTE (24) characters",
    "quire.finance.statement_titles:_pattern": "a line of at most MAX_TITLE characters, see title_of",
    "quire.finance.statement_titles:_EN_MONEY": "a line of at most MAX_TITLE characters, see title_of",
    "quire.finance.checks:lexicon": "parts of the titles' expression, used only inside it",
    "quire.finance.lexicon:lexicon": "parts of the titles' expression, used only inside it",
    "quire.wiki.site.reading_view:_UNIT": "one passage, whose fences are made and closed by wiki/book.py",
    "quire.company.company_names:_LEGAL": "a name, cut to LONGEST characters before",
    "quire.read.books.plain_text:_SITE": "a line of at most _SITE_LONGEST (90) characters",
}
"""Expressions that only see short or trusted texts, by module and name, with what bounds the text."""


class Found(NamedTuple):
    """An expression with where it stands and the functions that it is used with (empty: any)."""

    place: str
    pattern: re.Pattern[str]
    methods: frozenset[str]


def modules() -> Iterator[ModuleType]:
    for one in pkgutil.walk_packages(quire.__path__, "quire."):
        if one.name.endswith("__main__") or ".migrations" in one.name:
            continue
        try:
            yield importlib.import_module(one.name)
        except ImportError:  # of an optional dependency
            continue


def source_of(module: str) -> Path:
    """The source of a module, even where a compiled library is loaded in its place."""
    path = Path(quire.__path__[0], *module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def expressions() -> list[Found]:
    """Every expression once: those of constants, and those that are written where they are used."""
    loaded = list(modules())
    trees = {
        one.__name__: ast.parse(source.read_text("utf-8"))
        for one in loaded
        if (source := source_of(one.__name__)).is_file()
    }
    used = uses(trees)
    out: dict[tuple[str, int], Found] = {}
    for module in loaded:
        for name, value in vars(module).items():
            for pattern in held(value):
                methods = (
                    used.get(scope(module.__name__, name), frozenset())
                    if isinstance(value, re.Pattern)
                    else frozenset[str]()
                )
                known = out.get((pattern.pattern, pattern.flags))
                if known is None or (known.methods and not methods):
                    out[pattern.pattern, pattern.flags] = Found(f"{module.__name__}:{name}", pattern, methods)
        for found in written(module, trees.get(module.__name__)):
            out.setdefault((found.pattern.pattern, found.pattern.flags), found)
    return list(out.values())


def held(value: object, depth: int = 4) -> Iterator[re.Pattern[str]]:
    """The expressions of a value: itself, what a container or a dataclass holds, what a builder makes."""
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
        return
    for one in parts(value) if depth else ():
        yield from held(one, depth - 1)


def parts(value: object) -> Iterable[object]:
    """What a value holds; what a cached function makes, if it takes nothing or only a language."""
    if isinstance(value, functools._lru_cache_wrapper):
        types = dict(getattr(value, "__annotations__", {}))
        returned = str(types.pop("return", ""))
        if list(types) in (["language"], ["lang"]):
            return (value("en"), value("zh"))
        return () if types or "Pattern" not in returned else (value(),)
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values())
    if isinstance(value, tuple | list | set | frozenset):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, one.name) for one in dataclasses.fields(value)]
    return ()


def uses(trees: Mapping[str, ast.Module]) -> dict[tuple[str, str], frozenset[str]]:
    """Methods that are called on each name, by module ("" for a public name); none for a name that is also passed on."""
    called: dict[tuple[str, str], set[str]] = defaultdict(set)
    passed: set[tuple[str, str]] = set()
    for module, tree in trees.items():
        owned = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                owner = node.value.id if isinstance(node.value, ast.Name) else getattr(node.value, "attr", "")
                called[scope(module, owner)].add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in owned:
                passed.add(scope(module, node.id))
    return {key: frozenset(methods - {"pattern"}) for key, methods in called.items() if key not in passed}


def scope(module: str, name: str) -> tuple[str, str]:
    """What a name is looked up by: a private one belongs to its module."""
    return (module if name.startswith("_") else "", name)


def written(module: ModuleType, tree: ast.Module | None) -> Iterator[Found]:
    """The expressions in calls of `re`, where they are constants or made of the module's strings."""
    for node in ast.walk(tree) if tree else ():
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.args
            and node.func.attr != "escape"
        ):
            text = resolved(node.args[0], vars(module))
            if text is not None:
                flags = re.IGNORECASE if "IGNORECASE" in ast.unparse(node) else 0
                flags |= re.ASCII if "re.ASCII" in ast.unparse(node) else 0
                flags |= re.VERBOSE if "VERBOSE" in ast.unparse(node) else 0
                flags |= re.MULTILINE if "MULTILINE" in ast.unparse(node) else 0
                flags |= re.DOTALL if "DOTALL" in ast.unparse(node) else 0
                yield Found(f"{module.__name__}:{node.lineno}", re.compile(text, flags), frozenset({node.func.attr}))


def resolved(node: ast.expr, names: Mapping[str, object]) -> str | None:
    """The string of an expression of the source, where constants and names of the module say it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        value = names.get(node.id)
        return value if isinstance(value, str) else None
    if isinstance(node, ast.FormattedValue):
        return resolved(node.value, names)
    if isinstance(node, ast.JoinedStr):
        parts = [resolved(one, names) for one in node.values]
        return None if None in parts else "".join(one or "" for one in parts)
    return None


class TooLong(Exception):
    """One search took longer than `LONGEST`."""


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TooLong


@pytest.fixture
def limited() -> Iterator[None]:
    """Ends a search after `LONGEST` seconds of CPU time; the matcher looks for signals as it goes."""
    before = signal.signal(signal.SIGVTALRM, _stop)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def cost(run: Callable[[str], object], text: str, repeats: int = 1) -> float:
    """The least CPU time of some runs, in seconds; infinite for one that is given up."""
    best = math.inf
    for _ in range(repeats):
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        try:
            started = time.process_time()
            run(text)
            best = min(best, time.process_time() - started)
        except TooLong:
            return math.inf
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return best


def runners(found: Found) -> list[Callable[[str], object]]:
    """How an expression is used: from the beginning of a text only, or at each place of it."""
    if found.methods and found.methods <= {"match", "fullmatch"}:
        return [getattr(found.pattern, one) for one in sorted(found.methods)]
    return [lambda text: sum(1 for _ in found.pattern.finditer(text))]


def exponent(run: Callable[[str], object], unit: str, end: str) -> float:
    """The power of the length with which the time grows; 1 for what stays too quick to measure."""
    times = []
    for size in SIZES:
        times.append(cost(run, unit * (size // len(unit)) + end, 2))
        if times[-1] == math.inf:
            return math.inf
        if len(times) > 1 and times[-1] > LONGEST / 4:
            break
    if times[-1] < STEEP:
        return 1.0
    floors = [max(one, 1e-6) for one in times]  # a coarse clock measures nothing
    steps = [math.log2(after / before) for before, after in itertools.pairwise(floors)]
    return min(sum(steps) / len(steps), steps[-1])


def slowest(found: Found) -> tuple[float, str] | None:
    """The first exponent above the bound, with its text; None for an expression in linear time."""
    started = time.process_time()
    for unit in hostile_units(found.pattern):
        if time.process_time() - started > ENOUGH:
            return None
        for run in runners(found):
            for end in ENDS:
                text = unit * (FIRST // len(unit)) + end
                if cost(run, text) < QUICK or (whole := cost(run, text, 2)) < QUICK:
                    continue
                if whole < SUSPICIOUS * cost(run, unit * (QUARTER // len(unit)) + end):
                    continue
                power = exponent(run, unit, end)
                if power > BOUND and all(exponent(run, unit, end) > BOUND for _ in range(AGAIN)):
                    return power, repr(unit[:60]) + " n times" + (f" and {end!r}" if end else "")
    return None


def test_every_expression_is_linear(limited: None) -> None:
    faults = []
    for found in expressions():
        if found.place in BOUNDED:
            continue
        slow = slowest(found)
        if slow:
            faults.append(f"{found.place}: n^{slow[0]:.1f} over {slow[1]}: {found.pattern.pattern[:100]!r}")
    assert not faults, "\n" + "\n".join(faults)

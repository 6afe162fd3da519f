"""What imports compile is cached from one process to the next."""

from __future__ import annotations

import marshal
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quire import import_cache

MODULE = """
import re
from dataclasses import dataclass, field
from typing import NamedTuple
WORD = re.compile(r"(?P<word>[^\\W\\d_]+)-(\\d{2,})?", re.IGNORECASE)
MARK = re.compile(rb"[\\0-\\x20]*<<(?!x)")
class Pair(NamedTuple):
    left: int
    right: int = 2
@dataclass(frozen=True, slots=True, order=True)
class Point:
    x: int
    y: list[int] = field(default_factory=list)
HAN = re.compile("[\\u4e00-\\u9fff]|ſ", re.I | re.VERBOSE)
"""


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """The file of what a module's expressions become, made in a process of its own."""
    (tmp_path / "cached_sample.py").write_text(MODULE, encoding="utf-8")
    file = tmp_path / "cache"
    run(
        tmp_path,
        f"from quire.import_cache import write_cache; assert write_cache(['cached_sample'], {str(file)!r}) >= 3",
    )
    return file


def run(folder: Path, script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_loaded_expressions_are_those_that_compiling_gives(cache: Path) -> None:
    _, notes, _ = marshal.loads(cache.read_bytes())
    script = (
        "import re\nfrom quire.import_cache import load_cache\n"
        f"assert load_cache({str(cache)!r}) >= 3\n"
        "loaded = dict(re._cache)\nre.purge()\n"
        "for (kind, text, flags), pattern in loaded.items():\n"
        "    fresh = re.compile(text, flags)\n"
        "    assert fresh == pattern and fresh is not pattern\n"
        "    assert (fresh.flags, fresh.groups, dict(fresh.groupindex)) == "
        "(pattern.flags, pattern.groups, dict(pattern.groupindex))\n"
        "import cached_sample as made\n"
        "assert made.WORD.match('Ab-123').groupdict() == {'word': 'Ab'}\n"
    )
    run(cache.parent, script)
    assert {text for text, _, _ in notes} >= {b"[\\0-\\x20]*<<(?!x)"}


def test_classes_are_those_that_the_libraries_make(cache: Path) -> None:
    script = (
        "import builtins, collections, dataclasses, pickle\nfrom quire.import_cache import load_cache\n"
        f"load_cache({str(cache)!r})\n"
        "def refuse(source, *spaces):\n    assert not isinstance(source, str)\n    return run(source, *spaces)\n"
        "run = builtins.exec\nbuiltins.exec = refuse\n"
        "from cached_sample import Pair, Point\n"
        "assert Pair(1) == (1, 2) and Pair(1)._replace(right=3).right == 3 and repr(Pair(1)) == 'Pair(left=1, right=2)'\n"
        "assert Point(1) == Point(1, []) < Point(2) and repr(Point(1)) == 'Point(x=1, y=[])'\n"
        "assert pickle.loads(pickle.dumps(Point(1))) == Point(1)\n"
        "try:\n    Point(1).x = 2\nexcept dataclasses.FrozenInstanceError:\n    pass\nelse:\n    raise AssertionError\n"
    )
    run(cache.parent, script)


def test_they_are_not_compiled_again(cache: Path) -> None:
    script = (
        "import re\nfrom quire.import_cache import load_cache\n"
        f"load_cache({str(cache)!r})\n"
        "def refuse(*_):\n    raise AssertionError\n"
        "re._compiler.compile = refuse\n"
        "import cached_sample\n"
    )
    run(cache.parent, script)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no such thing",
        marshal.dumps(None),
        marshal.dumps((sys.version, 5)),
        marshal.dumps((sys.version, [("x", 0, (0, [1, 2], 0, {}, []))], {})),  # code that the engine refuses
        marshal.dumps(("another Python", [], {"1": compile("1", "", "eval")})),
    ],
)
def test_what_is_no_use_is_left(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "cache"
    file.write_bytes(content)
    assert import_cache.load_cache(str(file)) == 0
    assert re.compile("x").match("x")


def test_without_a_file_nothing_happens(tmp_path: Path) -> None:
    assert import_cache.load_cache(str(tmp_path / "none")) == 0


def test_what_dataclasses_import_is_loaded_when_it_is_asked_for(cache: Path) -> None:
    script = (
        "import sys\nfrom quire.import_cache import load_cache\n"
        f"assert load_cache({str(cache)!r})\n"
        "import dataclasses, inspect\n"
        "import inspect as again\n"
        "assert not hasattr(inspect, '__path__') and inspect is again\n"
        "assert 'dis' not in sys.modules\n"
        "@dataclasses.dataclass\nclass Plain:\n    x: int\n"
        "assert Plain.__doc__ == 'Plain(x: int)', Plain.__doc__\n"
        "from inspect import Parameter, signature\n"
        "import inspect as third\n"
        "assert signature is third.signature is inspect.signature is dataclasses.inspect.signature\n"
        "assert third.__file__ and Parameter is inspect.Parameter\n"
        "try:\n    inspect.no_such_thing\nexcept AttributeError:\n    pass\nelse:\n    raise AssertionError\n"
    )
    run(cache.parent, script)


NAMED = """
from __future__ import annotations
import pickle, typing
from typing import Generic, NamedTuple, TypeVar
T = TypeVar("T")
class Pair(NamedTuple):
    "Two numbers."
    left: int
    right: int | None = 2
    @property
    def sum(self) -> int:
        return self.left + (self.right or 0)
    def __str__(self) -> str:
        return "pair"
class Held(NamedTuple, Generic[T]):
    one: T
wrong = []
for body in ("left: int = 1; right: int", "left: int; _fields = ()", "_left: int", "left: int; left_ = 3"):
    try:
        exec(f"class Wrong(NamedTuple):\\n    {body}")
    except (TypeError, AttributeError, ValueError) as error:
        wrong.append(repr(error))
pair = Pair(1)
print(pair, repr(pair), pair.sum, Pair.__doc__, Pair._fields, Pair._field_defaults, Pair.__module__, Pair.__qualname__)
print(Pair.__mro__, Pair.__match_args__, typing.get_type_hints(Pair))
print(pair == pickle.loads(pickle.dumps(pair)) == (1, 2), Held[int](3), wrong)
"""


def test_named_tuples_that_are_made_once_are_what_the_library_makes() -> None:
    def said(before: str) -> str:
        script = NAMED.replace("import pickle", f"{before}\nimport pickle", 1)
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert said("import quire.import_cache as k; k._make_named_tuples_once(); k._make_named_tuples_once()") == said(
        "pass"
    )


@pytest.mark.parametrize("command", import_cache.COMMANDS)
def test_the_cache_of_a_command_spares_its_expressions(command: str, tmp_path: Path) -> None:
    file = str(tmp_path / "cache")
    make = f"from quire import import_cache as c; c.write_cache(c.COMMANDS[{command!r}], {file!r})"
    run(tmp_path, make)
    count = (
        "import re, importlib\nfrom re import _compiler\nfrom quire import import_cache as c\n"
        "compiled, compiling = [], _compiler.compile\n"
        "_compiler.compile = lambda *given: compiled.append(given) or compiling(*given)\n"
        "c.load_cache({file!r})\nfor name in c.COMMANDS[{command!r}]: importlib.import_module(name)\n"
        "print(len(compiled))\n"
    )
    spared = int(run(tmp_path, count.format(file=file, command=command)))
    as_ever = int(run(tmp_path, count.format(file=str(tmp_path / "none"), command=command)))
    assert spared < as_ever / 4

"""The compiled layout: taken only while it fits its sources, and the same in what it gives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import compile_layout
import pytest

from quire import compiled_modules

SAMPLES = Path(__file__).parents[1] / "samples"

CONVERT = """
import sys
from pathlib import Path
import quire.layout
import quire.tables
if sys.argv[1] == "sources":
    own = "quire.compiled_modules"
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != own]
from quire.jobs.conversion import convert
from quire.layout import pipeline
assert pipeline.__file__.endswith(".py") == (sys.argv[1] == "sources"), pipeline.__file__
convert(Path(sys.argv[2]), Path(sys.argv[3]), to="json")
"""


@pytest.fixture
def library(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    return str(tmp_path / "library.so")


def note(library, text):
    Path(library + ".stamp").write_text(text, encoding="utf-8")


def test_without_a_library_the_sources_run(library):
    before = list(sys.meta_path)
    assert not compiled_modules.prefer_compiled(library)
    assert sys.meta_path == before


def test_every_folder_is_compiled():
    folder = Path(compiled_modules.HERE)
    sources = [path.relative_to(folder) for part in ("layout", "tables") for path in (folder / part).rglob("*.py")]
    assert compiled_modules.module_names() == sorted(
        ".".join((compiled_modules.PACKAGE, *one.with_suffix("").parts)) for one in sources if one.stem != "__init__"
    )


def test_a_library_that_fits_the_sources_is_preferred(library):
    note(library, compiled_modules.stamp())
    assert compiled_modules.prefer_compiled(library)
    found = sys.meta_path[0].find_spec("quire.layout.order.reading_order", None)
    assert (found.name, found.origin) == ("quire.layout.order.reading_order", library)
    inside = ("quire.layout.maths.formula_regions", "quire_layout__mypyc")
    outside = (
        "quire.layout",
        "quire.layout.maths",
        "quire.compiled_modules",
        "quire.model.page",
        "reading_order",
    )
    assert all(sys.meta_path[0].find_spec(name, None) for name in inside)
    assert not any(sys.meta_path[0].find_spec(name, None) for name in outside)


def test_sources_that_are_asked_for_are_loaded_though_a_library_fits(library, monkeypatch):
    monkeypatch.delitem(sys.modules, compiled_modules.GROUP + "__mypyc", raising=False)
    monkeypatch.setattr(compiled_modules, "_refused", set())
    note(library, compiled_modules.stamp())
    assert compiled_modules.prefer_compiled(library)
    assert compiled_modules.refuse_compiled(library)
    assert not compiled_modules.prefer_compiled(library)
    assert not any(getattr(one, "library", None) == library for one in sys.meta_path)


def test_a_library_in_use_stays_in_use(library, monkeypatch):
    monkeypatch.setitem(sys.modules, compiled_modules.GROUP + "__mypyc", compiled_modules)
    note(library, compiled_modules.stamp())
    assert compiled_modules.prefer_compiled(library)
    assert not compiled_modules.refuse_compiled(library)
    assert compiled_modules.prefer_compiled(library)


def test_a_changed_source_brings_the_sources_back(library):
    note(library, compiled_modules.stamp().replace("/reading_order.py ", "/reading_order.py 1"))
    assert not compiled_modules.prefer_compiled(library)


def test_the_stamp_tells_of_edits_additions_and_the_types_below(tmp_path, monkeypatch):
    for name in ("layout/text/text_rows.py", "layout/maths/latex_symbols.py", "model/page.py", "text.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("a = 1\n")
    for part in compiled_modules.PARTS:
        (tmp_path / part).mkdir(exist_ok=True)
    monkeypatch.setattr(compiled_modules, "HERE", str(tmp_path))
    stamps = [compiled_modules.stamp()]
    assert len(stamps[0].splitlines()) == 4
    for name in ("layout/text/text_rows.py", "layout/maths/latex_symbols.py", "model/page.py", "text.py"):
        os.utime(tmp_path / name, ns=(1, 1))
        stamps.append(compiled_modules.stamp())
    (tmp_path / "layout/new.py").write_text("")
    stamps.append(compiled_modules.stamp())
    assert len(set(stamps)) == 6


def test_the_compiler_takes_every_module(tmp_path):
    pytest.importorskip("mypyc")
    shims, sources, includes = compile_layout.translated(tmp_path)
    names = [name.rsplit(".", 1)[-1] for name in compiled_modules.module_names()]
    assert sorted(path.stem for path in shims) == sorted(names)
    assert len(sources) > len(names)
    assert includes


def test_constants_are_final_where_they_are_bound_once():
    source = """from __future__ import annotations
A = 1  # é
_B, C = 2.0, "ü"
D: dict[str, int] = {}
TWICE = 1
TWICE = 2
small = 3
LONG = (
    1,
)
def inside():
    NAME = 2
"""
    assert (
        compile_layout.final(source)
        == """from __future__ import annotations; from typing import Final
A: Final = 1  # é
_B: Final = 2.0; C: Final = "ü"
D: Final[dict[str, int]] = {}
TWICE = 1
TWICE = 2
small = 3
LONG: Final = (
    1,
)
def inside():
    NAME = 2
"""
    )
    assert compile_layout.final("small = 1\n") == "small = 1\n"


def test_where_nothing_can_be_compiled_a_sentence_says_so(tmp_path, monkeypatch, capsys):
    library = tmp_path / "made" / "library.so"
    monkeypatch.setattr(compile_layout, "LIBRARY", str(library))
    monkeypatch.setattr(compile_layout, "STAMP", str(library) + ".stamp")
    monkeypatch.setattr(compile_layout.shutil, "which", lambda name: None)
    assert compile_layout.main([]) == 0
    assert "The layout runs from its sources, a fifth slower: there is no " in capsys.readouterr().out
    assert list(library.parent.iterdir()) == []


def test_compiled_and_sources_give_the_same_bytes(tmp_path):
    if (
        not Path(compiled_modules.STAMP).is_file()
        or Path(compiled_modules.STAMP).read_text(encoding="utf-8") != compiled_modules.stamp()
    ):
        pytest.skip("the layout is not compiled here, or its sources have changed since")
    for name in ("annual-report-en.pdf", "annual-report-zh.pdf", "briefing-slides.pdf"):
        for way in ("sources", "compiled"):
            command = [sys.executable, "-c", CONVERT, way, SAMPLES / name, tmp_path / f"{name}.{way}"]
            subprocess.run(command, check=True)
        assert (tmp_path / f"{name}.sources").read_bytes() == (tmp_path / f"{name}.compiled").read_bytes()

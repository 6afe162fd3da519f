"""Rules about the repository itself: sizes, documents, dependencies, licences, names that must not stand anywhere."""

from __future__ import annotations

import ast
import functools
import importlib.metadata
import itertools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "quire"
LONGEST = 500  # lines of a module; only data may be longer
MANY_MODULES = 10  # a folder with more has a README that names them
MOST_TIMING_TESTS = 5
SAME_ROLE = {
    "checks": "the findings of statements and of invoices",
    "extract": "the entry point of finance and of invoice",
    "invoice": "the model of an invoice, and the command",
    "keys": "the credential store, and the command",
    "lexicon": "vocabularies from data files",
    "reread": "the second recognition of doubtful text, for statements and for invoices",
}
"""Base names in several folders, and the role that they share."""
WHOLES = {
    "bm25_floor",
    "crash",
    "drawn_grids",
    "golden",
    "main",
    "pictures",
    "shop_receipts",
    "till_receipts",
    "transcripts",
    "twins",
}  # tests of a whole folder, beside those named after a module

ALLOWED_LICENCES = {
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MIT-CMU",
    "PSF-2.0",
    "Unlicense",
    "Zlib",
}
WEAK_COPYLEFT = {
    # Used unmodified, as separate packages; README names them.
    "psycopg": "LGPL-3.0-only",
    "psycopg-binary": "LGPL-3.0-only",
    "certifi": "MPL-2.0",
    "pikepdf": "MPL-2.0",
    "hypothesis": "MPL-2.0",
    "pathspec": "MPL-2.0",
    "tqdm": "MPL-2.0 AND MIT",
}
SPELLED = {
    # licence texts and classifiers of packages that have no SPDX expression
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "BSD license (see license.txt for details), Copyright (c) 2000-2025, ReportLab Inc.": "BSD-3-Clause",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}


def tracked() -> list[Path]:
    """The repository's files; all files of a copy without git."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode == 0 and done.stdout:
        names = done.stdout.decode().split("\0")
        return [ROOT / name for name in names if name and (ROOT / name).is_file()]
    hidden = {".venv", ".git", ".mypy_cache", ".ruff_cache", "__pycache__", "demo-output"}
    return [path for path in ROOT.rglob("*") if path.is_file() and not hidden & set(path.parts)]


FILES = tracked()
MODULES = sorted(path for path in FILES if path.suffix == ".py" and PACKAGE in path.parents)
BY_NAME = {
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): path for path in MODULES
}
TEXTS = [path for path in FILES if path.suffix not in {".pdf", ".png", ".jpg", ".ttf", ".woff2", ".ico", ".so"}]


@functools.cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


@functools.cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(_text(path))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def readme() -> str:
    return document("README.md")


def document(name: str) -> str:
    """The text of a document by its path from the root."""
    return _text(ROOT / name)


def public_nodes(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Public functions, classes and methods, with their dotted names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, node
            if isinstance(node, ast.ClassDef):
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and not inner.name.startswith("_"):
                        yield f"{node.name}.{inner.name}", inner


def test_everything_public_is_documented():
    missing = []
    for path in MODULES:
        tree = _tree(path)
        if not ast.get_docstring(tree):
            missing.append(relative(path))
        missing += [f"{relative(path)}: {name}" for name, node in public_nodes(tree) if not ast.get_docstring(node)]
    assert missing == []


def test_modules_are_small():
    long = {}
    for path in MODULES:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST:
            long[relative(path)] = lines
    assert long == {}


def test_nothing_is_left_for_later():
    later = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    found = []
    for path in TEXTS:
        if path == Path(__file__).resolve() or "swagger-ui" in path.parts:  # the viewer is as its makers publish it
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if later.search(line) and path.suffix != ".json":
                found.append(f"{relative(path)}:{number}")
    assert found == []


def test_no_address_of_a_package_registry():
    registry = re.compile(r"pypi\.org|pythonhosted|index-url|find-links|registry\.npmjs|crates\.io", re.IGNORECASE)
    found = [relative(p) for p in TEXTS if p != Path(__file__).resolve() and registry.search(_text(p))]
    assert found == []


def test_no_path_of_a_single_machine():
    home = re.compile(r"(?<![\w.])/(?:work|root|home/\w+)/[\w.]")
    found = [relative(p) for p in TEXTS if p != Path(__file__).resolve() and home.search(_text(p))]
    assert found == []


def test_no_secret():
    """Of base64, zeros are a long run of A."""
    secret = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----|AKIA(?!A{8})[0-9A-Z]{16}|\bsk-[A-Za-z0-9]{32,}")
    assert [relative(path) for path in TEXTS if secret.search(_text(path))] == []


@functools.cache
def inner_imports(path: Path) -> set[Path]:
    """The package's modules that a file imports."""
    found = set()
    for node in ast.walk(_tree(path)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        found |= {BY_NAME[name] for name in names if name in BY_NAME}
    return found


def test_every_module_is_tested():
    """A module has a test of its name, or is imported by a test or a tested module of its folder."""
    untested = []
    for folder in sorted({path.relative_to(PACKAGE).parts[0] for path in MODULES}):
        own = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] == folder]
        tests = [path for path in FILES if path.suffix == ".py" and ROOT / "tests" / folder in path.parents]
        if folder.endswith(".py"):
            tests = [path for path in FILES if path.name == f"test_{folder}"]
        reached: set[Path] = set()
        left = set().union(*(inner_imports(path) for path in tests)) & set(own)
        left |= {path for path in own if any(test.stem == f"test_{path.stem}" for test in tests)}
        while left:
            path = left.pop()
            reached.add(path)
            left |= (inner_imports(path) & set(own)) - reached
        rest = (path for path in own if path not in reached and path.stem not in {"__init__", "__main__"})
        untested += [relative(path) for path in rest if "migrations" not in path.parts]
    assert untested == []


@functools.cache
def stems(folder: Path) -> set[str]:
    """The names of the files and folders in a folder, at any depth."""
    return {one.stem.lstrip("_") for one in folder.rglob("*")}


def test_tests_are_named_after_what_they_test():
    """tests/<folder>/test_<x>.py tests module or folder <x> of quire/<folder>, of quality or learn, or a whole named here."""
    stray = []
    for path in FILES:
        inside = path.relative_to(ROOT)
        if inside.parts[0] != "tests" or len(inside.parts) < 3 or not path.name.startswith("test_"):
            continue
        name = path.stem.removeprefix("test_")
        tested = (ROOT if inside.parts[1] in {"quality", "learn"} else PACKAGE) / inside.parts[1]
        if name not in WHOLES | stems(tested):
            stray.append(relative(path))
    assert stray == []


def test_tests_compare_something():
    """Every test asserts, raises or hands on to a check; one that cannot fail is none."""
    idle = []
    for path in FILES:
        if not (path.name.startswith("test_") and path.suffix == ".py"):
            continue
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                kinds = {type(inner) for inner in ast.walk(node)}
                if ast.Assert not in kinds and ast.Call not in kinds:
                    idle.append(f"{relative(path)}: {node.name}")
    assert idle == []


def test_the_settings_are_documented():
    from quire import settings

    assert settings.table() in document("docs/settings.md")


def test_every_hostile_case_has_its_test():
    named = re.findall(r"`(tests/[^`]+)`", document("docs/hostile.md"))
    assert len(named) > 30
    lacking = []
    for one in named:
        path, _, name = one.partition("::")
        if not (ROOT / path).is_file() or (name and f"def {name}(" not in _text(ROOT / path)):
            lacking.append(one)
    assert lacking == []


def test_every_command_is_documented():
    from quire.cli import COMMANDS

    text = document("docs/cli.md")
    assert [name for name in COMMANDS if f"quire {name}" not in text] == []


def test_every_path_of_the_api_is_documented():
    from quire.web import ROUTES

    text = document("docs/api.md")
    paths = {route.path for route in ROUTES if route.path.startswith("/api/")}
    assert sorted(path for path in paths if path not in text) == []


def test_every_format_is_documented():
    from quire.write import WRITERS

    text = document("docs/cli.md")
    assert [name for name in WRITERS if f"`{name}`" not in text] == []


def test_the_architecture_fits_one_page():
    assert len(document("docs/architecture.md").splitlines()) <= 120


@pytest.mark.parametrize("folder", sorted({path.parent for path in MODULES}), ids=relative)
def test_every_large_folder_has_a_readme_that_names_its_modules(folder: Path):
    """A folder of more than ten modules has a README; it names each of them and none that is gone."""
    modules = {path.name for path in MODULES if path.parent == folder and path.stem != "__init__"}
    path = folder / "README.md"
    if len(modules) <= MANY_MODULES and not path.exists():
        return
    named = set(re.findall(r"`([a-z0-9_]+\.py)`", _text(path)))
    if len(modules) > MANY_MODULES:
        assert modules - named == set()
    gone = named - {module.name for module in MODULES} - {module.name for module in FILES if module.suffix == ".py"}
    assert gone == set()


def test_files_with_one_name_have_one_role():
    """A base name stands in two folders only where the role is the same in each; see docs/glossary.md."""
    folders: dict[str, list[str]] = {}
    for path in MODULES:
        if path.stem != "__init__":
            folders.setdefault(path.stem, []).append(path.parent.name)
    assert {name for name, where in folders.items() if len(where) > 1} <= SAME_ROLE.keys()


def test_at_most_five_tests_depend_on_time():
    """`timing` marks a test that may fail because the machine is busy; each says why."""
    marked = [
        f"{relative(path)}:{number}"
        for path in FILES
        if path.name.startswith("test_") and path.suffix == ".py" and path != Path(__file__).resolve()
        for number, line in enumerate(_text(path).splitlines(), 1)
        if "pytest.mark.timing" in line
    ]
    assert len(marked) <= MOST_TIMING_TESTS, marked


def test_links_between_documents_lead_somewhere():
    broken = []
    for path in FILES:
        if path.suffix != ".md" or "golden" in path.parts:
            continue
        targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", _text(path))
        inner = (target for target in targets if "://" not in target and not target.startswith("mailto:"))
        broken += [f"{relative(path)}: {target}" for target in inner if not (path.parent / target).exists()]
    assert broken == []


def project() -> dict[str, Any]:
    return tomllib.loads(_text(ROOT / "pyproject.toml"))["project"]


def direct() -> set[str]:
    extras = project()["optional-dependencies"]
    lines = [*project()["dependencies"], *(line for extra in extras.values() for line in extra)]
    return {_plain(Requirement(line).name) for line in lines} - {"quire"}  # extras are made of extras


def pins() -> dict[str, str]:
    lines = [line.split("#")[0].strip() for line in _text(ROOT / "constraints.txt").splitlines()]
    for line in filter(None, lines):
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+", line), line
    return dict(line.split("==") for line in lines if line)


def closure(names: set[str]) -> set[str]:
    """The installed packages that `names` need, themselves included."""
    found: set[str] = set()
    left = [Requirement(name) for name in names]
    while left:
        need = left.pop()
        name = _plain(need.name)
        if name in found and not need.extras:
            continue
        try:
            requires = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        found.add(name)
        for line in requires:
            inner = Requirement(line)
            if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in ({""} | need.extras)):
                left.append(inner)
    return found


def test_every_dependency_is_pinned():
    assert sorted((direct() | closure(direct())) - pins().keys()) == []


def test_what_is_installed_is_what_is_pinned():
    installed = {name: importlib.metadata.version(name) for name in closure(direct())}
    expected = pins()
    assert {name: version for name, version in installed.items() if expected.get(name) != version} == {}


def imported(paths: Iterable[Path]) -> dict[str, set[str]]:
    """The names of the packages that files import from outside, each with the files."""
    found: dict[str, set[str]] = {}
    for path in paths:
        for node in ast.walk(_tree(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            for name in names:
                top = name.partition(".")[0]
                if top not in sys.stdlib_module_names | {
                    "quire",
                    "quire_client",  # clients/python, a distribution of its own
                    "tests",
                    "makers",
                    "bench",
                    "cluster",  # in bench/
                    "learn",
                    "quality",
                    "release",
                    "compile_layout",
                    "demo_companies",
                    "demo_wikis",
                    "writing",  # in bench/
                }:
                    found.setdefault(top, set()).add(relative(path))
    return found


NOT_INSTALLED = {
    "sklearn": "scikit-learn",
    "langchain_core": "langchain-core",
    "llama_index": "llama-index-core",
    "haystack": "haystack-ai",
}
"""Distributions of extras that `make install` leaves out, by the name that they bring."""


def owners(top: str) -> set[str]:
    """The distributions that bring the importable name `top`; its own name for one that is not installed."""
    return {_plain(name) for name in distributions().get(top, [NOT_INSTALLED.get(top, top)])}


@functools.cache
def distributions() -> Mapping[str, list[str]]:
    """The importable names of all that is installed, each with its distributions."""
    return importlib.metadata.packages_distributions()


def test_what_is_imported_is_declared():
    """The package imports the standard library, itself and its declared dependencies, nothing else.

    An extra that is not for development declares what one function needs.
    """
    extras = {
        name: lines for name, lines in project()["optional-dependencies"].items() if name not in {"dev", "samples"}
    }
    lines = itertools.chain(project()["dependencies"], *extras.values())
    declared = {_plain(Requirement(line).name) for line in lines}
    foreign = {top: sorted(files) for top, files in imported(MODULES).items() if not owners(top) & declared}
    assert foreign == {}


def test_what_tests_and_scripts_import_is_declared():
    paths = [path for path in FILES if path.suffix == ".py" and PACKAGE not in path.parents]
    foreign = {top: sorted(files) for top, files in imported(paths).items() if not owners(top) & direct()}
    foreign.pop("setuptools", None)  # setup.py: the build system brings it
    assert foreign == {}


def test_every_declared_dependency_is_used():
    """A dependency that no module imports is declared only for another reason, named here."""
    for_another_reason = {
        "psycopg": "SQLAlchemy loads it for PostgreSQL",
        "jieba": "only its dictionary is read, as a file",
        "httptools": "uvicorn loads it",
        "uvloop": "uvicorn loads it",
        "httpx": "the demo's client, and the tests'",
        "rapidocr": "its models are what recognition runs",
    }
    used = set().union(*(owners(top) for top in imported(MODULES)))
    extras = project()["optional-dependencies"]
    ours = [line for name in ("ocr", "wikis", "companies", "server") for line in extras[name]]
    unused = {_plain(Requirement(line).name) for line in [*project()["dependencies"], *ours]} - used - {"quire"}
    assert sorted(unused - for_another_reason.keys()) == []


@pytest.mark.parametrize("name", sorted(closure(direct())))
def test_licences_allow_any_use(name: str):
    found = licence(name)
    if name in WEAK_COPYLEFT:
        assert found == WEAK_COPYLEFT[name]
        assert f"`{name}`" in readme() or name in {"hypothesis", "pathspec"}, "the README names it"
        return
    parts = re.split(r"\s+(?:AND|OR)\s+", found)
    allowed = any if " OR " in found else all
    assert allowed(part.strip("()") in ALLOWED_LICENCES for part in parts), found


def licence(name: str) -> str:
    """The licence of an installed package as an SPDX expression; what the package says where it has none."""
    metadata: Any = importlib.metadata.metadata(name)  # a message with the methods of a mapping
    expression = metadata.get("License-Expression")
    if expression:
        return str(expression)
    said = [str(metadata.get("License") or "").strip().splitlines()[:1]]
    classes = [line.split("::")[-1].strip() for line in metadata.get_all("Classifier") or [] if "License ::" in line]
    for word in [*(line[0] for line in said if line), *classes]:
        spdx = SPELLED.get(word, word)
        if spdx in ALLOWED_LICENCES | set(WEAK_COPYLEFT.values()) or " AND " in spdx:
            return spdx
    return "; ".join([*(line[0] for line in said if line), *classes]) or "none"


def test_the_licence_of_quire_is_there():
    text = _text(ROOT / "LICENSE")
    assert "Apache License" in text
    assert "Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text
    assert project()["license"] == "Apache-2.0"


def test_wheels_are_compiled_by_the_version_that_is_installed():
    (wanted,) = re.findall(r'^COMPILER = "(mypy==\S+)"', _text(ROOT / "setup.py"), re.MULTILINE)
    assert wanted in _text(ROOT / "constraints.txt").splitlines()


def test_the_recipes_are_there_and_the_readme_shows_them():
    recipes = re.findall(r"^([a-z]+):", _text(ROOT / "Makefile"), re.MULTILINE)
    text = readme() + document("CONTRIBUTING.md")
    assert {"demo", "test", "check", "serve", "bench", "quality", "accept"} <= set(recipes)
    assert [name for name in recipes if f"make {name}" not in text] == []
    script = _text(ROOT / ".ci" / "run")
    assert re.findall(r"^make (\w+)$", script, re.MULTILINE) == ["check", "test", "quality"]

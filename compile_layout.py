"""Compile the packages `quire.layout` and `quire.tables` for this checkout: documents take a fifth less time.

    python compile_layout.py            compile, unless what is there fits the sources
    python compile_layout.py --force    compile again

`make install` runs it. mypyc translates the sources to C, which becomes one library beside them; it is used as long as
no source changes (`quire.compiled_modules`). It takes a minute of CPU, over all cores. Without a C compiler it
says so in one sentence, and the sources run.

A copy of the sources is compiled in which constants are declared `Final`: the compiler then inlines numbers instead of
looking names up in dictionaries. `setup.py` makes wheels of the same copy.
"""

from __future__ import annotations

import ast
import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from quire.compiled_modules import GROUP, LIBRARY, STAMP, module_names, stamp

ROOT = Path(__file__).resolve().parent

LINKED = ["-fvisibility=hidden", "-fno-plt"]
"""Functions are not found by name at run time: a seventh less time to load the library, and 0.6 % of all
instructions of a document."""

OPTIONS = ["-O1", "-g0", "-w", "-ffp-contract=off", *LINKED]
"""A second level of optimisation takes twice as long and gains nothing that can be measured; contraction of floating
point operations would make figures differ from those of the sources."""

CONVERSION = ("quire.cli.convert", "quire.jobs.conversion", "quire.read.pdf.pdf_source", "quire.write.markdown")
"""What the command line loads to convert a PDF."""

CODE, SHIM_END = "#include <Python.h>", "// distutils"


class NotCompiledError(Exception):
    """The library cannot be made; the message says why."""


def main(arguments: Sequence[str]) -> int:
    """0, also when nothing could be compiled: the sources are as good."""
    library, noted = Path(LIBRARY), Path(STAMP)
    now = stamp()
    if "--force" not in arguments and noted.is_file() and noted.read_text(encoding="utf-8") == now:
        return 0
    sys.stdout.write("Compiling the layout (a minute of CPU) ...\n")
    sys.stdout.flush()
    try:
        library.parent.mkdir(exist_ok=True)
        noted.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            part = library.with_suffix(".part")
            part.write_bytes(build(Path(folder)).read_bytes())
            part.replace(library)
        noted.write_text(now, encoding="utf-8")
    except (NotCompiledError, OSError) as error:
        sys.stdout.write(f"The layout runs from its sources, a fifth slower: {error}\n")
    _keep()
    return 0


def _keep() -> None:
    """Keep what commands make when they are loaded; whatever hinders it, it is made as ever."""
    programs = [
        f"from quire.import_cache import write_cache; write_cache({CONVERSION!r})",
        *(
            f"from quire import import_cache as c; c.write_cache(c.COMMANDS[{name!r}], c.command_cache({name!r}))"
            for name in ("invoice", "finance")
        ),
    ]
    for program in programs:
        with contextlib.suppress(NotCompiledError, OSError):
            _run([sys.executable, "-c", program], ROOT / "src")


def build(folder: Path) -> Path:
    """The library, made in an empty folder.

    Raises:
        NotCompiledError: mypyc or the C compiler refuses.
    """
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        raise NotCompiledError(f"there is no {compiler[0]}.")
    shims, sources, includes = translated(folder)
    joined = folder / "modules.c"
    joined.write_text("\n".join([CODE, *map(_entry, shims)]), encoding="utf-8")
    flags = [f"-I{path}" for path in (sysconfig.get_paths()["include"], *includes)]
    flags += [*shlex.split(sysconfig.get_config_var("CCSHARED") or ""), "-DNDEBUG", *OPTIONS]

    def compiled(source: Path) -> Path:
        target = folder / f"{source.stem}.o"
        _run([*compiler, *flags, "-c", str(source), "-o", str(target)])
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, [joined, *sorted(sources, key=lambda path: -path.stat().st_size)]))
    library = folder / "library"
    _run([*shlex.split(sysconfig.get_config_var("LDSHARED")), "-s", *map(str, objects), "-o", str(library)])
    return library


def translated(folder: Path) -> tuple[list[Path], list[Path], list[str]]:
    """What mypyc gives to compile: the entry of each module, the code of all and its own, and where headers are.

    Raises:
        NotCompiledError: it is not installed, or does not take the sources.
    """
    names = module_names()
    if len({name.rsplit(".", 1)[-1] for name in names}) < len(names):
        raise NotCompiledError("two modules have one name, and in one library each needs its own.")
    copy = with_constants(folder / "sources")
    asked = [str(Path("src", *name.split(".")).with_suffix(".py")) for name in names]
    _run([sys.executable, "-c", _TRANSLATE, str(folder), *asked], copy)
    written = (folder / "written").read_text(encoding="utf-8").splitlines()
    at = written.index("")
    sources = [Path(line) for line in written[:at] if line.endswith(".c")]
    shims = [path for path in sources if folder / "quire" in path.parents]
    return shims, [path for path in sources if path not in shims], written[at + 1 :]


_TRANSLATE = f"""
import sys
from pathlib import Path
from mypyc.build import mypycify
folder, *modules = sys.argv[1:]
made = mypycify(modules, opt_level="1", group_name="{GROUP}", multi_file=True, target_dir=folder)
sources = [source for one in made for source in one.sources]
includes = dict.fromkeys(folder for one in made for folder in one.include_dirs)
Path(folder, "written").write_text("\\n".join([*sources, "", *includes]), encoding="utf-8")
"""  # in a process of its own: it ends its process where it finds an error


def with_constants(folder: Path) -> Path:
    """The folder, made a copy of the package and its settings, in which constants of compiled modules are final."""
    package = Path("src", "quire")
    shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "_compiled", "*.so"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in module_names():
        source = Path(folder, "src", *name.split(".")).with_suffix(".py")
        source.write_text(final(source.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def final(source: str) -> str:
    """A module in which the constants that are bound once, at its top level, are declared `Final`; as many lines."""
    tree = ast.parse(source)
    bound = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    once = {name for name in bound if _CONSTANT.fullmatch(name) and bound.count(name) == 1}
    lines = source.encode().split(b"\n")  # places in a syntax tree are in bytes
    edits = [edit for node in tree.body for edit in _declared(node, once, source)]
    if not edits:
        return source
    for line, start, end, text in sorted(edits, reverse=True):
        lines[line - 1] = lines[line - 1][:start] + text.encode() + lines[line - 1][end:]
    return b"\n".join(lines).decode().replace(_FUTURE, _FUTURE + "; from typing import Final", 1)


_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")
_FUTURE = "from __future__ import annotations"
_Edit = tuple[int, int, int, str]  # line, from and up to which byte, the new text


def _declared(node: ast.stmt, once: set[str], source: str) -> list[_Edit]:
    """The edits that declare what a statement binds, ``A = 1``, ``A: int = 1`` or ``A, B = 1, 2``; [] for any other."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name) as target]) if name in once:
            return [(target.lineno, target.end_col_offset or 0, target.end_col_offset or 0, ": Final")]
        case ast.AnnAssign(target=ast.Name(id=name), annotation=said, value=ast.expr()) if name in once:
            if said.lineno == said.end_lineno:
                whole = f"Final[{ast.get_source_segment(source, said)}]"
                return [(said.lineno, said.col_offset, said.end_col_offset or 0, whole)]
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            names = [target.id for target in targets if isinstance(target, ast.Name) and target.id in once]
            if len(names) == len(targets) == len(values) and node.lineno == node.end_lineno:
                parts = [
                    f"{name}: Final = {ast.get_source_segment(source, v)}"
                    for name, v in zip(names, values, strict=True)
                ]
                return [(node.lineno, node.col_offset, node.end_col_offset or 0, "; ".join(parts))]
    return []


def _entry(shim: Path) -> str:
    """The function by which Python begins a module, without what every file has."""
    return shim.read_text(encoding="utf-8").split(SHIM_END)[0].replace(CODE, "")


def _run(command: Sequence[str], where: Path = ROOT) -> None:
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)  # noqa: S603 - commands of our own
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line.lower()]
        raise NotCompiledError(said[0] if said else f"a compiler ended with code {done.returncode}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

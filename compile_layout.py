"""Compiles the package `quire.layout` for this checkout: documents take a fifth less time.

    python compile_layout.py            compile, unless what is there fits the sources
    python compile_layout.py --force    compile again

`make install` runs it. The C that mypyc writes of the sources becomes one library beside them, which is used as long as
no source has changed since; see `quire.layout.compiled`. It takes a minute of CPU, over all cores. Where it cannot be
done (no C compiler) one sentence says so, and the sources run.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from quire.layout.compiled import GROUP, LIBRARY, STAMP, module_names, stamp

ROOT = Path(__file__).resolve().parent

OPTIONS = ["-O1", "-g0", "-w", "-ffp-contract=off"]
"""A second level of optimisation takes twice as long and gains nothing that can be measured; contraction of floating
point operations would make figures differ from those of the sources."""

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
    return 0


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
    asked = [str(Path("src", *name.split(".")).with_suffix(".py")) for name in names]
    _run([sys.executable, "-c", _TRANSLATE, str(folder), *asked])
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


def _entry(shim: Path) -> str:
    """The function by which Python begins a module, without what every file has."""
    return shim.read_text(encoding="utf-8").split(SHIM_END)[0].replace(CODE, "")


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - commands of our own
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "error" in line.lower()]
        raise NotCompiledError(said[0] if said else f"a compiler ended with code {done.returncode}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

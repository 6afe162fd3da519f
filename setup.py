"""Builds the optional accelerators; without a compiler Quire falls back to pure Python.

With QUIRE_COMPILE=1 the packages `quire.layout` and `quire.tables` are compiled too (mypyc, from the same sources, with
the same results): it then takes two fifths less time, and the build a minute more. Only in wheels: in an editable
install the compiled modules would hide later changes of the sources; there `compile_layout.py` makes a library that is
used while it fits them.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup

NATIVE = {
    "quire.read.pdf._pdfium": Path("src/quire/read/pdf/native"),
    "quire.layout.tables._boosted_trees": Path("src/quire/layout/tables/native"),
}
COMPILED = (Path("src/quire/layout"), Path("src/quire/tables"))
COPY = Path("build/sources")
INTERPRETED = "__init__.py"
COMPILER = "mypy==2.4.1"  # as in constraints.txt

wanted = os.environ.get("QUIRE_COMPILE") == "1"  # noqa: TID251 - a choice of the build, not of the program


def compiled() -> list[Extension]:
    """The modules of layout and tables, each with the C that mypyc makes of it."""
    from mypyc.build import mypycify

    sys.path[:0] = [".", "src"]  # a build puts neither there
    from compile_layout import LINKED, with_constants

    shutil.rmtree(COPY, ignore_errors=True)
    copy = with_constants(COPY)
    os.environ["MYPYPATH"] = str(COPY / "src")  # the names of the modules begin there  # noqa: TID251 - of the build
    sources = sorted(path for folder in COMPILED for path in (copy / folder).rglob("*.py"))
    modules = [str(path) for path in sources if path.name != INTERPRETED]
    made = mypycify(modules, opt_level="1", group_name="quire_layout", multi_file=True)
    if strange := [one.name for one in made if not one.name.startswith("quire")]:
        raise SystemExit(f"Compiled modules would not be found under these names: {strange[:3]}")
    for extension in made:
        extension.extra_compile_args += LINKED
    return made


setup(
    setup_requires=[COMPILER] if wanted else [],
    ext_modules=[
        *(
            Extension(
                name,
                sources=sorted(map(str, folder.glob("*.c"))),
                depends=sorted(map(str, folder.glob("*.h"))),
                optional=True,
                extra_compile_args=["-O3", "-ffp-contract=off"],  # 0.5 % of the instructions of a page less than -O2
            )
            for name, folder in NATIVE.items()
        ),
        *(compiled() if wanted and "bdist_wheel" in sys.argv else []),
    ],
)

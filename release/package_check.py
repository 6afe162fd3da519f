"""Builds the source archive, a wheel from it and the client's wheel, installs them in an empty environment and uses them.

    python -m release.package_check [--compile] [--target dist]

`--compile` compiles the layout, as released wheels are. pip fetches what is missing; nothing else needs a network.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = """
import quire
document = quire.parse(PDF, ocr=False, sandbox=False)
assert document.to_markdown().startswith("#"), document.to_markdown()[:80]
assert quire.__version__ == VERSION, quire.__version__
import quire_client
assert quire_client.__version__ == VERSION, quire_client.__version__
"""
NEEDED = (
    "quire/py.typed",
    "quire/web/static/swagger-ui/swagger-ui-bundle.js",
    "quire/web/samples/annual-report-en.pdf",
    "quire/layout/tables/row_roles.json",
    "quire/store/migrations/versions/v0001_the_first_tables.py",
)
"""Of the wheel: data that a build forgets easily."""


def main(arguments: Sequence[str]) -> int:
    """0 when everything works; a failing step ends the program with what it said."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--target", type=Path, default=ROOT / "dist")
    asked = parser.parse_args(arguments)
    target = asked.target.resolve()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="quire-package-") as place:
        folder = Path(place)
        archive = source_archive(folder)
        wheel = wheel_of(archive, folder, {"QUIRE_COMPILE": "1"} if asked.compile else {})
        client = wheel_of(ROOT / "clients" / "python", folder, {})
        check_contents(archive, wheel, compiled=asked.compile)
        use(wheel, client, folder)
        for made in (archive, wheel, client):
            made.replace(target / made.name)
            sys.stdout.write(f"{target / made.name}\n")
    return 0


def source_archive(folder: Path) -> Path:
    """The source archive of this checkout, made with the build requirements of pyproject.toml."""
    run(sys.executable, "-m", "pip", "install", "-q", "--target", folder / "build", "build")
    env = {"PYTHONPATH": str(folder / "build")}
    run(sys.executable, "-m", "build", "--sdist", "--outdir", folder / "made", ROOT, env=env)
    (archive,) = (folder / "made").glob("*.tar.gz")
    return archive


def wheel_of(source: Path, folder: Path, env: Mapping[str, str]) -> Path:
    """The wheel of a source archive or of a folder."""
    made = folder / f"wheel of {source.name}"
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", made, source, env=env)
    (wheel,) = made.glob("*.whl")
    return wheel


def check_contents(archive: Path, wheel: Path, *, compiled: bool) -> None:
    """The wheel has its data, the layout as compiled modules if asked for, and none of the repository; one version.

    Raises:
        SystemExit: something is missing or too much.
    """
    names = set(zipfile.ZipFile(wheel).namelist())
    missing = [name for name in NEEDED if name not in names]
    if compiled and not any(name.startswith("quire/layout/") and name.endswith((".so", ".pyd")) for name in names):
        missing.append("compiled modules of quire/layout")
    strange = [name for name in names if not name.startswith(("quire/", "quire-", "quire_layout__mypyc"))]
    with tarfile.open(archive) as opened:
        inside = {name.partition("/")[2] for name in opened.getnames()}
    missing += [name for name in ("compile_layout.py", "setup.py", "CHANGELOG.md") if name not in inside]
    if missing or strange or version_of(wheel) != archive.name.removesuffix(".tar.gz").partition("-")[2]:
        raise SystemExit(f"missing: {missing}, too much: {strange[:5]}, {archive.name}, {wheel.name}")


def use(wheel: Path, client: Path, folder: Path) -> None:
    """Install both in an empty environment, outside of the checkout, and convert a sample with them."""
    venv.create(folder / "empty", with_pip=True)
    python = folder / "empty" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "-q", "--constraint", ROOT / "constraints.txt", wheel, client)
    sample = folder / "slides.pdf"
    sample.write_bytes((ROOT / "samples" / "briefing-slides.pdf").read_bytes())
    program = CORE.replace("PDF", repr(str(sample))).replace("VERSION", repr(version_of(wheel)))
    run(python, "-c", program, cwd=folder)
    run(python.with_name("quire"), "parse", sample, "--no-ocr", "--output", folder / "slides.docx", cwd=folder)
    run(python.with_name("quire-remote"), "--help", cwd=folder)


def version_of(wheel: Path) -> str:
    """The version in a wheel's name."""
    return wheel.name.split("-")[1]


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command that must succeed.

    Raises:
        SystemExit: it failed, with what it said.
    """
    words = [str(word) for word in command]
    done = subprocess.run(
        words, env={**os.environ, **(env or {})}, cwd=cwd, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

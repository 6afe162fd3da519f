"""Writes requirements.txt: what the service installs, with versions and the SHA-256 of the files that pip may take.

    python -m release.requirements

The versions are those of constraints.txt; pip itself says which file it takes for this platform and Python, from whatever
index it is configured for. Hashes of other platforms that are in the file for the same version stay: run it on each.
Installing refuses any other file: pip install --require-hashes -r requirements.txt
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "requirements.txt"
OPTIONAL = frozenset({"pandas"})
"""Packages of extras, which the service does without."""

HEAD = """\
# What the service installs, with the SHA-256 of every file that pip may take: pip install --require-hashes -r requirements.txt
# Made from constraints.txt by `python -m release.requirements`; it has the files of the platforms on which that was run.
"""


def pins() -> list[str]:
    """The service's part of constraints.txt, ``name==version`` each."""
    service = (ROOT / "constraints.txt").read_text(encoding="utf-8").partition("# the service")[2].partition("\n#")[0]
    return [line for line in service.split("\n") if "==" in line and line.partition("==")[0] not in OPTIONAL]


def entries(text: str) -> dict[str, list[str]]:
    """Pin -> hashes of a file as `written` makes it."""
    found = re.findall(r"^(\S+==\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})*)", text, re.MULTILINE)
    return {pin: re.findall(r"[0-9a-f]{64}", digests) for pin, digests in found}


def written(found: dict[str, list[str]]) -> str:
    """The text of the file."""
    lines = (" \\\n".join([pin, *(f"    --hash=sha256:{one}" for one in digests)]) for pin, digests in found.items())
    return HEAD + "".join(f"{line}\n" for line in lines)


def hashes_here(wanted: list[str]) -> dict[str, str]:
    """Name of the package -> hash of the file that pip takes here.

    Raises:
        subprocess.CalledProcessError: pip finds no file for one of them.
    """
    with tempfile.TemporaryDirectory() as place:
        report, names = Path(place, "report.json"), Path(place, "names.txt")
        names.write_text("\n".join(wanted), encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--ignore-installed", "--quiet"]
        subprocess.run([*command, "--report", str(report), "--target", place, "-r", str(names)], check=True)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {plain(one["metadata"]["name"]): one["download_info"]["archive_info"]["hashes"]["sha256"] for one in found}


def plain(name: str) -> str:
    """The name of a package as all its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Write the file."""
    before = entries(TARGET.read_text(encoding="utf-8")) if TARGET.exists() else {}
    here = hashes_here(pins())
    found = {pin: sorted({*before.get(pin, ()), here[plain(pin.partition("==")[0])]}) for pin in pins()}
    TARGET.write_text(written(found), encoding="utf-8")


if __name__ == "__main__":
    main()

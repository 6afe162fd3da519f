"""The part of the demonstration about companies: the invented ones are imported, and one is shown in three forms."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table

HERE = Path(__file__).resolve().parent
SHOWN = "830901"
FORMS = {"json": ("json", "json"), "jsonld": ("jsonld", "json"), "rdf": ("ttl", "turtle")}
LINES = 14
WIDTH = 100


class Failed(Exception):
    """The companies could not be shown; its text says why."""


def import_companies(folder: Path) -> str:
    """Imports the samples into the catalogue of the service; the line that the command prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUIRE_")}
    environment["QUIRE_COMPANY_DIR"] = str(folder)
    command = [str(Path(sys.executable).with_name("quire")), "company", "import", str(HERE / "companies")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise Failed(done.stderr.strip() or done.stdout.strip())
    return done.stdout.strip()


def show(client: httpx.Client, output: Path, console: Console) -> int:
    """Fetches one company in its three forms, keeps them in `output`, prints their beginnings; how many files."""
    sizes = Table("form", "media type", "kB", "kB gzip", "file")
    for form, (suffix, language) in FORMS.items():
        plain = _get(client, f"/company/{SHOWN}/{form}", "identity")
        packed = _get(client, f"/company/{SHOWN}/{form}", "gzip")
        file = output / "companies" / f"{SHOWN}.{suffix}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(plain.content)
        small = int(packed.headers["content-length"])
        kind = plain.headers["content-type"].partition(";")[0]
        sizes.add_row(form, kind, f"{len(plain.content) / 1000:.1f}", f"{small / 1000:.1f}", file.name)
        console.print(f"GET /company/{SHOWN}/{form}", style="bold", highlight=False)
        console.print(Syntax(_beginning(plain.text, form), language, background_color="default", word_wrap=True))
    console.print(sizes)
    return len(FORMS)


def _get(client: httpx.Client, path: str, encoding: str) -> httpx.Response:
    answer = client.get(path, headers={"Accept-Encoding": encoding})
    if answer.status_code != 200:
        raise Failed(f"GET {path}: {answer.status_code} {answer.text[:200]}")
    return answer


def _beginning(text: str, form: str) -> str:
    """The first lines of a document; Turtle without its prefixes, JSON cut into lines, JSON-LD after its context."""
    if form == "rdf":
        lines = [line for line in text.splitlines() if line and not line.startswith("@")]
    else:
        text = text[max(0, text.find('"@id":""')) :]
        lines = [text[at : at + WIDTH] for at in range(0, LINES * WIDTH // 2, WIDTH)]
    return "\n".join([*lines[:LINES], "..."])

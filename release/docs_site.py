"""Gathers the pages of the documentation site into a folder, for MkDocs: ``python -m release.docs_site build/docs``.

The pages are those of docs/ and the two READMEs. The reference is made from the code: operations from the OpenAPI
document, commands from their own help, the library from its docstrings, first scripts from samples/five_minutes.
"""

from __future__ import annotations

import inspect
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import click
import typer.main

import quire
from quire.cli import application
from quire.web import ROUTES
from quire.web.openapi import document

ROOT = Path(__file__).resolve().parent.parent

_LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def main(target: Path) -> None:
    """Write all pages into an empty folder."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "docs", target, ignore=shutil.ignore_patterns("README*"))
    for source, name in (("README.md", "index.md"), ("README.zh.md", "index.zh.md")):
        text = (ROOT / source).read_text(encoding="utf-8").replace("docs/", "")
        text = text.replace("(README.zh.md)", "(index.zh.md)").replace("(README.md)", "(index.md)")
        (target / name).write_text(text, encoding="utf-8")
    (target / "reference").mkdir()
    for name, text in (
        ("five-minutes.md", five_minutes()),
        ("reference/http.md", operations(document(ROUTES, version=quire.__version__))),
        ("reference/commands.md", commands()),
        ("reference/python.md", library()),
    ):
        (target / name).write_text(text, encoding="utf-8")
    for page in target.rglob("*.md"):
        page.write_text(inside(page.read_text(encoding="utf-8"), page.parent), encoding="utf-8")


def inside(text: str, folder: Path) -> str:
    """A page whose links to files that are not on the site are their words alone."""

    def kept(found: re.Match[str]) -> str:
        words, path, _ = found.groups()
        outside = path and "://" not in path and not path.startswith("mailto:") and not (folder / path).is_file()
        return words if outside else found.group()

    return _LINK.sub(kept, text)


def five_minutes() -> str:
    """The first script of each program."""
    parts = ["# Five minutes with each program\n\nEach of these is run by a test as it stands.\n"]
    for path in sorted((ROOT / "samples" / "five_minutes").iterdir()):
        if path.suffix in {".py", ".mjs"}:
            words = {".py": "python", ".mjs": "javascript"}[path.suffix]
            parts.append(f"## {path.name}\n\n```{words}\n{path.read_text(encoding='utf-8').rstrip()}\n```\n")
    return "\n".join(parts)


def operations(api: dict[str, Any]) -> str:
    """Every operation of the OpenAPI document by its tag."""
    tags: dict[str, list[str]] = {}
    for path, methods in api["paths"].items():
        for method, one in methods.items():
            lines = [f"### {method.upper()} {path}\n", f"{one['summary']}. {one.get('description', '')}\n"]
            rows = [(each["name"], each["in"], each["description"]) for each in one["parameters"]]
            for media, content in one.get("requestBody", {}).get("content", {}).items():
                shape = api["components"]["schemas"].get(content["schema"].get("$ref", "").rpartition("/")[2], {})
                fields = shape.get("properties", {}).items()
                rows += [(name, media, field.get("description", "")) for name, field in fields]
            if rows:
                lines += ["| name | in | |", "|---|---|---|"]
                lines += [
                    f"| `{name}` | {place} | {about.replace('|', chr(92) + '|')} |" for name, place, about in rows
                ]
            answers = ", ".join(f"{status} ({said['description']})" for status, said in one["responses"].items())
            tags.setdefault(one["tags"][0], []).append("\n".join([*lines, "", f"Responses: {answers}\n"]))
    return "# HTTP operations\n\n" + "\n".join(f"## {tag}\n\n" + "\n".join(each) for tag, each in tags.items())


def commands() -> str:
    """The help of every command."""
    parts = ["# Commands\n"]

    def add(command: click.Command, words: str) -> None:
        context = click.Context(command, info_name=words, max_content_width=110, terminal_width=110)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                found = command.get_command(context, name)
                if found is not None and not found.hidden:
                    add(found, f"{words} {name}")
            return
        lines = [f"{command.help or ''}\n", "| option | |", "|---|---|"]
        for parameter in command.params:
            if not getattr(parameter, "hidden", False):
                names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
                lines.append(f"| {names} | {(getattr(parameter, 'help', '') or '').replace('|', chr(92) + '|')} |")
        parts.append("\n".join([f"## {words}\n", *lines, ""]))

    add(typer.main.get_command(application()), "quire")
    return "\n".join(parts)


def library() -> str:
    """The docstrings of what ``import quire`` offers."""
    parts = ["# Python\n"]
    for name in quire.__all__:
        one = getattr(quire, name)
        parts.append(f"## quire.{name}\n\n```text\n{_signature(one)}{inspect.getdoc(one)}\n```\n")
        for word, member in vars(one).items() if inspect.isclass(one) else ():
            about = inspect.getdoc(member)
            if not word.startswith("_") and about and (callable(member) or isinstance(member, property | classmethod)):
                called = member.__func__ if isinstance(member, classmethod) else member
                parts.append(f"### {name}.{word}\n\n```text\n{_signature(called)}{about}\n```\n")
    return "\n".join(parts)


def _signature(one: object) -> str:
    try:
        return f"{getattr(one, '__name__', '')}{inspect.signature(one)}\n\n"  # type: ignore[arg-type]
    except (TypeError, ValueError):  # a property
        return ""


if __name__ == "__main__":
    main(Path(sys.argv[1]))

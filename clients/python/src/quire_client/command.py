"""``quire-remote`` and ``quire remote``: the service from a shell.

Exit codes: 0 done, 1 a document or the service failed, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path

from quire_client.client import Client
from quire_client.errors import ApiError, ClientError, ConnectionLost
from quire_client.results import Converted, Outcome, Statements
from quire_client.sources import FORMATS, INVOICES, NOTHING, STATEMENTS, expand, is_url, name_of

ADDRESS, KEY, PASSWORD = "QUIRE_SERVER", "QUIRE_KEY", "QUIRE_PASSWORD"
"""The environment's names for the service's address, the key, and the password of locked PDFs."""

_LOCKED = "The file is protected by a password"
_UNLOCK = f"opens locked PDFs; default: {PASSWORD}, which other users cannot see"

DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; return the exit code."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    address = asked.server or os.environ.get(ADDRESS, "")
    key = asked.key or os.environ.get(KEY, "")
    if not address or not key:
        parser.error(f"name the service (--server or {ADDRESS}) and a key (--key or {KEY}).")
    if "password" in asked:
        asked.password = asked.password or os.environ.get(PASSWORD, "")
    try:
        with Client(address, key) as client:
            return int(asked.run(client, asked))
    except ClientError as error:
        at = f"{address}: " if isinstance(error, ConnectionLost) else ""
        sys.stderr.write(f"quire-remote: {at}{_sentence(error)}\n")
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="quire-remote", description="A Quire service from the shell.")
    parser.add_argument("--server", default="", help=f"address of the service; default: {ADDRESS}")
    parser.add_argument("--key", default="", help=f"access key; default: {KEY}, which other users cannot see")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    parse = commands.add_parser("parse", help="convert documents")
    parse.add_argument("files", nargs="+", metavar="FILE", help="files, folders or URLs")
    parse.add_argument("--to", "-t", default="md", choices=list(FORMATS), help="default: md")
    parse.add_argument("--pages", default="", help="such as 1-5,8,12-")
    parse.add_argument("--password", default="", help=_UNLOCK)
    parse.add_argument("--output", "-o", type=Path, default=Path(), help="folder; default: the current one")
    parse.set_defaults(run=_parse)
    batch = commands.add_parser("batch", help="send many files or URLs in one call; save the results as a ZIP file")
    batch.add_argument("sources", nargs="+", metavar="FILE", help="files and folders, or URLs, or one s3:// prefix")
    batch.add_argument("--to", "-t", default="md", choices=[*FORMATS, STATEMENTS, INVOICES], help="default: md")
    batch.add_argument("--pages", default="", help="such as 1-5,8,12-")
    batch.add_argument("--password", default="", help=_UNLOCK)
    batch.add_argument("--callback-url", default="", help="gets one signed webhook at the end")
    batch.add_argument("--idempotency-key", default="", help="repeats a call that was cut off")
    batch.add_argument("--output", "-o", type=Path, default=Path("results.zip"), help="default: results.zip")
    batch.add_argument("--no-wait", action="store_true", help="print the id of the batch and return at once")
    batch.set_defaults(run=_batch)
    for name, about in (("statements", "financial statements as JSON"), ("invoices", "invoices as JSON")):
        command = commands.add_parser(name, help=about)
        command.add_argument("files", nargs="+", metavar="FILE", help="files, folders or URLs")
        command.add_argument("--password", default="", help=_UNLOCK)
        command.set_defaults(run=_extract, to=name, pages="")
    tasks = commands.add_parser("tasks", help="list your tasks")
    tasks.add_argument("--status", default="", choices=["pending", "processing", "done", "failed"])
    tasks.set_defaults(run=_tasks)
    wiki = commands.add_parser("wiki", help="build a wiki of a book, and follow it to its end")
    wiki.add_argument("book", help="a file or a URL")
    wiki.add_argument("--lang", required=True, choices=["zh", "en"])
    wiki.set_defaults(run=_wiki)
    search = commands.add_parser("search", help="search a wiki")
    search.add_argument("wiki")
    search.add_argument("query")
    search.set_defaults(run=_search)
    company = commands.add_parser("company", help="a company's document by code or name")
    company.add_argument("name")
    company.set_defaults(run=_company)
    return parser


def _parse(client: Client, asked: argparse.Namespace) -> int:
    asked.output.mkdir(parents=True, exist_ok=True)
    failed, used = False, set[str]()
    for file in _named(asked.files, "parse"):
        suffix = "jsonl" if asked.to == "chunks" else asked.to
        stem = Path(name_of(file) or "document" if is_url(file) else file).stem
        name, number = f"{stem}.{suffix}", 1
        while name in used:
            number += 1
            name = f"{stem}-{number}.{suffix}"
        used.add(name)
        try:
            result = client.convert(file, asked.output / name, pages=asked.pages, password=asked.password)
        except ClientError as error:
            if _concerns_all(error):
                raise
            failed = True
            _warn(Path(file), _sentence(error))
        else:
            for sentence in result.warnings:
                _warn(Path(file), sentence)
    return FAILED if failed else DONE


def _batch(client: Client, asked: argparse.Namespace) -> int:
    more = {"pages": asked.pages, "callback_url": asked.callback_url, "idempotency_key": asked.idempotency_key}
    more["password"] = asked.password
    batch = client.submit_batch(asked.sources, asked.to, **more)
    sys.stdout.write(f"{batch.id}\n")
    if not asked.no_wait:
        batch = client.wait_batch(batch)
        if batch.counts["done"] and asked.to != INVOICES:
            client.archive(batch, asked.output)
        elif asked.to == INVOICES:
            done = {one.name: client.wait(one.task) for one in batch.items if one.status == "done" and one.task}
            _print({name: list(result) for name, result in done.items() if isinstance(result, Statements)})
    for one in batch.items:
        if one.error:
            _warn(Path(one.name), one.error)
    return FAILED if any(one.error for one in batch.items) else DONE


def _extract(client: Client, asked: argparse.Namespace) -> int:
    files = _named(asked.files, "finance" if asked.to == STATEMENTS else "invoice")
    outcomes = client.many(files, asked.to, password=asked.password)
    _print({str(one.source): _value(one) for one in outcomes})
    for one in outcomes:
        if one.error:
            _warn(Path(one.source), one.error)
    return FAILED if any(one.error for one in outcomes) else DONE


def _named(files: Sequence[str], service: str) -> list[Path | str]:
    """The files, those of folders included.

    Raises:
        ClientError: there are none.
    """
    found = expand(files, service)
    if not found:
        raise ClientError(NOTHING)
    return found


def _concerns_all(error: ClientError) -> bool:
    """Whether an error is of the service or the key, so that every other file would end with it, too."""
    return isinstance(error, ConnectionLost) or (isinstance(error, ApiError) and error.status in {401, 403})


def _sentence(error: ClientError) -> str:
    """What went wrong, and what to do about it where a shell has an answer."""
    if isinstance(error, ApiError) and error.status == HTTPStatus.UNAUTHORIZED:
        return f"{error}. Check the key (--key or {KEY})."
    if str(error) == _LOCKED:
        return f"{error}; give it with --password or {PASSWORD}."
    return str(error)


def _value(one: Outcome) -> object:
    """A result as JSON; the sentence of a failure."""
    if isinstance(one.result, Statements):
        return {"result": list(one.result.items), "warnings": list(one.result.warnings)}
    return {"content": one.result.text} if isinstance(one.result, Converted) else {"error": one.error}


def _tasks(client: Client, asked: argparse.Namespace) -> int:
    for one in client.tasks(status=asked.status):
        sys.stdout.write(f"{one.id}  {one.status:10}  {one.kind:14}  {one.filename}\n")
    return DONE


def _wiki(client: Client, asked: argparse.Namespace) -> int:
    book = asked.book if asked.book.startswith(("http://", "https://")) else Path(asked.book)
    job, status = client.build_wiki(book, lang=asked.lang), ""
    for event in client.events(job.id):
        if event.type == "phase":
            sys.stderr.write(f"{event.data['phase']} {event.data['status']}\n")
        elif event.type == "done":
            status = str(event.data["status"])
    sys.stdout.write(f"{job.wiki} {status}\n")
    return DONE if status in {"ready", "completed"} else FAILED


def _search(client: Client, asked: argparse.Namespace) -> int:
    for hit in client.search(asked.wiki, asked.query):
        sys.stdout.write(f"{hit.score:.3f}  {hit.page_id}  {hit.title}\n    {' '.join(hit.snippet.split())}\n")
    return DONE


def _company(client: Client, asked: argparse.Namespace) -> int:
    _print(client.company(asked.name))
    return DONE


def _print(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _warn(file: Path, sentence: str) -> None:
    sys.stderr.write(f"quire-remote: {file.name}: {sentence}\n")

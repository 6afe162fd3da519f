"""What a client can do, as generators over `requests.send`; `operation` makes them methods of both clients."""

from __future__ import annotations

import functools
import json
import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from quire_client.effects import Call, Flow, Pause
from quire_client.errors import ApiError, ClientError, StillRunning, TaskFailed
from quire_client.operation import operation
from quire_client.requests import Retries, send
from quire_client.results import (
    Batch,
    Converted,
    Hit,
    Invoices,
    Job,
    Outcome,
    Statements,
    Task,
    TaskInfo,
    WikiPage,
    batch_of,
    warnings_of,
)
from quire_client.sources import (
    FORMATS,
    INVOICES,
    NOTHING,
    STATEMENTS,
    Source,
    content,
    expand,
    is_prefix,
    is_url,
    name_of,
    service_of,
)
from quire_client.uploads import is_large, upload, upload_all

Progress = Callable[[int, int], object]

WAIT = 60.0
"""Seconds that the service holds a request for a result, at most."""

WATCH = 2.0
"""The same where progress is reported."""


class Operations:
    """The methods that both clients share."""

    def __init__(self, address: str, retries: Retries) -> None:
        self._address, self._retries = address, retries

    def _send(self, method: str, path: str, **more: Any) -> Flow[httpx.Response]:  # noqa: ANN401 - the fields of `Call`
        return send(Call(method, path, **more), self._retries)

    def _submit(self, source: Source, to: str, filename: str, key: str, fields: Mapping[str, str]) -> Flow[Task]:
        """Send a file in, with an idempotency key: a lost answer is no reason for a second task."""
        form, files = {field: value for field, value in fields.items() if value}, []
        if is_url(source):
            name = name_of(source)
            form["source_url"] = source
        else:
            name, body = content(source, filename)
            files = yield from self._given(name, body, form)
        service, path = service_of(to, name, any_type=is_url(source))
        headers = {"Idempotency-Key": key or uuid.uuid4().hex}
        answer = yield from self._send("POST", path, headers=headers, form=form, files=files)
        return Task(answer.json()["task_id"], service, name)

    def _given(self, name: str, body: Path | bytes, form: dict[str, str]) -> Flow[list[tuple[str, Path | bytes]]]:
        """The files of a form; a large one is sent in parts first, and the form names it."""
        if not is_large(body):
            return [(name, body)]
        form["upload_id"] = yield from upload(name, body, self._retries)
        return []

    def _company(self, company_id: str, **params: str) -> Flow[dict[str, Any]]:
        answer = yield from self._send("GET", f"/company/{quote(company_id, safe='')}/json", params=params)
        if answer.status_code == httpx.codes.MULTIPLE_CHOICES:
            raise ApiError("Several companies have this name.", status=answer.status_code)
        return dict(answer.json())

    def _wait(self, task: Task, timeout: float | None, progress: Progress | None) -> Flow[httpx.Response]:
        """The response with the result of a task that is done."""
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            left = WAIT if end is None else end - time.monotonic()
            held = max(0, int(min(WATCH if progress else WAIT, left)))
            params = {"wait": str(held), **({} if task.service == "parse" else {"include": "details"})}
            answer = yield from self._send("GET", f"/api/{task.service}/result/{task.id}", params=params)
            body = answer.json()
            if body["status"] == "done":
                return answer
            if body["status"] == "failed":
                raise TaskFailed(body["error"], task_id=task.id)
            done, _, total = answer.headers.get("x-progress", "").partition("/")
            if progress and total:
                progress(int(done), int(total))
            if end is not None and time.monotonic() >= end:
                raise StillRunning(task_id=task.id)
            if held == 0:
                yield Pause(min(float(answer.headers.get("retry-after", "2")), max(0.0, left)))

    def _download(self, task: Task, target: Path | None = None) -> Flow[httpx.Response]:
        return self._send("GET", f"/api/{task.service}/download/{task.id}", target=target)

    def _converted(self, task: Task, answer: httpx.Response, body: bytes) -> Converted:
        found = answer.json()
        images = found.get("images", {})
        return Converted(task.id, found["filename"], body, images, warnings_of(answer), found["duration"])

    def _fetch(self, task: Task, timeout: float | None, progress: Progress | None) -> Flow[Converted | Statements]:
        answer = yield from self._wait(task, timeout, progress)
        if task.service == "parse":
            body = yield from self._download(task)
            return self._converted(task, answer, body.content)
        kind, found = Statements if task.service == "finance" else Invoices, answer.json()
        return kind(task.id, tuple(found["result"]), warnings_of(answer), found["duration"])

    @operation
    def submit(  # noqa: PLR0913 - the form of the service, all of it keyword-only
        self,
        source: Source,
        to: str = "md",
        *,
        filename: str = "",
        pages: str = "",
        password: str = "",
        client_ref: str = "",
        callback_url: str = "",
        callback_pages: int = 0,
        chunk_tokens: int = 0,
        idempotency_key: str = "",
    ) -> Flow[Task]:
        """Send a file in and return at once.

        Args:
            source: a path, bytes with a `filename`, or the address of a file, which the service fetches.
            to: ``md``, ``json``, ``html``, ``docx``, ``pptx``, ``chunks``, ``statements`` or ``invoices``.
            filename: instead of the path's.
            pages: a range such as ``1-5,8,12-``.
            password: opens a locked PDF.
            client_ref: your own reference; names a batch.
            callback_url: gets a signed webhook when the task ends.
            callback_pages: also one each time so many pages are done.
            chunk_tokens: of a chunk at most.
            idempotency_key: makes this submission and another one with the same content one task; a fresh one by
                default.

        Raises:
            ApiError: it is refused. ConnectionLost: the service does not answer.
        """
        fields = {"pages": pages, "password": password, "client_ref": client_ref, "callback_url": callback_url}
        fields |= {"callback_pages": str(callback_pages or ""), "chunk_tokens": str(chunk_tokens or "")}
        return (yield from self._submit(source, to, filename, idempotency_key, fields))

    @operation
    def wait(
        self, task: Task, *, timeout: float | None = None, progress: Progress | None = None
    ) -> Flow[Converted | Statements]:
        """The result of a task.

        Args:
            task: as `submit` gave it.
            timeout: seconds; None waits as long as it takes.
            progress: called with (pages done, pages in all).

        Raises:
            TaskFailed: the document cannot be processed. StillRunning: the time is over.
        """
        return (yield from self._fetch(task, timeout, progress))

    @operation
    def parse(  # noqa: PLR0913 - as `submit`
        self,
        source: Source,
        to: str = "md",
        *,
        filename: str = "",
        pages: str = "",
        password: str = "",
        chunk_tokens: int = 0,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Flow[Converted]:
        """A document in another format; arguments and errors as `submit` and `wait`."""
        if to not in FORMATS:
            raise ClientError(f"Unknown format {to!r}. Choose one of {', '.join(FORMATS)}.")
        fields = {"pages": pages, "password": password, "chunk_tokens": str(chunk_tokens or "")}
        task = yield from self._submit(source, to, filename, "", fields)
        result = yield from self._fetch(task, timeout, progress)
        assert isinstance(result, Converted)  # noqa: S101 - for the type checker: of a conversion
        return result

    @operation
    def convert(
        self, source: Source, target: str | Path, *, filename: str = "", pages: str = "", password: str = ""
    ) -> Flow[Converted]:
        """Convert into the file `target`, in the format of its suffix; its pictures are saved in ``images`` beside it.

        Arguments and errors as `parse`. The file is written while it arrives and appears whole or not at all.
        """
        goal = Path(target)
        to = "chunks" if goal.suffix == ".jsonl" else goal.suffix.removeprefix(".")
        if to not in FORMATS:
            raise ClientError(f"{goal.name}: use one of {', '.join(f'.{one}' for one in FORMATS)}.")
        task = yield from self._submit(source, to, filename, "", {"pages": pages, "password": password})
        answer = yield from self._wait(task, None, None)
        result = self._converted(task, answer, b"")
        for name, link in result.images.items():
            image = goal.parent / "images" / Path(name).name
            image.parent.mkdir(exist_ok=True)
            yield from self._send("GET", link, target=image)
        yield from self._download(task, goal)
        return result

    @operation
    def statements(
        self,
        source: Source,
        *,
        filename: str = "",
        pages: str = "",
        password: str = "",
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Flow[Statements]:
        """The financial statements in a report; arguments and errors as `submit` and `wait`."""
        task = yield from self._submit(source, STATEMENTS, filename, "", {"pages": pages, "password": password})
        result = yield from self._fetch(task, timeout, progress)
        assert isinstance(result, Statements)  # noqa: S101 - for the type checker: of an extraction
        return result

    @operation
    def workbook(self, statements: Statements, target: str | Path) -> Flow[None]:
        """Save the Excel file of an extraction."""
        yield from self._download(Task(statements.task_id, "finance"), Path(target))

    @operation
    def invoices(
        self,
        source: Source,
        *,
        filename: str = "",
        pages: str = "",
        password: str = "",
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Flow[Invoices]:
        """The invoices in a file; arguments and errors as `submit` and `wait`."""
        task = yield from self._submit(source, INVOICES, filename, "", {"pages": pages, "password": password})
        result = yield from self._fetch(task, timeout, progress)
        assert isinstance(result, Invoices)  # noqa: S101 - for the type checker: of a recognition
        return result

    @operation
    def many(
        self,
        sources: str | Path | Iterable[str | Path],
        to: str = "md",
        *,
        pages: str = "",
        password: str = "",
        client_ref: str = "",
        progress: Progress | None = None,
    ) -> Flow[list[Outcome]]:
        """The outcome of each file, in order; one that fails does not stop the others.

        Args:
            sources: files, folders and URLs; of a folder the files that the service takes, at any depth.
            to: as for `submit`.
            pages: of each file.
            password: opens those that are locked.
            client_ref: names them as a batch; a fresh one by default.
            progress: called with (files done, files in all).
        """
        files, reference = expand(sources, service_of(to)[0]), client_ref or f"batch {uuid.uuid4().hex[:12]}"
        fields = {"pages": pages, "password": password, "client_ref": reference}
        waiting: list[tuple[Path | str, Task | ClientError]] = []
        for file in files:
            try:
                task = yield from self._submit(file, to, "", "", fields)
            except ClientError as error:
                if isinstance(error, ApiError) and error.status in {401, 403}:
                    raise
                waiting.append((file, error))
            else:
                waiting.append((file, task))
        outcomes: list[Outcome] = []
        for file, one in waiting:
            outcomes.append((yield from self._outcome(file, one)))
            if progress:
                progress(len(outcomes), len(files))
        return outcomes

    def _outcome(self, file: Path | str, one: Task | ClientError) -> Flow[Outcome]:
        if isinstance(one, ClientError):
            return Outcome(file, None, str(one))
        try:
            return Outcome(file, (yield from self._fetch(one, None, None)), "")
        except (TaskFailed, ApiError) as error:
            return Outcome(file, None, str(error))

    @operation
    def submit_batch(  # noqa: PLR0913 - as `submit`
        self,
        sources: str | Path | Iterable[str | Path],
        to: str = "md",
        *,
        pages: str = "",
        password: str = "",
        callback_url: str = "",
        chunk_tokens: int = 0,
        idempotency_key: str = "",
    ) -> Flow[Batch]:
        """Send many files (up to 100), many URLs or the files below a prefix in a bucket (up to 500), in one call.

        Args:
            sources: files and folders, or URLs, or one prefix such as ``s3://bucket/folder``.
            to: as for `submit`.
            pages: of each file.
            password: opens those that are locked.
            callback_url: gets one signed webhook when the last task has ended.
            chunk_tokens: of a chunk at most.
            idempotency_key: as for `submit`; a call that was cut off goes on.

        Raises:
            ApiError: nothing is accepted; what is not accepted beside others is in `Batch.items`.
        """
        found = expand(sources, service_of(to)[0])
        if not found:
            raise ClientError(NOTHING)
        urls = [one for one in found if is_url(one)]
        if urls and (len(urls) < len(found) or (len(urls) > 1 and any(map(is_prefix, urls)))):
            raise ClientError("A batch is either of files or of URLs or of one s3:// prefix.")
        any_type = bool(urls) or any(Path(one).suffix.lower() != ".pdf" for one in found)
        service, path = service_of(to, any_type=any_type)
        fields = {"kind": path.rpartition("/")[2] if service == "parse" else service, "pages": pages}
        fields |= {"password": password, "callback_url": callback_url, "chunk_tokens": str(chunk_tokens or "")}
        form = {field: value for field, value in fields.items() if value}
        headers = {"Idempotency-Key": idempotency_key or uuid.uuid4().hex}
        files = [content(one, "") for one in found if not urls]
        send_batch = functools.partial(self._send, "POST", "/api/batches", headers=headers)
        if urls:
            documents = {"prefix": urls[0]} if is_prefix(urls[0]) else {"urls": urls}
            answer = yield from send_batch(json={**form, **documents})
        elif is_large(*(body for _, body in files)):
            answer = yield from send_batch(json={**form, "uploads": (yield from upload_all(files, self._retries))})
        else:
            answer = yield from send_batch(form=form, files=files)
        return batch_of(answer.json())

    @operation
    def batch(self, batch: Batch | str) -> Flow[Batch]:
        """A batch as it is now."""
        batch_id = batch.id if isinstance(batch, Batch) else quote(batch, safe="")
        answer = yield from self._send("GET", f"/api/batches/{batch_id}")
        return batch_of(answer.json())

    @operation
    def wait_batch(
        self, batch: Batch | str, *, timeout: float | None = None, progress: Progress | None = None
    ) -> Flow[Batch]:
        """A batch whose tasks have all ended; get their results by `wait`, or all together by `archive`.

        Args:
            batch: as `submit_batch` gave it, or its id.
            timeout: seconds; None waits as long as it takes.
            progress: called with (documents that have ended, documents in all).

        Raises:
            StillRunning: the time is over.
        """
        batch_id = batch.id if isinstance(batch, Batch) else quote(batch, safe="")
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            left = WAIT if end is None else end - time.monotonic()
            held = max(0, int(min(WATCH if progress else WAIT, left)))
            answer = yield from self._send("GET", f"/api/batches/{batch_id}", params={"wait": str(held)})
            found = batch_of(answer.json())
            if progress:
                progress(len(found.items) - found.counts["pending"] - found.counts["processing"], len(found.items))
            if found.done:
                return found
            if end is not None and time.monotonic() >= end:
                raise StillRunning(task_id=found.id)
            if held == 0:
                yield Pause(min(1.0, max(0.0, left)))

    @operation
    def tasks(
        self, *, status: str = "", kind: str = "", client_ref: str = "", text: str = "", limit: int = 100
    ) -> Flow[list[TaskInfo]]:
        """The newest of your tasks that fit all filters."""
        params = {"status": status, "kind": kind, "client_ref": client_ref, "q": text, "limit": str(limit)}
        answer = yield from self._send("GET", "/api/tasks", params={key: one for key, one in params.items() if one})
        return [
            TaskInfo(one["task_id"], one["kind"], one["status"], one["filename"], one["client_ref"], one["error"], one)
            for one in answer.json()["tasks"]
        ]

    @operation
    def result_file(self, service: str, task_id: str) -> Flow[tuple[bytes, str]]:
        """The file of a finished task, and its media type; `service` is ``parse`` or ``finance``."""
        answer = yield from self._send("GET", f"/api/{quote(service, safe='')}/download/{quote(task_id, safe='')}")
        return answer.content, answer.headers.get("content-type", "")

    @operation
    def delete(self, task: Task | str) -> Flow[None]:
        """Cancel a task and delete its files."""
        yield from self._send("DELETE", _path_of(task))

    @operation
    def archive(self, batch: Batch | str, target: str | Path, *, to: str = "zip") -> Flow[None]:
        """Save the finished results of a batch, or of the tasks with a `client_ref`.

        They are a ``zip`` file, or their statements or invoices as one table (``xlsx``, ``csv``).
        """
        params = {"client_ref": batch.id if isinstance(batch, Batch) else batch, "format": to}
        yield from self._send("GET", "/api/tasks/archive", params=params, target=Path(target))

    @operation
    def corrections(self, task: Task | str) -> Flow[dict[str, Any]]:
        """What was corrected in a result: ``state``, ``corrections``, and ``corrected``, the values that then hold."""
        answer = yield from self._send("GET", f"{_path_of(task)}/corrections")
        return dict(answer.json())

    @operation
    def correct(
        self,
        task: Task | str,
        values: Mapping[str, str] | None = None,
        *,
        before: Mapping[str, str] | None = None,
        seen: int | None = None,
        approved: bool | None = None,
    ) -> Flow[dict[str, Any]]:
        """Correct a result, all of it or nothing, and say whether it is approved; the answer is that of `corrections`.

        Args:
            task: a task that is done, or its id.
            values: the new text of each place, such as ``{"0/seller_name": "Lakeside Paper Co."}``.
            before: the texts that you have seen at some of the places; an `ApiError` (409) if others are there now.
            seen: how many corrections you have seen; the same error if there are others now.
            approved: whether a person has checked it; by default that stays as it is.
        """
        said = before or {}
        listed = [
            {"place": place, "after": text} | ({"before": said[place]} if place in said else {})
            for place, text in (values or {}).items()
        ]
        body: dict[str, Any] = {"corrections": listed}
        if seen is not None:
            body["seen"] = seen
        if approved is not None:
            body["state"] = "approved" if approved else "to_check"
        answer = yield from self._send(
            "POST", f"{_path_of(task)}/corrections", json=body, safe=seen is None and not said
        )
        return dict(answer.json())

    @operation
    def webhook_secret(self) -> Flow[str]:
        """The secret that signs your webhooks, for `verify_webhook`."""
        answer = yield from self._send("GET", "/api/webhooks/secret")
        return str(answer.json()["secret"])

    @operation
    def build_wiki(self, book: Source, *, lang: str, name: str = "", slug: str = "", filename: str = "") -> Flow[Job]:
        """Send a book in, a file or the URL of one; follow the job by `events`. Not repeated after a lost answer."""
        fields = {"lang": lang, "wiki_name": name, "wiki_slug": slug}
        form = {field: value for field, value in fields.items() if value}
        if isinstance(book, str) and book.startswith(("http://", "https://")):
            said = {"source_url": book, **form}
            answer = yield from self._send("POST", "/api/v1/upload-url", json=said, safe=False)
        else:
            files = yield from self._given(*content(book, filename), form)
            answer = yield from self._send("POST", "/api/v1/upload", form=form, files=files, safe=False)
        found = answer.json()
        return Job(found["job_id"], found["wiki_slug"], "queued")

    @operation
    def job(self, job_id: int) -> Flow[Job]:
        """A wiki's job as it is now."""
        answer = yield from self._send("GET", f"/api/v1/jobs/{job_id}")
        found = answer.json()
        return Job(job_id, found["wiki_slug"], found["status"])

    @operation
    def wikis(self) -> Flow[list[dict[str, Any]]]:
        """Your wikis: ``slug``, ``wiki_name``, ``lang``, ``page_count`` and so on."""
        answer = yield from self._send("GET", "/api/v1/wikis-overview")
        return list(answer.json()["wikis"])

    @operation
    def me(self) -> Flow[dict[str, Any]]:
        """Whose key this is: ``username``, ``role``, ``token_id``."""
        answer = yield from self._send("GET", "/api/v1/auth/me")
        return dict(answer.json())

    @operation
    def search(self, wiki: str, query: str, top: int = 10) -> Flow[list[Hit]]:
        """The pages of a wiki that answer a question best."""
        answer = yield from self._send("POST", "/api/v1/search", json={"wiki": wiki, "query": query, "top_k": top})
        return [
            Hit(one["page_id"], one["title"], one["type"], one["score"], one["snippet"])
            for one in answer.json()["results"]
        ]

    @operation
    def wiki_page(self, wiki: str, page_id: str) -> Flow[WikiPage]:
        """A page of a wiki with the passages that it cites."""
        answer = yield from self._send("GET", f"/api/v1/pages/{quote(page_id, safe='')}", params={"wiki": wiki})
        found = answer.json()
        return WikiPage(found["page_id"], found["title"], found["type"], found["body"], tuple(found["sources"]))

    @operation
    def company(self, company_id: str) -> Flow[dict[str, Any]]:
        """A company's document by its code, short name or full name."""
        return (yield from self._company(company_id))

    @operation
    def us_company(self, market: str, symbol: str) -> Flow[dict[str, Any]]:
        """A US-listed company's document by its market and ticker."""
        answer = yield from self._send("GET", f"/us/{quote(market, safe='')}/{quote(symbol, safe='')}")
        return dict(answer.json())

    @operation
    def observations(self, company_id: str) -> Flow[list[dict[str, Any]]]:
        """A company's figures as a flat list for data frames: ``section``, ``item``, ``period``, ``value`` and more."""
        return list((yield from self._company(company_id, form="observations"))["observations"])

    @operation
    def reconcile(
        self, names: Sequence[str], *, market: str = "", limit: int = 5
    ) -> Flow[dict[str, list[dict[str, Any]]]]:
        """The companies that each of up to 100 names may mean, best first: ``id``, ``name``, ``score``, ``match``.

        The market is ``cn`` or ``us``; both by default.
        """
        kind = {"type": market} if market else {}
        queries = {str(at): {"query": name, "limit": limit, **kind} for at, name in enumerate(names)}
        answer = yield from self._send("POST", "/company/reconcile", form={"queries": json.dumps(queries)})
        found = answer.json()
        return {name: list(found[str(at)]["result"]) for at, name in enumerate(names)}

    @operation
    def find_companies(self, text: str, limit: int = 10) -> Flow[list[dict[str, Any]]]:
        """Companies whose code or name fits best: characters, pinyin, parts, one typing error."""
        answer = yield from self._send("GET", "/company", params={"q": text, "limit": str(limit)})
        return list(answer.json()["companies"])

    @operation
    def sparql(self, query: str) -> Flow[dict[str, Any]]:
        """The results of a SELECT or ASK query in the SPARQL 1.1 JSON format."""
        accept = {"Accept": "application/sparql-results+json"}
        answer = yield from self._send("POST", "/company/sparql", form={"query": query}, headers=accept)
        return dict(answer.json())


def _path_of(task: Task | str) -> str:
    return f"/api/tasks/{quote(task.id if isinstance(task, Task) else task, safe='')}"

"""All documents of a data set as one stream, made by a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from email.utils import format_datetime

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from quire.company.company_names import CN, US
from quire.company.dump import DUMPS
from quire.errors import BadRequest, Unavailable
from quire.web.http import query_parameters
from quire.web.state.company_editions import Companies
from quire.web.state.site import site

TOGETHER = 2
"""Dumps at the same time; each is a process that reads the whole pack."""

_PIECE = 256 * 1024


async def dump_chinese(request: Request) -> Response:
    """Every Chinese company's document."""
    return await _dump(request, CN)


async def dump_american(request: Request) -> Response:
    """Every American company's document."""
    return await _dump(request, US)


async def _dump(request: Request, dataset: str) -> Response:
    form = query_parameters.text(request, "format") or "jsonl"
    if form not in DUMPS:
        raise BadRequest(f"format must be one of {', '.join(DUMPS)}.")
    here = site(request).companies
    catalogue = here.catalogue()
    headers = {
        "content-type": DUMPS[form],
        "cache-control": "no-store",
        "last-modified": format_datetime(catalogue.published, usegmt=True),
        "content-disposition": f'attachment; filename="companies-{dataset}-{catalogue.edition}.{form}"',
    }
    if request.method == "HEAD":
        return Response(headers=headers)
    if here.dumps >= TOGETHER:
        raise Unavailable("Other dumps are being made. Please try again later.")
    command = (sys.executable, "-m", "quire.company.dump", str(here.folder), dataset, form)
    return StreamingResponse(_pieces(here, command), headers=headers)


async def _pieces(here: Companies, command: tuple[str, ...]) -> AsyncIterator[bytes]:
    """The output of the process, which ends when the client goes.

    Raises:
        Unavailable: it failed; the answer is cut, so nobody takes a part for the whole.
    """
    here.dumps += 1
    process = None
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, limit=2 * _PIECE
        )
        assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        while piece := await process.stdout.read(_PIECE):
            yield piece
        if await process.wait():
            raise Unavailable("The dump could not be completed.")
    finally:
        here.dumps -= 1
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

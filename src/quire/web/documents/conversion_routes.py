"""Submissions of the conversions; `result_routes` has their results."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.web.documents.response_schemas import CONFLICT, IDEMPOTENCY, SUBMITTED
from quire.web.documents.submissions import MIB, NumberField, SubmissionRules, form_body, submit_upload
from quire.web.http.operation import Answer, Gate, Operation
from quire.web.upload_staging import MULTIPART_ROOM, PDF
from quire.write import CHUNK_TOKENS, LEAST_CHUNK, MOST_CHUNK, WRITERS

MAX_BYTES = 50 * MIB

CONVERSIONS: dict[str, str] = {
    "pdf2word": "docx",
    "pdf2ppt": "pptx",
    "pdf2markdown": "md",
    "pdf2json": "json",
    "pdf2html": "html",
    "pdf2chunks": "chunks",
}
"""The last word of a submission's path, and the format: a key of `WRITERS`."""

_TYPES = frozenset({PDF})


CHUNK_FIELD = NumberField(
    "chunk_tokens", LEAST_CHUNK, MOST_CHUNK, CHUNK_TOKENS, "Tokens of a chunk at most, by the estimate of the service."
)

RULES: dict[str, SubmissionRules] = {
    word: SubmissionRules(f"parse.{to}", _TYPES, MAX_BYTES, (CHUNK_FIELD,) if WRITERS[to].sized else ())
    for word, to in CONVERSIONS.items()
}


async def submit(request: Request) -> Response:
    """Take a file in and answer with its task."""
    return await submit_upload(request, RULES[request.url.path.rsplit("/", 1)[-1]])


_NAMES = {
    "docx": "a Word document",
    "pptx": "a presentation",
    "md": "Markdown",
    "json": "JSON",
    "html": "HTML",
    "chunks": "chunks for retrieval",
}

OPERATIONS: tuple[Operation, ...] = tuple(
    Operation(
        "POST",
        f"/api/parse/{word}",
        submit,
        name=f"{word}Submit",
        summary=f"Convert a PDF to {_NAMES[to]}",
        tag="Documents",
        gate=Gate(scope=Scope.PARSE, rate="submit", body=MAX_BYTES + MULTIPART_ROOM),
        parameters=(IDEMPOTENCY,),
        body=form_body(
            "ChunksSubmission" if RULES[word].numbers else "PdfSubmission",
            "A PDF, up to 50 MB.",
            "Report.pdf",
            _TYPES,
            numbers=RULES[word].numbers,
        ),
        answers={
            200: SUBMITTED,
            400: Answer("The request is not valid.", {"detail": "Unsupported file type: image/png"}, schema="Error"),
            409: CONFLICT,
        },
    )
    for word, to in CONVERSIONS.items()
)

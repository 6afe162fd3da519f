"""Submissions of the conversions; `result_routes` has their results."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.read.file_preflight import OFFICE_TYPES
from quire.web.documents.response_schemas import CONFLICT, IDEMPOTENCY, SUBMITTED
from quire.web.documents.submissions import MIB, NumberField, SubmissionRules, form_body, submit_upload
from quire.web.http.operation import Answer, Gate, Operation
from quire.web.upload_staging import JPEG, MULTIPART_ROOM, PDF, PNG
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

_PAGES = frozenset({PDF})

FILES: dict[str, str] = {"file2markdown": "md", "file2json": "json", "file2html": "html", "file2chunks": "chunks"}
"""The same for documents of any type that can be read."""

_FILE_TYPES = frozenset(
    {
        *(PDF, JPEG, PNG, "image/tiff", "image/webp", "image/bmp"),
        *(*OFFICE_TYPES.values(), "application/zip", "application/epub+zip"),
        *("text/html", "application/xml", "text/plain"),
    }
)
"""What the first look may see; a package that is of no known type fails when it is read."""


CHUNK_FIELD = NumberField(
    "chunk_tokens", LEAST_CHUNK, MOST_CHUNK, CHUNK_TOKENS, "Tokens of a chunk at most, by the estimate of the service."
)

HIDDEN_FIELD = NumberField(
    "hidden",
    0,
    1,
    0,
    "1 also converts text that cannot be seen on the page: invisible, covered, cut off, in its background's colour.",
)

_FIELDS = (HIDDEN_FIELD, CHUNK_FIELD)

RULES: dict[str, SubmissionRules] = {
    word: SubmissionRules(f"parse.{to}", types, MAX_BYTES, _FIELDS if WRITERS[to].sized else (HIDDEN_FIELD,))
    for words, types in ((CONVERSIONS, _PAGES), (FILES, _FILE_TYPES))
    for word, to in words.items()
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

_FILE_ABOUT = (
    "PDF, JPEG, PNG, TIFF, WebP, BMP, Word (.docx), slides (.pptx), workbooks (.xlsx), HTML, EPUB, e-mail (.eml) with "
    "its attachments, Markdown or text, up to 50 MB; the content decides the type, the name tells Markdown from text."
)


def _operation(word: str, to: str) -> Operation:
    """The submission that ends in this word of its path."""
    rules, any_type = RULES[word], word in FILES
    named = ("File" if any_type else "Pdf") if not WRITERS[to].sized else ("FileChunks" if any_type else "Chunks")
    return Operation(
        "POST",
        f"/api/parse/{word}",
        submit,
        name=f"{word}Submit",
        summary=f"Convert {'a document of any type' if any_type else 'a PDF'} to {_NAMES[to]}",
        tag="Documents",
        gate=Gate(scope=Scope.PARSE, rate="submit", body=MAX_BYTES + MULTIPART_ROOM),
        parameters=(IDEMPOTENCY,),
        body=form_body(
            f"{named}Submission",
            _FILE_ABOUT if any_type else "A PDF, up to 50 MB.",
            "Report.docx" if any_type else "Report.pdf",
            rules.types,
            numbers=rules.numbers,
        ),
        answers={
            200: SUBMITTED,
            400: Answer("The request is not valid.", {"detail": "Unsupported file type: image/gif"}, schema="Error"),
            409: CONFLICT,
        },
    )


OPERATIONS: tuple[Operation, ...] = tuple(_operation(word, to) for word, to in (CONVERSIONS | FILES).items())

"""Every error that Quire raises on purpose, as one tree.

Each class carries the HTTP status it becomes, a stable code word (the header ``X-Error-Code``)
and a public sentence. ``str(error)`` is safe to show to a client: no path, no secret, no trace.

    QuireError                      500 internal_error
    |- BadRequest                   400 bad_request
    |  `- UnsupportedType           400 unsupported_file_type
    |- NotAuthenticated             401 not_authenticated
    |- NotAllowed                   403 not_allowed
    |- NotFound                     404 not_found
    |- MethodNotAllowed             405 method_not_allowed
    |- RequestStalled               408 request_stalled
    |- Conflict                     409 conflict
    |  `- NotReady                  409 not_ready
    |- Gone                         410 gone
    |- PreconditionFailed           412 precondition_failed
    |- TooLarge                     413 too_large
    |- UnsupportedMediaType         415 unsupported_media_type
    |- TooManyRequests              429 too_many_requests
    |- ChecksumMismatch             460 checksum_mismatch   of tus; HTTP has no such status
    |- Unavailable                  503 unavailable
    |  |- ServiceFault              503 service_fault       a fault of ours that passes: a task waits, at no cost
    |  |  |- StorageUnavailable     503 storage_unavailable the file store, the database or a disk
    |  |  |- MemoryUnavailable      503 memory_unavailable  the machine's memory
    |  |  `- WorkerUnavailable      503 worker_unavailable  no process could be started
    |  |- ModelUnavailable          503 model_away          the language model does not answer
    |  `- ModelRefused              503 model_refused       its endpoint refuses our key, or knows no such model
    |- BadSetting                   500 bad_setting         the operator's mistake: a command ends with 2
    `- DocumentError                422 document_error      the document itself cannot be processed;
       |                                                    a task that meets one ends as failed
       |- DamagedDocument               damaged_document
       |- ProtectedDocument             protected_document
       |- DocumentTooBig                document_too_big    more pages or bytes than a hard cap
       |- OutOfTime                     out_of_time         the time cap of the slot
       |- OutOfCpuTime                  out_of_cpu_time     the cap on processor time, by the size of a book
       |- OutOfMemory                   out_of_memory       the memory cap of the slot
       |- WorkerDied                    worker_died
       `- Cancelled                     cancelled
"""

from __future__ import annotations

from collections.abc import Sequence


class QuireError(Exception):
    """Something went wrong inside Quire; the base of the tree."""

    status: int = 500
    code: str = "internal_error"
    sentence: str = "Something went wrong on our side. Please try again later."

    def __init__(self, sentence: str | None = None) -> None:
        super().__init__(sentence or self.sentence)


class BadRequest(QuireError):
    """The request's parameters are wrong."""

    status = 400
    code = "bad_request"
    sentence = "The request is not valid."


class UnsupportedType(BadRequest):
    """The file is of a type that this operation does not take; `accepted` are the media types that it does."""

    code = "unsupported_file_type"
    sentence = "Unsupported file type"

    def __init__(self, sentence: str | None = None, accepted: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.accepted = tuple(accepted)


class NotAuthenticated(QuireError):
    """No key, an unknown, revoked or expired key, or two different ones."""

    status = 401
    code = "not_authenticated"
    sentence = "Could not validate credentials"


class NotAllowed(QuireError):
    """A valid key without the scope or role for the operation."""

    status = 403
    code = "not_allowed"
    sentence = "This key does not have permission for this operation."


class NotFound(QuireError):
    """The thing does not exist, or belongs to another owner."""

    status = 404
    code = "not_found"
    sentence = "Not found"


class MethodNotAllowed(QuireError):
    """The path exists, but not with this method."""

    status = 405
    code = "method_not_allowed"
    sentence = "This method is not allowed here."


class RequestStalled(QuireError):
    """The body of a request does not arrive, or too slowly."""

    status = 408
    code = "request_stalled"
    sentence = "The upload stalled. Please try again."


class Conflict(QuireError):
    """The request does not fit the present state."""

    status = 409
    code = "conflict"
    sentence = "The request conflicts with the present state."


class NotReady(Conflict):
    """The result is asked for before it exists."""

    code = "not_ready"
    sentence = "The result is not ready yet."


class Gone(QuireError):
    """It existed and has expired."""

    status = 410
    code = "gone"
    sentence = "This has expired."


class PreconditionFailed(QuireError):
    """The request is of a version of its protocol that is not spoken here."""

    status = 412
    code = "precondition_failed"
    sentence = "This version of the protocol is not supported."


class TooLarge(QuireError):
    """The body is larger than the limit."""

    status = 413
    code = "too_large"
    sentence = "The file is too large."

    @classmethod
    def over(cls, limit: int) -> TooLarge:
        """The error for more than `limit` bytes; its sentence says how much is taken."""
        size = f"{limit >> 20} MB" if limit >> 20 else f"{limit >> 10} KB" if limit >> 10 else f"{limit} bytes"
        return cls(f"The file is too large: at most {size}. Compress or split it.")


class UnsupportedMediaType(QuireError):
    """The body's ``Content-Type`` is not the one of this operation."""

    status = 415
    code = "unsupported_media_type"
    sentence = "The Content-Type is not the one of this operation."


class TooManyRequests(QuireError):
    """The key's rate is used up."""

    status = 429
    code = "too_many_requests"
    sentence = "Too many requests. Lower the request rate and try again later."


class ChecksumMismatch(QuireError):
    """The body changed on its way."""

    status = 460
    code = "checksum_mismatch"
    sentence = "The bytes do not match their checksum. Please send them again."


class Unavailable(QuireError):
    """A part that is needed does not answer now."""

    status = 503
    code = "unavailable"
    sentence = "The service is not available right now. Please try again later."


class ServiceFault(Unavailable):
    """A fault of this service that passes; a task waits for its end and keeps its attempt and its upload.

    `waits_for` is the word that says what is missing (the header ``X-Waiting-For``).
    """

    code = "service_fault"
    waits_for = "service"


class StorageUnavailable(ServiceFault):
    """The file store, the database or a disk takes or gives nothing now, or is full."""

    code = "storage_unavailable"
    sentence = "The storage is not available right now. Please try again later."
    waits_for = "storage"


class MemoryUnavailable(ServiceFault):
    """The machine ran out of memory, though the task kept within its own cap."""

    code = "memory_unavailable"
    sentence = "The server is out of memory right now. Please try again later."
    waits_for = "memory"


class WorkerUnavailable(ServiceFault):
    """A process for the task could not be started."""

    code = "worker_unavailable"
    sentence = "No worker process can be started right now. Please try again later."
    waits_for = "worker"


class ModelUnavailable(Unavailable):
    """The endpoint of the language model does not answer, after all retries."""

    code = "model_away"
    sentence = "The language model does not answer. Please try again later."


class ModelRefused(Unavailable):
    """The endpoint of the language model refuses the key, or knows no such model; asking again is of no use."""

    code = "model_refused"
    sentence = "The language model's endpoint refuses the request."


class BadSetting(QuireError):
    """A setting cannot be read; ends a command with exit code 2, before any request is taken."""

    code = "bad_setting"
    sentence = "A setting is not valid."


class DocumentError(QuireError):
    """The document cannot be processed; a task that meets this ends as failed."""

    status = 422
    code = "document_error"
    sentence = "The document could not be processed."


class DamagedDocument(DocumentError):
    """The bytes are not a readable document of their type."""

    code = "damaged_document"
    sentence = "The file is damaged or not a valid document."


class ProtectedDocument(DocumentError):
    """The document needs a password that was not given."""

    code = "protected_document"
    sentence = "The file is protected by a password"


class DocumentTooBig(DocumentError):
    """The document is beyond a hard cap on pages or decompressed size."""

    code = "document_too_big"
    sentence = "The document is too big to be processed."


class OutOfTime(DocumentError):
    """Processing took longer than its cap."""

    code = "out_of_time"
    sentence = "The document took too long to process."


class OutOfCpuTime(DocumentError):
    """Processing took more processor time than its size allows."""

    code = "out_of_cpu_time"
    sentence = "The document took too much processor time."


class OutOfMemory(DocumentError):
    """Processing needed more memory than its cap."""

    code = "out_of_memory"
    sentence = "The document needs more memory than is allowed."


class WorkerDied(DocumentError):
    """The process that worked on the document ended without an answer."""

    code = "worker_died"
    sentence = "The worker died while processing the document."


class Cancelled(DocumentError):
    """The task was cancelled."""

    code = "cancelled"
    sentence = "The task was cancelled."


FATAL = (Cancelled, MemoryError, OutOfMemory, OutOfTime, ServiceFault, WorkerDied)
"""What ends a task as a whole, also where it is met at one of many pages or pictures, whose own faults end nothing."""


def from_code(code: str, sentence: str | None = None) -> QuireError:
    """An error of the class with that code word, for errors that crossed a process or a database as text.

    An unknown code gives the base class.
    """
    waiting = [QuireError]
    while waiting:
        kind = waiting.pop()
        if kind.code == code:
            return kind(sentence)
        waiting.extend(kind.__subclasses__())
    return QuireError(sentence)


EXTRAS: dict[str, str] = {
    **dict.fromkeys(("onnxruntime", "rapidocr", "zxingcpp"), "ocr"),
    **dict.fromkeys(
        ("jinja2", "markupsafe", "markdown_it", "mdit_py_plugins", "nh3", "openai", "snowballstemmer", "jieba"), "wikis"
    ),
    **dict.fromkeys(("pyoxigraph", "rapidfuzz", "zstandard", "brotli"), "companies"),
    **dict.fromkeys(
        ("starlette", "anyio", "uvicorn", "httptools", "uvloop", "python_multipart", "sqlalchemy", "alembic"),
        "server",
    ),
    **dict.fromkeys(("psycopg", "obstore", "prometheus_client", "httpx", "cryptography"), "server"),
    **dict.fromkeys(("mcp", "mcp_types", "pydantic"), "mcp"),
    "pypinyin": "wikis",
    "pandas": "pandas",
}
"""The importable names that an installation without extras lacks, and the extra that brings each."""


def missing_extra(error: ModuleNotFoundError) -> str | None:
    """What to install for a module that is missing, as a sentence; None when no extra brings it."""
    module = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(module)
    return f"This needs an extra that is not installed: pip install 'quire[{extra}]' ({module})." if extra else None


def require(*modules: str) -> None:
    """Check that the libraries of an extra are installed, before a document is blamed for their absence.

    Raises:
        Unavailable: one is not; the sentence names the extra.
    """
    from importlib.util import find_spec

    for module in modules:
        if find_spec(module) is None:
            raise Unavailable(missing_extra(ModuleNotFoundError(name=module)))

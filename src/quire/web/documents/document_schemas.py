"""The shapes of the document services' bodies for the OpenAPI document. Nothing but data."""

from __future__ import annotations

from quire.tasks.task_states import TaskStatus
from quire.tasks.webhook_deliveries import DeliveryState
from quire.web.http.operation import Json
from quire.web.http.schema_shapes import COUNT, FLAG, MAYBE_TEXT, TEXT, URL, exact_object, list_of, nullable

TIME: Json = {
    "type": "string",
    "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$",
    "description": "ISO 8601 in UTC, without an offset.",
}
_ZULU: Json = {"type": "string", "format": "date-time"}
ID: Json = {"type": "string", "format": "uuid"}
_SECONDS: Json = {
    "type": "number",
    "minimum": 0,
    "description": "Processing time in seconds, without the time in the queue.",
}
_LINK: Json = {"type": "string", "format": "uri", "description": "A signed link, valid for one hour."}
_SHARE: Json = {"type": "number", "minimum": 0, "maximum": 1}
_NUMBER: Json = {"type": "number"}
_PAGE: Json = {"type": "integer", "minimum": 1}
_STATUS: Json = {"type": "string", "enum": [status.value for status in TaskStatus]}


def _open_object(title: str, /, *required: str, **properties: Json) -> dict[str, Json]:
    """An object with those keys, and perhaps others."""
    return {"type": "object", "title": title, "required": list(required), "properties": properties}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _state(status: TaskStatus, **properties: Json) -> dict[str, Json]:
    return exact_object(task_id=ID, status={"type": "string", "const": status.value}, **properties)


def _done(**properties: Json) -> dict[str, Json]:
    return _state(TaskStatus.DONE, created_at=TIME, duration=_SECONDS, **properties)


_FILE: dict[str, Json] = {"download_url": _LINK, "filename": TEXT}
_IMAGES: Json = {
    "type": "object",
    "description": "Maps the path inside the document to a signed link. Present only if there are images.",
    "additionalProperties": {"type": "string", "format": "uri"},
}
_PARSE_DONE = _done(**_FILE)
_PARSE_DONE["properties"] |= {"images": _IMAGES}  # type: ignore[operator]  # an object, made above

_BOX: Json = {
    "type": ["array", "null"],
    "items": _NUMBER,
    "minItems": 4,
    "maxItems": 4,
    "description": "Left, top, right, bottom in points of the upright page.",
}
_STATEMENT_DETAILS = _open_object(
    "StatementDetails",
    "title",
    "pages",
    "periods",
    "rows",
    "checks",
    title=TEXT,
    kind=TEXT,
    scope={"type": "string", "enum": ["consolidated", "parent", ""]},
    company=TEXT,
    language=TEXT,
    unit=TEXT,
    multiplier={"type": "integer", "description": "What a printed 1 stands for."},
    currency={"type": "string", "description": "ISO 4217."},
    pages=list_of(_PAGE),
    periods=list_of(
        nullable(_open_object("StatementPeriod", "label", "end", label=TEXT, start=MAYBE_TEXT, end=MAYBE_TEXT))
    ),
    rows=list_of(
        _open_object(
            "StatementRow",
            "kind",
            "level",
            "item",
            "cells",
            kind={"type": "string", "enum": ["header", "section", "item", "total"]},
            level=COUNT,
            item={"type": "string", "description": "The canonical line item; empty if unknown."},
            cells=list_of(
                nullable(
                    _open_object(
                        "StatementCell",
                        "page",
                        "box",
                        "confidence",
                        "value",
                        page=COUNT,
                        box=_BOX,
                        confidence=_SHARE,
                        value={"type": ["string", "null"], "description": "A decimal in the printed unit."},
                    )
                )
            ),
        )
    ),
    checks=list_of(
        _open_object(
            "StatementCheck",
            "rule",
            "message",
            "holds",
            rule=TEXT,
            message=TEXT,
            holds=FLAG,
            cells={"type": "array", "items": list_of(COUNT), "description": "Row and column, counted from 0."},
        )
    ),
)
_STATEMENT: Json = {
    "type": "object",
    "title": "Statement",
    "required": ["tables", "type_index", "angle"],
    "properties": {
        "tables": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": TEXT}}},
        "type_index": {"type": "integer", "minimum": 0, "maximum": 4},
        "angle": {"type": "integer", "enum": [0, 90, 180, 270]},
        "details": {**_STATEMENT_DETAILS, "description": "Only with `?include=details`."},
    },
    "additionalProperties": False,
}

_ITEM = ("name", "spec", "unit", "quantity", "unit_price", "amount", "tax_rate", "tax")
_INVOICE_DETAILS = _open_object(
    "InvoiceDetails",
    "items",
    "checks",
    items=list_of(_open_object("InvoiceItem", **dict.fromkeys(_ITEM, TEXT))),
    checks=list_of(
        _open_object(
            "InvoiceCheck", "rule", "message", "holds", rule=TEXT, message=TEXT, holds=FLAG, keys=list_of(TEXT)
        )
    ),
)
_INVOICE: Json = {
    "type": "object",
    "title": "InvoicePage",
    "required": ["page", "total_tokens", "fields"],
    "properties": {
        "page": _PAGE,
        "total_tokens": COUNT,
        "fields": {
            "type": "array",
            "minItems": 12,
            "items": _open_object(
                "InvoiceField",
                "key",
                "value",
                key=TEXT,
                value=TEXT,
                printed=TEXT,
                source={"type": "string", "enum": ["xml", "qr", "text", "ocr", "model"]},
                confidence=_SHARE,
                page={"type": ["integer", "null"]},
                polygon={
                    "type": ["array", "null"],
                    "items": list_of(_NUMBER),
                    "description": "Four corners in points, clockwise from the top left; null for XML.",
                },
            ),
        },
        "details": {**_INVOICE_DETAILS, "description": "Only with `?include=details`."},
    },
    "additionalProperties": False,
}


def _result(done: str) -> Json:
    """The result of a task in any state; `done` names the component of the done one."""
    states = {"pending": "TaskPending", "processing": "TaskProcessing", "done": done, "failed": "TaskFailed"}
    links: dict[str, Json] = {status: f"#/components/schemas/{name}" for status, name in states.items()}
    return {
        "oneOf": [_ref(name) for name in states.values()],
        "discriminator": {"propertyName": "status", "mapping": links},
    }


def _corrected(done: dict[str, Json], element: Json) -> dict[str, Json]:
    """A done result with the keys of ``?include=corrections``, which are there only then."""
    done["properties"] |= _correction_keys(element)  # type: ignore[operator]  # an object, made above
    return done


def _correction_keys(element: Json) -> dict[str, Json]:
    change = exact_object(place=TEXT, before=TEXT, after=TEXT, by=TEXT, at=TIME)
    return {
        "state": {"type": "string", "enum": ["to_check", "approved"]},
        "corrections": list_of(change),
        "corrected": list_of(element),
    }


_BLOCK = _open_object("Block", "id", "type", "places", id=TEXT, type=TEXT, places=list_of({"type": "object"}))

SCHEMAS: dict[str, Json] = {
    "Submitted": _state(TaskStatus.PENDING),
    "TaskPending": _state(TaskStatus.PENDING),
    "TaskProcessing": _state(TaskStatus.PROCESSING, created_at=TIME),
    "TaskFailed": _state(TaskStatus.FAILED, created_at=TIME, error=TEXT),
    "CorrectedResult": exact_object(**_correction_keys({"type": "object"})),
    "ParseDone": _corrected(_PARSE_DONE, _BLOCK),
    "StatementsDone": _corrected(_done(result=list_of(_STATEMENT), **_FILE), _STATEMENT),
    "InvoicesDone": _corrected(_done(result={"type": "array", "minItems": 1, "items": _INVOICE}), _INVOICE),
    "ParseResult": _result("ParseDone"),
    "FinanceResult": _result("StatementsDone"),
    "InvoiceResult": _result("InvoicesDone"),
    "StatementTypes": exact_object(
        types=list_of(
            exact_object(type_index={"type": "integer", "minimum": 0, "maximum": 4}, name=TEXT, en=TEXT, zh=TEXT)
        )
    ),
    "TaskList": exact_object(
        tasks=list_of(
            _open_object(
                "Task",
                "task_id",
                "kind",
                "status",
                "filename",
                "created_at",
                task_id=ID,
                kind=TEXT,
                status=_STATUS,
                filename=TEXT,
                client_ref=MAYBE_TEXT,
                created_at=TIME,
                duration={"type": ["number", "null"]},
                pages_done=COUNT,
                pages_total=COUNT,
                input_bytes=COUNT,
                error=MAYBE_TEXT,
                expires_at=nullable(TIME),
                owner={"type": "string", "description": "Present for administrators only."},
            )
        ),
        total=COUNT,
        limit=COUNT,
        offset=COUNT,
        next={"type": ["integer", "null"]},
    ),
    "Upload": exact_object(upload_id=TEXT, filename=TEXT, length=COUNT, offset=COUNT, expires_at=_ZULU),
    "Batch": exact_object(
        batch_id=TEXT,
        kind=TEXT,
        status={"type": "string", "enum": ["processing", "done"]},
        created_at=TIME,
        counts=exact_object(**dict.fromkeys((*(state.value for state in TaskStatus), "refused", "deleted"), COUNT)),
        items=list_of(
            exact_object(
                name=TEXT,
                task_id={"type": ["string", "null"]},
                status={"type": "string", "enum": [*(state.value for state in TaskStatus), "refused", "deleted"]},
                error=MAYBE_TEXT,
            )
        ),
    ),
    "WebhookSecret": exact_object(secret=TEXT),
    "Deliveries": exact_object(
        deliveries=list_of(
            exact_object(
                id=TEXT,
                url=URL,
                state={"type": "string", "enum": [state.value for state in DeliveryState]},
                attempts=COUNT,
                due_at=nullable(TIME),
                log=list_of(exact_object(at=_ZULU, status=COUNT, error=TEXT, seconds={"type": "number"})),
            )
        )
    ),
    "WebhookMessage": _open_object(
        "WebhookMessage",
        "type",
        "timestamp",
        "data",
        type={"type": "string", "enum": ["task.done", "task.failed"]},
        timestamp=_ZULU,
        data=_open_object(
            "WebhookTask",
            "task_id",
            "kind",
            "status",
            "filename",
            "created_at",
            "result",
            task_id=ID,
            kind=TEXT,
            status={"type": "string", "enum": ["done", "failed"]},
            filename=TEXT,
            client_ref=MAYBE_TEXT,
            created_at=_ZULU,
            duration={"type": ["number", "null"]},
            pages={"type": ["integer", "null"]},
            error=MAYBE_TEXT,
            result={"type": "string", "description": "The path of the result."},
        ),
    ),
    "WebhookProgress": _open_object(
        "WebhookProgress",
        "type",
        "timestamp",
        "data",
        type={"type": "string", "const": "task.progress"},
        timestamp=_ZULU,
        data=_open_object(
            "WebhookPages",
            "task_id",
            "kind",
            "filename",
            "created_at",
            "pages_done",
            "pages_total",
            task_id=ID,
            kind=TEXT,
            filename=TEXT,
            client_ref=MAYBE_TEXT,
            created_at=_ZULU,
            pages_done=COUNT,
            pages_total=COUNT,
        ),
    ),
    "WebhookBatch": _open_object(
        "WebhookBatch",
        "type",
        "timestamp",
        "data",
        type={"type": "string", "const": "batch.done"},
        timestamp=_ZULU,
        data=_open_object(
            "WebhookBatchData",
            *("batch_id", "kind", "created_at", "total", "done", "failed", "refused", "result"),
            batch_id=TEXT,
            kind=TEXT,
            created_at=_ZULU,
            total=COUNT,
            done=COUNT,
            failed=COUNT,
            refused=COUNT,
            result={"type": "string", "description": "The path of the batch."},
        ),
    ),
}

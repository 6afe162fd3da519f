"""The components of the OpenAPI document: shapes of bodies, and headers. Nothing but data."""

from __future__ import annotations

from quire.access.permissions import Role
from quire.web.company import company_schemas
from quire.web.documents import document_schemas
from quire.web.documents.document_schemas import ID, TIME
from quire.web.http.operation import Json
from quire.web.http.schema_shapes import COUNT, OK, TEXT, exact_object, nullable
from quire.web.wiki import wiki_schemas

_ROLE: Json = {"type": "string", "enum": [role.value for role in Role]}


SCHEMAS: dict[str, Json] = {
    "Error": exact_object(detail=TEXT),
    "WikiError": exact_object(ok={"type": "boolean", "const": False}, error=TEXT, detail=TEXT),
    "NewToken": {
        "type": "object",
        "required": ["name", "username"],
        "properties": {
            "name": TEXT,
            "username": TEXT,
            "role": _ROLE,
            "expires_in_days": {"type": "integer", "minimum": 1, "maximum": 36500},
        },
    },
    "CreatedToken": exact_object(ok=OK, token=TEXT, token_id=ID),
    "TokenList": exact_object(
        ok=OK,
        tokens={
            "type": "array",
            "items": exact_object(
                token_id=ID,
                prefix=TEXT,
                name=TEXT,
                username=TEXT,
                role=_ROLE,
                scopes={"type": "array", "items": TEXT},
                created_at=TIME,
                expires_at=nullable(TIME),
                revoked_at=nullable(TIME),
                last_used_at=nullable(TIME),
            ),
        },
        total=COUNT,
    ),
    "Done": exact_object(ok=OK, token_id=ID, message=TEXT),
    "Me": exact_object(ok=OK, username=TEXT, role=_ROLE, token_id=ID),
    "Health": exact_object(
        ok={"type": "boolean"},
        status=TEXT,
        version=TEXT,
        uptime_s=COUNT,
        checks={"type": "object", "additionalProperties": {"type": "string", "enum": ["ok", "failed"]}},
        isolation={"type": "string", "enum": ["complete", "incomplete"]},
    ),
    "OpenApi": {"type": "object", "description": "This document (OpenAPI 3.1)."},
    **document_schemas.SCHEMAS,
    **company_schemas.SCHEMAS,
    **wiki_schemas.SCHEMAS,
}

HEADERS: dict[str, tuple[str, Json]] = {
    "X-Request-Id": ("Identifies the request in the log. If you send one, it is used.", "4b0c9a5e7d"),
    "X-Error-Code": ("The error as a stable code word.", "not_authenticated"),
    "X-Accepted-Types": ("The types of files that are taken, where another one is refused.", "application/pdf"),
    "Retry-After": ("Seconds to wait before the next request.", "2"),
    "RateLimit": ("Requests left (`r`) and seconds until the full quota is available again (`t`).", '"read";r=599;t=1'),
    "RateLimit-Policy": ("The quota (`q`) in a window of `w` seconds.", '"read";q=600;w=60;burst=600'),
    "X-Queue-Position": ("Position in the queue; 1 is next.", "3"),
    "X-Progress": ("Pages done and total pages.", "12/40"),
    "X-Waiting-For": ("The part of the service that the task waits for: storage, memory or worker.", "storage"),
    "X-Expires-At": ("When the result is deleted, in UTC.", "2026-03-13T08:30:02Z"),
    "X-Page-Advice": (
        "Present if the document has more pages than recommended.",
        "Up to 200 pages are recommended; this document has 238.",
    ),
    "X-Warnings": (
        "Warnings about the result, or ignored fields of a form; ` | ` between them, percent-encoded where needed.",
        "Page 3 could not be read.",
    ),
    "Content-Disposition": (
        "The file name, in ASCII and in full.",
        "attachment; filename=\"Report.md\"; filename*=UTF-8''Report.md",
    ),
    "Content-Range": ("The part of the file that is returned.", "bytes 0-1023/4096"),
    "ETag": ("Changes when the content changes.", '"5b0e"'),
    "Accept-Ranges": ("Ranges are supported.", "bytes"),
    "Cache-Control": ("How long a private cache may reuse the response.", "private, max-age=3600"),
    "Vary": ("Request headers that the response depends on.", "Accept-Encoding"),
    "Link": ("Link to the next page.", '<https://quire.example.org/us/nyse?cursor=WzYsImNuIl0>; rel="next"'),
    "Location": ("Where to find it.", "https://quire.example.org/company/838006/json"),
    "Tus-Resumable": ("Version of the upload protocol.", "1.0.0"),
    "Tus-Version": ("Versions that are supported.", "1.0.0"),
    "Tus-Extension": ("Extensions that are supported.", "creation,termination,expiration,checksum"),
    "Tus-Max-Size": ("Bytes of a file at most.", "209715200"),
    "Tus-Checksum-Algorithm": ("Algorithms of checksums.", "sha1,sha256"),
    "Upload-Offset": ("Bytes that have arrived.", "8388608"),
    "Upload-Length": ("Bytes of the whole file.", "41943040"),
    "Upload-Expires": ("When the upload is deleted.", "Sat, 07 Mar 2026 08:30:02 GMT"),
    "Last-Modified": ("When the file was created.", "Fri, 06 Mar 2026 08:30:02 GMT"),
}

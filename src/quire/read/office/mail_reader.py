"""E-mail (RFC 5322, MIME): the header, the text, and what is attached."""

from __future__ import annotations

import email
import email.policy
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from quire.errors import DamagedDocument, DocumentTooBig
from quire.model.block import Block, Heading, Paragraph
from quire.model.document import Document
from quire.model.page import Metadata
from quire.model.span import Span
from quire.read.books.emphasis_spans import Emphasis, SpanBuilder
from quire.read.office.html_reader import html_document

MAX_BYTES = 64 << 20
MAX_ATTACHMENTS = 100

_FIELDS = ("From", "To", "Cc", "Date")


@dataclass(frozen=True)
class Attachment:
    """A file inside a message; its name is what the message says, not a path."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Mail:
    """A message: its own document, and what is attached."""

    document: Document
    attachments: tuple[Attachment, ...]


def read_mail(path: Path) -> Mail:
    """The message.

    Raises:
        DamagedDocument: it cannot be read. DocumentTooBig: more than `MAX_BYTES`, or too many attachments.
    """
    if path.stat().st_size > MAX_BYTES:
        raise DocumentTooBig
    try:
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        blocks, warnings = _body(message)
        subject = _field(message, "Subject")
        attached = tuple(_attachments(message))
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        raise DamagedDocument from error
    head: list[Block] = [Heading(1, _line(subject), (), title=True)] if subject else []
    said = ((name, _field(message, name)) for name in _FIELDS)
    head += [Paragraph(_line(value, label=f"{name}: "), ()) for name, value in said if value]
    meta = Metadata(title=subject, author=_field(message, "From"))
    return Mail(Document((), (*head, *blocks), meta=meta, warnings=warnings), attached)


def _body(message: EmailMessage) -> tuple[list[Block], tuple[str, ...]]:
    """The blocks of the text, of its HTML form where it has one, and the warnings about it."""
    part = message.get_body(("html", "plain"))
    if part is None:
        return [], ()
    content = part.get_content()
    if not isinstance(content, str):
        return [], ()
    if part.get_content_subtype() == "html":
        found = html_document(content.encode("utf-8", "replace"))
        return list(found.blocks), found.warnings
    paragraphs = (one for one in content.replace("\r\n", "\n").split("\n\n") if one.strip())
    return [Paragraph(_line(one), ()) for one in paragraphs], ()


def _attachments(message: EmailMessage) -> list[Attachment]:
    found: list[Attachment] = []
    for number, part in enumerate(message.iter_attachments(), 1):
        if len(found) == MAX_ATTACHMENTS:
            raise DocumentTooBig
        content = part.get_content() if part.get_content_maintype() != "multipart" else b""
        if isinstance(content, EmailMessage):
            content = content.as_bytes()
        body = content.encode() if isinstance(content, str) else content
        if isinstance(body, bytes) and body:
            found.append(Attachment(part.get_filename() or f"attachment {number}", body))
    return found


def _field(message: EmailMessage, name: str) -> str:
    return " ".join(str(message.get(name) or "").split())


def _line(text: str, *, label: str = "") -> tuple[Span, ...]:
    runs = SpanBuilder()
    runs.add(label, Emphasis(bold=True))
    runs.add(text)
    return runs.take()

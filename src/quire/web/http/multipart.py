"""A ``multipart/form-data`` body as it arrives: files go to the disk piece by piece, fields are small texts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import unquote

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from quire.errors import BadRequest, TooLarge

if TYPE_CHECKING:  # the library defines it for type checkers only
    from python_multipart.multipart import MultipartCallbacks

MAX_PARTS = 32
MAX_BOUNDARY = 70
"""Characters of a boundary (RFC 2046, section 5.1.1)."""

MAX_FIELD = 16 * 1024
MAX_PART_HEADER = 4096
SNIFFED_BYTES = 4096
"""Bytes kept of the file's beginning, to see what it is."""

_EXTENDED = re.compile(r"""filename\*\s*=\s*(?:"([^"]*)"|([^;]*))""", re.IGNORECASE)
_ESCAPED = {"%22": '"', "%0D": "\r", "%0A": "\n"}  # the three that browsers escape (HTML, multipart form data)


@dataclass
class FilePart:
    """A file in a body: its name as the client sent it, its size in bytes, its first bytes, its SHA-256 (hex)."""

    filename: str
    target: BinaryIO
    size: int = 0
    head: bytes = b""
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    @property
    def sha256(self) -> str:
        """Of what has arrived."""
        return self.digest.hexdigest()


@dataclass
class Form:
    """What was found in a body: its small fields, and the parts named `file` that came as files."""

    fields: dict[str, str] = field(default_factory=dict)
    files: list[FilePart] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    """Names of the parts that are no fields of the form."""


class FormReader:
    """Takes the pieces of a body; each file's bytes are written to a target of its own.

    Args:
        content_type: the request's header.
        open_target: gives where the next part named `file` is written.
        limit: the most bytes of a file.
        names: the fields that are kept; others are dropped.
        most: files at most.

    Raises:
        BadRequest: it is not such a body. TooLarge: a file has more than `limit` bytes. Every method.
    """

    def __init__(
        self,
        content_type: str,
        open_target: Callable[[], BinaryIO],
        *,
        limit: int,
        names: frozenset[str],
        most: int = 1,
    ) -> None:
        kind, options = parse_options_header(content_type)
        boundary = options.get(b"boundary", b"")
        if kind != b"multipart/form-data" or not 1 <= len(boundary) <= MAX_BOUNDARY:
            raise BadRequest("The request body must be multipart/form-data with the file in the field “file”.")
        self.form = Form()
        self._open_target, self._limit, self._names, self._most = open_target, limit, names, most
        self._parts = 0
        self._complete = False
        self._header_name, self._header_value = b"", b""
        self._disposition = b""
        self._field: str | None = None  # of the part that is being read; None drops it
        self._text = bytearray()
        self._in_file = False
        self._parser = MultipartParser(boundary, self._callbacks(), max_header_size=MAX_PART_HEADER)

    def write(self, piece: bytes) -> None:
        """Take the next piece of the body."""
        try:
            self._parser.write(piece)
        except FormParserError as error:
            if str(error).startswith("Maximum header"):
                raise BadRequest("A part of the form has too much in its header: is its file name too long?") from None
            raise BadRequest("The multipart body is damaged.") from None

    def finish(self) -> Form:
        """The form, when the whole body was written."""
        if not self._complete:
            raise BadRequest("The multipart body is incomplete.")
        return self.form

    def _callbacks(self) -> MultipartCallbacks:
        return {
            "on_part_begin": self._part_begin,
            "on_header_field": self._header_field,
            "on_header_value": self._header_text,
            "on_header_end": self._header_end,
            "on_headers_finished": self._headers_finished,
            "on_part_data": self._part_data,
            "on_part_end": self._part_end,
            "on_end": self._end,
        }

    def _part_begin(self) -> None:
        self._parts += 1
        if self._parts >= MAX_PARTS + self._most:
            raise BadRequest("The form has too many parts.")
        self._disposition = b""
        self._field, self._in_file = None, False
        self._text.clear()

    def _header_field(self, piece: bytes, start: int, end: int) -> None:
        self._header_name += piece[start:end]

    def _header_text(self, piece: bytes, start: int, end: int) -> None:
        self._header_value += piece[start:end]

    def _header_end(self) -> None:
        if self._header_name.strip().lower() == b"content-disposition":
            self._disposition = self._header_value
        self._header_name, self._header_value = b"", b""

    def _headers_finished(self) -> None:
        kind, options = parse_options_header(self._disposition)
        extended = _EXTENDED.search(self._disposition.decode("latin-1"))
        if kind != b"form-data" or b"name" not in options:
            raise BadRequest("A part of the form has no name.")
        name = _decoded(options[b"name"])
        is_file = b"filename" in options or extended is not None
        if name == "file" and is_file:
            if len(self.form.files) == self._most:
                raise BadRequest(
                    "Send only one file, in the field “file”."
                    if self._most == 1
                    else f"Send at most {self._most} files, each in a field “file”."
                )
            filename = _extended(extended) if extended else _unescaped(_decoded(options[b"filename"]))
            self.form.files.append(FilePart(filename, self._open_target()))
            self._in_file = True
        elif name in self._names:
            if is_file:  # dropped, its whole document would be converted where it asks for a few pages
                raise BadRequest(f"The field “{name}” must be text, not a file.")
            if name in self.form.fields:
                raise BadRequest(f"The field “{name}” is repeated.")
            self._field = name
        else:
            self.form.dropped.append(name)

    def _part_data(self, piece: bytes, start: int, end: int) -> None:
        if self._in_file:
            self._file_data(memoryview(piece)[start:end])
        elif self._field is not None:
            self._text += piece[start:end]
            if len(self._text) > MAX_FIELD:
                raise BadRequest(f"The field “{self._field}” is too long.")

    def _file_data(self, data: memoryview) -> None:
        part = self.form.files[-1]
        part.size += len(data)
        if part.size > self._limit:
            raise TooLarge.over(self._limit)
        if len(part.head) < SNIFFED_BYTES:
            part.head += bytes(data[: SNIFFED_BYTES - len(part.head)])
        part.digest.update(data)
        part.target.write(data)

    def _part_end(self) -> None:
        if self._field is not None:
            try:
                self.form.fields[self._field] = self._text.decode("utf-8")
            except UnicodeDecodeError:
                raise BadRequest(f"The field “{self._field}” is not UTF-8.") from None

    def _end(self) -> None:
        self._complete = True


def _decoded(value: bytes) -> str:
    """A parameter's text: UTF-8 as every present client sends, else the encoding of old Chinese ones."""
    for encoding in ("utf-8", "gb18030"):
        try:
            return value.decode(encoding)
        except UnicodeDecodeError:
            continue
    return value.decode("latin-1")


def _unescaped(name: str) -> str:
    for escape, character in _ESCAPED.items():
        name = name.replace(escape, character)
    return name


def _extended(found: re.Match[str]) -> str:
    """The text of ``filename*=charset'language'percent-encoded`` (RFC 5987), which some clients still send."""
    value = (found.group(1) if found.group(1) is not None else found.group(2)).strip()
    charset, _, rest = value.partition("'")
    try:
        return unquote(rest.partition("'")[2], encoding=charset or "utf-8", errors="replace")
    except LookupError:
        return ""

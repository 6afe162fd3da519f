"""The words in a path of the company service: names in any encoding that clients send."""

from __future__ import annotations

from urllib.parse import quote, unquote_to_bytes

from starlette.requests import Request

from quire.company.catalogue import Entry
from quire.company.us_document import MARKETS
from quire.errors import BadRequest

_ENCODINGS = ("utf-8", "gb18030")
"""UTF-8, else GBK (which GB18030 contains): clients on Chinese systems percent-encode in it."""


def words(request: Request) -> list[str]:
    """The segments of the path as they were sent, decoded one by one, so that an encoded slash stays inside its word.

    Raises:
        BadRequest: the bytes are neither UTF-8 nor GBK.
    """
    raw: bytes = request.scope.get("raw_path") or str(request.scope["path"]).encode()
    return [decoded(unquote_to_bytes(word)) for word in raw.partition(b"?")[0].split(b"/")[1:]]


def words_in_gbk(request: Request) -> list[str]:
    """The same segments read as GBK, for names whose GBK bytes happen to be UTF-8; empty if that changes nothing."""
    raw: bytes = request.scope.get("raw_path") or b""
    found = [unquote_to_bytes(word) for word in raw.partition(b"?")[0].split(b"/")[1:]]
    if all(word.isascii() for word in found):
        return []
    try:
        return [word.decode("gb18030") for word in found]
    except UnicodeDecodeError:
        return []


def decoded(text: bytes) -> str:
    """The text of bytes from a path.

    Raises:
        BadRequest: the bytes are neither UTF-8 nor GBK.
    """
    for encoding in _ENCODINGS:
        try:
            found = text.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in found:
            return found
    raise BadRequest("The path is neither UTF-8 nor GBK.")


def document_path(entry: Entry, form: str = "json") -> str:
    """The path of a company's document, for links."""
    return path_of(entry.dataset, entry.market, entry.key, form)


def path_of(dataset: str, market: str, key: str, form: str = "json") -> str:
    """The path of the document of the company with that key."""
    if dataset == "cn":
        return f"/company/{quote(key, safe='')}/{form}"
    path = f"/us/{market or MARKETS[0]}/{quote(key, safe='').lower()}"
    return path if form == "json" else f"{path}/{form}"

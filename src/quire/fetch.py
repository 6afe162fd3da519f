"""Fetching a file from an address that a client names, without being led into the network that the service stands in.

What is done against server-side request forgery:
    schemes     http and https; ``file:`` never
    host        no user info, no zone id, no number that is not a plain IPv4 address (decimal, octal, hexadecimal,
                short forms), nothing under ``.localhost``
    addresses   the name is looked up once, every address found must be public, and the connection goes to the very
                address that was checked, so an answer that changes in between (DNS rebinding) changes nothing. IPv4
                inside of IPv6 is looked at as IPv4 (mapped, 6to4, NAT64); Teredo and the old compatible form are
                refused
    ports       80, 443 and those from 1024 on: other services are not spoken to
    redirects   at most five, each checked like the first address
    limits      bytes, seconds without a byte, and seconds in all; no compression, so nothing unfolds

With private addresses allowed (the operator's choice) any address and port is taken, and also ``ftp:`` and ``data:``.
For hosts that the operator names, any address and port is taken, over http and https.
The sentences for clients do not tell what was found: that would be a scanner. They do tell what is wrong with an
address as it is written: its scheme, its port, a user name in it.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import http.client
import ipaddress
import logging
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from http import HTTPStatus
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, Self
from urllib.parse import SplitResult, unquote, unquote_to_bytes, urljoin, urlsplit

from quire.errors import BadRequest, TooLarge

REFUSED = "This address is not allowed."
WRONG_SCHEME = f"{REFUSED} It must begin with http:// or https://."
NAMES_USER = f"{REFUSED} It must not have a user name or a password."
WRONG_PORT = f"{REFUSED} The port must be 80, 443 or from 1024 to 65535."
FAILED = "The file could not be fetched."

MAX_ADDRESS = 4096
MAX_REDIRECTS = 5
MAX_HOST = 253
"""Characters of a host name (RFC 1035, section 2.3.4)."""

HEAD = 4096
"""Bytes kept of the beginning, to see what it is."""

AGAIN = 0.5
"""Seconds between two looks for connections when the time is over."""

_PIECE = 1 << 16
_PRIVATE_PORTS = frozenset(range(1024)) - {80, 443}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|\d+)", re.IGNORECASE)
_QUAD = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}")
_NAT64 = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))
_COMPATIBLE = ipaddress.ip_network("::/96")

_log = logging.getLogger(__name__)

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class Fetched(NamedTuple):
    """A file that was fetched: the name its address or its server gives, its size, SHA-256 (hex) and first bytes."""

    filename: str
    size: int
    sha256: str
    head: bytes


class Fetch(Protocol):
    """Something that fetches; `Fetcher` is the real one."""

    def __call__(self, address: str, target: Path) -> Fetched:
        """Fetch the file into `target`, which must not exist."""


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host, as the system finds them."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@dataclass(frozen=True)
class Fetcher:
    """Fetches files.

    Attributes:
        limit: the most bytes.
        allow_private: whether private addresses are taken, and other schemes.
        private_hosts: names whose addresses may be private.
        seconds: for one fetch in all; `idle` without a byte.
        resolve: gives the addresses of (host, port).
    """

    limit: int
    allow_private: bool = False
    private_hosts: frozenset[str] = frozenset()
    seconds: float = 120.0
    idle: float = 15.0
    resolve: Callable[[str, int], list[str]] = resolve

    def __call__(self, address: str, target: Path) -> Fetched:
        """Fetch the file into `target`; nothing is left there on an error.

        Raises:
            BadRequest: the address is not allowed or not one, or the file could not be fetched.
            TooLarge: it has more bytes than the limit.
        """
        file = target.open("xb")  # where something is already, it stays
        try:
            with file, _Deadline(self.seconds) as deadline:
                return self._follow(address.strip(), _Sink(file, self.limit), deadline)
        except BaseException as error:
            target.unlink(missing_ok=True)
            if isinstance(error, OSError | http.client.HTTPException | ValueError | UnicodeError):
                _log.info("a fetch failed: %s", type(error).__name__)
                raise BadRequest(FAILED) from None
            raise

    def _follow(self, address: str, sink: _Sink, deadline: _Deadline) -> Fetched:
        for _ in range(MAX_REDIRECTS + 1):
            parts = _parse(address)
            if parts.scheme not in {"http", "https"}:
                return self._otherwise(parts, sink, deadline)
            following = self._ask(parts, sink, deadline)
            if isinstance(following, Fetched):
                return following
            address = urljoin(address, following)
        raise BadRequest(FAILED)

    def _ask(self, parts: SplitResult, sink: _Sink, deadline: _Deadline) -> Fetched | str:
        """The file, or where its server sends us."""
        local = _is_local(parts, self.allow_private, self.private_hosts)
        host, port = _place(parts, local=local)
        pinned = _address(self.resolve(host, port), local=local)
        connection = _Pinned(host, port, pinned, secure=parts.scheme == "https", timeout=self.idle)
        with contextlib.closing(connection), deadline.over(connection):
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            headers = {"User-Agent": "quire", "Accept": "*/*", "Accept-Encoding": "identity", "Connection": "close"}
            connection.request("GET", _quoted(path), headers=headers)
            answer = connection.getresponse()
            if answer.status in _REDIRECTS:
                location = answer.getheader("location")
                if not location:
                    raise BadRequest(FAILED)
                return location
            if answer.status != HTTPStatus.OK or answer.getheader("content-encoding", "identity").lower() != "identity":
                raise BadRequest(FAILED)
            length = answer.getheader("content-length", "")
            if length.isdigit() and int(length) > self.limit:
                raise TooLarge.over(self.limit)
            while piece := answer.read(_PIECE):
                sink.write(piece)
            deadline.check()
            if length.isdigit() and sink.size < int(length):
                raise BadRequest(FAILED)
            return sink.fetched(_filename(parts, answer.getheader("content-disposition", "")))

    def _otherwise(self, parts: SplitResult, sink: _Sink, deadline: _Deadline) -> Fetched:
        """The file of another scheme, where those are allowed."""
        if not self.allow_private or parts.scheme not in {"ftp", "data"}:
            raise BadRequest(WRONG_SCHEME)
        if parts.scheme == "data":
            sink.write(_data(parts))
            return sink.fetched("")
        self._by_ftp(parts, sink, deadline)
        return sink.fetched(_filename(parts, ""))

    def _by_ftp(self, parts: SplitResult, sink: _Sink, deadline: _Deadline) -> None:
        import ftplib

        path = unquote(parts.path)
        if not path.isprintable():
            raise BadRequest(REFUSED)

        def take(piece: bytes) -> None:
            deadline.check()  # the file has a connection of its own
            sink.write(piece)

        try:
            with ftplib.FTP(timeout=self.idle) as server, deadline.over(server):  # noqa: S321 - the operator has allowed other schemes
                server.connect(parts.hostname or "", parts.port or 21)
                server.login(unquote(parts.username or ""), unquote(parts.password or ""))
                server.retrbinary(f"RETR {path}", take, _PIECE)
        except (ftplib.Error, EOFError):
            raise BadRequest(FAILED) from None
        deadline.check()


@dataclass(frozen=True)
class Poster:
    """Sends small messages to addresses that clients name, with the same care as files are fetched; no redirects.

    Attributes:
        allow_private: whether private addresses are taken.
        private_hosts: names whose addresses may be private.
        seconds: for one message in all; `idle` without a byte.
        resolve: gives the addresses of (host, port).
    """

    allow_private: bool = False
    private_hosts: frozenset[str] = frozenset()
    seconds: float = 20.0
    idle: float = 10.0
    resolve: Callable[[str, int], list[str]] = resolve

    def check(self, address: str) -> None:
        """Nothing, when messages may go to an address as it is written; where its name leads is seen later.

        Raises:
            BadRequest: they may not.
        """
        parts = _parse(address)
        if parts.scheme not in {"http", "https"}:
            raise BadRequest(WRONG_SCHEME)
        local = _is_local(parts, self.allow_private, self.private_hosts)
        host, _ = _place(parts, local=local)
        if not local and (":" in host or _QUAD.fullmatch(host)) and not is_public(host):
            raise BadRequest(REFUSED)

    def __call__(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The receiver's status.

        Raises:
            BadRequest: the address is not allowed. OSError, http.client.HTTPException: there was no answer.
        """
        self.check(address)
        parts = _parse(address)
        local = _is_local(parts, self.allow_private, self.private_hosts)
        host, port = _place(parts, local=local)
        pinned = _address(self.resolve(host, port), local=local)
        connection = _Pinned(host, port, pinned, secure=parts.scheme == "https", timeout=self.idle)
        with _Deadline(self.seconds) as deadline, contextlib.closing(connection), deadline.over(connection):
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", _quoted(path), body, {"User-Agent": "quire", "Connection": "close", **headers})
            return connection.getresponse().status


def _is_local(parts: SplitResult, every: bool, named: frozenset[str]) -> bool:  # noqa: FBT001 - private, and named so
    """Whether the operator allows private addresses for a host: for every one, or for this one."""
    return every or (parts.hostname or "").lower().rstrip(".") in named


def _place(parts: SplitResult, *, local: bool) -> tuple[str, int]:
    """The host, in ASCII, and the port."""
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise BadRequest(NAMES_USER)
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise BadRequest(WRONG_PORT) from None
    if port in _PRIVATE_PORTS and not local:
        raise BadRequest(WRONG_PORT)
    return checked_host(parts.hostname or "", local=local), port


def _address(found: Sequence[str], *, local: bool) -> str:
    """The address to connect to: the first, when every one is allowed."""
    if not found:
        raise BadRequest(FAILED)
    if not local and not all(is_public(one) for one in found):
        raise BadRequest(REFUSED)
    return found[0]


def checked_host(host: str, *, local: bool = False) -> str:
    """The host as ASCII: a name, a plain IPv4 address or an IPv6 address.

    Args:
        host: without brackets and port.
        local: whether ``localhost`` is allowed.

    Raises:
        BadRequest: it is none of them.
    """
    host = host.lower().rstrip(".") if not host.endswith("..") else ""
    if ":" in host:
        try:
            return str(ipaddress.IPv6Address(host)) if "%" not in host else _refuse()
        except ValueError:
            return _refuse()
    try:
        name = host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return _refuse()
    if not re.fullmatch(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*", name) or len(name) > MAX_HOST:
        return _refuse()
    if _NUMBER.fullmatch(name.rpartition(".")[2]) and not _QUAD.fullmatch(name):
        return _refuse()
    if not local and (name == "localhost" or name.endswith(".localhost")):
        return _refuse()
    return name


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet, also the IPv4 address that an IPv6 one carries."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # a zone id, or no address at all
        return False
    return _is_public(found)


def _is_public(found: IPAddress) -> bool:
    if isinstance(found, ipaddress.IPv4Address):
        return found.is_global and not found.is_multicast
    if found.ipv4_mapped is not None:
        return _is_public(found.ipv4_mapped)
    if found.teredo is not None or found in _COMPATIBLE:
        return False
    inner = found.sixtofour
    if any(found in network for network in _NAT64):
        inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    if inner is not None and not _is_public(inner):
        return False
    return found.is_global and not found.is_multicast and not found.is_site_local


class _Pinned(http.client.HTTPConnection):
    """A connection to an address that was checked, under the name it was asked for by."""

    def __init__(self, host: str, port: int, address: str, *, secure: bool, timeout: float) -> None:
        super().__init__(host, port, timeout=timeout)
        self.default_port = 443 if secure else 80
        self.line: socket.socket | None = None  # stays when the library forgets its own, with the head of the answer
        self._address = address
        self._secure = secure

    def connect(self) -> None:
        """Connect to the address; TLS checks the name."""
        self.sock = self.line = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            context = ssl.create_default_context()
            wrapped = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = self.line = wrapped
            wrapped.do_handshake()


class _Deadline:
    """Ends what is connected when the time is over; a socket's own timeout begins anew with each byte.

    It looks again and again from then on: a connection may have been in the making.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._left = threading.Event()
        self._watch = threading.Thread(target=self._wait, name="deadline", daemon=True)
        self._open: set[object] = set()
        self._over = False

    def __enter__(self) -> Self:
        self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()

    @contextlib.contextmanager
    def over(self, connection: object) -> Iterator[None]:
        """Watch over a connection: anything with a socket in `line` or `sock`."""
        self._open.add(connection)
        try:
            self.check()
            yield
        finally:
            self._open.discard(connection)

    def check(self) -> None:
        """Nothing, while there is time."""
        if self._over:
            raise BadRequest(FAILED)

    def _wait(self) -> None:
        pause = self._seconds
        while not self._left.wait(pause):
            self._over = True
            for connection in [*self._open]:
                line = getattr(connection, "line", None) or getattr(connection, "sock", None)
                with contextlib.suppress(OSError, AttributeError):
                    line.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]  # None raises AttributeError
            pause = AGAIN


class _Sink:
    """The file, counted and hashed while it is written."""

    def __init__(self, file: BinaryIO, limit: int) -> None:
        self._file, self._limit = file, limit
        self._digest = hashlib.sha256()
        self._head = b""
        self.size = 0

    def write(self, piece: bytes) -> None:
        """Take a piece."""
        self.size += len(piece)
        if self.size > self._limit:
            raise TooLarge.over(self._limit)
        if len(self._head) < HEAD:
            self._head += piece[: HEAD - len(self._head)]
        self._digest.update(piece)
        self._file.write(piece)

    def fetched(self, filename: str) -> Fetched:
        """The whole."""
        return Fetched(filename, self.size, self._digest.hexdigest(), self._head)


def _parse(address: str) -> SplitResult:
    if len(address) > MAX_ADDRESS or any(c.isspace() or not c.isprintable() or c == "\\" for c in address):
        raise BadRequest(REFUSED)
    try:
        parts = urlsplit(address)
    except ValueError:
        raise BadRequest(REFUSED) from None
    if parts.scheme in {"http", "https", "ftp"} and not parts.hostname:
        raise BadRequest(REFUSED)
    return parts


def _quoted(path: str) -> str:
    """The path in ASCII, as a browser sends it."""
    return "".join(c if c.isascii() else "".join(f"%{byte:02X}" for byte in c.encode()) for c in path)


def _filename(parts: SplitResult, disposition: str) -> str:
    """The name that the server gives, else the last part of the path."""
    if disposition:
        message = Message()
        message["content-disposition"] = disposition
        found = message.get_filename()
        if found:
            return found
    return unquote(parts.path.rpartition("/")[2])


def _data(parts: SplitResult) -> bytes:
    """The bytes of a ``data:`` address (RFC 2397)."""
    kind, comma, body = parts.path.partition(",")
    if not comma:
        raise BadRequest(REFUSED)
    content = unquote_to_bytes(body)
    try:
        return base64.b64decode(content, validate=True) if kind.endswith(";base64") else content
    except binascii.Error:
        raise BadRequest(FAILED) from None


def _refuse() -> str:
    raise BadRequest(REFUSED)

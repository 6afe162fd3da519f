"""Fetching from addresses: what is refused before anything is said to anybody, and what is given up."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import ipaddress
import socket
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.errors import BadRequest, TooLarge
from quire.fetch import FAILED, REFUSED, Fetcher, Poster, checked_host, is_public

BODY = b"# A book\n" * 1000


class Quiet(http.server.ThreadingHTTPServer):
    """Says nothing of clients that hang up; what it was asked is kept in `seen`."""

    daemon_threads = True
    seen: list[tuple]

    def handle_error(self, request, address):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers by path."""

    server: Quiet

    def do_GET(self):
        self.server.seen.append((self.path, self.headers["host"]))
        name = self.path.partition("?")[0].strip("/").partition("/")[0] or "book.md"
        getattr(self, f"_{name.partition('.')[0].replace('-', '_')}", self._book)()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.seen.append((self.path, self.headers["host"], body, self.headers["webhook-id"]))
        path = self.path.partition("?")[0]
        self._send({"/missing": 404, "/to": 302}.get(path, 204), **({"location": "/hook"} if path == "/to" else {}))

    def _send(self, status=200, body=b"", **headers):
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _book(self):
        self._send(body=BODY, content_length=str(len(BODY)))

    def _named(self):
        self._send(body=BODY, content_disposition="attachment; filename*=UTF-8''%E4%B9%A6.txt")

    def _to(self):
        self._send(302, location=self.path.partition("?")[2])

    def _loop(self):
        self._send(302, location="/loop")

    def _nowhere(self):
        self._send(302)

    def _missing(self):
        self._send(404)

    def _packed(self):
        self._send(body=b"x", content_encoding="gzip")

    def _cut(self):
        self._send(body=b"short", content_length="1000")

    def _announced(self):
        self._send(content_length=str(10**9))

    def _endless(self):
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b"x" * 65536)

    def _slow(self):
        self.send_response(200)
        self.end_headers()
        for _ in range(200):
            self.wfile.write(b"x")
            self.wfile.flush()
            time.sleep(0.05)

    def _silent(self):
        time.sleep(1.5)

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def server():
    made = Quiet(("127.0.0.1", 0), Handler)
    made.seen = []
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def base(server):
    server.seen.clear()
    return f"http://127.0.0.1:{server.server_port}"


@pytest.fixture
def fetch():
    return Fetcher(1 << 20, allow_private=True, seconds=5, idle=1)


def test_a_file_comes_whole(base, fetch, tmp_path):
    found = fetch(f"{base}/a/%E7%AC%AC book.md".replace(" ", "%20") + "?x=1", tmp_path / "f")
    assert (found.filename, found.size) == ("第 book.md", len(BODY))
    assert found.sha256 == hashlib.sha256(BODY).hexdigest()
    assert (tmp_path / "f").read_bytes() == BODY
    assert BODY.startswith(found.head)
    assert fetch(f"{base}/named", tmp_path / "g").filename == "书.txt"


def test_the_connection_goes_to_the_address_that_was_checked(server, base, tmp_path):
    """The name is looked up once, and the server still hears the name."""
    asked = []

    def resolve(host, port):
        asked.append(host)
        return ["127.0.0.1"]

    fetch = Fetcher(1 << 20, allow_private=True, resolve=resolve)
    fetch(f"http://books.example:{server.server_port}/book.md", tmp_path / "f")
    assert asked == ["books.example"]
    assert server.seen == [("/book.md", f"books.example:{server.server_port}")]


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.0.0.1"],
        ["93.184.216.34", "10.0.0.1"],
        ["::1"],
        ["fe80::1%eth0"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["2002:7f00:1::"],
        ["169.254.169.254"],
        ["fd00::1"],
        ["0.0.0.0"],
        ["224.0.0.1"],
    ],
)
def test_a_name_with_any_private_address_is_refused_without_a_word(addresses, tmp_path):
    fetch = Fetcher(1 << 20, resolve=lambda host, port: addresses)
    with pytest.raises(BadRequest, match=REFUSED):
        fetch("http://books.example/", tmp_path / "f")
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost/",
        "http://LOCALHOST./",
        "http://x.localhost/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.1/",
        "http://017700000001/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://127.0.0.01/",
        "http://127.0.0.1/",
        "http://127.0.0.1./",
        "http://１２７.０.０.１/",
        "http://①②⑦.0.0.1/",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::127.0.0.1]/",
        "http://[fe80::1%25eth0]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://user@example.com/",
        "http://user:secret@example.com/",
        "http://@example.com/",
        "http://example.com:25/",
        "http://example.com:99999/",
        "http://exa mple.com/",
        "http://example.com\\@127.0.0.1/",
        "http://example..com/",
        "http:///etc/passwd",
        "http://",
        "//example.com/",
        "example.com",
        "",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "ftp://example.com/a",
        "data:text/plain,x",
        "gopher://example.com/",
        "jar:http://example.com!/",
        "http://" + "a" * 5000,
        "http://[::1",
    ],
)
def test_addresses_that_are_refused_before_anything_is_asked(address, tmp_path):
    def resolve(host, port):
        found = [str(ipaddress.ip_address(host))]  # names are not asked for; only literal addresses come so far
        assert not is_public(found[0])
        return found

    with pytest.raises(BadRequest, match=REFUSED):
        Fetcher(1 << 20, resolve=resolve)(address, tmp_path / "f")


@pytest.mark.parametrize(
    "target", ["http://10.0.0.1/", "http://localhost:1/", "file:///etc/passwd", "ftp://x.example/"]
)
def test_redirects_are_checked_like_the_first_address(server, target, tmp_path):
    """The first address is allowed; its answer leads inside."""

    def resolve(host, port):
        return ["127.0.0.1"] if host == "books.example" else [str(ipaddress.ip_address(host))]

    fetch = Fetcher(1 << 20, private_hosts=frozenset({"books.example"}), resolve=resolve)
    with pytest.raises(BadRequest, match=REFUSED):
        fetch(f"http://books.example:{server.server_port}/to?{target}", tmp_path / "f")


def test_redirects_lead_on_and_come_to_an_end(base, fetch, tmp_path):
    assert fetch(f"{base}/to?/to?{base}/book.md", tmp_path / "f").size == len(BODY)
    for path in ("loop", "nowhere"):
        with pytest.raises(BadRequest, match=FAILED):
            fetch(f"{base}/{path}", tmp_path / "g")


@pytest.mark.parametrize("path", ["missing", "packed", "cut", "silent"])
def test_what_cannot_be_fetched(base, fetch, tmp_path, path):
    with pytest.raises(BadRequest, match=FAILED):
        fetch(f"{base}/{path}", tmp_path / "f")
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize("path", ["announced", "endless"])
def test_what_is_too_large(base, fetch, tmp_path, path):
    with pytest.raises(TooLarge):
        fetch(f"{base}/{path}", tmp_path / "f")
    assert not (tmp_path / "f").exists()


def test_a_file_that_trickles_is_given_up(base, tmp_path):
    began = time.monotonic()
    with pytest.raises(BadRequest, match=FAILED):
        Fetcher(1 << 20, allow_private=True, seconds=0.5, idle=5)(f"{base}/slow", tmp_path / "f")
    assert time.monotonic() - began < 20


def test_nobody_is_asked_where_looking_up_the_name_took_all_the_time(server, base, tmp_path):
    def resolve(host, port):
        time.sleep(1.0)
        return ["127.0.0.1"]

    with pytest.raises(BadRequest, match=FAILED):
        Fetcher(1 << 20, allow_private=True, seconds=0.2, idle=5, resolve=resolve)(f"{base}/book.md", tmp_path / "f")
    assert server.seen == []


def test_what_is_there_already_stays(base, fetch, tmp_path):
    (tmp_path / "f").write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        fetch(f"{base}/book.md", tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == b"mine"


def test_nobody_there(fetch, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(BadRequest, match=FAILED):
        fetch(f"http://127.0.0.1:{port}/", tmp_path / "f")
    with pytest.raises(BadRequest, match=FAILED):
        Fetcher(9, resolve=lambda host, port: [])("http://books.example/", tmp_path / "f")


def test_other_schemes_where_they_are_allowed(fetch, tmp_path):
    assert fetch("data:text/plain;base64,aGVsbG8=", tmp_path / "f").size == 5
    assert fetch("data:,a%20b", tmp_path / "g").size == 3
    for address in ("file:///etc/passwd", "data:nothing", "gopher://x/"):
        with pytest.raises(BadRequest):
            fetch(address, tmp_path / "h")


def serve_ftp(listener, pieces, pause):
    """One client of an FTP server that knows one file; see RFC 959."""
    control, _ = listener.accept()
    with control, control.makefile("rw", newline="\r\n") as line, socket.create_server(("127.0.0.1", 0)) as passive:
        port = passive.getsockname()[1]
        answers = {
            "USER": "331 the password?",
            "PASS": "230 welcome",
            "TYPE": "200 so be it",
            "PASV": f"227 here (127,0,0,1,{port >> 8},{port & 255})",
        }
        line.write("220 ready\n")
        line.flush()
        while command := line.readline().partition(" ")[0].strip():
            if command == "RETR" and not pieces:
                answers[command] = "550 no such file"
            elif command == "RETR":
                line.write("150 it comes\n")
                line.flush()
                data, _ = passive.accept()
                with data, contextlib.suppress(ConnectionError):
                    for piece in pieces:
                        data.sendall(piece)
                        time.sleep(pause)
            with contextlib.suppress(ConnectionError):
                line.write(answers.get(command, "226 done") + "\n")
                line.flush()


@pytest.fixture
def ftp():
    threads = []

    def start(pieces, pause=0.0):
        listener = socket.create_server(("127.0.0.1", 0))
        threads.append((threading.Thread(target=serve_ftp, args=(listener, pieces, pause)), listener))
        threads[-1][0].start()
        return f"ftp://127.0.0.1:{listener.getsockname()[1]}/books/book.md"

    yield start
    for thread, listener in threads:
        thread.join(60)
        listener.close()


def test_a_file_of_an_ftp_server(ftp, fetch, tmp_path):
    found = fetch(ftp([BODY, b"end"]), tmp_path / "f")
    assert (found.filename, found.size) == ("book.md", len(BODY) + 3)
    assert (tmp_path / "f").read_bytes() == BODY + b"end"


def test_a_file_that_an_ftp_server_does_not_have(ftp, fetch, tmp_path):
    with pytest.raises(BadRequest, match=FAILED):
        fetch(ftp([]), tmp_path / "f")


def test_a_file_that_trickles_from_an_ftp_server_is_given_up(ftp, tmp_path):
    with pytest.raises(BadRequest, match=FAILED):
        Fetcher(1 << 20, allow_private=True, seconds=0.5, idle=5)(ftp([b"x"] * 40, 0.1), tmp_path / "f")
    assert not (tmp_path / "f").exists()


def test_hosts_that_are_taken():
    assert checked_host("Books.Example.") == "books.example"
    assert checked_host("bücher.example") == "xn--bcher-kva.example"
    assert checked_host("93.184.216.34") == "93.184.216.34"
    assert checked_host("2606:2800::1") == "2606:2800::1"
    assert checked_host("localhost", local=True) == "localhost"


@given(st.ip_addresses(v=4))
def test_an_address_inside_of_ipv6_is_judged_as_itself(address):
    number = int(address)
    for prefix in (0xFFFF << 32, 0x64FF9B << 96):
        inner = ipaddress.IPv6Address(prefix | number)
        assert not is_public(str(inner)) or is_public(str(address))
    six = ipaddress.IPv6Address((0x2002 << 112) | (number << 80))
    assert not is_public(str(six)) or is_public(str(address))


@given(st.ip_addresses())
def test_what_is_public_is_global(address):
    assert not is_public(str(address)) or (address.is_global and not address.is_multicast)


def test_a_message_is_posted_under_the_name_it_was_sent_to(server, base):
    poster = Poster(allow_private=True, resolve=lambda host, port: ["127.0.0.1"])
    status = poster(f"http://hooks.example:{server.server_port}/hook?x=1", b"{}", {"webhook-id": "m"})
    assert status == 204
    assert server.seen == [("/hook?x=1", f"hooks.example:{server.server_port}", b"{}", "m")]
    assert poster(f"{base}/missing", b"{}", {}) == 404


def test_a_message_follows_no_redirect_and_goes_to_no_private_address(server, base):
    assert Poster(allow_private=True)(f"{base}/to", b"", {}) == 302
    server.seen.clear()
    for address in (base, f"http://localhost:{server.server_port}/", "ftp://example.org/", "https://a@example.org/"):
        with pytest.raises(BadRequest, match=REFUSED):
            Poster()(address, b"", {})
    with pytest.raises(BadRequest, match=REFUSED):
        Poster(resolve=lambda host, port: ["8.8.8.8", "10.0.0.1"])("https://hooks.example/", b"", {})
    assert server.seen == []
    for address in ("http://127.0.0.1:8080/", "http://[::1]:8080/", "http://169.254.169.254/"):
        with pytest.raises(BadRequest, match=REFUSED):
            Poster().check(address)
    Poster().check("https://hooks.example/x")


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("ftp://example.org/hook", "must begin with http:// or https://"),
        ("example.org/hook", "must begin with http:// or https://"),
        ("https://a:b@example.org/hook", "must not have a user name or a password"),
        ("https://example.org:22/hook", "port must be 80, 443 or from 1024 to 65535"),
        ("https://example.org:x/hook", "port must be 80, 443 or from 1024 to 65535"),
    ],
)
def test_what_is_wrong_with_an_address_as_it_is_written_is_said(address, reason):
    with pytest.raises(BadRequest, match=reason):
        Poster().check(address)


def test_a_message_to_whom_nobody_listens(base):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(OSError, match="timed out"):
            Poster(allow_private=True, idle=0.3)(f"http://127.0.0.1:{port}/", b"", {})
    with pytest.raises(OSError, match="refused"):
        Poster(allow_private=True)(f"http://127.0.0.1:{port}/", b"", {})


def test_hosts_that_the_operator_names_may_be_private(base, tmp_path):
    """Named ones alone, and only over HTTP; a redirect from them to another private host is refused."""
    address = base.replace("127.0.0.1", "files.internal")
    named = Fetcher(
        1 << 20,
        private_hosts=frozenset({"files.internal"}),
        resolve=lambda host, port: ["127.0.0.1"],
        seconds=5,
        idle=1,
    )
    assert named(f"{address}/book.md", tmp_path / "f").size
    for refused in (f"{address.replace('files', 'other')}/book.md", "data:,x"):
        with pytest.raises(BadRequest, match="not allowed"):
            named(refused, tmp_path / "g")
    post = Poster(private_hosts=frozenset({"10.0.0.1"}))
    post.check("http://10.0.0.1:9/hook")
    with pytest.raises(BadRequest):
        post.check("http://10.0.0.2/hook")

"""Documents by address: fetched, checked and read, over a real connection."""

from __future__ import annotations

import http.server
import threading

import obstore
import pytest
from obstore.store import MemoryStore

from quire.errors import BadRequest, TooLarge, UnsupportedType
from quire.jobs.url_source import UrlSource
from quire.store.source_buckets import SourceBuckets
from quire.web.http.filenames import clean_filename

PDF = b"%PDF-1.7\n" + b"x" * 500


class Answers(http.server.BaseHTTPRequestHandler):
    """What each path answers."""

    def do_GET(self):
        status, headers, body = {
            "/a.pdf": (200, {}, PDF),
            "/named": (200, {"Content-Disposition": 'attachment; filename="../Report.pdf"'}, PDF),
            "/moved": (302, {"Location": "/a.pdf"}, b""),
            "/a.gif": (200, {}, b"GIF89a" + b"x" * 50),
            "/empty": (200, {}, b""),
            "/large": (200, {}, PDF * 10),
        }.get(self.path, (404, {}, b""))
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture(scope="module")
def address():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def options(url, types="application/pdf", limit=1000):
    return {"source_url": url, "source_types": types, "source_limit": str(limit)}


@pytest.mark.parametrize(("path", "name"), [("/a.pdf", "a.pdf"), ("/named", "Report.pdf"), ("/moved", "a.pdf")])
def test_what_is_fetched(address, tmp_path, path, name):
    target = tmp_path / "fetched"
    arrived = UrlSource(SourceBuckets(), allow_private=True, clean=clean_filename)(options(address + path), target)
    assert (arrived.filename, arrived.size, target.read_bytes()) == (name, len(PDF), PDF)


@pytest.mark.parametrize(
    ("path", "error", "sentence"),
    [
        ("/a.gif", UnsupportedType, "image/gif"),
        ("/empty", BadRequest, "empty"),
        ("/large", TooLarge, "too large"),
        ("/nowhere", BadRequest, "could not be fetched"),
    ],
)
def test_what_is_refused(address, tmp_path, path, error, sentence):
    with pytest.raises(error, match=sentence):
        UrlSource(SourceBuckets(), allow_private=True, clean=clean_filename)(
            options(address + path), tmp_path / "fetched"
        )


def test_private_addresses_are_refused_unless_the_operator_allows_them(address, tmp_path):
    with pytest.raises(BadRequest, match="not allowed"):
        UrlSource(SourceBuckets(), allow_private=False, clean=clean_filename)(
            options(address + "/a.pdf"), tmp_path / "fetched"
        )
    assert not (tmp_path / "fetched").exists()


def test_a_document_of_a_bucket(tmp_path):
    store = MemoryStore()
    for name, content in {"in/a.pdf": PDF, "in/a.gif": b"GIF89a" + b"x" * 50}.items():
        obstore.put(store, name, content)
    fetch = UrlSource(
        SourceBuckets(frozenset({"s3://reports/in"}), open=lambda _: store), allow_private=False, clean=clean_filename
    )
    target = tmp_path / "fetched"
    arrived = fetch(options("s3://reports/in/a.pdf") | {"source_owner": "lin"}, target)
    assert (arrived.filename, arrived.size, target.read_bytes()) == ("", len(PDF), PDF)
    for path, error in (("in/a.gif", UnsupportedType), ("in/none.pdf", BadRequest), ("other.pdf", BadRequest)):
        with pytest.raises(error):
            fetch(options(f"s3://reports/{path}") | {"source_owner": "lin"}, tmp_path / "other")
        (tmp_path / "other").unlink(missing_ok=True)

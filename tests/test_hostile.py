"""Hostile files through the commands for statements and invoices, as a person runs them: a clear end within its caps.

Sizes are small where the danger does not come from the size; the caps themselves are tested in `tests/tasks`.
"""

from __future__ import annotations

import io
import json
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from quire import cli
from quire.invoice.invoice import KEYS

Run = Callable[[str, Path], tuple[int, list[dict], str]]
ENTITIES = b"".join(b'<!ENTITY %c "%s">' % (98 + at, (b"&%c;" % (97 + at)) * 50) for at in range(9))
BOMB = b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "xxxxxxxxxx">' + ENTITIES + b"]><EInvoice>&j;</EInvoice>"
OUTSIDE = b'<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/hostname">]><EInvoice><EIid>&x;</EIid></EInvoice>'
DEEP = b"<EInvoice>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</EInvoice>"
LONGEST_ANSWER = 20_000  # characters: nothing of an attack is repeated in the answer


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs a command on a file without recognition: exit code, result, stderr."""

    def one(command: str, path: Path) -> tuple[int, list[dict], str]:
        target = tmp_path / "out.json"
        target.unlink(missing_ok=True)
        monkeypatch.setattr(sys, "argv", ["quire", command, str(path), "-o", str(target), "--no-ocr"])
        code = cli.main()
        found = json.loads(target.read_bytes())["result"] if target.exists() else []
        return code, found, capfd.readouterr().err

    return one


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))


def png(width: int, height: int, rows: int) -> bytes:
    """A black and white PNG that says its size and has as many rows as told."""
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(b"\0" + b"\xff" * ((width + 7) // 8)) for _ in range(rows)) + packer.flush()
    header = struct.pack("!IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def jpeg(share: float) -> bytes:
    """The beginning of a JPEG."""
    made = io.BytesIO()
    Image.effect_noise((400, 300), 80).save(made, "JPEG")
    return made.getvalue()[: int(share * made.tell())]


def pdf(path: Path, pages: int, text: str = "Total 1,234.00", password: str = "") -> Path:
    canvas = Canvas(str(path), encrypt=password or None)
    for _ in range(pages):
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


def with_file(path: Path, content: bytes) -> Path:
    """A PDF that embeds a file as electronic invoices do."""
    plain = pdf(path.with_name("plain.pdf"), 1, "Invoice 4711")
    with pikepdf.open(plain) as document:
        document.attachments["factur-x.xml"] = content
        document.save(path)
    return path


@pytest.mark.parametrize("command", ["finance", "invoice"])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"%PDF-1.7\n1 0 obj\n<<>>\n", "damaged"),
        (png(60_000, 60_000, 1), "too big"),
        (png(20_000, 20_000, 20), "too big"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "damaged"),
        (b"GIF89a" + b"\0" * 64, "Unsupported file type: image/gif"),
        (b"PK\x03\x04" + b"\0" * 64, "Unsupported file type: application/zip"),
    ],
    ids=["empty", "pdf", "huge", "large", "png", "gif", "zip"],
)
def test_what_cannot_be_processed_is_one_sentence(run: Run, tmp_path: Path, command: str, content: bytes, words: str):
    (tmp_path / "in.png").write_bytes(content)
    code, found, said = run(command, tmp_path / "in.png")
    assert (code, found) == (1, [])
    assert words in said
    assert len(said.splitlines()) == 1
    assert str(tmp_path) not in said


@pytest.mark.parametrize("command", ["finance", "invoice"])
def test_a_password_is_asked_for(run: Run, tmp_path: Path, command: str):
    code, _, said = run(command, pdf(tmp_path / "in.pdf", 1, password="open"))
    assert (code, said) == (1, "quire: in.pdf: The file is protected by a password; give it with --password.\n")


@pytest.mark.parametrize("content", [BOMB, OUTSIDE, DEEP, b"\0" * 20_000_000, b"<EInvoice><n>" + b"9" * 3_000_000])
def test_embedded_files_that_attack_say_nothing(run: Run, tmp_path: Path, content: bytes):
    code, found, _ = run("invoice", with_file(tmp_path / "in.pdf", content))
    assert code == 0
    assert [one["page"] for one in found] == [1]
    text = json.dumps(found)
    assert len(text) < LONGEST_ANSWER
    assert Path("/etc/hostname").read_text().strip() not in text or not Path("/etc/hostname").exists()


def test_many_pages_and_empty_pages_keep_their_places(run: Run, tmp_path: Path):
    code, found, _ = run("invoice", pdf(tmp_path / "in.pdf", 300))
    assert (code, [one["page"] for one in found]) == (0, list(range(1, 301)))
    code, found, _ = run("invoice", pdf(tmp_path / "in.pdf", 10, ""))
    assert (code, len(found)) == (0, 10)
    for one in found:
        assert [(field["key"], field["value"]) for field in one["fields"]][:12] == [(key, "") for key in KEYS]


def test_a_long_document_without_statements_is_done_and_says_so(run: Run, tmp_path: Path):
    code, found, said = run("finance", pdf(tmp_path / "in.pdf", 300))
    assert (code, found) == (0, [])
    assert said == "quire: in.pdf: No financial statement was found in the document.\n"


@pytest.mark.parametrize("command", ["finance", "invoice"])
def test_a_picture_that_was_cut_off_is_damaged(run: Run, tmp_path: Path, command: str):
    (tmp_path / "in.jpg").write_bytes(jpeg(0.3))
    code, found, said = run(command, tmp_path / "in.jpg")
    assert (code, found) == (1, [])
    assert said == "quire: in.jpg: The file is damaged or not a valid document.\n"

"""Messages: header, the better form of the text, attachments by name and content."""

from __future__ import annotations

import contextlib
from email.message import EmailMessage
from pathlib import Path

import pytest

from quire.errors import DamagedDocument, DocumentTooBig
from quire.model.block import Heading, Paragraph
from quire.read.office import mail_reader
from quire.read.office.mail_reader import read_mail
from tests.read.office.office_files import mail


def test_header_text_and_attachments(tmp_path: Path):
    found = read_mail(mail(tmp_path / "a.eml", ("数据.bin", b"\0\1"), ("b.txt", b"text")))
    subject, sender, *_ = found.document.blocks
    assert isinstance(subject, Heading)
    assert isinstance(sender, Paragraph)
    assert subject.spans[0].text == "Offer 水"
    assert "".join(span.text for span in sender.spans) == "From: Lin <lin@example.org>"
    assert [(one.name, one.content) for one in found.attachments] == [("数据.bin", b"\0\1"), ("b.txt", b"text")]


def test_plain_text_becomes_paragraphs(tmp_path: Path):
    message = EmailMessage()
    message["From"] = "a@example.org"
    message.set_content("One\r\nline.\r\n\r\nTwo.")
    (tmp_path / "a").write_bytes(bytes(message))
    texts = ["".join(span.text for span in one.spans) for one in read_mail(tmp_path / "a").document.blocks]
    assert texts == ["From: a@example.org", "One\nline.", "Two."]


@pytest.mark.parametrize(
    "content",
    [
        b"From: a\nContent-Type: text/plain; charset=nonsense\n\nx",
        b"From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\n!!!\n",
        b"From: =?utf-8?b?/////?=\nSubject: \x80\n\nx",
        b"From: a\nContent-Type: multipart/mixed\n\nx",
    ],
)
def test_odd_messages_are_read_or_damaged(tmp_path: Path, content: bytes):
    """Nothing but an error of the document may come of it."""
    (tmp_path / "a").write_bytes(content)
    with contextlib.suppress(DamagedDocument):
        assert read_mail(tmp_path / "a").document.blocks


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = mail(tmp_path / "a.eml", ("a", b"1"), ("b", b"2"))
    monkeypatch.setattr(mail_reader, "MAX_ATTACHMENTS", 1)
    with pytest.raises(DocumentTooBig):
        read_mail(path)
    monkeypatch.setattr(mail_reader, "MAX_BYTES", 10)
    with pytest.raises(DocumentTooBig):
        read_mail(path)

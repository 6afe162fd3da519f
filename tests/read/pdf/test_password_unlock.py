"""Protected files opened by a second library."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from quire.errors import DamagedDocument, ProtectedDocument
from quire.read import open_source
from quire.read.pdf.password_unlock import decrypted
from tests.read import making


@pytest.fixture
def protected(tmp_path: Path) -> Path:
    with pikepdf.open(making.pdf(tmp_path / "a.pdf", making.text(50, 50, "Secret words"))) as document:
        document.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(owner="owner", user="user"))
    return tmp_path / "b.pdf"


@pytest.mark.parametrize("password", ["user", "owner"])
def test_either_password_opens_the_file(protected: Path, password: str):
    data = decrypted(protected, password)
    assert data is not None
    assert data.startswith(b"%PDF-")
    assert b"/Encrypt" not in data


def test_a_wrong_password_opens_nothing(protected: Path):
    assert decrypted(protected, "guess") is None


def test_what_is_no_pdf_is_not_opened(tmp_path: Path):
    (tmp_path / "c.pdf").write_bytes(b"no PDF at all")
    assert decrypted(tmp_path / "c.pdf", "") is None


def test_a_document_without_pages_is_not_called_protected_after_one_that_is(protected: Path, tmp_path: Path):
    pikepdf.new().save(tmp_path / "d.pdf")
    with pytest.raises(ProtectedDocument), open_source(protected):
        pass
    with pytest.raises(DamagedDocument), open_source(tmp_path / "d.pdf"):
        pass

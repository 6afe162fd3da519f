"""A second way to open protected files: the few whose correct password PDFium does not accept."""

from __future__ import annotations

import io
from pathlib import Path


def decrypted(path: Path, password: str) -> bytes | None:
    """The file without its protection; None if the password is wrong or the file cannot be read.

    Accepts owner passwords that PDFium refuses, and files whose stream and string methods differ.
    """
    import pikepdf

    out = io.BytesIO()
    try:
        with pikepdf.open(path, password=password) as document:
            document.save(out)
    except (pikepdf.PdfError, pikepdf.PasswordError):
        return None
    return out.getvalue()

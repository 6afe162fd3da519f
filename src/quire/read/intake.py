"""What a file is, and whether it is safe to open: cheap looks at the bytes before any library sees them."""

from __future__ import annotations

from pathlib import Path

_PDF_WINDOW = 1024  # bytes of junk that readers accept before %PDF- (ISO 32000-1, annex H, note 13)

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"BM", "image/bmp"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"{\\rtf", "application/rtf"),
    (b"\x1f\x8b", "application/gzip"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"%!PS", "application/postscript"),
)


def sniff(head: bytes) -> str:
    """The media type that the first bytes of a file show; "application/octet-stream" when they show none."""
    if b"%PDF-" in head[:_PDF_WINDOW]:
        return "application/pdf"
    for magic, mime in _MAGIC:
        if head.startswith(magic):
            return mime
    return "application/octet-stream"


def preflight(path: Path) -> None:
    """Look for what would hurt: nothing happens when the file seems safe."""
    path.stat()

"""HTML printed to PDF by a browser."""

from __future__ import annotations

import subprocess
from pathlib import Path


def print_html(html: str, path: Path, *, chromium: str = "chromium") -> None:
    """Prints a page of HTML to the PDF at `path`."""
    page = path.with_suffix(".html")
    page.write_text(html, "utf-8")
    command = [
        chromium,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        f"--print-to-pdf={path}",
        page.as_uri(),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    page.unlink()

"""Packages that are the same every time; addresses and colours."""

from __future__ import annotations

import io
import zipfile

import pytest

from quire.write.office.package import hex_color, luminance, page_target, reproducible_zip, safe_uri


def package(time: tuple[int, int, int, int, int, int]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.xml", time), "<a/>")
    return out.getvalue()


def test_times_do_not_matter() -> None:
    assert reproducible_zip(package((2020, 1, 1, 0, 0, 0))) == reproducible_zip(package((2024, 5, 6, 7, 8, 10)))


def test_parts_can_be_replaced() -> None:
    with zipfile.ZipFile(io.BytesIO(reproducible_zip(package((2020, 1, 1, 0, 0, 0)), {"a.xml": b"<b/>"}))) as archive:
        assert archive.read("a.xml") == b"<b/>"


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("www.example.org", "https://www.example.org"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("http://[bad", None),
        ("http://x:99999/", None),
        ("https://", None),
        ("https://x/" + "a" * 3000, None),
    ],
)
def test_addresses(link: str, target: str | None) -> None:
    assert safe_uri(link) == target


def test_pages_and_colours() -> None:
    assert [page_target(x) for x in ("#p12", "#x", "https://a/#p1")] == [12, None, None]
    assert hex_color(0xC00) == "000C00"
    assert luminance(0xFFFFFF) == pytest.approx(1)

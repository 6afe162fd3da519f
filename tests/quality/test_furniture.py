"""Furniture against the artifact tags of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quality.artifact_tags import Character, Kind, page_characters
from quality.furniture import compare, documents, measure, precision_and_recall, report
from quire.model.block import Furniture, Place, Role
from quire.model.geometry import Box

HEAD = "/Artifact <</Type /Pagination /Subtype /Header /Attached [/Top]>> BDC"
WORDS = ["rivers", "fall", "north", "old", "towns", "while", "farmers", "count", "sheep", "sell", "wool"]
ROWS = 12


def page_stream(number: int) -> bytes:
    """A page with a running head, text, and its number in a plain artifact at its foot."""
    rows = [f"{HEAD} BT /F 9 Tf 72 760 Td (Annual survey) Tj ET EMC"]
    for row in range(ROWS):
        text = " ".join(WORDS[(3 * row + number * step) % len(WORDS)] for step in range(9))
        rows.append(f"/P <</MCID {row}>> BDC BT /F 11 Tf 72 {700 - 16 * row} Td ({text}) Tj ET EMC")
    rows.append("/Artifact BMC BT /F 11 Tf 72 420 Td (Decoration) Tj ET EMC")
    rows.append(f"/Artifact BMC BT /F 9 Tf 300 30 Td ({number}) Tj ET EMC")
    return "\n".join(rows).encode()


def tagged_pdf(path: Path, pages: int) -> None:
    """A file whose content streams have marks; it needs no structure tree."""
    first = 4
    kids = " ".join(f"{first + 2 * at} 0 R" for at in range(pages))
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        f"<</Type /Pages /Kids [{kids}] /Count {pages} /MediaBox [0 0 612 792]>>".encode(),
        b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
    ]
    for at in range(pages):
        stream = page_stream(at + 1)
        own = f"<</Type /Page /Parent 2 0 R /Resources <</Font <</F 3 0 R>>>> /Contents {first + 2 * at + 1} 0 R>>"
        objects += [own.encode(), b"<</Length %d>> stream\n%s\nendstream" % (len(stream), stream)]
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj %s endobj\n" % (number, body)
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer <</Size {size} /Root 1 0 R>>\nstartxref\n{len(out)}\n"
    path.write_bytes(out + end.encode() + b"%%EOF\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one document of four pages."""
    (tmp_path / "pdf").mkdir()
    tagged_pdf(tmp_path / "pdf" / "survey.pdf", 4)
    (tmp_path / "manifest.jsonl").write_text(json.dumps({"id": "survey", "repo": "Owner/name"}) + "\n", "utf-8")
    return tmp_path


def test_marks_say_what_is_running(folder: Path):
    pages = list(page_characters(folder / "pdf" / "survey.pdf"))
    text = {kind: "".join(char.text for char in pages[0] if char.kind is kind) for kind in Kind}
    assert text[Kind.RUNNING] == "Annualsurvey1"
    assert text[Kind.UNKNOWN] == "Decoration"
    assert text[Kind.CONTENT].startswith("riversfallnorth")


def test_a_running_head_and_number_are_all_that_is_taken(folder: Path):
    [(owner, path)] = documents(folder)
    found = measure(owner, path)
    assert found.owner == "owner"
    assert precision_and_recall(found.counts) == (1.0, 1.0)
    assert sum(count for (kind, _), count in found.counts.items() if kind is Kind.RUNNING) == 4 * len("Annualsurvey1")


def test_text_taken_and_furniture_left_are_shown_by_page():
    line = [Character(char, 100.0 + at, 50.0, Kind.CONTENT) for at, char in enumerate("Heading")]
    foot = [Character("7", 300.0, 750.0, Kind.RUNNING)]
    taken = Furniture(Role.HEADER, (), Place(3, Box(95.0, 45.0, 120.0, 55.0)))
    found = compare("owner", "name", {3: line + foot}, {3: [taken]})
    assert (found.taken, found.left) == ({3: "Heading"}, {3: "7"})
    assert precision_and_recall(found.counts) == (0.0, 0.0)
    lines = report([found], 5).splitlines()
    assert "taken 7 owner name p. 3: Heading" in lines
    assert "left 1 owner name p. 3: 7" in lines


def test_text_under_a_watermark_does_not_count():
    line = [Character("a", 300.0, 400.0, Kind.CONTENT)]
    stamp = Furniture(Role.MARGIN, (), Place(1, Box(100.0, 100.0, 500.0, 700.0)))
    assert not compare("owner", "name", {1: line}, {1: [stamp]}).counts

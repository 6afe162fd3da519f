"""The samples through the whole product: what was put into them comes out again, in the JSON of a conversion.

The expectations are what `samples/makers` wrote, never what a conversion gave.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from quire.jobs.conversion import convert

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
ENGLISH, CHINESE, SLIDES = "annual-report-en", "annual-report-zh", "briefing-slides"
MOST_LOST = 0.01  # share of a document's characters; the dots of a table of contents and of lists are not counted


class Result:
    """A converted sample."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.source = SAMPLES / f"{name}.pdf"
        self.converted = convert(self.source, folder / f"{name}.json", to="json", pages=None)
        self.document = json.loads(self.converted.file.read_text(encoding="utf-8"))

    def blocks(self, kind: str) -> list[dict]:
        return [block for block in walk(self.document["blocks"]) if block["type"] == kind]


def walk(blocks: list[dict]) -> Iterator[dict]:
    """Every block, also those in lists, quotes and notes."""
    for block in blocks:
        yield block
        for item in block.get("items", ()):
            yield from walk(item["blocks"])
        yield from walk(block.get("blocks", ()))


def strings(node: object) -> Iterator[str]:
    """Every text of a part of the JSON, each once: `text` says what the spans beside it say."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name in {"text", "marker", "mark", "label"} and isinstance(value, str):
                yield value
            elif name not in {"spans", "metadata", "outline"}:
                yield from strings(value)
    elif isinstance(node, list):
        for value in node:
            yield from strings(value)


def words(node: object) -> str:
    return "".join(strings(node))


def depth(block: dict) -> int:
    inner = [depth(one) for item in block["items"] for one in item["blocks"] if one["type"] == "list"]
    return 1 + max(inner, default=0)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    folder = tmp_path_factory.mktemp("conversion")
    return {name: Result(name, folder) for name in (ENGLISH, CHINESE, SLIDES)}


@pytest.mark.parametrize("name", [ENGLISH, CHINESE])
def test_headings_are_those_of_the_outline(results, name: str):
    with pdfium.PdfDocument(results[name].source) as opened:
        outline = [(item.get_title(), item.level) for item in opened.get_toc()]
    levels = {words(block): block["level"] for block in results[name].blocks("heading")}
    titles = [title for title, _ in outline]
    assert [title for title in titles if title not in levels] == []
    found = [words(block) for block in results[name].blocks("heading")]
    assert [title for title in found if title in titles] == titles, "in the same order"
    steps = {level: {levels[title] for title, depth in outline if depth == level} for level in (0, 1, 2)}
    assert {level: len(seen) for level, seen in steps.items()} == {0: 1, 1: 1, 2: 1}
    assert min(steps[0]) < min(steps[1]) < min(steps[2])


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        (ENGLISH, [(7, 6), (6, 3), (50, 6), (6, 6), (9, 4), (5, 4)]),
        (CHINESE, [(7, 5), (6, 6), (7, 3), (50, 6), (12, 4), (6, 4)]),
        (SLIDES, [(7, 5), (4, 3)]),
    ],
)
def test_tables_have_their_rows_and_columns(results, name: str, sizes: list[tuple[int, int]]):
    assert [(block["rows"], block["cols"]) for block in results[name].blocks("table")] == sizes


@pytest.mark.parametrize("name", [ENGLISH, CHINESE])
def test_a_table_over_two_pages_is_one_and_keeps_every_row(results, name: str):
    table = next(block for block in results[name].blocks("table") if block["rows"] == 50)
    rows: dict[int, list[str]] = {}
    for cell in table["cells"]:
        rows.setdefault(cell["row"], []).append(words(cell))
    assert [number for number, cells in sorted(rows.items()) if number >= 2 and not all(cells)] == []
    assert table["header_rows"] == 2
    assert len({place["page"] for place in table["places"]}) == 2


def test_cells_that_were_merged_are_merged(results):
    cells = {words(cell): cell for cell in results[ENGLISH].blocks("table")[0]["cells"]}
    assert (cells["District"]["row_span"], cells["District"]["col_span"]) == (2, 1)
    assert (cells["Bursts"]["row_span"], cells["Bursts"]["col_span"]) == (1, 2)


@pytest.mark.parametrize("name", [ENGLISH, CHINESE])
def test_lists_are_nested(results, name: str):
    outer = [block for block in results[name].document["blocks"] if block["type"] == "list"]
    assert max(depth(block) for block in outer) == 3


@pytest.mark.parametrize(("name", "count"), [(ENGLISH, 6), (CHINESE, 4)])
def test_footnotes_are_notes_that_the_text_calls(results, name: str, count: int):
    notes = results[name].blocks("note")
    assert [note["mark"] for note in notes] == [str(number) for number in range(1, count + 1)]
    rest = [block for block in results[name].document["blocks"] if block["type"] != "note"]
    calls = re.findall(r'"note": ?"([^"]+)"', json.dumps(rest))
    assert sorted(calls) == sorted(note["note"] for note in notes)


@pytest.mark.parametrize(("name", "running"), [(ENGLISH, "Page 3 of 13"), (CHINESE, "第 3 页 共 11 页")])
def test_running_lines_are_kept_apart(results, name: str, running: str):
    squeezed = running.replace(" ", "")
    assert squeezed in words(results[name].document["furniture"]).replace(" ", "")
    assert squeezed not in words(results[name].document["blocks"]).replace(" ", "")


@pytest.mark.parametrize(("name", "least"), [(ENGLISH, 5), (CHINESE, 4), (SLIDES, 4)])
def test_pictures_and_drawings_are_figures(results, name: str, least: int):
    """Two raster pictures, and every chart and drawing."""
    assert len(results[name].blocks("figure")) >= least
    assert len(results[name].converted.images) >= least
    assert all(image.read_bytes().startswith(b"\x89PNG") for image in results[name].converted.images)


def test_captions_belong_to_their_figures(results):
    captions = [words(block.get("caption", [])) for block in results[ENGLISH].blocks("figure")]
    assert [one[:8] for one in captions if one.startswith("Figure")] == [f"Figure {n}" for n in (1, 2, 3, 4)]


def test_code_keeps_its_lines(results):
    (code,) = results[ENGLISH].blocks("code")
    assert 'def slow(readings, supplied):\n    """Meters that read low' in code["text"]
    assert "        return []" in code["text"]


def test_paragraphs_are_joined_over_columns_and_pages(results):
    paragraphs = [words(block) for block in results[ENGLISH].blocks("paragraph")]
    joined = [text for text in paragraphs if text.startswith("The same will be done in Greyquay")]
    assert len(joined) == 1
    assert joined[0].endswith("who wrote the comparison of meters.")


@pytest.mark.parametrize("name", [ENGLISH, CHINESE, SLIDES])
def test_nothing_is_lost(results, name: str):
    """The characters of the file stand in blocks or furniture, apart from those inside drawings."""
    with pdfium.PdfDocument(results[name].source) as opened:
        printed = "".join(page.get_textpage().get_text_range() for page in opened)
    there = Counter(_letters(words(results[name].document)))
    wanted = Counter(_letters(printed)) - Counter(_letters(DRAWN[name]))
    lost = wanted - there
    assert sum(lost.values()) <= MOST_LOST * sum(wanted.values()), lost


DRAWN = {
    # the text of charts and of the drawing of the way of the water, which become pictures
    ENGLISH: "Apr May Jun Jul Aug Sep Oct Nov Dec Jan Feb Mar 0 500 1000 1500 Intake Sieve Carbon Light Reservoir "
    "2026 2027 2028 2029 2030 2031 0 2 4 6 8 10",
    CHINESE: "4月5月6月7月8月9月10月11月12月1月2月3月0 500 1000 1500 取水格栅活性炭紫外线清水池",
    SLIDES: "Wake at two Listen Compare Locate Dig Greyquay Hillcrest Millbrook Oldhaven 0 20 40 60 80",
}


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text)

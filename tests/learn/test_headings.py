"""Learning from tagged documents which paragraphs are headings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from learn import headings
from quire.layout.headings.heading_choice import choose
from quire.layout.tables.boosted_trees import trees_of

_SENTENCE = "The beds are dug in spring and turned again before the first frost of the year."
_TITLES = ("Soil and water", "Tools of the trade", "Seeds and light", "Frost and shade")


def tagged_folder(path: Path, names: str) -> Path:
    """Documents of two pages with two bold titles and a bold remark each, the titles tagged as headings."""
    for part in ("pdf", "truth"):
        (path / part).mkdir(parents=True)
    manifest = []
    for name in names:
        canvas = Canvas(str(path / "pdf" / f"{name}.pdf"))
        truth = []
        for at, title in enumerate(_TITLES):
            top = 740 - 330 * (at % 2)
            canvas.setFont("Helvetica-Bold", 14)
            canvas.drawString(72, top, title)
            canvas.setFont("Helvetica", 10)
            for row in range(6):
                canvas.drawString(72, top - 30 - 13 * row, _SENTENCE)
            canvas.setFont("Helvetica-Bold", 10)
            canvas.drawString(72, top - 140, f"Remark {at} of the author, which is none:")
            canvas.setFont("Helvetica", 10)
            for row in range(6):
                canvas.drawString(72, top - 170 - 13 * row, _SENTENCE)
            truth += [f"## {title}", _SENTENCE, f"Remark {at} of the author, which is none:", _SENTENCE]
            if at % 2:
                canvas.showPage()
        canvas.save()
        (path / "truth" / f"{name}.md").write_text("\n\n".join(truth) + "\n", "utf-8")
        manifest.append(json.dumps({"id": name, "repo": f"Owner-{name}/garden"}))
    (path / "manifest.jsonl").write_text("\n".join(manifest) + "\n", "utf-8")
    return path


def test_documents_come_with_their_headings(tmp_path: Path) -> None:
    (found,) = headings.documents(tagged_folder(tmp_path, "a"))
    assert (found.owner, found.headings, sum(found.right)) == ("owner-a", 4, 4)
    assert all(part.candidate is not None for part, right in zip(found.parts, found.right, strict=True) if right)


def test_each_block_of_a_truth_is_one_heading_at_most(tmp_path: Path) -> None:
    truth = tmp_path / "a.md"
    truth.write_text("# Garden\n\nText.\n\n## Frost and shade\n\nFrost and shade\n", "utf-8")
    found = headings.headings_among(["Garden", "", "2. Frost and shade", "Frost and shade", "Garden"], truth)
    assert found == ([True, False, True, False, False], 2)


def test_the_command_writes_trees_that_the_layout_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("sklearn")
    target = tmp_path / "trees.json"
    folder = tagged_folder(tmp_path / "known", "abcdefghij")
    monkeypatch.setattr(headings, "TARGET", target)
    monkeypatch.setattr("sys.argv", ["headings", str(folder), "--write"])
    headings.main()
    assert "10 documents" in capsys.readouterr().out
    trees = trees_of(target.read_text("utf-8"))
    one = next(headings.documents(folder))
    assert [at for at, right in enumerate(one.right) if right] == sorted(choose(one.parts, one.title, trees))

"""Learning from tagged documents where a paragraph ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from learn import joins
from quire.layout.tables.boosted_trees import trees_of
from tests.learn.test_headings import tagged_folder


def test_documents_come_with_the_ends_of_their_paragraphs(tmp_path: Path) -> None:
    (found,) = joins.documents(tagged_folder(tmp_path, "a"))
    assert found.owner == "owner-a"
    assert len(found.features) == len(found.ends) == sum(rows - 1 for rows in found.runs)
    assert True in found.ends


def test_the_command_writes_trees_that_the_layout_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("sklearn")
    target = tmp_path / "trees.json"
    monkeypatch.setattr(joins, "TARGET", target)
    monkeypatch.setattr("sys.argv", ["joins", str(tagged_folder(tmp_path / "known", "abcdefghij")), "--write"])
    joins.main()
    assert "10 documents" in capsys.readouterr().out
    one = next(joins.documents(tmp_path / "known"))
    assert joins.f1(one, trees_of(target.read_text("utf-8"))) is not None

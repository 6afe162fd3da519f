"""The cases that persons of novels are learned from."""

from __future__ import annotations

from pathlib import Path

from learn.persons import folded, owners


def test_a_name_of_two_persons_belongs_to_none(tmp_path: Path):
    (tmp_path / "a.persons.txt").write_text("Mr. Alder; Alder; Tom\nMrs. Alder; Alder\n\n", "utf-8")
    found = owners(tmp_path / "a.persons.txt")
    assert found == {"mralder": 0, "tom": 0, "mrsalder": 1}
    assert folded("Mr. Alder") in found

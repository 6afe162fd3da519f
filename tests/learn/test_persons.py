"""The cases that persons of novels are learned from."""

from __future__ import annotations

from pathlib import Path

import pytest

from learn.persons import Listed, listed_persons
from quire.wiki.subjects.alias_evidence_en import NameForm

_LIST = "Mr. Alder; Alder; Tom\nMrs. Alder; Alder\n\n"


def _listed(folder: Path, text: str) -> Listed:
    path = folder / "a.persons.txt"
    path.write_text(text, "utf-8")
    return listed_persons(path)


def test_a_name_of_two_persons_belongs_to_none(tmp_path: Path):
    found = _listed(tmp_path, _LIST)
    assert found.owners == {"mralder": 0, "tom": 0, "mrsalder": 1}
    assert found.owner(NameForm(("Alder",), "Mr", count=5)) == 0


@pytest.mark.parametrize(("first", "owner"), [("", None), ("# all\n", -1)])
def test_only_a_list_of_all_persons_says_that_a_name_is_nobodys(tmp_path: Path, first: str, owner: int | None):
    found = _listed(tmp_path, first + _LIST)
    assert found.owner(NameForm(("Harlow",), "Mr", count=5)) == owner
    assert found.owner(NameForm(("Harlow",), "Mr", count=1)) is None
    assert found.owner(NameForm(("Alder",), "", count=5)) is None


def test_an_unlisted_name_is_none_unless_it_has_a_word_of_a_listed_or_a_usual_given_name(tmp_path: Path):
    found = _listed(tmp_path, "# all\n" + _LIST)
    assert found.lacks(NameForm(("Wexcombe",), "", count=5))
    assert not found.lacks(NameForm(("Alder", "House"), "", count=5))
    assert not found.lacks(NameForm(("William",), "", count=5))
    assert not _listed(tmp_path, _LIST).lacks(NameForm(("Wexcombe",), "", count=5))

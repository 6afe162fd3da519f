"""The register of an edition, with and without a kept index."""

from __future__ import annotations

import subprocess
import sys

from quire.company import edition
from quire.company.catalogue import Catalogue
from quire.company.edition import has_index, index_path, is_readable, keep_index, keep_worthy_index, register_of
from quire.company.lookup import Query
from tests.company.catalogues import CHINESE, make


def test_a_kept_index_gives_the_same_register(tmp_path):
    make(tmp_path)
    with Catalogue.open(tmp_path) as catalogue:
        assert not has_index(tmp_path, catalogue)
        without = register_of(tmp_path, catalogue)
        keep_index(tmp_path)
        assert has_index(tmp_path, catalogue)
        kept = register_of(tmp_path, catalogue)
        assert kept.search(Query("样例", facets=(("省份", "江苏"),))).total == 1
        for text in ("样例", "cgyl", "exampel"):
            assert kept.search(Query(text)) == without.search(Query(text))


def test_only_large_editions_are_worth_an_index(tmp_path, monkeypatch):
    make(tmp_path)
    keep_worthy_index(tmp_path)
    assert not list(tmp_path.glob("*.index"))
    monkeypatch.setattr(edition, "SMALL", 3)
    keep_worthy_index(tmp_path)
    assert len(list(tmp_path.glob("*.index"))) == 1


def test_whether_it_can_be_read(tmp_path):
    assert is_readable(tmp_path)
    make(tmp_path)
    assert is_readable(tmp_path)
    (tmp_path / "pack-000001.pack").write_bytes(b"nonsense")
    assert not is_readable(tmp_path)


def test_a_damaged_index_is_made_anew(tmp_path):
    make(tmp_path)
    with Catalogue.open(tmp_path) as catalogue:
        index_path(tmp_path, catalogue.name).write_bytes(b"nonsense")
        assert len(register_of(tmp_path, catalogue)) == 6


def test_indexes_of_editions_that_are_gone_are_removed(tmp_path):
    make(tmp_path)
    keep_index(tmp_path)
    with Catalogue.open(tmp_path) as catalogue:
        old = catalogue.name
    make(tmp_path, CHINESE[:1])
    (tmp_path / old).unlink()
    done = subprocess.run(
        [sys.executable, "-m", "quire.company.edition", str(tmp_path)], check=True, capture_output=True
    )
    assert done.stdout == b""
    with Catalogue.open(tmp_path) as catalogue:
        assert [path.name for path in tmp_path.glob("*.index")] == [f"{catalogue.name}.index"]

"""The questions of docs/sparql.md have the answers that stand there, over the sample companies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue
from quire.company.rdf_store import Store
from quire.company.representations import DEFAULT_BASE
from quire.company.sparql_engine import open_store
from quire.company.vocabulary import prefixes
from tests.company.making import bring

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^## \d+\. ([^\n]+)\n\n```sparql\n(.+?)\n```\n\n```csv\n(.+?)\n```$", re.MULTILINE | re.DOTALL)
QUESTIONS = BLOCK.findall((ROOT / "docs" / "sparql.md").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder = tmp_path_factory.mktemp("companies")
    bring(folder, ROOT / "samples" / "companies", base=DEFAULT_BASE)
    with Catalogue.open(folder) as catalogue:
        return open_store(folder, catalogue.name)


def test_there_are_twenty():
    assert len(QUESTIONS) == 20


@pytest.mark.parametrize(("question", "query", "answer"), QUESTIONS, ids=[one[0] for one in QUESTIONS])
def test_a_question_has_its_answer(store: Store, question: str, query: str, answer: str):
    _, body = store.query(query, prefixes(DEFAULT_BASE), table="text/csv", linked="text/turtle")
    rows = body.decode().replace("\r\n", "\n").strip().split("\n")
    assert len(rows) > 1, question
    assert rows == answer.split("\n")

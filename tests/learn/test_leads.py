"""Weights of leads that are learned beside those that are shipped."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from learn.leads import beside, read_evidence


def test_only_the_named_evidence_is_learned(tmp_path: Path):
    rows = [
        {"book": "a", "lang": "en", "term": at, "right": at % 2, "evidence": {"stressed": at % 2, "short": 1}}
        for at in range(20)
    ]
    (tmp_path / "judged.json").write_text(json.dumps(rows))
    books = read_evidence(tmp_path / "judged.json")
    assert [(one.name, one.lang, sum(one.right)) for one in books] == [("a", "en", 10)]
    found = beside(books, ["short", "stressed"], ["stressed"], np.array([-0.5, 0.0, 0.25]))
    assert (found[0], found[2]) == (-0.5, 0.25)
    assert found[1] > 1

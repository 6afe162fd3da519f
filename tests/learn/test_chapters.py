"""Learning which way to part a text is right."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from learn.chapters import Parted, learned, matches, parted

_PROSE = "We walked along the river until the light failed, and spoke of nothing but the road before us.\n\n"


def test_titles_match_if_nine_in_ten_stand_in_order() -> None:
    wanted = [f"Chapter {at}. The Road" for at in range(1, 21)]
    assert matches(wanted, [one.upper() for one in wanted])
    assert matches(wanted, wanted[1:])
    assert not matches(wanted, wanted[3:])
    assert not matches(wanted, wanted[::-1])


def test_a_text_is_read_with_its_known_chapters(tmp_path: Path) -> None:
    heads = [f"CHAPTER {numeral}." for numeral in ("I", "II", "III", "IV", "V")]
    path = tmp_path / "road.txt"
    path.write_text("".join(f"{head}\n\n{_PROSE * 30}" for head in heads), "utf-8")
    path.with_suffix(".chapters.json").write_text(json.dumps({"owner": "a", "chapters": [heads]}), "utf-8")
    found = parted(path)
    assert found.owner == "a"
    assert found.right.any()


def test_what_right_partitions_have_gets_weight() -> None:
    evidence = [{"even": 0.9, "lost": 0.0}, {"even": 0.2, "lost": 0.5}]
    texts = [Parted(str(at), str(at), 1.0, evidence, np.array([1.0, 0.0])) for at in range(4)]
    weights = learned(texts, ["even", "lost"])
    assert weights["even"] > 0 > weights["lost"]

"""Learning which way to part a text is right."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from learn.chapters import Parted, is_right, learned, learned_doubt, matches, parted, weigh_held_out
from quire.read.books.partition_choice import Partition

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
    texts = _texts(evidence, 4)
    weights = learned(texts, ["even", "lost"])
    assert weights["even"] > 0 > weights["lost"]


def test_low_odds_speak_for_a_wrong_partition() -> None:
    texts = _texts([{"even": 0.9}, {"even": 0.2}], 24)
    for at, one in enumerate(texts):
        one.odds = [9.0, 1.0] if at % 2 else [2.0, 1.0]
        one.right = np.array([at % 2, 1 - at % 2], float)
    assert sum(map(is_right, texts)) == 12
    assert learned_doubt(texts)["odds"] < 0


def test_odds_are_those_of_weights_of_other_owners() -> None:
    texts = _texts([{"even": 0.9}, {"even": 0.2}], 4)
    weigh_held_out(texts, ["even"])
    assert all(one.odds[0] > one.odds[1] for one in texts)


def _texts(evidence: list[dict[str, float]], count: int) -> list[Parted]:
    ways = [(Partition("worded", {}, (at, at + 9)), seen) for at, seen in enumerate(evidence)]
    return [Parted(str(at), str(at), 1.0, ways, np.array([1.0, 0.0])) for at in range(count)]

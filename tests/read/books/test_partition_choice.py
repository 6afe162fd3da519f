"""What speaks for a partition of a text."""

from __future__ import annotations

from itertools import accumulate

from quire.read.books.partition_choice import Partition, around_core, evidence, partition_odds

_PROSE = "We walked along the river until the light failed, and spoke of nothing but the road before us."


def _lines(heads: list[str]) -> list[str]:
    return [line for head in heads for line in ("", "", head, "", *[_PROSE] * 60)]


def _evidence(lines: list[str], heads: list[str]) -> dict[str, float]:
    titles = {at: (1, line) for at, line in enumerate(lines) if line in heads}
    one = Partition("worded", titles, tuple(titles))
    return evidence(one, lines, [0, *accumulate(map(len, lines))], [], [])


def test_a_whole_row_is_likelier_than_one_with_gaps() -> None:
    heads = [f"CHAPTER {numeral}" for numeral in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")]
    lines = _lines(heads)
    whole, some = _evidence(lines, heads), _evidence(lines, heads[3:5] + heads[7:])
    assert whole["complete"] == 1.0
    assert whole["lost"] == 0.0 < some["lost"]
    assert some["begins late"] == 1.0
    assert partition_odds(whole) > partition_odds(some)


def test_a_text_without_chapters_has_evidence_too() -> None:
    found = evidence(Partition("rules", {}, ()), [_PROSE], [0, len(_PROSE)], [], [])
    assert found["one"] == 1.0


def test_heads_besides_the_numbered_row_are_seen_by_their_look():
    lines = [
        "",
        "",
        "Foreword",
        "",
        "x",
        "",
        "",
        "Chapter 1",
        "",
        "x",
        "",
        "Note",
        "",
        "x",
        "",
        "",
        "Chapter 2",
        "",
        "x",
    ]
    core, all_ = (7, 16), Partition("spaced", {}, (2, 7, 16))
    assert around_core(Partition("worded", {}, core), core, lines, ()) == {"of core": 1.0, "is core": 1.0}
    assert around_core(all_, core, lines, ())["beyond core as it"] == 1.0
    assert around_core(all_, core, lines, ())["beyond core"] == 0.5
    assert around_core(Partition("spaced", {}, (7, 11, 16)), core, lines, ())["beyond core as it"] == 0.0
    assert around_core(all_, (), lines, ()) == {"of core": 0.0, "is core": 0.0}

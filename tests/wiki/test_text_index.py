"""The search of a site in the book's text: its files, and what its script finds in them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from quire.wiki.passage import Passage
from quire.wiki.site.search_index import search_script
from quire.wiki.site.site_content import BookPart
from quire.wiki.site.templates import static_file
from quire.wiki.site.text_index import TextIndex, shard_of, text_terms

_FILLER = "The river ran slowly between the willows and nobody spoke of the weather again. " * 30
_TEXTS = [
    "The lighthouse keeper lit the lamp at dusk and wrote the hour into his journal.",
    "Ships that passed the reef looked for the lamp of the lighthouse.",
    "守塔人每天黄昏点亮灯塔，并把时刻写进日记。",
    "暗礁旁的船只寻找燈塔的光。",
]


def _index() -> TextIndex:
    texts = [*_TEXTS, *(f"{_FILLER} Mile {at} of the journey." for at in range(60))]
    heads = {3: ("Two", "The coast"), 4: ("Two", "暗夜")}
    passages = [
        Passage(f"p{at}", "One" if at < 2 else "Two", at, text, heads.get(at, ())) for at, text in enumerate(texts, 1)
    ]
    return TextIndex([BookPart(1, "One", tuple(passages[:2])), BookPart(2, "Two", tuple(passages[2:]))])


def test_terms_are_cut_words_without_accents_and_characters_alone_and_in_pairs():
    assert text_terms("Éclairs, lighthouses A燈塔光") == ["eclair", "lighth", "a", "灯", "塔", "光", "灯塔", "塔光"]


def test_a_term_is_always_in_the_same_file():
    assert [shard_of(term, 7) for term in ("lamp", "灯塔", "é𝔸")] == [0, 6, 6]


def _searched(tmp_path: Path, *queries: str) -> dict:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    index = _index()
    (tmp_path / "assets/text").mkdir(parents=True)
    (tmp_path / "assets/search.js").write_text(search_script(["The book"], [], index), encoding="utf-8")
    (tmp_path / "assets/text_search.js").write_text(static_file("text_search.js"), encoding="utf-8")
    for name in index.names():
        (tmp_path / name).write_text(index.file(name), encoding="utf-8")
    command = ["node", str(Path(__file__).with_name("text_search.js")), str(tmp_path), *queries]
    told = subprocess.run(command, capture_output=True, check=True, timeout=60, encoding="utf-8")
    return json.loads(told.stdout)


def test_passages_are_found_by_words_phrases_and_either_kind_of_characters(tmp_path: Path):
    queries = ("lighthouse journal", "lamp of the lighthouse", "灯塔的光", "點亮燈塔", "zzz", "mile 41")
    found = _searched(tmp_path, *queries)["found"]
    assert [(hits or [[0, ""]])[0][:2] for hits in found] == [
        [1, "p1"],
        [1, "p2"],
        [2, "p4"],
        [2, "p3"],
        [0, ""],
        [2, "p46"],
    ]
    assert "Mile 41 of the journey" in found[5][0][2]
    assert len(found[5][0][2]) < 200


def test_passages_are_found_by_their_headings_and_by_single_characters(tmp_path: Path):
    found = _searched(tmp_path, "coast", "夜", "礁")["found"]
    assert [[hit[1] for hit in hits] for hits in found] == [["p3"], ["p4"], ["p4"]]


def test_a_query_loads_only_the_files_that_it_needs(tmp_path: Path):
    index = _index()
    names = [*index.names()]
    loaded = _searched(tmp_path, "lighthouse")["loaded"]
    assert len(loaded) < len(names)
    assert loaded[0] == f"t{shard_of('lighth', index.about['shards'])}"
    assert len(loaded) == len({*loaded})

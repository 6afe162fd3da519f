"""Search without a server: the index that a site brings along, and what its script finds in it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from quire.wiki.site.search_index import index_rows, search_script
from quire.wiki.site.templates import static_file
from quire.wiki.wiki_page import Page

_PAGES = {
    "concept": [
        Page("borrow-checker", "Borrow checker", "concept", "It checks.", summary="It compares scopes."),
        Page("hash-map", "Hash map", "concept", "It maps.", aliases=["HashMap"], summary="Keys to values."),
        Page("trait", "Trait", "concept", "Shared.", summary="Behaviour that types share."),
        Page("cnn", "卷积神经网络", "concept", "图像。", aliases=["CNN"], summary="处理图像的网络。"),
        Page("ml", "機器學習", "concept", "數據。", summary="從數據中學習。"),
    ]
}
_ROWS = [*index_rows(_PAGES, (), lambda one: f"page/{one.id}.html" if isinstance(one, Page) else "")]


def _data() -> dict:
    return json.loads(search_script(["Concepts"], _ROWS).removeprefix("window.quireIndex=").removesuffix(";\n"))


def test_chinese_titles_have_readings():
    rows = {row[0]: row for row in _data()["rows"]}
    assert rows["卷积神经网络"][5] == "juan ji shen jing wang luo"
    assert rows["Trait"][5] == ""


def test_only_variants_of_characters_in_use_are_told():
    variants = _data()["variants"]
    pairs = dict(zip(variants[::2], variants[1::2], strict=True))
    assert pairs["學"] == "学"
    assert pairs["網"] == "网"
    assert "龍" not in pairs
    english = search_script(["Concepts"], [row for row in _ROWS if row[0] == "Trait"])
    assert '"variants":""' in english


def _found(tmp_path: Path, *queries: str) -> list[list[str]]:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    site, index = tmp_path / "site.js", tmp_path / "index.js"
    site.write_text(static_file("site.js"), encoding="utf-8")
    index.write_text(search_script(["Concepts"], _ROWS), encoding="utf-8")
    command = ["node", str(Path(__file__).with_name("site_search.js")), str(site), str(index), *queries]
    told = subprocess.run(command, capture_output=True, check=True, timeout=60, encoding="utf-8")
    return json.loads(told.stdout)


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("borr", "Borrow checker"),
        ("hashmap", "Hash map"),
        ("borow checker", "Borrow checker"),
        ("borrow chekc", "Borrow checker"),
        ("hahs map", "Hash map"),
        ("trsit", "Trait"),
        ("chexk", "Borrow checker"),
        ("卷积", "卷积神经网络"),
        ("網", "卷积神经网络"),
        ("juanji", "卷积神经网络"),
        ("jjsjwl", "卷积神经网络"),
        ("wangluo", "卷积神经网络"),
        ("机器学习", "機器學習"),
        ("jqxx", "機器學習"),
    ],
)
def test_names_are_found_as_they_are_typed(query: str, title: str, tmp_path: Path):
    assert _found(tmp_path, query)[0][:1] == [title]


def test_nothing_is_guessed_where_a_name_is_found_or_nothing_is_near(tmp_path: Path):
    assert _found(tmp_path, "trait", "zzzzzz", "qw", "...") == [["Trait"], [], [], []]

"""Errors in the language of a page."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import quire.web
from quire.access.keys import QUOTA_SENTENCE
from quire.errors import BadRequest, QuireError
from quire.fetch import Poster
from quire.jobs import page_warnings
from quire.jobs.page_ranges import check_ranges, page_numbers
from quire.jobs.tolerant_reading import check_cap
from quire.web.console.translations_errors import CODES, SENTENCES, explain, translated


def kinds() -> list[type[QuireError]]:
    for module in pkgutil.iter_modules(quire.web.__path__, "quire.web."):
        importlib.import_module(module.name)
    found, waiting = [], [QuireError]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(kind for kind in found[-1].__subclasses__() if kind.__module__.startswith("quire."))
    return found


def test_every_error_has_its_sentence_in_chinese():
    for kind in kinds():
        assert kind.code in CODES, kind
        said = explain(kind.sentence, kind.code, "zh")
        assert re.search("[\u4e00-\u9fff]", said)
        assert "（" not in said, "the class's own sentence says no more than its code"
        assert explain(kind.sentence, kind.code, "en") == kind.sentence


def sentence_of(wrong: object) -> str:
    with pytest.raises(QuireError) as found:
        wrong()
    return str(found.value)


def test_sentences_that_people_meet_are_translated_as_they_are_said():
    cap = sentence_of(lambda: check_cap(9, 4))
    assert explain(cap, "document_too_big", "zh") == "文档共 9 页，最多可处理 4 页。"
    ranges = sentence_of(lambda: check_ranges("5-2"))
    assert explain(ranges, "bad_request", "zh").startswith("“5-2”不是有效的页码范围")
    outside = sentence_of(lambda: page_numbers("7", 3))
    assert explain(outside, "bad_request", "zh") == "页码“7”超出文档范围，文档共 3 页。"
    ignored = "There is no file in the field “file”; ignored: “pdf”, “to”."
    assert explain(ignored, "bad_request", "zh") == "“file”栏没有文件；已忽略的栏：“pdf”, “to”。"
    for wrong in ("ftp://example.org/", "https://a:b@example.org/", "https://example.org:22/", "http://10.0.0.1/"):
        refused = sentence_of(lambda address=wrong: Poster().check(address))
        assert explain(refused, "bad_request", "zh").startswith("不允许该地址")
    assert explain(QUOTA_SENTENCE, "too_many_requests", "zh") == "此密钥今天的提交次数已用完。"


def test_what_is_not_translated_stands_behind_its_kind():
    assert explain("lang must be zh or en.", "bad_request", "zh") == "请求无效。（lang must be zh or en.）"
    assert explain("Something new.", "no_such_code", "zh") == "请求无效。（Something new.）"
    assert explain("", "", "zh") == ""


def test_braces_in_a_name_are_no_places_for_others():
    said = str(BadRequest("“{0}{x}” is not a page range. Write it like 1-5,8,12-"))
    assert "“{0}{x}”" in explain(said, "bad_request", "zh")


def test_each_translation_has_a_place_for_each_group():
    for pattern, chinese in SENTENCES:
        assert chinese.count("{}") == re.compile(pattern).groups, pattern


def test_doubts_about_pages_have_a_translation():
    for _, one, many in page_warnings.DOUBTS:
        assert translated(one.format(4), "zh").startswith("第 4 页")
        assert translated(many.format(2, "4, 7"), "zh").startswith("第 4, 7 页")


def test_warnings_of_statements_have_a_translation():
    said = (
        "Page 4 may show a statement (balance sheet) whose title could not be read: none was found.",
        "Much of page 4 could not be read: a statement may be missing.",
        "Page 4 shows rows of figures from which no statement could be built.",
    )
    assert all(translated(one, "zh").startswith("第 4 页") for one in said)

"""Answers on disk."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from quire.llm.answer_cache import AnswerCache
from quire.llm.budget import Usage
from quire.llm.call import Reply

KEY, OTHER = "ab" + "0" * 38, "cd" + "1" * 38
USED = Usage(100, 10, 30, 1, "grow", "small")


def test_an_answer_is_found_again_and_costs_nothing_then(tmp_path: Path):
    answers = AnswerCache(tmp_path, "grow")
    assert answers.find(KEY) is None
    answers.keep(KEY, Reply('{"a": "ä\ud800"}', 100, 10, "cut", final=True), USED)
    assert AnswerCache(tmp_path, "boot").find(KEY) == Reply('{"a": "ä\ud800"}', 0, 0, "cut", final=True)


def test_usage_is_counted_by_phase(tmp_path: Path):
    AnswerCache(tmp_path, "boot").keep(KEY, Reply("{}", 100, 10), USED)
    answers = AnswerCache(tmp_path, "grow")
    answers.keep(OTHER, Reply("{}", 100, 10), USED)
    answers.pay(USED)
    assert answers.spent() == Usage(300, 30, 90, 3)
    assert answers.spent("grow") == Usage(200, 20, 60, 2)
    assert answers.spent("butler") == Usage()


def test_a_call_that_was_sent_and_not_ended_is_counted_once_by_the_next_run(tmp_path: Path):
    answers = AnswerCache(tmp_path, "grow")
    answers.begin(KEY, USED)
    answers.end(answers.begin(OTHER, USED))
    assert answers.spent() == Usage()
    for _ in range(2):
        assert AnswerCache(tmp_path, "boot").spent("grow") == Usage(100, 10, 30, 1)
    assert not list((tmp_path / "log" / "calls").iterdir())


def test_a_call_whose_answer_is_on_disk_is_not_counted_again(tmp_path: Path):
    answers = AnswerCache(tmp_path, "grow")
    answers.begin(KEY, Usage(900, 90, 270, 1, "grow", "small"))
    answers.keep(KEY, Reply("{}", 100, 10), USED)
    assert AnswerCache(tmp_path, "grow").spent() == Usage(100, 10, 30, 1)


def test_a_torn_note_of_a_call_is_dropped(tmp_path: Path):
    sent = AnswerCache(tmp_path, "grow").begin(KEY, USED)
    sent.write_bytes(b'{"key"')
    assert AnswerCache(tmp_path, "grow").spent() == Usage()
    assert not sent.exists()


def test_a_death_between_answer_and_usage_is_mended_once(tmp_path: Path):
    AnswerCache(tmp_path, "boot").keep(KEY, Reply("{}", 100, 10), USED)
    (tmp_path / "log" / "usage.jsonl").unlink()
    for _ in range(2):
        assert AnswerCache(tmp_path, "grow").spent("boot") == Usage(100, 10, 30, 1)


def test_torn_lines_and_files_are_as_if_they_were_not(tmp_path: Path):
    answers = AnswerCache(tmp_path, "grow")
    answers.keep(KEY, Reply("{}", 100, 10), USED)
    usage = tmp_path / "log" / "usage.jsonl"
    usage.write_bytes(usage.read_bytes()[:-5])
    next((tmp_path / "log" / "answers").glob("*/*.json")).with_suffix(".part").write_text('{"te')
    answers = AnswerCache(tmp_path, "grow")  # the torn line is told anew, from the answer
    answers.keep(OTHER, Reply("{}", 100, 10), USED)
    assert answers.spent() == Usage(200, 20, 60, 2)
    next((tmp_path / "log" / "answers" / KEY[:2]).glob("*.json")).write_text('{"key": "')
    assert AnswerCache(tmp_path, "grow").find(KEY) is None


def test_words_about_the_endpoint_are_remembered(tmp_path: Path):
    answers = AnswerCache(tmp_path, "boot")
    assert answers.note("dialect") is None
    answers.remember("dialect", "words")
    answers.remember("more", "x")
    assert AnswerCache(tmp_path, "grow").note("dialect") == "words"
    assert answers.spent() == Usage()


def test_a_copy_of_the_content_takes_neither_answers_nor_cost(tmp_path: Path):
    """What is the wiki's own lies below `log`, which a copy leaves out."""
    AnswerCache(tmp_path / "w", "boot").keep(KEY, Reply("{}", 1, 1), USED)
    shutil.rmtree(tmp_path / "w" / "log")
    assert [*(tmp_path / "w").rglob("*")] == []


def test_the_lines_of_usage_are_json_with_their_own_keys(tmp_path: Path):
    answers = AnswerCache(tmp_path, "boot")
    answers.keep(KEY, Reply("{}", 100, 10), USED)
    rows = [json.loads(line) for line in (tmp_path / "log" / "usage.jsonl").read_text().splitlines() if line]
    assert rows == [
        {"key": KEY, "phase": "boot", "name": "grow", "model": "small", "input": 100, "output": 10, "micros": 30}
    ]

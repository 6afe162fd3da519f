"""What a sentence tells of a subject, and whether it tells of another one."""

from __future__ import annotations

import pytest

from quire.wiki.lead_model import sentence_evidence, subject_evidence


@pytest.mark.parametrize(
    ("text", "names", "another"),
    [
        ("Immutable references are loans that change nothing.", ["Reference"], True),
        ("A module block is the text between the braces of a module.", ["Module"], True),
        ("The signature of a function is the list of its types.", ["Function"], False),
        ("The signature of a function is the list of its types.", ["Signature"], False),
        ("Block comments are used to leave out a part of the program.", ["Block comments"], False),
        ("The Clippy tool is a collection of checks.", ["Clippy"], False),
        ("The `Post` struct will represent a post.", ["Post"], False),
        ("Blocking a thread means that it does not run.", ["Blocking"], False),
        ("Most functions are small.", ["Function"], False),
        ("Rust’s functions are values.", ["Function"], False),
        ("非自愿中断是指由故障导致的终止。", ["自愿中断"], True),
        ("自愿中断是指由人主动触发的终止。", ["自愿中断"], False),
        ("节点（Node）是运行容器的机器。", ["节点", "Node"], False),
    ],
)
def test_a_longer_name_is_another_subject(text: str, names: list[str], another: bool) -> None:
    lang = "zh" if text.endswith("。") else "en"
    assert subject_evidence(text, names, "class", lang)["other subject"] is another


@pytest.mark.parametrize(
    ("text", "praises"),
    [
        ("Simulation is a very valuable tool in statistics, as we shall see.", True),
        ("Modules are one of the fundamental concepts of the language.", True),
        ("A valve is an essential part of the pump that lets water pass one way.", False),
        ("资源调度是平台实现弹性伸缩与高效利用的核心能力，合理配置可提升稳定性。", True),
        ("调度器是集群中负责分配任务的核心组件。", False),
        ("预算是一种资源对象，是保障可用性的重要手段。", False),
    ],
)
def test_praise_with_an_empty_class_says_nothing(text: str, praises: bool) -> None:
    assert sentence_evidence(text, "zh" if text.endswith("。") else "en")["praises"] is praises


def test_what_is_denied_behind_the_class_counts_nothing() -> None:
    said = "The vector type is a built-in type, and does not need to be imported."
    assert not subject_evidence(said, ["Vector type"], "class", "en")["denies"]
    assert subject_evidence("A vector is not an array.", ["Vector"], "class", "en").get("denies", True)


@pytest.mark.parametrize(
    ("text", "one_case"),
    [
        ("The region is the rectangular window.", True),
        ("The region is the number of cells between the walls.", False),
        ("The region is the main part of the map.", False),
    ],
)
def test_the_with_a_noun_of_relation_tells_of_all_cases(text: str, one_case: bool) -> None:
    assert subject_evidence(text, ["Region"], "class", "en")["the the"] is one_case

"""The cases that persons of Chinese stories are learned from."""

from __future__ import annotations

from learn.persons_zh import SAMPLE, Novel, judged_names, name_cases, weights_of
from quire.wiki.subjects.name_evidence_zh import NameForm


def test_a_name_of_two_persons_is_nobodys_alone_and_unsure_names_are_left_out():
    judged = judged_names("# all\n關羽; 雲長; 將軍\n張飛; 將軍\n?老王; 小李\n")
    assert judged.owner("云长") == judged.owner("关羽") == 1
    assert judged.owner("张飞") == 2
    assert judged.owner("将军") is None
    assert judged.unsure == {"老王", "小李"}


def test_unlisted_candidates_are_no_names_and_a_sample_stands_for_all():
    forms = [NameForm(f"甲{at}") for at in range(1000)]
    evidence = [{"x": float(at == 0)} for at in range(1000)]
    cases = name_cases(Novel("", forms, evidence, judged_names("甲0\n?甲1")), None)
    assert cases.right == [1.0] + [0.0] * SAMPLE
    assert cases.weight[1] == 998 / SAMPLE


def test_what_is_seen_seldom_has_no_weight():
    forms = [NameForm(f"甲{at}") for at in range(20)]
    evidence = [{"x": float(at < 8), "y": float(at == 0)} for at in range(20)]
    judged = judged_names(";".join(f"甲{at}" for at in range(8)))
    weights = weights_of([name_cases(Novel("", forms, evidence, judged), None)], 1.0)
    assert weights["x"] > 0 > weights["bias"]
    assert "y" not in weights

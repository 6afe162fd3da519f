"""House rules that the wiki learned from its reviews, applied by later phases and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.wiki_folder import HouseRule, Wiki

__all__ = ["learn_rule", "without_avoided_names"]


def learn_rule(wiki: Wiki, kind: str, value: str, *, name: str, text: str, phase: str) -> HouseRule:
    """Keep a rule; one that is known already is trusted more."""
    rules = list(wiki.house_rules())
    for at, one in enumerate(rules):
        if (one.kind, one.value) == (kind, value):
            rules[at] = replace(one, weight=min(1.0, round(one.weight + 0.1, 2)))
            wiki.save_house_rules(rules)
            return rules[at]
    rule = HouseRule(f"g{len(rules) + 1}", name, kind, text, phase, 0.5, 0, value)
    wiki.save_house_rules([*rules, rule])
    return rule


def without_avoided_names(wiki: Wiki, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Candidates without the titles and aliases that the wiki has learned to avoid."""
    rules = list(wiki.house_rules())
    titles = {one.value for one in rules if one.kind == "title"}
    out = []
    for one in candidates:
        if one.title in titles:
            continue
        out.append(replace(one, aliases=[name for name in one.aliases if name not in titles]))
    used = {name for one in candidates for name in one.names} & titles
    if used:
        wiki.save_house_rules(replace(one, uses=one.uses + (one.value in used)) for one in rules)
    return out

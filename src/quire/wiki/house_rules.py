"""Genes: rules that the wiki learned from its reviews, applied by later phases and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.wiki_folder import HouseRule, Wiki

__all__ = ["learn_rule", "without_avoided_names"]


def learn_rule(wiki: Wiki, kind: str, value: str, *, name: str, text: str, phase: str) -> HouseRule:
    """Keep a rule; one that is known already is trusted more."""
    genes = list(wiki.genes())
    for at, one in enumerate(genes):
        if (one.kind, one.value) == (kind, value):
            genes[at] = replace(one, weight=min(1.0, round(one.weight + 0.1, 2)))
            wiki.save_genes(genes)
            return genes[at]
    gene = HouseRule(f"g{len(genes) + 1}", name, kind, text, phase, 0.5, 0, value)
    wiki.save_genes([*genes, gene])
    return gene


def without_avoided_names(wiki: Wiki, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Candidates without the titles and aliases that the wiki has learned to avoid."""
    genes = list(wiki.genes())
    titles = {one.value for one in genes if one.kind == "title"}
    out = []
    for one in candidates:
        if one.title in titles:
            continue
        out.append(replace(one, aliases=[name for name in one.aliases if name not in titles]))
    used = {name for one in candidates for name in one.names} & titles
    if used:
        wiki.save_genes(replace(one, uses=one.uses + (one.value in used)) for one in genes)
    return out

"""How many tokens of a language model a text is, estimated without any model's vocabulary.

A Chinese, Japanese or Korean character counts 1; a word counts 1 for each begun seven letters; digits count 1 for each
begun three; every other visible sign counts 1. Vocabularies of current models give about as many for English and fewer
for Chinese, so a piece that fits by this count fits by theirs in nearly all cases.
"""

from __future__ import annotations

import re

NAME = "estimate-1"
"""Names the way of counting; it changes when the rule does."""

_LETTERS, _DIGITS = 7, 3  # of one token, at most

_IDEOGRAPH = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")
_SIGN = re.compile(r"[^\w\s]|_")


def count_tokens(text: str) -> int:
    """The estimate for a text; 0 for an empty one."""
    rest, count = _IDEOGRAPH.subn(" ", text)
    for pattern, size in ((_WORD, _LETTERS), (_NUMBER, _DIGITS)):
        count += sum(-(-len(run) // size) for run in pattern.findall(rest))
    return count + len(_SIGN.findall(rest))

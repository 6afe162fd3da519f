"""Texts that make a regular expression slow where it can be slow, made from the expression itself.

An expression takes more than linear time where a repetition is entered at many places of a text, each time runs to
the end of it, and fails there. So every repetition is filled with what it matches, after what stands before it, once
and again and again, and the text ends with what nothing matches.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from re import _constants as sre  # type: ignore[attr-defined]  # isort: skip
from re import _parser as parser  # type: ignore[attr-defined]  # isort: skip

__all__ = ["hostile_units"]

FAMILIES = ("a", "A", "1", " ", "\n", "一", "a ", "Aa ", "1.", "1,", "a.", "(a", "- ", "a-", "\t ")
"""Units that are tried with every expression: runs of letters, digits, blanks, words, numbers, open brackets."""
PROBES = "aAz1 \t.,;:-_/*<>()[]{}\"'`$%&|=+#@!?\\\n一二，。：（）“”"
"""Characters of which a class of characters is shown by those that it holds."""
LONG = 16
"""Repetitions from which on a repeat is looked at."""
MOST_CHARACTERS, MOST_UNITS = 10, 20
"""Characters of an expression, and units in all, that one expression is tried with."""

Node = tuple[Any, Any]


def hostile_units(pattern: re.Pattern[str]) -> list[str]:
    """Strings that, repeated, are hostile to an expression: the families and what its own parts match."""
    tree = list(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))
    chance = random.Random(pattern.pattern.encode("utf-8", "surrogatepass"))
    own = list(dict.fromkeys(one for one in _pumps(tree, "", chance) if one))
    for _ in range(3):
        whole = _sample(tree, chance)
        own += [whole, whole[:-1]]
    if len(own) > MOST_UNITS:
        own = chance.sample(own, MOST_UNITS)
    characters = list(dict.fromkeys(_characters(tree)))
    if len(characters) > MOST_CHARACTERS:
        characters = chance.sample(characters, MOST_CHARACTERS)
    return [one for one in dict.fromkeys([*own, *characters, *FAMILIES]) if one]


def _pumps(nodes: Sequence[Node], head: str, chance: random.Random) -> Iterator[str]:
    """What fills each repetition, with and without what stands before it, and with the repetition before it."""
    before = ""
    for kind, value in nodes:
        for inner in _inner(kind, value):
            yield from _pumps(inner, head, chance)
        if kind in REPEATS and value[1] >= LONG:
            for _ in range(2):
                body = _sample(value[2], chance)
                yield from (body, head + body, head + body * 3, before + body)
                before = body
            yield head
        head += _sample([(kind, value)], chance)


REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


def _inner(kind: Any, value: Any) -> Iterable[Sequence[Node]]:
    if kind in REPEATS:
        return [value[2]]
    if kind is sre.SUBPATTERN:
        return [value[3]]
    if kind is sre.ATOMIC_GROUP:
        return [value]
    if kind is sre.BRANCH:
        return list(value[1])
    if kind in {sre.ASSERT, sre.ASSERT_NOT}:
        return [value[1]]
    if kind is sre.GROUPREF_EXISTS:
        return [one for one in value[1:] if one]
    return []


def _sample(nodes: Sequence[Node], chance: random.Random) -> str:
    """A text that the nodes match, conditions on what stands around it aside."""
    out = []
    for kind, value in nodes:
        if kind is sre.LITERAL:
            out.append(chr(value))
        elif kind in {sre.NOT_LITERAL, sre.ANY, sre.IN}:
            out.append(chance.choice(_members(kind, value) or ["a"]))
        elif kind in REPEATS:
            least, most, body = value
            out.append(_sample(body, chance) * min(int(most), int(least) + chance.randrange(2)))
        elif kind is sre.BRANCH:
            out.append(_sample(chance.choice(value[1]), chance))
        elif kind is sre.SUBPATTERN:
            out.append(_sample(value[3], chance))
        elif kind is sre.ATOMIC_GROUP:
            out.append(_sample(value, chance))
        elif kind is sre.ASSERT and value[0] > 0 and chance.randrange(2):
            out.append(_sample(value[1], chance))
    return "".join(out)


def _members(kind: Any, value: Any) -> list[str]:
    """Characters that a node for one character matches."""
    if kind is sre.ANY:
        return [one for one in PROBES if one != "\n"]
    if kind is sre.NOT_LITERAL:
        return [one for one in PROBES if ord(one) != value]
    named = [chr(item) for what, item in value if what is sre.LITERAL]
    named += [chr(end) for what, item in value if what is sre.RANGE for end in item]
    held = [one for one in PROBES if _holds(value, ord(one))]
    return held if value[0][0] is sre.NEGATE else list(dict.fromkeys([*named, *held]))


def _holds(items: Sequence[Node], code: int) -> bool:
    held = False
    for what, item in items:
        if what is sre.LITERAL:
            held = held or code == item
        elif what is sre.RANGE:
            held = held or item[0] <= code <= item[1]
        elif what is sre.CATEGORY:
            held = held or re.fullmatch(CATEGORIES[item], chr(code)) is not None
    return held != (items[0][0] is sre.NEGATE)


CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}


def _characters(nodes: Sequence[Node]) -> Iterator[str]:
    """Characters that the expression names, and some of each class."""
    for kind, value in nodes:
        if kind is sre.LITERAL:
            yield chr(value)
        elif kind in {sre.IN, sre.NOT_LITERAL, sre.ANY}:
            yield from _members(kind, value)[:4]
        for inner in _inner(kind, value):
            yield from _characters(inner)

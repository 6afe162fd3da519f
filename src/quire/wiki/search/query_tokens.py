"""Text as search reads it: tokens of books and of questions, and the part of a text that answers."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from quire import latex
from quire.hanzi import simplified
from quire.wiki.sentence_split import fold
from quire.wiki.tokenization import STOP, dictionary, stem
from quire.wiki.wiki_page import plain_text

__all__ = [
    "LONGEST_QUERY",
    "asked_name",
    "asked_phrase",
    "best_snippet",
    "display_text",
    "index_terms",
    "name_key",
    "query_terms",
    "snippet",
    "token_weight",
]

LONGEST_QUERY = 2000
"""Characters of a query that are read."""

_MOST_TERMS = 64
"""Terms of a query that are looked for; longer questions lose nothing by it."""

_WORD = re.compile(
    r"[A-Za-zÀ-ɏ]+(?:['’][A-Za-z]+)?|\d+(?:\.\d+)?|[\u3040-\u30ff\uac00-\ud7a3]+|[\u3400-\u9fff\uf900-\ufaff]+"
)
_SENTENCE_END = re.compile(r"[。！？]\s*|[.!?]\s+")
_FORMULA = re.compile(r"\$\$(.+?)\$\$|\$(?=\S)([^$\n]+?)(?<=\S)\$(?!\d)", re.DOTALL)
_LINKS = re.compile(r"\[\[[^\[\]\n]*\]\](?: \(\d+\))?")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
_PARTICLES = frozenset("的了在是和与或把被给用到上下中里就也都很不没有这那个些吗呢吧啊么之其而于以")
"""Characters that say nothing beside others; a query of nothing else looks for them."""

_CHANCE = 0.5
"""From .25 to .7 the results differ by less than chance."""

_ANSWERS = 1.25
"""What the part of the passage that answers counts for as the snippet of a page, against the page's own words."""

_ASKING = re.compile(
    r"怎么办|怎么样|怎么|怎样|什么|甚么|如何|为什么|为何|应该|能否|是否|可以|哪些|哪个|哪种|哪里|哪儿|哪位|有没有|多少|是不是|请问"
    r"|一个|一种|一些|几个|需要|能够|用来"
)
"""Words of a Chinese question that stand in no answer; they part what stands before and after them."""

_ASKING_EN = re.compile(
    r"(?:(?:please\s+)?(?:tell me\s+)?(?:about|define|explain|describe)|(?:what|who)(?:['’]s|\s+(?:is|are|was|were))"
    r"|what does)\s+(?:an?\s+|the\s+)?|\s+mean\s*(?=\?|$)|[?!.\s]+$",
    re.IGNORECASE,
)
_ASKING_NAME = re.compile(
    r"^(?:请问|什么是|什么叫|何谓|何为|谁是|介绍|解释)|(?:是?什么意思|是什么|是谁|是啥|指什么|的意思|的定义|吗|呢)+$|[？?。！!\s]+$"
)


def index_terms(text: str) -> list[str]:
    """The tokens of a text, as they are indexed: stems, parts of joined names, numbers, Chinese characters and pairs.

    Traditional characters count as their simplified forms.
    """
    out: list[str] = []
    for run in _WORD.findall(simplified(unicodedata.normalize("NFKC", text))):
        if _is_han(run):
            out += run
            out += (run[at : at + 2] for at in range(len(run) - 1))
        else:
            out += _latin(run)
    return out


def query_terms(query: str) -> list[str]:
    """The tokens of a query without those that only ask, each once."""
    text = simplified(unicodedata.normalize("NFKC", query[:LONGEST_QUERY]))
    terms = dict.fromkeys(index_terms(_ASKING.sub("，", text)) or index_terms(text))
    telling = [one for one in terms if one not in _PARTICLES]
    return (telling or [*terms])[:_MOST_TERMS]


def token_weight(term: str) -> float:
    """What a token counts: a half for a pair of characters that is no word because one of them is a particle.

    Such a pair (“的图”) stands in a book as often by chance as for its sense, and is rare, which would make it weighty.
    """
    pair = len(term) == 2 and _is_han(term)
    return _CHANCE if pair and not _PARTICLES.isdisjoint(term) and term not in dictionary() else 1.0


def asked_phrase(query: str) -> str:
    """A query without the words that only ask: "What is a trait?" and 什么是特征 ask for the thing."""
    text = simplified(query[:LONGEST_QUERY]).strip()
    for _ in range(3):
        text = _ASKING_NAME.sub("", _ASKING_EN.sub("", text)).strip()
    return text or query[:LONGEST_QUERY]


def asked_name(query: str) -> str:
    """What a query would be if it named a page, folded."""
    return name_key(asked_phrase(query))


def name_key(name: str) -> str:
    """What a name of a page and a query are compared by: letters and digits, in lower case, simplified characters."""
    return fold(simplified(unicodedata.normalize("NFKC", name)))


def display_text(text: str) -> str:
    """Markdown as a result shows it: without marks, lists of links and program text's fences, formulas in signs."""
    kept = "\n".join(line for line in text.split("\n") if "[[" not in line or re.search(r"\w", _LINKS.sub("", line)))
    said, at = [], 0
    for found in _FORMULA.finditer(kept):
        formula = latex.plain(found[1] or found[2])
        said += [plain_text(kept[at : found.start()]), unicodedata.normalize("NFC", formula)]
        at = found.end()
    return " ".join(" ".join([*said, plain_text(kept[at:])]).split())


def snippet(text: str, rarity: Mapping[str, float], phrase: str = "", size: int = 180) -> str:
    """The part of a display text with the most terms, rare ones weighing more; "…" marks where it is cut.

    What stands there exactly as asked (`phrase`) comes before all.
    """
    if len(text) <= size:
        return text
    wanted = frozenset(rarity)
    places = [
        (one.start(), wanted.intersection(tokens))
        for one in _WORD.finditer(text)
        if not wanted.isdisjoint(tokens := _tokens(one.group()))  # most words are none of them
    ]
    said = simplified(text).lower().find(phrase.lower()) if phrase else -1
    best = said if said >= 0 else _densest(places, rarity, int(size * 0.7))
    start = max(0, best - size // 6)
    ends = [one.end() for one in _SENTENCE_END.finditer(text, start, best)]
    if ends:
        start = ends[-1]
    elif start:
        gap = text.find(" ", start, start + 20)
        start = gap + 1 if gap >= 0 else start
    cut = text[start : start + size]
    if start + size < len(text) and " " in cut[-20:]:
        cut = cut[: cut.rfind(" ")]
    return f"{'…' if start else ''}{cut.strip()}{'…' if start + len(cut) < len(text) else ''}"


def best_snippet(texts: Sequence[str], rarity: Mapping[str, float], phrase: str = "") -> str:
    """The snippet of several display texts that holds the phrase, else most of the terms.

    The first is what answers: another one has to hold a quarter more.
    """
    found = [snippet(text, rarity, phrase) for text in texts]
    whole = sum(rarity.values())
    held = [
        sum(rarity.get(term, 0.0) for term in {*index_terms(one)})
        + (whole if phrase and phrase.lower() in simplified(one).lower() else 0.0)
        for one in found
    ]
    return found[max(range(len(found)), key=lambda at: (held[at] * (1 if at else _ANSWERS), -at))] if found else ""


def _densest(places: Sequence[tuple[int, AbstractSet[str]]], rarity: Mapping[str, float], reach: int) -> int:
    """Start of the window of `reach` characters whose distinct terms weigh most, the first of equals; 0 for none."""
    best, at, end = 0.0, 0, 0
    held: Counter[str] = Counter()
    for start, terms in places:
        while end < len(places) and places[end][0] < start + reach:
            held.update(places[end][1])
            end += 1
        worth_it = sum(rarity[term] for term, count in held.items() if count)
        if worth_it > best + 1e-9:
            best, at = worth_it, start
        held.subtract(terms)
    return at


def _latin(run: str) -> list[str]:
    """The stem of a word; of a name in humps ("HashMap") also its parts."""
    word = run.lower().replace("’", "'")
    out = [] if word in STOP else [stem(word.removesuffix("'s"))]
    name = re.split("['’]", run, maxsplit=1)[0]
    if not name.islower() and not name.istitle():
        parts = _HUMP.findall(name)
        if len(parts) > 1:
            out += [stem(part) for part in map(str.lower, parts) if part not in STOP]
    return out


def _is_han(run: str) -> bool:
    return "\u3400" <= run[0] <= "\ufaff" and not "\uac00" <= run[0] <= "\ud7a3"


@lru_cache(1 << 16)
def _tokens(word: str) -> tuple[str, ...]:
    """The tokens of one word, remembered: snippets ask for the same words again and again."""
    return tuple(index_terms(word))

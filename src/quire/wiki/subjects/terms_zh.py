"""Terms of a Chinese technical book: index, glossary, emphasis, headings, terms with their English, compound nouns."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from quire.hanzi import simplified
from quire.wiki.book import Book
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.step_progress import Progress, no_progress, with_progress
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.own_headings import own_headings
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.subjects.term_model import LEAST_PROBABLE_ZH, LEAST_TOLD, chinese_term_score
from quire.wiki.subjects.terms_latin import latin_terms
from quire.wiki.tokenization import HAN, Segmenter, dictionary, is_generic_zh

__all__ = ["terms", "weighed_terms"]

_PAIRED = re.compile(
    r"([\u3400-\u9fffA-Za-z0-9-]{2,24})[”」*]?（([A-Za-z][A-Za-z0-9 ,.'’/&-]{1,60})[）]"
    r"|([\u3400-\u9fffA-Za-z0-9-]{2,24})[”」*]?\(([A-Za-z][A-Za-z0-9 ,.'’/&-]{1,60})\)"
)
_LATIN_BEFORE = re.compile(r"(?<![\w.-])([A-Za-z][\w.-]{0,24})\s$")
_DEFINED = re.compile(
    r"(?:称为|叫做|称作|称之为|被称为|叫作|所谓的?|名为|是谓|谓之|命曰|名曰)[“「*]{0,3}([\u3400-\u9fff]{2,12})"
)
_CONTENT = ("n", "vn", "an", "l", "i", "j", "nz", "nt", "x", "eng", "b")
_NO_TERM = frozenset(["a", "ad", "c", "d", "f", "m", "p", "q", "r", "u", "z", "zg"])
_NO_BEGIN = frozenset("cdmpqru")
_NO_END = frozenset("cdfmpru")
"""Parts of speech, by the first letter, that no term begins or ends with: conjunctions, adverbs, places ..."""

_EDGE_STOP = frozenset(word_list("zh", "not_in_terms"))


_BOXES = frozenset(word_list("zh", "box_titles"))
"""Titles of boxes beside the text, which are printed in bold, and what texts call their parts."""
_NO_NOUNS = frozenset("blizt")
"""Parts of speech, by the first letter, of words that are no nouns: 临时 b, 接下来 l, 值得注意 l."""
_USUAL = -10.2
"""Log probability from which on a word is so usual that it is a term only where the book makes it one: 典型, 合理,
动态."""


_OF_DOCUMENTS = frozenset(word_list("zh", "manual_words"))
"""Words that manuals say of themselves, and of whatever they tell: terms only where index or glossary says so."""

_TRADITIONAL = 0.05
"""Share of characters with another simplified form: in traditional texts every third, in simplified ones hardly any."""

_LATIN_SHARE = 3
_LATIN_FEWEST = 12
"""Names in Latin letters that a short book may have, too."""

_ENGLISH = re.compile(r"(?!.*\s-)(?=.*[A-Za-z]{2})[A-Za-z][A-Za-z0-9 ,.'’&-]*[A-Za-z0-9]")
"""What translates a term: words; commands with options and paths explain it in another way."""

_SALIENT = math.log(40)
"""How many times as often as elsewhere such a word has to stand in a book to be one of its subjects (logarithm)."""


_SHORTEST, _LONGEST = 2, 12
"""Characters of a term, at least and at most."""

_LONGEST_GLOSSARY, _LONGEST_DEFINED = 16, 8
"""Characters of a term of the glossary, and of one that a sentence defines, at most."""

_FEWEST = 2
"""Times that a term stands in the text, at least."""

_RECURS = 2
"""Times in the text that a run of words has, at least, and the run with one word more has not, to end there."""

_FEWEST_LONE = 6
"""C-value from which on a run of words is weighed though nothing else speaks for it."""

_FEWEST_COUNTED = 3
"""Mentions of a run of words that has a C-value, at least."""

_LONGEST_PLAIN = 3
"""Characters of a term of several words, at most, that may begin with no noun though nothing marks it."""

_LONG = 8
"""Characters of a long term."""

_LOOKED_AT = 300
"""Mentions of a phrase, at most, whose neighbours are counted."""

_SHORT_TEXT, _LITTLE = 20_000, 2.0
"""Characters of a text that holds little evidence for any phrase, and the log odds that each gains there."""

_LABEL = 0.6
"""Share of mentions as the label of a line (“提示：……”) from which on a phrase is no more than that."""

_FREE_BEFORE = "的和与或及在是为对把被将从用由以个种到中该此"
_FREE_BEHIND = "的和与或及在是为等中里上时会可能有即指将来都也就"
"""Characters beside which a phrase begins or ends: no pieces of longer words."""


def terms(book: Book, sentences: Sequence[Sentence], most: int, tick: Progress = no_progress) -> list[Candidate]:
    """At most `most` candidates, the best first; what is no term leaves no room to weaker ones.

    Names in Latin letters come beside them, a third as many at most. A book in traditional characters is read in
    simplified ones, in which the dictionary is.
    """
    text = "\n".join(one.text for one in sentences)
    plain = simplified(text)
    if sum(a != b for a, b in zip(text, plain, strict=True)) > _TRADITIONAL * len(text):
        inside = [one._replace(text=simplified(one.text)) for one in sentences]
        found = _Finder(_in_simplified(book), inside, tick).ranked(most)
        headings = "\n".join(title for one in book.passages for title in one.headings)
        found = _as_printed(found, f"{text}\n{headings}")
    else:
        found = _Finder(book, sentences, tick).ranked(most)
    taken = {name.lower() for one in found for name in one.names}
    latin = latin_terms(book, sentences, taken)[: max(_LATIN_FEWEST, most // _LATIN_SHARE)]
    return sorted([*found, *latin], key=lambda one: -one.score)


def weighed_terms(book: Book, sentences: Sequence[Sentence]) -> list[tuple[Candidate, dict[str, float]]]:
    """Every phrase of a book in simplified characters that may be a term, with its evidence."""
    return [*_Finder(book, sentences, no_progress).weighed()]


def _in_simplified(book: Book) -> Book:
    return replace(
        book,
        passages=tuple(one._replace(headings=tuple(map(simplified, one.headings))) for one in book.passages),
        index=tuple(tuple(map(simplified, one)) for one in book.index),
        glossary=tuple((simplified(term), said) for term, said in book.glossary),
        emphasised=Counter({simplified(term): count for term, count in book.emphasised.items()}),
    )


def _as_printed(found: Sequence[Candidate], text: str) -> list[Candidate]:
    """Candidates with their names in the characters of the book; one that it does not have so is left out."""
    plain = simplified(text)
    out = []
    for one in found:
        forms = Counter(text[hit.start() : hit.end()] for hit in re.finditer(re.escape(one.title), plain))
        if not forms:
            continue
        title, *others = [form for form, _ in forms.most_common(3)]
        aliases = [*others, *(name for name in one.aliases if not HAN.search(name))]
        out.append(Candidate(title, one.type, one.score, aliases, one.reasons))
    return out


class _Finder:
    def __init__(self, book: Book, sentences: Sequence[Sentence], tick: Progress) -> None:
        self._book = book
        self._text = "\n".join(one.text for one in sentences)
        self._english: dict[str, Counter[str]] = defaultdict(Counter)
        self._reasons: dict[str, Counter[str]] = defaultdict(Counter)
        self._counts: Counter[str] = Counter()
        self._spread: dict[str, set[str]] = defaultdict(set)
        self._headed: set[str] = set()  # what is all of a heading
        self._chapters = max(1, len({one.chapter for one in book.passages}))
        known = self._structure()
        self._segmenter = Segmenter(known)
        self._plain = Segmenter()
        for one in with_progress(sentences, tick):
            self._count(self._segmenter.cut(one.text), book.passages[one.passage].chapter)
        self._pairs(sentences)

    def _structure(self) -> set[str]:  # noqa: C901 - one loop a source of terms
        for forms in self._book.index:
            self._reasons[forms[0]]["index"] += 1
            for form in forms[1:]:
                if re.match(r"[A-Za-z]", form):
                    self._english[forms[0]][form] += 1
        for term, said in self._book.glossary:
            if len(term) <= _LONGEST_GLOSSARY:
                self._reasons[term]["glossary"] += 1
                if re.fullmatch(r"[A-Za-z][\w ()/.'-]{1,50}", said):
                    self._english[term][said] += 1
        for text, count in self._book.emphasised.items():
            if HAN.search(text) and _SHORTEST <= len(text) <= _LONGEST and not re.search(r"[，。：；？！、\s（]", text):
                self._reasons[text]["emphasis"] += min(3, count)
        for heading in own_headings(self._book.passages):
            bare = re.sub(
                r"（.{0,200}?）|\(.{0,200}?\)|^[\d.]+\s*|^第.{1,5}[章节]\s*|第[〇零一二三四五六七八九十百]+$",
                "",
                heading,
            )
            self._headed.add(bare.strip())
            for piece in re.split(
                r"[，。：；？！、\s/·—()（）《》“”+-]+|(?:和|与|的|及|中|从|在|之)(?=[\u3400-\u9fff]{2})", bare
            ):
                if piece and _SHORTEST <= len(piece) <= _LONGEST and HAN.search(piece):
                    self._reasons[piece]["heading"] += 1
        return {
            term
            for term, why in self._reasons.items()
            if (why["index"] or why["glossary"] or why["emphasis"]) and self._text.count(term) >= _FEWEST
        }

    def _count(self, words: list[str], chapter: str) -> None:
        for start, word in enumerate(words):
            if not self._may_begin(word):
                continue
            joined = ""
            for end in range(start, min(len(words), start + 4)):
                if not self._may_stand(words[end]):
                    break
                joined += words[end]
                if len(joined) > _LONGEST:
                    break
                if len(joined) > 1 and self._may_end(words[end]) and HAN.search(joined):
                    self._counts[joined] += 1
                    self._spread[joined].add(chapter)

    @staticmethod
    def _may_stand(word: str) -> bool:
        return bool(HAN.match(word) or re.match(r"[A-Za-z]{2,}", word)) and word not in _EDGE_STOP

    def _may_begin(self, word: str) -> bool:
        entry = dictionary().get(word)
        return (
            self._may_stand(word)
            and (entry is None or entry.tag[0] not in "rpcudmqyezkofw")
            and (len(word) > 1 or (entry is not None and entry.tag[0] in "nbagv"))
        )

    @staticmethod
    def _may_end(word: str) -> bool:
        entry = dictionary().get(word)
        if entry is None:
            return True
        return entry.tag.startswith(_CONTENT) or entry.tag in {"v", "ng", "q", "k", "g", "nr", "ns", "nrt", "vg"}

    def _pairs(self, sentences: Sequence[Sentence]) -> None:
        """Terms that stand before their English in brackets: the left border is where the words stop being content."""
        for one in sentences:
            for hit in _PAIRED.finditer(one.text):
                before, english = hit.group(1) or hit.group(3), (hit.group(2) or hit.group(4)).strip()
                if re.search(r"\d{3,}", english) or not _ENGLISH.fullmatch(english):
                    continue
                modifier = _LATIN_BEFORE.search(one.text, max(0, hit.start() - _LONGEST * 2), hit.start())
                if modifier and english.lower().startswith(modifier[1].lower() + " "):  # “Init 容器（Init Container）”
                    continue
                term = self._tail(before)
                torn = english.isupper() and len(term) < min(len(english), len(before))  # 接口 of 容器运行时接口（CRI）
                if _SHORTEST <= len(term) <= _LONGEST and not torn:
                    self._reasons[term]["english"] += 1
                    self._english[term][english] += 1
            for hit in _DEFINED.finditer(one.text):
                term = self._head(hit.group(1))
                if _SHORTEST <= len(term) <= _LONGEST_DEFINED:
                    self._reasons[term]["definition"] += 1

    def _tail(self, text: str) -> str:
        words = self._segmenter.cut(text)
        out = ""
        for word in reversed(words[-5:]):
            entry = dictionary().get(word)
            if not self._may_stand(word) or (out and entry is not None and entry.tag[0] in "rpcudmqy"):
                break
            longer = word + out
            if out and self._text.count(longer) < _RECURS <= self._text.count(out) and word not in self._reasons:
                break
            out = longer
        return out

    def _head(self, text: str) -> str:
        out = ""
        for word in self._segmenter.cut(text):
            if not self._may_stand(word):
                break
            out += word
        return out

    def weighed(self) -> Iterator[tuple[Candidate, dict[str, float]]]:
        """Every phrase that may be a term with its evidence; the candidate has no score yet."""
        lone = self._c_values()
        for term in sorted(set(self._reasons) | {one for one, value in lone.items() if value >= _FEWEST_LONE}):
            reasons = self._reasons.get(term, Counter())
            if evidence := self._evidence(term, reasons, lone.get(term, 0.0)):
                aliases = [name for name, _ in self._english[term].most_common(2)] if term in self._english else []
                yield Candidate(term, PageType.CONCEPT, 0.0, _names(aliases), sorted(reasons)), evidence

    def ranked(self, most: int) -> list[Candidate]:
        """Candidates by their score."""
        out = []
        little = _LITTLE * (len(self._text) < _SHORT_TEXT)
        for one, evidence in self.weighed():
            one.score = chinese_term_score(evidence) + little
            if one.score > LEAST_PROBABLE_ZH + LEAST_TOLD:
                out.append(one)
        out.sort(key=lambda one: (-one.score, one.title))
        return [one for one in _merged(out)[:most] if not _torn(self._plain.cut(one.title), one.reasons)]

    def _c_values(self) -> dict[str, float]:
        around: dict[str, list[int]] = defaultdict(list)
        frequent = {term: count for term, count in self._counts.items() if count >= _FEWEST_COUNTED}
        for term, count in frequent.items():
            for size in range(2, len(term)):
                for start in range(len(term) - size + 1):
                    part = term[start : start + size]
                    if part in frequent:
                        around[part].append(count)
        return {
            term: count - (sum(around[term]) / len(around[term]) if term in around else 0)
            for term, count in frequent.items()
        }

    def _evidence(self, term: str, reasons: Counter[str], lone: float) -> dict[str, float]:
        """What speaks for and against a phrase; nothing where it cannot be a term at all."""
        count = self._text.count(term)
        words = self._segmenter.cut(term)
        if count < _FEWEST or not self._may_be_term(term, words, reasons):
            return {}
        entry = dictionary().get(term) if len(words) == 1 else None
        strong = reasons["index"] + reasons["glossary"] + reasons["emphasis"] + reasons["english"]
        verb = entry is not None and entry.tag[0] in "vadmrtfcpuyeoq" and not entry.tag.startswith(("vn", "an"))
        common = len(words) == 1 and is_generic_zh(term)
        if (common or verb) and not strong:
            return {}
        share = count / max(1, len(self._text) / 2)
        if entry is not None and not _stands_out(term, reasons, share):
            return {}
        beside = _neighbours(self._text, term)
        if beside["label"] >= _LABEL and count >= _FEWEST_COUNTED and not (reasons["index"] or reasons["glossary"]):
            return {}
        first, last = dictionary().get(words[0]), dictionary().get(words[-1])
        begins, ends = first.tag if first else "", last.tag if last else ""
        return {
            "c-value": math.log1p(max(0.0, lone)),
            "count": math.log1p(count),
            "chapters": math.log1p(len(self._spread[term])),
            "share of chapters": len(self._spread[term]) / self._chapters,
            "index": min(1, reasons["index"]),
            "glossary": min(1, reasons["glossary"]),
            "emphasis": min(2, reasons["emphasis"]),
            "english": min(2, reasons["english"]),
            "heading": min(2, reasons["heading"]),
            "whole heading": term in self._headed,
            "definition": min(2, reasons["definition"]),
            "word": entry is not None,
            "usual": max(0.0, entry.weight - _USUAL) if entry is not None else 0.0,
            "salience": min(8.0, math.log(share) - entry.weight) if entry is not None else 0.0,
            "common": common,
            "verb": verb,
            "noun last": ends.startswith("n") or not ends,
            "verb last": ends.startswith("v") and ends != "vn",
            "verb first": len(words) > 1 and begins.startswith("v"),
            "letters": re.search("[A-Za-z]", term) is not None,
            "two": len(term) == _SHORTEST,
            "long": max(0, len(term) - _LONG // 2),
            **beside,
        }

    @staticmethod
    def _may_be_term(term: str, words: Sequence[str], reasons: Counter[str]) -> bool:
        """Whether a run of words may be a term by its form."""
        if len(term) < _SHORTEST or term in _EDGE_STOP or not HAN.search(term):
            return False
        if term in _OF_DOCUMENTS and not (reasons["index"] or reasons["glossary"]):
            return False
        if words[0] in _EDGE_STOP or words[-1] in _EDGE_STOP or re.search(r"[的了着是在我你他它们这那么什]", term):
            return False
        first = dictionary().get(words[0])
        long = len(term) > _LONGEST_PLAIN and len(words) > 1
        return not (long and first and first.tag in {"v", "d", "r", "p", "c", "m", "t", "f"} and not reasons.total())


def _neighbours(text: str, term: str) -> dict[str, float]:
    """How the first `_LOOKED_AT` mentions of a phrase stand in their sentences, in shares.

    How many different characters stand before and behind it (its branching): those of a piece of a longer word are few.
    """
    before: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    at = text.find(term)
    seen = labels = 0
    while at >= 0 and seen < _LOOKED_AT:
        first, last = text[at - 1 : at] or "\n", text[at + len(term) : at + len(term) + 1] or "\n"
        before[first if HAN.match(first) else "|"] += 1
        behind[last if HAN.match(last) else "|"] += 1
        labels += first == "\n" and last in "：:"
        seen += 1
        at = text.find(term, at + len(term))
    return {
        "free before": (before["|"] + sum(before[one] for one in _FREE_BEFORE)) / seen,
        "free behind": (behind["|"] + sum(behind[one] for one in _FREE_BEHIND)) / seen,
        "told": sum(behind[one] for one in "是指为由可会将能有用") / seen,
        "branching before": _entropy(before, seen),
        "branching behind": _entropy(behind, seen),
        "label": labels / seen,
    }


def _entropy(counts: Counter[str], total: int) -> float:
    """The entropy of what stands beside a phrase; each mention at a mark is another."""
    marks = counts["|"]
    words = (count for one, count in counts.items() if one != "|")
    return marks / total * math.log(total) - math.fsum(count / total * math.log(count / total) for count in words)


def _stands_out(term: str, reasons: Counter[str], share: float) -> bool:
    """Whether a word of the dictionary is more than a word: heads, defined or marked, rare, or much more usual here.

    Args:
        term: the word.
        reasons: what speaks for it.
        share: of the words of the book.
    """
    if term in _BOXES:
        return False
    if reasons["index"] or reasons["glossary"] or reasons["english"] or reasons["definition"] or reasons["heading"]:
        return True
    entry = dictionary()[term]
    if len(term) > 2:  # compounds, which the dictionary has as phrases too: 操作系统 l
        last = dictionary().get(term[-2:]) or dictionary().get(term[-1])
        return term[0] not in "有没不无" and (entry.tag[0] == "n" or (last is not None and last.tag[0] == "n"))
    rare = entry.weight < _USUAL or math.log(share) - entry.weight > _SALIENT
    return entry.tag[0] not in _NO_NOUNS and (reasons["emphasis"] > 0 or rare)


def _torn(words: Sequence[str], reasons: Collection[str]) -> bool:
    """Whether a run of words is a piece of a sentence, or one that is stressed and no term.

    Books set “can be”, “each” and “in the function” in italics too. Nothing but the stress speaks for them, and they
    begin or end as no term does; what has an English name, an entry or a definition of its own is left alone.
    """
    if {"index", "glossary", "english", "definition"}.intersection(reasons):
        return False
    tags = [dictionary()[one].tag if one in dictionary() else "" for one in words]
    if len(words) == 1:
        return "heading" not in reasons and (tags[0] in _NO_TERM or (tags[0] in {"v", "b"} and is_generic_zh(words[0])))
    if (tags[0][:1] in _NO_BEGIN and "heading" not in reasons) or tags[-1][:1] in _NO_END:
        return True
    return not reasons and tags[-1] == "v" and (len(words[-1]) == 1 or is_generic_zh(words[-1]))


def _names(english: list[str]) -> list[str]:
    out: list[str] = []
    for name in english:
        for part in re.split(r"[,，]\s*", name):
            word = part.strip()
            if len(word) > 1 and word.lower() not in {one.lower() for one in out}:
                out.append(word)
    return out[:3]


def _merged(ranked: list[Candidate]) -> list[Candidate]:
    """Every name once; two terms with the same English are one page when their Chinese is alike too."""
    owners: dict[str, Candidate] = {}
    out = []
    for one in ranked:
        if one.title.lower() in owners:
            continue
        same = next((owners[name.lower()] for name in one.aliases if name.lower() in owners), None)
        if same is not None and set(one.title) & set(same.title):
            same.aliases.append(one.title)
            owners[one.title.lower()] = same
            continue
        one.aliases = [name for name in one.aliases if name.lower() not in owners]
        for name in one.names:
            owners[name.lower()] = one
        out.append(one)
    return out

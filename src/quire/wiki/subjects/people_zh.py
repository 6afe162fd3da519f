"""Persons and places of a Chinese story or history.

Persons are found by their surname and what stands around it, by who speaks, and in the dictionary (`names_zh`); what
else they are called is joined to them where the book says whose name it is (`styles_zh`).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from quire.hanzi import simplified
from quire.wiki.book import Book
from quire.wiki.page_types import PageType
from quire.wiki.sentence_split import Sentence
from quire.wiki.step_progress import Progress, no_progress, sub_progress, with_progress
from quire.wiki.subjects.courtesy_names_zh import (
    appositions,
    by_names,
    courtesy_names,
    ranks,
    rulers_names,
    stated_courtesy_names,
)
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.named_events import named_events
from quire.wiki.subjects.names_zh import DOUBTFUL_SURNAMES, TITLES_OF_WOMEN, given_of, person_names, surname_of
from quire.wiki.subjects.person_model_zh import person_titles
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.tokenization import Segmenter, dictionary

__all__ = ["people"]

_DIRECTIONS = re.compile(r"[东西南北東中上下前后後]{1,2}[门門方边邊面]?|[山土大小水敌相]\w|四[海方]")
_AFTER_PLACE = re.compile(r"(?:在|到|至|往|入|出|離|离|回|攻|守|取|赴|奔|投|居|镇|過|过|据|屯|屯于|于|自|從|从)$")
_COMMON = -11.5
"""Log probability of a word that a courtesy name may not be without further signs: 公路, 安国 are words as well."""

_NO_STYLE = frozenset("回去有来到出入说道问见听了着的")
"""Last characters of what follows 字 and is no courtesy name."""

_AROUND = 300
"""Characters before and after a title in which its bearer is looked for."""

_FEWEST_TITLES = 3
_LOOKED_AT = 200
"""Mentions of a title, spread over the book, around which its bearer is looked for."""
_LOOSE_TITLES = word_list("zh", "loose_titles")
"""Titles that anybody may be given: their bearer has to be clearer."""


_FORMS = 50
"""Mentions by which it is told how a book writes a name."""

_FEWEST_PLACE = 4
"""Mentions of a place, at least."""

_FEWEST_FULL = 3
"""Mentions of a full name, at least, whose given name alone is the same person's."""

_FEWEST_ALONE, _OPENS = 5, 0.15
"""Mentions of a given name by itself, at least, and the share of its mentions that open a clause."""

_FEWEST_LONGER = 2
"""Mentions of a name with a title after it, or with a surname before it, at least."""

_BROTHERS = "[大二三四五六七八九十老小]?"
"""Between a surname and a title: which of the brothers it is."""
_FEWEST_TOGETHER, _TOGETHER = 5, 0.08
"""Sentences with both of two names, at least, and their share of those with the rarer one, from which on they are two
persons: 包公, 包兴."""
_HONORIFICS = ("爷", "兄", "弟", "生", "公", "老", "翁", "君", "卿", "叔", "伯", "哥", "相")
"""Characters after a surname that name its bearer, as titles do."""
_SENTENCE_ENDS = "。！？\n“”「」『』"
"""Quotes, too: who is told of outside is often spoken to inside."""

_TITLES_END = tuple(person_titles())
_TITLES = sorted(person_titles(), key=lambda one: (-len(one), one))
_WOMEN = frozenset("娘姐妈嫂婶婆妃后姑姨氏母女姥嬷奶妇")
"""Characters of titles that a woman bears after her husband's or father's surname: she is somebody of her own."""
_TITLES_OF_MEN = [one for one in _TITLES if one not in {*TITLES_OF_WOMEN, "夫人", "太太"} and _WOMEN.isdisjoint(one)]

_FEWEST = 4
"""Mentions of a person under all names together, at least."""


def people(_book: Book, sentences: Sequence[Sentence], most: int, tick: Progress = no_progress) -> list[Candidate]:
    """Persons, places and events with names, those that are named most first.

    The book is read in simplified characters, as the word lists have them; names are given back as it writes them.
    """
    written = "\n".join(one.text for one in sentences)
    text = simplified(written)
    if text == written or len(text) != len(written):
        return _people(sentences, written, most, tick)
    plain = [one._replace(text=part) for one, part in zip(sentences, _parts(text, sentences), strict=True)]
    found = _people(plain, text, most, tick)
    return [
        replace(
            one,
            title=_as_written(one.title, text, written),
            aliases=[_as_written(name, text, written) for name in one.aliases],
        )
        for one in found
    ]


def _parts(text: str, sentences: Sequence[Sentence]) -> Iterator[str]:
    """The sentences of a text in other characters, each as long as it is."""
    at = 0
    for one in sentences:
        yield text[at : at + len(one.text)]
        at += len(one.text) + 1


def _as_written(name: str, text: str, written: str) -> str:
    """A name as the book mostly writes it, by its first mentions."""
    forms = Counter(written[hit.start() : hit.end()] for hit in islice(re.finditer(re.escape(name), text), _FORMS))
    return forms.most_common(1)[0][0] if forms else name


def _people(sentences: Sequence[Sentence], text: str, most: int, tick: Progress) -> list[Candidate]:
    groups = _joined(text, sub_progress(tick, 0.0, 0.4))
    segmenter = Segmenter([name for one in groups for name in one])
    counts: Counter[str] = Counter()
    placed: Counter[str] = Counter()
    for one in with_progress(sentences, sub_progress(tick, 0.5, 1.0)):
        words = segmenter.cut(one.text)
        for before, word in zip(["", *words], words, strict=False):
            if len(word) > 1:
                counts[word] += 1
                placed[word] += bool(_AFTER_PLACE.search(before))
    out = _persons(groups, counts)
    taken = {name for one in out for name in one.names}
    for word, count in sorted(counts.items()):
        if word not in taken and count >= _FEWEST_PLACE and _is_place(word, count, placed[word]):
            out.append(Candidate(word, PageType.PLACE, math.log1p(count) - 0.3, [], ["frequency"]))
    for name, count in named_events(text, "zh"):
        if name not in taken:
            out.append(Candidate(name, PageType.EVENT, math.log1p(count), [], ["frequency"]))
    out.sort(key=lambda one: (-one.score, one.title))
    return out[: max(40, most)]


def _joined(text: str, tick: Progress) -> list[list[str]]:
    """Groups of names, the full name first: with courtesy names, by-names, ranks and titles."""
    stated = {style for _, _, _, style in courtesy_names(text)}
    known = person_names(text, stated, tick)
    groups: dict[str, list[str]] = {name: [name] for name in sorted(known, key=lambda one: (-known[one], one))}
    _join_given(text, groups, known)
    _join_longer(text, groups)
    for full, found in stated_courtesy_names(text, known).items():
        for style in found:
            if _may_be(style, text):
                _give(groups, full, [style, *_with_surname(full, style, text)])
    for full, found in rulers_names(text, known).items():
        _give(groups, full, found)
    for full, found in by_names(text, known).items():
        _give(groups, full, [one for one in found if one not in groups])
    for full, found in ranks(text, groups).items():
        _give(groups, full, [one for one in found if surname_of(one) != one])
    for full, found in appositions(text, groups).items():
        _give(groups, full, found)
    _add_titles(text, groups, known)
    return [[one for one in group if len(one) > 1] for group in groups.values()]


def _give(groups: dict[str, list[str]], full: str, found: Sequence[str]) -> None:
    """Let a person have further names, and what was known under them; a name that somebody else has stays his."""
    owners = {name: one for one, names_ in groups.items() for name in names_ if name != one}
    full = owners.get(full, full) if full not in groups else full
    group = groups.setdefault(full, [full])
    for name in found:
        if owners.get(name, full) != full or name == full:
            continue
        for one in (name, *groups.pop(name, ())):
            if one not in group:
                group.append(one)


def _with_surname(full: str, style: str, text: str) -> list[str]:
    whole = f"{surname_of(full)}{style}"
    return [whole] if whole != style and len(style) == 2 and whole in text else []


def _may_be(style: str, text: str) -> bool:
    """Whether a courtesy name can be looked for: no common word, unless it mostly stands free."""
    entry = dictionary().get(style)
    if style[-1] in _NO_STYLE:
        return False
    if entry is None or entry.tag.startswith("nr") or entry.weight < _COMMON:
        return True
    free = len(re.findall(rf"(?:^|[，。！？；：、“”]){style}", text))
    return free > 0.4 * text.count(style)


def _join_given(text: str, groups: dict[str, list[str]], known: Mapping[str, int]) -> None:
    """A given name that stands alone is the person's who has it: 黛玉 and 林黛玉, 云长 and 关云长.

    One that was not found as a name by itself has to stand alone often, and be no word of the dictionary.
    """
    bearers: dict[str, list[str]] = defaultdict(list)
    for name in groups:
        if len(given_of(name)) == 2 and surname_of(name):
            bearers[given_of(name)].append(name)
    before = _before(text, bearers)
    for given, full in bearers.items():
        full.sort(key=lambda one: -known[one])
        sure = len(full) == 1 or known[full[0]] > 3 * known[full[1]]
        alone = before[given].total() - sum(count for char, count in before[given].items() if char + given in full)
        stands = given in groups or (alone >= _FEWEST_ALONE and _is_free(given, before[given], alone))
        if sure and stands and text.count(full[0]) >= _FEWEST_FULL:
            _give(groups, full[0], [given])


def _before(text: str, names: Collection[str]) -> dict[str, Counter[str]]:
    """What stands right before each name of two characters, counted in one pass; "" at the start of the text."""
    out: dict[str, Counter[str]] = {name: Counter() for name in names}
    for at in range(len(text) - 1):
        found = out.get(text[at : at + 2])
        if found is not None:
            found[text[at - 1] if at else ""] += 1
    return out


def _is_free(given: str, before: Counter[str], alone: int) -> bool:
    """Whether a given name is no other word and often opens a clause."""
    entry = dictionary().get(given)
    opens = sum(count for char, count in before.items() if not "\u3400" <= char <= "\u9fff")
    return (entry is None or entry.tag.startswith("nr")) and opens >= _OPENS * alone


def _join_longer(text: str, groups: dict[str, list[str]]) -> None:
    """A name with a title after it, or a surname before it, is its bearer: 太乙真人; 文章伯 and 章伯."""
    owners = {name: full for full, group in groups.items() for name in group if len(name) > 1}
    found: Counter[tuple[str, str]] = Counter()
    for hit in re.finditer("|".join(_TITLES), text):
        for size in (4, 3, 2):
            name = text[max(0, hit.start() - size) : hit.start()]
            if name in owners:
                found[owners[name], name + hit.group()] += 1
                break
    lone = [name for name in owners if len(name) == 2 and not surname_of(name)]
    for name, before in _before(text, lone).items():
        for char, count in before.items():
            if count >= _FEWEST_LONGER and surname_of(f"{char}{name}") and char not in DOUBTFUL_SURNAMES:
                found[owners[name], char + name] += count
    for (bearer, longer), count in sorted(found.items()):
        if count >= _FEWEST_LONGER and owners.get(longer, "") not in {bearer, *groups.get(bearer, ())}:
            _give(groups, bearer, [longer])


def _add_titles(text: str, groups: dict[str, list[str]], known: Mapping[str, int]) -> None:
    """A surname with a title or a province belongs to the person of that surname who is meant in nearly all cases."""
    by_surname: dict[str, list[str]] = defaultdict(list)
    for name in groups:
        if given_of(name) not in TITLES_OF_WOMEN:
            by_surname[surname_of(name) or name[0]].append(name)
    titled = _titled(text, by_surname)
    for surname, bearers in by_surname.items():
        bearers.sort(key=lambda one: -known.get(one, 0))
        for whole in titled.get(surname, ()):
            doubtful = surname in DOUBTFUL_SURNAMES and whole not in groups
            if doubtful or any(whole in one[1:] for one in groups.values()):
                continue
            others = [one for one in bearers if one in groups and not one.endswith((*_TITLES_END, *_HONORIFICS))]
            bearer = _meant(text, whole, others[:8], groups)
            if bearer:
                _give(groups, bearer, [whole])


def _titled(text: str, surnames: Collection[str]) -> dict[str, list[str]]:
    """Surname to what it stands before: titles, and provinces, by which their rulers are called (刘豫州)."""
    found: Counter[tuple[str, str]] = Counter()
    for hit in re.finditer(rf"{_BROTHERS}(?:{'|'.join((*_TITLES_OF_MEN, *_HONORIFICS))})|[\u3400-\u9fff]州", text):
        for size in (2, 1):
            surname = text[max(0, hit.start() - size) : hit.start()]
            if surname in surnames:
                found[surname, surname + hit.group()] += 1
                break
    out: dict[str, list[str]] = defaultdict(list)
    for (surname, whole), count in sorted(found.items()):
        if count >= _FEWEST_TITLES:
            out[surname].append(whole)
    return out


def _meant(text: str, whole: str, bearers: Sequence[str], groups: Mapping[str, Sequence[str]]) -> str:
    """The bearer of a surname who is named around nearly every mention of a title, and no other so often; or ""."""
    longer = {
        name[len(whole)] for group in groups.values() for name in group if name.startswith(whole) and name != whole
    }
    hits = [hit for hit in re.finditer(re.escape(whole), text) if text[hit.end() : hit.end() + 1] not in longer]
    hits = hits[:: 1 + len(hits) // _LOOKED_AT]
    weights: Counter[str] = Counter()
    together: Counter[str] = Counter()
    for hit in hits:
        around = text[max(0, hit.start() - _AROUND) : hit.end() + _AROUND]
        sentence = _sentence(text, hit.start(), hit.end())
        for one in bearers:
            weights[one] += any(name in around for name in groups[one])
            together[one] += any(name in sentence for name in groups[one])
    count = text.count(whole) if together else 0
    for one in bearers:
        if together[one] and _are_two(together[one] / len(hits) * count, count, sum(map(text.count, groups[one]))):
            del weights[one]
    if len(hits) < _FEWEST_TITLES or not weights:
        return ""
    (best, count), *others = weights.most_common(2)
    loose = whole.endswith(_LOOSE_TITLES)
    alone = count > (0.75 if loose else 0.6) * weights.total()
    always = not loose and count >= 0.85 * len(hits) and others and others[0][1] <= 0.75 * count
    return best if alone or always else ""


def _are_two(together: float, titled: int, named: int) -> bool:
    """Whether the sentences with both a title and a name, of so many mentions, are too many for one person."""
    return together >= _FEWEST_TOGETHER and together > _TOGETHER * min(titled, named)


def _sentence(text: str, start: int, end: int) -> str:
    """What stands in one sentence with a place of a text, without the place."""
    first = max(text.rfind(char, max(0, start - _AROUND), start) for char in _SENTENCE_ENDS)
    last = min((at for char in _SENTENCE_ENDS if (at := text.find(char, end, end + _AROUND)) >= 0), default=end)
    return text[max(first + 1, start - _AROUND) : start] + text[end:last]


def _persons(groups: Sequence[Sequence[str]], counts: Counter[str]) -> list[Candidate]:
    out = []
    seen: set[str] = set()
    for group in groups:
        found = [name for name in dict.fromkeys(group) if name not in seen]
        total = sum(counts[name] for name in found)
        if not found or total < _FEWEST or found[0] != group[0]:
            continue
        seen.update(found)
        out.append(Candidate(found[0], PageType.PERSON, 0.5 + math.log1p(total), found[1:], ["frequency"]))
    return out


def _is_place(word: str, count: int, placed: int) -> bool:
    entry = dictionary().get(word)
    tagged = entry is not None and entry.tag.startswith("ns")
    return tagged and placed > 0.08 * count and not _DIRECTIONS.fullmatch(word)

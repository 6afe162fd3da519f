"""Which names on a page are the seller's and the buyer's: label, place, size and neighbours, weighed together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from quire.invoice.dates import dates_in
from quire.invoice.field_choice import LEAST, Candidate, Choice, Signs, choose
from quire.invoice.identifiers import Found, is_fact, label_of, names_account
from quire.invoice.item_headers import headings_in
from quire.invoice.label_kinds import is_of, label_signs
from quire.invoice.lexicon import any_of
from quire.invoice.money import money_in
from quire.invoice.parties import (
    DOMAIN,
    TAX_WORD,
    BuyerHints,
    account_holder,
    buyer_hints,
    ends_with_legal_form,
    has_legal_form,
    heads_buyer,
    in_block,
    is_name,
    is_no_name,
    is_salutation,
    labelled_seller,
    may_be_seller,
    named_values,
    names_on,
    names_party,
    party_signs,
    seller_score,
    sellers_signs,
)
from quire.invoice.party_blocks import party_names
from quire.invoice.party_headings import party_headings, section_of
from quire.invoice.phrases import PagePhrases, Phrase

_TOP = 0.45  # of the page's height from its head: names of several lines or pieces are looked for there
_ALIKE = 0.2  # by which the sizes of two lines of one name differ at most
_CLOSE = 1.0  # heights between two lines of one name
_FLUSH = 4.0  # points, at the left; as much twice in the middle
_REGISTER = re.compile(
    r"(?i) ?[(\[]?(?:\b(?:co|company|roc|reg|business|brn|uen)[ .:a-z]{0,30})?"
    r"\b[A-Z]{0,3}\d{4,12}[\-\dA-Z/]{0,12} ?[)\]]?$"
)
"""The number in a register behind a name: (519537-X), CO. REG: 123456-H."""

_BEGUN = re.compile(r"\b(?:UG|GmbH)$")
_END = re.compile(r" (?:\(haftungsbeschränkt\)|& Co\.? KG\b)")
"""The end of a legal form that a line may have without its second part: narrow columns break it."""

_PHONE = re.compile(r"(?i)\b(?:tel|phone|fax|hp|telp|telefon|t[ée]l)\b|(?<!\d)\d{2,4}[\-/\s]\d{6,8}(?!\d)")
_PERSON = re.compile(r"[a-z][a-z ]+")
_ABBREVIATED = 4  # letters at most of a last word whose stop belongs to it
_SENTENCE = re.compile(r"\s\S*[^\W\d_]{3,}\s?[.!?]$")
"""The end of a text of several words that is a sentence: a slogan, thanks."""

_SMALL_WORD = re.compile(r"(?<=\s)[^\W\d_A-ZÀ-Þ]")
_STREET = re.compile(
    r"(?:^|[,.\s])\d{1,4}[A-Za-z]?$|^(?:no\.?\s?|lot\s|unit\s)?\d{1,4}[A-Za-z]?[,\s]+[^\W\d_]{3}", re.IGNORECASE
)
"""A line with a number of a house at its end or its beginning."""

_WORD = re.compile(r"[^\W\d_]{4,}")
_HEAD_ROWS = 8  # rows from the first, of which the largest type counts
_ROW = 1.5  # heights of a line: what is joined of one row is lower
_ECHO = 0.6  # likeness of two lines of which one is the name in other type
_GREETING = re.compile(
    r"(?i)^\W*(?:welcome|copy|duplicate|guest\s?check|reprint|customer\s?copy|merchant\s?copy|kundenbeleg|duplikat|duplicat[ae]|kopie|copia)\W*"
)
_STRIP = 0.68  # of its height: the paper of a till is narrower than any sheet
_EARLY = 3  # rows from the first, whose number counts one by one
_AROUND = 5  # rows below a name that are looked at
_MANY = 3  # repeats and signs beyond it say no more
_TELLING = ("buyer_label", "buyer_section", "hint_label", "hint_window")
_BY_LABEL = 0.5  # how likely the label of a name is a buyer's that no lexicon has, for the name to be told by it
_IF_TOLD = (
    "account", "alone", "block", "capitals", "colon", "domain", "first_word", "foot", "large", "legal", "mail", "phone",
    "poorer", "postcode", "repeat", "richer", "row0", "row1", "row2", "score", "shared",
)  # fmt: skip
"""Signs of place and form that say less, or something else, of a name that a label tells."""

_FOOT = 0.8  # of the page's height
_BLOCK_LINES = 3  # of an address at least
_BESIDE = 6.0  # heights: addresses that begin within it of each other stand side by side
_TELEPHONE = re.compile(rf"(?i)(?<![^\W\d_]){any_of('numbers', 'phone')}(?![^\W\d_])|\+\d{{1,3}}[\s(]")
_REACH = 9.0  # heights below a name in which its contact data stand
_COLUMN_EDGE = 8  # points: they begin within it of the name
_WIDE = 6.0  # heights of a gap in a row: beyond it a wider one says no more
_BUYER_WORD = re.compile(rf"(?i)\b{any_of('parties', 'buyer_words')}\b")


def parties_of(prints: PagePhrases) -> tuple[Choice | None, Choice | None]:
    """(buyer, seller) among the names of a page: a name that may be either is what leaves the likelier other."""
    names = name_candidates(prints)
    buyer = choose("buyer_name", names)
    first = seller_candidates(prints, names, None)
    seller = choose("seller_name", first)
    if not buyer or not seller or buyer.chosen.value.casefold() != seller.chosen.value.casefold():
        again = choose("seller_name", seller_candidates(prints, names, buyer)) if buyer else seller
        return buyer, _no_surer(again, first, buyer)
    other_seller = choose("seller_name", seller_candidates(prints, names, buyer))
    rest = [one for one in names if one.value.casefold() != seller.chosen.value.casefold()]
    other_buyer = choose("buyer_name", rest)
    if buyer.probability * _share(seller, other_seller) > seller.probability * _share(buyer, other_buyer):
        return buyer, _no_surer(other_seller, first, buyer)
    return other_buyer, seller


def _no_surer(again: Choice | None, first: Sequence[Candidate], buyer: Choice | None) -> Choice | None:
    """A seller no surer than among all names without what their places hint, where nothing else tells the buyer."""
    if not again or not buyer or is_told(buyer):
        return again
    bare = [one._replace(signs={n: s for n, s in one.signs.items() if not n.startswith("hint_")}) for one in first]
    plain = choose("seller_name", bare)
    shares = dict([(plain.chosen.value, plain.probability), *plain.others]) if plain else {}
    return again._replace(probability=min(again.probability, shares.get(again.chosen.value, LEAST)))


def is_told(buyer: Choice) -> bool:
    """Whether a label, a heading or the window of an envelope tells the buyer."""
    return bool(buyer.chosen.signs["told"])


def _share(choice: Choice, other: Choice | None) -> float:
    """How likely another name was beside the one that was chosen, or none."""
    shares = dict(choice.others)
    return shares.get(other.chosen.value, 0.0) if other else 1.0 - choice.probability - sum(shares.values())


def seller_candidates(prints: PagePhrases, names: Sequence[Candidate], buyer: Choice | Found | None) -> list[Candidate]:
    """The names on a page without the buyer's, with what the buyer's place says of them."""
    who = buyer.chosen if isinstance(buyer, Choice) else buyer
    own = [
        one._replace(signs=one.signs | {"of_buyer": float(who is not None and in_block(who.phrase, one.phrase))})
        for one in names
        if not who or one.value.casefold() != who.value.casefold()
    ]
    return _with_first(own, strip=prints.width < _STRIP * prints.height)


def name_candidates(prints: PagePhrases) -> list[Candidate]:
    """The names on a page that may be a party's, with their signs."""
    labelled, holder = labelled_seller(prints), account_holder(prints)
    around = names_on(prints)
    heads_of_blocks = party_names(prints)
    blocks = {name.number for name in heads_of_blocks}
    hints = buyer_hints(prints, heads_of_blocks)
    reach = [_ways_to_reach(prints, phrase) for phrase in prints.phrases]
    headings = party_headings(prints)
    amounts = {prints.row_of[p.number] for p in prints.phrases if money_in(p.text)}
    said = [one for one in (labelled, holder, *hints) if one]
    found = [*may_be_seller(prints), *_pairs(prints), *named_values(prints), *said]
    titles = _column_titles(prints)
    made: list[Candidate] = []
    strip = prints.width < _STRIP * prints.height
    heads = [
        (at, SequenceMatcher(None, "", prints.folded[i], autojunk=False))
        for at, r in enumerate(prints.rows[:_HEAD_ROWS])
        for i in r
    ]
    largest = max((prints.phrases[i].size for r in prints.rows[:_HEAD_ROWS] for i in r), default=0.0)
    words_at: dict[str, set[int]] = {}
    for phrase in prints.phrases:
        for word in _words(phrase.text):
            words_at.setdefault(word, set()).add(prints.row_of[phrase.number])
    for one in found:
        value = _whole(prints, _without_stop(_REGISTER.sub("", one.value).strip(" ,:-") or one.value))
        if heads_buyer(value) is not None or is_salutation(value) or one.phrase.number in titles:
            continue  # a label, or headings of columns
        if any(c.value == value and c.phrase.number == one.phrase.number for c in made):
            continue
        if labelled and labelled.phrase.number == one.phrase.number and labelled.value != one.value:
            continue  # the name with its label
        phrase = one.phrase
        row = prints.row_of[phrase.number]
        head = prints.phrases[phrase.number].text  # of two lines or pieces that may be one name
        joined = head != phrase.text
        below = [prints.phrases[i].text for r in prints.rows[row + 1 : row + 1 + _AROUND] for i in r]
        follows = prints.phrases[prints.rows[row + 1][0]].text if row + 1 < len(prints.rows) else ""
        section = section_of(headings, phrase)
        signs: Signs = (
            party_signs(prints, phrase, value, around)
            | _buyer_signs(prints, hints, phrase, value)
            | {
                "bias": 1.0,
                "score": seller_score(prints, one, around) / 10,
                "label": float(labelled is not None and labelled.value == one.value),
                "buyer_label": float(names_party(prints, phrase, buyer=True)),
                "seller_label": float(names_party(prints, phrase, buyer=False)),
                "buyer_section": float(section is not None and section.buyer),
                "seller_section": float(section is not None and not section.buyer),
                **label_signs(label_of(prints, one)),
                "is_label": is_of(value),
                "colon": float(":" in phrase.text[one.start :]),
                "holder": float(holder is not None and holder.value.casefold() == value.casefold()),
                "block": float(phrase.number in blocks),
                **(_places(phrase, heads_of_blocks) if phrase.number in blocks else {}),
                **_beside_others(phrase.number, reach, blocks),
                **{f"row{at}": float(row == at) for at in range(_EARLY)},
                "high": 1.0 - phrase.middle / prints.height,
                "row0_narrow": float(row == 0 and strip),
                "centre": float(abs(phrase.box.x0 + phrase.box.x1 - prints.width) < 0.12 * prints.width),
                "capitals": float(value.isupper()),
                "small": float(bool(_PERSON.fullmatch(value))),
                "register": float(value != one.value or bool(below and _REGISTER.fullmatch(below[0]))),
                "phone": float(any(_PHONE.search(text) for text in below)),
                "pair": float(joined and not _is_one_row(prints, phrase)),
                "pieces": float(joined and _is_one_row(prints, phrase)),
                "gap": min(_widest_gap(prints, phrase, row) / phrase.box.height, _WIDE) / _WIDE if joined else 0.0,
                "pair_after_legal": float(joined and has_legal_form(head)),
                "pair_legal": float(joined and has_legal_form(value)),
                "money_row": float(row in amounts),
                "among": float(bool(amounts) and min(amounts) < row < max(amounts)),
                "part": float(one.end - one.start < len(phrase.text) - 1 and value == one.value),
                "greeting": float(bool(_GREETING.match(value))),
                "repeat": min(max(sum(value.casefold() in text for text in prints.folded) - 1, 0), _MANY) / _MANY,
                "long": max(len(value) - 30, 0) / 20,
                "short": float(len(value) < 6),
                "spaces": min(value.count(" "), 6) / 6,
                "figure": float(bool(re.search(r"\d", value))),
                "beside": float(len(prints.rows[row]) > 1),
                "unsure": 1.0 - phrase.confidence,
                "sentence": float(bool(_SENTENCE.search(value))),
                "small_words": min(len(_SMALL_WORD.findall(value)), 4) / 4,
                "street": float(bool(_STREET.search(value))),
                "above_street": float(bool(_STREET.search(follows))),
                "largest": float(row < _HEAD_ROWS and phrase.size >= largest),
                "echo": _echo(heads, value, row),
                "shared": float(any(word in words_at and words_at[word] != {row} for word in _words(value))),
            }
        )
        told = float(any(signs[sign] for sign in _TELLING) or signs["by_buyer"] > _BY_LABEL)
        signs |= {"told": told} | {f"told_{sign}": told * signs[sign] for sign in _IF_TOLD if sign in signs}
        made.append(Candidate(value, phrase, one.start, one.end, signs))
    return made


def _whole(prints: PagePhrases, name: str) -> str:
    """A name with the end of its legal form, where another line has it: "Kestrel UG (haftungsbeschränkt)"."""
    if not _BEGUN.search(name):
        return name
    ends = (_END.match(p.text, p.text.find(name) + len(name)) for p in prints.phrases if name in p.text)
    return next((name + end[0] for end in ends if end), name)


def _without_stop(name: str) -> str:
    """A name without the stop that ends a sentence: that of "Ltd." is its own."""
    if not name.endswith("."):
        return name
    bare, last = name[:-1], name.rsplit(maxsplit=1)[-1][:-1]
    if bare.endswith("."):
        return bare
    own = len(last) <= _ABBREVIATED and ends_with_legal_form(name) >= ends_with_legal_form(bare)
    return name if own or "." in last else bare


def _column_titles(prints: PagePhrases) -> set[int]:
    """The numbers of the phrases that are headings of columns: two at least in a row."""
    found: set[int] = set()
    for row in prints.rows:
        counts = {number: headings_in(prints.phrases[number].text) for number in row}
        if sum(counts.values()) > 1:
            found.update(number for number, count in counts.items() if count)
    return found


def _buyer_signs(prints: PagePhrases, hints: BuyerHints, phrase: Phrase, value: str) -> Signs:
    """What tells the buyer from the seller: label, place, and whether the name stands again at the foot."""
    name = value.casefold()
    hit = {kind: float(one is not None and one.value.casefold() == name) for kind, one in hints._asdict().items()}
    foot = [
        text
        for p, text in zip(prints.phrases, prints.folded, strict=True)
        if p.middle > _FOOT * prints.height and p.number != phrase.number
    ]
    block = [p for p in prints.phrases[phrase.number :] if in_block(phrase, p)]
    return {f"hint_{kind}": size for kind, size in hit.items()} | {
        "hint_first": float(hints.first is not None and hints.first.value.casefold() == name),
        "buyer_word": float(any(_BUYER_WORD.search(p.text) for p in block[1:])),
        "sellers": min(sellers_signs(prints, phrase, block[-1] if block else phrase), _MANY) / _MANY,
        "foot": float(any(name in text for text in foot)),
        "at_foot": float(phrase.middle > _FOOT * prints.height),
        "across": phrase.box.x0 / prints.width,
        "bank": float(names_account(phrase.text)),
        "alone": float(len(block) < _BLOCK_LINES),
    }


def _places(phrase: Phrase, blocks: Sequence[Phrase]) -> Signs:
    """Where the other addresses of a page stand beside one: the seller's comes first, or stands at the left."""
    others = [other for other in blocks if other.number != phrase.number]
    beside = [other for other in others if abs(other.box.y0 - phrase.box.y0) < _BESIDE * phrase.box.height]
    return {
        "block_left": float(any(other.box.x1 <= phrase.box.x0 for other in beside)),
        "block_right": float(any(other.box.x0 >= phrase.box.x1 for other in beside)),
        "block_over": float(any(other.box.y0 < phrase.box.y0 for other in others if other not in beside)),
        "block_under": float(any(other.box.y0 > phrase.box.y0 for other in others if other not in beside)),
    }


def _beside_others(number: int, reach: Sequence[int], blocks: Collection[int]) -> Signs:
    """Whether more or less data stand under a name than under the other addresses: sellers say how to reach them."""
    most = max((reach[other] for other in blocks if other != number), default=None)
    own = reach[number]
    return {"richer": float(most is not None and own > most), "poorer": float(most is not None and own < most)}


def _ways_to_reach(prints: PagePhrases, phrase: Phrase) -> int:
    """How many kinds of contact and business data stand under a name in its column: mail or web, phone, account, id."""
    reach = _REACH * phrase.box.height
    under = [
        p.text
        for p in prints.phrases[phrase.number + 1 :]
        if 0 < p.box.y0 - phrase.box.y0 < reach and abs(p.box.x0 - phrase.box.x0) < _COLUMN_EDGE
    ]
    kinds = (DOMAIN.search, _TELEPHONE.search, TAX_WORD.search, names_account)
    return sum(any(map(kind, under)) for kind in kinds)


def _widest_gap(prints: PagePhrases, phrase: Phrase, row: int) -> float:
    """The widest gap, in points, between the pieces of one row that a name was joined of: of two columns it is wide."""
    if not _is_one_row(prints, phrase):
        return 0.0
    pieces = [prints.phrases[i].box for i in prints.rows[row]]
    return max((b.x0 - a.x1 for a, b in pairwise(pieces)), default=0.0)


def _is_one_row(prints: PagePhrases, phrase: Phrase) -> bool:
    """Whether a phrase that was joined is no higher than its first part."""
    return phrase.box.height < _ROW * prints.phrases[phrase.number].box.height


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _echo(heads: Sequence[tuple[int, SequenceMatcher[str]]], value: str, row: int) -> float:
    """How alike a name and another line at the head are: a brand in other type, the name with its legal form.

    Bounds of the likeness that are cheap go before it: most lines have nothing of the name.
    """
    best, name = 0.0, value.casefold()
    for at, line in heads:
        if at != row:
            line.set_seq1(name)
            least = max(best, _ECHO)
            if line.real_quick_ratio() >= least and line.quick_ratio() >= least:
                best = max(best, line.ratio())
    return best if best >= _ECHO else 0.0


def _with_first(made: Sequence[Candidate], *, strip: bool) -> list[Candidate]:
    """The candidates with a sign for the one that single rules put first; it says more on sheets than on strips."""
    rank = [
        c.signs["score"]
        - 0.4 * c.signs["of_buyer"]
        + 0.15 * c.signs["block"]
        + 0.2 * c.signs["holder"]
        + 9 * c.signs["label"]
        for c in made
    ]
    top = max(rank, default=0.0)
    name = "first_on_strip" if strip else "first_on_sheet"
    return [c._replace(signs=c.signs | {name: float(r == top)}) for c, r in zip(made, rank, strict=True)]


def _pairs(prints: PagePhrases) -> Iterator[Found]:
    """Names that stand in two lines or in several pieces of one row at the head of a page."""
    for at, numbers in enumerate(prints.rows):
        row = [prints.phrases[i] for i in numbers]
        if row[0].middle > _TOP * prints.height:
            return
        if len(row) > 1 and all(_may_be_part(p.text) for p in row):
            whole = _joined(row)
            if is_name(whole.text):
                yield Found(whole.text, whole, 0, len(whole.text))
        below = [prints.phrases[i] for numbers in prints.rows[at + 1 : at + 3] for i in numbers]
        for first in row:
            yield from _with_next_line(first, below)


def _with_next_line(first: Phrase, below: Sequence[Phrase]) -> Iterator[Found]:
    """A line and the one right below it in its column, if they may be one name."""
    second = next((p for p in below if _goes_on(first, p)), None)
    if second is None or (first.text.islower() and not second.text.islower()):
        return  # what a clerk wrote over the name
    if not _SENTENCE.search(second.text) and _may_be_part(first.text) and _may_be_part(second.text):
        both = _joined([first, second])
        if is_name(both.text):
            yield Found(both.text, both, 0, len(both.text))


def _may_be_part(text: str) -> bool:
    return (
        not re.search(r"[\d:]", text)
        and heads_buyer(text) is None
        and not is_no_name(text)
        and not money_in(text)
        and not dates_in(text)
        and not is_fact(text)
    )


def _goes_on(first: Phrase, second: Phrase) -> bool:
    """Whether two lines may be one name: set alike, one close below the other."""
    height = first.box.height
    flush = abs(first.box.x0 - second.box.x0) < _FLUSH or abs(
        first.box.x0 + first.box.x1 - second.box.x0 - second.box.x1
    ) < 0.12 * height * len(first.text)
    alike = abs(first.size - second.size) <= _ALIKE * max(first.size, second.size)
    return flush and alike and second.box.y0 - first.box.y1 < _CLOSE * height


def _joined(parts: Sequence[Phrase]) -> Phrase:
    box = parts[0].box
    for part in parts[1:]:
        box = box.union(part.box)
    return parts[0]._replace(text=" ".join(p.text for p in parts), box=box, confidence=min(p.confidence for p in parts))

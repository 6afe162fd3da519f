"""Which codes of a page are the tax ids of the seller and of the buyer: label, form, place beside each, weighed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quire.invoice.field_choice import Candidate, Choice, Signs, choose
from quire.invoice.identifiers import (
    Found,
    in_lines_of,
    is_vat_id,
    label_of,
    labelled_tax_ids,
    names_account,
    names_buyer,
    names_other_number,
    names_seller,
    names_tax_id,
)
from quire.invoice.lexicon import any_of
from quire.invoice.money import money_in
from quire.invoice.party_headings import Heading, party_headings, section_of
from quire.invoice.phrases import PagePhrases, Phrase

_CODE = re.compile(r"(?<![\w@.,/+\-])[A-Z\d](?:[.\-/]?[A-Z\d]){5,17}(?![\w@]|[.,\-/]\w)")
_SPACED = re.compile(r"(?:^|:\s*)([A-Z]{0,3}\s?\d{2,4}(?:[ .\-/]\d{2,4}){1,4}(?:\s?[A-Z]{1,3})?)$")
"""A code in groups that is all of a phrase, or all behind a colon."""

_DIGITS, _MOST_LETTERS = 6, 5  # digits of an id at least, letters at most
_SEPARATORS = re.compile(r"[\s.\-/]")
_PHONE = re.compile(rf"(?i)(?<![^\W\d_])(?:{any_of('numbers', 'phone')}|www|http|e?mail)|\+\d")
_REGISTER = re.compile(rf"(?i)\b{any_of('numbers', 'register')}\b")
_REFERENCE = re.compile(rf"(?i)\b{any_of('numbers', 'reference')}\b")
_GROUP = re.compile(r"\d[\s)/\-]+$")
"""What stands before a later group of the figures of a telephone number or an account."""

_MANY = 4  # labelled ids, repeats beyond it say no more
_SHORT, _LONG = 8, 14  # characters of an id
_PROSE = 60  # characters: a longer phrase is prose, or the foot of a letter
_FOOT = 0.8  # of the page's height
_COLUMN = 12.0  # points: what begins within it of a name may be its
_BELOW = 14.0  # heights between a name and its id
_NOBODY = 0.2  # how likely an id is where none is likely enough


class _Code(NamedTuple):
    """A code of a page that may be a tax id."""

    found: Found
    signs: Signs


def tax_ids_of(
    prints: PagePhrases, seller: Phrase | None, buyer: Phrase | None, number: Candidate | None = None
) -> tuple[Choice | None, Choice | None]:
    """(of the seller, of the buyer), whose names stand in two phrases: one code is what leaves the likelier other.

    Args:
        prints: the page.
        seller: the name of the seller.
        buyer: the name of the buyer.
        number: the number of the bill, which is neither's.
    """
    selling, buying = (
        [one for one in some if _is_labelled(one.signs) and not (number and _is_of(one, number))]
        for some in id_candidates(prints, seller, buyer)
    )
    selling = [one for one in selling if not one.signs["label_buyer"]]
    own, theirs = choose("seller_tax_id", selling), choose("buyer_tax_id", buying)
    if not own or not theirs or own.chosen.value != theirs.chosen.value:
        return own, theirs
    shared = own.chosen.value
    other_own = choose("seller_tax_id", [one for one in selling if one.value != shared])
    other_theirs = choose("buyer_tax_id", [one for one in buying if one.value != shared])
    if own.probability * _likely(other_theirs) >= theirs.probability * _likely(other_own):
        return own, other_theirs
    return other_own, theirs


def _is_labelled(signs: Signs) -> bool:
    """Whether a label may tell a code to be an id, or the form of a VAT id: the beginning of an account has it too.

    Of codes without, 18 of 18 were none: post codes, phones, codes of banks.
    """
    if signs["account"] or signs["phone"]:
        return bool(signs["named"])
    return bool(signs["rule"] or signs["register"] or signs["colon"])


def _is_of(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates are the same print."""
    return one.phrase.number == other.phrase.number and one.start < other.end and other.start < one.end


def _likely(choice: Choice | None) -> float:
    return choice.probability if choice else _NOBODY


def id_candidates(
    prints: PagePhrases, seller: Phrase | None, buyer: Phrase | None
) -> tuple[list[Candidate], list[Candidate]]:
    """The codes of a page with their signs, once as the seller's and once as the buyer's."""
    codes, headings = _codes(prints), [head for head in party_headings(prints) if head.known]  # as it was fitted
    return (
        [_candidate(prints, headings, code, (seller, buyer), buys=False) for code in codes],
        [_candidate(prints, headings, code, (buyer, seller), buys=True) for code in codes],
    )


def _codes(prints: PagePhrases) -> list[_Code]:
    """The codes of a page with the signs that are the same for both parties."""
    ruled = [*labelled_tax_ids(prints)]
    found: list[tuple[Found, bool | None]] = []  # None: no label finds it; else whether words near say: the buyer's
    for one, theirs in ruled:
        if not any(_overlap(one, other) for other, _ in found):
            found.append((one, theirs))
    found += [(one, None) for one in _unlabelled(prints) if not any(_overlap(one, other) for other, _ in found)]
    values = [one.value for one, _ in ruled]
    vat = any(is_vat_id(value) for value in values)
    forms = [_form(value) for value in dict.fromkeys(values)]
    made = []
    for one, said in found:
        label, value = label_of(prints, one), one.value
        signs: Signs = {
            "bias": 1.0,
            "rule": float(said is not None),
            "named": float(names_tax_id(label)),
            "vat": float(is_vat_id(value)),
            "local": float(vat and not is_vat_id(value)),
            "country": float(value[:2].isalpha()),
            "letters": float(any(c.isalpha() for c in value)),
            "short": float(len(value) < _SHORT),
            "long": float(len(value) > _LONG),
            "nine": float(sum(c.isdigit() for c in value) in (9, 10, 11)),
            "dotted": float(bool(re.search(r"[.\-/]", one.phrase.text[one.start : one.end]))),
            "unlabelled": float(not label.strip()),
            "colon": float(label.rstrip().endswith(":")),
            "other": float(names_other_number(label) and not names_tax_id(label)),
            "reference": float(bool(_REFERENCE.search(label))),
            "account": float(names_account(label)),
            "phone": float(bool(_PHONE.search(label))),
            "group": float(bool(_GROUP.search(one.phrase.text[: one.start]))),
            "zero": float(said is None and value.isdigit() and value[0] == "0"),
            "register": float(bool(_REGISTER.search(label))),
            "label_buyer": float(names_buyer(label)),
            "label_seller": float(names_seller(label)),
            "said": float(said is True),
            "first": float(bool(values) and value == values[0]),
            "only": float(len(set(values)) == 1 and value in values),
            "none_ruled": float(not values),
            "paired": float(said is not None and forms.count(_form(value)) > 1),
            "repeat": min(values.count(value), _MANY) / _MANY,
            "foot": float(one.phrase.middle > _FOOT * prints.height),
            "high": 1.0 - one.phrase.middle / prints.height,
            "right": one.phrase.box.x0 / prints.width,
            "money": float(any(money_in(p.text) for p in prints.row(one.phrase))),
            "prose": float(len(one.phrase.text) > _PROSE),
            "whole": float(one.end - one.start >= len(one.phrase.text) - 1),
        }
        made.append(_Code(one, signs))
    return made


def _candidate(
    prints: PagePhrases,
    headings: Sequence[Heading],
    code: _Code,
    names: tuple[Phrase | None, Phrase | None],
    *,
    buys: bool,
) -> Candidate:
    """A code as the id of the first of two parties."""
    phrase = code.found.phrase
    own, other = names
    section = section_of(headings, phrase)
    far_own, far_other = _distance(own, phrase, prints), _distance(other, phrase, prints)
    signs = code.signs | {
        "in_own": float(own is not None and in_lines_of(prints, own, phrase)),
        "in_other": float(other is not None and in_lines_of(prints, other, phrase)),
        "below_own": float(own is not None and _is_below(own, phrase)),
        "below_other": float(other is not None and _is_below(other, phrase)),
        "row_own": float(own is not None and prints.row_of[own.number] == prints.row_of[phrase.number]),
        "row_other": float(other is not None and prints.row_of[other.number] == prints.row_of[phrase.number]),
        "nearer": float(far_own < far_other),
        "farther": float(far_other < far_own),
        "near": 1.0 / (1.0 + 10.0 * far_own),
        "near_other": 1.0 / (1.0 + 10.0 * far_other),
        "section_own": float(section is not None and section.buyer == buys),
        "section_other": float(section is not None and section.buyer != buys),
        "no_own": float(own is None),
        "no_other": float(other is None),
        "named_other": float(other is not None and other.number == phrase.number),
    }
    one = code.found
    return Candidate(one.value, phrase, one.start, one.end, signs)


def _unlabelled(prints: PagePhrases) -> Iterator[Found]:
    """Codes in capitals and figures that are no dates and no amounts."""
    for phrase in prints.phrases:
        grouped = [(match[1], match.start(1)) for match in _SPACED.finditer(phrase.text)]
        for text, start in grouped or [(match[0], match.start()) for match in _CODE.finditer(phrase.text)]:
            value = _SEPARATORS.sub("", text)
            digits = sum(c.isdigit() for c in value)
            if digits >= _DIGITS and len(value) - digits <= _MOST_LETTERS and not _is_date_or_money(text.strip()):
                yield Found(value, phrase, start, start + len(text))


def _is_date_or_money(text: str) -> bool:
    money = money_in(text)
    return bool(re.fullmatch(r"\d{1,4}[.\-/]\d{1,2}[.\-/]\d{1,4}|[\d.]+[.,]\d\d", text)) or (
        len(money) == 1 and bool(money[0].currency) and money[0].end - money[0].start == len(text)
    )


def _overlap(one: Found, other: Found) -> bool:
    return one.phrase.number == other.phrase.number and one.start < other.end and other.start < one.end


def _form(value: str) -> str:
    """The form of an id: figures as 9, letters as A."""
    return re.sub(r"[^\W\d_]", "A", re.sub(r"\d", "9", value))


def _is_below(name: Phrase, phrase: Phrase) -> bool:
    """Whether a phrase begins at the same x as a name, a few lines below it."""
    down = phrase.box.y0 - name.box.y0
    return abs(name.box.x0 - phrase.box.x0) < _COLUMN and 0 < down < _BELOW * phrase.box.height


def _distance(name: Phrase | None, phrase: Phrase, prints: PagePhrases) -> float:
    """How far an id is from a name: down in heights of the page, across half as much; above it is twice as far."""
    if name is None:
        return 2.0
    down = (phrase.box.y0 - name.box.y0) / prints.height
    across = abs(phrase.box.x0 - name.box.x0) / prints.width
    return (down if down >= 0 else -2.0 * down) + across / 2

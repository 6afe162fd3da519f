"""The seller and the buyer on invoices and receipts in any language."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quire.invoice.dates import dates_in
from quire.invoice.identifiers import Found, is_fact, names_account
from quire.invoice.label_kinds import is_of
from quire.invoice.lexicon import any_of
from quire.invoice.money import money_in
from quire.invoice.phrases import PagePhrases, Phrase
from quire.text import is_rtl

_LEGAL = re.compile(
    r"(?i)(?<!\w)(?:gmbh(?:\s?&\s?co\.?\s?kg)?|ag|kg|ohg|ug|e\.?\s?k\.|b\.?v\.?|n\.?v\.?|inc\.?|corp(?:oration)?\.?"
    r"|ltd\.?|limited|llc|l\.l\.c\.?|llp|plc|pty|pte|pvt\.?|sdn\.?\s?bhd\.?|bhd\.?"
    r"|s\.?a\.?s\.?|s\.?a\.?r\.?l\.?|s\.?a\.?u?\.?|s\.?l\.?u?\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|oyj?|ky|ab|a/s|aps|as|ans"
    r"|sp\.\s?z\s?o\.\s?o\."
    r"|s\.r\.o\.?|a\.s\.|kft\.?|zrt\.?|nyrt\.?|d\.o\.o\.?|d\.d\.|оод|еоод|ад|α\.?ε\.?|ε\.?π\.?ε\.?|ο\.?ε\.?|a\.ş\."
    r"|eurl|sasu|snc|sci|scop|selarl|sàrl|gbr|partg(?:mbb)?|ges\.?m\.?b\.?h\.?|v\.?o\.?f\.?|bvba|sprl|asbl|eireli|unipessoal"
    r"|sp\.\s?[jk]\.|spol\.\s?s\s?r\.\s?o\.|k\.s\.|v\.o\.s\.|j\.d\.o\.o\.|ооо|зао|пао|тов|фоп|e\.i\.r\.l\.|s\.a\.c\.|ehf"
    r"|ltd\.\sşti\.|oü|sia|uab|mb|lda\.?|ltda\.?|s\.a\.\sde\sc\.v\.|s\. de r\.l\.|fze|dac|srl|s\.n\.c\.?|công\sty|pt|cv"
    r"|enterprise|trading|restaurant|בע\"מ)(?=\W|$)|\b(?:perniagaan|kedai|syarikat|restoran)\b|公司(?=\W|$)|商行(?=\W|$)|企業社(?=\W|$)"
)
_OTHER_TONGUE = (
    rf"(?:{any_of('parties', 'about')}\s)?(?:[^\W\d_][^:/|\d]{{1,24}}?\s?[/|]\s?)?",
    r"(?:\s?[/|]\s?[^\W\d_][^:/|\d]{1,24}|\s?\([^)]{1,30}\))?",
)
"""What may stand before and behind a label: "Dati del", the same in another language ("Verkäufer / Seller")."""

_BUYER_LABEL = re.compile(
    rf"(?i)^{any_of('parties', 'buyer')}\s*(?:,?:|,?$|-\s)\s*"
    rf"|^{_OTHER_TONGUE[0]}{any_of('parties', 'buyer')}{_OTHER_TONGUE[1]}\s*(?::\s*|$)"
)
_SELLER_LABEL = re.compile(
    rf"(?i)^{_OTHER_TONGUE[0]}{any_of('parties', 'seller')}{_OTHER_TONGUE[1]}\s*(?::|$)\s*"
    rf"|^{any_of('parties', 'seller_verbs')}\s+(?=\w)"
)
_HOLDER = re.compile(rf"(?i){any_of('parties', 'account_holder')}\s*:\s*(?P<name>[^:]{{3,50}})$")
_HOLDER_LABEL = re.compile(rf"(?i){any_of('parties', 'account_holder')}\s*:?")
_NEXT_LABEL = re.compile(r"\s(?=[^\W\d_]+(?:\s[^\W\d_]+)?\s?:\s)")
"""Before the label of a fact that follows a name on its line: "Kestrel Ltd Customer Address: 8 Park Lane"."""

_SECTION = 9.0  # heights: rows that a heading of a party is followed by
_WINDOW = 120.0  # points: the height of the window of an envelope (DIN 680: 45 mm)
_RETURN = re.compile(r"\s[-–−|·•●∙⋅*]\s|,\s")
_NO_NAME = re.compile(
    r"(?i)^(?:(?:tax|vat|sales)\s?)?(?:invoice|receipt|\w{0,8}rechnung|facture|factuur|factura|fattura|fatura|avoir"
    r"|\w{0,6}gutschrift|creditfactuur|creditnota|nota\sdi\scredito|note\sde\scrédit|nota\sde\s(?:abono|crédito)"
    r"|ricevuta|reçu|recibo|quittung|quittance|parcella|guest\sfolio|bill|original|copy|kopie|page|date|cash|payment"
    r"|inh(?=[.:])|inhaber(?:in)?|prop(?=[.:])|propriet(?:or|ress)|managed\sby"
    r"|order|statement|quotation|credit|welcome|thank|tel|fax|email|e-mail|www|http|gst|vat|company\s?reg|co\.?\s?reg"
    r"|reg)\b"
    r"|(?:^|.{1,30}\s)(?:factura|boleta|nota\sde\s\w+)\selectr[óo]nica\b|invoice\W*$|adresse|anschrift|dirección|indirizzo|bezorgadres|afleveradres|room\b|zimmer\b|arrival|departure"
    r"|(?:globale\s)?nummer|number|name\s?:?$|lieferadresse|delivery|shipping|versand|^(?:(?:your|company|business)?\s?logo\b|simplified"
    r"|official)|@|www\.|https?:|חשבונית|מסמך|^(?:[电電][话話]|地址|[营營][业業][时時][间間]|[欢歡]迎|[谢謝感][谢謝]|[单單][号號]|日期|[时時][间間]|收[银銀]"
    r"|服[务務][员員]|[机機][台号號]|店[员員]|[税统統][号编編])|(?:小票|清[单單]|[结結][账帳][单單]|明[细細])$"
)
_POSTCODE = re.compile(
    r"(?:^|[\s,\-])(?:[A-Z]{1,2}-)?\d{4,5}(?:\s?[A-Z]{2})?\s{1,20}[A-ZÀ-Ü][\w\-. ]{2,}|[A-Z][\w "
    r".]{1,80},?\s[A-Z]{2},?\s\d{5}(?:-\d{4})?$|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}\b"
)
DOMAIN = re.compile(r"(?i)(?:@|www\.|https?://(?:www\.)?)([a-z0-9\-]{3,})\.")
_CONTACT = re.compile(r"(?i)www\.|@|\btel(?:efono?|éfono|efoon)?\b|\btél|\bmobil|\bphone|kvk|iban|siret")
TAX_WORD = re.compile(r"(?i)\bvat\b|btw|\bust|\btva\b|\bnif\b|\bcif\b|p\.?\s?iva")
_SALUTATION = re.compile(rf"(?i)^{any_of('parties', 'salutation')}$")
"""A line of its own above the name of an addressee."""

_LETTER, _DIGIT = re.compile(r"[^\W\d_]"), re.compile(r"\d")
_BREAK = re.compile(
    r"(?i)^\W*(?:(?:simplified\s)?tax\s?invoice|invoice|receipt|cash\s?bill|rechnung|facture|factuur|factura|fattura"
    r"|fatura)\W*$|(?:invoice|receipt|bill|doc|order|rechnungs|factuur)\w{0,30}\s?(?:no|nr|n°|number|#|date|datum)\b"
    r"|^(?:date|datum)\b"
)
_LABEL = 0.5  # how likely a text is a label whose value stands behind it
_MAX_NAME = 70  # characters
_NUMBERS = 4  # lines below a label, customer numbers among them, of which one is the name
_FLUSH = 3.0  # points: phrases that begin within it are set flush left
_PARTIES = 2  # of a bill: with fewer addresses nothing tells whose they are
_SMALL = 0.9  # of the usual size of type: the line with the sender's address above an address is smaller
_LABELLED = 3.0  # heights between the label of a party and its name
_ADDRESS = 6.0  # heights between a name and the last line of its address
_RETURN_SIGNS = 2  # between the parts of a sender's address on one line, at least
_WINDOW_EDGE = 40  # points: lines in the window begin within it of the sender's address
_SECTION_EDGE = 30  # points: rows under the heading of a party begin within it of the heading
_NAME_LETTERS = 2  # letters of a name at least
_SELLER_LETTERS = 3  # letters at least of what may be the seller's name
_FIRST_PHRASES = 12  # of a page: for so many their height on it counts
_UPPER = 0.6  # of the page's height, from its foot: above it large print counts
_LEGAL_WORDS = 9  # words at most of a name whose legal form counts
_LONG_NAME = 45  # characters; a longer text is less likely the seller
_NAME_SPACES = 7  # a text with more spaces is less likely the seller
_FEW_LETTERS = 4  # a text with fewer letters is less likely the seller
_BLOCK_EDGE = 5  # points: lines of the buyer's address begin within it of its name
_DOMAIN_LENGTH = 4  # letters and digits at least of a name, or of its first word, that is compared with domains
_CONTACT_EDGE = 8  # points: lines with ways to reach a party begin within it of its name


def labelled_seller(prints: PagePhrases) -> Found | None:
    """The name behind or below a label of the seller."""
    return _labelled(prints, _SELLER_LABEL)


class NamesOnPage(NamedTuple):
    """What every name of a page is compared with."""

    domains: frozenset[str]  # names in the addresses of mail and of the web
    heads: Mapping[str, int]  # how often a phrase begins so, up to a dash, in lower case
    above: float  # y of the title or the first label


def names_on(prints: PagePhrases) -> NamesOnPage:
    """What every name of a page is compared with."""
    return NamesOnPage(
        frozenset(m[1].lower().replace("-", "") for p in prints.phrases for m in DOMAIN.finditer(p.text)),
        Counter(_head(p.text).casefold() for p in prints.phrases),
        next((p.middle for p in prints.phrases if _BREAK.search(p.text)), -math.inf),
    )


class BuyerHints(NamedTuple):
    """Who may be the buyer by one sign alone, each where it shows one."""

    label: Found | None
    window: Found | None  # of an envelope
    other: Found | None  # of two addresses the one that is the seller's least

    @property
    def first(self) -> Found | None:
        """The buyer by the surest sign."""
        return self.label or self.window or self.other


def buyer_hints(prints: PagePhrases, blocks: Sequence[Phrase]) -> BuyerHints:
    """Who may be the buyer by a label, by the place of an address, by the rest; `blocks`: the heads of addresses."""
    return BuyerHints(_labelled(prints, _BUYER_LABEL), _below_return_address(prints), _other_party(prints, blocks))


def _other_party(prints: PagePhrases, names: Sequence[Phrase]) -> Found | None:
    """Of two addresses the one that is the seller's least: no name at the head, no way to reach it, no domain."""
    found = [_trim(name, 0, len(name.text)) for name in names if is_name(name.text)]
    if len({one.value.casefold() for one in found}) != _PARTIES:
        return None
    seller = labelled_seller(prints)
    around = names_on(prints)
    return min(
        (one for one in found if not seller or one.value.casefold() != seller.value.casefold()),
        key=lambda one: seller_score(prints, one, around) + sellers_signs(prints, one.phrase, one.phrase),
        default=None,
    )


def names_party(prints: PagePhrases, phrase: Phrase, *, buyer: bool) -> bool:
    """Whether a label in a phrase, before it in its row or in the lines above it names a party."""
    pattern = _BUYER_LABEL if buyer else _SELLER_LABEL
    left = [p for p in prints.row(phrase) if p.box.x1 <= phrase.box.x0 + 1][-1:]
    right = [p for p in prints.right(phrase)[:1] if _runs_leftwards(p.text)]
    above = [
        p
        for p in prints.phrases
        if 0 < phrase.box.y0 - p.box.y0 < _LABELLED * phrase.box.height
        and abs(p.box.x0 - phrase.box.x0) < _SECTION_EDGE
    ]
    return any(pattern.match(p.text) for p in (phrase, *left, *right, *above[-2:]))


def named_values(prints: PagePhrases) -> Iterator[Found]:
    """The names that follow a label in their phrase: "Name:", "Contact person:"."""
    for phrase in prints.phrases:
        label, colon, value = phrase.text.partition(":")
        if colon and is_name(value.strip()) and is_of(label) > _LABEL:
            yield _trim(phrase, len(label) + 1, len(phrase.text))


def is_salutation(text: str) -> bool:
    """Whether a text is nothing but what stands above the name of an addressee: "Herr", "Monsieur"."""
    return bool(_SALUTATION.match(text))


def has_legal_form(name: str) -> bool:
    """Whether a name has the legal form of a company: GmbH, Ltd, 公司."""
    return bool(_LEGAL.search(name))


def ends_with_legal_form(name: str) -> bool:
    """Whether the last characters of a name are a legal form."""
    return any(match.end() == len(name) for match in _LEGAL.finditer(name))


def party_signs(prints: PagePhrases, phrase: Phrase, name: str, around: NamesOnPage) -> dict[str, float]:
    """What speaks for a phrase being a party's name: a legal form, lines of an address below it, large print."""
    below = [
        p.text
        for p in prints.phrases
        if 0 < p.box.y0 - phrase.box.y0 < _ADDRESS * phrase.box.height and abs(p.box.x0 - phrase.box.x0) < _SECTION_EDGE
    ]
    return {
        "legal": float(has_legal_form(name)),
        "address": float(any(re.search(r"\d", text) and _LETTER.search(text) for text in below[:3])),
        "postcode": float(any(_POSTCODE.search(text) for text in below)),
        "large": min(max(phrase.size / prints.usual_size - 1.0, 0.0), 1.0),
        "domain": float(_is_domain(name, around.domains)),
        "first_word": float(_begins_domain(name, around.domains)),
        "mail": float(any(DOMAIN.search(text) for text in below)),
        "account": float(any(map(names_account, below))),
        "digits": float(bool(re.search(r"\d{2}", name))),
        "words": min(name.count(" "), 8) / 8,
        "colon": float(":" in phrase.text),
    }


def account_holder(prints: PagePhrases) -> Found | None:
    """The holder of the account that is to be paid to."""
    for phrase in prints.phrases:
        match = _HOLDER.search(phrase.text)
        if match and is_name(match["name"]):
            return Found(match["name"].strip(" ,;"), phrase, match.start("name"), match.end("name"))
        beside = prints.right(phrase)[:1] if _HOLDER_LABEL.fullmatch(phrase.text) else []
        if beside and is_name(beside[0].text):
            return _trim(beside[0], 0, len(beside[0].text))
    return None


def _below_return_address(prints: PagePhrases) -> Found | None:
    """The first line in the window of an envelope: below the small line with the sender's address (DIN 5008)."""
    for phrase in prints.phrases[:30]:
        if (
            len(_RETURN.findall(phrase.text)) >= _RETURN_SIGNS
            and re.search(r"\d", phrase.text)
            and (phrase.size < _SMALL * prints.usual_size or re.search(r"\b\d{4,5}\b", phrase.text))
            and phrase.box.x0 < 0.4 * prints.width
        ):
            later = prints.phrases[phrase.number + 1 :]
            below = next((p for p in later if abs(p.box.x0 - phrase.box.x0) < _WINDOW_EDGE), None)
            if (
                below
                and below.box.y0 - phrase.box.y1 < _WINDOW
                and is_name(below.text)
                and not _NO_NAME.search(below.text)
            ):
                return _trim(below, 0, len(below.text))
    return None


def _labelled(prints: PagePhrases, pattern: re.Pattern[str]) -> Found | None:
    """The first name behind or below a label, one without figures before others: those may be streets."""
    found = [*_values_of(prints, pattern)]
    return next((one for one in found if not _DIGIT.search(one.value)), found[0] if found else None)


def _values_of(prints: PagePhrases, pattern: re.Pattern[str]) -> Iterator[Found]:
    for phrase in prints.phrases:
        match = pattern.match(phrase.text)
        if not match:
            continue
        following = _NEXT_LABEL.search(phrase.text, match.end())
        end = following.start() if following else len(phrase.text)
        rest = phrase.text[match.end() : end].strip()
        named = None if rest else _name_below(prints, phrase)
        if rest and is_name(rest):
            yield _trim(phrase, match.end(), end)
        elif named:
            yield named
        elif not rest:
            others = (p for p in _after(prints, phrase) if not is_no_name(p.text) and heads_buyer(p.text) is None)
            names = (p for p in others if is_name(p.text) and not pattern.match(p.text) and not p.text.endswith(":"))
            if other := next(names, None):
                yield _trim(other, _after_label(other.text), len(other.text))


def _after_label(text: str) -> int:
    """Where a name begins behind a label of its own, whatever the label says: "Company: Kestrel Ltd"."""
    label, _, value = text.partition(":")
    return len(label) + 1 if is_name(value.strip()) else 0


def _name_below(prints: PagePhrases, head: Phrase) -> Found | None:
    """The value of a label "Name:" in the few rows under a heading such as "Verkäufer"."""
    alone = len(prints.row(head)) == 1
    for phrase in prints.phrases[head.number + 1 : head.number + 12]:
        inside = 0 < phrase.box.y0 - head.box.y0 < _SECTION * head.box.height and (
            alone or abs(phrase.box.x0 - head.box.x0) < _SECTION_EDGE
        )
        if inside and _BUYER_LABEL.match(phrase.text):
            return None
        label, _, name = phrase.text.partition(":")
        named = inside and is_of(label, "name", "seller", "contact") > _LABEL
        if named and is_name(name.strip()):
            return _trim(phrase, len(label) + 1, len(phrase.text))
        if named:
            value = next((p for p in prints.right(phrase) if is_name(p.text)), None)
            return _trim(value, 0, len(value.text)) if value else None
    return None


def _after(prints: PagePhrases, label: Phrase) -> list[Phrase]:
    """Where the value of a label stands: behind it, below it; left of it in scripts that run leftwards."""
    right, below = prints.right(label)[:1], [*prints.below(label)][:_NUMBERS]
    if _runs_leftwards(label.text):
        return [p for p in prints.row(label) if p.box.x1 <= label.box.x0 + 1][-1:] + below
    if right and (right[0].text.startswith(":") or _is_column(prints, label, right[0], below)):
        return right + below
    return below + right


def _runs_leftwards(text: str) -> bool:
    return any(is_rtl(ord(c)) for c in text)


def _is_column(prints: PagePhrases, label: Phrase, right: Phrase, below: Sequence[Phrase]) -> bool:
    """Whether labels stand in a column of their own: what follows below begins where the value at the right does."""
    if heads_buyer(right.text) is not None or not below:
        return False
    if abs(below[0].box.x0 - right.box.x0) < _FLUSH < abs(below[0].box.x0 - label.box.x0):
        return True
    facts = [p for p in below[:2] if abs(p.box.x0 - label.box.x0) < _FLUSH and _has_fact(prints, p, right)]
    return len(facts) == 2


def _has_fact(prints: PagePhrases, label: Phrase, above: Phrase) -> bool:
    """Whether a phrase is a label too: with a number or date beside it, flush with what stands above."""
    beside = prints.right(label)[:1]
    return bool(beside) and abs(beside[0].box.x0 - above.box.x0) < _FLUSH and bool(re.search(r"\d", beside[0].text))


def heads_buyer(text: str) -> bool | None:
    """Whether a text that is nothing but the label of a party is the buyer's; None for any other text."""
    for pattern in (_BUYER_LABEL, _SELLER_LABEL):
        match = pattern.match(text)
        if match and match.end() == len(text):
            return pattern is _BUYER_LABEL
    return None


def _trim(phrase: Phrase, start: int, end: int) -> Found:
    text = phrase.text[start:end]
    match = re.match(r"(?i)[\s:]*(?:attn\.?:?\s*|t\.a\.v\.\s*)?(.*?)[\s,;:]{0,300}$", text)
    value = match[1] if match else text.strip()
    value = re.split(r"\s[-–|·•●∙⋅]\s|,\s?(?=\d)", value)[0].strip(" ,;")
    return Found(_once(value), phrase, start, end)


def _once(name: str) -> str:
    """A name without empty brackets, once if it stands twice in its line: forms print it for a person's name too."""
    words = re.sub(r"\(\s?\)", "", name).split()
    half = len(words) // 2
    return " ".join(words[:half]) if half > 1 and words[:half] == words[half:] else " ".join(words)


def is_name(text: str) -> bool:
    """Whether a text may be a name: mostly letters, no fact, no amount, no date."""
    letters = len(_LETTER.findall(text))
    return (
        not text.startswith("(")
        and not is_fact(text)
        and letters >= _NAME_LETTERS
        and letters >= 0.5 * len(text.replace(" ", ""))
        and len(text) <= _MAX_NAME + 40
        and not money_in(text)
        and not dates_in(text)
    )


def is_no_name(text: str) -> bool:
    """Whether a text begins as titles, labels and greetings do, and has no legal form."""
    return bool(_NO_NAME.search(text)) and not _LEGAL.search(text)


def may_be_seller(prints: PagePhrases) -> Iterator[Found]:
    """Phrases that may be a company's name: the head of a line up to a dash or comma with an address behind it."""
    for phrase in prints.phrases:
        text = phrase.text
        if is_no_name(text) or not is_name(text.split(" - ")[0]):
            continue
        legal = _LEGAL.search(text)
        parts = re.split(r"\s[-–−|·•●∙⋅*]\s", text)
        head = parts[0].strip(" ,:")
        start = _after_label(head) if has_legal_form(head) else 0
        head = head[start:].strip()
        if (
            legal
            and legal.end() < len(head)
            and head[legal.end() :].lstrip().startswith(("-", ",", "(", "au ", "domicilio"))
        ):
            head = text[: legal.end()].strip(" ,")
        if len(head) <= _MAX_NAME and not head.endswith(":") and len(_LETTER.findall(head)) >= _SELLER_LETTERS:
            value = _once(re.sub(r"(?<=\w)\s?[·•]\s?(?=\w)", " ", head))
            yield Found(value, phrase, start, start + len(head))


def seller_score(prints: PagePhrases, found: Found, around: NamesOnPage) -> float:
    """How likely a phrase is the seller: more for companies, for names of addresses, for large print at the top."""
    phrase = found.phrase
    top = 1.0 - phrase.middle / prints.height
    score = 2.0 * top if phrase.number < _FIRST_PHRASES else 0.0
    score += 0.8 if phrase.number == 0 else 0.0
    score += min(max(phrase.size / prints.usual_size - 1.0, 0.0), 1.0) if top > _UPPER else 0.0
    legal = _LEGAL.search(found.value)
    if legal and len(found.value.split()) <= _LEGAL_WORDS:
        score += 1.0 if 0 < legal.end() < len(found.value) - 14 and legal.start() > 0 else 2.5
    score += 2.0 if _is_domain(found.value, around.domains) else 0.0
    score += 0.5 * min(around.heads.get(found.value.casefold(), 0) - 1, 2)
    if phrase.middle < around.above:
        score += 1.0  # names of companies stand above the title and the first label
    if len(found.value) > _LONG_NAME or found.value.count(" ") > _NAME_SPACES or re.search(r"\d{3}", found.value):
        score -= 2.0
    score -= 1.0 if phrase.text.endswith(",") or len(_LETTER.findall(found.value)) < _FEW_LETTERS else 0.0
    if _below_buyer(prints, phrase):
        score -= 4.0
    if ":" in found.value or found.value.islower():
        score -= 1.5
    return score


def in_block(first: Phrase, other: Phrase) -> bool:
    """Whether a phrase is one of the four lines of an address that begins with `first`."""
    down = other.box.y0 - first.box.y0
    return abs(other.box.x0 - first.box.x0) < _BLOCK_EDGE and 0 <= down < 6 * first.box.height


def _is_domain(name: str, domains: frozenset[str]) -> bool:
    """Whether an address of the page goes by a name: they are the same but for the legal form, or nearly."""
    bare = re.sub(r"[^a-z0-9]", "", _LEGAL.sub("", name.lower()))
    return len(bare) >= _DOMAIN_LENGTH and any(
        (bare in d or d in bare) and min(len(bare), len(d)) > 0.6 * max(len(bare), len(d)) for d in domains
    )


def _begins_domain(name: str, domains: frozenset[str]) -> bool:
    """Whether an address of the page begins with the first word of a name: info@kestrel.example of Kestrel Tools."""
    first = re.match(r"[a-z0-9]+", name.lower())
    return first is not None and len(first[0]) >= _DOMAIN_LENGTH and any(d.startswith(first[0]) for d in domains)


def _head(text: str) -> str:
    return re.split(r"\s[-–−|·•*]\s", text)[0].strip(" ,:")


def _below_buyer(prints: PagePhrases, phrase: Phrase) -> bool:
    """Whether a phrase stands in the block of an address that is labelled as the buyer's."""
    for label in prints.phrases:
        inside = label.number <= phrase.number and label.box.x0 - 6 <= phrase.box.x0 <= label.box.x1 + 40
        near = inside and 0 <= phrase.box.y0 - label.box.y0 < 5 * label.box.height
        if near and _BUYER_LABEL.match(label.text):
            return True
    return False


def sellers_signs(prints: PagePhrases, first: Phrase, last: Phrase) -> int:
    """How much speaks for an address being the seller's: ways to reach it, large print, its name again at the foot."""
    near = [p for p in prints.phrases[last.number + 1 :] if abs(p.box.x0 - first.box.x0) < _CONTACT_EDGE][:4]
    name = first.text.casefold()
    return (
        2 * any(_CONTACT.search(p.text) for p in near)
        + any(TAX_WORD.search(p.text) for p in near)
        + (first.size > 1.2 * prints.usual_size)
        + any(name in text for text in prints.folded[last.number + 1 :])
        + 2 * (first.number == 0 and first.box.x0 < 0.35 * prints.width)
    )

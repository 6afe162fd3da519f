"""Texts of public programs with what each names on an invoice: translations share the meaning of their English text.

Folders are checkouts of the repositories in `label_repositories.txt`. Read are gettext (`.po`), YAML, JSON, PHP arrays,
Java properties and XLIFF. A file belongs to the language in its path; files whose paths differ in it only are one catalogue.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

_LONGEST = 48  # characters: longer texts are sentences
_LANGUAGE = re.compile(
    r"(?i)(?<![a-z])(ar|bg|bn|bs|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|ka|ko|lt|lv|mk|ms|nb|nl|nn|no|pl|pt"
    r"|ro|ru|sk|sl|sq|sr|sv|th|tr|uk|vi|zh)(?:[-_](?:[a-z]{2,4}|\d{3}))*(?![a-z])"
    r"|english|german|french|spanish|italian|dutch|portuguese"
)
_NAMED = {"english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it", "dutch": "nl",
          "portuguese": "pt", "nb": "no", "nn": "no"}  # fmt: skip
_ENDINGS = {".po", ".yml", ".yaml", ".json", ".php", ".properties", ".xlf", ".xliff"}
_MARK = re.compile(r"%[\w{(]|[{}<>|@$]|&\w+;|\\[nut]|:[a-z]\w+")
"""A placeholder or markup: such a text is no label."""

_NAMES = {
    "number": r"(invoice|bill|receipt|document|credit note|credit memo|tax invoice) ?(no|number|#|nr|id|num|code|reference|ref)|number of invoice",
    "other_number": r"(order|customer|client|account holder|purchase order|p ?o|quote|estimate|project|contract|shipment|tracking|delivery"
    r"|reference|your|our|payment|transaction|supplier|vendor|ticket|sales order) ?(no|number|#|nr|id|num|code|reference|ref)"
    r"|reference|(customer|client|buyer|your|our) ref(erence)?|sku|barcode|serial number|po number",
    "date": r"(invoice|issue|issued|billing|bill|receipt|document|invoicing) ?(date|on)|date (of )?(the )?(invoice|issue|issued)|issued( at| on)?|date",
    "other_date": r"(due|payment|delivery|order|shipping|shipped|ship|start|end|expiry|expiration|paid|supply|service|period|valid|created|creation|print|transaction) ?(date|by|until|on|at)"
    r"|(delivery|billing|service|payment) (period|time)|date (due|of (supply|payment|delivery|birth|order))|due( on| by)?|expir(es|y)( on| at)?|valid (until|from)|period|payment terms|terms|payable by",
    "buyer": r"(bill(ed|ing)?|invoice[d]?|sold|charged?) to|(customer|client|buyer|billing|recipient|invoice|payer)( (name|details|info(rmation)?|address|data))?|purchaser|recipient|bill to address|customer company|to|payer|debtor",
    "delivery": r"(ship(ped|ping)?|deliver(ed|y)?) to|(shipping|delivery|ship)( (name|details|info(rmation)?|address))?|consignee|deliver to",
    "seller": r"(sold|issued|billed|provided) by|(seller|vendor|supplier|merchant|sender|issuer|provider|company|business|from|payee|shop|store)( (name|details|info(rmation)?|address|data))?"
    r"|bill(ed)? from|invoice from|pay(able)? to|remit to|service provider|our (company|details|address)|company",
    "tax_id": r"(company |business |customer |client |your |our |seller |buyer |eu )?(vat|tax|gst|sales tax|fiscal|tva)[ /]?(id|no|number|nr|code|reg(istration)?( (no|number))?|identification( number)?|ids?)|tax ?payer (id|number)|gstin|vatin|tin",
    "register": r"(company|registration|business|trade|commercial) ?(id|no|number|nr|code|reg(istration|ister)?( (no|number|id|code))?|registration( number)?)|organi[sz]ation number|chamber of commerce( number)?",
    "contact": r"(e ?mail|phone|telephone|tel|fax|mobile|website|web ?site|web|url|home ?page|contact)( (address|number|no|details|person|name|us))?|cell ?phone|phone no",
    "account": r"(bank|account|iban|bic|swift|sort|routing|payment)( ?(name|details|account|code|number|no|holder|information|transfer|info|instructions|method|owner|/ ?swift))+|iban|bic|swift( code)?|bank|beneficiary|payment (method|type|details)|account",
    "name": r"(first|last|full|contact|family|given)? ?names?|first ?name|last ?name|surname",
    "address": r"(street|postal|mailing)? ?address( line)? ?\d?|city|town|zip( ?code)?( / ?postal code)?|postal ?code|post ?code|state|province|country|region|county|street",
    "net": r"sub ?total( (excl|ex|without|before).*)?|net( (amount|total|price|value|sum))?|(total|amount)( (excl|ex|without|before|exclusive)( of)?)\.? ?(tax|vat|gst)?(es)?|total net|taxable( amount| value)?|untaxed( amount)?|tax base|items? (sub)?total|total before (tax|vat)",
    "tax": r"(total |sales |included |incl )?(tax|vat|gst|taxes)( (total|amount|value|sum|\d))?|tax total|total of tax(es)?|(order|shipping|item) tax(es)?|amount of tax",
    "total": r"(grand|order|invoice|total|overall|net)? ?total( (amount|price|sum|value|gross|due|to pay|payable|cost|incl(uding|\.|usive)?( of)? ?(tax|vat)(es)?|with (tax|vat)))?|total amount( due)?|(amount|balance|total) (due|payable|to pay|owing|outstanding)|balance|gross( (amount|total))?|amount due|outstanding( (amount|balance))?|to pay|payable( amount)?|sum total|amount (total|incl.*)",
    "aside": r"(amount |total |already |already been )?(paid|discounts?|deposit|refunded|rounding|tip|surcharge|fees?|handling|change|cash|shipping( (cost|fee|charge|total|amount)s?)?|delivery (cost|fee|charge)s?|coupon|promotion( total)?|adjustments?|payments?|credits?|prepaid|advance)( (amount|total|received|to date|in advance|made))?|(shipping|handling|delivery) (and|&) (handling|shipping)",
    "column": r"(item|product|line|service)?s? ?(description|name|code)|(unit|item|net|gross|list)? ?(price|cost|rate)( (per unit|each|excl.*|incl.*|per item))?|qty\.?|quantity|hours|amount|item(s)?( (description|name))?|products?|services?|article|units?( price)?|unit (of measure|cost|rate)|tax rate|vat rate|vat ?\(?%\)?|tax ?\(?%\)?|line total|discount ?\(?%\)?|position|no|pos|particulars|details|weight",
    "title": r"(tax |proforma |pro forma |final |commercial )?(invoice|receipt|bill|credit (note|memo)|order|quote|quotation|estimate|statement|packing slip|delivery note)s?|thank you.*|page|notes?|summary|signature|copy|original|duplicate|terms (and|&) conditions|comments?|remarks?|footer",
}  # fmt: skip
KINDS = (*_NAMES, "none")
"""What a text may name."""

_PATTERNS = [(kind, re.compile(rf"(?:{pattern})")) for kind, pattern in _NAMES.items()]


class Labelled(NamedTuple):
    """A text with what it names."""

    text: str
    kind: str
    language: str
    repository: str


def kind_of(english: str) -> str:
    """What an English text names; "none" for any other."""
    bare = re.sub(r"[\s_.:()\-–*]+", " ", english.casefold()).strip()
    bare = re.sub(
        r"^(?:the|your|our) (?=\w+ (?:address|name|date))|#$", lambda m: "no" if m[0] == "#" else "", bare
    ).strip()
    return next((kind for kind, pattern in _PATTERNS if pattern.fullmatch(bare)), "none")


def texts_of(folder: Path) -> Iterator[Labelled]:
    """The short texts of all catalogues of a checkout, each once a language."""
    catalogues: dict[str, dict[str, dict[str, str]]] = defaultdict(dict)
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        found = [*_LANGUAGE.finditer(name)]
        if path.suffix not in _ENDINGS or not found or not path.is_file():
            continue
        last = found[-1]
        language = _NAMED.get(last[0].casefold(), last[0][:2].casefold())
        entries = dict(_entries(path))
        catalogues[name[: last.start()] + "*" + name[last.end() :]].setdefault(language, {}).update(entries)
    seen = set()
    for languages in catalogues.values():
        english = languages.get("en", {})
        for language, entries in languages.items():
            for key, text in entries.items():
                source = english.get(key) or (key if " " in key or key[:1].isupper() else "")
                if not source or _MARK.search(source) or _MARK.search(text):
                    continue
                if not 0 < len(text) <= _LONGEST or (language != "en" and text == source):
                    continue
                kind = kind_of(source)
                one = Labelled(" ".join(text.split()), kind, language, folder.name)
                if one not in seen:
                    seen.add(one)
                    yield one


def _entries(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text("utf-8", errors="replace")
    if path.suffix == ".po":
        yield from _gettext(text)
    elif path.suffix in {".yml", ".yaml"}:
        yield from _yaml(text)
    elif path.suffix == ".json":
        try:
            yield from _flat(json.loads(text), "")
        except json.JSONDecodeError:
            return
    elif path.suffix == ".php":
        for match in re.finditer(r"""(['"])((?:(?!\1).){1,80})\1\]?\s*=>?\s*(['"])((?:\\.|(?!\3).){1,80})\3""", text):
            yield match[2], match[4].replace("\\'", "'")
    elif path.suffix == ".properties":
        for match in re.finditer(r"(?m)^\s*([\w.\-]+)\s*[=:]\s*(.{1,80})$", text):
            yield match[1], re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), match[2])
    else:
        for match in re.finditer(r"(?s)<source>(.{1,80}?)</source>\s*<target[^>]*>(.{1,80}?)</target>", text):
            yield match[1], match[2]


def _gettext(text: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(r'(?m)^msgid "(.{1,80})"\nmsgstr "(.{1,80})"$', text):
        yield match[1], match[2]


def _yaml(text: str) -> Iterator[tuple[str, str]]:
    """Key paths and texts of a YAML catalogue: nested mappings of one-line scalars."""
    path: list[tuple[int, str]] = []
    for line in text.splitlines():
        match = re.match(r"""^(\s*)(['"]?)([^'"#:\n][^'":\n]*)\2:\s*(.*)$""", line)
        if not match:
            continue
        depth = len(match[1])
        path = [one for one in path if one[0] < depth] + [(depth, match[3].strip())]
        value = match[4].strip()
        if value and value[0] not in "|>&*":
            keys = [key for _, key in path]
            yield ".".join(keys[1:] if _LANGUAGE.fullmatch(keys[0]) else keys), value.strip("'\"")


def _flat(value: object, prefix: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield prefix.removesuffix(".string"), value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, f"{prefix}.{key}" if prefix else str(key))

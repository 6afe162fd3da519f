"""Describes a record as a graph: the company, its statements, holders and executives, and the sources of all of it.

Every resource has an IRI: the company's own, and fragments of it. A document's key that the vocabulary does not know
becomes a property of the fields namespace, so the graph loses nothing of the document.
"""

from __future__ import annotations

import re

from quire.company import neeq_document, us_document
from quire.company.graph_node import Node
from quire.company.number_formats import day, is_day, lexical
from quire.company.record import Json, Record, document_texts, is_statement, pointer
from quire.company.vocabulary import Term, load, local

_COMPANY = ("rov:RegisteredOrganization", "schema:Corporation")
_STATEMENTS = {
    neeq_document.BALANCE_SHEET: ("q:BalanceSheet", "balance-sheet"),
    neeq_document.INCOME: ("q:IncomeStatement", "income-statement"),
    neeq_document.CASH_FLOW: ("q:CashFlowStatement", "cash-flow"),
    neeq_document.INDICATORS: ("q:Indicators", "indicators"),
    us_document.BALANCE_SHEET: ("q:BalanceSheet", "balance-sheet"),
    us_document.INCOME: ("q:IncomeStatement", "income-statement"),
    us_document.CASH_FLOW: ("q:CashFlowStatement", "cash-flow"),
}
_HOLDINGS = {
    us_document.DIRECT: ("q:DirectHolding", "direct-holder"),
    us_document.INSTITUTIONS: ("q:InstitutionalHolding", "institutional-holder"),
}
_ROW = {
    "shareNumber": "shareNumber",
    "share": "shareNumber",
    "ratio": "ratio",
    "percentage": "ratio",
    "value": "value",
    "changeCondition": "changeCondition",
    "convertableShares": "convertibleShares",
    "holderNumber": "holderNumber",
    "job": "job",
    "gender": "gender",
    "age": "age",
    "education": "education",
    "term": "term",
    "salary": "salary",
    "pay": "pay",
    "titles": "job",
}
"""The keys of rows of holders and executives, and the terms that they stand for."""

_SEVERAL = 2
"""Sources of a record from which on each statement says which of them it comes from."""

_SCHEME_WITHIN = 12
"""Characters at the beginning of a web address within which "://" ends its scheme."""

_BESIDE = {"cik": "cik", "lei": "leiCode", "ein": "ein", "market": "market"}
_ADDRESS = re.compile(r"(?i)https?://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?][A-Za-z0-9._~/?=&%+,;@:-]*)?")
_BAD_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")


def describe(record: Record, modified: str) -> Node:
    """Return the graph of a record that last changed at `modified` (ISO, UTC)."""
    return _Describer(record).company(modified)


class _Describer:
    def __init__(self, record: Record) -> None:
        self._record = record
        self._document = document_texts(record.document)
        self._terms = load().terms
        self._keys = load().keys

    def company(self, modified: str) -> Node:
        root = Node("", _COMPANY)
        for key, value in self._document.items():
            if not key.startswith("_"):
                self._field(root, key, value)
        for key, name in _BESIDE.items():
            text = self._record.about.get(key)
            if isinstance(text, str) and text:
                root.values.append((self._terms[name], text))
        self._names(root)
        self._sources(root, modified)
        return root

    def _field(self, root: Node, key: str, value: Json) -> None:
        if key == us_document.BASIC and isinstance(value, dict):
            self._basic(root, key, value)
        elif key in self._keys and isinstance(value, str):
            self._known(root, self._keys[key], value, key)
        elif key in _HOLDINGS and (rows := _rows(value)):
            self._holdings(root, key, rows)
        elif key in {neeq_document.EXECUTIVES, us_document.EXECUTIVES} and (rows := _rows(value)):
            self._executives(root, rows)
        elif key == neeq_document.HOLDERS and (rows := _rows(value)):
            self._holder_lists(root, rows)
        elif (
            key in {neeq_document.INDICATORS, neeq_document.SHARES}
            and isinstance(value, dict)
            and not is_statement(value)
        ):
            self._flat(root, key, value)
        elif isinstance(value, dict) and is_statement(value) and _dated(value):
            self._statement(root, key, value)
        else:
            self._other(root, key, value, f"x-{local(key)}")
            if key == "sameAs":
                self._same(root, value)

    def _basic(self, root: Node, key: str, fields: dict[str, Json]) -> None:
        """Contacts as properties of the company; other fields below the key as a part of it."""
        other: dict[str, Json] = {}
        for name, text in fields.items():
            term = self._keys.get(f"{key}/{name}")
            if term is not None and isinstance(text, str):
                self._known(root, term, text)
            else:
                other[name] = text
        self._other(root, key, other, f"x-{local(key)}")

    def _same(self, root: Node, value: Json | None) -> None:
        """The same company elsewhere, where its addresses are given."""
        addresses = value if isinstance(value, list) else [value]
        for address in dict.fromkeys(one for one in addresses if isinstance(one, str)):
            if iri := web_address(address):
                root.values.append((self._terms["sameAs"], iri))

    def _known(self, node: Node, term: Term, text: str, key: str = "") -> None:
        """Add a value of a term of the vocabulary; text that is not an amount or a date stays printed text only.

        A date where a text is expected is added as both. `key` names the printed text of a date that is not ISO.
        """
        if not text:
            return
        if term.kind != "date" and is_day(text):
            node.dates.append((term.iri, text))
        if term.printed:
            node.printed.append((term.printed, text))
            amount = lexical(text)
            if amount is not None:
                node.values.append((term, amount))
            return
        if term.kind == "date" and not is_day(text):
            node.printed.append((f"f:{local(key or term.name)}", text))
            if iso := day(text):
                node.values.append((term, iso))
            return
        node.values.append((term, text))
        if term.name == "website" and (address := web_address(text)):
            node.values.append((self._terms["url"], address))

    def _statement(self, root: Node, key: str, section: dict[str, Json]) -> None:
        kind, slug = _STATEMENTS.get(key, ("q:Statement", f"x-{local(key)}"))
        nodes: dict[str, Node] = {}
        days: set[str] = set()
        for name, item in sorted((local(item), item) for item in section):
            row = section[item]
            for period, shown in row.items() if isinstance(row, dict) else ():
                if not isinstance(shown, str) or not shown:
                    continue
                node = nodes.get(period)
                if node is None:
                    iso = day(period)
                    fragment = local(period) if iso is None or iso in days else iso
                    days |= {iso} if iso else set()
                    node = nodes[period] = self._period(root, kind, f"{slug}-{fragment}", key, period)
                node.items.append((name, lexical(shown), shown))
        self._derive(nodes, key, section)

    def _period(self, root: Node, kind: str, slug: str, key: str, period: str) -> Node:
        iso = day(period)
        node = Node(slug, (kind,))
        if iso:
            node.values.append((self._terms["periodEnd"], iso))
        if iso != period:
            node.values.append((self._terms["periodLabel"], period))
        if kind == "q:Statement":
            node.values.append((self._terms["of"], key))
        root.links.append((self._terms["statement"], node))
        return node

    def _derive(self, nodes: dict[str, Node], key: str, section: dict[str, Json]) -> None:
        """The sources of each statement, where a record has several, and the pages on which its items stood."""
        record = self._record
        if len(record.sources) < _SEVERAL and not record.details:
            return
        general = record.fields.get(pointer(key), record.fields.get(""))
        found: dict[str, set[tuple[str, str]]] = {period: set() for period in nodes}
        for item, row in section.items():
            for period in row if isinstance(row, dict) else ():
                place = pointer(key, item, period)
                source = record.fields.get(place, general)
                page = record.details.get(place, {}).get("page")
                if period not in found:
                    continue
                found[period] |= {("derived", f"#source-{source + 1}")} if source is not None else set()
                found[period] |= {("page", page)} if page and page.isdigit() else set()
        for period, node in nodes.items():
            node.values += [(self._terms[name], value) for name, value in sorted(found[period])]

    def _flat(self, root: Node, key: str, section: dict[str, Json]) -> None:
        kind, slug = _STATEMENTS.get(key, ("q:StockInformation", "stock"))
        node = Node(slug, (kind,))
        for name, value in sorted((local(item), value) for item, value in section.items()):
            amount = lexical(value) if isinstance(value, str) else None
            if isinstance(value, str) and amount is not None:
                node.items.append((name, amount, value))
        for item, value in section.items():
            if not isinstance(value, str) or lexical(value) is None:
                self._other(node, item, value, f"{slug}-x-{local(item)}")
        root.links.append((self._terms["statement" if key == neeq_document.INDICATORS else "stock"], node))

    def _holdings(self, root: Node, key: str, rows: list[dict[str, Json]]) -> None:
        kind, slug = _HOLDINGS[key]
        for at, row in enumerate(rows, 1):
            root.links.append((self._terms["holding"], self._row(row, f"{slug}-{at}", kind, at)))

    def _holder_lists(self, root: Node, rows: list[dict[str, Json]]) -> None:
        for at, row in enumerate(rows, 1):
            holders = _rows(row.get("detail", []))
            fields = {key: value for key, value in row.items() if key != "detail" or not holders}
            node = self._row(fields, f"holders-{at}", "q:HolderList", at)
            for number, holder in enumerate(holders, 1):
                inner = self._row(holder, f"holders-{at}-{number}", "q:Holding", number)
                node.links.append((self._terms["holding"], inner))
            root.links.append((self._terms["holders"], node))

    def _executives(self, root: Node, rows: list[dict[str, Json]]) -> None:
        for at, row in enumerate(rows, 1):
            name = row.get("name")
            fields = {key: value for key, value in row.items() if key != "name" or not isinstance(name, str)}
            person = Node(f"executive-{at}-person", ("foaf:Person",))
            self._known(person, self._terms["name"], name if isinstance(name, str) else "")
            node = self._row(fields, f"executive-{at}", "org:Membership", at)
            node.values.append((self._terms["organization"], ""))
            node.links.append((self._terms["member"], person))
            root.links.append((self._terms["membership"], node))

    def _row(self, row: Json, fragment: str, kind: str, at: int) -> Node:
        """A row of a list: known keys by their terms, the others as fields."""
        node = Node(fragment, (kind,), [(self._terms["position"], str(at))])
        for key, value in row.items() if isinstance(row, dict) else ():
            if key == "name" and isinstance(value, str):
                self._known(node, self._terms["name"], value)
            elif key in {"date", "reported_date"} and isinstance(value, str):
                self._reported(node, value)
            elif key in _ROW and isinstance(value, str):
                self._known(node, self._terms[_ROW[key]], value)
            elif key in _ROW and isinstance(value, list) and all(isinstance(one, str) for one in value):
                for one in dict.fromkeys(value):
                    self._known(node, self._terms[_ROW[key]], str(one))
            else:
                self._other(node, key, value, f"{fragment}-x-{local(key)}")
        return node

    def _reported(self, node: Node, text: str) -> None:
        iso = day(text)
        if iso:
            node.values.append((self._terms["date"], iso))
        if text and iso != text:
            node.values.append((self._terms["dateLabel"], text))

    def _other(self, node: Node, key: str, value: Json, fragment: str) -> None:
        """A field without a term: a text or a date as a property, anything else as a part of its own."""
        term = self._terms.get(_ROW.get(key, ""))
        if isinstance(value, str) and term is not None and term.printed:
            self._known(node, term, value)
        elif isinstance(value, str):
            pairs = node.dates if is_day(value) else node.printed
            if value and (f"f:{local(key)}", value) not in pairs:
                pairs.append((f"f:{local(key)}", value))
        elif isinstance(value, list):
            self._others(node, key, value, fragment)
        elif not isinstance(value, dict) or not value:
            return
        elif all(day(name) for name in value):
            self._by_date(node, key, value, fragment)
        else:
            part = self._part(node, key, fragment)
            for name, inner in value.items():
                self._other(part, name, inner, f"{fragment}-{local(name)}")

    def _others(self, node: Node, key: str, values: list[Json], fragment: str) -> None:
        for at, value in enumerate(values, 1):
            if isinstance(value, str):
                self._other(node, key, value, fragment)
            elif isinstance(value, dict) and all(day(name) for name in value):
                self._by_date(node, key, value, f"{fragment}-{at}")
            elif isinstance(value, list):
                part = self._part(node, key, f"{fragment}-{at}")
                part.values.append((self._terms["position"], str(at)))
                self._others(part, key, value, f"{fragment}-{at}")
            elif isinstance(value, dict):
                node.links.append(
                    (self._terms["part"], self._named(self._row(value, f"{fragment}-{at}", "q:Part", at), key))
                )

    def _by_date(self, node: Node, key: str, value: dict[str, Json], fragment: str) -> None:
        for period, inner in value.items():
            part = self._part(node, key, f"{fragment}-{local(period)}")
            part.values.append((self._terms["periodEnd"], day(period) or ""))
            if not is_day(period):
                part.values.append((self._terms["periodLabel"], period))
            if isinstance(inner, str):
                part.items.append((local(key), lexical(inner), inner))
            else:
                self._other(part, key, inner, f"{fragment}-{local(period)}-x")

    def _part(self, node: Node, key: str, fragment: str) -> Node:
        part = self._named(Node(fragment, ("q:Part",)), key)
        node.links.append((self._terms["part"], part))
        return part

    def _named(self, node: Node, key: str) -> Node:
        node.values.append((self._terms["of"], key))
        return node

    def _names(self, root: Node) -> None:
        """Former names, and the same company elsewhere, from beside the document."""
        former = self._record.about.get("formerNames")
        names = former if isinstance(former, list) else []
        for name in dict.fromkeys(str(one) for one in names):
            self._known(root, self._terms["formerName"], name)
        self._same(root, self._record.about.get("sameAs"))

    def _sources(self, root: Node, modified: str) -> None:
        terms = self._terms
        record = Node("record", ("foaf:Document",), [(terms["modified"], modified)])
        for at, source in enumerate(self._record.sources, 1):
            values = [(terms["title"], source["file"]), (terms["sourceKind"], source["kind"])]
            values.append((terms["retrieved"], source["moment"]))
            node = Node(f"source-{at}", ("prov:Entity",), [value for value in values if value[1]])
            record.links.append((terms["source"], node))
        root.links.append((terms["record"], record))


def web_address(text: str) -> str | None:
    """Return a web address as an IRI, with a scheme and only characters that an IRI may hold; None if it is invalid."""
    shown = text.strip()
    shown = shown if "://" in shown[:_SCHEME_WITHIN] else f"http://{shown}"
    good = _ADDRESS.fullmatch(shown) and "." in shown and not _BAD_PERCENT.search(shown)
    return shown if good else None


def _rows(value: Json) -> list[dict[str, Json]]:
    """A list of objects; nothing when it is another value."""
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    return rows if isinstance(value, list) and len(rows) == len(value) else []


def _dated(section: dict[str, Json]) -> bool:
    """Whether a section has columns of dates; others among them keep their label."""
    return any(day(period) for row in section.values() if isinstance(row, dict) for period in row)

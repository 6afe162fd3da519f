"""What tickets say besides the sums: who travelled, from where to where, when and in what; cars by plate and number.

Trains and flights print their legs by place, not by label: a train's number stands between its stations, a flight's
behind the airport that it leaves. What has a label is read by it. Several legs are parted by commas, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from quire.invoice.character_rows import Row
from quire.invoice.form_layout import FormLayout, value_below, value_beside, value_span
from quire.invoice.invoice import Value
from quire.invoice.item_columns import Token, tokens_of
from quire.invoice.label_positions import Label
from quire.invoice.value_formats import amount, day

_MONEY = r"(?:CNY|CN|YQ|RMB|[¥￥])?[:]?(?P<value>\d[\d,]*(?:\.\d{1,2})?)元?(?![\d/])"
_LABELLED: dict[str, tuple[str, str]] = {
    "passenger": ("passenger", r"(?P<value>[一-鿿][一-鿿·]{1,11}|[A-Z]{2,}/[A-Z]{2,})"),
    "ticket": ("ticket_number", r"(?P<value>\d{3}-?\d{10}|\d{20,24})(?!\d)"),
    "fare": ("fare", _MONEY),
    "fuel": ("fuel_surcharge", _MONEY),
    "fund": ("development_fund", _MONEY),
    "plate": ("plate", r"(?P<value>[一-鿿][A-Z][·.\-]?[A-Z0-9]{5,6})(?![A-Z0-9])"),
    "entry": ("departure", r"(?P<value>[一-鿿][一-鿿A-Z0-9]{0,9})"),
    "exit": ("destination", r"(?P<value>[一-鿿][一-鿿A-Z0-9]{0,9})"),
    "model": ("vehicle_model", r"(?P<value>\S{2,30})"),
    "vin": ("vehicle_number", r"(?P<value>[A-HJ-NPR-Z0-9]{17})(?![A-Z0-9])"),
}
"""Kinds of labels: the key of each, and what its value looks like."""

_SUMS = frozenset({"fare", "fuel_surcharge", "development_fund"})
_PARTS = frozenset({"fuel_surcharge", "development_fund"})  # beside one of them a fare is a part of the total
_OF_TRAINS = re.compile(r"铁路电子客票|限乘|检票|次车|12306|95306|\d车\d|\d:\d\d开")
_TRAIN = re.compile(r"[GDCZTKYLS]\d{1,4}|\d{4}")
_DEPARTS = re.compile(r"(\d{4}年\d{1,2}月\d{1,2}日)(\d{1,2}:\d\d)开?")
_SEAT = re.compile(r"加?\d{1,2}车(?:厢)?(?:\d{1,3}[A-F]?号?(?:[上中下]铺)?|无座)")
_CLASS = re.compile("商务座|特等座|优选一等座|[一二]等(?:座|卧)|高级软卧|高级动卧|动卧|[软硬][座卧]|无座")
_OTHER_FARE = re.compile("退票费|改签费|手续费")
_IDENTITY = re.compile(r"(?:\d{6,14}\*{3,8}\d{2,4}[\dX]?|\d{17}[\dX])(?P<name>[一-鿿][一-鿿·]{1,11})?")
_NAME = re.compile(r"[一-鿿][一-鿿·]{1,11}")
_STATION = re.compile(r"[一-鿿]{1,9}")
_FLIGHT = re.compile(r"(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])\d{3,4}[A-Z]?")
_LEG = re.compile(r"(?:自|至|(?<![A-Z])FROM|(?<![A-Z])TO(?=[:一-鿿T]))(?:FROM|TO)?:?")
_AIRPORT = re.compile(r"(?:T\d)?(?P<value>[一-鿿]{2,8})(?:[A-Z]{3})?(?:T\d)?")
_TERMINAL = re.compile(r"T\d|:|FROM:?|TO:?")
_TIME = re.compile(r"([01]?\d|2[0-3]):?([0-5]\d)")
_LEVEL = 1.2  # ems: a train's number stands so far above or below its stations at most


def journey_of(sheet: FormLayout) -> dict[str, Value]:
    """The further keys of a ticket or of the sale of a car; {} for forms with a table of goods."""
    if sheet.goods:
        return {}
    found = _by_labels(sheet)
    if any(_OF_TRAINS.search(row.text) for row in sheet.rows):
        found |= _train(sheet)
    elif any(row.text.startswith(("自", "FROM")) for row in sheet.rows):
        found |= _legs(sheet)
    if not found.keys() & _PARTS and not found.keys() & {"journey_number"}:
        found.pop("fare", None)  # the total by another name
    return found


def _by_labels(sheet: FormLayout) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for label in sheet.labels:
        if label.kind not in _LABELLED:
            continue
        key, form = _LABELLED[label.kind]
        for row, start, end in _places(sheet, label):
            match = re.match(form, sheet.rows[row].text[start:end])
            if match and key not in found:
                first, last = start + match.start("value"), start + match.end("value")
                text = sheet.rows[row].printed(first, last)
                found[key] = sheet.value((amount(match["value"]) or "") if key in _SUMS else text, row, first, last)
    return found


def _places(sheet: FormLayout, label: Label) -> Iterator[tuple[int, int, int]]:
    """Where the value of a label may stand: behind it, a little higher or lower, below it."""
    start, end = value_span(sheet, label)
    if end > start:
        yield label.row, start, end
    for place in (value_beside(sheet, label), value_below(sheet, label)):
        if place:
            yield place


# --- trains ------------------------------------------------------------------------------------------------------


def _train(sheet: FormLayout) -> dict[str, Value]:
    found = _stations(sheet)
    for number, row in enumerate(sheet.rows):
        for key, pattern in (("seat", _SEAT), ("seat_class", _CLASS)):
            match = pattern.search(row.text)
            if match and key not in found:
                found[key] = sheet.value(row.printed(*match.span()), number, *match.span())
        match = _DEPARTS.search(row.text)
        if match and "journey_date" not in found and (gone := day(match[1])):
            found["journey_date"] = sheet.value(gone, number, *match.span(1))
            found["journey_time"] = sheet.value(match[2].zfill(5), number, *match.span(2))
        match = _IDENTITY.search(row.text)
        if match and "passenger" not in found:
            found |= _passenger(sheet, number, match)
        match = re.search(r"[¥￥](\d[\d,]*\.\d{1,2})(?!\d)", row.text)
        refund = match and _OTHER_FARE.search(row.text[: match.start()])
        if match and not refund and (fare := amount(match[1])):
            found.setdefault("fare", sheet.value(fare, number, *match.span(1)))
    return found


def _passenger(sheet: FormLayout, number: int, match: re.Match[str]) -> dict[str, Value]:
    """The name behind an identity number: in its row, or a little apart."""
    row = sheet.rows[number]
    if match["name"]:
        return {"passenger": sheet.value(row.printed(*match.span("name")), number, *match.span("name"))}
    place = value_beside(sheet, Label("", "", number, match.start(), match.end()))
    text = sheet.rows[place[0]].text[place[1] : place[2]] if place else ""
    return {"passenger": sheet.value(text, *place)} if place and _NAME.fullmatch(text) else {}


def _stations(sheet: FormLayout) -> dict[str, Value]:
    """The number of a train and the stations left and right of it."""
    for number, row in enumerate(sheet.rows):
        for token in tokens_of(row, number):
            if not _TRAIN.fullmatch(row.text[token.start : token.end]):
                continue
            left = _station(sheet, row, token, right=False)
            right = _station(sheet, row, token, right=True)
            if left and right:
                said = sheet.value(row.text[token.start : token.end], number, token.start, token.end)
                return {"departure": left, "destination": right, "journey_number": said}
    return {}


def _station(sheet: FormLayout, home: Row, train: Token, *, right: bool) -> Value | None:
    """The name of the station at a side of a train's number: the nearest Chinese text, "站" apart or not."""
    for number, row in enumerate(sheet.rows):
        if abs(row.middle - home.middle) > _LEVEL * max(row.em, home.em):
            continue
        side = [
            token
            for token in tokens_of(row, number)
            if (token.box.x0 >= train.box.x1 if right else token.box.x1 <= train.box.x0)
            and _STATION.fullmatch(row.text[token.start : token.end])
        ]
        if side:
            start, end = side[0].start, side[-1].end
            text = row.text[start:end]
            if _STATION.fullmatch(text) and text != "站":
                return sheet.value(text, number, start, end)
    return None


# --- flights -----------------------------------------------------------------------------------------------------


def _legs(sheet: FormLayout) -> dict[str, Value]:
    """The legs of an itinerary: each begins at an airport whose row has a flight, and ends at that of the next row."""
    stops: list[tuple[Value, list[tuple[str, Token]]]] = []  # the airport, what stands behind it
    for number, row in enumerate(sheet.rows):
        tokens = [(row.text[t.start : t.end], t) for t in tokens_of(row, number)]
        mark = _LEG.match(row.text)
        rest = [(text[max(mark.end() - t.start, 0) :], t) for text, t in tokens if t.end > mark.end()] if mark else []
        while rest and _TERMINAL.fullmatch(rest[0][0]):
            rest = rest[1:]
        place = _AIRPORT.fullmatch(rest[0][0]) if rest else None
        if place:
            token = rest[0][1]
            start = token.end - len(rest[0][0]) + place.start("value")
            stops.append((sheet.value(place["value"], number, start, start + len(place["value"])), rest[1:]))
    found: dict[str, list[Value]] = {}
    for (origin, behind), (goal, _) in pairwise(stops):
        leg = dict(_flight(sheet, behind))
        if "journey_number" in leg:
            for key, value in ({"departure": origin, "destination": goal} | leg).items():
                found.setdefault(key, []).append(value)
    return {key: _joined(values) for key, values in found.items()}


def _flight(sheet: FormLayout, tokens: Sequence[tuple[str, Token]]) -> Iterator[tuple[str, Value]]:
    """Number, day and time of the flight behind an airport."""
    behind = False
    for text, token in tokens:
        place = (token.row, token.start, token.end)
        if _FLIGHT.fullmatch(text):
            behind = True
            yield "journey_number", sheet.value(text, *place)
        elif behind and (gone := day(text)):
            yield "journey_date", sheet.value(gone, *place)
        elif behind and (clock := _TIME.fullmatch(text)):
            yield "journey_time", sheet.value(f"{clock[1].zfill(2)}:{clock[2]}", *place)


def _joined(values: list[Value]) -> Value:
    """The values of several legs as one, parted by commas."""
    first = values[0]
    sure = min(value.confidence for value in values)
    texts, prints = ([getattr(v, name) for v in values] for name in ("value", "printed"))
    return Value(",".join(texts), ",".join(prints), first.source, sure, first.page, first.box)

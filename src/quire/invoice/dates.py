"""Dates as invoices of many countries print them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import NamedTuple

_MONTHS = {
    1: (
        "jan january januar jänner janvier janv januari enero ene gennaio gen janeiro styczeń stycznia ocak "
        "ιανουαρίου ιαν leden ledna január januára ianuarie januarja siječnja siječanj јануар януари "
        "tammikuuta tammikuu jaanuar janvāris janvārī sausio januarie"
    ),
    2: (
        "feb february februar février fevrier févr fev februari febrero febbraio fevereiro luty lutego şubat "
        "φεβρουαρίου φεβ února únor február februára februarie februarja veljače veljača февруари helmikuuta "
        "helmikuu veebruar februāris februārī vasario februári"
    ),
    3: (
        "mar march märz maerz mrz mars maart mrt marzo março marzec marca maret mart μαρτίου μαρ března "
        "březen március martie ožujka ožujak март maaliskuuta maaliskuu märts marts martā kovo"
    ),
    4: (
        "apr april avril avr abril abr aprile kwiecień kwietnia nisan απριλίου απρ dubna duben április "
        "aprilie aprila travnja travanj април huhtikuuta huhtikuu aprill aprīlis aprīlī balandžio apríla apr"
    ),
    5: (
        "may mai mei mayo maggio mag maio maj maja mayıs μαΐου μαϊ května květen május mája svibnja svibanj "
        "май toukokuuta toukokuu maijs maijā gegužės"
    ),
    6: (
        "jun june juni juin junio giugno giu junho czerwiec czerwca haziran ιουνίου ιουν června červen június "
        "júna iunie junija lipnja lipanj юни kesäkuuta kesäkuu juuni jūnijs jūnijā birželio"
    ),
    7: (
        "jul july juli juillet juil julio luglio lug julho lipiec lipca temmuz ιουλίου ιουλ července červenec "
        "július júla iulie julija srpnja srpanj юли heinäkuuta heinäkuu juuli jūlijs jūlijā liepos"
    ),
    8: (
        "aug august août aout augustus agosto ago sierpień sierpnia agustus ağustos αυγούστου αυγ srpna srpen "
        "augusztus augusta kolovoza kolovoz август elokuuta elokuu augusti augusts augustā rugpjūčio"
    ),
    9: (
        "sep sept september septembre septiembre settembre set setembro wrzesień września eylül σεπτεμβρίου "
        "σεπ září szeptember septembra septembrie rujna rujan септември syyskuuta syyskuu septembris "
        "septembrī rugsėjo"
    ),
    10: (
        "oct okt october oktober octobre octubre ottobre ott outubro październik października ekim οκτωβρίου "
        "οκτ října říjen október októbra octombrie oktobra октомври lokakuuta lokakuu oktoober oktobris "
        "oktobrī spalio"
    ),
    11: (
        "nov november novembre noviembre novembro listopad listopada kasım νοεμβρίου νοε listopadu novembra "
        "noiembrie studenoga studeni ноември marraskuuta marraskuu novembris novembrī lapkričio"
    ),
    12: (
        "dec dez déc dic december dezember décembre decembre diciembre dicembre dezembro grudzień grudnia "
        "desember aralık δεκεμβρίου δεκ prosince prosinec decembra decembrie prosinca декември joulukuuta "
        "joulukuu detsember decembris decembrī gruodžio"
    ),
}
_NAMES = {name: month for month, names in _MONTHS.items() for name in names.split()}
_WORD = "|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True))
_YEAR = r"(?:(?:(?:19|20)\d\d|\d\d)(?!\d)|20\d\d(?=[0-2]?\d:\d\d))"  # recognition may lose the space before the hour
_ZERO_MONTH = re.compile(r"(?<!\d)0(?=(?i:[ck]t))|(?<=[NnÁá])0(?=[Vv])")  # recognition reads October, November so
_PIVOT = 80  # the last two digits of a year: below it a year is of the century from 2000 on
_DIGIT = re.compile(r"\d")
_REMEMBERED = 2048  # texts: those of a page are asked for several times
_REPUBLIC = 1911  # what a year of the Republic of China (民國) lacks
_FIRST_YEAR = 1980  # of a date at the earliest
_LAST_YEAR = 2100  # of a date at the latest
_FORMS = (
    re.compile(r"(?<!\d)(?<!\d[./\-])(?P<y>(?:19|20)\d\d)\s?[-/.年]\s?(?P<m>\d{1,2})\s?[-/.月]\s?(?P<d>\d{1,2})(?!\d)"),
    re.compile(rf"(?:(?<![^\W_])|(?<=[a-z]{{3}}))(?P<a>\d{{1,2}})\s?(?P<s>[-/.])\s?(?P<b>\d{{1,2}})\s?(?P=s)\s?(?P<y>{_YEAR})(?![A-Za-z])"),
    re.compile(
        rf"(?i)(?<!\d)(?<!\d:)(?P<d>\d{{1,2}})(?:\.|st|nd|rd|th|er|e"
        rf"|º)?[\s\-/,]*(?:de\s)?(?P<w>{_WORD})\b\.?[\s,\-/']*(?:de\s)?(?P<y>{_YEAR})"),
    re.compile(rf"(?i)\b(?P<w>{_WORD})\b\.?\s*(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s*[,.]?\s*(?P<y>(?:19|20)\d\d)(?!\d)"),
    re.compile(r"(?<!\d)(?P<y>20\d\d)(?P<m>[01]\d)(?P<d>[0-3]\d)(?!\d)"),
    re.compile(rf"(?i)(?<!\d)(?P<y>20\d\d)\.?\s(?P<w>{_WORD})\s(?P<d>\d{{1,2}})\.?(?!\d)"),
    re.compile(r"(?i)ngày\s(?P<d>\d{1,2})\stháng\s(?P<m>\d{1,2})\snăm\s(?P<y>20\d\d)"),
    re.compile(r"(?:民國|中華民國)?\s?(?<!\d)(?P<roc>\d{2,3})\s?年\s?(?P<m>\d{1,2})\s?月\s?(?P<d>\d{1,2})\s?日?"),
)  # fmt: skip


class DateInText(NamedTuple):
    """A date in a text: characters [start, end)."""

    iso: str
    start: int
    end: int


def dates_in(text: str, *, month_first: bool = False) -> list[DateInText]:
    """The dates of a text in their order.

    Args:
        text: of one line.
        month_first: how 3/4/2020 is read; a number above 12 decides by itself.
    """
    return [*_dates_in(text, month_first)] if _DIGIT.search(text) else []


@lru_cache(_REMEMBERED)
def _dates_in(text: str, month_first: bool) -> tuple[DateInText, ...]:  # noqa: FBT001 - a cache key
    found: list[DateInText] = []
    text = _ZERO_MONTH.sub("o", text)
    for form in _FORMS:
        for match in form.finditer(text):
            iso = _iso(match, month_first=month_first)
            if iso and not any(match.start() < other.end and other.start < match.end() for other in found):
                found.append(DateInText(iso, match.start(), match.end()))
    return tuple(sorted(found, key=lambda d: d.start))


def month_first(texts: Iterable[str]) -> bool | None:
    """Whether the dates of a document have the month first; None when none tells."""
    for text in texts:
        for match in _FORMS[1].finditer(text):
            first, second = int(match["a"]), int(match["b"])
            if match["s"] == ".":
                continue  # 31.12.2020: where points part the figures the day comes first
            if first <= 12 < second <= 31:
                return True
            if second <= 12 < first <= 31:
                return False
    return None


def _iso(match: re.Match[str], *, month_first: bool) -> str | None:
    said = match.groupdict()
    year = int(said["y"]) if said.get("y") else int(said["roc"]) + _REPUBLIC
    year += 2000 if year < _PIVOT else 1900 if year < 100 else 0
    if said.get("w"):
        month, day = _NAMES[said["w"].lower()], int(said["d"])
    elif said.get("a"):
        first, second = int(said["a"]), int(said["b"])
        swap = (month_first and first <= 12 and said["s"] != ".") or second > 12
        month, day = (first, second) if swap else (second, first)
    else:
        month, day = int(said["m"]), int(said["d"])
    try:
        return date(year, month, day).isoformat() if _FIRST_YEAR <= year <= _LAST_YEAR else None
    except ValueError:
        return None

"""Forms 3, 4 and 5: officers, what they hold directly; and documents made to hurt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue
from quire.company.importers.import_context import Context
from tests.company.making import bring

ROW = """<nonDerivativeTransaction><securityTitle><value>{title}</value></securityTitle>
<postTransactionAmounts><sharesOwnedFollowingTransaction><value>{shares}</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
<ownershipNature><directOrIndirectOwnership><value>{nature}</value></directOrIndirectOwnership></ownershipNature></nonDerivativeTransaction>"""
FORM = """<?xml version="1.0"?><ownershipDocument><documentType>4</documentType><periodOfReport>2022-12-13</periodOfReport>
<issuer><issuerCik>0000000042</issuerCik><issuerName>Mill &amp; Co</issuerName><issuerTradingSymbol>{symbol}</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerName>Miller Ann</rptOwnerName></reportingOwnerId><reportingOwnerRelationship>
<isDirector>true</isDirector><isOfficer>{officer}</isOfficer><officerTitle>Chief Miller</officerTitle></reportingOwnerRelationship></reportingOwner>
<nonDerivativeTable>{rows}</nonDerivativeTable></ownershipDocument>"""


def form(symbol: str = "MILL", officer: str = "1", rows: str = "") -> str:
    return FORM.format(symbol=symbol, officer=officer, rows=rows)


def document(folder: Path) -> dict[str, object]:
    with Catalogue.open(folder) as catalogue:
        made: dict[str, object] = json.loads(catalogue.body(next(catalogue.names()), "json"))
    return made


def test_an_officer_and_what_is_held_directly(tmp_path: Path):
    rows = "".join(
        [
            ROW.format(title="Class A", shares="300000", nature="D"),
            ROW.format(title="Class A", shares="101097", nature="D"),
            ROW.format(title="Class B", shares="3", nature="D"),
            ROW.format(title="Class A", shares="999", nature="I"),
            ROW.format(title="Class A", shares="many", nature="D"),
        ]
    )
    (tmp_path / "form4.xml").write_text(form(rows=rows))
    _, rejected = bring(tmp_path / "c", tmp_path / "form4.xml", context=Context(market="nyse"))
    assert rejected == []
    made = document(tmp_path / "c")
    assert made["executives"] == [{"name": "Miller Ann", "titles": ["Chief Miller", "Director"], "pay": "N/A"}]
    holder = {"name": "Miller Ann", "share": "101,100", "value": "", "percentage": "", "reported_date": "Dec 13, 2022"}
    assert made["direct holders"] == [holder]
    assert made["basic info"]["name"] == "Mill & Co"  # type: ignore[index]


def test_forms_in_complete_submissions(tmp_path: Path):
    text = f"<SEC-DOCUMENT>x\n<TEXT>\n<XML>\n{form()}\n</XML>\n</TEXT>\n<XML>{form(officer='0')}</XML>"
    (tmp_path / "0001.txt").write_text(text)
    summary, _ = bring(
        tmp_path / "c", tmp_path / "0001.txt", context=Context(symbols={"0000000042": ["MILL"]}, market="nyse")
    )
    assert summary.parts == 2
    assert document(tmp_path / "c")["executives"]


ENTITIES = (
    '<!DOCTYPE x [<!ENTITY a "a"><!ENTITY b SYSTEM "file:///etc/passwd">]><ownershipDocument>&b;</ownershipDocument>'
)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (form(symbol="NONE"), "no symbol"),
        (form(symbol="<b/>"), "no symbol"),
        (ENTITIES, "document type"),
        ("<ownershipDocument>", "well-formed"),
        (
            "<ownershipDocument><issuer><issuerTradingSymbol>X</issuerTradingSymbol></issuer></ownershipDocument>",
            "owner",
        ),
        ("<SEC-DOCUMENT>nothing", "has no"),
        ("<ownershipDocument>" + "<a>" * 100_000, "well-formed"),
    ],
)
def test_bad_forms_are_told(tmp_path: Path, content: str, reason: str):
    (tmp_path / "form.xml").write_text(content)
    summary, rejected = bring(tmp_path / "c", tmp_path / "form.xml", context=Context(market="nyse"))
    assert not summary.published
    assert reason in rejected[0].reason

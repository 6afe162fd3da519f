"""13F tables: through CUSIPs, with the filer's name from the cover, options or the complete submission."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue
from quire.company.importers.import_context import Context
from tests.company.making import MILL, bring, write

ROW = "<infoTable><cusip>{cusip}</cusip><value>{value}</value><shrsOrPrnAmt><sshPrnamt>{shares}</sshPrnamt><sshPrnamtType>{kind}</sshPrnamtType></shrsOrPrnAmt>{more}</infoTable>"
COVER = """<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler"><headerData><filerInfo><periodOfReport>{period}</periodOfReport>
</filerInfo></headerData><formData><coverPage><filingManager><name>Corn &amp; Co</name></filingManager></coverPage></formData></edgarSubmission>"""


def table(*rows: str) -> str:
    space = 'xmlns="http://www.sec.gov/edgar/document/thirteenf/informationtable"'
    return f'\n<?xml version="1.0" ?>\n<informationTable {space}>{"".join(rows)}</informationTable>'


def row(cusip: str = "12345678X", value: str = "1000", shares: str = "20", kind: str = "SH", more: str = "") -> str:
    return ROW.format(cusip=cusip, value=value, shares=shares, kind=kind, more=more)


GOOD = table(
    row(),
    row(shares="30.5"),
    row(kind="PRN"),
    row(more="<putCall>Put</putCall>"),
    row(cusip="999999999"),
    row(shares="x"),
)


@pytest.fixture
def mill(tmp_path: Path) -> Context:
    """A company that stands there, and its CUSIP."""
    bring(tmp_path / "c", write(tmp_path, "mill.jsonl", MILL))
    (tmp_path / "cusips.txt").write_text("CUSIP|TICKER\n12345678X|mill\n111111111|\n", encoding="utf-8")
    return Context(cusips=tmp_path / "cusips.txt")


def holders(folder: Path) -> list[dict[str, str]]:
    with Catalogue.open(folder) as catalogue:
        found: list[dict[str, str]] = json.loads(catalogue.body(next(catalogue.names()), "json"))[
            "institutional holders"
        ]
    return found


def test_a_table_with_its_cover_beside_it(tmp_path: Path, mill: Context):
    folder = tmp_path / "filing"
    folder.mkdir()
    (folder / "infotable.xml").write_text(GOOD)
    (folder / "primary_doc.xml").write_text(COVER.format(period="03-31-2023"))
    _, rejected = bring(tmp_path / "c", folder, context=mill, day=1)
    assert [row.row for row in rejected] == ["row 5", "row 6"]
    old, new = holders(tmp_path / "c")
    assert old == MILL["institutional holders"][0]  # type: ignore[index]
    assert new == {
        "name": "Corn & Co",
        "share": "50.5",
        "value": "2,000",
        "percentage": "",
        "reported_date": "Mar 31, 2023",
    }


def test_a_complete_submission_in_thousands(tmp_path: Path, mill: Context):
    text = f"<SEC-DOCUMENT>\n<XML>{COVER.format(period='06-30-2019')}</XML>\n<XML>{table(row())}</XML>"
    (tmp_path / "filing.txt").write_text(text)
    bring(tmp_path / "c", tmp_path / "filing.txt", context=mill, day=1)
    assert holders(tmp_path / "c")[1]["value"] == "1,000,000"


def test_the_next_report_of_a_holder_replaces_the_last(tmp_path: Path, mill: Context):
    (tmp_path / "table.xml").write_text(table(row()))
    mill.holder, mill.reported = "Fund", "2025-09-30"
    bring(tmp_path / "c", tmp_path / "table.xml", context=mill, day=1)
    assert [(one["name"], one["share"]) for one in holders(tmp_path / "c")] == [("Fund", "20")]


@pytest.mark.parametrize(
    ("content", "context", "reason"),
    [
        (table(row()), Context(), "filer is not known"),
        (table(row()), Context(holder="F", reported="2025-09-30"), "no CUSIPs"),
        ("<informationTable>", Context(holder="F", reported="2025-09-30"), "CUSIPs"),
        (COVER.replace("name", "nom"), Context(), "does not name a filer"),
    ],
)
def test_bad_tables_are_told(tmp_path: Path, content: str, context: Context, reason: str):
    (tmp_path / "table.xml").write_text(content)
    _, rejected = bring(tmp_path / "c", tmp_path / "table.xml", context=context)
    assert reason in rejected[0].reason

"""Financial Statement Data Sets: exact ends of periods, rounded ones that join them, what does not count."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from quire.company.catalogue import Catalogue
from quire.company.importers.import_context import Context
from tests.company.making import bring

SUB = ["adsh", "cik", "name", "form", "period", "filed", "instance", "bas1", "cityba", "stprba", "zipba", "baph"]
NUM = ["adsh", "tag", "version", "coreg", "ddate", "qtrs", "uom", "value", "segments"]


def lines(names: list[str], *rows: dict[str, str]) -> str:
    return (
        "\n".join("\t".join(cells) for cells in [names, *([row.get(name, "") for name in names] for row in rows)])
        + "\n"
    )


def filing(adsh: str, period: str, instance: str = "", **other: str) -> dict[str, str]:
    told = {
        "adsh": adsh,
        "cik": "42",
        "name": 'MILL "INC"',
        "form": "10-K",
        "period": period,
        "filed": f"{int(period[:4]) + 1}0201",
    }
    return {**told, "instance": instance, "bas1": "1 WAY", "cityba": "TOWN", "baph": "555", **other}


def value(adsh: str, ddate: str, amount: str, **other: str) -> dict[str, str]:
    return {
        "adsh": adsh,
        "tag": "GrossProfit",
        "version": "us-gaap/2020",
        "ddate": ddate,
        "qtrs": "4",
        "uom": "USD",
        "value": amount,
        **other,
    }


def quarter(path: Path, sub: list[dict[str, str]], num: list[dict[str, str]]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("sub.txt", lines(SUB, *sub))
        archive.writestr("num.txt", lines(NUM, *num))
        archive.writestr("tag.txt", "tag\n")
    return path


def test_two_quarters(tmp_path: Path):
    first = quarter(
        tmp_path / "2020q4.zip",
        [
            filing("a", "20200930", "mill-20200926_htm.xml"),
            filing("x", "20200930", form="10-Q"),
            filing("y", "20200930", cik="7"),
        ],
        [
            value("a", "20200930", "100.0000"),
            value("a", "20200930", "1", coreg="Other"),
            value("a", "20200930", "2", segments="A=B;"),
            value("a", "20200930", "3", qtrs="1"),
            value("a", "20200930", "", tag="Assets", qtrs="0"),
            value("x", "20200930", "9"),
            value("a", "20209930", "9"),
        ],
    )
    second = quarter(
        tmp_path / "2021q4.zip",
        [filing("b", "20210930", "mill-10k_20210925.htm")],
        [value("b", "20210930", "(7"), value("b", "20210930", "-200"), value("b", "20200930", "101")],
    )
    context = Context(market="nyse", symbols={"0000000042": ["MILL"]})
    context.market = "nyse"
    (tmp_path / "t.json").write_text(
        json.dumps({"fields": ["cik", "name", "ticker", "exchange"], "data": [[42, "", "MILL", "NYSE"]]})
    )
    _, rejected = bring(tmp_path / "c", first, second, tmp_path / "t.json", context=context)
    assert [(row.file, row.row) for row in rejected] == [("2020q4.zip", "sub.txt row 4")]
    with Catalogue.open(tmp_path / "c") as catalogue:
        entry = next(catalogue.names())
        document = json.loads(catalogue.body(entry, "json"))
        earlier = catalogue.origins(entry)["earlier"]
    assert document["income statement"] == {"Gross Profit": {"Sep 26, 2020": "101", "Sep 25, 2021": "(200)"}}
    assert document["basic info"] == {"website": "", "phone": "555", "name": 'MILL "INC"', "address": "1 WAY, TOWN"}
    assert [row["value"] for row in earlier] == ["100"]  # type: ignore[index,attr-defined]


def test_a_damaged_quarter_is_told(tmp_path: Path):
    path = quarter(tmp_path / "q.zip", [filing("a", "20200930")], [value("a", "20200930", "1")])
    data = bytearray(path.read_bytes())
    data[60:80] = bytes(20)
    path.write_bytes(data)
    _, rejected = bring(tmp_path / "c", path)
    assert "data set" in rejected[0].reason

"""Small catalogues of invented companies, written without any importer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from quire.company.catalogue import Draft, Listing, current, pack_name
from quire.company.pack import PackWriter, Places, packed

BASE = "https://data.example.org"
MOMENT = datetime(2026, 3, 6, 8, 30, 2, tzinfo=UTC)

CHINESE = (
    {"公司代码": "838006", "公司简称": "晨光样例", "公司名称": "江苏晨光样例科技股份有限公司", "省份": "江苏"},
    {"公司代码": "430001", "公司简称": "ST南山例", "公司名称": "北京南山例(集团)股份有限公司", "省份": "北京"},
    {"公司代码": "400008", "公司简称": "甲例A5", "公司名称": "上海同名样例股份有限公司", "省份": "上海"},
    {"公司代码": "400009", "公司简称": "甲例B5", "公司名称": "上海同名样例股份有限公司", "省份": "上海"},
)
AMERICAN = (
    {"symbol": "EXMPL", "market": "nasdaq", "basic info": {"name": "Example Corp"}},
    {"symbol": "BRX-B", "market": "nyse", "basic info": {"name": "Brackish & Sons, Inc."}},
)
Document = dict[str, object]


def make(
    folder: Path, documents: Iterable[Document] = (*CHINESE, *AMERICAN), *, moment: datetime = MOMENT, keep: int = 3
) -> Path:
    """Publish an edition with these documents, over the present one when there is one."""
    folder.mkdir(parents=True, exist_ok=True)
    before = current(folder)
    number = len(list(folder.glob("*.pack"))) + 1
    writer = PackWriter(folder / pack_name(number))
    rows = []
    for document in documents:
        made = packed(bodies(document))
        rows.append((listing(document), Places(number, writer.append(made.data), made.table)))
    writer.close()
    draft = Draft(folder, base=BASE, keep=keep)
    for row, places in rows:
        draft.put(row, places, moment)
    draft.publish(moment)
    assert current(folder) != before
    return folder


def bodies(document: Document) -> tuple[bytes, bytes, bytes]:
    """A document in three forms; the graph says the name and pads."""
    dataset, key, market = identity(document)
    iri = "/".join((BASE, "id", dataset, *([market] if market else ()), key))
    name = str(document.get("公司名称") or document["basic info"]["name"])  # type: ignore[index]
    plain = {label: value for label, value in document.items() if label not in {"market", "省份"}}
    linked = {"@id": iri, "http://www.w3.org/ns/regorg#legalName": name}
    turtle = f"<{iri}> <http://www.w3.org/ns/regorg#legalName> {json.dumps(name, ensure_ascii=False)} .\n"
    return tuple(  # type: ignore[return-value]
        text.encode()
        for text in (
            json.dumps(plain, ensure_ascii=False, separators=(",", ":")),
            json.dumps(linked, ensure_ascii=False),
            turtle,
        )
    )


def identity(document: Document) -> tuple[str, str, str]:
    """Data set, key and market."""
    if "公司代码" in document:
        return "cn", str(document["公司代码"]), ""
    return "us", str(document["symbol"]), str(document["market"])


def listing(document: Document) -> Listing:
    """What the catalogue says of a document."""
    dataset, key, market = identity(document)
    name = str(document.get("公司名称") or document["basic info"]["name"])  # type: ignore[index]
    facets = {name: str(document[name]) for name in ("省份",) if name in document}
    short = str(document.get("公司简称", ""))
    return Listing(dataset, key, market, name, short, (), tuple(document), facets, "{}", "{}")

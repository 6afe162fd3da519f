"""Three forms of one record: the same graph, every cell in it, whatever the texts contain."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.company import neeq_document, us_document
from quire.company.rdf_store import read_jsonld, read_turtle
from quire.company.record import Part, Record, clean
from quire.company.record_build import parsed
from quire.company.representations import checked_base, represent
from quire.company.verify import missing
from quire.errors import BadSetting
from tests.company.making import BASE, MILL, RIVER

MOMENT = "2026-03-04T05:06:07+00:00"
XSD = "http://www.w3.org/2001/XMLSchema#"

texts = st.text(st.characters(exclude_categories=()), min_size=1, max_size=40)
amounts = st.decimals(allow_nan=False, allow_infinity=False, places=2, max_value=10**12, min_value=-(10**12))


def chinese(raw: dict[str, object], file: str = "a.json") -> Record:
    document, _ = neeq_document.document(raw)
    record = Record("cn", str(document["公司代码"]))
    record.take(Part("cn", record.key, document, file=file), MOMENT)
    return record


def american(raw: dict[str, object]) -> Record:
    document, about, _ = us_document.document(raw)
    record = Record("us", str(document["symbol"]))
    record.take(Part("us", record.key, document, about, file="a.json"), MOMENT)
    return record


def check(record: Record) -> tuple[dict[str, object], set[tuple[str, str]]]:
    """Both graphs are equal and hold every cell; the document and the literals."""
    plain, linked, turtle = represent(record, base=BASE, modified=MOMENT)
    one, other = read_jsonld(linked), read_turtle(turtle)
    assert one.triples == other.triples
    document = json.loads(plain)
    assert document == record.document
    assert list(missing(document, one.literals, one.iris)) == []
    return document, set(one.literals)


def test_a_chinese_record_is_the_same_graph_in_both():
    _, literals = check(chinese(RIVER))
    assert ("311203457.71", XSD + "decimal") in literals
    assert ("-5000", XSD + "decimal") in literals
    assert ("0.1190", XSD + "decimal") in literals
    assert ("2014-01-24", XSD + "date") in literals
    assert ("2016-06-30", XSD + "date") in literals


def test_an_american_record_is_the_same_graph_in_both():
    _, literals = check(american(MILL))
    assert ("416161000", XSD + "decimal") in literals
    assert ("2025-09-27", XSD + "date") in literals
    assert ("0000000042", XSD + "string") in literals


def test_the_bytes_are_the_same_each_time():
    assert represent(chinese(RIVER), base=BASE, modified=MOMENT) == represent(
        chinese(RIVER), base=BASE, modified=MOMENT
    )


def test_json_is_utf8_and_unescaped():
    plain, _, turtle = represent(chinese(RIVER), base=BASE, modified=MOMENT)
    assert "长河（样例）科技".encode() in plain
    assert '"长河（样例）科技股份有限公司"@zh'.encode() in turtle


def test_resources_are_fragments_of_the_company():
    turtle = represent(chinese(RIVER), base=BASE, modified=MOMENT)[2].decode()
    subjects = [line.split(">")[0] for line in turtle.splitlines() if line.startswith("<")]
    assert subjects == sorted(subjects)
    assert "<#balance-sheet-2016-12-31" in subjects
    assert "_:" not in turtle
    assert f"@base <{BASE}/id/cn/830001> ." in turtle


def test_web_addresses_that_are_iris_are_links():
    turtle = represent(chinese(RIVER), base=BASE, modified=MOMENT)[2].decode()
    assert "schema:url <http://www.river.example>" in turtle
    wrong = represent(chinese({**RIVER, "公司网址": "www.<river>.example/ x"}), base=BASE, modified=MOMENT)[2].decode()
    assert "schema:url" not in wrong


def test_the_same_company_elsewhere_is_linked():
    given = ["https://other.example/id/7", "no address", "https://other.example/id/7"]
    for record in (chinese({**RIVER, "sameAs": given}), american({**MILL, "sameAs": given[:1]})):
        check(record)
        turtle = represent(record, base=BASE, modified=MOMENT)[2].decode()
        assert turtle.count("owl:sameAs <https://other.example/id/7>") == 1


HOSTILE = [
    '"""', "\\", "\\u0000", "\0", "a\nb\r\tc", "<http://x>", "> . <a> <b> <c> .", "@prefix x: <y> .", "{{}}", "'; DROP TABLE x",
    "\u2028\u2029\ufeff", "\U0001f600", "𠮷野家", "\ud800", "%00%zz", "_:b", "@id", "@context", "a:b", "//x", "日本 語", "\u202egnp.exe",
    "\ufffe\uffff", "-", "#", ".", "%", "/", "~", "\x7f\x85\x9f",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_break_nothing(text: str):
    raw = {
        **RIVER,
        "公司名称": text,
        "公司网址": text,
        text: text,
        "资产负债表": {text: {"2016-12-31": "1"}, "货币资金": {"2016-12-31": text}},
        "高管人员": [{"name": text, text: text}],
        "机构股东": [{"date": "2016-06-30", text: text, "detail": [{"name": text, "ratio": text, text: [text]}]}],
        "其他": {text: [text, {text: text}, [text]], "日": {"2016-06-30": text}},
    }
    document, literals = check(chinese(raw, file=text))
    assert document["公司名称"] == clean(text)
    assert clean(text) in {value for value, _ in literals}


@settings(max_examples=60, deadline=None)
@given(
    name=texts,
    key=texts,
    item=texts,
    amount=amounts,
    nested=st.recursive(
        texts, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
    ),
)
def test_any_text_survives_in_all_forms(name: str, key: str, item: str, amount: object, nested: object):
    raw = {**RIVER, "公司名称": name, key + "x": nested, "利润表": {item + "x": {"2016-12-31": f"{amount:,}"}}}
    document, literals = check(chinese(raw))
    if not name.isspace():
        assert document["公司名称"] == clean(name)
        assert clean(name) in {value for value, _ in literals}


@settings(max_examples=30, deadline=None)
@given(name=texts, title=texts, item=texts)
def test_any_text_survives_in_american_records(name: str, title: str, item: str):
    executives = [{"name": name, "titles": [title, title], "pay": item}]
    check(
        american({**MILL, "executives": executives, "cash flow": {item: {"Sep 27, 2025": "1"}}, "description": title})
    )


def test_numbers_of_json_keep_every_digit():
    raw = parsed('{"公司代码": 830001, "利润表": {"净利润": {"2016-12-31": 123456789012345678901234567890.10}}}')
    assert isinstance(raw, dict)
    document, _ = check(chinese(raw))
    assert document["利润表"] == {"净利润": {"2016-12-31": "123456789012345678901234567890.10"}}


def test_several_sources_are_told_apart():
    record = chinese(RIVER)
    cells = {"利润表": {"净利润": {"2016-12-31": "7"}}}
    part = Part("cn", record.key, cells, merge=True, kind="quire-finance", file="report.json")
    part.details = {"/利润表/净利润/2016-12-31": {"page": "12"}}
    record.take(part, MOMENT)
    turtle = represent(record, base=BASE, modified=MOMENT)[2].decode()
    block = turtle.partition("\n<#income-statement-2016-12-31>")[2].partition(" .\n")[0]
    assert "prov:wasDerivedFrom <#source-2>" in block
    assert 'q:page "12"^^xsd:integer' in block
    check(record)


def test_the_base_must_be_a_plain_address():
    assert checked_base("") == "http://localhost:8000"
    assert checked_base("https://quire.example.org/x/") == "https://quire.example.org/x"
    for address in ("https://a.example/<b>", 'https://a.example/"', "https://a.example/{x}"):
        with pytest.raises(BadSetting):
            checked_base(address)

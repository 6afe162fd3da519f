"""Companies are imported by upload, and the report says what was refused and why."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest

import quire.company
from quire.clock import SystemClock
from quire.company.importers.extracted_statements import _SECOND
from quire.web import application
from quire.web.console.translations_imports import REASONS, reason
from quire.web.state.company_imports import CompanyImports, start_process, wait_for_processes
from tests.web.console.test_keys_page import sign_in, token

pytestmark = pytest.mark.anyio

PAGE = "/console/companies/import"
DOCUMENT = json.dumps({"公司代码": "830901", "公司名称": "长河仪器"}, ensure_ascii=False)


@pytest.fixture
def imports(tmp_path: Path) -> Iterator[CompanyImports]:
    run = partial(start_process, "quire.jobs.uploaded_companies")
    yield CompanyImports(tmp_path / "companies", SystemClock(), run, {"base": "", "keep": 3})
    wait_for_processes()


@pytest.fixture
async def importing(site, imports):
    whole = replace(site, imports=imports)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(application(whole)), base_url="http://quire.test"
    ) as one:
        yield one
    await whole.companies.close()


async def test_an_upload_is_imported_and_reported(importing, imports, admin):
    form = {"token": token(await sign_in(importing, admin)), "market": ""}
    content = f'{DOCUMENT}\n{{"公司简称": "x"}}\nno json\n'.encode()
    answer = await importing.post(PAGE, data=form, files={"file": ("list.jsonl", content)})
    assert answer.status_code == 303
    place = answer.headers["location"].partition("?")[0]
    wait_for_processes()
    page = (await importing.get(place)).text
    assert "<dt>Added</dt><dd>1</dd>" in page
    assert "list.jsonl line 3" in page
    chinese = (await importing.get(place, headers={"Accept-Language": "zh"})).text
    assert "不是 JSON" in chinese
    lines = (await importing.get(f"{place}/report")).text.splitlines()
    assert [json.loads(line)["taken"] for line in lines] == [False, False]
    assert "list.jsonl" in (await importing.get(PAGE)).text
    assert (await importing.get(f"{PAGE}/20260101T000000-00000000")).status_code == 404


async def test_only_who_manages_keys_imports(importing, imports, secret):
    form = {"token": token(await sign_in(importing, secret))}
    assert (await importing.get(PAGE)).status_code == 403
    answer = await importing.post(PAGE, data=form, files={"file": ("a.jsonl", DOCUMENT.encode())})
    assert (answer.status_code, list(imports.all())) == (403, [])


async def test_what_cannot_be_is_refused(importing, imports, admin):
    form = {"token": token(await sign_in(importing, admin))}
    for more, name, content in (
        ({"market": "moon"}, "a.jsonl", DOCUMENT.encode()),
        ({}, "a.png", b"\x89PNG\r\n\x1a\n"),
        ({}, "a.jsonl", b""),
        ({"token": "x"}, "a.jsonl", DOCUMENT.encode()),
    ):
        answer = await importing.post(PAGE, data=form | more, files={"file": (name, content)})
        assert answer.status_code in {400, 403, 415}
    assert list(imports.all()) == []


def test_each_reason_has_a_place_for_each_group():
    for pattern, chinese in REASONS:
        assert chinese.count("{}") == re.compile(pattern).groups, pattern
    assert reason("symbol is missing", "zh") == "缺少股票代码"
    assert reason("symbol is missing", "en") == "symbol is missing"
    assert reason("something new", "zh") == "something new"
    assert reason("2 rows are called “Sales”; they are entered as “A: Sales”, “B: Sales”", "zh").startswith(
        "有 2 行都叫"
    )
    assert reason(_SECOND.format(7, "资产负债表"), "zh").startswith("未导入（7 个数字）")


def test_every_reason_of_an_import_has_a_translation():
    said = {sentence for path in Path(quire.company.__path__[0]).rglob("*.py") for sentence in sentences_of(path)}
    assert len(said) > 40
    assert {
        sentence for sentence in said if not re.search("[一-鿿]", reason(sentence, "zh").replace("证券代码", ""))
    } == set()


def sentences_of(path: Path) -> Iterator[str]:
    """The texts that are written out as reasons, with a 7 in each gap."""
    place = {"Problem": 0, "Rejected": 2, "Note": 1}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and len(node.args) > place.get(node.func.id, 99)
        ):
            for part in ast.walk(node.args[place[node.func.id]]):
                if isinstance(part, ast.JoinedStr):
                    yield "".join(str(one.value) if isinstance(one, ast.Constant) else "7" for one in part.values)
                    break
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
                    yield part.value

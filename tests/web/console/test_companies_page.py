"""The pages of companies."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.web.console.companies_page import source_of, website
from quire.web.console.translations import TEXTS
from tests.company.catalogues import make
from tests.web.console.test_keys_page import sign_in

pytestmark = pytest.mark.anyio

PAGE = "/console/companies"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make(tmp_path / "companies")


async def test_search_and_read(nobody, secret, folder):
    await sign_in(nobody, secret)
    assert "838006" not in (await nobody.get(PAGE)).text
    found = (await nobody.get(f"{PAGE}?q=晨光")).text
    assert f'href="{PAGE}/id/cn/838006"' in found
    company = (await nobody.get(f"{PAGE}/id/cn/838006")).text
    assert 'lang="zh-Hans">公司代码</span></dt><dd>838006</dd>' in company
    chinese = (await nobody.get(f"{PAGE}/id/cn/838006", headers={"Accept-Language": "zh"})).text
    assert "<dt>公司代码</dt><dd>838006</dd>" in chinese
    missing = await nobody.get(f"{PAGE}/id/cn/999999", headers={"Accept-Language": "zh"})
    assert missing.status_code == 404
    assert "没有这家公司。" in missing.text
    assert f'href="{PAGE}">返回搜索' in missing.text


@pytest.mark.parametrize(("form", "kind"), [("json", "json"), ("jsonld", "ld+json"), ("rdf", "turtle")])
async def test_the_forms_are_files(nobody, secret, folder, form, kind):
    await sign_in(nobody, secret)
    answer = await nobody.get(f"{PAGE}/id/cn/838006?form={form}")
    assert kind in answer.headers["content-type"]
    assert answer.headers["content-disposition"].startswith('attachment; filename="838006.')
    with_key = await nobody.get(f"/company/838006/{form}", headers={"authorization": f"Bearer {secret}"})
    assert answer.content == with_key.content


async def test_nothing_without_a_session_or_the_scope(nobody, site, folder):
    _, narrow = site.keys.create(NewKey("t", "lin", scopes=frozenset({Scope.PARSE})))
    for path in (PAGE, f"{PAGE}/id/cn/838006"):
        assert 'action="/console/sign-in"' in (await nobody.get(path)).text
    await sign_in(nobody, narrow)
    for path in (f"{PAGE}?q=晨光", f"{PAGE}/id/cn/838006", f"{PAGE}/id/cn/838006?form=json"):
        assert "838006" not in (await nobody.get(path)).text.partition("<main")[2]


async def test_nothing_was_imported(nobody, secret, admin):
    await sign_in(nobody, secret)
    page = (await nobody.get(f"{PAGE}?q=x")).text
    assert (TEXTS["en"]["no_companies_yet"] in page, f"{PAGE}/import" in page) == (True, False)
    await sign_in(nobody, admin)
    page = (await nobody.get(f"{PAGE}?q=x")).text
    assert ("quire company import" in page, f"{PAGE}/import" in page) == (True, True)


async def test_an_earlier_version_is_a_file_too(nobody, secret, folder):
    await sign_in(nobody, secret)
    page = f"{PAGE}/id/cn/838006"
    assert f"{page}?form=json&amp;version=1" in (await nobody.get(page)).text
    assert (await nobody.get(f"{page}?form=json&version=1")).status_code == 200
    for version in ("2", "0", "x", "-1"):
        assert (await nobody.get(f"{page}?form=json&version={version}")).status_code == 404


def test_every_part_names_its_source():
    fields = {"": 0, "/利润表": 1, "/a~1b": 2}
    assert [source_of(fields, name) for name in ("公司代码", "利润表", "a/b")] == [1, 2, 3]
    assert source_of({}, "x") == source_of(None, "x") == 0


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("https://www.example.com/a?b=c", "https://www.example.com/a?b=c"),
        ("www.example.com", "http://www.example.com"),
        ("javascript:alert(1)//www.example.com", ""),
        ("see www.example.com", ""),
        ("example.com", ""),
        ("838006", ""),
    ],
)
def test_only_what_says_that_it_is_an_address_becomes_a_link(said, address):
    assert website(said) == address

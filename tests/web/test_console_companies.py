"""The pages of companies."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.access.keys import NewKey
from quire.access.rules import Scope
from tests.company.catalogues import make
from tests.web.test_console import sign_in

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
    assert "<dt>公司代码</dt><dd>838006</dd>" in company
    assert (await nobody.get(f"{PAGE}/id/cn/999999")).status_code == 404


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
        assert "838006" not in (await nobody.get(path)).text


async def test_nothing_was_imported(nobody, secret):
    await sign_in(nobody, secret)
    assert "quire company import" in (await nobody.get(f"{PAGE}?q=x")).text

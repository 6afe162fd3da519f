"""The start page, and samples that are tried with one click."""

from __future__ import annotations

from importlib import resources

import pytest

from quire.access.keys import NewKey
from quire.access.permissions import Scope
from quire.web.console.start_page import NO_PAGE, SAMPLES
from tests.web.console.test_keys_page import sign_in, token

pytestmark = pytest.mark.anyio


async def test_the_root_leads_to_the_start_page(nobody, secret):
    assert (await nobody.get("/")).headers["location"] == "/console"
    assert 'action="/console/sign-in"' in (await nobody.get("/console")).text
    await sign_in(nobody, secret)
    page = (await nobody.get("/console")).text
    assert all(f'action="/console/samples/{name}"' in page for name in SAMPLES)


async def test_addresses_without_a_page_are_answered_by_a_page(nobody, secret):
    for path in ("/console", "/console/documents"):
        assert (await nobody.get(f"{path}/")).headers["location"] == path
    assert (await nobody.get("/console//x.example//")).headers["location"] == "/console//x.example"
    for path in ("/console/nothing", "/console/sign-in", "/console/documents/7"):
        assert 'action="/console/sign-in"' in (await nobody.get(path)).text
    await sign_in(nobody, secret)
    for path in ("/console/nothing", "/console/sign-in", "/console/documents/7"):
        answer = await nobody.get(f"{path}?lang=zh")
        assert (answer.status_code, answer.headers["x-error-code"]) == (404, "not_found")
        assert "此地址没有页面。" in answer.text
        assert NO_PAGE in (await nobody.get(f"{path}?lang=en")).text
    assert (await nobody.post("/console/nothing")).status_code == 401
    assert (await nobody.put("/console/sign-in")).headers["allow"] == "POST"


@pytest.mark.parametrize(("language", "at"), [("en", 0), ("zh", 1)])
async def test_samples_are_sent_in_the_language_of_the_page(nobody, secret, site, tasks, language, at):
    form = {"token": token(await sign_in(nobody, secret))}
    for name in ("pdf2word", "statements", "invoices"):
        answer = await nobody.post(f"/console/samples/{name}?lang={language}", data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, "/console/documents?watch=1")
        task = [*tasks.rows.values()][-1]
        assert (task.filename, task.options["facsimile"]) == (SAMPLES[name][language], "1")
        assert tasks.contents[task.id].startswith(b"%PDF")
    answer = await nobody.post(f"/console/samples/wiki?lang={language}", data=form)
    (one,) = site.wikis.shelf.all()
    assert answer.headers["location"] == f"/console/wikis/{one.slug}?watch=1"
    assert one.lang == language


async def test_a_sample_needs_the_permission_and_our_own_form(nobody, site, tasks):
    _, narrow = site.keys.create(NewKey("t", "lin", scopes=frozenset({Scope.PARSE})))
    form = {"token": token(await sign_in(nobody, narrow))}
    assert "/console/samples/wiki" not in (await nobody.get("/console")).text
    assert (await nobody.post("/console/samples/invoices", data=form)).status_code == 403
    assert (await nobody.post("/console/samples/pdf2word", data={"token": "x"})).status_code == 403
    assert (await nobody.post("/console/samples/other", data=form)).status_code == 404
    assert not tasks.rows


def test_every_sample_is_in_the_package():
    folder = resources.files("quire.web").joinpath("samples")
    for files in SAMPLES.values():
        assert all(folder.joinpath(name).is_file() for name in files.values())

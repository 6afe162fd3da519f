"""The API docs: the vendored viewer, the token by which its page calls the API, and the page in a browser."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import pytest

import quire.web
from quire.access.keys import NewKey
from tests.running_service import first_key, running_service
from tests.web.console.test_keys_page import sign_in

pytestmark = pytest.mark.anyio

VENDORED = Path(quire.web.__file__).parent / "static" / "swagger-ui"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
TOKEN = "/console/api-token"


def test_the_viewer_is_the_one_of_its_package():
    sums = re.findall(r"^\| `(\S+)` \| `([0-9a-f]{64})` \|$", (VENDORED / "README.md").read_text(), re.MULTILINE)
    assert {name: hashlib.sha256((VENDORED / name).read_bytes()).hexdigest() for name, _ in sums} == dict(sums)
    assert {"swagger-ui-bundle.js", "swagger-ui.css"} == {name for name, _ in sums}
    assert "Apache License" in (VENDORED / "LICENSE.txt").read_text()


async def test_its_files_are_served_and_nothing_is_loaded_from_elsewhere(nobody):
    answer = await nobody.get("/docs")
    for path in re.findall(r'(?:src|href)="(/static/swagger-ui[^"]*)"', answer.text):
        assert (await nobody.get(path)).status_code == 200
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]


async def test_a_session_calls_the_api_with_its_key_until_it_ends(nobody, site):
    key, secret = site.keys.create(NewKey("lin's", "lin"))
    assert (await nobody.post(TOKEN)).json() == {"token": None}
    await sign_in(nobody, secret)
    token = (await nobody.post(TOKEN)).json()["token"]
    bearer = {"authorization": f"Bearer {token}"}
    me = (await nobody.get("/api/v1/auth/me", headers=bearer)).json()
    assert (me["username"], me["token_id"]) == ("lin", key.id)
    cookie = nobody.cookies["quire_session"]
    for forged in (f"console.{cookie}", token[:-1], token.replace(key.id, "other"), "console."):
        wrong = {"authorization": f"Bearer {forged}"}
        assert (await nobody.get("/api/v1/auth/me", headers=wrong)).status_code == 401
    nobody.cookies.set("quire_session", token.removeprefix("console."), path="/console")
    assert (await nobody.post(TOKEN)).json() == {"token": None}  # a token opens no console
    foreign = await nobody.post(TOKEN, headers={"sec-fetch-site": "cross-site"})
    assert foreign.status_code == 403
    site.keys.revoke(key.id)
    assert (await nobody.get("/api/v1/auth/me", headers=bearer)).status_code == 401


async def test_a_token_ends_with_its_session(nobody, site, clock):
    secret = site.keys.create(NewKey("lin's", "lin"))[1]
    await sign_in(nobody, secret)
    bearer = {"authorization": f"Bearer {(await nobody.post(TOKEN)).json()['token']}"}
    assert (await nobody.get("/api/v1/auth/me", headers=bearer)).status_code == 200
    clock.advance(9 * 3600)
    assert (await nobody.get("/api/v1/auth/me", headers=bearer)).status_code == 401


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_call_is_tried_out_in_a_browser(tmp_path):
    """Signed in to the console: search for an operation, call it, see the answer; the policy stops nothing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with running_service(tmp_path / "data") as address, playwright.sync_playwright() as started:
        secret = first_key(address)
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        dark = browser.new_page(color_scheme="dark")
        dark.goto(f"{address}/docs")
        title = dark.locator("#try .info .title").first
        title.wait_for()
        red, *_ = re.findall(r"\d+", title.evaluate("one => getComputedStyle(one).color"))
        assert int(red) > 150  # light on dark
        dark.close()
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        problems = []
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{address}/console")
        page.fill("input[type=password]", secret)
        with page.expect_navigation():
            page.press("input[type=password]", "Enter")
        page.goto(f"{address}/docs")
        page.fill(".operation-filter-input", "auth/me")
        playwright.expect(page.locator(".opblock-tag", has_text="Batches")).to_have_count(0)
        for tag in page.locator(".opblock-tag-section:not(.is-open) .opblock-tag").all():
            tag.click()
        one = page.locator(".opblock", has=page.locator('[data-path="/api/v1/auth/me"]'))
        one.locator(".opblock-summary-control").click()
        page.click("button.execute")
        playwright.expect(page.locator(".live-responses-table .response .microlight").first).to_contain_text("admin")
        page.fill(".operation-filter-input", "")
        playwright.expect(page.locator("section.models")).to_be_visible()
        page.screenshot(path=tmp_path / "docs.png")
        assert problems == []
        browser.close()

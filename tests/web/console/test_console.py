"""The journeys of people through books, companies and administration, in a real browser.

At two sizes and in both languages, light and dark, by keyboard alone, and without scripts where that is promised; every page
is held against WCAG 2.2 AA by axe-core where that is installed.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.web.console import browsing
from tests.web.console.browsing import PATIENCE, SAMPLES, axe_script, chromium, first_key, service, violations

browsing.needs_chromium()

from playwright.sync_api import Browser, Page, StorageState, expect  # noqa: E402 - after the check that it is there

SIZES = pytest.mark.parametrize(("width", "language"), [(1280, "en"), (390, "zh")])
LOOKS = pytest.mark.parametrize(
    ("width", "language", "colours"),
    [(1280, "en", "light"), (390, "zh", "dark"), (390, "en", "light"), (1280, "zh", "dark")],
)
MODEL = {
    "QUIRE_LLM_MODEL": "large",
    "QUIRE_LLM_BASE_URL": "http://127.0.0.1:9/v1",
    "QUIRE_LLM_PRICES": "*=3/15",
}
"""A model that nobody answers for: what it would cost is known all the same."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = {"QUIRE_LINK_SECRET": "sk-hush", "SERVICE_ALLOW_PRIVATE_URLS": "1"}
    with service(tmp_path_factory.mktemp("service"), **settings) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def state(address: str, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> StorageState:
    """The session of the first administrator, who has tried every sample and imported companies."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    first_key(page, address)
    for name in ("pdf2word", "statements", "wiki"):
        page.goto(f"{address}/console")
        page.click(f"#try-{name}")
    expect(page.locator("#job .state.completed")).to_be_visible(timeout=PATIENCE)  # without a reload
    upload = tmp_path_factory.mktemp("upload") / "cn.jsonl"
    text = (SAMPLES / "companies" / "cn.jsonl").read_text(encoding="utf-8")
    upload.write_text(f"{text}not json\n", encoding="utf-8")
    import_companies(page, address, upload)
    page.goto(f"{address}/console/documents")
    expect(page.locator(".state.done")).to_have_count(2, timeout=PATIENCE)
    found = context.storage_state()
    context.close()
    return found


def import_companies(page: Page, address: str, upload: Path) -> None:
    page.goto(f"{address}/console/companies/import")
    page.set_input_files("#file", upload)
    page.locator("form[data-upload] > button").click()
    page.wait_for_url("**/companies/import/2*")
    expect(page.locator("#import .state.done").first).to_be_visible(timeout=PATIENCE)


def opened(browser: Browser, state: StorageState | None, width: int, language: str, **more: object) -> Page:
    """A page of the session, which fails on any error of a script or of the content policy."""
    context = browser.new_context(
        storage_state=state,
        viewport={"width": width, "height": 844},
        locale="zh-CN" if language == "zh" else "en-US",
        **more,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda said: pytest.fail(said.text) if "Content Security Policy" in said.text else None)
    return page


def every_page(page: Page, address: str) -> list[str]:
    """The paths of all pages of the console that this session can see."""
    found = ["/console", "/docs", "/console/documents", "/console/bin", "/console/documents/review"]
    found += ["/console/keys", "/console/usage", "/console/companies?q=8", "/console/companies/id/cn/830901"]
    found += [f"/console/administration{place}" for place in ("", "/people", "/webhooks", "/settings")]
    for start, pattern in (
        ("/console/keys", "td a[href^='/console/keys/']"),
        ("/console/companies/import", "tbody a"),
        ("/console/wikis", "tbody th a"),
    ):
        page.goto(f"{address}{start}")
        found += [start, str(page.locator(pattern).first.get_attribute("href"))]
    wiki = found[-1]
    page.goto(f"{address}/console/documents")
    found += [str(one.get_attribute("href")) for one in page.locator("td.acts a[href$='/result']").all()]
    found += [
        f"{wiki}/{place}" for place in ("settings", "search?q=paper", "read/", "read/names.html", "read/graph.html")
    ]
    page.goto(f"{address}{wiki}/read/")
    found += [
        f"{wiki}/read/{page.locator('main a[href^=page]').first.get_attribute('href')}",
        f"{wiki}/read/book/1.html",
    ]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_fits_the_narrowest_screen(address: str, browser: Browser, state, language: str) -> None:
    """WCAG 2.2, 1.4.10: 320 pixels without scrolling sideways; wide tables scroll by themselves."""
    width = 320
    page = opened(browser, state, width, language)
    found = {}
    for path in every_page(page, address):
        page.goto(f"{address}{path}")
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
            found[path] = wide
    assert found == {}


@LOOKS
def test_every_page_keeps_the_rules_of_wcag(
    address: str, browser: Browser, state, width: int, language: str, colours: str
) -> None:
    script = axe_script()
    page = opened(browser, state, width, language, color_scheme=colours, bypass_csp=True)
    found = {}
    for path in every_page(page, address):
        answer = page.goto(f"{address}{path}")
        assert answer is not None
        assert answer.status == 200, path
        if path == "/docs":
            page.wait_for_selector(".swagger-ui .opblock-summary")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        if wrong := violations(page, script):
            found[path] = wrong
    page.context.clear_cookies()
    page.goto(f"{address}/console")
    if wrong := violations(page, script):
        found["sign in"] = wrong
    assert found == {}
    page.context.close()


@SIZES
@pytest.mark.parametrize("scripts", [True, False])
def test_a_book_is_read_searched_and_taken_home(
    address: str, browser: Browser, state, width: int, language: str, *, scripts: bool
) -> None:
    page = opened(browser, state, width, language, java_script_enabled=scripts)
    page.goto(f"{address}/console/wikis")
    page.locator("tbody th a").first.click()
    page.fill("#q", "paper")
    page.press("#q", "Enter")
    page.locator(".results a").first.click()
    expect(page.locator("main h1")).to_be_visible()
    assert "/read/page/" in page.url
    page.locator("header nav a").first.click()  # back to the console
    with page.expect_download() as download:
        page.locator("a[href$='/export/epub']").click()
    assert download.value.path().read_bytes().startswith(b"PK")
    assert page.locator("svg.chart").count() >= 2
    page.context.close()


@SIZES
@pytest.mark.parametrize("scripts", [True, False])
def test_deleting_a_wiki_asks_first(
    address: str, browser: Browser, state, tmp_path: Path, width: int, language: str, *, scripts: bool
) -> None:
    name = f"Thrown away {width} {scripts}"
    book = tmp_path / "b.md"
    book.write_text(f"# {name}\n\nThe pond is deep. The ice is thin.\n", encoding="utf-8")
    page = opened(browser, state, width, language, java_script_enabled=scripts)
    page.goto(f"{address}/console/wikis")
    page.set_input_files("#file", book)
    page.fill("#wiki_name", name)
    page.locator("form[data-upload] > button").click()
    page.wait_for_url(re.compile(r"/console/wikis/thrown"))
    expect(page.locator("h1")).to_contain_text(name)
    page.locator("a[href$='/settings']").first.click()
    page.locator("button.danger").click()
    expect(page.locator("h1")).to_contain_text(name)
    page.locator("main a.button").click()  # kept
    expect(page.locator("h1")).to_contain_text(name)
    page.locator("a[href$='/settings']").first.click()
    page.locator("button.danger").click()
    page.locator("button.danger").click()
    page.wait_for_url(f"{address}/console/wikis")
    expect(page.locator("tbody th", has_text=name)).to_have_count(0)
    page.context.close()


def test_the_cost_of_a_model_is_shown_before_it_starts(browser: Browser, tmp_path: Path) -> None:
    with service(tmp_path, **MODEL) as address:
        page = opened(browser, None, 1280, "en")
        first_key(page, address)
        page.goto(f"{address}/console/wikis")
        page.set_input_files("#file", SAMPLES / "books" / "bookbinding-en.md")
        page.check("[name=auto_start]")
        page.locator("form[data-upload] > button").click()
        page.wait_for_url(re.compile(r"/console/wikis/bookbinding"))
        expect(page.locator("#job .state.paused")).to_be_visible()
        page.locator("#do-plan").click()
        expect(page.locator("#plan table tbody tr").first).to_be_visible(timeout=PATIENCE)  # without a reload
        expect(page.locator("#plan strong")).to_contain_text("About $")
        page.context.close()


@SIZES
def test_companies_and_their_report_of_problems(
    address: str, browser: Browser, state, width: int, language: str
) -> None:
    page = opened(browser, state, width, language)
    page.goto(f"{address}/console/companies/import")
    page.locator("tbody a").first.click()
    expect(page.locator("#import table")).to_contain_text("不是 JSON" if language == "zh" else "is not JSON")
    with page.expect_download() as download:
        page.locator("a[href$='/report']").click()
    assert json.loads(download.value.path().read_text(encoding="utf-8").splitlines()[0])["taken"] is False
    page.goto(f"{address}/console/companies?q=830901")
    page.locator(".hits a").first.click()
    heads = page.locator("#sheet tbody th")
    expect(heads.first).to_contain_text("营业收入" if language == "zh" else "Revenue")
    assert page.locator("#sheet svg.chart").count() == 2
    broken = [
        link
        for one in page.locator("main a").all()
        if (link := str(one.get_attribute("href"))).startswith("http") and address not in link and "example" not in link
    ]
    assert broken == []  # links lead to this service, on whatever port it is
    page.context.close()


@SIZES
def test_a_webhook_is_seen_and_sent_again(address: str, browser: Browser, state, width: int, language: str) -> None:
    received: list[bytes] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = opened(browser, state, width, language)
    page.goto(f"{address}/console/keys")
    page.fill("#name", f"hook {width}")
    page.click("form.grid button")
    secret = page.locator("code.secret").inner_text()
    sent = page.request.post(
        f"{address}/api/parse/pdf2markdown",
        headers={"authorization": f"Bearer {secret}"},
        multipart={
            "file": {
                "name": "b.pdf",
                "mimeType": "application/pdf",
                "buffer": (SAMPLES / "briefing-slides.pdf").read_bytes(),
            },
            "callback_url": f"http://127.0.0.1:{server.server_port}/hook",
        },
    )
    assert sent.ok, sent.text()
    page.goto(f"{address}/console/administration/webhooks")
    for _ in range(120):
        if page.locator("tbody tr", has_text=str(server.server_port)).locator(".state.done").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    before = len(received)
    assert before == 1
    page.locator("tbody tr", has_text=str(server.server_port)).locator("button").click()
    for _ in range(60):
        if len(received) > before:
            break
        page.wait_for_timeout(500)
    assert len(received) == before + 1
    server.shutdown()
    server.server_close()
    page.context.close()


@SIZES
def test_administration_in_sentences_and_without_secrets(
    address: str, browser: Browser, state, width: int, language: str
) -> None:
    page = opened(browser, state, width, language, java_script_enabled=False)
    page.goto(f"{address}/console/administration")
    expect(page.locator("[role=status]").first).to_contain_text("一切正常" if language == "zh" else "Everything works")
    page.locator("nav.tabs a[href$='/settings']").click()
    assert "sk-hush" not in page.content()
    expect(page.locator("tr", has_text="QUIRE_LINK_SECRET")).to_contain_text("••••••")
    page.locator("nav.tabs a[href$='/people']").click()
    page.locator(".plain a").first.click()
    page.fill("#quota", "500")
    page.click("main form button")
    page.goto(f"{address}/console/administration/people")
    expect(page.locator(".plain", has_text="/500").first).to_be_visible()
    page.goto(f"{address}/console/usage")
    assert page.locator("svg.chart rect").count() > 0
    page.context.close()


@SIZES
def test_the_keyboard_alone_reaches_and_shows_everything(
    address: str, browser: Browser, state, width: int, language: str
) -> None:
    """From the first key stroke: the link over the head, then each thing in turn, with a focus that can be seen."""
    page = opened(browser, state, width, language)
    for path in ("/console", "/console/wikis", "/console/administration/people", "/console/usage"):
        page.goto(f"{address}{path}")
        wanted = page.evaluate(
            """() => [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
            .filter((one) => one.type !== 'hidden' && !one.disabled && one.checkVisibility()
              && (one.type !== 'radio' || one.checked)).length"""
        )
        reached = 0
        for _ in range(wanted + 5):
            page.keyboard.press("Tab")
            seen = page.evaluate(
                """() => { const one = document.activeElement; if (one === document.body || one.dataset.seen) return null;
                one.dataset.seen = '1'; const style = getComputedStyle(one);
                return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2; }"""
            )
            if seen is None:
                continue
            assert seen, f"{path}: {page.evaluate('document.activeElement.outerHTML')[:200]}"
            reached += 1
        assert reached >= wanted, path
    page.goto(f"{address}/console")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to content
    assert page.evaluate("document.activeElement.id") == "content"
    head = page.locator("header").bounding_box()
    assert head is not None
    assert head["height"] <= 0.12 * 844
    page.context.close()

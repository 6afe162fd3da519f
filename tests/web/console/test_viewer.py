"""The journeys of people in a real browser, at two sizes and in both languages: see, correct, take home, without scripts too.

Needs playwright and the system's Chromium; skipped where one is absent.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("no Chromium on this machine", allow_module_level=True)

from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright  # noqa: E402 - after the check that it is there

SAMPLES = Path(__file__).parents[3] / "samples"
QUIRE = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())"]
SIZES = pytest.mark.parametrize(("width", "language"), [(1280, "en"), (390, "zh")])
PATIENCE = 120_000  # milliseconds for a document on a busy machine
MANY = int(os.environ.get("QUIRE_TEST_MANY_FILES", "60"))
"""Files that are dropped at once, more than a minute's submissions; 500 were tried, docs/measurements/service.md."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A whole service with a worker."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    folder = tmp_path_factory.mktemp("service")
    command = [*QUIRE, "serve", "--port", str(port), "--data-dir", str(folder / "data"), "--slots", "1"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ))
        try:
            assert process.stdout
            assert any("listening" in line for line in iter(process.stdout.readline, ""))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="module")
def state(address: str, browser: Browser) -> StorageState:
    """The session of the first administrator, with a document and a report that are done."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.goto(f"{address}/console/keys")
    page.fill("[name=name]", "first")
    page.fill("[name=owner]", "lin")
    page.click("main button")
    expect(page.locator("code.secret")).to_be_visible()
    for word, name in (("pdf2word", "annual-report-en.pdf"), ("statements", "statements/statements-zh.pdf")):
        page.goto(f"{address}/console/documents")
        page.set_input_files("#file", SAMPLES / name)
        page.click(f"button[formaction$='/{word}']")
        expect(page.locator(".state.done")).to_have_count(1 if word == "pdf2word" else 2, timeout=PATIENCE)
    found = context.storage_state()
    context.close()
    return found


def opened(browser: Browser, state: StorageState, width: int, language: str, *, scripts: bool = True) -> Page:
    """A page of the session, which fails on any error of a script or of the content policy."""
    context = browser.new_context(
        storage_state=state,
        viewport={"width": width, "height": 844},
        locale="zh-CN" if language == "zh" else "en-US",
        java_script_enabled=scripts,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    return page


@SIZES
def test_a_block_and_its_mark_lead_to_each_other(
    address: str, browser: Browser, state, width: int, language: str
) -> None:
    page = opened(browser, state, width, language)
    page.goto(f"{address}/console/documents?to=pdf2word")
    page.locator("td.acts a[href$='/result']").click()
    page.locator(".block").nth(5).click()
    expect(page.locator(".mark.chosen")).to_be_in_viewport()
    assert page.evaluate("window.scrollY") < 400  # a tap moves a side, not the screen
    page.fill("#go", "9")
    page.press("#go", "Enter")
    expect(page.locator("#b9:not(.waiting)")).to_be_in_viewport()
    expect(page.locator("#p9")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.context.close()


@SIZES
@pytest.mark.parametrize("scripts", [True, False])
def test_a_cell_is_corrected_and_taken_home(
    address: str, browser: Browser, state, width: int, language: str, *, scripts: bool
) -> None:
    page = opened(browser, state, width, language, scripts=scripts)
    page.goto(f"{address}/console/documents?to=statements")
    page.locator("td.acts a[href$='/result']").click()
    page.locator("a[href^='?edit=0']").click()
    cell = page.locator("input[name='v:0/2/2']")
    text = f"{width}.{len(language) + scripts}"
    cell.fill(text)
    cell.press("Enter")
    expect(page.locator(".corrected", has_text=text)).to_have_count(1)
    with page.expect_download() as download:
        page.locator("a[href$='/corrected/xlsx']").click()
    assert download.value.path().read_bytes().startswith(b"PK")
    page.context.close()


def tab_to(page: Page, wanted: str, most: int = 400) -> None:
    """Press Tab until the focus, which must be seen all the way, is on what fits the selector."""
    for _ in range(most):
        page.keyboard.press("Tab")
        seen, there = page.evaluate(
            """wanted => { const one = document.activeElement, style = getComputedStyle(one);
            return [one === document.body || style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
              one.matches(wanted)]; }""",
            wanted,
        )
        assert seen, page.evaluate("document.activeElement.outerHTML")[:200]
        if there:
            return
    pytest.fail(f"Tab does not reach {wanted}")


def sends(page: Page, key: str) -> None:
    """Press a key that leads to another page."""
    with page.expect_navigation():
        page.keyboard.press(key)


def opens_form(page: Page) -> None:
    """Press Enter on the link to a form; its first text gets the focus."""
    sends(page, "Enter")
    expect(page.locator(":is(.correct, .correct-block) :is(input, textarea):focus")).to_have_count(1)


def shown_result(page: Page, address: str, word: str, query: str = "") -> None:
    """Open the result of the document that became `word`."""
    page.goto(f"{address}/console/documents?to={word}")
    result = page.locator("td.acts a[href$='/result']").first.get_attribute("href")
    page.goto(f"{address}{result}{query}")


@SIZES
def test_cells_and_rows_of_a_document_are_corrected_by_keyboard_alone(
    address: str, browser: Browser, state, width: int, language: str
) -> None:
    page = opened(browser, state, width, language)
    shown_result(page, address, "pdf2word", "?page=7")
    edit, rows = page.locator("#b7 .block.role-table .edit"), page.locator("#b7 .block.role-table tr")
    number = rows.count()
    tab_to(page, "#b7 .block.role-table .edit")
    opens_form(page)
    tab_to(page, ".correct-block input[name$='/1/1']")
    page.keyboard.press("Control+a")
    page.keyboard.type(f"key {width}")
    sends(page, "Control+Enter")
    expect(page.locator(".block.changed td", has_text=f"key {width}")).to_have_count(1)
    expect(edit).to_be_focused()
    expect(page.locator("#announce")).not_to_be_empty()
    assert "saved" not in page.url
    opens_form(page)
    tab_to(page, "input[name=number]")
    page.keyboard.press("Control+a")
    page.keyboard.type("2")
    tab_to(page, "button[value=remove]")
    sends(page, "Enter")
    expect(rows).to_have_count(number - 1)
    expect(edit).to_be_focused()
    opens_form(page)
    tab_to(page, "button[name=as_read]")
    sends(page, "Enter")
    expect(rows).to_have_count(number)
    page.context.close()


@SIZES
def test_texts_and_roles_are_corrected_by_keyboard_alone(
    address: str, browser: Browser, state, width: int, language: str
) -> None:
    page = opened(browser, state, width, language)
    shown_result(page, address, "pdf2word", "?page=7")
    tab_to(page, "#b7 .block.role-paragraph .edit")
    block = page.evaluate("document.activeElement.closest('.block').id")
    opens_form(page)
    page.keyboard.type("Typed. ")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")  # another role
    tab_to(page, ".correct-block p.choices button")
    sends(page, "Enter")
    expect(page.locator(f"#{block}.changed")).to_contain_text("Typed.")
    assert "role-paragraph" not in str(page.locator(f"#{block}").get_attribute("class"))
    expect(page.locator(f"#{block} .edit")).to_be_focused()
    opens_form(page)
    sends(page, "Escape")
    expect(page.locator(f"#{block} .edit")).to_be_focused()
    opens_form(page)
    tab_to(page, "button[name=as_read]")
    sends(page, "Enter")
    expect(page.locator(f"#{block}.role-paragraph:not(.changed)")).to_have_count(1)
    page.context.close()


@SIZES
def test_a_statement_is_corrected_by_keyboard_alone(
    address: str, browser: Browser, state, width: int, language: str
) -> None:
    page = opened(browser, state, width, language)
    shown_result(page, address, "statements")
    tab_to(page, "a[data-edit]")
    opens_form(page)
    tab_to(page, "input[name='v:0/2/2']")
    page.keyboard.press("Control+a")
    page.keyboard.type(f"9{width}")
    sends(page, "Enter")
    expect(page.locator(".corrected", has_text=f"9{width}")).to_have_count(1)
    expect(page.locator("#s-1 a[data-edit]")).to_be_focused()
    expect(page.locator("#announce")).not_to_be_empty()
    tab_to(page, "a.figure")
    page.keyboard.press("Enter")
    expect(page.locator(".leaves .chosen")).to_be_in_viewport()
    page.context.close()


@SIZES
def test_who_zooms_in_sees_a_sharper_page(address: str, browser: Browser, state, width: int, language: str) -> None:
    page = opened(browser, state, width, language)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/sharp/" in request.url else None)
    page.goto(f"{address}/console/documents?to=pdf2word")
    page.locator("td.acts a[href$='/result']").click()
    expect(page.locator("#p1 img")).to_be_visible()
    page.wait_for_timeout(500)
    assert asked == []
    page.locator(".bar details", has=page.locator("#z300")).locator("summary").click()
    page.check("#z300")
    expect(page.locator("#p1 img")).to_have_attribute("src", re.compile(r"/sharp/1$"))
    assert page.locator("#p1 img").evaluate("one => one.naturalWidth") > 1500
    assert len(asked) <= 2  # what is not seen is not asked for
    page.context.close()


COUNTED = """addEventListener('click', (event) => {
  if (event.isTrusted && event.detail) localStorage.clicks = 1 + Number(localStorage.clicks || 0);
}, true);"""


@SIZES
def test_from_a_sample_to_a_corrected_workbook_in_less_than_ten_clicks(
    address: str, browser: Browser, state, width: int, language: str
) -> None:
    """The steps of docs/api.md, from the start page on."""
    page = opened(browser, state, width, language)
    page.context.add_init_script(COUNTED)
    page.goto(f"{address}/console")
    page.locator("#try-invoices").click()
    page.locator("tr", has_text="invoice").locator("a[href$='/result']").first.click()
    page.locator("a[data-edit]").first.click()
    for name, text in (("0/seller_name", f"Seller {width}"), ("0/line_items/0/quantity", f"7{width}")):
        page.locator(f"input[name='v:{name}']").click()
        page.keyboard.press("Control+a")
        page.keyboard.type(text)
    page.locator("form.correct button").click()
    with page.expect_download() as download:
        page.locator("a[href$='/corrected/xlsx']").click()
    with zipfile.ZipFile(download.value.path()) as book:
        content = "".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    assert f"Seller {width}" in content
    assert f"7{width}" in content
    assert int(page.evaluate("localStorage.clicks")) == 7
    page.context.close()


def test_deleting_asks_first_without_scripts(address: str, browser: Browser, state) -> None:
    page = opened(browser, state, 390, "en", scripts=False)
    page.goto(f"{address}/console/documents?to=pdf2word")
    page.locator("td.acts button.danger").click()
    expect(page.locator("h1")).to_contain_text("annual-report-en.pdf")
    page.locator("main a.button").click()
    expect(page.locator("th.name", has_text="annual-report-en.pdf")).to_have_count(1)
    page.context.close()


@SIZES
@pytest.mark.parametrize("scripts", [True, False])
def test_a_document_is_corrected_and_taken_home(
    address: str, browser: Browser, state, width: int, language: str, *, scripts: bool
) -> None:
    page = opened(browser, state, width, language, scripts=scripts)
    page.goto(f"{address}/console/documents?to=pdf2word")
    page.locator("td.acts a[href$='/result']").click()
    page.goto(f"{page.url.partition('?')[0]}?page=7")
    page.locator(".block.role-table .edit").first.click()
    text = f"{width}.{len(language) + scripts}"
    page.locator(".correct-block input[name$='/1/1']").fill(text)
    page.locator(".correct-block p.choices button").first.click()
    expect(page.locator(".block.changed td", has_text=text)).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    with page.expect_download() as download:
        page.locator(".tools form button:not(.quiet)").first.click()
    with zipfile.ZipFile(download.value.path()) as document:
        assert text in document.read("word/document.xml").decode()
    page.context.close()


def test_a_locked_document_opens_with_its_password(address: str, browser: Browser, state, tmp_path: Path) -> None:
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(SAMPLES / "statements" / "statements-zh.pdf") as document:
        document.save(locked, encryption=pikepdf.Encryption(owner="owner", user="geheim"))
    page = opened(browser, state, 1280, "en")
    for password, ending in (("wrong", ".state.failed"), ("geheim", ".state.done")):
        page.goto(f"{address}/console/documents?q=locked.pdf")
        page.set_input_files("#file", locked)
        page.fill("#password", password)
        page.click("button[formaction$='/pdf2markdown']")
        expect(page.locator(ending)).to_have_count(1, timeout=PATIENCE)
    expect(page.locator("td", has_text="The password does not open the file.")).to_have_count(1)
    page.context.close()


def small_pdf(path: Path, text: str) -> None:
    """A page with one line."""
    with pikepdf.new() as document:
        page = document.add_blank_page()
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        page.Contents = document.make_stream(f"BT /F 12 Tf 72 700 Td ({text}) Tj ET".encode())
        document.save(path)


def test_many_files_at_once_all_end(address: str, browser: Browser, state, tmp_path: Path) -> None:
    files = []
    for number in range(MANY):
        files.append(tmp_path / f"{number:03}.pdf")
        small_pdf(files[-1], f"File {number}")
    page = opened(browser, state, 1280, "en")
    page.goto(f"{address}/console/documents")
    page.set_input_files("#file", files)
    page.click("button[formaction$='/pdf2markdown']")
    show = page.locator("#sending a")
    expect(page.locator("#sending [role=status]")).to_contain_text(f"{MANY} of {MANY}", timeout=4 * PATIENCE)
    assert page.locator("#sending li.refused").count() == 0
    show.click()
    expect(page.locator("#batch")).to_contain_text(f"{MANY} of {MANY} done, 0 failed", timeout=4 * PATIENCE)
    page.context.close()

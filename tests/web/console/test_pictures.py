"""The pictures of the documentation, each the end of a journey through the console as it is now.

`pytest tests/web/console/test_pictures.py --accept` draws them again.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from tests.web.console import browsing
from tests.web.console.browsing import PATIENCE, SAMPLES, chromium, first_key, service

browsing.needs_chromium()

from playwright.sync_api import Browser, Page, StorageState, expect  # noqa: E402 - after the check that it is there

IMAGES = Path(__file__).parents[3] / "docs" / "images"
MAX_BYTES, COLOURS = 100_000, 64
"""Of one picture: a clone carries them all."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with service(tmp_path_factory.mktemp("service")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def state(address: str, browser: Browser) -> StorageState:
    """The session of the first administrator."""
    context = browser.new_context(locale="en-US")
    first_key(context.new_page(), address)
    found = context.storage_state()
    context.close()
    return found


@pytest.fixture
def at_work(address: str, browser: Browser, state: StorageState) -> Iterator[Callable[..., Page]]:
    """`at_work(width, height, language)` opens the console."""
    contexts = []

    def opened(width: int, height: int, language: str = "en") -> Page:
        locale = "zh-CN" if language == "zh" else "en-US"
        contexts.append(
            browser.new_context(storage_state=state, viewport={"width": width, "height": height}, locale=locale)
        )
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/console")
        return page

    yield opened
    for one in contexts:
        one.close()


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """`keep(page, name)` draws a picture of the documentation again, with `--accept`; without, it must be there."""

    def keep(page: Page, name: str) -> None:
        path = IMAGES / f"{name}.png"
        page.mouse.move(0, 0)
        page.evaluate("document.fonts.ready")
        if request.config.getoption("--accept"):
            drawn = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
            drawn.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        assert 0 < path.stat().st_size <= MAX_BYTES, name

    return keep


def converted(page: Page, name: str, word: str) -> None:
    """Send a sample and open its result."""
    page.goto(f"{page.url.partition('/console')[0]}/console/documents")
    page.set_input_files("#file", SAMPLES / name)
    page.click(f"button[formaction$='/{word}']")
    row = page.locator("tr", has_text=Path(name).name).first
    expect(row.locator(".state.done")).to_be_visible(timeout=PATIENCE)
    row.locator("a[href$='/result']").click()


@pytest.mark.parametrize(
    ("language", "figure", "picture"),
    [("en", "11,711", "statement"), ("zh", "701,199,238.98", "statement.zh")],
)
def test_a_figure_is_marked_on_its_page(at_work, keep, language: str, figure: str, picture: str) -> None:
    page = at_work(1280, 760, language)
    converted(page, f"statements/statements-{language}.pdf", "statements")
    page.locator("td a", has_text=figure).first.click()
    chosen = page.locator(".chosen")
    expect(chosen).to_have_count(2)  # the value and its mark
    expect(chosen.nth(0)).to_be_in_viewport()
    expect(chosen.nth(1)).to_be_in_viewport()
    keep(page, picture)


def test_a_corrected_figure_has_its_check(at_work, keep) -> None:
    page = at_work(1280, 760)
    converted(page, "statements/statements-zh.pdf", "statements")
    page.locator("a[href^='?edit=0']").click()
    cell = page.locator("input[name='v:0/2/2']")
    cell.fill("203,202,730.47")
    cell.press("Enter")
    expect(page.locator(".corrected", has_text="203,202,730.47")).to_have_count(1)
    expect(page.locator("li", has_text="-0.01")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    keep(page, "correct")


def test_the_form_of_an_invoice(at_work, keep) -> None:
    page = at_work(960, 540)
    page.locator("#try-invoices").click()
    page.locator("tr", has_text="invoice").locator("a[href$='/result']").first.click()
    page.locator("a[data-edit]").first.click()
    cell = page.locator("input[name='v:0/line_items/0/quantity']")
    cell.fill("2")
    cell.scroll_into_view_if_needed()
    expect(cell).to_be_in_viewport()
    keep(page, "correct-invoice")


def test_the_form_of_a_table(at_work, keep) -> None:
    page = at_work(960, 610)
    converted(page, "annual-report-en.pdf", "pdf2word")
    page.goto(f"{page.url.partition('?')[0]}?page=7")
    page.locator(".block.role-table .edit").first.click()
    cell = page.locator(".correct-block input[name$='/0/1']")
    cell.click()
    expect(cell).to_be_in_viewport()
    keep(page, "correct-document")


def test_a_page_of_a_wiki_with_its_sources(at_work, keep, address: str) -> None:
    page = at_work(1280, 657)
    page.click("#try-wiki")
    expect(page.locator("#job .state.completed")).to_be_visible(timeout=PATIENCE)
    page.goto(f"{address}/console/wikis")
    wiki = page.locator("tbody th a").first.get_attribute("href")
    page.goto(f"{address}{wiki}/read/names.html")
    page.get_by_role("link", name="Signature", exact=True).first.click()
    expect(page.locator("h1")).to_have_text("Signature")
    expect(page.get_by_text("Sources").first).to_be_visible()
    keep(page, "wiki")

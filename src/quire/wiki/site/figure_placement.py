"""Pictures of the book in what is made of a wiki: where its text is read, and on the pages that speak of them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from quire.wiki.figure import BookFigure
from quire.wiki.sentence_split import fold
from quire.wiki.wiki_page import Page, plain_text

if TYPE_CHECKING:
    from quire.wiki.site.site_content import SiteContent

__all__ = ["FigureAddress", "figure_html", "page_figures", "split_at_figures"]

_MOST = 4
"""Pictures beside a page; the others stand in the book's text."""

_LABEL = re.compile(
    r"(?:(fig)(?:ure)?s?|(plate)|(diagram)|(图|圖|插图|插圖)|(illustration))\.?\s*([0-9]+(?:[.\-–][0-9]+)*|[IVXLC]+)\b",
    re.IGNORECASE,
)
_CITED = re.compile(r"\[\^(p\d{1,9})\]")
_BEGIN = 40
"""Letters of a sentence that tell it from others."""


class FigureAddress(Protocol):
    """Where pictures are, seen from the file that is written."""

    def picture(self, file: str) -> str:
        """The address of a picture."""


def figure_html(plate: BookFigure, address: FigureAddress, caption: str) -> str:
    """A picture with its caption, which is HTML already."""
    size = f' width="{plate.width}" height="{plate.height}"' if plate.width and plate.height else ""
    said = html.escape(plate.alt or plate.caption)
    shown_caption = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure><img src="{html.escape(address.picture(plate.file))}" alt="{said}"{size} loading="lazy">{shown_caption}</figure>'


def split_at_figures(text: str, plates: Sequence[BookFigure]) -> Iterator[tuple[int, str, BookFigure | None, str]]:
    """A passage's text in pieces: the text before each picture and where it begins, the picture, its caption.

    At last the text behind them all.
    """
    done = 0
    for plate in sorted(plates, key=lambda one: one.at):
        at = max(done, min(plate.at, len(text)))
        behind = at + len(text[at:]) - len(text[at:].lstrip())
        captioned = bool(plate.caption) and text.startswith(plate.caption, behind)
        yield done, text[done:at], plate, plate.caption if captioned else ""
        done = behind + len(plate.caption) if captioned else at
    yield done, text[done:], None, ""


def page_figures(atlas: SiteContent, page: Page) -> list[BookFigure]:
    """The pictures that a page shows, those that carry its name first.

    A picture belongs to a page when a sentence that the page cites stands right before or behind it, is its caption,
    or refers to it by its number; or when it carries the page's name and stands in a passage that the page cites.
    """
    if not atlas.plates:
        return []
    cited = _cited(page)
    named: list[BookFigure] = []
    near: list[BookFigure] = []
    for passage_id, sentences in cited.items():
        for plate in atlas.plates.get(passage_id, ()):
            if _names(plate, page):
                named.append(plate)
            elif _beside(plate, atlas.opened.wiki.passage(passage_id).text, sentences):
                near.append(plate)
    labels = {label for sentences in cited.values() for one in sentences for label in _labels(one)}
    parts = {atlas.places[one].number for one in cited if one in atlas.places}
    near += [
        plate
        for passage_id, plates in atlas.plates.items()
        for plate in plates
        if labels and atlas.places[passage_id].number in parts and labels & _labels(plate.caption[:20])
    ]
    return list({one.file: one for one in reversed([*named, *near])}.values())[::-1][:_MOST]


def _cited(page: Page) -> dict[str, list[str]]:
    """The sentences of a page by the passage that they cite, in the order of the page."""
    out: dict[str, list[str]] = {}
    for line in page.body.split("\n"):
        pieces = _CITED.split(line)
        said = ""
        for text, passage_id in zip(pieces[::2], pieces[1::2], strict=False):
            said = text if text.strip() else said
            out.setdefault(passage_id, []).append(" ".join(plain_text(said).split()))
    return out


def _names(plate: BookFigure, page: Page) -> bool:
    said = f"{plate.caption} {plate.alt}"
    return any(
        len(name) > 1 and re.search(rf"(?<![A-Za-z]){re.escape(name)}", said, re.IGNORECASE) for name in page.names
    )


def _beside(plate: BookFigure, text: str, sentences: Sequence[str]) -> bool:
    behind = text[plate.at :].strip().removeprefix(plate.caption).strip()
    around = fold(" ".join([text[: plate.at].strip().split("\n\n")[-1], plate.caption, behind.split("\n\n")[0]]))
    return any(len(begin := fold(one)[:_BEGIN]) > 4 and begin in around for one in sentences)


def _labels(text: str) -> set[tuple[str, str]]:
    """Kind and number of the figures that a text refers to."""
    return {
        (next(kind for kind in hit.groups()[:-1] if kind).lower()[-1:], hit.group(6).rstrip(".-–"))
        for hit in _LABEL.finditer(text)
    }

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
    r"(?:(fig)(?:ure)?s?|(figure)|(diagram)|(图|圖|插图|插圖)|(illustration))\.?\s*([0-9]+(?:[.\-–][0-9]+)*|[IVXLC]+)\b",
    re.IGNORECASE,
)
_CITED = re.compile(r"\[\^(p\d{1,9})\]")
_SHORTEST = 4
"""Letters of a sentence that are too few to compare."""

_BEGIN = 40
"""Letters of a sentence that tell it from others."""


class FigureAddress(Protocol):
    """Where pictures are, seen from the file that is written."""

    def picture(self, file: str) -> str:
        """The address of a picture."""


def figure_html(figure: BookFigure, address: FigureAddress, caption: str) -> str:
    """A picture with its caption, which is HTML already."""
    size = f' width="{figure.width}" height="{figure.height}"' if figure.width and figure.height else ""
    said = html.escape(figure.alt or figure.caption)
    shown_caption = f"<figcaption>{caption}</figcaption>" if caption else ""
    return (
        f'<figure><img src="{html.escape(address.picture(figure.file))}" alt="{said}"{size} '
        f'loading="lazy">{shown_caption}</figure>'
    )


def split_at_figures(text: str, figures: Sequence[BookFigure]) -> Iterator[tuple[int, str, BookFigure | None, str]]:
    """A passage's text in pieces: the text before each picture and where it begins, the picture, its caption.

    At last the text behind them all.
    """
    done = 0
    for figure in sorted(figures, key=lambda one: one.at):
        at = max(done, min(figure.at, len(text)))
        behind = at + len(text[at:]) - len(text[at:].lstrip())
        captioned = bool(figure.caption) and text.startswith(figure.caption, behind)
        yield done, text[done:at], figure, figure.caption if captioned else ""
        done = behind + len(figure.caption) if captioned else at
    yield done, text[done:], None, ""


def page_figures(content: SiteContent, page: Page) -> list[BookFigure]:
    """The pictures that a page shows, those that carry its name first.

    A picture belongs to a page when a sentence that the page cites stands right before or behind it, is its caption,
    or refers to it by its number; or when it carries the page's name and stands in a passage that the page cites.
    """
    if not content.figures:
        return []
    cited = _cited(page)
    named: list[BookFigure] = []
    near: list[BookFigure] = []
    for passage_id, sentences in cited.items():
        for figure in content.figures.get(passage_id, ()):
            if _names(figure, page):
                named.append(figure)
            elif _beside(figure, content.opened.wiki.passage(passage_id).text, sentences):
                near.append(figure)
    labels = {label for sentences in cited.values() for one in sentences for label in _labels(one)}
    parts = {content.part_of[one].number for one in cited if one in content.part_of}
    near += [
        figure
        for passage_id, figures in content.figures.items()
        for figure in figures
        if labels and content.part_of[passage_id].number in parts and labels & _labels(figure.caption[:20])
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


def _names(figure: BookFigure, page: Page) -> bool:
    said = f"{figure.caption} {figure.alt}"
    return any(
        len(name) > 1 and re.search(rf"(?<![A-Za-z]){re.escape(name)}", said, re.IGNORECASE) for name in page.names
    )


def _beside(figure: BookFigure, text: str, sentences: Sequence[str]) -> bool:
    behind = text[figure.at :].strip().removeprefix(figure.caption).strip()
    around = fold(" ".join([text[: figure.at].strip().split("\n\n")[-1], figure.caption, behind.split("\n\n")[0]]))
    return any(len(begin := fold(one)[:_BEGIN]) > _SHORTEST and begin in around for one in sentences)


def _labels(text: str) -> set[tuple[str, str]]:
    """Kind and number of the figures that a text refers to."""
    return {
        (next(kind for kind in hit.groups()[:-1] if kind).lower()[-1:], hit.group(6).rstrip(".-–"))
        for hit in _LABEL.finditer(text)
    }

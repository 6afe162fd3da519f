"""Vertical names of zones (购买方, 销售方, 密码区, 备注), and the cipher text, which is noise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from quire.invoice.character_rows import Piece
from quire.model.geometry import Box, bounds
from quire.model.page import Page
from quire.text import fold

_LETTERS = frozenset("购买方销售方信息密码区备注购货单位销货收款付款项目")
_STACKS = {
    "buyer": re.compile("购买方|购货单位|买方|付款方|受票方"),
    "seller": re.compile("销售方|销货单位|售方|收款方|开票方"),
    "cipher": re.compile("密码区|码区"),
    "remarks": re.compile("备注"),
}
_LONGEST = 8  # characters of a vertical name
_STEP = 4.5  # letter heights: how far apart the letters of a vertical word may stand
_PIECE = 2  # characters of a piece of a vertical word at most
_FEWEST_SIGNS = 3  # in a line of the cipher area at least
_CIPHER = re.compile(r"[\d<>*/+\-]{14,}")
_CIPHER_SIGNS = re.compile(r"[<>*/+]")


class VerticalLabel(NamedTuple):
    """The name of a zone and its position."""

    name: str  # buyer, seller, cipher, remarks
    box: Box


def find_vertical_labels(pieces: Sequence[Piece]) -> tuple[list[VerticalLabel], frozenset[int]]:
    """The vertical labels, and the indices of the pieces that form them and the cipher text."""
    single = [i for i, p in enumerate(pieces) if len(p.glyphs) <= _PIECE and set(p.text) <= _LETTERS]
    single.sort(key=lambda i: pieces[i].box.y0)
    chains: list[list[int]] = []
    for index in single:
        home = next((c for c in chains if _follows(pieces[c[-1]].box, pieces[index].box)), None)
        if home is None:
            chains.append([index])
        else:
            home.append(index)
    stacks, used = [], set()
    for chain in chains:
        word = "".join(pieces[i].text for i in chain)
        name = next((n for n, pattern in _STACKS.items() if pattern.search(word)), None)
        if name and len(chain) > 1:
            stacks.append(VerticalLabel(name, bounds(pieces[i].box for i in chain)))
            used.update(chain)
    used.update(i for i, p in enumerate(pieces) if is_cipher(p.text))
    return stacks, frozenset(used)


def turned_labels(page: Page) -> list[VerticalLabel]:
    """Vertical labels that a reader took for turned or vertical lines."""
    found = []
    for line in page.lines:
        text = fold(line.text).replace(" ", "")
        if (line.angle or line.vertical) and len(text) <= _LONGEST and line.box.height > line.box.width:
            name = next((n for n, pattern in _STACKS.items() if pattern.search(text)), None)
            if name:
                found.append(VerticalLabel(name, line.box))
    return found


def is_cipher(text: str) -> bool:
    """Whether a piece is a line of the cipher area of paper forms: digits and signs in disorder."""
    return bool(_CIPHER.fullmatch(text)) and len(_CIPHER_SIGNS.findall(text)) >= _FEWEST_SIGNS


def _follows(above: Box, below: Box) -> bool:
    middle, other = (above.x0 + above.x1) / 2, (below.x0 + below.x1) / 2
    size = max(above.height, below.height)
    return abs(middle - other) < 0.5 * size and 0 < below.y0 - above.y0 < _STEP * size

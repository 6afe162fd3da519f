"""Random documents for property tests: any text, any nesting, grids that are legal."""

from __future__ import annotations

from hypothesis import strategies as st

from quire.model.block import (
    Block,
    Code,
    Figure,
    Formula,
    Furniture,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Quote,
    Role,
    Span,
    Table,
    TabStop,
)
from quire.model.document import Document, PageInfo, Region
from quire.model.geometry import Box
from quire.model.page import Metadata, OutlineItem, Picture, PictureKind, Style, TextSource
from quire.model.table import Align, Cell, Grid

MARKUP = "*_`~#+-=|\\[](){}<>&!:;.\"'$^/@1a中（）、。é\u0627 \n\t"
CONTROLS = "\x00\x01\x0b\x0c\r\x1b\x7f\x85\u2028\ud800\ufffe"

texts = st.one_of(
    st.text(st.sampled_from(MARKUP), max_size=25),
    st.text(st.characters(codec="utf-8"), max_size=15),
    st.text(st.sampled_from(MARKUP + CONTROLS), max_size=10),
    st.sampled_from(
        [
            "word",
            "- item",
            "1. item",
            "# head",
            "===",
            "---",
            "| a | b |",
            "<script>alert(1)</script>",
            "&lt;",
            "[^n1]",
            "[x]: y",
        ]
    ),
)
coordinates = st.floats(0, 1000, width=32)
pages = st.integers(1, 4)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """A box whose corners are in order."""
    x0, x1 = sorted((draw(coordinates), draw(coordinates)))
    y0, y1 = sorted((draw(coordinates), draw(coordinates)))
    return Box(x0, y0, x1, y1)


places = st.builds(Place, pages, boxes())
some_places = st.tuples(places) | st.tuples(places, places)

styles = st.none() | st.builds(
    Style,
    st.sampled_from(["Times", 'Odd "Name"\\', "宋体"]),
    st.floats(1, 72).map(lambda size: round(size, 1)),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.integers(0, 0xFFFFFF),
    st.sampled_from([0, 0, 0, 1, -1]),
)
links = st.none() | st.sampled_from(
    [
        "https://example.org/a_b?(c)",
        "http://x.y/ä b",
        "mailto:a@b.org",
        "javascript:alert(1)",
        "java\nscript:x",
        "#p2",
        "data:x",
        'https://"><b>',
    ]
)
notes = st.none() | st.sampled_from(["n1", "n2", "n3", "n 4"])
spans = st.builds(Span, texts, styles, st.one_of(st.none(), links), st.one_of(st.none(), st.none(), notes))
runs = st.lists(spans, max_size=4).map(tuple)

aligns = st.sampled_from(Align)


@st.composite
def grids(draw: st.DrawFn, largest: int = 4) -> Grid:
    """A grid whose cells lie inside it and do not overlap; some places may be empty."""
    rows, cols = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    free = {(row, col) for row in range(rows) for col in range(cols)}
    cells: list[Cell] = []
    for row in range(rows):
        for col in range(cols):
            if (row, col) not in free or draw(st.integers(0, 9)) == 0:
                continue
            down, right = draw(st.sampled_from([(1, 1), (1, 1), (1, 1), (2, 1), (1, 2), (2, 2)]))
            covered = {(row + y, col + x) for y in range(down) for x in range(right)}
            if not covered <= free:
                down = right = 1
                covered = {(row, col)}
            free -= covered
            box, page = draw(st.sampled_from([(None, 0), (Box(0, 0, 9, 9), 1)]))
            cells.append(
                Cell(
                    row,
                    col,
                    draw(runs),
                    down,
                    right,
                    draw(st.booleans()),
                    draw(aligns),
                    box,
                    page,
                    draw(st.none() | st.integers(0, 0xFFFFFF)),
                )
            )
    return Grid(rows, cols, tuple(cells), draw(st.integers(0, rows)), (), draw(st.booleans()))


@st.composite
def _pictures(draw: st.DrawFn) -> Picture:
    number = draw(st.integers(1, 99))
    kind = draw(st.sampled_from(PictureKind))
    return Picture(f"p1-{number}", draw(pages), draw(boxes()), kind, draw(st.integers(0, 9)), 7, (), draw(texts))


markers = st.sampled_from(
    ["", "•", "-", "1.", "2.", "3)", "(a)", "一、", "①", "☐", "☑", "\uf0b7", "*", "<b>", "1 .", "99999999999."]
)

stops = st.lists(st.builds(TabStop, st.integers(0, 30), coordinates, coordinates), max_size=3).map(tuple)
paragraphs = st.builds(Paragraph, runs, some_places, aligns, st.floats(-50, 50), stops=stops)
_leaves = st.one_of(
    paragraphs,
    paragraphs,
    st.builds(Heading, st.integers(1, 8), runs, some_places, st.booleans(), stops),
    st.builds(Table, grids(), some_places, runs),
    st.builds(Figure, _pictures(), some_places, runs),
    st.builds(Code, texts, some_places),
    st.builds(
        Formula,
        texts,
        some_places,
        st.sampled_from(["", "", r"\frac{a}{b}<c", "x^2 + <script>", "$$"]),
        st.sampled_from(["", "(1)"]),
    ),
)


def _around(children: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    inner = st.lists(children, max_size=3).map(tuple)
    items = st.lists(st.builds(Item, markers, inner), min_size=1, max_size=4).map(tuple)
    return st.one_of(
        st.builds(List, items, some_places, st.booleans(), st.integers(0, 20)),
        st.builds(Quote, inner, some_places),
        st.builds(
            Note, st.sampled_from(["n1", "n2", "n 4", "N1"]), st.sampled_from(["1", "*", "①"]), inner, some_places
        ),
    )


blocks = st.recursive(_leaves, _around, max_leaves=8)


def _unique_notes(found: list[Block]) -> tuple[Block, ...]:
    """The blocks without a second note of one id, for ids are unique in a document."""
    seen: set[str] = set()

    def kept(block: Block) -> Block | None:
        if isinstance(block, Note):
            if block.id in seen:
                return None
            seen.add(block.id)
            return Note(block.id, block.mark, kept_all(block.blocks), block.places)
        if isinstance(block, Quote):
            return Quote(kept_all(block.blocks), block.places)
        if isinstance(block, List):
            items = tuple(Item(item.marker, kept_all(item.blocks)) for item in block.items)
            return List(items, block.places, block.ordered, block.start)
        return block

    def kept_all(some: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(one for one in map(kept, some) if one is not None)

    return kept_all(tuple(found))


block_lists = st.lists(blocks, max_size=5).map(_unique_notes)

metadata = st.builds(
    Metadata,
    title=texts,
    author=texts,
    subject=texts,
    language=st.sampled_from(["", "en-US", "zh", "bad tag<"]),
    tagged=st.booleans(),
)
page_infos = st.lists(
    st.builds(
        PageInfo,
        number=st.just(1),
        width=st.floats(1, 5000),
        height=st.floats(1, 5000),
        label=texts,
        source=st.sampled_from(TextSource),
        needs_ocr=st.booleans(),
        margins=st.none() | boxes(),
        regions=st.lists(st.builds(Region, boxes(), st.integers(1, 3), st.floats(0, 99)), max_size=2).map(tuple),
    ),
    max_size=4,
).map(lambda infos: tuple(_numbered(info, number) for number, info in enumerate(infos, 1)))


def _numbered(info: PageInfo, number: int) -> PageInfo:
    return PageInfo(
        number, info.width, info.height, info.label, info.source, info.needs_ocr, info.margins, info.regions
    )


documents = st.builds(
    Document,
    pages=page_infos,
    blocks=block_lists,
    furniture=st.lists(st.builds(Furniture, st.sampled_from(Role), runs, places, aligns), max_size=2).map(tuple),
    meta=metadata,
    outline=st.lists(
        st.builds(OutlineItem, st.integers(1, 4), texts, st.none() | pages, st.none() | coordinates), max_size=3
    ).map(tuple),
    language=st.sampled_from(["", "en", "zh-CN", "ar", "x<y"]),
    body_size=st.floats(0, 40),
    page_count=st.integers(0, 9),
    warnings=st.lists(texts, max_size=2).map(tuple),
)

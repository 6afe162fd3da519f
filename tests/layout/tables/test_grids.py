import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.layout.tables import ruled, unruled
from quire.layout.tables.grids import column_aligns
from quire.layout.tables.sketches import Draft, Sketch
from quire.model.table import Align
from tests.layout.table_pages import across, cells, down, line, page, row, texts

WORDS = st.sampled_from(["alpha", "beta", "gamma", "delta", "omega", "north", "south", "assets", "notes", "cash"])
AMOUNTS = st.builds(lambda n: f"{n:,}", st.integers(1, 99_999))


@st.composite
def spanned_grids(draw):
    """(rows, columns, cells as (row, col, row span, col span)) that tile the grid, none of them the whole."""
    rows, cols = draw(st.integers(2, 6)), draw(st.integers(2, 5))
    free = [[True] * cols for _ in range(rows)]
    tiles = []
    for r in range(rows):
        for c in range(cols):
            if not free[r][c]:
                continue
            wide = 1
            while c + wide < cols and free[r][c + wide] and wide < 3 and draw(st.booleans()) and draw(st.booleans()):
                wide += 1
            tall = 1
            while r + tall < rows and tall < 3 and draw(st.booleans()) and draw(st.booleans()):
                if not all(free[r + tall][c : c + wide]):
                    break
                tall += 1
            for i in range(r, r + tall):
                for j in range(c, c + wide):
                    free[i][j] = False
            tiles.append((r, c, tall, wide))
    return rows, cols, tiles


@given(spanned_grids(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_drawn_grid_with_spans_is_found_exactly(grid, random):
    rows, cols, tiles = grid
    # a border that is drawn for less than half of the rows says nothing about spans: keep to grids that show theirs
    for c in range(1, cols):
        if 2 * sum(1 for t in tiles for _ in range(t[2]) if t[1] == c) < rows:
            return
    for r in range(1, rows):
        if not any(t[0] == r for t in tiles):
            return
    xs = [80 + 90 * c for c in range(cols + 1)]
    ys = [100 + 30 * r for r in range(rows + 1)]
    rules, lines, wanted = [], [], []
    for r, c, tall, wide in tiles:
        rules += [across(ys[r], xs[c], xs[c + wide]), across(ys[r + tall], xs[c], xs[c + wide])]
        rules += [down(xs[c], ys[r], ys[r + tall]), down(xs[c + wide], ys[r], ys[r + tall])]
        text = f"cell{r}x{c}"
        lines.append(line(text, (xs[c] + xs[c + wide]) / 2 - 18, (ys[r] + ys[r + tall]) / 2 + 4))
        wanted.append((r, c, tall, wide, text))
    random.shuffle(rules)
    (table,) = ruled.find(page(lines, rules), lines)
    assert sorted(cells(table)) == sorted(wanted)
    assert table.lines == frozenset(range(len(lines)))


@given(st.integers(2, 4), st.lists(WORDS, min_size=3, max_size=8), st.data())
@settings(max_examples=60, deadline=None)
def test_a_table_of_figures_with_gutters_is_found_exactly(cols, labels, data):
    rights = [320 + 80 * c for c in range(cols - 1)]
    wanted = [["", *(f"20{10 + c}" for c in range(cols - 1))]]
    wanted += [[label, *(data.draw(AMOUNTS) for _ in rights)] for label in labels]
    lines = []
    for i, texts_of_row in enumerate(wanted):
        lines += row(
            100 + 14 * i,
            (texts_of_row[0], 72),
            *((t, x, "right") for t, x in zip(texts_of_row[1:], rights, strict=True)),
        )
    (table,) = unruled.find(page(lines), lines)
    assert texts(table) == wanted
    assert table.table.grid.header_rows == 1


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["total", "1,234", "$", "(5)", "2023", "a long piece of text", "%", "…"]),
            st.integers(0, 45),
            st.integers(0, 40),
        ),
        max_size=60,
    ),
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50), st.integers(1, 30), st.booleans()), max_size=25),
)
@settings(max_examples=80, deadline=None)
def test_any_page_keeps_the_rules_of_grids(pieces, strokes):
    lines = [line(text, 40 + 10 * x, 60 + 9 * y) for text, x, y in pieces]
    rules = [
        across(60 + 9 * b, 40 + 10 * a, 40 + 10 * (a + n)) if flat else down(40 + 10 * a, 60 + 9 * b, 60 + 9 * (b + n))
        for a, b, n, flat in strokes
    ]
    drawn = ruled.find(page(lines, rules), lines)
    taken = {at for table in drawn for at in table.lines}
    assert len(taken) == sum(len(table.lines) for table in drawn)
    rest = [one for at, one in enumerate(lines) if at not in taken]
    found = unruled.find(page(rest, rules), rest)
    assert len({at for table in found for at in table.lines}) == sum(len(table.lines) for table in found)
    for table in (*drawn, *found):
        grid = table.table.grid
        places = [
            (r, c)
            for x in grid.cells
            for r in range(x.row, x.row + x.row_span)
            for c in range(x.col, x.col + x.col_span)
        ]
        assert len(places) == len(set(places))
        assert all(0 <= r < grid.rows and 0 <= c < grid.cols for r, c in places)
        assert [(x.row, x.col) for x in grid.cells] == sorted((x.row, x.col) for x in grid.cells)
        assert len(grid.widths) == grid.cols
        found = sorted("".join("".join(x.text for x in grid.cells).split()))
        assert found == sorted("".join(lines[i].text for i in table.lines).replace(" ", ""))


@pytest.mark.parametrize(("side", "wanted"), [(0.0, Align.LEFT), (0.5, Align.CENTER), (1.0, Align.RIGHT)])
def test_odd_texts_between_many_of_one_width_tell_how_a_column_stands(side, wanted):
    widths = [40.0, 40.0, 40.0, 40.0, 24.0, 60.0]
    xs, ys = [100.0, 200.0], [100.0 + 20 * row for row in range(len(widths) + 1)]
    drafts = []
    for at, width in enumerate(widths):
        x0 = 105.4 + side * (89.2 - width)
        text = line("x", x0, ys[at] + 14)._replace(x0=x0, x1=x0 + width)
        drafts.append(Draft(at, 0, 1, 1, [text]))
    sketch = Sketch(xs, ys, drafts, set(), ruled=True)
    assert column_aligns(sketch, 0, framed=True) == [wanted]
    assert column_aligns(sketch, 0, framed=False) == [wanted]

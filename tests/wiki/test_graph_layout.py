"""The drawing of the link graph."""

from __future__ import annotations

from itertools import combinations

from quire.wiki.link_graph import Edge, Graph, Node
from quire.wiki.site.graph_layout import HEIGHT, WIDTH, Dot, draw_graph


def _graph(size: int) -> Graph:
    """Groups of ten in which every page links to every other, and one link between two of them."""
    nodes = tuple(Node(f"n{at}", f"Some subject {at}", "concept", 9) for at in range(size))
    pairs = [(a, b) for a, b in combinations(range(size), 2) if a // 10 == b // 10]
    return Graph(nodes, tuple(Edge(f"n{a}", f"n{b}", "concept") for a, b in [*pairs, (0, size - 1)]), False)


def _box(dot: Dot) -> tuple[int, int, int, int]:
    half = 9 * len(dot.title) // 2
    return dot.x - half, dot.name_y - 14, dot.x + half, dot.name_y


def _meet(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_no_name_meets_another_or_a_dot_but_that_of_a_main_page():
    dots = draw_graph(_graph(60)).dots
    named = [dot for dot in dots if dot.name_y]
    assert len(named) >= 6
    assert not [1 for a, b in combinations(named, 2) if _meet(_box(a), _box(b))]
    circles = [(dot.x - dot.radius, dot.y - dot.radius, dot.x + dot.radius, dot.y + dot.radius) for dot in dots]
    assert not [1 for dot in named if dot.number >= 20 for circle in circles if _meet(_box(dot), circle)]
    assert not [1 for dot in named for circle in circles[: dot.number] if _meet(_box(dot), circle)]


def test_a_main_page_has_its_name_where_dots_of_others_are_all_around():
    nodes = tuple(Node(f"n{at}", f"Some longer subject {at}", "concept", 9) for at in range(200))
    pairs = [(a, b) for a, b in combinations(range(200), 2) if b - a < 3 or a == 0]
    dots = draw_graph(Graph(nodes, tuple(Edge(f"n{a}", f"n{b}", "concept") for a, b in pairs), False)).dots
    assert dots[0].name_y
    assert sum(dot.name_y > 0 for dot in dots[:20]) >= 8


def test_few_links_of_each_page_are_drawn():
    lines = draw_graph(_graph(60)).lines
    assert 30 <= len(lines) <= 60 * 4
    assert all(line.a // 10 == line.b // 10 for line in lines)


def test_a_page_without_links_and_a_graph_without_pages():
    alone = draw_graph(Graph((Node("a", "A", "concept", 0),), (), False))
    assert 0 <= alone.dots[0].x <= WIDTH
    assert 0 <= alone.dots[0].y <= HEIGHT
    assert draw_graph(Graph((), (), False)).dots == ()

"""Edit distances of trees that can be counted by hand, and those of random trees against their definition's bounds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quality.tree_distance import Tree, size, tree_distance


def leaf(name: str) -> Tree[str]:
    return Tree(name)


def unequal(one: str, other: str) -> float:
    return float(one != other)


trees = st.recursive(
    st.sampled_from("ab").map(Tree),
    lambda kids: st.builds(
        lambda name, some: Tree(name, tuple(some)), st.sampled_from("ab"), st.lists(kids, max_size=3)
    ),
    max_leaves=6,
)


def test_the_example_of_the_paper():
    first = Tree("f", (Tree("d", (leaf("a"), Tree("c", (leaf("b"),)))), leaf("e")))
    second = Tree("f", (Tree("c", (Tree("d", (leaf("a"), leaf("b"))),)), leaf("e")))
    assert tree_distance(first, second, unequal) == 2


@given(trees)
def test_a_tree_is_itself(tree: Tree[str]):
    assert tree_distance(tree, tree, unequal) == 0


@given(trees, trees)
def test_distances_are_symmetric_and_bounded(one: Tree[str], other: Tree[str]):
    found = tree_distance(one, other, unequal)
    assert found == tree_distance(other, one, unequal)
    assert abs(size(one) - size(other)) <= found <= size(one) + size(other) - 1
